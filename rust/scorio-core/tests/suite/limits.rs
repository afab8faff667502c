//! Bad input is an error; counts, weights and narrow numbers are exact at their limits.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use crate::support::{careful, states_of};
use ndarray::{Array2, aview2};
use scorio_core::check::CheckError;
use scorio_core::compare::FamilyRequest;
use scorio_core::counts::CountsError;
use scorio_core::leaderboard::{Score, ScoreRequest, leaderboard};
use scorio_core::metric::MetricError;
use scorio_core::metric::{mean, subset};
use scorio_core::posterior::PosteriorError;
use scorio_core::tally::TallyError;
use scorio_core::tally::{Matrix, Missing, tally, tally_counts};
use scorio_core::{
    Counts, Credit, Error, Metric, Parameters, Place, Prior, PriorChoice, Target, Tau, Weights,
    rank,
};

#[test]
fn table_1_of_the_paper() {
    // Section 2.9: neighbours tie when z < 1.645.
    let scores = [0.7, 0.6, 0.59, 0.5, 0.3];
    let sigmas = [0.01, 0.01, 0.01, 0.01, 0.2];
    assert_eq!(rank::with_uncertainty(&scores, &sigmas, 0.95).unwrap(), [1, 2, 2, 3, 3]);
    // z = 0.2 / √(0.01² + 0.2²) ≈ 0.9988. Its one-sided confidence is 0.841.
    assert_eq!(rank::with_uncertainty(&scores, &sigmas, 0.84).unwrap(), [1, 2, 2, 3, 4]);
}

#[test]
fn bad_input_is_an_error() {
    let empty = Array2::<u8>::zeros((0, 3));
    assert!(matches!(
        states_of(empty.view()),
        Err(Error::Check(CheckError::Empty { rows: 0, columns: 3, .. }))
    ));
    let none = Array2::<u8>::zeros((3, 0));
    assert!(matches!(
        states_of(none.view()),
        Err(Error::Check(CheckError::Empty { rows: 3, columns: 0, .. }))
    ));
    let nan = Array2::from_elem((2, 2), f64::NAN);
    assert!(matches!(
        states_of(nan.view()),
        Err(Error::Tally(TallyError::Missing { row: 0, column: 0, .. }))
    ));
    let matrix = Matrix { name: "R", entries: nan.view() };
    let empty = tally(&matrix, None, 2, Missing::Drop).unwrap();
    let one = Credit::pass_at(1).unwrap();
    for refused in [
        mean::bayes(&empty, &Weights::binary(), &Prior::Uniform).map(|_| ()),
        subset::posterior(&empty, &one, &Prior::Uniform).map(|_| ()),
        subset::point(&empty, &one, Place::Row).map(|_| ()),
    ] {
        assert!(matches!(refused, Err(Error::Counts(CountsError::NoTrials { row: 0 }))));
    }
    assert!(matches!(empty.with_trials(1), Err(Error::Counts(CountsError::AllShort { k: 1 }))));
    for categories in [0, 1] {
        assert!(tally(&matrix, None, categories, Missing::Drop).is_err());
    }
    for entry in [0.5, -1.0, f64::INFINITY, 1e300] {
        let wrong = Array2::from_elem((1, 1), entry);
        assert!(
            matches!(states_of(wrong.view()), Err(Error::Tally(TallyError::Category { .. }))),
            "{entry}"
        );
    }
    assert!(matches!(Weights::new(&[]), Err(Error::Metric(MetricError::NoWeights))));
    assert!(matches!(Weights::new(&[1.0]), Err(Error::Metric(MetricError::OneWeight))));
    let refused = Weights::new(&[0.0, f64::NAN]);
    assert!(matches!(refused, Err(Error::Check(CheckError::Finite { index, .. })) if index == [1]));
    for k in [0, -1, i64::MIN, 1_000_000_001, i64::MAX] {
        let refused = Credit::pass_at(k).unwrap_err();
        assert_eq!(
            (refused.out_of_range(), &refused),
            (Some(k as f64), &Error::Check(CheckError::Budget { name: "k", k }))
        );
    }
    let states = states_of(Array2::from_elem((1, 1), 1_u8).view()).unwrap();
    for prior in [(0.0, 1.0), (1.0, f64::INFINITY), (f64::NAN, 1.0), (-1.0, 1.0)] {
        assert!(matches!(
            Prior::beta(prior.0, prior.1),
            Err(Error::Check(CheckError::Positive { .. }))
        ));
    }
    let estimate = mean::bayes(&states, &Weights::binary(), &Prior::Uniform).unwrap();
    for confidence in [0.0, 1.0, -0.5, 2.0, f64::NAN] {
        assert!(matches!(
            estimate.interval(confidence, None),
            Err(Error::Check(CheckError::Level { .. }))
        ));
    }
    for bounds in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::NAN)] {
        assert!(matches!(
            estimate.interval(0.9, Some(bounds)),
            Err(Error::Posterior(PosteriorError::Bounds { .. }))
        ));
    }
}

