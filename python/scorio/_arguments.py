"""Numbers and arrays of numbers on their way to the core, which checks their ranges."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any

from scorio._errors import fault, wrong
from scorio._numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST = 1_000_000_000


def whole(name: str, value: object, least: int = 1, most: int = MOST) -> int:
    """A whole number of that range, but no boolean."""
    number = _index(name, value)
    if not least <= number <= most:
        what = f"is not a whole number from {least:,} to {most:,}"
        raise wrong("argument.whole_number", name, number, what, ValueError)
    return number


def seed_of(seed: object) -> int:
    """A seed of 64 bits."""
    return whole("seed", seed, 0, 2**64 - 1)


def seed_digits(seed: object) -> str:
    """A seed as calls of the core take it: a float has no 64 bits."""
    return str(seed_of(seed))


def budget(k: object, name: str = "k") -> int:
    """A whole number of 64 bits, whose range the core checks."""
    if _is_boolean(k):
        what = "is a boolean: a budget is a whole number from 1"
        raise wrong("argument.boolean", name, bool(k), what, TypeError)
    number = _index(name, k)
    if not -(2**63) <= number < 2**63:
        too = "too large" if number > 1 else "too small"
        sentence = f"{name} = {number} is {too}: a budget is a whole number from 1 to {MOST:,}"
        raise fault(ValueError(sentence), "check.budget")
    return number


def budgets(k: object) -> list[int] | None:
    """Give the budgets of a sequence of them, or None for a single one."""
    single = isinstance(k, str | bytes | Mapping | Set) or getattr(k, "ndim", 1) == 0
    if single or not isinstance(k, Iterable):
        return None
    several = [budget(one) for one in k]
    if not several:
        raise fault(ValueError("k is empty: give at least one budget"), "argument.budgets")
    return several


def all_budgets(k: object) -> list[int]:
    """The budgets of a sequence of them, a single one, or none."""
    if k is None:
        return []
    several = budgets(k)
    return [budget(k)] if several is None else several


def _is_boolean(value: object) -> bool:
    """Whether a value is a boolean, of NumPy too. Numbers of Python need no NumPy to say so."""
    return isinstance(value, bool) or (
        type(value) not in (int, float) and isinstance(value, np.bool_)
    )


def flag(value: object, name: str = "complement") -> bool:
    """True or False."""
    if not _is_boolean(value):
        sentence = f"{name} = {value!r} is not True or False"
        raise fault(TypeError(sentence), "argument.flag", f"{name} is not true or false")
    return bool(value)


def number(name: str, value: object) -> float:
    """A real number, whose range the core checks."""
    if type(value) is float:
        return value
    if isinstance(value, str | bytes | complex | np.complexfloating) or bool(
        getattr(value, "ndim", 0)
    ):
        raise _no_number(name, value)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise _no_number(name, value) from None
    except OverflowError:
        raise wrong("argument.too_large", name, value, "is too large", ValueError) from None


def _no_number(name: str, value: object) -> TypeError:
    return wrong("argument.number", name, value, "is not a number", TypeError)


def share(tau: object) -> float | tuple[float, int] | tuple[int, int]:
    """A share as a double, as a number of fewer bits, or exactly. The core checks its range."""
    if type(tau) is float:
        return tau
    from decimal import Decimal
    from fractions import Fraction
    from numbers import Rational

    if isinstance(tau, np.ndarray) and tau.ndim == 0:
        tau = tau[()]
    if _is_boolean(tau):
        what = "is a boolean, not a number"
        raise wrong("argument.boolean", "tau", bool(tau), what, TypeError)
    if isinstance(tau, Decimal) and tau.is_finite():
        tau = Fraction(tau)
    if isinstance(tau, Rational):
        if not 0 <= Fraction(tau) <= 1:
            raise fault(ValueError(f"tau = {tau} is not in [0, 1]"), "check.share")
        numerator, denominator = int(tau.numerator), int(tau.denominator)
        if denominator >= 2**64:
            sentence = f"tau = {tau} is too fine: its denominator has more than 64 bits"
            raise fault(ValueError(sentence), "argument.too_fine")
        return numerator, denominator
    if isinstance(tau, np.floating) and tau.dtype.itemsize < np.float64().itemsize:
        return float(tau), np.finfo(tau).nmant + 1
    return number("tau", tau)


def interval_bounds(bounds: tuple[float, float] | None) -> tuple[float, float] | None:
    """A pair or nothing. The core checks its order."""
    if bounds is None:
        return None
    try:
        lo, hi = bounds
    except (TypeError, ValueError):
        what = "is not a pair (lo, hi)"
        raise wrong("argument.pair", "bounds", bounds, what, ValueError) from None
    return number("bounds", lo), number("bounds", hi)


def array(name: str, values: object, axes: int, what: str) -> NDArray[np.float64]:
    """An array of doubles with at least so many axes, and NaN for what is missing."""
    found = rectangular(values, name)
    if found.ndim < axes:
        raise fault(ValueError(f"{name} has {_axes(found.ndim)}: give {what}"), "argument.axes")
    if found.dtype.kind == "O":
        found = from_objects(found, name)
    if found.dtype.kind not in "biuf":
        sentence = f"{name} is not an array of numbers: give {what}"
        raise fault(TypeError(sentence), "argument.type")
    found = np.ascontiguousarray(found, dtype=np.float64)
    if isinstance(values, np.ma.MaskedArray):
        found = np.where(np.ma.getmaskarray(values), np.nan, found)
    return found


def vector(
    name: str, values: object, what: str = "one number for each model"
) -> NDArray[np.float64]:
    """An array with one axis."""
    found = array(name, values, 1, what)
    if found.ndim != 1:
        raise fault(ValueError(f"{name} has {_axes(found.ndim)}: give {what}"), "argument.axes")
    return found


def numbers(name: str, values: object, what: str = "one number for each model") -> list[float]:
    """The same as a list."""
    listed: list[float] = vector(name, values, what).tolist()
    return listed


def rectangular(values: object, name: str) -> NDArray[Any]:
    """An array, unless NumPy finds no shape for it."""
    try:
        return np.asarray(values)
    except ValueError:
        sentence = f"{name} is no array: its rows differ in length, or in kind"
        raise fault(ValueError(sentence), "argument.rows") from None


def from_objects(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Python objects one by one. None and NA become NaN, which marks what is missing."""
    found = np.empty(array.shape, dtype=np.float64)
    for place, entry in np.ndenumerate(array):
        missing = entry is None or type(entry).__name__ in ("NAType", "NaTType")
        found[place] = np.nan if missing else number(f"{name}{list(place)}", entry)
    return found


