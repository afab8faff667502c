//! Costs of the trials that a reading counts.

use std::sync::Arc;

use scorio_core::Sums;
use scorio_core::cost::trials::costed::is_cost;
use scorio_records::json::value::Value;
use scorio_records::records::mark::Mark;
use scorio_records::records::record::Origin;
use scorio_records::spec::cost::CostFormula;

use crate::count::costs::counting::conflict;
use crate::count::counter::Counter;
use crate::error::{Error, Result};
use crate::note::{Note, Report};

impl Counter {
    /// The fields behind those of the labels: of the signals of rubrics, or of costs.
    pub(in crate::count) fn fields_beside(&self) -> &[Option<String>] {
        match (&self.signals, &self.costs) {
            (Some(signals), _) => &signals.fields,
            (None, Some(costs)) => &costs.fields,
            (None, None) => &[],
        }
    }

    /// Reads the cost of a trial of a long table, whose row is known.
    pub(in crate::count) fn read_cost(
        &mut self,
        row: usize,
        values: &[Value<'_>],
        origin: &dyn Origin,
    ) -> Result<()> {
        let Some(costs) = &mut self.costs else { return Ok(()) };
        if self.expression.as_ref().is_some_and(|one| one.has_entries() || one.has_names()) {
            return Err(conflict("outcomes that are several fields of a record"));
        }
        let own = values.get(self.columns.len()..).unwrap_or(&[]);
        let model = self.trials.counts.get(row).map_or("", |question| question.model);
        costs.read(own, model, None, origin)
    }

    /// Reads the cost of a trial of a tool's log from its record.
    pub(in crate::count) fn read_cost_of(
        &mut self,
        model: &str,
        record: Option<&str>,
        origin: &dyn Origin,
    ) -> Result<()> {
        let Some(costs) = &mut self.costs else { return Ok(()) };
        let paths = Arc::clone(&costs.paths);
        let found = record.or(origin.text()).map(|text| paths.find(text));
        let values = found.and_then(std::result::Result::ok).unwrap_or_default();
        costs.read(&values, model, record, origin)
    }

    /// Sets the cost of the current trial from the numbers that a reader took. False if the plain way is to
    /// say what is wrong with it.
    #[inline]
    pub(in crate::count) fn found_cost(&mut self, row: usize, amounts: &[f64]) -> bool {
        let Some(costs) = &mut self.costs else { return true };
        let cost = if let [cost] = *amounts
            && costs.reader.plain.formula.prices.is_none()
        {
            cost
        } else {
            let model = self.trials.counts.get(row).map_or("", |question| question.model);
            costs.reader.cost_of(amounts, model).unwrap_or(-1.0)
        };
        costs.trials.current = cost;
        // The first trial without a cost is looked at.
        if cost.is_nan() { costs.trials.lacking.is_some() } else { is_cost(cost) }
    }

    /// Adds the cost of the current trial, if costs are wanted.
    #[inline]
    pub(in crate::count) fn add_cost(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
        number: Option<f64>,
    ) {
        if let Some(costs) = &mut self.costs {
            costs.trials.add(row, code, mark, number);
        }
    }

    /// The sums of costs of a reading that is finished.
    pub(in crate::count) fn into_costs(self) -> Result<(Sums, Report)> {
        let Some(costs) = self.costs else { return Err(Error::Stopped) };
        let CostFormula { text, prices, .. } = &costs.reader.plain.formula;
        let (formula, prices) = (text.clone(), prices.as_ref().map(|own| own.name.clone()));
        let (sums, free) = costs.trials.finish::<Error>(&self.trials.counts)?;
        let mut report = self.trials.report;
        report.note(Note::CostOfTrials { formula, prices: prices.unwrap_or_default() });
        for one in free {
            let (model, free, trials) = (one.model, one.free, one.trials);
            report.note(Note::FreeTrials { model, free, trials });
        }
        Ok((sums, report))
    }
}
