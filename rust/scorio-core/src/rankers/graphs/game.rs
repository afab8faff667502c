//! Equilibria of symmetric games of sum zero.

use crate::rankers::solver::square::Square;

/// The mixture that no pure strategy beats, of an antisymmetric table of advantages.
///
/// If some strategies lose to none, it is uniform over them. If several mixtures would do, it is
/// the centre of them all: the limit of the central path. So it does not depend on labels. `None` if
/// rounding keeps the path from ending.
pub(crate) fn equilibrium(edge: &Square) -> Option<Vec<f64>> {
    let size = edge.size();
    let unbeaten: Vec<usize> =
        (0..size).filter(|&i| edge.row(i).iter().all(|&edge| edge >= -1e-13)).collect();
    let mut mixture = vec![0.0; size];
    if unbeaten.is_empty() {
        mixture = limit(edge)?;
    } else {
        for &i in &unbeaten {
            mixture[i] = 1.0 / unbeaten.len() as f64;
        }
    }
    Some(mixture)
}

/// From here on downwards, two places on the path may be near enough to its end.
const NEAR: f64 = 1e-7;

/// The last μ. Below it, slacks are rounding.
const LEAST: f64 = 1e-14;

/// A place on the central path: shares and slacks.
#[derive(Clone)]
struct PathPlace {
    x: Vec<f64>,
    s: Vec<f64>,
}

/// The limit of the central path x_i s_i = μ for μ → 0, with the slack s = L μ − A x.
///
/// As A is antisymmetric, Σ x_i s_i = L μ Σ x_i, so that Σ x_i = 1. Near its end the path is a
/// straight line in μ, and two places on it give the limit. Where that begins depends on the least
/// advantages. So the path is followed until rounding ends it, and the best mixture is taken.
fn limit(edge: &Square) -> Option<Vec<f64>> {
    let size = edge.size();
    let x = vec![1.0 / size as f64; size];
    let s = edge.times(&x).into_iter().map(|lost| size as f64 - lost).collect();
    let (mut here, mut mu) = (PathPlace { x, s }, 1.0);
    let mut best: Option<(f64, Vec<f64>)> = None;
    while mu > LEAST {
        mu /= 2.0;
        let Some(next) = on_path(edge, here.clone(), mu) else { break };
        if mu < NEAR {
            let line = here.x.iter().zip(&next.x).map(|(far, near)| 2.0 * near - far);
            let mut found: Vec<f64> = line.map(|x| if x < 1e-11 { 0.0 } else { x }).collect();
            let total: f64 = found.iter().sum();
            for x in &mut found {
                *x /= total;
            }
            let beaten = edge.times(&found).into_iter().fold(0.0, f64::max);
            if best.as_ref().is_none_or(|one| beaten < one.0) {
                best = Some((beaten, found));
            }
        }
        here = next;
    }
    best.map(|best| best.1)
}

/// The place of the path at μ, by Newton's steps from a place nearby. Shares and slacks stay positive.
fn on_path(edge: &Square, mut at: PathPlace, mu: f64) -> Option<PathPlace> {
    let size = at.x.len();
    let longest = |values: &[f64], step: &[f64]| {
        let ratios = values.iter().zip(step).map(|(value, step)| -step / value);
        ratios.fold(0.0, f64::max)
    };
    for _ in 0..100 {
        let gaps = edge.times(&at.x).into_iter().zip(&at.s);
        let gaps: Vec<f64> = gaps.map(|(lost, s)| size as f64 * mu - lost - s).collect();
        let diagonal = |i: usize| at.s[i] / at.x[i];
        let matrix = Square::of(size, |i, j| if i == j { diagonal(i) } else { -edge[(i, j)] });
        let wanted = (0..size).map(|i| mu / at.x[i] - at.s[i] - gaps[i]).collect();
        let step = solve(matrix, wanted)?;
        let moved = edge.times(&step).into_iter().zip(&gaps).map(|(lost, gap)| gap - lost);
        let slack: Vec<f64> = moved.collect();
        let part = 0.9 / longest(&at.x, &step).max(longest(&at.s, &slack)).max(0.9);
        at.x.iter_mut().zip(&step).for_each(|(x, step)| *x += part * step);
        at.s.iter_mut().zip(&slack).for_each(|(s, step)| *s += part * step);
        let long = at.x.iter().zip(&step).map(|(x, step)| (step / x).abs()).fold(0.0, f64::max);
        if part == 1.0 && long < 1e-9 {
            return Some(at);
        }
    }
    None
}

