"""Scores of repeated language-model trials, with honest uncertainty.

- `scorio.eval`: metrics of a results matrix (`from scorio import eval`)
- `scorio.count`: trial logs to counts
- `scorio.inspect`: what a log holds, without scoring it
- `scorio.compare`: models beside a baseline, question by question
- `scorio.slices`: where one model is better than another, by slices of the questions
- `scorio.gate`: whether scores, or single questions, reach a level
- `scorio.cost`: scores beside costs, the cost of a success, retries, caps and the frontier
- `scorio.horizon`: how long a task a model can do
- `scorio.compare_pairs`: every model with every other
- `scorio.report`: all of this on one page, as an HTML file
- `scorio.difficulty`: how difficult the questions are
- `scorio.Counts`: counts that merge, are kept, and are scored
- `scorio.Sums`: the same of numeric scores, without categories
- `scorio.Scores`: the leaderboard
- `scorio.convergence`: how a ranking settles as trials are added
- `scorio.rank`: ranks, agreement of rankings, and which models are separated
- `scorio.plan`: how many trials a comparison needs, and what they will show
- `scorio.rubric`: trials with many signals, graded by a rubric
- `scorio.judge`: noisy graders, corrected by a few labels that people gave
- `scorio.adaptive`: models ranked or scored with few trials, on calibrated items
- `scorio.inspect_ai`: metrics for evaluations of inspect_ai, and comparisons of its logs
- `scorio.lm_eval`: metrics for tasks of lm-evaluation-harness
- `scorio.sinf`: when to stop, and where to draw the next trials
- `scorio.simulate`: biased coins as models, and their trials
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from scorio._core import __version__
from scorio._internal_error import InternalError

if TYPE_CHECKING:
    from scorio import (
        adaptive,
        eval,  # noqa: A004  the documented name
        inspect_ai,
        judge,
        lm_eval,
        plan,
        rank,
        rubric,
        simulate,
        sinf,
    )
    from scorio._calls.compare import compare
    from scorio._calls.compare_pairs import compare_pairs
    from scorio._calls.cost import cost
    from scorio._calls.drift import drift
    from scorio._calls.gate import gate
    from scorio._calls.horizon import horizon
    from scorio._calls.slices import slices
    from scorio._compare.comparisons import Comparisons
    from scorio._compare.pairs import Pairs
    from scorio._convergence.convergence import convergence
    from scorio._convergence.study import Convergence
    from scorio._costing.costs import Costs
    from scorio._counting.costed import CostCounts
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._drifting.chart import DriftChart
    from scorio._gating.gate import Gate
    from scorio._horizons.horizons import Horizons
    from scorio._inspecting.inspect import inspect
    from scorio._inspecting.inspection import Inspection
    from scorio._reading.reading import count
    from scorio._reporting.report import report
    from scorio._results import InterruptedLogWarning, ShortQuestionsWarning
    from scorio._rows import Comparison, Gated, Score, SliceDifference
    from scorio._scoring.difficulty import Difficulty, difficulty
    from scorio._scoring.scores import Scores
    from scorio._slicing.known import known_slices
    from scorio._slicing.slices import Slices

__all__ = [
    "Comparison",
    "Comparisons",
    "Convergence",
    "CostCounts",
    "CostGate",
    "Costs",
    "Counts",
    "Difficulty",
    "DriftChart",
    "Gate",
    "Gated",
    "Horizons",
    "Inspection",
    "InternalError",
    "InterruptedLogWarning",
    "Pairs",
    "Score",
    "Scores",
    "ShortQuestionsWarning",
    "SliceDifference",
    "Slices",
    "Sums",
    "__version__",
    "adaptive",
    "compare",
    "compare_pairs",
    "convergence",
    "cost",
    "cost_gate",
    "count",
    "difficulty",
    "drift",
    "eval",
    "gate",
    "horizon",
    "inspect",
    "inspect_ai",
    "judge",
    "known_slices",
    "lm_eval",
    "plan",
    "rank",
    "report",
    "rubric",
    "simulate",
    "sinf",
    "slices",
]

_MODULES = (
    "adaptive",
    "eval",
    "inspect_ai",
    "judge",
    "lm_eval",
    "plan",
    "rank",
    "rubric",
    "simulate",
    "sinf",
)

_HOMES = {
    "Comparison": "scorio._rows",
    "Comparisons": "scorio._compare.comparisons",
    "compare": "scorio._calls.compare",
    "Pairs": "scorio._compare.pairs",
    "compare_pairs": "scorio._calls.compare_pairs",
    "CostGate": "scorio._costing.gate",
    "Costs": "scorio._costing.costs",
    "cost_gate": "scorio._calls.cost_gate",
    "cost": "scorio._calls.cost",
    "CostCounts": "scorio._counting.costed",
    "Counts": "scorio._counting.counts",
    "count": "scorio._reading.reading",
    "DriftChart": "scorio._drifting.chart",
    "drift": "scorio._calls.drift",
    "Difficulty": "scorio._scoring.difficulty",
    "difficulty": "scorio._scoring.difficulty",
    "Gate": "scorio._gating.gate",
    "Horizons": "scorio._horizons.horizons",
    "horizon": "scorio._calls.horizon",
    "Gated": "scorio._rows",
    "gate": "scorio._calls.gate",
    "Inspection": "scorio._inspecting.inspection",
    "inspect": "scorio._inspecting.inspect",
    "Convergence": "scorio._convergence.study",
    "convergence": "scorio._convergence.convergence",
    "report": "scorio._reporting.report",
    "InterruptedLogWarning": "scorio._results",
    "ShortQuestionsWarning": "scorio._results",
    "Score": "scorio._rows",
    "Scores": "scorio._scoring.scores",
    "Slices": "scorio._slicing.slices",
    "SliceDifference": "scorio._rows",
    "Sums": "scorio._counting.sums",
    "known_slices": "scorio._slicing.known",
    "slices": "scorio._calls.slices",
}


def __getattr__(name: str) -> object:
    # On first use, so that the command line answers before NumPy is loaded.
    if name in _MODULES:
        return importlib.import_module(f"scorio.{name}")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'scorio' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
