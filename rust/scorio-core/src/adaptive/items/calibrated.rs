//! From the scores of models on items to the columns of a bank.

use super::bank::{BankColumns, ScoreScale};
use crate::adaptive::error::AdaptiveError;
use crate::counts::Counts;
use crate::error::Result;
use crate::irt::{Calibration, CalibrationReport, CalibrationRequest, Responses, calibrate};
use crate::metric::weights::Weights;
use crate::sums::Sums;

/// The trials of a model on an item: their number and the sum of their scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredCell {
    /// Model.
    pub model: String,
    /// Task. Empty if there is none.
    pub task: String,
    /// Question.
    pub question: String,
    /// Cluster of the question.
    pub cluster: Option<String>,
    /// Number of trials.
    pub trials: f64,
    /// Sum of their scores.
    pub sum: f64,
    /// The lowest and the highest of their scores. Nothing if only their sum is known.
    pub ends: Option<(f64, f64)>,
}

impl ScoredCell {
    /// The cells of counts: the score of a trial is the weight of its category. Also the range of the
    /// weights.
    ///
    /// # Errors
    /// There are several scores, or categories without weights.
    pub fn of_counts(
        counts: &Counts,
        weights: Option<&Weights>,
    ) -> Result<(Vec<Self>, (f64, f64))> {
        counts.require_one_score()?;
        let default;
        let weights = if let Some(weights) = weights {
            weights
        } else {
            default = Weights::default_of(counts)?;
            &default
        };
        weights.require(counts.categories().len())?;
        let values = weights.values();
        let cells = counts.observed().map(|one| Self {
            model: one.model.to_owned(),
            task: one.task.to_owned(),
            question: one.question.to_owned(),
            cluster: one.cluster.map(str::to_owned),
            trials: one.trials() as f64,
            sum: one.counts.iter().zip(&values).map(|(&n, w)| n as f64 * w).sum(),
            ends: {
                let seen = one.counts.iter().zip(&values).filter(|(n, _)| **n > 0);
                Some(ends(seen.map(|(_, w)| *w)))
            },
        });
        Ok((cells.collect(), ends(values.iter().copied())))
    }

    /// The cells of numeric scores.
    ///
    /// # Errors
    /// There are several scores.
    pub fn of_sums(sums: &Sums) -> Result<Vec<Self>> {
        sums.trials().require_one_score()?;
        let observed = sums.iter().enumerate().filter(|(_, (question, _))| question.trials() > 0);
        let cells = observed.map(|(row, (one, powers))| {
            let sum = powers.stored().sum;
            let kept = sums.values(row).ok().map(|values| ends(values.into_iter()));
            Self {
                model: one.model.to_owned(),
                task: one.task.to_owned(),
                question: one.question.to_owned(),
                cluster: one.cluster.map(str::to_owned),
                trials: one.trials() as f64,
                sum,
                ends: kept.or_else(|| (one.trials() == 1).then_some((sum, sum))),
            }
        });
        Ok(cells.collect())
    }
}

/// The lowest and the highest number.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let wider = |(lo, hi): (f64, f64), value: f64| (lo.min(value), hi.max(value));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), wider)
}

/// Scores of models on items, model by model.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationTable {
    /// Models.
    pub models: Vec<String>,
    /// Items.
    pub items: Vec<String>,
    /// The number of trials of each model and item.
    pub trials: Vec<f64>,
    /// The sum of their scores.
    pub sums: Vec<f64>,
}

/// The fewest models of a calibration.
const FEWEST_MODELS: usize = 3;

