//! Item banks: their columns, the outcomes of scores, calibrations of tables, and scores of all items.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use scorio_core::Error;
use scorio_core::adaptive::{
    AdaptiveError, BankColumns, CalibrationTable, GivenTrials, ItemBank, RunOptions, ScoreScale,
    ScoredCell, assisted, calibrate_bank, next_item, predicted,
};
use scorio_core::irt::{Ability, CalibrationRequest};
use scorio_core::tally::{Missing, ModelRows, count_table, sum_outcomes};

type Change<'a> = &'a dyn Fn(&mut BankColumns, f64);

const SCALE: ScoreScale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };

fn columns(items: usize) -> BankColumns {
    BankColumns {
        items: (0..items).map(|item| format!("q{item}")).collect(),
        a: vec![1.0; items],
        b: (0..items).map(|item| item as f64).collect(),
        phi: vec![1.0; items],
        ..BankColumns::default()
    }
}

fn close(found: f64, exact: f64) {
    assert!((found - exact).abs() < 1e-14 * exact.abs().max(1.0), "{found} {exact}");
}

#[test]
fn columns_have_an_entry_for_each_item() {
    let refused = |change: &dyn Fn(&mut BankColumns)| {
        let mut own = columns(2);
        change(&mut own);
        ItemBank::new(own, SCALE).unwrap_err()
    };
    for (column, change) in [
        ("a", (&|own: &mut BankColumns| own.a.push(1.0)) as &dyn Fn(&mut BankColumns)),
        ("b", &|own| own.b.push(1.0)),
        ("s", &|own| own.s = vec![0.0; 3]),
        ("phi", &|own| own.phi.push(1.0)),
        ("stratum", &|own| own.strata = vec![None; 3]),
        ("kept", &|own| own.kept = vec![true; 3]),
        ("steps", &|own| own.steps = vec![None; 3]),
    ] {
        let error = AdaptiveError::Column { column, entries: 3, items: 2 };
        assert_eq!(refused(change), error.into());
    }
    assert_eq!(refused(&|own| own.items.clear()), AdaptiveError::NoItems.into());
    assert_eq!(refused(&|own| own.kept = vec![false; 2]), AdaptiveError::NothingKept.into());
    let twice = AdaptiveError::ItemTwice { item: "q0".to_owned() };
    assert_eq!(refused(&|own| own.items[1] = "q0".to_owned()), twice.into());
    let infinite = f64::INFINITY;
    let item = || "q1".to_owned();
    for (column, values, needed, change) in [
        (
            "a",
            &[0.0, -1.0, infinite][..],
            "positive and finite",
            (&|own: &mut BankColumns, x: f64| own.a[1] = x) as Change<'_>,
        ),
        ("b", &[infinite, -infinite], "finite", &|own, x| own.b[1] = x),
        ("s", &[-1.0, infinite], "a finite number from 0", &|own, x| own.s = vec![0.0, x]),
        ("phi", &[0.0, infinite], "positive and finite", &|own, x| own.phi[1] = x),
        ("steps", &[infinite], "finite", &|own, x| own.steps = vec![None, Some(vec![0.0, x])]),
    ] {
        for &value in values {
            let error = AdaptiveError::ItemValue { column, item: item(), value, needed };
            assert_eq!(refused(&|own| change(own, value)), error.into());
        }
    }
    let error = refused(&|own| own.steps = vec![None, Some(vec![])]);
    assert_eq!(error, AdaptiveError::NoSteps { item: item() }.into());
    for (lo, hi) in [(1.0, 1.0), (2.0, 1.0), (0.0, infinite), (-infinite, 0.0)] {
        let error = ItemBank::new(columns(2), ScoreScale { lo, hi, ..SCALE }).unwrap_err();
        assert_eq!(error, AdaptiveError::ScoreRange { lo, hi }.into());
    }
}

