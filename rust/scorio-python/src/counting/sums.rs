//! Sums of numeric scores.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use scorio_core::tally::{Missing, ModelRows, sum_outcomes};
use scorio_logs::{
    Report, read_sums, sum_file, sums_batch, sums_from_bytes, sums_to_bytes, write_sums,
};

use crate::counting::counts::Counts;
use crate::counting::tallied::tallied;
use crate::failure::Failure;

/// Sums by model, task and question, with the report of how they were read.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Sums {
    pub(crate) sums: scorio_core::Sums,
    pub(crate) report: Report,
}

impl Sums {
    fn labelled(&self) -> &scorio_core::Counts {
        self.sums.trials()
    }

    fn labels_of(sums: &mut scorio_core::Sums) -> &mut scorio_core::Counts {
        sums.trials_mut()
    }
}

tallied! {
    Sums { sums },
    files [read_sums, write_sums, sum_file],
    bytes [sums_to_bytes, sums_from_bytes],
    batch sums_batch;

    /// Sums of the trials of one model, of one question after another, which are numbered from 0.
    ///
    /// Every outcome is kept.
    #[staticmethod]
    fn of_trials(
        py: Python<'_>,
        outcomes: PyReadonlyArray1<'_, f64>,
        lengths: Vec<usize>,
        clusters: Vec<String>,
    ) -> PyResult<Self> {
        let outcomes = outcomes.as_slice()?;
        let rows = ModelRows { model: "model", clusters: &clusters, ..ModelRows::default() };
        let sums = py.detach(|| sum_outcomes(outcomes, &lengths, &rows, true, Missing::Error));
        Ok(Self { sums: sums.map_err(Failure::from)?, report: Report::default() })
    }

    /// Whether outcomes are more likely categories than numbers.
    fn nearly_binary(&self) -> bool {
        self.sums.nearly_binary()
    }

    /// Whether the sums are of costs by outcome.
    fn holds_costs(&self) -> bool {
        scorio_core::cost::trials::legend::holds_costs(self.sums.trials())
    }

    /// The counts of the outcomes of trials whose costs these are.
    fn outcome_counts(&self) -> PyResult<Counts> {
        let counts = scorio_core::cost::outcome_counts(&self.sums).map_err(Failure::from)?;
        Ok(Counts { counts, report: self.report.clone() })
    }

    /// Whether every outcome is kept.
    #[getter]
    fn keep_values(&self) -> bool {
        self.sums.keep_values()
    }
}
