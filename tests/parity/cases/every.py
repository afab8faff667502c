"""All cases, function by function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parity.cases import draws
from parity.cases import superiority as superior
from parity.cases.bad_input import bad_input
from parity.cases.beliefs import bad_beliefs, beliefs
from parity.cases.variants import NAMES, variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from parity.cases.case import Case

# The oracle has no values of the last.
EVERY = (*NAMES, superior.NAME)


def scored(names: Iterable[str] = EVERY) -> Iterator[Case]:
    """Give the cases that have values."""
    for name in names:
        if name == superior.NAME:
            yield from superior.superiority()
            continue
        yield from draws.calls(name)
        yield from variants(name)
        yield from beliefs(name)


def cases(names: Iterable[str] = EVERY) -> Iterator[Case]:
    """Give every case, function by function."""
    for name in names:
        yield from scored([name])
        if name == superior.NAME:
            yield from superior.bad_superiority()
            continue
        yield from bad_input(name)
        yield from bad_beliefs(name)