#[test]
fn scores_become_outcomes_on_the_scale_of_the_bank() {
    let steps = vec![None, Some(vec![-1.0, 0.0, 0.5, 2.0])];
    let of = |greater_is_better| {
        let scale = ScoreScale { lo: -2.0, hi: 6.0, greater_is_better };
        ItemBank::new(BankColumns { steps: steps.clone(), ..columns(2) }, scale).unwrap()
    };
    let (bank, lower) = (of(true), of(false));
    for (score, outcome) in [(-2.0, 0.0), (0.0, 0.25), (2.0, 0.5), (6.0, 1.0)] {
        for item in [0, 1] {
            assert_eq!(bank.outcome(item, score, false).unwrap(), (outcome, false));
            assert_eq!(lower.outcome(item, score, false).unwrap(), (1.0 - outcome, false));
        }
        assert_eq!((bank.score(outcome), lower.score(1.0 - outcome)), (score, score));
    }
    for (score, outcome) in [(-2.5, 0.0), (7.0, 1.0)] {
        let outside = |item: &str| {
            let item = item.to_owned();
            AdaptiveError::ScoreOutside { item, value: score, lo: -2.0, hi: 6.0 }
        };
        assert_eq!(bank.outcome(0, score, false).unwrap_err(), outside("q0").into());
        assert_eq!(bank.outcome(1, score, true).unwrap(), (outcome, true));
        assert_eq!(lower.outcome(0, score, true).unwrap(), (1.0 - outcome, true));
    }
    for value in [f64::INFINITY, f64::NEG_INFINITY] {
        let error = AdaptiveError::ScoreNotFinite { item: "q1".to_owned(), value };
        assert_eq!(bank.outcome(1, value, true).unwrap_err(), error.into());
    }
    // Four steps have the scores −2, 0, 2, 4 and 6, but for rounding.
    assert_eq!(bank.outcome(0, 1.0, false).unwrap(), (0.375, false));
    let between = AdaptiveError::ScoreBetween { item: "q1".to_owned(), value: 1.0, steps: 4 };
    assert_eq!(bank.outcome(1, 1.0, false).unwrap_err(), between.into());
    assert_eq!(bank.outcome(1, 4.0 + 1e-12, false).unwrap(), (0.75, false));
    assert!(bank.outcome(1, 4.0 + 1e-7, false).is_err());
}

#[test]
fn items_have_places_strata_and_a_median_difficulty() {
    let strata = [Some("x"), None, Some("y"), Some("x"), None];
    let strata: Vec<Option<String>> = strata.map(|one| one.map(str::to_owned)).to_vec();
    let b = vec![5.0, 1.0, 4.0, -2.0, 9.0];
    let own = BankColumns { strata, b, ..columns(5) };
    let bank = ItemBank::new(own.clone(), SCALE).unwrap();
    assert_eq!(bank.strata(), ["x", "", "y"]);
    assert_eq!((bank.len(), bank.place("q3").unwrap(), bank.is_empty()), (5, 3, false));
    let unknown = AdaptiveError::UnknownItem { item: "q5".to_owned() };
    assert_eq!(bank.place("q5").unwrap_err(), unknown.into());
    assert_eq!(bank.median_difficulty(), 4.0);
    let kept = vec![true, true, true, false, true];
    let even = ItemBank::new(BankColumns { kept, ..own }, SCALE).unwrap();
    // 1, 4, 5 and 9 are left.
    assert_eq!(even.median_difficulty(), 4.5);
    let none = next_item(&even, &even.outcomes(&[]).unwrap(), &[0, 1, 2, 4], &plain(), 0);
    assert_eq!(none, None);
    // The item next to ability 0 tells most, of those that are not taken.
    let next =
        |pending: &[usize]| next_item(&bank, &bank.outcomes(&[]).unwrap(), pending, &plain(), 0);
    assert_eq!((next(&[]), next(&[1]), next(&[1, 3])), (Some(1), Some(3), Some(2)));
}

fn plain() -> RunOptions {
    RunOptions { strata: false, ..RunOptions::default() }
}

