//! Checks what crosses the border: only results, statuses and sentences.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::thread;

use scorio::failure::*;
use scorio::last::*;
use scorio::matrix::*;
use scorio::metric::*;
use scorio::{SCORIO_ABI_VERSION, scorio_abi_version, scorio_version};

use crate::support::{NONE, last, made, sentence, sentence_from};

static R: [i8; 10] = [0, 1, 1, 0, 1, 1, 1, 0, 1, 1];

fn matrix<T>(entries: &[T], element: i32, rows: usize, columns: usize) -> ScorioMatrix {
    let entries = entries.as_ptr().cast::<c_void>();
    let row_stride = columns.cast_signed();
    ScorioMatrix { entries, element, rows, columns, row_stride, column_stride: 1 }
}

fn tally(matrix: &ScorioMatrix) -> Result<*mut ScorioStates, ScorioStatus> {
    let mut states = null_mut();
    // SAFETY: the matrices of these tests are valid, or wrong in a way that the library detects.
    let status = unsafe { scorio_tally(matrix, null(), 2, false, &raw mut states) };
    if status == SCORIO_OK { Ok(states) } else { Err(status) }
}

fn pass(k: i64) -> *mut ScorioMetric {
    made(c"pass_at_k", k, &[], false).unwrap()
}

fn point(metric: *mut ScorioMetric, states: *mut ScorioStates) -> Result<f64, ScorioStatus> {
    let mut value = f64::NAN;
    // SAFETY: handles of these tests. The number of dropped questions is not needed.
    let status = unsafe { scorio_point(metric, states, false, &raw mut value, null_mut()) };
    if status == SCORIO_OK { Ok(value) } else { Err(status) }
}

/// Pass@2 of the matrix. It frees the handles.
fn pass_at_2(matrix: &ScorioMatrix) -> Result<f64, ScorioStatus> {
    let states = tally(matrix)?;
    let metric = pass(2);
    let value = point(metric, states);
    // SAFETY: from this library, once.
    unsafe {
        scorio_metric_free(metric);
        scorio_states_free(states);
    }
    value
}

#[test]
fn every_element_type_and_stride_gives_the_same() {
    assert_eq!(pass_at_2(&matrix(&R, SCORIO_INT8, 2, 5)), Ok(0.95));
    macro_rules! wide {
        ($type:ty, $element:expr) => {{
            let entries = R.map(|entry| entry as $type);
            assert_eq!(pass_at_2(&matrix(&entries, $element, 2, 5)), Ok(0.95));
        }};
    }
    wide!(i16, SCORIO_INT16);
    wide!(i32, SCORIO_INT32);
    wide!(i64, SCORIO_INT64);
    #[expect(clippy::cast_sign_loss, reason = "0 and 1")]
    {
        wide!(u8, SCORIO_UINT8);
        wide!(u16, SCORIO_UINT16);
        wide!(u32, SCORIO_UINT32);
        wide!(u64, SCORIO_UINT64);
    }
    wide!(f32, SCORIO_FLOAT32);
    wide!(f64, SCORIO_FLOAT64);
    // The first row and column last, every second column, columns end to end.
    let backwards = ScorioMatrix {
        entries: (&raw const R[9]).cast(),
        row_stride: -5,
        column_stride: -1,
        ..matrix(&R, SCORIO_INT8, 2, 5)
    };
    assert_eq!(pass_at_2(&backwards), Ok(0.95));
    let spread = R.map(|entry| [entry, 7]).concat();
    let second =
        ScorioMatrix { row_stride: 10, column_stride: 2, ..matrix(&spread, SCORIO_INT8, 2, 5) };
    assert_eq!(pass_at_2(&second), Ok(0.95));
    let columns: Vec<i8> = (0..5).flat_map(|column| [R[column], R[5 + column]]).collect();
    let turned =
        ScorioMatrix { row_stride: 1, column_stride: 2, ..matrix(&columns, SCORIO_INT8, 2, 5) };
    assert_eq!(pass_at_2(&turned), Ok(0.95));
    // One row, repeated with a stride of 0.
    let repeated = ScorioMatrix { row_stride: 0, rows: 3, ..matrix(&R, SCORIO_INT8, 2, 5) };
    assert_eq!(pass_at_2(&repeated), pass_at_2(&matrix(&R, SCORIO_INT8, 1, 5)));
}

