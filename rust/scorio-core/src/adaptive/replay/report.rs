//! The replay of all hold-out sets, and what they say together.

use super::averages::{Average, share};
use super::courses::{AgreementCourse, ReplayScoring, grid, nearest, shown};
use super::hold_out::hold_out;
use super::one_set::{RULES, SetFound, replayed};
use super::options::{ReplayOptions, ReplayTable};
use super::orders::Design;
use super::rising::rising;
use super::rows::{ReplayDecisions, ReplayNeed, ReplaySet, ReplayStep, ReplaySummary};
use crate::error::Result;
use crate::numeric::random::{Purpose, Replicates, stream};

/// What a replay has found.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayReport {
    /// Agreement of each design with all outcomes, by number of items.
    pub steps: Vec<ReplayStep>,
    /// The numbers of items that tables show.
    pub shown: Vec<u64>,
    /// Items until the mean τ is high enough.
    pub needs: Vec<ReplayNeed>,
    /// Pairs that runs decide, by boundary.
    pub decisions: Vec<ReplayDecisions>,
    /// The figures of the paper's tables.
    pub summary: ReplaySummary,
    /// The hold-out sets.
    pub sets: Vec<ReplaySet>,
}

/// Replays recorded outcomes. `workers` says who works on the hold-out sets; their number is that of
/// the options.
///
/// # Errors
/// - The options and the data do not fit together.
/// - Held-out models have no items in common, or all have the same score.
/// - A calibration fails.
/// - `workers` stopped the work.
pub fn replay(
    table: &ReplayTable,
    options: &ReplayOptions,
    workers: &Replicates<'_>,
) -> Result<ReplayReport> {
    options.check(table)?;
    let most = options.most().min(table.items.len()).max(1);
    let grid = grid(most);
    let work = Replicates { count: options.folds as u64, ..*workers };
    let found = work.each(|fold| {
        let mut own = stream(options.run.seed, Purpose::Replay, fold);
        let fold = usize::try_from(fold).unwrap_or(usize::MAX);
        let sets = hold_out(options, table.models.len(), fold, &mut own);
        replayed(table, options, &sets, &grid, &mut own)
    })?;
    let series: Vec<(Design, ReplayScoring)> = found
        .first()
        .map(|one| one.courses.iter().map(|course| (course.design, course.scoring)).collect())
        .unwrap_or_default();
    let mut steps = Vec::new();
    let mut needs = Vec::new();
    for (place, &(design, scoring)) in series.iter().enumerate() {
        let own: Vec<&AgreementCourse> = found.iter().map(|one| &one.courses[place]).collect();
        let found_steps = course_steps(&own, &grid, &found, (design, scoring));
        // τ of few sets is noisy. Chance alone must not reach the level early.
        let curve = rising(&found_steps.iter().map(|step| step.tau).collect::<Vec<f64>>());
        let reached = curve.iter().position(|&tau| tau >= options.tau);
        let items = reached.map(|at| found_steps[at].items);
        let size = Average::of(found.iter().map(|one| one.own.size as f64)).mean;
        needs.push(ReplayNeed {
            design: design.name().to_owned(),
            scoring: scoring.name().to_owned(),
            items,
            most: found_steps.last().map_or(0, |step| step.items),
            share: items.map(|items| items as f64 / size),
        });
        steps.extend(found_steps);
    }
    let shown = shown(most);
    steps.extend(assisted_steps(&found, &shown));
    let mut decisions = Vec::new();
    for (place, (boundary, ..)) in RULES.into_iter().enumerate() {
        decisions.push(decisions_of(boundary, place, &found));
    }
    Ok(ReplayReport {
        steps,
        shown: shown.into_iter().map(|items| items as u64).collect(),
        needs,
        decisions,
        summary: summary(&found, &grid),
        sets: found.into_iter().map(|one| one.set).collect(),
    })
}

/// Squared errors, covered intervals and models, over the sets.
fn errors(
    found: &[SetFound],
    (design, scoring): (Design, ReplayScoring),
    items: usize,
) -> (Option<f64>, Option<f64>) {
    let all = found.iter().flat_map(|one| &one.scored);
    let own = all.filter(|one| (one.design, one.scoring, one.items) == (design, scoring, items));
    let (squares, covered, models) = own.fold((0.0, 0, 0), |sum, one| {
        (sum.0 + one.squares, sum.1 + one.covered, sum.2 + one.models)
    });
    ((models > 0).then(|| (squares / models as f64).sqrt()), share(covered, models))
}

fn course_steps(
    own: &[&AgreementCourse],
    grid: &[usize],
    found: &[SetFound],
    series: (Design, ReplayScoring),
) -> Vec<ReplayStep> {
    let mut steps = Vec::new();
    for (at, &items) in grid.iter().enumerate() {
        let tau = Average::of(own.iter().filter_map(|course| course.tau.get(at).copied()));
        let top = Average::of(own.iter().filter_map(|course| course.top.get(at).copied()));
        if tau.count == 0 {
            break;
        }
        let (rmse, coverage) = errors(found, series, items);
        steps.push(ReplayStep {
            design: series.0.name().to_owned(),
            scoring: series.1.name().to_owned(),
            items: items as u64,
            sets: tau.count as u64,
            tau: tau.mean,
            tau_error: tau.error(),
            top: top.mean,
            rmse,
            coverage,
        });
    }
    steps
}

