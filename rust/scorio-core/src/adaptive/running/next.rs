//! What a run asks next, and which pairs are decided.

use super::horizon::Horizons;
use super::run::{Ranker, within};
use super::state::StopReason;
use crate::adaptive::items::whole::assisted;
use crate::adaptive::options::{Goal, ModelCost};

impl Ranker {
    /// The next model and item.
    pub(in crate::adaptive) fn next(&self) -> Option<(usize, usize)> {
        if self.options.goal == Goal::Rank {
            let warmup = self.options.warmup;
            let mut fresh: Vec<usize> = (0..self.models.len())
                .filter(|&model| self.standings[model].tried < warmup && self.has_items(model))
                .collect();
            fresh.sort_by_key(|&model| self.standings[model].tried);
            let mut affordable = fresh.iter().filter_map(|&model| self.affordable(model));
            if let Some(found) = affordable.next() {
                return Some(found);
            }
            if self.is_precise() {
                return None;
            }
        }
        let candidates: Vec<(usize, usize)> = self
            .wanting()
            .into_iter()
            .filter(|&model| self.has_items(model))
            .filter_map(|model| self.affordable(model))
            .collect();
        let mut best: Option<(f64, (usize, usize))> = None;
        for (model, item) in candidates {
            let standing = &self.standings[model];
            let variance = 1.0 / self.planned_precision(model);
            let value =
                self.chooser.value(&self.bank, &self.models[model], standing, variance, item);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, (model, item)));
            }
        }
        best.map(|one| one.1)
    }

    /// The item of a model, if the budget has room for it, or else the best item that it has room for.
    /// A sample for scores keeps its order: cheap items alone would be no sample.
    fn affordable(&self, model: usize) -> Option<(usize, usize)> {
        let item = self.next_item(model)?;
        if self.fits(model, item) {
            return Some((model, item));
        }
        let cost = &self.models[model].cost;
        if self.options.goal == Goal::Score || matches!(cost, ModelCost::Same(_)) {
            return None;
        }
        let room = within(self.options.budget?) - self.planned();
        let standing = &self.standings[model];
        let cheaper =
            self.chooser.item_within(&self.bank, standing, cost, self.state.drawn, room)?;
        self.fits(model, cheaper).then_some((model, cheaper))
    }

    /// Whether the budget has room for a further trial of a model.
    pub(super) fn is_affordable(&self, model: usize) -> bool {
        self.has_items(model) && self.affordable(model).is_some()
    }

    /// What all trials cost with those that are pending.
    pub(super) fn planned(&self) -> f64 {
        self.spent + self.state.pending.iter().map(|one| one.query.cost).sum::<f64>()
    }

    /// Whether the budget has room for a trial.
    pub(super) fn fits(&self, model: usize, item: usize) -> bool {
        let cost = self.models[model].cost.of(item);
        self.options.budget.is_none_or(|budget| self.planned() + cost <= within(budget))
    }

    /// Why a model needs no trial of an item that its caller chose. Nothing if it would help.
    ///
    /// For scores with a number of items, those of the sample alone help.
    #[must_use]
    pub fn enough(&self, model: usize, item: usize) -> Option<StopReason> {
        if model >= self.models.len() || item >= self.bank.len() || !self.has_items(model) {
            return Some(StopReason::Items);
        }
        let most = self.options.max_items.unwrap_or(usize::MAX);
        if !self.chooser.is_sampled(item, most) {
            return Some(StopReason::Items);
        }
        let warming =
            self.options.goal == Goal::Rank && self.standings[model].tried < self.options.warmup;
        if !warming {
            if self.is_precise() {
                return Some(StopReason::Precision);
            }
            if !self.wanting().contains(&model) {
                let is_rank = self.options.goal == Goal::Rank;
                return Some(if is_rank { StopReason::Confident } else { StopReason::Precision });
            }
        }
        (!self.fits(model, item)).then_some(StopReason::Budget)
    }

    /// The item that a model would get next.
    pub(crate) fn next_item(&self, model: usize) -> Option<usize> {
        let (standing, cost) = (&self.standings[model], &self.models[model].cost);
        self.chooser.item(&self.bank, standing, cost, self.state.drawn)
    }

    /// How many more items a model may have.
    pub(crate) fn items_left(&self, model: usize) -> u64 {
        let standing = &self.standings[model];
        let most = self.options.max_items.map(|most| most.saturating_sub(standing.tried));
        standing.left.min(most.unwrap_or(usize::MAX)) as u64
    }

    pub(super) fn has_items(&self, model: usize) -> bool {
        self.items_left(model) > 0
    }

    /// 1/SE² with the information that pending items will add.
    fn planned_precision(&self, model: usize) -> f64 {
        let (ability, se) = self.standings[model].located();
        let own = self.state.pending.iter().filter(|one| one.query.model == model);
        let more: f64 =
            own.map(|one| self.bank.curves()[one.query.item].information(ability)).sum();
        1.0 / (se * se) + more
    }

    /// Whether every standard error is small enough.
    pub(super) fn is_precise(&self) -> bool {
        let Some(most) = self.options.precision else { return false };
        match self.options.goal {
            Goal::Rank => self.standings.iter().all(|one| one.ability().se <= most),
            Goal::Score => (0..self.models.len()).all(|model| self.is_scored(model, most)),
        }
    }

    fn is_scored(&self, model: usize, most: f64) -> bool {
        let standing = &self.standings[model];
        let score = assisted(&self.bank, standing.places(), standing.cells(), standing.ability());
        let scale = self.bank.scale();
        let enough = standing.cells().len() >= self.options.warmup.min(self.bank.len());
        enough && score.is_some_and(|score| score.sigma * (scale.hi - scale.lo) <= most)
    }

    /// The models of which more items would help.
    pub(super) fn wanting(&self) -> Vec<usize> {
        if self.options.goal == Goal::Score {
            let done = |model: usize| {
                self.options.precision.is_some_and(|most| self.is_scored(model, most))
            };
            return (0..self.models.len()).filter(|&model| !done(model)).collect();
        }
        let mut wanted = vec![false; self.models.len()];
        for (one, other) in self.open_pairs() {
            wanted[one] = true;
            wanted[other] = true;
        }
        (0..self.models.len()).filter(|&model| wanted[model]).collect()
    }

    /// The models by ability, the best first.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let ability = |model: usize| self.standings[model].ability().mode;
        let mut order: Vec<usize> = (0..self.models.len()).collect();
        order.sort_by(|&one, &other| ability(other).total_cmp(&ability(one)));
        order
    }

    /// Whether a pair is decided.
    #[must_use]
    pub fn is_decided(&self, one: usize, other: usize) -> bool {
        self.decides(&self.horizons(), one, other)
    }

    /// Whether a pair is decided, if so much is left.
    pub(super) fn decides(&self, left: &Horizons, one: usize, other: usize) -> bool {
        let (first, second) = (self.standings[one].located(), self.standings[other].located());
        self.boundary.decides(first, second, left.of(one, other))
    }

    /// The pairs that matter and are not decided.
    #[must_use]
    pub fn open_pairs(&self) -> Vec<(usize, usize)> {
        let order = self.order();
        let pairs: Vec<(usize, usize)> = match (self.options.top, self.options.baseline) {
            (Some(top), _) => {
                let (above, below) = order.split_at(top.min(order.len()));
                let across = |&one: &usize| below.iter().map(move |&other| (one, other));
                above.iter().flat_map(across).collect()
            }
            (None, Some(baseline)) => {
                let others = (0..order.len()).filter(|&model| model != baseline);
                others.map(|model| (baseline, model)).collect()
            }
            (None, None) => order.windows(2).map(|pair| (pair[0], pair[1])).collect(),
        };
        let left = self.horizons();
        pairs.into_iter().filter(|&(one, other)| !self.decides(&left, one, other)).collect()
    }
}
