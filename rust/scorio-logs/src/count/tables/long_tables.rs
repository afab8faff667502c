//! Counting the records of long tables, each in the plain way.

use std::sync::Arc;

use scorio_core::counts::Key;

use crate::count::counter::Counter;
use crate::count::counter::Evenness;
use crate::count::error::CountError;
use crate::count::trials::add_trial::Repeat;
use crate::error::{Error, Result};
use crate::json::value::Value;
use crate::note::Note;
use crate::records::error::RecordError;
use crate::records::label;
use crate::records::mark::Mark;
use crate::records::record::{Origin, Sink};
use crate::records::role::CLUSTER;
use crate::records::role::CORRECT;
use crate::records::role::KEY;
use crate::records::role::MODEL;
use crate::records::role::OUTCOME;
use crate::records::role::QUESTION;
use crate::records::role::RATE;
use crate::records::role::REPETITIONS;
use crate::records::role::TASK;
use crate::records::role::TIMES;
use crate::records::role::TOTAL;
use crate::records::role::TRIAL;
use crate::records::role::WEIGHT;
use crate::records::role::{OPTIONS, ROLES};
use crate::remedy::Remedy;
use crate::source::place::Place;
use crate::spec::categories::Outcome;
use crate::spec::label::Label;
use crate::spec::options::Measure;
use crate::spec::policy::OnBadLine;
use crate::spec::policy::OnMissing;
use crate::spec::rate::successes;

