//! What plans foresee by drawing trials, beside the exact chances of all outcomes.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "tests"
)]

use ndarray::ArrayViewD;
use scorio_core::plan::{Foresight, MOST_TRIALS, Measured, Pair, Side, foresee, looks};
use scorio_core::{Replicates, Weights};

fn side(p: &[f64]) -> Side {
    Side::assumed(&ArrayViewD::from_shape(vec![p.len()], p).unwrap(), false).unwrap()
}

fn work(count: u64) -> Replicates<'static> {
    Replicates { count, threads: 1, go_on: &|_| true }
}

/// A share of replicates with its error under a uniform prior: Beta(n + 1, N − n + 1).
fn share(times: u64, of: u64) -> Measured {
    let (a, b) = ((times + 1) as f64, (of - times + 1) as f64);
    let error = (a * b / ((a + b) * (a + b) * (a + b + 1.0))).sqrt();
    Measured { value: times as f64 / of as f64, error }
}

fn is_share(found: Measured, times: u64, of: u64) {
    let expected = share(times, of);
    assert_eq!(found.value, expected.value);
    assert!((found.error / expected.error - 1.0).abs() < 1e-12, "{found:?} {expected:?}");
}

/// z of one question after n trials of each model with these chances.
fn z_of(n: u32, successes: [u32; 2], p: [f64; 2]) -> f64 {
    let variance: f64 = p.iter().map(|p| p * (1.0 - p)).sum();
    let gap = f64::from(successes[0]) - f64::from(successes[1]);
    gap / (f64::from(n) * variance).sqrt()
}

#[test]
fn models_that_never_and_always_succeed_have_certain_figures() {
    let (sure, never, weights) = (side(&[1.0]), side(&[0.0]), Weights::binary());
    // One trial is taken to have the opposite outcome. So z is the number of trials.
    for (pair, sign) in [
        (Pair::new(&sure, &never, &weights).unwrap(), 1.0),
        (Pair::new(&never, &sure, &weights).unwrap(), -1.0),
    ] {
        assert_eq!(pair.difference(), sign);
        let all = foresee(&pair, &[1, 2, 4], (0.95, 2), &work(98), 5).unwrap();
        for (one, n) in all.iter().zip([1, 2, 4]) {
            let (separated, z) = (if n == 1 { 0 } else { 98 }, n as f64);
            assert_eq!(one.trials, n);
            assert!((one.z.value - z).abs() < 1e-12 && one.z.error < 1e-12, "{one:?}");
            assert!(one.quantiles.iter().all(|found| (found - z).abs() < 1e-12));
            is_share(one.separated, separated, 98);
            is_share(one.found, separated, 98);
            is_share(one.right, 98, 98);
            is_share(one.wrong, 0, 98);
        }
        // In a table of 45 models z* is 3.25.
        let of_many = foresee(&pair, &[2, 4], (0.95, 45), &work(98), 5).unwrap();
        is_share(of_many[0].found, 0, 98);
        is_share(of_many[1].found, 98, 98);
        // The quantiles are 1.96, 3.29 and 4.89.
        for (confidence, last) in [(0.95, 2), (0.999, 4), (0.999_999, 8)] {
            let found = looks(&pair, &[1, 2, 4, 8], confidence, &work(98), 5).unwrap();
            is_share(found.stopped, 98, 98);
            is_share(found.wrong, 0, 98);
            is_share(found.wrong_once, 0, 98);
            assert_eq!(found.trials, Measured { value: f64::from(last), error: 0.0 });
            assert_eq!((found.equal, found.confidence), (false, None));
        }
        let short = looks(&pair, &[1], 0.95, &work(98), 5).unwrap();
        is_share(short.stopped, 0, 98);
        assert_eq!(short.trials, Measured { value: 1.0, error: 0.0 });
    }
}

