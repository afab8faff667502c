//! The sentences of notes.

use std::fmt;

use scorio_core::Printable;

use crate::note::Note;

/// A number of things in words: 1 trial, 2 trials.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Names in words, of which there are more.
fn listed(names: &[String], between: &str, more: u64) -> String {
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names.join(between))
}

/// A plan in words.
fn plan(file: &str, questions: u64, trials: u64) -> String {
    format!("{file} plans {} x {}", counted(questions, "question"), counted(trials, "trial"))
}

/// On one line, whatever names and values it holds.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printable(Sentence(self)).fmt(f)
    }
}

struct Sentence<'a>(&'a Note);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Note::Interrupted { problem, .. } => {
                write!(f, "Interrupted, read as far as it goes: {problem}")
            }
            Note::PerhapsInterrupted { place, column, .. } => write!(
                f,
                "Perhaps interrupted: {place}: the row has no line end, so that its last cell (\"{column}\") may go on; it is counted as it stands"
            ),
            Note::Invalidated { file } => {
                write!(f, "{file}: the log is marked as invalidated, and its samples count all the same")
            }
            Note::SkippedFiles { files, more } => {
                write!(f, "Passed over: {}", listed(files, ", ", *more))
            }
            Note::CostOfTrials { .. } | Note::FreeTrials { .. } => of_costs(self.0, f),
            Note::PartialOutcomes { tasks } => {
                let of = if tasks.is_empty() { "" } else { " of " };
                write!(
                    f,
                    "Some outcomes{of}{} are 0.5 (partial), so that all tasks here have three categories: the prior of bayes is over three, and metrics that need two, such as pass_at_k, do not apply; a threshold makes them two, or count the other tasks alone",
                    tasks.join(", ")
                )
            }
            Note::WeightsOfQuestions { what, of_questions, of_runs } => write!(
                f,
                "A weight counts once for its question: {what} is {of_questions}. If it is the weight of each run, it is {of_runs}. Say which (weight_of: run or question)"
            ),
            Note::PlannedMissing { file, questions, trials, missing } => {
                let verbs = if *missing == 1 { "is not there and counts" } else { "are not there and count" };
                let (plan, missing) = (plan(file, *questions, *trials), counted(*missing, "trial"));
                write!(f, "{plan}, of which {missing} {verbs} as missing")
            }
            Note::PlannedUnnamed { file, questions, trials, unnamed } => {
                f.write_str(&plan(file, *questions, *trials))?;
                of_unnamed(*unnamed, f)
            }
            Note::PlanTooLarge { file, questions, trials } => write!(
                f,
                "{}, too many to look for each: coverage is of the trials that are there",
                plan(file, *questions, *trials)
            ),
            Note::PlansTooLarge { files, more, most } => {
                let files = listed(files, ", ", *more);
                write!(f, "Logs plan more than {most} trials that are in none of them: the plans of {files} are left out, and coverage there is of the trials that are there")
            }
            Note::PlannedTwice {} => f.write_str(
                "Some questions are in several of the counts that were merged, each of which has its own plan of them: trials that are missing in one may be those of another, and coverage is too low then; count such logs together",
            ),
            Note::CountedScore { tool, score, others, more } => {
                write!(f, "{tool} score: {score}")?;
                if !others.is_empty() {
                    write!(f, "; also there: {}", others.join(", "))?;
                }
                if *more > 0 { write!(f, " and {more} more") } else { Ok(()) }
            }
            Note::ScoresWithoutValue { scores } => {
                write!(f, "Scores without a value, left out: {}", scores.join(", "))
            }
            Note::ScoresWithoutCategory { scores, values } => {
                let scores = scores.iter().zip(values).map(|(score, value)| format!("{score} ({value})"));
                write!(
                    f,
                    "Scores without a category, left out until a threshold or categories say what they are: {}",
                    scores.collect::<Vec<_>>().join("; ")
                )
            }
            Note::SimilarNames { role, names } => {
                let names: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
                let names = names.join(", ");
                write!(f, "These {role} count apart, though their names differ only by blanks, case, invisible signs or zeros: {names}")
            }
            Note::SimilarQuestions { names, more, texts } => of_questions(names, *more, *texts, f),
            Note::UnreadEntries { field, unread, all } => write!(
                f,
                "\"{field}\" is one entry of a list: {} of the first record {} not read; \"{all}\" reads them all as trials",
                if *unread == 1 { "1 other".to_owned() } else { format!("{unread} others") },
                if *unread == 1 { "is" } else { "are" }
            ),
            Note::OtherDelimiter { file, delimiter } => {
                write!(f, "{file}: {delimiter} part its cells")
            }
            Note::RecordsInside { file, path, keyed } => {
                let place = if path.is_empty() { "its members".to_owned() } else { format!("in \"{path}\"") };
                let keys = if keyed.is_empty() { "" } else { ", whose names are the questions" };
                write!(f, "{file}: the records are {place}{keys}")
            }
            Note::LabelsUnlike { .. } | Note::EqualLabels { .. } | Note::UnmatchedLabels { .. } => {
                of_labels(self.0, f)
            }
            Note::ModelsOfFiles { models, more, alike } => of_files(models, *more, alike, f),
            Note::SharedRecords { .. } | Note::PerhapsShared { .. } | Note::EqualRecords { .. } => {
                of_records(self.0, f)
            }
            Note::Saved { sentence } => f.write_str(sentence),
        }
    }
}

