//! The chart beside plain computations, and what it says of clear cases.

use rand::RngExt as _;

use super::chart::{Chart, Weighing};
use super::runs::Series;
use super::{CALL, DriftError};
use crate::calls::given::{Given, GivenValue};
use crate::calls::{Answer, Input};
use crate::counts::counts::Counts;
use crate::error::Error;
use crate::numeric::random::{Purpose, stream};

const WEIGHING: Weighing = Weighing { alpha: 0.05, size: 0.05 };

/// Runs over 40 questions, of which those from `change` on have success probabilities that are lower by `loss`.
fn drawn(seed: u64, runs: usize, trials: u64, change: usize, loss: f64) -> Counts {
    let mut random = stream(seed, Purpose::Simulation, 0);
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    let chances: Vec<f64> = (0..40).map(|_| 0.2 + 0.6 * random.random::<f64>()).collect();
    for run in 0..runs {
        for (question, chance) in chances.iter().enumerate() {
            let row = counts.row(&format!("night {run}"), "", &question.to_string());
            let chance = chance - if run >= change { loss } else { 0.0 };
            for _ in 0..trials {
                counts.add(row, usize::from(random.random::<f64>() < chance), 1).unwrap();
            }
        }
    }
    counts
}

fn names(runs: usize) -> Vec<String> {
    (0..runs).map(|run| format!("night {run}")).collect()
}

fn charted(counts: &Counts, runs: usize) -> (Series, Chart) {
    let names = names(runs);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let series = Series::of(Input::Counts(counts), &names).unwrap();
    let chart = Chart::of(&series, WEIGHING);
    (series, chart)
}

#[test]
fn evidence_is_that_of_two_means_where_all_runs_are_alike() {
    let counts = drawn(1, 12, 4, 6, 0.1);
    let (series, chart) = charted(&counts, 12);
    for (place, look) in chart.looks.iter().enumerate().skip(1) {
        let runs = &series.runs[..=place];
        let variance = runs[place].scatter / 4.0;
        let mean = |some: &[super::runs::SeriesRun]| {
            some.iter().map(|run| run.score).sum::<f64>() / some.len() as f64
        };
        let sum: f64 = (1..runs.len())
            .map(|before| {
                let after = runs.len() - before;
                let error = variance * (1.0 / before as f64 + 1.0 / after as f64);
                let difference = mean(&runs[before..]) - mean(&runs[..before]);
                let wide = error + WEIGHING.size * WEIGHING.size;
                let density =
                    |spread: f64| (-difference * difference / 2.0 / spread).exp() / spread.sqrt();
                density(wide) / density(error) / (before * (before + 1)) as f64
            })
            .sum();
        let expected = sum + 1.0 / runs.len() as f64;
        assert!((look.evidence.exp() / expected - 1.0).abs() < 1e-9, "{place}");
    }
}

#[test]
fn a_run_beyond_its_limits_leaves_the_level() {
    let counts = drawn(2, 8, 4, 8, 0.0);
    let (series, chart) = charted(&counts, 8);
    let (lower, upper) = chart.looks[7].limits.unwrap();
    let left = |score: f64| {
        let mut other = Series { runs: series.runs.clone(), ..series };
        other.runs[7].score = score;
        Chart::of(&other, WEIGHING).looks[7].left
    };
    let near = 1e-6;
    assert!(left(lower - near) && !left(lower + near) && left(upper + near) && !left(upper - near));
}

#[test]
fn a_model_that_never_changes_seldom_leaves() {
    let series = 120;
    let left = (0..series).filter(|&seed| {
        let (_, chart) = charted(&drawn(seed, 40, 1, 40, 0.0), 40);
        chart.looks.last().is_some_and(|look| look.left)
    });
    let left = left.count();
    assert!(left <= 9, "{left} of {series}");
}

#[test]
fn a_change_is_found_where_it_is() {
    let (_, chart) = charted(&drawn(5, 20, 8, 12, 0.2), 20);
    let first = chart.looks.iter().position(|look| look.left).unwrap();
    assert!((12..=14).contains(&first), "{first}");
    let change = chart.change.unwrap();
    assert_eq!(change.before, 12);
    assert!((change.difference + 0.2).abs() < change.half_width);
}

fn answered(counts: &Counts, given: &Given) -> Result<Answer, Error> {
    CALL.answer(Input::Counts(counts), given)
}

#[test]
fn answers_do_not_depend_on_the_order_of_counts() {
    let counts = drawn(5, 12, 2, 6, 0.2);
    let turned =
        (0..counts.len()).rev().fold(counts.filter(|_| false).unwrap(), |mut other, row| {
            let question = counts.get(row).unwrap();
            let to = other.row_of(question.key());
            for (category, &outcomes) in question.counts.iter().enumerate() {
                other.add(to, category, outcomes).unwrap();
            }
            other
        });
    let rows = |counts: &Counts| {
        let answer = answered(counts, &Given::default()).unwrap();
        answer.tables.iter().flat_map(|table| table.rows().collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let (own, other) = (rows(&counts), rows(&turned));
    assert_eq!(own.len(), 13);
    assert_eq!(own, other);
}

#[test]
fn runs_without_any_scatter_are_steady() {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for run in 0..50 {
        for question in ["a", "b"] {
            let row = counts.row(&format!("night {run}"), "", question);
            counts.add(row, 1, 3).unwrap();
        }
    }
    let (_, chart) = charted(&counts, 50);
    assert!(chart.looks.iter().all(|look| !look.left && look.evidence <= 1e-12));
}

#[test]
fn what_makes_no_series_is_refused() {
    let counts = drawn(1, 2, 1, 2, 0.0);
    let texts = |runs: &[&str]| {
        let runs = runs.iter().map(|&run| run.to_owned()).collect();
        Given::default().with("runs", GivenValue::Texts(runs))
    };
    let said = |runs: &[&str]| answered(&counts, &texts(runs)).unwrap_err();
    assert_eq!(said(&["night 1"]), DriftError::OneRun { runs: 1 }.into());
    let twice = DriftError::Twice { run: "night 1".to_owned() };
    assert_eq!(said(&["night 1", "night 1"]), twice.into());
    assert!(said(&["night 1", "night 9"]).to_string().contains("night 9"));
    let mut apart = counts.clone();
    let row = apart.row("night 2", "", "another");
    apart.add(row, 1, 1).unwrap();
    let error = answered(&apart, &Given::default()).unwrap_err();
    assert_eq!(error, DriftError::NothingInCommon { runs: 3 }.into());
}
