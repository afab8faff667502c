//! Laws that hold for all data.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use crate::support::{careful, careful_of, states_of};
use ndarray::{Array2, Axis, ShapeBuilder, concatenate, s};
use proptest::prelude::*;
use scorio_core::compare::FamilyRequest;
use scorio_core::counts::CountsError;
use scorio_core::leaderboard::{ScoreRequest, leaderboard};
use scorio_core::metric::{mean, subset};
use scorio_core::tally::TallyError;
use scorio_core::tally::{Matrix, Missing, tally, tally_counts};
use scorio_core::{
    Counts, Credit, Error, Metric, Outcome, ParameterValue, Parameters, Place, Prior, PriorChoice,
    States, Target, Weights, rank,
};

fn binary_matrix() -> impl Strategy<Value = Array2<u8>> {
    let shape = prop_oneof![(1..40_usize, 1..600_usize), (1..1500_usize, 1..12_usize)];
    (shape, any::<u64>(), 0..=100_u64).prop_map(|((questions, trials), seed, rate)| {
        let mut state = seed;
        Array2::from_shape_simple_fn((questions, trials), || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u8::from((state >> 33) % 100 < rate)
        })
    })
}

/// Entries below `categories`. Rows differ in how many entries are 0.
fn categorical_matrix(questions: usize, trials: usize, categories: usize, seed: u64) -> Array2<u8> {
    let mut state = seed;
    let mut next = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut entries = Array2::zeros((questions, trials));
    for mut row in entries.rows_mut() {
        let rate = next(101);
        row.mapv_inplace(|_| {
            if next(100) < rate { 0 } else { u8::try_from(next(categories)).unwrap() }
        });
    }
    entries
}

/// R and R0, whose columns together form one matrix, and the number of categories.
fn categorical_matrices() -> impl Strategy<Value = (Array2<u8>, Array2<u8>, usize)> {
    let shape = prop_oneof![
        (1..40_usize, 1..600_usize),
        (1..6000_usize, 1..12_usize),
        (1..3_usize, 4090..4100_usize),
        (4090..4100_usize, 1..40_usize),
    ];
    // More than 65 categories never fit in a key.
    let categories = prop_oneof![4 => 2..9_usize, 1 => 9..70_usize];
    (shape, prop_oneof![Just(0_usize), 1..20_usize], categories, any::<u64>()).prop_map(
        |((questions, trials), before, categories, seed)| {
            let all = categorical_matrix(questions, trials + before, categories, seed);
            let (now, before) = all.view().split_at(Axis(1), trials);
            (now.to_owned(), before.to_owned(), categories)
        },
    )
}

/// The matrix in several layouts: by rows, by columns, and as every second entry of larger ones.
fn layouts<T: Copy + Default>(matrix: &Array2<T>) -> Vec<Array2<T>> {
    let (questions, trials) = matrix.dim();
    let mut columns = Array2::from_elem(matrix.raw_dim().f(), T::default());
    columns.assign(matrix);
    let mut spread = Array2::from_elem((2 * questions, 2 * trials), T::default());
    spread.slice_mut(s![..;-2, ..;-2]).assign(matrix);
    spread.slice_collapse(s![..;-2, ..;-2]);
    let mut turned = Array2::from_elem((2 * questions, trials + 1).f(), T::default());
    turned.slice_mut(s![..;2, ..trials;-1]).assign(matrix);
    turned.slice_collapse(s![..;2, ..trials;-1]);
    let mut padded = Array2::from_elem((questions, trials + 3), T::default());
    padded.slice_mut(s![.., 2..=trials + 1]).assign(matrix);
    padded.slice_collapse(s![.., 2..=trials + 1]);
    vec![matrix.clone(), columns, spread, turned, padded]
}