#[test]
fn bad_counts_are_errors() {
    let refused = |rows: &[[f64; 2]]| tally_counts(aview2(rows)).unwrap_err();
    assert_eq!(refused(&[]), Error::Tally(TallyError::CountShape { rows: 0, columns: 2 }));
    let narrow = tally_counts(aview2(&[[1_u8], [2]])).unwrap_err();
    assert_eq!(narrow, Error::Tally(TallyError::CountShape { rows: 2, columns: 1 }));
    for (wrong, value) in [(-1.0, "-1"), (0.5, "0.5"), (f64::NAN, "NaN")] {
        let value = value.to_owned();
        assert_eq!(
            refused(&[[1.0, 2.0], [0.0, wrong]]),
            Error::Tally(TallyError::Count { row: 1, column: 1, value })
        );
    }
    let many = tally_counts(aview2(&[[1_u64 << 52, 1 << 52], [1 << 53, 1]])).unwrap_err();
    assert_eq!(many, Error::Counts(CountsError::Overflow { question: Place::Row(1) }));
    let most = tally_counts(aview2(&[[u64::MAX, u64::MAX]])).unwrap_err();
    assert_eq!(most, Error::Counts(CountsError::Overflow { question: Place::Row(0) }));
    let none = tally_counts(aview2(&[[1_u8, 2], [0, 0]])).unwrap();
    assert_eq!(none.require_observed(), Err(Error::Counts(CountsError::NoTrials { row: 1 })));
}

#[test]
fn places_count_from_zero_or_one_as_the_language_does() {
    let text = |error: Error| error.counted_from(1).to_string();
    let matrix = Array2::from_shape_fn((3, 4), |place| if place == (2, 1) { 7_u8 } else { 0 });
    assert!(text(states_of(matrix.view()).unwrap_err()).starts_with("R[3, 2] = 7 is not"));
    let states = states_of(Array2::from_elem((2, 3), 1_u8).view()).unwrap();
    let credit = Credit::pass_at(4).unwrap();
    let short = subset::point(&states, &credit, Place::Row).unwrap_err();
    assert!(short.to_string().contains("3 trials of row 0 of R"));
    assert!(text(short).contains("3 trials of row 1 of R"));
    let named = subset::point(&states, &credit, |_| Place::Named("question 0".into()));
    assert!(text(named.unwrap_err()).contains("3 trials of question 0"));
    assert_eq!(text(Weights::new(&[0.0, f64::NAN]).unwrap_err()), "w[2] = NaN is not finite");
    assert_eq!(text(Credit::pass_at(0).unwrap_err()), Credit::pass_at(0).unwrap_err().to_string());
}

#[test]
fn narrow_quotients_mean_their_numerator() {
    // The credit of j successes is 1 from the threshold on.
    let credited = |k: u32, tau: Tau, j: u32| {
        let credit = Credit::threshold(i64::from(k), tau).unwrap();
        let counts = [[u64::from(k - j), u64::from(j)]];
        let states = tally_counts(aview2(&counts)).unwrap();
        subset::point(&states, &credit, Place::Row).unwrap() == 1.0
    };
    let narrow = |share: f64, bits: u32| {
        let scale = libm::ldexp(1.0, i32::try_from(bits).unwrap());
        let exponent = (0..=10).map(|e| libm::ldexp(1.0, -e)).find(|&e| share >= e).unwrap();
        (share / exponent * scale / 2.0).round() / scale * 2.0 * exponent
    };
    for k in (1..=120).chain([300, 500]) {
        for j in (1..=k).filter(|j| k < 130 || j % 61 == 0 || *j > k - 3) {
            let share = f64::from(j) / f64::from(k);
            for bits in [11, 24, 53] {
                let tau = Tau::rounded(narrow(share, bits), bits).unwrap();
                assert!(credited(k, tau, j) && !credited(k, tau, j - 1), "{j}/{k} in {bits}");
            }
        }
    }
}

#[test]
fn many_short_rows_are_counted_like_few() {
    for trials in (1..=136).filter(|trials| trials % 8 < 2) {
        let mut matrix = Array2::from_shape_fn((4097, trials), |(row, column)| {
            u8::from((row * 31 + column * column * 7 + row / 5 * column) % 11 < row % 13)
        });
        assert_eq!(states_of(matrix.view()).unwrap(), careful(matrix.view()).unwrap(), "{trials}");
        matrix[[4096, trials - 1]] = 2;
        assert!(matches!(
            states_of(matrix.view()),
            Err(Error::Tally(TallyError::Category { row: 4096, .. }))
        ));
    }
}