#[test]
fn impossible_matrices_are_errors() {
    let good = matrix(&R, SCORIO_INT8, 2, 5);
    let refused = |matrix: ScorioMatrix, said: &str| {
        assert_eq!(tally(&matrix), Err(SCORIO_ARGUMENT), "{said}");
        assert_eq!(sentence(), said);
    };
    refused(ScorioMatrix { entries: null(), ..good }, "R is NULL");
    for element in [0, 11, -1, i32::MAX] {
        let said = format!(
            "R has the element type {element}, which is none of SCORIO_INT8..SCORIO_FLOAT64"
        );
        refused(ScorioMatrix { element, ..good }, &said);
    }
    let odd = ScorioMatrix {
        entries: good.entries.wrapping_byte_add(1 - good.entries.addr() % 2),
        element: SCORIO_INT16,
        rows: 1,
        columns: 1,
        ..good
    };
    refused(odd, "the entries of R are not aligned to their type");
    let larger = "R is larger than memory: check its sizes and strides";
    for (rows, columns) in [(usize::MAX, 5), (5, usize::MAX), (1 << 33, 1 << 33)] {
        refused(ScorioMatrix { rows, columns, ..good }, larger);
    }
    for stride in [isize::MAX, isize::MIN] {
        refused(ScorioMatrix { row_stride: stride, ..good }, larger);
        refused(ScorioMatrix { column_stride: stride, ..good }, larger);
    }
    let none = "a score needs at least one question and one trial";
    refused(
        ScorioMatrix { rows: 0, entries: null(), ..good },
        &format!("R has 0 rows and 5 columns: {none}"),
    );
    refused(
        ScorioMatrix { columns: 0, entries: null(), ..good },
        &format!("R has 2 rows and 0 columns: {none}"),
    );
    let prior = matrix(&R, SCORIO_INT8, 2, 5);
    let mut states = null_mut();
    // SAFETY: two valid matrices.
    let status =
        unsafe { scorio_tally(&raw const good, &raw const prior, 2, false, &raw mut states) };
    assert_eq!(status, SCORIO_ARGUMENT);
    assert_eq!(sentence(), "R0 has to have the element type SCORIO_INT64");
    assert!(states.is_null());
}

#[test]
fn null_is_an_error_if_a_value_is_needed() {
    let good = matrix(&R, SCORIO_INT8, 2, 5);
    let states = tally(&good).unwrap();
    let metric = pass(2);
    let (mut value, mut out) = (0.0, null_mut());
    let refused = |status: ScorioStatus, name: &str| {
        assert_eq!((status, sentence()), (SCORIO_ARGUMENT, format!("{name} is NULL")));
    };
    // SAFETY: every pointer is NULL or from these tests.
    unsafe {
        refused(scorio_tally(null(), null(), 2, false, &raw mut out), "R");
        refused(scorio_tally(&raw const good, null(), 2, false, null_mut()), "states");
        refused(scorio_tally_counts(null(), &raw mut out), "counts");
        let lengths = [10];
        let line = matrix(&R, SCORIO_INT8, 1, 10);
        refused(
            scorio_tally_ragged(null(), lengths.as_ptr(), 1, 2, false, &raw mut out),
            "outcomes",
        );
        refused(scorio_tally_ragged(&raw const line, null(), 1, 2, false, &raw mut out), "lengths");
        let name = c"pass_at_k".as_ptr();
        refused(scorio_metric_new(name, 1, null(), 0, false, null_mut()), "metric");
        refused(scorio_metric_new(null(), 1, null(), 0, false, &mut null_mut()), "name");
        refused(scorio_metric_new(name, 1, null(), 1, false, &mut null_mut()), "parameters");
        let nameless = [NONE];
        let parameters = nameless.as_ptr();
        refused(scorio_metric_new(name, 1, parameters, 1, false, &mut null_mut()), "name");
        let spectrum = [ScorioParameter { name: c"spectrum".as_ptr(), length: 1, ..NONE }];
        let parameters = spectrum.as_ptr();
        refused(scorio_metric_new(name, 1, parameters, 1, false, &mut null_mut()), "numbers");
        refused(scorio_point(null(), states, false, &raw mut value, null_mut()), "metric");
        refused(scorio_point(metric, null(), false, &raw mut value, null_mut()), "states");
        refused(scorio_point(metric, states, false, null_mut(), null_mut()), "value");
        refused(scorio_estimate(metric, states, null_mut()), "estimate");
        refused(scorio_interval(metric, states, 0.95, null(), 1.0, 1.0, null_mut()), "interval");
        let exact = scorio_exact_interval(metric, states, 0.95, null(), 1.0, 1.0, null_mut());
        refused(exact, "interval");
        refused(scorio_superiority(metric, states, null(), 1.0, 1.0, null_mut()), "b");
        refused(scorio_superiority(metric, states, states, 1.0, 1.0, null_mut()), "probability");
        let mut even = 0.0;
        let status = scorio_superiority(metric, states, states, 1.0, 1.0, &raw mut even);
        assert_eq!(status, SCORIO_OK);
        assert!((even - 0.5).abs() < 1e-10, "{even}");
        refused(scorio_pass_curve(states, 2, false, false, null_mut(), null_mut()), "values");
        scorio_states_free(null_mut());
        scorio_metric_free(null_mut());
        scorio_metric_free(metric);
        scorio_states_free(states);
    }
    assert!(out.is_null());
}

