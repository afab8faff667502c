//! The call `compare_pairs`: its declaration, and how it answers.

use std::collections::{BTreeMap, BTreeSet};

use super::call::{few_questions, luck, separation, short_questions, shown};
use super::compare::{compare_metric, compare_sums};
use super::comparison::{Comparison, Comparisons, Pair, Unmatched};
use super::error::CompareError;
use super::likely;
use super::notes::{ABOUT, LACKING, LACKING_OTHERS, LETTERS, PAIR_NOTES};
use super::options::ComparingOptions;
use super::ordered::{OrderedPairs, compare_ordered, compare_sums_ordered};
use super::request::CompareRequest;
use crate::calls::declare::call;
use crate::calls::note::{LISTED, distinct, listed};
use crate::calls::option::{group, texts};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Workers, require_models};
use crate::counts::Wanted;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::judge::calls::{corrected, require_labels};
use crate::leaderboard::{self, Score};
use crate::printable::Printable;
use crate::sums::sums::Sums;

call! {
    /// Compares every model with every other, question by question.
    ///
    /// # Formula
    /// The rows of a pair are those of `compare`, with the model of the higher score first. Letters are those
    /// of `score`: models share one if they are not separated.
    ///
    /// # Errors
    /// Fewer than two models, and whatever `compare` refuses.
    ///
    /// # Source
    /// As for `compare`.
    compare_pairs(Tallied): answer => [pairs: Pair, scores: Score], notes PAIR_NOTES;

    /// Which models to compare, and how.
    pub struct ComparePairsOptions {
        /// The models to compare, at least two. By default all.
        only: Option<Vec<String>> = texts(),
        /// How models are compared.
        comparing: ComparingOptions = group(ComparingOptions::OPTIONS),
    }
}

fn answer(input: Input<'_>, options: &ComparePairsOptions, _: &Workers<'_>) -> Result<Answer> {
    match input {
        Input::Counts(counts) => of_counts(counts, options),
        // JavaScript sums no numbers, and its module is smaller without them.
        Input::Sums(_) if cfg!(target_family = "wasm") => {
            Err(CallError::Numbers { call: "compare_pairs" }.into())
        }
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "compare_pairs" }.into()),
        Input::Sums(sums) => of_sums(sums, options),
    }
}

fn of_counts(all: &Counts, options: &ComparePairsOptions) -> Result<Answer> {
    let chosen = match &options.only {
        Some(only) => {
            require_models(only, &all.models())?;
            Some(all.select(&Wanted { models: Some(only.clone()), ..Wanted::default() })?)
        }
        None => None,
    };
    let counts = chosen.as_ref().unwrap_or(all);
    several(&counts.models())?;
    let own = &options.comparing;
    require_labels(counts, own.borrow)?;
    let choice = own.choice()?;
    let mut request = own.request(Some(&choice.metric));
    request.family.models.get_or_insert(all.models().len() as u64);
    let mut found = compare_ordered(counts, &choice, &request)?;
    let priors = likely::priors_of(all, &choice, &request);
    likely::rank_pairs(&mut found.rows, &priors)?;
    let least = if choice.drop_short { choice.metric.least_trials() } else { 1 };
    let short = short_questions(counts, &found.rows, least)?;
    let lacking = lacking(&found, &request, |beside| compare_metric(counts, &choice, beside))?;
    let short = few_questions(&found.rows, own).into_iter().chain(short);
    let further =
        short.chain(luck(counts, &found.rows)).chain(corrected(counts, own.borrow)?).collect();
    let notes = [likely::notes_of(&found.rows, &priors), further, lacking];
    answered(found, own, false, notes)
}

fn of_sums(all: &Sums, options: &ComparePairsOptions) -> Result<Answer> {
    let chosen = match &options.only {
        Some(only) => {
            require_models(only, &all.trials().models())?;
            Some(all.filter(|one| only.iter().any(|name| name == one.model))?)
        }
        None => None,
    };
    let sums = chosen.as_ref().unwrap_or(all);
    several(&sums.trials().models())?;
    let own = &options.comparing;
    own.require_numbers()?;
    let mut request = own.request(None);
    request.family.models.get_or_insert(all.trials().models().len() as u64);
    let mut found = compare_sums_ordered(sums, &request)?;
    let priors = likely::priors_of_sums(all, &request);
    likely::rank_pairs(&mut found.rows, &priors)?;
    let lacking = lacking(&found, &request, |beside| compare_sums(sums, beside))?;
    let notes = [likely::notes_of(&found.rows, &priors), lacking, Vec::new()];
    answered(found, own, true, notes)
}

/// Refuses a single model.
fn several(models: &[&str]) -> Result<()> {
    if let &[model] = models {
        return Err(CompareError::OneModel { model: model.to_owned() }.into());
    }
    Ok(())
}

