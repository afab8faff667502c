//! Adaptive runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::adaptive::{
    Allocation, BoundaryRule, Goal, Logged, ModelCost, Pending, Query, Ranker, RunModel,
    RunOptions, RunState, Selection,
};
use scorio_core::irt::AbilityPrior;

use crate::adaptive::bank::ItemBank;
use crate::calls::rows::tuples;
use crate::failure::{Failure, Outcome};
use crate::watch::{PAUSE, stoppable};

/// The options of a run, by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct OptionsGiven {
    goal: String,
    confidence: f64,
    boundary: String,
    rho: f64,
    resolution: Option<f64>,
    family: bool,
    warmup: usize,
    budget: Option<f64>,
    max_items: Option<usize>,
    precision: Option<f64>,
    top: Option<usize>,
    baseline: Option<String>,
    allocation: String,
    select: String,
    per_cost: bool,
    strata: bool,
    out_of_range: String,
    seed: u64,
    prior: (f64, f64),
}

/// A cost, or one for each item.
#[derive(FromPyObject)]
pub(crate) enum CostGiven {
    Same(f64),
    ByItem(Vec<f64>),
}

/// Number, model, item, stratum and cost.
type Asked = (u64, String, String, Option<String>, f64);
/// Model, item, score and cost.
type Told = (String, String, Option<f64>, f64);
/// Number, model, item, cost, and whether it is asked again.
type Waiting = (u64, String, String, f64, bool);
/// The log, pending queries, how many were asked, and how many numbers were drawn.
type State = (Vec<Told>, Vec<Waiting>, u64, u64);
/// Rows of models and of pairs.
type Found<'py> = (Vec<Bound<'py, PyTuple>>, Vec<Bound<'py, PyTuple>>);

/// An adaptive run.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct AdaptiveRun {
    run: Mutex<Ranker>,
}

impl AdaptiveRun {
    fn run(&self) -> MutexGuard<'_, Ranker> {
        // No call of the core panics with the lock, and each leaves the run whole.
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn options(given: OptionsGiven, models: &[RunModel]) -> Outcome<RunOptions> {
    let baseline = match given.baseline {
        None => None,
        Some(name) => {
            let at = models.iter().position(|model| model.name == name);
            let unknown = scorio_core::adaptive::AdaptiveError::UnknownModel { model: name };
            Some(at.ok_or_else(|| scorio_core::Error::from(unknown))?)
        }
    };
    Ok(RunOptions {
        goal: Goal::named(&given.goal)?,
        confidence: given.confidence,
        boundary: BoundaryRule::named(&given.boundary)?,
        rho: given.rho,
        resolution: given.resolution,
        family: given.family,
        warmup: given.warmup,
        budget: given.budget,
        max_items: given.max_items,
        precision: given.precision,
        top: given.top,
        baseline,
        allocation: Allocation::named(&given.allocation)?,
        selection: Selection::named(&given.select)?,
        per_cost: given.per_cost,
        strata: given.strata,
        clip: RunOptions::clips(&given.out_of_range)?,
        seed: given.seed,
        prior: AbilityPrior::new(given.prior.0, given.prior.1)?,
    })
}

fn asked(run: &Ranker, query: Query) -> Asked {
    let columns = run.bank().columns();
    let model = run.models()[query.model].name.clone();
    let (item, stratum) = (columns.items[query.item].clone(), columns.strata[query.item].clone());
    (query.id, model, item, stratum, query.cost)
}

#[pymethods]
impl AdaptiveRun {
    /// A run of models, from its beginning or from a state.
    #[new]
    fn new(
        py: Python<'_>,
        bank: &ItemBank,
        models: Vec<(String, CostGiven)>,
        given: OptionsGiven,
        state: State,
    ) -> PyResult<Self> {
        let models: Vec<RunModel> = models
            .into_iter()
            .map(|(name, cost)| {
                let cost = match cost {
                    CostGiven::Same(cost) => ModelCost::Same(cost),
                    CostGiven::ByItem(costs) => ModelCost::ByItem(costs),
                };
                RunModel { name, cost }
            })
            .collect();
        let options = options(given, &models)?;
        let bank = Arc::clone(&bank.bank);
        stoppable(py, || -> Outcome<_> {
            // Names become places. The run without trials knows them.
            let fresh = Ranker::new(Arc::clone(&bank), models.clone(), options.clone())?;
            let (log, pending, asked, drawn) = state;
            let place = |model: &str, item: &str| {
                Ok::<_, Failure>((fresh.model(model)?, bank.place(item)?))
            };
            let log = log.into_iter().map(|(model, item, score, cost)| {
                let (model, item) = place(&model, &item)?;
                Ok::<_, Failure>(Logged { model, item, score, cost })
            });
            let log = log.collect::<Outcome<Vec<Logged>>>()?;
            let pending = pending.into_iter().map(|(id, model, item, cost, again)| {
                let (model, item) = place(&model, &item)?;
                Ok::<_, Failure>(Pending { query: Query { id, model, item, cost }, again })
            });
            let pending = pending.collect::<Outcome<Vec<Pending>>>()?;
            let state = RunState { log, pending, asked, drawn };
            let run = Ranker::restored(Arc::clone(&bank), models, options, &state)?;
            Ok(Self { run: Mutex::new(run) })
        })
    }

