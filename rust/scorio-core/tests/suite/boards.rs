//! Tables of a leaderboard, worked out by hand.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "tests"
)]

use scorio_core::compare::FamilyRequest;
use scorio_core::counts::{CountsError, Key};
use scorio_core::leaderboard::{
    Leaderboard, Score, ScoreRequest, Statistic, SumsRequest, Unscored, leaderboard,
    sums_leaderboard,
};
use scorio_core::metric::MetricError;
use scorio_core::{
    Clusters, Counts, Error, Metric, Parameters, Prior, PriorChoice, Sums, Target, Weights,
};

use crate::support;

/// A model's question: model, task, question, weight, failures and successes.
type Row = (&'static str, &'static str, &'static str, Option<f64>, [u64; 2]);

fn counts(rows: &[Row]) -> Counts {
    let plain =
        rows.iter().map(|&(model, task, question, _, outcomes)| (model, task, question, outcomes));
    let mut counts = support::counts(&plain.collect::<Vec<_>>());
    for &(model, task, question, weight, _) in rows {
        let row = counts.row(model, task, question);
        counts.describe(row, None, weight).unwrap();
    }
    counts
}

fn request(names: &[&str], budgets: &[i64]) -> ScoreRequest {
    let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
    ScoreRequest {
        runs: false,
        threads: 1,
        borrow: false,
        metrics: Metric::expand(&names, budgets, &Parameters::default()).unwrap(),
        default_weights: true,
        prior: PriorChoice::Known(Prior::Uniform),
        target: Target::TheseQuestions,
        clusters: None,
        drop_short: false,
        confidence: 0.95,
        family: FamilyRequest::default(),
        by_task: false,
        macro_average: false,
    }
}

fn board(rows: &[Row], request: &ScoreRequest) -> Leaderboard {
    leaderboard(&counts(rows), request).unwrap()
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-13, "{found} {expected}");
}

/// Table, model and score of each row.
fn shown(found: &[Score]) -> Vec<(&str, &str, f64, u64)> {
    let table = |one: &'_ Score| one.task.is_some();
    assert!(found.is_sorted_by_key(|one| !table(one)));
    found
        .iter()
        .map(|one| (one.task.as_deref().unwrap_or("-"), &*one.model, one.score, one.rank))
        .collect()
}

const TWO_TASKS: [Row; 6] = [
    ("a", "s", "p", None, [1, 3]),
    ("a", "s", "q", None, [3, 1]),
    ("a", "t", "p", None, [0, 4]),
    ("b", "s", "p", None, [0, 4]),
    ("b", "s", "q", None, [2, 2]),
    ("b", "t", "p", None, [4, 0]),
];

#[test]
fn every_task_has_its_table_before_the_overall_one() {
    let by_task = ScoreRequest { by_task: true, ..request(&["avg"], &[]) };
    let found = board(&TWO_TASKS, &by_task);
    let tables = [("s", "b", 0.75, 1), ("s", "a", 0.5, 2), ("t", "a", 1.0, 1), ("t", "b", 0.0, 2)];
    let all = [("-", "a", 2.0 / 3.0, 1), ("-", "b", 0.5, 2)];
    assert_eq!(shown(&found.scores), [&tables[..], &all[..]].concat());
    assert_eq!((found.tasks, found.unscored.len()), (2, 0));
    // Without that there is the overall table alone. A single task gives it its name.
    let plain = board(&TWO_TASKS, &request(&["avg"], &[]));
    assert_eq!(plain.scores, found.scores[4..]);
    let one = board(&TWO_TASKS[..2], &by_task);
    assert_eq!(shown(&one.scores), [("s", "a", 0.5, 1)]);
    assert_eq!(shown(&board(&TWO_TASKS[..2], &request(&["avg"], &[])).scores)[0].0, "-");
    // A mean of tasks: (1/2 + 1) / 2 and (3/4 + 0) / 2.
    let macros = board(&TWO_TASKS, &ScoreRequest { macro_average: true, ..by_task.clone() });
    assert_eq!(macros.scores[..4], found.scores[..4]);
    assert_eq!(shown(&macros.scores[4..]), [("-", "a", 0.75, 1), ("-", "b", 0.375, 2)]);
    let numbers: Vec<_> = found
        .scores
        .iter()
        .map(|one| (one.questions, one.questions_asked, one.trials, one.missing, one.coverage))
        .collect();
    assert_eq!(
        numbers,
        [
            (2, 2, 8, 0, 1.0),
            (2, 2, 8, 0, 1.0),
            (1, 1, 4, 0, 1.0),
            (1, 1, 4, 0, 1.0),
            (3, 3, 12, 0, 1.0),
            (3, 3, 12, 0, 1.0)
        ]
    );
    for one in found.scores.iter().chain(&macros.scores) {
        assert_eq!((one.worst, one.best), (Some(one.score), Some(one.score)));
    }
}

