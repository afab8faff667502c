//! Adaptive evaluation across the border: abilities, next items and decided pairs, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::CStr;

use scorio::failure::*;
use scorio::options::*;

use crate::models::asked;
use crate::support::{empty, replaced, sentence};

fn numbers(name: &'static CStr, numbers: &[f64]) -> ScorioOption {
    let length = numbers.len();
    ScorioOption { numbers: numbers.as_ptr(), length, ..empty(name) }
}

fn text(name: &'static CStr, text: &'static CStr) -> ScorioOption {
    ScorioOption { text: text.as_ptr(), ..empty(name) }
}

static ONES: [f64; 3] = [1.0; 3];
static NONE: [f64; 3] = [0.0; 3];
static EASY_TO_HARD: [f64; 3] = [-1.0, 0.0, 1.0];

/// A row about a bank of three items, and what a model answered.
fn row(
    name: &CStr,
    (trials, sums): (&[f64], &[f64]),
    options: &[ScorioOption],
    columns: &[&str],
) -> Result<Vec<String>, ScorioStatus> {
    let own = [
        numbers(c"a", &ONES),
        numbers(c"b", &EASY_TO_HARD),
        numbers(c"trials", trials),
        numbers(c"sums", sums),
    ];
    let options = replaced(&own, options);
    asked(name, &options, &[columns]).map(|mut found| found.remove(0))
}

#[test]
fn abilities_are_located() {
    let found = |trials: &[f64], sums: &[f64]| {
        let columns = ["mode", "se", "mean", "sd", "lo", "hi"];
        let found = row(c"ability", (trials, sums), &[], &columns)?;
        Ok(found.iter().map(|one| one.parse().unwrap()).collect::<Vec<f64>>())
    };
    let even = found(&ONES, &[1.0, 0.5, 0.0]).unwrap();
    assert!(even[0].abs() < 1e-3 && even[2].abs() < 1e-3 && (even[4] + even[5]).abs() < 1e-3);
    assert!(found(&[2.0; 3], &[2.0, 1.0, 0.0]).unwrap()[1] < even[1]);
    assert!((found(&NONE, &NONE).unwrap()[3] - 5.0).abs() < 1e-3);
    assert_eq!(found(&ONES, &[2.0, 0.0, 0.0]), Err(SCORIO_DOMAIN));
    assert_eq!(found(&[f64::NAN; 3], &NONE), Err(SCORIO_ARGUMENT));
    assert_eq!(found(&ONES[..2], &NONE), Err(SCORIO_ARGUMENT));
    assert!(sentence().starts_with("trials has 2"), "{}", sentence());
}

#[test]
fn the_next_item_tells_most() {
    let next = |trials: [f64; 3], options: &[ScorioOption]| {
        row(c"next_item", (&trials, &NONE), options, &["item"])
    };
    let place = |item: &str| Ok(vec![item.to_owned()]);
    assert_eq!(next(NONE, &[]), place("1"));
    assert_eq!(next([0.0, 1.0, 0.0], &[]), place("0"));
    let waiting = [numbers(c"pending", &[0.0]), text(c"select", c"expected")];
    assert_eq!(next([0.0, 1.0, 0.0], &waiting), place("2"));
    assert_eq!(next(ONES, &[]), Ok(vec![]));
    assert_eq!(next(NONE, &[text(c"select", c"best")]), Err(SCORIO_ARGUMENT));
    assert_eq!(next(NONE, &[numbers(c"pending", &[3.0])]), Err(SCORIO_DOMAIN));
    // The first stratum is further behind its share.
    let layers = [c"x", c"y", c"x"].map(|label| text(c"strata", label));
    assert_eq!(next(NONE, &layers), place("0"));
    assert_eq!(next(NONE, &[numbers(c"a", &NONE)]), Err(SCORIO_DOMAIN));
    assert_eq!(next(NONE, &[numbers(c"phi", &[1.0, f64::NAN, 1.0])]), Err(SCORIO_DOMAIN));
    let twice = [c"p", c"q", c"p"].map(|name| text(c"items", name));
    assert_eq!(
        (next(NONE, &twice), sentence().as_str()),
        (Err(SCORIO_ARGUMENT), "the bank has item \"p\" twice")
    );
}

#[test]
fn pairs_are_decided() {
    let decide = |errors: [f64; 2], options: &[ScorioOption]| {
        let own = [numbers(c"abilities", &[1.0, 0.0]), numbers(c"errors", &errors)];
        let options = replaced(&own, options);
        let columns: [&[&str]; 1] = [&["z", "boundary", "p", "decided"]];
        let found = asked(c"decide_pair", &options, &columns)?;
        Ok(found[0].iter().map(|one| one.parse().unwrap()).collect::<Vec<f64>>())
    };
    let clear = decide([0.1; 2], &[]).unwrap();
    assert!(clear[3] == 1.0 && clear[2] < 0.05 && clear[0] > clear[1]);
    let open = decide([0.4; 2], &[]).unwrap();
    assert!(open[3] == 0.0 && open[2] > 0.05 && open[0] < open[1]);
    let two_sided = text(c"boundary", c"two-sided");
    let one = decide([0.4; 2], &[two_sided]).unwrap();
    assert!((one[1] - 1.96).abs() < 1e-4);
    let family = numbers(c"pairs", &[6.0]);
    assert!(decide([0.4; 2], &[two_sided, family]).unwrap()[1] > one[1]);
    assert!(decide([0.4; 2], &[numbers(c"resolution", &[0.5])]).unwrap()[1] < open[1]);
    let last = decide([0.1; 2], &[numbers(c"horizon", &[50.0])]).unwrap();
    assert!((last[1] - 1.982_605).abs() < 1e-4);
    assert!((decide([0.1; 2], &[numbers(c"horizon", &[200.0])]).unwrap()[1] - 4.995).abs() < 1e-3);
    assert_eq!(decide([0.1; 2], &[text(c"boundary", c"spending")]), Err(SCORIO_ARGUMENT));
    assert_eq!(decide([0.0, 0.1], &[]), Err(SCORIO_DOMAIN));
    assert_eq!(decide([0.1; 2], &[text(c"boundary", c"never")]), Err(SCORIO_ARGUMENT));
    assert_eq!(decide([0.1; 2], &[numbers(c"errors", &ONES)]), Err(SCORIO_ARGUMENT));
}