#[test]
fn errors_name_places_as_the_caller_counts_them() {
    let mut entries = R;
    entries[8] = 5;
    assert_eq!(tally(&matrix(&entries, SCORIO_INT8, 2, 5)), Err(SCORIO_ARGUMENT));
    assert!(sentence_from(0).starts_with("R[1, 3] = 5 is not a category"), "{}", sentence());
    assert!(sentence_from(1).starts_with("R[2, 4] = 5 is not a category"));
    assert!(scorio_last_number(SCORIO_VALUE).is_nan());
    let states = tally(&matrix(&R, SCORIO_INT8, 2, 5)).unwrap();
    let metric = pass(6);
    assert_eq!(point(metric, states), Err(SCORIO_DOMAIN));
    assert_eq!(
        sentence(),
        "k = 6 is more than the 5 trials of row 0 of R; take k ≤ 5, take the metric with _ci, which \
         accepts any k, or set drop_short to leave such questions out"
    );
    assert!(sentence().ends_with(&last(SCORIO_WAY_OUT, 0)));
    assert_eq!(
        last(SCORIO_WAY_OUT_IN_JULIA, 0),
        "take k ≤ 5, take the metric with _ci, which accepts any k, or pass ragged=\"drop\" to leave \
         such questions out"
    );
    assert!(sentence_from(1).contains("the 5 trials of row 1 of R"));
    assert_eq!(last(SCORIO_PROBLEM, 1), "k = 6 is more than the 5 trials of row 1 of R");
    assert_eq!(last(SCORIO_KIND, 0), "metric.budget_exceeds_trials");
    assert_eq!(last(SCORIO_REMEDY, 0), "drop_short");
    assert_eq!(scorio_last_number(SCORIO_REMEDY_VALUE), 5.0);
    assert_eq!(scorio_last_number(SCORIO_VALUE), 6.0);
    // SAFETY: from this library, once.
    unsafe {
        scorio_metric_free(metric);
        scorio_states_free(states);
    }
    let weights = [0.0, f64::INFINITY];
    let (name, numbers) = (c"weights".as_ptr(), weights.as_ptr());
    let weights = ScorioParameter { name, numbers, length: 2, ..NONE };
    assert_eq!(made(c"bayes", 0, &[weights], false), Err(SCORIO_DOMAIN));
    assert_eq!(sentence_from(0), "w[1] = inf is not finite");
    assert_eq!((&*last(SCORIO_KIND, 0), &*last(SCORIO_REMEDY, 0)), ("check.finite", ""));
    assert!(scorio_last_number(SCORIO_REMEDY_VALUE).is_nan());
    assert!(sentence_from(usize::MAX).contains(&format!("w[{}] = inf", usize::MAX)));
}