#[test]
fn errors_of_means_over_questions_as_worked_out_by_hand() {
    let by_task = ScoreRequest { by_task: true, ..request(&["avg"], &[]) };
    let found = board(&TWO_TASKS, &by_task).scores;
    // 3/4 and 1/4 about 1/2: s² = 1/8. With 1, about 2/3: s² = 21/144.
    let sem = |place: usize| found[place].sem;
    close(sem(1).unwrap(), 0.25);
    assert_eq!((sem(2), sem(3)), (None, None));
    close(sem(4).unwrap(), (7.0_f64 / 144.0).sqrt());
    // Trials of a question: p (1 − p) / 7 × (6/4)² with p = 4/6, 2/6 and 5/6.
    let (half, all) = (1.0 / 14.0, 5.0 / 112.0);
    close(found[1].sigma, (half * 2.0 / 4.0_f64).sqrt());
    close(found[4].sigma, ((half * 2.0 + all) / 9.0_f64).sqrt());
    let macros = ScoreRequest { macro_average: true, ..request(&["avg"], &[]) };
    let found = &board(&TWO_TASKS, &macros).scores[0];
    close(found.sigma, ((half * 2.0 / 4.0 + all) / 4.0_f64).sqrt());
    // The task of one question has no error, so the mean has none.
    assert_eq!(found.sem, None);
    let more = [&TWO_TASKS[..3], &[("a", "t", "q", None, [2, 2])]].concat();
    let found = &board(&more, &macros).scores[0];
    // √(1/16 + 1/16) / 2.
    close(found.sem.unwrap(), 0.125_f64.sqrt() / 2.0);
    // Weights 1 and 3 of scores 3/4 and 1/4: about 3/8 they are 3/8 and −1/8 away.
    let weighted = [("a", "", "p", Some(1.0), [1, 3]), ("a", "", "q", Some(3.0), [3, 1])];
    let found = &board(&weighted, &request(&["avg"], &[])).scores[0];
    assert_eq!(found.score, 0.375);
    close(found.sem.unwrap(), (2.0_f64 * (9.0 + 9.0) / 64.0).sqrt() / 4.0);
    close(found.sigma, ((half + 9.0 * half) / 16.0_f64).sqrt());
    // Posteriors and blends have no error over questions.
    let others = request(&["pass_at_k_ci", "geom_at_k", "max_at_k", "pass_at_k"], &[2]);
    let found = board(&TWO_TASKS[..2], &others).scores;
    let given: Vec<_> = found.iter().map(|one| one.sem.is_some()).collect();
    assert_eq!(given, [false, false, false, true]);
    // Pass@2 of 3 of 4 is 1, and of 1 of 4 it is 1/2.
    close(found[3].sem.unwrap(), 0.25);
}

