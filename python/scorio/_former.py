"""Former names of arguments, which are taken with a warning until version 0.6."""

from __future__ import annotations

import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

F = TypeVar("F", bound="Callable[..., Any]")


def renamed(given: Mapping[str, Any], former: Mapping[str, str], level: int = 2) -> dict[str, Any]:
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
                f"{old} is {new} now, and will be gone in 0.6",
                DeprecationWarning,
                stacklevel=level + 1,
            )
            found[new] = found.pop(old)
    return found


def taking(**former: str) -> Callable[[F], F]:
    """Let a function take arguments by former names, too."""

    def wrap(function: F) -> F:
        @wraps(function)
        def named(*args: Any, **given: Any) -> Any:  # noqa: ANN401
            return function(*args, **renamed(given, former))

        return cast("F", named)

    return wrap


def taking_by(function: F) -> F:
    """Let a function take `by`, "task" or "model", in the place of the flag `by_task`."""

    @wraps(function)
    def named(*args: Any, **given: Any) -> Any:  # noqa: ANN401
        found = renamed(given, {"by": "by_task"})
        if "by" in given:
            if given["by"] not in ("task", "model"):
                raise ValueError(f"by = {given['by']!r} is not one of 'task', 'model'")
            found["by_task"] = given["by"] == "task"
        return function(*args, **found)

    return cast("F", named)