#[test]
fn sentences_are_cut_to_the_capacity() {
    let refused = made(c"pass_at_k", 0, &[], false);
    assert_eq!((refused, scorio_last_number(SCORIO_VALUE)), (Err(SCORIO_DOMAIN), 0.0));
    let whole = sentence();
    for capacity in 1..whole.len() + 3 {
        let mut text = vec![1_u8; capacity + 1];
        let room = text.as_mut_ptr().cast::<c_char>();
        // SAFETY: `capacity` bytes.
        let length = unsafe { scorio_last_text(SCORIO_SENTENCE, room, capacity, 0) };
        assert_eq!(length, whole.len());
        let written = CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap();
        assert_eq!(written, &whole[..whole.len().min(capacity - 1)]);
        assert_eq!(text[capacity], 1, "nothing is written beyond the room");
    }
}

#[test]
fn a_panic_is_a_status_and_the_next_call_works() {
    assert_eq!(guard(|| panic!("a panic on {}", "request")), SCORIO_INTERNAL);
    assert_eq!(sentence(), "internal error in scorio: a panic on request");
    assert!(scorio_last_number(SCORIO_VALUE).is_nan());
    assert_eq!(pass_at_2(&matrix(&R, SCORIO_INT8, 2, 5)), Ok(0.95));
}

#[test]
fn each_thread_has_its_own_error() {
    // SAFETY: one write.
    assert!(made(c"pass_at_k", 0, &[], false).is_err());
    let said = sentence();
    assert_eq!(thread::spawn(sentence).join().unwrap(), "");
    assert_eq!(sentence(), said);
}

#[test]
fn counts_and_ragged_rows_are_tallied() {
    let metric = pass(2);
    let states = |counts: &ScorioMatrix| {
        let mut states = null_mut();
        // SAFETY: the matrix is valid.
        let status = unsafe { scorio_tally_counts(counts, &raw mut states) };
        if status == SCORIO_OK { Ok(states) } else { Err(sentence()) }
    };
    let made = states(&matrix(&[2_u64, 3, 1, 4], SCORIO_UINT64, 2, 2)).unwrap();
    assert_eq!(point(metric, made), Ok(0.95));
    let wrong = states(&matrix(&[2.0, 3.0, 1.0, 0.5], SCORIO_FLOAT64, 2, 2)).unwrap_err();
    assert_eq!(wrong, "counts[1, 1] = 0.5 is not a count: counts are whole numbers from 0");
    let narrow = states(&matrix(&[2_u64, 3], SCORIO_UINT64, 2, 1)).unwrap_err();
    assert!(narrow.starts_with("counts has 2 rows and 1 column:"), "{narrow}");
    let many = states(&matrix(&[1_u64, 1 << 53], SCORIO_UINT64, 1, 2)).unwrap_err();
    assert_eq!(many, "the counts of row 0 of R add up to more than 2^53");
    let line = matrix(&R, SCORIO_INT8, 1, 10);
    let mut ragged = null_mut();
    let lengths = [5, 5];
    // SAFETY: two lengths, ten outcomes.
    let status = unsafe {
        scorio_tally_ragged(&raw const line, lengths.as_ptr(), 2, 2, false, &raw mut ragged)
    };
    assert_eq!((status, point(metric, ragged)), (SCORIO_OK, Ok(0.95)));
    for lengths in [[5, 6], [usize::MAX, 11]] {
        let mut none = null_mut();
        // SAFETY: two lengths, ten outcomes.
        let status = unsafe {
            scorio_tally_ragged(&raw const line, lengths.as_ptr(), 2, 2, false, &raw mut none)
        };
        assert_eq!(status, SCORIO_ARGUMENT);
        let sum = lengths[0].saturating_add(lengths[1]);
        let said = format!("the lengths of the rows add up to {sum}, but there are 10 outcomes");
        assert_eq!(sentence(), said);
    }
    // SAFETY: from this library, once.
    unsafe {
        scorio_states_free(ragged);
        scorio_states_free(made);
        scorio_metric_free(metric);
    }
}

#[test]
fn impossible_sizes_are_errors() {
    let good = matrix(&R, SCORIO_INT8, 2, 5);
    let line = matrix(&R, SCORIO_INT8, 1, 10);
    for categories in [0, 1, 65_537, usize::MAX] {
        let (mut states, lengths) = (null_mut(), [10]);
        // SAFETY: valid matrices and lengths.
        let (whole, ragged) = unsafe {
            let (out, lengths) = (&raw mut states, lengths.as_ptr());
            (
                scorio_tally(&raw const good, null(), categories, false, out),
                scorio_tally_ragged(&raw const line, lengths, 1, categories, false, out),
            )
        };
        assert_eq!((whole, ragged), (SCORIO_ARGUMENT, SCORIO_ARGUMENT));
        let said = format!("there are {categories} categories: a score needs from 2 to 65,536");
        assert_eq!(sentence(), said);
    }
}

