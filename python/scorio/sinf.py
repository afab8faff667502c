"""Sequential inference: whether to stop, and where to draw the next trials.

These are the stopping rules of `scorio.plan` under their earlier address.
"""

from scorio.plan.stopping import (
    Top1,
    ci_from_mu_sigma,
    should_stop,
    should_stop_top1,
    suggest_next_allocation,
)

__all__ = ["Top1", "ci_from_mu_sigma", "should_stop", "should_stop_top1", "suggest_next_allocation"]
