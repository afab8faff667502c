//! The horizons of two models on the same clusters.

use super::found::{ModelFound, named, used};
use super::interval::HorizonTarget;
use super::mark::{Mark, spread};
use super::notes::NO_RATIO;
use super::rows::HorizonRatio;
use crate::calls::Note;
use crate::error::Result;
use crate::numeric::portable::exp2;
use crate::printable::Printable;

/// How far one horizon exceeds another.
#[derive(Clone, Copy, Debug)]
struct Longer {
    /// σ of the difference of their logarithms.
    sigma: f64,
    /// The interval of this difference.
    ends: [f64; 2],
    /// The probability that the one is longer.
    chance: f64,
}

/// Compares two horizons. `None` if σ is unknown.
fn compared(
    one: &Mark,
    other: &Mark,
    used: usize,
    target: HorizonTarget,
) -> Result<Option<Longer>> {
    let Some((sigma, distribution)) = spread(&[(1.0, one), (-1.0, other)], used, target) else {
        return Ok(None);
    };
    let difference = one.log2 - other.log2;
    let t = distribution.central_quantile(target.confidence)?.value();
    let chance = match difference {
        0.0 => 0.5,
        _ if sigma == 0.0 => f64::from(u8::from(difference > 0.0)),
        _ => distribution.below(difference / sigma)?,
    };
    let ends = [difference - t * sigma, difference + t * sigma];
    Ok(Some(Longer { sigma, ends, chance }))
}

/// The ratios of all other models to a baseline.
pub(super) fn ratios(
    found: &[ModelFound],
    name: &str,
    shares: &[f64],
    target: HorizonTarget,
    notes: &mut Vec<Note>,
) -> Result<Vec<HorizonRatio>> {
    let base = named(found, name)?;
    let mut rows = Vec::new();
    for one in found.iter().filter(|one| one.tasks.model != name) {
        let both = used(&[one, base]);
        for &share in shares {
            let Some((own, other)) = one.mark(share).zip(base.mark(share)) else {
                let note =
                    Note::of(&NO_RATIO).with("model", Printable(&one.tasks.model).to_string());
                notes.push(note.with("baseline", Printable(name).to_string()));
                break;
            };
            let longer = compared(&own, &other, both, target)?;
            rows.push(HorizonRatio {
                model: one.tasks.model.clone(),
                baseline: name.to_owned(),
                at: share,
                ratio: exp2(own.log2 - other.log2),
                lo: longer.map(|longer| exp2(longer.ends[0])),
                hi: longer.map(|longer| exp2(longer.ends[1])),
                log2: own.log2 - other.log2,
                sigma: longer.map(|longer| longer.sigma),
                longer: longer.map(|longer| longer.chance),
            });
        }
    }
    Ok(rows)
}
