//! Laws of rubrics: no text makes the reader panic, expressions mean what they say, and quantiles are those of
//! sorted values, in any order of trials.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use scorio_core::Counts;
use scorio_core::rubric::PAPER;
use scorio_core::rubric::file::read;
use scorio_core::rubric::grading::{Grades, Grading, GradingOptions};
use scorio_core::rubric::rubrics::Rubrics;

/// An expression over the signals a, b and c, as a tree.
#[derive(Clone, Debug)]
enum Tree {
    Signal(usize),
    Compare(usize, &'static str, f64),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Tree {
    fn text(&self) -> String {
        match self {
            Self::Signal(place) => NAMES[*place].to_owned(),
            Self::Compare(place, sign, number) => format!("{} {sign} {number:?}", NAMES[*place]),
            Self::Not(tree) => format!("not ({})", tree.text()),
            Self::And(left, right) => format!("({}) and ({})", left.text(), right.text()),
            Self::Or(left, right) => format!("({})or({})", left.text(), right.text()),
        }
    }

    /// Kleene's logic, by the minimum and the maximum of −1, 0 (unknown) and 1.
    fn truth(&self, signals: [f64; 3]) -> i8 {
        let known = |truth: bool| if truth { 1 } else { -1 };
        match self {
            Self::Signal(place) if signals[*place].is_nan() => 0,
            Self::Signal(place) => known(signals[*place] != 0.0),
            Self::Compare(place, ..) if signals[*place].is_nan() => 0,
            Self::Compare(place, sign, number) => {
                let value = signals[*place];
                known(match *sign {
                    "<" => value < *number,
                    "<=" => value <= *number,
                    ">" => value > *number,
                    ">=" => value >= *number,
                    "==" => value == *number,
                    _ => value != *number,
                })
            }
            Self::Not(tree) => -tree.truth(signals),
            Self::And(left, right) => left.truth(signals).min(right.truth(signals)),
            Self::Or(left, right) => left.truth(signals).max(right.truth(signals)),
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let sign = prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]);
    let number = prop::sample::select(vec![-1.0, 0.0, 0.5, 1.0, 2e-3]);
    let leaf = prop_oneof![
        (0..3_usize).prop_map(Tree::Signal),
        (0..3_usize, sign, number)
            .prop_map(|(place, sign, number)| Tree::Compare(place, sign, number)),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|tree| Tree::Not(Box::new(tree))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::And(Box::new(a), Box::new(b))),
            (inner.clone(), inner).prop_map(|(a, b)| Tree::Or(Box::new(a), Box::new(b))),
        ]
    })
}

fn file(rule: &str, thresholds: &str) -> String {
    format!(
        "[signals]\na = \"a\"\nb = \"b\"\nc = \"c\"\n[thresholds]\n{thresholds}\n[[rubric]]\nname = \"r\"\n\
         missing = \"unknown\"\n[[rubric.category]]\nname = \"unknown\"\nweight = 0\nwhen = \"1 < 0\"\n\
         [[rubric.category]]\nname = \"yes\"\nweight = 1\nwhen = \"{rule}\"\n\
         [[rubric.category]]\nname = \"no\"\nweight = 0\notherwise = true\n"
    )
}

type Trial = (u8, u8, [f64; 3]);

fn grade(rubrics: &Rubrics, trials: &[Trial]) -> scorio_core::Result<Grades> {
    let mut counts = Counts::of_trials();
    let mut grading = Grading::new(Arc::new(rubrics.clone()), GradingOptions::default());
    for (model, question, signals) in trials {
        let row = counts.row(&model.to_string(), "", &question.to_string());
        counts.add(row, 0, 1)?;
        grading.add(&counts, row, None, signals, &String::new)?;
    }
    grading.finish(&counts, &|_| None)
}

fn signal() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![f64::NAN, -1.0, 0.0, 0.25, 0.5, 1.0, 2e-3, 3.0])
}

fn trials() -> impl Strategy<Value = Vec<Trial>> {
    let one = (0..3_u8, 0..4_u8, [signal(), signal(), signal()]);
    prop::collection::vec(one, 1..60)
}

/// The value so many tenths of the way from one to another, by rational numbers.
fn between(low: f64, high: f64, tenths: usize) -> f64 {
    let [low, high] = [low, high].map(|value| BigRational::from_float(value).unwrap());
    let way = BigRational::new(tenths.into(), 10.into());
    (&low + (high - &low) * way).to_f64().unwrap()
}

