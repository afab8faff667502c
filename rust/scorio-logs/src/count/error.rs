//! What can be wrong when trials are counted.

use scorio_records::records::place::{Place, named};
use scorio_records::trials::error::{list, meant};
use thiserror::Error;

use crate::count::tool_logs::words::{before, signals};
use crate::remedy::Remedy;

/// What is wrong with a trial, or with the trials of a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// A file without a record.
    #[error("{} {}", named(file), if *header { "has a header, but no row below it" } else { "is empty: it has no record" })]
    Empty {
        /// The file.
        file: String,
        /// It is one of several.
        one_of_several: bool,
        /// It is a table of columns without rows.
        header: bool,
    },
    /// A file none of whose records can be read.
    #[error("{file} has no record that can be read: {skipped} were skipped")]
    AllSkipped {
        /// The file.
        file: String,
        /// How many records it has.
        skipped: u64,
    },
    /// Two files that name no model, and have the same name themselves.
    #[error("{file} and {other} name no model, and would both be the model \"{stem}\"")]
    SameStem {
        /// The file.
        file: String,
        /// The other one.
        other: String,
        /// Their name.
        stem: String,
    },
    /// Two files that name no model, and are shards of one run by their names.
    #[error(
        "{file} and {other} name no model, and their names differ only by the number of a shard"
    )]
    Shards {
        /// The file.
        file: String,
        /// The other one.
        other: String,
        /// What both names begin and end with.
        stem: String,
    },
    /// A question that cannot name anything.
    #[error("{place}: the question is {value}, which names nothing")]
    Question {
        /// Where.
        place: Box<Place>,
        /// The value.
        value: String,
    },
    /// The order of trials is wanted, whose outcomes are numbers.
    #[error("the order of trials is kept for categories, not for numbers")]
    OrderOfNumbers,
    /// A record without the fields of signals.
    #[error(
        "{place}: there is no field {}{}; fields here: {}",
        signals(lacking),
        meant(field, seen),
        list(seen)
    )]
    NoSignalField {
        /// Where.
        place: Box<Place>,
        /// The field of the signal that is needed.
        field: String,
        /// All signals that the record lacks, each with its field.
        lacking: Box<[(String, String)]>,
        /// The record's own fields.
        seen: Vec<String>,
        /// What a user can do.
        remedy: Remedy,
    },
    /// Rubrics grade single trials by their signals.
    #[error("rubrics cannot be combined with {conflict}")]
    RubricConflict {
        /// What they cannot be combined with.
        conflict: &'static str,
    },
    /// A signal whose value is no number.
    #[error("{place}: the signal {signal} is {value} in {field}, which is no number")]
    SignalValue {
        /// The place.
        place: Box<Place>,
        /// The signal.
        signal: String,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// Missing outcomes are to be failures, but outcomes are numbers.
    #[error("a missing outcome cannot count as a failure, because outcomes are numbers")]
    FailedNumbers,
    /// Numbers of successes, where outcomes are to be numbers.
    #[error("{place}: the record counts successes, and has no numeric outcome")]
    AggregateNumbers {
        /// Where.
        place: Box<Place>,
    },
    /// A trial that ended in an error, without a policy.
    #[error("{place}: the trial ended in an error and has no score")]
    Errored {
        /// Where.
        place: Box<Place>,
    },
    /// Outcomes that are not where an expression says.
    #[error("{place}: the outcome \"{field}\" {problem}")]
    Misshapen {
        /// Where.
        place: Box<Place>,
        /// The expression.
        field: String,
        /// What is wrong.
        problem: String,
    },
    /// A rate that no number of successes has.
    #[error("{place}: the rate {rate} (field \"{field}\") of {total} trials {problem}")]
    Rate {
        /// Where.
        place: Box<Place>,
        /// The field of the rate.
        field: String,
        /// The rate.
        rate: String,
        /// The number of trials.
        total: u64,
        /// What is wrong.
        problem: &'static str,
    },
    /// A number of trials that is not whole.
    #[error("{place}: the field \"{field}\" is {value}, not a whole number from 0 to 2^53")]
    NotWhole {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// A weight that is neither 0 nor a number from 1e-100 to 1e100.
    #[error(
        "{place}: the weight {value} (field \"{field}\") is neither 0 nor a number from 1e-100 to 1e100"
    )]
    Weight {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// The value.
        value: String,
    },
    /// A question with two clusters, two weights or two values of a field, or with a weight that is out of range.
    #[error("{place}: {source}")]
    Details {
        /// Where.
        place: Box<Place>,
        /// What is wrong.
        source: scorio_core::Error,
    },
    /// A field of questions that no record has.
    #[error(
        "no record has the field \"{field}\"{}; {place} has: {}",
        meant(field, seen),
        list(seen)
    )]
    NoQuestionField {
        /// Where.
        place: Box<Place>,
        /// The wanted field.
        field: String,
        /// The fields of this record.
        seen: Vec<String>,
    },
    /// A record without a run.
    #[error("{place}: the field \"{field}\" of the run is {value}; fields here: {}", list(seen))]
    NoRun {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// What it holds.
        value: String,
        /// The fields of the record.
        seen: Vec<String>,
    },
    /// A series of two models.
    #[error(
        "{place} is of the model {model}, and others are of {other}: a series is of one model, so give its logs alone"
    )]
    OtherModel {
        /// Where.
        place: Box<Place>,
        /// The model of the record.
        model: String,
        /// The model of the series.
        other: String,
    },
    /// A field of a question whose value is no text.
    #[error("{place}: the field \"{field}\" is {value}, which is no single value")]
    QuestionField {
        /// Where.
        place: Box<Place>,
        /// The field.
        field: String,
        /// What it holds.
        value: String,
    },
    /// Runs of a model's question with two weights.
    #[error(
        "{place}: a run of question {question} weighs {weight}, another run of the same model {known}: all must weigh the same"
    )]
    RunWeight {
        /// Where.
        place: Box<Place>,
        /// The question.
        question: String,
        /// The weight of another run.
        known: f64,
        /// The weight of this run.
        weight: f64,
    },
    /// Runs of a question that weigh more in all for one model than for another.
    #[error("with weights of runs, {source}")]
    RunSums {
        /// What is wrong.
        source: scorio_core::Error,
    },
    /// Weights that look like those of single runs.
    #[error(
        "the weights of {model} look like weights of single runs: {one} and {other} are both {sum} in all"
    )]
    WeightsOfRuns {
        /// The model.
        model: String,
        /// A question, its weight and its runs.
        one: String,
        /// Another question.
        other: String,
        /// What the runs of each weigh together.
        sum: f64,
    },
    /// What a weight is of, without a weight.
    #[error("there is no weight of which to say whether it is of a question or of a run")]
    WeightOfNothing,
    /// More correct trials than trials.
    #[error(
        "{place}: {correct} correct trials are more than the {total} {}",
        if *total == 1 { "trial there is" } else { "trials there are" }
    )]
    MoreCorrect {
        /// Where.
        place: Box<Place>,
        /// Correct trials.
        correct: u64,
        /// Trials.
        total: u64,
    },
    /// A record of several trials that names one of them.
    #[error("{place}: the record stands for {times} trials and names one of them, {trial}")]
    NamedOfSeveral {
        /// Where.
        place: Box<Place>,
        /// How many trials.
        times: u64,
        /// The named trial.
        trial: String,
    },
    /// Numbers of one trial of a question that a later file repeats.
    #[error(
        "{place}: the numbers of trial {trial} were counted before, and nothing tells what they were beside those of other trials"
    )]
    ReplacedNumbers {
        /// Where.
        place: Box<Place>,
        /// The trial.
        trial: String,
    },
    /// A sum that repeats a trial with another number of trials.
    #[error(
        "{place}: the trial is over {of} trials, but an earlier record has it over {before}: it cannot replace that"
    )]
    ReplacedSum {
        /// Where.
        place: Box<Place>,
        /// The trials of this sum.
        of: u64,
        /// The trials of the earlier sum.
        before: u64,
    },
    /// A score that is a sum and cannot be counted.
    #[error("{place}: the score \"{score}\" is a sum of {sum} over {of} trials, {problem}")]
    Sum {
        /// Where.
        place: Box<Place>,
        /// The score.
        score: String,
        /// Its value.
        sum: String,
        /// How many trials it is over.
        of: u64,
        /// Why it cannot be counted.
        problem: &'static str,
    },
    /// Order is wanted of records that stand for several trials.
    #[error("{}a record that stands for several trials does not tell their order", before(place.as_deref()))]
    NoOrder {
        /// The record, if there is one.
        place: Option<Box<Place>>,
    },
    /// A trial without the wanted score.
    #[error("{place}: the trial has no score \"{score}\"; its scores are {}", scores.join(", "))]
    NoScoreInTrial {
        /// Where.
        place: Box<Place>,
        /// The wanted score.
        score: String,
        /// The scores of the file so far.
        scores: Vec<String>,
    },
    /// None of the scores is known to say whether an answer is right.
    #[error(
        "{file} cannot be read as {format}: none of its scores is known to say whether an answer is right; its scores are {}",
        scores.join(", ")
    )]
    NoKnownScore {
        /// The file.
        file: String,
        /// The format.
        format: &'static str,
        /// The scores of the file.
        scores: Vec<String>,
    },
    /// None of the scores has a category.
    #[error(
        "{file} cannot be read as {format}: none of its scores has a category (\"{score}\" is {value}); {accepted}"
    )]
    NoFittingScore {
        /// The file.
        file: Box<str>,
        /// The format.
        format: &'static str,
        /// A score.
        score: Box<str>,
        /// One of its values, and the place.
        value: Box<str>,
        /// What would match.
        accepted: Box<str>,
        /// The user has named no categories.
        usual: bool,
    },
    /// Two files whose first scores differ.
    #[error(
        "{} would be scored by \"{known}\" in {other}, and by \"{score}\" in {file}",
        if task.is_empty() { "what has no task".to_owned() } else { format!("the task {task}") }
    )]
    TwoScores {
        /// The task.
        task: Box<str>,
        /// The score of the earlier file.
        known: Box<str>,
        /// The earlier file.
        other: Box<str>,
        /// The score of this file.
        score: Box<str>,
        /// This file.
        file: Box<str>,
    },
    /// A file that adds the same trials as another with the same bytes or the same records.
    #[error("{file} is a copy of {other}: its trials would count twice")]
    Copy {
        /// The file.
        file: String,
        /// The file with the same bytes or records.
        other: String,
    },
    /// A file whose records are all in another one, which has more.
    #[error(
        "{file} is a part of {other}: its {} would count twice",
        crate::note_words::counted(*records, "record")
    )]
    Part {
        /// The file with fewer records.
        file: String,
        /// The file that has them too.
        other: String,
        /// How many they are.
        records: u64,
    },
    /// All trials of a model would count as failures, because its records lack the field.
    #[error(
        "no record of model {model} has the field \"{field}\" for the outcome, so that all its {trials} would count as failures",
        trials = crate::note_words::counted(*trials, "trial")
    )]
    NoOutcomeOfModel {
        /// The model.
        model: String,
        /// The field.
        field: String,
        /// How many trials it has.
        trials: u64,
    },
    /// A file without responses beside their target.
    #[error(
        "{file} cannot be regraded: only logs that keep every response beside its target can (lm-eval)"
    )]
    NotRegradable {
        /// The file.
        file: String,
    },
    /// A long table, of which a score is named.
    #[error("{file} is a long table, whose score is a field")]
    ScoreOfTable {
        /// The file.
        file: String,
    },
    /// A count file where a log is read.
    #[error("{file} is a count file, not a log")]
    CountFile {
        /// The file.
        file: String,
    },
    /// A table of counts, with an option that says how to read trials.
    #[error("{table} holds counts, but {option} says how to read trials")]
    CountedAlready {
        /// What the table is called.
        table: String,
        /// The option.
        option: &'static str,
    },
}
