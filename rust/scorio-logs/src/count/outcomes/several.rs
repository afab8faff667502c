//! Counting records whose outcomes are not one field: each outcome is a trial of its own.

use std::sync::Arc;

use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, sound};
use scorio_records::records::error::RecordError;
use scorio_records::records::label;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::records::role::{MODEL, OUTCOME, QUESTION, TASK, TRIAL};
use scorio_records::spec::error::SpecError;
use scorio_records::spec::label::Label;

use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::count::outcomes::shape::{ShapeFault, TrialShape};
use crate::count::trials::joined::parts;
use crate::error::{Error, Result};
use crate::note::Note;
use crate::records::reach::Reached;
use crate::spec::expression::Expression;
use crate::spec::grading::RubricSpec;
use crate::spec::options::{Input, Measure};
use crate::spec::score::ScoreChoice;
use crate::tools::tool::TableFields;

/// What a `*` in an outcome names is a field of this name.
const STAR: &str = "*";

impl Counter {
    /// Before the records of a long table with the user's fields.
    pub(in crate::count) fn begin_table(&mut self, input: &Input) -> Result<()> {
        let spec = Arc::clone(&self.spec);
        let fields = TableFields::of(&spec);
        let expression = match &spec.measure {
            Measure::Outcome { field, .. } => Expression::parse(field)?,
            Measure::Aggregate { .. } => None,
        };
        // Where places in a list number the trials, a trial of the whole file is one around them.
        if expression.as_ref().is_some_and(Expression::has_entries) {
            self.begin_tool(input, fields);
        } else {
            self.begin(input, fields);
        }
        self.expression = expression;
        if let Label::Field(question) = &spec.question {
            self.question_parts = parts(question);
        }
        Ok(())
    }

    /// The fields that a reader is to find, in a table with these columns or in JSON.
    pub(in crate::count) fn wanted(
        &mut self,
        columns: Option<&[String]>,
    ) -> Result<Vec<Option<String>>> {
        let field = |label: &Label| label.field().map(str::to_owned);
        let mut wanted: Vec<_> = self.columns.iter().map(field).collect();
        self.shape = None;
        let uses = |rubric: &RubricSpec| rubric.uses_outcome();
        if self.signals.is_some() && !self.spec.rubric.as_ref().is_some_and(uses) {
            if let Some(outcome) = wanted.get_mut(OUTCOME) {
                *outcome = None;
            }
            self.expression = None;
        }
        wanted.extend(self.fields_beside().iter().cloned());
        let parts = self.question_parts.iter().cloned().map(Some);
        let labels: Vec<_> = wanted.iter().cloned().chain(parts.clone()).collect();
        let Some(expression) = &self.expression else {
            self.parts_from = wanted.len();
            wanted.extend(parts);
            return Ok(wanted);
        };
        let scores = self.spec.score == ScoreChoice::All;
        let named = |label: &Label| label.field() == Some(STAR);
        if expression.has_names() && !scores && !self.columns.iter().any(named) {
            let Measure::Outcome { field, .. } = &*self.measure else { return Ok(wanted) };
            return Err(SpecError::Nameless { given: field.clone() }.into());
        }
        // Other columns are no outcomes.
        let free = columns.map(|columns| {
            let free = |name: &&String| !labels.contains(&Some((*name).clone()));
            columns.iter().filter(free).cloned().collect::<Vec<_>>()
        });
        let taken = labels.iter().flatten().cloned().collect();
        let shape = TrialShape::new(expression, free.as_deref(), taken);
        if let Some(outcome) = wanted.get_mut(OUTCOME) {
            *outcome = None;
        }
        wanted.extend(shape.fields.iter().cloned());
        self.parts_from = wanted.len();
        wanted.extend(parts);
        self.shape = Some(Arc::new(shape));
        Ok(wanted)
    }

