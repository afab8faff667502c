//! Draws from Dirichlet distributions.

use crate::error::Result;
use crate::numeric::draws::beta::BetaDraws;
use crate::numeric::random::Stream;

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
            BetaDraws::new(alpha, after)?.sample(stream)
        };
        *p = left * part;
        left *= 1.0 - part;
    }
    Ok(())
}
