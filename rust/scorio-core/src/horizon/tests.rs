//! Horizons by hand, sentences for data that allow no fit, and bad input.

use crate::calls::{Answer, Given, GivenValue, Input, Workers, call};
use crate::counts::Counts;
use crate::error::Result;
use crate::rows::Value;

/// A task of a model: its name, its length, successes and trials.
pub(super) type Tried<'a> = (&'a str, &'a str, u64, u64);

/// Counts of models with the lengths of their tasks.
pub(super) fn counts(models: &[(&str, &[Tried<'_>])]) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (model, tasks) in models {
        for &(name, length, successes, trials) in *tasks {
            let row = counts.row(model, "", name);
            counts.note(row, "minutes", length).unwrap();
            counts.add(row, 1, successes).unwrap();
            counts.add(row, 0, trials - successes).unwrap();
        }
    }
    counts
}

/// The options with the field of the lengths.
pub(super) fn given(length: &str) -> Given {
    Given::default().with("length", GivenValue::Text(length.to_owned()))
}

pub(super) fn asked(counts: &Counts, given: Given) -> Result<Answer> {
    call("horizon", Input::Counts(counts), given, &Workers::QUIET)
}

/// The tables of an answer, by their places.
pub(super) const ROWS: usize = 0;
pub(super) const RATIOS: usize = 1;
pub(super) const DOUBLINGS: usize = 2;
pub(super) const BINS: usize = 3;
pub(super) const CURVES: usize = 4;

/// The values of a field, by row.
pub(super) fn values(answer: &Answer, table: usize, field: &str) -> Vec<Value> {
    let table = &answer.tables[table];
    let place = table.fields.iter().position(|one| one.name == field).unwrap();
    table.rows().map(|row| row[place].clone()).collect()
}

/// The same as numbers. Missing ones are NaN.
pub(super) fn numbers(answer: &Answer, table: usize, field: &str) -> Vec<f64> {
    let number = |value: Value| match value {
        Value::Real(number) => number,
        Value::Whole(number) => number as f64,
        _ => f64::NAN,
    };
    values(answer, table, field).into_iter().map(number).collect()
}

fn texts(answer: &Answer, field: &str) -> Vec<String> {
    let text = |value| match value {
        Value::Text(text) => text,
        other => format!("{other:?}"),
    };
    values(answer, ROWS, field).into_iter().map(text).collect()
}

fn kinds(answer: &Answer) -> Vec<&'static str> {
    answer.notes.iter().map(|note| note.kind.name).collect()
}

fn close(actual: f64, expected: f64) -> bool {
    (actual - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

/// 80 % of trials at 1 minute and 20 % at 16, each twice.
const BY_HAND: &[Tried<'_>] =
    &[("u", "1", 4, 5), ("v", "16", 1, 5), ("w", "1", 4, 5), ("x", "16", 1, 5)];

#[test]
fn a_curve_through_two_shares_is_known_by_hand() {
    let found = asked(&counts(&[("m", BY_HAND)]), given("minutes")).unwrap();
    let slope = -2.0 * 4.0_f64.ln() / 4.0;
    assert!(close(numbers(&found, CURVES, "slope")[0], slope));
    let horizons = numbers(&found, ROWS, "horizon");
    assert!(close(horizons[0], 4.0) && close(horizons[1], 1.0), "{horizons:?}");
    // Tasks that fit the curve by luck have no scatter, so the interval is that about these tasks.
    let these = given("minutes").with("these", GivenValue::Flag(true));
    let these = asked(&counts(&[("m", BY_HAND)]), these).unwrap();
    for end in ["lo", "hi"] {
        assert_eq!(numbers(&found, ROWS, end), numbers(&these, ROWS, end));
    }
    assert_eq!(texts(&found, "shown"), ["4.0m", "1.0m"]);
    assert_eq!(numbers(&found, BINS, "observed"), [0.8, 0.2]);
    // Lengths at the ends of the tasks are not beyond them.
    assert_eq!(values(&found, ROWS, "short_of")[1], Value::Flag(false));
}

/// The slope follows from any two horizons. 320.42 and 41.551 minutes were published of one model.
#[test]
fn two_published_horizons_give_the_slope() {
    let slope = |half: f64, most: f64| -(4.0_f64.ln()) / (half / most).log2();
    assert!((slope(320.42, 41.551) + 0.470).abs() < 5e-4);
    let found = asked(&counts(&[("m", BY_HAND)]), given("minutes")).unwrap();
    let horizons = numbers(&found, ROWS, "horizon");
    assert!(close(slope(horizons[0], horizons[1]), numbers(&found, CURVES, "slope")[0]));
}

#[test]
fn data_that_allow_no_fit_have_a_sentence() {
    let sure: &[Tried<'_>] = &[("p", "1", 3, 3), ("q", "12", 3, 3), ("r", "30", 0, 3)];
    let mixed: &[Tried<'_>] = &[("p", "1", 3, 3), ("q", "12", 2, 3), ("r", "30", 0, 3)];
    let all: &[Tried<'_>] = &[("p", "1", 3, 3), ("q", "12", 3, 3)];
    let none: &[Tried<'_>] = &[("p", "1", 0, 3), ("q", "12", 0, 3)];
    let rising: &[Tried<'_>] = &[("p", "1", 1, 3), ("q", "12", 2, 3)];
    let turned: &[Tried<'_>] = &[("p", "1", 0, 3), ("q", "12", 3, 3)];
    let level: &[Tried<'_>] = &[("p", "1", 1, 3), ("q", "12", 1, 3), ("r", "30", 1, 3)];
    for (tasks, kind, shown, note) in [
        (sure, "between", "12m to 30m", "horizon.between"),
        (mixed, "between", "about 12m", "horizon.about_length"),
        (all, "above", "above 12m", "horizon.above"),
        (none, "below", "below 1.0m", "horizon.below"),
        (rising, "rising", "none", "horizon.rising"),
        (turned, "rising", "none", "horizon.rising"),
        (level, "rising", "none", "horizon.rising"),
    ] {
        let found = asked(&counts(&[("m", tasks)]), given("minutes")).unwrap();
        assert_eq!(texts(&found, "kind"), [kind, kind]);
        assert_eq!(texts(&found, "shown"), [shown, shown]);
        assert_eq!(kinds(&found), [note]);
        assert_eq!(found.tables[CURVES].rows().len(), 0);
        assert!(numbers(&found, ROWS, "log2").iter().all(|one| one.is_nan()));
    }
    // Models without a fit do not hinder the others, and have their place among them.
    let models = [("a", none), ("b", all), ("c", BY_HAND), ("d", rising), ("e", sure)];
    let ratios = given("minutes").with("baseline", GivenValue::Text("c".to_owned()));
    let found = asked(&counts(&models), ratios).unwrap();
    let mut order = texts(&found, "model");
    order.dedup();
    assert_eq!(order, ["b", "e", "c", "a", "d"]);
    assert_eq!(kinds(&found).iter().filter(|kind| **kind == "horizon.no_ratio").count(), 4);
}

#[test]
fn figures_beyond_the_tasks_are_marked() {
    let tasks: &[Tried<'_>] =
        &[("p", "1", 9, 10), ("q", "2", 8, 10), ("r", "4", 9, 10), ("s", "8", 7, 10)];
    let shares = given("minutes").with("at", GivenValue::Numbers(vec![0.5, 0.95]));
    let found = asked(&counts(&[("m", tasks)]), shares).unwrap();
    assert_eq!(values(&found, ROWS, "beyond"), [Value::Flag(true), Value::Flag(false)]);
    assert_eq!(values(&found, ROWS, "short_of"), [Value::Flag(false), Value::Flag(true)]);
    let notes = kinds(&found);
    assert!(notes.contains(&"horizon.beyond") && notes.contains(&"horizon.short_of"));
    // Four tasks do not tell the slope.
    assert!(notes.contains(&"horizon.unbounded"), "{notes:?}");
    assert_eq!(texts(&found, "shown_interval")[0], "unbounded");
    assert!(numbers(&found, ROWS, "hi")[0].is_nan());
}

#[test]
fn a_penalty_fits_what_is_separated_but_not_what_is_all_equal() {
    let penalty = || given("minutes").with("penalty", GivenValue::Number(0.1));
    let sure: &[Tried<'_>] = &[("p", "1", 3, 3), ("q", "12", 3, 3), ("r", "30", 0, 3)];
    let found = asked(&counts(&[("m", sure)]), penalty()).unwrap();
    assert_eq!(texts(&found, "kind"), ["fitted", "fitted"]);
    assert!(kinds(&found).contains(&"horizon.penalty"));
    let all: &[Tried<'_>] = &[("p", "1", 3, 3), ("q", "12", 3, 3)];
    let found = asked(&counts(&[("m", all)]), penalty()).unwrap();
    assert_eq!(texts(&found, "kind"), ["above", "above"]);
}

#[test]
fn bad_lengths_are_said_with_their_question() {
    for (length, sentence) in [
        ("0", "the minutes of question q is \"0\": lengths are numbers above 0"),
        ("-3", "the minutes of question q is \"-3\": lengths are numbers above 0"),
        ("inf", "the minutes of question q is \"inf\": lengths are numbers above 0"),
        ("long", "the minutes of question q is \"long\": lengths are numbers above 0"),
        ("", "question q has no minutes: give every question a length above 0, or leave it out"),
    ] {
        let tasks: &[Tried<'_>] = &[("p", "1", 2, 3), ("q", length, 1, 3)];
        let error = asked(&counts(&[("m", tasks)]), given("minutes")).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    let one: &[Tried<'_>] = &[("p", "2", 2, 3), ("q", "2", 1, 3)];
    let error = asked(&counts(&[("m", one)]), given("minutes")).unwrap_err().to_string();
    assert_eq!(error, "all tasks of m have the length 2: a horizon needs at least two lengths");
    let counts = counts(&[("m", BY_HAND)]);
    let failed = |given| asked(&counts, given).unwrap_err().to_string();
    assert_eq!(
        failed(given("minute")),
        "no question has the field \"minute\": do you mean minutes?"
    );
    assert_eq!(failed(given("lines")), "no question has the field \"lines\": there are minutes");
    let with = |name: &str, value| given("minutes").with(name, value);
    assert_eq!(
        failed(with("at", GivenValue::Numbers(vec![0.5, 1.0]))),
        "at = 1 is not between 0 and 1"
    );
    assert!(failed(with("at", GivenValue::Numbers(Vec::new()))).contains("is empty"));
    let text = |text: &str| GivenValue::Text(text.to_owned());
    assert_eq!(failed(with("baseline", text("n"))), "there is no model 'n': there are m");
    assert!(failed(with("cluster", text("cluster"))).contains("has no cluster"));
    assert!(
        failed(with("these", GivenValue::Flag(true)).with("cluster", text("task")))
            .contains("alone")
    );
}

#[test]
fn intervals_about_these_tasks_need_two_trials_of_each() {
    let tasks: &[Tried<'_>] = &[("p", "1", 3, 4), ("q", "8", 1, 1), ("r", "16", 1, 4)];
    let these = given("minutes").with("these", GivenValue::Flag(true));
    let error = asked(&counts(&[("m", tasks)]), these).unwrap_err().to_string();
    assert!(error.starts_with("question q of m has a single trial"), "{error}");
}

#[test]
fn dates_give_a_doubling_time() {
    // Curves of one slope whose horizons are 4, 8 and 16 minutes: one doubling in 100 days.
    let tasks = |factor: f64| -> Vec<(String, String)> {
        ["1", "16", "1", "16"]
            .iter()
            .enumerate()
            .map(|(place, length)| {
                let length: f64 = length.parse::<f64>().unwrap() * factor;
                (format!("{factor}-{place}"), length.to_string())
            })
            .collect()
    };
    let named: Vec<_> = [1.0, 2.0, 4.0].map(tasks).into_iter().collect();
    let tried: Vec<Vec<Tried<'_>>> = named
        .iter()
        .map(|own| {
            let tried = own.iter().zip([4, 1, 4, 1]);
            tried.map(|((name, length), successes)| (&**name, &**length, successes, 5)).collect()
        })
        .collect();
    let models: Vec<(&str, &[Tried<'_>])> =
        ["a", "b", "c"].into_iter().zip(tried.iter().map(Vec::as_slice)).collect();
    let counts = counts(&models);
    let dated = |dates: &[&str]| {
        let dates = dates.iter().map(|&date| date.to_owned()).collect();
        given("minutes").with("dates", GivenValue::Texts(dates))
    };
    let found = asked(&counts, dated(&["c=200", "a=0", "b=100"])).unwrap();
    let days = numbers(&found, DOUBLINGS, "days");
    assert!(close(days[0], 100.0) && close(days[1], 100.0), "{days:?}");
    let by_dates = dated(&["a=2025-01-01", "b=2025-04-11", "c=2025-07-20"]);
    assert!(close(numbers(&asked(&counts, by_dates).unwrap(), DOUBLINGS, "days")[0], 100.0));
    let reversed = asked(&counts, dated(&["c=0", "b=100", "a=200"])).unwrap();
    assert!(numbers(&reversed, DOUBLINGS, "days")[0].is_nan());
    let one_day = asked(&counts, dated(&["a=5", "b=5"])).unwrap();
    assert!(kinds(&one_day).contains(&"horizon.no_trend"));
    assert!(kinds(&one_day).contains(&"horizon.undated"));
    let failed = |given| asked(&counts, given).unwrap_err().to_string();
    assert_eq!(failed(dated(&["a=1", "a=2"])), "a has two dates: give one of each model");
    assert!(failed(dated(&["a=1", "z=2"])).starts_with("there is no model 'z'"));
    assert!(failed(dated(&["a=soon"])).contains("is no date"));
}

#[test]
fn other_models_tell_the_difficulty_of_a_question() {
    let own: &[Tried<'_>] = &[("p", "", 4, 4), ("q", "", 2, 4), ("r", "", 1, 4)];
    let other: &[Tried<'_>] = &[("p", "", 4, 4), ("q", "", 3, 4), ("r", "", 0, 4)];
    let both = counts(&[("a", own), ("b", other)]);
    let found = asked(&both, given("item")).unwrap();
    // The odds that b fails: ½ / 4½, 1½ / 3½ and 4½ / ½.
    let row = texts(&found, "model").iter().position(|model| model == "a").unwrap();
    assert!(close(numbers(&found, ROWS, "shortest")[row], 1.0 / 9.0));
    assert!(close(numbers(&found, ROWS, "longest")[row], 9.0));
    assert!(kinds(&found).contains(&"horizon.item"));
    let failed = |counts: &Counts, given| asked(counts, given).unwrap_err().to_string();
    let baseline = given("item").with("baseline", GivenValue::Text("a".to_owned()));
    assert!(failed(&both, baseline).contains("one axis"));
    assert!(failed(&counts(&[("a", own)]), given("item")).contains("difficulty"));
    // A field of this name comes first.
    let mut named = both.clone();
    for (row, length) in ["1", "2", "8"].iter().enumerate() {
        named.note(row, "item", length).unwrap();
    }
    let found = asked(&named, given("item")).unwrap();
    assert_eq!(numbers(&found, ROWS, "longest")[0], 8.0);
    assert!(!kinds(&found).contains(&"horizon.item"));
}
