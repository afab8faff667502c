"""How the ranking by one metric settles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Course(NamedTuple):
    """How one metric's ranking settles.

    The arrays have an entry for every number of trials in `n`, which starts at the first one that
    the metric has a score of.

    - `tau` is the mean over the replicates of Kendall's τ-b between the ranking by n trials and
      the reference ranking, and `tau_error` its standard error.
    - `flat` is the share of the replicates that tie all models. They count as τ = 0.
    - `pmf` and `cdf` are the shares of the replicates that converge at n, and at n or before. From
      there on their ranking is the reference ranking.
    - `never` is the share of the replicates that do not converge.
    - `mean` is the mean n of the others, and `mean_error` its standard error. Both are NaN where
      there is none. The standard error of one replicate is NaN.
    - `slowest` is, of the replicates that converge last, the first of those whose ranking differs
      at the most n.
    """

    metric: str
    k: int | None
    parameters: str
    n: NDArray[np.int64]
    tau: NDArray[np.float64]
    tau_error: NDArray[np.float64]
    flat: NDArray[np.float64]
    pmf: NDArray[np.float64]
    cdf: NDArray[np.float64]
    never: float
    mean: float
    mean_error: float
    slowest: int

    @property
    def name(self) -> str:
        """The metric, with its budget and parameters."""
        budget = "" if self.k is None else f"k={self.k}"
        return ", ".join(part for part in (self.metric, budget, self.parameters) if part)

    def steps(self) -> list[Step]:
        """Give a row for every number of trials."""
        figures = (self.n, self.tau, self.tau_error, self.flat, self.pmf, self.cdf)
        return [
            Step(self.metric, self.k, self.parameters, *values)
            for values in zip(*(figure.tolist() for figure in figures), strict=True)
        ]


class Step(NamedTuple):
    """The entries of a `Course` at one number of trials."""

    metric: str
    k: int | None
    parameters: str
    n: int
    tau: float
    tau_error: float
    flat: float
    pmf: float
    cdf: float
