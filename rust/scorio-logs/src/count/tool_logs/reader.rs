//! Counting the trials that the reader of a tool's format finds.

use scorio_records::json::paths::Paths;
use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::json::view::distinct;
use scorio_records::records::error::RecordError;
use scorio_records::records::json_lines::JsonLines;
use scorio_records::records::record::{JsonRecord, Origin, Sink};

use crate::count::counter::Counter;
use crate::count::tool_logs::pass::Pass;
use crate::count::tool_logs::pass::ScoredQuestions;
use crate::count::tool_logs::pass::Tasks;
use crate::count::tool_logs::scores::TrialCounter;
use crate::error::{Error, Result};
use crate::records::document::{Flow, Visit, walk};
use crate::remedy::Remedy;
use crate::source::window::Window;
use crate::spec::score::ScoreChoice;
use crate::tools::choice::Choice;
use crate::tools::choice::Meant;
use crate::tools::error::ToolError;
use crate::tools::reader::Layout;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::tool::{LogFile, Reading};

impl Counter {
    /// All trials of a file.
    pub(in crate::count) fn tool(
        mut self,
        opened: &LogFile<'_>,
        records: Box<dyn RecordReader>,
        window: Window<'_>,
    ) -> Result<Self> {
        match self.passes(opened, records, window) {
            // Of the tasks in a folder some may have nothing to regrade.
            Err(Error::Tool(ToolError::Record { place, problem, remedy }))
                if opened.input.found
                    && opened.spec.regrade.is_some()
                    && self.file_records == 0 =>
            {
                let error = ToolError::Record { place, problem: problem.clone(), remedy };
                self.pass_over(problem, error.into());
                Ok(self)
            }
            done => done.map(|()| self),
        }
    }

