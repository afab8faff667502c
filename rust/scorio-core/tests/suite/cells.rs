//! Checks cells of ranking, their pairs and their winner sets with plain loops, and their errors.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use ndarray::{Array3, s};
use proptest::prelude::*;
use scorio_core::rankers::voting::ballots::Ballots;
use scorio_core::rankers::{AlignedTrials, Cells, RankSource, RankersError, TrialPairs};
use scorio_core::tally::{Missing, TallyError};
use scorio_core::{Counts, Error, Weights};

fn of(array: &Array3<f64>) -> Result<Cells, Error> {
    Cells::of_array(array.view(), Missing::Drop)
}

fn refused(found: Result<Cells, Error>) -> RankersError {
    match found.unwrap_err() {
        Error::Rankers(error) => error,
        other => panic!("{other}"),
    }
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Failures, halves and successes of every model on every question.
type Table = Vec<Vec<[u64; 3]>>;

fn weighted(table: &Table) -> Cells {
    let shape = (table.len(), table[0].len(), 3);
    let array = Array3::from_shape_fn(shape, |(i, m, c)| table[i][m][c]);
    let weights = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    Cells::of_table(array.view(), Some(&weights), None).unwrap()
}

/// The wins of one model against another and their ties, by the harmonic mean of the trials.
fn plain_pair(table: &Table, times: &[f64], i: usize, j: usize) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for (question, times) in times.iter().enumerate() {
        let [(a, n), (b, k)] = [i, j].map(|model| {
            let [failed, half, won] = table[model][question].map(|count| count as f64);
            (half / 2.0 + won, failed + half + won)
        });
        if n > 0.0 && k > 0.0 {
            let (p, q, pairs) = (a / n, b / k, 2.0 / (1.0 / n + 1.0 / k));
            sums.0 += times * pairs * p * (1.0 - q);
            sums.1 += times * pairs * (p * q + (1.0 - p) * (1.0 - q));
        }
    }
    sums
}

fn are_plain(pairs: &TrialPairs, table: &Table, times: &[f64]) {
    for i in 0..table.len() {
        for j in (0..table.len()).filter(|&j| j != i) {
            let (won, tied) = plain_pair(table, times, i, j);
            for (found, expected) in [(pairs.wins()[(i, j)], won), (pairs.ties()[(i, j)], tied)] {
                assert!((found - expected).abs() < 1e-12 * (1.0 + expected), "{found} {expected}");
            }
        }
        assert_eq!((pairs.wins()[(i, i)], pairs.ties()[(i, i)]), (0.0, 0.0));
    }
}

/// Tables with as many trials everywhere, or not. Outcomes may be halves.
fn table(alike: bool, halves: bool) -> impl Strategy<Value = (Table, Vec<f64>)> {
    (2_usize..5, 1_usize..14).prop_flat_map(move |(models, questions)| {
        let trials = if alike { 4_u64..5 } else { 0_u64..6 };
        let cell = (trials, 0_u64..60, 0_u64..60).prop_map(move |(n, won, half)| {
            let won = won % (n + 1);
            let half = if halves { half % (n - won + 1) } else { 0 };
            [n - won - half, half, won]
        });
        let rows = prop::collection::vec(cell, questions);
        let times = prop::collection::vec((0_u8..4).prop_map(f64::from), questions);
        let answered = |row: &Vec<[u64; 3]>| row.iter().any(|cell| cell.iter().sum::<u64>() > 0);
        let table = prop::collection::vec(rows.prop_filter("a trial", answered), models);
        let counts = |times: &Vec<f64>| times.iter().any(|&times| times > 0.0);
        (table, times.prop_filter("a question that counts", counts))
    })
}

