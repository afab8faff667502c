//! A sum of independent scores about its mean: its characteristic function and its tails.

use crate::error::Result;
use crate::numeric::complex::Complex;
use crate::numeric::portable::{exp, ln};
use crate::posterior::beta::Beta;
use crate::posterior::dirichlet::LinearForm;
use crate::posterior::error::PosteriorError;
use crate::posterior::nodes::{Nodes, Score};

/// The posterior of one question's score.
pub(crate) enum Source<'a> {
    /// A score of a success probability.
    Beta(Beta, &'a Score<'a>),
    /// A weighted mean of Dirichlet shares.
    Dirichlet(LinearForm),
}

/// Questions with the same posterior, and what a unit of their score adds to the sum.
pub(crate) struct Part<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) count: f64,
    pub(crate) scale: f64,
}

/// A sum of independent scores about its mean.
pub(crate) struct Total {
    summands: Vec<Summand>,
    /// Its standard deviation.
    pub(crate) sigma: f64,
    /// The greatest minus the least value.
    pub(crate) width: f64,
}

/// Questions with the same law.
struct Summand {
    law: Law,
    count: f64,
    scale: f64,
    /// |φ(t)| ≤ a + b / t, before scaling.
    bounds: Vec<(f64, f64)>,
}

/// A law about its mean.
enum Law {
    Nodes(Nodes),
    Dirichlet(LinearForm),
}

/// A characteristic function at (j + 1/2) × step, j = 0, 1, ….
pub(crate) struct Transform {
    pub(crate) step: f64,
    pub(crate) values: Vec<Complex>,
    /// Whether it is negligible from the last value on.
    pub(crate) ends: bool,
    /// A bound of its size at the largest frequency.
    pub(crate) rest: f64,
}

/// Values of a characteristic function that are computed together.
const BLOCK: usize = 32;

/// ln of a chance, or of a value of a characteristic function, that is negligible.
const NEGLIGIBLE: f64 = -41.0;

/// The largest number of nodes times frequencies.
const MOST_WORK: f64 = 4e8;

/// The largest number of frequencies.
const MOST_PLACES: f64 = 3e5;

/// Values that are computed one by one. Only these need all the digits of 1 − φ.
const DIRECT: usize = 256;

/// The laws whose values show that the sum's stay negligible.
const HEAVY: usize = 16;

/// With more questions of a law, the error of a fast transform would grow.
const FEW: f64 = 64.0;

