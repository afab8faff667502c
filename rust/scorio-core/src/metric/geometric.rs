//! Geometric blends of Pass@k with a stricter metric of the same k: Geom@k and GeoSpectrum@k.
//!
//! G = x^a y^b. x is Pass@k, and y is Pass^k or a threshold spectrum. Both belong to one question,
//! and blends are averaged, or to the data set. Uncertainty is propagated to first order:
//!
//! ```text
//! (σ_G / G)² = (a σ_x / x)² + 2 a b ρ (σ_x / x)(σ_y / y) + (b σ_y / y)²
//! ```

use crate::check;
use crate::counts::place::Place;
use crate::counts::states::States;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::subset::credit::Credit;
use crate::metric::subset::estimate::{check_draws, require_budget};
use crate::metric::subset::hahn::{Ladder, Spread};
use crate::metric::subset::urn::Urn;
use crate::numeric::double::{Double, exponent};
use crate::numeric::error::NumericError;
use crate::numeric::portable::power_of_two;
use crate::posterior::interval::{Estimate, SquareRootOfSum};
use crate::posterior::prior::Prior;

/// A blend: two credits of the same budget, their exponents, and whether it blends questions or
/// means.
#[derive(Clone, Debug, PartialEq)]
pub struct Blend {
    pass: Credit,
    other: Credit,
    powers: (Double, Double),
    questionwise: bool,
}

impl Blend {
    /// Geom@k: Pass@k^a Pass^k^b of each question. With `questionwise` false, it is that of the
    /// data set.
    ///
    /// # Errors
    /// - k < 1.
    /// - An exponent is not finite.
    pub fn geom(k: i64, powers: (f64, f64), questionwise: bool) -> Result<Self> {
        for (name, value) in [("pass_power", powers.0), ("unanimous_power", powers.1)] {
            check::finite(name, &[], value)?;
        }
        let powers = (Double::from(powers.0), Double::from(powers.1));
        Ok(Self { pass: Credit::pass_at(k)?, other: Credit::pass_hat(k)?, powers, questionwise })
    }

    /// GeoSpectrum@k: Pass@k^λ S^(1−λ) of the data set. S has the given threshold weights, or is
    /// mG-Pass@k.
    ///
    /// # Errors
    /// - λ is outside [0, 1].
    /// - Those of [`Credit::spectrum`].
    pub fn spectrum(k: i64, lambda: f64, weights: Option<&[f64]>) -> Result<Self> {
        check::share("lam", &[], lambda)?;
        let other = match weights {
            Some(weights) => Credit::spectrum(k, weights)?,
            None => Credit::upper_half(k)?,
        };
        let pass = Credit::pass_at(k)?;
        Ok(Self {
            pass,
            other,
            powers: (Double::from(lambda), Double::sum(1.0, -lambda)),
            questionwise: false,
        })
    }

