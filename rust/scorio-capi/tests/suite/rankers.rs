//! Ranking methods across the border: outcomes and counts, options, intervals, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::CStr;
use std::ptr::null;

use scorio::failure::*;
use scorio::last::*;
use scorio::options::*;

use crate::models::{Counted, answered, asked};
use crate::support::{empty, last, replaced, sentence, sentence_from};

/// Three models, three questions, two trials.
static OUTCOMES: [f64; 18] =
    [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0];

/// Failures and successes of the same.
static COUNTS: [f64; 18] =
    [0.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 0.0, 1.0, 1.0];

static AXES: [usize; 3] = [3, 3, 2];

fn array(name: &'static CStr, values: &[f64], axes: &[usize]) -> ScorioOption {
    ScorioOption { axes: axes.as_ptr(), axis_count: axes.len(), ..numbers(name, values) }
}

fn text(name: &'static CStr, text: &'static CStr) -> ScorioOption {
    ScorioOption { text: text.as_ptr(), ..empty(name) }
}

fn numbers(name: &'static CStr, numbers: &[f64]) -> ScorioOption {
    let length = numbers.len();
    ScorioOption { numbers: numbers.as_ptr(), length, ..empty(name) }
}

fn outcomes() -> ScorioOption {
    array(c"R", &OUTCOMES, &AXES)
}

fn counts() -> ScorioOption {
    array(c"counts", &COUNTS, &AXES)
}

/// A column of what a method says.
fn column(
    column: &str,
    method: &'static CStr,
    options: &[ScorioOption],
) -> Result<Vec<String>, ScorioStatus> {
    let own = [text(c"method", method), numbers(c"replicates", &[200.0]), numbers(c"seed", &[7.0])];
    let options = replaced(&own, options);
    asked(c"rank", &options, &[&[column]]).map(|mut found| found.remove(0))
}

/// That a call is refused in these words, whose places are counted from 1.
fn refused(options: &[ScorioOption], said: &str) {
    assert_eq!(column("rank", c"bradley_terry_map", options), Err(SCORIO_ARGUMENT), "{said}");
    assert_eq!(sentence_from(1), said);
}

#[test]
fn models_are_ranked_in_their_order() {
    let drawn = [outcomes()];
    let found = |name| column(name, c"avg", &drawn).unwrap();
    assert_eq!(found("rank"), ["1", "2", "3"]);
    let reals = |name| found(name).iter().map(|one| one.parse().unwrap()).collect::<Vec<f64>>();
    let (lo, score, hi) = (reals("lo"), reals("score"), reals("hi"));
    assert!(lo[0] <= score[0] && score[0] <= hi[0] && reals("p_best")[0] > 0.5);
    assert_eq!((found("rank_lo")[0].as_str(), found("rank_hi")[2].as_str()), ("1", "3"));
    let turned: Vec<f64> = OUTCOMES.chunks(6).rev().flatten().copied().collect();
    let turned = [array(c"R", &turned, &AXES), text(c"interval", c"none")];
    assert_eq!(column("rank", c"avg", &turned).unwrap(), ["3", "2", "1"]);
    assert_eq!(column("sigma", c"avg", &turned).unwrap(), ["-"; 3]);
    assert_eq!(column("model", c"avg", &turned).unwrap(), ["0", "1", "2"]);
    assert_eq!(column("questions_asked", c"avg", &turned).unwrap(), ["3"; 3]);
}

#[test]
fn counts_rank_as_outcomes() {
    for (method, interval) in [
        (c"bradley_terry_map", c"sandwich"),
        (c"bradley_terry_davidson_map", c"posterior"),
        (c"hodge_rank", c"questions"),
        (c"borda", c"none"),
    ] {
        for name in ["rank", "score", "sigma", "lo", "p_best"] {
            let of = |data| column(name, method, &[data, text(c"interval", interval)]).unwrap();
            assert_eq!(of(outcomes()), of(counts()), "{method:?}");
        }
    }
    let half = numbers(c"weights", &[0.0, 0.5]);
    let scores = |options: &[ScorioOption]| {
        let found = column("score", c"avg", options).unwrap();
        found.iter().map(|one| one.parse().unwrap()).collect::<Vec<f64>>()
    };
    for (whole, part) in scores(&[counts()]).iter().zip(scores(&[counts(), half])) {
        assert!((whole - 2.0 * part).abs() < 2e-4);
    }
}

