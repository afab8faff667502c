//! Replays of recorded outcomes: the user's own run is one of the runs by boundary.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use scorio_core::Replicates;
use scorio_core::adaptive::{
    BoundaryRule, ReplayOptions, ReplayReport, ReplayTable, RunOptions, replay,
};

/// Numbers from 0 to 1 that look random.
fn spread(place: usize) -> f64 {
    (0.618_034 * (place as f64 + 0.5)).fract()
}

/// Scores of models of rising ability on items of rising difficulty.
fn table(models: usize, items: usize) -> ReplayTable {
    let score = |model: usize, item: usize| {
        let easy = 0.5 + 0.25 * model as f64 / models as f64 - 0.25 * item as f64 / items as f64;
        (easy + 0.5 * (spread(model * items + 3 * item) - 0.5)).clamp(0.0, 1.0)
    };
    let all = (0..models).flat_map(|model| (0..items).map(move |item| (model, item)));
    ReplayTable {
        models: (0..models).map(|model| format!("m{model}")).collect(),
        items: (0..items).map(|item| format!("q{item}")).collect(),
        trials: vec![1.0; models * items],
        sums: all.map(|(model, item)| score(model, item)).collect(),
        strata: vec![None; items],
        families: Vec::new(),
        costs: (0..models).map(|model| 1.0 + model as f64).collect(),
    }
}

fn found(run: RunOptions) -> ReplayReport {
    let options = ReplayOptions { hold_out: 4, folds: 3, run, ..ReplayOptions::default() };
    let workers = Replicates { count: 0, threads: 1, go_on: &|_| true };
    replay(&table(12, 60), &options, &workers).unwrap()
}

#[test]
fn the_runs_by_boundary_are_those_of_its_options() {
    let base = || RunOptions { warmup: 4, max_items: Some(40), ..RunOptions::default() };
    let runs = [
        ("two-sided", RunOptions { boundary: BoundaryRule::TwoSided, ..base() }),
        ("spending", base()),
        ("spending, family", RunOptions { family: true, ..base() }),
        ("anytime", RunOptions { boundary: BoundaryRule::Anytime, ..base() }),
        ("anytime, family", RunOptions { boundary: BoundaryRule::Anytime, family: true, ..base() }),
    ];
    let reports = runs.map(|(name, run)| (name, found(run)));
    for (place, (name, report)) in reports.iter().enumerate() {
        let row = &report.decisions[place];
        assert_eq!((&row.boundary[..], row.pairs, row.sets), (*name, 18, 3));
        let summary = &report.summary;
        assert!((row.tau - summary.adaptive_tau).abs() < 1e-14);
        // Items of a model, and of all four.
        assert!((4.0 * row.items - summary.items).abs() < 1e-12);
        let open = 1.0 - row.decided as f64 / 18.0;
        assert!((summary.adaptive_ties - open).abs() < 1e-14);
        let right = row.right as f64 / row.decided as f64;
        assert!((summary.confident_accuracy.unwrap() - right).abs() < 1e-14);
        assert_eq!(row.right + row.wrong, row.decided);
        // The rows of the other boundaries do not depend on that of the run.
        assert_eq!(report.decisions, reports[0].1.decisions);
    }
    // A wider boundary needs no fewer items, and decides fewer pairs.
    let rows = &reports[0].1.decisions;
    for (one, wider) in [(0, 1), (1, 2), (1, 3), (3, 4)] {
        assert!(rows[one].items <= rows[wider].items, "{rows:?}");
        assert!(rows[one].decided > rows[wider].decided, "{rows:?}");
    }
}

#[test]
fn two_models_may_be_held_out_and_one_may_not() {
    let workers = Replicates { count: 0, threads: 1, go_on: &|_| true };
    let held = |hold_out| {
        let run = RunOptions { warmup: 4, max_items: Some(20), ..RunOptions::default() };
        let options = ReplayOptions { hold_out, folds: 2, run, ..ReplayOptions::default() };
        replay(&table(12, 40), &options, &workers)
    };
    assert_eq!(held(2).unwrap().decisions[0].pairs, 2);
    assert_eq!(held(1).unwrap_err().kind(), "adaptive.too_few");
}

#[test]
fn scores_need_a_range() {
    let workers = Replicates { count: 0, threads: 1, go_on: &|_| true };
    for (lo, hi) in [(1.0, 1.0), (1.0, 0.0), (0.0, f64::INFINITY)] {
        let options = ReplayOptions { range: Some((lo, hi)), ..ReplayOptions::default() };
        let error = replay(&table(12, 40), &options, &workers).unwrap_err();
        assert_eq!(error.kind(), "adaptive.score_range");
    }
}
