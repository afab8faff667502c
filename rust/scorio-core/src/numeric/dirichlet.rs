//! Draws from Beta and Dirichlet distributions.

use rand_distr::{Beta, Distribution as _};

use crate::error::Result;
use crate::numeric::error::NumericError;
use crate::numeric::random::Stream;

/// A Beta distribution. A shape of 0 or a subnormal shape counts as the smallest normal number.
pub(crate) fn beta(alpha: f64, beta: f64) -> Result<Beta<f64>> {
    Beta::new(alpha.max(1e-300), beta.max(1e-300))
        .map_err(|_| NumericError::NotFinite { what: "the Beta law" }.into())
}

/// Draws probabilities from the Dirichlet distribution with these shapes.
///
/// It breaks a stick piece by piece, because Gamma draws of small shapes would all underflow.
pub(crate) fn draw(shapes: &[f64], p: &mut [f64], stream: &mut Stream) -> Result<()> {
    let total: f64 = shapes.iter().sum();
    let (mut after, mut left) = (total, 1.0);
    for (p, &alpha) in p.iter_mut().zip(shapes) {
        after -= alpha;
        let part = if alpha == 0.0 {
            0.0
        } else if after <= f64::EPSILON * total {
            1.0
        } else {
            beta(alpha, after)?.sample(stream)
        };
        *p = left * part;
        left *= 1.0 - part;
    }
    Ok(())
}