fn given(item: &str, trials: f64, sum: f64) -> GivenTrials {
    GivenTrials { item: item.to_owned(), trials, sum }
}

#[test]
fn trials_are_given_by_the_names_of_items() {
    let steps = vec![None, None, Some(vec![0.0, 0.0])];
    let scale = ScoreScale { lo: 0.0, hi: 4.0, greater_is_better: true };
    let bank = ItemBank::new(BankColumns { steps, ..columns(3) }, scale).unwrap();
    let found = bank
        .outcomes(&[given("q2", 3.0, 10.0), given("q1", 0.0, 0.0), given("q0", 2.0, 5.0)])
        .unwrap();
    assert_eq!(found.places, [0, 2]);
    let cells: Vec<_> = found.cells.iter().map(|cell| (cell.trials, cell.sum)).collect();
    assert_eq!(cells, [(2.0, 1.25), (3.0, 2.5)]);
    assert_eq!(found.cells[1].item, bank.curves()[2]);
    let refused = |all: &[GivenTrials]| bank.outcomes(all).unwrap_err();
    let twice = AdaptiveError::GivenTwice { item: "q1".to_owned() };
    let all = [given("q1", 1.0, 0.0), given("q0", 1.0, 0.0), given("q1", 0.0, 0.0)];
    assert_eq!(refused(&all), twice.into());
    for (trials, sum) in [(-1.0, 0.0), (f64::INFINITY, 0.0), (0.0, 1.0)] {
        let error = AdaptiveError::ItemTrials { item: "q0".to_owned(), trials, sum };
        assert_eq!(refused(&[given("q0", trials, sum)]), error.into());
    }
    let outside =
        AdaptiveError::ScoreOutside { item: "q0".to_owned(), value: 4.5, lo: 0.0, hi: 4.0 };
    assert_eq!(refused(&[given("q0", 2.0, 9.0)]), outside.into());
    // Three trials of two steps each have sums of 0, 2, 4, …, 12.
    assert!(matches!(
        refused(&[given("q2", 3.0, 9.0)]),
        Error::Adaptive(AdaptiveError::ScoreBetween { steps: 2, .. })
    ));
    let all = [given("q0", 2.0, 9.0), given("q1", 1.0, -1.0), given("q2", 1.0, 2.0)];
    let (found, clipped) = bank.outcomes_within(&all, true).unwrap();
    let cells: Vec<_> = found.cells.iter().map(|cell| (cell.trials, cell.sum)).collect();
    assert_eq!((cells, clipped), (vec![(2.0, 2.0), (1.0, 0.0), (1.0, 0.5)], 2));
}

#[test]
fn scores_of_all_items_have_the_deviation_of_their_formula() {
    // At θ = b three levels without steps between them have the chance 1/3 each.
    let own = BankColumns {
        a: vec![1.5, 0.8, 1.0],
        b: vec![0.7; 3],
        phi: vec![0.6, 1.0, 0.3],
        steps: vec![Some(vec![0.0, 0.0]), None, None],
        ..columns(3)
    };
    let scale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };
    let bank = ItemBank::new(own, scale).unwrap();
    let ability = Ability { mode: 0.7, se: 0.5 };
    let (slope, noise): (f64, f64) =
        (1.5 / 3.0 + 0.8 / 4.0 + 1.0 / 4.0, 0.6 / 6.0 + 1.0 / 4.0 + 0.3 / 4.0);
    let found = predicted(&bank, &[], &[], ability);
    close(found.mean, 0.5);
    close(found.sigma, (slope * slope * 0.25 + noise).sqrt() / 3.0);
    // Two trials of the last item, both right, take the place of its curve.
    let seen = bank.outcomes(&[given("q2", 2.0, 2.0)]).unwrap();
    let found = predicted(&bank, &seen.places, &seen.cells, ability);
    close(found.mean, 2.0 / 3.0);
    let (slope, noise) = (slope - 0.25, noise - 0.075);
    close(found.sigma, (slope * slope * 0.25 + noise).sqrt() / 3.0);
    // One item has no variance of residuals. Two have residuals of ½ and −¼.
    assert_eq!(assisted(&bank, &seen.places, &seen.cells, ability), None);
    let two = bank.outcomes(&[given("q1", 4.0, 1.0), given("q2", 2.0, 2.0)]).unwrap();
    let found = assisted(&bank, &two.places, &two.cells, ability).unwrap();
    close(found.mean, 0.5 + 0.125);
    let squares = 2.0 * 0.375 * 0.375;
    close(found.sigma, ((1.0 - 2.0 / 3.0) * (squares + 1.0) / 2.0_f64).sqrt());
    // Student's t with one degree of freedom: tan(.475 π) at 95 %.
    close(found.reach(0.95).unwrap(), libm::tan(0.475 * std::f64::consts::PI) * found.sigma);
    let all = bank.outcomes(&[given("q0", 1.0, 1.0), given("q1", 1.0, 0.0), given("q2", 1.0, 1.0)]);
    let all = all.unwrap();
    for found in [
        predicted(&bank, &all.places, &all.cells, ability),
        assisted(&bank, &all.places, &all.cells, ability).unwrap(),
    ] {
        close(found.mean, 2.0 / 3.0);
        assert_eq!(found.sigma, 0.0);
    }
}

