//! The labels of a column by number.

use arrow_array::Array;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use scorio_records::spec::policy::Ids;

use crate::records::columns::cells::Cells;
use crate::records::columns::memo::{Memo, USELESS, bits, unmark};
use crate::records::rows::Rows;

/// A reader's labels of one role.
pub(super) struct Labels {
    role: usize,
    ids: Ids,
    dictionary: Memo,
    /// The numbers of labels that are numbers themselves, by their bits.
    known: HashMap<u64, u32, FxBuildHasher>,
    bits: Vec<u64>,
    scratch: String,
}

impl Labels {
    pub(super) fn new(role: usize, ids: Ids) -> Self {
        let (dictionary, known) = (Memo::default(), HashMap::default());
        Self { role, ids, dictionary, known, bits: Vec::new(), scratch: String::new() }
    }

    /// The numbers of a batch's labels. Where one names nothing the mark becomes 0.
    pub(super) fn read(
        &mut self,
        cells: &Cells<'_>,
        rows: &mut Rows,
        numbers: &mut Vec<u32>,
        marks: &mut [u8],
    ) {
        let Self { role, ids, dictionary, known, bits: raw, scratch } = self;
        let (role, ids) = (*role, *ids);
        let array = cells.array;
        let mut make = |array: &dyn Array, at: usize| {
            let number = |text: &str| rows.label(role, text.as_bytes());
            Cells::of(array).label(role, ids, at, scratch, number).unwrap_or(USELESS)
        };
        numbers.clear();
        numbers.reserve(array.len());
        if dictionary.each(array, &mut make, |number| number, numbers) {
            // Done.
        } else if array.null_count() == 0 && bits(array, raw) {
            let mut last = None;
            numbers.extend(raw.iter().enumerate().map(|(at, &bits)| match last {
                Some((same, number)) if same == bits => number,
                _ => {
                    let number = *known.entry(bits).or_insert_with(|| make(array, at));
                    last = Some((bits, number));
                    number
                }
            }));
        } else {
            numbers.extend((0..array.len()).map(|at| make(array, at)));
        }
        unmark(numbers, marks);
        cells.at_nulls(marks, 0);
    }
}
