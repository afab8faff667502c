"""Costs as tables write them: with digits that fit a whole column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# The digits of the smallest amount of a column, and the most digits behind the point.
_DIGITS, _MOST = 3, 9
# An amount so large has its power of ten alone.
_LARGE = 1e12


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
        if amount is None:
            return "∞"
        return f"{amount:,.{self._digits}f}" if amount < _LARGE else f"{amount:.0e}"

    def between(self, lo: float | None, hi: float | None) -> str:
        """Write an interval, whose upper end may be missing. Without a lower end there is none."""
        return "–" if lo is None else f"[{self.one(lo)}, {'∞' if hi is None else self.one(hi)}]"
