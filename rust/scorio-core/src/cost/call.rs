//! The call `cost`: its declaration, and how it answers.

use std::collections::BTreeSet;

use super::budget::caps::CostsOfSuccesses;
use super::budget::crossings::crossings;
use super::budget::retry_rows::retry_rows;
use super::budget::successes::SuccessLine;
use super::frontier::chances::chances;
use super::frontier::models::{CostDifference, CostModel};
use super::frontier::near::{cheapest, near_best, near_note};
use super::means::figures::CostTarget;
use super::means::spread::is_wide;
use super::notes::{ABOUT, CAPS, FEW, FEWEST, LACKING, NOTES, RETRIES, UNASKED, WIDE};
use super::rows::{Capped, Cost, CostCrossing, CostPair, Retry};
use super::trials::spending::{CostQuestion, Spending};
use crate::calls::declare::call;
use crate::calls::note::listed;
use crate::calls::option::{choice, flag, number, numbers, whole};
use crate::calls::scoring::{clusters_of, target_of};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers};
use crate::compare::FamilyRequest;
use crate::error::Result;
use crate::leaderboard::{Score, ScoreRequest, leaderboard, target};
use crate::metric::metric::Metric;
use crate::metric::parameters::Parameters;
use crate::numeric::error::NumericError;
use crate::numeric::normal::central_quantile;
use crate::numeric::sorting::sort_by_key;
use crate::posterior::prior::PriorChoice;
use crate::printable::Printable;
use crate::sums::sums::Sums;

call! {
    /// Scores every model beside what its trials cost.
    ///
    /// # Formula
    /// Question i has N trials with outcomes y and costs c, and their means ȳ and c̄. The score is that of
    /// `score` by "avg". The mean cost κ is the mean of c̄ over the questions, with σ = s and ν degrees of
    /// freedom as `score` gives them of numbers. Its interval is the hull of κ exp(± t s / κ) and of Hall's
    /// interval, which follows the skewness.
    ///
    /// The cost of a success is κ / score. Its interval is made on logarithms (Zou and Donner 2008). Let a and b
    /// be the distances of an end of ln κ and of ln score from their middles. The end of the quotient is
    /// √(a² + b² − 2ρab) from its middle. ρ is the correlation of outcome and cost within questions. About
    /// questions like these, ρ is that of their means over questions. The quotient of two mean costs has its
    /// interval likewise.
    ///
    /// A model dominates another if it is better and cheaper, with the probability P = Φ₂(u, v; r). Here u is
    /// the difference of the scores over its σ, and v that of the logarithms of the costs. Where one of them is
    /// surely equal, the other alone decides. `frontier` is the share of 4,096 draws in which no other model
    /// dominates. About questions like these they are draws of the Bayesian bootstrap.
    ///
    /// Fresh tries until the first success, at most k, cost Σ_failures c f / N + Σ_successes c s / N on a
    /// question with F failures. Here f = Σ C(F − 1, r − 1) / C(N − 1, r − 1) and
    /// s = Σ C(F, r − 1) / C(N − 1, r − 1), with sums over r ≤ k. This is the mean over all orders of its
    /// trials. Within a cap b, the outcome is y where c ≤ b, and 0 elsewhere. Two curves cross where the other
    /// model gets ahead. The interval of a crossing holds the caps at which the two are not separated.
    ///
    /// # Errors
    /// Sums without costs. A negative cost. A model without any cost. Retries beyond the trials of a question.
    /// Partial credit with retries or caps. Caps without the single costs.
    ///
    /// # Source
    /// docs/costs.md of the checkout. Hall, J. R. Stat. Soc. B 54 (1992) 221. Zou and Donner, Stat. Med. 27
    /// (2008) 1693.
    cost(Costs): answer => [rows: Cost, pairs: CostPair, retries: Retry, caps: Capped,
        crossings: CostCrossing], notes NOTES;

    /// What to say of costs.
    pub struct CostOptions {
        /// The most fresh tries until the first success.
        tries: Option<u64> = whole(Range::FROM_ONE),
        /// Caps on the cost of a trial.
        caps: Option<Vec<f64>> = numbers("one per cap"),
        /// How many caps there are beside these, at quantiles of the costs of successes.
        curve: Option<u64> = whole(Range::FROM_ONE),
        /// How far below the best score a cheaper model may be.
        within: Option<f64> = number(Range::NOT_NEGATIVE),
        /// Whether to infer about questions like these, of which these are a sample.
        sampled: bool = flag(),
        /// Clusters of questions: the tasks, or the labels of the counts. They are a sample.
        cluster: Option<String> = choice(&["task", "cluster"]),
        /// Level of the intervals, and of the verdicts.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// Whether there is a table for each task, too.
        by_task: bool = flag(),
        /// Whether the overall table averages the tasks with equal weight.
        macro_average: bool = flag(),
    }
}

