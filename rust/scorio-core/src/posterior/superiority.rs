//! The probability of superiority: the chance that one score is higher than another.

use crate::error::Result;
use crate::posterior::error::PosteriorError;
use crate::posterior::inversion::{Inversion, LEVELS};
use crate::posterior::total::Part;

/// The probability may be off by this.
const CERTIFIED: f64 = 1e-10;

/// P(mean + S > 0) of a sum about its mean. Half the chance of equality counts.
///
/// # Errors
/// The values of three levels differ.
pub(crate) fn superiority(parts: &[Part<'_>], mean: f64) -> Result<f64> {
    let (mut last, mut moved) = (None, f64::INFINITY);
    for level in 0..LEVELS {
        let Some(sum) = Inversion::new(parts, level)? else {
            return Ok(if mean == 0.0 { 0.5 } else { f64::from(u8::from(mean > 0.0)) });
        };
        if mean >= sum.reach.0 || -mean >= sum.reach.1 {
            return Ok(f64::from(u8::from(mean > 0.0)));
        }
        // P(S < −mean) would round twice.
        let chance = (1.0 - sum.at(-mean).0).clamp(0.0, 1.0);
        if let Some((before, true)) = last {
            let now = f64::abs(chance - before);
            // What is still to come, if the steps go on to shrink by the same factor. A score may
            // be equal to another at an end of both, where densities are not smooth.
            let rest = if now < moved { now * now / (moved - now) } else { f64::INFINITY };
            if now <= 1e-13 || (now <= CERTIFIED && rest <= CERTIFIED) {
                return Ok(chance);
            }
            moved = now;
        }
        last = Some((chance, sum.ends || sum.fades));
    }
    Err(PosteriorError::NotCertified.into())
}
