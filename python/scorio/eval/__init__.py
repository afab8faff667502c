r"""Metrics of a results matrix.

`R` is an M x N matrix: a row for each question, a column for each trial. Binary metrics take the
outcomes 0 and 1. Categorical ones take 0..C, with a weight for each category. `R` may be any
array-like of booleans, integers or whole-numbered floats, or a list of rows of different lengths.
It may also be the `scorio.Counts` of one model. Their weights are by default the numbers that the
categories are named by. Native arrays are read in place, whatever their strides. A one-dimensional
`R` is one question.

Leading axes are batch axes: for an L x M x N array every figure is an array of length L. A sequence
of budgets `k` adds a last axis. Otherwise figures are floats.

Masked entries, NaN and None are missing outcomes. They are an error that names the first of them,
unless `missing="drop"` leaves them out. A question then has fewer trials. Counts hold observed
outcomes alone: what was missing was dealt with when they were read. Those of several tasks are
pooled.

Functions with `_ci` give a posterior for future trials, and take any budget. The others estimate
from the observed trials, and need k of every question. Fewer are an error that names the question
with the fewest. `ragged="drop"` leaves such questions out, and a `ShortQuestionsWarning` says how
many. `complement=True` gives 1 - metric, accurate to the last digits where the metric itself is 1
to all of a float's digits.

Intervals are normal. `interval="exact"` gives quantiles of the posterior, and `superiority` the
probability that one model's score is higher than another's.
"""

from scorio._results import Estimate, Interval, ShortQuestionsWarning
from scorio.eval import _metrics, tailpass_weights
from scorio.eval._metrics import *  # noqa: F403
from scorio.eval.answers import best_of_at_k, best_of_at_k_ci, vote_at_k, vote_at_k_ci
from scorio.eval.pass_curve import pass_curve
from scorio.eval.superiority import superiority
from scorio.eval.tailpass import TailPassProfile, tailpass, tailpass_empirical
from scorio.eval.tailpass_draws import TailPassDraws

__all__ = [  # noqa: PLE0604  The names of metrics are strings.
    *_metrics.__all__,
    "Estimate",
    "Interval",
    "ShortQuestionsWarning",
    "TailPassDraws",
    "TailPassProfile",
    "best_of_at_k",
    "best_of_at_k_ci",
    "pass_curve",
    "superiority",
    "tailpass",
    "tailpass_empirical",
    "tailpass_weights",
    "vote_at_k",
    "vote_at_k_ci",
]