#[test]
fn counted_results_are_ranked() {
    let held = Counted::of_both();
    let ranked = |options: &[ScorioOption]| {
        let options: Vec<_> = [text(c"method", c"avg")].iter().chain(options).copied().collect();
        let columns: [&[&str]; 1] = [&["model", "rank", "score"]];
        answered(c"rank", (held.handle(), null()), &options, &columns)
    };
    assert_eq!(ranked(&[]).unwrap()[0], ["new", "1", "0.8333", "old", "2", "0.3333"]);
    let by_task = [text(c"cluster", c"task")];
    assert_eq!(ranked(&by_task), Err(SCORIO_ARGUMENT));
    assert!(sentence().starts_with("there is one cluster: an interval needs at least two"));
    assert_eq!(ranked(&[outcomes()]), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "R is of an array, and these are counts");
}

#[test]
fn a_method_has_options_of_its_own() {
    let top = |options: &[ScorioOption]| {
        let options: Vec<_> = [outcomes()].iter().chain(options).copied().collect();
        column("score", c"bradley_terry_map", &options)
            .map(|found| found[0].parse::<f64>().unwrap())
    };
    let plain = top(&[]).unwrap();
    assert!(top(&[numbers(c"prior_variance", &[0.01])]).unwrap() < plain / 2.0);
    let laplace = [text(c"prior", c"laplace"), numbers(c"prior_scale", &[0.5])];
    assert!((top(&laplace).unwrap() - plain).abs() > 1e-3);
    assert!(top(&[numbers(c"prior_means", &[3.0, 0.0, -3.0])]).unwrap() > plain);
    for (option, said) in [
        (numbers(c"prior_means", &[3.0, 0.0]), "prior_means has 2 numbers but there are 3 models"),
        (text(c"prior", c"flat"), "prior = 'flat' is not one of 'gaussian', 'laplace', 'cauchy'"),
        (text(c"prior_variance", c"1"), "the option prior_variance has to be a number"),
        (ScorioOption { name: null(), ..text(c"prior", c"laplace") }, "name is NULL"),
    ] {
        refused(&[outcomes(), option], said);
    }
    assert_eq!(top(&[numbers(c"prior_variance", &[-1.0])]), Err(SCORIO_DOMAIN));
    let unknown = [outcomes(), numbers(c"smoothing", &[1.0])];
    assert_eq!(column("rank", c"avg", &unknown), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "avg has no option \"smoothing\": it has none");
}

#[test]
fn names_and_clusters_are_labels() {
    let only = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let both = array(c"R", &only, &[2, 3, 2]);
    let names = [text(c"models", c"ann"), text(c"models", c"bob")];
    for (names, who) in [(&names[..], "bob against ann"), (&[][..], "1 against 0")] {
        let options: Vec<_> = [both].iter().chain(names).copied().collect();
        assert_eq!(column("rank", c"bradley_terry", &options), Err(SCORIO_ARGUMENT));
        assert_eq!(
            sentence(),
            format!(
                "bradley_terry has no finite strengths: nothing speaks for {who}; \
                 take a method with a prior, such as bradley_terry_map, which has strengths of any data"
            )
        );
        assert_eq!(last(SCORIO_REMEDY_TEXT, 0), "bradley_terry_map");
    }
    let labels = |last| [c"a", c"a", last].map(|label| text(c"clusters", label));
    let [one, two, three] = labels(c"a");
    let together = [outcomes(), one, two, three];
    assert_eq!(column("rank", c"avg", &together), Err(SCORIO_ARGUMENT));
    assert_eq!(
        sentence(),
        "there is one cluster: an interval needs at least two; rank without intervals (interval = \
         \"none\"), or add a cluster"
    );
    let [one, two, three] = labels(c"b");
    let aligned = [outcomes(), one, two, three, text(c"pairing", c"aligned")];
    let sandwich: Vec<_> =
        aligned.iter().copied().chain([text(c"interval", c"sandwich")]).collect();
    assert_eq!(column("rank", c"rao_kupper_map", &sandwich).unwrap(), ["1", "2", "3"]);
    assert_eq!(column("rank", c"borda", &aligned), Err(SCORIO_ARGUMENT));
    assert!(sentence().starts_with("borda counts no pairs of trials"));
}

