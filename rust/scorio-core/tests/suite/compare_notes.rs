//! What comparisons say below their tables, as data, and what they refuse as calls.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use scorio_core::calls::{GivenValue, Input};
use scorio_core::compare::{CALL, PAIRS_CALL};
use scorio_core::counts::Key;
use scorio_core::{Counts, Sums};

use crate::support::{YES, counts, given_of, notes_of, word};

/// Models m0, m1, … with as many trials of each question. Each next model succeeds more often.
fn models(count: u64, questions: usize, trials: u64) -> Counts {
    let mut made = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for model in 0..count {
        for question in 0..questions {
            let row = made.row(&format!("m{model}"), "t", &format!("q{question}"));
            let successes = (model + question as u64 % 2 * model).min(trials);
            made.add(row, 0, trials - successes).unwrap();
            made.add(row, 1, successes).unwrap();
        }
    }
    made
}

fn of_base(made: &Counts, more: &[(&str, GivenValue)]) -> Vec<String> {
    let base = [("baseline", word("m0"))];
    without_separation(notes_of(&CALL, Input::Counts(made), &[&base, more].concat()))
}

/// The notes but those about separation and about the prior of differences, which every comparison has,
/// and but that about few questions, which a test of its own has.
fn without_separation(mut notes: Vec<String>) -> Vec<String> {
    notes.retain(|note| !note.starts_with("score.few_questions"));
    let before = notes.len();
    notes.retain(|note| !note.starts_with("score.separated") && !note.ends_with("_prior"));
    assert_eq!(notes.len() + 2, before, "{notes:?}");
    notes
}

fn of_pairs(made: &Counts, given: &[(&str, GivenValue)]) -> Vec<String> {
    without_separation(notes_of(&PAIRS_CALL, Input::Counts(made), given))
}

#[test]
fn comparisons_say_what_they_are_about() {
    let made = models(2, 5, 4);
    let about = |more: &[(&str, GivenValue)]| of_base(&made, more).remove(0);
    assert_eq!(about(&[]), "compare.these of= prior=the hierarchical prior of each model");
    let uniform = "compare.these of= prior=a uniform prior of each question";
    assert_eq!(about(&[("prior", word("uniform"))]), uniform);
    assert_eq!(about(&[("metric", word("bayes"))]), uniform);
    assert_eq!(about(&[("metric", word("bayes_ci"))]), uniform);
    assert_eq!(
        about(&[("sampled", YES), ("prior", word("uniform"))]),
        "compare.like_these of= degrees=4 freedom=degrees"
    );
    let single = models(2, 6, 1);
    let uniform = of_base(&single, &[("prior", word("uniform")), ("metric", word("avg"))]);
    assert_eq!(uniform, ["compare.these of= prior=a uniform prior of each question"]);
    // A score by the hierarchical prior of single trials takes σ from the scatter.
    let scattered = counts(&[
        ("m0", "", "q0", [1, 0]),
        ("m0", "", "q1", [0, 1]),
        ("m0", "", "q2", [1, 0]),
        ("m1", "", "q0", [0, 1]),
        ("m1", "", "q1", [1, 0]),
        ("m1", "", "q2", [0, 1]),
    ]);
    assert_eq!(of_base(&scattered, &[]), ["compare.single of= degrees=2 freedom=degrees"]);
}

#[test]
fn few_questions_are_named_by_the_rule_of_scores() {
    for (questions, few) in [(29, true), (30, false)] {
        let made = models(2, questions, 4);
        let base = [("baseline", word("m0"))];
        let notes = [
            notes_of(&CALL, Input::Counts(&made), &base),
            notes_of(&PAIRS_CALL, Input::Counts(&made), &[]),
        ];
        let said = "score.few_questions fewest=30".to_owned();
        assert!(notes.iter().all(|notes| notes.contains(&said) == few));
    }
}

