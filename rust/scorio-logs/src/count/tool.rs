//! Counting the trials that the reader of a tool's format finds.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::Counter;
use super::trials::Trials;
use crate::document::{Flow, Visit, walk};
use crate::error::{Error, Result};
use crate::formats::{Layout, Opened, Reading, Record, Records, values};
use crate::json::{Paths, Value, distinct};
use crate::record::{JsonRecord, Origin, Sink, json_lines};
use crate::source::Source;
use crate::spec::Which;
use crate::trial::{Choice, Meant};
use crate::window::Window;

impl Counter {
    /// All trials of a file.
    pub(super) fn tool(
        mut self,
        opened: &Opened<'_>,
        records: Box<dyn Records>,
        window: Window<'_>,
    ) -> Result<Self> {
        match self.passes(opened, records, window) {
            // Of the tasks in a folder some may have nothing to regrade.
            Err(Error::Record { place, what })
                if opened.input.found
                    && opened.spec.regrade.is_some()
                    && self.file_records == 0 =>
            {
                let why = what.trim_end_matches("; leave regrade out").to_owned();
                self.pass_over(why, Error::Record { place, what });
                Ok(self)
            }
            done => done.map(|()| self),
        }
    }

    /// As many passes through a file as it takes to know what counts, and to count it.
    fn passes(
        &mut self,
        opened: &Opened<'_>,
        records: Box<dyn Records>,
        window: Window<'_>,
    ) -> Result<()> {
        let headlines = records.headlines();
        let once = opened.is_standard_input();
        let wanted = match &opened.spec.score {
            Which::Named(name) => Some(name),
            Which::First | Which::All => None,
        };
        let all = opened.spec.score == Which::All;
        if !all && (once || wanted.is_none() && headlines.is_empty()) {
            let choice = Choice::new(wanted.cloned(), headlines);
            return self.pass(opened, records, window, Pass::One, choice).map(drop);
        }
        // What is in a name, and which score is the headline, only the whole file tells.
        let skipped = self.report.lines_skipped;
        let whole = wanted.map(String::as_str);
        let seen = self.pass(opened, records, window, Pass::Naming(whole), Choice::default());
        self.report.lines_skipped = skipped;
        let (window, Seen { choice, tasks, asked }) = seen?;
        let (pass, choice) = match wanted.map(|name| (name, choice.meant(name))) {
            None if all => (Pass::All(&tasks, &asked), choice),
            None => (Pass::One, choice.among(headlines)),
            Some((_, Meant::One(name))) => (Pass::One, choice.of(name)),
            Some((name, Meant::Several(scores))) => {
                return Err(opened.score(None, "several scores", name, scores));
            }
            Some((name, Meant::Nothing)) if choice.names().is_empty() => {
                (Pass::One, Choice::new(Some(name.clone()), headlines))
            }
            Some((name, Meant::Nothing)) => {
                let task = tasks.keys().next().filter(|_| tasks.len() == 1).map(String::as_str);
                let scores = choice.names().iter().cloned().collect();
                let error = opened.score(task, "no score", name, scores);
                if !opened.input.found {
                    return Err(error);
                }
                self.pass_over(format!("no score \"{name}\""), error);
                return Ok(());
            }
        };
        let window = again(opened, window)?;
        let Reading::Records(records) = (opened.kind.open)(opened)? else { return Ok(()) };
        self.pass(opened, records, window, pass, choice).map(drop)
    }

    /// Passes a file over; the error is what to say if no other can be read either.
    fn pass_over(&mut self, why: String, error: Error) {
        self.reason = Some(why);
        self.refusal.get_or_insert(error);
    }

    /// Reads a file once; its window, and what was seen in it.
    fn pass<'p>(
        &mut self,
        opened: &Opened<'_>,
        mut records: Box<dyn Records>,
        mut window: Window<'p>,
        pass: Pass<'_>,
        choice: Choice,
    ) -> Result<(Window<'p>, Seen)> {
        let fields: Vec<_> = records.fields().iter().copied().map(Some).collect();
        let paths = Paths::new(&fields);
        let mut reader = Reader {
            head: vec![None; records.head().len()],
            known: vec![false; records.head().len()],
            late: false,
            opened,
            taker: Trials::new(self, opened, pass, choice, records.plans()),
            records: &mut *records,
            paths: &paths,
        };
        for part in 0..reader.records.parts() {
            if let Some(source) = reader.records.open_part(part, &mut window.meter)? {
                window = window.onto(source);
            } else if part > 0 {
                window = again(opened, window)?;
            }
            window = reader.read(window)?;
            if reader.taker.found_it() {
                break;
            }
        }
        let Reader { head, mut taker, records, .. } = reader;
        if matches!(pass, Pass::Naming(_)) {
            let Trials { choice, tasks, asked, .. } = taker;
            return Ok((window, Seen { choice, tasks, asked }));
        }
        taker.ended(records.ending(&head))?;
        let Trials { choice, .. } = taker;
        Ok((window, Seen { choice, tasks: Tasks::new(), asked: Asked::default() }))
    }
}

/// The scores of each task.
pub(super) type Tasks = BTreeMap<String, BTreeSet<String>>;

/// Task, score and question of each score that some trial of a question has.
pub(super) type Asked = HashSet<[String; 3], FxBuildHasher>;

/// What a pass has seen.
struct Seen {
    choice: Choice,
    tasks: Tasks,
    asked: Asked,
}

/// What a pass through a file is for.
#[derive(Clone, Copy)]
pub(super) enum Pass<'n> {
    /// The names of all scores, or as far as this whole name.
    Naming(Option<&'n str>),
    /// One score.
    One,
    /// Each score as a task of its own.
    All(&'n Tasks, &'n Asked),
}

