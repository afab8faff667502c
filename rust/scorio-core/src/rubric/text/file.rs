//! The rubric file: TOML to signals, thresholds and rubrics, every entry checked.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::expression::{self, RESERVED, is_name};
use super::section::{File, Section};
use crate::error::Result;
use crate::near::near;
use crate::rubric::error::RubricError;
use crate::rubric::rules::condition::{Condition, Operand};
use crate::rubric::rules::quantile::{QuantileRule, QuantileShare};
use crate::rubric::rules::rubric::{Category, MissingSignal, Rubric};
use crate::rubric::rules::rubrics::Rubrics;
use crate::rubric::rules::signal::{Reading, Signal, SignalSource};
use crate::rubric::rules::threshold::{Frozen, Origin, Scope, Threshold};

/// The most rubrics, signals and thresholds of a file, and the most categories of a rubric.
const MOST: usize = 1_000;

/// The largest text of a rubric file, in bytes: 16 MiB.
pub const MOST_BYTES: usize = 16 << 20;

/// Reads a rubric file.
///
/// # Errors
/// - The text is larger than 16 MiB.
/// - It has more than 1,000 rubrics, signals or thresholds, or a rubric has more categories.
/// - The text is not TOML.
/// - An entry is missing, unknown or of the wrong type. The error names its line.
/// - An expression cannot be read. The error names the character.
/// - A threshold depends on itself.
pub fn read(text: &str) -> Result<Rubrics> {
    if text.len() > MOST_BYTES {
        return Err(RubricError::TooLarge { most: MOST_BYTES >> 20 }.into());
    }
    let file = File { text };
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let (line, column) = file.position(at);
        let problem = error.message().lines().next().unwrap_or("it is not TOML").to_owned();
        RubricError::NotToml { line, column, problem }
    })?;
    let root = Section { file, place: "the file".to_owned(), span: 0..0, table: root.get_ref() };
    root.only(&["signals", "thresholds", "rubric"])?;
    let signals = match root.get("signals") {
        Some(value) => file.section("signals", value)?.signals()?,
        None => Vec::new(),
    };
    let names: Vec<String> = signals.iter().map(|signal| signal.name.clone()).collect();
    let thresholds = match root.get("thresholds") {
        Some(value) => file.section("thresholds", value)?.thresholds(&names)?,
        None => Vec::new(),
    };
    let known = Known { signals: names, thresholds: names_of(&thresholds) };
    let Some(rubrics) = root.get("rubric") else { return Err(RubricError::NoRubrics.into()) };
    let mut read: Vec<Rubric> = Vec::new();
    let mut names = BTreeSet::new();
    let sections = file.sections("rubric", rubrics)?;
    if let Some((extra, _)) = sections.get(MOST) {
        return file.too_many(extra.span.start, "the file", sections.len(), "rubrics");
    }
    for (mut section, _) in sections {
        let rubric = section.rubric(&known)?;
        if !names.insert(rubric.name.clone()) {
            return section.fault("has the name of another rubric");
        }
        read.push(rubric);
    }
    if read.is_empty() {
        return Err(RubricError::NoRubrics.into());
    }
    Ok(Rubrics::new(text.to_owned(), signals, thresholds, read))
}

/// The names that expressions may use.
struct Known {
    signals: Vec<String>,
    thresholds: Vec<String>,
}

impl File<'_> {
    /// Refuses more entries than [`MOST`]. `at` is where the first of the others stands.
    fn too_many<T>(self, at: usize, place: &str, count: usize, what: &str) -> Result<T> {
        let problem = format!("has {count} {what}, but {MOST} are the most: split it");
        self.fault(at, place, problem)
    }
}

fn names_of(thresholds: &[Threshold]) -> Vec<String> {
    thresholds.iter().map(|threshold| threshold.name.clone()).collect()
}

