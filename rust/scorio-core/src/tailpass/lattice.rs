//! The law of the bank score of k trials whose weights are multiples of one step.
//!
//! The counts of k trials may be too many to list where their scores are few: whole numbers of steps.
//! Let a be the shape and s the steps of a category, and A the sum of the shapes.
//!
//! Let p be the law of n trials, as a polynomial in x. Let v′ be xˢ (p + v) n / (A + n − 1), where p
//! and v are those of n − 1 trials. Then n p′ is the sum of a v′ over the categories. All terms are
//! positive.

use super::binary::drawn;
use crate::check;
use crate::error::Result;

/// The most steps from the lowest bank score to the highest.
const MOST_STEPS: usize = 100_000;

/// The most additions of one law: a quarter of a second.
const MOST_WORK: f64 = 1e9;

/// A step is looked for among 1, 1/2, 1/3 and so on, up to one over this.
const FINEST: u32 = 1_000;

/// Scores as whole numbers of steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lattice {
    k: usize,
    /// What each category adds to the lowest.
    steps: Vec<usize>,
}

impl Lattice {
    /// The lattice of ascending scores, and its bank scores.
    ///
    /// `None` if the scores have no such step, or k trials have too many.
    pub(super) fn new(k: usize, scores: &[f64]) -> Option<(Self, Vec<f64>)> {
        let of = |finest: u32| -> Option<Vec<usize>> {
            let whole = |&score: &f64| {
                let place = score * f64::from(finest);
                let near = (place - place.round()).abs() <= 4.0 * f64::EPSILON * place;
                near.then(|| rounded(place))
            };
            scores.iter().map(whole).collect()
        };
        let (finest, places) = (1..=FINEST).find_map(|finest| Some((finest, of(finest)?)))?;
        let lowest = places.first().copied()?;
        let widest = places.last()? - lowest;
        let common = places.iter().fold(0, |common, place| divisor(common, place - lowest)).max(1);
        let most = (widest / common).saturating_mul(k);
        if most > MOST_STEPS {
            return None;
        }
        let steps = places.iter().map(|place| (place - lowest) / common).collect();
        let unit = k as f64 * f64::from(finest);
        let score = |place: usize| (k * lowest + common * place) as f64 / unit;
        Some((Self { k, steps }, (0..=most).map(score).collect()))
    }

    /// How many bank scores n trials have.
    fn width(&self, trials: usize) -> usize {
        self.steps.last().copied().unwrap_or(0) * trials + 1
    }

    fn affordable(&self, rounds: usize) -> Result<()> {
        if rounds as f64 * self.width(self.k) as f64 <= MOST_WORK {
            return Ok(());
        }
        let range = "small enough: the law of so many bank scores takes too long";
        Err(check::outside("k", self.k as f64, range).into())
    }

    /// Whether laws of k trials take no longer than they may.
    ///
    /// # Errors
    /// They do.
    pub(super) fn check(&self) -> Result<()> {
        self.affordable(self.k * self.steps.len())
    }

    /// P(bank score) of k trials whose chances have the Dirichlet law of these shapes.
    pub(super) fn law(&self, shapes: &[f64]) -> Vec<f64> {
        let total: f64 = shapes.iter().sum();
        let mut law = vec![0.0; self.width(self.k)];
        let mut parts = vec![law.clone(); shapes.len()];
        let mut next = law.clone();
        law.iter_mut().take(1).for_each(|slot| *slot = 1.0);
        for n in 1..=self.k {
            let (count, before, width) = (n as f64, self.width(n - 1), self.width(n));
            let scale = count / (total + count - 1.0);
            for (part, &step) in parts.iter_mut().zip(&self.steps) {
                // This overwrites all that another part has left there.
                next.iter_mut().take(step).for_each(|slot| *slot = 0.0);
                let slots = next.iter_mut().skip(step).zip(law.iter().zip(&*part)).take(before);
                slots.for_each(|(slot, (law, part))| *slot = (law + part) * scale);
                std::mem::swap(part, &mut next);
            }
            law.iter_mut().take(width).for_each(|sum| *sum = 0.0);
            for (part, shape) in parts.iter().zip(shapes) {
                let share = shape / count;
                law.iter_mut().zip(part).take(width).for_each(|(sum, part)| *sum += share * part);
            }
        }
        law
    }

    /// P(bank score) of k trials with known chances.
    pub(super) fn multinomial(&self, chances: &[f64]) -> Vec<f64> {
        let mut law = vec![0.0; self.width(self.k)];
        let mut before = law.clone();
        law.iter_mut().take(1).for_each(|slot| *slot = 1.0);
        for n in 1..=self.k {
            std::mem::swap(&mut law, &mut before);
            law.fill(0.0);
            let width = self.width(n - 1);
            for (&chance, &step) in chances.iter().zip(&self.steps) {
                let slots = law.iter_mut().skip(step).zip(&before).take(width);
                slots.for_each(|(slot, before)| *slot += chance * before);
            }
        }
        law
    }

