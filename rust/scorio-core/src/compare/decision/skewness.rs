//! How skewed a mean of numbers or a difference is, and the interval of a mean that follows it.

use std::collections::BTreeMap;

use super::difference::{Term, by_cluster, distances, fixed};
use crate::counts::question::Question;
use crate::numeric::double::Double;
use crate::numeric::portable::{cbrt, ln};
use crate::sums::powers::PowerSums;
use crate::sums::sums::Sums;

/// Above this skewness of a mean, a few outcomes carry it.
const CARRIED: f64 = 0.5;

/// Above this skewness of a difference, whose interval does not follow it, one end of a 95% interval is
/// missed twice as often as it says.
///
/// By Edgeworth's expansion of Student's t, an end at z is missed with the chance Φ(−z) + λ (2z² + 1) φ(z) / 6.
/// For z = 1.96 that is .025 + .0845 λ.
pub(super) const CARRIED_APART: f64 = 0.3;

/// Above this standard deviation of ln y, so they do whatever skewness the outcomes show.
const SPREAD: f64 = 1.5;

/// λ of a mean over questions or clusters like these: Σ S³ / (Σ S²)^{3/2}, where S is the part of a
/// cluster in the error of the mean.
///
/// Of M questions with equal weights it is mean d³ / (mean d²)^{3/2} / √M, where d = m − score.
pub(crate) fn of_sample(terms: &[Term]) -> f64 {
    of_units(by_cluster(distances(terms, 1.0).collect()).into_iter().map(|(_, part)| (part, 1.0)))
}

/// The same of the difference of two means with common clusters.
pub(crate) fn of_joint(own: &[Term], base: &[Term]) -> f64 {
    let parts = distances(own, 1.0).chain(distances(base, -1.0)).collect();
    of_units(by_cluster(parts).into_iter().map(|(_, part)| (part, 1.0)))
}

/// The same of questions of equal weight: their differences, and how many questions have each.
pub(crate) fn of_counted(differences: &[(Double, u64)]) -> f64 {
    let all: u64 = differences.iter().map(|(_, times)| times).sum();
    let sum = differences.iter().fold(Double::ZERO, |sum, &(one, times)| sum + one * times as f64);
    let mean = sum / all.max(1) as f64;
    of_units(differences.iter().map(|&(one, times)| (one - mean, times as f64)))
}

/// Σ S³ / (Σ S²)^{3/2} of parts and how often each occurs.
fn of_units(parts: impl Iterator<Item = (Double, f64)>) -> f64 {
    let (squares, cubes) =
        parts.fold((Double::ZERO, Double::ZERO), |(squares, cubes), (part, times)| {
            let square = part * part * times;
            (squares + square, cubes + square * part)
        });
    let squares = squares.value();
    if squares > 0.0 { cubes.value() / squares / squares.sqrt() } else { 0.0 }
}

/// The third central moment of the mean of one question over new trials, times 8^`shift`.
///
/// It is m₃ / n², where m₃ = n Σ (y − m)³ / ((n − 1)(n − 2)). `None` of fewer than three trials, or if
/// Σ y³ is not known.
pub(crate) fn of_question(sums: &Sums, question: &Question<'_>, shift: i32) -> Option<f64> {
    of_powers(sums.powers(question.key()), question.trials(), shift)
}

/// The same of n trials with these sums.
pub(crate) fn of_powers(powers: &PowerSums, trials: u64, shift: i32) -> Option<f64> {
    let trials = Some(trials).filter(|&trials| trials > 2)?;
    let cubes = powers.cubed_deviations(trials, shift)?.value();
    let n = trials as f64;
    Some(cubes / n / ((n - 1.0) * (n - 2.0)))
}

