//! Biased coins in place of models, built as in sections 2.7 and 2.8 of arXiv:2510.04265.
//!
//! Every model and every replicate of updates has its own stream. So adding models or replicates
//! leaves the earlier ones unchanged.

use std::ops::Range;

use ndarray::{ArrayViewD, Dimension as _};
use rand::RngExt as _;

use crate::check::{self, CheckError};
use crate::error::Result;
use crate::numeric::draws::beta::BetaDraws;
use crate::numeric::draws::dirichlet;
use crate::numeric::memory::reserved;
use crate::numeric::random::{Purpose, Replicates, Stream, stream};
use crate::numeric::watch;

/// The means of the paper's eleven models, LLM1 to LLM11 (section 2.7).
pub const MEANS: [f64; 11] =
    [0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327];

/// The means of the paper's eight original models (section 2.8).
pub const ORIGINAL_MEANS: [f64; 8] =
    [0.3021, 0.3166, 0.4144, 0.4985, 0.5351, 0.5759, 0.6679, 0.7487];

/// An outcome of eight bits distinguishes this many categories.
const MOST_CATEGORIES: usize = 128;

/// How many probabilities are drawn between two questions whether to go on.
const PIECE: usize = 1 << 14;

/// The same of draws of all categories of a question.
const ASKING: usize = 1 << 8;

/// The purpose of a stream. The rest of its index is the model or the replicate.
#[derive(Clone, Copy)]
pub(super) enum Population {
    Coins = 1,
    Originals,
    Updates,
    Categorical,
    Trials,
}

pub(super) fn source(seed: u64, kind: Population, index: usize) -> Stream {
    stream(seed, Purpose::Simulation, (kind as u64) << 56 | index as u64)
}

/// Success probabilities of models with these means: a row of `questions` for each model.
///
/// They are drawn from a Beta distribution with that mean and α + β = `concentration`. Then they
/// are moved to have exactly that mean.
///
/// # Errors
/// - There is no question.
/// - A mean is outside [0, 1].
/// - The concentration is outside 1e-6..1e9.
pub fn coins(means: &[f64], questions: usize, concentration: f64, seed: u64) -> Result<Vec<f64>> {
    check_concentration(concentration)?;
    let mut table = reserve_table("the table of probabilities", &[means.len(), questions])?;
    for (index, &mean) in means.iter().enumerate() {
        check::share("means", &[index], mean)?;
        let start = table.len();
        table.resize(start + questions, mean);
        let drawn = table.get_mut(start..).unwrap_or_default();
        if mean > 0.0 && mean < 1.0 {
            let mut stream = source(seed, Population::Coins, index);
            let beta = BetaDraws::new(concentration * mean, concentration * (1.0 - mean))?;
            for piece in drawn.chunks_mut(PIECE) {
                watch::going()?;
                piece.fill_with(|| beta.sample(&mut stream));
            }
        }
        move_to(mean, drawn);
    }
    Ok(table)
}

/// The eight original models of section 2.8, i = 1..8: a row of `questions` from Beta(i + 3, 12 −
/// i) for each.
///
/// If `means` are given, the rows are moved to have exactly these means.
///
/// # Errors
/// - There is no question.
/// - There are more or fewer than eight means.
/// - A mean is outside [0, 1].
pub fn originals(questions: usize, means: Option<&[f64]>, seed: u64) -> Result<Vec<f64>> {
    let count = ORIGINAL_MEANS.len();
    if let Some(means) = means {
        let family = ("the family of originals", count);
        check::same_size(("means", means.len()), family, "models")?;
    }
    let mut table = reserve_table("the table of probabilities", &[count, questions])?;
    for index in 0..count {
        let (successes, failures) = shapes(index);
        let beta = BetaDraws::new(successes, failures)?;
        let mut stream = source(seed, Population::Originals, index);
        let start = table.len();
        for from in (0..questions).step_by(PIECE) {
            watch::going()?;
            let piece = PIECE.min(questions - from);
            table.extend((0..piece).map(|_| beta.sample(&mut stream)));
        }
        if let Some(&mean) = means.and_then(|means| means.get(index)) {
            check::share("means", &[index], mean)?;
            move_to(mean, table.get_mut(start..).unwrap_or_default());
        }
    }
    Ok(table)
}

/// Stochastic updates of the originals: for each replicate and each i = 1..8, a row of `questions`.
///
/// The row is drawn from Beta(i + 3 + σ, 12 − i + σ′). σ and σ′ are −1 or 1 with equal chances.
///
/// # Errors
/// - There is no question or no replicate.
/// - `replicates` stopped the work.
pub fn updates(questions: usize, replicates: &Replicates<'_>, seed: u64) -> Result<Vec<f64>> {
    let count = usize::try_from(replicates.count).unwrap_or(usize::MAX);
    let models = ORIGINAL_MEANS.len();
    let what = "the table of updates";
    let table = reserve_table(what, &[count, models, questions])?;
    let work = |range: Range<u64>| {
        let replicates = usize::try_from(range.end - range.start).ok();
        let mut piece = reserved(what, replicates.and_then(|n| n.checked_mul(models * questions)))?;
        for replicate in range {
            let replicate = usize::try_from(replicate).unwrap_or(usize::MAX);
            let mut stream = source(seed, Population::Updates, replicate);
            for index in 0..models {
                let (successes, failures) = shapes(index);
                let mut sign = || if stream.random() { 1.0 } else { -1.0 };
                let beta = BetaDraws::new(successes + sign(), failures + sign())?;
                for from in (0..questions).step_by(PIECE) {
                    watch::going()?;
                    let part = PIECE.min(questions - from);
                    piece.extend((0..part).map(|_| beta.sample(&mut stream)));
                }
            }
        }
        Ok(piece)
    };
    replicates.fold(table, work, |table, piece: Vec<f64>| table.extend(piece))
}

