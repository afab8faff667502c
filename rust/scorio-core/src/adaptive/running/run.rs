//! A run: it asks for trials, takes their scores, and says when it is done.

use std::sync::Arc;

use super::choosing::Chooser;
use super::model_trials::ModelTrials;
use super::state::{Logged, Pending, Query, RunState, StopReason};
use crate::adaptive::boundary::PairBoundary;
use crate::adaptive::error::AdaptiveError;
use crate::adaptive::items::bank::ItemBank;
use crate::adaptive::options::{Goal, RunModel, RunOptions, check_models};
use crate::check;
use crate::error::Result;
use crate::numeric::watch;

/// A run over the models and items of a bank.
#[derive(Clone, Debug)]
pub struct Ranker {
    pub(in crate::adaptive) bank: Arc<ItemBank>,
    pub(in crate::adaptive) models: Vec<RunModel>,
    pub(in crate::adaptive) options: RunOptions,
    pub(in crate::adaptive) boundary: PairBoundary,
    pub(in crate::adaptive) chooser: Chooser,
    pub(in crate::adaptive) standings: Vec<ModelTrials>,
    pub(in crate::adaptive) state: RunState,
    pub(in crate::adaptive) spent: f64,
    clipped: u64,
}

impl Ranker {
    /// A run without trials.
    ///
    /// # Errors
    /// - There are too few models, a model is named twice, or a cost is not positive.
    /// - An option is outside its range, or means nothing beside the others.
    /// - The warm-up costs more than the budget, or has more items than a model may have.
    pub fn new(bank: Arc<ItemBank>, models: Vec<RunModel>, options: RunOptions) -> Result<Self> {
        options.check(models.len())?;
        options.check_together()?;
        check_models(&models, bank.len())?;
        let boundary = options.pair_boundary(models.len())?;
        let chooser = Chooser::new(&bank, &options);
        let standing = ModelTrials::new(&bank, options.prior, |item| chooser.is_open(&bank, item));
        if let Some(budget) = options.budget {
            let least = |items: usize| models.iter().map(|model| model.cost.least(items)).sum();
            let cost: f64 = least(options.warmup.min(standing.left));
            if options.goal == Goal::Rank && cost > within(budget) {
                return Err(AdaptiveError::WarmupBudget { cost, budget }.into());
            }
            let cost: f64 = least(1);
            if cost > within(budget) {
                return Err(AdaptiveError::FirstTrials { cost, budget }.into());
            }
        }
        let standings = vec![standing; models.len()];
        let state = RunState::default();
        Ok(Self {
            bank,
            models,
            options,
            boundary,
            chooser,
            standings,
            state,
            spent: 0.0,
            clipped: 0,
        })
    }

    /// The run that has a state.
    ///
    /// # Errors
    /// - Those of [`Self::new`].
    /// - The state has a trial twice, a score that is impossible, or a query that was not asked.
    pub fn restored(
        bank: Arc<ItemBank>,
        models: Vec<RunModel>,
        options: RunOptions,
        state: &RunState,
    ) -> Result<Self> {
        let mut run = Self::new(bank, models, options)?;
        for one in &state.log {
            watch::going()?;
            run.check_places(one.model, one.item)?;
            let outcome = one.score.map(|score| run.outcome(one.item, score)).transpose()?;
            run.check_free(one.model, one.item)?;
            check::not_negative("cost", &[], one.cost)?;
            run.take(one.model, one.item);
            run.close(*one, outcome);
        }
        for one in &state.pending {
            let Query { id, model, item, cost } = one.query;
            run.check_places(model, item)?;
            run.check_free(model, item)?;
            check::not_negative("cost", &[], cost)?;
            if id >= state.asked || run.state.pending.iter().any(|other| other.query.id == id) {
                return Err(
                    AdaptiveError::State { what: format!("query {id} is impossible") }.into()
                );
            }
            run.take(model, item);
            run.state.pending.push(*one);
        }
        run.state.asked = state.asked;
        run.state.drawn = state.drawn;
        Ok(run)
    }

