//! Biased coins in place of models: their success probabilities, by the constructions of sections 2.7
//! and 2.8 of arXiv:2510.04265, and the outcomes of their trials.
//!
//! Every model, and every replicate of updates, has a stream of its own, so that more of them leave
//! the earlier ones as they are. Trials are drawn one after the other, so that more extend the earlier.

use ndarray::{ArrayViewD, Dimension as _};
use rand::RngExt as _;
use rand_distr::{Beta, Distribution as _};

use crate::error::{Error, Result};
use crate::random::{Purpose, Replicates, Stream, stream};

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
        let mut drawn = vec![mean; questions];
        if mean > 0.0 && mean < 1.0 {
            let mut stream = source(seed, Kind::Coins, index);
            let beta = law(concentration * mean, concentration * (1.0 - mean))?;
            drawn.fill_with(|| beta.sample(&mut stream));
        }
        move_to(mean, &mut drawn);
        table.extend(drawn);
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
        let (alpha, beta) = shapes(index);
        let beta = law(alpha, beta)?;
        let mut stream = source(seed, Kind::Originals, index);
        let mut drawn: Vec<f64> = (0..questions).map(|_| beta.sample(&mut stream)).collect();
        if let Some(&mean) = means.and_then(|means| means.get(index)) {
            check_probability("means", &[index], mean)?;
            move_to(mean, &mut drawn);
        }
        table.extend(drawn);
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
    let mut table = room("the table of updates", &[count, models, questions])?;
    let pieces = replicates.map(|range| {
        let mut piece = Vec::new();
        for replicate in range {
            let replicate = usize::try_from(replicate).unwrap_or(usize::MAX);
            let mut stream = source(seed, Kind::Updates, replicate);
            for index in 0..models {
                let (alpha, beta) = shapes(index);
                let mut sign = || if stream.random() { 1.0 } else { -1.0 };
                let beta = law(alpha + sign(), beta + sign())?;
                piece.extend((0..questions).map(|_| beta.sample(&mut stream)));
            }
        }
        Ok(piece)
    })?;
    for piece in pieces {
        table.extend(piece);
    }
    Ok(table)
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
        let mut stream = source(seed, Kind::Categorical, index);
        for _ in 0..questions {
            let mut after: f64 = shares.iter().sum();
            let mut left = 1.0;
            // A stick broken piece by piece (Gamma draws of small shapes would all underflow).
            for &share in &shares {
                after -= share;
                let part = if share == 0.0 {
                    0.0
                } else if after <= f64::EPSILON {
                    1.0
                } else {
                    law(concentration * share, concentration * after)?.sample(&mut stream)
                };
                table.push(left * part);
                left *= 1.0 - part;
            }
        }
    }
    Ok(table)
}

