//! The chances of each rank, where scores are uncertain.

use crate::error::Result;
use crate::posterior::interval::Estimate;

/// Places at which independent scores are compared.
const PLACES: usize = 1024;

/// The chance of each rank of one model, from the first rank on.
pub(crate) type Chances = Vec<f64>;

/// One unit of a sample, which is a question or a cluster: of each model Σ w s and Σ w of its questions.
pub(crate) type Unit = Vec<(f64, f64)>;

/// The chances of the ranks of independent scores.
///
/// Given the score x of a model, the number of higher scores has a Poisson–binomial law. Its chances are
/// averaged over x, at 1,024 places.
///
/// # Errors
/// A distribution is not representable.
pub(crate) fn of_independent(scores: &[Estimate]) -> Result<Vec<Chances>> {
    let reach = |one: &Estimate| (one.mu() - 8.0 * one.sigma(), one.mu() + 8.0 * one.sigma());
    let low = scores.iter().fold(f64::INFINITY, |low, one| low.min(reach(one).0));
    let high = scores.iter().fold(f64::NEG_INFINITY, |high, one| high.max(reach(one).1));
    let count = scores.len();
    let mut chances = vec![vec![0.0; count]; count];
    let step = (high - low) / PLACES as f64;
    if !(step > 0.0 && step.is_finite()) {
        // Scores without uncertainty share the first rank if they are equal.
        return certain(scores);
    }
    let mut below: Vec<f64> = vec![0.0; count];
    let (mut law, mut rest) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    for number in 1..=PLACES {
        let place = low + step * number as f64;
        let mut here = Vec::with_capacity(count);
        for one in scores {
            // Beyond eight standard deviations there is nothing.
            let (low, high) = reach(one);
            here.push(match place {
                _ if number == PLACES || place >= high => 1.0,
                _ if place <= low => 0.0,
                _ => one.below(place)?,
            });
        }
        // Of two scores in one cell, either may be the higher.
        let above = |model: usize| {
            let middle = f64::midpoint(value(&below, model), value(&here, model));
            (1.0 - middle).clamp(0.0, 1.0)
        };
        law.fill(0.0);
        set(&mut law, 0, 1.0);
        for model in 0..count {
            let p = above(model);
            for k in (0..=model + 1).rev() {
                let before = if k > 0 { value(&law, k - 1) } else { 0.0 };
                let next = value(&law, k) * (1.0 - p) + before * p;
                set(&mut law, k, next);
            }
        }
        for (model, own) in chances.iter_mut().enumerate() {
            let mass = value(&here, model) - value(&below, model);
            if mass <= 0.0 {
                continue;
            }
            without(&law, above(model), &mut rest);
            for (chance, others) in own.iter_mut().zip(&rest) {
                *chance += mass * others;
            }
        }
        below = here;
    }
    Ok(chances)
}

/// The law of the number of successes without one of them, whose probability is p.
///
/// The division starts from the end where it does not amplify errors.
pub(crate) fn without(law: &[f64], p: f64, rest: &mut [f64]) {
    let last = law.len() - 2;
    rest.fill(0.0);
    if p <= 0.5 {
        let mut before = 0.0;
        for k in 0..=last {
            before = ((value(law, k) - p * before) / (1.0 - p)).max(0.0);
            set(rest, k, before);
        }
    } else {
        let mut after = 0.0;
        for k in (0..=last).rev() {
            after = ((value(law, k + 1) - (1.0 - p) * after) / p).max(0.0);
            set(rest, k, after);
        }
    }
}

fn certain(scores: &[Estimate]) -> Result<Vec<Chances>> {
    let mus: Vec<f64> = scores.iter().map(Estimate::mu).collect();
    let ranks = crate::rank::ranks::competition(&mus)?;
    let row = |rank: usize| (1..=mus.len()).map(|one| f64::from(u8::from(one == rank))).collect();
    Ok(ranks.into_iter().map(row).collect())
}

fn value(values: &[f64], index: usize) -> f64 {
    values.get(index).copied().unwrap_or(0.0)
}

fn set(values: &mut [f64], index: usize, value: f64) {
    if let Some(slot) = values.get_mut(index) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::double::Double;
    use crate::numeric::normal::{probability, z_score};

    fn estimate((mu, sigma): (f64, f64)) -> Estimate {
        Estimate::new(Double::from(mu), Double::from(sigma)).unwrap()
    }

    #[test]
    fn two_models_have_the_chance_of_their_z() {
        let pair = [(0.52, 0.03), (0.5, 0.04)];
        let chances = of_independent(&pair.map(estimate)).unwrap();
        let expected = probability(z_score(pair[0], pair[1]));
        assert!((chances[0][0] - expected).abs() < 1e-4, "{chances:?}");
        assert!((chances[1][1] - expected).abs() < 1e-4, "{chances:?}");
    }

    #[test]
    fn chances_add_up_by_model_and_by_rank() {
        let models: Vec<_> = (0..40).map(|i| (0.5 + f64::from(i % 7) * 0.01, 0.02)).collect();
        let scores: Vec<_> = models.into_iter().map(estimate).collect();
        let chances = of_independent(&scores).unwrap();
        for rank in 0..40 {
            let column: f64 = chances.iter().map(|own| own[rank]).sum();
            assert!((column - 1.0).abs() < 1e-3, "{rank} {column}");
        }
        for own in &chances {
            assert!((own.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{own:?}");
        }
    }

    #[test]
    fn scores_without_uncertainty_have_one_rank() {
        let scores = [(0.5, 0.0), (0.7, 0.0), (0.5, 0.0)].map(estimate);
        let chances = of_independent(&scores).unwrap();
        assert_eq!(chances[1], [1.0, 0.0, 0.0]);
        assert!(chances[0][0] < 1e-9 && chances[2][0] < 1e-9, "{chances:?}");
    }
}
