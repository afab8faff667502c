//! What is said of differences of numbers that a few large outcomes carry.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use scorio_core::calls::{Call, GivenValue, Input};
use scorio_core::counts::Key;
use scorio_core::{Sums, compare, leaderboard};

use crate::support::{YES, notes_of, word};

const NOTE: &str = "score.carried_apart ";

/// The outcomes of a question, by its place.
type Outcomes<'a> = &'a dyn Fn(usize) -> Vec<f64>;

/// Models by name, with the outcomes of each of 12 questions.
fn sums(models: &[(&str, Outcomes<'_>)]) -> Sums {
    let mut sums = Sums::new(false);
    for (model, outcomes) in models {
        for place in 0..12 {
            let (question, cluster) = (format!("q{place}"), format!("c{}", place % 6));
            let key = Key { model, question: &question, ..Key::default() };
            let row = sums.trials_mut().row_of(key);
            for value in outcomes(place) {
                sums.add(row, value, 1).unwrap();
            }
            sums.trials_mut().describe(row, Some(&cluster), None).unwrap();
        }
    }
    sums
}

fn said(call: &Call, sums: &Sums, given: &[(&str, GivenValue)]) -> Vec<String> {
    let mut notes = notes_of(call, Input::Sums(sums), given);
    notes.retain(|note| note.starts_with(NOTE));
    notes.into_iter().map(|note| note.replace(NOTE, "")).collect()
}

/// What `compare` says beside a baseline.
fn beside(sums: &Sums, baseline: &str, more: &[(&str, GivenValue)]) -> Vec<String> {
    said(&compare::CALL, sums, &[&[("baseline", word(baseline))], more].concat())
}

/// Outcomes of one question: even ones, and one of 12 questions that is far above the others.
fn even(place: usize) -> f64 {
    [-1.0, 0.0, 1.0][place % 3]
}

fn skewed(place: usize) -> f64 {
    if place == 4 { 40.0 } else { even(place + 1) }
}

fn as_skewed(place: usize) -> f64 {
    skewed(place) + [0.5, -0.5][place % 2]
}

#[test]
fn differences_of_unequal_skewness_are_named() {
    let sums = sums(&[
        ("even", &|place| vec![even(place)]),
        ("skewed", &|place| vec![skewed(place)]),
        ("too", &|place| vec![as_skewed(place)]),
    ]);
    for more in [&[][..], &[("sampled", YES)], &[("cluster", word("cluster"))]] {
        // Equal skewness of two models on the same questions cancels.
        assert_eq!(beside(&sums, "even", more), ["others=even models=skewed, too"]);
        assert_eq!(beside(&sums, "skewed", more), ["others=skewed models=even"]);
        // Of all pairs, the model is named that all of them have in common.
        for call in [&leaderboard::CALL, &compare::PAIRS_CALL] {
            assert_eq!(said(call, &sums, more), ["others=other models models=even"]);
        }
    }
    let unpaired = |more: &[(&'static str, GivenValue)]| {
        [&[("paired", GivenValue::Flag(false))][..], more].concat()
    };
    assert_eq!(beside(&sums, "even", &unpaired(&[])), ["others=even models=skewed, too"]);
    assert_eq!(beside(&sums, "skewed", &unpaired(&[])), ["others=skewed models=even"]);
    let clusters = unpaired(&[("cluster", word("cluster"))]);
    assert_eq!(beside(&sums, "skewed", &clusters), ["others=skewed models=even"]);
    // A model that lacks a question is compared on the common ones.
    let part = sums.filter(|one| (one.model, one.question) != ("even", "q4")).unwrap();
    for call in [&leaderboard::CALL, &compare::PAIRS_CALL] {
        assert_eq!(said(call, &part, &[]), [""; 0]);
    }
    assert_eq!(beside(&part, "even", &[]), [""; 0]);
}

#[test]
fn repeated_trials_tell_the_skewness_of_a_difference() {
    // Third moments of a question in units of its variance to the 3/2: 2 / √3 by one trial of four.
    let rare = |size: f64| {
        move |place: usize| vec![even(place), even(place), even(place), even(place) + size]
    };
    let plain = |place: usize| vec![even(place) - 1.0, even(place), even(place), even(place) + 1.0];
    let (large, small) = (rare(30.0), rare(-30.0));
    let few: &dyn Fn(usize) -> Vec<f64> =
        &|place| if place == 2 { large(place) } else { plain(place) };
    let other: &dyn Fn(usize) -> Vec<f64> =
        &|place| if place == 7 { large(place) } else { plain(place) };
    let minus: &dyn Fn(usize) -> Vec<f64> =
        &|place| if place == 7 { small(place) } else { plain(place) };
    let sums = sums(&[("few", few), ("minus", minus), ("other", other), ("plain", &plain)]);
    assert_eq!(beside(&sums, "plain", &[]), ["others=plain models=few, minus, other"]);
    // Wherever the large outcomes are, those of two models cancel, and opposite ones add up.
    assert_eq!(beside(&sums, "other", &[]), ["others=other models=minus, plain"]);
    for call in [&leaderboard::CALL, &compare::PAIRS_CALL] {
        assert_eq!(said(call, &sums, &[]), ["others=other models models=minus, plain"]);
    }
    // Half of the trials do not tell it.
    let half = |given: &dyn Fn(usize) -> Vec<f64>, place| given(place).split_off(2);
    let half =
        self::sums(&[("few", &|place| half(few, place)), ("plain", &|place| half(&plain, place))]);
    assert_eq!(beside(&half, "plain", &[]), [""; 0]);
}

#[test]
fn outcomes_of_equal_shape_carry_no_difference() {
    let sums = sums(&[
        ("a", &|place| vec![even(place), even(place + 1), even(place) * 2.0]),
        ("b", &|place| vec![even(place + 2), even(place), even(place) - 1.0]),
    ]);
    assert_eq!(beside(&sums, "a", &[]), [""; 0]);
    assert_eq!(said(&leaderboard::CALL, &sums, &[("sampled", YES)]), [""; 0]);
}
