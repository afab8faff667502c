"""Rows of results by name. `make rows` writes this file from the declarations in the core.

A file is loaded where its rows are first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorio._rows.adaptive import (
        AdaptiveModel,
        AdaptivePair,
    )
    from scorio._rows.compare import (
        Comparison,
        QuestionDifference,
        Uncompared,
        Unmatched,
    )
    from scorio._rows.compare_pairs import (
        Pair,
    )
    from scorio._rows.cost import (
        Capped,
        Cost,
        CostCrossing,
        CostPair,
        Retry,
    )
    from scorio._rows.cost_gate import (
        CostGated,
    )
    from scorio._rows.drift import (
        DriftRun,
        DriftVerdict,
    )
    from scorio._rows.foresee import (
        Foresight,
    )
    from scorio._rows.gate import (
        Gated,
    )
    from scorio._rows.horizon import (
        Doubling,
        Horizon,
        HorizonBin,
        HorizonCurve,
        HorizonRatio,
    )
    from scorio._rows.judge_agreement import (
        RaterAgreement,
    )
    from scorio._rows.judge_quality import (
        Judging,
    )
    from scorio._rows.others import (
        CategoryShare,
        Measured,
        ThresholdValue,
    )
    from scorio._rows.plan_costs import (
        CostPlan,
    )
    from scorio._rows.plan_labels import (
        LabelPlan,
    )
    from scorio._rows.rank import (
        RankedModel,
    )
    from scorio._rows.replay import (
        ReplayDecisions,
        ReplayNeed,
        ReplaySet,
        ReplayStep,
        ReplaySummary,
    )
    from scorio._rows.rubric import (
        RubricAgreement,
        RubricFlip,
        RubricTally,
    )
    from scorio._rows.score import (
        Judged,
        Score,
        Unscored,
    )
    from scorio._rows.separated import (
        SeparatedModel,
    )
    from scorio._rows.slices import (
        Heterogeneity,
        SliceDifference,
    )

__all__ = [
    "AdaptiveModel",
    "AdaptivePair",
    "Capped",
    "CategoryShare",
    "Comparison",
    "Cost",
    "CostCrossing",
    "CostGated",
    "CostPair",
    "CostPlan",
    "Doubling",
    "DriftRun",
    "DriftVerdict",
    "Foresight",
    "Gated",
    "Heterogeneity",
    "Horizon",
    "HorizonBin",
    "HorizonCurve",
    "HorizonRatio",
    "Judged",
    "Judging",
    "LabelPlan",
    "Measured",
    "Pair",
    "QuestionDifference",
    "RankedModel",
    "RaterAgreement",
    "ReplayDecisions",
    "ReplayNeed",
    "ReplaySet",
    "ReplayStep",
    "ReplaySummary",
    "Retry",
    "RubricAgreement",
    "RubricFlip",
    "RubricTally",
    "Score",
    "SeparatedModel",
    "SliceDifference",
    "ThresholdValue",
    "Uncompared",
    "Unmatched",
    "Unscored",
]

_HOMES = {
    "AdaptiveModel": "adaptive",
    "AdaptivePair": "adaptive",
    "Capped": "cost",
    "CategoryShare": "others",
    "Comparison": "compare",
    "Cost": "cost",
    "CostCrossing": "cost",
    "CostGated": "cost_gate",
    "CostPair": "cost",
    "CostPlan": "plan_costs",
    "Doubling": "horizon",
    "DriftRun": "drift",
    "DriftVerdict": "drift",
    "Foresight": "foresee",
    "Gated": "gate",
    "Heterogeneity": "slices",
    "Horizon": "horizon",
    "HorizonBin": "horizon",
    "HorizonCurve": "horizon",
    "HorizonRatio": "horizon",
    "Judged": "score",
    "Judging": "judge_quality",
    "LabelPlan": "plan_labels",
    "Measured": "others",
    "Pair": "compare_pairs",
    "QuestionDifference": "compare",
    "RankedModel": "rank",
    "RaterAgreement": "judge_agreement",
    "ReplayDecisions": "replay",
    "ReplayNeed": "replay",
    "ReplaySet": "replay",
    "ReplayStep": "replay",
    "ReplaySummary": "replay",
    "Retry": "cost",
    "RubricAgreement": "rubric",
    "RubricFlip": "rubric",
    "RubricTally": "rubric",
    "Score": "score",
    "SeparatedModel": "separated",
    "SliceDifference": "slices",
    "ThresholdValue": "others",
    "Uncompared": "compare",
    "Unmatched": "compare",
    "Unscored": "score",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'scorio._rows' has no attribute {name!r}")
    return getattr(importlib.import_module(f"scorio._rows.{_HOMES[name]}"), name)
