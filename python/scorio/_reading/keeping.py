"""The fields of questions that a reading keeps for what is asked of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scorio._reading.options import fields_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# What cuts a number stands behind its field.
_CUT = re.compile(r":\d+$")
# What needs no field: the tasks are known, and the difficulty of items is told by other models.
_KNOWN = ("task", "item")


def keeping(reading: Mapping[str, Any], named: str | Sequence[str] | None) -> dict[str, Any]:
    """Give the options of a reading that keeps named fields, such as `length:4`, beside its own."""
    names = [_CUT.sub("", name) for name in fields_of(named)]
    own = fields_of(reading.get("fields"))
    kept = list(dict.fromkeys([*own, *(name for name in names if name not in _KNOWN)]))
    return dict(reading) | ({"fields": kept} if kept else {})
