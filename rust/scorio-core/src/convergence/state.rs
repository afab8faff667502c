//! The models' scores in a replicate, as its trials are added.

use super::Study;
use super::measure::{Prepared, Work};
use super::order::tie_groups;
use super::outcomes::{Outcomes, Trial};

/// The models after some trials.
pub(super) struct State<'a> {
    study: &'a Study,
    prior: Option<&'a Outcomes>,
    set: usize,
    /// Whether successes are counted cell by cell, mean scores by model, and both moments by cell.
    needs: (bool, bool, bool),
    successes: Vec<u32>,
    totals: Vec<f64>,
    /// Σ w of every cell, the prior's included, and Σ w² of every model.
    sums: Vec<f64>,
    squares: Vec<f64>,
    /// The scores by which models are ranked.
    pub(super) scores: Vec<f64>,
    raw: Vec<f64>,
    variances: Vec<f64>,
    placed: Vec<(usize, f64, f64)>,
}

impl<'a> State<'a> {
    pub(super) fn new(study: &'a Study, prior: Option<&'a Outcomes>, set: usize) -> Self {
        let (models, cells) = (study.outcomes.models(), study.outcomes.cells());
        let tables = study.measures.iter().any(|m| matches!(m.work, Work::Tables(_)));
        let means =
            study.gold.is_empty() || study.measures.iter().any(|m| matches!(m.work, Work::Mean(_)));
        let mut state = Self {
            study,
            prior,
            set,
            needs: (tables, means, means && study.threshold.is_some()),
            successes: vec![0; cells],
            totals: vec![0.0; models],
            sums: vec![0.0; cells],
            squares: vec![0.0; models],
            scores: vec![0.0; models],
            raw: vec![0.0; models],
            variances: vec![0.0; models],
            placed: Vec::new(),
        };
        state.restart(set);
        state
    }

    /// Back to the prior outcomes alone.
    pub(super) fn restart(&mut self, set: usize) {
        self.set = set;
        self.successes.fill(0);
        self.totals.fill(0.0);
        // One outcome of each category is the uniform prior.
        let all = self.study.gains.iter();
        let (sum, square) = all.fold((0.0, 0.0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        self.sums.fill(sum);
        self.squares.fill(square * self.study.outcomes.questions() as f64);
        if let Some(prior) = self.prior {
            for trial in 0..prior.trials() {
                self.score(prior.row(set, trial));
            }
        }
    }

    /// Adds a trial.
    pub(super) fn add(&mut self, trial: Trial<'_>) {
        let row = match trial {
            Trial::Observed(set, trial) => {
                let models = self.totals.len();
                let gained = self.study.gained.get(trial * models..(trial + 1) * models);
                if let Some(gained) = gained.filter(|_| !self.needs.2) {
                    for (total, gain) in self.totals.iter_mut().zip(gained) {
                        *total += gain;
                    }
                    if self.needs.0 {
                        count(&mut self.successes, self.study.outcomes.row(set, trial));
                    }
                    return;
                }
                self.study.outcomes.row(set, trial)
            }
            Trial::Mixed(row) => row,
        };
        if self.needs.0 {
            count(&mut self.successes, row);
        }
        if self.needs.1 {
            self.score(row);
        }
    }

    /// Adds what a trial gains to the mean scores.
    fn score(&mut self, row: &[u8]) {
        let questions = self.study.outcomes.questions();
        add_gains(&self.study.gains, row, questions, &mut self.totals);
        if self.needs.2 {
            let gain = |&category: &u8| {
                self.study.gains.get(usize::from(category)).copied().unwrap_or_default()
            };
            for (sum, category) in self.sums.iter_mut().zip(row) {
                *sum += gain(category).0;
            }
            for (square, row) in self.squares.iter_mut().zip(row.chunks_exact(questions)) {
                *square += row.iter().map(|category| gain(category).1).sum::<f64>();
            }
        }
    }

    /// Scores the models by n trials; how far apart equal scores may be.
    pub(super) fn rank(&mut self, measure: &Prepared, n: usize) -> f64 {
        let questions = self.study.outcomes.questions();
        let mut tolerance = match &measure.work {
            Work::Mean(gains) => {
                self.scores.copy_from_slice(&self.totals);
                gains.tolerance
            }
            Work::Tables(tables) => {
                let Some(table) = tables.get(n - measure.start) else { return 0.0 };
                let cells = self.successes.chunks_exact(questions);
                for (score, cells) in self.scores.iter_mut().zip(cells) {
                    *score = look_up(&table.values, cells);
                }
                if self.study.threshold.is_some() {
                    let cells = self.successes.chunks_exact(questions);
                    for (variance, cells) in self.variances.iter_mut().zip(cells) {
                        *variance = look_up(&table.variances, cells);
                    }
                }
                table.tolerance
            }
        };
        if let Some(threshold) = self.study.threshold {
            if matches!(measure.work, Work::Mean(_)) {
                self.spread(n);
            }
            std::mem::swap(&mut self.scores, &mut self.raw);
            let (raw, placed) = (&self.raw, &mut self.placed);
            tie_groups(raw, &self.variances, threshold, tolerance, placed, &mut self.scores);
            tolerance = 0.0;
        }
        tolerance
    }

    /// The variance of each model's total: T² times that of its Dirichlet means.
    fn spread(&mut self, n: usize) {
        let prior = self.prior.map_or(0, Outcomes::trials);
        let total = (self.study.gains.len() + prior + n) as f64;
        let cells = self.sums.chunks_exact(self.study.outcomes.questions());
        for ((variance, square), cells) in self.variances.iter_mut().zip(&self.squares).zip(cells) {
            let means = cells.iter().map(|sum| sum * sum).sum::<f64>();
            *variance = (square * total - means).max(0.0) / (total + 1.0);
        }
    }
}

fn count(successes: &mut [u32], row: &[u8]) {
    for (successes, &category) in successes.iter_mut().zip(row) {
        *successes += u32::from(category);
    }
}

/// The sum of what the cells are worth, four at a time.
fn look_up(table: &[f64], cells: &[u32]) -> f64 {
    let worth = |&successes: &u32| table.get(successes as usize).copied().unwrap_or(0.0);
    let (fours, rest) = cells.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for four in fours {
        for (sum, cell) in sums.iter_mut().zip(four) {
            *sum += worth(cell);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(worth).sum::<f64>()
}

pub(super) fn add_gains(gains: &[(f64, f64)], row: &[u8], questions: usize, totals: &mut [f64]) {
    let gain = |&category: &u8| gains.get(usize::from(category)).map_or(0.0, |gain| gain.0);
    for (total, row) in totals.iter_mut().zip(row.chunks_exact(questions)) {
        *total += row.iter().map(gain).sum::<f64>();
    }
}
