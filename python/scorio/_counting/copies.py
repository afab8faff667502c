"""Counts that were made of the same trials, and would count them twice."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from scorio._errors import described

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Kept(Protocol):
    """Counts or sums, with what they were read from."""

    sources: list[str]
    _core: Any

    @property
    def report(self) -> dict[str, int]:
        """What the reading did."""

    def __len__(self) -> int: ...


def refuse_copies(several: Sequence[Kept]) -> None:
    """Refuse equal counts that were made from the same number of bytes and records."""
    seen: dict[tuple[object, ...], list[Kept]] = {}
    for one in several:
        if not one.report["bytes"]:
            continue
        alike = seen.setdefault((len(one), *one.report.values()), [])
        for earlier in alike:
            if earlier == one:
                raise _copy(f"{_name(one)} holds the same counts as {_name(earlier)}")
        alike.append(one)


def refuse_held(
    counts: Kept, stored: Sequence[Kept], logs: Sequence[str], read: Callable[[str], Kept]
) -> None:
    """Refuse count files whose questions all have the same counts in logs beside them.

    Where the logs together have more, each of them is read alone.
    """
    alone: dict[str, Kept | None] = {}
    for one in stored:
        if type(one) is not type(counts) or not counts._core.includes(one._core):
            continue
        if counts._core.holds(one._core):
            raise _copy(f"all that {_name(one)} holds is in the logs beside it, with equal counts")
        for log in logs if len(logs) > 1 else ():
            if log not in alone:
                # A file of a folder may be no log, and standard input is read once.
                alone[log] = None
                with suppress(ValueError, OSError):
                    alone[log] = read(log) if log != "-" else None
            part = alone[log]
            if part is not None and part._core.holds(one._core):
                raise _copy(f"all that {_name(one)} holds is in {log}, with equal counts")


def _name(counts: Kept) -> str:
    return ", ".join(counts.sources) or "a part"


def _copy(what: str) -> ValueError:
    problem = f"{what}: its trials would count twice"
    return described(ValueError, problem, "allow_copies")
