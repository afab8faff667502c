//! Answers that are selected at run time, as declared calls.

use std::collections::BTreeMap;

use super::ballot::{self, Ballot};
use super::best_of::VerifiedTrials;
use super::spread::Resampling;
use crate::calls::declare::{call, options};
use crate::calls::option::{
    Range, budget, budgets, flag, group, number, numbers, seed, whole, wholes,
};
use crate::calls::{Answer, Input, Workers};
use crate::check;
use crate::error::Result;
use crate::posterior::interval::Interval;
use crate::posterior::row::ScoreInterval;
use crate::rows::declare::row;

options! {
    /// Trials of all questions, with their rewards and the scores of a verifier.
    pub struct Verified {
        /// What each trial is worth, one question after another.
        rewards: Vec<f64> = numbers("one per trial").required().placed(),
        /// The verifier's score of each trial. Only their order matters.
        scores: Vec<f64> = numbers("one per trial").required().placed(),
        /// The number of trials of each question.
        lengths: Vec<u64> = wholes(Range::COUNT).required().placed(),
    }
}

options! {
    /// Answers of all questions.
    pub struct Voted {
        /// The answers of all trials as whole numbers, one question after another. Equal answers have equal numbers
        /// from 0. A negative number is no answer: the trial is drawn and does not vote.
        answers: Vec<i64> = wholes(Range::WHOLE).required().placed(),
        /// The number of trials of each question.
        lengths: Vec<u64> = wholes(Range::COUNT).required().placed(),
        /// The correct answer of each question.
        correct: Vec<i64> = wholes(Range::WHOLE).required().placed(),
    }
}

options! {
    /// The budgets of a score without an interval.
    pub struct Budgets {
        /// How many trials are drawn: one budget, or several.
        k: Vec<i64> = budgets().required().placed(),
        /// Whether questions with fewer trials are left out. Otherwise they are an error.
        drop_short: bool = flag(),
    }
}

options! {
    /// How an interval is drawn.
    pub struct Drawing {
        /// How many trials are drawn.
        k: i64 = budget().required().placed(),
        /// The level of the interval.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// A number per question for questions like these, which are a sample. Questions of equal numbers have one
        /// weight.
        cluster: Option<Vec<i64>> = wholes(Range::WHOLE),
        /// How many draws there are.
        replicates: u64 = whole(Range::FROM_ONE).or(1000.0),
        /// The seed of the draws.
        seed: u64 = seed(),
    }
}

row! {
    /// A score of selected answers.
    #[derive(Copy)]
    pub struct SelectedScore {
        /// How many trials are drawn.
        k: u64,
        /// The score.
        value: f64,
        /// How many questions have fewer trials, and are left out.
        dropped: u64,
    }
}

impl Verified {
    fn trials(&self) -> Result<VerifiedTrials> {
        let lengths: Vec<_> = self.lengths.iter().map(|&length| size(length)).collect();
        VerifiedTrials::new(&self.rewards, &self.scores, &lengths)
    }
}

