//! The one constructor of metrics: every name, every parameter, and what it refuses.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::ffi::{CStr, CString};

use crate::support::{NONE, made, sentence};
use scorio::failure::{SCORIO_ARGUMENT, SCORIO_DOMAIN, SCORIO_OK};
use scorio::metric::{ScorioParameter, scorio_metric_free};
use scorio_core::metric::parameters::{DefaultValue, ParameterKind};
use scorio_core::metric::registry::METRICS;

fn numbers(name: &CStr, numbers: &[f64]) -> ScorioParameter {
    ScorioParameter {
        name: name.as_ptr(),
        numbers: numbers.as_ptr(),
        length: numbers.len(),
        ..NONE
    }
}

/// The status of the constructor.
fn status(name: &CStr, k: i64, parameters: &[ScorioParameter], complement: bool) -> i32 {
    match made(name, k, parameters, complement) {
        Ok(metric) => {
            // SAFETY: from this library, once.
            unsafe { scorio_metric_free(metric) };
            SCORIO_OK
        }
        Err(status) => status,
    }
}

#[test]
fn every_metric_of_the_list_is_made_by_its_name() {
    for entry in METRICS {
        let k = if entry.has_budget() { 2 } else { 0 };
        let required: Vec<_> =
            entry.parameters.iter().filter(|one| one.default == DefaultValue::Required).collect();
        let names: Vec<_> = required.iter().map(|one| CString::new(one.name).unwrap()).collect();
        let parameters: Vec<_> = required
            .iter()
            .zip(&names)
            .map(|(one, name)| match one.kind {
                ParameterKind::Numbers => numbers(name, &[0.5, 0.25]),
                _ => numbers(name, &[0.5]),
            })
            .collect();
        for name in [entry.name, entry.posterior] {
            let name = CString::new(name).unwrap();
            assert_eq!(status(&name, k, &parameters, false), SCORIO_OK, "{name:?}");
        }
        if let Some(one) = required.first() {
            let name = CString::new(entry.name).unwrap();
            assert_eq!(status(&name, k, &[], false), SCORIO_ARGUMENT);
            assert_eq!(sentence(), format!("{} needs {}", entry.name, one.name));
        }
    }
}

#[test]
fn shares_are_decimals_or_fractions() {
    let ratio = |numerator, denominator| {
        let tau = ScorioParameter { name: c"tau".as_ptr(), numerator, denominator, ..NONE };
        status(c"g_pass_at_k_tau", 3, &[tau], true)
    };
    assert_eq!(ratio(2, 3), SCORIO_OK);
    assert_eq!((ratio(3, 2), ratio(1, 0)), (SCORIO_DOMAIN, SCORIO_DOMAIN));
}

#[test]
fn what_a_metric_does_not_take_is_refused() {
    let half = [0.5];
    for (name, k, parameters, complement, beginning) in [
        (c"best", 1, vec![], false, "there is no metric best; the metrics are bayes, avg, "),
        (c"bayes", 2, vec![], false, "k is given, but bayes has no budget"),
        (c"max_at_k", 2, vec![], true, "max_at_k has no complement"),
        (c"bayes", 0, vec![numbers(c"tau", &half)], false, "a value is given for tau, but bayes"),
        (c"geom_at_k", 2, vec![numbers(c"pass_power", &[])], false, "pass_power is not a number"),
    ] {
        assert_eq!(status(name, k, &parameters, complement), SCORIO_ARGUMENT);
        assert!(sentence().starts_with(beginning), "{}", sentence());
    }
}
