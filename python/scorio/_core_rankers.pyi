# The ranking methods of the extension module, which `_core.pyi` hands on.

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

_Options: TypeAlias = Mapping[
    str, float | str | list[float] | Callable[[NDArray[np.float64]], float]
]

@final
class RankData:
    @property
    def models(self) -> list[str]: ...
    @property
    def complete(self) -> bool: ...
    def order_of_average(self, name: str, options: _Options) -> bool: ...
    def pairs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def scores(
        self, name: str, options: _Options
    ) -> tuple[list[float], tuple[list[int], list[int], list[int], list[float]]]: ...
    def response(
        self, name: str, options: _Options
    ) -> tuple[list[float], list[tuple[str, list[float]]]] | None: ...
    def rated(
        self, name: str, options: _Options, seed: int
    ) -> tuple[
        list[float],
        tuple[list[int], list[int], list[int], list[float]],
        list[float] | None,
        list[float] | None,
    ]: ...
    def fit(
        self,
        name: str,
        options: _Options,
        interval: str | None,
        confidence: float,
        replicates: int | None,
        seed: int,
        threads: int | None,
        progress: Callable[[int], object] | None,
    ) -> tuple[list[tuple[Any, ...]], list[tuple[str, str, dict[str, Any]]], bool]: ...
    def usual_draws(self, name: str) -> int: ...
    def naive(self, name: str, options: _Options) -> list[float] | None: ...

def rank_array(
    array: NDArray[Any], clusters: list[str] | None, aligned: bool, drop_missing: bool
) -> RankData: ...
def rank_methods() -> list[dict[str, Any]]: ...
def ranks(
    scores: NDArray[Any],
    sigmas: NDArray[Any] | None,
    confidence: float,
    overlap: bool,
    tol: float,
) -> tuple[list[int], list[int], list[int], list[float]]: ...
