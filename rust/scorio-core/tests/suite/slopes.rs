//! Calibration with a slope of each item: its laws, and slopes that are known.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

use scorio_core::irt::{
    Calibration, CalibrationMethod, CalibrationRequest, ItemCurve, Responses, calibrate,
};

const SLOPED: CalibrationRequest = CalibrationRequest {
    method: CalibrationMethod::EmpiricalSlopes,
    dispersion: None,
    prior_variance: 25.0,
    drop_negative: false,
    threads: 1,
};

/// Splitmix64: numbers in [0, 1).
struct Uniform(u64);

impl Uniform {
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as f64 / 2.0_f64.powi(64)
    }
}

/// Numbers that spread over (−1, 1) in an order that looks drawn.
fn spread(place: usize, ratio: f64) -> f64 {
    2.0 * (ratio * (place as f64 + 0.5)).fract() - 1.0
}

fn items(count: usize, differ: f64) -> Vec<ItemCurve> {
    let item = |place| ItemCurve {
        slope: (differ * spread(place, 0.618_034)).exp(),
        difficulty: 1.5 * spread(place, 0.414_214),
        dispersion: 1.0,
    };
    (0..count).map(item).collect()
}

/// Successes of models whose abilities spread over (−2, 2).
fn drawn(models: usize, trials: u32, items: &[ItemCurve], seed: u64) -> (Vec<f64>, Responses) {
    let mut random = Uniform(seed);
    let abilities: Vec<f64> = (0..models).map(|place| 2.0 * spread(place, 0.732_051)).collect();
    let mut sums = Vec::new();
    for theta in &abilities {
        for item in items {
            let mean = item.mean(*theta);
            sums.push((0..trials).map(|_| f64::from(random.draw() < mean)).sum());
        }
    }
    let trials = vec![f64::from(trials); sums.len()];
    (abilities, Responses::new(models, items.len(), &trials, &sums).unwrap())
}

fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let centre = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let (x, y) = (centre(one), centre(other));
    let sum = |f: fn(f64, f64) -> f64| -> f64 {
        one.iter().zip(other).map(|(a, b)| f(a - x, b - y)).sum()
    };
    sum(|a, b| a * b) / (sum(|a, _| a * a) * sum(|_, b| b * b)).sqrt()
}

fn logs(found: &[ItemCurve]) -> Vec<f64> {
    found.iter().map(|item| item.slope.ln()).collect()
}

/// What the mode maximizes.
fn density(responses: &Responses, found: &Calibration) -> f64 {
    let mut sum: f64 = found.abilities.iter().map(|theta| -theta * theta / 50.0).sum();
    let count = found.items.len() as f64;
    let centre = found.items.iter().map(|item| item.difficulty).sum::<f64>() / count;
    for (place, item) in found.items.iter().enumerate() {
        let (off, log) = (item.difficulty - centre, item.slope.ln());
        sum -= 0.5 * (off * off / found.variance + log * log / found.slope_variance);
        let cells = responses.trials(place).iter().zip(responses.sums(place));
        for ((n, s), theta) in cells.zip(&found.abilities) {
            let x = item.slope * (theta - item.difficulty);
            sum += (s * x - n * x.exp().ln_1p()) / item.dispersion;
        }
    }
    sum
}

#[test]
fn known_slopes_are_found() {
    let truth = items(80, 0.7);
    let (abilities, responses) = drawn(60, 30, &truth, 4);
    let found = calibrate(&responses, &SLOPED).unwrap();
    let (seen, expected) = (logs(&found.items), logs(&truth));
    assert!(correlation(&seen, &expected) > 0.97, "{}", correlation(&seen, &expected));
    assert!(correlation(&found.abilities, &abilities) > 0.995);
    // Each log slope has a standard deviation that says how far it is off.
    let misses: f64 = seen
        .iter()
        .zip(&expected)
        .zip(&found.slope_errors)
        .map(|((seen, expected), error)| ((seen - expected) / error).powi(2))
        .sum();
    assert!((0.6..1.6).contains(&(misses / 80.0)), "{}", misses / 80.0);
    // The variance of numbers that spread evenly over (−0.7, 0.7).
    assert!((found.slope_variance / (0.49 / 3.0) - 1.0).abs() < 0.25, "{}", found.slope_variance);
}

#[test]
fn no_direction_leads_up_from_the_mode() {
    let (_, responses) = drawn(12, 6, &items(20, 0.6), 1);
    let found = calibrate(&responses, &SLOPED).unwrap();
    let step = 1e-4;
    let slope = |change: &dyn Fn(&mut Calibration, f64)| {
        let at = |by: f64| {
            let mut other = found.clone();
            change(&mut other, by);
            density(&responses, &other)
        };
        assert!(at(step) < at(0.0) && at(-step) < at(0.0));
        (at(step) - at(-step)) / (2.0 * step)
    };
    for model in 0..12 {
        assert!(slope(&|one, by| one.abilities[model] += by).abs() < 1e-5);
    }
    for item in 0..20 {
        assert!(slope(&|one, by| one.items[item].difficulty += by).abs() < 1e-5);
        // The logs of slopes have mean 0.
        let turn = slope(&|one, by| {
            one.items[item].slope *= by.exp();
            one.items[(item + 7) % 20].slope *= (-by).exp();
        });
        assert!(turn.abs() < 1e-5, "{turn}");
    }
    assert!(logs(&found.items).iter().sum::<f64>().abs() < 1e-10);
}

