"""Scores of repeated language-model trials, with honest uncertainty.

- `scorio.eval`: metrics of a results matrix (`from scorio import eval`)
- `scorio.count`: trial logs to counts
- `scorio.inspect`: what a log holds, without scoring it
- `scorio.Counts`: counts that merge, are kept, and are scored
- `scorio.Scores`: the leaderboard
- `scorio.plan`: how many trials a comparison needs, and what they will show
- `scorio.sinf`: when to stop, and where to draw the next trials
- `scorio.simulate`: biased coins as models, and their trials
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from scorio._core import __version__

if TYPE_CHECKING:
    from scorio import eval, plan, simulate, sinf  # noqa: A004  the documented name
    from scorio.counts import Counts, count
    from scorio.inspection import Inspection, inspect
    from scorio.scores import Score, Scores

__all__ = [
    "Counts",
    "Inspection",
    "Score",
    "Scores",
    "__version__",
    "count",
    "eval",
    "inspect",
    "plan",
    "simulate",
    "sinf",
]

_MODULES = ("eval", "plan", "simulate", "sinf")

_HOMES = {
    "Counts": "scorio.counts",
    "count": "scorio.counts",
    "Inspection": "scorio.inspection",
    "inspect": "scorio.inspection",
    "Score": "scorio.scores",
    "Scores": "scorio.scores",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    # On first use, so that the command line answers before NumPy is loaded.
    if name in _MODULES:
        return importlib.import_module(f"scorio.{name}")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'scorio' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
