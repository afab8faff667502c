"""The one set of cases: seeded draws, every kind of input and option, and bad input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.parity import draws
from scorio.parity.refusals import refusals
from scorio.parity.variants import NAMES, variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorio.parity.case import Case

__all__ = ["NAMES", "cases", "scored"]


def scored(names: Iterable[str] = NAMES) -> Iterator[Case]:
    """Give the cases that have values."""
    for name in names:
        yield from draws.calls(name)
        yield from variants(name)


def cases(names: Iterable[str] = NAMES) -> Iterator[Case]:
    """Give every case, function by function."""
    for name in names:
        yield from scored([name])
        yield from refusals(name)
