//! Where a scanner puts the values that it finds.

use crate::json::value::Value;

/// Takes the values of wanted fields.
pub trait Keep<'a> {
    fn put(&mut self, slot: usize, value: Value<'a>);
}

impl<'a> Keep<'a> for [Value<'a>] {
    fn put(&mut self, slot: usize, value: Value<'a>) {
        if let Some(place) = self.get_mut(slot) {
            *place = value;
        }
    }
}
