//! Abilities and difficulties together: the mode of a model whose items share one slope.
//!
//! With x = θ − b and priors of precision p and q, the function
//! Σ [s x − n ln(1 + e^x)] − p Σ θ²/2 − q Σ (b − mean b)²/2 is concave. Newton's step leaves L linear
//! equations, once the difficulties are eliminated. Conjugate gradients solve them. They need the
//! weights n μ(1 − μ) only to multiply with. The margins alone decide where the mode is. So items with
//! equal trials and sums have one difficulty, and are one group.

use crate::error::Result;
use crate::irt::items::groups::ItemGroups;
use crate::irt::items::responses::Responses;
use crate::irt::parallel::{BLOCK, dot, mean, over, sum};
use crate::numeric::error::NumericError;
use crate::numeric::portable::{exp, ln};
use crate::numeric::watch;

const MOST_STEPS: usize = 200;

/// Groups of items next to one another, and what one pass computes of them.
struct ItemBlock {
    first: usize,
    /// How many items each group has.
    times: Vec<f64>,
    /// The trials of an item, group by group.
    trials: Vec<f64>,
    /// n μ (1 − μ), group by group.
    weights: Vec<f64>,
    /// The expected sum of an item of each group, and the sum of its weights.
    items: Vec<(f64, f64)>,
    /// The same of each model, of all items of these groups.
    expected: Vec<f64>,
    seen: Vec<f64>,
    /// Products with the weights, by model and by group, and a sum over items.
    rows: Vec<f64>,
    columns: Vec<f64>,
    total: f64,
}

/// The search for the mode. Items are in groups; all else of items is that of one item of each group.
pub(crate) struct JointMode {
    blocks: Vec<ItemBlock>,
    threads: usize,
    pub(crate) groups: ItemGroups,
    /// What the expected sums of models and of items have to be.
    pub(crate) model_sums: Vec<f64>,
    pub(crate) item_sums: Vec<f64>,
    /// The precision of the prior of abilities, and that of difficulties.
    pub(crate) precisions: (f64, f64),
    pub(crate) abilities: Vec<f64>,
    pub(crate) difficulties: Vec<f64>,
    /// The sum of weights of each model and of each item.
    pub(crate) model_weights: Vec<f64>,
    pub(crate) item_weights: Vec<f64>,
    slopes: (Vec<f64>, Vec<f64>),
}

impl JointMode {
    /// The search, from where all models and all items are alike but for their own margins.
    pub(crate) fn new(responses: &Responses, threads: usize) -> Self {
        Self::grouped(responses, ItemGroups::new(responses), threads)
    }

    fn grouped(responses: &Responses, groups: ItemGroups, threads: usize) -> Self {
        let models = responses.models();
        let (rows, columns) = (responses.of_models(), groups.firsts(&responses.of_items()));
        let odds =
            |&(n, sum): &(f64, f64)| if n > 0.0 { ln((sum + 0.5) / (n - sum + 0.5)) } else { 0.0 };
        let of_block = |(block, items): (usize, &[usize])| {
            let trials: Vec<f64> =
                items.iter().flat_map(|&item| responses.trials(item)).copied().collect();
            let times = groups.times.iter().skip(block * BLOCK).take(items.len());
            ItemBlock {
                first: block * BLOCK,
                times: times.copied().collect(),
                weights: vec![0.0; trials.len()],
                trials,
                items: vec![(0.0, 0.0); items.len()],
                expected: vec![0.0; models],
                seen: vec![0.0; models],
                rows: vec![0.0; models],
                columns: vec![0.0; items.len()],
                total: 0.0,
            }
        };
        let blocks = groups.first.chunks(BLOCK).enumerate().map(of_block).collect();
        let mut made = Self {
            blocks,
            threads: if models * columns.len() > 1_000_000 { threads } else { 1 },
            groups,
            model_sums: rows.iter().map(|row| row.1).collect(),
            item_sums: columns.iter().map(|column| column.1).collect(),
            precisions: (0.0, 0.0),
            abilities: rows.iter().map(odds).collect(),
            difficulties: columns.iter().map(|column| -odds(column)).collect(),
            model_weights: vec![0.0; models],
            item_weights: vec![0.0; columns.len()],
            slopes: (Vec::new(), Vec::new()),
        };
        made.centre();
        made
    }