def category_weights(w: object) -> list[float] | None:
    """The weights of categories as a list, if any are given."""
    return None if w is None else _vector("w", w, "one weight per category")


def spectrum_weights(weights: object) -> list[float]:
    """The weights of thresholds as a list, whose values the core checks."""
    return _vector("weights", weights, "one weight per threshold")


def metric_parameters(**values: object) -> dict[str, Any]:
    """The parameters of metrics that are not None; the core checks their ranges."""
    readers = {"weights": category_weights, "tau": share, "spectrum": spectrum_weights}
    return {
        name: readers[name](value) if name in readers else number(name, value)
        for name, value in values.items()
        if value is not None
    }


def _vector(name: str, values: object, what: str) -> list[float]:
    # In the words of the Julia package, which has the same arguments.
    array = rectangular(values, name)
    if isinstance(values, np.ma.MaskedArray) or array.ndim != 1 or array.dtype.kind not in "biufO":
        what = f"is not a sequence of numbers, {what}"
        raise wrong("argument.numbers", name, values, what, ValueError)
    listed: list[float] = array.tolist()
    return listed if array.dtype == np.float64 else [number(name, value) for value in listed]


def _index(name: str, value: object) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        what = "is not a whole number"
        raise wrong("argument.whole_number", name, value, what, TypeError) from None
    if _is_boolean(value):
        what = "is a boolean, not a whole number"
        raise wrong("argument.boolean", name, bool(value), what, TypeError)
    return number


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"
