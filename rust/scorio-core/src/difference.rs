//! A mean over questions and its variance, as one of these questions or as a sample of others.

use std::collections::{BTreeMap, BTreeSet};

use crate::double::Double;

/// One question's part: its mean, its posterior variance, and the cluster that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) mean: Double,
    pub(crate) variance: Double,
    pub(crate) cluster: usize,
}

/// The mean of some terms, its variance, and how many units that was estimated from: none where the
/// variance is that of the posteriors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: Double,
    pub(crate) variance: Double,
    pub(crate) units: u64,
}

/// About these very questions: what their trials leave open, Σ var / M² (eq. 15 of
/// arXiv:2510.04265).
pub(crate) fn fixed(terms: &[Term]) -> Moments {
    let questions = terms.len() as f64;
    let variance = terms.iter().fold(Double::ZERO, |sum, term| sum + term.variance);
    Moments { mean: mean(terms), variance: variance / questions / questions, units: 0 }
}

/// About questions like these: the clusters are a sample, each of them a unit. With S the sum of a
/// cluster's distances from the mean, the variance is G / (G − 1) Σ S² / M²; where every question
/// is a cluster of its own, that is the usual s² / M. `None` for fewer than two clusters.
pub(crate) fn sampled(terms: &[Term]) -> Option<Moments> {
    let (variance, units) = scatter(distances(terms, 1.0), relative(terms))?;
    Some(Moments { mean: mean(terms), variance, units })
}

/// The same of the difference of two means over clusters in common: Σ (S_a / M_a − S_b / M_b)² over
/// the clusters that either has. `None` where one of the two has fewer than two.
pub(crate) fn joint(own: &[Term], base: &[Term]) -> Option<Moments> {
    if numbers(own).len() < 2 || numbers(base).len() < 2 {
        return None;
    }
    let parts = distances(own, 1.0).chain(distances(base, -1.0));
    let (variance, units) = scatter(parts, relative(own).max(relative(base)))?;
    Some(Moments { mean: mean(own) - mean(base), variance, units })
}

/// The clusters of some terms.
pub(crate) fn numbers(terms: &[Term]) -> BTreeSet<usize> {
    terms.iter().map(|term| term.cluster).collect()
}

/// The cluster of each term, and what its distance adds to the error of the mean.
fn distances(terms: &[Term], sign: f64) -> impl Iterator<Item = (usize, Double)> {
    let (mean, count) = (mean(terms), sign * terms.len() as f64);
    terms.iter().map(move |term| (term.cluster, (term.mean - mean) / count))
}

/// G / (G − 1) Σ (sum of a cluster's parts)², and G.
fn scatter(parts: impl Iterator<Item = (usize, Double)>, size: f64) -> Option<(Double, u64)> {
    let mut sums = BTreeMap::new();
    for (cluster, part) in parts {
        let sum = sums.entry(cluster).or_insert(Double::ZERO);
        *sum = *sum + part;
    }
    let units = sums.len() as u64;
    if units < 2 {
        return None;
    }
    let squares = sums.into_values().fold(Double::ZERO, |sum, part| sum + part * part);
    let variance = squares * units as f64 / (units - 1) as f64;
    // What is left of equal terms by rounding is no scatter.
    let rounding = RELATIVE_ROUNDING * size;
    let variance = if variance.hi <= rounding * rounding { Double::ZERO } else { variance };
    Some((variance, units))
}

/// The largest term's share in the mean.
fn relative(terms: &[Term]) -> f64 {
    size(terms) / terms.len().max(1) as f64
}

/// How many terms, from the largest on, it takes to bring the sum to zero or beyond.
pub(crate) fn decisive(terms: &[Term]) -> u64 {
    let total = terms.iter().fold(Double::ZERO, |sum, term| sum + term.mean);
    let rounding = RELATIVE_ROUNDING * size(terms);
    let sign = if total.hi < 0.0 { -1.0 } else { 1.0 };
    let mut parts: Vec<Double> = terms.iter().map(|term| term.mean * sign).collect();
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

/// Sums of about 31 digits that should be zero are below this, relative to their largest term.
pub(crate) const RELATIVE_ROUNDING: f64 = 1e-24;

fn mean(terms: &[Term]) -> Double {
    let sum = terms.iter().fold(Double::ZERO, |sum, term| sum + term.mean);
    if sum.hi.abs() <= RELATIVE_ROUNDING * size(terms) {
        return Double::ZERO;
    }
    sum / terms.len() as f64
}

fn size(terms: &[Term]) -> f64 {
    terms.iter().fold(0.0_f64, |largest, term| largest.max(term.mean.hi.abs()))
}
