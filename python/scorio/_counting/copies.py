"""Counts that were made of the same trials, and would count them twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from scorio._errors import described

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def refuse_held(counts: Kept, stored: Sequence[Kept]) -> None:
    """Refuse count files whose questions all have the same counts in logs beside them."""
    for one in stored:
        if type(one) is type(counts) and counts._core.holds(one._core):
            raise _copy(f"all that {_name(one)} holds is in the logs beside it, with equal counts")


def _name(counts: Kept) -> str:
    return ", ".join(counts.sources) or "a part"


def _copy(what: str) -> ValueError:
    problem = f"{what}: its trials would count twice"
    return described(ValueError, problem, "allow_copies")
