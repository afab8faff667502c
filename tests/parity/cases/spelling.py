"""Calls in full: as Julia source, one line each, and as the options and outcomes of Python."""

from __future__ import annotations

import inspect
import math
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from parity.cases.case import Matrix, Spelled
from scorio import Counts
from scorio import eval as scorio_eval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parity.cases.case import Case

# Arguments after R that the Julia package takes by position. All others are keywords.
POSITIONAL = {
    "bayes": ("w", "R0"),
    "avg": ("w",),
    "max_at_k": ("k", "w"),
    "max_at_k_ci": ("k", "w", "R0"),
    "g_pass_at_k_tau": ("k", "tau"),
    "threshold_spectrum_at_k": ("k", "weights"),
    "pass_curve": ("k_max",),
    "superiority": ("R_b", "metric", "k"),
}
# More of these are read from text, which is quicker than to compile a literal.
LITERAL = 16


def positional(name: str) -> tuple[str, ...]:
    """Give the arguments after R that a Julia function takes by position."""
    return POSITIONAL.get(name) or POSITIONAL.get(name.removesuffix("_ci")) or ("k",)


def call(case: Case) -> str:
    """Give the call of this project's Julia package."""
    options = {("lam" if name == "lambda_" else name): v for name, v in case.options.items()}
    names = positional(case.name)
    last = max((place for place, name in enumerate(names, 1) if name in options), default=0)
    given = [julia(options.pop(name, None)) for name in names[:last]]
    keywords = ", ".join(f"{name} = {julia(value)}" for name, value in options.items())
    arguments = ", ".join([case.R.julia, *given])
    return f"S.{case.name}({arguments}{'; ' if keywords else ''}{keywords})"


def in_full(case: Case) -> dict[str, Any]:
    """Give what makes the same call again, in either language, as what JSON can hold."""
    return {
        "kind": case.kind,
        "julia_source": call(case),
        "options": {name: python(value) for name, value in case.options.items()},
        "R": outcomes(case.R),
    }


def outcomes(R: Matrix) -> dict[str, Any]:
    """Give the outcomes: counted where they are sorted, else as rows, None for what is missing."""
    if R.sorted is not None:
        return {"successes": list(R.sorted[0]), "trials": R.sorted[1]}
    return {"rows": _rows(R)} if R.banks else {"python": python(R.python)}


def _rows(R: Matrix) -> Any:
    return _plain(R.banks[0] if isinstance(R.python, Counts) else R.python)


def _plain(value: Any) -> Any:
    entries = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(entries, list | tuple | range):
        return [_plain(entry) for entry in entries]
    return None if entries is None or math.isnan(entries) else int(entries)


def python(value: Any) -> str:
    """Give a value as Python source, a matrix of known outcomes as its rows."""
    match value:
        case Matrix() if value.banks:
            return repr(_rows(value))
        case Matrix() | Spelled():
            return python(value.python)
        case np.ndarray():
            return f"np.array({value.tolist()!r}, {str(value.dtype)!r})"
        case np.generic():
            return f"np.{type(value).__name__}({value.item()!r})"
        case _:
            return repr(value)


def documented(name: str) -> list[inspect.Parameter]:
    """Give the parameters after R that the earlier packages have too."""
    parameters = list(inspect.signature(getattr(scorio_eval, name)).parameters.values())[1:]
    return [one for one in parameters if one.kind is not one.KEYWORD_ONLY]


def earlier_call(name: str, rows: Sequence[Sequence[int]], options: dict[str, Any]) -> str:
    """Give the call of the earlier Julia package, which takes every argument by position."""
    given = []
    for parameter in documented(name):
        value = options.get(parameter.name, parameter.default)
        if parameter.name == "R0" and value is not None:
            given.append(matrix("Int", value))
        elif parameter.name == "bounds" and value is not None:
            given.append(julia(tuple(map(float, value))))
        else:
            given.append(julia(value))
    return f"S.{name}({', '.join([matrix('Int', rows), *given])})"


def matrix(element: str, rows: Sequence[Sequence[object]], helper: str = "matrix") -> str:
    """Give a matrix as text that the bridge reads."""
    return f'{helper}({element}, "{text(rows)}")'


def text(rows: Sequence[Sequence[object]]) -> str:
    """Give rows as text: entries apart by spaces, rows by semicolons."""
    return ";".join(" ".join(_entry(entry) for entry in row) for row in rows)


def _entry(entry: object) -> str:
    if entry is None:
        return "_"
    if isinstance(entry, bool | np.bool_):
        return str(int(entry))
    return number(entry) if isinstance(entry, float) else str(entry)


def number(value: float) -> str:
    """Give a float that Julia reads back as the same double."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    return repr(float(value))


def julia(value: Any) -> str:  # noqa: C901, PLR0911  whatever an option can be
    """Give a value as Julia source."""
    match value:
        case Matrix() | Spelled():
            return value.julia
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float():
            return number(value)
        case str():
            return f'"{value}"'
        case Fraction():
            return f"{value.numerator}//{value.denominator}"
        case Decimal():
            return julia(Fraction(value))
        case tuple():
            return f"({', '.join(map(julia, value))},)"
        case list():
            return _vector(value)
        case _:
            raise TypeError(f"{value!r} has no Julia spelling")


def _vector(values: list[Any]) -> str:
    if not values:
        return "Float64[]"
    if len(values) > LITERAL and all(isinstance(value, float) for value in values):
        return f'numbers("{" ".join(map(number, values))}")'
    # Julia would convert numbers of several types to one of them.
    kinds = "" if len(set(map(type, values))) == 1 else "Any"
    return f"{kinds}[{', '.join(map(julia, values))}]"
