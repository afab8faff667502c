//! The call `known_slices`: slices whose differences are known.

use super::call::told_of;
use super::error::SlicesError;
use super::judged::{SliceGate, judge};
use super::notes::NOTES;
use super::rows::{Heterogeneity, SliceDifference};
use crate::calls::declare::call;
use crate::calls::option::{flag, number, numbers, texts};
use crate::calls::{Answer, AnswerTable, CallError, Input, Range, Workers};
use crate::check;
use crate::error::Result;
use crate::numeric::normal::{central_quantile, probability};

call! {
    /// Asks whether known differences differ between slices, and lets each slice lean on the others.
    ///
    /// # Formula
    /// As for `slices`, of normal differences.
    ///
    /// # Errors
    /// Differences without σ. A σ below 0. Fewer than two slices.
    ///
    /// # Source
    /// docs/slices.md of the checkout. Cochran, Biometrics 10 (1954) 101. Daniels, Can. J. Stat. 27 (1999) 567.
    known_slices(Nothing): answer => [rows: SliceDifference, models: Heterogeneity], notes NOTES;

    /// Differences of slices that share no question.
    pub struct KnownSlicesOptions {
        /// The difference of each slice.
        differences: Vec<f64> = numbers("one per slice").required().placed(),
        /// The standard deviation of each.
        sigmas: Vec<f64> = numbers("one per slice").required().placed(),
        /// Names of the slices. By default they are numbered from 1.
        names: Option<Vec<String>> = texts(),
        /// Level of the intervals, and of the verdicts.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// Says of each slice whether the model is worse by more than this.
        margin: Option<f64> = number(Range::NOT_NEGATIVE),
        /// Whether the model fails if any slice shows it worse by more than the margin.
        each_slice: bool = flag().needs("margin", "{it=} judges slices by a margin: give {other=} too"),
    }
}

fn answer(input: Input<'_>, options: &KnownSlicesOptions, _: &Workers<'_>) -> Result<Answer> {
    if !matches!(input, Input::Nothing) {
        return Err(CallError::Untold { call: "known_slices" }.into());
    }
    let (differences, sigmas) = (options.differences.len(), options.sigmas.len());
    if differences != sigmas || options.names.as_ref().is_some_and(|names| names.len() != sigmas) {
        return Err(SlicesError::Lengths { differences, sigmas }.into());
    }
    if differences < 2 {
        return Err(SlicesError::One { slice: "1".to_owned() }.into());
    }
    let z = central_quantile(options.confidence)?.value();
    let each = options.differences.iter().zip(&options.sigmas).enumerate();
    let rows = each.map(|(place, (&difference, &sigma))| {
        check::finite("differences", &[place], difference)?;
        check::not_negative("sigmas", &[place], sigma)?;
        let name = options.names.as_ref().and_then(|names| names.get(place)).cloned();
        let own = name.unwrap_or_else(|| (place + 1).to_string());
        Ok(row(own, difference, sigma, z))
    });
    let mut rows = rows.collect::<Result<Vec<_>>>()?;
    let (confidence, margin, each) = (options.confidence, options.margin, options.each_slice);
    let gate = SliceGate { confidence, margin, each };
    let models = vec![judge(&mut rows, gate)?];
    let notes = told_of(&rows, &models, gate);
    let tables = vec![AnswerTable::of(rows), AnswerTable::of(models)];
    Ok(Answer { arrays: Vec::new(), tables, notes })
}

fn row(slice: String, difference: f64, sigma: f64, z: f64) -> SliceDifference {
    // 0 / 0 is no difference.
    let own = if difference == 0.0 { 0.0 } else { difference / sigma };
    SliceDifference {
        slice,
        model: String::new(),
        baseline: String::new(),
        questions: None,
        difference,
        sigma,
        lo: difference - z * sigma,
        hi: difference + z * sigma,
        pvalue: (2.0 * probability(-own.abs())).min(1.0),
        holm: None,
        probability: probability(own),
        degrees: None,
        shrunken: None,
        shrunken_sigma: None,
        shrunken_lo: None,
        shrunken_hi: None,
        shrunken_probability: None,
        judged: true,
        margin: None,
        worse_pvalue: None,
        worse_holm: None,
        failing: None,
        score: None,
        baseline_score: None,
        score_name: String::new(),
    }
}
