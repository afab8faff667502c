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
