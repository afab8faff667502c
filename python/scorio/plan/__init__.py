r"""Planning: how many trials a comparison of two models needs, and what they will show.

A model is given by what is known of it beforehand:

- a pilot: its results matrix, or its `scorio.Counts`. The hierarchical posterior of a leaderboard
  tells how much further trials vary;
- `assumed(p)`: success probabilities of the questions, as `scorio.simulate` makes them.

Models are separated if their scores are at least z* σ apart, 1.96 σ for two models at confidence
0.95. Plans are about their averages, as leaderboards and comparisons are.

What is simulated is given as `Measured(value, error)`, with its Monte Carlo standard error, and
depends on `seed` alone.
"""

from scorio._calls.plan_costs import plan_costs as costs
from scorio._rows import Foresight, Measured
from scorio.plan.foresight import Foresights, foresee, order_probability
from scorio.plan.further import (
    Narrowing,
    Narrowings,
    Separation,
    Separations,
    Sight,
    Sights,
    budget,
    trials_for_half_width,
    trials_to_separate,
)
from scorio.plan.looks import Looks, repeated_looks
from scorio.plan.models import Assumed, assumed
from scorio.plan.split import Split, questions_or_trials
from scorio.plan.stopping import (
    Top1,
    ci_from_mu_sigma,
    should_stop,
    should_stop_top1,
    suggest_next_allocation,
)
from scorio.plan.trials import Detectable, TrialsNeeded, smallest_difference, trials_needed

__all__ = [
    "Assumed",
    "Detectable",
    "Foresight",
    "Foresights",
    "Looks",
    "Measured",
    "Narrowing",
    "Narrowings",
    "Separation",
    "Separations",
    "Sight",
    "Sights",
    "Split",
    "Top1",
    "TrialsNeeded",
    "assumed",
    "budget",
    "ci_from_mu_sigma",
    "costs",
    "foresee",
    "order_probability",
    "questions_or_trials",
    "repeated_looks",
    "should_stop",
    "should_stop_top1",
    "smallest_difference",
    "suggest_next_allocation",
    "trials_for_half_width",
    "trials_needed",
    "trials_to_separate",
]
