//! A mean over questions and its variance, for these questions or for a sample of others.

use std::collections::{BTreeMap, BTreeSet};

use crate::numeric::double::Double;

/// One question's part: its mean, what that may be off by, its cluster, and its weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) mean: Double,
    pub(crate) variance: Double,
    /// The third central moment of the mean over new trials, if it is known.
    pub(crate) third: Option<f64>,
    pub(crate) cluster: usize,
    pub(crate) weight: f64,
}

impl Term {
    /// w times the mean.
    fn weighted(&self) -> Double {
        self.mean * self.weight
    }
}

/// The mean of some terms, its variance, and the number of units behind the variance.
///
/// There are no units if the variance comes from the posteriors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DifferenceMoments {
    pub(crate) mean: Double,
    pub(crate) variance: Double,
    pub(crate) units: u64,
}

/// For these questions alone: Σ w² var / (Σ w)².
///
/// With equal weights that is Σ var / M² (equation 15 of arXiv:2510.04265).
pub(crate) fn fixed(terms: &[Term]) -> DifferenceMoments {
    let all = total(terms);
    let part = |term: &Term| term.variance * term.weight * term.weight;
    let variance = terms.iter().fold(Double::ZERO, |sum, term| sum + part(term));
    DifferenceMoments { mean: mean(terms), variance: variance.over(all).over(all), units: 0 }
}

/// For questions like these: the clusters are a sample, and each is a unit.
///
/// Let S be the sum of w (mean of a question − mean) over a cluster. The variance is G / (G − 1) Σ
/// S² / (Σ w)². If every question is its own cluster, with equal weights, that is the usual s² / M.
/// It is `None` for fewer than two clusters.
pub(crate) fn of_sample(terms: &[Term]) -> Option<DifferenceMoments> {
    let (variance, units) = scatter(distances(terms, 1.0), relative(terms))?;
    Some(DifferenceMoments { mean: mean(terms), variance, units })
}

impl DifferenceMoments {
    /// With one more question that has the `opposite` difference, from paired questions without
    /// clusters.
    ///
    /// It adds its square to the scatter. So differences that are all equal are not certain.
    pub(crate) fn with(self, opposite: f64) -> Self {
        let pairs = (self.units * (self.units - 1)) as f64;
        Self { variance: self.variance + opposite * opposite / pairs, ..self }
    }
}

/// As [`of_sample`] for questions of equal weight, each its own unit: their differences, and how many
/// questions have each.
pub(crate) fn of_counted(differences: &[(Double, u64)]) -> Option<DifferenceMoments> {
    let seen = || differences.iter().filter(|(_, times)| *times > 0);
    let units: u64 = seen().map(|(_, times)| times).sum();
    if units < 2 {
        return None;
    }
    let size = seen().fold(0.0_f64, |largest, (one, _)| largest.max(one.hi.abs()));
    let all = Double::from(units as f64);
    let sum = seen().fold(Double::ZERO, |sum, &(one, times)| sum + one * times as f64);
    let rounding = RELATIVE_ROUNDING * size;
    let mean = if sum.hi.abs() <= rounding { Double::ZERO } else { sum.over(all) };
    let squares = seen().fold(Double::ZERO, |sum, &(one, times)| {
        let part = (one - mean).over(all);
        sum + part * part * times as f64
    });
    let variance = unbiased(squares, units, size / all.hi);
    Some(DifferenceMoments { mean, variance, units })
}

/// The same for the difference of two means with common clusters.
///
/// It is Σ (S_a / W_a − S_b / W_b)² over all clusters. It is `None` if either has fewer than two.
pub(crate) fn joint(own: &[Term], base: &[Term]) -> Option<DifferenceMoments> {
    if numbers(own).len() < 2 || numbers(base).len() < 2 {
        return None;
    }
    let parts = distances(own, 1.0).chain(distances(base, -1.0));
    let (variance, units) = scatter(parts, relative(own).max(relative(base)))?;
    Some(DifferenceMoments { mean: mean(own) - mean(base), variance, units })
}

