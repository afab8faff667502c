//! Cache of decoded values: those of a dictionary by their places, numbers by their bits.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    RunEndIndexType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;

/// Of a value that cannot serve.
pub(super) const USELESS: u32 = u32::MAX;
/// Of a value that was not met yet.
const UNKNOWN: u32 = u32::MAX - 1;

/// A dictionary's values, and what was made of each when it was first met.
#[derive(Default)]
pub(super) struct Memo {
    values: Option<ArrayRef>,
    made: Vec<u32>,
}

impl Memo {
    /// Puts down what is made of each row of a column of runs or with a dictionary, in order. False
    /// if it is none. What a null row of a dictionary gives means nothing.
    pub(super) fn each<T>(
        &mut self,
        column: &dyn Array,
        mut make: impl FnMut(&dyn Array, usize) -> u32,
        put: impl Fn(u32) -> T,
        out: &mut Vec<T>,
    ) -> bool {
        if let DataType::RunEndEncoded(ends, _) = column.data_type() {
            return match ends.data_type() {
                DataType::Int16 => runs::<Int16Type, T>(column, make, put, out),
                DataType::Int32 => runs::<Int32Type, T>(column, make, put, out),
                _ => runs::<Int64Type, T>(column, make, put, out),
            };
        }
        let DataType::Dictionary(kind, _) = column.data_type() else { return false };
        let dictionary = column.as_any_dictionary();
        let values = dictionary.values();
        if !self.knows(values) {
            self.made.clear();
            self.made.resize(values.len(), UNKNOWN);
            self.values = Some(Arc::clone(values));
        }
        let made = &mut self.made;
        if let [only] = made.as_mut_slice() {
            // Of one value there is nothing to look up.
            if *only == UNKNOWN {
                *only = make(values, 0);
            }
            out.extend((0..column.len()).map(|_| put(*only)));
            return true;
        }
        macro_rules! each {
            ($($variant:ident $type:ident),*) => {
                match &**kind {
                    $(DataType::$variant => {
                        let keys = dictionary.keys().as_primitive::<$type>().values();
                        out.extend(keys.iter().map(|key| {
                            let place = key.as_usize();
                            let Some(made) = made.get_mut(place) else { return put(USELESS) };
                            if *made == UNKNOWN {
                                *made = make(values, place);
                            }
                            put(*made)
                        }));
                    })*
                    _ => return false,
                }
            };
        }
        each!(
            Int8 Int8Type, Int16 Int16Type, Int32 Int32Type, Int64 Int64Type,
            UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type
        );
        true
    }

    /// Before a batch of which nothing is known.
    pub(super) fn forget(&mut self) {
        self.values = None;
    }

    /// Whether these are the values of the batch before, as they mostly are.
    fn knows(&self, values: &ArrayRef) -> bool {
        self.values.as_ref().is_some_and(|known| {
            Arc::ptr_eq(known, values) || known.to_data().ptr_eq(&values.to_data())
        })
    }
}

/// Puts down what is made of each run, once for each of its rows.
fn runs<R: RunEndIndexType, T>(
    column: &dyn Array,
    mut make: impl FnMut(&dyn Array, usize) -> u32,
    put: impl Fn(u32) -> T,
    out: &mut Vec<T>,
) -> bool {
    let Some(runs) = column.as_run_opt::<R>() else { return false };
    let (values, first) = (runs.values(), runs.get_start_physical_index());
    let mut begun = 0;
    for (place, end) in (first..values.len()).zip(runs.run_ends().sliced_values()) {
        let end = end.as_usize().min(column.len());
        let made = make(values, place);
        out.extend((begun..end).map(|_| put(made)));
        begun = end.max(begun);
    }
    out.extend((begun..column.len()).map(|_| put(USELESS)));
    true
}

/// Sets the marks to 0 where a value cannot serve.
pub(super) fn unmark(values: &[u32], marks: &mut [u8]) {
    // Mostly all can. The greatest is found faster than the first.
    if values.iter().copied().fold(0, u32::max) < USELESS {
        return;
    }
    for (&value, mark) in values.iter().zip(marks) {
        if value == USELESS {
            *mark = 0;
        }
    }
}

/// The bits of the numbers of a column, whole ones as of 64. False if it holds something else.
pub(super) fn bits(column: &dyn Array, bits: &mut Vec<u64>) -> bool {
    bits.clear();
    macro_rules! extend {
        ($($variant:ident $type:ident $value:ident $bits:expr),*) => {
            match column.data_type() {
                $(DataType::$variant => {
                    let values = column.as_primitive::<$type>().values().iter();
                    bits.extend(values.map(|&$value| $bits));
                })*
                _ => return false,
            }
        };
    }
    extend!(
        Int8 Int8Type v i64::from(v).cast_unsigned(),
        Int16 Int16Type v i64::from(v).cast_unsigned(),
        Int32 Int32Type v i64::from(v).cast_unsigned(),
        Int64 Int64Type v v.cast_unsigned(),
        UInt8 UInt8Type v u64::from(v),
        UInt16 UInt16Type v u64::from(v),
        UInt32 UInt32Type v u64::from(v),
        UInt64 UInt64Type v v,
        Float16 Float16Type v u64::from(v.to_bits()),
        Float32 Float32Type v u64::from(v.to_bits()),
        Float64 Float64Type v v.to_bits()
    );
    true
}
