//! verl: the generations of a validation or training step, a record a line. A record names neither
//! model nor question. What was asked stands in full in its input.

use std::borrow::Cow;
use std::fmt::Write;

use scorio_records::json::value::Value;
use scorio_records::json::view::numbers;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::error::Result;
use crate::remedy::Remedy;
use crate::tools::error::ToolError;
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
    name: "verl",
    title: "verl",
    part_of: not_a_part,
    maps: &[
        ("model", "not in the log: to be set"),
        ("task", "not in the log"),
        ("question", "the first 16 bytes of the SHA-256 of input, in hexadecimal digits"),
        ("trial", "not in the log: the order of the lines"),
        ("score", "score, then every other field that is a number or a boolean, such as acc"),
    ],
    detects: |sniffed: &Sniffed| {
        sniffed.shape == Shape::Object && sniffed.has_all(&["input", "output", "score", "step"])
    },
    open,
};

/// TableFields that are no scores, or not again.
const OTHERS: &[&str] = &["input", "output", "gts", "score", "step"];

fn open(file: &LogFile<'_>) -> Result<Reading> {
    let model = file.model_name(None, "").map_err(|_| {
        let looked_for = "verl writes none; the step is the file's name".to_owned();
        let remedy = Remedy::TakeModelFromPath { pattern: r"(?P<model>[0-9]+)\.jsonl" };
        let file = file.path.display().to_string();
        Error::from(ToolError::NoModel { file, looked_for, remedy })
    })?;
    Ok(Reading::Records(Box::new(Verl { model })))
}

struct Verl {
    model: String,
}

impl RecordReader for Verl {
    fn layout(&self) -> Layout {
        Layout::Lines
    }

    fn fields(&self) -> &'static [&'static str] {
        &["input", "score"]
    }

    fn trials(&mut self, record: &Record<'_>, give: &mut Give<'_>) -> Result<()> {
        let question = match record.need(0)? {
            Value::Text(input) => hash(&input),
            other => {
                let what = "the field \"input\" is not the text that was asked";
                let found = other.own().unwrap_or_else(|| "null".to_owned());
                return Err(record.wrong(format!("{what}: {found}")));
            }
        };
        let mut trial = Trial {
            model: Some(Cow::Borrowed(&self.model)),
            question: Value::Cell(&question),
            ..Trial::default()
        };
        trial.score("score", record.get(1));
        for (name, value) in numbers(record.text()) {
            if !OTHERS.contains(&&*name) {
                if trial.scores.iter().any(|score| score.name == name) {
                    return Err(record.wrong(format!("the key \"{name}\" is there twice")));
                }
                trial.score(name, value);
            }
        }
        give(trial)
    }
}

/// Equal inputs are one question, in whichever file and on whichever machine.
fn hash(input: &str) -> String {
    let digest = Sha256::digest(input.as_bytes());
    let mut text = String::new();
    for byte in digest.iter().take(16) {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn hashes_as_others_do() {
        // python -c 'import hashlib; print(hashlib.sha256("é".encode()).hexdigest()[:32])'
        assert_eq!(super::hash("é"), "4a99557e4033c3539de2eb65472017ca");
    }
}