    /// As many passes through a file as it takes to know what counts, and to count it.
    fn passes(
        &mut self,
        opened: &LogFile<'_>,
        records: Box<dyn RecordReader>,
        window: Window<'_>,
    ) -> Result<()> {
        let headlines = records.headlines();
        let once = opened.is_standard_input();
        let wanted = match &opened.spec.score {
            ScoreChoice::Named(name) => Some(name),
            ScoreChoice::First | ScoreChoice::All => None,
        };
        let all = opened.spec.score == ScoreChoice::All;
        if !all && (once || wanted.is_none() && headlines.is_empty()) {
            let choice = Choice::new(wanted.cloned(), headlines);
            return self.pass(opened, records, window, Pass::One, choice).map(drop);
        }
        // What is in a name, and which score is the headline, only the whole file tells.
        let skipped = self.trials.report.lines_skipped;
        let whole = wanted.map(String::as_str);
        let seen = self.pass(opened, records, window, Pass::Naming(whole), Choice::default());
        self.trials.report.lines_skipped = skipped;
        let (window, ScoresSeen { choice, tasks, asked }) = seen?;
        let (pass, choice) = match wanted.map(|name| (name, choice.meant(name))) {
            None if all => (Pass::All(&tasks, &asked), choice),
            None => (Pass::One, choice.among(headlines)),
            Some((_, Meant::One(name))) => (Pass::One, choice.of(name)),
            Some((name, Meant::Several(scores))) => {
                return Err(opened.several_scores(name, scores));
            }
            Some((name, Meant::Nothing)) if choice.names().is_empty() => {
                (Pass::One, Choice::new(Some(name.clone()), headlines))
            }
            Some((name, Meant::Nothing)) => {
                let task = tasks.keys().next().filter(|_| tasks.len() == 1).map(String::as_str);
                let scores = choice.names().iter().cloned().collect();
                let error = opened.no_score(task, name, scores);
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

    /// Passes a file over. The error is what to say if no other can be read either.
    pub(in crate::count) fn pass_over(&mut self, why: String, error: Error) {
        self.reason = Some(why);
        self.refusal.get_or_insert(error);
    }

    /// Reads a file once. Its window, and what was seen in it.
    fn pass<'p>(
        &mut self,
        opened: &LogFile<'_>,
        mut records: Box<dyn RecordReader>,
        mut window: Window<'p>,
        pass: Pass<'_>,
        choice: Choice,
    ) -> Result<(Window<'p>, ScoresSeen)> {
        let fields: Vec<_> = records.fields().iter().copied().map(Some).collect();
        let paths = Paths::new(&fields);
        let mut reader = ToolReader {
            head: vec![None; records.head().len()],
            known: vec![false; records.head().len()],
            late: false,
            opened,
            taker: TrialCounter::new(self, opened, pass, choice, records.plans()),
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
        let ToolReader { head, mut taker, records, .. } = reader;
        if matches!(pass, Pass::Naming(_)) {
            let TrialCounter { choice, tasks, asked, .. } = taker;
            return Ok((window, ScoresSeen { choice, tasks, asked }));
        }
        taker.ended(records.ending(&head))?;
        let TrialCounter { choice, .. } = taker;
        Ok((window, ScoresSeen { choice, tasks: Tasks::new(), asked: ScoredQuestions::default() }))
    }
}

/// What a pass has seen.
struct ScoresSeen {
    choice: Choice,
    tasks: Tasks,
    asked: ScoredQuestions,
}

/// The file from its start.
fn again<'p>(opened: &LogFile<'_>, mut window: Window<'p>) -> Result<Window<'p>> {
    if opened.is_standard_input() {
        let problem = "standard input can be read only once";
        return Err(opened.not(problem, Some(Remedy::SaveAsFile {})));
    }
    window.meter.forget();
    let source = opened.archives.open(opened.path, &mut window.meter)?;
    Ok(window.onto(source))
}

/// Reads the records of a file.
struct ToolReader<'r> {
    records: &'r mut dyn RecordReader,
    paths: &'r Paths,
    /// What the document says beside its records.
    head: Vec<Option<String>>,
    /// Where it said so, be it nothing.
    known: Vec<bool>,
    /// The records came before what the document says beside them.
    late: bool,
    opened: &'r LogFile<'r>,
    taker: TrialCounter<'r>,
}

impl ToolReader<'_> {
    fn read<'p>(&mut self, mut window: Window<'p>) -> Result<Window<'p>> {
        let read = match self.records.layout() {
            Layout::Lines => JsonLines::default().read(&mut window, self.paths, self).map(drop),
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
                let place = origin.place();
                return self.taker.malformed(RecordError::Malformed {
                    place,
                    problem: fault.what.to_string(),
                    kind: fault.what.into(),
                    cut: false,
                });
            }
        }
        if !self.taker.counter.trail.look(values, origin) {
            return Err(Error::Stopped);
        }
        let fields = self.records.fields();
        let record = Record { head: &self.head, names, values, fields, origin };
        let taker = &mut self.taker;
        self.records.trials(&record, &mut |trial| taker.take(trial, origin))
    }

    fn entry(&mut self, record: &JsonRecord<'_>, names: &[String]) -> Result<()> {
        record.read(self.paths, &mut DocumentEntry { reader: self, names }, false)
    }
}

impl Sink for ToolReader<'_> {
    type Error = Error;

    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        self.trials(values, &[], origin)
    }

    fn malformed(&mut self, error: RecordError) -> Result<()> {
        self.taker.malformed(error)
    }
}

impl Visit for ToolReader<'_> {
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
                "its \"{path}\", which says what its records are of, stands behind them, and standard input can be read only once"
            );
            return Err(self.opened.not(what, Some(Remedy::SaveAsFile {})));
        }
        Ok(Flow::On)
    }
}

/// A reader that knows all there is beside the records.
struct Known<'k, 'r>(&'k mut ToolReader<'r>);

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
                *place = own(&scorio_records::json::view::whole(text));
            }
            *known |= inside.is_some() || *name == path;
        }
        Ok(Flow::On)
    }
}

/// One record of a document on its way to its reader.
struct DocumentEntry<'e, 'r> {
    reader: &'e mut ToolReader<'r>,
    names: &'e [String],
}

impl Sink for DocumentEntry<'_, '_> {
    type Error = Error;

    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<()> {
        self.reader.trials(values, self.names, origin)
    }

    fn malformed(&mut self, error: RecordError) -> Result<()> {
        self.reader.taker.malformed(error)
    }
}
