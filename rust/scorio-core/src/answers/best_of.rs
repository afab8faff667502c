//! Best of k: the reward of the trial that a verifier scores highest among k.
//!
//! With the trials in ascending order of their verifier scores, the i-th is the best of k drawn without
//! replacement with probability C(i − 1, k − 1) / C(N, k). Trials of equal verifier scores share their
//! rewards.

use crate::answers::spread::{Resampling, exponential};
use crate::check;
use crate::counts::place::Place;
use crate::error::Result;
use crate::metric::error::{MetricError, ShortWays};
use crate::numeric::double::Double;
use crate::numeric::portable::pow;
use crate::numeric::random::Stream;
use crate::posterior::interval::Interval;
use crate::sums::maximum::maximum;

/// The rewards of one question, in ascending order of the verifier's scores.
#[derive(Clone, Debug, PartialEq)]
struct VerifiedQuestion {
    rewards: Vec<f64>,
    /// The mean reward of the trials with the same verifier score, at each place.
    shared: Vec<f64>,
    /// One past the last place of each group of equal verifier scores.
    ends: Vec<usize>,
}

/// Trials with a reward and a verifier's score, question by question.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedTrials {
    questions: Vec<VerifiedQuestion>,
}

impl VerifiedTrials {
    /// Trials of questions, one question after another, of `lengths` trials.
    ///
    /// # Errors
    /// - There are more or fewer verifier scores than rewards.
    /// - There is no question, or one without a trial.
    /// - A reward is not finite, or a verifier score is NaN.
    pub fn new(rewards: &[f64], scores: &[f64], lengths: &[usize]) -> Result<Self> {
        check::same_size(("R", rewards.len()), ("S", scores.len()), "trials")?;
        let trials = lengths.iter().fold(0, |sum: usize, &one| sum.saturating_add(one));
        check::same_size(("lengths", trials), ("R", rewards.len()), "trials")?;
        if lengths.is_empty() || lengths.contains(&0) {
            let (rows, columns) = (lengths.len(), lengths.iter().copied().min().unwrap_or(0));
            return Err(check::CheckError::Empty { matrix: "R", rows, columns }.into());
        }
        let mut questions = Vec::with_capacity(lengths.len());
        let mut start = 0;
        for (row, &length) in lengths.iter().enumerate() {
            let range = start..start + length;
            start += length;
            let own = rewards.get(range.clone()).unwrap_or_default();
            let verified = scores.get(range).unwrap_or_default();
            for (column, (&reward, &score)) in own.iter().zip(verified).enumerate() {
                check::finite("R", &[row, column], reward)?;
                if score.is_nan() {
                    check::finite("S", &[row, column], score)?;
                }
            }
            questions.push(VerifiedQuestion::new(own, verified));
        }
        Ok(Self { questions })
    }

    /// The mean over questions of the expected reward of the best of k trials, without bias.
    ///
    /// Questions with fewer trials are an error, or are dropped; their number is given, too.
    ///
    /// # Errors
    /// - k < 1.
    /// - A question has fewer than k trials, unless these are dropped. None has as many.
    pub fn point(&self, k: i64, drop_short: bool) -> Result<(f64, u64)> {
        let k = check::budget("k", k)?;
        let (mut sum, mut long, mut short) = (Double::ZERO, 0_u64, 0);
        let mut last = None;
        for (row, question) in self.questions.iter().enumerate() {
            let trials = question.rewards.len() as u64;
            if trials < k {
                let (question, ways) = (Place::Row(row), ShortWays::Drop);
                last = Some(MetricError::BudgetExceedsTrials { k, trials, question, ways });
                short += 1;
                continue;
            }
            sum = sum + maximum(&question.shared, k, 0);
            long += 1;
        }
        match last {
            Some(error) if !drop_short || long == 0 => Err(error.into()),
            _ => Ok(((sum / long as f64).value(), short)),
        }
    }

    /// The expected reward of the best of k future trials, with its interval.
    ///
    /// Future trials are like those observed: each of these has a weight, and the weights of a question
    /// have the uniform Dirichlet law (Rubin 1981). With clusters, questions have weights, too. The mean
    /// is exact, σ and the interval are drawn.
    ///
    /// # Errors
    /// - k < 1.
    /// - There are more or fewer clusters than questions.
    /// - Those of drawing.
    pub fn interval(&self, k: i64, resampling: &Resampling<'_>) -> Result<Interval> {
        let k = check::budget("k", k)?;
        if let Some(clusters) = resampling.clusters {
            let questions = ("R", self.questions.len());
            check::same_size(("cluster", clusters.len()), questions, "questions")?;
        }
        let means = self.questions.iter().map(|question| question.future(k));
        let sum = means.fold(Double::ZERO, |sum, mean| sum + mean);
        let mu = (sum / self.questions.len() as f64).value();
        resampling.interval(mu, |stream| {
            self.questions.iter().map(|question| question.drawn(k as f64, stream)).collect()
        })
    }
}

impl VerifiedQuestion {
    fn new(rewards: &[f64], scores: &[f64]) -> Self {
        // −0 and 0 are the same score.
        let mut trials: Vec<(f64, f64)> =
            scores.iter().map(|score| score + 0.0).zip(rewards.iter().copied()).collect();
        trials.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut shared, mut ends) = (Vec::with_capacity(trials.len()), Vec::new());
        for tied in trials.chunk_by(|a, b| a.0.to_bits() == b.0.to_bits()) {
            let sum = tied.iter().fold(Double::ZERO, |sum, one| sum + one.1);
            let mean = (sum / tied.len() as f64).value();
            shared.extend(tied.iter().map(|_| mean));
            ends.push(shared.len());
        }
        Self { rewards: trials.into_iter().map(|(_, reward)| reward).collect(), shared, ends }
    }

    /// The posterior mean for k future trials: Σ C(i + k − 2, k − 1) / C(N + k − 1, k) y₍ᵢ₎.
    fn future(&self, k: u64) -> Double {
        let (n, k) = (self.shared.len() as f64, k as f64);
        let mut weight = Double::from(k) / (n + k - 1.0);
        let (mut mean, mut i) = (Double::ZERO, n);
        for &value in self.shared.iter().rev() {
            mean = mean + weight * value;
            // At i = 1 and k = 1 the next weight is 0 / 0, and is not used.
            weight = weight * (i - 1.0) / (i + k - 2.0).max(1.0);
            i -= 1.0;
        }
        mean
    }

    /// A draw of the expected reward of the best of k future trials.
    fn drawn(&self, k: f64, stream: &mut Stream) -> f64 {
        let weights: Vec<f64> = self.rewards.iter().map(|_| exponential(stream)).collect();
        let all: f64 = weights.iter().sum();
        let (mut score, mut start, mut below, mut before) = (0.0, 0, 0.0, 0.0);
        for &end in &self.ends {
            let own = weights.get(start..end).unwrap_or_default();
            let rewards = self.rewards.get(start..end).unwrap_or_default();
            let weight: f64 = own.iter().sum();
            let reward: f64 = own.iter().zip(rewards).map(|(w, y)| w * y).sum();
            below += weight;
            let up_to = if end == weights.len() { 1.0 } else { pow(below / all, k) };
            score += reward / weight * (up_to - before);
            (start, before) = (end, up_to);
        }
        score
    }
}