/// Category probabilities of models: a draw for each row of `shares` and each question.
///
/// The draw is from the Dirichlet distribution with these means and Σ α = `concentration`.
///
/// # Errors
/// - There is no question.
/// - There are fewer than 2 or more than 128 categories.
/// - A share is outside [0, 1].
/// - The shares of a model do not add up to 1.
/// - The concentration is outside 1e-6..1e9.
pub fn categorical(
    shares: &ArrayViewD<'_, f64>,
    questions: usize,
    concentration: f64,
    seed: u64,
) -> Result<Vec<f64>> {
    check_concentration(concentration)?;
    let categories = check_shares("shares", shares)?;
    let models = shares.len() / categories;
    let mut table = reserve_table("the table of probabilities", &[models, questions, categories])?;
    for (index, shares) in shares.rows().into_iter().enumerate() {
        let alpha: Vec<f64> = shares.iter().map(|share| concentration * share).collect();
        let mut stream = source(seed, Population::Categorical, index);
        for question in 0..questions {
            if question.is_multiple_of(ASKING) {
                watch::going()?;
            }
            let start = table.len();
            table.resize(start + categories, 0.0);
            dirichlet::draw(&alpha, table.get_mut(start..).unwrap_or_default(), &mut stream)?;
        }
    }
    Ok(table)
}

/// α and β of the original model with this index, counted from 0.
fn shapes(index: usize) -> (f64, f64) {
    let i = index as f64 + 1.0;
    (i + 3.0, 12.0 - i)
}

/// Moves probabilities to a mean. It shrinks all of them, or their distances to 1, by one ratio.
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

/// Memory for a table. A table that cannot fit is an error before the work begins.
pub(super) fn reserve_table<T>(what: &str, shape: &[usize]) -> Result<Vec<T>> {
    let size = shape.iter().try_fold(1_usize, |size, &axis| size.checked_mul(axis));
    if size == Some(0) {
        let range = "from 1: give at least one model, one question and one trial";
        return Err(check::outside("the size of ".to_owned() + what, 0.0, range).into());
    }
    reserved(what, size)
}

fn check_concentration(value: f64) -> Result<()> {
    if (1e-6..=1e9).contains(&value) {
        return Ok(());
    }
    Err(check::outside("concentration", value, "from 1e-6 to 1e9").into())
}

/// Checks rows of category probabilities, and returns their length.
pub(crate) fn check_shares(name: &str, shares: &ArrayViewD<'_, f64>) -> Result<usize> {
    let (categories, leading) = shares.shape().split_last().unwrap_or((&0, &[]));
    if !(2..=MOST_CATEGORIES).contains(categories) {
        let name = format!("the number of categories of {name}");
        return Err(check::outside(name, *categories as f64, "from 2 to 128").into());
    }
    for (index, &value) in shares.indexed_iter() {
        check::share(name, index.as_array_view().as_slice().unwrap_or_default(), value)?;
    }
    for (index, row) in ndarray::indices(leading).into_iter().zip(shares.rows()) {
        let value = row.sum();
        if (value - 1.0).abs() > 1e-9 {
            let name = format!("the sum of {name}");
            let index = index.as_array_view().to_vec();
            return Err(CheckError::Range { name, index, value, range: "1" }.into());
        }
    }
    Ok(*categories)
}

#[cfg(test)]
mod tests {
    use ndarray::ArrayViewD;

    use super::*;
    use crate::error::Error;
    use crate::numeric::error::NumericError;
    use crate::simulate::trials::trials;

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
        // Even one model has many pieces. The first pieces begin before the work stops.
        let ended = Replicates { count: 0, threads: 1, go_on: &|begun| begun < 100 };
        assert_eq!(
            trials(&view(&[1], &[0.5]), 1_000_000, false, &ended, 5),
            Err(NumericError::Stopped.into())
        );
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
        let outside = Error::from(check::share("p", &[1, 0], 2.0).unwrap_err());
        assert_eq!(trials(&view(&[2, 1], &[0.5, 2.0]), 1, false, &work, 1), Err(outside.clone()));
        assert_eq!(outside.counted_from(1).to_string(), "p[2, 1] = 2 is not in [0, 1]");
        let huge = trials(&view(&[1], &[0.5]), usize::MAX, false, &work, 1);
        assert!(matches!(huge, Err(Error::Numeric(NumericError::Memory { .. }))));
        assert!(coins(&[0.5], 0, 4.5, 1).is_err());
    }
}
