//! Aider's benchmark: `.aider.results.json`, an object for each exercise.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::json::view::entries;

use crate::error::Result;
use crate::tools::reader::Give;
use crate::tools::reader::Layout;
use crate::tools::reader::Record;
use crate::tools::reader::RecordReader;
use crate::tools::sniff::{Shape, Sniffed};
use crate::tools::tool::LogFile;
use crate::tools::tool::Reading;
use crate::tools::tool::Tool;
use crate::tools::tool::not_a_part;
use crate::tools::trial::Trial;

pub(super) const TOOL: Tool = Tool {
    name: "aider",
    title: "Aider",
    part_of: not_a_part,
    maps: &[
        ("model", "model"),
        ("task", "none"),
        ("question", "testcase, behind its language where testdir has one"),
        ("trial", "the run's folder in testdir"),
        ("score", "passed: the last of tests_outcomes; first_try: the first of them"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object
            && sniffed.has_all(&["testdir", "testcase", "model", "tests_outcomes"])
    },
    open: |_: &LogFile<'_>| Ok(Reading::Records(Box::new(Exercise))),
};

struct Exercise;

impl RecordReader for Exercise {
    fn layout(&self) -> Layout {
        Layout::At(&[])
    }

    fn fields(&self) -> &'static [&'static str] {
        &["testdir", "testcase", "model", "tests_outcomes"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let text = |place: usize, name: &str| match record.need(place)? {
            Value::Text(text) => Ok(text),
            _ => Err(record.wrong(format!("the field \"{name}\" is not a text"))),
        };
        let (folder, case, model) = (text(0, "testdir")?, text(1, "testcase")?, text(2, "model")?);
        let Value::Nested(outcomes) = record.need(3)? else {
            return Err(record.wrong("the field \"tests_outcomes\" is not a list"));
        };
        let outcomes = entries(outcomes);
        let (run, language) = of(&folder);
        let question = match language {
            Some(language) => Cow::Owned(format!("{language}/{case}")),
            None => case,
        };
        let mut trial = Trial {
            model: Some(model),
            question: Value::Text(question),
            run: run.map(Cow::Borrowed),
            ..Trial::default()
        };
        // Tests that were not run say nothing of the exercise.
        trial.outcome("passed", outcomes.last().cloned().unwrap_or(Value::Null));
        trial.outcome("first_try", outcomes.first().cloned().unwrap_or(Value::Null));
        give(trial)
    }
}

/// The run and the language in a folder `…/RUN/LANGUAGE/exercises/practice/CASE`, or the run in `…/RUN/CASE`.
fn of(folder: &str) -> (Option<&str>, Option<&str>) {
    let mut parts = folder.rsplit(['/', '\\']).skip(1);
    match (parts.next(), parts.next()) {
        (Some("practice"), Some("exercises")) => {
            let language = parts.next();
            (parts.next(), language)
        }
        (run, _) => (run.filter(|run| !run.is_empty()), None),
    }
}