fn answer(input: Input<'_>, options: &CostOptions, workers: &Workers<'_>) -> Result<Answer> {
    match input {
        Input::Sums(sums) => costs_of(sums, options, workers),
        Input::Counts(_) => Err(super::error::CostError::NoCosts.into()),
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "cost" }.into()),
    }
}

impl CostOptions {
    /// The rows of models and of pairs, and nothing else.
    pub(super) fn plain(confidence: f64) -> Self {
        let (tries, caps, curve, within, cluster) = (None, None, None, None, None);
        let (sampled, by_task, macro_average) = (false, false, false);
        Self { tries, caps, curve, within, sampled, cluster, confidence, by_task, macro_average }
    }

    fn about(&self) -> CostTarget {
        let clusters = clusters_of(self.cluster.as_deref());
        CostTarget { target: target_of(self.sampled), clusters, confidence: self.confidence }
    }

    fn request(&self, metric: &str, k: &[i64]) -> Result<ScoreRequest> {
        Ok(ScoreRequest {
            metrics: Metric::expand(&[metric.to_owned()], k, &Parameters::default())?,
            default_weights: true,
            prior: PriorChoice::Hierarchical,
            target: target_of(self.sampled),
            clusters: clusters_of(self.cluster.as_deref()),
            drop_short: false,
            confidence: self.confidence,
            family: FamilyRequest::default(),
            runs: false,
            threads: 1,
            by_task: self.by_task && self.cluster.as_deref() != Some("task"),
            macro_average: self.macro_average,
            borrow: false,
        })
    }
}

/// What the tables say so far.
#[derive(Default)]
struct CostTables {
    rows: Vec<Cost>,
    pairs: Vec<CostPair>,
    retries: Vec<Retry>,
    notes: Vec<Note>,
    /// Models whose costs differ too much.
    wide: BTreeSet<String>,
    unasked: bool,
}

/// The rows of models and of pairs alone.
pub(super) fn tables_of(sums: &Sums, options: &CostOptions) -> Result<(Vec<Cost>, Vec<CostPair>)> {
    let CostTables { rows, pairs, .. } = told_of(&Spending::of(sums)?, options, &Workers::QUIET)?;
    Ok((rows, pairs))
}

/// The tables of models, pairs and retries, and what is said of them.
fn told_of(
    spending: &Spending<'_>,
    options: &CostOptions,
    workers: &Workers<'_>,
) -> Result<CostTables> {
    let board = leaderboard(&spending.counts, &options.request("avg", &[])?)?;
    let mut told = CostTables::default();
    for scores in board.scores.chunk_by(|a, b| a.task == b.task) {
        table(spending, scores, options, &mut told, workers)?;
    }
    Ok(told)
}