/// The third central moment of a mean over new trials: that of each question times its weight³, over
/// (Σ w)³. `None` if that of a question is not known.
pub(crate) fn third_of(terms: &[Term]) -> Option<f64> {
    let all = terms.iter().fold(0.0, |sum, term| sum + term.weight);
    terms.iter().try_fold(0.0, |sum, term| {
        let share = term.weight / all;
        Some(sum + share * share * share * term.third?)
    })
}

/// λ of a mean over new trials, and its variance.
pub(crate) fn of_trials(terms: &[Term]) -> (f64, f64) {
    let variance = fixed(terms).variance.value();
    (of_third(third_of(terms), variance), variance)
}

/// λ of the difference of two independent means, each with its λ and its variance: the third moments
/// subtract, where the variances add up.
pub(crate) fn apart((own, variance): (f64, f64), (base, base_variance): (f64, f64)) -> f64 {
    let all = variance + base_variance;
    let part = |skewness: f64, share: f64| skewness * share * share.sqrt();
    if all > 0.0 { part(own, variance / all) - part(base, base_variance / all) } else { 0.0 }
}

/// The models that tell which pairs are carried: those of most pairs, then those of most of the rest,
/// and so on. Of one far skewed model among others, it is that model.
pub(crate) fn told_by<T: Ord + Clone>(pairs: &[(T, T)]) -> Vec<T> {
    let mut rest: Vec<&(T, T)> = pairs.iter().collect();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let mut times = BTreeMap::new();
        for one in rest.iter().flat_map(|(own, base)| [own, base]) {
            *times.entry(one).or_insert(0_usize) += 1;
        }
        let most = times.values().copied().max().unwrap_or_default();
        times.retain(|_, own| *own == most);
        rest.retain(|(own, base)| !times.contains_key(own) && !times.contains_key(base));
        found.extend(times.into_keys().cloned());
    }
    found.sort_unstable();
    found
}

/// λ of a mean with this third central moment. 0 if that is not known.
pub(crate) fn of_third(third: Option<f64>, variance: f64) -> f64 {
    let scaled = |third: f64| third / variance / variance.sqrt();
    third.filter(|_| variance > 0.0).map_or(0.0, scaled)
}

/// The distances of both ends from a mean, in σ: the hull of ± q and of Hall's interval.
///
/// Hall's ends are the mean − σ g(± q) with g(x) = (3/λ) ((1 + λ (x − λ/6))^{1/3} − 1), and g(x) = x for
/// λ = 0 (Hall, J. R. Stat. Soc. B 54 (1992) 221).
pub(crate) fn hull(q: Double, skewness: f64) -> (Double, Double) {
    let reach = |end: f64| if end > q.value() { Double::from(end) } else { q };
    let (below, above) = hall(q.value(), skewness);
    (reach(below), reach(above))
}

/// The distances of Hall's ends below and above a mean, in σ.
pub(crate) fn hall(q: f64, skewness: f64) -> (f64, f64) {
    let g = |x: f64| {
        let x = x - skewness / 6.0;
        // c³ − 1 = (c − 1)(c² + c + 1), which loses no digits where λ is small.
        let c = cbrt(1.0 + skewness * x);
        3.0 * x / (c * c + c + 1.0)
    };
    (g(q), -g(-q))
}

