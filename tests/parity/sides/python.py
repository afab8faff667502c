"""The project's Python side."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from parity.cases.case import Matrix, Spelled
from parity.sides.answer import Answer, Fault, Part
from scorio import eval as scorio_eval

if TYPE_CHECKING:
    from parity.cases.case import Case


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
        except (TypeError, ValueError) as raised:
            error = raised
    said = tuple(fault(warning.message) for warning in caught)
    if error is None:
        return Answer(parts, said)
    return Answer(parts, said, fault(error), type(error).__name__)


def fault(raised: Exception | Warning | str) -> Fault:
    """Give an error or a warning as data."""
    remedy = getattr(raised, "remedy", None)
    return Fault(
        getattr(raised, "code", ""),
        getattr(raised, "problem", str(raised)),
        "" if remedy is None else _written(*remedy),
    )


def _written(name: str, values: dict[str, Any]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in sorted(values.items()))])


def figures(result: Any) -> tuple[Part, ...]:
    """Give a result's figures with their names and shapes."""
    if isinstance(result, tuple):
        names = getattr(result, "_fields", ("mu", "sigma", "lo", "hi"))
        return tuple(_part(name, value) for name, value in zip(names, result, strict=False))
    return (_part("", result),)


def _part(name: str, value: Any) -> Part:
    array = np.asarray(value, np.float64)
    return Part(name, array.shape, tuple(array.ravel().tolist()))
