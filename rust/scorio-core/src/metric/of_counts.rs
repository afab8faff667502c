//! A metric on the categories of some counts: with the weights that they are known by.

use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::error::Result;
use crate::metric::error::MetricError;
use crate::metric::metric::Metric;
use crate::metric::weights::Weights;

impl Metric {
    /// The same with the weights that counts know, if no weights are given and it has any.
    ///
    /// # Errors
    /// - It needs weights, and the counts know none.
    /// - It counts successes, and the category of successes is not worth more.
    pub(crate) fn of_counts(&self, counts: &Counts, default_weights: bool) -> Result<Self> {
        let known = Some(counts).filter(|_| default_weights).and_then(Weights::known);
        let categories = counts.categories();
        let is_weighted = self.weights().is_some();
        if default_weights && known.is_none() && categories.len() != 2 && is_weighted {
            return Err(MetricError::WeightsNeeded {
                categories: categories.len(),
                names: categories.join(", "),
            }
            .into());
        }
        match (counts.worth(), categories) {
            (Some(&[other, worth]), [first, last]) if !is_weighted && worth <= other => {
                let (first, last, metric) = (first.clone(), last.clone(), self.name());
                Err(CountsError::Inverted { metric, first, last, worth, other }.into())
            }
            _ => Ok(known.map_or_else(|| self.clone(), |weights| self.weighted(&weights))),
        }
    }
}