#[test]
fn variances_are_fixed_points() {
    let (_, responses) = drawn(15, 8, &items(25, 0.6), 2);
    let found = calibrate(&responses, &SLOPED).unwrap();
    let square = |(item, error): (&ItemCurve, &f64)| item.slope.ln().powi(2) + error * error;
    let mean: f64 = found.items.iter().zip(&found.slope_errors).map(square).sum::<f64>() / 25.0;
    assert!((mean / found.slope_variance - 1.0).abs() < 1e-8);
    let square =
        |(item, error): (&ItemCurve, &f64)| (item.difficulty - found.mean).powi(2) + error * error;
    let mean: f64 = found.items.iter().zip(&found.errors).map(square).sum::<f64>() / 25.0;
    assert!((mean / found.variance - 1.0).abs() < 1e-8);
    assert!(found.abilities.iter().sum::<f64>().abs() < 1e-8);
}

#[test]
fn failures_mirror_successes() {
    let (_, responses) = drawn(10, 5, &items(15, 0.5), 3);
    let table = |of: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
        (0..10)
            .flat_map(|model| (0..15).map(move |item| (model, item)))
            .map(|(model, item)| of(responses.trials(item)[model], responses.sums(item)[model]))
            .collect()
    };
    let turned = Responses::new(10, 15, &table(&|n, _| n), &table(&|n, s| n - s)).unwrap();
    let (one, other) =
        (calibrate(&responses, &SLOPED).unwrap(), calibrate(&turned, &SLOPED).unwrap());
    for (one, other) in one.abilities.iter().zip(&other.abilities) {
        assert!((one + other).abs() < 1e-7);
    }
    for (one, other) in one.items.iter().zip(&other.items) {
        assert!((one.difficulty + other.difficulty).abs() < 1e-7);
        assert!((one.slope / other.slope - 1.0).abs() < 1e-7);
    }
}

#[test]
fn equal_slopes_have_a_small_variance() {
    let (_, responses) = drawn(60, 30, &items(80, 0.0), 5);
    let found = calibrate(&responses, &SLOPED).unwrap();
    assert!(found.slope_variance < 0.01, "{}", found.slope_variance);
    let common = calibrate(&responses, &CalibrationRequest::default()).unwrap();
    assert_eq!((common.slope_variance, common.slope_errors[0]), (0.0, 0.0));
    for (one, other) in found.abilities.iter().zip(&common.abilities) {
        assert!((one - other).abs() < 0.1, "{one} {other}");
    }
}

#[test]
fn scores_have_a_dispersion() {
    // Means of 10 trials vary by a tenth of what single successes do.
    let (_, responses) = drawn(30, 10, &items(40, 0.6), 6);
    let means: Vec<f64> = (0..30)
        .flat_map(|model| (0..40).map(move |item| (model, item)))
        .map(|(model, item)| responses.sums(item)[model] / 10.0)
        .collect();
    let scores = Responses::new(30, 40, &vec![1.0; means.len()], &means).unwrap();
    let found = calibrate(&scores, &SLOPED).unwrap();
    assert!((found.dispersion / 0.1 - 1.0).abs() < 0.1, "{}", found.dispersion);
    let counted = calibrate(&responses, &SLOPED).unwrap();
    assert!(correlation(&logs(&found.items), &logs(&counted.items)) > 0.999);
}

#[test]
fn models_that_were_not_asked_and_items_that_all_solve() {
    let (_, responses) = drawn(12, 4, &items(130, 0.5), 7);
    let table = |of: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
        (0..12)
            .flat_map(|model| (0..130).map(move |item| (model, item)))
            .map(|(l, i)| of(l, i))
            .collect()
    };
    let asked =
        |model: usize, item: usize| if (model + item).is_multiple_of(5) { 0.0 } else { 4.0 };
    let solved = |model: usize, item: usize| match (asked(model, item), item) {
        (n, 3) => n,
        (n, _) => responses.sums(item)[model].min(n),
    };
    let ragged = Responses::new(12, 130, &table(&asked), &table(&solved)).unwrap();
    let found = calibrate(&ragged, &SLOPED).unwrap();
    assert!(found.items.iter().all(|item| item.difficulty.is_finite() && item.slope > 0.0));
    assert!(found.errors[3] > found.errors[4]);
    let threads = calibrate(&ragged, &CalibrationRequest { threads: 3, ..SLOPED }).unwrap();
    assert_eq!(found.abilities, threads.abilities);
    assert_eq!(found.items, threads.items);
}