#[test]
fn columns_are_counted_like_rows() {
    // Sizes around a block of rows, a full byte and a table of pairs.
    for (questions, trials) in
        [(1, 1), (3, 700), (16_385, 9), (40_000, 127), (4_096, 128), (16_384, 256), (20_001, 1)]
    {
        let rows = Array2::from_shape_fn((questions, trials), |(row, column)| {
            u8::from((row * 31 + column * column * 7 + row / 5 * column) % 11 < row % 13)
        });
        let mut columns = rows.t().as_standard_layout().into_owned().reversed_axes();
        let expected = careful(rows.view()).unwrap();
        assert_eq!(states_of(columns.view()).unwrap(), expected, "{questions} x {trials}");
        assert_eq!(states_of(columns.mapv(|entry| entry == 1).view()).unwrap(), expected);
        columns[[questions - 1, trials - 1]] = 2;
        assert!(
            matches!(states_of(columns.view()), Err(Error::Tally(TallyError::Category { value, .. })) if value == "2")
        );
    }
}

#[test]
fn counts_stay_exact_as_doubles() {
    let mut counts = Counts::new(vec!["0".into(), "1".into()]).unwrap();
    let row = counts.row("m", "", "q");
    counts.add(row, 0, 1 << 52).unwrap();
    assert!(matches!(counts.add(row, 0, 1), Err(Error::Counts(CountsError::Overflow { .. }))));
    assert!(matches!(
        counts.add(row, 1, u64::MAX),
        Err(Error::Counts(CountsError::Overflow { .. }))
    ));
    counts.add(row, 1, 1 << 52).unwrap();
    let counts = counts.states().unwrap();
    let estimate = mean::bayes(&counts, &Weights::binary(), &Prior::Uniform).unwrap();
    assert_eq!(estimate.mu(), 0.5);
}

#[test]
fn names_that_are_numbers_are_weights() {
    let score = |names: &[&str], default_weights: bool| {
        let mut counts = Counts::new(names.iter().map(ToString::to_string).collect()).unwrap();
        let row = counts.row("m", "", "q");
        counts.add(row, names.len() - 1, 1).unwrap();
        let request = ScoreRequest {
            borrow: false,
            runs: false,
            threads: 1,
            metrics: Metric::expand(
                &["avg", "max_at_k"].map(str::to_owned),
                &[1],
                &Parameters::default(),
            )
            .unwrap(),
            default_weights,
            prior: PriorChoice::Known(Prior::Uniform),
            target: Target::TheseQuestions,
            clusters: None,
            drop_short: false,
            confidence: 0.9,
            family: FamilyRequest::default(),
            by_task: false,
            macro_average: false,
        };
        let board = leaderboard(&counts, &request)?;
        let row = |score: &Score| (score.score, score.parameters.clone());
        Ok(board.scores.iter().map(row).collect::<Vec<_>>())
    };
    let both = |mu: f64, parameters: &str| Ok(vec![(mu, parameters.to_owned()); 2]);
    assert_eq!(score(&["0", "0.5", "1"], true), both(1.0, "weights=0,0.5,1"));
    assert_eq!(score(&["-1", "1e1", ".5"], true), both(0.5, "weights=-1,10,0.5"));
    assert_eq!(score(&["0", "0.5"], true), both(0.5, "weights=0,0.5"));
    for names in [["0", "1"], ["0.0", "1.0"], ["no", "yes"], ["1", "no"], ["0", "inf"]] {
        assert_eq!(score(&names, true), both(1.0, ""), "{names:?}");
    }
    for names in [["0", "half", "1"], ["0", "NaN", "1"], ["0", "0.5", ""]] {
        let refused = score(&names, true).unwrap_err();
        assert!(
            matches!(refused, Error::Metric(MetricError::WeightsNeeded { categories: 3, .. })),
            "{names:?}"
        );
    }
    assert!(matches!(
        score(&["0", "0.5", "1"], false),
        Err(Error::Metric(MetricError::WeightCount { .. }))
    ));
}

#[test]
fn weights_near_overflow_give_a_finite_score() {
    let states = states_of(Array2::from_elem((3, 2), 1_u8).view()).unwrap();
    let weights = Weights::new(&[-1e308, 1e308]).unwrap();
    let estimate = mean::bayes(&states, &weights, &Prior::Uniform).unwrap();
    assert!((estimate.mu() / 5e307 - 1.0).abs() < 1e-15 && estimate.sigma().is_finite());
    let tiny = Weights::new(&[0.0, 5e-324]).unwrap();
    assert!(mean::bayes(&states, &tiny, &Prior::Uniform).is_ok());
}
