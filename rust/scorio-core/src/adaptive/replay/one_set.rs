//! The replay of one hold-out set: calibrate, ask by each design, and compare with all outcomes.

use std::sync::Arc;

use super::super::boundary::{BoundaryRule, PairBoundary};
use super::super::error::AdaptiveError;
use super::super::options::{Goal, RunOptions};
use super::courses::{AgreementCourse, adaptive_course, answered, courses, shown};
use super::hold_out::{HoldOut, shuffle};
use super::options::{FEWEST, ReplayOptions, ReplayTable, ReplayTruth};
use super::orders::{Design, shared_out};
use super::paths::ModelPath;
use super::rows::ReplaySet;
use super::scoring::{ScoreErrors, scored};
use super::stopping::{Stopped, stopped};
use super::truth::Recorded;
use crate::adaptive::ScoreScale;
use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::items::calibrated::{CalibratedBank, CalibrationTable, calibrate_bank};
use crate::error::Result;
use crate::irt::{CalibrationRequest, mode};
use crate::numeric::normal::central_quantile;
use crate::numeric::random::Stream;

/// What one hold-out set has found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SetFound {
    pub(super) set: ReplaySet,
    pub(super) courses: Vec<AgreementCourse>,
    pub(super) scored: Vec<ScoreErrors>,
    /// The runs by [`RULES`].
    pub(super) decided: [RunPairs; RULES.len()],
    pub(super) own: OwnRun,
    /// τ of the ranker and of the paper's baseline, with a bank of other families.
    pub(super) family: Option<(f64, f64)>,
}

/// Boundaries whose runs stand beside one another: by name, and whether all pairs share the error.
pub(super) const RULES: [(&str, BoundaryRule, bool); 5] = [
    ("two-sided", BoundaryRule::TwoSided, false),
    ("spending", BoundaryRule::Spending, false),
    ("spending, family", BoundaryRule::Spending, true),
    ("anytime", BoundaryRule::Anytime, false),
    ("anytime, family", BoundaryRule::Anytime, true),
];

/// The pairs of a run where it stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RunPairs {
    pub(super) pairs: u64,
    pub(super) decided: u64,
    pub(super) right: u64,
    /// Pairs that the truth leaves open, and those of them that are decided.
    pub(super) ties: u64,
    pub(super) ties_decided: u64,
    pub(super) items: usize,
    pub(super) confident: bool,
    pub(super) tau: f64,
}

/// The run by the user's own boundary, with what the paper's tables say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OwnRun {
    pub(super) decided: RunPairs,
    pub(super) baseline_tau: f64,
    pub(super) fixed_tau: f64,
    pub(super) item_savings: f64,
    pub(super) cost_savings: f64,
    pub(super) size: usize,
    pub(super) models: usize,
    pub(super) a: f64,
    pub(super) conformance: f64,
}

/// Calibration models, the bank and the record of a hold-out set.
struct ReplayBank {
    bank: Arc<ItemBank>,
    abilities: Vec<f64>,
    recorded: Recorded,
    calibrated: CalibratedBank,
    left_out: usize,
}

