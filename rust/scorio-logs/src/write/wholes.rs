//! A column of whole numbers.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// A column's whole numbers, which some libraries keep as doubles. `None` for a null, a negative number or a
/// fraction.
pub(super) fn wholes(column: &ArrayRef) -> Option<Vec<u64>> {
    macro_rules! of_type {
        ($($variant:ident $type:ident),*) => {
            match column.data_type() {
                $(DataType::$variant => {
                    let values = column.as_primitive::<$type>().iter();
                    values.map(|value| u64::try_from(value?).ok()).collect()
                })*
                DataType::Float64 => {
                    column.as_primitive::<Float64Type>().iter().map(|value| exact(value?)).collect()
                }
                _ => None,
            }
        };
    }
    of_type!(
        Int8 Int8Type, Int16 Int16Type, Int32 Int32Type, Int64 Int64Type,
        UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type
    )
}

/// A double as the whole number that it is.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is checked")]
fn exact(value: f64) -> Option<u64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    (value.fract() == 0.0 && (0.0..=MOST).contains(&value)).then_some(value as u64)
}