/// Outcomes of `trials` trials of each model: 1 with a question's probability of `p`, whose last axis
/// are the questions and whose others are models; or, with `categorical`, the category of that
/// probability, on a last axis of its own. The outcomes have the axes of models, then M and N.
///
/// # Errors
/// A table without questions; no trial; a probability outside [0, 1]; category probabilities that do not
/// add up to 1; more than 128 categories; work that was ended.
pub fn trials(
    p: &ArrayViewD<'_, f64>,
    trials: usize,
    categorical: bool,
    work: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<i8>> {
    let categories = if categorical { check_shares("p", p)? } else { 1 };
    for (index, &value) in p.indexed_iter() {
        check_probability("p", index.as_array_view().as_slice().unwrap_or_default(), value)?;
    }
    let axis = p.ndim().checked_sub(if categorical { 2 } else { 1 });
    let questions = axis.map_or(0, |axis| p.len_of(ndarray::Axis(axis)));
    if p.is_empty() || questions == 0 {
        return Err(Error::Empty { matrix: "p", rows: questions, columns: trials });
    }
    let models = p.len() / questions / categories;
    let mut outcomes = room("the table of outcomes", &[models, questions, trials])?;
    let p = p.as_standard_layout();
    let p = p.as_slice().unwrap_or_default();
    let replicates = Replicates { count: models as u64, ..*work };
    let pieces = replicates.map(|range| {
        let mut piece = Vec::new();
        for model in range {
            let model = usize::try_from(model).unwrap_or(usize::MAX);
            let mut stream = source(seed, Kind::Trials, model);
            let rows = p.chunks_exact(questions * categories).nth(model).unwrap_or_default();
            let start = piece.len();
            piece.resize(start + questions * trials, 0);
            let own = piece.get_mut(start..).unwrap_or_default();
            for trial in 0..trials {
                for (row, p) in own.chunks_exact_mut(trials).zip(rows.chunks_exact(categories)) {
                    if let Some(entry) = row.get_mut(trial) {
                        *entry = outcome(p, stream.random());
                    }
                }
            }
        }
        Ok(piece)
    })?;
    for piece in pieces {
        outcomes.extend(piece);
    }
    Ok(outcomes)
}

/// The outcome at a uniform number of [0, 1): success below a single probability, else the category
/// whose share of [0, 1) it falls in.
fn outcome(p: &[f64], uniform: f64) -> i8 {
    if let &[p] = p {
        return i8::from(uniform < p);
    }
    // Where rounding leaves a rest beyond the sum, it goes to the last possible category.
    let (mut found, mut sum) = (0, 0.0);
    for (category, &p) in (0..=i8::MAX).zip(p) {
        if p > 0.0 {
            found = category;
        }
        sum += p;
        if uniform < sum {
            break;
        }
    }
    found
}

/// α and β of the original with this index from 0.
fn shapes(index: usize) -> (f64, f64) {
    let i = index as f64 + 1.0;
    (i + 3.0, 12.0 - i)
}

/// A Beta law; shapes below the smallest normal number are as good as it.
pub(crate) fn law(alpha: f64, beta: f64) -> Result<Beta<f64>> {
    Beta::new(alpha.max(1e-300), beta.max(1e-300))
        .map_err(|_| Error::NotFinite { what: "the Beta law" })
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
    let mut table = Vec::new();
    match size.map(|size| table.try_reserve_exact(size)) {
        Some(Ok(())) => Ok(table),
        _ => Err(Error::Memory { what: what.to_owned() }),
    }
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
        let drawn = |threads| {
            trials(&p, 4, false, &Replicates { count: 0, threads, go_on: &|_| true }, 5).unwrap()
        };
        assert_eq!(drawn(1), drawn(3));
        assert_eq!(
            trials(&p, 4, false, &Replicates { count: 0, threads: 1, go_on: &|_| false }, 5),
            Err(Error::Stopped)
        );
    }

    #[test]
    fn a_uniform_number_falls_in_a_possible_category() {
        assert_eq!([0.0, 0.2999, 0.3, 0.999].map(|u| outcome(&[0.3], u)), [1, 1, 0, 0]);
        let p = [0.0, 0.25, 0.0, 0.5, 0.25, 0.0];
        assert_eq!([0.0, 0.25, 0.7499, 0.75, 0.9999].map(|u| outcome(&p, u)), [1, 3, 3, 4, 4]);
        // Rounding may leave a rest above the sum.
        assert_eq!(outcome(&[0.5, 0.499_999, 0.0], 0.999_999_9), 1);
        assert_eq!(outcome(&[1.0 / 128.0; 128], 0.9999), 127);
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
        let outside =
            Error::Range { name: "p".into(), index: vec![1, 0], value: 2.0, range: "in [0, 1]" };
        assert_eq!(
            trials(
                &view(&[2, 1], &[0.5, 2.0]),
                1,
                false,
                &Replicates { count: 0, threads: 1, go_on: &|_| true },
                1
            ),
            Err(outside.clone())
        );
        assert_eq!(outside.counted_from(1).to_string(), "p[2, 1] = 2 is not in [0, 1]");
        let huge = trials(
            &view(&[1], &[0.5]),
            usize::MAX,
            false,
            &Replicates { count: 0, threads: 1, go_on: &|_| true },
            1,
        );
        assert!(matches!(huge, Err(Error::Memory { .. })));
        assert!(coins(&[0.5], 0, 4.5, 1).is_err());
    }
}