fn table() -> CalibrationTable {
    let names = |letter: &str, count: usize| (0..count).map(|i| format!("{letter}{i}")).collect();
    CalibrationTable {
        models: names("m", 3),
        items: names("q", 4),
        trials: vec![2.0, 2.0, 0.0, 4.0, 2.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0],
        sums: vec![2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 4.0, 2.0, 0.0, 2.0],
    }
}

#[test]
fn tables_are_calibrated_on_the_scale_of_outcomes() {
    let scale = ScoreScale { lo: 0.0, hi: 2.0, greater_is_better: true };
    let request = CalibrationRequest { dispersion: Some(1.0), ..CalibrationRequest::default() };
    let strata = vec![Some("x".to_owned()), None, None, None];
    let found = calibrate_bank(&table(), strata.clone(), scale, &request).unwrap();
    assert_eq!(found.models, [3, 3, 2, 3]);
    for (mean, exact) in found.means.iter().zip([0.5, 1.0 / 6.0, 0.25, 0.25]) {
        close(*mean, exact);
    }
    assert_eq!(found.columns.strata, strata);
    assert_eq!(found.columns.items, table().items);
    assert_eq!((&found.columns.a[..], &found.columns.phi[..]), (&[1.0; 4][..], &[1.0; 4][..]));
    assert_eq!(found.columns.s, found.calibration.errors);
    let b = |of: &BankColumns| of.b.clone();
    // What is bad of one scale is good of the other.
    let (mut turned, lower) = (table(), ScoreScale { greater_is_better: false, ..scale });
    for (sum, trials) in turned.sums.iter_mut().zip(&turned.trials) {
        *sum = 2.0 * trials - *sum;
    }
    let other = calibrate_bank(&turned, strata.clone(), lower, &request).unwrap();
    assert_eq!((b(&other.columns), &other.means), (b(&found.columns), &found.means));
    let mut outside = table();
    outside.sums[9] = 5.0;
    let error = |scale| calibrate_bank(&outside, strata.clone(), scale, &request).unwrap_err();
    let fitted = |lo, hi| AdaptiveError::FittedOutside {
        model: "m2".to_owned(),
        item: "q1".to_owned(),
        value: 2.5,
        lo,
        hi,
    };
    assert_eq!(error(scale), fitted(0.0, 2.0).into());
    assert_eq!(error(lower), fitted(0.0, 2.0).into());
    // Sums of scores at an end of the range may be off by rounding.
    outside.sums[9] = 4.0 + 3e-9;
    assert!(calibrate_bank(&outside, strata.clone(), scale, &request).is_ok());
    outside.sums[9] = -1e-9;
    assert!(calibrate_bank(&outside, strata.clone(), scale, &request).is_ok());
    outside.sums[9] = -1e-6;
    assert!(calibrate_bank(&outside, strata.clone(), scale, &request).is_err());
    for (lo, hi) in [(1.0, 1.0), (f64::NEG_INFINITY, 1.0), (0.0, f64::INFINITY)] {
        let scale = ScoreScale { lo, hi, ..scale };
        let error = calibrate_bank(&table(), strata.clone(), scale, &request).unwrap_err();
        assert_eq!(error, AdaptiveError::ScoreRange { lo, hi }.into());
    }
}