/// The clusters of some terms.
pub(crate) fn numbers(terms: &[Term]) -> BTreeSet<usize> {
    terms.iter().map(|term| term.cluster).collect()
}

/// The cluster of each term, and its part of the error of the mean.
pub(crate) fn distances(terms: &[Term], sign: f64) -> impl Iterator<Item = (usize, Double)> {
    let (mean, all) = (mean(terms), total(terms).scaled(sign));
    terms.iter().map(move |term| (term.cluster, ((term.mean - mean) * term.weight).over(all)))
}

/// G / (G − 1) Σ (sum of a cluster's parts)², and G.
fn scatter(parts: impl Iterator<Item = (usize, Double)>, size: f64) -> Option<(Double, u64)> {
    let sums = by_cluster(parts.collect());
    let units = sums.len() as u64;
    if units < 2 {
        return None;
    }
    let squares = sums.into_iter().fold(Double::ZERO, |sum, (_, part)| sum + part * part);
    Some((unbiased(squares, units, size), units))
}

/// G / (G − 1) times the squares of G parts, of which the largest term has a share of `size`.
fn unbiased(squares: Double, units: u64, size: f64) -> Double {
    let variance = squares * units as f64 / (units - 1) as f64;
    // Rounding errors of equal terms are no scatter.
    let rounding = RELATIVE_ROUNDING * size;
    if variance.hi <= rounding * rounding { Double::ZERO } else { variance }
}

/// The sum of each cluster, in ascending order of the clusters.
pub(crate) fn by_cluster(parts: Vec<(usize, Double)>) -> Vec<(usize, Double)> {
    if parts.is_sorted_by(|one, next| one.0 < next.0) {
        return parts;
    }
    let mut sums = BTreeMap::new();
    for (cluster, part) in parts {
        let sum = sums.entry(cluster).or_insert(Double::ZERO);
        *sum = *sum + part;
    }
    sums.into_iter().collect()
}

/// The share of the largest term in the mean.
fn relative(terms: &[Term]) -> f64 {
    if terms.is_empty() { 0.0 } else { size(terms) / total(terms).hi }
}

/// How many of the largest terms bring the sum to zero or beyond.
pub(crate) fn decisive(terms: &[Term]) -> u64 {
    let total = terms.iter().fold(Double::ZERO, |sum, term| sum + term.weighted());
    let rounding = RELATIVE_ROUNDING * size(terms);
    let sign = if total.hi < 0.0 { -1.0 } else { 1.0 };
    let mut parts: Vec<Double> = terms.iter().map(|term| term.weighted() * sign).collect();
    parts.sort_by(|a, b| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    let mut rest = total * sign;
    let mut count = 0;
    for part in parts {
        if rest.hi <= rounding {
            break;
        }
        rest = rest - part;
        count += 1;
    }
    count
}

/// Sums of about 31 digits that should be zero are below this share of their largest term.
pub(crate) const RELATIVE_ROUNDING: f64 = 1e-24;

fn mean(terms: &[Term]) -> Double {
    let sum = terms.iter().fold(Double::ZERO, |sum, term| sum + term.weighted());
    if sum.hi.abs() <= RELATIVE_ROUNDING * size(terms) {
        return Double::ZERO;
    }
    sum.over(total(terms))
}

/// Σ w.
fn total(terms: &[Term]) -> Double {
    terms.iter().fold(Double::ZERO, |sum, term| sum + Double::from(term.weight))
}

fn size(terms: &[Term]) -> f64 {
    terms.iter().fold(0.0_f64, |largest, term| largest.max(term.weighted().hi.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_term_is_measured_by_the_sum_of_the_weights() {
        let term = |mean: f64, weight| Term {
            mean: Double::from(mean),
            variance: Double::ZERO,
            third: None,
            cluster: 0,
            weight,
        };
        assert_eq!(relative(&[term(0.5, 4.0), term(-0.75, 8.0), term(1.0, 4.0)]), 6.0 / 16.0);
        assert_eq!(relative(&[]), 0.0);
    }
}
