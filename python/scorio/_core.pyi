from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Comparisons",
    "Counts",
    "Metric",
    "NumericScores",
    "PanicException",
    "Scores",
    "Side",
    "States",
    "Study",
    "Sums",
    "Table",
    "__version__",
    "agreement",
    "compare",
    "compare_sums",
    "count",
    "count_arrow",
    "count_matrix",
    "formats",
    "groups",
    "is_counts",
    "is_sums",
    "kendall",
    "letters",
    "load_numpy",
    "log_endings",
    "logs_in",
    "metric",
    "metrics",
    "no_counts",
    "pairwise",
    "pass_curve",
    "path_kind",
    "plan_assumed_components",
    "plan_components",
    "plan_foresee",
    "plan_looks",
    "plan_split",
    "plan_trials_for_power",
    "plan_trials_needed",
    "profile",
    "ranking_confidence",
    "ranks",
    "remedies",
    "row_types",
    "simulate_categorical",
    "simulate_coins",
    "simulate_means",
    "simulate_originals",
    "simulate_trials",
    "simulate_updates",
    "spearman",
    "stopping_interval",
    "stopping_narrow",
    "stopping_next",
    "stopping_top",
    "sum_arrow",
    "sum_up",
    "survey",
    "tally",
    "tally_ragged",
    "weighted_tau",
]

__version__: str

_Bounds: TypeAlias = tuple[float, float] | None
_Weights: TypeAlias = Sequence[float] | None
_Tested: TypeAlias = tuple[float, float]
_Estimated: TypeAlias = tuple[float, float, float]
_Share: TypeAlias = tuple[float, int] | tuple[int, int]
_Parameter: TypeAlias = float | Sequence[float] | _Share
_Parameters: TypeAlias = Mapping[str, _Parameter]

