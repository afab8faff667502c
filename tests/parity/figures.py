"""The exact figures of a case, in the shape in which the sides give them."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from parity import oracle
from parity.cases.case import Matrix, value_of
from parity.oracle.credit import least_successes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parity.cases.case import Case, Rows

    Figures = tuple[Decimal, ...]

# More terms than this, squared, times the distinct questions take exact arithmetic too long.
MOST_WORK = 150_000
# The distance from 1 to the next number of each type of floats.
SPACING = {np.float16: Fraction(1, 2**10), np.float32: Fraction(1, 2**23), float: oracle.DOUBLE}
POLICIES = ("missing", "ragged", "complement", "prior", "target", "interval")


def exact(case: Case, *, all_of_them: bool = False) -> Figures | None:
    """Give the figures one after another. Only `all_of_them` computes those that take long."""
    if "exact" in case.recorded:
        return tuple(map(Decimal, case.recorded["exact"]))
    options = {name: value_of(value) for name, value in case.options.items()}
    budgets = options.get("k", options.get("k_max", 1))
    ks = [int(k) for k in budgets] if np.iterable(budgets) else [int(budgets)]
    if not case.R.banks or not _has_oracle(case):
        return None
    if not all_of_them and _terms(options, max(ks)) ** 2 * _distinct(case.R) > MOST_WORK:
        return None
    columns = list(_columns(case, options, ks))
    return tuple(figure for part in zip(*columns, strict=True) for figure in part)


def _has_oracle(case: Case) -> bool:
    """Whether the posterior, if there is one, is normal under a known prior."""
    options = case.options
    known = options.get("prior") is None and options.get("interval", "normal") == "normal"
    return known and case.name != "superiority"


def _terms(options: dict[str, Any], k: int) -> int:
    """Give how many numbers of successes have a credit. Those below a threshold have none."""
    return k - successes(options["tau"], k) + 1 if "tau" in options else k


def _distinct(R: Matrix) -> int:
    return sum(len({(sum(row), len(row)) for row in rows}) for rows in R.banks)


def _columns(case: Case, options: dict[str, Any], ks: Sequence[int]) -> Iterator[Figures]:
    """Give the figures of every matrix of a batch and every budget."""
    known = options.pop("R0", None)
    drops = options.get("ragged") == "drop"
    complement = bool(options.get("complement", False))
    plain = {name: value for name, value in options.items() if name not in POLICIES}
    for name in ("w", "weights"):
        if plain.get(name) is not None:
            plain[name] = tuple(map(float, plain[name]))
    for place, rows in enumerate(case.R.banks):
        prior = _prior(known, place)
        if "k_max" in plain:
            long = tuple(row for row in rows if not drops or len(row) >= ks[0])
            for k in range(1, ks[0] + 1):
                yield _figures("pass_at_k", long, complement, prior, k=k)
            continue
        for k in ks:
            own = plain | ({"k": k} if "k" in plain else {})
            if "tau" in plain:
                own["tau"] = Fraction(successes(plain["tau"], k), k)
            long = tuple(row for row in rows if not drops or len(row) >= k)
            yield _figures(case.name, long, complement, prior, **own)


def _prior(known: Matrix | None, place: int) -> Rows | None:
    if known is None:
        return None
    return known.banks[place if len(known.banks) > 1 else 0]


def successes(tau: Any, k: int) -> int:
    """Give how many of k draws must succeed: a float stands for a decimal, others are exact."""
    spacing = next((SPACING[kind] for kind in SPACING if isinstance(tau, kind)), Fraction(0))
    # Numbers of fewer bits are doubles too, and the same ones.
    return least_successes(k, float(tau) if spacing else Fraction(tau), spacing)


@cache
def _figures(
    name: str,
    rows: Rows,
    complement: bool,  # noqa: FBT001
    prior: Rows | None,
    **options: Any,
) -> Figures:
    if prior is not None:
        options["R0"] = prior
    if not complement:
        return oracle.exact(name, rows, **options)
    default = (0.0, 1.0) if name.endswith("_ci") else None
    bounds = options.pop("bounds", default)
    if not name.endswith("_ci"):
        return tuple(_less(oracle.exact(name, rows, **options)))
    mean, deviation, low, high = oracle.exact(name, rows, bounds=None, **options)
    ends = tuple(_less((mean, high, low)))
    if bounds is not None:
        least, most = map(Decimal, bounds)
        ends = (ends[0], *(min(max(end, least), most) for end in ends[1:]))
    return ends[0], deviation, *ends[1:]


def _less(figures: Sequence[Decimal]) -> Iterator[Decimal]:
    for figure in figures:
        with localcontext() as context:
            context.prec, context.Emin = 4 * oracle.DIGITS, -(10**9)
            less = 1 - figure
        yield less


def error(case: Case, values: Sequence[float], figures: Figures) -> float:
    """Give the largest error of a side's values, relative where the exact value is not 0."""
    if not all(map(np.isfinite, values)):
        return float("inf") if tuple(map(Decimal, values)) != figures else 0.0
    w = value_of(case.options.get("w"))
    parts = 4 if case.name.endswith("_ci") else 2 if case.name in {"bayes", "avg"} else 1
    size = len(figures) // parts
    worst = Decimal(0)
    # Each figure of a call on its own: which is σ, and which can cancel, depends on its place.
    for place in range(size):
        own = values[place::size], figures[place::size]
        worst = max(worst, *oracle.errors(*own, w))
    return float(worst)
