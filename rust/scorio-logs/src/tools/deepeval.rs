//! deepeval: a test run, an object with the lists of its test cases.

use std::borrow::Cow;

use scorio_records::json::paths::values;
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
    name: "deepeval",
    title: "deepeval",
    part_of: not_a_part,
    maps: &[
        ("model", "none"),
        ("task", "none"),
        ("question", "name of a test case"),
        ("trial", "none: the order of the test cases of one name"),
        (
            "score",
            "success of the test case; then of each metric, by its name, success, and score as NAME.score",
        ),
        ("error", "error of one of metricsData is not null"),
    ],
    detects: |sniffed: &Sniffed| {
        let has = |inside: &str| {
            let case = |list: &str, field: &str| sniffed.has(&format!("{inside}{list}.0.{field}"));
            LISTS.iter().any(|list| case(list, "success") && case(list, "metricsData"))
        };
        sniffed.shape == Shape::Object && (has("") || has("testRunData."))
    },
    open,
};

/// The lists of test cases, of which a run has both.
const LISTS: [&str; 2] = ["testCases", "conversationalTestCases"];

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let model = file.model_name(None, "test cases are of no model")?;
    Ok(Reading::Records(Box::new(TestRun { model })))
}

struct TestRun {
    model: String,
}

impl RecordReader for TestRun {
    fn layout(&self) -> Layout {
        Layout::At(&[])
    }

    fn fields(&self) -> &'static [&'static str] {
        &[
            "testCases",
            "conversationalTestCases",
            "testRunData.testCases",
            "testRunData.conversationalTestCases",
        ]
    }

    fn headlines(&self) -> &'static [&'static str] {
        &["success"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        for (place, name) in self.fields().iter().enumerate() {
            let cases = match record.get(place) {
                Value::Absent | Value::Null => continue,
                Value::Nested(list) if list.starts_with('[') => entries(list),
                _ => return Err(record.wrong(format!("the field \"{name}\" is not a list"))),
            };
            for (number, case) in cases.into_iter().enumerate() {
                let at = |what: &str| record.wrong(format!("entry {number} of \"{name}\" {what}"));
                let Value::Nested(case) = case else { return Err(at("is not an object")) };
                let fields = ["name", "success", "metricsData"];
                let found = values(case, &fields).ok_or_else(|| at("is not an object"))?;
                let [question, success, metrics] = found.as_slice() else { continue };
                let mut trial = Trial {
                    model: Some(Cow::Borrowed(&self.model)),
                    question: question.clone(),
                    ..Trial::default()
                };
                let metrics = match metrics {
                    Value::Absent | Value::Null => Vec::new(),
                    Value::Nested(list) if list.starts_with('[') => entries(list),
                    _ => return Err(at("has metricsData that are not a list")),
                };
                let mut scores = Vec::new();
                for metric in metrics {
                    let Value::Nested(metric) = metric else {
                        return Err(at("has a metric that is not an object"));
                    };
                    let fields = ["name", "success", "score", "error"];
                    let found = values(metric, &fields).unwrap_or_default();
                    let [Value::Text(name), success, score, error] = found.as_slice() else {
                        return Err(at("has a metric without a name"));
                    };
                    trial.errored |= !matches!(error, Value::Absent | Value::Null);
                    scores.push((name.to_string(), success.clone()));
                    scores.push((format!("{name}.score"), score.clone()));
                }
                if !trial.errored {
                    trial.outcome("success", success.clone());
                    for (name, value) in scores {
                        trial.outcome(name, value);
                    }
                }
                give(trial)?;
            }
        }
        Ok(())
    }
}