/// The file from its start.
fn again<'p>(opened: &Opened<'_>, mut window: Window<'p>) -> Result<Window<'p>> {
    if opened.is_standard_input() {
        return Err(opened.not("standard input can be read only once; give it as a file"));
    }
    window.meter.forget();
    let source = Source::open(opened.path, &mut window.meter)?;
    Ok(window.onto(source))
}

/// Reads the records of a file.
struct Reader<'r> {
    records: &'r mut dyn Records,
    paths: &'r Paths,
    /// What the document says beside its records.
    head: Vec<Option<String>>,
    /// Where it said so, be it nothing.
    known: Vec<bool>,
    /// The records came before what the document says beside them.
    late: bool,
    opened: &'r Opened<'r>,
    taker: Trials<'r>,
}

impl Reader<'_> {
    fn read<'p>(&mut self, mut window: Window<'p>) -> Result<Window<'p>> {
        let read = match self.records.layout() {
            Layout::Lines => json_lines(&mut window, self.paths, self),
            Layout::At(at) => walk(&mut window, at, self),
        };
        self.taker.tolerated(read)?;
        let Layout::At(at) = self.records.layout() else { return Ok(window) };
        if self.late && !self.opened.is_standard_input() {
            // Once for what the document says, and once more for its records.
            window = again(self.opened, window)?;
            let mut beside = self.beside();
            if let Err(Error::Stopped) = walk(&mut window, at, &mut beside) {
                return Err(Error::Stopped);
            }
            // Whatever else is wrong with it shows now.
            window = again(self.opened, window)?;
            let read = walk(&mut window, at, &mut Known(self));
            self.taker.tolerated(read)?;
        }
        Ok(window)
    }

    fn beside(&mut self) -> Beside<'_> {
        Beside { wanted: self.records.head(), head: &mut self.head, known: &mut self.known }
    }

    /// Whether all is known that the records need.
    fn is_known(&self) -> bool {
        self.known.iter().take(self.records.needed()).all(|&known| known)
    }

    fn trials(
        &mut self,
        values: &[Value<'_>],
        names: &[String],
        origin: &dyn Origin,
    ) -> Result<()> {
        for value in values {
            if let Value::Nested(text) = value
                && let Err(fault) = distinct(text)
            {
                let (place, what) = (origin.place(), fault.what.to_string());
                return self.taker.malformed(Error::Malformed { place, what, cut: false });
            }
        }
        let fields = self.records.fields();
        let record = Record { head: &self.head, names, values, fields, origin };
        let taker = &mut self.taker;
        self.records.trials(&record, &mut |trial| taker.take(trial, origin))
    }

    fn entry(&mut self, record: &JsonRecord<'_>, names: &[String]) -> Result<()> {
        record.read(self.paths, &mut Entry { reader: self, names }, false)
    }
}

impl Sink for Reader<'_> {
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        self.trials(values, &[], origin)
    }

    fn malformed(&mut self, error: Error) -> Result<()> {
        self.taker.malformed(error)
    }
}

impl Visit for Reader<'_> {
    fn record(&mut self, record: &JsonRecord<'_>, names: &[String]) -> Result<Flow> {
        if !self.late && !self.is_known() {
            self.late = true;
            if !self.opened.is_standard_input() {
                return Ok(Flow::Stop);
            }
        }
        self.entry(record, names)?;
        Ok(Flow::On)
    }

    fn beside(&mut self, path: &str, text: &str) -> Result<Flow> {
        let known = self.is_known();
        self.beside().beside(path, text)?;
        if self.late && !known && self.is_known() {
            let what = format!(
                "its \"{path}\", which says what its records are of, stands behind them, and standard input can be read only once; give it as a file"
            );
            return Err(self.opened.not(what));
        }
        Ok(Flow::On)
    }
}

/// A reader that knows all there is beside the records.
struct Known<'k, 'r>(&'k mut Reader<'r>);

impl Visit for Known<'_, '_> {
    fn record(&mut self, record: &JsonRecord<'_>, names: &[String]) -> Result<Flow> {
        self.0.entry(record, names)?;
        Ok(Flow::On)
    }

    fn beside(&mut self, _: &str, _: &str) -> Result<Flow> {
        Ok(Flow::On)
    }
}

/// Takes what is wanted of what stands beside the records.
struct Beside<'h> {
    wanted: &'static [&'static str],
    head: &'h mut [Option<String>],
    known: &'h mut [bool],
}

impl Visit for Beside<'_> {
    fn record(&mut self, _: &JsonRecord<'_>, _: &[String]) -> Result<Flow> {
        Ok(Flow::On)
    }

    fn beside(&mut self, path: &str, text: &str) -> Result<Flow> {
        let own = |value: &Value<'_>| match value {
            Value::Bool(value) => Some(value.to_string()),
            other => other.own(),
        };
        let places = self.head.iter_mut().zip(self.known.iter_mut());
        for (name, (place, known)) in self.wanted.iter().zip(places) {
            let inside = name.strip_prefix(path).and_then(|rest| rest.strip_prefix('.'));
            if let Some(rest) = inside {
                *place = values(text, &[rest]).and_then(|found| found.first().and_then(own));
            } else if *name == path {
                *place = own(&crate::json::whole(text));
            }
            *known |= inside.is_some() || *name == path;
        }
        Ok(Flow::On)
    }
}

/// One record of a document on its way to its reader.
struct Entry<'e, 'r> {
    reader: &'e mut Reader<'r>,
    names: &'e [String],
}

impl Sink for Entry<'_, '_> {
    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        self.reader.trials(values, self.names, origin)
    }

    fn malformed(&mut self, error: Error) -> Result<()> {
        self.reader.taker.malformed(error)
    }
}
