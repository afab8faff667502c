//! Rows by the numbers of their labels, in a table with a cell for every combination. One look at
//! memory finds a row there, where a hash table takes three.

/// Cells of a table at most, 8 MB. Whoever has more combinations is better off with a hash table.
const MOST: u32 = 21;

/// A table of rows, and how many bits each of the numbers has in a cell's place.
pub(crate) struct Grid {
    bits: [u32; 3],
    /// Nothing if there would be too many.
    cells: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Default for Grid {
    fn default() -> Self {
        Self { bits: [0; 3], cells: vec![EMPTY] }
    }
}

impl Grid {
    /// Whether there is a table, which then holds all rows.
    pub(crate) fn whole(&self) -> bool {
        !self.cells.is_empty()
    }

    #[inline]
    pub(crate) fn get(&self, key: [u32; 3]) -> Option<u32> {
        self.cells.get(self.place(key)?).copied().filter(|&row| row != EMPTY)
    }

    /// Puts a row in its place. `keys` are those of all rows, this one included.
    pub(crate) fn put(&mut self, key: [u32; 3], row: u32, keys: &[[u32; 3]]) {
        if !self.whole() {
            return;
        }
        if self.place(key).is_none() {
            return self.grow(key, keys);
        }
        if let Some(cell) = self.place(key).and_then(|place| self.cells.get_mut(place)) {
            *cell = row;
        }
    }

    /// The place of a cell, if its numbers are within bounds.
    #[inline]
    fn place(&self, [model, task, question]: [u32; 3]) -> Option<usize> {
        let [models, tasks, questions] = self.bits;
        let within = model >> models == 0 && task >> tasks == 0 && question >> questions == 0;
        within.then_some((((model << tasks | task) << questions) | question) as usize)
    }

    fn grow(&mut self, key: [u32; 3], keys: &[[u32; 3]]) {
        for (bits, number) in self.bits.iter_mut().zip(key) {
            *bits = (*bits).max(u32::BITS - number.leading_zeros());
        }
        self.cells.clear();
        if self.bits.iter().sum::<u32>() > MOST {
            self.cells = Vec::new();
            return;
        }
        self.cells.resize(1 << self.bits.iter().sum::<u32>(), EMPTY);
        for (row, &key) in (0..).zip(keys) {
            if let Some(cell) = self.place(key).and_then(|place| self.cells.get_mut(place)) {
                *cell = row;
            }
        }
    }
}
