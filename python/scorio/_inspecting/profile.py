"""A first look at any log: its form, where its records are, and what their fields hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core
from scorio._inspecting.name_patterns import BAD

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Examples that a line shows, and the longest of them.
_EXAMPLES = 3
_LONGEST = 24

# Words of fields whose numbers name something: the record, its run or its time.
_NAMING = {
    "id", "idx", "index", "number", "seed", "trial", "run", "attempt", "repeat", "epoch", "sample",
    "line", "row", "date", "timestamp", "created", "started",
}  # fmt: skip

MISSING = {"-1", "-1.0", "na", "n/a", "nan", "none", "null", "nil", "-", "?"}
"""Values that stand for no outcome in many logs."""


class Field(NamedTuple):
    """A field: its dotted path, and what it holds in the records that were looked at."""

    name: str
    records: int
    """Records that have it."""
    kinds: Mapping[str, int]
    """Values of each type."""
    values: list[tuple[str, str, int]]
    """The first distinct values, each with its type and how often it occurs."""
    distinct: int
    codes: list[int]
    """Of each record the number of its value, from 1, or 0. Nothing inside lists."""
    by_place: bool
    """Inside a list, each place has the same value in every record."""
    counts_up: bool
    """Each value is one more than that before it."""

    @property
    def word(self) -> str:
        """The last name of the path, in small letters with underscores."""
        last = re.split(r"(?<!\\)\.", self.name)[-1].replace("[]", "").replace("\\", "")
        spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", last)
        return re.sub(r"[^a-z0-9@]+", "_", spaced.lower()).strip("_")

    @property
    def in_list(self) -> bool:
        """Whether it is inside a list."""
        return "[]" in self.name

    @property
    def is_plain(self) -> bool:
        """Whether it holds single values."""
        return bool(self.values) and not {"list", "object"} & set(self.kinds)

    @property
    def all_known(self) -> bool:
        """Whether all its values are among those that are kept."""
        return self.distinct == len(self.values)

    def texts(self) -> set[str]:
        """Its values in small letters, without those that stand for no outcome."""
        return {text.lower() for text, *_ in self.values} - self._absent()

    def missing(self) -> list[str]:
        """The values that stand for no outcome."""
        absent = self._absent()
        return [text for text, *_ in self.values if text.lower() in absent]

    def _absent(self) -> set[str]:
        """The values that stand for no outcome: -1 only beside 0 and 1."""
        others = {text.lower() for text, *_ in self.values} - MISSING
        return MISSING if {"0", "1"} <= {text.removesuffix(".0") for text in others} <= {
            "0", "1", "true", "false",
        } else MISSING - {"-1", "-1.0"}  # fmt: skip

    def has_gaps(self, records: int) -> bool:
        """Whether some records have no value."""
        return self.records < records or bool({"null", "empty"} & set(self.kinds))

    def numbers(self) -> list[float] | None:
        """Its values as numbers, if they all are."""
        found = []
        for text in self.texts():
            percent = text.endswith("%")
            try:
                number = float(text.removesuffix("%"))
            except ValueError:
                return None
            found.append(number / 100 if percent else number)
        return found or None

    def is_binary(self) -> bool:
        """Whether its values are true and false, or 1 and 0."""
        absent = self._absent()
        kinds = {kind for text, kind, _ in self.values if text.lower() not in absent}
        known = {"true", "false", "0", "1", "0.0", "1.0"}
        return bool(kinds) and kinds <= {"boolean", "number"} and self.texts() <= known

    def is_measured(self) -> bool:
        """Whether it holds numbers or booleans of which it does not name something."""
        plain = self.is_plain and not self.in_list and set(self.kinds) <= {"number", "boolean"}
        return plain and self.distinct > 1 and _NAMING.isdisjoint(self.word.split("_"))

    def may_be_label(self, records: int) -> bool:
        """Whether it says 0 and 1, or false and true, of at most half of the records."""
        empty = {"null", "empty"}
        own = {text for text, kind, _ in self.values if kind not in empty}
        filled = sum(count for kind, count in self.kinds.items() if kind not in empty)
        known = {"number", "boolean"} | empty
        plain = self.is_plain and not self.in_list and set(self.kinds) <= known
        names = plain and BAD.search(self.word) is None and 2 * filled <= records
        return names and own in ({"0", "1"}, {"0.0", "1.0"}, {"false", "true"})

    def line(self, records: int) -> str:
        """Say what it is in a line."""
        kinds = ", ".join(self.kinds)
        share = 100 * self.records / max(records, 1)
        often = "" if self.records == records else f" in {share:.3g} % of records"
        examples = [text[:_LONGEST] for text, *_ in self.values[:_EXAMPLES]]
        more = ", …" if self.distinct > _EXAMPLES else ""
        shown = f": {', '.join(examples)}{more}" if examples else ""
        return f"{self.name} ({kinds}{often}){shown}"


class Profile(NamedTuple):
    """What a log looks like."""

    form: str
    records_at: str | None
    """The path of the records, if they are not at the top."""
    keyed: bool
    """Whether the records are members of an object."""
    records: int
    """How many were looked at."""
    more: bool
    """Whether there are others."""
    broken: int
    problem: str | None
    fields: list[Field]

    def document(self) -> dict[str, Any]:
        """Give what JSON knows."""
        fields = [
            {
                "name": field.name,
                "records": field.records,
                "types": dict(field.kinds),
                "examples": [text for text, *_ in field.values[:_EXAMPLES]],
            }
            for field in self.fields
        ]
        return {"records_at": self.records_at, "records_seen": self.records, "fields": fields}


def profile(
    file: tuple[str, str | None, str | None, str | None, bool],
    options: Mapping[str, Any],
    progress: Callable[[int], object] | None,
) -> Profile:
    """Look at the first records of a log."""
    (form, at, keyed), (records, more, broken, problem), fields = _core.profile(
        file, options, progress
    )
    listed = [
        Field(name, seen, dict(kinds), values, distinct, codes, *places)
        for name, seen, kinds, values, distinct, codes, places in fields
    ]
    return Profile(form, at, keyed, records, more, broken, problem, listed)