/// Outcomes of single trials, some of them missing, in one or two words of 64.
fn trials() -> impl Strategy<Value = (Array3<f64>, Vec<f64>)> {
    let shape = (2_usize..5, 1_usize..4, prop::sample::select(vec![1, 3, 64, 65, 70]));
    shape.prop_flat_map(|(models, questions, trials)| {
        let outcome = prop::sample::select(vec![0.0, 1.0, 1.0, f64::NAN]);
        let entries = prop::collection::vec(outcome, models * questions * trials);
        let array = entries
            .prop_map(move |all| Array3::from_shape_vec((models, questions, trials), all).unwrap());
        let answered = |array: &Array3<f64>| {
            array.outer_iter().all(|model| model.iter().any(|entry| !entry.is_nan()))
        };
        let times = prop::collection::vec((0_u8..3).prop_map(f64::from), questions);
        (array.prop_filter("a trial", answered), times)
    })
}

#[test]
fn one_trial_of_one_question_has_a_pair() {
    let array = Array3::from_shape_vec((2, 1, 1), vec![1.0, 0.0]).unwrap();
    let pairs = TrialPairs::expected(&of(&array).unwrap(), None);
    assert_eq!((pairs.wins()[(0, 1)], pairs.wins()[(1, 0)], pairs.ties()[(0, 1)]), (1.0, 0.0, 0.0));
}

proptest! {
    #[test]
    fn pairs_are_those_of_shares(
        (table, times) in any::<(bool, bool)>()
            .prop_flat_map(|(alike, halves)| table(alike, halves)),
    ) {
        let cells = weighted(&table);
        let once = vec![1.0; times.len()];
        are_plain(&TrialPairs::expected(&cells, None), &table, &once);
        are_plain(&TrialPairs::expected(&cells, Some(&times)), &table, &times);
        // Parts of a question are no whole numbers of times.
        let parts: Vec<f64> = times.iter().map(|times| times * 0.3).collect();
        are_plain(&TrialPairs::expected(&cells, Some(&parts)), &table, &parts);
        let never = vec![0.0; times.len()];
        are_plain(&TrialPairs::expected(&cells, Some(&never)), &table, &never);
    }

    #[test]
    fn aligned_trials_meet_those_of_their_number((array, times) in trials()) {
        let aligned = AlignedTrials::new(array.view(), Missing::Drop).unwrap();
        let (models, questions, trials) = array.dim();
        for times in [None, Some(&times)] {
            let of = |question: usize| times.map_or(1.0, |times| times[question]);
            let pairs = aligned.pairs(times.map(Vec::as_slice));
            for i in 0..models {
                for j in (0..models).filter(|&j| j != i) {
                    let (mut won, mut tied) = (0.0, 0.0);
                    for question in 0..questions {
                        for trial in 0..trials {
                            let [a, b] = [i, j].map(|model| array[[model, question, trial]]);
                            won += of(question) * f64::from(u8::from(a > b));
                            tied += of(question) * f64::from(u8::from(a == b));
                        }
                    }
                    prop_assert_eq!((pairs.wins()[(i, j)], pairs.ties()[(i, j)]), (won, tied));
                }
            }
            let sets = aligned.winner_sets(times.map(Vec::as_slice));
            let mut largest = 0;
            for i in 0..models {
                for together in 1..models {
                    let found: f64 = sets
                        .groups()
                        .iter()
                        .flat_map(|one| one.models.iter().zip(&one.wins))
                        .filter(|(model, _)| **model == i)
                        .filter_map(|(_, wins)| wins.get(together - 1))
                        .sum();
                    let mut expected = 0.0;
                    for question in 0..questions {
                        for trial in 0..trials {
                            let set = array.slice(s![.., question, trial]);
                            let winners = set.iter().filter(|entry| **entry == 1.0).count();
                            let losers = set.iter().filter(|entry| **entry == 0.0).count();
                            if set[i] == 1.0 && winners == together && losers > 0 {
                                expected += of(question);
                            }
                        }
                    }
                    prop_assert_eq!(found, expected);
                    if found > 0.0 {
                        largest = largest.max(together);
                    }
                }
            }
            prop_assert_eq!((sets.largest_tie(), sets.size()), (largest, models));
        }
    }
}

