//! Ranks of the models in a table, and which of them comparisons of two separate.

use std::cmp::Ordering;

use super::aligned::Aligned;
use super::belief::{Belief, Line};
use super::best::{BoardPrior, rank_first};
use super::common::{CommonQuestions, Sets};
use crate::compare::decision::critical::{CriticalRange, Distributions};
use crate::compare::decision::family::Family;
use crate::compare::decision::rule::{Difference, PairRule};
use crate::compare::decision::skewness::{self, told_by};
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::sorting::sort_by;
use crate::numeric::student::Distribution;
use crate::rank::ranks;
use crate::rank::separation::{Separations, separations};
use crate::rank::table_prior::PairErrors;
use crate::sums::within::{Within, together};

/// How the models of a table are separated.
pub(super) struct Placing<'p> {
    pub(super) rule: PairRule,
    pub(super) confidence: f64,
    pub(super) family: Family,
    /// Threads that draw samples of questions.
    pub(super) threads: usize,
    /// The difference of two models by a comparison on their common questions, if models lack some.
    pub(super) compared: Option<Compared<'p>>,
}

/// Gives the difference of two models and its σ, if the data tell it.
pub(super) type Compared<'p> = &'p dyn Fn(&str, &str) -> Result<Option<(Difference, Double)>>;

/// What the pairs of a table say.
pub(super) struct Placed {
    /// From which z on they are separated.
    pub(super) critical: Option<CriticalRange>,
    /// The prior of their differences.
    pub(super) prior: Option<BoardPrior>,
    /// Models whose differences are carried by a few large outcomes.
    pub(super) carried: Vec<String>,
}

impl Placing<'_> {
    /// Sorts the lines by score, and gives them their ranks, ranges of ranks and letters.
    pub(super) fn place(&self, lines: &mut [Line<'_>]) -> Result<Placed> {
        let scores: Vec<f64> = lines.iter().map(|(line, _)| line.score).collect();
        let ranks = ranks::competition(&scores)?;
        for ((line, _), rank) in lines.iter_mut().zip(ranks) {
            line.rank = rank as u64;
        }
        sort_by(lines, |(a, _), (b, _)| a.rank.cmp(&b.rank).then_with(|| a.model.cmp(&b.model)));
        let aligned = Aligned::new(lines, self.rule.clustered);
        let paired = self.are_paired(lines, &aligned);
        let PairDecisions { found, critical, errors, above, carried } = {
            let sets = Sets::new(&aligned);
            SortedLines { lines, aligned: &aligned, sets, placing: self }.decisions()?
        };
        let prior = rank_first(lines, &aligned, (paired, self.threads), errors, above)?;
        let Separations { ranges, with_leader, letters } = found;
        for ((line, _), range) in lines.iter_mut().zip(ranges) {
            (line.rank_lo, line.rank_hi) = range;
        }
        for ((line, _), (letters, near)) in
            lines.iter_mut().zip(letters.into_iter().zip(with_leader))
        {
            line.letters = letters;
            line.with_leader = near;
        }
        let name = |place: usize| lines.get(place).map(|(line, _)| line.model.clone());
        let carried = told_by(&carried).into_iter().filter_map(name).collect();
        Ok(Placed { critical, prior, carried })
    }

    /// Whether all models are compared question by question.
    fn are_paired(&self, lines: &[Line<'_>], aligned: &Aligned<'_>) -> bool {
        let scored = lines.iter().all(|(_, belief)| !belief.questions.is_empty());
        let single = || lines.iter().all(|(_, belief)| belief.has_single_trials());
        let sampled = lines.iter().all(|(_, belief)| belief.sampled);
        scored && (sampled || self.rule.is_paired(single(), aligned.questions()))
    }
}

/// What the pairs of a table say.
struct PairDecisions {
    found: Separations,
    critical: Option<CriticalRange>,
    errors: PairErrors,
    /// P(A > B) of the last pair, by its comparison alone.
    above: Option<f64>,
    /// Pairs whose difference is carried by a few large outcomes.
    carried: Vec<(usize, usize)>,
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
    fn decisions(&self) -> Result<PairDecisions> {
        let Placing { confidence, family, .. } = *self.placing;
        let mut distributions = Distributions::default();
        let mut errors = PairErrors::default();
        let (mut above, mut carried) = (None, Vec::new());
        let found = separations(self.lines.len(), |higher, lower| {
            let found = self.difference(higher, lower)?;
            found.map_or(Ok(Ordering::Equal), |(found, variance)| {
                distributions.add(found.distribution);
                if found.is_carried() {
                    carried.push((higher, lower));
                }
                errors.add(variance.value());
                above = found.z().map(|z| found.distribution.below(z)).transpose()?;
                found.order(family, confidence)
            })
        })?;
        let critical = distributions.critical(family, confidence)?;
        Ok(PairDecisions { found, critical, errors, above, carried })
    }

    /// The difference of two lines, as a comparison of the two has it, and its variance in the table's unit.
    /// `None` if the data do not tell it.
    fn difference(&self, higher: usize, lower: usize) -> Result<Option<(Difference, Double)>> {
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
            let found = found.filter(|found| found.variance.sqrt().hi > rounding);
            let numeric = !rule.range.is_finite();
            return Ok(found.map(|found| {
                let skewness = if numeric { pairs.skewness() } else { 0.0 };
                (Difference { skewness, ..found }, found.variance)
            }));
        }
        if let Some(compared) = self.placing.compared {
            let found = compared(&first.model, &second.model)?;
            return Ok(found.map(|(found, sigma)| {
                let sigma = sigma.scaled(self.aligned.unit);
                (found, sigma * sigma)
            }));
        }
        let gap = own.estimate.centre() - other.estimate.centre();
        let mean = gap.scaled(self.aligned.unit);
        let variance = |belief: &Belief<'_>| belief.estimate.variance(self.aligned.unit);
        let lambda = |belief: &Belief<'_>| (belief.skewness, variance(belief).value());
        let skewness = skewness::apart(lambda(own), lambda(other));
        if let (Some(degrees), Some(others)) = (own.degrees, other.degrees) {
            let part = |belief, degrees| Within { variance: variance(belief), degrees };
            let both = together([part(own, degrees), part(other, others)].into_iter());
            let distribution = Distribution::Student(both.degrees);
            let variance = both.variance;
            return Ok(Some((Difference { mean, variance, distribution, skewness }, variance)));
        }
        let variance = variance(own) + variance(other);
        let distribution = Distribution::Normal;
        Ok(Some((Difference { mean, variance, distribution, skewness }, variance)))
    }
}
