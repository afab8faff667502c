"""What a comparison depends on beside the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._declared import PARAMETERS
from scorio.show.words import metric_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio._counting.tallied import Tallied


def settings_of(options: Mapping[str, Any], counts: Tallied[Any]) -> dict[str, Any]:
    """Give the options as results keep them, with the parameters of the metric in one place."""
    given = {name: options[name] for name in PARAMETERS if options[name] is not None}
    own = {name: value for name, value in options.items() if name not in PARAMETERS}
    own["models"] = own.pop("only")
    if own["metric"] in ("bayes", "bayes_ci"):
        own["prior"] = "uniform"
    if counts.numeric:
        # Without a prior there is one scale.
        own |= {"metric": "avg", "prior": None}
    return own | {
        "parameters": given,
        "weights": given.get("weights"),
        "numeric": counts.numeric,
        "weighted": counts._core.has_weights,
        "zero_weights": counts._core.zero_weights,
    }


def in_words(settings: Mapping[str, Any]) -> str:
    """Name the metric in words, as the title of a plot does."""
    words = metric_in_words(settings["metric"], settings.get("k"))
    given = _parameters(settings)
    return f"{words} ({', '.join(given)})" if given else words


def named(settings: Mapping[str, Any]) -> str:
    """Name the metric with its budget and parameters, as the title of a table does."""
    parts = [settings["metric"]]
    if settings.get("k") is not None:
        parts.append(f"k = {settings['k']}")
    return ", ".join([*parts, *_parameters(settings)])


def _parameters(settings: Mapping[str, Any]) -> list[str]:
    parts = []
    for name, value in settings.get("parameters", {}).items():
        several = isinstance(value, list)
        shown = ",".join(f"{one:g}" for one in value) if several else f"{float(value):g}"
        parts.append(f"{name} = {shown}")
    return parts