#[test]
fn arrays_and_tables_have_the_same_cells() {
    let entries = [1.0, 0.0, f64::NAN, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, f64::NAN, 1.0, f64::NAN];
    let array = Array3::from_shape_vec((2, 2, 3), entries.to_vec()).unwrap();
    let cells = of(&array).unwrap();
    assert_eq!((cells.successes(0), cells.trials(0)), (&[1.0, 2.0][..], &[2.0, 3.0][..]));
    assert_eq!((cells.successes(1), cells.trials(1)), (&[1.0, 1.0][..], &[3.0, 1.0][..]));
    assert_eq!(cells.models()[..], named(&["0", "1"]));
    assert_eq!((cells.len(), cells.questions(), cells.is_empty()), (2, 2, false));
    assert_eq!((cells.asked(0), cells.is_complete(), cells.unit()), (2, false, "question"));
    let table = Array3::from_shape_vec((2, 2, 2), vec![1_u32, 1, 1, 2, 2, 1, 0, 1]).unwrap();
    assert_eq!(Cells::of_table(table.view(), None, None).unwrap(), cells);
    let names = named(&["b", "a"]);
    let other = Cells::of_table(table.view(), None, Some(&names)).unwrap();
    assert_eq!(other, Cells::of_named(array.view(), Missing::Drop, &names).unwrap());
    assert_eq!(other.models()[..], names);
    // There is no third model.
    assert!(cells.successes(2).is_empty() && cells.trials(2).is_empty());
}

#[test]
fn cells_without_a_ranking_are_told() {
    let ones = |shape| Array3::from_elem(shape, 1.0);
    assert_eq!(refused(of(&ones((1, 2, 2)))), RankersError::TooFewModels { models: 1 });
    for (models, questions, trials) in [(0, 2, 2), (2, 0, 2), (2, 2, 0)] {
        let empty = RankersError::Empty { models, questions, trials };
        assert_eq!(refused(of(&ones((models, questions, trials)))), empty);
        let table = ones((models, questions, trials));
        assert_eq!(refused(Cells::of_table(table.view(), None, None)), empty);
    }
    let mut array = ones((3, 2, 2));
    array.slice_mut(s![1, .., ..]).fill(f64::NAN);
    let names = named(&["a", "b", "c"]);
    let found = Cells::of_named(array.view(), Missing::Drop, &names);
    assert_eq!(refused(found), RankersError::NoTrials { model: "b".to_owned() });
    array[[1, 1, 0]] = 0.0;
    let found = Cells::of_named(array.view(), Missing::Drop, &names).unwrap();
    assert_eq!((found.asked(0), found.asked(1)), (2, 1));
    let mut table = ones((3, 2, 2));
    table.slice_mut(s![2, .., ..]).fill(0.0);
    let found = Cells::of_table(table.view(), None, None);
    assert_eq!(refused(found), RankersError::NoTrials { model: "2".to_owned() });
    let short = Cells::of_named(array.view(), Missing::Drop, &names[..2]);
    assert_eq!(short.unwrap_err().kind(), "check.shape");
}

#[test]
fn entries_that_are_no_outcomes_have_their_place() {
    let mut array = Array3::from_elem((2, 3, 4), 1.0);
    array[[1, 2, 3]] = 2.0;
    let error = of(&array).unwrap_err();
    assert_eq!(error.kind(), "tally.category");
    assert!(error.to_string().starts_with("R[1, 2, 3] = 2 is not an outcome"), "{error}");
    let counted = error.counted_from(1).to_string();
    assert!(counted.starts_with("R[2, 3, 4] = 2 is not an outcome"), "{counted}");
    // A single trial has no third number.
    let single =
        Array3::from_shape_fn((2, 3, 1), |(i, m, _)| if (i, m) == (1, 2) { 2.0 } else { 1.0 });
    assert!(of(&single).unwrap_err().to_string().starts_with("R[1, 2] = 2 is"));
    array[[1, 2, 3]] = f64::NAN;
    let error = Cells::of_array(array.view(), Missing::Error).unwrap_err();
    assert_eq!((error.kind(), error.remedy().unwrap().name()), ("tally.missing", "drop_missing"));
    assert_eq!(error.to_string(), "R[1, 2, 3] is missing");
    let mut table = Array3::from_elem((2, 3, 2), 1.0);
    table[[1, 2, 0]] = 0.5;
    let error = TallyError::Count { row: 2, column: 0, value: "0.5".to_owned() };
    let expected = RankersError::Entry { model: 1, trials: 2, error };
    assert_eq!(refused(Cells::of_table(table.view(), None, None)), expected);
    assert!(expected.to_string().ends_with("(of model 1)"), "{expected}");
    // 2^53 trials of a question are the most.
    table.fill(4_503_599_627_370_496.0);
    assert!(Cells::of_table(table.view(), None, None).is_ok());
    table[[1, 2, 0]] += 1.0;
    let error = Cells::of_table(table.view(), None, None).unwrap_err();
    assert_eq!(error.kind(), "counts.overflow");
}