#[test]
fn equal_models_are_never_in_the_right_order() {
    let (one, weights) = (side(&[0.5, 0.25]), Weights::binary());
    let other = side(&[0.25, 0.5]);
    let pair = Pair::new(&one, &other, &weights).unwrap();
    let found = &foresee(&pair, &[3], (0.6, 2), &work(400), 5).unwrap()[0];
    assert!(found.separated.value > 0.1 && found.separated == found.wrong);
    assert_eq!((found.right.value, found.found.value), (0.0, 0.0));
    let found = looks(&pair, &[1, 3, 9], 0.9, &work(400), 5).unwrap();
    assert!(found.equal && found.stopped == found.wrong && found.wrong.value > 0.0);
    // Several looks stop more often than one, and a higher confidence restores that.
    assert!(found.wrong_once.value < found.wrong.value);
    let restoring = found.confidence.unwrap();
    assert!(restoring > 0.9);
    let restored = looks(&pair, &[1, 3, 9], restoring, &work(400), 5).unwrap();
    assert!(restored.stopped.value <= 0.1 && restored.stopped.value > 0.0);
    // Models that always succeed have no z at all.
    let sure = side(&[1.0]);
    let pair = Pair::new(&sure, &sure, &weights).unwrap();
    let found = looks(&pair, &[1, 3], 0.9, &work(10), 5).unwrap();
    assert_eq!((found.stopped.value, found.trials.value, found.equal), (0.0, 3.0, true));
    assert_eq!(found.confidence, None);
    let found = &foresee(&pair, &[3], (0.9, 2), &work(10), 5).unwrap()[0];
    assert_eq!((found.z.value, found.separated.value, found.quantiles), (0.0, 0.0, [0.0; 3]));
}

/// The outcomes of `trials` trials of two models with these chances, as bits, and their chance.
fn outcomes(trials: u32, p: [f64; 2]) -> Vec<([u32; 2], f64)> {
    let one = |p: f64| {
        (0..1_u32 << trials).map(move |bits| {
            let hits = bits.count_ones();
            let misses = trials - hits;
            (bits, libm::pow(p, hits.into()) * libm::pow(1.0 - p, misses.into()))
        })
    };
    one(p[0]).flat_map(|own| one(p[1]).map(move |base| ([own.0, base.0], own.1 * base.1))).collect()
}

