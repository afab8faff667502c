//! Gates of single questions by closed forms of their posterior, and of scores by their intervals.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use scorio_core::calls::{Given, GivenValue, Input};
use scorio_core::gate::{CALL, GateRequest, GateVerdict, Gated, gate, verdict_of};
use scorio_core::leaderboard::ScoreRequest;
use scorio_core::{Counts, Metric, Parameters, Prior, PriorChoice, Target, Weights};

use crate::support;

/// The questions of one model: failures and successes.
fn counts(rows: &[[u64; 2]]) -> Counts {
    let names: Vec<String> = (0..rows.len()).map(|question| question.to_string()).collect();
    let rows =
        names.iter().zip(rows).map(|(question, &outcomes)| ("a", "t", &**question, outcomes));
    support::counts(&rows.collect::<Vec<_>>())
}

fn request(at_least: f64, confidence: f64) -> GateRequest {
    let names = ["bayes".to_owned()];
    GateRequest {
        scoring: ScoreRequest {
            metrics: Metric::expand(&names, &[], &Parameters::default()).unwrap(),
            default_weights: true,
            prior: PriorChoice::Known(Prior::Uniform),
            target: Target::TheseQuestions,
            clusters: None,
            drop_short: false,
            confidence,
            by_task: false,
            macro_average: false,
        },
        at_least,
        per_question: true,
        family: false,
        weights: None,
    }
}

fn of_questions(rows: &[[u64; 2]], at_least: f64, confidence: f64) -> Vec<Gated> {
    gate(&counts(rows), &request(at_least, confidence)).unwrap()
}

/// Trials that all succeed, or all fail, after which a question without others has the confidence.
fn alike(level: f64, confidence: f64, mut trials: u32) -> u32 {
    // P(p < level) is level^(n + 1) after n successes.
    while libm::pow(level, f64::from(trials) + 1.0) > 1.0 - confidence {
        trials += 1;
    }
    trials
}

#[test]
fn questions_without_a_failure_have_powers_of_the_level() {
    for (level, confidence) in [(0.5, 0.95), (0.8, 0.9), (0.97, 0.99)] {
        let fewest = u64::from(alike(level, confidence, 0));
        let found = of_questions(&[[0, fewest], [0, fewest - 1]], level, confidence);
        let [enough, short] = [&found[0], &found[1]];
        assert_eq!((enough.verdict, short.verdict), (GateVerdict::Pass, GateVerdict::Undecided));
        for (row, trials) in [(enough, fewest), (short, fewest - 1)] {
            let chance = 1.0 - libm::pow(level, trials as f64 + 1.0);
            assert!((row.probability.unwrap() - chance).abs() < 1e-14);
            // The interval has the confidence on each side.
            let lower = libm::pow(1.0 - confidence, 1.0 / (trials as f64 + 1.0));
            assert!((row.lo.unwrap() - lower).abs() < 1e-13);
        }
        assert_eq!((enough.more, enough.to_pass, enough.to_fail), (None, None, None));
        assert_eq!(short.to_pass, Some(1));
    }
}

#[test]
fn further_trials_lead_to_a_decision_or_never() {
    let found = of_questions(&[[0, 0], [1, 1], [600, 600], [2, 4]], 0.5, 0.95);
    let few = u64::from(alike(0.5, 0.95, 0));
    assert_eq!((found[0].to_pass, found[0].to_fail), (Some(few), Some(few)));
    for row in &found {
        assert_eq!(row.verdict, GateVerdict::Undecided);
        // A share of 1/2 stays on the level, however often it is tried.
        assert_eq!(row.more.is_none(), row.question.as_deref() != Some("3"));
    }
    // After 8 n further trials the posterior is Beta(5 + 5 n, 3 + 3 n). It is above 1/2 with the
    // chance that 7 + 8 n coins show fewer heads than its first shape.
    let decided = |n: u64| {
        let (own, coins) = (5 + 5 * n, 7 + 8 * n);
        let (mut ways, mut sum, all) = (1.0, 0.0, libm::pow(2.0, coins as f64));
        for heads in 0..own {
            sum += ways / all;
            ways *= (coins - heads) as f64 / (heads + 1) as f64;
        }
        sum >= 0.95
    };
    let more = found[3].more.unwrap();
    assert!(decided(more.div_ceil(8)) && !decided((more - 1) / 8), "{more}");
    assert_eq!(of_questions(&[[4, 2]], 0.5, 0.95)[0].more, Some(more));
}

