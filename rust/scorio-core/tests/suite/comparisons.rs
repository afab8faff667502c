//! Rows and tables of comparisons, worked out by hand.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "tests"
)]

use scorio_core::compare::{
    CompareError, CompareMetric, CompareRequest, Comparison, FamilyRequest, QuestionScores,
    compare, compare_metric, compare_ordered, compare_pairs, compare_pairs_of_sums, compare_sums,
    compare_sums_ordered,
};
use scorio_core::counts::Key;
use scorio_core::leaderboard::{ScoreRequest, leaderboard};
use scorio_core::metric::mean::Scale;
use scorio_core::{
    Clusters, Counts, Error, Metric, NumericError, Parameters, Prior, PriorChoice, Sums, Target,
    Weights,
};

use crate::support::{CountedRow, counts};

type Row = CountedRow<'static>;

fn sums(rows: &[(&str, &str, f64)]) -> Sums {
    let mut sums = Sums::new(true);
    for &(model, question, value) in rows {
        let row = sums.trials_mut().row_of(Key { model, question, ..Key::default() });
        sums.add(row, value, 1).unwrap();
    }
    sums
}

fn request(baseline: &str) -> CompareRequest {
    CompareRequest {
        borrow: false,
        models: Vec::new(),
        baseline: baseline.to_owned(),
        scale: Scale::Avg,
        weights: None,
        paired: true,
        prior: PriorChoice::Known(Prior::Uniform),
        target: Target::TheseQuestions,
        clusters: None,
        by_task: false,
        by_question: true,
        confidence: 0.95,
        family: FamilyRequest::default(),
        margin: None,
    }
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-13, "{found} {expected}");
}

/// Task, model, difference of each row.
fn shown(rows: &[Comparison]) -> Vec<(&str, &str, f64)> {
    rows.iter()
        .map(|one| (one.task.as_deref().unwrap_or("-"), &*one.model, one.difference))
        .collect()
}

const ROWS: [Row; 9] = [
    ("a", "s", "p", [1, 3]),
    ("a", "s", "q", [3, 1]),
    ("a", "t", "p", [0, 4]),
    ("b", "s", "p", [2, 2]),
    ("b", "s", "q", [4, 0]),
    ("b", "t", "p", [3, 1]),
    ("c", "s", "p", [0, 2]),
    ("c", "t", "p", [2, 2]),
    ("c", "t", "r", [0, 4]),
];

