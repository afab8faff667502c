//! How a ranking of models settles as trials are added (section 3.3 of arXiv:2510.04265).
//!
//! Trials are drawn again from those observed, many times. In every replicate and for every n the
//! models are ranked by their first n trials, and that ranking is compared with the gold one by
//! Kendall's τ-b. Convergence@n is the smallest n from which on they are the same.

mod measure;
mod order;
mod outcomes;
#[cfg(test)]
mod tests;

use ndarray::ArrayView2;

pub use measure::Measure;
pub use outcomes::{Outcomes, Scheme};

use crate::error::{Error, Result};
use crate::normal::one_sided_quantile;
use crate::random::Replicates;
use crate::rank;
use measure::{Prepared, Work};
use order::{Order, tie_groups};
use outcomes::Trial;

/// What is studied.
pub struct Study<'a> {
    outcomes: &'a Outcomes,
    prior: Option<&'a Outcomes>,
    scheme: Scheme,
    seed: u64,
    threshold: Option<f64>,
    measures: Vec<Prepared>,
    gold: Vec<Order>,
    /// w and w² of every category, in the units of the first mean score.
    squares: Vec<(f64, f64)>,
}

/// How one metric's ranking settles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The first n; the figures below are for it and those after it.
    pub start: usize,
    /// Mean of τ-b over the replicates; one that ties all models counts as 0.
    pub tau: Vec<f64>,
    /// Its standard error.
    pub error: Vec<f64>,
    /// Share of the replicates that tie all models.
    pub flat: Vec<f64>,
    /// Share of the replicates that converge at n.
    pub pmf: Vec<f64>,
    /// Share of them that converge at n or before.
    pub cdf: Vec<f64>,
    /// Share of them that never do.
    pub never: f64,
    /// Mean convergence@n of those that do; NaN if none does.
    pub mean: f64,
    /// Its standard error.
    pub mean_error: f64,
    /// The first replicate that converges last.
    pub slowest: u64,
}

/// Sums over a piece of the replicates.
#[derive(Clone, Debug, Default)]
struct Sums {
    tau: Vec<f64>,
    squares: Vec<f64>,
    flat: Vec<u64>,
    converged: Vec<u64>,
    never: u64,
    slowest: Option<Slowest>,
}

/// How late a replicate converges, and which one it is.
#[derive(Clone, Copy, Debug)]
struct Slowest {
    at: usize,
    differing: usize,
    replicate: u64,
}

impl<'a> Study<'a> {
    /// Prepares a study. `gold` holds the scores of the models that rank them, for all sets or for
    /// each; without it they are ranked by their mean scores over all trials. With a `confidence`,
    /// neighbours that it does not separate share a rank (section 2.9), in the gold ranking too if it
    /// is of the trials. `prior` holds outcomes of the same questions that the mean scores start
    /// from.
    ///
    /// # Errors
    /// Fewer than two models; no metric; arrays that do not fit together; a gold ranking that ties
    /// all models; a confidence outside (0, 1); whatever the metrics refuse.
    pub fn new(
        outcomes: &'a Outcomes,
        prior: Option<&'a Outcomes>,
        measures: &[Measure],
        gold: Option<ArrayView2<'_, f64>>,
        scheme: Scheme,
        confidence: Option<f64>,
        seed: u64,
    ) -> Result<Self> {
        if outcomes.models() < 2 {
            return Err(Error::OneModel { models: outcomes.models() });
        }
        if measures.is_empty() {
            return Err(Error::NoMetrics);
        }
        if let Some(prior) = prior {
            let sizes = |o: &Outcomes| [o.sets(), o.models(), o.questions()];
            let axes = ["sets of matrices", "models", "rows (questions)"];
            for ((left_size, right_size), axis) in
                sizes(prior).into_iter().zip(sizes(outcomes)).zip(axes)
            {
                if left_size != right_size {
                    return Err(Error::Shape {
                        left: "R0",
                        left_size,
                        right: "R",
                        right_size,
                        axis,
                    });
                }
            }
        }
        let threshold = confidence.map(one_sided_quantile).transpose()?;
        let prepare = |measure: &Measure| {
            let sizes = (outcomes.questions(), outcomes.trials(), outcomes.categories());
            measure.prepared(sizes.0, sizes.1, sizes.2, threshold.is_some())
        };
        let prepared = measures.iter().map(prepare).collect::<Result<Vec<_>>>()?;
        let weights = measures.iter().find_map(Measure::weights);
        let mean = Measure::mean(weights, outcomes.categories())?;
        let mean = prepare(&mean)?;
        let squares = match &mean.work {
            Work::Mean(gains) => gains.gains.iter().map(|&w| (w, w * w)).collect(),
            Work::Tables(_) => Vec::new(),
        };
        let mut study = Self {
            outcomes,
            prior,
            scheme,
            seed,
            threshold,
            measures: prepared,
            gold: Vec::new(),
            squares,
        };
        study.gold = match gold {
            Some(scores) => study.given(scores)?,
            None => (0..outcomes.sets()).map(|set| study.observed(&mean, set)).collect(),
        };
        if study.gold.iter().any(Order::is_flat) {
            return Err(Error::FlatGold);
        }
        Ok(study)
    }

