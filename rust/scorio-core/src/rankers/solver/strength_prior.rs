//! Priors of centred strengths, and the strengths with the highest posterior density.

use std::fmt;
use std::sync::Arc;

use crate::error::Result;
use crate::numeric::portable::ln_1p;
use crate::rankers::error::RankersError;
use crate::rankers::solver::corners;
use crate::rankers::solver::newton::{Slope, climb};

/// A prior of the centred strengths.
#[derive(Clone, Debug, PartialEq)]
pub enum StrengthPrior {
    /// Minus the log density is Σ (θ_i − m_i)² / (2 variance).
    Gaussian {
        /// The variance.
        variance: f64,
        /// m, or nothing for 0. Only differences count.
        means: Vec<f64>,
    },
    /// Minus the log density is Σ |θ_i − location| / scale.
    Laplace {
        /// Where it is highest.
        location: f64,
        /// Its scale.
        scale: f64,
    },
    /// Minus the log density is Σ ln(1 + ((θ_i − location) / scale)²).
    Cauchy {
        /// Where it is highest.
        location: f64,
        /// Its scale.
        scale: f64,
    },
    /// Minus the log density is any smooth function.
    Custom(Penalty),
}

/// A function of centred strengths. The lower it is, the likelier they are before the data.
#[derive(Clone)]
pub struct Penalty(Arc<PenaltyFunction>);

type PenaltyFunction = dyn Fn(&[f64]) -> f64 + Send + Sync;

impl Penalty {
    /// A penalty from its function.
    pub fn new(penalty: impl Fn(&[f64]) -> f64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(penalty))
    }

    /// Its value.
    fn at(&self, theta: &[f64]) -> Result<f64> {
        let value = (self.0)(theta);
        if value.is_finite() { Ok(value) } else { Err(RankersError::Penalty { value }.into()) }
    }
}

impl fmt::Debug for Penalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Penalty")
    }
}

impl PartialEq for Penalty {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A penalty with its derivatives by the strengths, before they are centred.
type Derivatives = (f64, Vec<f64>, Vec<Vec<f64>>);

impl StrengthPrior {
    /// Whether its density has corners, where there are no derivatives.
    #[must_use]
    pub fn has_corners(&self) -> bool {
        matches!(self, Self::Laplace { .. })
    }

