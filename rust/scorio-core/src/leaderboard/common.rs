//! The differences of two models on the questions that both have.
//!
//! Where a table has two scores, as of single trials, there are three differences. Then sets of questions
//! count how often each occurs.

use super::aligned::{Aligned, AlignedScore};
use crate::compare::decision::difference::Term;
use crate::compare::decision::rule::{Difference, PairRule};
use crate::compare::decision::skewness;
use crate::numeric::double::Double;

/// The differences of two models on their common questions.
pub(super) struct CommonQuestions {
    differences: Differences,
    /// The largest size of a score.
    pub(super) size: f64,
    /// The smallest number of trials.
    trials: u64,
    /// Whether either model has one trial of every question.
    pub(super) single: bool,
}

enum Differences {
    Each(Vec<Term>),
    /// Every difference, and how many questions have it.
    Counted([(Double, u64); 3]),
}

impl CommonQuestions {
    pub(super) fn new(own: &[Option<AlignedScore>], other: &[Option<AlignedScore>]) -> Self {
        let mut terms = Vec::with_capacity(own.len());
        let (mut fewest, mut most, mut size) = (u64::MAX, (1, 1), 0.0_f64);
        for pair in own.iter().zip(other) {
            let (Some(one), Some(base)) = pair else { continue };
            fewest = fewest.min(one.trials).min(base.trials);
            most = (one.trials.max(most.0), base.trials.max(most.1));
            size = size.max(one.score.abs()).max(base.score.abs());
            let mean = Double::from(one.score) - Double::from(base.score);
            let (cluster, weight) = (one.cluster, one.weight);
            terms.push(Term { mean, variance: Double::ZERO, third: None, cluster, weight });
        }
        let single = most.0 == 1 || most.1 == 1;
        Self { differences: Differences::Each(terms), size, trials: fewest, single }
    }

    /// The number of common questions.
    pub(super) fn questions(&self) -> usize {
        match &self.differences {
            Differences::Each(terms) => terms.len(),
            Differences::Counted(each) => {
                let all: u64 = each.iter().map(|(_, times)| times).sum();
                usize::try_from(all).unwrap_or(usize::MAX)
            }
        }
    }

    /// The difference by the scatter over questions.
    pub(super) fn difference(&self, rule: &PairRule) -> Option<Difference> {
        match &self.differences {
            Differences::Each(terms) => rule.of_questions(terms, self.trials),
            Differences::Counted(each) => rule.of_counted(each, self.trials),
        }
    }

    /// λ of the difference.
    pub(super) fn skewness(&self) -> f64 {
        match &self.differences {
            Differences::Each(terms) => skewness::of_sample(terms),
            Differences::Counted(each) => skewness::of_counted(each),
        }
    }
}

/// The questions of each line, and those of them with the higher of two scores.
pub(super) struct Sets {
    low: f64,
    high: f64,
    lines: Vec<LineSets>,
}

struct LineSets {
    /// The number of trials of every question.
    trials: u64,
    present: Vec<u64>,
    higher: Vec<u64>,
}