#[test]
fn clusters_are_counted_and_few_are_named() {
    let mut made = models(2, 12, 4);
    for question in 0..12 {
        for model in ["m0", "m1"] {
            let row = made.row(model, "t", &format!("q{question}"));
            made.describe(row, Some(&format!("c{}", question % 6)), None).unwrap();
        }
    }
    let clusters = ("cluster", word("cluster"));
    assert_eq!(
        of_base(&made, std::slice::from_ref(&clusters)),
        [
            "compare.clusters of= degrees=5 freedom=degrees clusters=6",
            "compare.few_clusters fewest=12"
        ]
    );
    for question in 0..12 {
        for model in ["m0", "m1"] {
            let row = made.row(model, "t", &format!("r{question}"));
            made.describe(row, Some(&format!("r{question}")), None).unwrap();
            made.add(row, usize::from(question % 3 == 0 && model == "m1"), 4).unwrap();
        }
    }
    let alone = made.filter(|one| one.question.starts_with('r')).unwrap();
    assert_eq!(
        of_base(&alone, &[clusters]),
        ["compare.clusters of= degrees=11 freedom=degrees clusters=12", "compare.one_each"]
    );
}

#[test]
fn comparisons_name_what_they_leave_out() {
    let made = counts(&[
        ("m0", "t", "both", [2, 2]),
        ("m0", "t", "base", [2, 2]),
        ("m1", "t", "both", [1, 3]),
        ("m1", "t", "own", [1, 3]),
        ("m2", "t", "both", [1, 3]),
    ]);
    assert_eq!(
        of_base(&made, &[])[1..],
        [
            "compare.left_out_of_both baseline_questions=1 baseline_names=base (t) model=m1 \
             baseline=m0 questions=1 names=own (t)",
            "compare.left_out of=m0 model=m2 baseline=m0 questions=1 names=base (t)",
        ]
    );
    let own: Vec<String> = of_pairs(&made, &[]);
    assert_eq!(
        own[2..],
        [
            "compare_pairs.lacking model=m1 by= questions=1 names=base (t)",
            "compare_pairs.lacking model=m0 by= questions=1 names=own (t)",
            "compare_pairs.lacking model=m2 by= questions=2 names=own (t), base (t)",
        ]
    );
}

#[test]
fn questions_with_too_few_trials_are_counted_for_each_model() {
    let made = counts(&[
        ("m0", "", "q0", [1, 1]),
        ("m0", "", "q1", [1, 3]),
        ("m1", "", "q0", [1, 2]),
        ("m1", "", "q1", [2, 2]),
    ]);
    let drop =
        [("metric", word("pass_at_k")), ("k", GivenValue::Number(3.0)), ("ragged", word("drop"))];
    let short = "compare.short model=m0 left=1 questions=2 k=3".to_owned();
    assert!(of_base(&made, &drop).contains(&short));
    // In pairs, the worst model is never the first of a pair.
    assert!(of_pairs(&made, &drop).contains(&short));
    let made = models(9, 2, 8);
    let notes = of_pairs(
        &made,
        &[("metric", word("pass_at_k")), ("k", GivenValue::Number(3.0)), ("ragged", word("drop"))],
    );
    assert!(!notes.iter().any(|one| one.starts_with("compare.short")));
}

#[test]
fn bayes_names_models_of_unequal_trials() {
    let mut rows: Vec<(String, [u64; 2])> = vec![("m0".to_owned(), [2, 6])];
    rows.extend((1..=7).map(|model| (format!("m{model}"), [1, 1])));
    let rows: Vec<_> =
        rows.iter().map(|(model, outcomes)| (&**model, "", "q", *outcomes)).collect();
    let notes = of_base(&counts(&rows), &[("metric", word("bayes"))]);
    let uneven: Vec<_> = notes.iter().filter(|one| one.starts_with("compare.uneven ")).collect();
    assert_eq!(uneven.len(), 5);
    assert_eq!(uneven[0], "compare.uneven model=m1 baseline=m0 trials=2 baseline_trials=8");
    assert!(notes.contains(&"compare.uneven_others models=2".to_owned()));
    let notes = of_base(&counts(&rows), &[]);
    assert!(!notes.iter().any(|one| one.starts_with("compare.uneven")));
}

#[test]
fn tables_by_task_say_if_there_is_one_and_what_they_lack() {
    let made = models(2, 3, 4);
    let by_task = [("by_task", YES)];
    assert_eq!(of_base(&made, &by_task)[1..], ["compare.one_task"]);
    let made =
        counts(&[("m0", "s", "q", [1, 3]), ("m0", "t", "q", [1, 3]), ("m1", "s", "q", [2, 2])]);
    let notes = of_base(&made, &by_task);
    assert_eq!(
        notes.last().unwrap(),
        "compare.uncompared model=m1 where= in t reason=m1 and m0 have no question in common (they \
         have 0 and 1)"
    );
}

