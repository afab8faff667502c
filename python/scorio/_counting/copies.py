"""Counts that were made of the same trials, and would count them twice."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scorio._errors import described
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# So rarely may counts of other trials be refused, if their questions do not differ in difficulty.
_CHANCE = 1e-6


class Kept(Protocol):
    """Counts or sums, with what they were read from."""

    sources: list[str]
    _core: Any

    @property
    def report(self) -> dict[str, int]:
        """What the reading did."""

    def __len__(self) -> int: ...


def check_copies(several: Sequence[Kept]) -> list[str]:
    """Refuse counts of logs that are surely copies or parts of others. Note those that may be."""
    seen: list[Kept] = []
    notes = []
    for one in several:
        if not one.report["bytes"]:
            # Equal counts of tables in memory may well be of different trials.
            continue
        for earlier in seen:
            if _alike(one, earlier) and one == earlier:
                raise _copy(f"{_name(one)} holds the same counts as {_name(earlier)}")
            part, whole = (one, earlier) if len(one) <= len(earlier) else (earlier, one)
            pairs = [(part, whole), (whole, part)] if len(part) == len(whole) else [(part, whole)]
            for few, many in pairs:
                note = _part(few, many, _name(many))
                if note:
                    notes.append(note)
                    break
        seen.append(one)
    return notes


def check_beside(
    counts: Kept, stored: Sequence[Kept], logs: Sequence[str], read: Callable[[str], Kept]
) -> list[str]:
    """Refuse count files of logs beside them, or of a part of these. Note those that may be.

    Where the logs together have more, each of them is read alone.
    """
    alone: dict[str, Kept | None] = {}
    notes = []
    for one in stored:
        if type(one) is not type(counts):
            continue
        included = counts._core.inclusion(one._core)
        if included and counts._core.holds(one._core):
            raise _copy(f"all that {_name(one)} holds is in the logs beside it, with equal counts")
        for log in logs if included and len(logs) > 1 else ():
            if log not in alone:
                # A file of a folder may be no log, and a pipe is read once.
                alone[log] = None
                with suppress(ValueError, OSError):
                    alone[log] = None if log == "-" or Path(log).is_fifo() else read(log)
            part = alone[log]
            if part is not None and part._core.holds(one._core):
                raise _copy(f"all that {_name(one)} holds is in {log}, with equal counts")
        note = _part(one, counts, "the logs beside it") or _part(counts, one, _name(one))
        if note:
            notes.append(note)
    return notes


def _part(part: Kept, whole: Kept, where: str) -> str | None:
    """Refuse counts whose trials are surely among others. Give a note if they may be."""
    found = whole._core.inclusion(part._core) if type(part) is type(whole) else None
    if found is None:
        return None
    questions, equal, trials, chance_equal, chance = found
    own, all_of_them = _name(part), counted(questions, "question")
    seen = f"{where} {'have' if where.startswith('the logs') else 'has'} all outcomes of {own}"
    seen += f", and no others in {equal} of its {all_of_them}"
    if chance_equal < _CHANCE:
        raise _copy(seen)
    if equal or chance < _CHANCE:
        trials_of = counted(trials, "trial")
        return f"{seen}; if its {trials_of} are the same ones, they count twice: leave one out"
    return None


def _alike(one: Kept, other: Kept) -> bool:
    """Tell whether counts were made from the same number of bytes and records."""
    return list(one.report.values()) == list(other.report.values())


def _name(counts: Kept) -> str:
    return ", ".join(counts.sources) or "a part"


def _copy(what: str) -> ValueError:
    problem = f"{what}: its trials would count twice"
    return described(ValueError, problem, "allow_copies")
