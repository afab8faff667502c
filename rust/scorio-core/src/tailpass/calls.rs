//! Profiles of TailPass as declared calls.
#![allow(non_snake_case, reason = "R and R0 are the mathematics' own names")]

use ndarray::{ArrayD, ArrayView2, Ix2};

use super::bank::{TailBank, TailPrior};
use super::profile::{TailProfile, empirical_profile};
use super::weights::{beta_weights, maxent_weights, moment_weights};
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, array, budget, choice, flag, group, number, numbers};
use crate::calls::{Answer, AnswerArray, AnswerTable, CallError, Input, Workers};
use crate::check;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::weights::Weights;
use crate::plan::stopping;
use crate::posterior::interval::Interval;
use crate::posterior::row::ScoreInterval;
use crate::rows::declare::row;
use crate::tally::{Matrix, Missing};

options! {
    /// Observed trials, and the profile that is wanted.
    pub struct Observed {
        /// Outcomes. Numbers along one axis are the trials of one question.
        R: ArrayD<f64> = array("questions × trials").required().placed(),
        /// The number of trials of a future bank.
        k: i64 = budget().required().placed(),
        /// A score in [0, 1] of each category. By default 0 and 1.
        weights: Option<Vec<f64>> = numbers("one per category").placed(),
        /// Average scores in [0, 1] to reach, increasing. By default 1/k, …, 1.
        thresholds: Option<Vec<f64>> = numbers("increasing scores"),
        /// Whether missing outcomes are an error, or left out.
        missing: String = choice(&["error", "drop"]).or_text("error"),
    }
}

options! {
    /// Observed trials, and what is known before them.
    pub struct Banked {
        /// The trials.
        observed: Observed = group(Observed::OPTIONS),
        /// Earlier outcomes of the same questions. Along one axis, those of a question follow those of the
        /// question before.
        R0: Option<ArrayD<f64>> = array("questions × trials"),
        /// What an earlier outcome counts, in [0, 1].
        eta: f64 = number(Range::ANY).or(1.0),
        /// Positive shapes of the Dirichlet prior.
        prior: ArrayD<f64> = array("one shape, one per category, or questions × categories").or(1.0),
    }
}

impl Observed {
    fn matrix(&self) -> Result<Matrix<'_, f64>> {
        Ok(Matrix { name: "R", entries: rows_of("R", &self.R, 1)? })
    }

    fn missing(&self) -> Missing {
        if self.missing == "drop" { Missing::Drop } else { Missing::Error }
    }

    fn weights(&self) -> Result<Weights> {
        for (place, &weight) in self.weights.iter().flatten().enumerate() {
            check::share("weights", &[place], weight)?;
        }
        Ok(Weights::of_option(self.weights.as_deref())?.unwrap_or_else(Weights::binary))
    }
}

impl Banked {
    fn profile(&self) -> Result<TailProfile> {
        let (matrix, weights) = (self.observed.matrix()?, self.observed.weights()?);
        let questions = matrix.entries.nrows();
        let known = self.R0.as_ref().map(|known| rows_of("R0", known, questions)).transpose()?;
        let known = known.map(|entries| Matrix { name: "R0", entries });
        let shapes = self.shapes(questions, weights.categories())?;
        let prior = TailPrior { known, eta: self.eta, shapes: &shapes };
        let bank = TailBank::posterior(&matrix, &weights, &prior, self.observed.missing())?;
        TailProfile::new(bank, self.observed.k, self.observed.thresholds.as_deref())
    }

    /// The shapes of the prior, those of a question one after another.
    fn shapes(&self, questions: usize, categories: usize) -> Result<Vec<f64>> {
        match *self.prior.shape() {
            [1] => {}
            [shapes] if shapes == categories => {}
            [rows, columns] if (rows, columns) == (questions, categories) => {}
            _ => return Err(MetricError::PriorShape { questions, categories }.into()),
        }
        Ok(self.prior.iter().copied().collect())
    }
}

/// The rows of an array. Numbers along one axis are so many rows, one after another.
fn rows_of<'a>(
    option: &'static str,
    entries: &'a ArrayD<f64>,
    rows: usize,
) -> Result<ArrayView2<'a, f64>> {
    let wrong = CallError::Kind { option, needed: "an array of questions × trials" };
    if entries.ndim() != 1 {
        return Ok(entries.view().into_dimensionality::<Ix2>().map_err(|_| wrong)?);
    }
    let length = entries.len();
    let rows = if rows > 0 && length.is_multiple_of(rows) { rows } else { 1 };
    Ok(entries.view().into_shape_with_order((rows, length / rows)).map_err(|_| wrong)?)
}

/// An interval in [0, 1].
fn bounded(mu: f64, sigma: f64, confidence: f64) -> Result<Interval> {
    let ends = stopping::interval(mu, sigma, confidence, Some((0.0, 1.0)))?;
    Ok(Interval { mu, sigma, lo: ends.lo, hi: ends.hi })
}

