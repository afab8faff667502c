//! What leaderboards say below their tables, as data.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use scorio_core::calls::{GivenValue, Input};
use scorio_core::counts::Key;
use scorio_core::leaderboard::CALL;
use scorio_core::{Counts, Sums};

use crate::support::{YES, counts, even, given_of, notes_of, word};

fn said(input: Input<'_>, given: &[(&str, GivenValue)]) -> Vec<String> {
    notes_of(&CALL, input, given)
}

#[test]
fn scores_say_what_they_are_about() {
    let mut made = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    even("a", 30, 4, 3, &mut made);
    let about = |given: &[(&str, GivenValue)]| said(Input::Counts(&made), given);
    assert_eq!(about(&[]), ["score.about except= about=these questions, hierarchical prior"]);
    assert_eq!(
        about(&[("prior", word("uniform")), ("confidence", GivenValue::Number(0.999))]),
        ["score.about except= about=these questions, uniform prior"]
    );
    for metric in ["bayes", "bayes_ci"] {
        assert_eq!(
            about(&[("metrics", word(metric))])[0],
            "score.about except= about=these questions, uniform prior"
        );
    }
    let both = GivenValue::Texts(vec!["avg".to_owned(), "bayes".to_owned()]);
    assert_eq!(
        about(&[("metrics", both), ("sampled", YES)])[0],
        "score.about except= about=questions like these, hierarchical prior, uniform for bayes"
    );
    let refused = |given: &[(&str, GivenValue)]| {
        CALL.answer(Input::Counts(&made), &given_of(given)).unwrap_err().kind()
    };
    assert_eq!(refused(&[("metrics", GivenValue::Texts(Vec::new()))]), "metric.no_metrics");
    assert_eq!(refused(&[("confidence", GivenValue::Number(1.0))]), "check.level");
    assert_eq!(refused(&[("by_task", word("x"))]), "call.kind");
    assert_eq!(refused(&[("cluster", word("task")), ("macro_average", YES)]), "call.excluded");
    assert_eq!(refused(&[("k", GivenValue::Number(1.5))]), "call.kind");
    assert_eq!(
        refused(&[("metrics", word("pass_at_k")), ("k", GivenValue::Number(1e30))]),
        "check.budget"
    );
}

#[test]
fn it_is_said_from_where_on_models_are_separated() {
    let mut made = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (model, wins) in [("a", 4), ("b", 3), ("c", 3), ("d", 1)] {
        even(model, 40, 4, wins, &mut made);
    }
    let about = |given: &[(&str, GivenValue)]| said(Input::Counts(&made), given)[1..3].to_vec();
    let first = "score.only_first model=a".to_owned();
    let note = |text: &str| vec![text.to_owned(), first.clone()];
    assert_eq!(about(&[]), note("score.separated level=95 sigmas=2.39 comparisons=3"));
    let together = ("ranks", word("together"));
    assert_eq!(
        about(std::slice::from_ref(&together)),
        note("score.separated_together level=95 sigmas=2.63 comparisons=6")
    );
    let family = |models| ("family", GivenValue::Number(models));
    assert_eq!(
        about(&[family(500.0)]),
        note("score.separated level=95 sigmas=3.88 comparisons=499")
    );
    assert_eq!(
        about(&[family(2.0)]),
        note("score.separated_pair level=95 sigmas=1.96 comparisons=1")
    );
    let refused = |models| {
        CALL.answer(Input::Counts(&made), &given_of(&[family(models)])).unwrap_err().to_string()
    };
    assert_eq!(refused(1.0), "family = 1 is not a whole number from 2");
}