    /// Takes the penalty from the log-likelihood. Corners have no curvature.
    ///
    /// # Errors
    /// A penalty is not finite.
    pub(crate) fn take(&self, at: &[f64], size: usize, slope: &mut Slope) -> Result<()> {
        let strengths = at.get(..size).unwrap_or_default();
        let level = strengths.iter().sum::<f64>() / size as f64;
        let theta: Vec<f64> = strengths.iter().map(|theta| theta - level).collect();
        let (value, first, second) = match self {
            Self::Gaussian { variance, means } => gaussian(&theta, *variance, means),
            Self::Laplace { location, scale } => {
                let (x, rate) = (theta.iter().map(|theta| theta - location), 1.0 / scale);
                let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
                let value = rate * x.clone().map(f64::abs).sum::<f64>();
                (value, x.map(|x| rate * sign(x)).collect(), Vec::new())
            }
            Self::Cauchy { location, scale } => {
                let x: Vec<f64> = theta.iter().map(|theta| (theta - location) / scale).collect();
                let value = x.iter().map(|x| ln_1p(x * x)).sum();
                let first = x.iter().map(|x| 2.0 * x / (1.0 + x * x) / scale).collect();
                let bend = |x: f64| 2.0 * (1.0 - x * x) / ((1.0 + x * x) * (1.0 + x * x));
                let diagonal: Vec<f64> = x.iter().map(|&x| bend(x) / (scale * scale)).collect();
                (value, first, of_diagonal(&diagonal))
            }
            Self::Custom(penalty) => differences(penalty, &theta)?,
        };
        slope.value -= value;
        let mean = first.iter().sum::<f64>() / size as f64;
        for (slot, first) in slope.gradient.iter_mut().zip(first) {
            *slot -= first - mean;
        }
        let rows: Vec<f64> =
            second.iter().map(|row| row.iter().sum::<f64>() / size as f64).collect();
        let all = rows.iter().sum::<f64>() / size as f64;
        for (i, row) in second.iter().enumerate() {
            for (j, second) in row.iter().enumerate() {
                slope.hessian[(i, j)] += second - rows[i] - rows[j] + all;
            }
        }
        Ok(())
    }
}

fn of_diagonal(diagonal: &[f64]) -> Vec<Vec<f64>> {
    let row = |i: usize| (0..diagonal.len()).map(move |j| if i == j { diagonal[i] } else { 0.0 });
    (0..diagonal.len()).map(|i| row(i).collect()).collect()
}

fn gaussian(theta: &[f64], variance: f64, means: &[f64]) -> Derivatives {
    let mean = |model: usize| means.get(model).copied().unwrap_or(0.0);
    let off: Vec<f64> =
        theta.iter().enumerate().map(|(model, theta)| theta - mean(model)).collect();
    let centre = off.iter().sum::<f64>() / off.len() as f64;
    let off: Vec<f64> = off.iter().map(|off| off - centre).collect();
    let value = off.iter().map(|off| off * off / (2.0 * variance)).sum();
    let first = off.iter().map(|off| off / variance).collect();
    (value, first, of_diagonal(&vec![1.0 / variance; theta.len()]))
}

/// Derivatives by differences. The steps are the best ones for the digits that functions have.
fn differences(penalty: &Penalty, theta: &[f64]) -> Result<Derivatives> {
    let size = theta.len();
    let at = |moves: &[(usize, f64)]| {
        let mut there = theta.to_vec();
        for &(i, by) in moves {
            there[i] += by;
        }
        penalty.at(&there)
    };
    let here = penalty.at(theta)?;
    let fine = |i: usize| 6e-6 * (1.0 + theta[i].abs());
    let coarse = |i: usize| 1e-4 * (1.0 + theta[i].abs());
    let (mut first, mut ahead) = (vec![0.0; size], vec![0.0; size]);
    for i in 0..size {
        let step = fine(i);
        first[i] = (at(&[(i, step)])? - at(&[(i, -step)])?) / (2.0 * step);
        ahead[i] = at(&[(i, coarse(i))])?;
    }
    let mut second = vec![vec![0.0; size]; size];
    for i in 0..size {
        for j in 0..=i {
            let both = at(&[(i, coarse(i)), (j, coarse(j))])?;
            let found = (both - ahead[i] - ahead[j] + here) / (coarse(i) * coarse(j));
            (second[i][j], second[j][i]) = (found, found);
        }
    }
    Ok((here, first, second))
}

/// The place with the highest posterior density, or likelihood. The strengths are centred.
///
/// `likelihood` gives the log-likelihood, which depends on differences of the strengths.
///
/// # Errors
/// - The steps do not end.
/// - A penalty is not finite, or not smooth.
pub(crate) fn highest(
    prior: Option<&StrengthPrior>,
    size: usize,
    start: Vec<f64>,
    likelihood: impl Fn(&[f64]) -> Slope,
) -> Result<Vec<f64>> {
    let posterior = |prior: &StrengthPrior, at: &[f64]| {
        let mut slope = likelihood(at);
        prior.take(at, size, &mut slope)?;
        Ok(slope)
    };
    let found = match prior {
        None => climb(start, size, 0.0, |at| Ok(likelihood(at)))?,
        Some(prior @ StrengthPrior::Gaussian { .. }) => {
            climb(start, size, 0.0, |at| posterior(prior, at))?
        }
        Some(prior @ StrengthPrior::Custom(_)) => {
            match climb(start, size, 1e-6, |at| posterior(prior, at)) {
                Err(crate::Error::Numeric(_)) => return Err(RankersError::Rough.into()),
                found => found?,
            }
        }
        Some(&StrengthPrior::Laplace { location, scale }) => {
            corners::highest(location, 1.0 / scale, size, start, &likelihood)?
        }
        Some(prior @ &StrengthPrior::Cauchy { location, scale }) => {
            // The density may have several tops. One start is in the middle. The other follows the
            // top while the prior narrows, from a width at which there is one.
            let near = climb(vec![0.0; start.len()], size, 0.0, |at| posterior(prior, at))?;
            let mut far = start;
            for width in (0..12).rev() {
                let scale = scale * f64::from(1 << width);
                let wider = StrengthPrior::Cauchy { location, scale };
                far = climb(far, size, 0.0, |at| posterior(&wider, at))?;
            }
            let value = |at: &[f64]| Ok::<f64, crate::Error>(posterior(prior, at)?.value);
            let (one, other) = (value(&far)?, value(&near)?);
            if other > one + 1e-12 * one.abs() { near } else { far }
        }
    };
    Ok(centred(&found, size))
}

/// A place whose strengths add up to 0.
pub(crate) fn centred(found: &[f64], size: usize) -> Vec<f64> {
    let theta = found.get(..size).unwrap_or_default();
    let mean = theta.iter().sum::<f64>() / size as f64;
    found.iter().enumerate().map(|(i, x)| if i < size { x - mean } else { *x }).collect()
}