#[test]
fn weights_of_categories_are_parts_of_a_success() {
    let table = Array3::from_shape_fn((2, 1, 3), |(i, _, c)| (i + c) as u64);
    let weights = |values: &[f64]| Weights::new(values).unwrap();
    for values in [[0.0, 1.5, 1.0], [-0.1, 0.5, 1.0]] {
        let wrong = values.iter().position(|x| !(0.0..=1.0).contains(x)).unwrap();
        let found = Cells::of_table(table.view(), Some(&weights(&values)), None);
        let expected =
            RankersError::CategoryWeight { category: wrong.to_string(), weight: values[wrong] };
        assert_eq!(refused(found), expected);
    }
    let found = Cells::of_table(table.view(), Some(&weights(&[0.0, 0.25, 1.0])), None).unwrap();
    assert_eq!((found.successes(0), found.successes(1)), (&[2.25][..], &[3.5][..]));
    assert_eq!((found.trials(0), found.trials(1)), (&[3.0][..], &[6.0][..]));
    assert!(Cells::of_table(table.view(), None, None).is_err());
}

/// Two models of two tasks: the second lacks a question, and asks another first.
fn counts(clusters: bool) -> Counts {
    let mut counts = Counts::new(named(&["0", "0.5", "1"])).unwrap();
    for (model, task, question, cluster, outcomes) in [
        ("x", "t", "a", Some("p"), [1, 0, 2]),
        ("x", "u", "a", None, [0, 1, 0]),
        ("x", "t", "b", Some("p"), [2, 2, 0]),
        ("y", "u", "c", None, [0, 0, 1]),
        ("y", "t", "a", Some("p"), [1, 1, 1]),
    ] {
        let row = counts.row(model, task, question);
        counts.describe(row, cluster.filter(|_| clusters), None).unwrap();
        for (category, &count) in outcomes.iter().enumerate() {
            counts.add(row, category, count).unwrap();
        }
    }
    counts
}

#[test]
fn cells_of_counts_are_in_the_order_of_the_log() {
    let weights = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    let cells = Cells::of_counts(&counts(true), Some(&weights)).unwrap();
    assert_eq!(cells.models()[..], named(&["x", "y"]));
    assert_eq!(
        (cells.successes(0), cells.trials(0)),
        (&[2.0, 0.5, 1.0, 0.0][..], &[3.0, 1.0, 4.0, 0.0][..])
    );
    assert_eq!(
        (cells.successes(1), cells.trials(1)),
        (&[1.5, 0.0, 0.0, 1.0][..], &[3.0, 0.0, 0.0, 1.0][..])
    );
    assert_eq!((cells.unit_count(), cells.unit()), (4, "question"));
    // Questions without a cluster stand alone. By tasks there are two units.
    let clustered = cells.clone().clustered_as(&counts(true), false).unwrap();
    assert_eq!((clustered.unit_count(), clustered.unit()), (3, "cluster"));
    for clusters in [true, false] {
        let by_task = cells.clone().clustered_as(&counts(clusters), true).unwrap();
        assert_eq!((by_task.unit_count(), by_task.unit()), (2, "cluster"));
    }
    let error = cells.clone().clustered_as(&counts(false), false).unwrap_err();
    assert_eq!(error, Error::Rankers(RankersError::Unclustered));
    assert_eq!(error.remedy().unwrap().name(), "score_unclustered");
    let labelled = cells.clone().clustered(&named(&["k", "l", "k", "k"])).unwrap();
    assert_eq!((labelled.unit_count(), labelled.unit()), (2, "cluster"));
    assert_eq!(cells.clustered(&named(&["k"])).unwrap_err().kind(), "check.shape");
    // Without weights, names of categories that are numbers are their weights.
    assert_eq!(Cells::of_counts(&counts(true), None).unwrap().successes(0)[0], 2.0);
}