#[test]
fn tables_without_trials_cannot_be_calibrated() {
    assert!(table().check().is_ok());
    let refused = |change: &dyn Fn(&mut CalibrationTable)| {
        let mut own = table();
        change(&mut own);
        own.check().unwrap_err()
    };
    let error = refused(&|own| own.models.truncate(2));
    assert_eq!(error, AdaptiveError::CalibrationModels { models: 2 }.into());
    assert_eq!(refused(&|own| own.items.clear()), AdaptiveError::NoItems.into());
    assert_eq!(refused(&|own| own.trials.truncate(11)).kind(), "check.shape");
    assert_eq!(refused(&|own| own.sums.truncate(11)).kind(), "check.shape");
    let none = |what, name: &str| AdaptiveError::NoTrials { what, name: name.to_owned() };
    let error = refused(&|own| own.trials[4..8].fill(0.0));
    assert_eq!(error, none("model", "m1").into());
    let error = refused(&|own| {
        own.trials[2] = 0.0;
        own.trials[6] = 0.0;
        own.trials[10] = 0.0;
    });
    assert_eq!(error, none("item", "q2").into());
    // The mean scores are alike, and cells without trials have none.
    let error = refused(&|own| {
        own.sums = own.trials.iter().map(|n| 1.5 * n).collect();
        own.sums[2] = 7.0;
    });
    assert_eq!(error, AdaptiveError::NoVariation { score: 1.5 }.into());
}

#[test]
fn cells_have_the_sum_and_the_ends_of_their_scores() {
    let labels = ModelRows {
        model: "m",
        clusters: &["x".to_owned(), "y".to_owned()],
        ..ModelRows::default()
    };
    let counts = count_table(ndarray::arr2(&[[2, 0, 1], [0, 0, 0]]).view(), &labels).unwrap();
    let weights = scorio_core::Weights::new(&[-1.0, 0.5, 2.0]).unwrap();
    let (cells, range) = ScoredCell::of_counts(&counts, Some(&weights)).unwrap();
    assert_eq!(range, (-1.0, 2.0));
    let [cell] = &cells[..] else { unreachable!("one question has trials") };
    assert_eq!((cell.trials, cell.sum, cell.ends), (3.0, 0.0, Some((-1.0, 2.0))));
    assert_eq!(
        (&cell.model[..], &cell.question[..], cell.cluster.as_deref()),
        ("m", "0", Some("x"))
    );
    let one = count_table(ndarray::arr2(&[[0, 3]]).view(), &ModelRows::default()).unwrap();
    let (cells, range) = ScoredCell::of_counts(&one, None).unwrap();
    assert_eq!((cells[0].sum, cells[0].ends, range), (3.0, Some((1.0, 1.0)), (0.0, 1.0)));
    for keep in [true, false] {
        let sums = sum_outcomes(&[4.0, -1.0, 7.0], &[2, 1], &labels, keep, Missing::Error).unwrap();
        let cells = ScoredCell::of_sums(&sums).unwrap();
        let found: Vec<_> = cells.iter().map(|cell| (cell.trials, cell.sum, cell.ends)).collect();
        let ends = keep.then_some((-1.0, 4.0));
        assert_eq!(found, [(2.0, 3.0, ends), (1.0, 7.0, Some((7.0, 7.0)))]);
        assert_eq!(cells[1].cluster.as_deref(), Some("y"));
    }
}
