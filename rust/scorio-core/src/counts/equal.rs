//! Whether counts are equal.

use super::counts::Counts;
use super::question::Question;

/// Equal if they hold the same counts under the same labels, in any order.
impl PartialEq for Counts {
    fn eq(&self, other: &Self) -> bool {
        let described = |counts: &Self, row: usize, one: &Question<'_>| {
            let mut values: Vec<_> =
                counts.values(row).map(|(a, b)| [a, b].map(str::to_owned)).collect();
            values.sort_unstable();
            (one.cluster.map(str::to_owned), one.weight.map(f64::to_bits), values)
        };
        // Keys are distinct, so that as many rows with the same keys are the same rows.
        let same = |(row, one): (usize, Question<'_>)| {
            let place = other.find(one.key());
            place.and_then(|place| Some((place, other.get(place)?))).is_some_and(|(place, own)| {
                own.counts == one.counts
                    && own.missing == one.missing
                    && described(other, place, &own) == described(self, row, &one)
            })
        };
        self.categories == other.categories
            && self.worth == other.worth
            && self.len() == other.len()
            && self.iter().enumerate().all(same)
    }
}