    /// Whether a gold ranking ties some models.
    #[must_use]
    pub fn gold_has_ties(&self) -> bool {
        self.gold.iter().any(Order::has_ties)
    }

    fn given(&self, scores: ArrayView2<'_, f64>) -> Result<Vec<Order>> {
        let (sets, models) = scores.dim();
        let fit = |left_size, right_size, axis| {
            let error = Error::Shape { left: "gold", left_size, right: "R", right_size, axis };
            if left_size == right_size { Ok(()) } else { Err(error) }
        };
        fit(models, self.outcomes.models(), "models")?;
        if sets != 1 {
            fit(sets, self.outcomes.sets(), "sets of matrices")?;
        }
        let order = |scores: ndarray::ArrayView1<'_, f64>| {
            let scores = scores.to_vec();
            match scores.iter().position(|score| score.is_nan()) {
                Some(index) => Err(Error::Unrankable { name: "gold", index, value: f64::NAN }),
                None => Ok(Order::new(&scores, 0.0)),
            }
        };
        scores.outer_iter().map(order).collect()
    }

    /// The ranking by all trials of a set.
    fn observed(&self, mean: &Prepared, set: usize) -> Order {
        let mut state = State::new(self, set);
        for trial in 0..self.outcomes.trials() {
            state.add(Trial::Observed(set, trial));
        }
        let tolerance = state.rank(mean, self.outcomes.trials());
        Order::new(&state.scores, tolerance)
    }

    fn set_of(&self, replicate: u64) -> usize {
        match self.scheme {
            Scheme::Given => usize::try_from(replicate).unwrap_or(usize::MAX),
            _ => 0,
        }
    }

    fn gold_of(&self, set: usize) -> Option<&Order> {
        self.gold.get(set).or_else(|| self.gold.first())
    }

    /// Follows every metric through the replicates.
    ///
    /// # Errors
    /// No replicate; more than there are sets, where they are given; work that was ended.
    pub fn run(&self, replicates: Replicates<'_>) -> Result<Vec<Course>> {
        let sets = self.outcomes.sets() as u64;
        if self.scheme == Scheme::Given && replicates.count > sets {
            return Err(Error::TooFewSets { sets, replicates: replicates.count });
        }
        let pieces = replicates.map(|range| Ok(self.piece(range)))?;
        let mut courses = Vec::new();
        for (place, measure) in self.measures.iter().enumerate() {
            let sums = pieces.iter().filter_map(|piece| piece.get(place));
            let sums = sums.fold(Sums::default(), Sums::plus);
            courses.push(sums.course(measure.start, replicates.count));
        }
        Ok(courses)
    }

    fn piece(&self, range: std::ops::Range<u64>) -> Vec<Sums> {
        let trials = self.outcomes.trials();
        let length = |measure: &Prepared| trials + 1 - measure.start;
        let mut sums: Vec<_> = self.measures.iter().map(|m| Sums::new(length(m))).collect();
        let mut state = State::new(self, 0);
        let mut sorted = Vec::new();
        for replicate in range {
            let set = self.set_of(replicate);
            let Some(gold) = self.gold_of(set) else { continue };
            state.restart(set);
            // For each metric, the last n at which its ranking was another, and at how many.
            let mut lasts = vec![(0, 0); self.measures.len()];
            let mut draw = self.outcomes.draw(self.scheme, self.seed, replicate);
            for n in 1..=trials {
                state.add(draw.next());
                for ((measure, sums), last) in self.measures.iter().zip(&mut sums).zip(&mut lasts) {
                    if n < measure.start {
                        continue;
                    }
                    let tolerance = state.rank(measure, n);
                    let agreement = gold.agreement(&state.scores, tolerance, &mut sorted);
                    sums.add(n - measure.start, agreement.tau);
                    if !agreement.same {
                        *last = (n, last.1 + 1);
                    }
                }
            }
            for ((measure, sums), (last, differing)) in
                self.measures.iter().zip(&mut sums).zip(lasts)
            {
                sums.settle(last.max(measure.start - 1) + 1 - measure.start);
                sums.slower(Slowest { at: last, differing, replicate });
            }
        }
        sums
    }

    /// The ranks of the models in one replicate, for every n from the metric's first one:
    /// competition ranks, or with a confidence dense ones.
    ///
    /// # Errors
    /// No such metric or replicate.
    pub fn trajectory(&self, measure: usize, replicate: u64) -> Result<Vec<Vec<usize>>> {
        let known = self.measures.get(measure).filter(|_| self.has(replicate));
        let measure = known.ok_or(Error::NoReplicate { replicate })?;
        let mut state = State::new(self, self.set_of(replicate));
        let mut draw = self.outcomes.draw(self.scheme, self.seed, replicate);
        let mut ranks = Vec::new();
        for n in 1..=self.outcomes.trials() {
            state.add(draw.next());
            if n >= measure.start {
                let tolerance = state.rank(measure, n);
                ranks.push(match self.threshold {
                    Some(_) => rank::dense(&state.scores)?,
                    None => competition(&state.scores, tolerance),
                });
            }
        }
        Ok(ranks)
    }

    /// The categories of a replicate, by trial, model and question.
    ///
    /// # Errors
    /// No such replicate.
    pub fn replicate(&self, replicate: u64) -> Result<Vec<u8>> {
        if !self.has(replicate) {
            return Err(Error::NoReplicate { replicate });
        }
        let mut draw = self.outcomes.draw(self.scheme, self.seed, replicate);
        let mut drawn = Vec::with_capacity(self.outcomes.trials() * self.outcomes.cells());
        for _ in 0..self.outcomes.trials() {
            match draw.next() {
                Trial::Observed(set, trial) => drawn.extend(self.outcomes.row(set, trial)),
                Trial::Mixed(row) => drawn.extend(row),
            }
        }
        Ok(drawn)
    }

    fn has(&self, replicate: u64) -> bool {
        self.scheme != Scheme::Given || replicate < self.outcomes.sets() as u64
    }
}

