"""Costs as tables write them: with digits that fit a whole column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# The digits of the smallest amount of a column, and the most digits behind the point.
_DIGITS, _MOST = 3, 9


class Amounts:
    """The amounts of a column, which are written alike.

    Parameters
    ----------
    amounts
        The amounts, of which the smallest decides the digits. A missing one is infinite.
    """

    def __init__(self, amounts: Iterable[float | None]) -> None:
        sizes = [amount for amount in amounts if amount]
        least = math.floor(math.log10(min(sizes))) if sizes else 0
        self._digits = min(max(_DIGITS - 1 - least, 0), _MOST)

    def one(self, amount: float | None) -> str:
        """Write an amount."""
        return "∞" if amount is None else f"{amount:,.{self._digits}f}"

    def between(self, lo: float | None, hi: float | None) -> str:
        """Write an interval, whose upper end may be missing. Without a lower end there is none."""
        return "–" if lo is None else f"[{self.one(lo)}, {'∞' if hi is None else self.one(hi)}]"
