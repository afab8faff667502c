//! Counting in the simplest way, by what docs/logs.md says, on records that serde_json reads.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use scorio_logs::{Ids, Label, Measure, OnBadLine, OnMissing, OnRepeat, Report, Spec};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::strict::{PYTHON, WRONG, strict};

/// Categories with the values that belong to them.
pub(crate) const NAMED: [(&str, &[&str]); 2] =
    [("wrong", &["I", "0"]), ("right", &["C", "1.0", "true"])];

#[derive(Clone, Copy)]
pub(crate) enum Rule {
    Binary,
    Threshold(f64),
    Named,
}

/// By model, task and question the counts and the missing outcomes.
type Rows = BTreeMap<[String; 3], (Vec<u64>, u64)>;

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) rows: Rows,
    pub(crate) report: Report,
}

impl Tally {
    /// Counts a trial, or takes it back.
    fn add(&mut self, names: &[String; 3], mark: Mark, step: i64) {
        let (counts, missing) = self.rows.entry(names.clone()).or_insert((vec![0; 2], 0));
        let (count, also) = match mark {
            Mark::Category(category) => (&mut counts[category], None),
            Mark::Failed => (&mut counts[0], Some(&mut self.report.missing_failed)),
            Mark::Dropped => (missing, Some(&mut self.report.missing_dropped)),
        };
        for figure in [Some(count), also].into_iter().flatten() {
            *figure = figure.checked_add_signed(step).unwrap();
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Absent,
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Nested,
}

/// How a trial was counted.
#[derive(Clone, Copy)]
enum Mark {
    Category(usize),
    Failed,
    Dropped,
}

/// The counts, or the number of the line that is wrong; none where it is the log as a whole. `cut` says
/// that a last line which goes no further is one of an interrupted log.
pub(crate) fn count(log: &[u8], spec: &Spec, rule: Rule, cut: bool) -> Result<Tally, Option<u64>> {
    let Measure::Outcome { field, .. } = &spec.measure else { panic!("outcomes only") };
    let labels = [&spec.model, &spec.task, &spec.question, &spec.trial];
    let paths: Vec<Vec<&str>> = labels
        .iter()
        .map(|label| label.field().map_or_else(Vec::new, |path| path.split('.').collect()))
        .chain([field.split('.').collect()])
        .collect();
    let mut tally = Tally::default();
    tally.report.files = 1;
    let mut marks: HashMap<([String; 3], String), Mark> = HashMap::new();
    let mut lacked: HashMap<[String; 3], u64> = HashMap::new();
    let (mut there, mut first, mut outcomes) = ([None; 4], None, false);
    let log = log.strip_prefix(b"\xef\xbb\xbf").unwrap_or(log);
    let ended = 1..=memchr::memchr_iter(b'\n', log).count() as u64;
    for (line, number) in log.split(|&byte| byte == b'\n').zip(1..) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let wrong = Err(Some(number));
        let Some(values) = std::str::from_utf8(line).ok().and_then(|line| find(line, &paths))
        else {
            if cut && !ended.contains(&number) && goes_no_further(line) {
                if tally.report.records == 0 {
                    return wrong;
                }
                tally.report.interrupted = 1;
                continue;
            }
            if spec.on_bad_line == OnBadLine::Error {
                return wrong;
            }
            tally.report.lines_skipped += 1;
            continue;
        };
        let mut names = [const { None }; 4];
        for (role, label) in labels.into_iter().enumerate() {
            names[role] = match label {
                Label::Constant(text) => Some(text.clone()),
                Label::Optional(_) | Label::FieldOr { .. } => {
                    let here = values[role] != Value::Absent;
                    if *there[role].get_or_insert(here) != here {
                        return wrong;
                    }
                    let otherwise = label.otherwise().filter(|text| !text.is_empty());
                    let otherwise = otherwise.map(str::to_owned);
                    if here { Some(text(&values[role]).ok_or(Some(number))?) } else { otherwise }
                }
                Label::Field(_) => Some(text(&values[role]).ok_or(Some(number))?),
            };
        }
        first.get_or_insert(number);
        outcomes |= values[4] != Value::Absent;
        let mark = match (classify(&values[4], rule), spec.on_missing) {
            (Ok(Some(category)), _) => Mark::Category(category),
            (Ok(None), OnMissing::Drop) => Mark::Dropped,
            (Ok(None), OnMissing::Fail) => Mark::Failed,
            _ => return wrong,
        };
        let [model, task, question, trial] = names;
        let mut names = [model, task, question].map(Option::unwrap_or_default);
        // A text that reads as a number is another question than the number.
        let number = matches!(names[2].as_bytes().first(), Some(b'-' | b'0'..=b'9'))
            && names[2].parse::<f64>().is_ok();
        let like_a_value = number || names[2] == "true" || names[2] == "false";
        if spec.ids == Ids::Distinct && like_a_value && matches!(values[2], Value::Text(_)) {
            names[2] = format!("\"{}\"", names[2]);
        }
        let before = tally.report.missing_failed;
        tally.add(&names, mark, 1);
        tally.report.records += 1;
        let old = trial.and_then(|trial| {
            let old = marks.insert((names.clone(), trial.clone()), mark)?;
            Some((trial, old))
        });
        if let Some((trial, old)) = old {
            let report = &mut tally.report;
            match spec.on_repeat {
                OnRepeat::Error => return wrong,
                OnRepeat::Keep => report.repeats_kept += 1,
                OnRepeat::First => {
                    report.repeats_ignored += 1;
                    tally.add(&names, mark, -1);
                    marks.insert((names.clone(), trial), old);
                }
                OnRepeat::Last => {
                    report.repeats_replaced += 1;
                    tally.add(&names, old, -1);
                }
            }
        }
        let (now, lacked) = (tally.report.missing_failed, lacked.entry(names).or_insert(0));
        if values[4] == Value::Absent {
            *lacked += now.saturating_sub(before);
        }
        *lacked = lacked.saturating_sub(before.saturating_sub(now));
    }
    if !outcomes {
        return Err(first);
    }
    if is_lacking(&tally.rows, &lacked) { Err(None) } else { Ok(tally) }
}

/// Whether no record of some model has the field, which is a mistake, and not a model that always fails.
fn is_lacking(rows: &Rows, lacked: &HashMap<[String; 3], u64>) -> bool {
    let mut models: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for (names, (counts, _)) in rows {
        let [trials, failed] = models.entry(&names[0]).or_default();
        *trials += counts.iter().sum::<u64>();
        *failed += lacked.get(names).copied().unwrap_or(0);
    }
    models.values().any(|&[trials, failed]| trials > 0 && failed >= trials)
}

/// Whether a line is the beginning of a record, as far as its grammar tells.
fn goes_no_further(line: &[u8]) -> bool {
    match std::str::from_utf8(line) {
        Ok(line) => {
            // Python's words may be cut as well.
            let starts = ["NaN", "-Infinity", "Infinity"];
            let starts = starts.iter().flat_map(|word| (1..word.len()).map(|end| &word[..end]));
            // And so may numbers, which serde_json then calls wrong.
            let numbers = ["-", ".", "e", "E", "e+", "E+", "e-", "E-"];
            let before = starts.chain(numbers).filter_map(|start| line.strip_suffix(start));
            before.chain([line]).any(|line| {
                serde_json::from_str::<&RawValue>(&strict(line)).is_err_and(|e| e.is_eof())
            })
        }
        Err(error) => error.error_len().is_none(),
    }
}

/// What a value names.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(text) | Value::Text(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    }
}

