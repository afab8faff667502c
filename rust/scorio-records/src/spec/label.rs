//! Where the labels of a record come from.

/// Where a record's model, task, question or trial comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A dotted path into the record. An error if the record has no such field.
    Field(String),
    /// The same, but a log without the field is accepted.
    Optional(String),
    /// The same, but where the records of a file lack the field, they have this text.
    FieldOr { field: String, text: String },
    /// The same for every record.
    Constant(String),
}

impl Label {
    /// The field that it is read from.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Field(field) | Self::Optional(field) | Self::FieldOr { field, .. } => Some(field),
            Self::Constant(_) => None,
        }
    }

    /// What a record without the field has. Nothing if it has to have the field.
    pub fn otherwise(&self) -> Option<&str> {
        match self {
            Self::Optional(_) => Some(""),
            Self::FieldOr { text, .. } => Some(text),
            Self::Field(_) | Self::Constant(_) => None,
        }
    }
}

/// The same labels, where a field that a log may lack gives way to another label of the same field:
/// a question in the field `task` is not the task, too.
#[must_use]
pub fn once<const N: usize>(labels: [Label; N]) -> [Label; N] {
    let named = labels.clone();
    labels.map(|label| match label {
        Label::Optional(field) if named.contains(&Label::Field(field.clone())) => {
            Label::Constant(String::new())
        }
        label => label,
    })
}