#[test]
fn every_task_has_its_rows_before_the_overall_ones() {
    let by_task = CompareRequest { by_task: true, ..request("b") };
    let found = compare(&counts(&ROWS), &by_task).unwrap();
    // a: 1/4 and 1/4, then 3/4. c: 1/2, then 1/4.
    let tables = [("s", "c", 0.5), ("s", "a", 0.25), ("t", "a", 0.75), ("t", "c", 0.25)];
    let overall = [("-", "a", 1.25 / 3.0), ("-", "c", 0.375)];
    assert_eq!(shown(&found.rows), [&tables[..], &overall[..]].concat());
    assert_eq!(shown(&compare(&counts(&ROWS), &request("b")).unwrap().rows), overall);
    let of = |place: usize| {
        let one = &found.rows[place];
        (
            (one.questions, one.baseline_questions),
            (one.unmatched, one.baseline_unmatched),
            one.uneven,
        )
    };
    assert_eq!(of(0), ((1, 1), (0, 1), true));
    assert_eq!(of(3), ((1, 1), (1, 0), false));
    assert_eq!(of(5), ((2, 2), (1, 1), true));
    let trials = (found.rows[5].trials, found.rows[5].baseline_trials);
    assert_eq!((trials, found.rows[5].score, found.rows[5].baseline_score), ((6, 8), 0.75, 0.375));
    // The p-values of all rows by task are adjusted together, and so are the overall ones.
    let smallest = |rows: &[Comparison]| rows.iter().map(|one| one.pvalue).fold(1.0, f64::min);
    for rows in [&found.rows[..4], &found.rows[4..]] {
        let least = rows.iter().find(|one| one.pvalue == smallest(rows)).unwrap();
        assert_eq!(least.holm, (least.pvalue * rows.len() as f64).min(1.0));
        let most = rows.iter().map(|one| one.pvalue).fold(0.0, f64::max);
        assert!(rows.iter().any(|one| one.pvalue == most && one.bh == most));
    }
    // Questions of a model by size of their difference, and their parts.
    let questions: Vec<_> = found
        .questions
        .iter()
        .map(|one| (&*one.model, &*one.task, &*one.question, one.difference, one.part))
        .collect();
    let expected = [
        ("a", "t", "p", 0.75, 0.25),
        ("a", "s", "p", 0.25, 1.0 / 12.0),
        ("a", "s", "q", 0.25, 1.0 / 12.0),
        ("c", "s", "p", 0.5, 0.25),
        ("c", "t", "p", 0.25, 0.125),
    ];
    for (found, expected) in questions.iter().zip(&expected) {
        assert_eq!(
            (found.0, found.1, found.2, found.3),
            (expected.0, expected.1, expected.2, expected.3)
        );
        close(found.4, expected.4);
    }
    assert_eq!(questions.len(), expected.len());
    let unmatched: Vec<_> = found
        .unmatched
        .iter()
        .map(|one| (&*one.model, &*one.of, &*one.task, &*one.question))
        .collect();
    assert_eq!(unmatched, [("c", "c", "t", "r"), ("c", "b", "s", "q")]);
    // A model without a question of a task lacks a row there, with the reason.
    let fewer: Vec<Row> = ROWS[..7].to_vec();
    let found = compare(&counts(&fewer), &by_task).unwrap();
    assert_eq!(found.rows.len(), 5);
    let lacking = &found.uncompared[0];
    assert_eq!((&*lacking.model, &*lacking.task, found.uncompared.len()), ("c", "t", 1));
    let none = CompareError::NoCommonQuestion {
        model: "c".to_owned(),
        baseline: "b".to_owned(),
        own: 0,
        other: 1,
    };
    assert_eq!(lacking.reason, none.to_string());
    let clusters = CompareRequest { clusters: Some(Clusters::Tasks), ..by_task };
    let refused = compare(&counts(&ROWS), &clusters).unwrap_err();
    assert_eq!(refused, CompareError::ClusterTables.into());
}

#[test]
fn models_of_a_request_are_known_and_no_baseline() {
    let of = |models: &[&str], baseline: &str| {
        let models = models.iter().map(|&name| name.to_owned()).collect();
        compare(&counts(&ROWS), &CompareRequest { models, ..request(baseline) })
    };
    // Each model once, the larger difference first.
    assert_eq!(shown(&of(&["c", "a", "c"], "b").unwrap().rows).len(), 2);
    assert_eq!(of(&["c"], "b").unwrap().rows.len(), 1);
    let text = |models: &[&str], baseline: &str| of(models, baseline).unwrap_err();
    let unknown = CompareError::NoModel { name: "x".to_owned(), known: "a, b, c".to_owned() };
    assert_eq!(text(&["x"], "b"), unknown.clone().into());
    assert_eq!(text(&[], "x"), unknown.into());
    let only = Error::from(CompareError::OnlyBaseline { baseline: "b".to_owned() });
    assert_eq!(text(&["a", "b"], "b"), only);
    assert_eq!(compare(&counts(&ROWS[3..6]), &request("b")).unwrap_err(), only);
}

