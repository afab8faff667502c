//! The values that stand for the outcomes of one file's records, where these are not one field.

use std::borrow::Cow;

use scorio_records::json::value::Value;

use crate::records::reach::{NotList, Reached, equal, reach};
use crate::spec::expression::{Alternative, Expression, Route, Step};

/// What is read of each record beside its labels.
#[derive(Debug, Default)]
pub(in crate::count) struct TrialShape {
    /// Paths of values, behind those of the labels. Nothing means the record itself.
    pub(in crate::count) fields: Vec<Option<String>>,
    /// For each alternative, what it compares or takes.
    branches: Vec<Vec<Branch>>,
    /// Fields of labels, which are no outcomes.
    taken: Vec<String>,
}

#[derive(Debug)]
struct Branch {
    star: Option<String>,
    left: Way,
    right: Option<Way>,
}

/// A field by its place, and the steps inside it.
#[derive(Debug)]
struct Way {
    slot: usize,
    steps: Vec<Step>,
}

/// Why a record's outcomes cannot be told.
#[derive(Debug, PartialEq)]
pub(in crate::count) enum ShapeFault {
    NotList(String),
    /// Lists of two lengths, to be compared.
    Lengths(usize, usize),
}

impl From<NotList> for ShapeFault {
    fn from(fault: NotList) -> Self {
        Self::NotList(fault.value)
    }
}

impl TrialShape {
    /// What an expression means, in a table with these columns or in JSON.
    pub(in crate::count) fn new(
        expression: &Expression,
        columns: Option<&[String]>,
        taken: Vec<String>,
    ) -> Self {
        let mut shape = Self { taken, ..Self::default() };
        for alternative in &expression.alternatives {
            let branches = match (alternative, columns) {
                (Alternative::One(route), None) => vec![shape.branch(None, route, None)],
                (Alternative::Equal(left, right), None) => {
                    vec![shape.branch(None, left, Some(right))]
                }
                (Alternative::One(route), Some(names)) => shape.cells(route, None, names),
                (Alternative::Equal(left, right), Some(names)) => {
                    shape.cells(left, Some(right), names)
                }
            };
            shape.branches.push(branches);
        }
        shape
    }

    fn slot(&mut self, field: Option<String>) -> usize {
        let known = self.fields.iter().position(|known| *known == field);
        known.unwrap_or_else(|| {
            self.fields.push(field);
            self.fields.len() - 1
        })
    }

    fn way(&mut self, route: &Route) -> Way {
        let (path, steps) = route.begun();
        Way { slot: self.slot(path), steps: steps.to_vec() }
    }

    fn branch(&mut self, star: Option<String>, left: &Route, right: Option<&Route>) -> Branch {
        let left = self.way(left);
        Branch { star, left, right: right.map(|right| self.way(right)) }
    }

    fn cells(&mut self, left: &Route, right: Option<&Route>, names: &[String]) -> Vec<Branch> {
        let others = right.map(|right| right.columns(names));
        let mut branches = Vec::new();
        for (star, column, steps) in left.columns(names) {
            let left = Way { slot: self.slot(Some(column)), steps: steps.to_vec() };
            let same = others.as_ref().and_then(|others| {
                others.iter().find(|(other, ..)| other.is_none() || *other == star)
            });
            let right = same.map(|(_, column, steps)| {
                let slot = self.slot(Some(column.clone()));
                Way { slot, steps: steps.to_vec() }
            });
            if others.is_none() || right.is_some() {
                branches.push(Branch { star, left, right });
            }
        }
        branches
    }

    /// The outcomes of a record, whose text is given where it is JSON: those of the first alternative
    /// of which anything is present.
    pub(in crate::count) fn outcomes<'v>(
        &self,
        values: &'v [Value<'v>],
        text: Option<&'v str>,
    ) -> Result<Vec<Reached<'v>>, ShapeFault> {
        let mut last = Vec::new();
        for branches in &self.branches {
            let mut found = Vec::new();
            for branch in branches {
                self.branch_outcomes(branch, values, text, &mut found)?;
            }
            let free = |one: &Reached<'_>| {
                one.star.as_deref().is_none_or(|star| !self.taken.iter().any(|one| one == star))
            };
            found.retain(free);
            let present = found.iter().any(|one| one.value != Value::Absent);
            last = found;
            if present {
                break;
            }
        }
        Ok(last)
    }

    fn branch_outcomes<'v>(
        &self,
        branch: &Branch,
        values: &'v [Value<'v>],
        text: Option<&'v str>,
        found: &mut Vec<Reached<'v>>,
    ) -> Result<(), ShapeFault> {
        let from = |way: &Way| {
            let whole = self.fields.get(way.slot).is_none_or(Option::is_none);
            let value = match values.get(way.slot) {
                _ if whole => text.map_or(Value::Absent, Value::Nested),
                Some(Value::Text(text)) => Value::Text(Cow::Borrowed(&**text)),
                Some(value) => value.clone(),
                None => Value::Absent,
            };
            let star = branch.star.clone().map(Cow::Owned);
            Reached { places: Vec::new(), star, value }
        };
        let Some(right) = &branch.right else {
            return Ok(reach(from(&branch.left), &branch.left.steps, found)?);
        };
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        reach(from(&branch.left), &branch.left.steps, &mut lefts)?;
        reach(from(right), &right.steps, &mut rights)?;
        let single = rights.len() == 1 && rights.first().is_some_and(|one| one.places.is_empty());
        if !single && lefts.len() != rights.len() {
            return Err(ShapeFault::Lengths(lefts.len(), rights.len()));
        }
        for (at, left) in lefts.into_iter().enumerate() {
            let right = rights.get(if single { 0 } else { at });
            let right = right.map_or(&Value::Absent, |right| &right.value);
            let absent = left.value == Value::Absent || *right == Value::Absent;
            let value = match equal(&left.value, right) {
                Some(equal) => Value::Bool(equal),
                None if absent => Value::Absent,
                None => Value::Null,
            };
            found.push(Reached { value, ..left });
        }
        Ok(())
    }
}