#[test]
fn numbers_have_errors_over_questions_too() {
    let sums = |rows: &[(&str, &str, Option<f64>, f64)]| {
        let mut sums = Sums::new(true);
        for &(task, question, weight, value) in rows {
            let row = sums.trials_mut().row_of(Key { model: "a", task, score: "", question });
            sums.trials_mut().describe(row, None, weight).unwrap();
            sums.add(row, value, 1).unwrap();
        }
        sums
    };
    let request = SumsRequest {
        statistics: vec![Statistic::Mean, Statistic::Maximum(2)],
        target: Target::TheseQuestions,
        clusters: None,
        drop_short: false,
        confidence: 0.95,
        family: FamilyRequest::default(),
        by_task: true,
        macro_average: false,
    };
    let rows = [
        ("s", "p", None, 1.0),
        ("s", "p", None, 3.0),
        ("s", "q", None, 5.0),
        ("s", "q", None, 7.0),
        ("t", "p", None, 4.0),
        ("t", "p", None, 10.0),
        ("t", "q", None, 1.0),
        ("t", "q", None, 0.0),
    ];
    let found = sums_leaderboard(&sums(&rows), &request).unwrap();
    let scores: Vec<_> = found.scores.iter().map(|one| (one.task.as_deref(), one.score)).collect();
    // Means 2, 6 and 7, 1/2. The largest of both trials: 3, 7 and 10, 1.
    let means = [(Some("s"), 4.0), (Some("t"), 3.75), (None, 3.875)];
    assert_eq!(scores, [means, [(Some("s"), 5.0), (Some("t"), 5.5), (None, 5.25)]].concat());
    let sem: Vec<_> = found.scores.iter().map(|one| one.sem).collect();
    close(sem[0].unwrap(), 2.0);
    close(sem[1].unwrap(), 3.25);
    // About 3.875: −1.875, 2.125, 3.125 and −3.375.
    let squares: f64 = [1.875, 2.125, 3.125, 3.375].iter().map(|gap| gap * gap).sum();
    close(sem[2].unwrap(), (squares / 12.0).sqrt());
    assert_eq!(sem[3..], [None; 3]);
    // A mean of tasks has no error, nor has one question.
    let macros = SumsRequest { macro_average: true, by_task: false, ..request.clone() };
    let found = sums_leaderboard(&sums(&rows), &macros).unwrap().scores;
    assert_eq!((found[0].score, found[0].sem), (3.875, None));
    let statistics = vec![Statistic::Mean];
    let one = SumsRequest { statistics, macro_average: false, ..macros };
    let found = sums_leaderboard(&sums(&rows[..2]), &one).unwrap().scores;
    assert_eq!((found[0].score, found[0].sem), (2.0, None));
    let weighted =
        [("s", "p", Some(1.0), 1.0), ("s", "p", Some(1.0), 3.0), ("s", "q", Some(3.0), 6.0)];
    let found = sums_leaderboard(&sums(&weighted), &one).unwrap();
    // (2 + 18) / 4 = 5: residuals −3 and 3.
    assert_eq!(found.scores[0].score, 5.0);
    close(found.scores[0].sem.unwrap(), (2.0_f64 * 18.0).sqrt() / 4.0);
    assert!(found.single.is_empty());
    let names = |names: &[&str], budgets: &[i64]| {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        Statistic::expand(&names, budgets)
    };
    let both = vec![Statistic::Mean, Statistic::Maximum(1), Statistic::Maximum(3)];
    assert_eq!(names(&["avg", "max_at_k"], &[1, 3]), Ok(both));
    assert_eq!(names(&["avg"], &[1]).unwrap_err().kind(), "metric.needless_budget");
    assert_eq!(names(&["max_at_k"], &[]).unwrap_err().kind(), "metric.no_budget");
    assert_eq!(names(&["max_at_k"], &[0]).unwrap_err().kind(), "check.budget");
    assert_eq!(names(&["bayes"], &[]).unwrap_err().kind(), "sums.metric");
    let dropping = |k| SumsRequest {
        statistics: vec![Statistic::Maximum(k)],
        drop_short: true,
        ..one.clone()
    };
    let short = sums_leaderboard(&sums(&rows), &dropping(3)).unwrap_err();
    assert_eq!(short, CountsError::AllShort { k: 3 }.into());
    let found = sums_leaderboard(&sums(&weighted), &dropping(1)).unwrap();
    assert_eq!((found.scores[0].score, found.unscored.len()), (5.0, 0));
    let tables = SumsRequest { clusters: Some(Clusters::Tasks), by_task: true, ..one };
    assert_eq!(
        sums_leaderboard(&sums(&rows), &tables).unwrap_err().kind(),
        "compare.cluster_tables"
    );
}