impl Section<'_, '_> {
    fn signals(&self) -> Result<Vec<Signal>> {
        let mut signals = Vec::new();
        let entries = self.entries();
        if let Some((_, span, _)) = entries.get(MOST) {
            return self.file.too_many(span.start, "the file", entries.len(), "signals");
        }
        for (name, span, value) in entries {
            let place = format!("the signal \"{name}\"");
            if !is_name(name) {
                return self.file.fault(span.start, &place, not_a_name(name));
            }
            let source = match value.get_ref() {
                DeValue::String(path) if path.trim().is_empty() => {
                    return self.file.fault(span.start, &place, "has an empty field");
                }
                DeValue::String(path) => SignalSource::field(path),
                DeValue::Table(_) => self.file.section(&place, value)?.source()?,
                DeValue::Boolean(truth) => SignalSource::Constant(f64::from(u8::from(*truth))),
                _ => {
                    let section = Section { place, span, ..*self };
                    SignalSource::Constant(section.number_of("value", value)?)
                }
            };
            signals.push(Signal { name: name.to_owned(), source });
        }
        Ok(signals)
    }

    fn source(&self) -> Result<SignalSource> {
        self.only(&["field", "scale", "matches", "is", "is_not"])?;
        let Some(path) = self.text("field")?.filter(|path| !path.trim().is_empty()) else {
            return self.fault("needs a field: the dotted path of its value in a record");
        };
        let mut readings = Vec::new();
        if let Some(scale) = self.number("scale")? {
            readings.push(Reading::Number { scale });
        }
        if let Some(pattern) = self.text("matches")? {
            readings.push(Reading::Matches(pattern.to_owned()));
        }
        if let Some(value) = self.get("is") {
            readings.push(Reading::Is(self.plains(value)?));
        }
        if let Some(value) = self.get("is_not") {
            readings.push(Reading::IsNot(self.plains(value)?));
        }
        if readings.len() > 1 {
            return self.fault("has several of scale, matches, is and is_not; keep one");
        }
        let reading = readings.pop().unwrap_or(Reading::Number { scale: 1.0 });
        Ok(SignalSource::Field { path: path.to_owned(), reading })
    }

    /// One value, or the values of a list.
    fn plains(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>> {
        match value.get_ref().as_array() {
            Some(list) if list.is_empty() => self.at(value, "compares with an empty list"),
            Some(list) => list.iter().map(|one| self.plain(one)).collect(),
            None => Ok(vec![self.plain(value)?]),
        }
    }

    /// A text, a number or a truth value as text.
    fn plain(&self, value: &Spanned<DeValue<'_>>) -> Result<String> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            DeValue::Boolean(truth) => Ok(truth.to_string()),
            _ => self.at(
                value,
                "compares with something that is not a text, a number, or true or false",
            ),
        }
    }

    fn thresholds(&self, signals: &[String]) -> Result<Vec<Threshold>> {
        let entries = self.entries();
        if let Some((_, span, _)) = entries.get(MOST) {
            return self.file.too_many(span.start, "the file", entries.len(), "thresholds");
        }
        let names: Vec<String> = entries.iter().map(|(name, ..)| (*name).to_owned()).collect();
        let mut thresholds = Vec::new();
        for (name, span, value) in entries {
            let place = format!("the threshold \"{name}\"");
            if !is_name(name) {
                return self.file.fault(span.start, &place, not_a_name(name));
            }
            if signals.iter().any(|signal| signal == name) {
                return self.file.fault(span.start, &place, "has the name of a signal");
            }
            let (mut frozen, mut frozen_span) = (Vec::new(), None);
            let origin = if value.get_ref().is_table() {
                let section = self.file.section(&place, value)?;
                (frozen, frozen_span) = section.frozen_values()?;
                section.quantile(signals, &names)?
            } else {
                let section = Section { place, span: span.clone(), ..*self };
                Origin::Number(section.number_of("value", value)?)
            };
            let (name, span) = (name.to_owned(), value.span());
            thresholds.push(Threshold { name, origin, frozen, span, frozen_span });
        }
        self.acyclic(&thresholds)?;
        Ok(thresholds)
    }

