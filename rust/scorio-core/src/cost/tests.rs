//! Laws of costs, and a table computed by hand.

use super::legend::score_of;
use crate::calls::{Given, GivenValue, Input, Workers, call};
use crate::counts::question::Key;
use crate::rows::Value;
use crate::sums::sums::Sums;

/// Trials of a model: its questions, each with outcomes and costs.
type TrialsOfModel<'t> = (&'t str, &'t [&'t [(f64, f64)]]);

fn sums(models: &[TrialsOfModel<'_>]) -> Sums {
    let mut sums = Sums::new(true);
    for (model, questions) in models {
        for (place, trials) in questions.iter().enumerate() {
            for &(outcome, cost) in *trials {
                let (score, question) = (score_of(outcome), format!("q{place}"));
                let key = Key { model, task: "", score: &score, question: &question };
                let row = sums.trials_mut().row_of(key);
                sums.add(row, cost, 1).unwrap();
            }
        }
    }
    sums
}

#[test]
fn retries_of_two_questions_have_the_costs_of_all_orders() {
    let first: &[(f64, f64)] = &[(1.0, 2.0), (0.0, 4.0), (1.0, 3.0)];
    let second: &[(f64, f64)] = &[(0.0, 5.0), (0.0, 6.0), (1.0, 4.0)];
    let sums = sums(&[("a", &[first, second])]);
    let given = Given::default().with("tries", GivenValue::Number(2.0));
    let found = call("cost", Input::Sums(&sums), given, &Workers::QUIET).unwrap();
    let retries: Vec<_> = found.tables[2].rows().collect();
    // (2 + 3 + 6.5) / 3 and (4 + 10 + 10.5) / 3 have the mean 6; 5 of 6 succeed.
    // No number equals NaN, so another kind of value fails.
    let number = |row: usize, place: usize| match &retries[row][place] {
        Value::Real(number) => *number,
        _ => f64::NAN,
    };
    assert!((number(1, 6) - 6.0).abs() < 1e-14, "{retries:?}");
    assert!((number(1, 3) - 5.0 / 6.0).abs() < 1e-15);
    assert!((number(1, 10) - 7.2).abs() < 1e-14);
    assert!((number(0, 6) - 4.0).abs() < 1e-14);
}
