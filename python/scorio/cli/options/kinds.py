"""The kinds of values that options take. A value that does not fit is named with its option."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from scorio.show.view import refuse_other_scales

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

T = TypeVar("T")

if TYPE_CHECKING:
    _Type = click.ParamType
else:

    class _Type(click.ParamType, Generic[T]):
        """The base of kinds. In versions of click up to 8.3, its own names no type of values."""


MOST = 1_000_000_000
MOST_SEED = 2**64 - 1
# A longer range of budgets is a mistake.
_MOST_BUDGETS = 10_000


def pointed(text: str) -> str:
    """Say how a number with a decimal comma is written."""
    whole, comma, part = text.partition(",")
    is_number = comma and whole.strip().lstrip("-").isdecimal() and part.rstrip(" %").isdecimal()
    return f": write {text.replace(',', '.')}" if is_number else ""


class Kind(_Type[T]):
    """A kind of value, made from a text."""

    name = "number"

    def made(self, option: str, text: str) -> T:
        """Make the value of a text, or raise a ValueError that names the option."""
        raise NotImplementedError

    def convert(
        self,
        value: Any,  # noqa: ANN401
        param: click.Parameter | None,
        ctx: click.Context | None,  # noqa: ARG002
    ) -> T:
        """Make the value of what was typed, or of a default."""
        return self.made(max(param.opts, key=len) if param else "", str(value))


class Number(Kind[float]):
    """A number between two ends, which are left out if `inside`."""

    def __init__(
        self, low: float = -math.inf, high: float = math.inf, *, inside: bool = False
    ) -> None:
        # The core names the largest number where there is no other end.
        self.low, self.high = low, math.inf if high == sys.float_info.max else high
        self.inside = inside

    def read(self, text: str) -> float:
        """Read a number."""
        return float(text)

    def made(self, option: str, text: str) -> float:
        """Read a number and check that it is inside."""
        try:
            value = self.read(text)
        except ValueError:
            way = pointed(text) or self._such
            raise ValueError(f"{option}: {text!r} is not a number{way}") from None
        if not self.holds(value):
            hint = self.hint(option, value)
            raise ValueError(f"{option} {value:g} is not {self._where()}{hint}")
        return value

    _such = ""

    def holds(self, value: float) -> bool:
        """Whether a number is inside. No end is infinite."""
        if not math.isfinite(value):
            return False
        if self.inside:
            return self.low < value < self.high
        return self.low <= value <= self.high

    def _where(self) -> str:
        low, high = f"{self.low:g}", f"{self.high:g}"
        if math.isinf(self.low):
            return "finite"
        if math.isinf(self.high):
            return f"finite and {'above' if self.inside else 'at least'} {low}"
        if self.inside and self.low:
            return f"above {low} and below {high}"
        return f"between {low} and {high}" if self.inside else f"from {low} to {high}"

    def hint(self, option: str, value: float) -> str:  # noqa: ARG002
        """Give what the value may have meant."""
        return ""


class Percentage(float):
    """A number that was typed as a percentage."""


def refuse_percentage(
    option: str, value: float | None, rows: Iterable[Any], weights: Iterable[float] | None
) -> None:
    """Refuse a percentage where scores are not from 0 to 1."""
    if isinstance(value, Percentage):
        percents = f"{option} {100 * value:g}%"
        refuse_other_scales(percents, rows, weights, "say a number on the scale of the scores")


class Portion(Number):
    """A number or a percentage."""

    _such = " such as 0.8 or 80%"

    def read(self, text: str) -> float:
        """Read 0.8 and 80% as 0.8."""
        return Percentage(float(text[:-1]) / 100) if text.endswith("%") else float(text)


class Level(Portion):
    """A level between 0 and 1, or as a percentage."""

    _such = " such as 0.95 or 95%"

    def __init__(self, low: float = 0.0) -> None:
        super().__init__(low, 1.0, inside=True)

    def hint(self, option: str, value: float) -> str:
        """Take 95 for 95%."""
        least, share = 2, value / 100
        return f": say {option} {share:g}" if value >= least and self.holds(share) else ""


class Whole(click.IntRange):
    """A whole number, whose upper end is far away."""

    def __init__(self, least: int = 1, most: int = MOST) -> None:
        super().__init__(least)
        self.most = most

    def convert(
        self,
        value: Any,  # noqa: ANN401
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> int:
        """Read a whole number."""
        try:
            found = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        if found < (self.min or 0):
            self.fail(f"{found} is less than {self.min}.", param, ctx)
        if found > self.most:
            self.fail(f"{found} is more than {self.most:,}.", param, ctx)
        return found


class Tries(Whole):
    """Numbers of tries from 1, as 1-4, or the most of them, as 4."""

    def convert(
        self,
        value: Any,  # noqa: ANN401
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> int:
        """Read the most tries."""
        first, dash, last = str(value).partition("-")
        if dash and first.strip() and first.strip() != "1":
            self.fail(f"{value} does not begin with 1: say 1-{last}.", param, ctx)
        return super().convert(last if dash and first.strip() else value, param, ctx)


class Wholes(Kind["list[int]"]):
    """Whole numbers in commas, from 1 on, and ranges of them."""

    def made(self, option: str, text: str) -> list[int]:
        """Read 1,8 or 1-8."""
        found = _listed(option, text, int, "whole numbers")
        for one in found:
            if not 1 <= one <= MOST:
                raise ValueError(f"{option} {one} is not a whole number from 1 to {MOST:,}")
        return found


class Numbers(Kind["list[float]"]):
    """Numbers in commas, each between two ends, and at least so many."""

    def __init__(self, low: float = -math.inf, high: float = math.inf, least: int = 1) -> None:
        self._one, self._least = Number(low, high), least

    def made(self, option: str, text: str) -> list[float]:
        """Read 0,0.5,1."""
        found = _listed(option, text, float, "numbers")
        for one in found:
            if not self._one.holds(one):
                where = self._one._where()
                raise ValueError(f"{option} {text}: {one:g} is not {where}")
        if len(found) < self._least:
            raise ValueError(f"{option} {text}: give at least {self._least} numbers, as 0,1")
        return found


class Share(Kind["float | Fraction"]):
    """A number from 0 to 1. A quotient is exact."""

    def made(self, option: str, text: str) -> float | Fraction:
        """Read 0.75 and 2/3."""
        from fractions import Fraction

        try:
            found = Fraction(text) if "/" in text else float(text)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{option} {text} is not a number such as 0.75 or 2/3") from None
        if not 0 <= found <= 1:
            raise ValueError(f"{option} {text} is not from 0 to 1")
        return found


def _listed(option: str, text: str, number: Callable[[str], Any], kind: str) -> list[Any]:
    """Give the numbers of a list in commas. Whole numbers may be ranges, as 1-8."""
    try:
        return [
            one
            for part in text.split(",")
            for one in (number is int and _range(part)) or [number(part)]
        ]
    except ValueError:
        shown = text or "''"
        raise ValueError(f"{option} {shown} is not a list of {kind} such as 1,8") from None


def _range(text: str) -> range | None:
    """Give the numbers of a range such as 1-8."""
    first, dash, last = text.partition("-")
    if not (dash and first.strip().isdecimal() and last.strip().isdecimal()):
        return None
    ends = int(first), int(last)
    return range(ends[0], ends[1] + 1) if ends[1] - ends[0] < _MOST_BUDGETS else None