    fn quantile(&self, signals: &[String], thresholds: &[String]) -> Result<Origin> {
        self.only(&["signal", "quantile", "where", "frozen"])?;
        let Some(name) = self.text("signal")? else {
            return self.fault("needs a signal, of which it is a quantile");
        };
        let Some(signal) = signals.iter().position(|signal| signal == name) else {
            let hint = match near(name, signals) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("the signals are: {}", signals.join(", ")),
            };
            return self.fault(format!("is of \"{name}\", which is no signal; {hint}"));
        };
        let Some(value) = self.get("quantile") else {
            return self.fault("needs a quantile from 0 to 1");
        };
        let written = match value.get_ref() {
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            _ => String::new(),
        };
        let Some(share) = QuantileShare::parse(&written) else {
            return self.at(value, "needs a quantile: a number from 0 to 1 of at most 15 digits");
        };
        let condition = match self.text("where")? {
            Some(text) => self.condition("where", text, signals, thresholds)?,
            None => Condition::Always,
        };
        let where_written = self.text("where")?.map(str::to_owned);
        Ok(Origin::Quantile { signal, share, written, condition, where_written })
    }

    /// The frozen values of a threshold, and where they stand.
    fn frozen_values(&self) -> Result<(Vec<Frozen>, Option<Range<usize>>)> {
        let Some(value) = self.get("frozen") else { return Ok((Vec::new(), None)) };
        let mut frozen = Vec::new();
        for (section, _) in self.file.sections("a frozen value", value)? {
            let place = format!("a frozen value of {}", self.place);
            frozen.push(Section { place, ..section }.frozen()?);
        }
        Ok((frozen, Some(value.span())))
    }

    fn frozen(&self) -> Result<Frozen> {
        self.only(&["task", "model", "quantile", "value", "n"])?;
        let Some(value) = self.number("value")? else { return self.fault("needs a value") };
        let trials = match self.get("n").map(Spanned::get_ref) {
            None => None,
            Some(DeValue::Integer(number)) if number.radix() == 10 => {
                number.as_str().parse::<u64>().ok()
            }
            Some(_) => return self.fault("has an n that is not a number of trials"),
        };
        Ok(Frozen {
            task: self.text("task")?.map(str::to_owned),
            model: self.text("model")?.map(str::to_owned),
            rule: self.choice("quantile", &QuantileRule::NAMES, QuantileRule::named)?,
            value,
            trials,
        })
    }

    fn condition(
        &self,
        key: &str,
        text: &str,
        signals: &[String],
        thresholds: &[String],
    ) -> Result<Condition> {
        expression::parse(text, signals, thresholds).map_err(|fault| {
            let at = self.get(key).map_or(self.span.start, |value| value.span().start);
            RubricError::Expression {
                line: self.file.position(at).0,
                place: format!("{key} of {}", self.place),
                text: text.to_owned(),
                at: fault.at,
                problem: fault.problem,
            }
            .into()
        })
    }

    fn rubric(&mut self, known: &Known) -> Result<Rubric> {
        self.only(&["name", "scope", "quantile", "missing", "category"])?;
        let Some(name) = self.text("name")?.filter(|name| !name.trim().is_empty()) else {
            return self.fault("needs a name");
        };
        self.place = format!("the rubric \"{name}\"");
        let Some(value) = self.get("category") else {
            return self.fault("has no [[rubric.category]]");
        };
        let mut categories: Vec<Category> = Vec::new();
        let sections = self.file.sections("category", value)?;
        if let Some((extra, _)) = sections.get(MOST) {
            let count = sections.len();
            return self.file.too_many(extra.span.start, &self.place, count, "categories");
        }
        for (mut section, number) in sections {
            section.place = format!("category {number} of {}", self.place);
            if categories.last().is_some_and(|last| last.written.is_empty()) {
                return section
                    .fault("stands behind the category of all others, so no trial can be in it");
            }
            let category = section.category(known)?;
            if categories.iter().any(|one| one.name == category.name) {
                return section.fault("has the name of another category");
            }
            categories.push(category);
        }
        if categories.len() < 2 {
            return self.fault("needs two categories at least");
        }
        let missing = self.missing(&categories)?;
        Ok(Rubric {
            name: name.to_owned(),
            scope: self.choice("scope", &Scope::NAMES, Scope::named)?,
            rule: self.choice("quantile", &QuantileRule::NAMES, QuantileRule::named)?,
            missing,
            categories,
        })
    }

    fn missing(&self, categories: &[Category]) -> Result<MissingSignal> {
        let Some(text) = self.text("missing")? else { return Ok(MissingSignal::Error) };
        let place = categories.iter().position(|category| category.name == text);
        match (text, place) {
            ("error" | "drop", Some(_)) => self
                .fault(format!("has missing = \"{text}\" and a category of that name; rename it")),
            ("error", None) => Ok(MissingSignal::Error),
            ("drop", None) => Ok(MissingSignal::Drop),
            (_, Some(place)) => Ok(MissingSignal::Category(place)),
            (_, None) => {
                let names: Vec<_> = categories.iter().map(|one| one.name.as_str()).collect();
                let names = names.join(", ");
                self.fault(format!(
                    "has missing = \"{text}\", which is not error, drop or a category ({names})"
                ))
            }
        }
    }

    fn category(&mut self, known: &Known) -> Result<Category> {
        self.only(&["name", "weight", "when", "otherwise"])?;
        let Some(name) = self.text("name")?.filter(|name| !name.trim().is_empty()) else {
            return self.fault("needs a name");
        };
        self.place = format!("the category \"{name}\" ({})", self.place);
        let Some(weight) = self.number("weight")? else {
            return self.fault("needs a weight: what a trial in it is worth");
        };
        let otherwise = match self.get("otherwise").map(Spanned::get_ref) {
            None => false,
            Some(DeValue::Boolean(true)) => true,
            Some(_) => return self.fault("has an otherwise that is not true"),
        };
        let (when, written) = match (self.text("when")?, otherwise) {
            (Some(text), false) => {
                (self.condition("when", text, &known.signals, &known.thresholds)?, text.to_owned())
            }
            (None, true) => (Condition::Always, String::new()),
            (Some(_), true) => return self.fault("has both when and otherwise"),
            (None, false) => {
                return self
                    .fault("needs when = \"...\", or otherwise = true for all other trials");
            }
        };
        Ok(Category { name: name.to_owned(), weight, when, written })
    }
}

fn not_a_name(name: &str) -> String {
    if RESERVED.contains(&name) {
        "has a name that means something else in expressions".to_owned()
    } else {
        "has a name that expressions cannot use: take letters, digits and _".to_owned()
    }
}

impl Section<'_, '_> {
    /// Refuses thresholds that depend on themselves.
    fn acyclic(&self, thresholds: &[Threshold]) -> Result<()> {
        for (place, threshold) in thresholds.iter().enumerate() {
            let (mut reached, mut open) = (BTreeSet::new(), vec![place]);
            while let Some(next) = open.pop() {
                let Some(Origin::Quantile { condition, .. }) =
                    thresholds.get(next).map(|one| &one.origin)
                else {
                    continue;
                };
                condition.operands(&mut |operand| {
                    if let Operand::Threshold(other) = operand
                        && reached.insert(other)
                    {
                        open.push(other);
                    }
                });
            }
            if reached.contains(&place) {
                let line = self.file.line(threshold.span.start);
                return Err(RubricError::Circle { line, name: threshold.name.clone() }.into());
            }
        }
        Ok(())
    }
}