/// Replays a hold-out set. `grid` has the numbers of items of courses.
pub(super) fn replayed(
    table: &ReplayTable,
    options: &ReplayOptions,
    sets: &HoldOut,
    grid: &[usize],
    own: &mut Stream,
) -> Result<SetFound> {
    let asked = asked_items(table, options, own);
    let prepared = prepared(table, options, sets, &asked)?;
    let ReplayBank { bank, abilities, recorded, calibrated, left_out } = &prepared;
    let most = options.most().min(bank.len());
    let prior = options.run.prior;
    let paths = paths(options, &prepared, sets.held.len(), most);
    let mut found = vec![adaptive_course(&paths, recorded, grid)?];
    let mut errors = Vec::new();
    let confidence = options.run.confidence;
    let points = if options.run.goal == Goal::Score { shown(most) } else { Vec::new() };
    let chosen: Vec<Vec<usize>> = paths.iter().map(|path| path.items.clone()).collect();
    errors.extend(scored(Design::Adaptive, &chosen, bank, recorded, (prior, confidence), &points)?);
    let mut baseline = Vec::new();
    for design in Design::FIXED {
        let orders = design.orders(bank, abilities, (sets.held.len(), most), own);
        found.extend(courses(design, &orders, bank.curves(), recorded, prior, grid)?);
        errors.extend(scored(design, &orders, bank, recorded, (prior, confidence), &points)?);
        if design == Design::Random {
            baseline = orders;
        }
    }
    let costs: Vec<f64> = sets.held.iter().map(|&model| table.costs[model]).collect();
    let by = |boundary: &PairBoundary| {
        let run = stopped(&paths, &costs, &options.run, boundary);
        Ok::<_, crate::Error>((compared(&run, boundary, recorded)?, run))
    };
    let mut decided = [RunPairs::default(); RULES.len()];
    for (place, (_, boundary, family)) in RULES.into_iter().enumerate() {
        let run = RunOptions { boundary, family, ..options.run.clone() };
        decided[place] = by(&run.pair_boundary(sets.held.len())?)?.0;
    }
    let (found_own, run) = by(&options.run.pair_boundary(sets.held.len())?)?;
    let longest = run.items.iter().copied().max().unwrap_or(0);
    let fixed: Vec<f64> =
        paths.iter().map(|path| path.located[longest.min(path.len())].0).collect();
    let spent: f64 = costs.iter().zip(&run.items).map(|(cost, &n)| cost * n as f64).sum();
    let all: f64 = costs.iter().sum::<f64>() * longest as f64;
    let same = (longest * paths.len()) as f64;
    let family = of_families(table, options, sets, &asked, own)?;
    Ok(SetFound {
        set: ReplaySet {
            models: named(table, &sets.held).join(", "),
            calibrators: sets.calibrators.len() as u64,
            items: bank.len() as u64,
            left_out: *left_out as u64,
            clipped: recorded.clipped,
            ceiling: calibrated.report.ceiling,
        },
        courses: found,
        scored: errors,
        decided,
        own: OwnRun {
            decided: found_own,
            baseline_tau: baseline_tau(options, &prepared, &baseline, &run, own)?,
            fixed_tau: recorded.tau(&fixed)?,
            item_savings: 1.0 - found_own.items as f64 / same,
            cost_savings: 1.0 - spent / all,
            size: bank.len(),
            models: sets.held.len(),
            a: 1.0 / calibrated.calibration.dispersion.sqrt(),
            conformance: calibrated.report.conformance,
        },
        family,
    })
}

fn paths(
    options: &ReplayOptions,
    prepared: &ReplayBank,
    models: usize,
    most: usize,
) -> Vec<ModelPath> {
    let run = RunOptions { goal: Goal::Rank, ..options.run.clone() };
    let path = |model| ModelPath::new(&prepared.bank, &run, &prepared.recorded, model, most);
    (0..models).map(path).collect()
}

fn named(table: &ReplayTable, models: &[usize]) -> Vec<String> {
    models.iter().map(|&model| table.models[model].clone()).collect()
}

/// The items that may be asked: all, or a random half.
fn asked_items(table: &ReplayTable, options: &ReplayOptions, own: &mut Stream) -> Vec<bool> {
    let count = table.items.len();
    if options.truth == ReplayTruth::All {
        return vec![true; count];
    }
    let mut asked: Vec<bool> = (0..count).map(|item| item % 2 == 0).collect();
    shuffle(&mut asked, own);
    asked
}

/// Calibrates the items that all held-out models have, of those that may be asked.
fn prepared(
    table: &ReplayTable,
    options: &ReplayOptions,
    sets: &HoldOut,
    asked: &[bool],
) -> Result<ReplayBank> {
    let items = table.items.len();
    let has = |model: usize, item: usize| table.trials[model * items + item] > 0.0;
    let shared: Vec<usize> =
        (0..items).filter(|&item| sets.held.iter().all(|&model| has(model, item))).collect();
    let (common, other): (Vec<usize>, Vec<usize>) =
        shared.iter().copied().partition(|&item| asked[item]);
    let truth = if options.truth == ReplayTruth::All { &common } else { &other };
    if common.len() < 2 || truth.len() < 2 {
        let models = named(table, &sets.held).join(", ");
        return Err(AdaptiveError::NoCommonItems { models }.into());
    }
    // Several trials count as one, of their mean.
    let mean = |model: usize, item: usize| {
        let place = model * items + item;
        if has(model, item) { table.sums[place] / table.trials[place] } else { f64::NAN }
    };
    let of = |models: &[usize], of: &[usize]| -> Vec<Vec<f64>> {
        models.iter().map(|&l| of.iter().map(|&item| mean(l, item)).collect()).collect()
    };
    let known = of(&sets.calibrators, &common);
    let scale = scale(options, &known)?;
    let cells = || known.iter().flatten();
    let trained = CalibrationTable {
        models: named(table, &sets.calibrators),
        items: common.iter().map(|&item| table.items[item].clone()).collect(),
        trials: cells().map(|score| f64::from(u8::from(score.is_finite()))).collect(),
        sums: cells().map(|score| if score.is_finite() { *score } else { 0.0 }).collect(),
    };
    let request = CalibrationRequest {
        method: options.method,
        drop_negative: options.drop_negative,
        ..CalibrationRequest::default()
    };
    trained.check()?;
    let strata = common.iter().map(|&item| table.strata[item].clone()).collect();
    let calibrated = calibrate_bank(&trained, strata, scale, &request)?;
    let bank = ItemBank::new(calibrated.columns.clone(), scale)?;
    let z = central_quantile(options.run.confidence)?.value();
    let recorded = Recorded::new(&bank, &of(&sets.held, &common), &of(&sets.held, truth), z)?;
    recorded.check(&named(table, &sets.held))?;
    let abilities = calibrated.calibration.abilities.clone();
    let left_out = items - shared.len();
    Ok(ReplayBank { bank: Arc::new(bank), abilities, recorded, calibrated, left_out })
}