#[test]
fn models_without_trials_of_a_task_are_listed() {
    let rows = &TWO_TASKS[..5];
    let without = |task: Option<&str>, trials| Unscored {
        task: task.map(str::to_owned),
        model: "b".to_owned(),
        trials,
        score_name: String::new(),
    };
    let by_task = ScoreRequest { by_task: true, ..request(&["avg"], &[]) };
    let found = board(rows, &by_task);
    assert_eq!((found.scores.len(), &found.unscored[..]), (5, &[without(Some("t"), 1)][..]));
    let macros = ScoreRequest { macro_average: true, ..by_task };
    let found = board(rows, &macros);
    assert_eq!(found.unscored, [without(None, 1), without(Some("t"), 1)]);
    assert_eq!(shown(&found.scores).last(), Some(&("-", "a", 0.75, 1)));
    // Short questions are an error, or dropped.
    let short = [("a", "", "p", None, [1, 3]), ("b", "", "p", None, [1, 1])];
    let strict = leaderboard(&counts(&short), &request(&["pass_at_k"], &[3])).unwrap_err();
    assert!(matches!(
        strict,
        Error::Metric(MetricError::BudgetExceedsTrials { k: 3, trials: 2, .. })
    ));
    let dropping = ScoreRequest { drop_short: true, ..request(&["pass_at_k"], &[3]) };
    let found = board(&short, &dropping);
    assert_eq!(
        (shown(&found.scores), found.unscored),
        (vec![("-", "a", 1.0, 1)], vec![without(None, 3)])
    );
    let long = ScoreRequest { drop_short: true, ..request(&["pass_at_k"], &[5]) };
    let none = leaderboard(&counts(&short), &long).unwrap_err();
    assert_eq!(none, CountsError::AllShort { k: 5 }.into());
    // Without a model that has all tasks there is no row.
    let apart = [("a", "s", "p", None, [1, 3]), ("b", "t", "p", None, [1, 1])];
    let macros = ScoreRequest { macro_average: true, ..request(&["avg"], &[]) };
    let none = leaderboard(&counts(&apart), &macros).unwrap_err();
    assert_eq!(none, CountsError::NoCounts.into());
    let zero = [("a", "", "p", Some(0.0), [1, 3])];
    let none = leaderboard(&counts(&zero), &request(&["avg"], &[])).unwrap_err();
    assert_eq!(none, CountsError::ZeroWeights.into());
    let none = leaderboard(&counts(&[]), &request(&["avg"], &[])).unwrap_err();
    assert_eq!(none, CountsError::NoCounts.into());
}

#[test]
fn successes_have_to_be_worth_more_than_failures() {
    let worth = |worth: [f64; 2]| counts(&TWO_TASKS).with_worth(worth.to_vec()).unwrap();
    for (other, success) in [(1.0, 0.0), (0.5, 0.5)] {
        let inverted = CountsError::Inverted {
            metric: "pass_at_k",
            first: "0".to_owned(),
            last: "1".to_owned(),
            worth: success,
            other,
        };
        let found = leaderboard(&worth([other, success]), &request(&["pass_at_k"], &[2]));
        assert_eq!(found.unwrap_err(), inverted.into());
        // A weighted score takes any worth.
        let found = leaderboard(&worth([other, success]), &request(&["avg"], &[])).unwrap().scores;
        close(
            found.iter().find(|one| one.model == "a").unwrap().score,
            other + (success - other) * 2.0 / 3.0,
        );
        assert_eq!(found[0].parameters, format!("weights={other},{success}"));
    }
    let better = leaderboard(&worth([0.5, 0.75]), &request(&["pass_at_k"], &[2])).unwrap();
    let plain = board(&TWO_TASKS, &request(&["pass_at_k"], &[2]));
    assert_eq!(better, plain);
    // Given weights count instead of the worth.
    let own = Weights::new(&[0.0, 1.0]).unwrap();
    assert_eq!(request(&["avg"], &[]).metrics[0].weights(), Some(&own));
    let given = ScoreRequest { default_weights: false, ..request(&["avg"], &[]) };
    let found = leaderboard(&worth([1.0, 0.0]), &given).unwrap();
    assert_eq!(found, board(&TWO_TASKS, &given));
}

#[test]
fn priors_that_pull_are_reported() {
    // After c successes of n trials of M such questions: the score is (c + 1) / (n + 2). It is 1/3 from
    // the average with σ = √(1/18), 1/12 with √(2/63) and √(2/63/6), and 1/6 with √(3/80).
    for (questions, row, is_pulled, variance) in [
        (1, [0, 1], true, 1.0 / 18.0),
        (1, [1, 3], false, 2.0 / 63.0),
        (4, [1, 3], false, 2.0 / 63.0),
        (5, [1, 3], true, 2.0 / 63.0),
        (1, [2, 0], true, 3.0 / 80.0),
        (1, [1, 1], false, 0.05),
    ] {
        let names = ["p", "q", "r", "s", "t"];
        let rows: Vec<Row> =
            names[..questions].iter().map(|&question| ("a", "", question, None, row)).collect();
        let of = |name| board(&rows, &request(&[name], &[])).scores.remove(0);
        let found = of("bayes");
        close(found.score, (row[1] + 1) as f64 / (row[0] + row[1] + 2) as f64);
        close(found.sigma, (variance / questions as f64).sqrt());
        assert_eq!(found.pulled, is_pulled, "{questions} {row:?}");
        assert!(!of("avg").pulled);
    }
}