#[test]
fn bad_data_are_refused() {
    refused(&[], "R is missing: outcomes of models × questions × trials, or counts");
    refused(&[outcomes(), counts()], "give R or counts");
    let flat = "the option R has to be an array of three axes, the first of models";
    refused(&[array(c"R", &OUTCOMES, &[9, 2])], flat);
    let one = array(c"R", &OUTCOMES, &[1, 9, 2]);
    refused(&[one], "1 model to rank: a ranking needs at least two models");
    let none = "R has 0 models, 3 questions and 2 trials: each has to be at least 1";
    refused(&[array(c"R", &[], &[0, 3, 2])], none);
    let mut two = OUTCOMES;
    two[9] = 2.0;
    let said = "R[2, 2] = 2 is not an outcome: rankings take 0 and 1 (of model 2)";
    refused(&[array(c"R", &two, &AXES)], said);
    two[9] = f64::NAN;
    let gap = array(c"R", &two, &AXES);
    assert_eq!(column("rank", c"avg", &[gap]), Err(SCORIO_ARGUMENT));
    assert!(column("rank", c"avg", &[gap, text(c"missing", c"drop")]).is_ok());
    let weights = numbers(c"weights", &[0.0, 1.0]);
    refused(&[outcomes(), weights], "weights are for counts: R has only 0 and 1");
    let said = "category 1 has the weight 2: ranking needs weights from 0 to 1";
    refused(&[counts(), numbers(c"weights", &[0.0, 2.0])], said);
    for (entry, said) in [
        (-1.0, "counts[2, 1] = -1 is not a count: counts are whole numbers from 0"),
        (9_007_199_254_740_994.0, "counts[2, 1] = 9007199254740994 is not a count"),
    ] {
        let mut table = COUNTS;
        table[2] = entry;
        assert_eq!(
            column("rank", c"avg", &[array(c"counts", &table, &AXES)]),
            Err(SCORIO_ARGUMENT)
        );
        assert!(sentence_from(1).starts_with(said), "{}", sentence_from(1));
    }
}

#[test]
fn bad_requests_are_refused() {
    let asked = |method, name, value| column("rank", method, &[outcomes(), text(name, value)]);
    assert_eq!(asked(c"avg", c"interval", c"exact"), Err(SCORIO_ARGUMENT));
    assert_eq!(
        sentence(),
        "interval = 'exact' is not one of 'questions', 'sandwich', 'posterior', 'none'"
    );
    assert_eq!(column("rank", c"best", &[outcomes()]), Err(SCORIO_ARGUMENT));
    assert!(sentence().starts_with("there is no ranking method \"best\": the methods are avg, "));
    assert_eq!(asked(c"borda", c"interval", c"sandwich"), Err(SCORIO_ARGUMENT));
    let drawn = "only models of pairs have one; set interval = \"questions\"";
    assert!(sentence().ends_with(drawn), "{}", sentence());
    let number = |name, value| column("rank", c"avg", &[outcomes(), numbers(name, &[value])]);
    assert_eq!(number(c"confidence", 1.0), Err(SCORIO_DOMAIN));
    assert_eq!(number(c"replicates", 0.0), Err(SCORIO_DOMAIN));
    assert!(number(c"replicates", 10.0).is_ok());
}

#[test]
fn a_call_refuses_what_it_is_not_about() {
    let counts = Counted::of_both();
    let asked = |name| answered(name, (counts.handle(), null()), &[], &[]);
    assert_eq!(asked(c"simulate_coins"), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "simulate_coins is about its options alone: give it no counts");
    assert_eq!(asked(c"scores"), Err(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "there is no call \"scores\": do you mean score?");
}