/// The steps of assisted scores, at the numbers of items that tables show.
fn assisted_steps(found: &[SetFound], shown: &[usize]) -> Vec<ReplayStep> {
    let mut steps = Vec::new();
    for design in Design::FIXED.into_iter().filter(|design| design.is_sample()) {
        for &items in shown {
            let series = (design, ReplayScoring::Assisted);
            let all = found.iter().flat_map(|one| &one.scored);
            let own: Vec<_> = all
                .filter(|one| (one.design, one.scoring, one.items) == (series.0, series.1, items))
                .collect();
            if own.is_empty() {
                continue;
            }
            let tau = Average::of(own.iter().map(|one| one.tau));
            let (rmse, coverage) = errors(found, series, items);
            steps.push(ReplayStep {
                design: design.name().to_owned(),
                scoring: ReplayScoring::Assisted.name().to_owned(),
                items: items as u64,
                sets: tau.count as u64,
                tau: tau.mean,
                tau_error: tau.error(),
                top: Average::of(own.iter().map(|one| one.top)).mean,
                rmse,
                coverage,
            });
        }
    }
    steps
}

fn decisions_of(boundary: &str, place: usize, found: &[SetFound]) -> ReplayDecisions {
    let all: Vec<_> = found.iter().map(|one| (one.decided[place], one.own.models)).collect();
    let sum =
        |of: &dyn Fn(&super::one_set::RunPairs) -> u64| all.iter().map(|one| of(&one.0)).sum();
    let (decided, right): (u64, u64) = (sum(&|one| one.decided), sum(&|one| one.right));
    ReplayDecisions {
        boundary: boundary.to_owned(),
        pairs: sum(&|one| one.pairs),
        decided,
        right,
        wrong: decided - right,
        open: sum(&|one| one.ties_decided),
        items: Average::of(all.iter().map(|one| one.0.items as f64 / one.1 as f64)).mean,
        tau: Average::of(all.iter().map(|one| one.0.tau)).mean,
        confident: sum(&|one| u64::from(one.confident)),
        sets: all.len() as u64,
    }
}

fn summary(found: &[SetFound], grid: &[usize]) -> ReplaySummary {
    let average = |of: &dyn Fn(&SetFound) -> f64| Average::of(found.iter().map(of));
    let sum = |of: &dyn Fn(&SetFound) -> u64| -> u64 { found.iter().map(of).sum() };
    // Beside the ranker: the same mean number of items by another design.
    let beside = |design: Design, scoring: ReplayScoring| {
        let tau = |one: &SetFound| {
            let items = one.own.decided.items as f64 / one.own.models as f64;
            let own = one.courses.iter().find(|own| (own.design, own.scoring) == (design, scoring));
            own.and_then(|own| own.tau.get(nearest(&grid[..own.tau.len()], items)).copied())
        };
        Average::of(found.iter().filter_map(tau)).mean
    };
    let adaptive = average(&|one| one.own.decided.tau);
    let baseline = average(&|one| one.own.baseline_tau);
    let items = average(&|one| one.own.decided.items as f64);
    let used =
        average(&|one| one.own.decided.items as f64 / (one.own.models * one.own.size) as f64);
    let pairs = sum(&|one| one.own.decided.pairs);
    let decided = sum(&|one| one.own.decided.decided);
    let truth_ties = sum(&|one| one.own.decided.ties);
    let both = truth_ties - sum(&|one| one.own.decided.ties_decided);
    let (precision, recall) = (share(both, pairs - decided), share(both, truth_ties));
    let family = |of: fn((f64, f64)) -> f64| {
        let known: Vec<f64> = found.iter().filter_map(|one| one.family.map(of)).collect();
        (!known.is_empty()).then(|| Average::of(known))
    };
    let (far, far_baseline) = (family(|one| one.0), family(|one| one.1));
    ReplaySummary {
        size: average(&|one| one.own.size as f64).mean,
        a: average(&|one| one.own.a).mean,
        adaptive_tau: adaptive.mean,
        adaptive_tau_sd: adaptive.sd,
        baseline_tau: baseline.mean,
        baseline_tau_sd: baseline.sd,
        random_tau: beside(Design::Random, ReplayScoring::Mean),
        paired_tau: beside(Design::Paired, ReplayScoring::Mean),
        paired_ability_tau: beside(Design::Paired, ReplayScoring::Ability),
        stratified_tau: beside(Design::Stratified, ReplayScoring::Ability),
        static_tau: beside(Design::Static, ReplayScoring::Ability),
        items: items.mean,
        items_sd: items.sd,
        used: used.mean,
        used_sd: used.sd,
        adaptive_ties: share(pairs - decided, pairs).unwrap_or(0.0),
        truth_ties: share(truth_ties, pairs).unwrap_or(0.0),
        tie_precision: precision,
        tie_recall: recall,
        tie_f1: share(2 * both, pairs - decided + truth_ties),
        confident_accuracy: share(sum(&|one| one.own.decided.right), decided),
        fixed_tau: average(&|one| one.own.fixed_tau).mean,
        item_savings: average(&|one| one.own.item_savings).mean,
        cost_savings: average(&|one| one.own.cost_savings).mean,
        conformance: average(&|one| one.own.conformance).mean,
        family_adaptive_tau: far.map(|one| one.mean),
        family_adaptive_tau_sd: far.and_then(|one| one.sd),
        family_baseline_tau: far_baseline.map(|one| one.mean),
        family_baseline_tau_sd: far_baseline.and_then(|one| one.sd),
    }
}
