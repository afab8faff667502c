//! Whether counts may be of a part of the trials that other counts are of.

use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::counts::Counts;
use super::question::Question;

/// A chance below which its product with others makes no difference.
const NEVER: f64 = 1e-30;

/// How counts lie in larger ones that have each of their questions, with at least as many trials of each outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inclusion {
    /// The questions of the smaller counts that were observed.
    pub questions: u64,
    /// Those that have the same outcomes in both.
    pub equal: u64,
    /// The trials of the smaller counts.
    pub trials: u64,
    /// How likely the equal ones are equal by chance, if each question had the outcomes of any other one.
    pub chance_equal: f64,
    /// How likely all questions lie in the larger counts by chance, drawn in the same way.
    pub chance: f64,
}

/// How many questions have the same counts.
type OfCounts<'a> = HashMap<&'a [u64], u64, FxBuildHasher>;

impl Counts {
    /// How other counts lie in these. Nothing if they do not: a question is not here, or has fewer trials.
    #[must_use]
    pub fn inclusion(&self, other: &Self) -> Option<Inclusion> {
        self.inclusion_by(
            other,
            |question| question.counts.to_vec(),
            |own, one| own.trials() == one.trials(),
        )
    }

    /// The same, where more than counts tells whether questions are equal: their kinds and `same`.
    pub(crate) fn inclusion_by<K: Hash + Eq>(
        &self,
        other: &Self,
        kind: impl Fn(&Question<'_>) -> K,
        same: impl Fn(&Question<'_>, &Question<'_>) -> bool,
    ) -> Option<Inclusion> {
        let places = self.places_of(other)?;
        if !self.matches(other, |own, count| own >= count) {
            return None;
        }
        let mut kinds: HashMap<K, u64, FxBuildHasher> = HashMap::default();
        let mut drawn: HashMap<u64, OfCounts<'_>, FxBuildHasher> = HashMap::default();
        for one in other.observed() {
            *kinds.entry(kind(&one)).or_default() += 1;
            *drawn.entry(one.trials()).or_default().entry(one.counts).or_default() += 1;
        }
        let questions: u64 = kinds.values().sum();
        let (mut equal, mut trials, mut chance_equal, mut chance) = (0, 0_u64, 1.0, 1.0);
        for one in other.observed() {
            trials = trials.saturating_add(one.trials());
            let Some(own) = self.find(one.key()).and_then(|row| self.get(row)) else { continue };
            if same(&own, &one) {
                equal += 1;
                let alike = kinds.get(&kind(&one)).copied().unwrap_or(1);
                chance_equal *= alike as f64 / questions as f64;
            }
            if chance < NEVER {
                continue;
            }
            let fits = |counts: &[u64]| {
                let mut pairs = places.iter().zip(counts);
                pairs.all(|(&place, count)| own.counts.get(place).is_some_and(|own| own >= count))
            };
            if let Some(drawn) = drawn.get(&one.trials()) {
                let fit = drawn.iter().filter(|(counts, _)| fits(counts)).map(|(_, times)| times);
                chance *= fit.sum::<u64>() as f64 / drawn.values().sum::<u64>() as f64;
            }
        }
        Some(Inclusion { questions, equal, trials, chance_equal, chance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of wrong and right outcomes by question.
    fn counts(rows: &[(u64, u64)]) -> Counts {
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        for (number, &(wrong, right)) in rows.iter().enumerate() {
            let row = counts.row("m", "", &format!("q{number}"));
            counts.add(row, 0, wrong).unwrap();
            counts.add(row, 1, right).unwrap();
        }
        counts
    }

    #[test]
    fn a_part_is_told_by_its_equal_questions() {
        let mut rows: Vec<_> = (0..40).map(|number| (number % 3, 3 - number % 3)).collect();
        let part = counts(&rows);
        rows[5].0 += 1;
        let grown = counts(&rows);
        let found = grown.inclusion(&part).unwrap();
        assert_eq!((found.questions, found.equal, found.trials), (40, 39, 120));
        assert!(found.chance_equal < 1e-6);
        assert_eq!(part.inclusion(&grown), None);
        assert_eq!(part.inclusion(&counts(&[])), None);
    }

    #[test]
    fn outcomes_that_are_all_the_same_tell_nothing() {
        let found = counts(&[(0, 4); 50]).inclusion(&counts(&[(0, 3); 50])).unwrap();
        assert_eq!((found.equal, found.chance_equal, found.chance), (0, 1.0, 1.0));
        let found = counts(&[(0, 3); 50]).inclusion(&counts(&[(0, 3); 50])).unwrap();
        assert_eq!((found.equal, found.chance_equal, found.chance), (50, 1.0, 1.0));
        // Half of the outcomes would not fit.
        let found = counts(&[(0, 2), (2, 0)]).inclusion(&counts(&[(0, 1), (1, 0)])).unwrap();
        assert_eq!((found.equal, found.chance), (0, 0.25));
    }
}
