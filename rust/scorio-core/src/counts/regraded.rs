//! The same questions with trials in other categories.

use super::counts::Counts;
use super::order::Order;
use crate::error::Result;

impl Counts {
    /// Counts of the same questions over other categories.
    ///
    /// `cells` has the counts of each row, one row after the other, and `missing` how many of its trials
    /// have no category. `worth` has what each category is worth. Rows at the end may lack. Missing trials of these counts stay missing.
    pub(crate) fn regraded(
        &self,
        categories: Vec<String>,
        cells: &[u64],
        missing: &[u64],
        order: Option<Order>,
        worth: Vec<f64>,
    ) -> Result<Self> {
        let mut graded = self.recounted(categories, cells)?;
        for (row, &missing) in missing.iter().enumerate() {
            graded.add_missing(row, missing)?;
        }
        graded.order = order;
        graded.with_worth(worth)
    }

    /// Counts of the same questions over other categories, of which nothing is known but their names.
    ///
    /// `cells` has the counts of each row, one row after the other.
    pub(crate) fn recounted(&self, categories: Vec<String>, cells: &[u64]) -> Result<Self> {
        let width = categories.len();
        let mut graded = Self::over(categories);
        for (place, question) in self.iter().enumerate() {
            let row = graded.row_of(question.key());
            if question.cluster.is_some() || question.weight.is_some() {
                graded.describe(row, question.cluster, question.weight)?;
            }
            graded.note_all(row, self, place)?;
            let own = cells.get(place * width..(place + 1) * width).unwrap_or(&[]);
            for (category, &trials) in own.iter().enumerate() {
                graded.add(row, category, trials)?;
            }
            graded.add_missing(row, question.missing)?;
        }
        Ok(graded)
    }
}
