//! The metrics: one function makes all of them, the others compute with them.

use std::borrow::Cow;
use std::ffi::c_char;

use scorio_core::metric::exact;
use scorio_core::metric::registry::{Entry, estimand, find};
use scorio_core::metric::subset;
use scorio_core::{
    Estimand, Interval, IntervalMethod, ParameterValue, Parameters, Place, Prior, States, Target,
    Tau,
};

use crate::failure::{Failure, Outcome, ScorioStatus, guard};
use crate::matrix::ScorioStates;
use crate::pointer::{array, check, fill, hand_out, optional, reference, release, store, text};

/// These questions: σ leaves open what their finite trials leave open.
pub const SCORIO_THESE_QUESTIONS: i32 = 1;
/// Questions like these, of which these are a sample.
pub const SCORIO_QUESTIONS_LIKE_THESE: i32 = 2;

/// A metric with its budget and parameters, made by `scorio_metric_new`. Threads may
/// share it.
pub struct ScorioMetric(Estimand);

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

/// A value of a metric's parameter.
///
/// It has `length` numbers in `numbers`: one for a share or a power, several for weights. An exact
/// share has a `denominator` instead.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioParameter {
    /// The parameter's name, such as "tau". docs/metrics.md lists the parameters of each metric.
    pub name: *const c_char,
    /// The numbers.
    pub numbers: *const f64,
    /// Their number.
    pub length: usize,
    /// The significant bits of a share in a type narrower than double: 24 for single precision, 11
    /// for half. Otherwise 0.
    pub bits: u32,
    /// The numerator of an exact share.
    pub numerator: u64,
    /// Its denominator, or 0 if the value is in `numbers`.
    pub denominator: u64,
}

/// Makes a metric from the name of its function, such as "pass_at_k". docs/metrics.md lists all
/// names.
///
/// `k` is the budget, from 1 to 10^9. `bayes` and `avg` have none and take 0. `parameters` holds
/// `count` values, and may be NULL for none. Other parameters have their defaults. With
/// `complement`, the metric is 1 - metric. `bayes`, `avg`, `max_at_k` and the geometric metrics
/// have no complement.
///
/// `*metric` is only written on `SCORIO_OK`. Free it with `scorio_metric_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_new(
    name: *const c_char,
    k: i64,
    parameters: *const ScorioParameter,
    count: usize,
    complement: bool,
    metric: *mut *mut ScorioMetric,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let name = unsafe { text(name, "name") }?;
        let budget = Some(k).filter(|&k| k != 0 || find(&name).is_ok_and(Entry::has_budget));
        // SAFETY: the contract of the interface.
        let values = unsafe { parameters_of(parameters, count) }?;
        let estimand = estimand(&name, budget, &values, complement)?;
        // SAFETY: the contract of the interface.
        unsafe { hand_out(metric, ScorioMetric(estimand), "metric") }
    })
}

/// The parameters of metrics.
///
/// # Safety
/// As [`array`], and texts and numbers of each are as its fields say.
pub(crate) unsafe fn parameters_of(
    parameters: *const ScorioParameter,
    count: usize,
) -> Result<Parameters, Failure> {
    let mut values = Parameters::default();
    // SAFETY: as the caller promises.
    for parameter in unsafe { array(parameters, count, "parameters") }? {
        // SAFETY: as the caller promises.
        let (name, value) = unsafe { (text(parameter.name, "name")?, parameter.value()?) };
        values = values.with(name, value);
    }
    Ok(values)
}

impl ScorioParameter {
    /// # Safety
    /// `numbers` is NULL or has `length` numbers.
    unsafe fn value(&self) -> Result<ParameterValue, Failure> {
        if self.numerator != 0 || self.denominator != 0 {
            return Ok(ParameterValue::Share(Tau::ratio(self.numerator, self.denominator)?));
        }
        // SAFETY: as the caller promises.
        Ok(match unsafe { array(self.numbers, self.length, "numbers") }? {
            &[value] if self.bits > 0 => ParameterValue::Share(Tau::rounded(value, self.bits)?),
            &[value] => ParameterValue::Number(value),
            values => ParameterValue::Numbers(values.to_vec()),
        })
    }
}

/// Frees a metric. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_metric_free(metric: *mut ScorioMetric) {
    // SAFETY: the contract of the interface.
    unsafe { release(metric) };
}

/// The states with at least k trials, and the number of dropped questions.
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

/// Point estimate from the observed trials: `pass_at_k`, ….
///
/// Every question needs k trials. With `drop_short`, questions with fewer are dropped, and
/// `*dropped` is their number. `dropped` may be NULL.
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

/// Posterior mean and standard deviation with a uniform prior: `bayes` and `avg`.
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
        let found = metric.0.posterior(&states.0, &Prior::Uniform)?;
        let found = ScorioEstimate { mu: found.mu(), sigma: found.sigma() };
        // SAFETY: the contract of the interface.
        unsafe { store(estimate, found, "estimate") }
    })
}

