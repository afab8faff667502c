//! Ranks of the models in a table: their intervals, and the ties that a comparison of two would show.

use super::aligned::Aligned;
use super::belief::{Belief, Line};
use super::best::{BoardPrior, rank_first};
use super::common::{CommonQuestions, Sets};
use crate::compare::decision::rule::{Difference, PairRule};
use crate::error::Result;
use crate::numeric::student::Distribution;
use crate::rank::chances::{interval, of_independent};
use crate::rank::ranks;
use crate::rank::resampled::{drawn_scores, of_draws};
use crate::rank::separation::{groups_of, letters_of};
use crate::rank::table_prior::PairErrors;
use crate::sums::within::{Within, together};

/// Larger tables have no letters: there is one for each group of models, and each pair is compared.
const MOST_LETTERED: usize = 500;

/// How the models of a table are separated.
#[derive(Clone, Copy)]
pub(super) struct Placing {
    pub(super) rule: PairRule,
    pub(super) confidence: f64,
}

impl Placing {
    /// Sorts the lines by score, and gives them their ranks, rank intervals, tie groups and letters.
    pub(super) fn place(&self, lines: &mut [Line<'_>]) -> Result<Option<BoardPrior>> {
        let scores: Vec<f64> = lines.iter().map(|(line, _)| line.score).collect();
        let ranks = ranks::competition(&scores)?;
        for ((line, _), rank) in lines.iter_mut().zip(ranks) {
            line.rank = rank as u64;
        }
        lines.sort_by(|(a, _), (b, _)| a.rank.cmp(&b.rank).then_with(|| a.model.cmp(&b.model)));
        let aligned = Aligned::new(lines, self.rule.clustered);
        let paired = self.are_paired(lines, &aligned);
        let chances = if paired && lines.len() > 1 {
            of_draws(&drawn_scores(aligned.units(), lines.len(), 0)?, lines.len())
        } else {
            let estimates: Vec<_> = lines.iter().map(|(_, belief)| belief.estimate).collect();
            of_independent(&estimates)?
        };
        for ((line, _), chances) in lines.iter_mut().zip(&chances) {
            (line.rank_lo, line.rank_hi) = interval(chances, self.confidence);
        }
        let (groups, letters, errors) = {
            let sets = Sets::new(&aligned);
            let table = SortedLines { lines, aligned: &aligned, sets, placing: self };
            (table.groups()?, table.letters()?, table.errors())
        };
        let prior = rank_first(lines, &aligned, paired, errors)?;
        for (((line, _), group), letters) in lines.iter_mut().zip(groups).zip(letters) {
            line.tie_group = group;
            line.letters = letters;
        }
        Ok(prior)
    }

    /// Whether all models are compared question by question.
    fn are_paired(&self, lines: &[Line<'_>], aligned: &Aligned<'_>) -> bool {
        let scored = lines.iter().all(|(_, belief)| !belief.questions.is_empty());
        let single = || lines.iter().all(|(_, belief)| belief.has_single_trials());
        let sampled = lines.iter().all(|(_, belief)| belief.sampled);
        scored && (sampled || self.rule.is_paired(single(), aligned.questions()))
    }
}

/// The sorted lines of a table.
struct SortedLines<'a, 'b> {
    lines: &'a [Line<'b>],
    aligned: &'a Aligned<'b>,
    /// `None` if there are more than two scores.
    sets: Option<Sets>,
    placing: &'a Placing,
}

impl SortedLines<'_, '_> {
    /// Dense ranks, in which neighbours that are not separated share one.
    fn groups(&self) -> Result<Vec<u64>> {
        let mut groups = Vec::with_capacity(self.lines.len());
        let (mut group, mut above) = (0, 0..0);
        // Equal scores are one block, which ties with the next if any two of them do.
        for block in self.lines.chunk_by(|a, b| a.0.rank == b.0.rank) {
            let first = groups.len();
            let own = first..first + block.len();
            let mut tied = false;
            for higher in above {
                for lower in own.clone() {
                    tied = tied || !self.is_separated(higher, lower)?;
                }
            }
            if !tied {
                group += 1;
            }
            groups.resize(own.end, group);
            above = own;
        }
        Ok(groups)
    }

    /// The letters of each line. They are empty in a large table.
    fn letters(&self) -> Result<Vec<String>> {
        let count = self.lines.len();
        let none = || vec![String::new(); count];
        if count > MOST_LETTERED {
            return Ok(none());
        }
        let order: Vec<usize> = (0..count).collect();
        let groups = groups_of(&order, |higher, lower| Ok(!self.is_separated(higher, lower)?));
        match groups {
            Ok(groups) => Ok(letters_of(&groups, count)),
            Err(crate::error::Error::Rank(_)) => Ok(none()),
            Err(error) => Err(error),
        }
    }

    /// The errors of the differences of all pairs.
    fn errors(&self) -> PairErrors {
        let mut errors = PairErrors::default();
        for lower in 0..self.lines.len() {
            for higher in 0..lower {
                if let Some(found) = self.difference(higher, lower) {
                    errors.add(found.variance.value());
                }
            }
        }
        errors
    }

    /// Whether the higher of two scores is the higher one with the confidence.
    fn is_separated(&self, higher: usize, lower: usize) -> Result<bool> {
        let rank = |line: usize| self.lines.get(line).map(|(line, _)| line.rank);
        if rank(higher) == rank(lower) {
            return Ok(false);
        }
        let found = self.difference(higher, lower);
        found.map_or(Ok(false), |found| found.is_separated(self.placing.confidence))
    }

    /// The difference of two lines, as a comparison of the two has it. `None` if the data do not tell it.
    fn difference(&self, higher: usize, lower: usize) -> Option<Difference> {
        let (Some((_, own)), Some((_, other))) = (self.lines.get(higher), self.lines.get(lower))
        else {
            return None;
        };
        let rule = self.placing.rule;
        let counted = self.sets.as_ref().and_then(|sets| sets.common(higher, lower));
        let pairs = counted.unwrap_or_else(|| {
            CommonQuestions::new(self.aligned.cells(higher), self.aligned.cells(lower))
        });
        let alone = |line: usize| self.aligned.cells(line).iter().flatten().count() == 1;
        let lonely = rule.hierarchical && !rule.sampled && pairs.single;
        let lonely = lonely && pairs.questions() == 1 && (alone(higher) || alone(lower));
        let usable = pairs.questions() > 1 && (rule.range.is_finite() || !rule.hierarchical);
        let single = own.sampled || other.sampled;
        if lonely || usable && (single || rule.is_paired(pairs.single, pairs.questions())) {
            let rule = PairRule { range: rule.range * self.aligned.unit, ..rule };
            // Where only the rounding of the scores scatters, nothing is known.
            let rounding = 4.0 * f64::EPSILON * pairs.size;
            let found = pairs.difference(&rule);
            return found.filter(|found| found.variance.sqrt().hi > rounding);
        }
        let gap = own.estimate.centre() - other.estimate.centre();
        let mean = gap.scaled(self.aligned.unit);
        let variance = |belief: &Belief<'_>| belief.estimate.variance(self.aligned.unit);
        if let (Some(degrees), Some(others)) = (own.degrees, other.degrees) {
            let part = |belief, degrees| Within { variance: variance(belief), degrees };
            let both = together([part(own, degrees), part(other, others)].into_iter());
            let distribution = Distribution::Student(both.degrees);
            return Some(Difference { mean, variance: both.variance, distribution });
        }
        let variance = variance(own) + variance(other);
        Some(Difference { mean, variance, distribution: Distribution::Normal })
    }
}