/// The posterior profile.
pub mod profile {
    use super::{
        Answer, AnswerArray, AnswerTable, Banked, Input, Range, Result, TailProfile, Workers,
        bounded, call, flag, group, number, row,
    };

    call! {
        /// Gives the posterior of the chance that k future trials earn at least each share of the score.
        ///
        /// # Formula
        /// The chances of a question have the Dirichlet posterior prior + counts(R) + eta · counts(R0). S is the
        /// average score of k trials. The profile is the mean over questions of P(S ≥ ρ). Intervals are normal and
        /// within \[0, 1\]. Each has the confidence alone.
        ///
        /// # Errors
        /// An entry that is missing or no category. A score outside \[0, 1\]. A prior of another shape. Thresholds
        /// that do not increase. A k that is too large.
        ///
        /// # Source
        /// Hariri, Hinczewski, Ayday & Chaudhary (2026), Success Has a Shape: TailPass@k for repeated sampling
        /// evaluation.
        tailpass(Nothing): answer => [profile: TailShare],
            arrays [questions: "questions × thresholds", covariance: "thresholds × thresholds"], notes &[];

        /// A profile, and what is wanted of it.
        pub struct TailPassOptions {
            /// The posterior.
            banked: Banked = group(Banked::OPTIONS),
            /// The level of the intervals. Without it, there is no σ and no interval.
            confidence: Option<f64> = number(Range::LEVEL),
            /// Whether the mean profile of each question is wanted.
            each_question: bool = flag(),
            /// Whether the covariance between thresholds is wanted.
            covariance: bool = flag(),
        }
    }

    row! {
        /// The chance that k future trials earn an average score of at least a threshold.
        #[derive(Copy)]
        pub struct TailShare {
            /// The average score.
            threshold: f64,
            /// The posterior mean of the chance.
            mean: f64,
            /// Its posterior standard deviation. Missing without a confidence.
            sigma: Option<f64>,
            /// The lower end of its interval. Missing without a confidence.
            lo: Option<f64>,
            /// The upper end.
            hi: Option<f64>,
        }
    }

    fn answer(_: Input<'_>, options: &TailPassOptions, _: &Workers<'_>) -> Result<Answer> {
        let profile = options.banked.profile()?;
        let size = profile.thresholds().len();
        let means = if options.each_question { profile.question_mean() } else { Vec::new() };
        let questions = AnswerArray {
            axes: vec![means.len(), size],
            values: means.into_iter().flatten().collect::<Vec<_>>().into(),
        };
        let values = if options.covariance { profile.covariance()? } else { Vec::new() };
        let rows = if options.covariance { size } else { 0 };
        let covariance = AnswerArray { axes: vec![rows, size], values: values.into() };
        let table = AnswerTable::of(shares(&profile, options.confidence)?);
        Ok(Answer { tables: vec![table], arrays: vec![questions, covariance], notes: Vec::new() })
    }

    fn shares(profile: &TailProfile, confidence: Option<f64>) -> Result<Vec<TailShare>> {
        let means = profile.mean();
        let alone = |(&threshold, &mean): (&f64, &f64)| TailShare {
            threshold,
            mean,
            sigma: None,
            lo: None,
            hi: None,
        };
        let rows = profile.thresholds().iter().zip(&means).map(alone);
        let Some(confidence) = confidence else { return Ok(rows.collect()) };
        let with_ends = |(row, sigma): (TailShare, f64)| {
            let ends = bounded(row.mean, sigma, confidence)?;
            Ok(TailShare { sigma: Some(sigma), lo: Some(ends.lo), hi: Some(ends.hi), ..row })
        };
        rows.zip(profile.std()?).map(with_ends).collect()
    }
}

/// Weighted sums over thresholds.
pub mod linear {
    use super::{
        Answer, Banked, Input, Range, Result, ScoreInterval, Workers, bounded, call, group, number,
        numbers,
    };

    call! {
        /// Gives mean, σ and interval of Σ wᵢ F(ρᵢ), where F is the profile of `tailpass`.
        ///
        /// # Formula
        /// Mean and σ are exact. The interval is normal and within \[0, 1\].
        ///
        /// # Errors
        /// As for `tailpass`. Not as many weights as thresholds, or another sum than 1. A negative weight.
        ///
        /// # Source
        /// As for `tailpass`.
        tailpass_linear(Nothing): answer => [score: ScoreInterval], notes &[];

        /// A profile, and weights of its thresholds.
        pub struct TailLinearOptions {
            /// The posterior.
            banked: Banked = group(Banked::OPTIONS),
            /// A weight of each threshold. They add up to 1.
            threshold_weights: Vec<f64> = numbers("one per threshold").required().placed(),
            /// The level of the interval.
            confidence: f64 = number(Range::LEVEL).or(0.95),
        }
    }