impl Counter {
    /// The text of a label, or `None` where an optional field is lacking.
    fn label<'v>(
        &mut self,
        role: usize,
        columns: &'v [Label],
        values: &'v [Value<'_>],
        origin: &'v dyn Origin,
    ) -> Result<Option<&'v str>> {
        let (Some(label), Some(value)) = (columns.get(role), values.get(role)) else {
            return Ok(None);
        };
        let (field, optional) = match label {
            Label::Constant(text) => return Ok(Some(text)),
            Label::Field(field) => (field, false),
            Label::Optional(field) => (field, true),
        };
        let key = origin.key().filter(|_| field == KEY || role == QUESTION && field == "question");
        if let (Value::Absent, Some(key)) = (value, key) {
            return Ok(Some(key));
        }
        let role_name = ROLES.get(role).copied().unwrap_or("");
        let absent = *value == Value::Absent;
        if optional {
            let here = if absent { Evenness::Lacking } else { Evenness::Present };
            match self.evenness.get_mut(role) {
                Some(known) if *known == Evenness::Unknown => *known = here,
                Some(known) if *known != here => {
                    return Err(CountError::Uneven {
                        place: origin.place(),
                        role: role_name,
                        field: field.clone(),
                        present: !absent,
                    }
                    .into());
                }
                _ => {}
            }
            if absent {
                return Ok(None);
            }
        }
        if let Some(text) = label::text(label, value) {
            return Ok(Some(text));
        }
        let nothing = match value {
            Value::Absent => {
                return Err(no_field(role, field, origin));
            }
            Value::Null => "null",
            Value::Nested(_) => "a list or an object",
            _ => "empty",
        };
        let (place, value) = (origin.place(), nothing.to_owned());
        Err(Error::from(CountError::Label { place, role: role_name, field: field.clone(), value }))
    }

    /// One trial.
    fn trial(
        &mut self,
        row: usize,
        trial: Option<&str>,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let measure = Arc::clone(&self.measure);
        let Measure::Outcome { field, categories } = &*measure else {
            return Ok(());
        };
        let value = values.get(OUTCOME).unwrap_or(&Value::Absent);
        if *value != Value::Absent {
            self.no_outcome = None;
        } else if self.spec.on_missing == OnMissing::Error {
            return Err(no_field(OUTCOME, field, origin));
        } else if self.file_records == 0 {
            self.no_outcome = Some(no_field(OUTCOME, field, origin));
        }
        if self.file_records == 0 && self.shape.is_none() {
            self.say_unread(field, origin);
        }
        if let Some(gathered) = &mut self.gathered {
            gathered.add(field, value);
        }
        let mark = match categories.classify(value) {
            Outcome::Category(category) => Mark::Category(category),
            Outcome::Unknown => {
                return Err(CountError::outcome(origin.place(), field, value, categories).into());
            }
            Outcome::Missing(how) => match self.spec.on_missing {
                OnMissing::Error => {
                    let (place, field) = (origin.place(), field.clone());
                    return Err(Error::from(CountError::MissingOutcome {
                        place,
                        field,
                        value: how,
                    }));
                }
                OnMissing::Drop => Mark::Dropped,
                OnMissing::Fail => Mark::Failed,
            },
        };
        let (number, absent) = (categories.number(value), *value == Value::Absent);
        let failed = self.report.missing_failed;
        if self.spec.times.is_some() {
            self.several(row, trial, (mark, number), values, origin)?;
        } else {
            let code = trial.map(|trial| self.code(trial, origin)).transpose()?;
            if !self.settle_number(row, code, mark, number)? {
                return Err(self.repeated(values, origin));
            }
        }
        self.lacked(row, absent, failed);
        Ok(())
    }

    /// Several trials of one outcome.
    fn several(
        &mut self,
        row: usize,
        trial: Option<&str>,
        (mark, number): (Mark, Option<f64>),
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let times = self.whole(TIMES, values, origin)?;
        if let Some(trial) = trial {
            let (place, trial) = (origin.place(), trial.to_owned());
            return Err(CountError::NamedOfSeveral { place, times, trial }.into());
        }
        if self.spec.grouped {
            self.report.records = self.report.records.saturating_add(times.saturating_sub(1));
        }
        self.add(row, mark, times)?;
        self.add_number(row, None, number, times)
    }

    /// One question with its numbers of trials and successes.
    fn aggregate(&mut self, row: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        if self.numbers.is_some() {
            return Err(CountError::AggregateNumbers { place: origin.place() }.into());
        }
        let total = self.whole(OUTCOME, values, origin)?;
        let correct = if let Some(whole) = self.spec.rates {
            self.successes(total, whole, values, origin)?
        } else {
            self.whole(CORRECT, values, origin)?
        };
        let Some(failed) = total.checked_sub(correct) else {
            return Err(CountError::MoreCorrect { place: origin.place(), correct, total }.into());
        };
        // A trial that the path or the user names is a run of the question, and runs add up.
        let run = match self.columns.get(TRIAL) {
            Some(Label::Constant(run)) => run.clone(),
            _ => String::new(),
        };
        let code = self.seen.code(&run);
        match self.repeat(row, code, Mark::Category(0)) {
            Repeat::New => {}
            Repeat::Ignore => return Ok(()),
            Repeat::Replace(_) if !run.is_empty() => {
                return Err(
                    CountError::ReplacedNumbers { place: origin.place(), trial: run }.into()
                );
            }
            Repeat::Replace(_) => self.counts.clear(row),
            Repeat::Refuse => return Err(self.repeated(values, origin)),
        }
        self.counts.add(row, 0, failed)?;
        self.counts.add(row, self.counts.categories().len() - 1, correct)?;
        Ok(())
    }

    /// A whole number from 0.
    fn whole(&self, role: usize, values: &[Value<'_>], origin: &dyn Origin) -> Result<u64> {
        let value = values.get(role).unwrap_or(&Value::Absent);
        let field = match self.columns.get(role) {
            Some(Label::Field(field)) => field.as_str(),
            Some(Label::Constant(text)) => return constant(text, origin),
            _ => "",
        };
        if *value == Value::Absent {
            let role = match role {
                OUTCOME => TOTAL,
                _ if self.spec.times.is_some() => REPETITIONS,
                _ => role,
            };
            return Err(no_field(role, field, origin));
        }
        let text = match value {
            Value::Number(text) | Value::Cell(text) => text.trim(),
            _ => "",
        };
        let float =
            || text.parse::<f64>().ok().filter(|x| *x >= 0.0 && x.fract() == 0.0 && *x < 9e15);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number below 2^53"
        )]
        let number = text.parse().ok().or_else(|| float().map(|x| x as u64));
        number.ok_or_else(|| {
            let (place, field) = (origin.place(), field.to_owned());
            Error::from(CountError::NotWhole { place, field, value: value.describe() })
        })
    }

    /// The successes of a question, from their share.
    fn successes(
        &self,
        total: u64,
        whole: u32,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<u64> {
        let value = values.get(CORRECT).unwrap_or(&Value::Absent);
        let field = match self.columns.get(CORRECT) {
            Some(Label::Field(field)) => field.as_str(),
            _ => "",
        };
        if *value == Value::Absent {
            return Err(no_field(RATE, field, origin));
        }
        let text = match value {
            Value::Number(text) | Value::Cell(text) => *text,
            Value::Text(text) => &**text,
            _ => "",
        };
        successes(text, total, whole).map_err(|problem| {
            let (place, field, rate) = (origin.place(), field.to_owned(), value.describe());
            Error::from(CountError::Rate { place, field, rate, total, problem })
        })
    }

    pub(in crate::count) fn repeated(&self, values: &[Value<'_>], origin: &dyn Origin) -> Error {
        let names = self.columns.iter().zip(values).zip(ROLES).take(TRIAL + 1);
        let names = names.filter_map(|((label, value), role)| match label {
            Label::Constant(text) if text.is_empty() => None,
            Label::Constant(text) => Some(format!("{role} {text}")),
            _ if *value == Value::Absent => None,
            _ => Some(format!("{role} {}", value.describe())),
        });
        Error::from(CountError::Duplicate {
            place: origin.place(),
            trial: names.collect::<Vec<_>>().join(", "),
        })
    }
}

impl Counter {
    /// A record with one outcome, or with the numbers of a question.
    pub(in crate::count) fn plain(
        &mut self,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let columns = Arc::clone(&self.columns);
        let model = self.label(MODEL, &columns, values, origin)?.unwrap_or("");
        let task = self.label(TASK, &columns, values, origin)?.unwrap_or("");
        let question = self.label(QUESTION, &columns, values, origin)?.unwrap_or("");
        let typed = matches!(values.get(QUESTION), Some(Value::Text(_)));
        let question = label::question(question, typed, self.spec.ids);
        let own = self.label(TRIAL, &columns, values, origin)?;
        let key = Key { model, task, score: &self.score, question: &question };
        let row = self.counts.row_of(key);
        if columns.len() > CLUSTER {
            let cluster = self.label(CLUSTER, &columns, values, origin)?;
            let cluster = cluster.filter(|_| self.spec.cluster.is_some());
            let value = values.get(WEIGHT).unwrap_or(&Value::Absent);
            self.describe(row, cluster, value, origin)?;
        }
        let both = self.outer.as_ref().map(|outer| {
            if let Some(own) = own {
                return format!("{outer}.{own}");
            }
            // Where their order tells trials apart, they are numbered by it.
            let next = self.occurrences.entry(row).or_insert(0_u64);
            *next += 1;
            format!("{outer}.{}", *next - 1)
        });
        let trial = both.as_deref().or(own);
        match &*Arc::clone(&self.measure) {
            _ if self.signals.is_some() => self.graded(row, trial, values, origin)?,
            Measure::Outcome { .. } => self.trial(row, trial, values, origin)?,
            Measure::Aggregate { .. } => self.aggregate(row, values, origin)?,
        }
        self.report.records += 1;
        self.file_records += 1;
        let bits = self.evenness.iter().enumerate();
        let bits = bits.map(|(role, known)| u8::from(*known == Evenness::Lacking) << role);
        self.lacking = Some(bits.sum());
        Ok(())
    }
}

impl Sink for Counter {
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        match &self.shape {
            Some(shape) => self.shaped(&Arc::clone(shape), values, origin),
            None => self.plain(values, origin),
        }
    }

    fn malformed(&mut self, error: Error) -> Result<()> {
        match self.spec.on_bad_line {
            OnBadLine::Skip if !error.is_cut() => {
                self.report.lines_skipped += 1;
                Ok(())
            }
            OnBadLine::Error if !error.is_cut() => Err(match error {
                Error::Record(inner) => RecordError::Skippable { inner: Box::new(inner) }.into(),
                other => other,
            }),
            OnBadLine::Error | OnBadLine::Skip => Err(error),
        }
    }

    fn perhaps_cut(&mut self, place: &Place, column: &str) {
        self.report.note(Note::PerhapsInterrupted {
            file: place.file.clone(),
            place: place.to_string(),
            column: column.to_owned(),
        });
    }
}

/// A whole number that the user gives for all records.
fn constant(text: &str, origin: &dyn Origin) -> Result<u64> {
    text.parse().map_err(|_| {
        let (place, field, value) = (origin.place(), text.to_owned(), text.to_owned());
        Error::from(CountError::NotWhole { place, field, value })
    })
}

pub(in crate::count) fn no_field(role: usize, field: &str, origin: &dyn Origin) -> Error {
    let name = ROLES.get(role).copied().unwrap_or("");
    let option = OPTIONS.get(role).copied().unwrap_or("");
    Error::from(CountError::NoField {
        place: origin.place(),
        role: name,
        field: field.to_owned(),
        seen: origin.fields(),
        remedy: match role {
            MODEL | TASK => Remedy::NameFieldOrConstant { role: name },
            OUTCOME => Remedy::NameFieldOrOnMissing {},
            _ => Remedy::NameField { role: option },
        },
    })
}
