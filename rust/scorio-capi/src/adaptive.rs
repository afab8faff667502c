//! Adaptive evaluation: the ability of a model on calibrated items, its next item, and pairs of
//! models.

use std::ffi::c_char;

use scorio_core::adaptive::{
    BankColumns, BoundaryRule, GivenTrials, ItemBank, ItemOutcomes, PairBoundary, PairDecision,
    RunOptions, ScoreScale, Selection, next_item,
};
use scorio_core::irt::{AbilityBelief, AbilityPrior};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::pointer::{array, hand_out, optional, reference, release, store, text};

/// Calibrated items, made by `scorio_item_bank_new`. Threads may share them.
pub struct ScorioItemBank(ItemBank);

/// The ability of a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioAbility {
    /// The most probable ability.
    pub mode: f64,
    /// Its standard error.
    pub se: f64,
    /// Posterior mean.
    pub mean: f64,
    /// Posterior standard deviation.
    pub sd: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end of the interval.
    pub hi: f64,
}

/// What is known of the order of two models.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioDecision {
    /// Whether the order is decided.
    pub decided: bool,
    /// Difference of the abilities, in standard errors.
    pub z: f64,
    /// The size of z that decides.
    pub boundary: f64,
    /// p-value that is valid at every look.
    pub p: f64,
}

/// Calibrated items. An outcome y from 0 to 1 of item i has the mean
/// μ = 1 / (1 + exp(-a (θ - b))) and the variance φ μ (1 - μ), for a model of ability θ.
///
/// - `a` and `b` have a slope and a difficulty for each of `items`.
/// - `s` has the standard deviations of difficulties, or is NULL for 0.
/// - `phi` has the dispersions, or is NULL for 1, that of successes and failures.
/// - `names` is NULL, or has a text for each item. Without names, messages count items from 0.
/// - `strata` is NULL, or has a number for each item. Strata keep their shares when items are chosen.
///
/// `*bank` is only written on `SCORIO_OK`. Free it with `scorio_item_bank_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_item_bank_new(
    items: usize,
    a: *const f64,
    b: *const f64,
    s: *const f64,
    phi: *const f64,
    names: *const *const c_char,
    strata: *const i64,
    bank: *mut *mut ScorioItemBank,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let columns = unsafe {
            let names = optional(names, items, "names")?;
            let name = |&one: &*const c_char| text(one, "names");
            let (a, b) = (array(a, items, "a")?.to_vec(), array(b, items, "b")?.to_vec());
            let s = optional(s, items, "s")?.unwrap_or_default().to_vec();
            let phi = optional(phi, items, "phi")?;
            let strata = optional(strata, items, "strata")?.unwrap_or_default();
            BankColumns {
                items: match names {
                    Some(names) => names.iter().map(name).collect::<Result<_, _>>()?,
                    None => (0..items).map(|item| item.to_string()).collect(),
                },
                a,
                b,
                s,
                phi: phi.map_or_else(|| vec![1.0; items], <[f64]>::to_vec),
                strata: strata.iter().map(|stratum| Some(stratum.to_string())).collect(),
                kept: Vec::new(),
                steps: Vec::new(),
            }
        };
        let scale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };
        let found = ItemBank::new(columns, scale)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(bank, ScorioItemBank(found), "bank") }
    })
}

/// Frees items. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_item_bank_free(bank: *mut ScorioItemBank) {
    // SAFETY: the contract of the interface.
    unsafe { release(bank) };
}

/// The ability of a model from its trials of some items.
///
/// - `trials` and `sums` have, for each item of the bank, the number of trials, 0 for none, and the
///   sum of their outcomes.
/// - The prior of the ability is normal. 0 and 25 are the usual mean and variance: 0 is the mean
///   ability of the models of a calibration.
/// - The interval is central and has this confidence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_ability(
    bank: *const ScorioItemBank,
    trials: *const f64,
    sums: *const f64,
    prior_mean: f64,
    prior_variance: f64,
    confidence: f64,
    ability: *mut ScorioAbility,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let outcomes = unsafe { answered(&reference(bank, "bank")?.0, trials, sums) }?;
        let prior = AbilityPrior::new(prior_mean, prior_variance)?;
        let belief = AbilityBelief::new(&outcomes.cells, prior);
        let (lo, hi) = belief.interval(confidence)?;
        let top = belief.ability();
        let (mean, sd) = (belief.mean(), belief.sd());
        let found = ScorioAbility { mode: top.mode, se: top.se, mean, sd, lo, hi };
        // SAFETY: the contract of the interface.
        unsafe { store(ability, found, "ability") }
    })
}

