//! Biased coins in place of models: their success probabilities, by the constructions of sections 2.7
//! and 2.8 of arXiv:2510.04265, and the outcomes of their trials.
//!
//! Every model, and every replicate of updates, has a stream of its own, so that more of them leave
//! the earlier ones as they are. Trials are drawn one after the other, so that more extend the earlier.

mod trials;

use std::ops::Range;

use ndarray::{ArrayViewD, Dimension as _};
use rand::RngExt as _;
use rand_distr::Distribution as _;

use crate::dirichlet::{self, beta};
use crate::error::{Error, Result};
use crate::memory::reserved;
use crate::random::{Purpose, Replicates, Stream, stream};

pub use trials::trials;

/// The means of the paper's eleven models, LLM1 to LLM11 (section 2.7).
pub const MEANS: [f64; 11] =
    [0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327];

/// The means of the paper's eight original models (section 2.8).
pub const ORIGINAL_MEANS: [f64; 8] =
    [0.3021, 0.3166, 0.4144, 0.4985, 0.5351, 0.5759, 0.6679, 0.7487];

/// Categories that an outcome of eight bits tells apart.
const MOST_CATEGORIES: usize = 128;

/// What a stream is for; the rest of its index is the model or the replicate.
#[derive(Clone, Copy)]
enum Kind {
    Coins = 1,
    Originals,
    Updates,
    Categorical,
    Trials,
}

fn source(seed: u64, kind: Kind, index: usize) -> Stream {
    stream(seed, Purpose::Simulation, (kind as u64) << 56 | index as u64)
}

/// Success probabilities of models with these means: a row of `questions` for each. They are drawn
/// from a Beta distribution with that mean and α + β = `concentration`, then moved to have exactly it.
///
/// # Errors
/// No question; a mean outside [0, 1]; a concentration that is not in 1e-6..1e9.
pub fn coins(means: &[f64], questions: usize, concentration: f64, seed: u64) -> Result<Vec<f64>> {
    check_concentration(concentration)?;
    let mut table = room("the table of probabilities", &[means.len(), questions])?;
    for (index, &mean) in means.iter().enumerate() {
        check_probability("means", &[index], mean)?;
        let start = table.len();
        table.resize(start + questions, mean);
        let drawn = table.get_mut(start..).unwrap_or_default();
        if mean > 0.0 && mean < 1.0 {
            let mut stream = source(seed, Kind::Coins, index);
            let beta = beta(concentration * mean, concentration * (1.0 - mean))?;
            drawn.fill_with(|| beta.sample(&mut stream));
        }
        move_to(mean, drawn);
    }
    Ok(table)
}

/// The eight original models of section 2.8, i = 1..8: Beta(i + 3, 12 − i), a row of `questions` for
/// each; moved to `means` where they are given.
///
/// # Errors
/// No question; other than eight means, or one outside [0, 1].
pub fn originals(questions: usize, means: Option<&[f64]>, seed: u64) -> Result<Vec<f64>> {
    let count = ORIGINAL_MEANS.len();
    if let Some(means) = means.filter(|means| means.len() != count) {
        return Err(Error::Shape {
            left: "means",
            left_size: means.len(),
            right: "the family of originals",
            right_size: count,
            axis: "models",
        });
    }
    let mut table = room("the table of probabilities", &[count, questions])?;
    for index in 0..count {
        let (successes, failures) = shapes(index);
        let beta = beta(successes, failures)?;
        let mut stream = source(seed, Kind::Originals, index);
        let start = table.len();
        table.extend((0..questions).map(|_| beta.sample(&mut stream)));
        if let Some(&mean) = means.and_then(|means| means.get(index)) {
            check_probability("means", &[index], mean)?;
            move_to(mean, table.get_mut(start..).unwrap_or_default());
        }
    }
    Ok(table)
}

