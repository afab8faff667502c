//! The checksum of a count file, made of its questions one after another.

use std::fmt::Write as _;

use scorio_core::counts::Question;
use sha2::{Digest, Sha256};

use crate::note::{Note, Report};
use crate::write::stored_labels::{CLUSTER, FIELD, SCORE, WEIGHT};

/// A checksum on its way.
pub(super) struct Hash(Sha256);

impl Hash {
    pub(super) fn new() -> Self {
        Self(Sha256::new())
    }

    /// The figures and notes of a report.
    pub(super) fn of_report(report: &Report) -> Self {
        let mut hash = Self::new();
        hash.figures(report.fields().into_iter());
        hash.texts(&report.notes.iter().map(Note::saved).collect::<Vec<_>>());
        hash
    }

    pub(super) fn figures(&mut self, figures: impl Iterator<Item = (&'static str, u64)>) {
        for (name, value) in figures {
            self.text(name);
            self.text(&value.to_string());
        }
    }

    pub(super) fn texts(&mut self, texts: &[String]) {
        self.text(&texts.len().to_string());
        for each in texts {
            self.text(each);
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    /// The labels of a question, and those that it may lack.
    pub(super) fn labels(&mut self, question: &Question<'_>) {
        for label in [question.model, question.task, question.question] {
            self.text(label);
        }
        self.optional_labels(question);
    }

    pub(super) fn optional_labels(&mut self, question: &Question<'_>) {
        let weight = question.weight.map(|weight| format!("{:016x}", weight.to_bits()));
        let score = Some(question.score).filter(|score| !score.is_empty());
        for (name, label) in
            [(SCORE, score), (CLUSTER, question.cluster), (WEIGHT, weight.as_deref())]
        {
            if let Some(label) = label {
                self.text(name);
                self.text(label);
            }
        }
    }

    /// The fields of a question.
    pub(super) fn values<'v>(&mut self, values: impl Iterator<Item = (&'v str, &'v str)>) {
        for (field, value) in values {
            self.text(FIELD);
            self.text(field);
            self.text(value);
        }
    }

    pub(super) fn finish(self) -> String {
        self.0.finalize().iter().fold(String::new(), |mut text, byte| {
            // Writing to a text cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
