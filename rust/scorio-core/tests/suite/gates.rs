//! Gates of single questions by closed forms of binomial chances, and of scores by their intervals.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use scorio_core::calls::{Given, GivenValue, Input};
use scorio_core::compare::FamilyRequest;
use scorio_core::gate::{Adjusted, CALL, GateRequest, GateVerdict, Gated, gate, verdict_of};
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
            runs: false,
            threads: 1,
            borrow: false,
            metrics: Metric::expand(&names, &[], &Parameters::default()).unwrap(),
            default_weights: true,
            prior: PriorChoice::Known(Prior::Uniform),
            target: Target::TheseQuestions,
            clusters: None,
            drop_short: false,
            confidence,
            family: FamilyRequest::default(),
            by_task: false,
            macro_average: false,
        },
        at_least,
        per_question: true,
        adjusted: Adjusted::Nothing,
        weights: None,
    }
}

fn of_questions(rows: &[[u64; 2]], at_least: f64, confidence: f64) -> Vec<Gated> {
    gate(&counts(rows), &request(at_least, confidence)).unwrap()
}

/// Trials that all succeed, after which a question without others passes.
fn alike(level: f64, confidence: f64) -> u64 {
    let mut trials = 1;
    while libm::pow(level, trials as f64) > 1.0 - confidence {
        trials += 1;
    }
    trials
}

#[test]
fn questions_without_a_failure_have_powers_of_the_level() {
    for (level, confidence) in [(0.5, 0.95), (0.8, 0.9), (0.97, 0.99)] {
        let fewest = alike(level, confidence);
        let found = of_questions(&[[0, fewest], [0, fewest - 1]], level, confidence);
        let [enough, short] = [&found[0], &found[1]];
        assert_eq!((enough.verdict, short.verdict), (GateVerdict::Pass, GateVerdict::Undecided));
        for (row, trials) in [(enough, fewest), (short, fewest - 1)] {
            let chance = libm::pow(level, trials as f64);
            assert!((row.p_pass.unwrap() / chance - 1.0).abs() < 1e-12);
            assert_eq!(row.p_fail, Some(1.0));
            // The interval has the confidence on each side.
            let lower = libm::pow(1.0 - confidence, 1.0 / trials as f64);
            assert!((row.lo.unwrap() - lower).abs() < 1e-13);
            assert_eq!(row.hi, Some(1.0));
        }
        assert_eq!((enough.more, enough.to_pass, enough.to_fail), (None, None, None));
        assert_eq!((short.to_pass, short.more), (Some(1), Some(1)));
    }
}

#[test]
fn further_trials_lead_to_a_decision_or_never() {
    let found = of_questions(&[[0, 0], [1, 1], [600, 600], [2, 4]], 0.5, 0.95);
    let few = alike(0.5, 0.95);
    assert_eq!((found[0].to_pass, found[0].to_fail), (Some(few), Some(few)));
    for row in &found {
        assert_eq!(row.verdict, GateVerdict::Undecided);
        // A share of 1/2 stays on the level, however often it is tried. Without trials there is no share.
        assert_eq!(row.more.is_some(), row.question.as_deref() == Some("3"));
    }
    // After 3 n further trials, 4 + 2 n of 6 + 3 n coins show heads.
    let decided = |n: u64| {
        let (heads, coins) = (4 + 2 * n, 6 + 3 * n);
        let (mut ways, mut sum, all) = (1.0, 0.0, libm::pow(2.0, coins as f64));
        for less in 0..heads {
            sum += ways / all;
            ways *= (coins - less) as f64 / (less + 1) as f64;
        }
        1.0 - sum <= 0.05
    };
    let more = found[3].more.unwrap();
    assert!(decided(more.div_ceil(3)) && !decided((more - 1) / 3), "{more}");
}

