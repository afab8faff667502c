"""What a reading refuses if a rubric grades its trials."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

from scorio import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Options that decide about outcomes, with the value that leaves them out, and what to do instead.
_OF_OUTCOMES = {
    "on_missing": (
        "error",
        "`missing` of the rubric says what to do with trials that lack a signal",
    ),
    "on_error": (
        None,
        'a category of the rubric says what failed trials are (the signal failed = "@error")',
    ),
    "categories": (None, "the rules of the rubric say what its categories are"),
}


def refuse_policies(options: Mapping[str, Any], spelled: Callable[[str], str] = str) -> None:
    """Refuse the options that decide about outcomes."""
    for name, (without, instead) in _OF_OUTCOMES.items():
        if options.get(name) not in (None, without):
            raise ValueError(f"{spelled(name)} is for outcomes, and not for a rubric: {instead}")


def memory_of(memory: object) -> int:
    """Give the bytes that signals may take."""
    if memory is None:
        return _core.rubric_memory()
    if isinstance(memory, bool) or not isinstance(memory, SupportsIndex):
        raise TypeError(
            f"memory = {memory!r} is not a whole number of bytes: give one, such as 4_000_000_000"
        )
    number = operator.index(memory)
    if number < 1:
        raise ValueError(
            f"memory = {number} leaves no room for signals: give more, such as 1_000_000"
        )
    return number
