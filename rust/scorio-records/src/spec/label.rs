//! Where the labels of a record come from.

/// Where a record's model, task, question or trial comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A dotted path into the record. An error if the record has no such field.
    Field(String),
    /// The same, but a log without the field is accepted.
    Optional(String),
    /// The same for every record.
    Constant(String),
}
