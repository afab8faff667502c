//! Laws of horizons, on random tables.

use proptest::prelude::*;

use super::tests::{CURVES, RATIOS, ROWS, asked, given, numbers, values};
use crate::calls::{Answer, Given, GivenValue};
use crate::counts::Counts;
use crate::rows::Value;

/// A task: its length, its family, and the successes of two models of its trials.
type DrawnTask = (f64, u8, [u64; 2], u64);

fn tasks() -> impl Strategy<Value = Vec<DrawnTask>> {
    let task = (-2.0..9.0_f64, 0..8_u8, 2..7_u64, 0.0..1.0_f64, 0.0..1.0_f64);
    let drawn = task.prop_map(|(log2, family, trials, one, other)| {
        // Longer tasks are harder, so that most tables have a curve.
        let share = |luck: f64| (1.2 - 0.1 * log2 - 0.6 * luck).clamp(0.0, 1.0);
        let solved = |luck: f64| {
            let most = share(luck) * trials as f64;
            (0..trials).filter(|&trial| trial as f64 + 0.5 <= most).count() as u64
        };
        let successes = [one, other].map(solved);
        (log2.exp2(), family, successes, trials)
    });
    proptest::collection::vec(drawn, 4..30)
}

/// Counts of the models a and b with the tasks in some order, and each trial so many times.
fn counts(tasks: &[DrawnTask], factor: f64, times: u64, order: &[usize]) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    let models: &[usize] = if order.first() > order.last() { &[1, 0] } else { &[0, 1] };
    for &model in models {
        for &place in order {
            let (length, family, successes, trials) = tasks[place];
            let row = counts.row(["a", "b"][model], "t", &format!("q{place:02}"));
            counts.note(row, "length", &(length * factor).to_string()).unwrap();
            counts.add(row, 1, times * successes[model]).unwrap();
            counts.add(row, 0, times * (trials - successes[model])).unwrap();
            counts
                .describe(row, Some(&format!("f{family}")), Some(1.0 + f64::from(family)))
                .unwrap();
        }
    }
    counts
}

fn by_families() -> Given {
    let text = |text: &str| GivenValue::Text(text.to_owned());
    given("length").with("cluster", text("cluster")).with("baseline", text("a"))
}

/// All values of all tables.
fn all(answer: &Answer) -> Vec<Vec<Value>> {
    answer.tables.iter().flat_map(|table| table.rows().collect::<Vec<_>>()).collect()
}

/// Numbers that are near, or of which both are missing.
fn near(one: &[f64], other: &[f64], tolerance: f64) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            (one.is_nan() && other.is_nan())
                || (one - other).abs() <= tolerance * (1.0 + one.abs() + one * one)
        })
}

proptest! {
    #[test]
    fn the_order_of_a_log_changes_no_bit(tasks in tasks(), seed in any::<u64>()) {
        let own: Vec<usize> = (0..tasks.len()).collect();
        let mut other = own.clone();
        other.sort_by_key(|&place| (place as u64 + 1).wrapping_mul(seed | 1));
        let found = |order| asked(&counts(&tasks, 1.0, 1, order), by_families());
        match (found(&own), found(&other)) {
            (Ok(one), Ok(other)) => {
                prop_assert_eq!(all(&one), all(&other));
                prop_assert_eq!(one.notes, other.notes);
            }
            (one, other) => prop_assert_eq!(one.unwrap_err(), other.unwrap_err()),
        }
    }

    #[test]
    fn another_unit_divides_horizons_and_changes_nothing_else(tasks in tasks()) {
        let order: Vec<usize> = (0..tasks.len()).collect();
        let found = |factor| asked(&counts(&tasks, factor, 1, &order), by_families());
        let (Ok(minutes), Ok(hours)) = (found(1.0), found(1.0 / 60.0)) else { return Ok(()) };
        prop_assert_eq!(values(&minutes, ROWS, "kind"), values(&hours, ROWS, "kind"));
        let sixty = 60.0_f64.log2();
        for field in ["log2", "log2_lo", "log2_hi"] {
            let hours: Vec<f64> =
                numbers(&hours, ROWS, field).iter().map(|log2| log2 + sixty).collect();
            let minutes = numbers(&minutes, ROWS, field);
            prop_assert!(near(&minutes, &hours, 1e-6), "{} {:?} {:?}", field, minutes, hours);
        }
        for (table, field) in
            [(RATIOS, "log2"), (RATIOS, "sigma"), (RATIOS, "longer"), (CURVES, "slope")]
        {
            let (one, other) = (numbers(&minutes, table, field), numbers(&hours, table, field));
            prop_assert!(near(&one, &other, 1e-6), "{} {:?} {:?}", field, one, other);
        }
    }

    #[test]
    fn trials_that_come_again_change_no_figure_about_tasks_like_these(tasks in tasks()) {
        let order: Vec<usize> = (0..tasks.len()).collect();
        let found = |times| asked(&counts(&tasks, 1.0, times, &order), by_families());
        let (Ok(once), Ok(thrice)) = (found(1), found(3)) else { return Ok(()) };
        for field in ["kind", "log2", "unbounded"] {
            // An interval about tasks like these holds that about these, which is narrower with more trials.
            if field != "unbounded" {
                prop_assert_eq!(values(&once, ROWS, field), values(&thrice, ROWS, field));
            }
        }
        prop_assert_eq!(once.tables[RATIOS].rows().collect::<Vec<_>>(), thrice.tables[RATIOS].rows().collect::<Vec<_>>());
        prop_assert_eq!(once.tables[CURVES].rows().collect::<Vec<_>>(), thrice.tables[CURVES].rows().collect::<Vec<_>>());
        for (field, sign) in [("log2_lo", 1.0), ("log2_hi", -1.0)] {
            let ends = numbers(&once, ROWS, field);
            for (end, other) in ends.iter().zip(numbers(&thrice, ROWS, field)) {
                prop_assert!(end.is_nan() || sign * end <= sign * other + 1e-12);
            }
        }
    }

    #[test]
    fn a_curve_has_its_horizons_and_ratios_turn_round(tasks in tasks()) {
        let order: Vec<usize> = (0..tasks.len()).collect();
        let counts = counts(&tasks, 1.0, 1, &order);
        let Ok(found) = asked(&counts, by_families()) else { return Ok(()) };
        let places = numbers(&found, ROWS, "log2");
        let (low, high) = (numbers(&found, ROWS, "log2_lo"), numbers(&found, ROWS, "log2_hi"));
        for ((place, low), high) in places.iter().zip(low).zip(high) {
            prop_assert!(low.is_nan() || (low <= *place && *place <= high));
        }
        let text = |text: &str| GivenValue::Text(text.to_owned());
        let turned = given("length").with("cluster", text("cluster")).with("baseline", text("b"));
        let turned = asked(&counts, turned).unwrap();
        let sum = |field: &str| -> Vec<f64> {
            let one = numbers(&found, RATIOS, field);
            one.iter().zip(numbers(&turned, RATIOS, field)).map(|(a, b)| a + b).collect()
        };
        prop_assert!(sum("log2").iter().all(|sum| sum.abs() < 1e-9));
        prop_assert!(sum("longer").iter().all(|sum| sum.is_nan() || (sum - 1.0).abs() < 1e-12));
    }
}
