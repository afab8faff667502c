"""Former names of arguments, which are taken with a warning until version 0.6."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def renamed(given: Mapping[str, Any], **former: str) -> dict[str, Any]:
    """Give arguments by their names of today. A former name is taken, with a warning.

    Raises
    ------
    TypeError
        Both names of one argument.
    """
    found = dict(given)
    for old, new in former.items():
        if old in found:
            if new in found:
                raise TypeError(f"{old} is the former name of {new}: give {new} alone")
            warnings.warn(
                f"{old} is {new} now, and will be gone in 0.6", DeprecationWarning, stacklevel=3
            )
            found[new] = found.pop(old)
    return found
