//! `cargo bench -p scorio-core`: compares the tally with a plain read of the same memory, and times
//! the kernels.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ndarray::{Array2, ShapeBuilder};
use scorio_core::irt::{
    AbilityBelief, AbilityPrior, Answered, CalibrationRequest, ItemCurve, Responses, calibrate,
    mode,
};
use scorio_core::metric::geometric::Blend;
use scorio_core::metric::maximum::Maximum;
use scorio_core::metric::{mean, subset};
use scorio_core::tally::{Matrix, Missing, tally};
use scorio_core::{Credit, Estimand, Place, Prior, States, Tau, Weights};

/// A seeded matrix of categories. Questions differ in difficulty.
fn matrix(questions: usize, trials: usize, categories: usize) -> Array2<i8> {
    let mut state = 1_u64;
    let mut next = move || {
        // Splitmix64, enough for benchmark data.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 27)
    };
    let mut entries = Array2::zeros((questions, trials));
    for mut row in entries.rows_mut() {
        let rate = next() % 101;
        for entry in &mut row {
            if next() % 100 < rate {
                *entry = i8::try_from(1 + next() % (categories as u64 - 1)).unwrap_or(1);
            }
        }
    }
    entries
}

fn states(entries: ndarray::ArrayView2<'_, i8>, categories: usize) -> Option<States> {
    tally(&Matrix { name: "R", entries }, None, categories, Missing::Error).ok()
}

/// Reads every byte once, in words: the limit that memory sets.
fn plain_read(bytes: &[i8]) -> u64 {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().fold(0, |sum: u64, word| {
        sum.wrapping_add(u64::from_ne_bytes(word.map(|byte| byte.to_ne_bytes()[0])))
    })
}

fn tallies(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tally");
    for (questions, trials) in
        [(1_000_000, 16), (10_000, 256), (100_000, 1_000), (100_000, 1_024), (400_000, 80)]
    {
        let shape = format!("{questions}x{trials}");
        group.throughput(Throughput::Bytes((questions * trials) as u64));
        for categories in [2, 3] {
            let rows = matrix(questions, trials, categories);
            let columns = {
                let mut columns = Array2::zeros((questions, trials).f());
                columns.assign(&rows);
                columns
            };
            if let (2, Some(bytes)) = (categories, rows.as_slice()) {
                group.bench_function(BenchmarkId::new("plain read", &shape), |bencher| {
                    bencher.iter(|| plain_read(black_box(bytes)));
                });
            }
            for (order, entries) in [("rows", &rows), ("columns", &columns)] {
                let name = format!("{categories} categories, {order}");
                group.bench_function(BenchmarkId::new(name, &shape), |bencher| {
                    bencher.iter(|| states(black_box(entries.view()), categories));
                });
            }
        }
    }
    group.finish();
}

fn kernels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kernels");
    let Some(states) = states(matrix(10_000, 256, 2).view(), 2) else { return };
    let weights = Weights::binary();
    group.bench_function("bayes, 257 states", |bencher| {
        bencher.iter(|| mean::bayes(black_box(&states), &weights, &Prior::Uniform));
    });
    let credits = [Credit::pass_at, Credit::majority, Credit::upper_half, Credit::area];
    for credit in credits.iter().flat_map(|make| [8, 64, 256].map(make)).flatten() {
        let name = format!("{}, 257 states", credit.name());
        let k = credit.budget();
        group.bench_function(BenchmarkId::new(format!("{name}, point"), k), |bencher| {
            bencher.iter(|| subset::point(black_box(&states), &credit, Place::Row));
        });
        group.bench_function(BenchmarkId::new(format!("{name}, posterior"), k), |bencher| {
            bencher.iter(|| subset::posterior(black_box(&states), &credit, &Prior::Uniform));
        });
    }
    group.finish();
}

/// Tally and posterior, from a thousand questions to ten million.
///
/// The tally grows with the questions. The posterior grows with the states, and there are at most
/// seventeen.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    let Ok(credit) = Credit::majority(8) else { return };
    for questions in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
        let matrix = matrix(questions, 16, 2);
        let Some(counted) = states(matrix.view(), 2) else { return };
        group.bench_function(BenchmarkId::new("tally, N = 16", questions), |bencher| {
            bencher.iter(|| states(black_box(matrix.view()), 2));
        });
        group.bench_function(BenchmarkId::new("Maj@8 posterior", questions), |bencher| {
            bencher.iter(|| subset::posterior(black_box(&counted), &credit, &Prior::Uniform));
        });
    }
    group.finish();
}

