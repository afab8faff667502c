"""Arguments that are two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import number
from scorio._errors import wrong

if TYPE_CHECKING:
    from collections.abc import Sequence


def two(name: str, given: Any) -> Sequence[Any]:  # noqa: ANN401  whatever a caller gives
    """Give an argument that has to be two values."""
    if isinstance(given, tuple | list) and len(given) == 2:  # noqa: PLR2004
        return given
    raise wrong("argument.pair", name, given, "is not two numbers", TypeError)


def pair(name: str, given: Any) -> tuple[float, float]:  # noqa: ANN401
    """Give an argument that has to be two numbers."""
    first, second = two(name, given)
    return number(name, first), number(name, second)


def prior_of(given: Any) -> tuple[float, float]:  # noqa: ANN401
    """Give the mean and the variance of a prior of abilities. No mean is that of a calibration."""
    mean, variance = two("prior", given)
    return 0.0 if mean is None else number("prior", mean), number("prior", variance)
