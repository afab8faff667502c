//! How skewed a mean of numbers is, and the interval that follows it.

use crate::compare::decision::difference::{Term, by_cluster, distances};
use crate::counts::question::Question;
use crate::numeric::double::Double;
use crate::numeric::portable::{cbrt, ln};
use crate::sums::sums::Sums;

/// Above this skewness of a mean, a few outcomes carry it.
const CARRIED: f64 = 0.5;

/// Above this standard deviation of ln y, so they do whatever skewness the outcomes show.
const SPREAD: f64 = 1.5;

/// λ of a mean over questions or clusters like these: Σ S³ / (Σ S²)^{3/2}, where S is the part of a
/// cluster in the error of the mean.
///
/// Of M questions with equal weights it is mean d³ / (mean d²)^{3/2} / √M, where d = m − score.
pub(super) fn of_sample(terms: &[Term]) -> f64 {
    let parts = by_cluster(distances(terms, 1.0).collect());
    let sum = |power: fn(Double) -> Double| {
        parts.iter().fold(Double::ZERO, |sum, &(_, part)| sum + power(part)).value()
    };
    let squares = sum(|part| part * part);
    let cubes = sum(|part| part * part * part);
    if squares > 0.0 { cubes / squares / squares.sqrt() } else { 0.0 }
}

/// The third central moment of the mean of some questions, over new trials of each, times 8^`shift`.
///
/// It is Σ w³ m₃ / n² / (Σ w)³, where m₃ = n Σ (y − m)³ / ((n − 1)(n − 2)) is that of a question.
/// `None` if a question has fewer than three trials, or its Σ y³ is not known.
pub(super) fn of_trials(
    sums: &Sums,
    questions: &[Question<'_>],
    weight: impl Fn(&Question<'_>) -> f64,
    shift: i32,
) -> Option<f64> {
    let all = questions.iter().fold(0.0, |sum, one| sum + weight(one));
    questions.iter().try_fold(0.0, |sum, question| {
        let trials = Some(question.trials()).filter(|&trials| trials > 2)?;
        let cubes = sums.powers(question.key()).cubed_deviations(trials, shift)?.value();
        let (n, share) = (trials as f64, weight(question) / all);
        Some(sum + share * share * share * cubes / n / ((n - 1.0) * (n - 2.0)))
    })
}

/// λ of a mean with this third central moment. 0 if that is not known.
pub(super) fn of_third(third: Option<f64>, variance: f64) -> f64 {
    let scaled = |third: f64| third / variance / variance.sqrt();
    third.filter(|_| variance > 0.0).map_or(0.0, scaled)
}

/// The distances of both ends from a mean, in σ: the hull of ± q and of Hall's interval.
///
/// Hall's ends are the mean − σ g(± q) with g(x) = (3/λ) ((1 + λ (x − λ/6))^{1/3} − 1), and g(x) = x for
/// λ = 0 (Hall, J. R. Stat. Soc. B 54 (1992) 221).
pub(super) fn hull(q: Double, skewness: f64) -> (Double, Double) {
    let hall = |x: f64| {
        let x = x - skewness / 6.0;
        // c³ − 1 = (c − 1)(c² + c + 1), which loses no digits where λ is small.
        let c = cbrt(1.0 + skewness * x);
        3.0 * x / (c * c + c + 1.0)
    };
    let reach = |end: f64| if end > q.value() { Double::from(end) } else { q };
    (reach(hall(q.value())), reach(-hall(-q.value())))
}

/// Whether a few large outcomes carry a mean: by its skewness, or by the spread of ln y if all outcomes
/// are positive.
pub(super) fn is_carried(skewness: f64, outcomes: &[f64]) -> bool {
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
    fn outcomes_of_many_sizes_carry_a_mean() {
        assert!(is_carried(-0.6, &[]) && !is_carried(0.4, &[1.0]));
        assert!(is_carried(0.0, &[1.0, 10.0, 100.0]) && !is_carried(0.0, &[1.0, 6.0, 36.0]));
        assert!(!is_carried(0.0, &[-1.0, 10.0, 100.0]));
    }
}
