//! Results matrices from C, read in place, and their count states.
#![allow(non_snake_case, reason = "R and R0 are the mathematics' own names")]

use std::ffi::c_void;

use ndarray::{ArrayView2, Axis, ShapeBuilder};
use scorio_core::States;
use scorio_core::tally::{Matrix, Missing, tally, tally_counts, tally_ragged};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::pointer::{array, reference, release, slot};

/// `int8_t`.
pub const SCORIO_INT8: i32 = 1;
/// `int16_t`.
pub const SCORIO_INT16: i32 = 2;
/// `int32_t`.
pub const SCORIO_INT32: i32 = 3;
/// `int64_t`.
pub const SCORIO_INT64: i32 = 4;
/// `uint8_t`, and `bool`.
pub const SCORIO_UINT8: i32 = 5;
/// `uint16_t`.
pub const SCORIO_UINT16: i32 = 6;
/// `uint32_t`.
pub const SCORIO_UINT32: i32 = 7;
/// `uint64_t`.
pub const SCORIO_UINT64: i32 = 8;
/// `float`: whole numbers, and NaN for a missing outcome.
pub const SCORIO_FLOAT32: i32 = 9;
/// `double`: whole numbers, and NaN for a missing outcome.
pub const SCORIO_FLOAT64: i32 = 10;

/// A matrix that belongs to the caller and is read in place.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioMatrix {
    /// The entry of the first row and column, aligned to its type.
    pub entries: *const c_void,
    /// Their type, `SCORIO_INT8` … `SCORIO_FLOAT64`.
    pub element: i32,
    /// Rows: questions.
    pub rows: usize,
    /// Columns: trials.
    pub columns: usize,
    /// From a row to the next, in entries. It is `columns` if rows are adjacent, and may be
    /// negative.
    pub row_stride: isize,
    /// From a column to the next, in entries. It is 1 if rows are adjacent, and may be negative.
    pub column_stride: isize,
}

/// Count states, from which every metric is computed. `scorio_tally` and similar functions make
/// them.
///
/// They do not refer to the caller's memory, and threads may share them.
pub struct ScorioStates(pub(crate) States);

impl ScorioMatrix {
    /// The matrix as the core takes it.
    ///
    /// # Safety
    /// The entries are of type `T`, and all lie where the sizes and strides say.
    pub(crate) unsafe fn view<'a, T>(
        &self,
        name: &'static str,
    ) -> Result<ArrayView2<'a, T>, Failure> {
        let Self { rows, columns, row_stride, column_stride, .. } = *self;
        if rows == 0 || columns == 0 {
            return ArrayView2::from_shape((rows, columns), &[]).map_err(|_| Failure::Size(name));
        }
        let first = self.lowest::<T>(&[(rows, row_stride), (columns, column_stride)], name)?;
        let shape =
            (rows, columns).strides((row_stride.unsigned_abs(), column_stride.unsigned_abs()));
        // SAFETY: the entry with the lowest address is within the caller's memory. So are all
        // entries that the strides reach from there, and their span was checked.
        let mut view = unsafe { ArrayView2::from_shape_ptr(shape, first) };
        for (axis, stride) in [row_stride, column_stride].into_iter().enumerate() {
            if stride < 0 {
                view.invert_axis(Axis(axis));
            }
        }
        Ok(view)
    }

    /// The entry with the lowest address, if entries along axes of these lengths, from 1, and
    /// strides can be in memory.
    fn lowest<T>(&self, axes: &[(usize, isize)], name: &'static str) -> Result<*const T, Failure> {
        let pointer = self.entries.cast::<T>();
        if pointer.is_null() {
            return Err(Failure::Null(name));
        }
        if !pointer.is_aligned() {
            return Err(Failure::Unaligned(name));
        }
        let size = || Failure::Size(name);
        let (mut span, mut before, mut count) = (0_usize, 0_isize, 1_usize);
        for &(length, stride) in axes {
            let extent = isize::try_from(length - 1).ok().and_then(|n| n.checked_mul(stride));
            let extent = extent.ok_or_else(size)?;
            span = span.checked_add(extent.unsigned_abs()).ok_or_else(size)?;
            before = before.checked_add(extent.min(0)).ok_or_else(size)?;
            count = count.checked_mul(length).ok_or_else(size)?;
        }
        let bytes = span.checked_add(1).and_then(|span| span.checked_mul(size_of::<T>()));
        if bytes.is_none_or(|bytes| isize::try_from(bytes.max(count)).is_err()) {
            return Err(size());
        }
        Ok(pointer.wrapping_offset(before))
    }
}