/// The solution of A x = b by elimination, for an A whose symmetric part is positive.
fn solve(mut matrix: Square, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for k in 0..size {
        let largest =
            |&i: &usize, &j: &usize| matrix[(i, k)].abs().total_cmp(&matrix[(j, k)].abs());
        let pivot = (k..size).max_by(largest)?;
        if matrix[(pivot, k)] == 0.0 {
            return None;
        }
        for j in 0..size {
            (matrix[(k, j)], matrix[(pivot, j)]) = (matrix[(pivot, j)], matrix[(k, j)]);
        }
        right.swap(k, pivot);
        for i in k + 1..size {
            let factor = matrix[(i, k)] / matrix[(k, k)];
            for j in k..size {
                let taken = factor * matrix[(k, j)];
                matrix[(i, j)] -= taken;
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..size).rev() {
        let rest: f64 = (k + 1..size).map(|j| matrix[(k, j)] * right[j]).sum();
        right[k] = (right[k] - rest) / matrix[(k, k)];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rock_paper_scissors_is_played_by_its_stakes() {
        // Rock beats scissors by 1, scissors beat paper by 2, paper beats rock by 3.
        let edges = [[0.0, -3.0, 1.0], [3.0, 0.0, -2.0], [-1.0, 2.0, 0.0]];
        let edge = Square::of(3, |i, j| edges[i][j] / 4.0);
        let found = equilibrium(&edge).unwrap();
        for (share, expected) in found.iter().zip([2.0 / 6.0, 1.0 / 6.0, 3.0 / 6.0]) {
            assert!((share - expected).abs() < 1e-13, "{found:?}");
        }
        for advantage in edge.times(&found) {
            assert!(advantage.abs() < 1e-13);
        }
    }

    #[test]
    fn unbeaten_models_share() {
        let strength = [2.0, 1.0, 2.0];
        let edge = Square::of(3, |i, j| strength[i] - strength[j]);
        assert_eq!(equilibrium(&edge), Some(vec![0.5, 0.0, 0.5]));
    }

    /// Rounds of r strategies, each of which beats the next (r − 1) / 2.
    fn circles(size: usize, weight: impl Fn(usize) -> f64) -> Square {
        Square::of(size, |i, j| match (size + j - i) % size {
            0 => 0.0,
            far if far <= (size - 1) / 2 => weight(far),
            far => -weight(size - far),
        })
    }

    #[test]
    fn several_mixtures_have_one_centre_whatever_the_labels() {
        // Two circles that tie each other: any mixture of their equilibria would do.
        let rock = circles(3, |_| 0.5);
        let edge = Square::of(6, |i, j| if i / 3 == j / 3 { rock[(i % 3, j % 3)] } else { 0.0 });
        for share in equilibrium(&edge).unwrap() {
            assert!((share - 1.0 / 6.0).abs() < 1e-13, "{share}");
        }
        // Four strategies: a circle of the first three, and a twin of the first.
        let twin = |i: usize| if i == 3 { 0 } else { i };
        let edge = Square::of(4, |i, j| rock[(twin(i), twin(j))]);
        let found = equilibrium(&edge).unwrap();
        let order = [2, 3, 0, 1];
        let again = equilibrium(&Square::of(4, |i, j| edge[(order[i], order[j])])).unwrap();
        for (i, &before) in order.iter().enumerate() {
            assert!((again[i] - found[before]).abs() < 1e-13);
        }
        assert!((found[0] - 1.0 / 6.0).abs() < 1e-13 && (found[3] - 1.0 / 6.0).abs() < 1e-13);
    }

    /// A table of five models whose edges are −1, 0 and 1.
    fn of_five(mut number: usize) -> Square {
        let mut edge = Square::zeros(5);
        for (i, j) in (0..5).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let value = (number % 3) as f64 - 1.0;
            (edge[(i, j)], edge[(j, i)]) = (value, -value);
            number /= 3;
        }
        edge
    }

    #[test]
    fn every_table_of_wins_and_losses_has_a_mixture() {
        for number in 0..59_049 {
            let edge = of_five(number);
            let found = equilibrium(&edge).unwrap();
            for advantage in edge.times(&found) {
                assert!(advantage < 1e-13, "{number}: {advantage}");
            }
        }
    }

    #[test]
    fn advantages_of_any_size_count() {
        // As rock, paper and scissors, with stakes a, b and c: shares b, c and a of their sum.
        for small in [1.0, 1e-3, 1e-5, 1e-7] {
            let [a, b, c] = [1.0, small, 0.3];
            let edges = [[0.0, -a, b], [a, 0.0, -c], [-b, c, 0.0]];
            let found = equilibrium(&Square::of(3, |i, j| edges[i][j])).unwrap();
            for (share, stake) in found.iter().zip([c, b, a]) {
                let expected = stake / (a + b + c);
                assert!((share - expected).abs() < 1e-12, "{small}: {found:?}");
            }
        }
    }

    #[test]
    fn nothing_beats_the_mixture_of_any_table() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as f64 / f64::from(1 << 24) - 0.5
        };
        for size in 2..16 {
            for _ in 0..20 {
                let mut edge = Square::zeros(size);
                for i in 0..size {
                    for j in 0..i {
                        // Few different values, so that several mixtures occur.
                        let value = (next() * 4.0).round() / 4.0;
                        (edge[(i, j)], edge[(j, i)]) = (value, -value);
                    }
                }
                let found = equilibrium(&edge).unwrap();
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-13);
                for advantage in edge.times(&found) {
                    assert!(advantage < 1e-13, "{size}: {advantage} {edge:?}");
                }
            }
        }
    }
}
