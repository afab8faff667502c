//! Selected answers and TailPass across the border: what they give, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(non_snake_case, reason = "R is the mathematics' own name")]

use std::ffi::CStr;
use std::ptr::null;

use scorio::failure::*;
use scorio::options::ScorioOption;

use crate::models::{arrays_of, asked, option};
use crate::support::{replaced, sentence};

/// Two questions of four trials: outcomes, scores of a verifier, and answers.
static REWARDS: [f64; 8] = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
static SCORES: [f64; 8] = [0.9, 0.5, 0.5, 0.1, 0.2, 0.8, 0.9, 0.1];
static ANSWERS: [f64; 8] = [4.0, 4.0, 5.0, 6.0, 7.0, 8.0, 8.0, 7.0];
static CORRECT: [f64; 2] = [4.0, 7.0];

fn numbers(name: &CStr, values: &[f64]) -> ScorioOption {
    option(name, null(), values)
}

/// The value and the number of short questions for each budget.
fn best_of(lengths: &[f64], k: &[f64], drop: f64) -> Result<Vec<String>, ScorioStatus> {
    let trials = [numbers(c"rewards", &REWARDS), numbers(c"scores", &SCORES)];
    let drop = [drop];
    let budgets = [numbers(c"k", k), numbers(c"drop_short", &drop)];
    let options = [trials[0], trials[1], numbers(c"lengths", lengths), budgets[0], budgets[1]];
    asked(c"best_of", &options, &[&["value", "dropped"]]).map(|mut found| found.remove(0))
}

#[test]
fn the_best_of_k_is_selected() {
    let both = ["0.3750", "0", "0.5000", "0"];
    assert_eq!(best_of(&[4.0, 4.0], &[1.0, 4.0], 0.0).unwrap(), both);
    // The second question has two trials, and the last two belong to a third.
    assert_eq!(best_of(&[4.0, 2.0, 2.0], &[3.0], 1.0).unwrap()[1], "2");
    assert_eq!(best_of(&[4.0, 2.0, 2.0], &[3.0], 0.0), Err(SCORIO_DOMAIN));
    assert_eq!(best_of(&[9e15, 2.0], &[3.0], 0.0), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "lengths has 9000000000000002 trials but R has 8");
    assert_eq!(best_of(&[4.0, 4.0], &[0.0], 0.0), Err(SCORIO_DOMAIN));
}

#[test]
fn votes_are_counted() {
    let vote = |answers: &[f64; 8], correct: &[f64], k: &[f64]| {
        let lengths = numbers(c"lengths", &[4.0, 4.0]);
        let (answers, correct) = (numbers(c"answers", answers), numbers(c"correct", correct));
        let options = [answers, lengths, correct, numbers(c"k", k)];
        asked(c"vote", &options, &[&["value"]]).map(|found| found[0][0].clone())
    };
    assert_eq!(vote(&ANSWERS, &CORRECT, &[1.0]).unwrap(), "0.5000");
    assert_eq!(vote(&ANSWERS, &CORRECT, &[3.0]).unwrap(), "0.5833");
    assert_eq!(vote(&[-1.0; 8], &CORRECT, &[2.0]).unwrap(), "0.0000");
    assert_eq!(vote(&ANSWERS, &CORRECT, &[5.0]), Err(SCORIO_DOMAIN));
    assert_eq!(vote(&[0.5; 8], &CORRECT, &[1.0]), Err(SCORIO_DOMAIN));
    assert_eq!(vote(&ANSWERS, &[4.0], &[1.0]), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "correct has 1 questions but lengths has 2");
}

#[test]
fn intervals_depend_on_the_seed_and_the_clusters() {
    let interval = |seed: &CStr, clusters: &[f64]| {
        let draws = [numbers(c"replicates", &[200.0]), option(c"seed", seed.as_ptr(), &[])];
        let trials = [numbers(c"rewards", &REWARDS), numbers(c"scores", &SCORES)];
        let votes = [numbers(c"answers", &ANSWERS), numbers(c"correct", &CORRECT)];
        let shared = [numbers(c"lengths", &[4.0, 4.0]), numbers(c"k", &[2.0]), draws[0], draws[1]];
        let clusters = (!clusters.is_empty()).then(|| numbers(c"cluster", clusters));
        [(c"best_of_interval", trials), (c"vote_interval", votes)].map(|(name, own)| {
            let options: Vec<_> = own.into_iter().chain(shared).chain(clusters).collect();
            asked(name, &options, &[&["mu", "sigma", "lo", "hi"]])
        })
    };
    let found = interval(c"5", &[]);
    assert!(found.iter().all(Result::is_ok));
    assert_eq!(interval(c"5", &[]), found);
    assert_ne!(interval(c"18446744073709551615", &[]), found);
    let [best, vote] = interval(c"5", &[7.0, -3.0]);
    assert_ne!(best, found[0]);
    assert_eq!(vote, found[1]);
    assert_eq!(interval(c"5", &[7.0, 7.0])[1], Err(SCORIO_ARGUMENT));
}