#[test]
fn counts_without_a_ranking_are_told() {
    let weights = |values: &[f64]| Some(Weights::new(values).unwrap());
    let refused_with = |counts: &Counts, weights: Option<Weights>| {
        refused(Cells::of_counts(counts, weights.as_ref()))
    };
    let category = RankersError::CategoryWeight { category: "0.5".to_owned(), weight: 2.0 };
    assert_eq!(refused_with(&counts(true), weights(&[0.0, 2.0, 1.0])), category);
    let below = RankersError::CategoryWeight { category: "0".to_owned(), weight: -0.5 };
    assert_eq!(refused_with(&counts(true), weights(&[-0.5, 0.0, 1.0])), below);
    let error = Cells::of_counts(&counts(true), weights(&[0.0, 1.0]).as_ref()).unwrap_err();
    assert_eq!(error.kind(), "metric.weight_count");
    let mut heavy = counts(true);
    let row = heavy.row("x", "t", "a");
    heavy.describe(row, Some("p"), Some(2.0)).unwrap();
    assert_eq!(refused_with(&heavy, None), RankersError::Weighted);
    let mut single = Counts::new(named(&["0", "1"])).unwrap();
    let row = single.row("x", "t", "a");
    single.add(row, 1, 1).unwrap();
    assert_eq!(refused_with(&single, None), RankersError::TooFewModels { models: 1 });
}

#[test]
fn sources_give_the_pairs_of_their_trials() {
    let array = Array3::from_shape_fn((3, 2, 4), |(i, m, n)| u8::from((i + m + n) % 3 == 0));
    let aligned = AlignedTrials::new(array.view(), Missing::Error).unwrap();
    let names = named(&["a", "b", "c"]);
    let known = AlignedTrials::of_named(array.view(), Missing::Error, &names).unwrap();
    assert_eq!(known.cells().models()[..], names);
    let times = [2.0, 0.0];
    let cells = known.cells().clone().clustered(&named(&["k", "k"])).unwrap();
    let source = RankSource::Aligned(known.with_cells(cells.clone()));
    assert_eq!(source.cells(), &cells);
    assert_eq!(source.pairs(Some(&times)).wins(), aligned.pairs(Some(&times)).wins());
    assert_eq!(source.winner_sets(None), aligned.winner_sets(None));
    let expected = RankSource::Expected(cells.clone());
    assert_eq!(expected.pairs(None), TrialPairs::expected(&cells, None));
    assert_ne!(expected.pairs(None), source.pairs(None));
}

#[test]
fn models_that_are_not_there_have_no_votes() {
    let ballots = Ballots::new(2, &[(1.0, 2.0), (2.0, 2.0), (1.0, 2.0), (0.0, 2.0)]);
    let preferences = ballots.preferences(None);
    assert_eq!((preferences.wins(0, 1), preferences.ties(0, 1)), (1, 1));
    assert_eq!(
        (preferences.wins(2, 0), preferences.ties(2, 0), preferences.shared(9, 9)),
        (0, 0, 0)
    );
    // Without models there are no questions, and a rest of cells is no question.
    let none = Ballots::new(0, &[]);
    assert_eq!((none.models(), none.questions(), none.grades().count()), (0, 0, 0));
    let odd = Ballots::new(2, &[(1.0, 1.0), (0.0, 1.0), (1.0, 1.0)]);
    assert_eq!((odd.questions(), odd.preferences(None).wins(0, 1)), (1, 1));
}