impl CalibrationTable {
    /// Checks that every model and every item has something to calibrate with.
    ///
    /// # Errors
    /// - There are fewer than three models, or a model or an item has no trial.
    /// - All mean scores are alike.
    pub fn check(&self) -> Result<()> {
        let (models, items) = (self.models.len(), self.items.len());
        if models < FEWEST_MODELS {
            return Err(AdaptiveError::CalibrationModels { models }.into());
        }
        if items == 0 {
            return Err(AdaptiveError::NoItems.into());
        }
        for sums in [self.trials.len(), self.sums.len()] {
            crate::check::same_size(
                ("the table", sums),
                ("models × items", models * items),
                "cells",
            )?;
        }
        let rows = || self.trials.chunks_exact(items);
        let empty = rows().position(|row| row.iter().all(|n| *n == 0.0));
        if let Some(model) = empty {
            let name = self.models[model].clone();
            return Err(AdaptiveError::NoTrials { what: "model", name }.into());
        }
        let mut trials = vec![0.0; items];
        for row in rows() {
            for (all, n) in trials.iter_mut().zip(row) {
                *all += n;
            }
        }
        if let Some(item) = trials.iter().position(|n| *n == 0.0) {
            let name = self.items[item].clone();
            return Err(AdaptiveError::NoTrials { what: "item", name }.into());
        }
        let cells = self.trials.iter().zip(&self.sums).filter(|(n, _)| **n > 0.0);
        let mut means = cells.map(|(n, sum)| sum / n);
        let first = means.next().unwrap_or(f64::NAN);
        if means.all(|mean| mean == first) {
            return Err(AdaptiveError::NoVariation { score: first }.into());
        }
        Ok(())
    }
}

/// A calibrated bank: its columns and what the calibration says.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibratedBank {
    /// The columns of the bank.
    pub columns: BankColumns,
    /// Models with trials of each item.
    pub models: Vec<u64>,
    /// Mean score of each item: the mean over models of their mean scores. NaN without trials.
    pub means: Vec<f64>,
    /// The calibration.
    pub calibration: Calibration,
    /// How well its variances fit, and what a design can save.
    pub report: CalibrationReport,
}

/// Calibrates the items of a table.
///
/// # Errors
/// - A score is outside the scale.
/// - Those of [`calibrate`].
pub fn calibrate_bank(
    table: &CalibrationTable,
    strata: Vec<Option<String>>,
    scale: ScoreScale,
    request: &CalibrationRequest,
) -> Result<CalibratedBank> {
    let ScoreScale { lo, hi, greater_is_better } = scale;
    if !(lo.is_finite() && hi.is_finite() && lo < hi) {
        return Err(AdaptiveError::ScoreRange { lo, hi }.into());
    }
    let items = table.items.len();
    let mut outcomes = Vec::with_capacity(table.sums.len());
    for (place, (&trials, &sum)) in table.trials.iter().zip(&table.sums).enumerate() {
        let good = (sum - trials * lo) / (hi - lo);
        let outcome = if greater_is_better { good } else { trials - good };
        // Sums of many scores at an end of the range are rounded.
        let slack = 1e-9 * trials;
        if !(outcome >= -slack && outcome <= trials + slack) {
            let items = items.max(1);
            let item = table.items.get(place % items).cloned().unwrap_or_default();
            let model = table.models.get(place / items).cloned().unwrap_or_default();
            let value = sum / trials;
            return Err(AdaptiveError::FittedOutside { model, item, value, lo, hi }.into());
        }
        outcomes.push(outcome.clamp(0.0, trials));
    }
    let responses = Responses::new(table.models.len(), items, &table.trials, &outcomes)?;
    let calibration = calibrate(&responses, request)?;
    let models = (0..items).map(|item| responses.means(item).count() as u64).collect();
    let means = (0..items).map(|item| mean(responses.means(item).map(|one| one.1))).collect();
    let columns = BankColumns {
        items: table.items.clone(),
        a: calibration.items.iter().map(|item| item.slope).collect(),
        b: calibration.items.iter().map(|item| item.difficulty).collect(),
        s: calibration.errors.clone(),
        phi: calibration.items.iter().map(|item| item.dispersion).collect(),
        strata,
        kept: calibration.kept.clone(),
        steps: Vec::new(),
    };
    let report = calibration.report(&responses);
    Ok(CalibratedBank { columns, models, means, calibration, report })
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    sum / count
}