#[test]
fn weights_and_a_budget_of_one_are_said() {
    let mut made = models(2, 3, 4);
    for (question, weight) in [0.0, 1.0, 2.0].into_iter().enumerate() {
        for model in ["m0", "m1"] {
            let row = made.row(model, "t", &format!("q{question}"));
            made.describe(row, None, Some(weight)).unwrap();
        }
    }
    assert_eq!(of_base(&made, &[])[1..], ["score.weighted", "score.zero_weights questions=1"]);
    let one = [("metric", word("mg_pass_at_k")), ("k", GivenValue::Number(1.0))];
    let zero = "score.zero metric=mg_pass_at_k".to_owned();
    assert!(of_base(&made, &one).contains(&zero));
}

#[test]
fn numbers_say_what_they_are_about() {
    let mut sums = Sums::new(true);
    for (model, values) in [("m0", [0.0, 0.5, 0.25]), ("m1", [1.0, 0.5, 0.75])] {
        for (question, value) in ["p", "q"].into_iter().zip(values) {
            let key = Key { model, task: "t", question, ..Key::default() };
            let row = sums.trials_mut().row_of(key);
            sums.add(row, value, 1).unwrap();
            sums.add(row, value / 2.0, 1).unwrap();
        }
    }
    let base = [("baseline", word("m0"))];
    let notes = notes_of(&CALL, Input::Sums(&sums), &base);
    assert!(notes[0].starts_with("compare.these_numbers degrees="), "{notes:?}");
    let pairs = notes_of(&PAIRS_CALL, Input::Sums(&sums), &[]);
    assert_eq!(
        pairs,
        [
            "compare_pairs.about about=these questions",
            "compare_pairs.letters",
            "score.separated_pair level=95 sigmas=3.34 comparisons=1",
            "score.flat_prior",
        ]
    );
    let row =
        sums.trials_mut().row_of(Key { model: "m1", task: "s", question: "r", ..Key::default() });
    sums.add(row, 1.0, 1).unwrap();
    let row =
        sums.trials_mut().row_of(Key { model: "m0", task: "s", question: "r", ..Key::default() });
    sums.add(row, 0.5, 1).unwrap();
    let notes = notes_of(&CALL, Input::Sums(&sums), &base);
    assert!(notes.contains(&"compare.single_numbers names=m1".to_owned()), "{notes:?}");
    for option in ["weights", "spectrum"] {
        let given = [base[0].clone(), (option, GivenValue::Numbers(vec![0.0, 1.0]))];
        let error = CALL.answer(Input::Sums(&sums), &given_of(&given)).unwrap_err();
        let words = format!("numeric scores have no categories, and so no {option}");
        assert_eq!((error.kind(), error.to_string()), ("call.needless", words));
    }
    let given = given_of(&[("prior", word("uniform"))]);
    let error = PAIRS_CALL.answer(Input::Sums(&sums), &given).unwrap_err();
    assert_eq!(error.to_string(), "numeric scores have no categories, and so no prior");
}

#[test]
fn calls_refuse_models_that_cannot_be_compared() {
    let made = models(2, 3, 4);
    let refused = |given: &[(&str, GivenValue)]| {
        CALL.answer(Input::Counts(&made), &given_of(given)).unwrap_err().kind()
    };
    let base = ("baseline", word("m0"));
    assert_eq!(refused(&[]), "call.missing");
    assert_eq!(refused(&[base.clone(), ("only", GivenValue::Texts(Vec::new()))]), "call.needless");
    assert_eq!(refused(&[base.clone(), ("only", word("m9"))]), "compare.no_model");
    assert_eq!(
        refused(&[base.clone(), ("margin", GivenValue::Number(-1.0))]),
        "check.not_negative"
    );
    assert_eq!(refused(&[base, ("ragged", word("skip"))]), "call.choice");
    let of_pairs = |given: &[(&str, GivenValue)]| {
        PAIRS_CALL.answer(Input::Counts(&made), &given_of(given)).unwrap_err().kind()
    };
    assert_eq!(of_pairs(&[("only", GivenValue::Texts(Vec::new()))]), "call.needless");
    assert_eq!(of_pairs(&[("only", word("m9"))]), "call.no_model");
    assert_eq!(of_pairs(&[("only", word("m1"))]), "compare.one_model");
    assert_eq!(of_pairs(&[("paired", GivenValue::Number(2.0))]), "call.kind");
}