proptest! {
    #[test]
    fn expressions_mean_what_they_say(tree in trees(), signals in [signal(), signal(), signal()]) {
        let rubrics = read(&file(&tree.text(), "")).unwrap();
        // Another trial has all signals: one that no trial has is an error.
        let grades = grade(&rubrics, &[(0, 0, signals), (1, 1, [1.0; 3])]).unwrap();
        let counts: Vec<u64> = grades.rubrics[0].counts.iter().next().unwrap().counts.to_vec();
        let expected = match tree.truth(signals) {
            1 => [0, 1, 0],
            0 => [1, 0, 0],
            _ => [0, 0, 1],
        };
        prop_assert_eq!(counts, expected, "{}", tree.text());
    }

    #[test]
    fn quantiles_are_those_of_sorted_values(trials in trials(), tenths in 0..=10_u32, linear in any::<bool>()) {
        let share = f64::from(tenths) / 10.0;
        let rule = if linear { "linear" } else { "observed" };
        let text = file("a <= cut", &format!("cut = {{ signal = \"a\", quantile = {share:?}, where = \"b >= 0\" }}"));
        let text = text.replace("name = \"r\"", &format!("name = \"r\"\nquantile = \"{rule}\""));
        let found = grade(&read(&text).unwrap(), &trials);
        let mut values: Vec<f64> = trials
            .iter()
            .filter(|(_, _, signals)| signals[1] >= 0.0 && !signals[0].is_nan())
            .map(|(_, _, signals)| signals[0])
            .collect();
        values.sort_by(f64::total_cmp);
        let Some(last) = values.len().checked_sub(1) else {
            prop_assert!(found.is_err());
            return Ok(());
        };
        let found = found.unwrap();
        let tenths = tenths as usize;
        let expected = if linear {
            let (whole, rest) = (tenths * last / 10, tenths * last % 10);
            between(values[whole], values[(whole + 1).min(last)], rest)
        } else {
            values[(tenths * values.len()).div_ceil(10).max(1) - 1]
        };
        prop_assert_eq!(found.thresholds[0].value, expected);

        // In any order, and with the value in the place of the quantile, all is the same.
        let mut mixed = trials.clone();
        mixed.reverse();
        let backward = grade(&read(&text).unwrap(), &mixed).unwrap();
        prop_assert_eq!(&backward.rubrics[0].counts, &found.rubrics[0].counts);
        prop_assert_eq!(&backward.thresholds, &found.thresholds);
        let value = found.thresholds[0].value;
        let fixed = read(&file("a <= cut", &format!("cut = {value:?}"))).unwrap();
        let streamed = grade(&fixed, &trials).unwrap();
        prop_assert_eq!(&streamed.rubrics[0].counts, &found.rubrics[0].counts);
    }

    #[test]
    fn damaged_files_are_read_or_refused(cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<char>()), 1..6)) {
        let text = file("a and not (b < cut) or c == 1", "cut = { signal = \"a\", quantile = 0.5, where = \"b\" }");
        let mut characters: Vec<char> = text.chars().collect();
        for (place, kind, other) in cuts {
            if characters.is_empty() {
                break;
            }
            let at = place.index(characters.len());
            match kind {
                0 => { characters.remove(at); }
                1 => characters.insert(at, other),
                2 => characters[at] = other,
                _ => { characters.truncate(at.max(1)); }
            }
        }
        let damaged: String = characters.into_iter().collect();
        if let Err(error) = read(&damaged) {
            prop_assert!(!error.to_string().contains(char::is_control), "{error}");
        }
    }

    #[test]
    fn errors_are_one_line(name in "[a-c\n\r\u{85}\u{2028}\u{1b}\"]{1,6}") {
        let quoted = format!("\"{}\"", name.escape_default());
        let text = file("a", "").replace("\"a\"", &quoted);
        let error = match read(&text) {
            Ok(rubrics) => grade(&rubrics, &[(0, 0, [f64::NAN; 3])]).unwrap_err(),
            Err(error) => error,
        };
        prop_assert!(!error.to_string().contains(char::is_control), "{error}");
    }

    #[test]
    fn no_expression_makes_the_reader_panic(text in "[a-c<>=!() .0-9\u{e9}nortdu-]{0,40}") {
        if let Err(error) = read(&file(&text, "")) {
            prop_assert!(error.to_string().contains("line"), "{error}");
        }
    }
}

#[test]
fn the_file_of_the_paper_survives_its_own_freezing() {
    let rubrics = read(PAPER).unwrap();
    assert_eq!(read(rubrics.text()).unwrap(), rubrics);
}
