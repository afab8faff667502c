"""The project's Python side."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from scorio import eval as scorio_eval
from scorio.parity.case import Answer, Matrix, Part, Spelled

if TYPE_CHECKING:
    from scorio.parity.case import Case


def answer(case: Case) -> Answer:
    """Call this package."""
    options = {
        name: value.python if isinstance(value, Matrix | Spelled) else value
        for name, value in case.options.items()
    }
    parts: tuple[Part, ...] = ()
    error: Exception | None = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            parts = figures(getattr(scorio_eval, case.name)(case.R.python, **options))
        except (TypeError, ValueError) as refusal:
            error = refusal
    said = tuple(str(warning.message) for warning in caught)
    if error is None:
        return Answer(parts, said)
    return Answer(parts, said, str(error), type(error).__name__)


def figures(result: Any) -> tuple[Part, ...]:  # noqa: ANN401  a float, an array, a named tuple
    """Give a result's figures with their names and shapes."""
    if isinstance(result, tuple):
        names = getattr(result, "_fields", ("mu", "sigma", "lo", "hi"))
        return tuple(_part(name, value) for name, value in zip(names, result, strict=False))
    return (_part("", result),)


def _part(name: str, value: Any) -> Part:  # noqa: ANN401
    array = np.asarray(value, np.float64)
    return Part(name, array.shape, tuple(array.ravel().tolist()))
