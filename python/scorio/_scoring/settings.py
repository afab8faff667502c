"""What a leaderboard depends on beside the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._declared import PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio._counting.tallied import Tallied


def settings_of(options: Mapping[str, Any], counts: Tallied[Any]) -> dict[str, Any]:
    """What was asked."""
    clustered = options["cluster"] == "task" and len(counts.tasks) > 1
    settings: dict[str, Any] = {"metrics": options["metrics"], "k": options["k"] or None}
    settings |= (
        {"numeric": True}
        if counts.numeric
        else {one: options[one] for one in (*PARAMETERS, "prior")}
    )
    if options["slice"]:
        settings["slice"] = options["slice"]
    return settings | {
        "sampled": options["sampled"] or options["cluster"] is not None,
        "cluster": options["cluster"],
        "ragged": options["ragged"],
        "confidence": options["confidence"],
        "by_task": options["by_task"] and not clustered,
        "macro": options["macro_average"],
        "weighted": counts._core.has_weights,
        "zero_weights": counts._core.zero_weights,
    }
