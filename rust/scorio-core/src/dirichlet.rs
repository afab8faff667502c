//! Draws from Beta and Dirichlet laws.

use rand_distr::{Beta, Distribution as _};

use crate::error::{Error, Result};
use crate::random::Stream;

/// A Beta law; shapes below the smallest normal number are as good as it.
pub(crate) fn beta(alpha: f64, beta: f64) -> Result<Beta<f64>> {
    Beta::new(alpha.max(1e-300), beta.max(1e-300))
        .map_err(|_| Error::NotFinite { what: "the Beta law" })
}

/// Probabilities from the Dirichlet law of these shapes: a stick broken piece by piece (Gamma draws of
/// small shapes would all underflow).
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