/// The category of an outcome, none if it is missing, an error if it is neither.
fn classify(value: &Value, rule: Rule) -> Result<Option<usize>, ()> {
    let number = match value {
        Value::Absent | Value::Null => return Ok(None),
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        Value::Number(text) => text.parse::<f64>().ok(),
        Value::Text(_) | Value::Nested => None,
    };
    if number.is_some_and(f64::is_nan) {
        return Ok(None);
    }
    let text = text(value);
    let known = |known: &&str| {
        let stands_for = if *known == "true" { Some(1.0) } else { known.parse::<f64>().ok() };
        text.as_deref() == Some(*known) || stands_for.is_some() && stands_for == number
    };
    let category = match rule {
        Rule::Binary if number == Some(0.0) => Some(0),
        Rule::Binary if number == Some(1.0) => Some(1),
        Rule::Binary => None,
        Rule::Threshold(threshold) => {
            let number = number.or_else(|| written(value));
            number.map(|number| usize::from(number >= threshold))
        }
        Rule::Named => NAMED.iter().position(|(_, values)| values.iter().any(known)),
    };
    category.map(Some).ok_or(())
}

/// The number that a text is written as.
fn written(value: &Value) -> Option<f64> {
    let Value::Text(text) = value else { return None };
    let first = text.trim().trim_start_matches(['-', '+']).chars().next()?;
    let number = text.trim().parse::<f64>().ok()?;
    (first.is_ascii_digit() || first == '.').then_some(number)
}

