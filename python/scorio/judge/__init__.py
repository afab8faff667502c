"""Noisy graders, corrected: the score that people would have given.

A judge (a language model, a regular expression) gives every trial an outcome, and people label
some of the trials. Counts know both, and all of scorio takes them: `counts.score()` corrects the
judge, and so do comparisons and gates.

- `count`: logs or a data frame with a field of labels, to counts
- `from_arrays`: matrices of outcomes and labels, to counts
- `quality`: how good the judge is, and whom it favours
- `plan`: which trials to label next
"""

from __future__ import annotations

from scorio._calls.judge_quality import judge_quality as quality
from scorio._calls.plan_labels import plan_labels as plan
from scorio.judge.reading import count, from_arrays
from scorio.judge.tables import Judgings, LabelPlans

__all__ = ["Judgings", "LabelPlans", "count", "from_arrays", "plan", "quality"]