/// For all layouts of R and R0, the states or the error equal those of the careful pass.
fn tallies_like<T: Outcome + Default>(
    matrix: &Array2<T>,
    prior: &Array2<i64>,
    categories: usize,
    expected: &Result<States, Error>,
) {
    let expected = expected.as_ref().map_err(ToString::to_string);
    for (entries, before) in layouts(matrix).iter().zip(layouts(prior).iter().rev()) {
        let matrix = Matrix { name: "R", entries: entries.view() };
        let prior = Matrix { name: "R0", entries: before.view() };
        let strides = (entries.strides(), before.strides());
        let check = |prior| {
            let states = tally(&matrix, prior, categories, Missing::Error);
            assert_eq!(states.as_ref().map_err(ToString::to_string), expected, "{strides:?}");
        };
        check(Some(&prior));
        if before.is_empty() {
            check(None);
        }
    }
}

fn same_for_every_type_and_stride(matrix: &Array2<u8>) {
    let expected = careful(matrix.view()).unwrap();
    macro_rules! check {
        ($($type:ty),*) => {$(
            let typed = matrix.mapv(|entry| <$type>::from(entry));
            assert_eq!(states_of(typed.view()).unwrap(), expected, stringify!($type));
            let mut columns = Array2::<$type>::from_elem(typed.raw_dim().f(), <$type>::from(0_u8));
            columns.assign(&typed);
            assert_eq!(states_of(columns.view()).unwrap(), expected, stringify!($type));
        )*};
    }
    check!(u8, u16, u32, u64, i16, i32, i64, f32, f64);
    let signed = matrix.mapv(|entry| i8::from(entry == 1));
    assert_eq!(states_of(signed.view()).unwrap(), expected);
    let boolean = matrix.mapv(|entry| entry == 1);
    assert_eq!(states_of(boolean.view()).unwrap(), expected);
    assert_eq!(states_of(boolean.view().reversed_axes().to_owned().t()).unwrap(), expected);
    // Every other row and column of a larger matrix, backwards.
    let (questions, trials) = matrix.dim();
    let mut larger = Array2::from_elem((2 * questions, 2 * trials), 9_u8);
    larger.slice_mut(s![..;-2, ..;-2]).assign(matrix);
    assert_eq!(states_of(larger.slice(s![..;-2, ..;-2])).unwrap(), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn type_and_stride_do_not_matter(matrix in binary_matrix()) {
        same_for_every_type_and_stride(&matrix);
    }

    #[test]
    fn a_wrong_entry_is_reported(matrix in binary_matrix(), place in any::<prop::sample::Index>(), wrong in 2_u8..) {
        let mut matrix = matrix;
        let trials = matrix.ncols();
        let place = place.index(matrix.len());
        matrix[[place / trials, place % trials]] = wrong;
        let mut columns = Array2::from_elem(matrix.raw_dim().f(), 0);
        columns.assign(&matrix);
        for entries in [matrix.view(), columns.view()] {
            match states_of(entries) {
                Err(Error::Tally(TallyError::Category { row, column, value, .. })) => {
                    prop_assert_eq!((row, column, value), (place / trials, place % trials, wrong.to_string()));
                }
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }

    #[test]
    fn categories_are_counted_for_every_type_and_stride((matrix, prior, categories) in categorical_matrices()) {
        let all = ndarray::concatenate![Axis(1), matrix, prior];
        let expected = careful_of(all.view(), categories, Missing::Error);
        prop_assert!(expected.is_ok());
        let prior = prior.mapv(i64::from);
        macro_rules! check {
            ($($type:ty),*) => {$(
                tallies_like(&matrix.mapv(<$type>::from), &prior, categories, &expected);
            )*};
        }
        check!(u8, u16, u32, u64, i16, i32, i64, f32, f64);
        tallies_like(&matrix.mapv(|entry| i8::try_from(entry).unwrap()), &prior, categories, &expected);
        tallies_like(&matrix.mapv(|entry| if entry == 0 { -0.0 } else { f64::from(entry) }), &prior, categories, &expected);
        if categories == 2 {
            tallies_like(&matrix.mapv(|entry| entry == 1), &prior, categories, &expected);
        }
    }

    #[test]
    fn a_wrong_entry_among_categories_is_reported(
        (matrix, prior, categories) in categorical_matrices(),
        place in any::<prop::sample::Index>(),
        other in any::<u64>(),
    ) {
        let place = {
            let place = place.index(matrix.len());
            (place / matrix.ncols(), place % matrix.ncols())
        };
        let before = prior.mapv(i64::from);
        let least = u8::try_from(categories).unwrap();
        macro_rules! check {
            ($($convert:expr => $($wrong:expr),*;)*) => {$(
                let typed = matrix.mapv($convert);
                for wrong in [$($wrong),*] {
                    let mut typed = typed.clone();
                    typed[place] = wrong;
                    let expected = careful_of(typed.view(), categories, Missing::Error);
                    prop_assert!(expected.is_err());
                    tallies_like(&typed, &before, categories, &expected);
                }
            )*};
        }
        check! {
            u8::from => least, 255;
            |entry| i8::try_from(entry).unwrap() => -1, i8::MIN, i8::MAX;
            u16::from => 256, 257, u16::MAX;
            i16::from => -1, -255, i16::MIN, 0x7f01;
            u32::from => 1 << 31, 0x100;
            i32::from => -1, i32::MIN, (1 << 24) + 1;
            u64::from => 1 << 32, other | 1 << 63;
            i64::from => -1, i64::MIN, i64::MIN + 1, 1 << 40, 256;
            f32::from => f32::NAN, f32::INFINITY, -1.0, 0.5, 256.0, 1e-40, 8_388_608.0, 16_777_216.0, -8_388_608.0;
            f64::from => f64::NAN, f64::NEG_INFINITY, f64::from(least), -1.0, 0.5, 257.0, -5e-324,
                1.000_000_000_000_000_2, 4_503_599_627_370_497.0, -2_251_799_813_685_248.0, -4_503_599_627_370_496.0,
                f64::from_bits(other | 1 << 63 | 1);
        }
        let mut missing = matrix.mapv(f64::from);
        missing[place] = f64::NAN;
        prop_assert_eq!(
            tally(&Matrix { name: "R", entries: missing.view() }, None, categories, Missing::Drop).map_err(|error| error.to_string()),
            careful_of(missing.view(), categories, Missing::Drop).map_err(|error| error.to_string())
        );
        if !prior.is_empty() {
            let row = place.0;
            for wrong in [i64::from(least), -1, 256, i64::MAX, 1 << 32] {
                let mut before = before.clone();
                before[[row, 0]] = wrong;
                let states = tally(
                    &Matrix { name: "R", entries: matrix.view() },
                    Some(&Matrix { name: "R0", entries: before.view() }),
                    categories,
                    Missing::Error,
                );
                match states {
                    Err(Error::Tally(TallyError::Category { matrix: "R0", row: place, column: 0, value, .. })) => {
                        prop_assert_eq!((place, value), (row, wrong.to_string()));
                    }
                    other => prop_assert!(false, "{other:?}"),
                }
            }
        }
    }

    #[test]
    fn counted_questions_equal_the_matrix(
        (matrix, prior, categories) in categorical_matrices(),
        flip in any::<bool>(),
    ) {
        let all = concatenate![Axis(1), prior, matrix];
        let count = |row: usize, category: usize| {
            all.row(row).iter().filter(|&&entry| usize::from(entry) == category).count() as u64
        };
        let mut counts = Array2::from_shape_fn((all.nrows(), categories), |(r, c)| count(r, c));
        if flip {
            counts = counts.reversed_axes().as_standard_layout().into_owned().reversed_axes();
        }
        let expected = careful_of(all.view(), categories, Missing::Error).unwrap();
        prop_assert_eq!(tally_counts(counts.view()).unwrap(), expected.clone());
        prop_assert_eq!(tally_counts(counts.mapv(|count| count as f32).view()).unwrap(), expected);
    }

    #[test]
    fn order_changes_no_bit(matrix in binary_matrix(), k in 1_i64..12) {
        let mut turned = matrix.clone();
        turned.invert_axis(Axis(0));
        turned.invert_axis(Axis(1));
        let (one, other) = (states_of(matrix.view()).unwrap(), states_of(turned.view()).unwrap());
        let credit = Credit::pass_at(k).unwrap();
        let both = [&one, &other].map(|states| {
            let estimate = mean::bayes(states, &Weights::binary(), &Prior::Uniform).unwrap();
            let posterior = subset::posterior(states, &credit, &Prior::Uniform).unwrap();
            [estimate.mu(), estimate.sigma(), posterior.mu(), posterior.sigma()].map(f64::to_bits)
        });
        prop_assert_eq!(both[0], both[1]);
    }

    #[test]
    fn pass_at_k_rises_and_pass_hat_k_falls(matrix in binary_matrix()) {
        let states = states_of(matrix.view()).unwrap();
        let trials = i64::try_from(matrix.ncols()).unwrap();
        let point = |credit: Credit| subset::point(&states, &credit, Place::Row).unwrap();
        let average = mean::avg(&states, &Weights::binary(), &Prior::Uniform).unwrap().mu();
        prop_assert_eq!(point(Credit::pass_at(1).unwrap()), average);
        prop_assert_eq!(point(Credit::pass_hat(1).unwrap()), average);
        for k in 1..trials.min(20) {
            prop_assert!(point(Credit::pass_at(k).unwrap()) <= point(Credit::pass_at(k + 1).unwrap()));
            prop_assert!(point(Credit::pass_hat(k).unwrap()) >= point(Credit::pass_hat(k + 1).unwrap()));
        }
    }

    #[test]
    fn prior_outcomes_are_more_outcomes_for_bayes(matrix in binary_matrix(), split in any::<prop::sample::Index>()) {
        prop_assume!(matrix.ncols() > 1);
        let column = 1 + split.index(matrix.ncols() - 1);
        let (now, before) = matrix.view().split_at(Axis(1), column);
        let before = before.mapv(i64::from);
        let prior = Matrix { name: "R0", entries: before.view() };
        let with = tally(&Matrix { name: "R", entries: now }, Some(&prior), 2, Missing::Error).unwrap();
        let weights = Weights::binary();
        prop_assert_eq!(
            mean::bayes(&with, &weights, &Prior::Uniform).unwrap(),
            mean::bayes(&states_of(matrix.view()).unwrap(), &weights, &Prior::Uniform).unwrap()
        );
    }

    #[test]
    fn merged_shards_equal_one_count(
        trials in prop::collection::vec((0..3_u8, 0..2_u8, 0..6_u8, 0..3_usize), 0..200),
        shards in 1..5_usize,
    ) {
        let count = |part: &mut dyn Iterator<Item = &(u8, u8, u8, usize)>| {
            let mut counts = Counts::new(vec!["a".into(), "b".into(), "c".into()]).unwrap();
            for (model, task, question, category) in part {
                let row = counts.row(&model.to_string(), &task.to_string(), &question.to_string());
                counts.add(row, *category, 1).unwrap();
            }
            counts
        };
        let single = count(&mut trials.iter());
        let mut merged = count(&mut std::iter::empty());
        for shard in (0..shards).rev() {
            merged.merge(&count(&mut trials.iter().skip(shard).step_by(shards))).unwrap();
        }
        prop_assert_eq!(&merged, &single);
        if !trials.is_empty() {
            let weights = ParameterValue::Numbers(vec![0.0, 0.3, 1.0]);
            let parameters = Parameters::default().with("weights", weights);
            let names = ["bayes", "avg", "max_at_k_ci"].map(str::to_owned);
            let request = ScoreRequest { borrow: false, runs: false, threads: 1,
                metrics: Metric::expand(&names, &[2], &parameters).unwrap(),
                default_weights: false,
                prior: PriorChoice::Known(Prior::Uniform),
                target: Target::TheseQuestions,
                clusters: None,
                drop_short: false,
                confidence: 0.9,
                family: FamilyRequest::default(),
                by_task: true,
                macro_average: false,
            };
            let (one, other) = (leaderboard(&single, &request).unwrap().scores, leaderboard(&merged, &request).unwrap().scores);
            let key = |score: &scorio_core::leaderboard::Score| (score.task.clone(), score.model.clone(), score.metric.clone(), score.score.to_bits(), score.sigma.to_bits(), score.rank);
            let sorted = |scores: &[_]| { let mut keys: Vec<_> = scores.iter().map(key).collect(); keys.sort(); keys };
            prop_assert_eq!(sorted(&one), sorted(&other));
        }
    }

    #[test]
    fn a_missing_category_merges_like_an_unused_one(
        names in prop::sample::subsequence(vec!["0", "0.25", "0.5", "1"], 2..=4),
        shards in prop::collection::vec(
            (any::<[bool; 4]>(), prop::collection::vec((0..2_u8, 0..4_u8, 0..5_usize), 0..12)),
            1..4,
        ),
        order in any::<prop::sample::Index>(),
    ) {
        // Counts each shard twice: with at least two of the names, and with all of them.
        let count = |names: &[&str], trials: &[(&str, &str, Option<&str>)]| {
            let mut counts = Counts::new(names.iter().map(ToString::to_string).collect()).unwrap();
            for (model, question, name) in trials {
                let row = counts.row(model, "t", question);
                match name {
                    Some(name) => {
                        let category = names.iter().position(|own| own == name).unwrap();
                        counts.add(row, category, 1).unwrap();
                    }
                    None => counts.add_missing(row, 1).unwrap(),
                }
            }
            counts
        };
        let (models, questions) = (["a", "b"], ["q1", "q2", "q3", "q4"]);
        let (mut some, mut all) = (Vec::new(), Vec::new());
        for (keep, trials) in &shards {
            let kept = names.iter().zip(keep).filter(|(_, keep)| **keep).map(|(name, _)| *name);
            let own: Vec<&str> = kept.collect();
            let own = if own.len() < 2 { names.clone() } else { own };
            let trials: Vec<_> = trials
                .iter()
                .map(|&(model, question, name)| {
                    (models[usize::from(model)], questions[usize::from(question)], own.get(name).copied())
                })
                .collect();
            some.push(count(&own, &trials));
            all.push(count(&names, &trials));
        }
        let sum = |parts: &[Counts]| {
            let (first, others) = parts.split_first().unwrap();
            let mut sum = first.clone();
            sum.merge_all(&others.iter().collect::<Vec<_>>()).map(|()| sum)
        };
        let mut expected = sum(&all).unwrap();
        // One shard has all the names, at any position.
        some.push(count(&names, &[]));
        let place = order.index(some.len());
        some.rotate_left(place);
        prop_assert_eq!(&sum(&some).unwrap(), &expected);
        some.reverse();
        prop_assert_eq!(&sum(&some).unwrap(), &expected);
        let apart = some.iter().fold(count(&names, &[]), |mut sum, part| {
            sum.merge(part).unwrap();
            sum
        });
        prop_assert_eq!(&apart, &expected);
        let mut turned: Vec<&str> = names.clone();
        turned.reverse();
        let refused = expected.merge(&count(&turned, &[])).unwrap_err();
        let about_categories = matches!(refused, Error::Counts(CountsError::Categories { .. }));
        prop_assert!(about_categories, "{}", refused);
    }

    #[test]
    fn ranks_match_the_definition(scores in prop::collection::vec(0..6_u8, 0..12)) {
        let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
        let competition = rank::competition(&scores).unwrap();
        let dense = rank::dense(&scores).unwrap();
        for (i, score) in scores.iter().enumerate() {
            let higher = || scores.iter().filter(|other| *other > score);
            let mut different: Vec<_> = higher().map(|x| x.to_bits()).collect();
            different.sort_unstable();
            different.dedup();
            prop_assert_eq!(competition[i], higher().count() + 1);
            prop_assert_eq!(dense[i], different.len() + 1);
        }
        // Without uncertainty, only equal scores tie.
        prop_assert_eq!(rank::with_uncertainty(&scores, &vec![0.0; scores.len()], 0.95).unwrap(), dense);
    }
}