impl Sets {
    /// `None` for other scores, for weights or clusters, and for a line whose questions differ in
    /// trials.
    pub(super) fn new(aligned: &Aligned<'_>) -> Option<Self> {
        let cells = || aligned.lines().iter().flatten().flatten();
        let one = cells().next()?.score;
        let other = cells().find(|cell| cell.score != one).map_or(one, |cell| cell.score);
        let (low, high) = (one.min(other), one.max(other));
        let of_line = |cells: &Vec<Option<AlignedScore>>| {
            let trials = cells.iter().flatten().next()?.trials;
            let words = cells.len().div_ceil(64);
            let (mut present, mut higher) = (vec![0_u64; words], vec![0_u64; words]);
            for (place, cell) in cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let known = cell.score == one || cell.score == other;
                let plain = cell.weight == 1.0 && cell.cluster == place;
                if !known || !plain || cell.trials != trials {
                    return None;
                }
                let bit = 1 << (place % 64);
                if let Some(word) = present.get_mut(place / 64) {
                    *word |= bit;
                }
                if let Some(word) = higher.get_mut(place / 64).filter(|_| cell.score == high) {
                    *word |= bit;
                }
            }
            Some(LineSets { trials, present, higher })
        };
        let lines = aligned.lines().iter().map(of_line).collect::<Option<Vec<_>>>()?;
        Some(Self { low, high, lines })
    }

    /// The differences of two lines. `None` for fewer than two common questions.
    pub(super) fn common(&self, own: usize, other: usize) -> Option<CommonQuestions> {
        let (one, base) = (self.lines.get(own)?, self.lines.get(other)?);
        let (mut both, mut above, mut below, mut highs) = (0, 0, 0, 0);
        let sets = one.present.iter().zip(&base.present).zip(one.higher.iter().zip(&base.higher));
        for ((present, others), (higher, base)) in sets {
            let common = present & others;
            both += u64::from(common.count_ones());
            above += u64::from((common & higher & !base).count_ones());
            below += u64::from((common & base & !higher).count_ones());
            highs += u64::from((common & (higher | base)).count_ones());
        }
        if both < 2 {
            return None;
        }
        let gap = Double::from(self.high) - Double::from(self.low);
        let equal = both - above - below;
        let each = [(gap, above), (Double::ZERO - gap, below), (Double::ZERO, equal)];
        // The lower score is there where not both have the higher one.
        let lower = if highs < both || above + below > 0 { self.low.abs() } else { 0.0 };
        let higher = if highs > 0 { self.high.abs() } else { 0.0 };
        Some(CommonQuestions {
            differences: Differences::Counted(each),
            size: lower.max(higher),
            trials: one.trials.min(base.trials),
            single: one.trials == 1 || base.trials == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::numeric::random::{Purpose, stream};

    #[test]
    fn counted_differences_are_those_of_each_question() {
        let mut stream = stream(11, Purpose::Simulation, 0);
        let mut tables = 0;
        for questions in [2, 3, 63, 64, 65, 200] {
            for (low, high, share) in [
                (0.0, 1.0, 1.0),
                (0.0, 0.5, 0.7),
                (-0.3, 0.7, 0.9),
                (0.1, 0.9, 0.2),
                (1.0, 1.0, 1.0),
            ] {
                let mut line = |trials| -> Vec<Option<AlignedScore>> {
                    let cell = |cluster| {
                        let (there, up): (f64, f64) = (stream.random(), stream.random());
                        let score = if up < 0.6 { high } else { low };
                        let cell = AlignedScore { score, weight: 1.0, trials, cluster };
                        (cluster == 0 || there < share).then_some(cell)
                    };
                    (0..questions).map(cell).collect()
                };
                let lines = vec![line(1), line(1), line(2)];
                let aligned = Aligned::of_lines(lines.clone());
                let sets = Sets::new(&aligned).unwrap();
                for (own, other) in [(0, 1), (1, 0), (0, 2), (2, 1)] {
                    let plain = CommonQuestions::new(&lines[own], &lines[other]);
                    let Some(fast) = sets.common(own, other) else {
                        assert!(plain.questions() < 2);
                        continue;
                    };
                    assert_eq!(fast.questions(), plain.questions());
                    assert_eq!((fast.trials, fast.single), (plain.trials, plain.single));
                    assert_eq!(fast.size, plain.size);
                    assert!((fast.skewness() - plain.skewness()).abs() < 1e-12);
                    for hierarchical in [false, true] {
                        let rule =
                            PairRule { sampled: true, clustered: false, hierarchical, range: 1.0 };
                        let (fast, plain) =
                            (fast.difference(&rule).unwrap(), plain.difference(&rule).unwrap());
                        assert_eq!(fast.mean.value(), plain.mean.value());
                        assert_eq!(fast.variance.value(), plain.variance.value());
                        assert_eq!(fast.distribution, plain.distribution);
                        tables += 1;
                    }
                }
            }
        }
        assert!(tables > 150, "{tables}");
    }

    #[test]
    fn other_tables_have_no_sets() {
        let cell =
            |score, weight, trials, cluster| Some(AlignedScore { score, weight, trials, cluster });
        let plain = vec![cell(0.0, 1.0, 1, 0), cell(1.0, 1.0, 1, 1)];
        assert!(Sets::new(&Aligned::of_lines(vec![plain.clone()])).is_some());
        for odd in
            [cell(0.5, 1.0, 1, 1), cell(1.0, 2.0, 1, 1), cell(1.0, 1.0, 2, 1), cell(1.0, 1.0, 1, 3)]
        {
            let line = vec![cell(0.0, 1.0, 1, 0), odd];
            assert!(Sets::new(&Aligned::of_lines(vec![plain.clone(), line])).is_none(), "{odd:?}");
        }
        assert!(Sets::new(&Aligned::of_lines(vec![plain, vec![None, None]])).is_none());
    }
}
