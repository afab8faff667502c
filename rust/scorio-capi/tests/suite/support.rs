//! What the tests of the border share: texts that the library writes, and metrics.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use scorio::failure::{SCORIO_OK, ScorioStatus};
use scorio::last::{SCORIO_SENTENCE, scorio_last_text};
use scorio::metric::{ScorioMetric, ScorioParameter, scorio_metric_new};
use scorio::options::ScorioOption;

pub fn sentence() -> String {
    sentence_from(0)
}

pub fn sentence_from(first: usize) -> String {
    last(SCORIO_SENTENCE, first)
}

/// A part of the last error, whose places are counted from `first`.
pub fn last(part: i32, first: usize) -> String {
    // SAFETY: `text_of` gives NULL, or a buffer of that size.
    text_of(|text, capacity| unsafe { scorio_last_text(part, text, capacity, first) })
}

/// The text that a function writes: NULL asks for its length, and the buffer has one byte more.
pub fn text_of(write: impl Fn(*mut c_char, usize) -> usize) -> String {
    let mut text = vec![1_u8; write(null_mut(), 0) + 1];
    write(text.as_mut_ptr().cast(), text.len());
    CStr::from_bytes_with_nul(&text).unwrap().to_str().unwrap().to_owned()
}

pub const NONE: ScorioParameter = ScorioParameter {
    name: null(),
    numbers: null(),
    length: 0,
    bits: 0,
    numerator: 0,
    denominator: 0,
};

pub fn made(
    name: &CStr,
    k: i64,
    parameters: &[ScorioParameter],
    complement: bool,
) -> Result<*mut ScorioMetric, ScorioStatus> {
    let (mut metric, count) = (null_mut(), parameters.len());
    let (name, parameters) = (name.as_ptr(), parameters.as_ptr());
    // SAFETY: `metric` is valid for a write, and the rest is what it says.
    let status =
        unsafe { scorio_metric_new(name, k, parameters, count, complement, &raw mut metric) };
    if status == SCORIO_OK { Ok(metric) } else { Err(status) }
}

/// An option without a value.
pub fn empty(name: &CStr) -> ScorioOption {
    ScorioOption {
        name: name.as_ptr(),
        text: null(),
        numbers: null(),
        length: 0,
        axes: null(),
        axis_count: 0,
        states: null(),
    }
}

/// Options of a test, of which `more` replace those of their names.
pub fn replaced(usual: &[ScorioOption], more: &[ScorioOption]) -> Vec<ScorioOption> {
    // SAFETY: names are NULL or literals.
    let name =
        |one: &ScorioOption| (!one.name.is_null()).then(|| unsafe { CStr::from_ptr(one.name) });
    let stays = |one: &&ScorioOption| more.iter().all(|other| name(other) != name(one));
    usual.iter().filter(stays).chain(more).copied().collect()
}
