//! Stationary distributions of chains between models.

use crate::numeric::watch;
use crate::rankers::pairs::links::reached;
use crate::rankers::solver::square::Square;

/// The stationary distribution of a chain: `rates` holds the chance or rate of i → j, i ≠ j.
///
/// States that the chain leaves for good have 0. `None` if it may end in several closed parts.
pub(crate) fn stationary(rates: &Square) -> Option<Vec<f64>> {
    let size = rates.size();
    let arrow = |i: usize, j: usize| rates[(i, j)] > 0.0;
    let ends: Vec<Vec<usize>> = (0..size).map(|start| reached(size, start, &arrow)).collect();
    let closed = ends.iter().min_by_key(|end| end.len())?;
    let first = closed.first()?;
    if !ends.iter().all(|end| end.contains(first)) {
        return None;
    }
    let inner = Square::of(closed.len(), |i, j| rates[(closed[i], closed[j])]);
    let mut shares = vec![0.0; size];
    for (&state, share) in closed.iter().zip(of_linked(inner)) {
        shares[state] = share;
    }
    Some(shares)
}

/// The distribution of a chain that leads from everywhere to everywhere.
///
/// States are taken out one by one (Grassmann, Taksar and Heyman 1985). Nothing is subtracted, so
/// that even tiny shares have all their digits.
fn of_linked(mut rates: Square) -> Vec<f64> {
    let size = rates.size();
    for last in (1..size).rev() {
        let out: f64 = rates.row(last).iter().take(last).sum();
        for i in 0..last {
            rates[(i, last)] /= out;
        }
        for i in 0..last {
            let into = rates[(i, last)];
            for j in (0..last).filter(|&j| j != i) {
                let through = into * rates[(last, j)];
                rates[(i, j)] += through;
            }
        }
    }
    let mut shares = vec![1.0];
    for state in 1..size {
        let share = shares.iter().enumerate().map(|(i, share)| share * rates[(i, state)]).sum();
        shares.push(share);
    }
    let total: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / total).collect()
}

/// The positive eigenvector of a positive matrix, which adds up to 1.
///
/// The matrix is squared until its columns are proportional. Nothing is subtracted.
pub(crate) fn perron(matrix: &Square) -> Vec<f64> {
    let size = matrix.size();
    let normal = |matrix: Square| {
        let total: f64 = matrix.values().iter().sum();
        Square::of(size, |i, j| matrix[(i, j)] / total)
    };
    let shares =
        |matrix: &Square| -> Vec<f64> { (0..size).map(|i| matrix.row(i).iter().sum()).collect() };
    let mut power = normal(matrix.clone());
    let mut last = shares(&power);
    for _ in 0..64 {
        power = normal(Square::of(size, |i, j| {
            // What is found of stopped work is discarded.
            if watch::is_stopped() || (j == 0 && !watch::goes_on()) {
                return 0.0;
            }
            power.row(i).iter().enumerate().map(|(k, x)| x * power[(k, j)]).sum()
        }));
        let now = shares(&power);
        let still = now.iter().zip(&last).all(|(now, last)| (now - last).abs() <= 1e-16 * now);
        last = now;
        if still || watch::is_stopped() {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_keeps_its_stationary_distribution() {
        let rates = Square::of(5, |i, j| if i == j { 0.0 } else { (1 + i + 2 * j) as f64 });
        let shares = stationary(&rates).unwrap();
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        for j in 0..5 {
            let into: f64 = (0..5).map(|i| shares[i] * rates[(i, j)]).sum();
            let out: f64 = shares[j] * rates.row(j).iter().sum::<f64>();
            assert!((into / out - 1.0).abs() < 1e-14);
        }
        assert!(stationary(&Square::zeros(2)).is_none());
        let absorbing = Square::of(3, |i, j| if i != j && i != 1 { 1.0 } else { 0.0 });
        assert_eq!(stationary(&absorbing), Some(vec![0.0, 1.0, 0.0]));
    }

    #[test]
    fn the_perron_vector_is_what_the_matrix_scales() {
        let matrix = Square::of(6, |i, j| 1.0 + (3 * i + j * j) as f64);
        let vector = perron(&matrix);
        let image = matrix.times(&vector);
        let value: f64 = image.iter().sum();
        for (x, y) in vector.iter().zip(image) {
            assert!((y / (value * x) - 1.0).abs() < 1e-14);
        }
    }
}
