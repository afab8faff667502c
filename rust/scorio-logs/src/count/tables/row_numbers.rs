//! The rows of the counts by the numbers that a reader gives to questions.

use scorio_core::Counts;

/// What the counts call the labels and the questions of one reader.
#[derive(Default)]
pub(in crate::count) struct KnownRows {
    /// By the reader's number of a model, a task, a question.
    labels: [Vec<u32>; 3],
    /// By the reader's number of the three together. 32 bits take half the place in the processor's cache.
    rows: Vec<u32>,
}

impl KnownRows {
    /// The row of a question that was added.
    #[inline]
    pub(in crate::count) fn get(&self, number: u32) -> Option<usize> {
        self.rows.get(number as usize).map(|&row| row as usize)
    }

    /// The same as the counts number it.
    #[inline]
    pub(in crate::count) fn number(&self, number: u32) -> Option<u32> {
        self.rows.get(number as usize).copied()
    }

    /// All rows, in the order of the reader's numbers.
    pub(in crate::count) fn all(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().map(|&row| row as usize)
    }

    /// Looks for questions that are added next.
    pub(in crate::count) fn look_for(&self, labels: &[[u32; 3]], counts: &Counts) {
        let [models, tasks, questions] = &self.labels;
        let known = |labels: &Vec<u32>, label: u32| labels.get(label as usize).copied();
        counts.look_for(labels.iter().filter_map(|&[model, task, question]| {
            Some([known(models, model)?, known(tasks, task)?, known(questions, question)?])
        }));
    }

    /// Adds the reader's next question, and gives its row. `texts` are those of the labels that come
    /// for the first time.
    pub(in crate::count) fn add<'t>(
        &mut self,
        labels: [u32; 3],
        texts: &mut impl Iterator<Item = &'t str>,
        counts: &mut Counts,
    ) -> usize {
        let mut key = [0; 3];
        for ((known, label), key) in self.labels.iter_mut().zip(labels).zip(&mut key) {
            while known.len() <= label as usize {
                known.push(counts.label(texts.next().unwrap_or("")));
            }
            *key = known.get(label as usize).copied().unwrap_or(0);
        }
        let row = counts.row_by_labels(key);
        #[expect(clippy::cast_possible_truncation, reason = "the counts number rows in 32 bits")]
        self.rows.push(row as u32);
        row
    }
}
