"""Noisy graders, corrected: the score that people would have given.

A judge (a language model, a regular expression) gives every trial an outcome, and people label
some of the trials. Counts know both, and all of scorio takes them: `counts.score()` corrects the
judge, and so do comparisons and gates.

- `read`: logs or a data frame with a field of labels, to counts
- `from_arrays`: matrices of outcomes and labels, to counts
- `quality`: how good the judge is, and whom it favours
- `plan`: how many trials to label next. `draw` of the counts says which
- `agreement`: how far several judges agree, or several people
- `study`: several judges of a log side by side, and how far they agree
"""

from __future__ import annotations

from scorio._calls.judge_quality import judge_quality as quality
from scorio._calls.plan_labels import plan_labels as plan
from scorio.judge.drawing import DrawnTrial, ToLabel
from scorio.judge.labelled import LabelledCounts
from scorio.judge.raters import Agreements, agreement
from scorio.judge.reading import from_arrays, read
from scorio.judge.study import JudgeStudy, study
from scorio.judge.tables import Judgings, LabelPlans

__all__ = [
    "Agreements",
    "DrawnTrial",
    "JudgeStudy",
    "Judgings",
    "LabelPlans",
    "LabelledCounts",
    "ToLabel",
    "agreement",
    "from_arrays",
    "plan",
    "quality",
    "read",
    "study",
]