/// The item that tells most about the ability of a model, from 0. It is the number of items if none is
/// left.
///
/// - `trials`, `sums` and the prior are as for `scorio_ability`. Items with trials are not chosen
///   again.
/// - `pending` is NULL, or has a number for each item: not 0 for one that is asked and not answered.
/// - `select` is "information" for the most information at the mode of the ability, "expected" for the
///   most on average over its posterior, or "top:5" for one of the five best at random.
/// - `seed` and `drawn`, how many numbers were drawn before, are for "top" alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_next_item(
    bank: *const ScorioItemBank,
    trials: *const f64,
    sums: *const f64,
    pending: *const u8,
    prior_mean: f64,
    prior_variance: f64,
    select: *const c_char,
    seed: u64,
    drawn: u64,
    item: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (bank, outcomes, pending, select) = unsafe {
            let bank = &reference(bank, "bank")?.0;
            let pending = optional(pending, bank.len(), "pending")?.unwrap_or_default();
            (bank, answered(bank, trials, sums)?, pending, text(select, "select")?)
        };
        let waiting = |(place, &flag): (usize, &u8)| (flag != 0).then_some(place);
        let pending: Vec<usize> = pending.iter().enumerate().filter_map(waiting).collect();
        let prior = AbilityPrior::new(prior_mean, prior_variance)?;
        let selection = Selection::named(&select)?;
        let options = RunOptions { selection, prior, seed, ..RunOptions::default() };
        let found = next_item(bank, &outcomes, &pending, &options, drawn);
        // SAFETY: the contract of the interface.
        unsafe { store(item, found.unwrap_or(bank.len()), "item") }
    })
}

/// Whether the order of two models is decided.
///
/// - `abilities` and `errors` have the mode and its standard error of both models.
/// - `boundary` is "anytime", which is valid at every look, or "two-sided" or "one-sided", which hold
///   at one look.
/// - `confidence` is that of the decision. The error is shared by `pairs` pairs: 1 for this pair
///   alone, L(L-1)/2 for all of L models.
/// - `rho` shapes the anytime boundary, 10 for example. `resolution` replaces it: the standard error
///   of a difference that the boundary is best for. NaN leaves it out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_decide_pair(
    abilities: *const f64,
    errors: *const f64,
    boundary: *const c_char,
    confidence: f64,
    pairs: usize,
    rho: f64,
    resolution: f64,
    decision: *mut ScorioDecision,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (abilities, errors, rule) = unsafe {
            let (abilities, errors) =
                (array(abilities, 2, "abilities")?, array(errors, 2, "errors")?);
            (abilities, errors, text(boundary, "boundary")?)
        };
        let (&[one, other], &[se_one, se_other]) = (abilities, errors) else {
            return Err(Failure::Size("abilities"));
        };
        let resolution = Some(resolution).filter(|value| !value.is_nan());
        let rule = BoundaryRule::named(&rule)?;
        let line = PairBoundary::new(rule, confidence, pairs, rho, resolution)?;
        let found = line.decision((one, se_one), (other, se_other))?;
        let PairDecision { decided, z, boundary, p } = found;
        let found = ScorioDecision { decided, z, boundary, p };
        // SAFETY: the contract of the interface.
        unsafe { store(decision, found, "decision") }
    })
}

/// The outcomes of a model on the items.
///
/// # Safety
/// The arrays have a number for each item.
unsafe fn answered(
    bank: &ItemBank,
    trials: *const f64,
    sums: *const f64,
) -> Result<ItemOutcomes, Failure> {
    // SAFETY: as the caller promises.
    let (trials, sums) =
        unsafe { (array(trials, bank.len(), "trials")?, array(sums, bank.len(), "sums")?) };
    let items = bank.columns().items.iter();
    let given: Vec<GivenTrials> = items
        .zip(trials.iter().zip(sums))
        .filter(|(_, (trials, sum))| **trials != 0.0 || **sum != 0.0)
        .map(|(item, (&trials, &sum))| GivenTrials { item: item.clone(), trials, sum })
        .collect();
    Ok(bank.outcomes(&given)?)
}
