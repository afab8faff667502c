//! Square matrices of models, and the equations that ranking methods solve with them.

use std::ops::{Index, IndexMut};

use crate::numeric::watch;

/// An L × L matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    size: usize,
    values: Vec<f64>,
}

impl Square {
    /// A matrix of zeros.
    pub(crate) fn zeros(size: usize) -> Self {
        Self { size, values: vec![0.0; size * size] }
    }

    /// A matrix from its entries.
    pub(crate) fn of(size: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut made = Self::zeros(size);
        for i in 0..size {
            for (j, slot) in made.row_mut(i).iter_mut().enumerate() {
                *slot = entry(i, j);
            }
        }
        made
    }

    /// L.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// A row.
    #[must_use]
    pub fn row(&self, i: usize) -> &[f64] {
        self.values.get(i * self.size..(i + 1) * self.size).unwrap_or_default()
    }

    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let size = self.size;
        self.values.get_mut(i * size..(i + 1) * size).unwrap_or_default()
    }

    /// The entries, row by row.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The product with a vector.
    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|i| dot(self.row(i), vector)).collect()
    }
}

impl Index<(usize, usize)> for Square {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.values[i * self.size + j]
    }
}

impl IndexMut<(usize, usize)> for Square {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.values[i * self.size + j]
    }
}

pub(crate) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The factor C of a positive matrix A = C Cᵀ.
pub(crate) struct Cholesky {
    lower: Square,
}

impl Cholesky {
    /// `None` if A is not positive definite.
    pub(crate) fn of(matrix: &Square) -> Option<Self> {
        let factor = Self::of_positive_part(matrix);
        let positive = (0..matrix.size).all(|i| factor.lower[(i, i)] > 0.0);
        positive.then_some(factor)
    }

    /// The factor of a matrix that may be singular: a direction without variance has a column of 0.
    pub(crate) fn of_positive_part(matrix: &Square) -> Self {
        let size = matrix.size;
        let mut lower = Square::zeros(size);
        let largest = (0..size).fold(0.0_f64, |most, i| most.max(matrix[(i, i)].abs()));
        for i in 0..size {
            for (slot, entry) in lower.row_mut(i).iter_mut().zip(matrix.row(i)).take(i + 1) {
                *slot = *entry;
            }
        }
        // Column by column: what a column explains is taken from all entries after it.
        let mut column = vec![0.0; size];
        for j in 0..size {
            let left = lower[(j, j)];
            let pivot = if left > 1e-14 * largest { left.sqrt() } else { 0.0 };
            lower[(j, j)] = pivot;
            for (i, slot) in column.iter_mut().enumerate().skip(j + 1) {
                *slot = if pivot > 0.0 { lower[(i, j)] / pivot } else { 0.0 };
                lower[(i, j)] = *slot;
            }
            for i in j + 1..size {
                let factor = column[i];
                let row = &mut lower.row_mut(i)[j + 1..=i];
                for (slot, other) in row.iter_mut().zip(&column[j + 1..=i]) {
                    *slot -= factor * other;
                }
            }
        }
        Self { lower }
    }

    /// The solution of A x = b.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.lower.size;
        let mut x = right.to_vec();
        for i in 0..size {
            let row = self.lower.row(i);
            x[i] = (x[i] - dot(&row[..i], &x)) / row[i];
        }
        for i in (0..size).rev() {
            let row = self.lower.row(i);
            let (before, here) = x.split_at_mut(i);
            here[0] /= row[i];
            for (slot, factor) in before.iter_mut().zip(row) {
                *slot -= factor * here[0];
            }
        }
        x
    }

    /// C z.
    pub(crate) fn times(&self, z: &[f64]) -> Vec<f64> {
        self.lower.times(z)
    }
}

/// Eigenvalues and eigenvectors (the rows) of a symmetric matrix, by Jacobi's rotations.
pub(crate) fn eigen(matrix: &Square) -> (Vec<f64>, Square) {
    let size = matrix.size;
    let mut a = matrix.clone();
    let mut vectors = Square::of(size, |i, j| f64::from(u8::from(i == j)));
    let norm: f64 = a.values.iter().map(|x| x * x).sum();
    for _ in 0..60 {
        let off = (0..size).flat_map(|i| (0..i).map(move |j| (i, j)));
        let off: f64 = off.map(|place| a[place] * a[place]).sum();
        if off <= 1e-34 * norm {
            break;
        }
        for p in 0..size {
            // What is found of stopped work is discarded.
            if !watch::goes_on() {
                break;
            }
            for q in p + 1..size {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..size).map(|i| a[(i, i)]).collect(), vectors)
}

/// Makes the entry (p, q) zero.
fn rotate(a: &mut Square, vectors: &mut Square, p: usize, q: usize) {
    let entry = a[(p, q)];
    if entry == 0.0 {
        return;
    }
    let theta = (a[(q, q)] - a[(p, p)]) / (2.0 * entry);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let cosine = 1.0 / (t * t + 1.0).sqrt();
    let sine = t * cosine;
    for k in 0..a.size {
        let (x, y) = (a[(k, p)], a[(k, q)]);
        (a[(k, p)], a[(k, q)]) = (cosine * x - sine * y, sine * x + cosine * y);
    }
    for k in 0..a.size {
        let (x, y) = (a[(p, k)], a[(q, k)]);
        (a[(p, k)], a[(q, k)]) = (cosine * x - sine * y, sine * x + cosine * y);
        let (x, y) = (vectors[(p, k)], vectors[(q, k)]);
        (vectors[(p, k)], vectors[(q, k)]) = (cosine * x - sine * y, sine * x + cosine * y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(size: usize) -> Square {
        Square::of(size, |i, j| {
            let far = i.abs_diff(j) as f64;
            if i == j { 4.0 + i as f64 } else { 1.0 / (1.0 + far * far) }
        })
    }

    #[test]
    fn equations_are_solved() {
        let matrix = example(7);
        let x: Vec<f64> = (0..7).map(|i| f64::from(i) - 2.5).collect();
        let factor = Cholesky::of(&matrix).unwrap();
        for (found, expected) in factor.solve(&matrix.times(&x)).iter().zip(&x) {
            assert!((found - expected).abs() < 1e-14);
        }
        assert!(Cholesky::of(&Square::of(3, |_, _| 1.0)).is_none());
    }

    #[test]
    fn matrices_with_zeros_and_equal_values_have_eigenvectors() {
        // The middle entry is alone. The others mix.
        let matrix =
            Square::of(3, |i, j| if i == j { 2.0 } else { f64::from(u8::from(i + j == 2)) });
        let (mut values, _) = eigen(&matrix);
        values.sort_by(f64::total_cmp);
        for (found, expected) in values.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-15);
        }
        let unit = Square::of(4, |i, j| f64::from(u8::from(i == j)));
        let (values, vectors) = eigen(&unit);
        assert_eq!((values, vectors), (vec![1.0; 4], unit));
    }

    #[test]
    fn eigenvectors_are_what_the_matrix_scales() {
        let matrix = example(9);
        let (values, vectors) = eigen(&matrix);
        for (i, value) in values.iter().enumerate() {
            let vector = vectors.row(i);
            for (found, x) in matrix.times(vector).iter().zip(vector) {
                assert!((found - value * x).abs() < 1e-12);
            }
        }
    }
}
