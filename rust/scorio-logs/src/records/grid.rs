//! Rows by the numbers of their labels, in a table with a cell for every combination. One look at
//! memory finds a row there, where a hash table takes three.

/// Cells of a table at most, 8 MB, where few of them are taken.
const MOST: u32 = 21;

/// The same for each row. Whoever has more combinations is better off with a hash table.
const SPARSE: usize = 16;

/// The most bits of a place.
const BITS: u32 = 30;

/// A table of rows, and how many bits each of the numbers has in a cell's place.
pub(crate) struct Grid {
    bits: [u32; 3],
    /// The number of each row, from 1. Nothing if there would be too many.
    cells: Vec<u32>,
}

impl Default for Grid {
    fn default() -> Self {
        Self { bits: [0; 3], cells: vec![0] }
    }
}

impl Grid {
    /// Whether there is a table, which then holds all rows.
    pub(crate) fn whole(&self) -> bool {
        !self.cells.is_empty()
    }

    #[inline]
    pub(crate) fn get(&self, key: [u32; 3]) -> Option<u32> {
        self.cells.get(self.place(key)?)?.checked_sub(1)
    }

    /// Puts the last row in its place. `keys` are those of all rows.
    pub(crate) fn put_last(&mut self, keys: &[[u32; 3]]) {
        let Some(&key) = keys.last().filter(|_| self.whole()) else { return };
        match self.place(key).and_then(|place| self.cells.get_mut(place)) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the counts number rows in 32 bits"
            )]
            Some(cell) => *cell = keys.len() as u32,
            None => self.hold(keys),
        }
    }

    /// The place of a cell, if its numbers are within bounds.
    #[inline]
    fn place(&self, [model, task, question]: [u32; 3]) -> Option<usize> {
        let [models, tasks, questions] = self.bits;
        let within = model >> models == 0 && task >> tasks == 0 && question >> questions == 0;
        within.then_some((((model << tasks | task) << questions) | question) as usize)
    }

    /// Makes room for all rows, if they are enough.
    pub(crate) fn hold(&mut self, keys: &[[u32; 3]]) {
        self.cells = Vec::new();
        let mut all = [0; 3];
        for key in keys {
            for (all, number) in all.iter_mut().zip(key) {
                *all |= number;
            }
        }
        let bits = all.map(|number| u32::BITS - number.leading_zeros());
        let sum = bits.iter().sum::<u32>();
        if sum > BITS || sum > MOST && 1 << sum > SPARSE * keys.len() {
            return;
        }
        self.bits = bits;
        self.cells = vec![0; 1 << sum];
        for (row, &key) in (1..).zip(keys) {
            if let Some(cell) = self.place(key).and_then(|place| self.cells.get_mut(place)) {
                *cell = row;
            }
        }
    }
}