    /// The bank.
    #[must_use]
    pub fn bank(&self) -> &ItemBank {
        &self.bank
    }

    /// The models.
    #[must_use]
    pub fn models(&self) -> &[RunModel] {
        &self.models
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &RunOptions {
        &self.options
    }

    /// What the run has asked and been told.
    #[must_use]
    pub fn state(&self) -> &RunState {
        &self.state
    }

    /// What all trials have cost.
    #[must_use]
    pub fn spent(&self) -> f64 {
        self.spent
    }

    /// Scores that were clipped to the range of the bank.
    #[must_use]
    pub fn clipped(&self) -> u64 {
        self.clipped
    }

    /// The rule that decides pairs.
    #[must_use]
    pub fn boundary(&self) -> &PairBoundary {
        &self.boundary
    }

    pub(crate) fn standings(&self) -> &[ModelTrials] {
        &self.standings
    }

    /// The place of a model.
    ///
    /// # Errors
    /// The run does not have it.
    pub fn model(&self, name: &str) -> Result<usize> {
        let unknown = || AdaptiveError::UnknownModel { model: name.to_owned() }.into();
        self.models.iter().position(|model| model.name == name).ok_or_else(unknown)
    }

    /// The next queries, at most `count`. Failed ones come first. If others cost so much that the budget
    /// does not pay for them again, they are given up.
    pub fn ask(&mut self, count: usize) -> Vec<Query> {
        let mut queries = Vec::new();
        while self.options.budget.is_some_and(|budget| self.planned() > within(budget)) {
            let Some(at) = self.state.pending.iter().position(|one| one.again) else { break };
            let Query { model, item, .. } = self.state.pending.remove(at).query;
            self.close(Logged { model, item, score: None, cost: 0.0 }, None);
        }
        for pending in self.state.pending.iter_mut().filter(|one| one.again).take(count) {
            pending.again = false;
            queries.push(pending.query);
        }
        while queries.len() < count {
            let Some((model, item)) = self.choose() else { break };
            queries.push(self.asked(model, item));
        }
        queries
    }

    /// The query of a trial that the caller chose.
    ///
    /// # Errors
    /// - The trial is there or pending already.
    /// - It does not fit the budget.
    pub fn ask_item(&mut self, model: usize, item: usize) -> Result<Query> {
        self.check_places(model, item)?;
        self.check_free(model, item)?;
        if !self.fits(model, item) {
            let cost = self.models[model].cost.of(item);
            let budget = self.options.budget.unwrap_or_default();
            return Err(
                AdaptiveError::Budget { cost, left: budget - self.planned(), budget }.into()
            );
        }
        Ok(self.asked(model, item))
    }

    fn asked(&mut self, model: usize, item: usize) -> Query {
        let cost = self.models[model].cost.of(item);
        let query = Query { id: self.state.asked, model, item, cost };
        self.state.asked += 1;
        self.take(model, item);
        self.state.pending.push(Pending { query, again: false });
        query
    }

    /// The score of a query. `cost` corrects what it was expected to cost.
    ///
    /// # Errors
    /// - The query was not asked, or is answered.
    /// - The score is not finite or outside the range, or the cost is negative.
    pub fn tell(&mut self, id: u64, score: f64, cost: Option<f64>) -> Result<()> {
        let at = self.pending_at(id)?;
        let Query { model, item, cost: expected, .. } = self.state.pending[at].query;
        let outcome = self.outcome(item, score)?;
        let cost = cost.unwrap_or(expected);
        check::not_negative("cost", &[], cost)?;
        self.state.pending.remove(at);
        self.close(Logged { model, item, score: Some(score), cost }, Some(outcome));
        Ok(())
    }

    /// The trial of a query failed. It is asked again, or given up.
    ///
    /// # Errors
    /// - The query was not asked, or is answered.
    /// - The cost is negative.
    pub fn tell_failed(&mut self, id: u64, retry: bool, cost: f64) -> Result<()> {
        let at = self.pending_at(id)?;
        check::not_negative("cost", &[], cost)?;
        if retry {
            self.state.pending[at].again = true;
            return Ok(());
        }
        let Query { model, item, .. } = self.state.pending.remove(at).query;
        self.close(Logged { model, item, score: None, cost }, None);
        Ok(())
    }

    /// The score of a model on an item, asked or not.
    ///
    /// # Errors
    /// - The trial is there already.
    /// - The score is not finite or outside the range, or the cost is negative.
    pub fn add(&mut self, model: usize, item: usize, score: f64, cost: Option<f64>) -> Result<()> {
        self.check_places(model, item)?;
        if let Some(id) = self.pending_id(model, item) {
            return self.tell(id, score, cost);
        }
        self.check_free(model, item)?;
        let outcome = self.outcome(item, score)?;
        let cost = cost.unwrap_or_else(|| self.models[model].cost.of(item));
        check::not_negative("cost", &[], cost)?;
        self.take(model, item);
        self.close(Logged { model, item, score: Some(score), cost }, Some(outcome));
        Ok(())
    }

    /// The number of the pending query of a model on an item.
    #[must_use]
    pub fn pending_id(&self, model: usize, item: usize) -> Option<u64> {
        let mut queries = self.state.pending.iter().map(|one| one.query);
        queries.find(|one| one.model == model && one.item == item).map(|one| one.id)
    }

    /// Why there is nothing more to ask. Nothing while queries are pending.
    #[must_use]
    pub fn reason(&self) -> Option<StopReason> {
        if !self.state.pending.is_empty() || self.next().is_some() {
            return None;
        }
        if self.is_precise() {
            return Some(StopReason::Precision);
        }
        let wanting = self.wanting();
        if wanting.is_empty() {
            return Some(StopReason::Confident);
        }
        let open = wanting.iter().any(|model| self.has_items(*model));
        Some(if open { StopReason::Budget } else { StopReason::Items })
    }

    fn pending_at(&self, id: u64) -> Result<usize> {
        let at = self.state.pending.iter().position(|one| one.query.id == id);
        at.ok_or_else(|| {
            if id < self.state.asked {
                AdaptiveError::Answered { query: id }.into()
            } else {
                AdaptiveError::NotAsked { query: id }.into()
            }
        })
    }

    fn check_places(&self, model: usize, item: usize) -> Result<()> {
        if model >= self.models.len() || item >= self.bank.len() {
            let what = format!("there is no model {model} or no item {item}");
            return Err(AdaptiveError::State { what }.into());
        }
        Ok(())
    }

    fn check_free(&self, model: usize, item: usize) -> Result<()> {
        if self.standings[model].taken[item] {
            let (model, item) =
                (self.models[model].name.clone(), self.bank.columns().items[item].clone());
            return Err(AdaptiveError::TrialTwice { model, item }.into());
        }
        Ok(())
    }

    fn outcome(&self, item: usize, score: f64) -> Result<(f64, bool)> {
        self.bank.outcome(item, score, self.options.clip)
    }

    fn take(&mut self, model: usize, item: usize) {
        let open = self.chooser.is_open(&self.bank, item);
        self.standings[model].take(&self.bank, item, open);
    }

    fn close(&mut self, one: Logged, outcome: Option<(f64, bool)>) {
        let standing = &mut self.standings[one.model];
        match outcome {
            Some((y, clipped)) => {
                standing.answer(&self.bank, self.options.prior, one.item, y);
                self.clipped += u64::from(clipped);
            }
            None => standing.give_up(&self.bank, one.item),
        }
        standing.spent += one.cost;
        self.spent += one.cost;
        self.state.log.push(one);
    }

    fn choose(&mut self) -> Option<(usize, usize)> {
        let found = self.next();
        if found.is_some() {
            self.state.drawn += self.chooser.draws();
        }
        found
    }
}

/// The most that sums of costs may reach. Their rounding is allowed for.
pub(super) fn within(budget: f64) -> f64 {
    budget * (1.0 + 1e-12)
}
