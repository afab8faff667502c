//! Ranking methods: outcomes or counts of models become a handle, which a method ranks.
#![allow(non_snake_case, reason = "R is the mathematics' own name")]

use std::ffi::c_char;

use ndarray::ArrayView3;
use scorio_core::Weights;
use scorio_core::rankers::{
    AlignedTrials, Cells, MethodOptions, RankInterval, RankRequest, RankSource, RankedModel,
    method, rank_models,
};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::matrix::{ScorioMatrix, policy, with_view};
use crate::options::ScorioOption;
use crate::pointer::{
    array, check, check_cells, fill, hand_out, optional, reference, release, store, text,
};
use crate::workers::workers;

/// Ranks and scores alone.
pub const SCORIO_NO_INTERVAL: i32 = 0;
/// Intervals from questions, or clusters, that are drawn again.
pub const SCORIO_FROM_QUESTIONS: i32 = 1;
/// Intervals of Student's t from the sandwich of a model of pairs.
pub const SCORIO_FROM_SANDWICH: i32 = 2;
/// Normal intervals from the posterior, about these questions alone.
pub const SCORIO_FROM_POSTERIOR: i32 = 3;

/// What models are ranked by, made by `scorio_rank_outcomes` or `scorio_rank_counts`. Threads may
/// share it.
pub struct ScorioRankData(RankSource);

/// The rank and the score of a model. Without an interval, sigma and all below are NaN or 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioRankedModel {
    /// Competition rank by score, from 1.
    pub rank: u64,
    /// Score; the higher is the better.
    pub score: f64,
    /// Standard deviation of the score over orders of the trials. NaN if the method draws none.
    pub order_sd: f64,
    /// Standard deviation of the score.
    pub sigma: f64,
    /// Lower end of the interval of the score.
    pub lo: f64,
    /// Upper end of the interval of the score.
    pub hi: f64,
    /// Lower end of the interval of the rank.
    pub rank_lo: u64,
    /// Upper end of the interval of the rank.
    pub rank_hi: u64,
    /// Probability of the first rank.
    pub p_best: f64,
}

/// What `models` models are ranked by, from outcomes 0 and 1.
///
/// - `R` has the outcomes of the first model, a row for each question. Those of the next model are
///   `model_stride` entries after it, in the same form.
/// - `names` is NULL, or has a text for each model. Without names, messages count models from 0.
/// - `clusters` is NULL, or has a number for each question. Questions of equal numbers are drawn
///   together.
/// - With `aligned`, trial n of one model is paired with trial n of another. Otherwise each trial is
///   paired with all trials of the question.
/// - A missing outcome (NaN) is an error unless `drop_missing` is set.
///
/// `*data` is only written on `SCORIO_OK`. Free it with `scorio_rank_data_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank_outcomes(
    R: *const ScorioMatrix,
    models: usize,
    model_stride: isize,
    names: *const *const c_char,
    clusters: *const i64,
    aligned: bool,
    drop_missing: bool,
    data: *mut *mut ScorioRankData,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, labels) = unsafe {
            let matrix = reference(R, "R")?;
            (matrix, RankLabels::read(names, models, clusters, matrix.rows)?)
        };
        check_cells(models, matrix.rows, "R")?;
        let missing = policy(drop_missing);
        let source = if aligned {
            let trials = with_view!(
                matrix,
                "R",
                |array: ArrayView3<_>| match &labels.names {
                    Some(names) => AlignedTrials::of_named(array, missing, names),
                    None => AlignedTrials::new(array, missing),
                },
                several((models, model_stride), "R")
            )?;
            let cells = labels.clustered(trials.cells().clone())?;
            RankSource::Aligned(trials.with_cells(cells))
        } else {
            let cells = with_view!(
                matrix,
                "R",
                |array: ArrayView3<_>| match &labels.names {
                    Some(names) => Cells::of_named(array, missing, names),
                    None => Cells::of_array(array, missing),
                },
                several((models, model_stride), "R")
            )?;
            RankSource::Expected(labels.clustered(cells)?)
        };
        // SAFETY: the contract of the interface.
        unsafe { hand_out(data, ScorioRankData(source), "data") }
    })
}

/// What `models` models are ranked by, from counts of outcomes.
///
/// - `counts` has a row for each question and a column for each category: how often the first model
///   had each outcome. Those of the next model are `model_stride` entries after it. A question
///   without counts was not asked.
/// - `weights` is NULL for two categories, failures and successes. Otherwise it has a number in
///   [0, 1] for each category, and an outcome of weight w counts as the part w of a success.
/// - The rest is as for `scorio_rank_outcomes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank_counts(
    counts: *const ScorioMatrix,
    models: usize,
    model_stride: isize,
    weights: *const f64,
    names: *const *const c_char,
    clusters: *const i64,
    data: *mut *mut ScorioRankData,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, weights, labels) = unsafe {
            let matrix = reference(counts, "counts")?;
            let weights = optional(weights, matrix.columns, "weights")?;
            (matrix, weights, RankLabels::read(names, models, clusters, matrix.rows)?)
        };
        check_cells(models, matrix.rows, "counts")?;
        let weights = weights.map(Weights::new).transpose()?;
        let cells = with_view!(
            matrix,
            "counts",
            |table: ArrayView3<_>| Cells::of_table(
                table,
                weights.as_ref(),
                labels.names.as_deref()
            ),
            several((models, model_stride), "counts")
        )?;
        let source = RankSource::Expected(labels.clustered(cells)?);
        // SAFETY: the contract of the interface.
        unsafe { hand_out(data, ScorioRankData(source), "data") }
    })
}