/// Competition ranks of scores that are equal where they are no further apart than `tolerance`.
fn competition(scores: &[f64], tolerance: f64) -> Vec<usize> {
    let above = |score: &f64| scores.iter().filter(|&other| other - score > tolerance).count();
    scores.iter().map(|score| above(score) + 1).collect()
}

/// The models after some trials.
struct State<'a> {
    study: &'a Study<'a>,
    set: usize,
    /// Whether successes are counted cell by cell, mean scores by model, and both moments by cell.
    needs: (bool, bool, bool),
    successes: Vec<u32>,
    totals: Vec<f64>,
    /// Σ w of every cell, the prior's included, and Σ w² of every model.
    sums: Vec<f64>,
    squares: Vec<f64>,
    /// What trials gain by set, trial and model.
    gained: Vec<f64>,
    /// The scores by which models are ranked.
    scores: Vec<f64>,
    raw: Vec<f64>,
    variances: Vec<f64>,
    placed: Vec<(usize, f64, f64)>,
}

impl<'a> State<'a> {
    fn new(study: &'a Study<'a>, set: usize) -> Self {
        let (models, cells) = (study.outcomes.models(), study.outcomes.cells());
        let tables = study.measures.iter().any(|m| matches!(m.work, Work::Tables(_)));
        let means =
            study.gold.is_empty() || study.measures.iter().any(|m| matches!(m.work, Work::Mean(_)));
        let mut state = Self {
            study,
            set,
            needs: (tables, means, means && study.threshold.is_some()),
            successes: vec![0; cells],
            totals: vec![0.0; models],
            sums: vec![0.0; cells],
            squares: vec![0.0; models],
            gained: Vec::new(),
            scores: vec![0.0; models],
            raw: vec![0.0; models],
            variances: vec![0.0; models],
            placed: Vec::new(),
        };
        if study.scheme == Scheme::Column && !study.gold.is_empty() {
            let rows = 0..study.outcomes.trials();
            state.gained = rows.flat_map(|t| state.gains(study.outcomes.row(0, t))).collect();
        }
        state.restart(set);
        state
    }

    /// What every model gains in a trial.
    fn gains(&self, row: &[u8]) -> Vec<f64> {
        let mut gains = vec![0.0; self.totals.len()];
        add_gains(&self.study.squares, row, self.study.outcomes.questions(), &mut gains);
        gains
    }

