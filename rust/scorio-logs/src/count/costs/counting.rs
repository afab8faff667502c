//! Costs of the trials of a reading.

use std::sync::Arc;

use scorio_core::Counts;
use scorio_records::costs::counting::{Counting, TrialCosts};
use scorio_records::costs::error::TrialCostError;
use scorio_records::json::paths::Paths;
use scorio_records::json::value::Value;
use scorio_records::records::record::Origin;

use crate::count::costs::reader::CostReader;
use crate::error::{Error, Result};
use crate::spec::options::{Measure, Spec};
use crate::spec::score::ScoreChoice;

/// Costs of trials on their way into sums, and how they are read.
pub(in crate::count) struct Costs {
    pub(in crate::count) reader: Arc<CostReader>,
    /// The fields that they are read from.
    pub(in crate::count) fields: Vec<Option<String>>,
    /// The same, for records that are JSON.
    pub(in crate::count) paths: Arc<Paths>,
    pub(in crate::count) trials: TrialCosts,
}

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
        let counting = Counting {
            numeric: spec.is_numeric(),
            keeps: spec.keep_values,
            on_repeat: spec.on_repeat,
            leaves_out: cost.leaves_out,
        };
        Ok(Some(Self {
            paths: Arc::new(Paths::new(&paths)),
            reader: Arc::new(reader),
            fields,
            trials: TrialCosts::new(counts, counting)?,
        }))
    }

    /// Sets the cost of the current trial, of a model, from the values of its fields. `record` is its text, if
    /// the origin has another.
    pub(in crate::count) fn read(
        &mut self,
        values: &[Value<'_>],
        model: &str,
        record: Option<&str>,
        origin: &dyn Origin,
    ) -> Result<()> {
        let formula = &self.reader.plain.formula;
        self.trials.set(self.reader.cost(values, model), formula, origin)?;
        self.trials.lacks(values, formula, record, origin);
        Ok(())
    }
}

pub(in crate::count) fn conflict(conflict: &'static str) -> Error {
    TrialCostError::Conflict { conflict }.into()
}
