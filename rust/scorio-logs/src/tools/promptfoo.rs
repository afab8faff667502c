//! promptfoo: the JSON file that it writes, and the same results as JSON Lines.

use std::borrow::Cow;

use scorio_records::json::canonical::canonical;
use scorio_records::json::paths::values;
use scorio_records::json::value::Value;
use scorio_records::json::view::members;

use crate::error::Result;
use crate::records::document::ENTRIES;
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
    name: "promptfoo",
    title: "promptfoo",
    part_of: not_a_part,
    maps: &[
        ("model", "provider.label of a result, else provider.id"),
        ("task", "prompt.label of a result"),
        (
            "question",
            "vars of a result as JSON with sorted keys, and the description of its test in brackets",
        ),
        ("trial", "id of a result, to detect a result that is in two files"),
        ("score", "success, then score, then namedScores"),
        ("error", "failureReason 2"),
        ("cost", "cost, latencyMs, tokenUsage.total"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object && (is_lines(sniffed) || sniffed.has_all(&DOCUMENT))
    },
    open,
};

const DOCUMENT: [&str; 2] = ["results.version", "results.results"];

fn is_lines(sniffed: &Sniffed) -> bool {
    sniffed.has_all(&["promptIdx", "testIdx", "provider", "vars", "success"])
}

#[expect(clippy::unnecessary_wraps, reason = "as every format is opened")]
fn open(file: &LogFile<'_>) -> Result<Reading> {
    let layout = if is_lines(file.sniffed) {
        Layout::Lines
    } else {
        Layout::At(&["results", "results", ENTRIES])
    };
    Ok(Reading::Records(Box::new(Promptfoo { layout })))
}

struct Promptfoo {
    layout: Layout,
}

impl RecordReader for Promptfoo {
    fn layout(&self) -> Layout {
        self.layout
    }

    fn fields(&self) -> &'static [&'static str] {
        &[
            "vars",
            "provider",
            "prompt.label",
            "testCase.description",
            "success",
            "score",
            "namedScores",
            "failureReason",
            "id",
        ]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let mut question = canonical(&record.need(0)?);
        if let Value::Text(description) = record.get(3) {
            question = format!("{question} ({description})");
        }
        let mut trial = Trial {
            model: provider(&record.need(1)?).map(Cow::Owned),
            task: record.get(2).own().map(Cow::Owned).unwrap_or_default(),
            question: Value::Text(Cow::Owned(question)),
            run: record.get(8).own().map(Cow::Owned),
            errored: record.get(7) == Value::Number(ERROR),
            ..Trial::default()
        };
        if !trial.errored {
            trial.score("success", record.get(4));
            trial.score("score", record.get(5));
            if let Value::Nested(text) = record.get(6) {
                for (name, value) in members(text) {
                    trial.score(name, value);
                }
            }
        }
        give(trial)
    }
}

/// The reason of a failure that is no failed assertion. Those have an `error` as well.
const ERROR: &str = "2";

fn provider(value: &Value<'_>) -> Option<String> {
    let Value::Nested(text) = value else { return value.own() };
    let found = values(text, &["label", "id"]).unwrap_or_default();
    found.iter().find_map(|name| name.own().filter(|name| !name.is_empty()))
}
