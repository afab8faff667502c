//! The call `compare`: its declaration, and how it answers.

use std::collections::{BTreeMap, BTreeSet};

use super::compare::{compare_metric, compare_sums};
use super::comparison::{Comparison, Comparisons, QuestionDifference, Uncompared, Unmatched};
use super::decision::critical::Distributions;
use super::decision::family::Family;
use super::likely;
use super::notes::{
    CLUSTERS, FEW_CLUSTERS, LEFT_OUT, LEFT_OUT_IN_ALL, LEFT_OUT_OF_BOTH, LIKE_THESE, NOTES,
    ONE_EACH, ONE_TASK, SHORT, SHORT_OTHERS, SINGLE, SINGLE_NUMBERS, THESE, THESE_NUMBERS,
    UNCOMPARED, UNEVEN, UNEVEN_OTHERS,
};
use super::options::ComparingOptions;
use super::request::CompareRequest;
use crate::calls::declare::call;
use crate::calls::note::{LISTED, distinct, listed};
use crate::calls::option::{flag, group, portion, text, texts};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers, require_models};
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::judge::calls::{corrected, require_labels};
use crate::leaderboard::{self, FROM_TWO, PULLED, WEIGHTED, ZERO, ZERO_WEIGHTS};
use crate::printable::Printable;

call! {
    /// Compares models with a baseline, question by question.
    ///
    /// # Formula
    /// With d the difference of a question's scores, v the sum of their variances, and w the weight of the
    /// question (1 without weights), the difference is Σ w d / Σ w.
    ///
    /// About these questions, σ² = Σ w² v / (Σ w)², and z = difference / σ is normal (sections 2.5 and 2.6
    /// of arXiv:2510.04265). By the hierarchical prior, v is the expected variance of the two averages over
    /// new trials.
    ///
    /// About questions like these, σ² = G / (G − 1) Σ S² / (Σ w)², where S is the sum of w (d − difference)
    /// over a cluster. There are G clusters. Without clusters each question is its own. z is Student's t of
    /// G − 1 degrees of freedom.
    ///
    /// About M questions like these by the hierarchical prior, without clusters, σ² is greater by
    /// (range / N)² / (M (M − 1)): one more question, where one of N trials has the opposite outcome. N is
    /// the smallest number of trials. So it is, too, if either model has one trial of every question, which
    /// does not tell v. With one trial each, the test resembles McNemar's.
    ///
    /// Unpaired, the variances of the two scores add up, with Welch's degrees of freedom. Where models A and
    /// B share clusters, σ² = G / (G − 1) Σ (S_A / W_A − S_B / W_B)² over the G clusters of either, with
    /// G − 1 degrees of freedom. There S is the sum of w (score − mean) of a model, and W is its Σ w.
    ///
    /// By another metric, the difference is that of the two scores on the common questions. About these
    /// questions, σ² is the sum of their σ², as a leaderboard has them, and z is normal. About questions
    /// like these, d is the difference of a question's scores. A metric with _ci, and one that only a data
    /// set has, such as geom_at_k, has no score of one question.
    ///
    /// Numbers have no prior. About these questions, v is s² / n of both models, where s² is the variance of
    /// the trials of a question, pooled over the questions of a model and a task, and z is Student's t.
    /// Where trials are single, σ is that of questions like these.
    ///
    /// P(A > B) is the probability below z, ρ that below the size of z, and p = 2 (1 − ρ). They are of each
    /// comparison alone.
    ///
    /// Two models are separated if their difference is at least z* σ either way. Here z* =
    /// Φ⁻¹((1 + c^(1/m)) / 2) with the confidence c, or the same quantile of Student's t. m is M − 1 for the M models of the counts, or M (M − 1) / 2
    /// where all pairs hold together (Šidák 1967). The interval is difference ± z* σ. `p_adjusted` is
    /// 1 − (1 − p)^m.
    ///
    /// With a margin, a model is worse if difference + margin ≤ −z* σ. That of a model exactly at the margin
    /// happens with a chance of at most (1 − c) / 2. One that is worse by margin + (z* + z₀.₈) σ is found
    /// worse with probability 0.8.
    ///
    /// From four models of the counts on, P(A > B) takes the spread of their scores as prior, as `chances`
    /// does. It decides nothing.
    ///
    /// # Errors
    /// No question in common. A baseline or model that there is not, or no model beside the baseline. A
    /// sample of one question or cluster, or one without scatter. A margin that scores cannot differ by more
    /// than. A metric or k that `score` refuses. A metric without a score of one question, where questions
    /// are a sample. A question without a cluster, or without a weight where others have one.
    ///
    /// # Source
    /// Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.6. Holm (1979), Benjamini and Hochberg
    /// (1995). docs/comparing.md of the checkout.
    compare(Tallied): answer => [
        rows: Comparison, questions: QuestionDifference, unmatched: Unmatched, uncompared: Uncompared
    ], notes NOTES;

    /// What to compare, and how.
    pub struct CompareOptions {
        /// The model that the others are compared with.
        baseline: String = text().required(),
        /// Those others. By default all.
        only: Option<Vec<String>> = texts(),
        /// How models are compared.
        comparing: ComparingOptions = group(ComparingOptions::OPTIONS),
        /// Whether there is a table for each task, too.
        by_task: bool = flag(),
        /// Says of each model whether it is worse than the baseline by more than this.
        margin: Option<f64> = portion(Range::ANY),
    }
}

