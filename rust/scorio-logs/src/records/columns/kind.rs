//! The names of column types as most data tools write them.

use crate::remedy::Remedy;
use arrow_schema::DataType;

/// A type's name, for messages.
pub(crate) fn name(kind: &DataType) -> String {
    let plain = match kind {
        DataType::Null => "null",
        DataType::Boolean => "bool",
        DataType::Float16 => "float16",
        DataType::Float32 => "float",
        DataType::Float64 => "double",
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "string",
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => "binary",
        DataType::FixedSizeBinary(_) => "binary of fixed size",
        DataType::Date32 | DataType::Date64 => "date",
        DataType::Time32(_) | DataType::Time64(_) => "time",
        DataType::Timestamp(_, _) => "timestamp",
        DataType::Duration(_) => "duration",
        DataType::Interval(_) => "interval",
        DataType::Map(_, _) => "map",
        DataType::Union(_, _) => "union",
        DataType::List(inner)
        | DataType::LargeList(inner)
        | DataType::ListView(inner)
        | DataType::LargeListView(inner)
        | DataType::FixedSizeList(inner, _) => {
            return format!("list<{}>", name(inner.data_type()));
        }
        DataType::Struct(fields) => {
            let fields: Vec<_> = fields
                .iter()
                .map(|field| format!("{}: {}", field.name(), name(field.data_type())))
                .collect();
            return format!("struct<{}>", fields.join(", "));
        }
        DataType::Dictionary(_, values) => return format!("dictionary<{}>", name(values)),
        DataType::RunEndEncoded(_, values) => return format!("runs<{}>", name(values.data_type())),
        other => return other.to_string().to_lowercase(),
    };
    plain.to_owned()
}

/// What to do about a column of a type that cannot serve.
pub(crate) fn remedy(kind: &DataType, field: &str) -> Remedy {
    match kind {
        DataType::Struct(fields) => {
            let inside = fields.first().map_or("…", |inside| inside.name());
            Remedy::NameFieldInside { field: field.into(), inside: inside.into() }
        }
        _ => Remedy::ConvertColumn {},
    }
}