    /// Back to the prior outcomes alone.
    fn restart(&mut self, set: usize) {
        self.set = set;
        self.successes.fill(0);
        self.totals.fill(0.0);
        // One outcome of each category is the uniform prior.
        let all = self.study.squares.iter();
        let (sum, square) = all.fold((0.0, 0.0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        self.sums.fill(sum);
        self.squares.fill(square * self.study.outcomes.questions() as f64);
        if let Some(prior) = self.study.prior {
            for trial in 0..prior.trials() {
                self.score(prior.row(set, trial));
            }
        }
    }

    /// Adds a trial.
    fn add(&mut self, trial: Trial<'_>) {
        let row = match trial {
            Trial::Observed(set, trial) => {
                let models = self.totals.len();
                let gained = self.gained.get(trial * models..(trial + 1) * models);
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
        add_gains(&self.study.squares, row, questions, &mut self.totals);
        if self.needs.2 {
            let gain = |&category: &u8| {
                self.study.squares.get(usize::from(category)).copied().unwrap_or_default()
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
    fn rank(&mut self, measure: &Prepared, n: usize) -> f64 {
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
        let prior = self.study.prior.map_or(0, Outcomes::trials);
        let total = (self.study.squares.len() + prior + n) as f64;
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

fn add_gains(gains: &[(f64, f64)], row: &[u8], questions: usize, totals: &mut [f64]) {
    let gain = |&category: &u8| gains.get(usize::from(category)).map_or(0.0, |gain| gain.0);
    for (total, row) in totals.iter_mut().zip(row.chunks_exact(questions)) {
        *total += row.iter().map(gain).sum::<f64>();
    }
}

impl Sums {
    fn new(length: usize) -> Self {
        Self {
            tau: vec![0.0; length],
            squares: vec![0.0; length],
            flat: vec![0; length],
            converged: vec![0; length],
            never: 0,
            slowest: None,
        }
    }

    fn add(&mut self, place: usize, tau: Option<f64>) {
        let slots =
            (self.tau.get_mut(place), self.squares.get_mut(place), self.flat.get_mut(place));
        if let (Some(sum), Some(square), Some(flat)) = slots {
            *sum += tau.unwrap_or(0.0);
            *square += tau.map_or(0.0, |tau| tau * tau);
            *flat += u64::from(tau.is_none());
        }
    }

    /// Counts a replicate that converges at a place; after the last one it never does.
    fn settle(&mut self, place: usize) {
        *self.converged.get_mut(place).unwrap_or(&mut self.never) += 1;
    }

    fn slower(&mut self, other: Slowest) {
        let key = |one: &Slowest| (one.at, one.differing, std::cmp::Reverse(one.replicate));
        if self.slowest.is_none_or(|slowest| key(&slowest) < key(&other)) {
            self.slowest = Some(other);
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        if self.tau.is_empty() {
            return other.clone();
        }
        let floats = [(&mut self.tau, &other.tau), (&mut self.squares, &other.squares)];
        for (mine, other) in floats {
            mine.iter_mut().zip(other).for_each(|(mine, other)| *mine += other);
        }
        let counts = [(&mut self.flat, &other.flat), (&mut self.converged, &other.converged)];
        for (mine, other) in counts {
            mine.iter_mut().zip(other).for_each(|(mine, other)| *mine += other);
        }
        self.never += other.never;
        if let Some(slowest) = other.slowest {
            self.slower(slowest);
        }
        self
    }

    fn course(self, start: usize, count: u64) -> Course {
        let replicates = count as f64;
        let tau: Vec<_> = self.tau.iter().map(|sum| sum / replicates).collect();
        let error =
            |(square, mean): (&f64, &f64)| standard_error(square / replicates, *mean, count);
        let error = self.squares.iter().zip(&tau).map(error).collect();
        let shares = |counts: &[u64]| counts.iter().map(|&c| c as f64 / replicates).collect();
        let mut known = 0;
        let until = |&at: &u64| {
            known += at;
            known
        };
        let upto: Vec<_> = self.converged.iter().map(until).collect();
        let settled = (count - self.never) as f64;
        let moment = |power: i32| {
            let terms = self.converged.iter().zip(start..);
            terms.map(|(&c, n)| c as f64 * (n as f64).powi(power)).sum::<f64>() / settled
        };
        let mean = moment(1);
        Course {
            start,
            tau,
            error,
            flat: shares(&self.flat),
            pmf: shares(&self.converged),
            cdf: shares(&upto),
            never: self.never as f64 / replicates,
            mean,
            mean_error: standard_error(moment(2), mean, count - self.never),
            slowest: self.slowest.map_or(0, |slowest| slowest.replicate),
        }
    }
}

/// That of a mean, from the mean square.
fn standard_error(square: f64, mean: f64, count: u64) -> f64 {
    ((square - mean * mean).max(0.0) / count.saturating_sub(1).max(1) as f64).sqrt()
}