#[test]
fn a_family_shares_what_may_go_wrong() {
    let rows = [[0, 5], [0, 5], [0, 8], [0, 9]];
    let mut asked = request(0.6, 0.95);
    let verdicts = |asked: &GateRequest| -> Vec<_> {
        gate(&counts(&rows), asked).unwrap().iter().map(|row| row.verdict).collect()
    };
    // 0.6^6 is 0.047, 0.6^9 is 0.0101 and 0.6^10 0.006.
    assert_eq!(verdicts(&asked), [GateVerdict::Pass; 4]);
    asked.family = true;
    let (open, pass) = (GateVerdict::Undecided, GateVerdict::Pass);
    assert_eq!(verdicts(&asked), [open, open, pass, pass]);
    let own = gate(&counts(&rows), &asked).unwrap()[0].confidence;
    assert!((own - 0.9875).abs() < 1e-15);
}

#[test]
fn verdicts_need_more_than_half_of_the_chances() {
    assert_eq!(verdict_of(0.05, 0.95, 0.95), GateVerdict::Pass);
    assert_eq!(verdict_of(0.95, 0.05, 0.95), GateVerdict::Fail);
    assert_eq!(verdict_of(0.06, 0.94, 0.95), GateVerdict::Undecided);
    for confidence in [0.5, 1.0, f64::NAN] {
        let error = gate(&counts(&[[1, 1]]), &request(0.5, confidence)).unwrap_err();
        assert_eq!(error.kind(), "check.range");
    }
    let none = gate(&counts(&[[0, 0]]), &request(0.5, 0.9)).unwrap_err();
    assert_eq!(none.kind(), "counts.no_counts");
}

#[test]
fn successes_of_questions_are_the_categories_worth_1() {
    let weighted = |weights: [f64; 2]| {
        let weights = Some(Weights::new(&weights).unwrap());
        gate(&counts(&[[3, 1]]), &GateRequest { weights, ..request(0.5, 0.9) })
    };
    assert_eq!(weighted([1.0, 0.0]).unwrap()[0].successes, Some(3));
    assert_eq!(weighted([0.0, 1.0]).unwrap()[0].successes, Some(1));
    assert_eq!(weighted([0.0, 0.5]).unwrap_err().kind(), "check.range");
}

#[test]
fn a_question_of_weight_0_is_named() {
    let mut counts = counts(&[[1, 3], [2, 2], [0, 4]]);
    for question in 0..3_u32 {
        let row = counts.row("a", "t", &question.to_string());
        counts.describe(row, None, Some(f64::from(question))).unwrap();
    }
    let given = Given::default().with("at_least", GivenValue::Number(0.5));
    let answer = CALL.answer(Input::Counts(&counts), &given).unwrap();
    assert!(answer.notes.iter().any(|note| note.kind.name == "score.zero_weights"));
}

#[test]
fn scores_are_decided_by_the_end_of_their_interval() {
    let rows = [[2, 8], [1, 9], [4, 6], [0, 10]];
    let at = |level, confidence| {
        let asked = GateRequest { per_question: false, ..request(level, confidence) };
        let found = gate(&counts(&rows), &asked).unwrap().remove(0);
        let (lo, hi) = (found.lo.unwrap(), found.hi.unwrap());
        (found.verdict, lo, hi, found.trials, found.more)
    };
    let (_, lo, hi, trials, _) = at(0.5, 0.9);
    assert_eq!(trials, 40);
    for (level, verdict) in [
        (lo - 1e-9, GateVerdict::Pass),
        (lo + 1e-9, GateVerdict::Undecided),
        (hi - 1e-9, GateVerdict::Undecided),
        (hi + 1e-9, GateVerdict::Fail),
    ] {
        let (found, .., more) = at(level, 0.9);
        assert_eq!((found, more.is_some()), (verdict, verdict == GateVerdict::Undecided));
    }
    // Further trials do not make questions less different.
    let mut asked = GateRequest { per_question: false, ..request(0.8, 0.9) };
    asked.scoring.target = Target::QuestionsLikeThese;
    let row = gate(&counts(&rows), &asked).unwrap().remove(0);
    assert_eq!((row.verdict, row.more), (GateVerdict::Undecided, None));
}

#[test]
fn notes_say_what_the_rows_are_about() {
    let notes = |given: Given| -> Vec<&'static str> {
        let given = given.with("at_least", GivenValue::Number(0.5));
        let answer = CALL.answer(Input::Counts(&counts(&[[2, 3], [1, 4]])), &given).unwrap();
        answer.notes.iter().map(|note| note.kind.name).collect()
    };
    let yes = || GivenValue::Flag(true);
    let scores = notes(Given::default());
    assert_eq!(scores[..2], ["gate.scores", "gate.these"]);
    let sampled = notes(Given::default().with("sampled", yes()));
    assert_eq!(sampled[..2], ["gate.scores", "gate.like_these"]);
    let questions = notes(Given::default().with("per_question", yes()));
    assert_eq!(questions[..2], ["gate.questions", "gate.each_alone"]);
    let family = notes(Given::default().with("per_question", yes()).with("family", yes()));
    assert_eq!(family, ["gate.questions", "gate.more_of_question"]);
}
