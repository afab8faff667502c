//! The wanted fields of an object, and of the objects inside it.

use crate::json::keep::Keep;
use crate::json::value::Value;

#[derive(Debug, Default)]
pub struct Node {
    pub children: Vec<(String, Node)>,
    pub slots: Vec<usize>,
}

impl Node {
    /// A place for one value.
    pub fn leaf() -> Self {
        Self { children: Vec::new(), slots: vec![0] }
    }

    /// A child by its place.
    pub fn child(&self, place: usize) -> Option<&Node> {
        self.children.get(place).map(|(_, child)| child)
    }

    /// Puts a value where it is wanted.
    pub fn put<'a>(&self, value: Value<'a>, found: &mut (impl Keep<'a> + ?Sized)) {
        if let Some((&last, others)) = self.slots.split_last() {
            for &slot in others {
                found.put(slot, value.clone());
            }
            found.put(last, value);
        }
    }
}