/// Stochastic updates of the originals: for each replicate and i = 1..8 a row of `questions` drawn
/// from Beta(i + 3 + σ, 12 − i + σ′), σ and σ′ each −1 or 1 with equal chances.
///
/// # Errors
/// No question or replicate; work that was ended.
pub fn updates(questions: usize, replicates: &Replicates<'_>, seed: u64) -> Result<Vec<f64>> {
    let count = usize::try_from(replicates.count).unwrap_or(usize::MAX);
    let models = ORIGINAL_MEANS.len();
    let what = "the table of updates";
    let table = room(what, &[count, models, questions])?;
    let work = |range: Range<u64>| {
        let replicates = usize::try_from(range.end - range.start).ok();
        let mut piece = reserved(what, replicates.and_then(|n| n.checked_mul(models * questions)))?;
        for replicate in range {
            let replicate = usize::try_from(replicate).unwrap_or(usize::MAX);
            let mut stream = source(seed, Kind::Updates, replicate);
            for index in 0..models {
                let (successes, failures) = shapes(index);
                let mut sign = || if stream.random() { 1.0 } else { -1.0 };
                let beta = beta(successes + sign(), failures + sign())?;
                piece.extend((0..questions).map(|_| beta.sample(&mut stream)));
            }
        }
        Ok(piece)
    };
    replicates.fold(table, work, |table, piece: Vec<f64>| table.extend(piece))
}

/// Category probabilities of models: for each row of `shares` and each question, a draw from the
/// Dirichlet distribution with these means and Σ α = `concentration`.
///
/// # Errors
/// No question; fewer than 2 or more than 128 categories; a share outside [0, 1]; shares of a model
/// that do not add up to 1; a concentration that is not in 1e-6..1e9.
pub fn categorical(
    shares: &ArrayViewD<'_, f64>,
    questions: usize,
    concentration: f64,
    seed: u64,
) -> Result<Vec<f64>> {
    check_concentration(concentration)?;
    let categories = check_shares("shares", shares)?;
    let models = shares.len() / categories;
    let mut table = room("the table of probabilities", &[models, questions, categories])?;
    for (index, shares) in shares.rows().into_iter().enumerate() {
        let alpha: Vec<f64> = shares.iter().map(|share| concentration * share).collect();
        let mut stream = source(seed, Kind::Categorical, index);
        for _ in 0..questions {
            let start = table.len();
            table.resize(start + categories, 0.0);
            dirichlet::draw(&alpha, table.get_mut(start..).unwrap_or_default(), &mut stream)?;
        }
    }
    Ok(table)
}

/// α and β of the original with this index from 0.
fn shapes(index: usize) -> (f64, f64) {
    let i = index as f64 + 1.0;
    (i + 3.0, 12.0 - i)
}

/// Moves probabilities to a mean, by shrinking them all in one ratio, or what they lack of 1.
fn move_to(mean: f64, p: &mut [f64]) {
    let drawn = p.iter().sum::<f64>() / p.len() as f64;
    if drawn > mean {
        for p in p {
            *p *= mean / drawn;
        }
    } else if drawn < mean {
        for p in p {
            *p = 1.0 - (1.0 - *p) * ((1.0 - mean) / (1.0 - drawn));
        }
    }
}

/// Room for a table; what no memory can hold is told before the work begins.
fn room<T>(what: &str, shape: &[usize]) -> Result<Vec<T>> {
    let size = shape.iter().try_fold(1_usize, |size, &axis| size.checked_mul(axis));
    if size == Some(0) {
        return Err(Error::Range {
            name: "the size of ".to_owned() + what,
            index: Vec::new(),
            value: 0.0,
            range: "from 1: give at least one model, one question and one trial",
        });
    }
    reserved(what, size)
}

/// Refuses what is no probability.
pub(crate) fn check_probability(name: &str, index: &[usize], value: f64) -> Result<()> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::Range { name: name.to_owned(), index: index.to_vec(), value, range: "in [0, 1]" })
}

