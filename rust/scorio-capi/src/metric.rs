//! The metrics: a function for each makes one of its parameters, four compute with it.

use std::borrow::Cow;

use scorio_core::geometric::Blend;
use scorio_core::maximum::Maximum;
use scorio_core::{Credit, Interval, Place, States, Target, Tau, Weights, subset};

use crate::failure::{Failure, Outcome, ScorioStatus, guard};
use crate::matrix::ScorioStates;
use crate::pointer::{array, check, fill, hand_out, optional, reference, release, store};

/// A metric with its budget and parameters, made by `scorio_metric_bayes` and its kin. Threads may
/// share it.
pub struct ScorioMetric(Target);

/// A score and its posterior standard deviation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioEstimate {
    /// The score.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

/// A score, its posterior standard deviation, and its credible interval.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioInterval {
    /// The score.
    pub mu: f64,
    /// Its standard deviation.
    pub sigma: f64,
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

/// Makes a metric and hands it out.
///
/// # Safety
/// `metric` is NULL or valid for a write.
unsafe fn make(
    metric: *mut *mut ScorioMetric,
    target: impl FnOnce() -> Result<Target, Failure>,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: as the caller promises.
        unsafe { hand_out(metric, ScorioMetric(target()?), "metric") }
    })
}

fn subset_metric(credit: scorio_core::Result<Credit>, complement: bool) -> Result<Target, Failure> {
    Ok(Target::Subset(if complement { credit?.complement() } else { credit? }))
}

/// Weights of categories; NULL stands for (0, 1).
///
/// # Safety
/// NULL, or as long as `categories` says.
unsafe fn weights(w: *const f64, categories: usize) -> Result<Weights, Failure> {
    // SAFETY: as the caller promises.
    let w = unsafe { optional(w, categories, "w") }?;
    Ok(w.map_or_else(|| Ok(Weights::binary()), Weights::new)?)
}

/// Bayes@N: `bayes` and `bayes_ci`. `w` holds a finite weight for each category, or is NULL for
/// (0, 1), and then `categories` does not matter.
///
/// `*metric` is written on `SCORIO_OK` alone, here and below; free it with `scorio_metric_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_bayes(
    w: *const f64,
    categories: usize,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || Ok(Target::Bayes(weights(w, categories)?))) }
}

/// avg@N: `avg` and `avg_ci`. `w` as for `scorio_metric_bayes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_avg(
    w: *const f64,
    categories: usize,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || Ok(Target::Avg(weights(w, categories)?))) }
}

/// Pass@k: at least one of k trials succeeds. `k` is 1 to 10^9; with `complement`, 1 - metric, here
/// and below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_pass_at_k(
    k: i64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(Credit::pass_at(k), complement)) }
}

/// Pass^k: all of k trials succeed; `pass_hat_k`, `unanimous_at_k` and `g_pass_at_k`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_pass_hat_k(
    k: i64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(Credit::pass_hat(k), complement)) }
}

/// G-Pass@k_τ: at least max(1, ⌈τk⌉) of k trials succeed. `tau` stands for every share within four
/// roundings of it, so that j / k asks for j.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_g_pass_at_k_tau(
    k: i64,
    tau: f64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(Credit::threshold(k, Tau::decimal(tau)?), complement)) }
}

/// The same for a `tau` of a narrower type, whose roundings are wider: of `bits` significant bits,
/// 24 for single precision, 11 for half.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_g_pass_at_k_rounded(
    k: i64,
    tau: f64,
    bits: u32,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    let credit = || Credit::threshold(k, Tau::rounded(tau, bits)?);
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(credit(), complement)) }
}

/// G-Pass@k_τ with τ = `numerator` / `denominator`, exactly.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_g_pass_at_k_ratio(
    k: i64,
    numerator: u64,
    denominator: u64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    let credit = || Credit::threshold(k, Tau::ratio(numerator, denominator)?);
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(credit(), complement)) }
}

/// Maj@k: more than half of k trials succeed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_maj_at_k(
    k: i64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(Credit::majority(k), complement)) }
}

/// mG-Pass@k: G-Pass@k_τ averaged over τ from 1/2 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_mg_pass_at_k(
    k: i64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(Credit::upper_half(k), complement)) }
}

/// AUC@k: the area under Pass@1 … Pass@k.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_auc_at_k(
    k: i64,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || subset_metric(Credit::area(k), complement)) }
}

/// The threshold spectrum: a weighted sum of the chances of at least 1, …, k successes. `weights`
/// holds k = `length` of them, finite, from 0, with a sum of at most 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_threshold_spectrum_at_k(
    k: i64,
    weights: *const f64,
    length: usize,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe {
        make(metric, || {
            subset_metric(Credit::spectrum(k, array(weights, length, "weights")?), complement)
        })
    }
}

/// Geom@k: each question's Pass@k to `pass_power` times its Pass^k to `unanimous_power`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_geom_at_k(
    k: i64,
    pass_power: f64,
    unanimous_power: f64,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    let powers = (pass_power, unanimous_power);
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || Ok(Target::Blend(Blend::geom(k, powers, true)?))) }
}

/// Geom@k of the data set: the same powers, each metric averaged over questions first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_geom_ds_at_k(
    k: i64,
    pass_power: f64,
    unanimous_power: f64,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    let powers = (pass_power, unanimous_power);
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || Ok(Target::Blend(Blend::geom(k, powers, false)?))) }
}

