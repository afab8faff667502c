//! The chance that the most frequent answer of k trials is correct.
//!
//! k draws without replacement from answers of n₁, n₂, … trials are independent Binomial(n_a, p) numbers
//! of each answer, given that they add up to k. So the chance that the correct answer is drawn j times,
//! and t others as often and none more often, is a convolution of binomial laws. All terms are positive.

use std::collections::BTreeMap;

use crate::answers::spread::Resampling;
use crate::check;
use crate::error::Result;
use crate::metric::error::{MetricError, ShortWays};
use crate::posterior::interval::Interval;

/// How often each answer to a question was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ballot {
    /// Trials with the correct answer.
    pub correct: u64,
    /// Trials with each of the other answers.
    pub others: Vec<u64>,
    /// Trials without an answer. They are drawn and do not vote.
    pub abstained: u64,
}

impl Ballot {
    fn trials(&self) -> u64 {
        let sum = |sum: u64, one: &u64| sum.saturating_add(*one);
        self.others.iter().fold(self.correct.saturating_add(self.abstained), sum)
    }

    /// The chance that the plurality of k trials is correct. A tie of t answers counts 1 / t.
    fn chance(&self, k: u64) -> f64 {
        let all = self.trials();
        let p = (k as f64 + 0.5) / (all as f64 + 1.0);
        let size = usize::try_from(k).unwrap_or(usize::MAX);
        let own = law(self.correct, p, size);
        let mut laws: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for &other in &self.others {
            laws.entry(other).or_insert_with(|| law(other, p, size));
        }
        let mut sum = 0.0;
        for (place, &chance) in own.iter().enumerate().skip(1) {
            let j = place as u64;
            let few = self.others.iter().filter(|&&other| other < j).sum::<u64>();
            let rivals = self.others.iter().filter(|&&other| other >= j);
            let none = law(few + self.abstained, p, size - place);
            let mut table = Ties { votes: place, draws: size - place, rows: vec![none] };
            for law in rivals.filter_map(|other| laws.get(other)) {
                table.add(law);
            }
            sum += chance * table.shared();
        }
        let total = law(all, p, size);
        total.get(size).map_or(0.0, |total| (sum / total).min(1.0))
    }
}

/// P(i) of Binomial(n, p) for i from 0 to the smaller of n and `most`.
fn law(n: u64, p: f64, most: usize) -> Vec<f64> {
    let (trials, odds) = (n as f64, p / (1.0 - p));
    let mode = ((trials + 1.0) * p).floor().min(trials);
    // Outwards from the mode, until the chances are too small to matter, or are needed.
    let mut up = vec![1.0];
    let (mut i, mut weight) = (mode, 1.0);
    while i < trials && (weight > 1e-30 || i < most as f64) {
        weight *= (trials - i) / (i + 1.0) * odds;
        i += 1.0;
        up.push(weight);
    }
    let mut law = Vec::new();
    (i, weight) = (mode, 1.0);
    while i > 0.0 {
        weight *= i / ((trials - i + 1.0) * odds);
        i -= 1.0;
        law.push(weight);
    }
    law.reverse();
    law.append(&mut up);
    let sum: f64 = law.iter().sum();
    law.truncate(most.saturating_add(1));
    law.iter().map(|weight| weight / sum).collect()
}

/// Chances by the number of rivals that tie, and of all draws of others.
struct Ties {
    /// How often the correct answer is drawn.
    votes: usize,
    /// How often the others are drawn together.
    draws: usize,
    /// For each number of ties, the chance of each number of draws.
    rows: Vec<Vec<f64>>,
}

impl Ties {
    /// Adds a rival that is drawn at most as often.
    fn add(&mut self, law: &[f64]) {
        let votes = self.votes;
        let fewer = law.get(..votes).unwrap_or(law);
        let longest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let length = (longest + votes).min(self.draws + 1);
        let mut rows = vec![vec![0.0; length]; self.rows.len() + 1];
        for (ties, row) in self.rows.iter().enumerate() {
            for (drawn, &chance) in row.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                let slots = rows.get_mut(ties).and_then(|row| row.get_mut(drawn..));
                for (slot, own) in slots.unwrap_or_default().iter_mut().zip(fewer) {
                    *slot += chance * own;
                }
                let tied = rows.get_mut(ties + 1).and_then(|row| row.get_mut(drawn + votes));
                if let (Some(slot), Some(own)) = (tied, law.get(votes)) {
                    *slot += chance * own;
                }
            }
        }
        while rows.last().is_some_and(|row| row.iter().all(|&chance| chance == 0.0)) {
            rows.pop();
        }
        self.rows = rows;
    }

    /// The chance of all draws, where the correct answer shares ties.
    fn shared(&self) -> f64 {
        let chances = self.rows.iter().map(|row| row.get(self.draws).copied().unwrap_or(0.0));
        chances.zip(1_u32..).map(|(chance, answers)| chance / f64::from(answers)).sum()
    }
}

/// The mean over questions of the chance that the plurality of k trials is correct.
///
/// Questions with fewer trials are an error, or are dropped; their number is given, too.
///
/// # Errors
/// - k < 1.
/// - There is no question.
/// - A question has fewer than k trials, unless these are dropped. None has as many.
pub fn vote(ballots: &[Ballot], k: i64, drop_short: bool) -> Result<(f64, u64)> {
    let (chances, short) = chances(ballots, k, Some(drop_short))?;
    Ok((chances.iter().sum::<f64>() / chances.len() as f64, short))
}

/// The same with the interval for questions like these, which are weighted by cluster (Rubin 1981).
///
/// # Errors
/// - Those of [`vote`] and of drawing.
/// - There are more or fewer clusters than questions, or only one question or cluster.
pub fn vote_interval(ballots: &[Ballot], k: i64, resampling: &Resampling<'_>) -> Result<Interval> {
    if let Some(clusters) = resampling.clusters {
        let questions = ("answers", ballots.len());
        check::same_size(("cluster", clusters.len()), questions, "questions")?;
    }
    let (chances, _) = chances(ballots, k, None)?;
    let (unit, alone) = match resampling.clusters {
        Some(clusters) => ("cluster", clusters.iter().all(|one| Some(one) == clusters.first())),
        None => ("question", ballots.len() == 1),
    };
    if alone {
        let unit = if ballots.len() == 1 { "question" } else { unit };
        return Err(MetricError::OneUnitOfVotes { unit }.into());
    }
    let mu = chances.iter().sum::<f64>() / chances.len() as f64;
    resampling.interval(mu, |_| chances.clone())
}

/// The chances of questions, and how many are short. `drop_short` is none if nothing can be dropped.
fn chances(ballots: &[Ballot], k: i64, drop_short: Option<bool>) -> Result<(Vec<f64>, u64)> {
    let k = check::budget("k", k)?;
    if ballots.is_empty() {
        let matrix = "answers";
        return Err(check::CheckError::Empty { matrix, rows: 0, columns: 0 }.into());
    }
    let (mut chances, mut short, mut last) = (Vec::new(), 0, None);
    for (row, ballot) in ballots.iter().enumerate() {
        let trials = ballot.trials();
        if trials < k {
            let droppable = drop_short == Some(false);
            let ways = if droppable { ShortWays::Drop } else { ShortWays::Smaller };
            last = Some(MetricError::BudgetExceedsVotes { k, trials, row, ways });
            short += 1;
        } else {
            chances.push(ballot.chance(k));
        }
    }
    match last {
        Some(error) if drop_short != Some(true) || chances.is_empty() => Err(error.into()),
        _ => Ok((chances, short)),
    }
}
