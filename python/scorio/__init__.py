"""Scores of repeated language-model trials, with honest uncertainty.

- `scorio.eval`: metrics of a results matrix (`from scorio import eval`)
- `scorio.count`: trial logs to counts
- `scorio.inspect`: what a log holds, without scoring it
- `scorio.compare`: models beside a baseline, question by question
- `scorio.Counts`: counts that merge, are kept, and are scored
- `scorio.Scores`: the leaderboard
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from scorio._core import __version__

if TYPE_CHECKING:
    from scorio import eval  # noqa: A004  the documented name
    from scorio.comparison import Comparison, Comparisons, compare
    from scorio.counts import Counts, count
    from scorio.inspection import Inspection, inspect
    from scorio.scores import Score, Scores

__all__ = [
    "Comparison",
    "Comparisons",
    "Counts",
    "Inspection",
    "Score",
    "Scores",
    "__version__",
    "compare",
    "count",
    "eval",
    "inspect",
]

_HOMES = {
    "Comparison": "scorio.comparison",
    "Comparisons": "scorio.comparison",
    "compare": "scorio.comparison",
    "Counts": "scorio.counts",
    "count": "scorio.counts",
    "Inspection": "scorio.inspection",
    "inspect": "scorio.inspection",
    "Score": "scorio.scores",
    "Scores": "scorio.scores",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401
    # On first use, so that the command line answers before NumPy is loaded.
    if name == "eval":
        return importlib.import_module("scorio.eval")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'scorio' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