/// Frees what models are ranked by. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank_data_free(data: *mut ScorioRankData) {
    // SAFETY: the contract of the interface.
    unsafe { release(data) };
}

/// Ranks models by a method of docs/ranking.md, such as "bradley_terry", with intervals.
///
/// - `options` holds `count` values, and may be NULL for none. Other options have their defaults.
/// - `interval` is `SCORIO_NO_INTERVAL` or where intervals come from. `confidence` is theirs.
/// - There are `replicates` draws, 1000 for example, and they depend on `seed` alone. They are made
///   by `threads` threads, or by as many as there are processors for 0.
/// - `models` must hold a place for each model, in the order of the data.
/// - `failed` may be NULL. It gets the number of draws of questions that have no scores, which are
///   left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_rank_fit(
    data: *const ScorioRankData,
    method: *const c_char,
    options: *const ScorioOption,
    count: usize,
    interval: i32,
    confidence: f64,
    replicates: u64,
    seed: u64,
    threads: usize,
    models: *mut ScorioRankedModel,
    failed: *mut u64,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (source, method, given) = unsafe {
            let source = &reference(data, "data")?.0;
            let given = array(options, count, "options")?;
            (source, self::method(&text(method, "method")?)?, given)
        };
        // SAFETY: the contract of the interface.
        let given = given.iter().map(|one| unsafe { one.read() });
        let interval = match interval {
            SCORIO_NO_INTERVAL => None,
            SCORIO_FROM_QUESTIONS => Some(RankInterval::Questions),
            SCORIO_FROM_SANDWICH => Some(RankInterval::Sandwich),
            SCORIO_FROM_POSTERIOR => Some(RankInterval::Posterior),
            interval => return Err(Failure::Interval(interval)),
        };
        let options = MethodOptions::new(given.collect::<Result<Vec<_>, _>>()?);
        check(models, source.cells().len(), "models")?;
        let request = RankRequest { options, interval, confidence, seed };
        let workers = workers(replicates, threads);
        let found = rank_models(method, source, &request, &workers)?;
        let mut rows: Vec<_> = found.places.iter().zip(&found.rows).collect();
        rows.sort_by_key(|&(&place, _)| place);
        let rows: Vec<_> = rows.into_iter().map(|(_, row)| ScorioRankedModel::of(row)).collect();
        // SAFETY: the contract of the interface.
        unsafe {
            if !failed.is_null() {
                store(failed, found.failed, "failed")?;
            }
            fill(models, &rows, "models")
        }
    })
}

impl ScorioRankedModel {
    fn of(row: &RankedModel) -> Self {
        let real = |value: Option<f64>| value.unwrap_or(f64::NAN);
        Self {
            rank: row.rank,
            score: row.score,
            order_sd: real(row.order_sd),
            sigma: real(row.sigma),
            lo: real(row.lo),
            hi: real(row.hi),
            rank_lo: row.rank_lo.unwrap_or(0),
            rank_hi: row.rank_hi.unwrap_or(0),
            p_best: real(row.p_best),
        }
    }
}

/// The names of models and the clusters of questions, if there are any.
struct RankLabels {
    names: Option<Vec<String>>,
    clusters: Option<Vec<String>>,
}

impl RankLabels {
    /// # Safety
    /// `names` is NULL or has a text for each model, and `clusters` is NULL or has a number for each
    /// question.
    unsafe fn read(
        names: *const *const c_char,
        models: usize,
        clusters: *const i64,
        questions: usize,
    ) -> Result<Self, Failure> {
        // SAFETY: as the caller promises.
        let (names, clusters) = unsafe {
            (optional(names, models, "names")?, optional(clusters, questions, "clusters")?)
        };
        let read = |names: &[*const c_char]| {
            // SAFETY: as the caller promises.
            names.iter().map(|&one| unsafe { text(one, "names") }).collect()
        };
        let clusters = clusters.map(|all| all.iter().map(i64::to_string).collect());
        Ok(Self { names: names.map(read).transpose()?, clusters })
    }

    /// The cells, where questions of one cluster are drawn together.
    fn clustered(&self, cells: Cells) -> scorio_core::Result<Cells> {
        match &self.clusters {
            Some(labels) => cells.clustered(labels),
            None => Ok(cells),
        }
    }
}