impl Total {
    /// The sum of some parts, good for frequencies up to `frequency` / σ.
    ///
    /// # Errors
    /// A law needs too many nodes.
    pub(crate) fn new(parts: &[Part<'_>], frequency: f64) -> Result<Self> {
        let rough = Self::of_frequency(parts, 0.0)?;
        if rough.sigma > 0.0 {
            Self::of_frequency(parts, frequency / rough.sigma)
        } else {
            Ok(rough)
        }
    }

    fn of_frequency(parts: &[Part<'_>], frequency: f64) -> Result<Self> {
        let mut summands = Vec::new();
        let (mut variance, mut width) = (0.0, 0.0);
        for &Part { ref source, count, scale } in parts {
            let law = match source {
                Source::Beta(law, score) => {
                    Law::Nodes(Nodes::new(law, score, frequency * scale.abs())?)
                }
                Source::Dirichlet(form) => Law::Dirichlet(form.clone()),
            };
            // A score that is the same for every p adds nothing.
            if law.sigma() > 0.0 && scale != 0.0 {
                let (least, most) = law.range();
                variance += count * (scale * law.sigma()) * (scale * law.sigma());
                width += count * (scale * (most - least)).abs();
                let bounds = law.bounds();
                summands.push(Summand { law, count, scale, bounds });
            }
        }
        Ok(Self { summands, sigma: variance.sqrt(), width })
    }

    /// How far the sum lies below and above its mean, but for a chance of 10⁻¹⁷: by Chernoff's
    /// bound, and by the least and the greatest value.
    pub(crate) fn reach(&self) -> (f64, f64) {
        (self.reach_to(-1.0), self.reach_to(1.0))
    }

    fn reach_to(&self, direction: f64) -> f64 {
        let ends = self.summands.iter().map(|Summand { law, count, scale, .. }| {
            let (least, most) = law.range();
            count * (scale * direction * least).max(scale * direction * most)
        });
        let mut reach: f64 = ends.sum();
        let mut theta = 0.5 / self.sigma;
        loop {
            let cumulants = self.summands.iter().map(|Summand { law, count, scale, .. }| {
                count * law.cumulant(theta * scale * direction)
            });
            let bound = (cumulants.sum::<f64>() - NEGLIGIBLE) / theta;
            // The bound is unimodal in θ.
            if bound.is_nan() || bound >= reach {
                if theta > 20.0 / self.sigma || bound.is_nan() || bound > 4.0 * reach {
                    return reach;
                }
            } else {
                reach = bound;
            }
            theta *= 1.4;
            if theta > 1e9 / self.sigma {
                return reach;
            }
        }
    }

    /// The characteristic function up to a frequency, at the frequencies of a period.
    ///
    /// # Errors
    /// It takes too much work, or a value cannot be certified.
    pub(crate) fn transform(&self, frequency: f64, period: f64) -> Result<Transform> {
        let step = 2.0 * std::f64::consts::PI / period;
        let places = frequency / step;
        let is_fast =
            self.summands.iter().all(|summand| summand.count <= FEW && summand.law.is_fast());
        let mut transform = Transform { step, values: Vec::new(), ends: false, rest: 1.0 };
        let (mut work, mut look) = (0.0, true);
        while (transform.values.len() as f64) < places {
            if is_fast && transform.values.len() >= DIRECT {
                self.add_rest(&mut transform, places)?;
                break;
            }
            let first = (transform.values.len() as f64 + 0.5) * step;
            let sizes = self.summands.iter().map(|one| one.law.size(first * one.scale));
            work += (BLOCK * sizes.sum::<usize>()) as f64;
            if work > MOST_WORK {
                return Err(PosteriorError::NotCertified.into());
            }
            let mut logs = [Complex::ZERO; BLOCK];
            for Summand { law, count, scale, .. } in &self.summands {
                law.add_logs((first * scale, step * scale), *count, &mut logs)?;
            }
            let negligible = logs.iter().all(|log| log.re < NEGLIGIBLE - 5.0);
            transform.values.extend(logs.iter().map(|log| log.exp()));
            if negligible && look {
                transform.ends = self.stays_negligible(first)?;
                if transform.ends {
                    transform.rest = 0.0;
                    return Ok(transform);
                }
                look = false;
            }
        }
        transform.rest = exp(self.bound(frequency));
        Ok(transform)
    }

    /// All further values at once.
    fn add_rest(&self, transform: &mut Transform, places: f64) -> Result<()> {
        let before = transform.values.len();
        if places > MOST_PLACES {
            return Err(PosteriorError::NotCertified.into());
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        let count = places.ceil() as usize - before;
        let first = (before as f64 + 0.5) * transform.step;
        let mut logs = vec![Complex::ZERO; count];
        for Summand { law, count: times, scale, .. } in &self.summands {
            if let Law::Nodes(nodes) = law {
                let values = nodes.spectrum(first * scale, transform.step * scale, count);
                for (log, value) in logs.iter_mut().zip(values) {
                    *log = *log + (value + Complex::new(-1.0, 0.0)).ln_1p() * *times;
                }
            }
        }
        transform.values.extend(logs.iter().map(|log| log.exp()));
        Ok(())
    }

    /// A bound of ln |φ| from a frequency on.
    fn bound(&self, frequency: f64) -> f64 {
        let logs = self.summands.iter().map(|Summand { count, scale, bounds, .. }| {
            let t = frequency * scale.abs();
            let bounds = bounds.iter().map(|(a, b)| a + b / t);
            count * ln(bounds.fold(1.0, f64::min))
        });
        logs.sum()
    }

    /// Whether φ stays negligible from a frequency on.
    ///
    /// Far out, bounds show it. Before, values of the parts that vary most show it. Between two of
    /// them, φ moves by at most the standard deviation times half their distance.
    fn stays_negligible(&self, from: f64) -> Result<bool> {
        let mut far = from;
        while self.bound(far) > NEGLIGIBLE {
            far *= 1.25;
            if far > 1e4 * from {
                return Ok(false);
            }
        }
        let mut heavy: Vec<_> = self.summands.iter().collect();
        let deviation = |summand: &Summand| (summand.law.sigma() * summand.scale).abs();
        let spread = |summand: &Summand| summand.count * deviation(summand) * deviation(summand);
        heavy.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
        heavy.truncate(HEAVY);
        let widest = heavy.iter().map(|summand| deviation(summand)).fold(0.0, f64::max);
        let step = 0.1 / widest;
        let mut t = from;
        let mut left: u32 = 5000;
        while t < far {
            let mut log = 0.0;
            for summand in &heavy {
                let excess = summand.law.excess(t * summand.scale)?;
                let size = (excess + Complex::new(1.0, 0.0)).square().sqrt();
                let margin = 0.5 * step * deviation(summand);
                log += summand.count * ln((size + margin).min(1.0));
            }
            if log > NEGLIGIBLE || left == 0 {
                return Ok(false);
            }
            (t, left) = (t + step, left - 1);
        }
        Ok(true)
    }
}

impl Law {
    fn sigma(&self) -> f64 {
        match self {
            Self::Nodes(nodes) => nodes.sigma(),
            Self::Dirichlet(form) => form.sigma(),
        }
    }

    fn range(&self) -> (f64, f64) {
        match self {
            Self::Nodes(nodes) => nodes.range(),
            Self::Dirichlet(form) => form.range(),
        }
    }

    fn cumulant(&self, theta: f64) -> f64 {
        match self {
            Self::Nodes(nodes) => nodes.cumulant(theta),
            Self::Dirichlet(form) => form.cumulant(theta),
        }
    }

    fn bounds(&self) -> Vec<(f64, f64)> {
        match self {
            Self::Nodes(nodes) => nodes.bounds(),
            Self::Dirichlet(form) => form.bounds(),
        }
    }

    /// What a value at t costs, in nodes.
    fn size(&self, t: f64) -> usize {
        match self {
            Self::Nodes(nodes) => nodes.len(),
            // About there, the series of moments ends, and longer ways begin.
            Self::Dirichlet(form) if t.abs() * form.sigma() < 3.0 => 50,
            Self::Dirichlet(_) => 1000,
        }
    }

    /// Whether many values can be computed at once.
    fn is_fast(&self) -> bool {
        matches!(self, Self::Nodes(_))
    }

    fn excess(&self, t: f64) -> Result<Complex> {
        match self {
            Self::Nodes(nodes) => Ok(nodes.excess(t)),
            Self::Dirichlet(form) => form.excess(t),
        }
    }

    /// Adds count × ln φ(t) at equidistant t.
    fn add_logs(&self, (first, step): (f64, f64), count: f64, logs: &mut [Complex]) -> Result<()> {
        let mut excesses = [Complex::ZERO; BLOCK];
        match self {
            Self::Nodes(nodes) => nodes.excesses(first, step, &mut excesses),
            Self::Dirichlet(form) => {
                for (place, excess) in excesses.iter_mut().enumerate() {
                    *excess = form.excess(first + step * place as f64)?;
                }
            }
        }
        for (log, excess) in logs.iter_mut().zip(excesses) {
            *log = *log + excess.ln_1p() * count;
        }
        Ok(())
    }
}