    fn answer(_: Input<'_>, options: &TailLinearOptions, _: &Workers<'_>) -> Result<Answer> {
        let found = options.banked.profile()?.linear(&options.threshold_weights)?;
        let interval = bounded(found.mu(), found.sigma(), options.confidence)?;
        Ok(Answer::of(vec![ScoreInterval::from(interval)]))
    }
}

/// Moments of the average score.
pub mod moment {
    use super::{
        Answer, Banked, Input, Range, Result, ScoreInterval, Workers, bounded, call, group, number,
    };

    call! {
        /// Gives mean, σ and interval of the expected power of the average score of k trials.
        ///
        /// # Formula
        /// E\[S^λ\]. With λ = 1 it is the mean score. A larger λ counts high scores more. Mean and σ are exact. The
        /// interval is normal and within \[0, 1\].
        ///
        /// # Errors
        /// As for `tailpass`. A power that is not positive.
        ///
        /// # Source
        /// As for `tailpass`.
        tailpass_moment(Nothing): answer => [score: ScoreInterval], notes &[];

        /// A posterior, and a power.
        pub struct TailMomentOptions {
            /// The posterior.
            banked: Banked = group(Banked::OPTIONS),
            /// The power λ.
            lam: f64 = number(Range::POSITIVE).required().placed(),
            /// The level of the interval.
            confidence: f64 = number(Range::LEVEL).or(0.95),
        }
    }

    fn answer(_: Input<'_>, options: &TailMomentOptions, _: &Workers<'_>) -> Result<Answer> {
        let found = options.banked.profile()?.moment(options.lam)?;
        let interval = bounded(found.mu(), found.sigma(), options.confidence)?;
        Ok(Answer::of(vec![ScoreInterval::from(interval)]))
    }
}

/// The profile of the trials themselves.
pub mod empirical {
    use super::{Answer, Input, Observed, Result, Workers, call, empirical_profile, group};

    call! {
        /// Gives the profile of k of the observed trials, drawn without replacement, without bias.
        ///
        /// # Formula
        /// The mean over questions of P(S ≥ ρ), where S is the average score of the k trials.
        ///
        /// # Errors
        /// As for `tailpass`. A k above the trials of a question.
        ///
        /// # Source
        /// As for `tailpass`.
        tailpass_empirical(Nothing): answer => [], arrays [profile: "thresholds"], notes &[];

        /// The trials, and the profile that is wanted.
        pub struct TailEmpiricalOptions {
            /// The trials.
            observed: Observed = group(Observed::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &TailEmpiricalOptions, _: &Workers<'_>) -> Result<Answer> {
        let observed = &options.observed;
        let (matrix, weights) = (observed.matrix()?, observed.weights()?);
        let thresholds = observed.thresholds.as_deref();
        let missing = observed.missing();
        let found = empirical_profile(&matrix, observed.k, &weights, thresholds, missing)?;
        Ok(Answer::array(&[found.len()], found))
    }
}

/// Families of weights.
pub mod weights {
    use super::{
        Answer, CallError, Input, Range, Result, Workers, beta_weights, budget, call, choice,
        maxent_weights, moment_weights, number,
    };

    call! {
        /// Gives weights of the thresholds 1/k, …, 1 for `tailpass_linear`. They add up to 1.
        ///
        /// # Formula
        /// "moment" has (t/k)^a − ((t − 1)/k)^a. "beta" has the chances of ((t − 1)/k, t/k] under the Beta law of mean
        /// a and concentration b. "maxent" has the weights of the largest entropy with the mean threshold a.
        ///
        /// # Errors
        /// A number outside its range. A missing concentration of "beta".
        ///
        /// # Source
        /// As for `tailpass`.
        tailpass_weights(Nothing): answer => [], arrays [weights: "thresholds"], notes &[];

        /// A family of weights.
        pub struct TailWeightsOptions {
            /// The family.
            family: String = choice(&["moment", "beta", "maxent"]).required().placed(),
            /// The number of thresholds, from 1 to 10⁶.
            k: i64 = budget().required().placed(),
            /// The number of the family: its power, its mean or its mean threshold.
            a: f64 = number(Range::ANY).required().placed(),
            /// The concentration of "beta".
            b: Option<f64> = number(Range::ANY).placed(),
        }
    }

    fn answer(_: Input<'_>, options: &TailWeightsOptions, _: &Workers<'_>) -> Result<Answer> {
        let &TailWeightsOptions { k, a, ref family, .. } = options;
        let found = match (family.as_str(), options.b) {
            ("beta", Some(b)) => beta_weights(k, a, b)?,
            ("beta", None) => {
                return Err(CallError::Needed { it: "family", other: "b", why: BARE }.into());
            }
            (_, Some(_)) => return Err(CallError::Needless { it: "b", why: FULL }.into()),
            ("moment", None) => moment_weights(k, a)?,
            (_, None) => maxent_weights(k, a)?,
        };
        Ok(Answer::array(&[found.len()], found))
    }

    const BARE: &str = "beta needs the concentration {other=}";
    const FULL: &str = "{it=} is the concentration of beta, and other families take none";
}