fn check_concentration(value: f64) -> Result<()> {
    if (1e-6..=1e9).contains(&value) {
        return Ok(());
    }
    let name = "concentration".to_owned();
    Err(Error::Range { name, index: Vec::new(), value, range: "from 1e-6 to 1e9" })
}

/// Checks rows of category probabilities, and gives their length.
pub(crate) fn check_shares(name: &str, shares: &ArrayViewD<'_, f64>) -> Result<usize> {
    let (categories, leading) = shares.shape().split_last().unwrap_or((&0, &[]));
    if !(2..=MOST_CATEGORIES).contains(categories) {
        return Err(Error::Range {
            name: format!("the number of categories of {name}"),
            index: Vec::new(),
            value: *categories as f64,
            range: "from 2 to 128",
        });
    }
    for (index, &value) in shares.indexed_iter() {
        check_probability(name, index.as_array_view().as_slice().unwrap_or_default(), value)?;
    }
    for (index, row) in ndarray::indices(leading).into_iter().zip(shares.rows()) {
        let value = row.sum();
        if (value - 1.0).abs() > 1e-9 {
            let name = format!("the sum of {name}");
            let index = index.as_array_view().to_vec();
            return Err(Error::Range { name, index, value, range: "1" });
        }
    }
    Ok(*categories)
}

#[cfg(test)]
mod tests {
    use ndarray::ArrayViewD;

    use super::*;

    fn view<'a>(shape: &[usize], values: &'a [f64]) -> ArrayViewD<'a, f64> {
        ArrayViewD::from_shape(shape, values).unwrap()
    }

    #[test]
    fn simulations_do_not_depend_on_threads_and_can_be_ended() {
        let made = |threads| {
            let go_on = |_| true;
            updates(3, &Replicates { count: 700, threads, go_on: &go_on }, 5).unwrap()
        };
        assert_eq!(made(1), made(3));
        assert_eq!(made(1).len(), 700 * 8 * 3);
        let p: Vec<f64> = (0..2000).map(|i| f64::from(i) / 2000.0).collect();
        let p = view(&[1000, 2], &p);
        let work = |threads| Replicates { count: 0, threads, go_on: &|_| true };
        let drawn = |threads| trials(&p, 4, false, &work(threads), 5).unwrap();
        assert_eq!(drawn(1), drawn(3));
        // Even one model is many pieces, of which the first are begun.
        let ended = Replicates { count: 0, threads: 1, go_on: &|begun| begun < 100 };
        assert_eq!(trials(&view(&[1], &[0.5]), 1_000_000, false, &ended, 5), Err(Error::Stopped));
    }

    #[test]
    fn shares_and_sizes_are_checked() {
        let share = |shape: &[usize], values: &[f64]| {
            categorical(&view(shape, values), 2, 4.5, 1).unwrap_err().to_string()
        };
        assert_eq!(
            share(&[1], &[1.0]),
            "the number of categories of shares = 1 is not from 2 to 128"
        );
        let sum = share(&[2, 2], &[0.5, 0.5, 0.5, 0.25]);
        assert_eq!(sum, "the sum of shares[1] = 0.75 is not 1");
        let work = Replicates { count: 0, threads: 1, go_on: &|_| true };
        let outside =
            Error::Range { name: "p".into(), index: vec![1, 0], value: 2.0, range: "in [0, 1]" };
        assert_eq!(trials(&view(&[2, 1], &[0.5, 2.0]), 1, false, &work, 1), Err(outside.clone()));
        assert_eq!(outside.counted_from(1).to_string(), "p[2, 1] = 2 is not in [0, 1]");
        let huge = trials(&view(&[1], &[0.5]), usize::MAX, false, &work, 1);
        assert!(matches!(huge, Err(Error::Memory { .. })));
        assert!(coins(&[0.5], 0, 4.5, 1).is_err());
    }
}
