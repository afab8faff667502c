//! The posterior against a plain sum over a dense grid, and its laws.

use super::figures::Figures;
use super::hierarchy::Hierarchy;
use crate::counts::states::{Builder, States};
use crate::numeric::beta::logistic;

/// Questions by their successes and trials.
fn states(rows: &[[u64; 2]]) -> States {
    let mut builder = Builder::new(2);
    for [successes, trials] in rows {
        builder.push(&[trials - successes, *successes]);
    }
    builder.finish()
}

fn figures(rows: &[[u64; 2]]) -> Figures {
    let states = states(rows);
    Hierarchy::fit(&states).unwrap().figures(&states, &[0.0, 1.0])
}

/// ln Γ(x + n) − ln Γ(x).
fn rising(x: f64, n: u64) -> f64 {
    libm::lgamma(x + n as f64) - libm::lgamma(x)
}

/// The same figures by the midpoint rule in u and the logit, from Beta laws with a and b.
fn plain(rows: &[[u64; 2]]) -> Figures {
    let mut sums = [0.0; 5];
    let mut squares = 0.0;
    let questions = rows.len() as f64;
    for i in 0..1000 {
        let u = (f64::from(i) + 0.5) / 1000.0;
        let rho = u * u;
        for j in 0..1200 {
            let logit = f64::from(j - 600) / 20.0;
            let (m, q) = (logistic(logit), logistic(-logit));
            let (a, b) = (m * (1.0 - rho) / rho, q * (1.0 - rho) / rho);
            let mut log = 0.5 * libm::log(m * q);
            let (mut mean, mut sampling, mut variance) = (0.0, 0.0, 0.0);
            let mut means = Vec::new();
            for &[c, n] in rows {
                log += rising(a, c) + rising(b, n - c) - rising(a + b, n);
                let (after, total) = (a + c as f64, a + b + n as f64);
                let p = after / total;
                mean += p / questions;
                means.push(p);
                variance += p * (1.0 - p) / (total + 1.0);
                sampling += p * (1.0 - p) * total / (total + 1.0) / n as f64;
            }
            let scatter: f64 = means.iter().map(|p| (p - mean) * (p - mean)).sum();
            let between = (scatter + variance) / (questions - 1.0) / questions;
            let weight = libm::exp(log);
            let terms = [1.0, mean, variance, sampling, between];
            for (sum, term) in sums.iter_mut().zip(terms) {
                *sum += weight * term;
            }
            squares += weight * mean * mean;
        }
    }
    let [all, mean, variance, sampling, between] = sums;
    let mean = mean / all;
    let variance = variance / all / questions / questions + squares / all - mean * mean;
    let sampling = sampling / all / questions / questions;
    Figures { mean, variance, sampling, between: between / all }
}

fn close(actual: Figures, expected: Figures, tolerance: f64) {
    let pairs = [
        (actual.mean, expected.mean),
        (actual.variance, expected.variance),
        (actual.sampling, expected.sampling),
        (actual.between, expected.between),
    ];
    for (one, other) in pairs {
        assert!((one / other - 1.0).abs() < tolerance, "{actual:?} {expected:?}");
    }
}

#[test]
fn figures_are_those_of_a_plain_sum() {
    let cases: [&[[u64; 2]]; 3] = [
        &[[3, 5], [1, 5], [4, 5], [1, 5], [5, 5], [0, 5]],
        &[[1, 1], [0, 2], [3, 4], [8, 8], [2, 8]],
        &[[2, 4], [2, 4], [1, 4], [3, 4], [2, 4], [2, 4]],
    ];
    for rows in cases {
        close(figures(rows), plain(rows), 1e-5);
    }
}

#[test]
fn order_and_multiplicity_change_no_bit() {
    let rows = [[3, 5], [1, 4], [4, 5], [1, 4], [5, 5], [0, 2]];
    let mut turned = rows;
    turned.reverse();
    assert_eq!(figures(&rows), figures(&turned));
}

#[test]
fn exchanged_outcomes_mirror_the_figures() {
    let rows = [[3, 5], [1, 4], [4, 5], [1, 4], [5, 5], [0, 2]];
    let mirrored = rows.map(|[c, n]| [n - c, n]);
    let (one, other) = (figures(&rows), figures(&mirrored));
    close(one, Figures { mean: 1.0 - other.mean, ..other }, 1e-9);
}

/// One trial of each question tells only the pooled mean: the sum of the two variances is that of a
/// binomial share, whatever ρ is.
#[test]
fn with_one_trial_the_variances_are_binomial_together() {
    let rows: Vec<_> = (0..400).map(|i| [u64::from(i < 87), 1]).collect();
    let found = figures(&rows);
    let p = 87.0 / 400.0;
    let binomial = p * (1.0 - p) / 400.0;
    assert!(((found.sampling + found.between) / binomial - 1.0).abs() < 0.01, "{found:?}");
}

/// Questions that are all alike have ρ near 0, and the sampling variance is that of one proportion.
/// Questions that always fail or succeed have ρ near 1, and nearly none.
#[test]
fn both_ends_of_the_correlation_are_reached() {
    let alike: Vec<_> = (0..300_u64).map(|i| [50 + i % 3, 101]).collect();
    let found = figures(&alike);
    let binomial = 0.25 / 300.0 / 101.0;
    assert!((found.sampling / binomial - 1.0).abs() < 0.01, "{found:?}");
    let split: Vec<_> = (0..300_u64).map(|i| [40 * (i % 2), 40]).collect();
    let found = figures(&split);
    assert!(found.sampling < 0.01 * 0.25 / 300.0 / 40.0, "{found:?}");
}

/// A million trials of each question leave the products to Stirling's series.
#[test]
fn millions_of_trials_are_as_the_plain_average() {
    let rows: Vec<_> = (1..30_u64).map(|i| [i * 33_000, 1_000_000]).collect();
    let found = figures(&rows);
    let average = rows.iter().map(|[c, n]| *c as f64 / *n as f64).sum::<f64>() / 29.0;
    assert!((found.mean - average).abs() < 1e-6, "{found:?}");
    assert!((found.variance / found.sampling - 1.0).abs() < 1e-4, "{found:?}");
}

#[test]
fn several_categories_have_the_figures_of_two_that_are_merged_alike() {
    // Three categories of which one never occurs are nearly the two others.
    let mut three = Builder::new(3);
    let mut two = Builder::new(2);
    for i in 0..200_u64 {
        let c = i % 9;
        three.push(&[8 - c, c, 0]);
        two.push(&[8 - c, c]);
    }
    let (three, two) = (three.finish(), two.finish());
    let one = Hierarchy::fit(&three).unwrap().figures(&three, &[0.0, 1.0, 0.5]);
    let other = Hierarchy::fit(&two).unwrap().figures(&two, &[0.0, 1.0]);
    assert!((one.mean - other.mean).abs() < 1e-3, "{one:?} {other:?}");
    assert!((one.sampling / other.sampling - 1.0).abs() < 0.05, "{one:?} {other:?}");
}

#[test]
fn questions_without_trials_are_refused() {
    assert!(Hierarchy::fit(&Builder::new(2).finish()).is_err());
}