#[test]
fn fails_of_a_model_are_adjusted_and_passes_if_asked() {
    use GateVerdict::{Fail, Pass, Undecided};
    // 0.6^6 is 0.047, and 0.4^k that of k failures: 0.064, 0.026 and 0.0017.
    let rows = [[0, 6], [3, 0], [4, 0], [7, 0]];
    let verdicts = |adjusted| -> Vec<_> {
        let asked = GateRequest { adjusted, ..request(0.6, 0.95) };
        let rows = gate(&counts(&rows), &asked).unwrap();
        rows.iter().map(|row| (row.verdict, row.p_fail_adjusted.unwrap())).collect()
    };
    let of = |found: &[(GateVerdict, f64)]| found.iter().map(|one| one.0).collect::<Vec<_>>();
    assert_eq!(of(&verdicts(Adjusted::Nothing)), [Pass, Undecided, Fail, Fail]);
    let fails = verdicts(Adjusted::Fails);
    assert_eq!(of(&fails), [Pass, Undecided, Undecided, Fail]);
    // Holm: 4 × 0.4^7, 3 × 0.4^4, 2 × 0.4^3.
    let expected = [1.0, 2.0 * 0.064, 3.0 * 0.0256, 4.0 * 0.001_638_4];
    for ((_, found), expected) in fails.iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < 1e-12);
    }
    assert_eq!(of(&verdicts(Adjusted::Both)), [Undecided, Undecided, Undecided, Fail]);
}

#[test]
fn further_trials_of_a_family_meet_the_next_limit_of_holm() {
    // One of three fails, so that the next needs a chance of 0.05 / 2.
    let asked = GateRequest { adjusted: Adjusted::Fails, ..request(0.5, 0.95) };
    let found = gate(&counts(&[[20, 0], [5, 0], [1, 1]]), &asked).unwrap();
    assert_eq!(found[0].verdict, GateVerdict::Fail);
    assert_eq!((found[1].verdict, found[1].to_fail), (GateVerdict::Undecided, Some(1)));
    let after = gate(&counts(&[[20, 0], [6, 0], [1, 1]]), &asked).unwrap();
    assert_eq!(after[1].verdict, GateVerdict::Fail);
}

#[test]
fn verdicts_need_more_than_half_of_the_chances() {
    assert_eq!(verdict_of(true, false), GateVerdict::Pass);
    assert_eq!(verdict_of(false, true), GateVerdict::Fail);
    assert_eq!(verdict_of(false, false), GateVerdict::Undecided);
    for confidence in [0.5, 1.0, f64::NAN] {
        let error = gate(&counts(&[[1, 1]]), &request(0.5, confidence)).unwrap_err();
        assert_eq!(error.kind(), "check.range");
    }
    let none = gate(&counts(&[[0, 0]]), &request(0.5, 0.9)).unwrap_err();
    assert_eq!(none.kind(), "counts.no_counts");
}

#[test]
fn low_questions_and_too_few_trials_are_named() {
    let rows: Vec<[u64; 2]> = (0..20).map(|i| if i == 7 { [6, 4] } else { [0, 10] }).collect();
    let given = Given::default()
        .with("at_least", GivenValue::Number(0.8))
        .with("per_question", GivenValue::Flag(true));
    let answer = CALL.answer(Input::Counts(&counts(&rows)), &given).unwrap();
    let note = |name: &str| answer.notes.iter().find(|note| note.kind.name == name).unwrap();
    let said = format!("{:?}", note("gate.suspect").values);
    for part in ["\"7\"", "\".006\"", "\".13\""] {
        assert!(said.contains(part), "{said}");
    }
    let said = format!("{:?}", note("gate.too_few").values);
    assert!(said.contains("10 trials") && said.contains("14"), "{said}");
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
    assert_eq!(questions[..2], ["gate.questions", "gate.fails"]);
    let family = notes(Given::default().with("per_question", yes()).with("family", yes()));
    assert_eq!(family[..2], ["gate.questions", "gate.family"]);
    let alone = notes(Given::default().with("per_question", yes()).with("alone", yes()));
    assert_eq!(alone[..2], ["gate.questions", "gate.each_alone"]);
}