#[test]
fn pairs_are_those_of_two_models_in_the_order_of_the_board() {
    let counts = counts(&ROWS);
    for paired in [true, false] {
        for target in [Target::TheseQuestions, Target::QuestionsLikeThese] {
            let own = |models: &[&str], baseline: &str| CompareRequest {
                models: models.iter().map(|&name| name.to_owned()).collect(),
                paired,
                target,
                ..request(baseline)
            };
            let pairs = compare_pairs(&counts, &own(&["a", "b"], "c")).unwrap();
            let names: Vec<_> = pairs.iter().map(|one| (&*one.model, &*one.baseline)).collect();
            assert_eq!(names, [("a", "b"), ("a", "c"), ("b", "c")]);
            for pair in &pairs {
                let alone = compare(&counts, &own(&[&pair.model], &pair.baseline)).unwrap();
                assert_eq!(alone.rows, std::slice::from_ref(pair));
            }
            // The averages are 2/3, 1/4 and 5/6, so c leads a, and a leads b.
            let metric = Metric::named("avg", None, &Parameters::default()).unwrap();
            let choice = CompareMetric { metric, default_weights: true, drop_short: false };
            let ordered = compare_ordered(&counts, &choice, &own(&[], "a")).unwrap();
            let names: Vec<_> =
                ordered.rows.iter().map(|one| (&*one.model, &*one.baseline)).collect();
            assert_eq!(names, [("c", "a"), ("c", "b"), ("a", "b")]);
            assert_eq!(ordered.rows[2].difference, pairs[0].difference);
        }
    }
    let rows = [
        ("a", "p", 1.0),
        ("a", "q", 2.0),
        ("b", "p", 5.0),
        ("b", "q", 4.0),
        ("c", "p", 3.0),
        ("c", "q", 5.0),
    ];
    let ordered = compare_sums_ordered(&sums(&rows), &request("a")).unwrap();
    let found: Vec<_> =
        ordered.rows.iter().map(|one| (&*one.model, &*one.baseline, one.difference)).collect();
    assert_eq!(found, [("b", "c", 0.5), ("b", "a", 3.0), ("c", "a", 2.5)]);
    let models = vec!["b".to_owned(), "c".to_owned()];
    let pairs = compare_pairs_of_sums(&sums(&rows), &CompareRequest { models, ..request("a") });
    assert_eq!(pairs.unwrap(), ordered.rows);
}

#[test]
fn a_difference_beyond_the_largest_double_is_an_error() {
    // The means are equal and their σ is finite. The differences of two questions are not.
    let large = 1.7e308;
    let names = ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y"];
    let rows = |large: f64| {
        let value = |place: usize, sign: f64| match place {
            0 => sign * large,
            1 => -sign * large,
            _ => 1.0,
        };
        let of = |model, sign| {
            let names = names.iter().enumerate();
            names.map(move |(place, &name)| (model, name, value(place, sign)))
        };
        of("a", 1.0).chain(of("b", -1.0)).collect::<Vec<_>>()
    };
    let like = CompareRequest { target: Target::QuestionsLikeThese, ..request("b") };
    let found = compare_sums(&sums(&rows(large)), &like).unwrap_err();
    assert_eq!(found.to_string(), "the difference is not representable for these arguments");
    let found = compare_sums(&sums(&rows(large / 2.0)), &like).unwrap();
    assert_eq!((found.rows[0].difference, found.questions[0].difference.abs()), (0.0, large));
    // s² / M of two differences ±d among ten: 2 d² / 9 / 10.
    close(found.rows[0].sigma / large * 45.0_f64.sqrt(), 1.0);
}

#[test]
fn scores_of_single_questions_are_plain_averages() {
    let found = QuestionScores::of_counts(&counts(&ROWS), None).unwrap();
    assert_eq!(found.models, ["a", "b", "c"]);
    let names: Vec<_> = found.questions.iter().map(|one| (&*one.1, &*one.2)).collect();
    assert_eq!(names, [("s", "p"), ("s", "q"), ("t", "p"), ("t", "r")]);
    let none = f64::NAN;
    let expected = [0.75, 0.25, 1.0, none, 0.5, 0.0, 0.25, none, 1.0, none, 0.5, 1.0];
    let same = |one: &f64, other: &f64| one == other || (one.is_nan() && other.is_nan());
    assert!(found.values.iter().zip(&expected).all(|(one, other)| same(one, other)), "{found:?}");
    assert_eq!(found.values.len(), 12);
    let weights = Weights::new(&[10.0, 30.0]).unwrap();
    let graded = QuestionScores::of_counts(&counts(&ROWS), Some(&weights)).unwrap();
    assert_eq!((graded.values[0], graded.values[1]), (25.0, 15.0));
    let three = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    let refused = QuestionScores::of_counts(&counts(&ROWS), Some(&three)).unwrap_err();
    assert_eq!(refused.kind(), "metric.weight_count");
    // Names that are no numbers: two are failure and success, three need weights.
    let named = |names: &[&str]| {
        let mut counts = Counts::new(names.iter().map(|&name| name.to_owned()).collect()).unwrap();
        let row = counts.row("a", "", "p");
        counts.add(row, 0, 1).unwrap();
        counts.add(row, names.len() - 1, 3).unwrap();
        QuestionScores::of_counts(&counts, None).map(|found| found.values)
    };
    assert_eq!(named(&["no", "yes"]), Ok(vec![0.75]));
    assert_eq!(named(&["no", "half", "yes"]).unwrap_err().kind(), "metric.weights_needed");
    assert_eq!(named(&["1", "3", "5"]), Ok(vec![4.0]));
    let rows = [("a", "p", 1.0), ("a", "p", 4.0), ("b", "q", 1e300), ("b", "p", -3.0)];
    let found = QuestionScores::of_sums(&sums(&rows)).unwrap();
    assert_eq!((found.values[0], found.values[2], found.values[3]), (2.5, -3.0, 1e300));
    assert!(found.values[1].is_nan());
}

