//! The call `separated`: which models the errors of their differences separate.

use ndarray::{ArrayD, ArrayView2, Ix2};

use super::error::RankError;
use super::ranks::{competition, descending, entry, refuse};
use super::separation::separations;
use crate::calls::call::Entries;
use crate::calls::declare::call;
use crate::calls::option::{Range, array, group, number, numbers};
use crate::calls::{Answer, AnswerArray, AnswerTable, Input, Workers};
use crate::check;
use crate::compare::FamilyOptions;
use crate::compare::decision::rule::Difference;
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::error::NumericError;
use crate::numeric::student::Distribution;
use crate::rows::declare::row;

call! {
    /// Says which models are separated: ranges of ranks and letters, from scores and the errors of their
    /// differences.
    ///
    /// # Formula
    /// Two models of difference d are separated if d ≠ 0, σ > 0 and |d| ≥ z* σ. Here z* =
    /// Φ⁻¹((1 + c^(1/m)) / 2) with the confidence c, or the same quantile of Student's t. For M models, m is
    /// M − 1, or M (M − 1) / 2 where all pairs hold together (Šidák 1967).
    ///
    /// The range of a rank goes from 1 + the number of models that are separated above it, to M − the number of
    /// those that are separated below it. The adjusted p of a pair is 1 − (1 − p)^m.
    ///
    /// # Errors
    /// A score that is not finite. A negative σ, one that is not finite, or another number of them. Two errors
    /// of one difference. Degrees of freedom below 1.
    ///
    /// # Source
    /// Šidák (1967). Piepho (2004) for letters. docs/comparing.md of the checkout.
    separated(Nothing): answer => [models: SeparatedModel], arrays [p: "models × models"], notes &[];

    /// Scores, and how surely they are separated.
    pub struct SeparatedOptions {
        /// The scores.
        scores: Vec<f64> = numbers("one per model").required().placed(),
        /// The standard deviation of each score, of independent ones. Or a matrix with that of the difference
        /// of each two.
        sigmas: ArrayD<f64> = array("one per model, or models × models").required().placed(),
        /// Degrees of freedom of Student's t. By default differences are normal.
        degrees: Option<f64> = number(Range::from_to(1.0, f64::MAX, "a number from 1")),
        /// The confidence of all comparisons that hold together.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// Which comparisons hold together.
        families: FamilyOptions = group(FamilyOptions::OPTIONS),
    }
}

row! {
    /// The place of a model among others.
    pub struct SeparatedModel {
        /// Competition rank by score.
        rank: u64,
        /// Best rank that the comparisons allow.
        rank_lo: u64,
        /// Worst rank that the comparisons allow.
        rank_hi: u64,
        /// Whether it is not separated from the model with the highest score.
        with_leader: bool,
        /// Letters that the model shares with all models from which it is not separated. They are empty for
        /// more than 500 models, and where 26 letters are too few.
        letters: String,
    }
}

fn answer(_: Input<'_>, options: &SeparatedOptions, _: &Workers<'_>) -> Result<Answer> {
    let SeparatedOptions { scores, sigmas, confidence, .. } = options;
    let errors = GivenErrors::new(scores, sigmas)?;
    let distribution = options.degrees.map_or(Distribution::Normal, Distribution::Student);
    let family = options.families.request().of(scores.len());
    let difference = |one: usize, other: usize| {
        let sigma = errors.of(one, other);
        let mean = Double::from(entry(scores, one)) - Double::from(entry(scores, other));
        Difference::new(mean, sigma * sigma, distribution)
    };
    let order = descending("scores", scores)?;
    let at = |place: usize| order.get(place).copied().unwrap_or_default();
    let found = separations(scores.len(), |higher, lower| {
        difference(at(higher), at(lower)).order(family, *confidence)
    })?;
    let ranks = competition(scores)?;
    let mut rows: Vec<Option<SeparatedModel>> = vec![None; scores.len()];
    let places = found.ranges.into_iter().zip(found.with_leader).zip(found.letters);
    for (&model, ((range, with_leader), letters)) in order.iter().zip(places) {
        if let Some(slot) = rows.get_mut(model) {
            let rank = ranks.get(model).map_or(0, |&rank| rank as u64);
            let (rank_lo, rank_hi) = range;
            *slot = Some(SeparatedModel { rank, rank_lo, rank_hi, with_leader, letters });
        }
    }
    let memory = || NumericError::Memory { what: format!("{0} × {0} models", scores.len()) };
    let mut adjusted = Vec::new();
    let cells = scores.len().checked_mul(scores.len()).ok_or_else(memory)?;
    adjusted.try_reserve_exact(cells).map_err(|_| memory())?;
    for one in 0..scores.len() {
        for other in 0..scores.len() {
            let z = if one == other { Some(0.0) } else { difference(one, other).z() };
            // Where nothing scatters, nothing is known.
            let p = z.map_or(Ok(1.0), |z| distribution.two_sided(z))?;
            adjusted.push(family.adjusted(p));
        }
    }
    Ok(Answer {
        arrays: vec![AnswerArray {
            axes: vec![scores.len(), scores.len()],
            values: Entries::Reals(adjusted),
        }],
        tables: vec![AnswerTable::of(rows.into_iter().flatten().collect())],
        notes: Vec::new(),
    })
}

/// The standard deviations of scores, or of their differences.
enum GivenErrors<'a> {
    Scores(Vec<f64>),
    Pairs(ArrayView2<'a, f64>),
}

impl<'a> GivenErrors<'a> {
    fn new(scores: &[f64], sigmas: &'a ArrayD<f64>) -> Result<Self> {
        let models = scores.len();
        let same =
            |found: usize| check::same_size(("scores", models), ("sigmas", found), "entries");
        let own: Vec<f64> = sigmas.iter().copied().collect();
        refuse("scores", scores, |score| !score.is_finite())?;
        refuse("sigmas", &own, |sigma| !(sigma.is_finite() && sigma >= 0.0))?;
        if let Ok(pairs) = sigmas.view().into_dimensionality::<Ix2>() {
            if pairs.dim() == (models, models) {
                symmetric(&pairs)?;
                return Ok(Self::Pairs(pairs));
            }
            same(pairs.nrows())?;
            same(pairs.ncols())?;
        }
        same(own.len())?;
        Ok(Self::Scores(own))
    }

    /// The standard deviation of the difference of two models.
    fn of(&self, one: usize, other: usize) -> Double {
        match self {
            Self::Pairs(pairs) => Double::from(pairs.get((one, other)).copied().unwrap_or(0.0)),
            Self::Scores(sigmas) => {
                let square = |model| {
                    let sigma = Double::from(entry(sigmas, model));
                    sigma * sigma
                };
                (square(one) + square(other)).sqrt()
            }
        }
    }
}

/// Refuses two errors of one difference.
fn symmetric(pairs: &ArrayView2<'_, f64>) -> Result<()> {
    let turned = |row, column| pairs.get((column, row)).copied().unwrap_or(f64::NAN);
    for ((row, column), &one) in pairs.indexed_iter() {
        let other = turned(row, column);
        if one != other {
            return Err(RankError::Asymmetric { row, column, one, other }.into());
        }
    }
    Ok(())
}
