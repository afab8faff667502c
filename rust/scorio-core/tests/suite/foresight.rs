//! What plans foresee by drawing trials, beside the exact chances of all outcomes.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "tests"
)]

use std::cmp::Ordering;

use ndarray::ArrayViewD;
use scorio_core::plan::{
    Foresight, MOST_TRIALS, Measured, Pair, Side, foresee, looks, trials_for_power,
};
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

/// z of one question after n trials of each model, under a uniform prior.
fn z_of(n: u32, successes: [u32; 2]) -> f64 {
    let n = f64::from(n);
    let [(mean, variance), (other, noise)] = successes.map(|c| {
        let (a, b) = (f64::from(c) + 1.0, n - f64::from(c) + 1.0);
        (a / (n + 2.0), a * b / ((n + 2.0) * (n + 2.0) * (n + 3.0)))
    });
    (mean - other) / (variance + noise).sqrt()
}

#[test]
fn models_that_never_and_always_succeed_have_certain_figures() {
    let (sure, never, weights) = (side(&[1.0]), side(&[0.0]), Weights::binary());
    // z = 1, 1.83, 2.60, 3.35, … after 1, 2, 3, 4 trials.
    let z = |n| z_of(n, [n, 0]);
    assert!((z(1) - 1.0).abs() < 1e-15 && (z(2) - 0.5 / 0.075_f64.sqrt()).abs() < 1e-14);
    for (pair, sign) in [
        (Pair::new(&sure, &never, &weights).unwrap(), 1.0),
        (Pair::new(&never, &sure, &weights).unwrap(), -1.0),
    ] {
        assert_eq!(pair.difference(), sign);
        let all = foresee(&pair, &[1, 2, 4], 0.95, &work(98), 5).unwrap();
        for (one, n) in all.iter().zip([1, 2, 4]) {
            let separated = if n == 1 { 0 } else { 98 };
            assert_eq!(one.trials, u64::from(n));
            assert!((one.z.value - z(n)).abs() < 1e-12 && one.z.error < 1e-12, "{one:?}");
            assert!(one.quantiles.iter().all(|found| (found - z(n)).abs() < 1e-12));
            is_share(one.separated, separated, 98);
            is_share(one.found, separated, 98);
            is_share(one.right, 98, 98);
            is_share(one.wrong, 0, 98);
        }
        // The quantiles are 1.64, 3.09 and 4.75, and z is 4.08 and 4.81 after 5 and 6 trials.
        for (confidence, last, fewest) in [(0.95, 2, 2), (0.999, 4, 4), (0.999_999, 8, 6)] {
            let found = looks(&pair, &[1, 2, 4, 8], confidence, &work(98), 5).unwrap();
            is_share(found.stopped, 98, 98);
            is_share(found.wrong, 0, 98);
            is_share(found.wrong_once, 0, 98);
            assert_eq!(found.trials, Measured { value: f64::from(last), error: 0.0 });
            assert_eq!((found.equal, found.confidence), (false, None));
            // Any one replicate is enough, and so is any power.
            let found = trials_for_power(&pair, confidence, 0.999, &work(3), 1).unwrap().unwrap();
            assert_eq!(found.0, fewest);
            is_share(found.1, 3, 3);
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
    let found = &foresee(&pair, &[3], 0.6, &work(400), 5).unwrap()[0];
    assert!(found.separated.value > 0.1 && found.separated == found.wrong);
    assert_eq!((found.right.value, found.found.value), (0.0, 0.0));
    let found = looks(&pair, &[1, 3, 9], 0.9, &work(400), 5).unwrap();
    assert!(found.equal && found.stopped == found.wrong && found.wrong.value > 0.0);
    // Several looks stop more often than one, and a higher confidence restores that.
    assert!(found.wrong_once.value < found.wrong.value);
    let restoring = found.confidence.unwrap();
    assert!(restoring > 0.9);
    let restored = looks(&pair, &[1, 3, 9], restoring, &work(400), 5).unwrap();
    assert!(restored.stopped.value <= 0.2 && restored.stopped.value > 0.0);
    // Models that always succeed have no z at all.
    let sure = side(&[1.0]);
    let pair = Pair::new(&sure, &sure, &weights).unwrap();
    let found = looks(&pair, &[1, 3], 0.9, &work(10), 5).unwrap();
    assert_eq!((found.stopped.value, found.trials.value, found.equal), (0.0, 3.0, true));
    assert_eq!(found.confidence, None);
    let found = &foresee(&pair, &[3], 0.9, &work(10), 5).unwrap()[0];
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
    let z_after = |n: u32, bits: [u32; 2]| z_of(n, bits.map(|b| (b & ((1 << n) - 1)).count_ones()));
    let chance = |which: &dyn Fn([u32; 2]) -> bool| -> f64 {
        all.iter().filter(|(bits, _)| which(*bits)).map(|(_, chance)| chance).sum()
    };
    let near = |found: Measured, expected: f64| {
        assert!((found.value - expected).abs() < 5.0 * found.error, "{found:?} {expected}");
    };
    // z reaches 1 after one trial, and 1 is the quantile of 0.8413.
    let (threshold, confidence) = (0.967_421_566_101_701, 0.833_333_333_333_333_3);
    let is_apart = |z: f64| z.abs() >= threshold;
    let found: Vec<Foresight> = foresee(&pair, &[1, 4], confidence, &work(6000), 9).unwrap();
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
    // The fewest trials with a power have it, and one trial less has not.
    for power in [0.3, 0.6, 0.9] {
        let (n, measured) =
            trials_for_power(&pair, confidence, power, &work(500), 9).unwrap().unwrap();
        let at = |n| foresee(&pair, &[n], confidence, &work(500), 9).unwrap()[0].found;
        assert_eq!(at(n), measured);
        assert!(measured.value >= power && (n == 1 || at(n - 1).value < power), "{n}");
    }
}

/// P(X > Y) of two Beta variables with whole shapes. Each is the a-th smallest of a + b − 1 uniform
/// numbers of its own.
fn higher(x: [u32; 2], y: [u32; 2]) -> f64 {
    let choose =
        |n: u32, k: u32| (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
    // Y is smaller if fewer than a of the numbers of X are smaller than Y. Every order is as likely.
    let (own, base) = (x[0] + x[1] - 1, y[0] + y[1] - 1);
    let before = |i: u32| {
        choose(y[0] - 1 + i, i) * choose(base - y[0] + own - i, own - i) / choose(own + base, own)
    };
    (0..x[0]).map(before).sum()
}

#[test]
fn pilots_are_drawn_from_their_posterior() {
    // After 3 of 4 and 1 of 4 successes p is Beta(4, 2) and Beta(2, 4): densities 20 p³ (1 − p) and so on.
    let pilot = |row: [u64; 2]| {
        let states = scorio_core::tally::tally_counts(ndarray::aview2(&[row])).unwrap();
        Side::pilot(&states, &scorio_core::Prior::Uniform).unwrap()
    };
    let (a, b, weights) = (pilot([1, 3]), pilot([3, 1]), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    assert!((pair.difference() - 1.0 / 3.0).abs() < 1e-15);
    let found = &foresee(&pair, &[2], 0.9, &work(6000), 9).unwrap()[0];
    // Chances of 0, 1 and 2 successes in two trials: C(2, c) B(4 + c, 4 − c) / B(4, 2).
    let own = [6.0 / 42.0, 16.0 / 42.0, 20.0 / 42.0];
    let chance = |which: &dyn Fn(f64) -> bool| -> f64 {
        let pairs = (0..3_u32).flat_map(|one| (0..3_u32).map(move |other| [one, other]));
        let chance = |[one, other]: [u32; 2]| own[one as usize] * own[2 - other as usize];
        pairs.filter(|&pair| which(z_of(2, pair))).map(chance).sum()
    };
    let near = |found: Measured, expected: f64| {
        assert!((found.value - expected).abs() < 5.0 * found.error, "{found:?} {expected}");
    };
    near(found.separated, chance(&|z| z.abs() >= 1.281_551_565_544_6));
    // The true order is drawn, too. After the trials it has the chance of two Beta variables.
    let mut right = 0.0;
    for one in 0..3_u32 {
        for other in 0..3_u32 {
            let weight = own[one as usize] * own[2 - other as usize];
            let ahead = higher([4 + one, 4 - one], [2 + other, 6 - other]);
            right += weight
                * match one.cmp(&other) {
                    Ordering::Greater => ahead,
                    Ordering::Less => 1.0 - ahead,
                    Ordering::Equal => 0.0,
                };
        }
    }
    near(found.right, right);
    assert!((found.found.value + found.wrong.value - found.separated.value).abs() < 1e-12);
    assert!(found.wrong.value > 0.0);
    let stopped = looks(&pair, &[1, 2], 0.9, &work(100), 9).unwrap();
    assert_eq!((stopped.equal, stopped.confidence), (false, None));
}

#[test]
fn quantiles_and_errors_are_those_of_the_replicates() {
    let (a, b, weights) = (side(&[0.8, 0.3]), side(&[0.4, 0.35]), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let of = |count| foresee(&pair, &[6], 0.9, &work(count), 2).unwrap()[0];
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
    let of = |trials: &[u64]| foresee(&pair, trials, 0.9, &work(3), 2).map(|_| ());
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
        assert_eq!(foresee(&pair, &[1], level, &work(3), 2).unwrap_err().kind(), "check.level");
        assert_eq!(looks(&pair, &[1], level, &work(3), 2).unwrap_err().kind(), "check.level");
        let power = trials_for_power(&pair, 0.9, level, &work(3), 2).unwrap_err();
        assert!(power.to_string().starts_with("power ="), "{power}");
        let confidence = trials_for_power(&pair, level, 0.9, &work(3), 2).unwrap_err();
        assert!(confidence.to_string().starts_with("confidence ="), "{confidence}");
    }
    let none = trials_for_power(&pair, 0.9, 0.9, &work(0), 2).unwrap_err();
    assert_eq!(none.kind(), "numeric.no_replicates");
}