/// GeoSpectrum@k: the data set's Pass@k to `lam`, 0 to 1, times its threshold spectrum to 1 - `lam`.
/// `weights` as for the threshold spectrum, or NULL for those of mG-Pass@k; `geo_spectrum_star_at_k` is
/// that with `lam` = 1/2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_geo_spectrum_at_k(
    k: i64,
    lam: f64,
    weights: *const f64,
    length: usize,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe {
        make(metric, || {
            let weights = optional(weights, length, "weights")?;
            Ok(Target::Blend(Blend::spectrum(k, lam, weights)?))
        })
    }
}

/// Max@k: the best reward among k trials. `w` as for `scorio_metric_bayes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_max_at_k(
    k: i64,
    w: *const f64,
    categories: usize,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    // SAFETY: the contract of the interface.
    unsafe { make(metric, || Ok(Target::Maximum(Maximum::new(k, weights(w, categories)?)?))) }
}

/// Frees a metric; NULL is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_free(metric: *mut ScorioMetric) {
    // SAFETY: the contract of the interface.
    unsafe { release(metric) };
}

/// The states of at least k trials, and how many questions that leaves out.
fn long(
    states: &States,
    k: Option<u64>,
    drop_short: bool,
) -> scorio_core::Result<(Cow<'_, States>, u64)> {
    match k.filter(|_| drop_short) {
        Some(k) => states.with_trials(k).map(|(long, short)| (Cow::Owned(long), short)),
        None => Ok((Cow::Borrowed(states), 0)),
    }
}

/// Point estimate from the observed trials, of which every question needs k: `pass_at_k`, …. With
/// `drop_short`, questions with fewer are left out, and `*dropped` says how many; it may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_point(
    metric: *const ScorioMetric,
    states: *const ScorioStates,
    drop_short: bool,
    value: *mut f64,
    dropped: *mut u64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (metric, states) =
            unsafe { (reference(metric, "metric")?, reference(states, "states")?) };
        check_report(dropped)?;
        let (long, short) = long(&states.0, metric.0.budget(), drop_short)?;
        let point = metric.0.point(&long, Place::Row)?;
        // SAFETY: the contract of the interface.
        unsafe { store(value, point, "value").and_then(|()| report(dropped, short)) }
    })
}

/// Posterior mean and standard deviation under a uniform prior: `bayes` and `avg`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_estimate(
    metric: *const ScorioMetric,
    states: *const ScorioStates,
    estimate: *mut ScorioEstimate,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (metric, states) =
            unsafe { (reference(metric, "metric")?, reference(states, "states")?) };
        let found = metric.0.posterior(&states.0, (1.0, 1.0))?;
        let found = ScorioEstimate { mu: found.mu(), sigma: found.sigma() };
        // SAFETY: the contract of the interface.
        unsafe { store(estimate, found, "estimate") }
    })
}

/// Posterior for k future trials with its credible interval: `bayes_ci`, `pass_at_k_ci`, ….
/// `confidence` lies in (0, 1). `bounds` holds the lower and the upper number that the ends are
/// clipped to, or is NULL for none; for Max@k with k > 1, NULL stands for the smallest and the
/// largest weight. `alpha0` and `beta0` are the Beta prior of each question's success probability, 1
/// and 1 for the uniform one; Bayes@N, avg@N and Max@k have a prior of their own and ignore them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_interval(
    metric: *const ScorioMetric,
    states: *const ScorioStates,
    confidence: f64,
    bounds: *const f64,
    alpha0: f64,
    beta0: f64,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (metric, states) =
            unsafe { (reference(metric, "metric")?, reference(states, "states")?) };
        // SAFETY: the contract of the interface.
        let bounds = match unsafe { optional(bounds, 2, "bounds") }? {
            Some(&[lo, hi]) => Some((lo, hi)),
            _ => metric.0.default_bounds(),
        };
        let found = metric.0.posterior(&states.0, (alpha0, beta0))?.interval(confidence, bounds)?;
        let Interval { mu, sigma, lo, hi } = found;
        // SAFETY: the contract of the interface.
        unsafe { store(interval, ScorioInterval { mu, sigma, lo, hi }, "interval") }
    })
}

/// Pass@1, …, Pass@k_max: `pass_curve`. `values` has room for `k_max` numbers; the rest as for
/// `scorio_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_pass_curve(
    states: *const ScorioStates,
    k_max: i64,
    complement: bool,
    drop_short: bool,
    values: *mut f64,
    dropped: *mut u64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let states = unsafe { reference(states, "states")? };
        check(values, usize::from(k_max > 0), "values")?;
        check_report(dropped)?;
        let (long, short) = long(&states.0, u64::try_from(k_max).ok(), drop_short)?;
        let curve = subset::pass_curve(&long, k_max, complement, Place::Row)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(values, &curve, "values").and_then(|()| report(dropped, short)) }
    })
}

/// Whether a number that the caller may not want can be stored.
fn check_report(pointer: *const u64) -> Outcome {
    if pointer.is_null() { Ok(()) } else { check(pointer, 1, "dropped") }
}

/// Stores a number that the caller may not want.
///
/// # Safety
/// NULL, or valid for a write.
unsafe fn report(pointer: *mut u64, value: u64) -> Outcome {
    // SAFETY: as the caller promises.
    if pointer.is_null() { Ok(()) } else { unsafe { store(pointer, value, "dropped") } }
}
