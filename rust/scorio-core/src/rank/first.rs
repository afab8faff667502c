//! The chance that a model has the highest score.

use std::sync::LazyLock;

use crate::numeric::legendre;
use crate::numeric::normal::probability;
use crate::numeric::portable::exp;

/// Beyond so many standard deviations there is nothing.
const REACH: f64 = 8.5;

/// Smaller standard deviations, as a share of the largest, count as this share.
const LEAST: f64 = 1e-6;

/// The rule on each part of the line.
static RULE: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| legendre::nodes(8));

/// Of independent normal scores, each with its mean and σ.
///
/// P(i is first) = ∫ φᵢ Π Φⱼ over the others. The line is cut where any score varies, until no part is
/// longer than σ. The chances add up to 1, so that no constant matters. Equal scores without errors share
/// the chance.
pub(crate) fn of_normals(scores: &[(f64, f64)]) -> Vec<f64> {
    let certain =
        || of_draws(&vec![0.0; scores.len()], &[scores.iter().map(|one| one.0).collect()]);
    let largest = scores.iter().fold(0.0, |most: f64, one| most.max(one.1));
    if largest.is_nan() || largest <= 0.0 {
        return certain();
    }
    let widened = scores.iter().map(|&(mean, sigma)| (mean, sigma.max(LEAST * largest)));
    let (low, high) = widened.clone().fold(
        (f64::NEG_INFINITY, f64::NEG_INFINITY),
        |(low, high), (mean, sigma)| {
            (low.max(mean - REACH * sigma), high.max(mean + REACH * sigma))
        },
    );
    // Others are surely below some model.
    let near: Vec<(usize, (f64, f64))> =
        widened.enumerate().filter(|(_, (mean, sigma))| mean + REACH * sigma > low).collect();
    let mut chances = vec![0.0; scores.len()];
    let (mut below, mut parts) = (vec![0.0; near.len()], vec![(low, high)]);
    while let Some((from, to)) = parts.pop() {
        let length = to - from;
        let varies = |&&(_, (mean, sigma)): &&(usize, (f64, f64))| {
            mean + REACH * sigma > from && mean - REACH * sigma < to && length > sigma
        };
        let middle = f64::midpoint(from, to);
        if near.iter().any(|one| varies(&one)) && middle > from && middle < to {
            parts.extend([(middle, to), (from, middle)]);
            continue;
        }
        for (place, weight) in RULE.iter() {
            let x = from + place * length;
            let mut all = 1.0;
            for (slot, (_, (mean, sigma))) in below.iter_mut().zip(&near) {
                *slot = probability((x - mean) / sigma);
                all *= *slot;
            }
            if all == 0.0 {
                continue;
            }
            for (&(model, (mean, sigma)), own) in near.iter().zip(&below) {
                let z = (x - mean) / sigma;
                let density = exp(-0.5 * z * z) / sigma;
                if let Some(chance) = chances.get_mut(model) {
                    *chance += weight * length * density * (all / own);
                }
            }
        }
    }
    let all: f64 = chances.iter().sum();
    if !(all > 0.0 && all.is_finite()) {
        // Rounding hides such errors.
        return certain();
    }
    chances.into_iter().map(|chance| chance / all).collect()
}

/// Of draws of all scores, which are moved by the same amounts in each. Models that are first together
/// share the chance.
pub(crate) fn of_draws(moved: &[f64], draws: &[Vec<f64>]) -> Vec<f64> {
    let mut chances = vec![0.0; moved.len()];
    let part = 1.0 / draws.len().max(1) as f64;
    for draw in draws {
        let each = || draw.iter().zip(moved).map(|(draw, moved)| draw + moved);
        let most = each().fold(f64::NEG_INFINITY, f64::max);
        let first = each().filter(|&one| one == most).count().max(1) as f64;
        for (chance, one) in chances.iter_mut().zip(each()) {
            if one == most {
                *chance += part / first;
            }
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::normal::z_score;

    #[test]
    fn two_models_have_the_chance_of_their_z() {
        for pair in
            [[(0.52, 0.03), (0.5, 0.04)], [(0.5, 1e-3), (0.52, 0.1)], [(3.0, 1.0), (0.0, 2.0)]]
        {
            let chances = of_normals(&pair);
            let expected = probability(z_score(pair[0], pair[1]));
            assert!((chances[0] - expected).abs() < 1e-9, "{chances:?} {expected}");
            assert!((chances[1] + expected - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn equal_models_share_the_chance_and_far_ones_have_none() {
        for count in [1, 2, 5, 40] {
            let mut models = vec![(0.5, 0.02); count];
            models.push((0.1, 0.02));
            let chances = of_normals(&models);
            for one in &chances[..count] {
                assert!((one - 1.0 / count as f64).abs() < 1e-12, "{chances:?}");
            }
            assert!(chances[count] < 1e-12);
        }
    }

    #[test]
    fn models_without_errors_are_first_or_not() {
        assert_eq!(of_normals(&[(0.5, 0.0), (0.7, 0.0), (0.7, 0.0)]), [0.0, 0.5, 0.5]);
        let one_sure = of_normals(&[(0.5, 0.0), (0.4, 0.1), (0.1, 0.0)]);
        assert!(
            (one_sure[1] - probability(-1.0)).abs() < 1e-6 && one_sure[2] == 0.0,
            "{one_sure:?}"
        );
    }

    #[test]
    fn draws_count_the_models_that_are_first() {
        let draws = [vec![0.1, 0.3, 0.3], vec![0.2, 0.1, 0.0]];
        assert_eq!(of_draws(&[0.0; 3], &draws), [0.5, 0.25, 0.25]);
        assert_eq!(of_draws(&[0.0, 0.0, 1.0], &draws), [0.0, 0.0, 1.0]);
    }
}
