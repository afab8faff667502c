"""Rows of cost gate. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class CostGated(NamedTuple):
    """What a gate says of the mean cost of a model.

    Attributes
    ----------
    verdict : str
        `pass`, `fail` or `undecided`.
    task : str or None
        Task; missing in overall rows.
    model : str
        Model.
    baseline : str or None
        The model whose cost it is compared with; missing where the mean cost itself has the
        limit.
    value : float or None
        Mean cost of a trial, or its quotient; missing if the baseline costs nothing.
    lo : float or None
        Lower end of the interval whose ends each have the confidence.
    hi : float or None
        Upper end of that interval; missing where there is none.
    limit : float
        The limit.
    """

    verdict: str
    task: str | None
    model: str
    baseline: str | None
    value: float | None
    lo: float | None
    hi: float | None
    limit: float
