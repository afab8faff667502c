//! How the outcomes of a column count.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::DataType;
use scorio_records::json::value::Value;
use scorio_records::records::mark::Mark;
use scorio_records::records::role::OUTCOME;
use scorio_records::spec::categories::{Categories, Outcome};
use scorio_records::spec::policy::OnMissing;

use crate::records::columns::cells::Cells;
use crate::records::columns::memo::{Memo, bits};

/// A reader's view of outcomes.
pub(super) struct Marks {
    categories: Categories,
    on_missing: OnMissing,
    dictionary: Memo,
    /// Some numbers by their bits, with their marks.
    known: [Option<(u64, u8)>; KNOWN],
    bits: Vec<u64>,
    scratch: String,
}

const KNOWN: usize = 64;

impl Marks {
    pub(super) fn new(categories: Categories, on_missing: OnMissing) -> Self {
        let (dictionary, known) = (Memo::default(), [None; KNOWN]);
        Self { categories, on_missing, dictionary, known, bits: Vec::new(), scratch: String::new() }
    }

    /// The marks of a batch's outcomes as bytes. 0 where there is something to say.
    pub(super) fn read(&mut self, cells: &Cells<'_>, marks: &mut Vec<u8>) {
        let Self { categories, on_missing, dictionary, known, bits: raw, scratch } = self;
        let mark = |value: &Value<'_>| byte(categories, *on_missing, value);
        let array = cells.array;
        let mut make = |array: &dyn Array, at: usize| {
            Cells::of(array).value(OUTCOME, at, scratch, false).map_or(0, |value| mark(&value))
        };
        marks.reserve(array.len().next_multiple_of(64));
        if array.data_type() == &DataType::Boolean {
            let (no, yes) = (mark(&Value::Bool(false)), mark(&Value::Bool(true)));
            let words = array.as_boolean().values().bit_chunks();
            for word in words.iter_padded() {
                marks.extend((0..u64::BITS).map(|bit| if word >> bit & 1 == 1 { yes } else { no }));
            }
            marks.truncate(array.len());
        } else if dictionary.each(
            array,
            |array, at| u32::from(make(array, at)),
            |mark| u8::try_from(mark).unwrap_or(0),
            marks,
        ) {
            // Done.
        } else if bits(array, raw) {
            marks.extend(raw.iter().enumerate().map(|(at, &bits)| {
                // What stands in a null row means nothing.
                if array.is_null(at) {
                    return 0;
                }
                // The first bits of a product depend on all bits of its factors.
                let home = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - KNOWN.ilog2());
                match usize::try_from(home).ok().and_then(|home| known.get_mut(home)) {
                    Some(Some((same, mark))) if *same == bits => *mark,
                    Some(known) => {
                        let mark = make(array, at);
                        *known = Some((bits, mark));
                        mark
                    }
                    None => 0,
                }
            }));
        } else {
            marks.extend((0..array.len()).map(|at| make(array, at)));
        }
        cells.at_nulls(marks, mark(&Value::Null));
    }
}

fn byte(categories: &Categories, on_missing: OnMissing, value: &Value<'_>) -> u8 {
    let mark = match (categories.classify(value), on_missing) {
        (Outcome::Category(category), _) => Mark::Category(category),
        (Outcome::Missing(_), OnMissing::Drop) => Mark::Dropped,
        (Outcome::Missing(_), OnMissing::Fail) => Mark::Failed,
        (Outcome::Missing(_), OnMissing::Error) | (Outcome::Unknown, _) => return 0,
    };
    mark.byte().unwrap_or(0)
}
