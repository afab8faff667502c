"""Rows of plan labels. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class LabelPlan(NamedTuple):
    """The labels to add to the trials of a model with one outcome of the judge.

    Attributes
    ----------
    model : str
        Model.
    outcome : str
        Outcome of the judge.
    trials : int
        Trials with this outcome.
    labels : int
        Those of them with a label.
    add : int
        Labels to add.
    half_width : float
        Half the width of the model's interval that is expected then.
    floor : float
        Half the width that no label lowers. Only more trials do.
    reached : bool
        Whether the wanted half-width is reached.
    """

    model: str
    outcome: str
    trials: int
    labels: int
    add: int
    half_width: float
    floor: float
    reached: bool