    /// The next queries. Between some of them, signal handlers run, which may use the run as well.
    fn ask(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Asked>> {
        let mut found: Vec<Asked> = Vec::new();
        loop {
            let all = py.detach(|| {
                let (mut run, begun) = (self.run(), Instant::now());
                while found.len() < count && begun.elapsed() < PAUSE {
                    let Some(&query) = run.ask(1).first() else { return true };
                    found.push(asked(&run, query));
                }
                found.len() >= count
            });
            if all {
                return Ok(found);
            }
            if let Err(error) = py.check_signals() {
                // The caller gets none of them. They are asked again first.
                let mut run = self.run();
                for query in found {
                    run.tell_failed(query.0, true, 0.0).map_err(Failure::from)?;
                }
                return Err(error);
            }
        }
    }

    /// The query of a trial that the caller chose.
    fn ask_item(&self, model: &str, item: &str) -> Outcome<Asked> {
        let mut run = self.run();
        let (model, item) = (run.model(model)?, run.bank().place(item)?);
        let query = run.ask_item(model, item)?;
        Ok(asked(&run, query))
    }

    /// Why a model needs no trial of an item.
    fn enough(&self, py: Python<'_>, model: &str, item: &str) -> Outcome<Option<&'static str>> {
        py.detach(|| {
            let run = self.run();
            let (model, item) = (run.model(model)?, run.bank().place(item)?);
            Ok(run.enough(model, item).map(scorio_core::adaptive::StopReason::name))
        })
    }

    /// The score of a query.
    fn tell(&self, py: Python<'_>, query: u64, score: f64, cost: Option<f64>) -> Outcome<()> {
        py.detach(|| Ok(self.run().tell(query, score, cost)?))
    }

    /// The trial of a query failed.
    fn tell_failed(&self, py: Python<'_>, query: u64, retry: bool, cost: f64) -> Outcome<()> {
        py.detach(|| Ok(self.run().tell_failed(query, retry, cost)?))
    }

    /// The score of a model on an item, asked or not.
    fn add(
        &self,
        py: Python<'_>,
        model: &str,
        item: &str,
        score: f64,
        cost: Option<f64>,
    ) -> Outcome<()> {
        py.detach(|| {
            let mut run = self.run();
            let (model, item) = (run.model(model)?, run.bank().place(item)?);
            Ok(run.add(model, item, score, cost)?)
        })
    }

    /// The number of the pending query of a model on an item.
    fn pending_id(&self, model: &str, item: &str) -> Outcome<Option<u64>> {
        let run = self.run();
        let (model, item) = (run.model(model)?, run.bank().place(item)?);
        Ok(run.pending_id(model, item))
    }

    /// Whether a model has its trial of an item.
    fn has(&self, model: &str, item: &str) -> Outcome<bool> {
        let run = self.run();
        let (model, item) = (run.model(model)?, run.bank().place(item)?);
        Ok(run.state().log.iter().any(|one| (one.model, one.item) == (model, item)))
    }

    /// All that the run is beside its bank, models and options.
    fn state(&self) -> State {
        let run = self.run();
        let (models, items) = (run.models(), &run.bank().columns().items);
        let state = run.state();
        let log = state.log.iter().map(|one| {
            (models[one.model].name.clone(), items[one.item].clone(), one.score, one.cost)
        });
        let pending = state.pending.iter().map(|one| {
            let Query { id, model, item, cost } = one.query;
            (id, models[model].name.clone(), items[item].clone(), cost, one.again)
        });
        (log.collect(), pending.collect(), state.asked, state.drawn)
    }

    /// Why there is nothing more to ask.
    fn reason(&self, py: Python<'_>) -> Option<&'static str> {
        py.detach(|| self.run().reason().map(scorio_core::adaptive::StopReason::name))
    }

    /// What all trials have cost, and how many scores were clipped.
    fn spent(&self) -> (f64, u64) {
        let run = self.run();
        (run.spent(), run.clipped())
    }

    /// The pairs that matter and are not decided.
    fn open_pairs(&self) -> Vec<(String, String)> {
        let run = self.run();
        let name = |model: usize| run.models()[model].name.clone();
        run.open_pairs().into_iter().map(|(one, other)| (name(one), name(other))).collect()
    }

    /// The same pairs, with the further items of both models that would decide them.
    fn outlook(&self, py: Python<'_>) -> PyResult<Vec<(String, String, Option<u64>)>> {
        // Of a copy, since signal handlers may use the run.
        let run = self.run().clone();
        stoppable(py, || {
            let name = |model: usize| run.models()[model].name.clone();
            let pairs = run.outlook().into_iter();
            let named = pairs.map(|pair| (name(pair.one), name(pair.other), pair.items));
            Outcome::Ok(named.collect())
        })
    }

    /// The rows of models and of pairs.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Found<'py>> {
        let run = self.run().clone();
        let found = stoppable(py, || run.report())?;
        Ok((tuples(py, &found.models)?, tuples(py, &found.pairs)?))
    }
}
