"""Trials with many signals, graded by a rubric: one score that says what you value.

- `load`: a rubric file, or the rubrics of arXiv:2510.04265
- `count`: logs to counts, one for each rubric
- `study`: leaderboards, ranks by rubric, and how far rubrics agree
- `freeze`: a rubric file whose thresholds are numbers
- `check`: single trials with their signals and categories
- `apply`: a data frame with a column for each rubric
- `Verifier`: logits of a verifier to calibrated probabilities
"""

from __future__ import annotations

from scorio.rubric.grading import GradedTrial, apply, check, count, freeze
from scorio.rubric.rubrics import Category, Policy, Rubrics, Signal, Threshold, load
from scorio.rubric.study import RubricScore, RubricStudy, study
from scorio.rubric.verifier import Verifier, VerifierReport

__all__ = [
    "Category",
    "GradedTrial",
    "Policy",
    "RubricScore",
    "RubricStudy",
    "Rubrics",
    "Signal",
    "Threshold",
    "Verifier",
    "VerifierReport",
    "apply",
    "check",
    "count",
    "freeze",
    "load",
    "study",
]
