//! Winner sets: which models succeed together, if one trial of each model makes a contest.

use std::collections::BTreeMap;

use crate::rankers::cells::Cells;

/// The contests of the same models.
#[derive(Clone, Debug, PartialEq)]
pub struct Contests {
    /// The models, ascending.
    pub models: Vec<usize>,
    /// S: the expected number of contests that the model wins with t − 1 others, by model and t.
    ///
    /// t is 1 to n − 1 for n models. A contest that all win, or none, tells nothing.
    pub wins: Vec<Vec<f64>>,
}

impl Contests {
    fn new(models: Vec<usize>) -> Self {
        let sizes = models.len().saturating_sub(1);
        Self { wins: vec![vec![0.0; sizes]; models.len()], models }
    }

    /// The expected number of contests with t winners, for t from 1 to n − 1.
    #[must_use]
    pub fn sizes(&self) -> Vec<f64> {
        let of = |t: usize| self.wins.iter().filter_map(|row| row.get(t - 1)).sum::<f64>();
        (1..self.models.len()).map(|t| of(t) / t as f64).collect()
    }
}

/// All contests, by the models that take part.
#[derive(Clone, Debug, PartialEq)]
pub struct WinnerSets {
    size: usize,
    groups: Vec<Contests>,
}

impl WinnerSets {
    /// The expected winner sets of questions.
    ///
    /// A question is what tells its models with their shares of successes and numbers of trials, and
    /// how often it counts. Of N trials, N contests are made. Which trials meet is integrated out, so
    /// that |W| has the Poisson–binomial law of the shares. Where models have different numbers of
    /// trials, N is their harmonic mean.
    #[must_use]
    pub fn expected(
        size: usize,
        questions: impl Iterator<Item = (Vec<(usize, f64, f64)>, f64)>,
    ) -> Self {
        let mut groups: BTreeMap<Vec<usize>, Contests> = BTreeMap::new();
        for (mut asked, times) in questions {
            if asked.len() < 2 || times == 0.0 {
                continue;
            }
            let models: Vec<usize> = asked.iter().map(|one| one.0).collect();
            let inverse: f64 = asked.iter().map(|one| 1.0 / one.2).sum();
            let first = asked.first().map_or(0.0, |one| one.2);
            let alike = asked.iter().all(|one| one.2 == first);
            let number = times * if alike { first } else { asked.len() as f64 / inverse };
            let places: BTreeMap<usize, usize> =
                models.iter().enumerate().map(|(place, &model)| (model, place)).collect();
            let group = groups.entry(models).or_insert_with_key(|key| Contests::new(key.clone()));
            // In the order of shares, so that names of models do not change the rounding.
            asked.sort_by(|a, b| a.1.total_cmp(&b.1));
            let shares: Vec<f64> = asked.iter().map(|one| one.1).collect();
            let mut laws = vec![Vec::new(); asked.len()];
            others(&shares, &[1.0], &mut laws);
            // Models with equal shares take one law, that of the first.
            let mut known: Option<(f64, &[f64])> = None;
            for (&(model, share, _), law) in asked.iter().zip(&laws) {
                let law = match known {
                    Some((before, law)) if before == share => law,
                    _ => law,
                };
                known = Some((share, law));
                let row = places.get(&model).and_then(|&place| group.wins.get_mut(place));
                for (sum, chance) in row.into_iter().flatten().zip(law) {
                    *sum += number * share * chance;
                }
            }
        }
        Self { size, groups: groups.into_values().collect() }
    }

    /// The expected winner sets of cells, with each question as often as `times` says.
    #[must_use]
    pub fn of_cells(cells: &Cells, times: Option<&[f64]>) -> Self {
        let question = |m: usize| {
            let asked = |model| {
                let (won, of) = (cells.successes(model)[m], cells.trials(model)[m]);
                (of > 0.0).then(|| (model, won / of, of))
            };
            let times = times.map_or(1.0, |times| times[m]);
            ((0..cells.len()).filter_map(asked).collect(), times)
        };
        Self::expected(cells.len(), (0..cells.questions()).map(question))
    }

    /// The winner sets of single contests: the models that take part, each with whether it wins.
    #[must_use]
    pub fn of_contests(
        size: usize,
        contests: impl Iterator<Item = (Vec<(usize, bool)>, f64)>,
    ) -> Self {
        let mut groups: BTreeMap<Vec<usize>, Contests> = BTreeMap::new();
        for (asked, times) in contests {
            let models = asked.iter().map(|one| one.0).collect();
            let group = groups.entry(models).or_insert_with_key(|key| Contests::new(key.clone()));
            let winners = asked.iter().filter(|one| one.1).count();
            for (row, _) in group.wins.iter_mut().zip(&asked).filter(|(_, one)| one.1) {
                if let Some(sum) = row.get_mut(winners - 1) {
                    *sum += times;
                }
            }
        }
        Self { size, groups: groups.into_values().collect() }
    }

    /// How many models there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The contests by the models that take part.
    #[must_use]
    pub fn groups(&self) -> &[Contests] {
        &self.groups
    }

    /// The most models that win a contest together, but not all.
    #[must_use]
    pub fn largest_tie(&self) -> usize {
        let largest = |group: &Contests| group.sizes().iter().rposition(|&size| size > 0.0);
        self.groups.iter().filter_map(largest).max().map_or(0, |place| place + 1)
    }
}

/// The laws of the number of successes of all but one, for each of some independent trials.
///
/// Each half is added to the law before the other half is entered. Nothing is subtracted.
pub(crate) fn others(shares: &[f64], law: &[f64], laws: &mut [Vec<f64>]) {
    if let [slot] = laws {
        *slot = law.to_vec();
        return;
    }
    let middle = shares.len() / 2;
    let (left, right) = shares.split_at(middle);
    let (first, second) = laws.split_at_mut(middle);
    if !first.is_empty() {
        others(left, &added(law, right), first);
        others(right, &added(law, left), second);
    }
}

/// The law of the number of successes with some more trials.
pub(crate) fn added(law: &[f64], shares: &[f64]) -> Vec<f64> {
    let mut sum = law.to_vec();
    for &share in shares {
        sum.push(0.0);
        let mut before = 0.0;
        for slot in &mut sum {
            let here = *slot;
            *slot = here * (1.0 - share) + before * share;
            before = here;
        }
    }
    sum
}
