//! Equilibria of symmetric games of sum zero.

use super::square::Square;

/// The mixture that no pure strategy beats, of an antisymmetric table of advantages.
///
/// If some strategies lose to none, it is uniform over them, whatever their labels. `None` if
/// rounding keeps the simplex method from ending.
pub(crate) fn equilibrium(edge: &Square) -> Option<Vec<f64>> {
    let size = edge.size();
    let unbeaten: Vec<usize> =
        (0..size).filter(|&i| edge.row(i).iter().all(|&edge| edge >= -1e-13)).collect();
    let mut mixture = vec![0.0; size];
    if unbeaten.is_empty() {
        simplex(edge, &mut mixture)?;
    } else {
        for &i in &unbeaten {
            mixture[i] = 1.0 / unbeaten.len() as f64;
        }
    }
    Some(mixture)
}

/// Maximizes Σ y subject to (A + 2) y ≤ 1, y ≥ 0. Then y / Σ y is the mixture.
///
/// Among several columns or rows that would do, the first is taken, so that no step repeats (Bland
/// 1977).
fn simplex(edge: &Square, mixture: &mut [f64]) -> Option<()> {
    let size = edge.size();
    // Columns: y, the slacks, the right side. The last row holds the prices.
    let columns = 2 * size + 1;
    let mut table = vec![vec![0.0; columns]; size + 1];
    for (i, row) in table.iter_mut().enumerate().take(size) {
        for (j, slot) in row.iter_mut().enumerate().take(size) {
            *slot = edge[(i, j)] + 2.0;
        }
        row[size + i] = 1.0;
        row[2 * size] = 1.0;
    }
    table[size].iter_mut().take(size).for_each(|price| *price = -1.0);
    let mut basis: Vec<usize> = (size..2 * size).collect();
    for _ in 0..10_000 {
        let Some(enter) = (0..2 * size).find(|&j| table[size][j] < -1e-12) else {
            for (row, &variable) in basis.iter().enumerate().filter(|(_, one)| **one < size) {
                mixture[variable] = table[row][2 * size].max(0.0);
            }
            let total: f64 = mixture.iter().sum();
            for share in mixture.iter_mut() {
                *share /= total;
            }
            return Some(());
        };
        let ratio = |row: usize| table[row][2 * size] / table[row][enter];
        let leave = (0..size).filter(|&row| table[row][enter] > 1e-12).min_by(|&one, &other| {
            ratio(one).total_cmp(&ratio(other)).then(basis[one].cmp(&basis[other]))
        })?;
        basis[leave] = enter;
        let pivot = table[leave][enter];
        table[leave].iter_mut().for_each(|x| *x /= pivot);
        let line = table[leave].clone();
        for (_, row) in table.iter_mut().enumerate().filter(|(i, _)| *i != leave) {
            let factor = row[enter];
            if factor != 0.0 {
                row.iter_mut().zip(&line).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    None
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
            assert!((share - expected).abs() < 1e-14, "{found:?}");
        }
        for advantage in edge.times(&found) {
            assert!(advantage.abs() < 1e-14);
        }
    }

    #[test]
    fn unbeaten_models_share() {
        let strength = [2.0, 1.0, 2.0];
        let edge = Square::of(3, |i, j| strength[i] - strength[j]);
        assert_eq!(equilibrium(&edge), Some(vec![0.5, 0.0, 0.5]));
    }
}
