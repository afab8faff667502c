"""What is compared: a call as each side writes it, and an answer that each side gives."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Matrix:
    """Outcomes as Python has them, as Julia source, and as plain rows for exact arithmetic."""

    python: Any
    julia: str
    # The observed outcomes, of each matrix of a batch; none where the input is bad.
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
        return f"{self.name}({self.kind}{'; ' if parts else ''}{parts})"


def _short(value: object) -> str:
    shown = value.python if isinstance(value, Matrix | Spelled) else value
    text = " ".join(repr(shown).split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


SHOWN = 40


class Part(NamedTuple):
    """One of the figures of an answer: its name, its shape and its values in memory order."""

    name: str
    shape: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True)
class Answer:
    """What a side gave: figures and the warnings that came with them, or a refusal."""

    parts: tuple[Part, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str | None = None
    # The kind of error in the side's own words.
    error_type: str | None = None

    @property
    def values(self) -> tuple[float, ...]:
        """All figures, one after another."""
        return tuple(value for part in self.parts for value in part.values)

    def same(self, other: Answer) -> bool:
        """Whether both say the same, to the last bit; kinds of errors have no common names."""
        return (
            self.error == other.error
            and self.warnings == other.warnings
            and [part[:2] for part in self.parts] == [part[:2] for part in other.parts]
            and bits(self.values) == bits(other.values)
        )

    def __str__(self) -> str:
        said = "".join(f" [warning: {text}]" for text in self.warnings)
        if self.error is not None:
            return f"{self.error_type}: {self.error}{said}"
        shown = (f"{part.name or 'value'}{list(part.shape)} {part.values}" for part in self.parts)
        return ", ".join(shown) + said


def bits(values: tuple[float, ...]) -> bytes:
    """The values' own bits: -0.0 is not 0.0, and NaN is NaN."""
    return struct.pack(f"<{len(values)}d", *values)
