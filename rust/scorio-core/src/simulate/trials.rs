//! Outcomes of trials with known probabilities.
//!
//! A trial takes one number of its model's stream for each question. The place of that number in
//! the stream is known. So any thread can draw any block of trials and questions on its own.

use std::ops::Range;

use ndarray::{ArrayViewD, Axis, Dimension as _};
use rand::RngExt as _;

use super::models::{Population, check_shares, reserve_table, source};
use crate::check::{self, CheckError};
use crate::error::Result;
use crate::numeric::memory::reserved;
use crate::numeric::random::Replicates;

/// The most outcomes in a block. A piece of some dozens of blocks takes a few milliseconds.
const BLOCK: usize = 4096;

/// Words of 32 bits that a uniform number takes from a stream.
const WORDS: u128 = 2;

/// Outcomes of `trials` trials of each model: 1 with a question's probability of `p`.
///
/// The last axis of `p` are the questions, the others are models. With `categorical`, a further
/// axis holds the probability of each category. The outcomes have the axes of models, then M and N.
///
/// # Errors
/// - The table has no questions.
/// - There is no trial.
/// - A probability is outside [0, 1].
/// - Category probabilities do not add up to 1.
/// - There are more than 128 categories.
/// - The outcomes do not fit in memory.
/// - `replicates` stopped the work.
pub fn trials(
    p: &ArrayViewD<'_, f64>,
    trials: usize,
    categorical: bool,
    work: &Replicates<'_>,
    seed: u64,
) -> Result<Vec<i8>> {
    let categories = if categorical { check_shares("p", p)? } else { 1 };
    for (index, &value) in p.indexed_iter() {
        check::share("p", index.as_array_view().as_slice().unwrap_or_default(), value)?;
    }
    let axis = p.ndim().checked_sub(if categorical { 2 } else { 1 });
    let questions = axis.map_or(0, |axis| p.len_of(Axis(axis)));
    if p.is_empty() || questions == 0 {
        return Err(CheckError::Empty { matrix: "p", rows: questions, columns: trials }.into());
    }
    let models = p.len() / questions / categories;
    let what = "the table of outcomes";
    let mut table = reserve_table(what, &[models, questions, trials])?;
    table.resize(models * questions * trials, 0);
    let blocks = Blocks::new(questions, trials);
    let p = p.as_standard_layout();
    let p = p.as_slice().unwrap_or_default();
    let draw = |range: Range<u64>| {
        let size = range.clone().map(|index| blocks.at(index).size()).sum();
        let mut piece = reserved(what, Some(size))?;
        for block in range.clone().map(|index| blocks.at(index)) {
            let start = piece.len();
            piece.resize(start + block.size(), 0);
            let own = piece.get_mut(start..).unwrap_or_default();
            blocks.draw(&block, p, categories, seed, own);
        }
        Ok((range, piece))
    };
    let put = |table: &mut Vec<i8>, (range, piece): (Range<u64>, Vec<i8>)| {
        let mut rest = piece.as_slice();
        for block in range.map(|index| blocks.at(index)) {
            let (own, others) = rest.split_at_checked(block.size()).unwrap_or_default();
            rest = others;
            for (question, row) in block.questions.clone().zip(own.chunks(block.trials.len())) {
                let start = (block.model * questions + question) * trials + block.trials.start;
                let place = table.get_mut(start..).unwrap_or_default();
                for (entry, &outcome) in place.iter_mut().zip(row) {
                    *entry = outcome;
                }
            }
        }
    };
    Replicates { count: blocks.each * models as u64, ..*work }.fold(table, draw, put)
}

/// The outcomes of every model, in blocks.
struct Blocks {
    questions: usize,
    trials: usize,
    /// Questions of a block. The last blocks may have fewer.
    width: usize,
    /// Trials of a block. The last blocks may have fewer.
    length: usize,
    /// Blocks of a model.
    each: u64,
}

/// Some trials of some questions of a model.
struct Block {
    model: usize,
    questions: Range<usize>,
    trials: Range<usize>,
}

