//! The trials of a column by code.

use arrow_array::Array;
use scorio_records::records::mark::NAMES;
use scorio_records::records::mark::number;
use scorio_records::records::role::TRIAL;
use scorio_records::spec::policy::Ids;

use crate::records::chunk::Texts;
use crate::records::columns::cells::Cells;
use crate::records::columns::memo::{Memo, USELESS, bits, unmark};

/// A reader's view of trials.
#[derive(Default)]
pub(super) struct TrialCodes {
    dictionary: Memo,
    bits: Vec<u64>,
    scratch: String,
}

impl TrialCodes {
    /// The codes of a batch's trials: numbers below [`NAMES`], from there on the places of their names
    /// among `names`. Where a trial has no name the mark becomes 0.
    pub(super) fn read(
        &mut self,
        cells: &Cells<'_>,
        codes: &mut Vec<u32>,
        names: &mut Texts,
        marks: &mut [u8],
    ) {
        let Self { dictionary, bits: raw, scratch } = self;
        let array = cells.array;
        let mut make = |array: &dyn Array, at: usize| {
            let code = |text: &str| {
                number(text.as_bytes()).or_else(|| {
                    names.push(text.as_bytes());
                    u32::try_from(names.len() - 1).ok()?.checked_add(NAMES)
                })
            };
            Cells::of(array).label(TRIAL, Ids::Text, at, scratch, code).flatten().unwrap_or(USELESS)
        };
        codes.reserve(array.len());
        if array.null_count() == 0 && array.data_type().is_integer() && bits(array, raw) {
            codes.extend(raw.iter().enumerate().map(|(at, &bits)| match u32::try_from(bits) {
                Ok(number) if number < NAMES => number,
                _ => make(array, at),
            }));
        } else {
            // The names of the batch before are gone.
            dictionary.forget();
            if !dictionary.each(array, &mut make, |code| code, codes) {
                codes.extend((0..array.len()).map(|at| make(array, at)));
            }
        }
        unmark(codes, marks);
        cells.at_nulls(marks, 0);
    }
}
