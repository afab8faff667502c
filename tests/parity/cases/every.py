"""All cases, function by function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parity.cases import draws
from parity.cases.bad_input import bad_input
from parity.cases.variants import NAMES, variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parity.cases.case import Case


def scored(names: Iterable[str] = NAMES) -> Iterator[Case]:
    """Give the cases that have values."""
    for name in names:
        yield from draws.calls(name)
        yield from variants(name)


def cases(names: Iterable[str] = NAMES) -> Iterator[Case]:
    """Give every case, function by function."""
    for name in names:
        yield from scored([name])
        yield from bad_input(name)
