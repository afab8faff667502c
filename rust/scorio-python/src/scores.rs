//! The leaderboard.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scorio_core::leaderboard::Leaderboard;

use crate::rows::tuples;

/// Rows of a leaderboard.
#[pyclass(frozen, module = "scorio._core")]
pub(crate) struct Scores {
    pub(crate) board: Leaderboard,
}

#[pymethods]
impl Scores {
    /// The rows.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.board.scores)
    }

    /// Models without a score in a table.
    #[getter]
    fn unscored<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.board.unscored)
    }

    /// How many tasks there are.
    #[getter]
    fn tasks(&self) -> usize {
        self.board.tasks
    }
}
