//! Counts of several models, which leaderboards and comparisons take.
#![allow(non_snake_case, reason = "R is the mathematics' own name")]

use std::ffi::c_char;

use ndarray::ArrayView2;
use scorio_core::Counts;
use scorio_core::tally::{ModelRows, count_outcomes, count_table};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::matrix::{ScorioMatrix, policy, with_view};
use crate::pointer::{array, check_cells, optional, reference, release, slot, text, writable};

/// How often each question of each model had each outcome, made by `scorio_counts_new`.
///
/// One thread adds to them. Threads may share them afterwards.
pub struct ScorioCounts(pub(crate) Counts);

/// Whose trials the rows of a matrix are, and of which questions. Each list is NULL, or has an entry
/// for each row.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioModelRows {
    /// The name of the model.
    pub model: *const c_char,
    /// The task of each question. NULL for questions without tasks.
    pub tasks: *const *const c_char,
    /// The name of each question. NULL to name them by their rows, from 0.
    pub questions: *const *const c_char,
    /// The cluster of each question.
    pub clusters: *const *const c_char,
    /// The weight of each question in a mean: 0, or from 1e-100 to 1e100.
    pub weights: *const f64,
}

/// Empty counts over the categories 0 … `categories` - 1.
///
/// `*counts` is only written on `SCORIO_OK`. Free it with `scorio_counts_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_counts_new(
    categories: usize,
    counts: *mut *mut ScorioCounts,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let counts = unsafe { slot(counts, "counts")? };
        counts.hand_out(ScorioCounts(scorio_core::tally::numbered(categories)?));
        Ok(())
    })
}

/// Adds the outcomes of one model, a row for each question.
///
/// - With `lengths`, `R` has one row with the trials of all questions, one question after another.
///   `lengths` holds the number of trials of each of `questions`. Otherwise both are NULL and 0.
/// - A missing outcome (NaN) is an error unless `drop_missing` is set. Then it counts as missing.
/// - Questions of one task and name are the same question of all models. Counts of one model and
///   question add up.
/// - On an error the counts stay as they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_counts_add_outcomes(
    counts: *mut ScorioCounts,
    rows: *const ScorioModelRows,
    R: *const ScorioMatrix,
    lengths: *const usize,
    questions: usize,
    drop_missing: bool,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, owned, matrix, lengths) = unsafe {
            let (labels, matrix) = (reference(rows, "rows")?, reference(R, "R")?);
            let lengths = optional(lengths, questions, "lengths")?;
            let count = lengths.map_or(matrix.rows, <[usize]>::len);
            let owned = ModelLabels::read(labels, count)?;
            (writable(counts, "counts")?, owned, matrix, lengths)
        };
        if lengths.is_some() && matrix.rows != 1 {
            return Err(Failure::OneRow(matrix.rows));
        }
        let categories = counts.0.categories().len();
        let found = with_view!(matrix, "R", |entries: ArrayView2<_>| count_outcomes(
            entries,
            lengths,
            &owned.rows(),
            categories,
            policy(drop_missing),
        ));
        Ok(counts.0.merge(&found.map_err(|error| owned.about(error))?)?)
    })
}

/// Adds the counts of one model: a row for each question, a column for each category.
///
/// The rest is as for `scorio_counts_add_outcomes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_counts_add_table(
    counts: *mut ScorioCounts,
    rows: *const ScorioModelRows,
    table: *const ScorioMatrix,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, owned, matrix) = unsafe {
            let (labels, matrix) = (reference(rows, "rows")?, reference(table, "counts")?);
            let owned = ModelLabels::read(labels, matrix.rows)?;
            (writable(counts, "counts")?, owned, matrix)
        };
        let found = with_view!(matrix, "counts", |entries: ArrayView2<_>| count_table(
            entries,
            &owned.rows()
        ));
        let found = found.map_err(|error| owned.about(error))?;
        let (given, categories) = (found.categories().len(), counts.0.categories().len());
        if given != categories {
            return Err(Failure::Columns { given, categories });
        }
        Ok(counts.0.merge(&found)?)
    })
}

