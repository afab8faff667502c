//! The records of a log on their way into the counts.

use scorio_core::Sums;
use scorio_core::cost::trials::costed::FreeTrials;
use scorio_core::counts::Counts;
use scorio_records::costs::amounts::CostAmounts;
use scorio_records::costs::counting::{Counting, TrialCosts};
use scorio_records::costs::error::TrialCostError;
use scorio_records::json::value::Value;
use scorio_records::records::error::RecordError;
use scorio_records::records::place::Place;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::records::role::OUTCOME;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::cost::CostFormula;
use scorio_records::spec::label::Label;
use scorio_records::spec::policy::Policies;
use scorio_records::trials::counter::{Repeat, Trials};
use scorio_records::trials::labels::{Labels, RecordLabels, no_field, repeated};

use super::error::LogError;

/// What the policies did, and whether the last cell may be cut off.
pub(crate) type Report = scorio_records::report::Report<PerhapsCut>;

/// The last cell that counts has no line end after it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PerhapsCut;

/// The category between failure and success, which only graders know.
const PARTIAL: usize = 1;

/// How a log is read.
pub(crate) struct Spec {
    /// Where the labels and the outcome come from.
    pub(crate) columns: [Label; 5],
    pub(crate) categories: Categories,
    pub(crate) policies: Policies,
    /// What a trial costs, if that is wanted.
    pub(crate) cost: Option<CostChoice>,
}

/// What trials cost.
pub(crate) struct CostChoice {
    pub(crate) formula: CostFormula,
    /// Trials without a cost are left out of costs.
    pub(crate) leaves_out: bool,
    /// Every cost is kept.
    pub(crate) keeps: bool,
}

impl Spec {
    /// The fields that are read: by role, and then those of the cost.
    pub(crate) fn fields(&self) -> Vec<Option<String>> {
        let field = |label: &Label| label.field().map(str::to_owned);
        let costs = self.cost.iter().flat_map(|cost| cost.formula.fields.iter().cloned().map(Some));
        self.columns.iter().map(field).chain(costs).collect()
    }

    /// The costs that are counted beside outcomes, if they are wanted.
    fn costs(&self, counts: &Counts) -> Result<Option<Costs>, LogError> {
        let Some(CostChoice { formula, leaves_out, keeps }) = &self.cost else { return Ok(None) };
        if self.policies.ordered {
            return Err(TrialCostError::Conflict { conflict: "the order of trials" }.into());
        }
        let counting = Counting {
            numeric: false,
            keeps: *keeps,
            on_repeat: self.policies.on_repeat,
            leaves_out: *leaves_out,
        };
        let amounts = CostAmounts::new(formula.clone(), self.categories.clone());
        Ok(Some(Costs { amounts, trials: TrialCosts::new(counts, counting)? }))
    }
}

/// How costs are made of records, and those that were read.
struct Costs {
    amounts: CostAmounts,
    trials: TrialCosts,
}

/// What was read.
pub(crate) struct LogCounts {
    pub(crate) counts: Counts,
    pub(crate) report: Report,
    /// What the trials cost, and the models with trials that cost nothing.
    pub(crate) costs: Option<(Sums, Vec<FreeTrials>)>,
}

/// Counts trials, record by record.
pub(crate) struct LogTrials {
    pub(crate) trials: Trials<PerhapsCut>,
    labels: Labels,
    costs: Option<Costs>,
    pub(crate) spec: Spec,
}

impl LogTrials {
    pub(crate) fn new(spec: Spec) -> Result<Self, LogError> {
        let counts = Counts::new(spec.categories.names().to_vec())?;
        let counts = if spec.policies.ordered { counts.in_order() } else { counts };
        let costs = spec.costs(&counts)?;
        let (trials, labels) = (Trials::new(counts, spec.policies, 0), Labels::new(OUTCOME + 1));
        Ok(Self { trials, labels, costs, spec })
    }

    /// What was read, after the last record.
    pub(crate) fn finish(self) -> Result<LogCounts, LogError> {
        let Trials { mut counts, report, .. } = self.trials;
        if report.records == 0 {
            return Err(LogError::Empty);
        }
        if self.spec.categories.are_usual() {
            counts.drop_empty(PARTIAL);
        }
        let costs = self.costs.map(|costs| costs.trials.finish::<LogError>(&counts)).transpose()?;
        Ok(LogCounts { counts, report, costs })
    }
}

impl Sink for LogTrials {
    type Error = LogError;

    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<(), LogError> {
        let Self { trials, labels, costs, spec } = self;
        let Spec { columns, categories, policies, .. } = spec;
        let RecordLabels { model, task, question, trial } =
            labels.all(columns, values, policies.ids, origin)?;
        let field = match columns.get(OUTCOME) {
            Some(Label::Field(field)) => field,
            _ => "",
        };
        let outcome = values.get(OUTCOME).unwrap_or(&Value::Absent);
        let mark = trials.mark(outcome, categories, field, origin)?;
        let row = trials.counts.row(model, task, &question);
        let code = trial.map(|trial| trials.seen.code(trial));
        if let Some(Costs { amounts, trials: costs }) = costs {
            let own = values.get(OUTCOME + 1..).unwrap_or(&[]);
            costs.set(amounts.cost(own, model), &amounts.formula, origin)?;
            costs.lacks(own, &amounts.formula, None, origin);
        }
        let repeat = trials.settle(row, code, mark)?;
        if repeat == Repeat::Refuse {
            return Err(repeated(columns, values, origin).into());
        }
        if let Some(Costs { trials: costs, .. }) = costs {
            if let (Repeat::Replace(_), Some(code)) = (repeat, code) {
                costs.take_back(row, code);
            }
            if repeat != Repeat::Ignore {
                costs.add(row, code, mark, None);
            }
        }
        trials.report.records += 1;
        Ok(())
    }

    fn malformed(&mut self, error: RecordError) -> Result<(), LogError> {
        Ok(self.trials.malformed(error)?)
    }

    fn columns(&mut self, columns: &[Option<usize>], header: &dyn Origin) -> Result<(), LogError> {
        for (role, (label, column)) in self.spec.columns.iter().zip(columns).enumerate() {
            if let (Label::Field(field), None) = (label, column) {
                return Err(no_field(role, field, header).into());
            }
        }
        Ok(())
    }

    fn perhaps_cut(&mut self, _: &Place, _: &str) {
        self.trials.report.note(PerhapsCut);
    }
}
