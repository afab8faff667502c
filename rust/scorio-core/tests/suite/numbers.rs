//! Numeric scores: exact rational arithmetic, laws, and bad input.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use proptest::prelude::*;
use scorio_core::compare::{CompareRequest, Comparison, FamilyRequest, compare_sums};
use scorio_core::counts::Key;
use scorio_core::leaderboard::{Score, Statistic, SumsBoard, SumsRequest, sums_leaderboard};
use scorio_core::metric::mean::Scale;
use scorio_core::sums::ExactTexts;
use scorio_core::{Clusters, Error, Prior, PriorChoice, Result, Sums, Target};

/// A trial: model, task, question, cluster, weight, outcome.
type Trial = (&'static str, &'static str, &'static str, &'static str, Option<f64>, f64);

fn sums_of(trials: &[Trial]) -> Result<Sums> {
    let mut sums = Sums::new(true);
    for &(model, task, question, cluster, weight, value) in trials {
        let row = sums.trials_mut().row_of(Key { model, task, score: "", question });
        let cluster = Some(cluster).filter(|cluster| !cluster.is_empty());
        sums.trials_mut().describe(row, cluster, weight)?;
        sums.add(row, value, 1)?;
    }
    Ok(sums)
}

/// Trials of one model and task, without labels.
fn plain(outcomes: &[(&'static str, f64)]) -> Vec<Trial> {
    outcomes.iter().map(|&(question, value)| ("a", "", question, "", None, value)).collect()
}

fn request(target: Target) -> SumsRequest {
    SumsRequest {
        statistics: vec![Statistic::Mean],
        target,
        clusters: None,
        drop_short: false,
        confidence: 0.95,
        family: FamilyRequest::default(),
        by_task: false,
        macro_average: false,
    }
}

fn board(trials: &[Trial], request: &SumsRequest) -> Result<SumsBoard> {
    sums_leaderboard(&sums_of(trials)?, request)
}

fn only(trials: &[Trial], target: Target) -> Score {
    board(trials, &request(target)).unwrap().scores.remove(0)
}

fn exact(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap()
}

fn whole(value: u64) -> BigRational {
    BigRational::from_integer(BigInt::from(value))
}

fn close(left: f64, right: &BigRational, largest: f64) {
    let right = right.to_f64().unwrap();
    let error = (left - right).abs();
    assert!(error <= 1e-13 * right.abs() + 1e-28 * largest, "{left} {right}");
}

/// Sum of values by question, in order of the questions.
fn grouped(trials: &[(&'static str, f64)]) -> Vec<Vec<f64>> {
    let mut groups = std::collections::BTreeMap::<_, Vec<f64>>::new();
    for &(question, value) in trials {
        groups.entry(question).or_default().push(value);
    }
    groups.into_values().collect()
}

fn mean(values: &[BigRational]) -> BigRational {
    values.iter().sum::<BigRational>() / whole(values.len() as u64)
}

fn deviations(values: &[BigRational]) -> BigRational {
    let middle = mean(values);
    values.iter().map(|value| (value - &middle) * (value - &middle)).sum()
}

fn outcomes() -> impl Strategy<Value = Vec<(&'static str, f64)>> {
    let question = prop::sample::select(vec!["p", "q", "r", "s"]);
    let value = prop_oneof![
        -1.0..1.0_f64,
        (0..11_i32).prop_map(f64::from),
        (0..4_i32).prop_map(|step| 1e9 + f64::from(step) * 0.25),
        prop::sample::select(vec![3e-10, 1e-4, 7e4, 1e9]),
    ];
    prop::collection::vec((question, value), 1..30)
}

proptest! {
    #[test]
    fn means_and_their_errors_are_those_of_rationals(trials in outcomes()) {
        let groups: Vec<Vec<BigRational>> = grouped(&trials)
            .iter()
            .map(|values| values.iter().map(|&value| exact(value)).collect())
            .collect();
        let means: Vec<_> = groups.iter().map(|values| mean(values)).collect();
        let questions = whole(groups.len() as u64);
        let largest = trials.iter().fold(0.0_f64, |most, trial| most.max(trial.1.abs()));
        let found = board(&plain(&trials), &request(Target::QuestionsLikeThese));
        if groups.len() > 1 {
            let score = &found.unwrap().scores[0];
            close(score.score, &mean(&means), largest);
            let variance = deviations(&means) / &questions / (&questions - whole(1));
            close(score.sigma * score.sigma, &variance, largest * largest);
        } else {
            prop_assert_eq!(found.unwrap_err().kind(), "sums.one_unit");
        }
        let freedom: u64 = groups.iter().map(|values| values.len() as u64 - 1).sum();
        if freedom > 0 {
            let found = board(&plain(&trials), &request(Target::TheseQuestions)).unwrap();
            let pooled = groups.iter().map(|values| deviations(values)).sum::<BigRational>()
                / whole(freedom);
            let share: BigRational =
                groups.iter().map(|values| whole(1) / whole(values.len() as u64)).sum();
            let variance = pooled * share / &questions / &questions;
            close(found.scores[0].sigma * found.scores[0].sigma, &variance, largest * largest);
            prop_assert!(found.single.is_empty());
        }
    }

    #[test]
    fn order_and_shards_change_no_bit(trials in outcomes(), cut in 0..30_usize) {
        let all = sums_of(&plain(&trials)).unwrap();
        let backwards: Vec<_> = trials.iter().rev().copied().collect();
        let (left, right) = trials.split_at(cut.min(trials.len()));
        let mut merged = sums_of(&plain(right)).unwrap();
        merged.merge_all(&[&sums_of(&plain(left)).unwrap(), &Sums::new(true)]).unwrap();
        prop_assert_eq!(&all, &merged);
        prop_assert_eq!(&all, &sums_of(&plain(&backwards)).unwrap());
        for (question, powers) in all.iter() {
            let same = merged.iter().find(|other| other.0.question == question.question).unwrap();
            prop_assert_eq!(powers.stored(), same.1.stored());
        }
        if let Ok(board) = sums_leaderboard(&all, &request(Target::TheseQuestions)) {
            let other = sums_leaderboard(&merged, &request(Target::TheseQuestions)).unwrap();
            prop_assert_eq!(board.scores, other.scores);
        }
    }

    #[test]
    fn the_largest_of_k_is_the_mean_over_all_sets(
        values in prop::collection::vec(-5.0..5.0_f64, 1..8),
        k in 1..8_u64,
    ) {
        let trials: Vec<_> = values.iter().map(|&value| ("p", value)).chain([("q", 9.0); 8]).collect();
        let request = SumsRequest {
            statistics: vec![Statistic::Maximum(k)],
            ..request(Target::TheseQuestions)
        };
        let found = board(&plain(&trials), &request);
        if k > values.len() as u64 {
            prop_assert_eq!(found.unwrap_err().kind(), "metric.budget_exceeds_trials");
            return Ok(());
        }
        let (mut sum, mut sets) = (BigRational::zero(), 0);
        for set in (0_u32..1 << values.len()).filter(|set| u64::from(set.count_ones()) == k) {
            let chosen = (0..values.len()).filter(|place| set >> place & 1 == 1);
            let largest = chosen.map(|place| values[place]).fold(f64::NEG_INFINITY, f64::max);
            (sum, sets) = (sum + exact(largest), sets + 1);
        }
        let expected = (sum / whole(sets) + whole(9)) / whole(2);
        close(found.unwrap().scores[0].score, &expected, 1e15);
    }
}

#[test]
fn weights_and_clusters_as_worked_out_by_hand() {
    let trials = [
        ("a", "", "p", "x", Some(1.0), 1.0),
        ("a", "", "q", "x", Some(2.0), 4.0),
        ("a", "", "r", "y", Some(3.0), 7.0),
        ("a", "", "s", "y", Some(0.0), 99.0),
    ];
    // (1 + 8 + 21) / 6 = 5. Residuals w (y − 5): −4, −2, 6.
    let score = only(&trials, Target::QuestionsLikeThese);
    assert_eq!((score.score, score.questions), (5.0, 3));
    close(score.sigma * score.sigma, &(whole(3) / whole(2) * whole(16 + 4 + 36) / whole(36)), 0.0);
    let clustered =
        SumsRequest { clusters: Some(Clusters::Labels), ..request(Target::TheseQuestions) };
    let score = &board(&trials, &clustered).unwrap().scores[0];
    close(score.sigma * score.sigma, &(whole(2) * whole(36 + 36) / whole(36)), 0.0);
}

#[test]
fn a_large_offset_costs_no_digits() {
    let apart = [("p", 0.0), ("q", 1.0), ("r", 2.0), ("s", 4.0)];
    let shifted = apart.map(|(question, value)| (question, value + 1_125_899_906_842_624.0));
    let (near, far) = (
        only(&plain(&apart), Target::QuestionsLikeThese),
        only(&plain(&shifted), Target::QuestionsLikeThese),
    );
    assert_eq!(near.sigma.to_bits(), far.sigma.to_bits());
}

#[test]
fn numbers_of_any_size_have_a_score() {
    for size in [f64::MAX, 1e300, 1.0, 1e-300, 5e-324] {
        let trials = plain(&[("p", size), ("p", 0.0), ("q", size), ("q", size)]);
        for target in [Target::TheseQuestions, Target::QuestionsLikeThese] {
            match board(&trials, &request(target)) {
                Ok(found) => assert!(found.scores[0].score >= 0.0, "{size}"),
                // The interval of the largest double is beyond it.
                Err(error) => {
                    assert_eq!((error.kind(), size > 1e305), ("sums.too_large", true));
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn the_table_separates_what_a_comparison_separates(
        questions in prop::collection::vec(
            (prop::collection::vec(0..9_i32, 1..4), prop::collection::vec(0..9_i32, 1..4)),
            2..6,
        ),
        single: [bool; 2],
        sampled: bool,
    ) {
        let names = ["p", "q", "r", "s", "t"];
        let mut trials: Vec<Trial> = Vec::new();
        for (name, (own, base)) in names.into_iter().zip(&questions) {
            for (model, outcomes, single) in [("a", own, single[0]), ("b", base, single[1])] {
                let taken = outcomes.iter().take(if single { 1 } else { 3 });
                trials.extend(
                    taken.map(|&value| (model, "", name, "", None, f64::from(value) / 4.0)),
                );
            }
        }
        let target = if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions };
        let [higher, lower]: [Score; 2] =
            board(&trials, &request(target)).unwrap().scores.try_into().unwrap();
        let separated = higher.letters != lower.letters;
        prop_assert_eq!(separated, (higher.rank_hi, lower.rank_lo) == (1, 2));
        match compared(&trials, target, true) {
            Ok(row) if higher.rank < lower.rank && (row.pvalue - 0.05).abs() > 1e-9 => {
                prop_assert_eq!(separated, row.pvalue <= 0.05, "{:?} {:?}", higher, lower);
            }
            Ok(_) => {}
            // Without scatter, nothing is known.
            Err(_) => prop_assert!(!separated),
        }
    }
}

fn compared(trials: &[Trial], target: Target, paired: bool) -> Result<Comparison> {
    let request = CompareRequest {
        borrow: false,
        models: Vec::new(),
        baseline: "b".to_owned(),
        scale: Scale::Avg,
        weights: None,
        paired,
        prior: PriorChoice::Known(Prior::Uniform),
        target,
        clusters: None,
        by_task: false,
        by_question: true,
        confidence: 0.95,
        family: FamilyRequest::default(),
        margin: Some(0.5),
    };
    Ok(compare_sums(&sums_of(trials)?, &request)?.rows.remove(0))
}

/// Both models' outcomes of each question.
fn pair(outcomes: &[(&'static str, f64, f64)]) -> Vec<Trial> {
    let own = outcomes.iter().map(|&(question, value, _)| ("a", "", question, "", None, value));
    let base = outcomes.iter().map(|&(question, _, value)| ("b", "", question, "", None, value));
    own.chain(base).collect()
}

#[test]
fn two_models_as_worked_out_by_hand() {
    let single = pair(&[("p", 3.0, 1.0), ("q", 5.0, 2.0), ("r", 4.0, 3.0)]);
    // Differences 2, 3, 1: mean 2, s² / M = 1 / 3, two degrees.
    for target in [Target::QuestionsLikeThese, Target::TheseQuestions] {
        let row = compared(&single, target, true).unwrap();
        assert_eq!((row.difference, row.degrees, row.decisive), (2.0, Some(2.0), Some(3)));
        close(row.sigma * row.sigma, &(whole(1) / whole(3)), 0.0);
        assert_eq!(row.worse, Some(false));
    }
    let twice = pair(&[("p", 3.0, 1.0), ("p", 5.0, 1.0), ("q", 4.0, 2.0), ("q", 4.0, 4.0)]);
    // Each model: Σ (y − mean)² = 2 over 2 degrees, so s² = 1. σ² = (1/2 + 1/2 + 1/2 + 1/2) / 4.
    let row = compared(&twice, Target::TheseQuestions, true).unwrap();
    assert_eq!((row.difference, row.degrees), (2.0, Some(4.0)));
    close(row.sigma * row.sigma, &(whole(1) / whole(2)), 0.0);
    let unpaired = compared(&twice, Target::TheseQuestions, false).unwrap();
    assert_eq!((unpaired.sigma, unpaired.degrees), (row.sigma, row.degrees));
}

#[test]
fn bad_input_is_an_error_with_its_place() {
    let kind = |found: Result<SumsBoard>| found.unwrap_err().kind();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = sums_of(&plain(&[("p", 1.0), ("q", value)])).unwrap_err();
        assert_eq!(error.kind(), "sums.outcome");
        assert!(error.to_string().starts_with("question q (model a) has the outcome"), "{error}");
    }
    let none: [Trial; 0] = [];
    assert_eq!(kind(board(&none, &request(Target::TheseQuestions))), "counts.no_counts");
    // One question with one trial tells nothing, with two it does.
    let one = plain(&[("p", 1.0)]);
    let error = board(&one, &request(Target::TheseQuestions)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a has one question, and one question has no scatter unless it has two trials"
    );
    assert_eq!(error.remedy().unwrap().name(), "add_trial_or_unit");
    let two = plain(&[("p", 1.0), ("p", 2.0)]);
    assert_eq!(only(&two, Target::TheseQuestions).sigma, 0.5);
    let error = board(&two, &request(Target::QuestionsLikeThese)).unwrap_err();
    assert_eq!(error.remedy().unwrap().name(), "score_these_questions");
    let clustered =
        SumsRequest { clusters: Some(Clusters::Labels), ..request(Target::TheseQuestions) };
    assert_eq!(kind(board(&plain(&[("p", 1.0), ("q", 2.0)]), &clustered)), "sums.no_cluster");
    let cluster = [("a", "", "p", "x", None, 1.0), ("a", "", "q", "x", None, 2.0)];
    assert_eq!(kind(board(&cluster, &clustered)), "sums.one_unit");
    let weights = |p, q| [("a", "", "p", "", p, 1.0), ("a", "", "q", "", q, 2.0)];
    let weighted = |p, q| kind(board(&weights(p, q), &request(Target::TheseQuestions)));
    assert_eq!(weighted(Some(0.0), Some(0.0)), "counts.zero_weights");
    assert_eq!(weighted(Some(1.0), None), "counts.no_weight");
    assert_eq!(weighted(Some(-1.0), Some(1.0)), "counts.weight");
    assert_eq!(weighted(Some(f64::NAN), Some(1.0)), "counts.weight");
}

#[test]
fn equal_scores_are_no_evidence() {
    // The same score everywhere: no scatter, and a score that nothing contradicts.
    let same = only(&plain(&[("p", 0.1), ("q", 0.1), ("r", 0.1)]), Target::QuestionsLikeThese);
    assert_eq!((same.score, same.sigma), (0.1, 0.0));
    let kind = |error: Error| error.kind();
    let apart = pair(&[("p", 1.0, 0.1), ("q", 1.0, 0.1)]);
    let error = compared(&apart, Target::QuestionsLikeThese, true).unwrap_err();
    assert_eq!(kind(error), "compare.no_scatter");
    let twice: Vec<_> = apart.iter().chain(&apart).copied().collect();
    let error = compared(&twice, Target::TheseQuestions, true).unwrap_err();
    assert_eq!(error.remedy().unwrap().name(), "compare_questions_like_these");
    assert_eq!(kind(error), "compare.no_trial_scatter");
    let single = pair(&[("p", 1.0, 0.1)]);
    assert_eq!(
        kind(compared(&single, Target::TheseQuestions, true).unwrap_err()),
        "compare.one_trial"
    );
    let other = [("a", "", "p", "", None, 1.0), ("b", "", "q", "", None, 1.0)];
    let error = compared(&other, Target::TheseQuestions, true).unwrap_err();
    assert_eq!(kind(error), "compare.no_common_question");
    let opposite = pair(&[("p", f64::MAX, f64::MIN), ("q", f64::MAX, 0.0)]);
    assert_eq!(
        kind(compared(&opposite, Target::QuestionsLikeThese, true).unwrap_err()),
        "numeric.not_finite"
    );
}

#[test]
fn a_task_of_one_question_lacks_a_row_alone() {
    let trials = [
        ("a", "s", "p", "", None, 1.0),
        ("a", "s", "q", "", None, 2.0),
        ("a", "t", "p", "", None, 3.0),
    ];
    let by_task = SumsRequest { by_task: true, ..request(Target::TheseQuestions) };
    let found = board(&trials, &by_task).unwrap();
    assert_eq!(found.scores.len(), 2);
    assert_eq!(found.unestimated.len(), 1);
    assert_eq!(found.single, ["a"]);
    let average = SumsRequest { macro_average: true, ..request(Target::TheseQuestions) };
    assert_eq!(board(&trials, &average).unwrap_err().kind(), "sums.one_unit");
}

#[test]
fn stored_sums_are_checked() {
    fn texts<'t>(sum: &'t str, squares: &'t str) -> ExactTexts<'t> {
        ExactTexts { sum, squares, cubes: None }
    }
    let mut sums = Sums::new(false);
    let row = sums.trials_mut().row_of(Key { question: "q", ..Key::default() });
    let mut kind = |n, sum: &str, squares: &str| {
        sums.add_stored(row, n, texts(sum, squares), None).unwrap_err().kind()
    };
    assert_eq!(kind(2, "1", "0x1p0"), "sums.text");
    // Two outcomes of sum 2 have squares of at least 2.
    assert_eq!(kind(2, "0x1p1", "0x1p0"), "sums.impossible");
    assert_eq!(kind(0, "0x1p1", "0x1p2"), "sums.impossible");
    assert_eq!(kind(1, "0x1p0", "-0x1p0"), "sums.impossible");
    assert_eq!(kind(1, "0x1p0", "0x0p0"), "sums.impossible");
    sums.add_stored(row, 2, texts("0x1p1", "0x1p1"), None).unwrap();
    sums.add_stored(row, 0, texts("0x0p0", "0x0p0"), None).unwrap();
    assert_eq!(sums.trials().iter().next().unwrap().trials(), 2);
    let other = sums.add_stored(row, 1, texts("0x1p0", "0x1p0"), Some(&[1.0, 0.0])).unwrap_err();
    assert_eq!(other.kind(), "sums.other_values");
    assert_eq!(sums.values(row).unwrap_err().remedy().unwrap().name(), "keep_values");
}
