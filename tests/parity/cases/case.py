"""What is compared: a call, as each language writes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Matrix:
    """Outcomes as Python has them, as Julia source, and as plain rows for exact arithmetic."""

    python: Any
    julia: str
    # The observed outcomes of each matrix of a batch. Bad input has none.
    banks: tuple[Rows, ...] = ()
    # The batch axes, as Python orders them.
    axes: tuple[int, ...] = ()
    # Where a row is its successes and then its failures: the rows' successes, and their length.
    sorted: tuple[tuple[int, ...], int] | None = None

    @property
    def rows(self) -> Rows:
        """The rows of a single matrix."""
        (rows,) = self.banks
        return rows


@dataclass(frozen=True)
class Spelled:
    """A value that the two languages do not write alike."""

    python: Any
    julia: str


@dataclass(frozen=True)
class Case:
    """A call of one function."""

    name: str
    kind: str
    R: Matrix
    options: dict[str, Any] = field(default_factory=dict)
    # Where the values are recorded: exact ones as decimals, and the earlier packages'.
    recorded: dict[str, list[str] | list[float]] = field(default_factory=dict)

    def __str__(self) -> str:
        parts = ", ".join(f"{name}={_short(value)}" for name, value in self.options.items())
        return f"{self.name}({self.kind}{', ' if parts else ''}{parts})"


def _short(value: object) -> str:
    shown = value.python if isinstance(value, Matrix | Spelled) else value
    text = " ".join(repr(shown).split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


SHOWN = 40


def value_of(value: Any) -> Any:
    """Give an option as Python has it, but a matrix as it is."""
    return value.python if isinstance(value, Spelled) else value
