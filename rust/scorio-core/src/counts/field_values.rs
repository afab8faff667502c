//! Values of named fields of questions.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::label::EMPTY;

/// Values of named fields by task and question. All models and scores share them.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldValues {
    /// The number of each field's name.
    pub(super) names: Vec<u32>,
    /// The values of a question by field. The empty label stands for none.
    pub(super) of: HashMap<[u32; 2], Vec<u32>, FxBuildHasher>,
}

impl FieldValues {
    /// The place of a field. It is new if there is none yet.
    pub(super) fn place(&mut self, name: u32) -> usize {
        self.names.iter().position(|&known| known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    pub(super) fn value(&self, question: [u32; 2], place: usize) -> u32 {
        self.of.get(&question).and_then(|values| values.get(place)).copied().unwrap_or(EMPTY)
    }

    /// Sets an unknown value. A known one must be equal, or it is given back.
    pub(super) fn set(
        &mut self,
        question: [u32; 2],
        place: usize,
        value: u32,
    ) -> std::result::Result<(), u32> {
        let values = self.of.entry(question).or_default();
        if values.len() <= place {
            values.resize(place + 1, EMPTY);
        }
        match values.get_mut(place) {
            Some(known) if *known == EMPTY => *known = value,
            Some(known) if *known != value && value != EMPTY => return Err(*known),
            _ => {}
        }
        Ok(())
    }
}
