//! Slopes of a model of pairs from one power of e for each model, instead of one for each pair.

use crate::numeric::portable::exp;
use crate::rankers::pairs::law::PairLaw;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::solver::newton::Slope;
use crate::rankers::solver::square::Square;

/// Powers of e stay far from overflow up to here, and so do their products.
const FARTHEST: f64 = 100.0;

/// Pairs, laid out so that a processor takes several at once.
pub(super) struct SteepPairs<'a> {
    law: PairLaw,
    won: &'a Square,
    lost: Square,
    tied: &'a Square,
}

/// The slopes of the pairs of one model with those before it.
#[derive(Default)]
struct RowSlopes {
    first: Vec<f64>,
    second: Vec<f64>,
    tie: Vec<f64>,
    tie_second: Vec<f64>,
    cross: Vec<f64>,
}

impl<'a> SteepPairs<'a> {
    /// `None` if the law has no such slopes.
    pub(super) fn new(law: PairLaw, pairs: &'a TrialPairs) -> Option<Self> {
        let won = pairs.wins();
        let lost = Square::of(won.size(), |i, j| won[(j, i)]);
        (law != PairLaw::Probit).then_some(Self { law, won, lost, tied: pairs.ties() })
    }

    /// The gradient and the lower half of minus the second derivatives at a place, without the value.
    ///
    /// `None` if the place is too far from 0.
    pub(super) fn slope(&self, at: &[f64]) -> Option<Slope> {
        let size = self.won.size();
        let near = at.iter().all(|x| x.abs() <= FARTHEST);
        let (theta, nu) = (at.get(..size)?, at.get(size).map(|&x| exp(x)));
        let half = if nu.is_some() { 0.5 } else { 1.0 };
        let powers: Vec<f64> = near.then(|| theta.iter().map(|&x| exp(half * x)).collect())?;
        let mut place = Slope::flat(at.len());
        let zeros = |needed: bool| vec![0.0; if needed { size } else { 0 }];
        let mut diagonal = zeros(true);
        let tied = nu.is_some();
        let mut row = RowSlopes {
            first: zeros(true),
            second: zeros(true),
            tie: zeros(tied),
            tie_second: zeros(tied),
            cross: zeros(tied),
        };
        for i in 1..size {
            match (self.law, nu) {
                (PairLaw::RaoKupper { tie_strength }, _) => {
                    self.rao_kupper(i, tie_strength, &powers, &mut row);
                }
                (PairLaw::Davidson, Some(nu)) => {
                    self.davidson(i, nu, &powers, &mut row);
                    place.gradient[size] += sum(&row.tie[..i]);
                    place.hessian[(size, size)] += sum(&row.tie_second[..i]);
                    let crosses = place.hessian.row_mut(size);
                    crosses[i] += sum(&row.cross[..i]);
                    crosses
                        .iter_mut()
                        .zip(&row.cross[..i])
                        .for_each(|(slot, cross)| *slot -= cross);
                }
                _ => self.logit(i, &powers, &mut row),
            }
            let (first, second) = (&row.first[..i], &row.second[..i]);
            place.gradient[i] += sum(first);
            diagonal[i] += sum(second);
            place.gradient.iter_mut().zip(first).for_each(|(slot, first)| *slot -= first);
            diagonal.iter_mut().zip(second).for_each(|(slot, second)| *slot += second);
            let slots = place.hessian.row_mut(i);
            slots.iter_mut().zip(second).for_each(|(slot, second)| *slot = -second);
        }
        for (i, second) in diagonal.into_iter().enumerate() {
            place.hessian[(i, i)] = second;
        }
        Some(place)
    }

    fn logit(&self, i: usize, powers: &[f64], row: &mut RowSlopes) {
        let (own, others) = (powers[i], &powers[..i]);
        let games = self.won.row(i).iter().zip(self.lost.row(i)).zip(others);
        let slots = row.first.iter_mut().zip(&mut row.second);
        for (((won, lost), other), (first, second)) in games.zip(slots) {
            let inverse = 1.0 / (own + other);
            let (p, q) = (own * inverse, other * inverse);
            *first = won * q - lost * p;
            *second = (won + lost) * (p * q);
        }
    }