/// The sentence of a note on questions that may be the same.
fn of_questions(
    names: &[String],
    more: u64,
    texts: u64,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let groups = names.len() as u64 + more;
    let names = listed(names, "; ", more);
    write!(f, "These count as different questions, but may be the same: {names}")?;
    if texts > 0 {
        f.write_str("; ids = text reads 1 and \"1\" as one")?;
    }
    if groups > texts {
        f.write_str("; if some are one, write them alike in the logs")
    } else {
        Ok(())
    }
}

/// What becomes of questions that a plan has, and no log names.
fn of_unnamed(unnamed: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (verb, them, count) =
        if unnamed == 1 { ("is", "it", "it counts") } else { ("are", "them", "they count") };
    write!(
        f,
        "; {unnamed} of the questions {verb} not in it, which does not name {them}: {count} as missing, unless another log has {them}"
    )
}

/// The sentence of a note on files whose names are the models.
fn of_files(
    models: &[String],
    more: u64,
    alike: &[String],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let (file, is) = match models.len() {
        1 if more == 0 => ("A file has", "its name is the model"),
        _ => ("Files have", "their names are the models"),
    };
    write!(f, "{file} no field \"model\", so {is}: {}", listed(models, ", ", more))?;
    if alike.is_empty() {
        return Ok(());
    }
    write!(
        f,
        "; {} have equal counts in every question: leave one out if it is a copy",
        alike.join(" and ")
    )
}

/// The sentence of a note on records that count more than once.
fn of_records(note: &Note, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match note {
        Note::SharedRecords { file, other, shared, records } => write!(
            f,
            "{shared} of the {} of {file} {} equal to records of {other}, and count in both; if they are the same trials, leave them out of one file",
            counted(*records, "record"),
            if *shared == 1 { "is" } else { "are" }
        ),
        Note::PerhapsShared { file, other } => write!(
            f,
            "{file} and {other} seem to share records, which then count twice; save what comes through the pipe as a file to compare them"
        ),
        Note::EqualRecords { file, more, equal, compared } => {
            let others = if *more > 0 {
                format!(" and {}", counted(*more, "other file"))
            } else {
                String::new()
            };
            let are = if *equal == 1 { "is" } else { "are" };
            write!(
                f,
                "{file}{others}: of {} that were compared, {equal} {are} equal to an earlier one in every field; each counts as a trial",
                counted(*compared, "record")
            )
        }
        _ => Ok(()),
    }
}

/// What trials cost.
fn of_costs(note: &Note, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match note {
        Note::CostOfTrials { formula, prices } => {
            let with = if prices.is_empty() { "" } else { ", with the prices of " };
            write!(f, "Cost of a trial: {formula}{with}{prices}")
        }
        Note::FreeTrials { model, free, trials } => {
            write!(
                f,
                "{free} of {trials} trials of {model} cost 0. Perhaps their answers were cached"
            )
        }
        _ => Ok(()),
    }
}

/// The sentence of a note on labels.
fn of_labels(note: &Note, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match note {
        Note::LabelsUnlike { model, field, z } => {
            let model = if model.is_empty() { "all models" } else { model };
            write!(
                f,
                "Labelled trials of {model} differ from others with the same outcome in {field} (z {z}): chance did not choose them"
            )
        }
        Note::EqualLabels { file, equal } => write!(
            f,
            "{file}: {} an earlier one of the same trial, and {} once",
            if *equal == 1 {
                "1 label repeats".to_owned()
            } else {
                format!("{equal} labels repeat")
            },
            if *equal == 1 { "counts" } else { "each counts" }
        ),
        Note::UnmatchedLabels { file, unmatched, labels } => write!(
            f,
            "{file}: {unmatched} of {} no trial of the log, and {} left out",
            if *labels == 1 { "1 label names".to_owned() } else { format!("{labels} labels name") },
            if *unmatched == 1 { "is" } else { "are" }
        ),
        _ => Ok(()),
    }
}
