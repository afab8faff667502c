//! Worst and best case: compares the leaderboard with counts whose missing trials are filled in.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use scorio_core::compare::FamilyRequest;
use scorio_core::counts::CountsError;
use scorio_core::leaderboard::{Leaderboard, Score, ScoreRequest, leaderboard};
use scorio_core::metric::MetricError;
use scorio_core::metric::registry::METRICS;
use scorio_core::{
    Counts, Error, Metric, ParameterValue, Parameters, Prior, PriorChoice, Target, Tau,
};

const K: i64 = 2;

/// A question of a model and task, with its counts by category and its number of missing trials.
type Row = ((u8, u8, u8), (Vec<u64>, u64));

fn counts_of(categories: usize, rows: &[Row]) -> Counts {
    let mut counts = Counts::new((0..categories).map(|c| format!("c{c}")).collect()).unwrap();
    for ((model, task, question), (outcomes, missing)) in rows {
        let row = counts.row(&format!("m{model}"), &format!("t{task}"), &format!("q{question}"));
        for (category, &outcomes) in outcomes.iter().enumerate() {
            counts.add(row, category, outcomes).unwrap();
        }
        counts.add_missing(row, *missing).unwrap();
    }
    counts
}

/// Every question of a task for every model. Each missing trial gets the category that `fill`
/// returns.
fn filled(categories: usize, rows: &[Row], mut fill: impl FnMut() -> usize) -> Counts {
    let mut tasks: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
    for ((_, task, question), _) in rows {
        tasks.entry(*task).or_default().insert(*question);
    }
    let known: BTreeMap<_, _> = rows.iter().cloned().collect();
    let models: BTreeSet<_> = rows.iter().map(|((model, _, _), _)| *model).collect();
    let mut all = Vec::new();
    for model in models {
        for (&task, questions) in &tasks {
            let expected = usual(rows, |key| (key.0, key.1) == (model, task))
                .or_else(|| usual(rows, |key| key.1 == task))
                .unwrap_or(0);
            for &question in questions {
                let key = (model, task, question);
                let nothing = (vec![0; categories], 0);
                let (mut outcomes, missing) = known.get(&key).unwrap_or(&nothing).clone();
                let trials: u64 = outcomes.iter().sum();
                for _ in trials..(trials + missing).max(expected) {
                    outcomes[fill()] += 1;
                }
                all.push((key, (outcomes, 0)));
            }
        }
    }
    counts_of(categories, &all)
}

/// The number of recorded trials that most of some questions have, the larger of several such.
fn usual(rows: &[Row], of: impl Fn((u8, u8, u8)) -> bool) -> Option<u64> {
    let own = rows.iter().filter(|row| of(row.0));
    let recorded: Vec<u64> =
        own.map(|(_, (outcomes, missing))| outcomes.iter().sum::<u64>() + missing).collect();
    let times = |trials: u64| recorded.iter().filter(|&&one| one == trials).count();
    let candidates = recorded.iter().copied().filter(|&trials| trials > 0);
    candidates.max_by_key(|&trials| (times(trials), trials))
}

/// Random questions, some without a trial. Half the time they have equal numbers of trials.
fn rows(categories: usize) -> impl Strategy<Value = Vec<Row>> {
    let key = (0..3_u8, 0..2_u8, 0..4_u8);
    let outcomes = (prop::collection::vec(0..4_u64, categories), prop_oneof![Just(0), 0..4_u64]);
    let uneven = prop::collection::btree_map(key, outcomes, 1..16)
        .prop_map(|rows| rows.into_iter().collect::<Vec<_>>());
    (uneven, any::<bool>()).prop_map(|(mut rows, level)| {
        for (_, (outcomes, _)) in rows.iter_mut().filter(|_| level) {
            let trials: u64 = outcomes.iter().sum();
            outcomes[0] += 9 - trials.min(9);
        }
        rows
    })
}

