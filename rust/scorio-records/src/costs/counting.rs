//! Counting costs beside the outcomes of their trials.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use scorio_core::cost::error::CostError;
use scorio_core::cost::trials::costed::{CostCounter, FreeTrials, is_cost, worth_of_categories};
use scorio_core::{Counts, Error, Sums};

use crate::costs::amounts::CostFault;
use crate::costs::error::TrialCostError;
use crate::json::value::Value;
use crate::json::view::field_names;
use crate::records::mark::Mark;
use crate::records::record::Origin;
use crate::spec::cost::CostFormula;
use crate::spec::policy::OnRepeat;

type ByKey<K, V> = HashMap<K, V, FxBuildHasher>;

/// Costs of trials on their way into sums.
pub struct TrialCosts {
    counter: CostCounter,
    /// What the outcomes are worth, by place.
    worth: Vec<f64>,
    /// The place of each outcome, where outcomes are numbers.
    numbers: Option<ByKey<u64, usize>>,
    /// Of the current trial. NaN if it has none.
    pub current: f64,
    /// Of each trial its outcome and cost, where a later one may replace it.
    last: Option<ByKey<(usize, u32), (usize, f64)>>,
    /// Trials without a cost are left out of costs.
    leaves_out: bool,
    /// What to say if no trial has a cost.
    pub lacking: Option<TrialCostError>,
}

/// How costs are counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// Outcomes are numbers, and no categories.
    pub numeric: bool,
    /// Every cost is kept.
    pub keeps: bool,
    /// Whether a later trial replaces an earlier one.
    pub on_repeat: OnRepeat,
    /// Trials without a cost are left out of costs.
    pub leaves_out: bool,
}

/// Fields that an error lists.
const FIELDS_SHOWN: usize = 40;

impl TrialCosts {
    /// No costs yet. `counts` has the categories of outcomes.
    pub fn new(counts: &Counts, counting: Counting) -> Result<Self, Error> {
        let Counting { numeric, keeps, on_repeat, leaves_out } = counting;
        Ok(Self {
            counter: CostCounter::new(keeps),
            worth: if numeric { Vec::new() } else { worth_of_categories(counts)? },
            numbers: numeric.then(HashMap::default),
            current: f64::NAN,
            last: (on_repeat == OnRepeat::Last).then(HashMap::default),
            leaves_out,
            lacking: None,
        })
    }

    /// The place of an outcome. Nothing if the trial has none.
    #[inline]
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
    #[inline]
    pub fn add(&mut self, row: usize, code: Option<u32>, mark: Mark, number: Option<f64>) {
        let Some(outcome) = self.outcome(mark, number) else { return };
        self.counter.add(row, outcome, self.current);
        if let (Some(last), Some(code)) = (&mut self.last, code) {
            last.insert((row, code), (outcome, self.current));
        }
    }

    /// Takes back a trial that a later one replaces.
    pub fn take_back(&mut self, row: usize, code: u32) {
        let last = self.last.as_mut().and_then(|last| last.remove(&(row, code)));
        if let Some((outcome, cost)) = last {
            self.counter.take_back(row, outcome, cost);
        }
    }

    /// Sets the cost of the current trial, as it was found by a formula.
    pub fn set(
        &mut self,
        found: Result<f64, CostFault>,
        formula: &CostFormula,
        origin: &dyn Origin,
    ) -> Result<(), TrialCostError> {
        let place = || origin.place();
        self.current = found.map_err(|fault| match fault {
            CostFault::NotNumber { field, value } => {
                TrialCostError::NotNumber { place: place(), field, value }
            }
            CostFault::NoPrice { model, column } => {
                let prices = formula.prices.as_ref();
                let prices = prices.map_or(String::new(), |prices| prices.name.clone());
                TrialCostError::NoPrice { place: place(), prices, model, column }
            }
        })?;
        match self.current {
            cost if cost.is_nan() || is_cost(cost) => Ok(()),
            cost if cost < 0.0 => Err(TrialCostError::Negative { place: place(), cost }),
            _ => Err(TrialCostError::Infinite { place: place() }),
        }
    }

    /// Takes down what to say if no trial has a cost, at the first that has none. `values` are those of the
    /// formula's fields.
    pub fn lacks(
        &mut self,
        values: &[Value<'_>],
        formula: &CostFormula,
        record: Option<&str>,
        origin: &dyn Origin,
    ) {
        if !self.current.is_nan() || self.lacking.is_some() {
            return;
        }
        let absent = |(place, _): &(usize, &String)| {
            values.get(*place).is_none_or(|value| *value == Value::Absent)
        };
        let Some((_, field)) = formula.fields.iter().enumerate().find(absent) else { return };
        let seen = match record {
            Some(text) => field_names(text, FIELDS_SHOWN),
            None => origin.fields(),
        };
        let (place, field) = (origin.place(), field.clone());
        self.lacking = Some(TrialCostError::NoField { place, field, seen });
    }

    /// The sums of all costs, and the models with trials that cost nothing.
    pub fn finish<E: From<TrialCostError> + From<Error>>(
        self,
        counts: &Counts,
    ) -> Result<(Sums, Vec<FreeTrials>), E> {
        let Self { counter, worth, leaves_out, lacking, .. } = self;
        match (counter.finish(counts, &worth, leaves_out), lacking) {
            (Err(Error::Cost(CostError::NoCosts)), Some(error)) => Err(error.into()),
            (found, _) => Ok(found?),
        }
    }
}
