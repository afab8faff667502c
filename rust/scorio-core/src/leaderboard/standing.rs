//! Ranks of the models in a table, and which of them comparisons of two separate.

use std::cmp::Ordering;

use super::aligned::Aligned;
use super::belief::{Belief, Line};
use super::common::{CommonQuestions, Sets};
use crate::compare::decision::critical::{CriticalRange, Distributions};
use crate::compare::decision::family::Family;
use crate::compare::decision::rule::{Difference, PairRule};
use crate::error::Result;
use crate::numeric::student::Distribution;
use crate::rank::chances::of_independent;
use crate::rank::ranks;
use crate::rank::resampled::of_sample;
use crate::rank::separation::{Separations, separations};
use crate::sums::within::{Within, together};

/// How the models of a table are separated.
pub(super) struct Placing<'p> {
    pub(super) rule: PairRule,
    pub(super) confidence: f64,
    pub(super) family: Family,
    /// The difference of two models by a comparison on their common questions, if models lack some.
    pub(super) compared: Option<Compared<'p>>,
}

/// Gives the difference of two models, if the data tell it.
pub(super) type Compared<'p> = &'p dyn Fn(&str, &str) -> Result<Option<Difference>>;

impl Placing<'_> {
    /// Sorts the lines by score, and gives them their ranks, ranges of ranks and letters.
    pub(super) fn place(&self, lines: &mut [Line<'_>]) -> Result<Option<CriticalRange>> {
        let scores: Vec<f64> = lines.iter().map(|(line, _)| line.score).collect();
        let ranks = ranks::competition(&scores)?;
        for ((line, _), rank) in lines.iter_mut().zip(ranks) {
            line.rank = rank as u64;
        }
        lines.sort_by(|(a, _), (b, _)| a.rank.cmp(&b.rank).then_with(|| a.model.cmp(&b.model)));
        let aligned = Aligned::new(lines, self.rule.clustered);
        let chances = if self.are_paired(lines, &aligned) && lines.len() > 1 {
            of_sample(aligned.units(), lines.len(), 0)?
        } else {
            let estimates: Vec<_> = lines.iter().map(|(_, belief)| belief.estimate).collect();
            of_independent(&estimates)?
        };
        for ((line, _), chances) in lines.iter_mut().zip(&chances) {
            line.p_best = chances.first().copied().unwrap_or(1.0).clamp(0.0, 1.0);
        }
        let (Separations { ranges, with_leader, letters }, critical) = {
            let sets = Sets::new(&aligned);
            SortedLines { lines, aligned: &aligned, sets, placing: self }.separations()?
        };
        for ((line, _), range) in lines.iter_mut().zip(ranges) {
            (line.rank_lo, line.rank_hi) = range;
        }
        for ((line, _), (letters, near)) in
            lines.iter_mut().zip(letters.into_iter().zip(with_leader))
        {
            line.letters = letters;
            line.with_leader = near;
        }
        Ok(critical)
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
    placing: &'a Placing<'a>,
}

impl SortedLines<'_, '_> {
    /// Decides about each pair once.
    fn separations(&self) -> Result<(Separations, Option<CriticalRange>)> {
        let Placing { confidence, family, .. } = *self.placing;
        let mut distributions = Distributions::default();
        let found = separations(self.lines.len(), |higher, lower| {
            let found = self.difference(higher, lower)?;
            found.map_or(Ok(Ordering::Equal), |found| {
                distributions.add(found.distribution);
                found.order(family, confidence)
            })
        })?;
        Ok((found, distributions.critical(family, confidence)?))
    }

    /// The difference of two lines, as a comparison of the two has it. `None` if the data do not tell it.
    fn difference(&self, higher: usize, lower: usize) -> Result<Option<Difference>> {
        let (Some((first, own)), Some((second, other))) =
            (self.lines.get(higher), self.lines.get(lower))
        else {
            return Ok(None);
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
            return Ok(found.filter(|found| found.variance.sqrt().hi > rounding));
        }
        if let Some(compared) = self.placing.compared {
            return compared(&first.model, &second.model);
        }
        let gap = own.estimate.centre() - other.estimate.centre();
        let mean = gap.scaled(self.aligned.unit);
        let variance = |belief: &Belief<'_>| belief.estimate.variance(self.aligned.unit);
        if let (Some(degrees), Some(others)) = (own.degrees, other.degrees) {
            let part = |belief, degrees| Within { variance: variance(belief), degrees };
            let both = together([part(own, degrees), part(other, others)].into_iter());
            let distribution = Distribution::Student(both.degrees);
            return Ok(Some(Difference { mean, variance: both.variance, distribution }));
        }
        let variance = variance(own) + variance(other);
        Ok(Some(Difference { mean, variance, distribution: Distribution::Normal }))
    }
}
