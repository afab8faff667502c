//! The sampling variance of an unbiased estimate, without a prior.
//!
//! The estimate is the mean credit of all subsets of k trials. Two disjoint subsets are independent
//! for a given p. So the mean product of their credits is unbiased for g(p)², and
//!
//! ```text
//! Var(estimate | p) ≈ estimate² − E[A_I A_J],   I and J successes in two disjoint subsets
//! ```
//!
//! is unbiased, too, for any p. It needs 2k trials. For Pass@k it is h_k² − h_2k with h_k = C(N − c, k) /
//! C(N, k).
//!
//! It is 0 of a question that always fails or always succeeds, although one more trial may differ. Few
//! such trials can move the estimate far. So each side has a variance of its own: that of one question more
//! whose single odd trial moves the estimate to this side.

use crate::counts::states::States;
use crate::metric::subset::credit::{Credit, Parts};
use crate::metric::subset::urn::Urn;
use crate::numeric::double::Double;

/// The largest k whose products are tabulated, in some k² steps.
const MOST_DRAWS: u64 = 256;

/// Unbiased variances of a point estimate, which may be negative by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Unbiased {
    /// That of the estimate.
    pub(crate) variance: f64,
    /// The same with one odd failure among the questions that always succeed, if that adds to it.
    pub(crate) below: f64,
    /// The same with one odd success among the questions that always fail, if that adds to it.
    pub(crate) above: f64,
}

/// The unbiased variances of a point estimate.
///
/// They are `None` for one draw, without 2k trials of every question, or where k is too large for a table.
pub(crate) fn variances(states: &States, credit: &Credit) -> Option<Unbiased> {
    if let Credit::Complement(credit) = credit {
        let found = variances(states, credit)?;
        return Some(Unbiased { below: found.above, above: found.below, ..found });
    }
    let k = credit.budget();
    let doubled = k.checked_mul(2)?;
    let enough = k > 1 && states.iter().all(|state| state.trials() >= doubled);
    let products = enough.then(|| Products::new(credit))??;
    let credit = &credit.tabulated();
    let (mut sum, mut below, mut above) = (Double::ZERO, 0.0_f64, 0.0_f64);
    for state in states.iter() {
        if let [failures, successes] = *state.counts {
            let of = |successes, failures| {
                products.variance(&Urn::hypergeometric(successes, failures), credit)
            };
            sum = sum + of(successes, failures) * state.square;
            let square = state.square / state.multiplicity as f64;
            if failures == 0 {
                below = below.max((of(successes - 1, 1) * square).value());
            }
            if successes == 0 {
                above = above.max((of(1, failures - 1) * square).value());
            }
        }
    }
    // Once for each of the two weights in a square.
    let scaled = |sum| states.mean(states.mean(sum)).value();
    let with = |odd: f64| scaled(sum + Double::from(odd));
    Some(Unbiased { variance: scaled(sum), below: with(below), above: with(above) })
}

/// E[A_I A_J] for all numbers of successes in both subsets together, and the same for 1 − A.
enum Products {
    /// All 2k trials succeed.
    All,
    /// Pass@k, from the failures.
    Any,
    Table(Vec<[f64; 2]>),
}

impl Products {
    fn new(credit: &Credit) -> Option<Self> {
        let k = credit.budget();
        match credit.step() {
            Some(1) => Some(Self::Any),
            Some(step) if step == k => Some(Self::All),
            _ if k > MOST_DRAWS => None,
            _ => Some(Self::Table((0..=2 * k).map(|total| product(credit, total)).collect())),
        }
    }

    /// estimate² − E[A_I A_J], from the smaller of A and 1 − A, which keeps its digits.
    fn variance(&self, urn: &Urn, credit: &Credit) -> Double {
        let k = credit.budget();
        match self {
            Self::All => square(urn.all(k).value) - urn.all(2 * k).value,
            Self::Any => square(urn.turned().all(k).value) - urn.turned().all(2 * k).value,
            Self::Table(products) => {
                let [value, complement] =
                    urn.average(2 * k, |total| products.get(total).copied().unwrap_or_default());
                let own = urn.mean(credit);
                if own.value.hi < own.complement.hi {
                    square(own.value) - Double::from(value)
                } else {
                    square(own.complement) - Double::from(complement)
                }
            }
        }
    }
}

/// The mean product of the credits, and of their complements, of the halves of 2k trials.
fn product(credit: &Credit, total: u64) -> [f64; 2] {
    let k = credit.budget();
    let parts = |successes: usize| {
        let Parts { value, complement } = credit.at(successes as f64);
        [value.value(), complement.value()]
    };
    let whole = usize::try_from(total).unwrap_or(usize::MAX);
    Urn::hypergeometric(total, 2 * k - total).average(k, |own| {
        let ([value, complement], other) = (parts(own), parts(whole - own));
        [value * other[0], complement * other[1]]
    })
}