    /// P(bank score) of k draws without replacement from observed counts.
    ///
    /// # Errors
    /// It takes too long.
    pub(super) fn drawn(&self, observed: &[f64]) -> Result<Vec<f64>> {
        self.affordable(self.k * self.k * self.steps.len())?;
        // The law of the steps so far, by how many draws are left.
        let mut tables = vec![Vec::new(); self.k];
        tables.push(vec![1.0]);
        let mut rest: f64 = observed.iter().sum();
        for (&count, &step) in observed.iter().zip(&self.steps) {
            rest -= count;
            let mut next: Vec<Vec<f64>> = vec![Vec::new(); self.k + 1];
            for (left, table) in tables.iter().enumerate().filter(|(_, table)| !table.is_empty()) {
                for (draws, &chance) in drawn(left, count, rest).iter().enumerate() {
                    let Some(slots) = next.get_mut(left - draws).filter(|_| chance > 0.0) else {
                        continue;
                    };
                    slots.resize(slots.len().max(table.len() + draws * step), 0.0);
                    let slots = slots.iter_mut().skip(draws * step).zip(table);
                    slots.for_each(|(slot, before)| *slot += chance * before);
                }
            }
            tables = next;
        }
        let mut law = tables.into_iter().next().unwrap_or_default();
        law.resize(self.width(self.k), 0.0);
        Ok(law)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1,000")]
fn rounded(place: f64) -> usize {
    place.round() as usize
}

/// The greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::categorical::CountGrid;
    use super::*;

    /// The laws of counts, added up by their scores.
    fn twin(grid: &CountGrid, lattice: &Lattice, law: &[f64]) -> Vec<f64> {
        let mut found = vec![0.0; lattice.width(lattice.k)];
        for (state, chance) in grid.states().zip(law) {
            let place: usize = state.iter().zip(&lattice.steps).map(|(n, step)| n * step).sum();
            found[place] += chance;
        }
        found
    }

    #[test]
    fn laws_are_those_of_counts() {
        for (k, scores) in [
            (1, vec![0.0, 0.5, 1.0]),
            (7, vec![0.0, 0.25, 1.0]),
            (9, vec![0.1, 0.3, 0.4, 1.0]),
            (30, vec![0.0, 1.0 / 3.0, 2.0 / 3.0]),
        ] {
            let (lattice, bank) = Lattice::new(k, &scores).unwrap();
            let grid = CountGrid::new(k, scores.len()).unwrap();
            let shapes: Vec<f64> = (0..scores.len()).map(|c| 0.4 + 1.7 * c as f64).collect();
            let chances: Vec<f64> = shapes.iter().map(|a| a / shapes.iter().sum::<f64>()).collect();
            let observed: Vec<f64> = (0..scores.len()).map(|c| 8.0 + 12.0 * c as f64).collect();
            let pairs = [
                (lattice.law(&shapes), grid.law(&shapes)),
                (lattice.multinomial(&chances), grid.multinomial(&chances)),
                (lattice.drawn(&observed).unwrap(), grid.drawn(&observed)),
            ];
            for (law, counted) in pairs {
                let expected = twin(&grid, &lattice, &counted);
                assert_eq!(law.len(), expected.len());
                for (found, expected) in law.iter().zip(expected) {
                    let error = (found - expected).abs();
                    assert!(error <= 1e-13 * expected, "{k}: {found} {expected}");
                }
            }
            let last = bank.last().copied().unwrap();
            assert!(bank[0] == scores[0] && last == *scores.last().unwrap(), "{bank:?}");
        }
    }

    #[test]
    fn draws_of_all_trials_have_one_score() {
        // No trial of the second category, and no more than k in all.
        let (lattice, _) = Lattice::new(4, &[0.0, 0.5, 1.0]).unwrap();
        let law = lattice.drawn(&[1.0, 0.0, 3.0]).unwrap();
        let sure: Vec<usize> = (0..law.len()).filter(|&place| law[place] > 0.0).collect();
        assert!(sure == [6] && law[6] == 1.0, "{law:?}");
    }

    #[test]
    fn steps_are_as_wide_as_they_may_be() {
        let (lattice, bank) = Lattice::new(3, &[0.1, 0.3, 0.9]).unwrap();
        assert_eq!(lattice.steps, [0, 1, 4]);
        assert_eq!(bank.len(), 13);
        assert!(Lattice::new(100_000, &[0.0, 0.5, 1.0]).is_none());
        assert!(Lattice::new(50_000, &[0.0, 0.5, 1.0]).unwrap().0.check().is_err());
        assert!(Lattice::new(1_000, &[0.0, 0.5, 1.0]).unwrap().0.check().is_ok());
    }

    #[test]
    fn weights_without_a_step_have_no_lattice() {
        assert!(Lattice::new(64, &[0.0, std::f64::consts::FRAC_1_SQRT_2, 1.0]).is_none());
        assert!(Lattice::new(1_000, &[0.0, 0.001, 1.0]).is_none());
    }
}