/// Calls the given function with a view of the matrix in its element type.
macro_rules! with_view {
    ($matrix:expr, $name:literal, $call:expr) => {{
        let matrix: &$crate::matrix::ScorioMatrix = $matrix;
        macro_rules! of {
            ($type:ty) => {{
                // SAFETY: the caller promises the element type and the rest.
                let view = unsafe { matrix.view::<$type>($name) }?;
                $call(view)
            }};
        }
        match matrix.element {
            $crate::matrix::SCORIO_INT8 => of!(i8),
            $crate::matrix::SCORIO_INT16 => of!(i16),
            $crate::matrix::SCORIO_INT32 => of!(i32),
            $crate::matrix::SCORIO_INT64 => of!(i64),
            $crate::matrix::SCORIO_UINT8 => of!(u8),
            $crate::matrix::SCORIO_UINT16 => of!(u16),
            $crate::matrix::SCORIO_UINT32 => of!(u32),
            $crate::matrix::SCORIO_UINT64 => of!(u64),
            $crate::matrix::SCORIO_FLOAT32 => of!(f32),
            $crate::matrix::SCORIO_FLOAT64 => of!(f64),
            element => return Err($crate::failure::Failure::Element { name: $name, element }),
        }
    }};
}
pub(crate) use with_view;

pub(crate) fn policy(drop_missing: bool) -> Missing {
    if drop_missing { Missing::Drop } else { Missing::Error }
}

/// Count states of the M × N outcomes `R` over the categories 0 … `categories` - 1.
///
/// `R0` is NULL, or M × D earlier outcomes of element type `SCORIO_INT64`, added question by
/// question. A missing outcome (NaN) is an error unless `drop_missing` is set.
///
/// `*states` is only written on `SCORIO_OK`. Free it with `scorio_states_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tally(
    R: *const ScorioMatrix,
    R0: *const ScorioMatrix,
    categories: usize,
    drop_missing: bool,
    states: *mut *mut ScorioStates,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, prior, states) = unsafe {
            let prior = match R0.as_ref() {
                Some(prior) if prior.element != SCORIO_INT64 => {
                    return Err(Failure::NotInt64("R0"));
                }
                Some(prior) => Some(prior.view::<i64>("R0")?),
                None => None,
            };
            (reference(R, "R")?, prior, slot(states, "states")?)
        };
        let prior = prior.map(|entries| Matrix { name: "R0", entries });
        let missing = policy(drop_missing);
        let found = with_view!(matrix, "R", |entries| {
            tally(&Matrix { name: "R", entries }, prior.as_ref(), categories, missing)
        })?;
        states.hand_out(ScorioStates(found));
        Ok(())
    })
}

/// Count states of questions with different numbers of trials.
///
/// `outcomes` is a matrix of one row with the trials of all questions, one question after another.
/// `lengths` holds the number of trials of each of `questions`. The rest is as for `scorio_tally`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tally_ragged(
    outcomes: *const ScorioMatrix,
    lengths: *const usize,
    questions: usize,
    categories: usize,
    drop_missing: bool,
    states: *mut *mut ScorioStates,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, lengths, states) = unsafe {
            let lengths = array(lengths, questions, "lengths")?;
            (reference(outcomes, "outcomes")?, lengths, slot(states, "states")?)
        };
        if matrix.rows != 1 {
            return Err(Failure::OneRow(matrix.rows));
        }
        let missing = policy(drop_missing);
        let found = with_view!(matrix, "outcomes", |outcomes: ArrayView2<_>| {
            tally_ragged(outcomes.index_axis_move(Axis(0), 0), lengths, categories, missing)
        })?;
        states.hand_out(ScorioStates(found));
        Ok(())
    })
}

/// Count states of questions that are already counted.
///
/// `counts` is M × (C + 1): how often each question had each outcome. The rest is as for
/// `scorio_tally`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_tally_counts(
    counts: *const ScorioMatrix,
    states: *mut *mut ScorioStates,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (matrix, states) = unsafe { (reference(counts, "counts")?, slot(states, "states")?) };
        let found = with_view!(matrix, "counts", tally_counts)?;
        states.hand_out(ScorioStates(found));
        Ok(())
    })
}

/// Frees count states. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_states_free(states: *mut ScorioStates) {
    // SAFETY: the contract of the interface.
    unsafe { release(states) };
}
