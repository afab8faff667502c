//! Biased coins as models, and their trials.

use scorio_core::simulate;

use crate::failure::{ScorioStatus, guard};
use crate::plan::table;
use crate::pointer::{array, fill, optional};
use crate::workers::workers;

/// Success probabilities of `models` models with these means: `simulate.coins` of Python.
///
/// `probabilities` must hold a row of `questions` numbers for each model. They depend on `seed` alone,
/// as all of these functions do. A usual `concentration` is 4.5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_simulate_coins(
    means: *const f64,
    models: usize,
    questions: usize,
    concentration: f64,
    seed: u64,
    probabilities: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let means = unsafe { array(means, models, "means") }?;
        let made = simulate::coins(means, questions, concentration, seed)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(probabilities, &made, "probabilities") }
    })
}

/// Success probabilities of the eight original models: `simulate.originals` of Python.
///
/// `means` is NULL, or has eight means to which the models are moved. `probabilities` must hold eight
/// rows of `questions` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_simulate_originals(
    questions: usize,
    means: *const f64,
    seed: u64,
    probabilities: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let means = unsafe { optional(means, simulate::ORIGINAL_MEANS.len(), "means") }?;
        let made = simulate::originals(questions, means, seed)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(probabilities, &made, "probabilities") }
    })
}

/// Stochastic updates of the original models: `simulate.updates` of Python.
///
/// `probabilities` must hold eight rows of `questions` numbers for each of `replicates`. They are made
/// by `threads` threads, or by as many as there are processors for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_simulate_updates(
    replicates: u64,
    questions: usize,
    seed: u64,
    threads: usize,
    probabilities: *mut f64,
) -> ScorioStatus {
    guard(|| {
        let made = simulate::updates(questions, &workers(replicates, threads), seed)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(probabilities, &made, "probabilities") }
    })
}

/// Category probabilities of models: `simulate.categorical` of Python.
///
/// `shares` has a row for each of `models`, with a share for each of `categories`. `probabilities` must
/// hold `questions` such rows for each model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_simulate_categorical(
    shares: *const f64,
    models: usize,
    categories: usize,
    questions: usize,
    concentration: f64,
    seed: u64,
    probabilities: *mut f64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let shares = unsafe { table(shares, &[models, categories], 0, "shares") }?;
        let made = simulate::categorical(&shares, questions, concentration, seed)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(probabilities, &made, "probabilities") }
    })
}

/// Outcomes of independent trials: `simulate.trials` of Python.
///
/// - `p` has a row for each of `models`: a success probability of each of `questions`, with
///   `categories` 0. Otherwise each question has a probability of each category.
/// - `outcomes` must hold a row of `trials` outcomes for each question of each model.
/// - The trials are made by `threads` threads, or by as many as there are processors for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_simulate_trials(
    p: *const f64,
    models: usize,
    questions: usize,
    categories: usize,
    trials: usize,
    seed: u64,
    threads: usize,
    outcomes: *mut i8,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let p = unsafe { table(p, &[models, questions], categories, "p") }?;
        let made = simulate::trials(&p, trials, categories > 0, &workers(0, threads), seed)?;
        // SAFETY: the contract of the interface.
        unsafe { fill(outcomes, &made, "outcomes") }
    })
}
