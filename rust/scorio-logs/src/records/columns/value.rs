//! One value of a column as the other forms of logs have it: a number by its text.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, DecimalType,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    RunEndIndexType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, PrimitiveArray};
use arrow_schema::DataType;
use scorio_records::json::value::Value;

/// What stands in a row. `None` if the column's type cannot serve. The text of a number goes into
/// `scratch`.
pub(crate) fn value<'a>(
    array: &'a dyn Array,
    row: usize,
    scratch: &'a mut String,
) -> Option<Value<'a>> {
    if array.is_null(row) {
        return Some(Value::Null);
    }
    macro_rules! number {
        ($type:ty) => {
            whole(array.as_primitive::<$type>().value(row), scratch)
        };
    }
    let value = match array.data_type() {
        DataType::Null => Value::Null,
        DataType::Boolean => Value::Bool(array.as_boolean().value(row)),
        DataType::Utf8 => text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => text(array.as_string::<i64>().value(row)),
        DataType::Utf8View => text(array.as_string_view().value(row)),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float16 => half(array.as_primitive::<Float16Type>().value(row), scratch),
        DataType::Float32 => {
            let value = array.as_primitive::<Float32Type>().value(row);
            // Zero has no sign.
            whole(if value == 0.0 { 0.0 } else { value }, scratch)
        }
        DataType::Float64 => {
            let value = array.as_primitive::<Float64Type>().value(row);
            whole(if value == 0.0 { 0.0 } else { value }, scratch)
        }
        DataType::Decimal32(_, _) => decimal(array.as_primitive::<Decimal32Type>(), row, scratch),
        DataType::Decimal64(_, _) => decimal(array.as_primitive::<Decimal64Type>(), row, scratch),
        DataType::Decimal128(_, _) => decimal(array.as_primitive::<Decimal128Type>(), row, scratch),
        DataType::Decimal256(_, _) => decimal(array.as_primitive::<Decimal256Type>(), row, scratch),
        DataType::Dictionary(_, _) => {
            let key = key(array, row)?;
            return inner(array.as_any_dictionary().values(), key, scratch);
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => return run::<Int16Type>(array, row, scratch),
            DataType::Int32 => return run::<Int32Type>(array, row, scratch),
            _ => return run::<Int64Type>(array, row, scratch),
        },
        _ => return None,
    };
    Some(value)
}

fn text(text: &str) -> Value<'_> {
    Value::Text(Cow::Borrowed(text))
}

/// The shortest text that reads back as a number. 1.0 is written 1: some tools make a column of whole
/// numbers floating because of a gap.
fn whole(number: impl Display, scratch: &mut String) -> Value<'_> {
    scratch.clear();
    // Writing to a text does not fail.
    let _ = write!(scratch, "{number}");
    Value::Number(scratch)
}

/// The shortest decimal that is this number among those of 16 bits.
fn half(number: <Float16Type as ArrowPrimitiveType>::Native, scratch: &mut String) -> Value<'_> {
    type Half = <Float16Type as ArrowPrimitiveType>::Native;
    let exact = number.to_f32();
    let short = (0..5).find_map(|digits| {
        let short: f32 = format!("{exact:.digits$e}").parse().ok()?;
        (Half::from_f32(short) == number).then_some(short)
    });
    let short = short.unwrap_or(exact);
    whole(if short == 0.0 { 0.0 } else { short }, scratch)
}

/// A decimal without the zeros that only its type asks for.
fn decimal<'a, T: DecimalType + ArrowPrimitiveType>(
    array: &PrimitiveArray<T>,
    row: usize,
    scratch: &'a mut String,
) -> Value<'a> {
    *scratch = array.value_as_string(row);
    if scratch.contains('.') {
        let short = scratch.trim_end_matches('0').trim_end_matches('.').len();
        scratch.truncate(short);
    }
    Value::Number(scratch)
}

/// The place of a row's value in its dictionary. The row is not null.
fn key(array: &dyn Array, row: usize) -> Option<usize> {
    let keys = array.as_any_dictionary().keys();
    macro_rules! of_type {
        ($($variant:ident $type:ident),*) => {
            match keys.data_type() {
                $(DataType::$variant => {
                    usize::try_from(keys.as_primitive::<$type>().value(row)).ok()
                })*
                _ => None,
            }
        };
    }
    of_type!(
        Int8 Int8Type, Int16 Int16Type, Int32 Int32Type, Int64 Int64Type,
        UInt8 UInt8Type, UInt16 UInt16Type, UInt32 UInt32Type, UInt64 UInt64Type
    )
}

fn run<'a, T: RunEndIndexType>(
    array: &'a dyn Array,
    row: usize,
    scratch: &'a mut String,
) -> Option<Value<'a>> {
    let runs = array.as_run_opt::<T>()?;
    inner(runs.values(), runs.get_physical_index(row), scratch)
}

fn inner<'a>(values: &'a dyn Array, place: usize, scratch: &'a mut String) -> Option<Value<'a>> {
    if place < values.len() { value(values, place, scratch) } else { None }
}
