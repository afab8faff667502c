//! How many comparisons hold together, and what that asks of each of them (Šidák 1967).

use crate::numeric::portable::{exp, exp_m1, ln, ln_1p};

/// Which comparisons hold together: those of each model with all others, or all of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FamilyRequest {
    /// The number of models; by default those of the counts.
    pub models: Option<u64>,
    /// Whether all pairs hold together. Otherwise those of each model do.
    pub together: bool,
}

impl FamilyRequest {
    /// The comparisons, if the counts have so many models.
    pub(crate) fn of(self, models: usize) -> Family {
        let models = self.models.unwrap_or(models as u64);
        if self.together { Family::of_pairs(models) } else { Family::of_models(models) }
    }
}

/// Comparisons that all hold together with a confidence.
///
/// Šidák's inequality holds for normal errors with any covariance. So the same family serves for
/// these questions and for questions like these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    comparisons: u64,
    /// Whether they are all pairs of a table.
    of_pairs: bool,
}

impl Family {
    /// The comparisons of one model with each of the others: M − 1.
    pub(crate) fn of_models(models: u64) -> Self {
        Self { comparisons: models.saturating_sub(1).max(1), of_pairs: false }
    }

    /// All pairs of a table, for all ranks at once: M (M − 1) / 2.
    pub(crate) fn of_pairs(models: u64) -> Self {
        let (even, odd) = if models.is_multiple_of(2) {
            (models / 2, models.saturating_sub(1))
        } else {
            (models.saturating_sub(1) / 2, models)
        };
        Self { comparisons: even.saturating_mul(odd).max(1), of_pairs: true }
    }

    /// So many comparisons, of one model or of all pairs.
    pub(crate) fn of_comparisons(comparisons: u64, of_pairs: bool) -> Self {
        Self { comparisons: comparisons.max(1), of_pairs }
    }

    /// How many comparisons hold together.
    pub(crate) fn comparisons(self) -> u64 {
        self.comparisons
    }

    /// Whether they are all pairs of a table.
    pub(crate) fn are_of_pairs(self) -> bool {
        self.of_pairs
    }

    /// The confidence that each comparison needs: c^(1/m).
    pub(crate) fn confidence(self, confidence: f64) -> f64 {
        match self.comparisons {
            1 => confidence,
            comparisons => exp(ln(confidence) / comparisons as f64),
        }
    }

    /// Whether a comparison of this p-value separates its models.
    pub(crate) fn separates(self, p: f64, confidence: f64) -> bool {
        self.adjusted(p) <= 1.0 - confidence
    }

    /// The p-value p of one comparison, adjusted: 1 − (1 − p)^m.
    pub(crate) fn adjusted(self, p: f64) -> f64 {
        match self.comparisons {
            1 => p,
            comparisons => (-exp_m1(ln_1p(-p) * comparisons as f64)).clamp(0.0, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Family;
    use crate::numeric::student::Distribution;

    #[test]
    fn a_pair_keeps_its_confidence_and_p() {
        for family in [0, 1, 2].map(Family::of_models).into_iter().chain([Family::of_pairs(2)]) {
            assert_eq!(family.comparisons(), 1);
            assert_eq!((family.confidence(0.95), family.adjusted(0.03)), (0.95, 0.03));
        }
    }

    #[test]
    fn z_grows_with_the_models() {
        let z = |family: Family| {
            let confidence = family.confidence(0.95);
            Distribution::Normal.central_quantile(confidence).unwrap().value()
        };
        // Normal quantiles at (1 + 0.95^(1/m)) / 2, worked out by Python's statistics module.
        for (models, expected) in
            [(2, 1.959_964), (10, 2.765_530), (45, 3.247_295), (500, 3.883_917)]
        {
            assert!((z(Family::of_models(models)) - expected).abs() < 1e-6, "{models}");
        }
        assert_eq!(Family::of_pairs(10).comparisons(), 45);
        assert_eq!(Family::of_pairs(11).comparisons(), 55);
        assert_eq!(Family::of_pairs(u64::MAX).comparisons(), u64::MAX);
    }

    #[test]
    fn p_and_confidence_agree() {
        for models in [2, 3, 10, 500] {
            let family = Family::of_models(models);
            for confidence in [0.9, 0.95, 0.99] {
                let p = 1.0 - family.confidence(confidence);
                assert!((family.adjusted(p) - (1.0 - confidence)).abs() < 1e-12);
            }
            assert_eq!((family.adjusted(0.0), family.adjusted(1.0)), (0.0, 1.0));
        }
    }
}
