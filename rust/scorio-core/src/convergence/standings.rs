//! The models' scores in a replicate, as trials are added.

use super::measure::{Prepared, Work};
use super::outcomes::{Outcomes, Trial};
use super::ranking::tied_ranks;
use super::setting::Setting;

/// The models after some trials.
pub(super) struct Standings<'a> {
    setting: &'a Setting,
    known: Option<&'a Outcomes>,
    set: usize,
    /// Whether to count successes by cell, mean scores by model, and both moments by cell.
    needs: (bool, bool, bool),
    successes: Vec<u32>,
    totals: Vec<f64>,
    /// Σ w of every cell, including the prior, and Σ w² of every model.
    sums: Vec<f64>,
    squares: Vec<f64>,
    /// The scores by which models are ranked.
    pub(super) scores: Vec<f64>,
    raw: Vec<f64>,
    variances: Vec<f64>,
    placed: Vec<(usize, f64, f64)>,
}

impl<'a> Standings<'a> {
    /// `ranks_by_mean` keeps the mean scores, even if no metric needs them.
    pub(super) fn new(
        setting: &'a Setting,
        known: Option<&'a Outcomes>,
        set: usize,
        ranks_by_mean: bool,
    ) -> Self {
        let (models, cells) = (setting.outcomes.models(), setting.outcomes.cells());
        let tables = setting.measures.iter().any(|m| matches!(m.work, Work::Tables(_)));
        let means =
            ranks_by_mean || setting.measures.iter().any(|m| matches!(m.work, Work::Mean(_)));
        let mut state = Self {
            setting,
            known,
            set,
            needs: (tables, means, means && setting.threshold.is_some()),
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

    /// Goes back to the prior and to the outcomes known beforehand.
    pub(super) fn restart(&mut self, set: usize) {
        self.set = set;
        self.successes.fill(0);
        self.totals.fill(0.0);
        let all = self.setting.gains.iter().zip(&self.setting.pseudo_counts);
        let add = |sums: (f64, f64), (gain, a): (&(f64, f64), &f64)| {
            (sums.0 + a * gain.0, sums.1 + a * gain.1)
        };
        let (sum, square) = all.fold((0.0, 0.0), add);
        self.sums.fill(sum);
        self.squares.fill(square * self.setting.outcomes.questions() as f64);
        if let Some(known) = self.known {
            for trial in 0..known.trials() {
                self.score(known.row(set, trial));
            }
        }
    }

    /// Adds a trial.
    pub(super) fn add(&mut self, trial: Trial<'_>) {
        let row = match trial {
            Trial::Observed(set, trial) => {
                let models = self.totals.len();
                let gained = self.setting.gained.get(trial * models..(trial + 1) * models);
                if let Some(gained) = gained.filter(|_| !self.needs.2) {
                    for (total, gain) in self.totals.iter_mut().zip(gained) {
                        *total += gain;
                    }
                    if self.needs.0 {
                        count(&mut self.successes, self.setting.outcomes.row(set, trial));
                    }
                    return;
                }
                self.setting.outcomes.row(set, trial)
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

    /// Adds the gains of a trial to the mean scores.
    fn score(&mut self, row: &[u8]) {
        let questions = self.setting.outcomes.questions();
        add_gains(&self.setting.gains, row, questions, &mut self.totals);
        if self.needs.2 {
            let gain = |&category: &u8| {
                self.setting.gains.get(usize::from(category)).copied().unwrap_or_default()
            };
            for (sum, category) in self.sums.iter_mut().zip(row) {
                *sum += gain(category).0;
            }
            for (square, row) in self.squares.iter_mut().zip(row.chunks_exact(questions)) {
                *square += row.iter().map(|category| gain(category).1).sum::<f64>();
            }
        }
    }

    /// Scores the models by n trials, and returns the tolerance of equal scores.
    pub(super) fn rank(&mut self, measure: &Prepared, n: usize) -> f64 {
        let questions = self.setting.outcomes.questions();
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
                if self.setting.threshold.is_some() {
                    let cells = self.successes.chunks_exact(questions);
                    for (variance, cells) in self.variances.iter_mut().zip(cells) {
                        *variance = look_up(&table.variances, cells);
                    }
                }
                table.tolerance
            }
        };
        if let Some(threshold) = self.setting.threshold {
            if matches!(measure.work, Work::Mean(_)) {
                self.spread(n);
            }
            std::mem::swap(&mut self.scores, &mut self.raw);
            let (raw, placed) = (&self.raw, &mut self.placed);
            tied_ranks(raw, &self.variances, threshold, tolerance, placed, &mut self.scores);
            tolerance = 0.0;
        }
        tolerance
    }

    /// The variance of each model's total: T² times that of its Dirichlet means.
    fn spread(&mut self, n: usize) {
        let known = self.known.map_or(0, Outcomes::trials);
        let total = self.setting.pseudo_counts.iter().sum::<f64>() + (known + n) as f64;
        let cells = self.sums.chunks_exact(self.setting.outcomes.questions());
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

/// The sum of the values of the cells, four at a time.
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
