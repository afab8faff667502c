//! OpenAI Evals: the events of a run, a line each, behind a line with its specification.

use std::borrow::Cow;

use scorio_records::json::value::Value;
use scorio_records::json::view::{entries, members};

use crate::error::Result;
use crate::tools::reader::Ending;
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
    name: "openai-evals",
    title: "OpenAI Evals",
    part_of: not_a_part,
    maps: &[
        ("model", "spec.completion_fns, joined by commas"),
        ("task", "spec.eval_name"),
        ("question", "sample_id"),
        ("trial", "spec.run_id"),
        (
            "score",
            "correct of the data of an event match; of an event metrics each number or boolean, of which correct, accuracy and score count unless another is named",
        ),
    ],
    detects: |sniffed: &Sniffed| {
        let names = ["spec.completion_fns", "spec.eval_name", "spec.run_id"];
        sniffed.shape == Shape::Object && sniffed.has_all(&names)
    },
    open: |_: &LogFile<'_>| Ok(Reading::Records(Box::new(Events::default()))),
};

#[derive(Default)]
struct Events {
    model: Option<String>,
    task: String,
    run: Option<String>,
    reported: bool,
}

impl RecordReader for Events {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &[
            "type",
            "sample_id",
            "data",
            "final_report",
            "spec.completion_fns",
            "spec.eval_name",
            "spec.run_id",
        ]
    }

    fn headlines(&self) -> &'static [&'static str] {
        &["correct", "accuracy", "score"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        if let Value::Nested(models) = record.get(4) {
            let models: Vec<_> = entries(models).iter().filter_map(Value::own).collect();
            self.model = (!models.is_empty()).then(|| models.join(","));
            self.task = record.get(5).own().unwrap_or_default();
            self.run = record.get(6).own();
            return Ok(());
        }
        if record.get(3) != Value::Absent {
            self.reported = true;
            return Ok(());
        }
        let Value::Text(kind) = record.need(0)? else {
            return Err(record.wrong("the type of the event is not a text"));
        };
        let mut trial = Trial {
            model: self.model.as_deref().map(Cow::Borrowed),
            task: Cow::Borrowed(&self.task),
            question: record.need(1)?,
            run: self.run.as_deref().map(Cow::Borrowed),
            // A sample has several events, and one of them its scores.
            partial: true,
            ..Trial::default()
        };
        let data = match record.get(2) {
            Value::Nested(data) => members(data),
            _ => Vec::new(),
        };
        match &*kind {
            "match" => {
                let correct = data.into_iter().find(|(name, _)| name == "correct");
                let Some((name, value)) = correct else {
                    return Err(record.wrong("the event has no field \"data.correct\""));
                };
                trial.outcome(name, value);
            }
            "metrics" => {
                for (name, value) in data {
                    if matches!(value, Value::Bool(_) | Value::Number(_) | Value::Null) {
                        trial.outcome(name, value);
                    }
                }
            }
            _ => {}
        }
        give(trial)
    }

    fn ending(&mut self, _: &[Option<String>]) -> Ending {
        let interrupted = (!self.reported).then(|| "it has no final_report".to_owned());
        Ending { interrupted, ..Ending::default() }
    }
}