    /// k.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.pass.budget()
    }

    /// The smallest and the largest possible score.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        (0.0, if self.may_fall() { f64::INFINITY } else { 1.0 })
    }

    /// Whether another success may lower it: it has a negative power.
    #[must_use]
    pub fn may_fall(&self) -> bool {
        self.powers.0.hi < 0.0 || self.powers.1.hi < 0.0
    }

    pub(crate) fn name(&self) -> &'static str {
        match self.other {
            Credit::All(_) => "Geom@k",
            _ => "GeoSpectrum@k",
        }
    }

    /// Point estimate from the unbiased estimates of the two metrics.
    ///
    /// # Errors
    /// - Those of [`crate::metric::subset::estimate::point`].
    /// - 0 is raised to a negative power.
    pub fn point(&self, states: &States, question: impl Fn(usize) -> Place) -> Result<f64> {
        require_budget(states, self.budget(), self.name(), question)?;
        let other = self.other.tabulated();
        let (mut blends, mut means) = (Double::ZERO, (Double::ZERO, Double::ZERO));
        for state in states.iter() {
            if let [failures, successes] = *state.counts {
                let urn = Urn::hypergeometric(successes, failures);
                let (x, y) = (urn.mean(&self.pass).value, urn.mean(&other).value);
                means = (means.0 + x * state.weight, means.1 + y * state.weight);
                if self.questionwise {
                    let blend = self.blend(x, y, || one_question(state.counts))?;
                    blends = blends + blend * state.weight;
                }
            }
        }
        let value = if self.questionwise {
            states.mean(blends)
        } else {
            self.blend(states.mean(means.0), states.mean(means.1), all_questions)?
        };
        let value = value.value();
        if value.is_finite() {
            Ok(value)
        } else {
            Err(NumericError::NotFinite { what: "the score" }.into())
        }
    }

    /// The point estimate with its sampling standard deviation, averaged over the posterior.
    ///
    /// The gradient is taken at the posterior means.
    ///
    /// # Errors
    /// As [`Self::point`].
    pub fn sampled(
        &self,
        states: &States,
        prior: &Prior,
        question: impl Fn(usize) -> Place,
    ) -> Result<Estimate> {
        let mu = self.point(states, question)?;
        check_draws(&self.other)?;
        Estimate::new(Double::from(mu), self.sampling(states, prior)?)
    }

    /// The sampling standard deviation of the point estimate, averaged over the posterior.
    pub(crate) fn sampling(&self, states: &States, prior: &Prior) -> Result<Double> {
        self.uncertain(states, prior, true).map(|(_, sigma)| sigma)
    }

    /// The blend of the posterior means for k future trials, with its first-order deviation.
    ///
    /// # Errors
    /// As [`crate::metric::subset::estimate::posterior`].
    pub fn posterior(&self, states: &States, prior: &Prior) -> Result<Estimate> {
        states.require_binary(self.name())?;
        states.require_trials()?;
        check_draws(&self.other)?;
        let (mu, sigma) = self.uncertain(states, prior, false)?;
        Estimate::new(mu, sigma)
    }

    fn uncertain(
        &self,
        states: &States,
        prior: &Prior,
        sampling: bool,
    ) -> Result<(Double, Double)> {
        let mut all = Joint::default();
        let mut ladder = Ladder::new(&self.other);
        let tabulated = Self { other: self.other.tabulated_for_variance(), ..self.clone() };
        let (mut blends, mut deviations) = (Double::ZERO, SquareRootOfSum::default());
        for state in states.iter() {
            if let [failures, successes] = *state.counts {
                let urn = Urn::beta_binomial(successes, failures, prior.of_success());
                let found = tabulated.joint(&urn, sampling.then(|| state.trials()), &mut ladder);
                if self.questionwise {
                    let mut one = Joint::default();
                    one.add(found, Double::ONE, Double::ONE);
                    let (blend, deviation) =
                        self.propagate(&one, |sum| sum, || one_question(state.counts))?;
                    blends = blends + blend * state.weight;
                    deviations.add(deviation, state.square);
                } else {
                    all.add(found, state.weight, state.square);
                }
            }
        }
        if self.questionwise {
            return Ok((states.mean(blends), states.mean(deviations.root())));
        }
        self.propagate(&all, |sum| states.mean(sum), all_questions)
    }

    /// x^a y^b.
    fn blend(&self, x: Double, y: Double, whose: impl Fn() -> String) -> Result<Double> {
        for (factor, power, credit) in
            [(x, self.powers.0, &self.pass), (y, self.powers.1, &self.other)]
        {
            if power.hi < 0.0 && !factor.is_positive() {
                let what = format!("{} of {}", credit.name(), whose());
                return Err(MetricError::ZeroPower { what, power: power.hi }.into());
            }
        }
        Ok(x.powf(self.powers.0) * y.powf(self.powers.1))
    }

    /// The blend and its deviation. `mean` divides a sum over questions.
    fn propagate(
        &self,
        joint: &Joint,
        mean: impl Fn(Double) -> Double,
        whose: impl Fn() -> String,
    ) -> Result<(Double, Double)> {
        let (x, y) = (mean(joint.mean.0), mean(joint.mean.1));
        let blend = self.blend(x, y, whose)?;
        let Spread { sigma, correlation } = joint.spread();
        // A factor that is 0 for every p, as mG-Pass@1 is, has nothing to propagate.
        let relative = |power: Double, sigma: Double, score: Double| {
            if power != Double::ZERO && sigma.is_positive() && score.is_positive() {
                mean(sigma) / score * power
            } else {
                Double::ZERO
            }
        };
        let u = relative(self.powers.0, sigma.0, x);
        let v = relative(self.powers.1, sigma.1, y);
        // Use units of the larger deviation, because its square might underflow.
        let units = power_of_two(exponent(u.hi.abs().max(v.hi.abs())).clamp(-1000, 1000));
        let (u, v) = (u.scaled(1.0 / units), v.scaled(1.0 / units));
        let square = u * u + u * v * correlation * 2.0 + v * v;
        Ok((blend, blend * square.sqrt().scaled(units)))
    }

    /// Means of the two metrics of one question, and their variances and covariance.
    fn joint(&self, urn: &Urn, bank: Option<u64>, ladder: &mut Ladder) -> (Double, Double, Spread) {
        let k = self.budget();
        let pass = urn.moments(&self.pass, ladder);
        if self.other == Credit::All(k) && bank.is_none() {
            let other = urn.power(k);
            let spread = Spread {
                sigma: (pass.sigma, other.sigma),
                correlation: urn.correlation(k, &pass, &other),
            };
            return (pass.mean.value, other.mean.value, spread);
        }
        let (_, passes) = urn.walked_jumps(&self.pass, ladder.is_curved());
        let (mean, jumps) = urn.walked_jumps(&self.other, ladder.is_curved());
        let mut spread = urn.spread((&passes, &jumps), bank, ladder);
        if bank.is_none() {
            spread.sigma.0 = pass.sigma;
        }
        (pass.mean.value, mean.value, spread)
    }
}

/// The name of a question in errors.
fn one_question(counts: &[u64]) -> String {
    let successes = counts.last().copied().unwrap_or(0);
    format!("a question with {successes} of {} successes", counts.iter().sum::<u64>())
}

/// The name of a data set in errors.
fn all_questions() -> String {
    "all questions".to_owned()
}

/// Sums of two metrics over questions, and of their variances and covariance.
#[derive(Default)]
struct Joint {
    mean: (Double, Double),
    sigma: (SquareRootOfSum, SquareRootOfSum),
    terms: Vec<(Spread, Double)>,
}

impl Joint {
    /// Adds questions of one state, with their Σ w and Σ w².
    fn add(&mut self, (x, y, spread): (Double, Double, Spread), weight: Double, square: Double) {
        self.mean = (self.mean.0 + x * weight, self.mean.1 + y * weight);
        self.sigma.0.add(spread.sigma.0, square);
        self.sigma.1.add(spread.sigma.1, square);
        self.terms.push((spread, square));
    }

    fn spread(&self) -> Spread {
        let sigma = (self.sigma.0.root(), self.sigma.1.root());
        let mut correlation = Double::ZERO;
        if sigma.0.is_positive() && sigma.1.is_positive() {
            for (spread, square) in &self.terms {
                let both = (spread.sigma.0 / sigma.0) * (spread.sigma.1 / sigma.1);
                correlation = correlation + both * spread.correlation * *square;
            }
        }
        Spread { sigma, correlation }
    }
}
