//! Every metric and every ranking method ends where it is told to, also at its largest input.

use std::cell::Cell;
use std::rc::Rc;

use ndarray::{Array2, Array3};
use scorio_core::calls::GivenValue;
use scorio_core::metric::registry::{METRICS, estimand};
use scorio_core::rankers::{Cells, MethodOptions, RankSource, methods};
use scorio_core::tally::{Missing, tally_counts};
use scorio_core::{
    Error, NumericError, ParameterValue, Parameters, Prior, States, Target, Tau, while_going,
};

/// How often each piece of work is asked before it is stopped.
const TIMES: [u32; 3] = [0, 1, 5];

/// Whether the work was stopped after so many questions. Work that asks less often has ended.
fn stopped<T>(times: u32, work: impl FnOnce() -> Result<T, Error>) -> bool {
    let asked = Rc::new(Cell::new(0));
    let seen = Rc::clone(&asked);
    let go_on = move || {
        seen.set(seen.get() + 1);
        seen.get() <= times
    };
    let found = while_going(go_on, work);
    let is_stopped = matches!(found, Err(Error::Numeric(NumericError::Stopped)));
    // After the answer no, nobody asks again.
    assert_eq!(asked.get() > times, is_stopped);
    assert!(asked.get() <= times + 1);
    is_stopped
}

#[test]
fn metrics_of_a_billion_trials_end_where_they_are_told_to() {
    let rows = Array2::from_shape_fn((8, 2), |(i, outcome)| [7 - i as u64, i as u64 + 1][outcome]);
    let states: States = tally_counts(rows.view()).unwrap();
    let parameters = Parameters::default()
        .with("tau", ParameterValue::Share(Tau::ratio(1, 2).unwrap()))
        .with("lam", ParameterValue::Number(0.5));
    let mut ended = Vec::new();
    for entry in METRICS.iter().filter(|entry| entry.has_budget()) {
        let own = entry.parameters.iter().map(|one| one.name);
        let own = own.fold(Parameters::default(), |own, name| match parameters.get(name) {
            Some(value) => own.with(name, value.clone()),
            None => own,
        });
        let Ok(metric) = estimand(entry.name, Some(1_000_000_000), &own, false) else { continue };
        if TIMES.iter().all(|&times| stopped(times, || metric.posterior(&states, &Prior::Uniform)))
        {
            ended.push(entry.name);
        }
    }
    for &times in &TIMES {
        let majority =
            estimand("maj_at_k", Some(1_000_000), &Parameters::default(), false).unwrap();
        let mixture = || majority.hierarchical_posterior(&states, Target::TheseQuestions);
        assert!(stopped(times, mixture), "{times}");
        let powers = estimand("pass_hat_k", Some(1_000_000_000), &Parameters::default(), false);
        let prior = Prior::Dirichlet(vec![0.5, 0.25]);
        assert!(stopped(times, || powers.as_ref().unwrap().posterior(&states, &prior)), "{times}");
    }
    let long = ["maj_at_k", "mg_pass_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k"];
    assert!(long.iter().all(|name| ended.contains(name)), "{ended:?}");
}

/// Models × questions × trials of 0 and 1.
fn table(models: usize, questions: usize, trials: usize) -> RankSource {
    let outcome = |(i, j, n): (usize, usize, usize)| {
        u8::from((i * 7919 + j * 104_729 + n * 1299 + i * j * 31) % 97 < 30 + i * 40 / models)
    };
    let array = Array3::from_shape_fn((models, questions, trials), outcome);
    RankSource::Expected(Cells::of_array(array.view(), Missing::Error).unwrap())
}

fn ended(source: &RankSource) -> Vec<&'static str> {
    let ends = |method: &&scorio_core::rankers::Method| {
        let given = [("k", 2.0), ("tau", 0.5), ("fix_guessing", 0.2), ("orders", 4.0)];
        let given =
            given.iter().filter(|(name, _)| method.option_names().any(|known| known == *name));
        let given = given.map(|(name, value)| ((*name).to_owned(), GivenValue::Number(*value)));
        let options = MethodOptions::new(given);
        TIMES.iter().all(|&times| stopped(times, || method.scores(source, &options)))
    };
    methods().filter(ends).map(|method| method.name).collect()
}

#[test]
fn rankings_of_many_models_end_where_they_are_told_to() {
    let found = ended(&table(400, 10, 2));
    for name in ["davidson_luce_map", "rasch_2pl", "serial_rank", "spectral", "thompson"] {
        assert!(found.contains(&name), "{name} {found:?}");
    }
}

#[test]
fn rankings_by_many_questions_end_where_they_are_told_to() {
    let found = ended(&table(2, 2000, 1));
    assert!(found.contains(&"rasch_2pl_mml"), "{found:?}");
}