fn costs_of(sums: &Sums, options: &CostOptions, workers: &Workers<'_>) -> Result<Answer> {
    let spending = Spending::of(sums)?;
    let mut told = told_of(&spending, options, workers)?;
    let about = target(options.sampled, options.cluster.as_deref()).to_owned();
    told.notes.insert(0, Note::of(&ABOUT).with("about", about));
    let (caps, crossings) = capped(&spending, options, &mut told, workers)?;
    if !told.retries.is_empty() {
        told.notes.push(Note::of(&RETRIES));
    }
    if !told.wide.is_empty() {
        let models = listed(told.wide.iter().map(String::as_str));
        told.notes.push(Note::of(&WIDE).with("models", models));
    }
    if told.unasked {
        told.notes.push(Note::of(&UNASKED));
    }
    let CostTables { rows, pairs, retries, notes, .. } = told;
    let tables = vec![
        AnswerTable::of(rows),
        AnswerTable::of(pairs),
        AnswerTable::of(retries),
        AnswerTable::of(caps),
        AnswerTable::of(crossings),
    ];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

/// From so many questions or clusters on, a model may be called dominated by a sample.
const ENOUGH: usize = 50;
/// From so many on, a sample tells that a model is on the frontier.
const FEWEST_UNITS: usize = 10;

fn table(
    spending: &Spending<'_>,
    scores: &[Score],
    options: &CostOptions,
    told: &mut CostTables,
    workers: &Workers<'_>,
) -> Result<()> {
    let about = options.about();
    let models = scores
        .iter()
        .map(|score| CostModel::of(spending, score, options.macro_average, about))
        .collect::<Result<Vec<_>>>()?;
    let range = (
        spending.outcomes.first().copied().unwrap_or(0.0),
        spending.outcomes.last().copied().unwrap_or(1.0),
    );
    let chances = chances(&models, range, about)?;
    let below =
        |enough| about.is_of_sample() && models.iter().any(|one| one.figures.units < enough);
    let (few, fewest) = (below(ENOUGH), below(FEWEST_UNITS));
    let mut dominated: Vec<Option<(f64, String)>> = vec![None; models.len()];
    for (place, one) in models.iter().enumerate() {
        for (other_place, other) in models.iter().enumerate().skip(place + 1) {
            let found = differ(spending, one, other, options, &mut told.unasked)?;
            for (loser, chance, winner) in
                [(other_place, found.dominates, one), (place, found.dominated, other)]
            {
                let Some(slot) = dominated.get_mut(loser) else { continue };
                if chance >= options.confidence && slot.as_ref().is_none_or(|(p, _)| chance > *p) {
                    *slot = Some((chance, winner.score.model.clone()));
                }
            }
            told.pairs.push(pair(one, other, found));
        }
    }
    let within = options.within.map(|within| near_best(&models, within, about)).transpose()?;
    for (place, one) in models.iter().enumerate() {
        let beaten = dominated.get(place).cloned().flatten().filter(|_| !few);
        let frontier = chances.get(place).copied().unwrap_or(1.0);
        let near = within.as_ref().and_then(|all| all.get(place)).copied();
        let sure = frontier >= options.confidence && !fewest;
        let beaten = beaten.map(|(_, model)| model);
        told.rows.push(row(one, (frontier, sure, near), beaten));
        if is_wide(&one.questions) {
            told.wide.insert(one.score.model.clone());
        }
        if one.lacking > 0 && one.score.task.is_none() == scores.iter().all(|s| s.task.is_none()) {
            let trials = one.questions.iter().map(|one| one.trials).sum::<u64>() + one.lacking;
            let note = Note::of(&LACKING).with("lacking", one.lacking).with("trials", trials);
            told.notes.push(note.with("model", Printable(&one.score.model).to_string()));
        }
    }
    if few {
        let units = if about.clusters.is_some() { "clusters" } else { "questions" };
        let (kind, enough) = if fewest { (&FEWEST, FEWEST_UNITS) } else { (&FEW, ENOUGH) };
        told.notes
            .push(Note::of(kind).with("enough", enough as u64).with("units", units.to_owned()));
    }
    told.notes.extend(cheapest(&models, about)?);
    if let (Some(chances), Some(within)) = (&within, options.within) {
        told.notes.push(near_note(&models, chances, within, options.confidence));
    }
    if let Some(most) = options.tries {
        let request = options.request("avg", &[])?;
        told.retries.extend(retry_rows(spending, &models, most, about, &request, workers)?);
    }
    Ok(())
}

/// The difference of two models, on the questions that both have.
fn differ(
    spending: &Spending<'_>,
    one: &CostModel<'_, '_>,
    other: &CostModel<'_, '_>,
    options: &CostOptions,
    unasked: &mut bool,
) -> Result<CostDifference> {
    let about = options.about();
    if one.shares_questions(other) {
        return CostDifference::of(one, other, about);
    }
    *unasked = true;
    let keys = |model: &CostModel<'_, '_>| -> BTreeSet<(String, String)> {
        let key = |one: &&CostQuestion<'_>| (one.task.to_owned(), one.question.to_owned());
        model.questions.iter().map(key).collect()
    };
    let common: BTreeSet<_> = keys(one).intersection(&keys(other)).cloned().collect();
    let names = [&one.score.model, &other.score.model];
    let sums = spending.sums.filter(|question| {
        names.iter().any(|name| *name == question.model)
            && common.contains(&(question.task.to_owned(), question.question.to_owned()))
    })?;
    let both = Spending::of(&sums)?;
    let mut request = options.request("avg", &[])?;
    request.by_task = false;
    let board = leaderboard(&both.counts, &request)?;
    let model = |name: &str| {
        let score = board.scores.iter().find(|score| score.model == name);
        let score = score.ok_or(NumericError::NotFinite { what: "a score" })?;
        CostModel::of(&both, score, options.macro_average, about)
    };
    CostDifference::of(&model(names[0])?, &model(names[1])?, about)
}

fn pair(one: &CostModel<'_, '_>, other: &CostModel<'_, '_>, found: CostDifference) -> CostPair {
    let finite = |value: f64| Some(value).filter(|value| value.is_finite());
    CostPair {
        task: one.score.task.clone(),
        model: one.score.model.clone(),
        other: other.score.model.clone(),
        ratio: finite(found.ratio.value),
        lo: finite(found.ratio.lo),
        hi: finite(found.ratio.hi),
        better: found.better,
        cheaper: found.cheaper,
        dominates: found.dominates,
        dominated: found.dominated,
    }
}

fn row(
    one: &CostModel<'_, '_>,
    (frontier, sure, within): (f64, bool, Option<f64>),
    dominated_by: Option<String>,
) -> Cost {
    let (score, figures, per_success) = (one.score, one.figures, one.per_success());
    let finite = |value: f64| Some(value).filter(|value| value.is_finite());
    let verdict = match &dominated_by {
        Some(_) => "dominated",
        None if sure => "frontier",
        None => "open",
    };
    Cost {
        task: score.task.clone(),
        model: score.model.clone(),
        rank: score.rank,
        score: score.score,
        sigma: score.sigma,
        lo: score.lo,
        hi: score.hi,
        cost: figures.cost.mean,
        cost_sigma: figures.sigma,
        cost_lo: figures.cost.lo,
        cost_hi: finite(figures.cost.hi),
        per_success: finite(per_success.value),
        per_success_lo: per_success.lo,
        per_success_hi: finite(per_success.hi),
        frontier,
        verdict: verdict.to_owned(),
        dominated_by,
        with_leader: score.with_leader,
        within,
        spent: one.spent(),
        dearest: one.dearest(),
        questions: one.questions.len() as u64,
        trials: one.questions.iter().map(|one| one.trials).sum(),
        lacking: one.lacking,
        degrees: figures.degrees,
        skewness: figures.skewness,
        correlation: figures.correlation,
    }
}

/// The caps at which σ is known for crossings.
const CROSSING_CAPS: u64 = 64;

fn capped(
    spending: &Spending<'_>,
    options: &CostOptions,
    told: &mut CostTables,
    workers: &Workers<'_>,
) -> Result<(Vec<Capped>, Vec<CostCrossing>)> {
    if options.caps.is_none() && options.curve.is_none() {
        return Ok((Vec::new(), Vec::new()));
    }
    let costs = CostsOfSuccesses::of(spending)?;
    let mut caps = options.caps.clone().unwrap_or_default();
    for &cap in &caps {
        Range::NOT_NEGATIVE.check("caps", cap)?;
    }
    caps.extend(options.curve.map(|count| costs.quantiles(count)).unwrap_or_default());
    caps.sort_unstable_by(f64::total_cmp);
    caps.dedup();
    told.notes.push(Note::of(&CAPS));
    let mut lines: Vec<SuccessLine<'_>> = told.rows.iter().map(SuccessLine::of).collect();
    // Their order must not depend on the log's.
    sort_by_key(&mut lines, |line| (line.task, line.model));
    let request = options.request("avg", &[])?;
    if options.curve.is_none() {
        return Ok((costs.rows(&caps, &lines, &request, workers)?, Vec::new()));
    }
    // Crossings do not depend on how finely a curve is shown.
    let mut all = caps.clone();
    all.extend(costs.quantiles(CROSSING_CAPS));
    all.sort_unstable_by(f64::total_cmp);
    all.dedup();
    let mut rows = costs.rows(&all, &lines, &request, workers)?;
    let curves: Vec<_> = lines.iter().map(|line| costs.curve(*line, &request)).collect();
    let z = central_quantile(options.confidence)?.value();
    let found = crossings(&lines, &curves, &rows, z);
    rows.retain(|row| caps.binary_search_by(|cap| cap.total_cmp(&row.cap)).is_ok());
    Ok((rows, found))
}