#[test]
fn few_trials_and_questions_are_noted() {
    let mut made = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    even("a", 29, 1, 1, &mut made);
    even("b", 29, 4, 2, &mut made);
    let of_ranks = |note: &String| {
        ["score.separated", "score.first", "score.only_first", "score.flat_prior"]
            .iter()
            .any(|one| note.starts_with(one))
    };
    let notes = |given: &[(&str, GivenValue)]| {
        let mut all = said(Input::Counts(&made), given).split_off(1);
        all.retain(|note| !of_ranks(note));
        all
    };
    let few = "score.few_questions fewest=30".to_owned();
    assert_eq!(notes(&[]), ["score.single of= of a".to_owned(), few.clone()]);
    // Of questions like these, and with a uniform prior, there is nothing more to say.
    assert_eq!(notes(&[("sampled", YES)]), std::slice::from_ref(&few));
    assert!(notes(&[("prior", word("uniform"))]).is_empty());
    let pass = |metric: &str, k: f64| {
        notes(&[("metrics", word(metric)), ("k", GivenValue::Number(k)), ("ragged", word("drop"))])
    };
    assert_eq!(pass("pass_at_k", 2.0)[0], few);
    assert_eq!(pass("pass_at_k", 3.0)[1], "score.near metric=pass_at_k");
    assert!(pass("pass_at_k_ci", 1.0).iter().all(|note| !note.starts_with("score.beyond")));
    assert_eq!(pass("pass_at_k_ci", 5.0)[1], "score.beyond metric=pass_at_k_ci");
    assert!(pass("mg_pass_at_k", 1.0).contains(&"score.zero metric=mg_pass_at_k".to_owned()));
    assert!(pass("mg_pass_at_k", 2.0).iter().all(|note| !note.starts_with("score.zero")));
}

#[test]
fn weights_and_what_is_missing_are_noted() {
    let mut made = counts(&[
        ("a", "s", "p", [1, 2]),
        ("a", "t", "q", [0, 3]),
        ("b\n", "s", "p", [2, 1]),
        ("c", "s", "p", [0, 0]),
        ("a", "t", "r", [1, 1]),
    ]);
    for (row, weight) in [(0, 1.0), (1, 0.0), (2, 1.0), (3, 1.0), (4, 1.0)] {
        made.describe(row, None, Some(weight)).unwrap();
    }
    let notes = said(Input::Counts(&made), &[]);
    for note in [
        "score.weighted",
        "score.zero_weights questions=1",
        "score.unasked",
        "score.unscored model=c where=in s why=no trial was observed",
        "score.unscored model=c where=overall why=no trial was observed",
    ] {
        assert!(notes.contains(&note.to_owned()), "{note}: {notes:#?}");
    }
    let mean = said(Input::Counts(&made), &[("macro_average", YES)]);
    let lacking = "score.unscored model=b\\n where=overall why=no trial was observed in some task";
    assert!(mean.contains(&lacking.to_owned()), "{mean:#?}");
}

#[test]
fn scores_that_the_prior_moves_are_named() {
    let mut made = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for model in ["a", "b", "c", "d", "e", "f"] {
        even(model, 100, 1, 1, &mut made);
    }
    let notes = said(Input::Counts(&made), &[("metrics", word("bayes"))]);
    let pulled = "score.pulled models=6 names=a, b, c, d, e, …".to_owned();
    assert!(notes.contains(&pulled), "{notes:#?}");
}

#[test]
fn numbers_have_no_prior() {
    let mut sums = Sums::new(true);
    for (model, question, value) in [
        ("a", "p", 1.0),
        ("a", "p", 3.0),
        ("a", "q", 2.0),
        ("a", "q", 4.0),
        ("b", "p", 1.0),
        ("b", "q", 5.0),
    ] {
        let row = sums.trials_mut().row_of(Key { model, question, ..Key::default() });
        sums.add(row, value, 1).unwrap();
    }
    let notes = |given: &[(&str, GivenValue)]| said(Input::Sums(&sums), given);
    assert_eq!(
        notes(&[])[..3],
        [
            "score.of_trials except=, except those of b, about=these questions",
            "score.single of= of b",
            "score.separated_pair level=95 sigmas=12.71 comparisons=1",
        ]
    );
    let best = [("metrics", word("max_at_k")), ("k", GivenValue::Number(1.0))];
    assert_eq!(notes(&best)[0], "score.of_maximum about=these questions");
    assert_eq!(notes(&[("sampled", YES)])[0], "score.of_sample about=questions like these");
    for (name, value) in [
        ("prior", word("uniform")),
        ("weights", GivenValue::Numbers(vec![0.0, 1.0])),
        ("tau", GivenValue::Number(0.5)),
    ] {
        let error = CALL.answer(Input::Sums(&sums), &given_of(&[(name, value)])).unwrap_err();
        assert_eq!(error.kind(), "call.needless");
        assert_eq!(
            error.to_string(),
            format!("numeric scores have no categories, and so no {name}")
        );
    }
}