#[test]
fn one_trial_of_one_question_is_as_uncertain_as_its_opposite() {
    // The difference is 1, and σ is the range. P(Z < 1) is 0.8413, and P(|Z| < 1) is 0.6827.
    let rows = [("a", "", "p", [0, 1]), ("b", "", "p", [1, 0]), ("b", "", "q", [1, 0])];
    for rows in [&rows[..2], &rows[..]] {
        let hierarchical = CompareRequest { prior: PriorChoice::Hierarchical, ..request("b") };
        let found = &compare(&counts(rows), &hierarchical).unwrap().rows[0];
        assert_eq!((found.difference, found.sigma, found.z), (1.0, 1.0, 1.0));
        assert!((found.probability - 0.841_344_746_068_542_9).abs() < 1e-15);
        for (confidence, groups) in [(0.6, [1, 2]), (0.68, [1, 2]), (0.69, [2, 1])] {
            let board = ScoreRequest {
                borrow: false,
                runs: false,
                threads: 1,
                metrics: vec![Metric::named("avg", None, &Parameters::default()).unwrap()],
                default_weights: true,
                prior: PriorChoice::Hierarchical,
                target: Target::TheseQuestions,
                clusters: None,
                drop_short: false,
                confidence,
                family: FamilyRequest::default(),
                by_task: false,
                macro_average: false,
            };
            let found = leaderboard(&counts(rows), &board).unwrap().scores;
            assert_eq!([found[0].rank_hi, found[1].rank_lo], groups, "{rows:?} {confidence}");
        }
    }
}

#[test]
fn a_metric_of_the_mean_is_compared_as_the_mean() {
    let counts = counts(&ROWS);
    for (name, scale) in [("avg", Scale::Avg), ("bayes", Scale::Bayes)] {
        let metric = Metric::named(name, None, &Parameters::default()).unwrap();
        let choice = CompareMetric { metric, default_weights: true, drop_short: false };
        let other =
            CompareRequest { weights: Some(Weights::new(&[5.0, 6.0]).unwrap()), ..request("b") };
        let expected = compare(&counts, &CompareRequest { scale, ..request("b") }).unwrap();
        assert_eq!(compare_metric(&counts, &choice, &other).unwrap(), expected);
    }
}

#[test]
fn differences_of_questions_beyond_all_numbers_are_told() {
    // The mean over all questions is a number, but the difference of the first one is not.
    let names: Vec<String> = (0..200).map(|question| question.to_string()).collect();
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (model, first) in [("a", [0, 400]), ("b", [400, 0])] {
        for (place, question) in names.iter().enumerate() {
            let row = counts.row(model, "t", question);
            let [failures, successes] = if place == 0 { first } else { [200, 200] };
            counts.add(row, 0, failures).unwrap();
            counts.add(row, 1, successes).unwrap();
        }
    }
    let huge = Weights::new(&[-1.7e308, 1.7e308]).unwrap();
    let asked = CompareRequest { scale: Scale::Bayes, weights: Some(huge), ..request("b") };
    let error = compare(&counts, &asked).unwrap_err();
    assert_eq!(error, Error::Numeric(NumericError::NotFinite { what: "the difference" }));
}