impl Voted {
    fn ballots(&self) -> Result<Vec<Ballot>> {
        let lengths: Vec<_> = self.lengths.iter().map(|&length| size(length)).collect();
        let trials = lengths.iter().fold(0, |sum: usize, &one| sum.saturating_add(one));
        check::same_size(("lengths", trials), ("answers", self.answers.len()), "trials")?;
        let questions = ("lengths", lengths.len());
        check::same_size(("correct", self.correct.len()), questions, "questions")?;
        let mut rest = self.answers.as_slice();
        let each = lengths.iter().zip(&self.correct).map(|(&length, &correct)| {
            let (own, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            ballot(own, correct)
        });
        Ok(each.collect())
    }
}

/// A number of trials. What no memory holds fits no trials.
fn size(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

/// How often each answer was given, others in the order of their first trials.
fn ballot(answers: &[i64], correct: i64) -> Ballot {
    let mut ballot = Ballot::default();
    let mut places = BTreeMap::new();
    for &answer in answers {
        if answer < 0 {
            ballot.abstained += 1;
        } else if answer == correct {
            ballot.correct += 1;
        } else {
            let place = *places.entry(answer).or_insert_with(|| {
                ballot.others.push(0);
                ballot.others.len() - 1
            });
            if let Some(count) = ballot.others.get_mut(place) {
                *count += 1;
            }
        }
    }
    ballot
}

impl Budgets {
    /// A row for each budget.
    fn rows(&self, score: impl Fn(i64) -> Result<(f64, u64)>) -> Result<Answer> {
        let row = |&k: &i64| {
            let (value, dropped) = score(k)?;
            Ok(SelectedScore { k: check::budget("k", k)?, value, dropped })
        };
        Ok(Answer::of(self.k.iter().map(row).collect::<Result<Vec<_>>>()?))
    }
}

impl Drawing {
    fn interval(
        &self,
        clusters: Option<&[usize]>,
        work: &Workers<'_>,
        score: impl FnOnce(&Resampling<'_>) -> Result<Interval>,
    ) -> Result<Answer> {
        let replicates = &work.replicates(self.replicates);
        let &Self { confidence, seed, .. } = self;
        let found = score(&Resampling { confidence, seed, replicates, clusters })?;
        Ok(Answer::of(vec![ScoreInterval::from(found)]))
    }

    /// Clusters numbered from 0 in the order of first use, which take no more memory than there are questions.
    fn numbered(&self) -> Option<Vec<usize>> {
        let mut known = BTreeMap::new();
        let number = |&label| {
            let next = known.len();
            *known.entry(label).or_insert(next)
        };
        Some(self.cluster.as_ref()?.iter().map(number).collect())
    }
}

/// Best of k.
pub mod best_of {
    use super::{Answer, Budgets, Input, Result, SelectedScore, Verified, Workers, call, group};

    call! {
        /// Gives the expected reward of the trial that a verifier scores highest among k observed trials, without
        /// bias.
        ///
        /// # Formula
        /// The mean over questions of Σ C(i − 1, k − 1) / C(N, k) yᵢ for i from k to N. yᵢ is the reward of the trial
        /// with the i-th lowest score. Trials of equal scores share rewards.
        ///
        /// # Errors
        /// Not as many scores as rewards. Lengths that do not add up to the trials. A reward that is not finite, or a
        /// score that is NaN. A question with fewer than k trials.
        ///
        /// # Source
        /// docs/metrics.md of the checkout.
        best_of(Nothing): answer => [scores: SelectedScore], notes &[];

        /// Trials, and budgets.
        pub struct BestOfOptions {
            /// The trials.
            trials: Verified = group(Verified::OPTIONS),
            /// The budgets.
            budgets: Budgets = group(Budgets::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &BestOfOptions, _: &Workers<'_>) -> Result<Answer> {
        let (trials, budgets) = (options.trials.trials()?, &options.budgets);
        budgets.rows(|k| trials.point(k, budgets.drop_short))
    }
}

/// Best of k, with its interval.
pub mod best_of_interval {
    use super::{Answer, Drawing, Input, Result, ScoreInterval, Verified, Workers, call, group};

    call! {
        /// Gives the same for k future trials, with its Bayesian bootstrap interval.
        ///
        /// # Formula
        /// The weights of the trials of a question have the uniform Dirichlet law. With Gᵢ the weight of the i lowest,
        /// its score is Σ yᵢ (Gᵢᵏ − Gᵢ₋₁ᵏ). The mean is exact. σ and the interval are of the draws.
        ///
        /// # Errors
        /// As for `best_of`. Not as many clusters as questions.
        ///
        /// # Source
        /// Rubin (1981) for the bootstrap.
        best_of_interval(Nothing): answer => [score: ScoreInterval], notes &[];

        /// Trials, and how the interval is drawn.
        pub struct BestOfIntervalOptions {
            /// The trials.
            trials: Verified = group(Verified::OPTIONS),
            /// The interval.
            drawing: Drawing = group(Drawing::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &BestOfIntervalOptions, work: &Workers<'_>) -> Result<Answer> {
        let (trials, drawing) = (options.trials.trials()?, &options.drawing);
        let clusters = drawing.numbered();
        drawing.interval(clusters.as_deref(), work, |how| trials.interval(drawing.k, how))
    }
}

/// The plurality of k answers.
pub mod vote {
    use super::{
        Answer, Budgets, Input, Result, SelectedScore, Voted, Workers, ballot, call, group,
    };

    call! {
        /// Gives the chance that the most frequent of k observed answers is correct, without bias.
        ///
        /// # Formula
        /// The mean over questions of the chance that the correct answer wins the plurality of k trials drawn without
        /// replacement. A tie of t answers counts 1 / t.
        ///
        /// # Errors
        /// Lengths that do not add up to the answers. Not one correct answer per question. A question with fewer than
        /// k trials.
        ///
        /// # Source
        /// docs/metrics.md of the checkout.
        vote(Nothing): answer => [scores: SelectedScore], notes &[];

        /// Answers, and budgets.
        pub struct VoteOptions {
            /// The answers.
            votes: Voted = group(Voted::OPTIONS),
            /// The budgets.
            budgets: Budgets = group(Budgets::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &VoteOptions, _: &Workers<'_>) -> Result<Answer> {
        let (ballots, budgets) = (options.votes.ballots()?, &options.budgets);
        budgets.rows(|k| ballot::vote(&ballots, k, budgets.drop_short))
    }
}

/// The plurality of k answers, with its interval.
pub mod vote_interval {
    use super::{
        Answer, Drawing, Input, Result, ScoreInterval, Voted, Workers, ballot, call, group,
    };

    call! {
        /// Gives the same with its interval for questions like these.
        ///
        /// # Formula
        /// The score is that of `vote`. Each draw weights the questions by the uniform Dirichlet law. Without clusters,
        /// every question is its own.
        ///
        /// # Errors
        /// As for `vote`. A single question or cluster. Not as many clusters as questions.
        ///
        /// # Source
        /// Rubin (1981) for the bootstrap.
        vote_interval(Nothing): answer => [score: ScoreInterval], notes &[];

        /// Answers, and how the interval is drawn.
        pub struct VoteIntervalOptions {
            /// The answers.
            votes: Voted = group(Voted::OPTIONS),
            /// The interval.
            drawing: Drawing = group(Drawing::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &VoteIntervalOptions, work: &Workers<'_>) -> Result<Answer> {
        let (ballots, drawing) = (options.votes.ballots()?, &options.drawing);
        let clusters = drawing.numbered().unwrap_or_else(|| (0..ballots.len()).collect());
        drawing
            .interval(Some(&clusters), work, |how| ballot::vote_interval(&ballots, drawing.k, how))
    }
}