/// The range of scores: the declared one, or that of the calibration models alone.
fn scale(options: &ReplayOptions, known: &[Vec<f64>]) -> Result<ScoreScale> {
    let greater_is_better = options.greater_is_better;
    if let Some((lo, hi)) = options.range {
        return Ok(ScoreScale { lo, hi, greater_is_better });
    }
    let seen = || known.iter().flatten().filter(|score| score.is_finite()).copied();
    let (lo, hi) = (seen().fold(f64::INFINITY, f64::min), seen().fold(f64::NEG_INFINITY, f64::max));
    if lo >= hi {
        return Err(AdaptiveError::NoVariation { score: lo }.into());
    }
    Ok(ScoreScale { lo, hi, greater_is_better })
}

/// The pairs of a run, compared with the truth.
fn compared(run: &Stopped, boundary: &PairBoundary, recorded: &Recorded) -> Result<RunPairs> {
    let mut found =
        RunPairs { items: run.items.iter().sum(), confident: run.confident, ..RunPairs::default() };
    for one in 0..run.located.len() {
        for other in one + 1..run.located.len() {
            let tie = recorded.ties(one, other);
            found.pairs += 1;
            found.ties += u64::from(tie);
            if run.decides(boundary, one, other) {
                let gap = recorded.gold[one] - recorded.gold[other];
                let same = gap * (run.located[one].0 - run.located[other].0) > 0.0;
                found.decided += 1;
                found.right += u64::from(same);
                found.ties_decided += u64::from(tie);
            }
        }
    }
    let abilities: Vec<f64> = run.located.iter().map(|one| one.0).collect();
    found.tau = recorded.tau(&abilities)?;
    Ok(found)
}

/// τ of the paper's baseline: as many trials as the run has, each of a random model and item.
fn baseline_tau(
    options: &ReplayOptions,
    prepared: &ReplayBank,
    orders: &[Vec<usize>],
    run: &Stopped,
    own: &mut Stream,
) -> Result<f64> {
    let most = orders.iter().map(Vec::len).min().unwrap_or(0);
    let sizes = shared_out(run.items.iter().sum(), orders.len(), most, own);
    let (curves, recorded) = (prepared.bank.curves(), &prepared.recorded);
    let found: Vec<f64> = orders
        .iter()
        .zip(sizes)
        .enumerate()
        .map(|(model, (order, size))| {
            mode(&answered(&order[..size], curves, recorded, model), options.run.prior).mode
        })
        .collect();
    recorded.tau(&found)
}

/// τ of the ranker and of the paper's baseline, if no family of the held-out models calibrates.
fn of_families(
    table: &ReplayTable,
    options: &ReplayOptions,
    sets: &HoldOut,
    asked: &[bool],
    own: &mut Stream,
) -> Result<Option<(f64, f64)>> {
    if table.families.is_empty() {
        return Ok(None);
    }
    let others = sets.of_other_families(table);
    if others.calibrators.len() < FEWEST {
        let models = named(table, &sets.held).join(", ");
        let left = others.calibrators.len();
        return Err(AdaptiveError::Families { models, left }.into());
    }
    let prepared = prepared(table, options, &others, asked)?;
    let most = options.most().min(prepared.bank.len());
    let paths = paths(options, &prepared, sets.held.len(), most);
    let costs: Vec<f64> = sets.held.iter().map(|&model| table.costs[model]).collect();
    let boundary = options.run.pair_boundary(sets.held.len())?;
    let run = stopped(&paths, &costs, &options.run, &boundary);
    let random = Design::Random;
    let orders = random.orders(&prepared.bank, &prepared.abilities, (paths.len(), most), own);
    let adaptive = compared(&run, &boundary, &prepared.recorded)?.tau;
    Ok(Some((adaptive, baseline_tau(options, &prepared, &orders, &run, own)?)))
}
