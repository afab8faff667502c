//! Laws of costs, and a table computed by hand.

use super::trials::arrays::{CostPolicies, cost_outcomes};
use super::trials::legend::score_of;
use crate::calls::{Given, GivenValue, Input, Workers, call};
use crate::counts::question::Key;
use crate::rows::Value;
use crate::sums::sums::Sums;
use crate::tally::{Missing, ModelRows};

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

#[test]
fn arrays_have_the_sums_of_single_trials() {
    let first: &[(f64, f64)] = &[(1.0, 2.0), (0.0, 4.0), (1.0, 3.0)];
    let second: &[(f64, f64)] = &[(0.0, 5.0), (-0.0, 6.0)];
    let (outcomes, costs): (Vec<_>, Vec<_>) = [first, second].concat().into_iter().unzip();
    let names = ["q0", "q1"].map(str::to_owned);
    let rows = ModelRows { model: "a", questions: &names, ..ModelRows::default() };
    let policies = |missing| CostPolicies { missing, missing_cost: missing, keep: true };
    let strict = policies(Missing::Error);
    let read = |outcomes: &[f64], costs: &[f64], policies| {
        cost_outcomes(outcomes, costs, &[3, 2], &rows, policies)
    };
    let same: &[(f64, f64)] = &[(0.0, 5.0), (0.0, 6.0)];
    assert_eq!(read(&outcomes, &costs, strict).unwrap(), sums(&[("a", &[first, same])]));
    let changed = |values: &[f64], place: usize, value: f64| {
        let mut values = values.to_vec();
        values[place] = value;
        values
    };
    let nan = f64::NAN;
    for (place, outcome, cost, said) in [
        (4, nan, 6.0, "outcomes[1, 1] is missing"),
        (4, f64::INFINITY, 6.0, "outcomes[1, 1] = inf is not finite"),
        (0, 1.0, -2.0, "costs[0, 0] = -2 is not a finite number from 0"),
        (0, 1.0, nan, "1 of 5 trials of a has no cost"),
    ] {
        let (outcomes, costs) = (changed(&outcomes, place, outcome), changed(&costs, place, cost));
        assert_eq!(read(&outcomes, &costs, strict).unwrap_err().to_string(), said);
    }
    assert!(read(&outcomes[1..], &costs, strict).is_err());
    assert!(read(&outcomes, &costs[1..], strict).is_err());
    assert!(cost_outcomes(&[], &[], &[], &rows, strict).is_err());
    // A trial without an outcome has no cost that counts, and one without a cost still counts for scores.
    let (outcomes, costs) = (changed(&outcomes, 4, nan), changed(&costs, 0, nan));
    let found = read(&outcomes, &costs, policies(Missing::Drop)).unwrap();
    let counts = super::outcome_counts(&found).unwrap();
    let kept: Vec<_> = counts.iter().map(|one| (one.counts.to_vec(), one.missing)).collect();
    assert_eq!(kept, [(vec![1, 2], 0), (vec![1, 0], 1)]);
    assert_eq!(found.iter().map(|(one, _)| one.trials()).sum::<u64>(), 3);
}