    /// The mean difficulty of all items.
    pub(crate) fn mean_difficulty(&self) -> f64 {
        self.groups.mean(&self.difficulties)
    }

    /// Moves abilities and difficulties so that the mean ability is 0: nothing else changes.
    pub(crate) fn centre(&mut self) {
        let mean = mean(&self.abilities);
        for place in self.abilities.iter_mut().chain(&mut self.difficulties) {
            *place -= mean;
        }
    }

    /// One pass over the cells: expected sums, weights and slopes.
    fn pass(&mut self) {
        let models: Vec<f64> = self.abilities.iter().map(|&theta| exp(theta)).collect();
        let items: Vec<f64> = self.difficulties.iter().map(|&b| exp(b)).collect();
        over(&mut self.blocks, self.threads, |block| {
            block.expected.fill(0.0);
            block.seen.fill(0.0);
            let mut line = vec![0.0; models.len()];
            let cells =
                block.trials.chunks(models.len()).zip(block.weights.chunks_mut(models.len()));
            let places = block.items.iter_mut().zip(items.iter().skip(block.first));
            for (((trials, weights), (item, &b)), times) in cells.zip(places).zip(&block.times) {
                for (((n, weight), a), expected) in
                    trials.iter().zip(&mut *weights).zip(&models).zip(&mut line)
                {
                    let part = 1.0 / (a + b);
                    *expected = n * (a * part);
                    *weight = *expected * (b * part);
                }
                let of_models = block.expected.iter_mut().zip(&mut block.seen);
                for ((all, seen), (expected, weight)) in of_models.zip(line.iter().zip(&*weights)) {
                    *all += times * expected;
                    *seen += times * weight;
                }
                *item = (sum(&line), sum(weights));
            }
        });
        let mut of_models = vec![(0.0, 0.0); models.len()];
        let mut of_items = Vec::with_capacity(items.len());
        for block in &self.blocks {
            let parts = block.expected.iter().zip(&block.seen);
            for (all, (expected, seen)) in of_models.iter_mut().zip(parts) {
                *all = (all.0 + expected, all.1 + seen);
            }
            of_items.extend_from_slice(&block.items);
        }
        let (p, q) = self.precisions;
        let centre = self.mean_difficulty();
        let slope = |((sum, expected), off): ((&f64, &(f64, f64)), f64)| sum - expected.0 - off;
        let off = self.abilities.iter().map(|theta| p * theta);
        self.slopes.0 = self.model_sums.iter().zip(&of_models).zip(off).map(slope).collect();
        let off = self.difficulties.iter().map(|b| -q * (b - centre));
        self.slopes.1 =
            self.item_sums.iter().zip(&of_items).zip(off).map(|one| -slope(one)).collect();
        self.model_weights = of_models.iter().map(|one| one.1).collect();
        self.item_weights = of_items.iter().map(|one| one.1).collect();
    }

    /// Wᵀ diag(factors) W times a value of each model, and the sum of diag(factors) W times it.
    fn through(&mut self, models: &[f64], factors: &[f64]) -> (Vec<f64>, f64) {
        over(&mut self.blocks, self.threads, |block| {
            block.rows.fill(0.0);
            block.total = 0.0;
            let cells = block.weights.chunks(models.len()).zip(&block.times);
            for ((weights, times), factor) in cells.zip(factors.iter().skip(block.first)) {
                let value = times * factor * dot(weights, models);
                block.total += value;
                for (sum, weight) in block.rows.iter_mut().zip(weights) {
                    *sum += weight * value;
                }
            }
        });
        (self.by_model(models.len()), self.blocks.iter().map(|block| block.total).sum())
    }

    fn by_model(&self, models: usize) -> Vec<f64> {
        let mut rows = vec![0.0; models];
        for block in &self.blocks {
            for (all, part) in rows.iter_mut().zip(&block.rows) {
                *all += part;
            }
        }
        rows
    }

