"""The fields of questions that a reading keeps for what is asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._reading.options import fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The field of slices that needs no reading: the tasks are known.
_TASK = "task"


def keeping(reading: Mapping[str, Any], named: str | Sequence[str] | None) -> dict[str, Any]:
    """Give the options of a reading that keeps named fields, such as `length:4`, beside its own."""
    names = [_core.slice_field(name) for name in fields_of(named)]
    own = fields_of(reading.get("fields"))
    kept = list(dict.fromkeys([*own, *(name for name in names if name != _TASK)]))
    return dict(reading) | ({"fields": kept} if kept else {})


def with_length(reading: Mapping[str, Any], length: str | None) -> dict[str, Any]:
    """Give the same for the field of lengths. "item" is none: other models tell it."""
    return keeping(reading, None if length == ITEM else length)


ITEM = "item"
"""The length that needs no field: the difficulty that other models tell."""
