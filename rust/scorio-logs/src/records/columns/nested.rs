//! A list or a struct in a row of a column, as the text that it has in JSON Lines.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::DataType;
use scorio_records::json::quoted::quote;
use scorio_records::json::value::Value;

use crate::records::columns::value;

/// Writes the list or the struct of a row that is not null. `None` if there is none, or if a part of it has a
/// type that JSON lacks.
pub(crate) fn nested(array: &dyn Array, row: usize, text: &mut String) -> Option<()> {
    let entries = match array.data_type() {
        DataType::List(_) => array.as_list::<i32>().value(row),
        DataType::LargeList(_) => array.as_list::<i64>().value(row),
        DataType::FixedSizeList(_, _) => array.as_fixed_size_list().value(row),
        DataType::Struct(_) => return structure(array, row, text),
        _ => return None,
    };
    text.push('[');
    for at in 0..entries.len() {
        if at > 0 {
            text.push(',');
        }
        part(&entries, at, text)?;
    }
    text.push(']');
    Some(())
}

fn structure(array: &dyn Array, row: usize, text: &mut String) -> Option<()> {
    let members = array.as_struct();
    text.push('{');
    for (at, (name, column)) in
        members.column_names().into_iter().zip(members.columns()).enumerate()
    {
        if at > 0 {
            text.push(',');
        }
        quote(name, text);
        text.push(':');
        part(column, row, text)?;
    }
    text.push('}');
    Some(())
}

fn part(array: &dyn Array, row: usize, text: &mut String) -> Option<()> {
    let mut scratch = String::new();
    if array.is_null(row) {
        text.push_str("null");
        return Some(());
    }
    match value::value(array, row, &mut scratch) {
        Some(Value::Bool(flag)) => text.push_str(if flag { "true" } else { "false" }),
        Some(Value::Number("inf")) => text.push_str("Infinity"),
        Some(Value::Number("-inf")) => text.push_str("-Infinity"),
        Some(Value::Number(number)) => text.push_str(number),
        Some(Value::Text(own)) => quote(&own, text),
        Some(Value::Cell(own)) => quote(own, text),
        Some(Value::Absent | Value::Null) => text.push_str("null"),
        Some(Value::Nested(own)) => text.push_str(own),
        None => return nested(array, row, text),
    }
    Some(())
}