    /// Wᵀ times a value of each item.
    fn rows(&mut self, values: &[f64]) -> Vec<f64> {
        let models = self.abilities.len();
        over(&mut self.blocks, self.threads, |block| {
            block.rows.fill(0.0);
            let cells = block.weights.chunks(models).zip(&block.times);
            for ((weights, times), value) in cells.zip(values.iter().skip(block.first)) {
                let value = times * value;
                for (sum, weight) in block.rows.iter_mut().zip(weights) {
                    *sum += weight * value;
                }
            }
        });
        self.by_model(models)
    }

    /// W times a value of each model, by group.
    fn columns(&mut self, models: &[f64]) -> Vec<f64> {
        over(&mut self.blocks, self.threads, |block| {
            let cells = block.weights.chunks(models.len());
            for (column, weights) in block.columns.iter_mut().zip(cells) {
                *column = dot(weights, models);
            }
        });
        self.blocks.iter().flat_map(|block| &block.columns).copied().collect()
    }

    /// Newton's step of abilities and difficulties, but for a part of it.
    fn step(&mut self, part: f64) -> (Vec<f64>, Vec<f64>) {
        let (p, q) = self.precisions;
        let (of_models, of_items) = self.slopes.clone();
        let count = self.groups.of.len() as f64;
        let times = self.groups.times.clone();
        // The inverse of diag(D) − (q / M) 1 1ᵀ is diag(1 / D) and one more product. An item that no
        // model has a weight on keeps its place.
        let factors: Vec<f64> = self
            .item_weights
            .iter()
            .map(|w| if w + q > 0.0 { 1.0 / (w + q) } else { 0.0 })
            .collect();
        let all: Vec<f64> = factors.iter().zip(&times).map(|(one, times)| one * times).collect();
        let more = (q / count) / (1.0 - (q / count) * sum(&all)).max(1e-300);
        let inverse = |values: &[f64]| -> Vec<f64> {
            let share = more * dot(&all, values);
            values.iter().zip(&factors).map(|(value, factor)| factor * (value + share)).collect()
        };
        let right = self.rows(&inverse(&of_items));
        let mut rest: Vec<f64> = of_models.iter().zip(&right).map(|(g, w)| g + w).collect();
        // Without a prior nothing moves all models alike. Rounding errors in that direction would grow.
        let moving: Vec<bool> = self.model_weights.iter().map(|&w| p == 0.0 && w > 0.0).collect();
        let level = |rest: &mut [f64]| {
            let all = || moving.iter().enumerate().filter(|(_, moves)| **moves).map(|one| one.0);
            let mean = all().map(|l| rest[l]).sum::<f64>() / all().count().max(1) as f64;
            all().for_each(|l| rest[l] -= mean);
        };
        level(&mut rest);
        let diagonal: Vec<f64> =
            self.model_weights.iter().map(|w| if w + p > 0.0 { w + p } else { 1.0 }).collect();
        let even = if q > 0.0 { self.rows(&factors) } else { vec![0.0; of_models.len()] };
        let mut found = vec![0.0; of_models.len()];
        let scaled = |rest: &[f64]| -> Vec<f64> {
            rest.iter().zip(&diagonal).map(|(rest, d)| rest / d).collect()
        };
        let mut along = scaled(&rest);
        let mut size = dot(&rest, &along);
        let enough = part * part * size;
        for _ in 0..found.len() + 50 {
            if size <= enough || size <= 0.0 || !watch::goes_on() {
                break;
            }
            let (product, total) = self.through(&along, &factors);
            let image: Vec<f64> = (0..along.len())
                .map(|l| {
                    (self.model_weights[l] + p) * along[l] - product[l] - more * total * even[l]
                })
                .collect();
            let curve = dot(&along, &image);
            if curve <= 0.0 {
                break;
            }
            let share = size / curve;
            for ((found, rest), (along, image)) in
                found.iter_mut().zip(&mut rest).zip(along.iter().zip(&image))
            {
                *found += share * along;
                *rest -= share * image;
            }
            level(&mut rest);
            let next = scaled(&rest);
            let grown = dot(&rest, &next);
            for (along, next) in along.iter_mut().zip(next) {
                *along = next + grown / size * *along;
            }
            size = grown;
        }
        let moved = self.columns(&found);
        let sum: Vec<f64> = of_items.iter().zip(&moved).map(|(g, w)| g + w).collect();
        (found, inverse(&sum))
    }

