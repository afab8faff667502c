"""The functions of `scorio.eval` by name, each with its exact values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parity.oracle import blend, categories, subset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from parity.oracle.categories import Table
    from parity.oracle.digits import Values

CATEGORICAL = ("bayes", "avg", "max_at_k")
WITH_PRIOR = {"bayes", "bayes_ci", "max_at_k_ci"}
BINARY = (
    "pass_at_k",
    "pass_hat_k",
    "unanimous_at_k",
    "g_pass_at_k",
    "g_pass_at_k_tau",
    "mg_pass_at_k",
    "maj_at_k",
    "auc_at_k",
    "threshold_spectrum_at_k",
    "geom_at_k",
    "geom_ds_at_k",
    "geo_spectrum_at_k",
    "geo_spectrum_star_at_k",
)
NAMES = tuple(name + suffix for name in CATEGORICAL + BINARY for suffix in ("", "_ci"))
MODULES = (categories, subset, blend)


def category_counts(rows: Iterable[Sequence[int]], size: int) -> Table:
    """Give how often each category occurs in each row."""
    return [[row.count(category) for category in range(size)] for row in rows]


def exact(
    name: str,
    R: Iterable[Iterable[int]],
    **options: Any,
) -> Values:
    """Give the exact values of a call of `scorio.eval`."""
    module = next(module for module in MODULES if hasattr(module, name))
    function: Callable[..., Values] = getattr(module, name)
    rows = [[int(outcome) for outcome in row] for row in R]
    if name.removesuffix("_ci") in BINARY:
        return function([sum(row) for row in rows], [len(row) for row in rows], **options)
    size = 2 if options.get("w") is None else len(options["w"])
    if options.get("R0") is not None:
        options["R0"] = category_counts(options["R0"], size)
    return function(category_counts(rows, size), **options)