fn square(value: Double) -> Double {
    value * value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tau::Tau;

    /// The mean product over all pairs of disjoint subsets, one by one.
    fn plain(successes: u32, trials: u32, credit: &Credit) -> f64 {
        let k = u32::try_from(credit.budget()).unwrap();
        let bank = (1_u32 << successes) - 1;
        let subsets: Vec<u32> = (0..1_u32 << trials).filter(|s| s.count_ones() == k).collect();
        let value = |subset: u32| credit.at(f64::from((subset & bank).count_ones())).value.value();
        let all: Vec<f64> = subsets.iter().map(|&one| value(one)).collect();
        let mean = all.iter().sum::<f64>() / subsets.len() as f64;
        let (mut sum, mut pairs) = (0.0, 0.0);
        for (&one, own) in subsets.iter().zip(&all) {
            for (&two, other) in subsets.iter().zip(&all) {
                if one & two == 0 {
                    sum += own * other;
                    pairs += 1.0;
                }
            }
        }
        mean * mean - sum / pairs
    }

    fn credits() -> [Credit; 7] {
        [
            Credit::pass_at(3).unwrap(),
            Credit::pass_at(2).unwrap().complement(),
            Credit::pass_hat(3).unwrap(),
            Credit::majority(3).unwrap(),
            Credit::threshold(4, Tau::decimal(0.75).unwrap()).unwrap(),
            Credit::upper_half(4).unwrap(),
            Credit::area(4).unwrap(),
        ]
    }

    #[test]
    fn variances_are_those_of_all_disjoint_pairs() {
        for credit in credits() {
            for successes in 0..=9_u32 {
                let counts = [u64::from(9 - successes), u64::from(successes)];
                let found = variances(&States::of_one(&counts), &credit).unwrap().variance;
                let expected = plain(successes, 9, &credit);
                assert!((found - expected).abs() < 1e-14, "{credit:?} {successes}: {found}");
            }
        }
    }

    #[test]
    fn variances_are_unbiased() {
        // Over Binomial(8, p), the mean of the variance is the variance of the estimate.
        for credit in credits() {
            for p in [0.05, 0.3, 0.9_f64] {
                let (mut mean, mut first, mut second) = (0.0, 0.0, 0.0);
                let (mut ways, trials) = (1.0, 8);
                for c in 0..=trials {
                    let weight = ways * p.powi(c) * (1.0 - p).powi(trials - c);
                    let counts = [u64::try_from(trials - c).unwrap(), u64::try_from(c).unwrap()];
                    let estimate =
                        Urn::hypergeometric(counts[1], counts[0]).mean(&credit).value.value();
                    let found = variances(&States::of_one(&counts), &credit).unwrap();
                    mean += weight * found.variance;
                    first += weight * estimate;
                    second += weight * estimate * estimate;
                    ways *= f64::from(trials - c) / f64::from(c + 1);
                }
                assert!((mean - (second - first * first)).abs() < 1e-14, "{credit:?} {p}");
            }
        }
    }

    #[test]
    fn a_variance_needs_two_disjoint_subsets() {
        let credit = Credit::pass_at(3).unwrap();
        assert_eq!(variances(&States::of_one(&[3, 2]), &credit), None);
        assert_eq!(variances(&States::of_one(&[3, 2]), &Credit::pass_at(1).unwrap()), None);
        assert!(variances(&States::of_one(&[500, 2]), &Credit::majority(300).unwrap()).is_none());
    }

    /// Of two trials, one success has h₁² − h₂ = ¼ for Pass@1 as for any k = N / 2.
    #[test]
    fn an_odd_trial_of_certain_questions_adds_to_one_side() {
        // Questions with 0 of 8, 1 of 8 and 8 of 8 successes: 3, 2 and 1 of them.
        let table = vec![0, 8, 7, 1, 8, 0];
        let states = States::sorted(2, table, vec![1, 2, 3], 0);
        let credit = Credit::pass_at(4).unwrap();
        let found = variances(&states, &credit).unwrap();
        let sixths = |quarters: f64| quarters / 4.0 / 36.0;
        assert!((found.variance - sixths(2.0)).abs() < 1e-16, "{found:?}");
        // One failure of eight leaves Pass@4 at 1.
        assert_eq!(found.below, found.variance);
        assert!((found.above - sixths(3.0)).abs() < 1e-16);
        let mirrored = variances(&states, &credit.clone().complement()).unwrap();
        assert_eq!((mirrored.below, mirrored.above), (found.above, found.below));
        let all = variances(&states, &Credit::pass_hat(4).unwrap()).unwrap();
        assert!((all.below - sixths(1.0)).abs() < 1e-16 && all.above == all.variance);
        let mixed = States::sorted(2, vec![4, 4], vec![3], 0);
        let found = variances(&mixed, &credit).unwrap();
        assert!(found.below == found.variance && found.above == found.variance);
    }
}