    fn along(&self, step: &(Vec<f64>, Vec<f64>)) -> f64 {
        let of_items = self.slopes.1.iter().zip(&self.groups.times);
        let all: Vec<f64> = of_items.map(|(slope, times)| slope * times).collect();
        dot(&self.slopes.0, &step.0) + dot(&all, &step.1)
    }

    /// Goes to the mode.
    ///
    /// # Errors
    /// The iteration does not converge: there is no mode.
    pub(crate) fn solve(&mut self) -> Result<()> {
        self.pass();
        // The next step is about the square of this one. More digits than that are of no use yet.
        let mut part = 1e-2;
        for _ in 0..MOST_STEPS {
            watch::going()?;
            let step = self.step(part);
            let longest =
                step.0.iter().chain(&step.1).fold(0.0_f64, |most, step| most.max(step.abs()));
            if !longest.is_finite() {
                break;
            }
            // Digits double with each step that is solved closely: after one of 1e-6, about 1e-13 is
            // left.
            let close = longest <= 1e-6 && part <= 1e-6;
            let (before, start) =
                (self.along(&step), (self.abilities.clone(), self.difficulties.clone()));
            part = if longest > 2e-3 { (0.1 * longest).min(1e-2) } else { 1e-8 };
            let mut share = (4.0 / longest).min(1.0);
            for _ in 0..60 {
                let moved = |from: &[f64], step: &[f64]| -> Vec<f64> {
                    from.iter().zip(step).map(|(from, step)| from + share * step).collect()
                };
                self.abilities = moved(&start.0, &step.0);
                self.difficulties = moved(&start.1, &step.1);
                self.centre();
                self.pass();
                // Along the step the slope falls. It may turn, but not become steeper.
                if close || self.along(&step).abs() <= before {
                    break;
                }
                share /= 2.0;
            }
            if close {
                return Ok(());
            }
            if self.abilities.iter().chain(&self.difficulties).any(|place| place.abs() > 300.0) {
                break;
            }
        }
        Err(NumericError::NotFinite { what: "the ability" }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_the_mode_of_their_items() {
        let (models, items) = (9, 150);
        let pick = |i: usize, times: f64| (i as f64 * times).fract();
        let (mut trials, mut sums) = (Vec::new(), Vec::new());
        for cell in 0..models * items {
            // Some items have fewer trials of one model.
            let asked = if cell % items < 40 && cell / items == 3 { 1.0 } else { 2.0 };
            trials.push(asked);
            let easy = pick(cell % items, 0.618) + 0.1 * (cell / items) as f64;
            sums.push(f64::from(u8::from(pick(cell, 0.414) < 0.6 * easy)) * asked);
        }
        let responses = Responses::new(models, items, &trials, &sums).unwrap();
        let alone = ItemGroups {
            of: (0..items).collect(),
            first: (0..items).collect(),
            times: vec![1.0; items],
        };
        let mut joint = JointMode::new(&responses, 1);
        let mut plain = JointMode::grouped(&responses, alone, 1);
        assert!(joint.difficulties.len() < 25, "{}", joint.difficulties.len());
        for search in [&mut joint, &mut plain] {
            search.precisions = (0.04, 0.5);
            search.solve().unwrap();
        }
        let all = |search: &JointMode| -> Vec<f64> {
            let of_items = [&search.difficulties, &search.item_weights];
            let own = of_items.map(|values| search.groups.items(values)).concat();
            [own, search.abilities.clone(), search.model_weights.clone()].concat()
        };
        assert_eq!(all(&joint).len(), 2 * (items + models));
        for (found, exact) in all(&joint).iter().zip(all(&plain)) {
            assert!((found - exact).abs() <= 1e-11 * (1.0 + exact.abs()), "{found} {exact}");
        }
    }
}