static OUTCOMES: [f64; 6] = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0];
static TWO_ROWS: [usize; 2] = [2, 3];

/// A profile of two questions and four trials, by a call with some more options.
fn profile(more: &[ScorioOption]) -> Vec<ScorioOption> {
    let (axes, axis_count) = (TWO_ROWS.as_ptr(), 2);
    let R = ScorioOption { axes, axis_count, ..numbers(c"R", &OUTCOMES) };
    replaced(&[R, numbers(c"k", &[4.0])], more)
}

#[test]
fn profiles_have_means_and_intervals() {
    let more = [numbers(c"covariance", &[1.0]), numbers(c"each_question", &[1.0])];
    let options = profile(&[more[0], more[1], numbers(c"confidence", &[0.95])]);
    let columns: &[&str] = &["threshold", "mean", "sigma", "lo", "hi"];
    let rows = asked(c"tailpass", &options, &[columns]).unwrap().remove(0);
    assert_eq!(rows[..5], ["0.2500", "0.9571", "0.0610", "0.8375", "1.0000"]);
    assert_eq!(rows.len(), 20);
    let [(sizes, each), (square, covariance)] = arrays_of(c"tailpass", &options).unwrap();
    assert_eq!((sizes, square), (vec![2, 4], vec![4, 4]));
    assert_eq!(format!("{:.4}", f64::midpoint(each[0], each[4])), rows[1]);
    assert_eq!(format!("{:.4}", covariance[0].sqrt()), rows[2]);
    let alone = asked(c"tailpass", &profile(&[]), &[columns]).unwrap().remove(0);
    assert_eq!((&alone[..2], &alone[2..5]), (&rows[..2], &["-", "-", "-"].map(str::to_owned)[..]));
    let [(none, _), (no_square, _)] = arrays_of(c"tailpass", &profile(&[])).unwrap();
    assert_eq!((none, no_square), (vec![0, 4], vec![0, 4]));
}

#[test]
fn profiles_have_sums_and_moments() {
    let family = option(c"family", c"moment".as_ptr(), &[]);
    let family = [family, numbers(c"k", &[4.0]), numbers(c"a", &[2.0])];
    let [(_, weights)] = arrays_of(c"tailpass_weights", &family).unwrap();
    let columns: &[&str] = &["mu", "sigma", "lo", "hi"];
    let linear = profile(&[numbers(c"threshold_weights", &weights)]);
    let linear = asked(c"tailpass_linear", &linear, &[columns]).unwrap();
    // Two ways to the second moment.
    let moment = profile(&[numbers(c"lam", &[2.0])]);
    assert_eq!(asked(c"tailpass_moment", &moment, &[columns]).unwrap(), linear);
    let empirical = [profile(&[])[0], numbers(c"k", &[2.0])];
    let [observed] = arrays_of(c"tailpass_empirical", &empirical).unwrap();
    assert_eq!(observed, (vec![2], vec![1.0, 2.0 / 3.0]));
    // Numbers along one axis are the trials of one question.
    let one = [numbers(c"R", &[0.0, 1.0]), numbers(c"k", &[1.0])];
    assert_eq!(arrays_of(c"tailpass_empirical", &one).unwrap(), [(vec![1], vec![0.5])]);
}

#[test]
fn wrong_profiles_are_refused() {
    let refused = |more: ScorioOption| asked(c"tailpass", &profile(&[more]), &[]).unwrap_err();
    assert_eq!(refused(numbers(c"k", &[0.0])), SCORIO_DOMAIN);
    assert_eq!(refused(numbers(c"eta", &[2.0])), SCORIO_DOMAIN);
    assert_eq!(refused(numbers(c"prior", &[-1.0])), SCORIO_DOMAIN);
    assert_eq!(refused(numbers(c"prior", &[1.0; 3])), SCORIO_ARGUMENT);
    assert_eq!(sentence(), "prior has a wrong shape: give one number, 2, or 2 × 2");
    assert_eq!(refused(numbers(c"prior", &[])), SCORIO_ARGUMENT);
    let axes = [1, 2, 3];
    let R = ScorioOption { axes: axes.as_ptr(), axis_count: 3, ..numbers(c"R", &OUTCOMES) };
    assert_eq!(refused(R), SCORIO_ARGUMENT);
    assert_eq!(sentence(), "the option R has to be an array of questions × trials");
    let family = |family: &CStr, more: ScorioOption| {
        let family = option(c"family", family.as_ptr(), &[]);
        let usual = [family, numbers(c"k", &[4.0]), numbers(c"a", &[0.5])];
        let options = replaced(&usual, &[more]);
        assert_eq!(asked(c"tailpass_weights", &options, &[]), Err(SCORIO_ARGUMENT));
        sentence()
    };
    let again = numbers(c"a", &[0.5]);
    assert_eq!(family(c"beta", again), "beta needs the concentration b");
    let concentration = numbers(c"b", &[2.0]);
    let only = "b is the concentration of beta, and other families take none";
    assert_eq!(family(c"maxent", concentration), only);
    assert!(family(c"best", again).contains("'best' is not one of"));
}
