//! Majority judgment: models by their median grades.

use std::cmp::Ordering;

use crate::numeric::sorting::sort_by;
use crate::rankers::voting::ballots::Ballots;

/// Scores from L for the best downwards, by majority judgment.
///
/// The lower median of a model's shares decides first. Where it ties, the tied models lose one grade
/// of this value each, and their medians are compared again.
///
/// Models with different numbers of questions are compared as if each of their grades came equally
/// often, up to the same number. `times` is as in [`Ballots::preferences`]. A model without a
/// question is last.
#[must_use]
pub fn majority_judgment(ballots: &Ballots, times: Option<&[u32]>) -> Vec<f64> {
    let profiles: Vec<Profile> =
        ballots.grades().map(|grades| Profile::new(grades, times)).collect();
    let mut order: Vec<usize> = (0..profiles.len()).collect();
    let compare = |&a: &usize, &b: &usize| match (profiles.get(a), profiles.get(b)) {
        (Some(a), Some(b)) => b.compare(a),
        _ => Ordering::Equal,
    };
    sort_by(&mut order, compare);
    let mut scores = vec![0.0; order.len()];
    let mut score = order.len() as f64;
    for level in order.chunk_by(|a, b| compare(a, b).is_eq()) {
        for &model in level {
            if let Some(slot) = scores.get_mut(model) {
                *slot = score;
            }
        }
        score -= 1.0;
    }
    scores
}

/// The grades of a model in ascending order.
struct Profile {
    total: u128,
    /// Each grade with the number of grades up to it.
    steps: Vec<(u32, u128)>,
}

impl Profile {
    fn new(grades: impl Iterator<Item = Option<u32>>, times: Option<&[u32]>) -> Self {
        let times = |question: usize| match times {
            Some(times) => times.get(question).copied().unwrap_or(0),
            None => 1,
        };
        let mut given: Vec<(u32, u32)> = grades
            .enumerate()
            .filter_map(|(question, grade)| grade.map(|grade| (grade, times(question))))
            .filter(|one| one.1 > 0)
            .collect();
        given.sort_unstable();
        let mut total = 0;
        let mut steps = Vec::new();
        for alike in given.chunk_by(|a, b| a.0 == b.0) {
            total += alike.iter().map(|one| u128::from(one.1)).sum::<u128>();
            steps.extend(alike.first().map(|one| (one.0, total)));
        }
        Self { total, steps }
    }

    /// Compares the medians, then the grades next to them, outwards and the lower side first.
    fn compare(&self, other: &Self) -> Ordering {
        if self.total == 0 || other.total == 0 {
            return self.total.cmp(&other.total);
        }
        // Both profiles have the length 2 n n′, so that the median lies at n n′.
        let middle = self.total * other.total;
        let mut own = Walk::new(&self.steps, 2 * other.total, middle);
        let mut others = Walk::new(&other.steps, 2 * self.total, middle);
        let mut distance = 0;
        while distance < middle {
            let sides = own.low().0.cmp(&others.low().0).then(own.high().0.cmp(&others.high().0));
            if sides.is_ne() {
                return sides;
            }
            distance = own.next(middle).min(others.next(middle));
            own.pass(middle, distance);
            others.pass(middle, distance);
        }
        Ordering::Equal
    }
}

/// The grades below and above the median, from it outwards.
struct Walk<'a> {
    steps: &'a [(u32, u128)],
    scale: u128,
    below: usize,
    above: usize,
}

impl<'a> Walk<'a> {
    fn new(steps: &'a [(u32, u128)], scale: u128, middle: u128) -> Self {
        let below = steps.partition_point(|step| step.1 * scale < middle);
        let above = steps.partition_point(|step| step.1 * scale <= middle);
        Self { steps, scale, below, above }
    }

    /// The grade, and where its stretch begins.
    fn low(&self) -> (u32, u128) {
        let start = self.below.checked_sub(1).and_then(|before| self.steps.get(before));
        let grade = self.steps.get(self.below).map_or(0, |step| step.0);
        (grade, start.map_or(0, |step| step.1 * self.scale))
    }

    /// The grade, and where its stretch ends.
    fn high(&self) -> (u32, u128) {
        self.steps.get(self.above).map_or((0, u128::MAX), |step| (step.0, step.1 * self.scale))
    }

    /// The distance from the median at which either side changes.
    fn next(&self, middle: u128) -> u128 {
        (middle - self.low().1).min(self.high().1.saturating_sub(middle))
    }

    /// Passes the stretches that end at this distance.
    fn pass(&mut self, middle: u128, distance: u128) {
        if middle - self.low().1 <= distance {
            self.below = self.below.saturating_sub(1);
        }
        if self.high().1.saturating_sub(middle) <= distance {
            self.above += 1;
        }
    }
}