/// The fields of an object, all of them.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Fields<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields<'de>, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// The values of the paths, nothing if the line is no record.
fn find(line: &str, paths: &[Vec<&str>]) -> Option<Vec<Value>> {
    let line = strict(line);
    let record: &RawValue = serde_json::from_str(&line).ok()?;
    if !record.get().starts_with('{') {
        return None;
    }
    let mut values = vec![Value::Absent; paths.len()];
    let wanted: Vec<_> = paths
        .iter()
        .enumerate()
        .filter(|(_, path)| !path.is_empty())
        .map(|(slot, path)| (slot, &path[..]))
        .collect();
    walk(record, &wanted, &mut values)?;
    Some(values)
}

/// Looks for what is wanted in a value, by the names that are left of its path.
fn walk(raw: &RawValue, wanted: &[(usize, &[&str])], values: &mut [Value]) -> Option<()> {
    for (slot, path) in wanted {
        if path.is_empty() {
            values[*slot] = value(raw.get())?;
        }
    }
    let inside: Vec<_> =
        wanted.iter().filter_map(|(slot, path)| Some((*slot, path.split_first()?))).collect();
    let below = |name: &str| -> Vec<_> {
        inside
            .iter()
            .filter(|(_, (first, _))| **first == name)
            .map(|&(slot, (_, rest))| (slot, rest))
            .collect()
    };
    if inside.is_empty() {
        return Some(());
    }
    if raw.get().starts_with('{') {
        let mut seen = HashSet::new();
        for (key, field) in serde_json::from_str::<Fields<'_>>(raw.get()).ok()?.0 {
            let wanted = below(&key);
            let again = !wanted.is_empty() && !seen.insert(key.clone());
            if again || key.contains(WRONG) {
                return None;
            }
            walk(field, &wanted, values)?;
        }
    } else if raw.get().starts_with('[') {
        let entries: Vec<&RawValue> = serde_json::from_str(raw.get()).ok()?;
        for (place, entry) in entries.into_iter().enumerate() {
            walk(entry, &below(&place.to_string()), values)?;
        }
    }
    Some(())
}

fn value(text: &str) -> Option<Value> {
    Some(match text.as_bytes().first()? {
        b'{' | b'[' => Value::Nested,
        b'n' => Value::Null,
        b't' | b'f' => Value::Bool(text == "true"),
        b'"' => {
            let text: String = serde_json::from_str(text).ok()?;
            match text.strip_prefix(PYTHON) {
                Some(number) => Value::Number(number.to_owned()),
                None if text.contains(WRONG) => return None,
                None => Value::Text(text),
            }
        }
        _ => Value::Number(text.to_owned()),
    })
}
