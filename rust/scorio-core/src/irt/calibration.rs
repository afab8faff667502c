//! Calibration: slopes, difficulties and the dispersion of items, from the responses of models.

use crate::check;
use crate::error::Result;
use crate::irt::fits::empirical::empirical;
use crate::irt::fits::published::{correlations, moments, quasi_likelihood};
use crate::irt::fits::slopes::{Sloped, SlopedLaw, sloped};
use crate::irt::items::curve::ItemCurve;
use crate::irt::items::responses::Responses;
use crate::irt::items::uncertain::doubted;

/// Models that a calibration needs.
const FEWEST_MODELS: usize = 3;

/// How items are calibrated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CalibrationMethod {
    /// Empirical Bayes: difficulties are a sample of a normal population.
    #[default]
    Empirical,
    /// The same with a slope of each item. Log slopes are a sample of a normal population about 0.
    EmpiricalSlopes,
    /// Quasi-likelihood: margins alone, with no population.
    QuasiLikelihood,
    /// The published formulas. They are biased, and are here to repeat published runs.
    Moments,
}

/// What a calibration is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationRequest {
    /// The method.
    pub method: CalibrationMethod,
    /// φ, if it is known: 1 for successes and failures. By default, 1 if all sums are whole.
    pub dispersion: Option<f64>,
    /// The variance of abilities.
    pub prior_variance: f64,
    /// Whether items that weaker models score higher on are dropped.
    pub drop_negative: bool,
    /// Number of threads. Results do not depend on it.
    pub threads: usize,
}

impl Default for CalibrationRequest {
    fn default() -> Self {
        Self {
            method: CalibrationMethod::default(),
            dispersion: None,
            prior_variance: 25.0,
            drop_negative: false,
            threads: 1,
        }
    }
}

/// Calibrated items, and the models that they were calibrated with.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The abilities of the models.
    pub abilities: Vec<f64>,
    /// The items' curves.
    pub items: Vec<ItemCurve>,
    /// s: the standard deviation of each difficulty; 0 for methods that have none.
    pub errors: Vec<f64>,
    /// The standard deviation of the log of each slope; 0 for methods with common slopes.
    pub slope_errors: Vec<f64>,
    /// φ.
    pub dispersion: f64,
    /// m: the mean of difficulties.
    pub mean: f64,
    /// v: the variance of difficulties in the population.
    pub variance: f64,
    /// The variance of log slopes in the population; 0 for methods with common slopes.
    pub slope_variance: f64,
    /// The correlation of each item's mean scores with the abilities; NaN without variation.
    pub correlations: Vec<f64>,
    /// Which items are kept.
    pub kept: Vec<bool>,
    /// Whether difficulties differ at all, beyond chance.
    pub differ: bool,
}

impl Calibration {
    /// The curves with the doubt about their difficulties, for abilities and for the choice of items.
    #[must_use]
    pub fn doubted(&self) -> Vec<ItemCurve> {
        self.items.iter().zip(&self.errors).map(|(item, error)| doubted(*item, *error)).collect()
    }
}

/// Calibrates items.
///
/// # Errors
/// - There are fewer than three models, or all outcomes are alike.
/// - φ or the variance of abilities is not positive.
/// - The iteration does not converge.
pub fn calibrate(responses: &Responses, request: &CalibrationRequest) -> Result<Calibration> {
    check::positive("the variance of abilities", request.prior_variance)?;
    if let Some(dispersion) = request.dispersion {
        check::positive("the dispersion", dispersion)?;
    }
    if responses.models() < FEWEST_MODELS {
        let models = responses.models() as f64;
        return Err(check::outside("models", models, "at least 3 for a calibration").into());
    }
    let mut means = (0..responses.items()).flat_map(|item| responses.means(item)).map(|one| one.1);
    let first = means.next().unwrap_or(f64::NAN);
    if means.all(|mean| mean == first) {
        let range = "one of at least two different mean outcomes";
        return Err(check::outside("the outcome", first, range).into());
    }
    let known = request.dispersion.or_else(|| responses.is_whole().then_some(1.0));
    let drop = request.drop_negative;
    let published = match request.method {
        CalibrationMethod::Empirical => {
            let found = empirical(responses, known, request.prior_variance, request.threads)?;
            let correlations = correlations(responses, &found.abilities);
            return Ok(Calibration {
                items: curves(&found.difficulties, found.dispersion),
                kept: kept(&correlations, drop),
                abilities: found.abilities,
                slope_errors: vec![0.0; found.errors.len()],
                errors: found.errors,
                dispersion: found.dispersion,
                mean: found.mean,
                variance: found.variance,
                slope_variance: 0.0,
                correlations,
                differ: found.differ,
            });
        }
        CalibrationMethod::EmpiricalSlopes => {
            let prior_variance = request.prior_variance;
            let law = SlopedLaw { dispersion: known, prior_variance, guessing: 0.0 };
            return Ok(with_slopes(responses, sloped(responses, law, request.threads)?, drop));
        }
        CalibrationMethod::QuasiLikelihood => quasi_likelihood(responses, drop, request.threads)?,
        CalibrationMethod::Moments => moments(responses, drop),
    };
    let dispersion = request.dispersion.unwrap_or(published.dispersion);
    let difficulties = published.difficulties;
    let mean = super::parallel::mean(&difficulties);
    let squares: Vec<f64> = difficulties.iter().map(|b| (b - mean) * (b - mean)).collect();
    Ok(Calibration {
        items: curves(&difficulties, dispersion),
        errors: vec![0.0; difficulties.len()],
        slope_errors: vec![0.0; difficulties.len()],
        slope_variance: 0.0,
        kept: kept(&published.correlations, drop),
        abilities: published.abilities,
        dispersion,
        mean,
        variance: super::parallel::mean(&squares),
        correlations: published.correlations,
        differ: true,
    })
}

fn with_slopes(responses: &Responses, found: Sloped, drop_negative: bool) -> Calibration {
    let correlations = correlations(responses, &found.abilities);
    let curve = |(&slope, &difficulty): (&f64, &f64)| ItemCurve {
        slope,
        difficulty,
        dispersion: found.dispersion,
    };
    Calibration {
        items: found.slopes.iter().zip(&found.difficulties).map(curve).collect(),
        kept: kept(&correlations, drop_negative),
        abilities: found.abilities,
        errors: found.errors,
        slope_errors: found.slope_errors,
        dispersion: found.dispersion,
        mean: found.mean,
        variance: found.variance,
        slope_variance: found.slope_variance,
        correlations,
        differ: found.differ,
    }
}

fn kept(correlations: &[f64], drop_negative: bool) -> Vec<bool> {
    correlations.iter().map(|&r| !(drop_negative && r < 0.0)).collect()
}

fn curves(difficulties: &[f64], dispersion: f64) -> Vec<ItemCurve> {
    let curve = |&difficulty: &f64| ItemCurve { slope: 1.0, difficulty, dispersion };
    difficulties.iter().map(curve).collect()
}
