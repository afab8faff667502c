//! Scores from a relation of which model is above which.

/// A relation of models that has no circle: whether i is above j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Above {
    models: usize,
    pairs: Vec<bool>,
}

impl Above {
    /// The relation that `above` tells of each ordered pair.
    #[must_use]
    pub fn new(models: usize, above: impl Fn(usize, usize) -> bool) -> Self {
        let pairs = (0..models).flat_map(|i| (0..models).map(move |j| (i, j)));
        let pairs = pairs.map(|(i, j)| i != j && above(i, j)).collect();
        Self { models, pairs }
    }

    /// Whether i is above j.
    #[must_use]
    pub fn holds(&self, i: usize, j: usize) -> bool {
        self.pairs.get(i * self.models + j).copied().unwrap_or(false)
    }

    /// L for the models that nothing is above, L − 1 for those that only these are above, and so on.
    ///
    /// Each level holds the models that nothing among the models without a level is above. Models in
    /// a circle would have no level, and share the one after the last.
    #[must_use]
    pub fn levels(&self) -> Vec<f64> {
        let mut scores = vec![0.0; self.models];
        let mut left: Vec<usize> = (0..self.models).collect();
        let mut score = self.models as f64;
        while !left.is_empty() {
            let top = |&j: &usize| !left.iter().any(|&i| self.holds(i, j));
            let (mut level, rest): (Vec<usize>, Vec<usize>) =
                left.iter().copied().partition(|one| top(one));
            left = if level.is_empty() {
                level = rest;
                Vec::new()
            } else {
                rest
            };
            for model in level {
                if let Some(slot) = scores.get_mut(model) {
                    *slot = score;
                }
            }
            score -= 1.0;
        }
        scores
    }
}
