//! A column of whole numbers.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use crate::error::{Error, Result};

/// The whole numbers of a stored column.
///
/// # Errors
/// A value is none. `row` says of which row.
pub(super) fn wholes_of(
    column: &ArrayRef,
    name: &str,
    row: &dyn Fn(usize) -> String,
    wrong: &dyn Fn(String) -> Error,
) -> Result<Vec<u64>> {
    wholes(column).ok_or_else(|| {
        let problem = format!("its column \"{name}\" does not hold whole numbers from 0");
        let first = (0..column.len()).find(|&at| wholes(&column.slice(at, 1)).is_none());
        wrong(match first.filter(|_| wholes(&column.slice(0, 0)).is_some()) {
            None => format!("{problem}: it has the type {}", column.data_type()),
            Some(at) if column.is_null(at) => {
                format!("{problem}: it is null for {}. Write 0 where there are none", row(at))
            }
            Some(at) => format!("{problem}: see {}", row(at)),
        })
    })
}

/// A column's whole numbers, which some libraries keep as doubles and some engines as decimals. `None` for a
/// null, a negative number or a fraction.
fn wholes(column: &ArrayRef) -> Option<Vec<u64>> {
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
                DataType::Decimal128(_, scale) => {
                    let unit = 10_i128.checked_pow(u32::try_from(*scale).ok()?)?;
                    let whole = |value: i128| {
                        u64::try_from(value / unit).ok().filter(|_| value % unit == 0)
                    };
                    column.as_primitive::<Decimal128Type>().iter().map(|one| whole(one?)).collect()
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
