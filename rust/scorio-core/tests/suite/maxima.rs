//! Max@k of weights of many sizes, beside rational arithmetic.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use scorio_core::metric::maximum::Maximum;
use scorio_core::tally::tally_counts;
use scorio_core::{Place, Weights};

/// The mean of the largest of every k of some trials, drawn without replacement.
fn expected(counts: &[u64], weights: &[f64], k: usize) -> BigRational {
    let mut rewards: Vec<f64> = Vec::new();
    for (&times, &weight) in counts.iter().zip(weights) {
        rewards.extend((0..times).map(|_| weight));
    }
    let mut sum = BigRational::zero();
    let mut sets = 0;
    for set in 0_u32..1 << rewards.len() {
        if set.count_ones() as usize != k {
            continue;
        }
        let taken = rewards.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        let best = taken.map(|(_, &reward)| reward).fold(f64::NEG_INFINITY, f64::max);
        sum += BigRational::from_float(best).unwrap();
        sets += 1;
    }
    sum / BigRational::from_integer(BigInt::from(sets))
}

fn found(counts: &[u64], weights: &[f64], k: usize) -> f64 {
    let states = tally_counts(ndarray::ArrayView2::from_shape((1, counts.len()), counts).unwrap());
    let maximum = Maximum::new(k.try_into().unwrap(), Weights::new(weights).unwrap()).unwrap();
    maximum.point(&states.unwrap(), Place::Row).unwrap()
}

fn size() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        (1.0..2.0, prop::sample::select(vec![-323, -310, -300, -20, 0, 1, 20, 290, 307]))
            .prop_map(|(digits, power)| format!("{digits}e{power}").parse().unwrap()),
    ]
}

proptest! {
    #[test]
    fn weights_of_one_sign_and_of_any_sizes_lose_nothing(
        cells in prop::collection::vec((0_u64..4, size()), 2..5),
        k in 1_usize..4,
        negative: bool,
    ) {
        let (mut counts, mut weights): (Vec<u64>, Vec<f64>) = cells.into_iter().unzip();
        counts[0] += u64::from(counts.iter().sum::<u64>() == 0) * 3;
        if negative {
            for weight in &mut weights {
                *weight = -*weight;
            }
        }
        let k = k.min(counts.iter().sum::<u64>().try_into().unwrap());
        let exact = expected(&counts, &weights, k);
        let value = found(&counts, &weights, k);
        let error = (BigRational::from_float(value).unwrap() - &exact).abs();
        // A few units in the last place, which below the normal numbers is 5e-324.
        let allowed = exact.abs() * BigRational::from_float(1e-15).unwrap()
            + BigRational::from_float(2e-323).unwrap();
        prop_assert!(error <= allowed, "{counts:?} {weights:?} {k}: {value}");
    }
}

#[test]
fn a_small_weight_beside_a_far_larger_one_is_kept() {
    assert_eq!(found(&[1, 0], &[1e-300, 1e300], 1).to_bits(), 1e-300_f64.to_bits());
    assert_eq!(found(&[1, 1], &[1e-300, 1e300], 2).to_bits(), 1e300_f64.to_bits());
    let three = [3e-300, 1e-300, 1e300];
    assert_eq!(found(&[1, 2, 0], &three, 3).to_bits(), 3e-300_f64.to_bits());
    assert_eq!(found(&[0, 2, 0], &three, 2).to_bits(), 1e-300_f64.to_bits());
    assert_eq!(found(&[0, 2], &[-1e300, -3e-310], 1).to_bits(), (-3e-310_f64).to_bits());
}

#[test]
fn a_weight_that_is_far_smaller_keeps_its_digits() {
    // One of the four sets of three lacks both 0 and the larger ones.
    let best = found(&[2, 1, 1], &[-1e290, 0.0, -1e-20], 3);
    assert!((best / -2.5e-21 - 1.0).abs() < 1e-15, "{best}");
}
