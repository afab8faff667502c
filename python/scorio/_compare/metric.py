"""The metric of a comparison: its name, budget and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import all_budgets, metric_parameters

if TYPE_CHECKING:
    from collections.abc import Mapping


def metric_options(
    metric: str, k: object, weights: object, ragged: str, **parameters: object
) -> dict[str, Any]:
    """Give the options of the core that say by which metric models are compared."""
    if not isinstance(metric, str):
        raise TypeError(f"metric = {metric!r} is not the name of a metric")
    if ragged not in ("error", "drop"):
        raise ValueError(f"ragged = {ragged!r} is not one of 'error', 'drop'")
    budgets = all_budgets(k)
    if len(budgets) > 1:
        raise ValueError(f"k = {budgets} has {len(budgets)} budgets: a comparison is of one")
    known = metric_parameters(weights=weights, **parameters)
    return {
        "metric": metric,
        "k": budgets[0] if budgets else None,
        "parameters": known,
        "weights": known.get("weights"),
        "drop_short": ragged == "drop",
    }


def is_bayes(metric: str) -> bool:
    """Whether the metric has the uniform prior by its definition."""
    return metric in ("bayes", "bayes_ci")


def named(settings: Mapping[str, Any]) -> str:
    """Name the metric with its budget and parameters, as the title of a table does."""
    parts = [settings["metric"]]
    if settings.get("k") is not None:
        parts.append(f"k = {settings['k']}")
    for name, value in settings.get("parameters", {}).items():
        several = isinstance(value, list)
        shown = ",".join(f"{one:g}" for one in value) if several else f"{float(value):g}"
        parts.append(f"{name} = {shown}")
    return ", ".join(parts)
