//! All pairs of models. Each model's scores and variances are computed once.

use std::collections::BTreeMap;

use super::compare::of_mean;
use super::comparison::Comparison;
use super::judged::judged_pairs;
use super::request::CompareRequest;
use super::scores::by_metric::{CompareMetric, MetricScorer};
use super::scores::scored::QuestionScorer;
use super::scores::scoring::{Numbers, Scoring};
use super::table::board::Board;
use super::table::column::{Column, QuestionNumbers};
use crate::compare::decision::rule::Difference;
use crate::compare::decision::skewness::told_by;
use crate::counts::counts::Counts;
use crate::error::{Error, Result};
use crate::judge::check::check as check_judged;
use crate::judge::legend::Legend;
use crate::numeric::double::Double;
use crate::numeric::watch;
use crate::sums::sums::Sums;

/// Compares every model with every later one of a list: `models` of the request, then its baseline.
///
/// The rows of a pair are those of [`super::compare`]. The p-values are those of single pairs. A
/// pair that the data do not allow has no row where there are several scores.
///
/// # Errors
/// As [`super::compare`].
pub fn compare_pairs(counts: &Counts, request: &CompareRequest) -> Result<Vec<Comparison>> {
    let scorer = QuestionScorer::new(counts, request)?;
    Ok(paired(counts, Scoring::Categories(&scorer), request)?.rows)
}

/// Compares pairs of models by a metric of the list.
///
/// # Errors
/// As [`super::compare_metric`].
pub fn compare_pairs_of_metric(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
) -> Result<Vec<Comparison>> {
    if let Some(legend) = Legend::of(counts.categories())? {
        check_judged(std::slice::from_ref(&choice.metric), choice.default_weights, &request.prior)?;
        return judged_pairs(counts, &legend, request);
    }
    if let Some(own) = of_mean(counts, choice, request)? {
        return compare_pairs(counts, &own);
    }
    let scorer = MetricScorer::new(counts, choice, request)?;
    Ok(paired(counts, Scoring::Metric(&scorer), request)?.rows)
}

/// Compares pairs of models by numeric scores.
///
/// # Errors
/// As [`super::compare_sums`].
pub fn compare_pairs_of_sums(sums: &Sums, request: &CompareRequest) -> Result<Vec<Comparison>> {
    Ok(pairs_of_sums(sums, request)?.rows)
}

/// The same, and the models whose differences are carried by a few large outcomes.
pub(super) fn pairs_of_sums(sums: &Sums, request: &CompareRequest) -> Result<PairRows> {
    let numbers = Numbers::new(sums)?;
    paired(sums.trials(), Scoring::Numbers(&numbers), request)
}

/// The rows of all pairs.
#[derive(Default)]
pub(super) struct PairRows {
    pub(super) rows: Vec<Comparison>,
    /// Models whose differences from others are carried by a few large outcomes.
    pub(super) carried: Vec<String>,
}

fn paired<'a>(
    counts: &'a Counts,
    scoring: Scoring<'a>,
    request: &'a CompareRequest,
) -> Result<PairRows> {
    let boards = Board::of_scores(counts, scoring, request)?;
    let mut found = PairRows::default();
    for board in &boards {
        let mut carried = Vec::new();
        let mut places = QuestionNumbers::default();
        let names = board.models().iter().chain([&request.baseline]);
        let columns: Vec<Column<'_>> =
            names.map(|name| Column::new(board, name, None, &mut places)).collect();
        for (place, base) in columns.iter().enumerate() {
            for own in columns.iter().take(place) {
                let (first, second) = own.beside(base, request.paired);
                match board.compared(&first, &second, None) {
                    Ok((row, is_carried)) => {
                        if is_carried {
                            carried.push((row.model.clone(), row.baseline.clone()));
                        }
                        found.rows.push(row);
                    }
                    Err(Error::Compare(reason)) if reason.is_of_data() && boards.len() > 1 => {}
                    Err(error) => return Err(error),
                }
            }
        }
        found.carried.extend(told_by(&carried));
    }
    found.carried.sort_unstable();
    found.carried.dedup();
    Ok(found)
}

/// The differences of any two models of a table, each as a comparison of the two has it.
///
/// `then` asks for pairs of models by name. It gets their difference, and its σ in the units of the scores. A
/// pair that the data do not allow has none. The table is that of a score and a task, or the overall one.
///
/// # Errors
/// Those of `then`, and of a comparison of the models.
fn with_differences<T>(
    scoring: Scoring<'_>,
    counts: &Counts,
    request: &CompareRequest,
    (score, task): (&str, Option<&str>),
    then: impl FnOnce(&dyn Fn(&str, &str) -> Result<Option<(Difference, Double)>>) -> Result<T>,
) -> Result<T> {
    let boards = Board::of_scores(counts, scoring, request)?;
    let Some(board) = boards.iter().find(|board| board.score == score) else {
        return then(&|_, _| Ok(None));
    };
    let mut places = QuestionNumbers::default();
    let names = board.models().iter().chain([&request.baseline]);
    let mut columns = BTreeMap::new();
    for name in names {
        watch::going()?;
        columns.insert(name.as_str(), Column::new(board, name, task, &mut places));
    }
    then(&|one, other| {
        let Some((own, base)) = columns.get(one).zip(columns.get(other)) else { return Ok(None) };
        let (first, second) = own.beside(base, request.paired);
        match board.difference(&first, &second, task) {
            Ok(found) => {
                let sigma = board.scoring.unscale(found.variance.sqrt());
                Ok(Some((found, sigma)))
            }
            Err(Error::Compare(reason)) if reason.is_of_data() => Ok(None),
            Err(error) => Err(error),
        }
    })
}

/// The same by numeric scores.
///
/// # Errors
/// As [`with_differences`].
pub(crate) fn with_differences_of_sums<T>(
    sums: &Sums,
    request: &CompareRequest,
    table: (&str, Option<&str>),
    then: impl FnOnce(&dyn Fn(&str, &str) -> Result<Option<(Difference, Double)>>) -> Result<T>,
) -> Result<T> {
    let numbers = Numbers::new(sums)?;
    with_differences(Scoring::Numbers(&numbers), sums.trials(), request, table, then)
}

/// The same by a metric of the list.
///
/// # Errors
/// As [`with_differences`].
pub(crate) fn with_differences_of_metric<T>(
    counts: &Counts,
    choice: &CompareMetric,
    request: &CompareRequest,
    table: (&str, Option<&str>),
    then: impl FnOnce(&dyn Fn(&str, &str) -> Result<Option<(Difference, Double)>>) -> Result<T>,
) -> Result<T> {
    if let Some(own) = of_mean(counts, choice, request)? {
        let scorer = QuestionScorer::new(counts, &own)?;
        return with_differences(Scoring::Categories(&scorer), counts, &own, table, then);
    }
    let scorer = MetricScorer::new(counts, choice, request)?;
    with_differences(Scoring::Metric(&scorer), counts, request, table, then)
}