/// A request for all metrics that these weights allow.
///
/// It may average over tasks, and it may drop questions that are too short.
fn request(weights: &[f64], macro_average: bool, drop_short: bool) -> ScoreRequest {
    let binary = weights.len() == 2;
    let mut parameters =
        Parameters::default().with("weights", ParameterValue::Numbers(weights.to_vec()));
    if binary {
        parameters = parameters
            .with("tau", ParameterValue::Share(Tau::ratio(2, 3).unwrap()))
            .with("pass_power", ParameterValue::Number(0.25))
            .with("lam", ParameterValue::Number(0.75))
            .with("spectrum", ParameterValue::Numbers(vec![0.5, 0.25]));
    }
    let categorical = ["bayes", "avg", "max_at_k"];
    let names = METRICS.iter().map(|entry| entry.name);
    let names = names.filter(|name| binary || categorical.contains(name));
    let names: Vec<_> = names.flat_map(|name| [name.to_string(), format!("{name}_ci")]).collect();
    ScoreRequest {
        borrow: false,
        runs: false,
        threads: 1,
        metrics: Metric::expand(&names, &[K], &parameters).unwrap(),
        default_weights: false,
        prior: PriorChoice::Known(Prior::Uniform),
        target: Target::TheseQuestions,
        clusters: None,
        drop_short,
        confidence: 0.95,
        family: FamilyRequest::default(),
        by_task: true,
        macro_average,
    }
}

type Key = (Option<String>, String, String);

fn by_key(board: Leaderboard) -> BTreeMap<Key, Score> {
    let key = |score: &Score| (score.task.clone(), score.model.clone(), score.metric.clone());
    board.scores.into_iter().map(|score| (key(&score), score)).collect()
}

/// The leaderboard, or `None` if no metric can be scored or a question is too short.
fn board(counts: &Counts, request: &ScoreRequest) -> Option<BTreeMap<Key, Score>> {
    match leaderboard(counts, request) {
        Ok(board) => Some(by_key(board)),
        Err(
            Error::Counts(CountsError::NoCounts | CountsError::AllShort { .. })
            | Error::Metric(MetricError::BudgetExceedsTrials { .. }),
        ) => None,
        Err(other) => panic!("{other}"),
    }
}

fn check_bounds(
    weights: &[f64],
    rows: &[Row],
    (macro_average, drop_short): (bool, bool),
    seed: u64,
) -> Result<(), TestCaseError> {
    let categories = weights.len();
    let request = request(weights, macro_average, drop_short);
    let Some(scores) = board(&counts_of(categories, rows), &request) else { return Ok(()) };
    let extreme = |sign: f64| {
        (0..categories)
            .max_by(|&a, &b| (sign * weights[a]).total_cmp(&(sign * weights[b])))
            .unwrap()
    };
    let (least, most) = (extreme(-1.0), extreme(1.0));
    let other = ScoreRequest { drop_short: true, ..request };
    let fill = |category: usize| board(&filled(categories, rows, || category), &other).unwrap();
    // Metrics without weights count category 1 as success, whatever the weights.
    let (by_weights, by_outcome) = ([fill(least), fill(most)], [fill(0), fill(1)]);
    let mut state = seed;
    let random = board(
        &filled(categories, rows, || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % categories
        }),
        &other,
    )
    .unwrap();
    let trials = |row: &Row| row.1.0.iter().sum::<u64>();
    let recorded: BTreeSet<u64> = rows.iter().map(|row| trials(row) + row.1.1).collect();
    let level = recorded.len() == 1;
    let several = rows.iter().any(|row| row.0.1 != rows[0].0.1);
    let short = drop_short && rows.iter().any(|row| (1..K.unsigned_abs()).contains(&trials(row)));
    for (key, score) in &scores {
        let [worse, better] =
            if ["bayes", "avg", "max_at_k"].contains(&score.metric.trim_end_matches("_ci")) {
                &by_weights
            } else {
                &by_outcome
            };
        let (worst, best) = (score.worst.unwrap(), score.best.unwrap());
        prop_assert_eq!(worst.to_bits(), worse[key].score.to_bits(), "worst {:?}", key);
        prop_assert_eq!(best.to_bits(), better[key].score.to_bits(), "best {:?}", key);
        let mu = random[key].score;
        prop_assert!(worst <= mu && mu <= best, "{key:?}: {worst} {mu} {best}");
        // The bounds need not hold in two cases: a prior pulls less where a question has more trials,
        // and a dropped question changes the mean.
        let posterior = key.2.ends_with("_ci") || key.2 == "bayes";
        let pooled = several && key.0.is_none() && !macro_average;
        let mu = score.score;
        if !(short || (pooled || !level) && posterior) {
            prop_assert!(worst <= mu && mu <= best, "{key:?}: {worst} {mu} {best}");
        }
        let complete = &random[key];
        let own = Some(complete.score);
        prop_assert_eq!((complete.worst, complete.best, complete.coverage), (own, own, 1.0));
        prop_assert!(score.coverage < 1.0 || (worst == mu && best == mu), "{key:?}");
        prop_assert_eq!(score.coverage, score.trials as f64 / complete.trials as f64);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn success_and_failure(rows in rows(2), ways in any::<(bool, bool)>(), seed in any::<u64>()) {
        check_bounds(&[0.0, 1.0], &rows, ways, seed)?;
        check_bounds(&[1.0, -0.5], &rows, ways, seed)?;
    }

    #[test]
    fn weighted_categories(
        rows in rows(3),
        weights in [-2.0..2.0, 0.0..1.0, 0.0..1.0],
        ways in any::<(bool, bool)>(),
        seed in any::<u64>(),
    ) {
        check_bounds(&weights, &rows, ways, seed)?;
        check_bounds(&[0.3; 3], &rows, ways, seed)?;
    }
}