#[test]
fn chances_are_those_of_all_outcomes() {
    let p = [0.7, 0.4];
    let (a, b, weights) = (side(&p[..1]), side(&p[1..]), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let all = outcomes(4, p);
    let z_after =
        |n: u32, bits: [u32; 2]| z_of(n, bits.map(|b| (b & ((1 << n) - 1)).count_ones()), p);
    let chance = |which: &dyn Fn([u32; 2]) -> bool| -> f64 {
        all.iter().filter(|(bits, _)| which(*bits)).map(|(_, chance)| chance).sum()
    };
    let near = |found: Measured, expected: f64| {
        assert!((found.value - expected).abs() < 5.0 * found.error, "{found:?} {expected}");
    };
    let (threshold, confidence) = (1.281_551_565_544_600_4, 0.8);
    let is_apart = |z: f64| z.abs() >= threshold;
    let found: Vec<Foresight> = foresee(&pair, &[1, 4], (confidence, 2), &work(6000), 9).unwrap();
    for (one, n) in found.iter().zip([1, 4]) {
        near(one.separated, chance(&|bits| is_apart(z_after(n, bits))));
        near(one.right, chance(&|bits| z_after(n, bits) > 1e-9));
        near(one.found, chance(&|bits| z_after(n, bits) >= threshold));
        near(one.wrong, chance(&|bits| z_after(n, bits) <= -threshold));
        near(one.z, all.iter().map(|(bits, chance)| z_after(n, *bits).abs() * chance).sum());
        assert!((one.found.value + one.wrong.value - one.separated.value).abs() < 1e-12);
    }
    let found = looks(&pair, &[1, 4], confidence, &work(6000), 9).unwrap();
    let stop = |bits| [1, 4].into_iter().find(|&n| is_apart(z_after(n, bits)));
    near(found.stopped, chance(&|bits| stop(bits).is_some()));
    near(found.wrong, chance(&|bits| stop(bits).is_some_and(|n| z_after(n, bits) < 0.0)));
    near(found.wrong_once, chance(&|bits| z_after(4, bits) <= -threshold));
    let trials = |bits| f64::from(stop(bits).unwrap_or(4));
    near(found.trials, all.iter().map(|(bits, chance)| trials(*bits) * chance).sum());
}

#[test]
fn pilots_are_drawn_from_their_posterior() {
    // The mean of the true scores is that of the hierarchical posterior, which lies between the average
    // and one half, and the averages of new trials are about it.
    let pilot = |rows: &[[u64; 2]]| {
        Side::pilot(&scorio_core::tally::tally_counts(ndarray::aview2(rows)).unwrap()).unwrap()
    };
    let many: Vec<[u64; 2]> = (0..40).map(|one| [one % 5, 4 - one % 5]).collect();
    let few: Vec<[u64; 2]> = many.iter().map(|&[a, b]| [b.min(3) + 1, a.max(1) - 1]).collect();
    let (a, b, weights) = (pilot(&many), pilot(&few), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let found = &foresee(&pair, &[1, 2000], (0.9, 2), &work(2000), 9).unwrap();
    // With many trials z is the true difference over σ, and the order is nearly always right.
    assert!(found[1].right.value > 0.97 && found[1].right.value > found[0].right.value);
    assert!((found[1].found.value + found[1].wrong.value - found[1].separated.value).abs() < 1e-12);
    // The same pilot twice differs by chance: either order is as likely.
    let even = Pair::new(&a, &a, &weights).unwrap();
    assert!(!even.difference().is_nan() && even.difference() == 0.0);
    let found = &foresee(&even, &[2000], (0.9, 2), &work(2000), 9).unwrap()[0];
    assert!(found.right.value > 0.95 && found.separated.value > 0.5);
    let stopped = looks(&even, &[1, 2], 0.9, &work(100), 9).unwrap();
    assert_eq!((stopped.equal, stopped.confidence), (false, None));
}

#[test]
fn quantiles_and_errors_are_those_of_the_replicates() {
    let (a, b, weights) = (side(&[0.8, 0.3]), side(&[0.4, 0.35]), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let of = |count| foresee(&pair, &[6], (0.9, 2), &work(count), 2).unwrap()[0];
    let mut sizes: Vec<f64> = Vec::new();
    for count in 1..=23 {
        let found = of(count);
        // The last replicate is what the mean gains by it.
        sizes.push(found.z.value * count as f64 - sizes.iter().sum::<f64>());
        let mut sorted = sizes.clone();
        sorted.sort_by(f64::total_cmp);
        for (level, found) in [0.05, 0.5, 0.95].into_iter().zip(found.quantiles) {
            // Linear between neighbours: the values stand at 0, 1/(n − 1), …, 1.
            let place = level * (count - 1) as f64;
            let part = |(at, z): (usize, &f64)| (1.0 - (place - at as f64).abs()).max(0.0) * z;
            let expected: f64 = sorted.iter().enumerate().map(part).sum();
            assert!((found - expected).abs() < 1e-11, "{count} {level} {found} {expected}");
        }
        let mean = found.z.value;
        let squares: f64 = sizes.iter().map(|z| (z - mean) * (z - mean)).sum();
        let error = (squares / (count as f64 - 1.0) / count as f64).sqrt();
        assert!(count == 1 && found.z.error.is_nan() || (found.z.error - error).abs() < 1e-11);
    }
    assert!(sizes.iter().any(|&z| z > sizes[0] + 0.1) && sizes.iter().all(|&z| z > -1e-11));
}

#[test]
fn bad_plans_are_errors() {
    let (a, b, weights) = (side(&[0.8]), side(&[0.4]), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let of = |trials: &[u64]| foresee(&pair, trials, (0.9, 2), &work(3), 2).map(|_| ());
    let text = |trials: &[u64]| of(trials).unwrap_err().to_string();
    let range = "increase, from 1 to 1,000,000,000";
    for (trials, place) in
        [(&[0][..], "trials[0] = 0"), (&[2, 2], "trials[1] = 2"), (&[3, 2], "trials[1] = 2")]
    {
        let found = text(trials);
        assert!(found.contains(place) && found.contains(range), "{found}");
        assert_eq!(looks(&pair, trials, 0.9, &work(3), 2).unwrap_err().to_string(), found);
    }
    assert!(text(&[1, MOST_TRIALS + 1]).contains("trials[1] = 1000000001"));
    assert!(of(&[MOST_TRIALS]).is_ok() && of(&[1, 2]).is_ok());
    assert_eq!(of(&[]).unwrap_err().kind(), "check.empty");
    for level in [0.0, 1.0] {
        assert_eq!(
            foresee(&pair, &[1], (level, 2), &work(3), 2).unwrap_err().kind(),
            "check.level"
        );
        assert_eq!(looks(&pair, &[1], level, &work(3), 2).unwrap_err().kind(), "check.level");
    }
    let none = foresee(&pair, &[1], (0.9, 2), &work(0), 2).unwrap_err();
    assert_eq!(none.kind(), "numeric.no_replicates");
}