class _Streamed(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class States: ...

def tally(
    entries: NDArray[Any],
    prior: NDArray[Any] | None,
    categories: int,
    drop_missing: bool,
) -> States: ...
def tally_ragged(
    outcomes: NDArray[Any], lengths: Sequence[int], categories: int, drop_missing: bool
) -> States: ...

@final
class Metric:
    def point(self, states: States, drop_short: bool) -> tuple[float, int]: ...
    def estimate(self, states: States) -> tuple[float, float]: ...
    def interval(
        self,
        states: States,
        confidence: float,
        bounds: _Bounds,
        beta: tuple[float, float] | None,
        sampled: bool,
        is_exact: bool,
    ) -> tuple[float, float, float, float]: ...
    def superiority(self, a: States, b: States, prior: tuple[float, float]) -> float: ...
    @property
    def default_bounds(self) -> _Bounds: ...

def metric(name: str, k: int | None, parameters: _Parameters, complement: bool) -> Metric: ...
def metrics() -> list[tuple[str, str, bool, list[tuple[str, str, str | None]]]]: ...
def pass_curve(
    states: States, k_max: int, complement: bool, drop_short: bool
) -> tuple[list[float], int]: ...

@final
class Side:
    @staticmethod
    def pilot(states: States) -> Side: ...
    @staticmethod
    def assumed(p: NDArray[np.float64], categorical: bool) -> Side: ...
    def smallest_difference(
        self, w: _Weights, trials: int, confidence: float, power: float
    ) -> float | None: ...

_Figure: TypeAlias = tuple[float, float]

def plan_trials_needed(
    a: Side, b: Side, w: _Weights, confidence: float
) -> tuple[float, int | None]: ...
def plan_trials_for_power(
    a: Side, b: Side, w: _Weights, confidence: float, power: float, size: tuple[int, int]
) -> tuple[int, _Figure] | None: ...
def plan_foresee(
    a: Side,
    b: Side,
    w: _Weights,
    trials: Sequence[int],
    confidence: float,
    size: tuple[int, int],
) -> list[tuple[int, _Figure, tuple[float, float, float], _Figure, _Figure, _Figure, _Figure]]: ...
def plan_looks(
    a: Side,
    b: Side,
    w: _Weights,
    trials: Sequence[int],
    confidence: float,
    size: tuple[int, int],
) -> tuple[_Figure, _Figure, _Figure, _Figure, bool, float | None]: ...
def plan_components(
    a: NDArray[np.float64], b: NDArray[np.float64], w: _Weights
) -> tuple[float, float]: ...
def plan_assumed_components(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]: ...
def plan_split(
    variances: tuple[float, float],
    budget: int,
    question_cost: float,
    questions: tuple[int, int],
) -> tuple[int, int, float]: ...
def stopping_interval(
    mu: float, sigma: float, confidence: float, clip: _Bounds
) -> tuple[float, float]: ...
def stopping_narrow(sigma: float, confidence: float, name: str, most: float) -> bool: ...
def stopping_top(
    mus: Sequence[float], sigmas: Sequence[float], confidence: float, by_score: bool
) -> tuple[int, list[int]]: ...
def stopping_next(
    mus: Sequence[float], sigmas: Sequence[float], confidence: float, by_score: bool
) -> tuple[int, int]: ...

class PanicException(BaseException): ...

def load_numpy() -> None: ...
def remedies() -> list[str]: ...
def simulate_means() -> tuple[list[float], list[float]]: ...
def simulate_coins(
    means: Sequence[float], questions: int, concentration: float, seed: int
) -> NDArray[np.float64]: ...
def simulate_originals(
    questions: int, means: Sequence[float] | None, seed: int
) -> NDArray[np.float64]: ...
def simulate_updates(replicates: int, questions: int, seed: int) -> NDArray[np.float64]: ...
def simulate_categorical(
    shares: NDArray[np.float64], questions: int, concentration: float, seed: int
) -> NDArray[np.float64]: ...
def simulate_trials(
    p: NDArray[np.float64], trials: int, categorical: bool, seed: int
) -> NDArray[np.int8]: ...
def ranks(
    scores: NDArray[Any],
    sigmas: NDArray[Any] | None,
    confidence: float,
    overlap: bool,
    tol: float,
) -> tuple[list[int], list[int], list[int], list[float]]: ...
def kendall(
    scores: NDArray[Any], gold: NDArray[Any], tau_a: bool
) -> tuple[_Tested, tuple[int, int] | None]: ...
def spearman(scores: NDArray[Any], gold: NDArray[Any]) -> _Tested: ...
def weighted_tau(
    scores: NDArray[Any], gold: NDArray[Any], permutations: int, seed: int
) -> _Estimated: ...
def agreement(
    scores: NDArray[Any], gold: NDArray[Any], permutations: int, seed: int
) -> tuple[
    tuple[int, int, int], tuple[_Tested, _Tested, _Tested, _Estimated], tuple[int, float]
]: ...
def ranking_confidence(
    mu_a: NDArray[Any], sigma_a: NDArray[Any], mu_b: NDArray[Any], sigma_b: NDArray[Any]
) -> tuple[list[float], list[float]]: ...
def pairwise(scores: NDArray[Any], sigmas: NDArray[Any]) -> NDArray[Any]: ...
def groups(scores: NDArray[Any], sigmas: NDArray[Any], confidence: float) -> list[list[int]]: ...
def letters(scores: Sequence[float], sigmas: Sequence[float], confidence: float) -> list[str]: ...
def formats() -> list[tuple[str, str, list[tuple[str, str]]]]: ...
def profile(
    file: tuple[str | PathLike[str], str | None, str | None, str | None, bool],
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> tuple[
    tuple[str, str | None, bool],
    tuple[int, bool, int, str | None],
    list[tuple[str, int, list[tuple[str, int]], list[tuple[str, str, int]], int]],
]: ...
def no_counts() -> Counts: ...
def logs_in(archive: str | PathLike[str]) -> list[str] | None: ...
def survey(
    file: tuple[str | PathLike[str], str | None, str | None, str | None, bool],
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> tuple[
    tuple[str, list[str], list[tuple[str, str]]],
    Counts,
    list[tuple[str, list[tuple[str, int]], int]],
]: ...
def count(
    inputs: Sequence[tuple[str | PathLike[str], str | None, str | None, str | None, bool]],
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> Counts: ...
def count_arrow(
    table: _Streamed,
    name: str,
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> Counts: ...
def sum_up(
    inputs: Sequence[tuple[str | PathLike[str], str | None, str | None, str | None, bool]],
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> Sums: ...
def sum_arrow(
    table: _Streamed,
    name: str,
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> Sums: ...
def compare(counts: Counts, options: Mapping[str, Any]) -> Comparisons: ...
def count_matrix(
    first: bool,
    outcomes: NDArray[Any],
    lengths: Sequence[int],
    clusters: Sequence[str],
    weights: Sequence[float],
    categories: int,
    drop_missing: bool,
) -> Counts: ...
def compare_sums(sums: Sums, options: Mapping[str, Any]) -> Comparisons: ...
def is_sums(path: str | PathLike[str], outcome: str) -> bool: ...
def is_counts(path: str | PathLike[str], outcome: str) -> bool: ...
def log_endings() -> list[str]: ...
def path_kind(path: str | PathLike[str]) -> tuple[bool, Path | None]: ...

@final
class Counts:
    @staticmethod
    def load(path: str | PathLike[str]) -> Counts: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def count_file(self) -> bytes: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(content: bytes) -> Counts: ...
    def merge(self, others: Sequence[Counts]) -> Counts: ...
    def select(
        self,
        models: Sequence[str] | None,
        tasks: Sequence[str] | None,
        scores: Sequence[str] | None,
    ) -> Counts: ...
    def score(
        self,
        metrics: Sequence[str],
        budgets: Sequence[int],
        options: Mapping[str, Any],
    ) -> Scores: ...
    def renamed(self, name: str) -> Counts: ...
    def states(self) -> States: ...
    def weights(self) -> list[float]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __len__(self) -> int: ...
    @property
    def categories(self) -> list[str]: ...
    @property
    def models(self) -> list[str]: ...
    @property
    def tasks(self) -> list[str]: ...
    @property
    def scores(self) -> list[str]: ...
    @property
    def trials(self) -> int: ...
    @property
    def missing(self) -> int: ...
    @property
    def report(self) -> dict[str, int]: ...
    def totals(self) -> list[tuple[str, int]]: ...
    def results(
        self, drop: bool
    ) -> tuple[list[str], list[tuple[str, str]], NDArray[Any], tuple[int, int, bool]]: ...
    @property
    def has_clusters(self) -> bool: ...
    @property
    def has_weights(self) -> bool: ...
    @property
    def zero_weights(self) -> int: ...
    @property
    def notes(self) -> list[tuple[str, dict[str, str | int | list[str]], str]]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Sums:
    @staticmethod
    def load(path: str | PathLike[str]) -> Sums: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def count_file(self) -> bytes: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(content: bytes) -> Sums: ...
    def merge(self, others: Sequence[Sums]) -> Sums: ...
    def select(
        self,
        models: Sequence[str] | None,
        tasks: Sequence[str] | None,
        scores: Sequence[str] | None,
    ) -> Sums: ...
    def score(
        self,
        metrics: Sequence[str],
        budgets: Sequence[int],
        options: Mapping[str, Any],
    ) -> NumericScores: ...
    def renamed(self, name: str) -> Sums: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __len__(self) -> int: ...
    @property
    def keep_values(self) -> bool: ...
    @property
    def models(self) -> list[str]: ...
    @property
    def tasks(self) -> list[str]: ...
    @property
    def scores(self) -> list[str]: ...
    @property
    def trials(self) -> int: ...
    @property
    def missing(self) -> int: ...
    @property
    def report(self) -> dict[str, int]: ...
    @property
    def has_clusters(self) -> bool: ...
    @property
    def has_weights(self) -> bool: ...
    @property
    def zero_weights(self) -> int: ...
    @property
    def notes(self) -> list[tuple[str, dict[str, str | int | list[str]], str]]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class NumericScores:
    @property
    def unscored(self) -> list[tuple[str | None, str, int, str]]: ...
    @property
    def unestimated(self) -> list[tuple[str, str]]: ...
    @property
    def single(self) -> list[str]: ...
    @property
    def tasks(self) -> int: ...
    def rows(self) -> list[tuple[Any, ...]]: ...

@final
class Scores:
    @property
    def unscored(self) -> list[tuple[str | None, str, int, str]]: ...
    @property
    def tasks(self) -> int: ...
    def rows(self) -> list[tuple[Any, ...]]: ...

@final
class Study:
    def __new__(
        cls,
        entries: NDArray[Any],
        prior: NDArray[Any] | None,
        gold: NDArray[Any] | None,
        metrics: Sequence[str],
        budgets: Sequence[int],
        parameters: _Parameters,
        named: _Weights,
        scheme: str,
        confidence: float | None,
        seed: int,
    ) -> Study: ...
    @property
    def metrics(self) -> list[tuple[str, int | None, str]]: ...
    @property
    def gold_has_ties(self) -> bool: ...
    def run(
        self, replicates: int, threads: int | None, progress: Callable[[int], object] | None
    ) -> list[dict[str, Any]]: ...
    def trajectory(self, measure: int, replicate: int) -> list[list[int]]: ...
    def replicate(self, replicate: int) -> NDArray[Any]: ...

@final
class Comparisons:
    def rows(self) -> list[tuple[Any, ...]]: ...
    def questions(self) -> list[tuple[Any, ...]]: ...
    def unmatched(self) -> list[tuple[str, str, str, str, str]]: ...
    def uncompared(self) -> list[tuple[str, str, str, str]]: ...
    def single(self) -> list[str]: ...
    def verdicts(self, margin: float) -> list[tuple[float, bool, float]]: ...

@final
class Table:
    def __new__(
        cls,
        columns: Sequence[tuple[str, str, bool, Sequence[object]]],
        metadata: Mapping[str, str],
    ) -> Table: ...
    def to_parquet(self) -> bytes: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def row_types() -> list[tuple[str, str, list[tuple[str, str, str]]]]: ...
