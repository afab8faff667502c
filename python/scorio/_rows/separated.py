"""Rows of separated. `make rows` writes this file from the declarations in the core."""

from __future__ import annotations

from typing import NamedTuple


class SeparatedModel(NamedTuple):
    """The place of a model among others.

    Attributes
    ----------
    rank : int
        Competition rank by score.
    rank_lo : int
        Best rank that the comparisons allow.
    rank_hi : int
        Worst rank that the comparisons allow.
    with_leader : bool
        Whether it is not separated from the model with the highest score.
    letters : str
        Letters that the model shares with all models from which it is not separated. They
        are empty for more than 500 models, and where 26 letters are too few.
    """

    rank: int
    rank_lo: int
    rank_hi: int
    with_leader: bool
    letters: str
