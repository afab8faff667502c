//! Counting costs beside the outcomes of their trials.

use std::collections::HashMap;
use std::sync::Arc;

use scorio_core::cost::costed::{CostCounter, FreeTrials, is_cost, worth_of_categories};
use scorio_core::cost::error::CostError;
use scorio_core::{Counts, Sums};
use scorio_records::json::paths::Paths;
use scorio_records::json::value::Value;
use scorio_records::json::view::field_names;
use scorio_records::records::mark::Mark;
use scorio_records::records::record::Origin;
use scorio_records::spec::policy::OnRepeat;

use crate::count::costs::error::TrialCostError;
use crate::count::costs::reader::{CostFault, CostReader};
use crate::error::{Error, Result};
use crate::spec::options::{Measure, Spec};
use crate::spec::score::ScoreChoice;

/// Costs of trials on their way into sums.
pub(in crate::count) struct Costs {
    pub(in crate::count) reader: Arc<CostReader>,
    /// The fields that they are read from.
    pub(in crate::count) fields: Vec<Option<String>>,
    /// The same, for records that are JSON.
    pub(in crate::count) paths: Arc<Paths>,
    counter: CostCounter,
    /// What the outcomes are worth, by place.
    worth: Vec<f64>,
    /// The place of each outcome, where outcomes are numbers.
    numbers: Option<HashMap<u64, usize>>,
    /// Of the current trial. NaN if it has none.
    pub(in crate::count) current: f64,
    /// Of each trial its outcome and cost, where a later one may replace it.
    last: Option<HashMap<(usize, u32), (usize, f64)>>,
    /// Trials without a cost are left out of costs.
    leaves_out: bool,
    /// What to say if no trial has a cost.
    pub(in crate::count) lacking: Option<Error>,
}

/// Fields that an error lists.
const FIELDS_SHOWN: usize = 40;

impl Costs {
    /// What a reading begins with, if costs are wanted. `counts` has the categories of outcomes.
    pub(in crate::count) fn of(spec: &Spec, counts: &Counts) -> Result<Option<Self>> {
        let Some(cost) = &spec.cost else { return Ok(None) };
        let categories = match &spec.measure {
            Measure::Outcome { categories, .. } => categories.clone(),
            Measure::Aggregate { .. } => return Err(conflict("whole questions")),
        };
        let refused = match () {
            () if spec.times.is_some() => Some("records that each stand for several trials"),
            () if spec.ordered => Some("the order of trials"),
            () if spec.rubric.is_some() => Some("rubrics"),
            () if spec.score == ScoreChoice::All => Some("all scores at once"),
            () => None,
        };
        if let Some(refused) = refused {
            return Err(conflict(refused));
        }
        let reader = CostReader::new(cost.formula.clone(), categories)?;
        let fields: Vec<_> = reader.ways.iter().map(|(path, _)| Some(path.clone())).collect();
        let paths: Vec<_> = fields.iter().map(Option::as_deref).collect();
        let numeric = spec.is_numeric();
        Ok(Some(Self {
            paths: Arc::new(Paths::new(&paths)),
            reader: Arc::new(reader),
            fields,
            counter: CostCounter::new(spec.keep_values),
            worth: if numeric { Vec::new() } else { worth_of_categories(counts)? },
            numbers: numeric.then(HashMap::new),
            current: f64::NAN,
            last: (spec.on_repeat == OnRepeat::Last).then(HashMap::new),
            leaves_out: cost.leaves_out,
            lacking: None,
        }))
    }

    /// The place of an outcome. Nothing if the trial has none.
    fn outcome(&mut self, mark: Mark, number: Option<f64>) -> Option<usize> {
        match (&mut self.numbers, mark) {
            (_, Mark::Dropped) => None,
            (Some(places), _) => {
                let number = number? + 0.0;
                let next = self.worth.len();
                let place = *places.entry(number.to_bits()).or_insert(next);
                if place == next {
                    self.worth.push(number);
                }
                Some(place)
            }
            (None, Mark::Category(category)) => Some(usize::from(category)),
            (None, Mark::Failed) => Some(0),
        }
    }

    /// Adds the current trial, as it was counted.
    pub(in crate::count) fn add(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
        number: Option<f64>,
    ) {
        let Some(outcome) = self.outcome(mark, number) else { return };
        self.counter.add(row, outcome, self.current);
        if let (Some(last), Some(code)) = (&mut self.last, code) {
            last.insert((row, code), (outcome, self.current));
        }
    }

    /// Takes back a trial that a later one replaces.
    pub(in crate::count) fn take_back(&mut self, row: usize, code: u32) {
        let last = self.last.as_mut().and_then(|last| last.remove(&(row, code)));
        if let Some((outcome, cost)) = last {
            self.counter.take_back(row, outcome, cost);
        }
    }

    /// Sets the cost of the current trial, of a model, from the values of its fields.
    pub(in crate::count) fn read(
        &mut self,
        values: &[Value<'_>],
        model: &str,
        origin: &dyn Origin,
    ) -> Result<()> {
        let cost = self.reader.cost(values, model).map_err(|fault| self.placed(fault, origin))?;
        self.current = cost;
        if cost.is_nan() || is_cost(cost) {
            return Ok(());
        }
        let place = origin.place();
        Err(match cost < 0.0 {
            true => TrialCostError::Negative { place, cost },
            false => TrialCostError::Infinite { place },
        }
        .into())
    }

    /// The sums of all costs, and the models with trials that cost nothing.
    pub(in crate::count) fn finish(self, counts: &Counts) -> Result<(Sums, Vec<FreeTrials>)> {
        let Self { counter, worth, leaves_out, lacking, .. } = self;
        match (counter.finish(counts, &worth, leaves_out), lacking) {
            (Err(scorio_core::Error::Cost(CostError::NoCosts)), Some(error)) => Err(error),
            (found, _) => Ok(found?),
        }
    }

    fn placed(&self, fault: CostFault, origin: &dyn Origin) -> Error {
        let place = origin.place();
        match fault {
            CostFault::NotNumber { field, value } => {
                TrialCostError::NotNumber { place, field, value }
            }
            CostFault::NoPrice { model, column } => {
                let prices = self.reader.formula.prices.as_ref();
                let prices = prices.map_or(String::new(), |prices| prices.name.clone());
                TrialCostError::NoPrice { place, prices, model, column }
            }
        }
        .into()
    }

    /// Takes down what to say if no trial has a cost, at the first that has none.
    pub(in crate::count) fn lacks(
        &mut self,
        values: &[Value<'_>],
        record: Option<&str>,
        origin: &dyn Origin,
    ) {
        if !self.current.is_nan() || self.lacking.is_some() {
            return;
        }
        let absent = |(place, _): &(usize, &String)| {
            values.get(*place).is_none_or(|value| *value == Value::Absent)
        };
        let fields = &self.reader.formula.fields;
        let Some((_, field)) = fields.iter().enumerate().find(absent) else { return };
        let seen = match record {
            Some(text) => field_names(text, FIELDS_SHOWN),
            None => origin.fields(),
        };
        let (place, field) = (origin.place(), field.clone());
        self.lacking = Some(TrialCostError::NoField { place, field, seen }.into());
    }
}

pub(in crate::count) fn conflict(conflict: &'static str) -> Error {
    TrialCostError::Conflict { conflict }.into()
}
