"""What a side answers: figures and warnings, or an error."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple


class Part(NamedTuple):
    """One of the figures of an answer: its name, its shape and its values in memory order."""

    name: str
    shape: tuple[int, ...]
    values: tuple[float, ...]


class Fault(NamedTuple):
    """An error or a warning as data, the same in every language."""

    # A stable name, such as "tally.missing"; empty in the earlier packages.
    kind: str
    # What is wrong: places count from 0, and a batch has its axes in front.
    problem: str
    # The name of the way out, and its values.
    remedy: str = ""

    def __str__(self) -> str:
        return " | ".join(filter(None, self))


@dataclass(frozen=True)
class Answer:
    """What a side gave: figures, warnings, or an error."""

    parts: tuple[Part, ...] = ()
    warnings: tuple[Fault, ...] = ()
    error: Fault | None = None
    # The exception of the side's language.
    error_type: str | None = None

    @property
    def values(self) -> tuple[float, ...]:
        """All figures, one after another."""
        return tuple(value for part in self.parts for value in part.values)

    def same(self, other: Answer) -> bool:
        """Whether both say the same, to the last bit. The types of errors differ by language."""
        return (
            self.error == other.error
            and self.warnings == other.warnings
            and [part[:2] for part in self.parts] == [part[:2] for part in other.parts]
            and bits(self.values) == bits(other.values)
        )

    def __str__(self) -> str:
        said = "".join(f" [warning: {fault}]" for fault in self.warnings)
        if self.error is not None:
            return f"{self.error_type}: {self.error}{said}"
        shown = (f"{part.name or 'value'}{list(part.shape)} {part.values}" for part in self.parts)
        return ", ".join(shown) + said


def bits(values: tuple[float, ...]) -> bytes:
    """The values' own bits: -0.0 is not 0.0, and NaN is NaN."""
    return struct.pack(f"<{len(values)}d", *values)
