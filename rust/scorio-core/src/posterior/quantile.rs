//! Central quantiles of a sum of independent scores.

use crate::check;
use crate::error::Result;
use crate::numeric::beta::lower_quantile;
use crate::posterior::error::PosteriorError;
use crate::posterior::inversion::{Inversion, LEVELS};
use crate::posterior::nodes::Nodes;
use crate::posterior::total::{Part, Source};

/// Two levels may differ by this share of the range of the score. The later one is closer still.
const OF_RANGE: f64 = 1e-11;

/// They may differ by this share of σ.
const OF_SIGMA: f64 = 1e-6;

/// The quantiles of a sum about its mean, with the same chance of (1 − confidence) / 2 on either
/// side.
///
/// # Errors
/// - The confidence is outside (0, 1).
/// - The quantiles of two levels differ.
pub(crate) fn central(parts: &[Part<'_>], confidence: f64) -> Result<(f64, f64)> {
    check::level("confidence", confidence)?;
    let tail = (1.0 - confidence) / 2.0;
    if let [Part { source: Source::Beta(law, score), count: 1.0, scale }] = parts {
        // A score of one question rises or falls with p. So its quantiles are those of p.
        let mean = Nodes::new(law, score, 0.0)?.mean();
        let (lower, above) = lower_quantile(tail, law.alpha, law.beta)?;
        let (below, upper) = lower_quantile(tail, law.beta, law.alpha)?;
        let ends = [score(lower, above), score(upper, below)].map(|end| scale * (end - mean));
        return Ok((ends[0].min(ends[1]), ends[0].max(ends[1])));
    }
    let mut last: Option<((f64, f64), bool)> = None;
    for level in 0..LEVELS {
        let Some(sum) = Inversion::new(parts, level)? else { return Ok((0.0, 0.0)) };
        let (lo, density_lo) = sum.quantile(tail)?;
        let (hi, density_hi) = sum.quantile(1.0 - tail)?;
        let allowed = (OF_RANGE * sum.width).min(OF_SIGMA * sum.sigma);
        let rounding = sum.rounding(density_lo.min(density_hi));
        // More levels do not help against rounding.
        if level > 3 && rounding > 10.0 * allowed {
            break;
        }
        let sound = sum.ends || sum.fades;
        if let Some((before, true)) = last {
            let moved = (lo - before.0).abs().max((hi - before.1).abs());
            if moved <= allowed && rounding <= 10.0 * allowed {
                return Ok((lo, hi));
            }
        }
        last = Some(((lo, hi), sound));
    }
    Err(PosteriorError::NotCertified.into())
}