    /// Counts each outcome of a record.
    pub(in crate::count) fn shaped(
        &mut self,
        shape: &TrialShape,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let labels = self.columns.len() + self.fields_beside().len();
        let (labels, inside) = values.split_at(labels.min(values.len()));
        let whole = shape.fields.iter().any(Option::is_none).then(|| origin.text()).flatten();
        let nested = inside.iter().filter_map(|value| match value {
            Value::Nested(text) => Some(*text),
            _ => None,
        });
        for text in nested.chain(whole) {
            if let Err(fault) = sound(text) {
                let (place, problem) = (origin.place(), fault.what.to_string());
                let kind = fault.what.into();
                return self.malformed(RecordError::Malformed { place, problem, kind, cut: false });
            }
        }
        let found = shape.outcomes(inside, whole).map_err(|fault| self.misshapen(fault, origin))?;
        let star = |role: usize| self.columns.get(role).and_then(Label::field) == Some(STAR);
        let [models, tasks, questions, trials] = [MODEL, TASK, QUESTION, TRIAL].map(star);
        let scores = self.spec.score == ScoreChoice::All;
        let before = (self.trials.report.records, self.file_records);
        let absent = Reached::default();
        let none = found.is_empty();
        for one in found.iter().chain(none.then_some(&absent)) {
            let own = self.columns.get(TRIAL).zip(labels.get(TRIAL));
            let own = own.and_then(|(label, value)| label::text(label, value));
            let star = one.star.as_deref();
            let places: Vec<_> = one.places.iter().map(usize::to_string).collect();
            let parts = own.filter(|own| !own.is_empty()).into_iter();
            let parts = parts.chain(star.filter(|_| trials)).chain(places.iter().map(|p| &**p));
            let name = parts.collect::<Vec<_>>().join(".");
            let mut roles = labels.to_vec();
            let mut put = |role: usize, value| {
                if let Some(place) = roles.get_mut(role) {
                    *place = value;
                }
            };
            for (role, _) in [(MODEL, models), (TASK, tasks), (QUESTION, questions)]
                .into_iter()
                .filter(|&(_, named)| named)
            {
                put(role, Value::Cell(star.unwrap_or("")));
            }
            if scores {
                star.unwrap_or("").clone_into(&mut self.score);
            }
            if !name.is_empty() && (trials || !one.places.is_empty()) {
                put(TRIAL, Value::Cell(&name));
            }
            put(OUTCOME, one.value.clone());
            self.plain(&roles, origin)?;
        }
        self.score.clear();
        (self.trials.report.records, self.file_records) = (before.0 + 1, before.1 + 1);
        Ok(())
    }

    fn misshapen(&self, fault: ShapeFault, origin: &dyn Origin) -> Error {
        let field = match &*self.measure {
            Measure::Outcome { field, .. } => field.clone(),
            Measure::Aggregate { .. } => String::new(),
        };
        let problem = match fault {
            ShapeFault::NotList(value) => format!("is {value}, where a list should be"),
            ShapeFault::Lengths(left, right) => {
                format!("compares {left} values with {right}")
            }
        };
        CountError::Misshapen { place: origin.place(), field, problem }.into()
    }

    /// Notes that a path takes one entry of a list that has more.
    pub(in crate::count) fn say_unread(&mut self, field: &str, origin: &dyn Origin) {
        let Some(text) = origin.text() else { return };
        let names = scorio_records::json::dotted::segments(field);
        for (at, name) in names.iter().enumerate().skip(1) {
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let list = scorio_records::json::dotted::joined(names.iter().take(at));
            let found = scorio_records::json::paths::values(text, &[&list]);
            let Some([Value::Nested(inside)]) = found.as_deref() else { continue };
            let unread = entries(inside).len().saturating_sub(1) as u64;
            if unread > 0 {
                let rest = scorio_records::json::dotted::joined(names.iter().skip(at + 1));
                let dot = if rest.is_empty() { "" } else { "." };
                let all = format!("{list}[]{dot}{rest}");
                self.trials.report.note(Note::UnreadEntries {
                    field: field.to_owned(),
                    unread,
                    all,
                });
            }
        }
    }
}