/// Every metric at k = 100,000 on six questions of a million trials.
fn large(criterion: &mut Criterion) {
    const TRIALS: usize = 1_000_000;
    const K: i64 = 100_000;
    let successes = [100_000, 900_000, 333_333, 700_001, 50, TRIALS];
    let matrix = Array2::from_shape_fn((successes.len(), TRIALS), |(row, column)| {
        i8::from(successes.get(row).is_some_and(|&c| column < c))
    });
    let Some(states) = states(matrix.view(), 2) else { return };
    let even = vec![1.0 / 100_000.0; 100_000];
    let tau = Tau::decimal(0.3);
    let targets = [
        ("pass_at_k", Credit::pass_at(K).map(Estimand::Subset)),
        ("pass_hat_k", Credit::pass_hat(K).map(Estimand::Subset)),
        ("g_pass_at_k_tau", tau.and_then(|tau| Credit::threshold(K, tau)).map(Estimand::Subset)),
        ("maj_at_k", Credit::majority(K).map(Estimand::Subset)),
        ("mg_pass_at_k", Credit::upper_half(K).map(Estimand::Subset)),
        ("auc_at_k", Credit::area(K).map(Estimand::Subset)),
        ("threshold_spectrum_at_k", Credit::spectrum(K, &even).map(Estimand::Subset)),
        ("geom_at_k", Blend::geom(K, (0.5, 0.5), true).map(Estimand::Blend)),
        ("geom_ds_at_k", Blend::geom(K, (0.5, 0.5), false).map(Estimand::Blend)),
        ("geo_spectrum_at_k", Blend::spectrum(K, 0.5, None).map(Estimand::Blend)),
        ("max_at_k", Maximum::new(K, Weights::binary()).map(Estimand::Maximum)),
    ];
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    for (name, target) in targets {
        let Ok(target) = target else { return };
        group.bench_function(BenchmarkId::new(name, "point"), |bencher| {
            bencher.iter(|| target.point(black_box(&states), Place::Row));
        });
        group.bench_function(BenchmarkId::new(name, "posterior"), |bencher| {
            bencher.iter(|| target.posterior(black_box(&states), &Prior::Uniform));
        });
    }
    group.finish();
}

/// Seeded sums of successes on items of many difficulties.
fn responses(models: usize, items: usize, trials: u8) -> Option<Responses> {
    let mut state = 7_u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as f64 / (1_u64 << 24) as f64
    };
    let places: Vec<f64> = (0..items).map(|_| 6.0 * next() - 3.0).collect();
    let mut sums = Vec::with_capacity(models * items);
    for _ in 0..models {
        let ability = 3.0 * next() - 1.5;
        for &difficulty in &places {
            let rate = ItemCurve { slope: 1.0, difficulty, dispersion: 1.0 }.mean(ability);
            sums.push(f64::from((0..trials).map(|_| u8::from(next() < rate)).sum::<u8>()));
        }
    }
    Responses::new(models, items, &vec![f64::from(trials); sums.len()], &sums).ok()
}

fn item_response(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("item response");
    group.sample_size(10);
    for (models, items, trials) in [(20, 500, 16), (25, 10_000, 1), (400, 5_000, 1)] {
        let Some(responses) = responses(models, items, trials) else { return };
        for threads in [1, 2] {
            let request = CalibrationRequest { threads, ..CalibrationRequest::default() };
            let name = BenchmarkId::new(
                format!("calibration, {threads} thread{}", if threads == 1 { "" } else { "s" }),
                format!("{models}x{items}x{trials}"),
            );
            group.bench_function(name, |bencher| {
                bencher.iter(|| calibrate(black_box(&responses), &request));
            });
        }
    }
    let item = |i: u32| {
        let difficulty = f64::from(i % 61) / 10.0 - 3.0;
        let item = ItemCurve { slope: 1.0, difficulty, dispersion: 1.0 };
        Answered { item: item.into(), trials: 1.0, sum: f64::from(i % 3 % 2) }
    };
    let cells: Vec<Answered> = (0..1000).map(item).collect();
    let prior = AbilityPrior::default();
    group.bench_function("the mode of an ability, 1,000 items", |bencher| {
        bencher.iter(|| mode(black_box(&cells), prior));
    });
    group.bench_function("the posterior of an ability, 1,000 items", |bencher| {
        bencher.iter(|| AbilityBelief::new(black_box(&cells), prior));
    });
    group.finish();
}

criterion_group!(benches, tallies, kernels, growth, large, item_response);
criterion_main!(benches);