    fn rao_kupper(&self, i: usize, strength: f64, powers: &[f64], row: &mut RowSlopes) {
        let (own, others) = (powers[i], &powers[..i]);
        let games = self.won.row(i).iter().zip(self.lost.row(i)).zip(self.tied.row(i)).zip(others);
        let slots = row.first.iter_mut().zip(&mut row.second);
        for ((((won, lost), tied), other), (first, second)) in games.zip(slots) {
            let (far, near) = (strength * other, strength * own);
            let (one, two) = (1.0 / (own + far), 1.0 / (near + other));
            let (win, no_win) = (own * one, far * one);
            let (no_loss, loss) = (near * two, other * two);
            *first = (won + tied) * no_win - (lost + tied) * no_loss;
            *second = (won + tied) * (win * no_win) + (lost + tied) * (loss * no_loss);
        }
    }

    fn davidson(&self, i: usize, nu: f64, powers: &[f64], row: &mut RowSlopes) {
        let (own, others) = (powers[i], &powers[..i]);
        let games = self.won.row(i).iter().zip(self.lost.row(i)).zip(self.tied.row(i)).zip(others);
        let slots = row.first.iter_mut().zip(&mut row.second).zip(&mut row.tie);
        let slots = slots.zip(&mut row.tie_second).zip(&mut row.cross);
        for ((((won, lost), tied), other), slots) in games.zip(slots) {
            let ((((first, second), tie), tie_second), cross) = slots;
            let parts = [own * own, other * other, nu * (own * other)];
            let inverse = 1.0 / (parts[0] + parts[1] + parts[2]);
            let [p, q, t] = [parts[0] * inverse, parts[1] * inverse, parts[2] * inverse];
            let total = won + lost + tied;
            *first = ((won - lost) - total * (p - q)) / 2.0;
            *second = total * (4.0 * p * q + (p + q) * t) / 4.0;
            *tie = tied - total * t;
            *tie_second = total * t * (p + q);
            *cross = -total * (p - q) * t / 2.0;
        }
    }
}

/// A sum, in four sums that a processor takes at once.
fn sum(values: &[f64]) -> f64 {
    let (fours, rest) = values.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for four in fours {
        for (sum, value) in sums.iter_mut().zip(four) {
            *sum += value;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rankers::pairs::model::PairModel;

    #[test]
    fn slopes_are_those_of_single_pairs() {
        let size = 7;
        let count = |i: usize, j: usize| if i == j { 0.0 } else { ((5 * i + 3 * j) % 8) as f64 };
        let tied = |i: usize, j: usize| count(i.min(j), i.max(j)) / 2.0;
        let models: Arc<[String]> = (0..size).map(|model| model.to_string()).collect();
        let pairs = TrialPairs::new(models, Square::of(size, count), Square::of(size, tied));
        let theta: Vec<f64> = (0..size).map(|i| 0.7 * i as f64 - 1.9).collect();
        for law in [PairLaw::Logit, PairLaw::Davidson, PairLaw::RaoKupper { tie_strength: 1.5 }] {
            let mut at = theta.clone();
            at.extend(law.has_tie_parameter().then_some(-0.4));
            let found = SteepPairs::new(law, &pairs).unwrap().slope(&at).unwrap();
            let plain = PairModel::likelihood(law, &pairs, &at);
            let near = |one: f64, other: f64| (one - other).abs() <= 1e-13 * (1.0 + other.abs());
            for i in 0..at.len() {
                assert!(near(found.gradient[i], plain.gradient[i]), "{law:?} {i}");
                for j in 0..=i {
                    let (one, other) = (found.hessian[(i, j)], plain.hessian[(i, j)]);
                    assert!(near(one, other), "{law:?} {i} {j}: {one} {other}");
                }
            }
        }
    }
}