#[test]
fn common_questions_without_a_success_separate_nothing() {
    // The higher score comes from a question that the other model does not have.
    let rows = [
        ("a", "", "p", None, [2, 0]),
        ("a", "", "q", None, [2, 0]),
        ("a", "", "r", None, [0, 2]),
        ("b", "", "p", None, [2, 0]),
        ("b", "", "q", None, [2, 0]),
    ];
    for confidence in [0.3, 0.5, 0.9] {
        let like = ScoreRequest {
            target: Target::QuestionsLikeThese,
            confidence,
            family: FamilyRequest::default(),
            ..request(&["avg"], &[])
        };
        let found = board(&rows, &like).scores;
        assert_eq!((found[0].rank, found[1].rank), (1, 2));
        assert_eq!((found[0].rank_hi, found[1].rank_lo), (2, 1));
        assert_eq!((found[0].letters.as_str(), found[1].letters.as_str()), ("a", "a"));
    }
}

#[test]
fn a_rare_heavy_question_has_an_interval_about_the_score() {
    // Weights 1 and 199: the score is 1/200, and σ = 2 × 1/200 × 199/200 with one degree of freedom.
    // One degree of freedom leaves so few effective trials that the far end is farther than t σ.
    let score = 1.0 / 200.0;
    let sigma = 2.0 * score * (1.0 - score);
    // The quantile of Student's t at 0.975 with one degree is tan(0.475 π).
    let reach = libm::tan(0.475 * std::f64::consts::PI) * sigma;
    let like = ScoreRequest { target: Target::QuestionsLikeThese, ..request(&["avg"], &[]) };
    let of = |heavy: [u64; 2], light: [u64; 2]| {
        let rows = [("a", "", "p", Some(199.0), heavy), ("a", "", "q", Some(1.0), light)];
        board(&rows, &like).scores.remove(0)
    };
    let low = of([1, 0], [0, 1]);
    close(low.score, score);
    close(low.sigma, sigma);
    assert!(low.hi > score + reach && low.hi < 1.0, "{low:?} {reach}");
    assert!(low.lo >= 0.0 && low.lo < 1e-9);
    let high = of([0, 1], [1, 0]);
    close(high.score, 1.0 - score);
    assert!((high.lo - (1.0 - low.hi)).abs() < 1e-9, "{high:?} {low:?}");
    assert!(high.hi <= 1.0 && high.hi > 1.0 - 1e-9);
}

#[test]
fn gaps_of_numbers_have_the_degrees_of_both_models() {
    // Each mean has the variance 1/2 with 2 degrees of freedom, so that their gap has 1 with 4.
    let mut sums = Sums::new(true);
    let gap = 1.9;
    for (model, shift) in [("a", gap), ("b", 0.0)] {
        for (question, value) in [("p", 1.0), ("p", 3.0), ("q", 4.0), ("q", 6.0)] {
            let key = Key { model, task: "t", score: "", question };
            let row = sums.trials_mut().row_of(key);
            sums.add(row, value + shift, 1).unwrap();
        }
    }
    let groups = |confidence| {
        let request = SumsRequest {
            statistics: vec![Statistic::Mean],
            target: Target::TheseQuestions,
            clusters: None,
            drop_short: false,
            confidence,
            family: FamilyRequest::default(),
            by_task: false,
            macro_average: false,
        };
        let found = sums_leaderboard(&sums, &request).unwrap().scores;
        [found[0].rank_hi, found[1].rank_lo]
    };
    // P(|t| < 1.9) is 0.870 with 4 degrees of freedom. It would be 0.943 without an end to them.
    assert_eq!(groups(0.86), [1, 2]);
    assert_eq!(groups(0.88), [2, 1]);
}