/// Notes the values of a field of some questions, such as their difficulty, by which "slices" and "score" split them.
///
/// - `questions` and `values` hold `count` texts. An empty value says that the question has none.
/// - `tasks` holds the task of each. With NULL, all tasks are meant that have a question of the name.
/// - A question that there is not is an error, and so is a second value. Then the counts stay as they were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_counts_note(
    counts: *mut ScorioCounts,
    field: *const c_char,
    tasks: *const *const c_char,
    questions: *const *const c_char,
    values: *const *const c_char,
    count: usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (counts, noted) = unsafe {
            let noted = FieldTexts::read(field, (tasks, questions, values), count)?;
            (writable(counts, "counts")?, noted)
        };
        let mut copy = counts.0.clone();
        noted.note(&mut copy)?;
        counts.0 = copy;
        Ok(())
    })
}

/// Frees counts. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_counts_free(counts: *mut ScorioCounts) {
    // SAFETY: the contract of the interface.
    unsafe { release(counts) };
}

/// ModelLabels as the core takes them.
pub(crate) struct ModelLabels {
    model: String,
    tasks: Vec<String>,
    questions: Vec<String>,
    clusters: Vec<String>,
    weights: Vec<f64>,
}

impl ModelLabels {
    /// # Safety
    /// Each list is NULL or has an entry for each row, and texts are ended by a NUL.
    pub(crate) unsafe fn read(labels: &ScorioModelRows, rows: usize) -> Result<Self, Failure> {
        check_cells(rows, 1, "labels")?;
        // SAFETY: as the caller promises.
        let texts = |list: *const *const c_char, name| unsafe { texts(list, rows, name) };
        Ok(Self {
            // SAFETY: as the caller promises.
            model: unsafe { text(labels.model, "model") }?,
            tasks: texts(labels.tasks, "tasks")?,
            questions: texts(labels.questions, "questions")?,
            clusters: texts(labels.clusters, "clusters")?,
            // SAFETY: as the caller promises.
            weights: unsafe { optional(labels.weights, rows, "weights") }?
                .map(<[f64]>::to_vec)
                .unwrap_or_default(),
        })
    }

    pub(crate) fn rows(&self) -> ModelRows<'_> {
        ModelRows {
            model: &self.model,
            tasks: &self.tasks,
            questions: &self.questions,
            clusters: &self.clusters,
            weights: &self.weights,
        }
    }

    /// An error of the model's matrix.
    pub(crate) fn about(&self, error: scorio_core::Error) -> Failure {
        Failure::OfModel { model: self.model.clone(), error }
    }
}

/// Values of a field of questions.
pub(crate) struct FieldTexts {
    field: String,
    /// None for all tasks.
    tasks: Vec<String>,
    questions: Vec<String>,
    values: Vec<String>,
}

/// Tasks, questions and values.
type TextLists = (*const *const c_char, *const *const c_char, *const *const c_char);

impl FieldTexts {
    /// # Safety
    /// Tasks are NULL. Each list else has so many texts, each ended by a NUL.
    pub(crate) unsafe fn read(
        field: *const c_char,
        (tasks, questions, values): TextLists,
        count: usize,
    ) -> Result<Self, Failure> {
        check_cells(count, 1, "values")?;
        // SAFETY: as the caller promises.
        let of = |list: *const *const c_char, name| unsafe { texts(list, count, name) };
        // SAFETY: as the caller promises.
        let field = unsafe { text(field, "field") }?;
        let found = Self {
            field,
            tasks: of(tasks, "tasks")?,
            questions: of(questions, "questions")?,
            values: of(values, "values")?,
        };
        for (list, name) in [(&found.questions, "questions"), (&found.values, "values")] {
            if list.len() < count {
                return Err(Failure::Null(name));
            }
        }
        Ok(found)
    }

    pub(crate) fn note(&self, counts: &mut Counts) -> scorio_core::Result<()> {
        let each =
            self.questions.iter().zip(&self.values).enumerate().map(|(place, (one, value))| {
                (self.tasks.get(place).map(String::as_str), one.as_str(), value.as_str())
            });
        counts.note_each(&self.field, each)
    }
}

/// A list of texts. NULL is an empty list.
///
/// # Safety
/// The list is NULL or has `length` texts, each ended by a NUL.
pub(crate) unsafe fn texts(
    list: *const *const c_char,
    length: usize,
    name: &'static str,
) -> Result<Vec<String>, Failure> {
    if list.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: as the caller promises.
    let all = unsafe { array(list, length, name) }?;
    // SAFETY: as the caller promises.
    all.iter().map(|&one| unsafe { text(one, name) }).collect()
}