impl Block {
    fn size(&self) -> usize {
        self.questions.len() * self.trials.len()
    }
}

impl Blocks {
    fn new(questions: usize, trials: usize) -> Self {
        let width = questions.clamp(1, BLOCK);
        let length = trials.clamp(1, BLOCK / width);
        let each = questions.div_ceil(width) as u64 * trials.div_ceil(length) as u64;
        Self { questions, trials, width, length, each }
    }

    fn at(&self, index: u64) -> Block {
        let place = |index: u64| usize::try_from(index).unwrap_or(usize::MAX);
        let (model, block) = (place(index / self.each), place(index % self.each));
        let across = self.questions.div_ceil(self.width);
        let (question, trial) = (block % across * self.width, block / across * self.length);
        Block {
            model,
            questions: question..self.questions.min(question + self.width),
            trials: trial..self.trials.min(trial + self.length),
        }
    }

    /// Fills a block with outcomes, question by question.
    ///
    /// `p` has `categories` probabilities for each question of each model.
    fn draw(&self, block: &Block, p: &[f64], categories: usize, seed: u64, outcomes: &mut [i8]) {
        let first = (block.model * self.questions + block.questions.start) * categories;
        let p = p.get(first..).unwrap_or_default();
        let mut stream = source(seed, Population::Trials, block.model);
        for (place, trial) in block.trials.clone().enumerate() {
            if place == 0 || block.questions.len() < self.questions {
                let before = trial as u128 * self.questions as u128 + block.questions.start as u128;
                stream.set_word_pos(WORDS * before);
            }
            let rows = outcomes.chunks_exact_mut(block.trials.len());
            for (row, p) in rows.zip(p.chunks_exact(categories)) {
                if let Some(entry) = row.get_mut(place) {
                    *entry = outcome(p, stream.random());
                }
            }
        }
    }
}

/// The outcome at a uniform number of [0, 1).
///
/// A single probability means success below it. Otherwise it is the category whose part of [0, 1)
/// contains the number.
fn outcome(p: &[f64], uniform: f64) -> i8 {
    if let &[p] = p {
        return i8::from(uniform < p);
    }
    // Rounding may leave a gap above the sum. It goes to the last possible category.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_number_falls_in_a_possible_category() {
        assert_eq!([0.0, 0.2999, 0.3, 0.999].map(|u| outcome(&[0.3], u)), [1, 1, 0, 0]);
        let p = [0.0, 0.25, 0.0, 0.5, 0.25, 0.0];
        assert_eq!([0.0, 0.25, 0.7499, 0.75, 0.9999].map(|u| outcome(&p, u)), [1, 3, 3, 4, 4]);
        // Rounding may leave a gap above the sum.
        assert_eq!(outcome(&[0.5, 0.499_999, 0.0], 0.999_999_9), 1);
        assert_eq!(outcome(&[1.0 / 128.0; 128], 0.9999), 127);
    }

    #[test]
    fn blocks_are_parts_of_one_sequence_for_each_model() {
        // One block, several blocks of trials, and several of questions as well.
        for (questions, count) in [(3, 5), (30, 1000), (BLOCK + 7, 3)] {
            let p: Vec<f64> = (0..2 * questions).map(|i| (i % 97) as f64 / 97.0).collect();
            let table = ArrayViewD::from_shape(vec![2, questions], &p).unwrap();
            let work = Replicates { count: 0, threads: 2, go_on: &|_| true };
            let drawn = trials(&table, count, false, &work, 5).unwrap();
            for (model, p) in p.chunks(questions).enumerate() {
                let mut stream = source(5, Population::Trials, model);
                for trial in 0..count {
                    for (question, &p) in p.iter().enumerate() {
                        let expected = i8::from(stream.random::<f64>() < p);
                        let place = (model * questions + question) * count + trial;
                        assert_eq!(drawn[place], expected, "{model}, {question}, {trial}");
                    }
                }
            }
        }
    }
}
