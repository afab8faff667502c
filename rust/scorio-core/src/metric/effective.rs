//! The effective trials behind a point estimate ([`crate::posterior::effective`]).
//!
//! With weights w of the questions and N trials of each, the average has n₀ = (Σ w)² / Σ w²/N. A metric of
//! subsets of k trials has n₀/k.
//!
//! Of these questions, n is at least n₀ where N and w are equal, for success probabilities that differ
//! only lower the variance (Hoeffding 1956, and 1948 for subsets). Of questions like these, n is at most n₀
//! if outcomes are successes or failures. Credits between the two scatter less.
//!
//! Where trials do not tell their own variance, n is n₀: of single trials, of one question, and of subsets
//! with k above N / 2.

use crate::counts::states::States;
use crate::metric::estimand::Estimand;
use crate::posterior::effective::{AtEnd, Degrees, EffectiveTrials};
use crate::posterior::target::Target;

/// Weights whose squares differ by this share are equal.
const ROUNDING: f64 = 1e-12;

/// What the trials of some questions tell of the effective trials.
struct Told {
    /// n₀ of the average.
    nominal: f64,
    /// n₀ of the metric.
    own: f64,
    /// Whether all questions have as many trials and the same weight.
    equal: bool,
    /// Whether the trials do not tell their own variance.
    untold: bool,
    /// Whether each outcome is a success or a failure.
    binary: bool,
}

impl Told {
    fn new(estimand: &Estimand, states: &States) -> Self {
        let k = estimand.budget().unwrap_or(1) as f64;
        let (mut all, mut squares, mut parts) = (0.0, 0.0, 0.0);
        let (mut fewest, mut most) = (f64::INFINITY, 0.0_f64);
        for state in states.iter() {
            let trials = state.trials() as f64;
            all += state.weight.value();
            squares += state.square.value();
            parts += state.square.value() / trials;
            (fewest, most) = (fewest.min(trials), most.max(trials));
        }
        let questions = states.questions() as f64;
        let alike = (questions * squares / (all * all) - 1.0).abs() < ROUNDING;
        let nominal = all * all / parts;
        let single = most == 1.0 && alike && is_binary(estimand);
        Self {
            nominal,
            own: nominal / k,
            equal: fewest == most && alike,
            untold: single || states.questions() == 1 || (k > 1.0 && fewest < 2.0 * k),
            binary: k == 1.0 && is_binary(estimand),
        }
    }
}

/// Whether the outcomes of trials have two values.
fn is_binary(estimand: &Estimand) -> bool {
    let Some(weights) = estimand.weights() else { return true };
    let (low, high) = weights.range();
    weights.values().iter().all(|&one| one == low || one == high)
}

/// Those of a point estimate with a hierarchical prior, whose posterior mean is `mean`.
///
/// `None` if the score is no mean of the questions' own scores.
pub(crate) fn effective(
    estimand: &Estimand,
    states: &States,
    target: Target,
    mean: Option<f64>,
) -> Option<EffectiveTrials> {
    let range = estimand.range();
    let finite = range.0.is_finite() && range.1.is_finite();
    if !finite || matches!(estimand, Estimand::Blend(_) | Estimand::Bayes(_)) {
        return None;
    }
    let told = Told::new(estimand, states);
    let at_end = mean.map_or(AtEnd::Trials(told.own), AtEnd::Mean);
    let plain = EffectiveTrials::unlimited(range, at_end);
    let like = target == Target::QuestionsLikeThese;
    let single = states.questions() > 1 && states.iter().all(|state| state.trials() == 1);
    let certain = told.untold && (!like || single);
    if certain {
        return Some(EffectiveTrials { least: told.own, most: told.own, ..plain });
    }
    if like || single && !told.equal {
        let units = states.questions() as f64 - 1.0;
        return Some(of_sample(plain, &told, units));
    }
    Some(EffectiveTrials { least: if told.equal { told.own } else { 0.0 }, ..plain })
}

/// Those of a point estimate whose σ is the scatter of so many questions or clusters.
pub(crate) fn effective_of_units(
    estimand: &Estimand,
    states: &States,
    units: u64,
) -> Option<EffectiveTrials> {
    let range = estimand.range();
    let finite = range.0.is_finite() && range.1.is_finite();
    if !finite || matches!(estimand, Estimand::Bayes(_)) {
        return None;
    }
    let told = Told::new(estimand, states);
    // At an end, no scatter tells whether the questions of a unit are alike. Then it is one trial.
    let at_end = AtEnd::Trials(units as f64);
    let plain = EffectiveTrials::unlimited(range, at_end);
    Some(of_sample(plain, &told, units as f64 - 1.0))
}

fn of_sample(plain: EffectiveTrials, told: &Told, units: f64) -> EffectiveTrials {
    let degrees = Some(Degrees { trials: told.nominal - 1.0, units });
    let most = if told.binary { told.own } else { f64::INFINITY };
    EffectiveTrials { most, degrees, ..plain }
}