#[test]
fn nothing_is_written_to_an_invalid_pointer() {
    let states = tally(&matrix(&R, SCORIO_INT8, 2, 5)).unwrap();
    let metric = pass(2);
    let (mut value, mut room) = (7.0, [0_u64; 2]);
    let odd = room.as_mut_ptr().wrapping_byte_add(1);
    // SAFETY: an unaligned pointer, which the library detects.
    unsafe {
        assert_eq!(scorio_point(metric, states, false, &raw mut value, odd), SCORIO_ARGUMENT);
        assert_eq!(sentence(), "the entries of dropped are not aligned to their type");
        let curve = &raw mut value;
        assert_eq!(scorio_pass_curve(states, 1, false, false, curve, odd), SCORIO_ARGUMENT);
        let odd = room.as_mut_ptr().wrapping_byte_add(1).cast();
        assert_eq!(scorio_tally(odd, null(), 2, false, &mut null_mut()), SCORIO_ARGUMENT);
        scorio_metric_free(metric);
        scorio_states_free(states);
    }
    assert_eq!((value, room), (7.0, [0, 0]));
}

#[test]
fn narrow_shares_mean_the_fraction_that_they_round() {
    let mut counts = null_mut();
    let table = matrix(&[1_u64, 299], SCORIO_UINT64, 1, 2);
    let share = |tau: f64, bits| {
        let (name, numbers) = (c"tau".as_ptr(), &raw const tau);
        let tau = ScorioParameter { name, numbers, length: 1, bits, ..NONE };
        made(c"g_pass_at_k_tau", 300, &[tau], false)
    };
    // SAFETY: two counts, handles of this test.
    unsafe {
        assert_eq!(scorio_tally_counts(&raw const table, &raw mut counts), SCORIO_OK);
        for bits in [0, 11, 24, 53, u32::MAX] {
            let metric = share(1.0, bits).unwrap();
            assert_eq!(point(metric, counts), Ok(0.0), "{bits}");
            scorio_metric_free(metric);
        }
        scorio_states_free(counts);
    }
    assert_eq!(share(1.5, 24), Err(SCORIO_DOMAIN));
}

#[test]
fn short_questions_are_dropped_and_counted() {
    let outcomes = [0_i8, 1, 1, 1, 1, 0];
    let line = matrix(&outcomes, SCORIO_INT8, 1, 6);
    let (mut states, metric) = (null_mut(), pass(3));
    let (mut value, mut dropped, mut curve) = (f64::NAN, u64::MAX, [f64::NAN; 3]);
    // SAFETY: two lengths, six outcomes, three numbers.
    unsafe {
        let lengths = [4, 2];
        scorio_tally_ragged(&raw const line, lengths.as_ptr(), 2, 2, false, &raw mut states);
        let status = scorio_point(metric, states, true, &raw mut value, &raw mut dropped);
        assert_eq!((status, value, dropped), (SCORIO_OK, 1.0, 1));
        dropped = u64::MAX;
        let status =
            scorio_pass_curve(states, 3, false, true, curve.as_mut_ptr(), &raw mut dropped);
        assert_eq!((status, curve, dropped), (SCORIO_OK, [0.75, 1.0, 1.0], 1));
        for k_max in [0, -1, 5, i64::MAX] {
            let status =
                scorio_pass_curve(states, k_max, false, false, curve.as_mut_ptr(), null_mut());
            assert_eq!(status, SCORIO_DOMAIN, "k_max = {k_max}");
        }
        assert!(sentence().starts_with("k_max = 9223372036854775807 is too large"));
        scorio_metric_free(metric);
        scorio_states_free(states);
    }
}

#[test]
fn versions_are_reported() {
    assert_eq!(scorio_abi_version(), SCORIO_ABI_VERSION);
    // SAFETY: a static text.
    let version = unsafe { CStr::from_ptr(scorio_version()) };
    assert_eq!(version.to_str().unwrap(), env!("CARGO_PKG_VERSION"));
}
