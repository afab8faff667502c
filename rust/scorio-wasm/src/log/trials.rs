//! The records of a log on their way into the counts.

use scorio_core::counts::Counts;
use scorio_records::json::value::Value;
use scorio_records::records::error::RecordError;
use scorio_records::records::place::Place;
use scorio_records::records::record::{Origin, Sink};
use scorio_records::records::role::OUTCOME;
use scorio_records::spec::categories::Categories;
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
}

impl Spec {
    /// The fields that are read, by role.
    pub(crate) fn fields(&self) -> Vec<Option<String>> {
        let field = |label: &Label| label.field().map(str::to_owned);
        self.columns.iter().map(field).collect()
    }
}

/// Counts trials, record by record.
pub(crate) struct LogTrials {
    pub(crate) trials: Trials<PerhapsCut>,
    labels: Labels,
    pub(crate) spec: Spec,
}

impl LogTrials {
    pub(crate) fn new(spec: Spec) -> Result<Self, LogError> {
        let counts = Counts::new(spec.categories.names().to_vec())?;
        let counts = if spec.policies.ordered { counts.in_order() } else { counts };
        let (trials, labels) = (Trials::new(counts, spec.policies, 0), Labels::new(OUTCOME + 1));
        Ok(Self { trials, labels, spec })
    }

    /// The counts and the report, after the last record.
    pub(crate) fn finish(self) -> Result<(Counts, Report), LogError> {
        let Trials { mut counts, report, .. } = self.trials;
        if report.records == 0 {
            return Err(LogError::Empty);
        }
        if self.spec.categories.are_usual() {
            counts.drop_empty(PARTIAL);
        }
        Ok((counts, report))
    }
}

impl Sink for LogTrials {
    type Error = LogError;

    fn record(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> Result<(), LogError> {
        let Self { trials, labels, spec: Spec { columns, categories, policies } } = self;
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
        if trials.settle(row, code, mark)? == Repeat::Refuse {
            return Err(repeated(columns, values, origin).into());
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
