//! The shape of a log's records: what stands before a value mostly is what stood there a record ago,
//! and was checked then. Equal bytes need no second look: they are skipped in a comparison or two.

/// The bytes before each value of a record, with what they lead to.
#[derive(Default)]
pub(crate) struct Shape {
    steps: Vec<Step>,
}

/// A separator, a key and a colon.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The bytes and which of them count, as two words; what is longer is never remembered.
    words: [u128; 2],
    masks: [u128; 2],
    length: usize,
    /// Which child of the root the key names, as a place among them.
    child: usize,
}

impl Shape {
    /// Moves over the bytes before a value if they are the remembered ones, and gives what they
    /// lead to.
    #[inline]
    pub(crate) fn over(&self, step: usize, text: &[u8], at: &mut usize) -> Option<usize> {
        let step = self.steps.get(step).filter(|step| step.length > 0)?;
        let rest = text.get(*at..)?;
        let differ = if let Some((first, rest)) = rest.split_first_chunk() {
            let differ = (u128::from_le_bytes(*first) ^ step.words[0]) & step.masks[0];
            // Most keys are short.
            if step.length <= 16 { differ } else { differ | step.beyond(rest) }
        } else {
            // Near the text's end there may not be 16 bytes: then the key is read anew.
            return None;
        };
        if differ != 0 {
            return None;
        }
        *at += step.length;
        Some(step.child)
    }

    /// Remembers the bytes before a value.
    pub(crate) fn learn(&mut self, step: usize, bytes: &[u8], child: usize) {
        if self.steps.len() <= step {
            self.steps.resize_with(step + 1, Step::default);
        }
        if let Some(place) = self.steps.get_mut(step) {
            *place = Step::new(bytes, child);
        }
    }
}

impl Step {
    fn new(bytes: &[u8], child: usize) -> Self {
        let (mut text, mut mask) = ([[0; 16]; 2], [[0; 16]; 2]);
        if bytes.len() > 32 {
            return Self::default();
        }
        let places = text.as_flattened_mut().iter_mut().zip(mask.as_flattened_mut());
        for ((text, mask), &byte) in places.zip(bytes) {
            (*text, *mask) = (byte, u8::MAX);
        }
        let words = text.map(u128::from_le_bytes);
        Self { words, masks: mask.map(u128::from_le_bytes), length: bytes.len(), child }
    }

    /// How the second word differs; what is not there differs.
    fn beyond(&self, rest: &[u8]) -> u128 {
        rest.first_chunk()
            .map_or(u128::MAX, |next| (u128::from_le_bytes(*next) ^ self.words[1]) & self.masks[1])
    }
}