/// Fewer make a rough estimate of their scatter.
const ENOUGH_CLUSTERS: u64 = 12;

fn answer(input: Input<'_>, options: &CompareOptions, _: &Workers<'_>) -> Result<Answer> {
    let own = &options.comparing;
    if options.only.as_ref().is_some_and(Vec::is_empty) {
        require_models(&[], &[])?;
    }
    let (mut found, priors, weights, short) = match input {
        Input::Counts(counts) => {
            require_labels(counts, own.borrow)?;
            let choice = own.choice()?;
            let request = options.request(own.request(Some(&choice.metric)));
            let found = compare_metric(counts, &choice, &request)?;
            let priors = likely::priors_of(counts, &choice, &request);
            let least = if choice.drop_short { choice.metric.least_trials() } else { 1 };
            let mut short = short_questions(counts, &found.rows, least)?;
            short.extend(luck(counts, &found.rows));
            (found, priors, (counts.has_weights(), counts.zero_weights()), short)
        }
        // JavaScript sums no numbers, and its module is smaller without them.
        Input::Sums(_) if cfg!(target_family = "wasm") => {
            return Err(CallError::Numbers { call: "compare" }.into());
        }
        Input::Nothing | Input::Pair(..) => {
            return Err(CallError::Untold { call: "compare" }.into());
        }
        Input::Sums(sums) => {
            own.require_numbers()?;
            let request = options.request(own.request(None));
            let found = compare_sums(sums, &request)?;
            let priors = likely::priors_of_sums(sums, &request);
            let trials = sums.trials();
            (found, priors, (trials.has_weights(), trials.zero_weights()), Vec::new())
        }
    };
    let is_numeric = matches!(input, Input::Sums(_));
    likely::rank_pairs(&mut found.rows, &priors)?;
    let mut notes = about(&found, own, is_numeric);
    notes.extend(likely::notes_of(&found.rows, &priors));
    notes.extend(of_weights(own, &found.rows, weights));
    notes.extend(of_tables(&found, options)?);
    if !is_numeric {
        notes.extend(few_questions(&found.rows, own));
    }
    if let Input::Counts(counts) = input {
        notes.extend(corrected(counts, own.borrow)?);
    }
    notes.extend(short);
    let Comparisons { rows, questions, unmatched, uncompared, .. } = found;
    let tables = vec![
        AnswerTable::of(rows),
        AnswerTable::of(questions),
        AnswerTable::of(unmatched),
        AnswerTable::of(uncompared),
    ];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

impl CompareOptions {
    fn request(&self, shared: CompareRequest) -> CompareRequest {
        CompareRequest {
            models: self.only.clone().unwrap_or_default(),
            baseline: self.baseline.clone(),
            by_task: self.by_task,
            margin: self.margin,
            ..shared
        }
    }
}

/// What the figures are about, where σ comes from, and how z is distributed.
pub(super) fn about(
    found: &Comparisons,
    options: &ComparingOptions,
    is_numeric: bool,
) -> Vec<Note> {
    let overall: Vec<&Comparison> = found.rows.iter().filter(|row| row.task.is_none()).collect();
    let rows = if overall.is_empty() { found.rows.iter().collect() } else { overall };
    let mut notes = Vec::new();
    if is_numeric && !options.is_of_sample() && found.single.is_empty() {
        notes.push(Note::of(&THESE_NUMBERS).with("degrees", degrees(&rows)));
    } else {
        let (scattered, known): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| row.degrees.is_some());
        let of =
            |some: &[&Comparison]| if some.len() == rows.len() { String::new() } else { of(some) };
        if !known.is_empty() {
            let prior = match (&*options.prior, options.is_bayes()) {
                ("hierarchical", false) => "the hierarchical prior of each model",
                _ => "a uniform prior of each question",
            };
            let note = Note::of(&THESE).with("of", of(&known));
            notes.push(note.with("prior", prior.to_owned()));
        }
        if !scattered.is_empty() {
            notes.extend(of_scatter(&scattered, of(&scattered), options));
        }
    }
    if !found.single.is_empty() {
        let names = listed(found.single.iter().map(String::as_str));
        notes.push(Note::of(&SINGLE_NUMBERS).with("names", names));
    }
    notes
}