#[test]
fn a_negative_power_has_no_worst_case() {
    let parameters = Parameters::default().with("unanimous_power", ParameterValue::Number(-0.5));
    let names = ["geom_at_k_ci", "geom_ds_at_k_ci"].map(str::to_owned);
    let request = ScoreRequest {
        metrics: Metric::expand(&names, &[K], &parameters).unwrap(),
        ..request(&[0.0, 1.0], false, false)
    };
    let all = [((0, 0, 0), (vec![1, 2], 0)), ((0, 0, 1), (vec![2, 1], 0))];
    for (key, score) in by_key(leaderboard(&counts_of(2, &all), &request).unwrap()) {
        let mu = Some(score.score);
        assert_eq!((score.worst, score.best), (mu, mu), "{key:?}");
    }
    let some = [((0, 0, 0), (vec![1, 2], 0)), ((0, 0, 1), (vec![2, 0], 0))];
    for (key, score) in by_key(leaderboard(&counts_of(2, &some), &request).unwrap()) {
        assert_eq!((score.worst, score.best), (None, None), "{key:?}");
    }
}

#[test]
fn a_short_question_counts_once_it_is_filled() {
    let rows = [((0, 0, 0), (vec![2, 0], 0)), ((0, 0, 1), (vec![0, 1], 0))];
    let scores =
        by_key(leaderboard(&counts_of(2, &rows), &request(&[0.0, 1.0], false, true)).unwrap());
    // The second question has a known success, which the score drops.
    let score = &scores[&(Some("t0".to_owned()), "m0".to_owned(), "pass_at_k".to_owned())];
    assert_eq!((score.score, score.worst, score.best), (0.0, Some(0.5), Some(0.5)));
    assert_eq!((score.questions, score.coverage), (1, 0.75));
}

#[test]
fn trials_and_missing_ones_stay_exact_as_doubles() {
    for missing in [1 << 53, u64::MAX] {
        let counts = counts_of(2, &[((0, 0, 0), (vec![1, 2], missing))]);
        let refused = leaderboard(&counts, &request(&[0.0, 1.0], false, false)).unwrap_err();
        assert!(refused.to_string().contains("question q0 of task t0 (model m0)"), "{refused}");
    }
}

#[test]
fn one_trial_more_changes_the_coverage_of_nobody() {
    let mut rows = Vec::new();
    for model in 0..2 {
        rows.extend((0..100).map(|question| ((model, 0, question), (vec![1, 0], 0))));
    }
    let coverages = |rows: &[Row]| -> Vec<f64> {
        let board = leaderboard(&counts_of(2, rows), &request(&[0.0, 1.0], false, true)).unwrap();
        let scores = board.scores.into_iter().filter(|one| one.metric == "avg");
        scores.map(|score| score.coverage).collect()
    };
    assert_eq!(coverages(&rows), [1.0, 1.0]);
    rows[7].1.0[1] += 1;
    assert_eq!(coverages(&rows), [1.0, 1.0]);
    // A model with twice as many trials, and one whose last question was cut off.
    for (_, (outcomes, _)) in &mut rows[100..] {
        outcomes[0] = 2;
    }
    assert_eq!(coverages(&rows), [1.0, 1.0]);
    rows[199].1.0[0] = 1;
    let mut found = coverages(&rows);
    found.sort_by(f64::total_cmp);
    assert_eq!(found, [199.0 / 200.0, 1.0]);
}
