//! Exact intervals of weighted categories beside closed forms, wherever the weights lie.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use ndarray::aview2;
use scorio_core::metric::estimand::Estimand;
use scorio_core::metric::exact;
use scorio_core::tally::tally_counts;
use scorio_core::{Interval, IntervalMethod, Prior, States, Weights};

fn interval(weights: &[f64], states: &States, confidence: f64) -> Interval {
    let estimand = Estimand::Bayes(Weights::new(weights).unwrap());
    let method = IntervalMethod::Exact;
    exact::interval(&estimand, states, &Prior::Uniform, method, confidence, None).unwrap()
}

#[test]
fn long_tails_on_either_side_of_the_mean_are_reached() {
    // One success of three categories: the shares have the density 6 s, where s is the last.
    // D = last − first share. P(D < e − 1) = e³ / 4 and P(D > 1 − e) = 3/2 e² (1 − e/2), for e ≤ 1.
    let states = tally_counts(aview2(&[[0_u64, 0, 1]])).unwrap();
    let turned = tally_counts(aview2(&[[1_u64, 0, 0]])).unwrap();
    for size in [1.0, 1.5, 1.99, 40.0, 1e-3] {
        for confidence in [0.9, 0.99, 0.999] {
            let tail = (1.0 - confidence) / 2.0;
            let found = interval(&[-size, 0.0, size], &states, confidence);
            let (lo, hi) = (1.0 + found.lo / size, 1.0 - found.hi / size);
            assert!((lo * lo * lo / 4.0 / tail - 1.0).abs() < 1e-8, "{size} {found:?}");
            assert!((1.5 * hi * hi * (1.0 - hi / 2.0) / tail - 1.0).abs() < 1e-8, "{found:?}");
            assert!((found.mu / size - 0.25).abs() < 1e-15);
            // The other way round.
            for other in [
                interval(&[-size, 0.0, size], &turned, confidence),
                interval(&[size, 0.0, -size], &states, confidence),
            ] {
                assert!((other.lo + found.hi).abs() < 1e-9 * size, "{other:?} {found:?}");
                assert!((other.hi + found.lo).abs() < 1e-9 * size, "{other:?} {found:?}");
            }
        }
    }
}

#[test]
fn intervals_follow_their_weights_to_ten_digits_of_the_range() {
    let two = tally_counts(aview2(&[[1_u64, 0], [0, 1], [2, 2]])).unwrap();
    let three = tally_counts(aview2(&[[1_u64, 0, 2], [0, 1, 1]])).unwrap();
    for confidence in [0.3, 0.8, 0.95, 0.9999] {
        let (plain, graded) = (
            interval(&[0.0, 1.0], &two, confidence),
            interval(&[0.0, 0.25, 1.0], &three, confidence),
        );
        for (offset, range) in
            [(1.0, 0.125), (0.0, 1e6), (-7.0, 2.0), (1.0, 1.0 / 4096.0), (3.0, -0.5)]
        {
            let of = |x: f64| offset + range * x;
            let ends = |one: Interval| {
                let (lo, hi) = (of(one.lo), of(one.hi));
                (lo.min(hi), lo.max(hi))
            };
            for (found, expected) in [
                (interval(&[of(0.0), of(1.0)], &two, confidence), ends(plain)),
                (interval(&[of(0.0), of(0.25), of(1.0)], &three, confidence), ends(graded)),
            ] {
                let off = (found.lo - expected.0).abs().max((found.hi - expected.1).abs());
                assert!(off < 1e-10 * range.abs(), "{offset} {range} {confidence} {off}");
            }
        }
    }
}