/// Whose figures they are.
fn of(some: &[&Comparison]) -> String {
    format!(" of {}", listed(distinct(some.iter().map(|row| &*row.model))))
}

/// Of what the questions are a sample.
fn of_scatter(some: &[&Comparison], of: String, options: &ComparingOptions) -> Vec<Note> {
    let clusters: BTreeSet<u64> = some.iter().filter_map(|row| row.clusters).collect();
    let (fewest, most) = (clusters.first().copied(), clusters.last().copied());
    let kind = match (fewest, options.sampled) {
        (Some(_), _) => &CLUSTERS,
        (None, true) => &LIKE_THESE,
        (None, false) => &SINGLE,
    };
    let degrees = degrees(some);
    let freedom = if degrees == "1" { "degree" } else { "degrees" };
    let note = Note::of(kind).with("of", of).with("degrees", degrees);
    let mut note = note.with("freedom", freedom.to_owned());
    let Some((fewest, most)) = fewest.zip(most) else { return vec![note] };
    note = note.with("clusters", span(fewest as f64, most as f64));
    let mut notes = vec![note];
    if options.paired && some.iter().all(|row| row.clusters == Some(row.questions)) {
        notes.push(Note::of(&ONE_EACH));
    }
    if fewest < ENOUGH_CLUSTERS {
        notes.push(Note::of(&FEW_CLUSTERS).with("fewest", ENOUGH_CLUSTERS));
    }
    notes
}

/// The degrees of freedom of some rows.
fn degrees(rows: &[&Comparison]) -> String {
    let mut known: Vec<f64> = rows.iter().filter_map(|row| row.degrees).collect();
    known.sort_unstable_by(f64::total_cmp);
    match (known.first(), known.last()) {
        (Some(&first), Some(&last)) => span(first, last),
        _ => String::new(),
    }
}

/// Two values, or the one that both are.
fn span(first: f64, last: f64) -> String {
    let (first, last) = (four_digits(first), four_digits(last));
    if first == last { first } else { format!("{first} to {last}") }
}

