# Adaptive evaluation in the extension module, which `_core.pyi` hands on.

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

_Told: TypeAlias = tuple[str, str, float | None, float]
_Waiting: TypeAlias = tuple[int, str, str, float, bool]
_State: TypeAlias = tuple[list[_Told], list[_Waiting], int, int]

@final
class ItemBank:
    def __new__(
        cls,
        items: Sequence[str],
        curves: tuple[list[float], list[float], list[float], list[float]],
        strata: Sequence[str | None],
        kept: Sequence[bool],
        steps: Sequence[list[float] | None],
        scores: tuple[float, float, bool],
    ) -> ItemBank: ...
    def effective(self) -> tuple[list[float], list[float]]: ...
    def information(self, ability: float) -> list[float]: ...
    def expected_score(self, ability: float) -> list[float]: ...
    @property
    def median_difficulty(self) -> float: ...
    def ability(
        self,
        trials: Sequence[tuple[str, float, float]],
        prior: tuple[float, float],
        out_of_range: str,
    ) -> Belief: ...

@final
class Belief:
    @property
    def clipped(self) -> int: ...
    def moments(self) -> tuple[float, float, float, float]: ...
    def interval(self, confidence: float) -> tuple[float, float]: ...
    def quantile(self, level: float) -> float: ...
    def exceeds(self, other: Belief) -> float: ...
    def score(
        self, is_assisted: bool, confidence: float
    ) -> tuple[float, float, float, float] | None: ...

@final
class AdaptiveRun:
    def __new__(
        cls,
        bank: ItemBank,
        models: Sequence[tuple[str, float | list[float]]],
        given: Mapping[str, Any],
        state: _State,
    ) -> AdaptiveRun: ...
    def ask(self, count: int) -> list[tuple[int, str, str, str | None, float]]: ...
    def ask_item(self, model: str, item: str) -> tuple[int, str, str, str | None, float]: ...
    def enough(self, model: str, item: str) -> str | None: ...
    def tell(self, query: int, score: float, cost: float | None) -> None: ...
    def tell_failed(self, query: int, retry: bool, cost: float) -> None: ...
    def add(self, model: str, item: str, score: float, cost: float | None) -> None: ...
    def pending_id(self, model: str, item: str) -> int | None: ...
    def has(self, model: str, item: str) -> bool: ...
    def state(self) -> _State: ...
    def reason(self) -> str | None: ...
    def spent(self) -> tuple[float, int]: ...
    def open_pairs(self) -> list[tuple[str, str]]: ...
    def outlook(self) -> list[tuple[str, str, int | None]]: ...
    def report(self) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]: ...

def read_table(path: str | PathLike[str]) -> tuple[dict[str, list[Any]], dict[str, str]]: ...
def adaptive_replay(
    table: Mapping[str, Any],
    trials: NDArray[np.float64],
    sums: NDArray[np.float64],
    given: Mapping[str, Any],
    run: Mapping[str, Any],
    threads: int | None,
    progress: Callable[[int], object] | None,
) -> tuple[
    list[tuple[Any, ...]],
    list[int],
    list[tuple[Any, ...]],
    list[tuple[Any, ...]],
    tuple[Any, ...],
    list[tuple[Any, ...]],
]: ...
def calibrate_items(
    models: Sequence[str],
    items: Sequence[str],
    trials: NDArray[np.float64],
    sums: NDArray[np.float64],
    strata: Sequence[str | None],
    scores: tuple[float, float, bool],
    method: str,
    drop_negative: bool,
    threads: int,
) -> tuple[
    tuple[list[float], list[float], list[float], list[float], list[bool]],
    tuple[list[int], list[float], list[float]],
    list[float],
    tuple[float, float, float, float, float, int, list[float], float, float, bool],
]: ...
