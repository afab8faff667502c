//! Counts as samples of Every Eval Ever: a line for each trial, with what counts know of it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::path::Path;

use scorio_core::Counts;
use scorio_core::counts::{Key, Question};
use scorio_records::json::quoted::quote;
use scorio_records::records::label;

use crate::error::Result;
use crate::source::progress::{GoOn, Going};
use crate::write::atomically::{unwritten, write_atomically};
use crate::write::error::WriteError;

/// How the name of such a file ends.
const ENDING: &str = "_samples.jsonl";

/// The version of the schema whose fields the lines have.
const VERSION: &str = "0.3.0";

/// Whether a file is to hold samples, by its name.
#[must_use]
pub fn is_samples(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING))
}

/// Writes a line for each trial, whole or not at all.
///
/// # Errors
/// More than two categories whose names are no numbers, since every line has its score. A file that
/// cannot be written. `go_on` says to stop.
pub fn write_samples(counts: &Counts, path: &Path, go_on: &mut GoOn<'_>) -> Result<()> {
    let evaluations = evaluations(counts.categories())?;
    let failed = |source| unwritten(&path.display().to_string(), source);
    write_atomically(path, &mut Going::new(go_on), |file, going| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let all: HashSet<_> = counts.iter().map(|q| q.key()).collect();
        for (row, question) in counts.iter().enumerate() {
            going.row(row)?;
            // Every identifier is a text there, so that "1" needs no quotes of its own to be told from 1,
            // unless both are.
            let text = label::unquoted(question.question);
            let alone = !all.contains(&Key { question: text, ..question.key() });
            let line = line(&question, if alone { text } else { question.question });
            for (evaluation, &trials) in evaluations.iter().zip(question.counts) {
                repeat(trials, going, || write(&mut out, &line, evaluation).map_err(failed))?;
            }
            let missing = || write(&mut out, &line, MISSING).map_err(failed);
            repeat(question.missing, going, missing)?;
        }
        out.flush().map_err(failed)
    })
}

/// A trial without an outcome. The schema knows no such thing.
const MISSING: &str = r#"{"score":null,"is_correct":null}"#;

fn repeat(trials: u64, going: &mut Going<'_>, mut write: impl FnMut() -> Result<()>) -> Result<()> {
    for trial in 1..=trials {
        // A question may have 2^53 trials.
        if trial.is_multiple_of(1 << 10) {
            going.step()?;
        }
        write()?;
    }
    Ok(())
}

fn write(out: &mut impl Write, line: &str, evaluation: &str) -> std::io::Result<()> {
    writeln!(out, "{line}{evaluation}}}")
}

/// A line up to its evaluation.
fn line(question: &Question<'_>, id: &str) -> String {
    let mut line = String::from("{");
    let model = question.model.replace('/', "_");
    // The schema knows one name for a task and its score.
    let name = match (question.task, question.score) {
        (task, "") => task.to_owned(),
        ("", score) => score.to_owned(),
        (task, score) => format!("{task}: {score}"),
    };
    let evaluation = if name.is_empty() { model } else { format!("{name}/{model}") };
    for (name, text) in [
        ("schema_version", VERSION),
        ("evaluation_id", &evaluation),
        ("model_id", question.model),
        ("evaluation_name", &name),
        ("sample_id", id),
    ] {
        // Writing to a text cannot fail.
        let _ = write!(line, "\"{name}\":");
        quote(text, &mut line);
        line.push(',');
    }
    line.push_str("\"evaluation\":");
    line
}

/// The evaluation of a trial in each category: the last is right. A category's name is its score if all
/// are numbers, and two that are not are 0 and 1.
fn evaluations(categories: &[String]) -> Result<Vec<String>> {
    let number = |name: &String| name.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = categories.iter().map(number).collect();
    let scores = match numbers {
        Some(numbers) => numbers,
        None if categories.len() == 2 => vec![0.0, 1.0],
        None => {
            let categories = categories.to_vec();
            return Err(WriteError::NoScores { categories, ending: ENDING }.into());
        }
    };
    let last = scores.len() - 1;
    let evaluation = |(category, score): (usize, &f64)| {
        format!("{{\"score\":{score:?},\"is_correct\":{}}}", category == last)
    };
    Ok(scores.iter().enumerate().map(evaluation).collect())
}