/// A number with four digits, or a whole one.
fn four_digits(value: f64) -> String {
    let digits = match value {
        value if value.fract() == 0.0 || value >= 1000.0 => 0,
        value if value >= 100.0 => 1,
        value if value >= 10.0 => 2,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// What is said of the metric and of weights.
fn of_weights(
    options: &ComparingOptions,
    rows: &[Comparison],
    (weighted, zero_weights): (bool, usize),
) -> Vec<Note> {
    let zero = options.k == Some(1) && FROM_TWO.contains(&options.metric.trim_end_matches("_ci"));
    let zero = zero && rows.iter().all(|row| row.score == 0.0);
    let zero = zero.then(|| Note::of(&ZERO).with("metric", options.metric.clone()));
    let weighted = weighted.then(|| Note::of(&WEIGHTED));
    let left_out = Note::of(&ZERO_WEIGHTS).with("questions", zero_weights as u64);
    let left_out = (zero_weights > 0).then_some(left_out);
    [zero, weighted, left_out].into_iter().flatten().collect()
}

/// What is said of the tables: from where on models are separated, and what is left out.
fn of_tables(found: &Comparisons, options: &CompareOptions) -> Result<Vec<Note>> {
    let rows = &found.rows;
    let overall: Vec<&Comparison> = rows.iter().filter(|row| row.task.is_none()).collect();
    let mut notes: Vec<Note> = separation(rows, &options.comparing)?.into_iter().collect();
    notes.extend(leaderboard::carried_apart(&found.carried, Some(&options.baseline)));
    notes.extend(left_out(&options.baseline, &found.unmatched));
    if options.comparing.is_bayes() {
        notes.extend(pulled(&overall));
        notes.extend(uneven(&overall));
    }
    let one_task = options.by_task && overall.len() == rows.len() && found.uncompared.is_empty();
    notes.extend(one_task.then(|| Note::of(&ONE_TASK)));
    let unscored = |one: &&Uncompared| {
        found.unscored.iter().any(|other| {
            let task = other.task.as_deref().unwrap_or_default();
            (&*other.model, task, &*other.score_name) == (&*one.model, &*one.task, &*one.score_name)
        })
    };
    notes.extend(found.unscored.iter().map(|one| leaderboard::without_score(one, false)));
    notes.extend(found.uncompared.iter().filter(|one| !unscored(one)).map(|one| {
        let note = Note::of(&UNCOMPARED).with("model", Printable(&one.model).to_string());
        note.with("where", place_of(one)).with("reason", one.reason.clone())
    }));
    Ok(notes)
}

/// Says that few questions tell σ, by the rule of a leaderboard.
pub(super) fn few_questions(rows: &[Comparison], options: &ComparingOptions) -> Option<Note> {
    let questions = rows.iter().flat_map(|row| [row.questions, row.baseline_questions]);
    leaderboard::few_questions(&options.prior, questions)
}

/// Signs that trials of the compared models share their luck.
pub(super) fn luck(counts: &Counts, rows: &[Comparison]) -> Vec<Note> {
    let models = rows.iter().flat_map(|row| [&*row.model, &*row.baseline]);
    leaderboard::signs_of_luck(counts, &distinct(models), leaderboard::Asking::Pairs)
}

/// From how many σ on models are separated.
pub(super) fn separation(rows: &[Comparison], options: &ComparingOptions) -> Result<Option<Note>> {
    let Some(first) = rows.first() else { return Ok(None) };
    let mut distributions = Distributions::default();
    for row in rows {
        distributions.add(row.distribution());
    }
    let family = Family::of_comparisons(first.comparisons, options.families.request().together);
    let critical = distributions.critical(family, first.level)?;
    Ok(critical.map(|range| leaderboard::separated(range, family, first.level)))
}

fn place_of(one: &Uncompared) -> String {
    let by = if one.score_name.is_empty() {
        String::new()
    } else {
        format!(" by {}", Printable(&one.score_name))
    };
    match (&*one.task, &*by) {
        ("", "") => " in (no task)".to_owned(),
        ("", _) => by,
        (task, _) => format!(" in {}{by}", Printable(task)),
    }
}

/// A question with its task.
pub(super) fn shown(task: &str, question: &str) -> String {
    if task.is_empty() { question.to_owned() } else { format!("{question} ({task})") }
}

/// The questions that only one of two models has.
fn left_out(baseline: &str, unmatched: &[Unmatched]) -> Vec<Note> {
    let models = distinct(unmatched.iter().map(|one| &*one.model));
    let alone = |model: &str| {
        let own: Vec<_> = unmatched.iter().filter(|one| one.model == model).collect();
        let names_of = |of: &str| -> Vec<String> {
            let own = own.iter().filter(|one| one.of == of);
            own.map(|one| shown(&one.task, &one.question)).collect()
        };
        alone_in_two((model, &names_of(model)), (baseline, &names_of(baseline)))
    };
    let mut notes: Vec<Note> = models.iter().take(LISTED).map(|model| alone(model)).collect();
    if models.len() > LISTED {
        let all: BTreeSet<_> = unmatched
            .iter()
            .map(|one| (&one.of, &one.task, &one.question, &one.score_name))
            .collect();
        let note = Note::of(&LEFT_OUT_IN_ALL).with("models", models.len() as u64);
        notes.push(note.with("questions", all.len() as u64));
    }
    notes
}

/// The questions of each of two models that the other lacks, of which one has some.
fn alone_in_two(own: (&str, &[String]), base: (&str, &[String])) -> Note {
    let note = match (own.1, base.1) {
        ([_, ..], [_, ..]) => Note::of(&LEFT_OUT_OF_BOTH)
            .with("baseline_questions", base.1.len() as u64)
            .with("baseline_names", listed(base.1.iter().map(String::as_str))),
        ([], _) => Note::of(&LEFT_OUT).with("of", Printable(base.0).to_string()),
        (_, []) => Note::of(&LEFT_OUT).with("of", Printable(own.0).to_string()),
    };
    let names = if own.1.is_empty() { base.1 } else { own.1 };
    note.with("model", Printable(own.0).to_string())
        .with("baseline", Printable(base.0).to_string())
        .with("questions", names.len() as u64)
        .with("names", listed(names.iter().map(String::as_str)))
}

/// The models whose scores the prior moves far, each once.
fn pulled(rows: &[&Comparison]) -> Option<Note> {
    let models = rows.iter().filter(|row| row.pulled).map(|row| &*row.model);
    let baselines = rows.iter().filter(|row| row.baseline_pulled).map(|row| &*row.baseline);
    let names = distinct(models.chain(baselines));
    let note = Note::of(&PULLED).with("models", names.len() as u64);
    (!names.is_empty()).then(|| note.with("names", listed(names)))
}

/// The models that differ from the baseline in trials a question.
fn uneven(rows: &[&Comparison]) -> Vec<Note> {
    let uneven: Vec<_> = rows.iter().filter(|row| row.uneven).collect();
    let note = |row: &&&Comparison| {
        let note = Note::of(&UNEVEN).with("model", Printable(&row.model).to_string());
        let note = note.with("baseline", Printable(&row.baseline).to_string());
        note.with("trials", row.trials).with("baseline_trials", row.baseline_trials)
    };
    let mut notes: Vec<Note> = uneven.iter().take(LISTED).map(note).collect();
    if let Some(others) = uneven.len().checked_sub(LISTED).filter(|&others| others > 0) {
        notes.push(Note::of(&UNEVEN_OTHERS).with("models", others as u64));
    }
    notes
}

/// How many questions of each model have fewer trials than the budget, and are left out.
pub(super) fn short_questions(
    counts: &Counts,
    rows: &[Comparison],
    least: u64,
) -> Result<Vec<Note>> {
    let Some(first) = rows.first().filter(|_| least > 1) else { return Ok(Vec::new()) };
    let models = rows.iter().map(|row| &*row.model);
    let models = models.chain(rows.iter().map(|row| &*row.baseline));
    let mut numbers: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for question in counts.scored()?.iter().filter(|one| one.score == first.score_name) {
        let (left, all) = numbers.entry(question.model).or_default();
        *all += 1;
        *left += u64::from(question.trials() < least);
    }
    let short: Vec<_> = distinct(models)
        .into_iter()
        .filter_map(|model| Some((model, numbers.get(model).filter(|(left, _)| *left > 0)?)))
        .collect();
    let note = |&(model, &(left, all)): &(&str, &(u64, u64))| {
        let note = Note::of(&SHORT).with("model", Printable(model).to_string());
        note.with("left", left).with("questions", all).with("k", least)
    };
    let mut notes: Vec<Note> = short.iter().take(LISTED).map(note).collect();
    if let Some(others) = short.len().checked_sub(LISTED).filter(|&others| others > 0) {
        notes.push(Note::of(&SHORT_OTHERS).with("models", others as u64));
    }
    Ok(notes)
}
