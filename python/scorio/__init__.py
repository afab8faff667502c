"""Scores of repeated language-model trials, with honest uncertainty.

- `scorio.eval`: metrics of a results matrix (`from scorio import eval`)
- `scorio.count`: trial logs to counts
- `scorio.inspect`: what a log holds, without scoring it
- `scorio.compare`: models beside a baseline, question by question
- `scorio.Counts`: counts that merge, are kept, and are scored
- `scorio.Scores`: the leaderboard
- `scorio.convergence`: how a ranking settles as trials are added
- `scorio.rank`: ranks, agreement of rankings, and which models are told apart
- `scorio.plan`: how many trials a comparison needs, and what they will show
- `scorio.sinf`: when to stop, and where to draw the next trials
- `scorio.simulate`: biased coins as models, and their trials
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from scorio._core import __version__

if TYPE_CHECKING:
    from scorio import eval, plan, rank, simulate, sinf  # noqa: A004  the documented name
    from scorio.comparison import Comparison, Comparisons, compare
    from scorio.counts import Counts, count
    from scorio.inspection import Inspection, inspect
    from scorio.resampling import Convergence, convergence
    from scorio.scores import Score, Scores

__all__ = [
    "Comparison",
    "Comparisons",
    "Convergence",
    "Counts",
    "Inspection",
    "Score",
    "Scores",
    "__version__",
    "compare",
    "convergence",
    "count",
    "eval",
    "inspect",
    "plan",
    "rank",
    "simulate",
    "sinf",
]

_MODULES = ("eval", "plan", "rank", "simulate", "sinf")

_HOMES = {
    "Comparison": "scorio.comparison",
    "Comparisons": "scorio.comparison",
    "compare": "scorio.comparison",
    "Counts": "scorio.counts",
    "count": "scorio.counts",
    "Inspection": "scorio.inspection",
    "inspect": "scorio.inspection",
    "Convergence": "scorio.resampling",
    "convergence": "scorio.resampling",
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