/// Whether a few large outcomes carry a mean: by its skewness, or by the spread of ln y if all outcomes
/// are positive.
pub(crate) fn is_carried(skewness: f64, outcomes: &[f64]) -> bool {
    if skewness.abs() > CARRIED {
        return true;
    }
    if outcomes.is_empty() || outcomes.iter().any(|&y| y <= 0.0) {
        return false;
    }
    let logs: Vec<f64> = outcomes.iter().map(|&y| ln(y)).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
    squares > SPREAD * SPREAD * count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_is_the_plain_interval_without_skewness() {
        let q = Double::from(2.0);
        assert_eq!(hull(q, 0.0), (q, q));
        // ((1 + .5 (2 − .5/6))^{1/3} − 1) 6, and of −2, by hand.
        let (lo, hi) = hull(q, 0.5);
        assert_eq!(lo, q);
        let x = -2.0 - 0.5 / 6.0;
        let plain = -6.0 * (1.0_f64 + 0.5 * x).signum() * cbrt((1.0 + 0.5 * x).abs()) + 6.0;
        assert!((hi.value() - plain).abs() < 1e-12, "{hi:?} {plain}");
        let mirrored = hull(q, -0.5);
        assert_eq!((mirrored.1, mirrored.0), (lo, hi));
        for tiny in [1e-300, 1e-12, -1e-9] {
            let (lo, hi) = hull(q, tiny);
            assert!((lo.value() - 2.0).abs() + (hi.value() - 2.0).abs() < 1e-8);
        }
    }

    #[test]
    fn skewness_of_a_difference_is_that_of_its_parts() {
        let term = |mean: f64, cluster| Term {
            mean: Double::from(mean),
            variance: Double::ZERO,
            third: None,
            cluster,
            weight: 1.0,
        };
        // Distances −1, −1 and 2 from the mean: 6 / 6^{3/2}.
        let own: Vec<_> =
            [0.0, 0.0, 3.0].into_iter().enumerate().map(|(i, y)| term(y, i)).collect();
        let expected = 1.0 / 6.0_f64.sqrt();
        assert!((of_sample(&own) - expected).abs() < 1e-15);
        let counted = [(Double::ZERO, 2), (Double::from(3.0), 1), (Double::from(9.0), 0)];
        assert!((of_counted(&counted) - expected).abs() < 1e-15);
        assert_eq!((of_sample(&[]), of_counted(&[])), (0.0, 0.0));
        // Beside a baseline without scatter, and the other way round.
        let flat: Vec<_> = (0..3).map(|i| term(1.0, i)).collect();
        assert!((of_joint(&own, &flat) - expected).abs() < 1e-15);
        assert!((of_joint(&flat, &own) + expected).abs() < 1e-15);
        // Third moments 2 × 1 and 0.5 × 8, of variances 1 and 4: −2 / 5^{3/2}.
        assert!((apart((2.0, 1.0), (0.5, 4.0)) + 2.0 / 5.0_f64.powf(1.5)).abs() < 1e-15);
        assert_eq!((apart((0.4, 2.0), (0.4, 2.0)), apart((1.0, 0.0), (1.0, 0.0))), (0.0, 0.0));
        // Third moments 8 and 1 of weights 3 and 1: (27 × 8 + 1) / 64.
        let known = |third, weight| Term { third: Some(third), weight, ..term(0.0, 0) };
        assert_eq!(third_of(&[known(8.0, 3.0), known(1.0, 1.0)]), Some(217.0 / 64.0));
        assert_eq!(third_of(&[known(8.0, 3.0), term(0.0, 1)]), None);
    }

    #[test]
    fn pairs_are_told_by_the_models_of_most_of_them() {
        let told = |pairs: &[(&'static str, &'static str)]| told_by(pairs);
        assert_eq!(told(&[]), Vec::<&str>::new());
        assert_eq!(told(&[("b", "a")]), ["a", "b"]);
        assert_eq!(told(&[("a", "m"), ("m", "b"), ("m", "c")]), ["m"]);
        assert_eq!(told(&[("a", "m"), ("m", "b"), ("x", "y")]), ["m", "x", "y"]);
        assert_eq!(told(&[("a", "b"), ("b", "c"), ("c", "a")]), ["a", "b", "c"]);
    }

    #[test]
    fn outcomes_of_many_sizes_carry_a_mean() {
        assert!(is_carried(-0.6, &[]) && !is_carried(0.4, &[1.0]));
        assert!(is_carried(0.0, &[1.0, 10.0, 100.0]) && !is_carried(0.0, &[1.0, 6.0, 36.0]));
        assert!(!is_carried(0.0, &[-1.0, 10.0, 100.0]));
    }
}