fn answered(
    found: OrderedPairs,
    options: &ComparingOptions,
    is_numeric: bool,
    further: [Vec<Note>; 3],
) -> Result<Answer> {
    let mut notes = vec![about(&found.rows, options, is_numeric), Note::of(&LETTERS)];
    notes.extend(separation(&found.rows, options)?);
    notes.extend(leaderboard::carried_apart(&found.carried, None));
    notes.extend(leaderboard::zeros(&found.scores));
    notes.extend(found.unscored.iter().map(|one| leaderboard::without_score(one, false)));
    notes.extend(further.into_iter().flatten());
    let rows = found.rows.iter().map(Pair::of).collect();
    let tables = vec![AnswerTable::of(rows), AnswerTable::of(found.scores)];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

/// What the figures are about, and by which prior. Single trials tell about questions like these alone.
fn about(rows: &[Comparison], options: &ComparingOptions, is_numeric: bool) -> Note {
    let scattered = || !is_numeric && rows.iter().all(|row| row.degrees.is_some());
    let sampled = options.sampled || scattered();
    let about = leaderboard::target(sampled, options.cluster.as_deref());
    let prior = match (&*options.prior, options.is_bayes()) {
        _ if is_numeric => "",
        ("hierarchical", false) => ", hierarchical prior",
        _ => ", uniform prior",
    };
    Note::of(&ABOUT).with("about", format!("{about}{prior}"))
}

/// The questions that each model lacks, if pairs leave any out.
fn lacking(
    found: &OrderedPairs,
    request: &CompareRequest,
    compare: impl FnOnce(&CompareRequest) -> Result<Comparisons>,
) -> Result<Vec<Note>> {
    let unmatched = |row: &Comparison| row.unmatched > 0 || row.baseline_unmatched > 0;
    let Some(first) = found.rows.first().filter(|_| found.rows.iter().any(unmatched)) else {
        return Ok(Vec::new());
    };
    if !request.paired {
        return Ok(Vec::new());
    }
    // All models beside one tell what each of them lacks. A pair that has a row can be compared.
    let baseline = first.baseline.clone();
    let models = distinct(found.scores.iter().map(|row| &*row.model)).into_iter();
    let models = models.filter(|model| *model != baseline).map(str::to_owned).collect();
    let beside = compare(&CompareRequest { models, baseline, ..request.clone() })?;
    let scores = distinct(beside.rows.iter().map(|row| &*row.score_name));
    Ok(scores.into_iter().flat_map(|score| lacking_of(score, &beside, &first.baseline)).collect())
}

/// Names what each model lacks of the questions of all, by one score of the trials.
fn lacking_of(score: &str, beside: &Comparisons, baseline: &str) -> Vec<Note> {
    let own: Vec<&Unmatched> =
        beside.unmatched.iter().filter(|one| one.score_name == score).collect();
    let name = |one: &&Unmatched| (one.task.clone(), one.question.clone());
    let without: BTreeSet<_> = own.iter().filter(|one| one.of == one.model).map(name).collect();
    let mut lacks = BTreeMap::from([(baseline, without.clone())]);
    let models = beside.rows.iter().filter(|row| row.score_name == score).map(|row| &*row.model);
    let models = distinct(models);
    for &model in &models {
        let of = |has: bool| {
            let own = own.iter().filter(move |one| one.model == model && (one.of == model) == has);
            own.map(name).collect::<BTreeSet<_>>()
        };
        let lacking = of(false).into_iter().chain(without.difference(&of(true)).cloned()).collect();
        lacks.insert(model, lacking);
    }
    let mut seen = BTreeSet::new();
    let order: Vec<_> = own.iter().map(name).filter(|one| seen.insert(one.clone())).collect();
    let by = if score.is_empty() { String::new() } else { format!(" by {}", Printable(score)) };
    let lacks_some = |model: &&str| lacks.get(model).is_some_and(|some| !some.is_empty());
    let some: Vec<&str> = models.iter().copied().chain([baseline]).filter(lacks_some).collect();
    let note = |model: &&str| {
        let is_lacking =
            |one: &&(String, String)| lacks.get(model).is_some_and(|some| some.contains(*one));
        let names = order.iter().filter(is_lacking).map(|(task, question)| shown(task, question));
        let names: Vec<String> = names.collect();
        let note = Note::of(&LACKING).with("model", Printable(model).to_string());
        let note = note.with("by", by.clone()).with("questions", names.len() as u64);
        note.with("names", listed(names.iter().map(String::as_str)))
    };
    let mut notes: Vec<Note> = some.iter().take(LISTED).map(note).collect();
    if let Some(others) = some.len().checked_sub(LISTED).filter(|&others| others > 0) {
        notes.push(Note::of(&LACKING_OTHERS).with("models", others as u64));
    }
    notes
}