/// Posterior for k future trials with its credible interval: `bayes_ci`, `pass_at_k_ci`, ….
///
/// - `confidence` is in (0, 1).
/// - `bounds` holds the lower and the upper bound of the interval, or is NULL for none.
/// - For Max@k with k > 1, NULL stands for the smallest and the largest weight.
/// - `alpha0` and `beta0` are the Beta prior of each question's success probability.
/// - 1 and 1 are the uniform prior, the only one for more than two categories.
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
    let find = known((alpha0, beta0), IntervalMethod::Normal, confidence);
    // SAFETY: the contract of the interface.
    unsafe { credible(metric, states, bounds, interval, find) }
}

/// The same with exact quantiles of the posterior: P(score < lo) = P(score > hi) = (1 -
/// confidence) / 2, with certified ends.
///
/// `bayes`, `avg` and the metrics with a complement have it. An interval that cannot be certified is
/// an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_exact_interval(
    metric: *const ScorioMetric,
    states: *const ScorioStates,
    confidence: f64,
    bounds: *const f64,
    alpha0: f64,
    beta0: f64,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    let find = known((alpha0, beta0), IntervalMethod::Exact, confidence);
    // SAFETY: the contract of the interface.
    unsafe { credible(metric, states, bounds, interval, find) }
}

/// The same with a prior that the questions share, whose mean and spread their trials tell:
/// `bayes_ci(prior="hierarchical")` and so on.
///
/// `target` is `SCORIO_THESE_QUESTIONS`, or `SCORIO_QUESTIONS_LIKE_THESE` for what a sample of
/// several questions says about others. The interval is that of the Beta distribution on the range
/// of the score with this mean and standard deviation. Earlier outcomes `R0` of the states count as
/// trials. The rest is as for `scorio_interval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_hierarchical_interval(
    metric: *const ScorioMetric,
    states: *const ScorioStates,
    confidence: f64,
    bounds: *const f64,
    target: i32,
    interval: *mut ScorioInterval,
) -> ScorioStatus {
    let find = |metric: &Estimand, states: &States, bounds: Bounds| {
        let estimate = metric.hierarchical_posterior(states, chosen(target)?)?;
        Ok(estimate.interval(confidence, bounds)?)
    };
    // SAFETY: the contract of the interface.
    unsafe { credible(metric, states, bounds, interval, find) }
}

/// The target that a number stands for.
fn chosen(number: i32) -> Result<Target, Failure> {
    match number {
        SCORIO_THESE_QUESTIONS => Ok(Target::TheseQuestions),
        SCORIO_QUESTIONS_LIKE_THESE => Ok(Target::QuestionsLikeThese),
        number => Err(Failure::Target(number)),
    }
}

/// The ends that an interval is clipped to.
type Bounds = Option<(f64, f64)>;

/// What computes an interval with a Beta prior.
fn known(
    (alpha0, beta0): (f64, f64),
    method: IntervalMethod,
    confidence: f64,
) -> impl FnOnce(&Estimand, &States, Bounds) -> Result<Interval, Failure> {
    move |metric, states, bounds| {
        let prior = Prior::beta(alpha0, beta0)?;
        Ok(exact::interval(metric, states, &prior, method, confidence, bounds)?)
    }
}

/// The posterior with its interval, which `find` computes.
///
/// # Safety
/// As for the functions above.
unsafe fn credible(
    metric: *const ScorioMetric,
    states: *const ScorioStates,
    bounds: *const f64,
    interval: *mut ScorioInterval,
    find: impl FnOnce(&Estimand, &States, Bounds) -> Result<Interval, Failure>,
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
        let Interval { mu, sigma, lo, hi } = find(&metric.0, &states.0, bounds)?;
        // SAFETY: the contract of the interface.
        unsafe { store(interval, ScorioInterval { mu, sigma, lo, hi }, "interval") }
    })
}

/// The probability of superiority: P(A > B) + P(A = B) / 2 of the exact posterior scores of two
/// models, `superiority`.
///
/// `a` and `b` are the states of the models. The rest is as for `scorio_exact_interval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_superiority(
    metric: *const ScorioMetric,
    a: *const ScorioStates,
    b: *const ScorioStates,
    alpha0: f64,
    beta0: f64,
    probability: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (metric, a, b) =
            unsafe { (reference(metric, "metric")?, reference(a, "a")?, reference(b, "b")?) };
        let prior = Prior::beta(alpha0, beta0)?;
        let found = exact::superiority(&metric.0, (&a.0, &b.0), &prior)?;
        // SAFETY: the contract of the interface.
        unsafe { store(probability, found, "probability") }
    })
}

/// Pass@1, …, Pass@k_max: `pass_curve`.
///
/// `values` must hold `k_max` numbers. The rest is as for `scorio_point`.
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

/// Whether an optional number can be stored.
pub(crate) fn check_report(pointer: *const u64) -> Outcome {
    if pointer.is_null() { Ok(()) } else { check(pointer, 1, "dropped") }
}

/// Stores an optional number.
///
/// # Safety
/// The pointer is NULL, or valid for a write.
pub(crate) unsafe fn report(pointer: *mut u64, value: u64) -> Outcome {
    // SAFETY: as the caller promises.
    if pointer.is_null() { Ok(()) } else { unsafe { store(pointer, value, "dropped") } }
}
