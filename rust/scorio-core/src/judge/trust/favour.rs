//! Whom the judge favours: how much more often it says yes to a model than it would for the answers of the
//! others.
//!
//! ```text
//! W₁ − se θ − fp (1 − θ)      θ = Σ W m
//! ```
//!
//! se = Σ W₁m₁ / Σ θ and fp = Σ W₁(1 − m₁) / Σ (1 − θ) are the error rates of the other models together. The
//! raw bias depends on accuracy, too: a model that is often wrong is more often favoured by false alarms.
//!
//! σ is that of the labels. It leaves out that a judge of equal rates says yes to some of the trials by chance,
//! which matters if it is often wrong. A model is named where its favour is larger than both explain.

use super::quality::OutcomePart;
use crate::compare::decision::adjust::holm;
use crate::error::Result;
use crate::judge::figures::JudgedFigures;
use crate::numeric::student::Distribution;

/// How far the judge favours a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Favour {
    pub(crate) points: f64,
    pub(crate) sigma: f64,
    pub(crate) z: f64,
    pub(crate) p: f64,
    /// p by Holm over the models.
    pub(crate) holm: f64,
    /// The same, where σ has what chance does to the judge's outcomes, too.
    pub(crate) told: f64,
}

/// The judge's parts of a model: where it says no, and where it says yes.
#[derive(Clone, Copy)]
struct SaidParts {
    no: OutcomePart,
    yes: OutcomePart,
    /// As many trials of equal weight.
    trials: f64,
}

impl SaidParts {
    /// θ: how often the label is yes.
    fn truth(self) -> f64 {
        self.no.share * self.no.posterior + self.yes.share * self.yes.posterior
    }
}

/// How far the judge favours each of several models with labels. Two outcomes mean 0 and 1.
///
/// # Errors
/// A probability is not found.
pub(crate) fn favours(models: &[&JudgedFigures], no: usize, yes: usize) -> Result<Vec<Favour>> {
    let parts: Vec<SaidParts> = models
        .iter()
        .map(|figures| SaidParts {
            no: figures.part(no),
            yes: figures.part(yes),
            trials: figures.trials,
        })
        .collect();
    let mut found = Vec::with_capacity(parts.len());
    for (place, own) in parts.iter().enumerate() {
        let others: Vec<SaidParts> = parts
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, parts)| *parts)
            .collect();
        found.push(favour(*own, &others)?);
    }
    let values: Vec<f64> = found.iter().map(|one| one.p).collect();
    for (one, adjusted) in found.iter_mut().zip(holm(&values)) {
        one.holm = adjusted;
    }
    let values: Vec<f64> = found.iter().map(|one| one.told).collect();
    for (one, adjusted) in found.iter_mut().zip(holm(&values)) {
        one.told = adjusted;
    }
    Ok(found)
}

fn favour(own: SaidParts, others: &[SaidParts]) -> Result<Favour> {
    let truths: f64 = others.iter().map(|one| one.truth()).sum();
    let wrongs = others.len() as f64 - truths;
    let caught: f64 = others.iter().map(|one| one.yes.share * one.yes.posterior).sum();
    let alarms: f64 = others.iter().map(|one| one.yes.share * (1.0 - one.yes.posterior)).sum();
    let (sensitivity, alarm) = (caught / truths, alarms / wrongs);
    let truth = own.truth();
    let favour = own.yes.share - sensitivity * truth - alarm * (1.0 - truth);
    let square = |slope: f64, part: OutcomePart| slope * slope * part.variance;
    let mut variance = square((sensitivity - alarm) * own.no.share, own.no)
        + square((sensitivity - alarm) * own.yes.share, own.yes);
    for one in others {
        // The slopes of se and fp in m₁ and m₀ of another model.
        let yes = one.yes.share
            * (truth * (1.0 - sensitivity) / truths - (1.0 - truth) * (1.0 - alarm) / wrongs);
        let no = one.no.share * ((1.0 - truth) * alarm / wrongs - truth * sensitivity / truths);
        variance += square(yes, one.yes) + square(no, one.no);
    }
    // Of so many trials, the judge says yes to more or fewer than its rates by chance.
    let caught_by_chance = sensitivity * (1.0 - sensitivity);
    let alarms_by_chance = alarm * (1.0 - alarm);
    let mut chance = (caught_by_chance * truth + alarms_by_chance * (1.0 - truth)) / own.trials;
    for one in others {
        let (right, wrong) = (truth / truths, (1.0 - truth) / wrongs);
        let own = one.truth();
        chance += right * right * caught_by_chance * own / one.trials
            + wrong * wrong * alarms_by_chance * (1.0 - own) / one.trials;
    }
    let sigma = variance.sqrt();
    let z = favour / sigma;
    let p = Distribution::Normal.two_sided(z)?;
    let told = Distribution::Normal.two_sided(favour / (variance + chance).sqrt())?;
    Ok(Favour { points: favour, sigma, z, p, holm: p, told })
}
