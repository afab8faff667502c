//! Every Eval Ever: `{uuid}_samples.jsonl`, a line for each answer to a sample.

use std::collections::HashMap;

use scorio_records::json::value::Value;

use crate::error::Result;
use crate::remedy::Remedy;
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
    name: "every-eval-ever",
    title: "Every Eval Ever",
    part_of: not_a_part,
    maps: &[
        ("model", "model_id"),
        ("task", "evaluation_name"),
        ("question", "sample_id, a text in any case: 1 and \"1\" are one"),
        ("trial", "not in the log: the order of the lines"),
        ("score", "evaluation.is_correct, then evaluation.score"),
        ("error", "error of a line without a score"),
        ("cost", "token_usage.total_tokens"),
    ],
    detects: |sniffed: &Sniffed| {
        let names = ["schema_version", "evaluation_id", "model_id", "evaluation_name", "sample_id"];
        sniffed.shape == Shape::Object && sniffed.has_all(&names) && sniffed.has("evaluation")
    },
    open,
};

#[expect(clippy::unnecessary_wraps, reason = "as every format is opened")]
fn open(_: &LogFile<'_>) -> Result<Reading> {
    Ok(Reading::Records(Box::new(EvaluationSamples::default())))
}

#[derive(Default)]
struct EvaluationSamples {
    /// For each evaluation of each model, the result that its lines belong to.
    results: HashMap<(String, String), String>,
}

impl RecordReader for EvaluationSamples {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &[
            "model_id",
            "evaluation_name",
            "sample_id",
            "evaluation.is_correct",
            "evaluation.score",
            "error",
            "evaluation_result_id",
        ]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let text = |place: usize, name: &str| match record.need(place)? {
            Value::Text(text) => Ok(text),
            _ => Err(record.wrong(format!("the field \"{name}\" is not a text"))),
        };
        let (model, task) = (text(0, "model_id")?, text(1, "evaluation_name")?);
        if let Value::Text(result) = record.get(6) {
            self.one_result(record, &model, &task, &result)?;
        }
        let question = record.need(2)?;
        let question = match &question {
            // Whatever reads as a number is a text of the schema all the same.
            Value::Text(text) if !text.is_empty() => Value::Cell(text),
            other => other.clone(),
        };
        let (correct, score) = (record.get(3), record.get(4));
        let nothing = |value: &Value<'_>| matches!(value, Value::Absent | Value::Null);
        let mut trial = Trial {
            model: Some(model),
            task,
            question,
            errored: !nothing(&record.get(5)) && nothing(&correct) && nothing(&score),
            ..Trial::default()
        };
        if correct != Value::Absent || score == Value::Absent {
            trial.score("is_correct", correct);
        }
        trial.score("score", score);
        give(trial)
    }
}

impl EvaluationSamples {
    /// Lines of two results of one evaluation are two measures of an answer, and not two trials.
    fn one_result(
        &mut self,
        record: &Record<'_>,
        model: &str,
        task: &str,
        result: &str,
    ) -> Result<()> {
        let key = (model.to_owned(), task.to_owned());
        let known = self.results.entry(key).or_insert_with(|| result.to_owned());
        if known == result {
            return Ok(());
        }
        let what = format!(
            "the evaluation {task} has the results {known} and {result}, which may measure the same answers twice"
        );
        Err(record.wrong_but(what, Remedy::ReadResultsAsTasks {}))
    }
}
