"""Rows of foresee. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple

from scorio._rows.others import Measured  # noqa: TC001  get_type_hints reads it


class Foresight(NamedTuple):
    """What to expect after N trials of each question.

    Attributes
    ----------
    trials : int
        N, the number of trials.
    z : Measured
        Mean of z.
    quantiles : tuple[float, float, float]
        The 5 %, 50 % and 95 % quantiles of z.
    separated : Measured
        Probability that z reaches the threshold.
    right : Measured
        Probability that the means are in the order of the true scores.
    found : Measured
        Probability that z reaches the threshold in the right order.
    wrong : Measured
        Probability that z reaches the threshold in the wrong order, or for equal models.
    """

    trials: int
    z: Measured
    quantiles: tuple[float, float, float]
    separated: Measured
    right: Measured
    found: Measured
    wrong: Measured
