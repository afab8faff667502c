"""Which field of a log looks like the number of a trial, where no field of that name is read."""

from __future__ import annotations

import json
import re
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._inspecting.names import ROLES
from scorio._reading.options import fields_of, taken
from scorio._reading.paths import found_by
from scorio._reading.sources import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio._inspecting.profile import Field, Profile

# Bytes of a log that is read a second time.
_SMALL = 1 << 24
# Bytes in which a text log shows the names of its fields, without a second reading.
_HEAD = 1 << 16
# Such a name in quotes, as a key of JSON, or in the first line, as the head of a column. What
# follows its first word has several spellings: trial_id, trialId.
_FIRST = "|".join(sorted({name.partition("_")[0] for name in ROLES["trial"]}))
# Parquet and Arrow have the names of columns at their ends, between other bytes.
_COLUMNS, _PARTS = (b"PAR1", b"ARROW1"), re.compile(rb"[^A-Za-z0-9_]+")
_NAMED = re.compile(rf'(?i:"({_FIRST})|\A[^\n]*?\b({_FIRST}))'.encode())
# Options that say where trials come from. Without them each record is a trial.
_OF_TRIALS = ("trial", "total", "times", "path", "score", "regrade", "questions")

_WORDS = (
    'Field "{field}" looks like the number of a trial: {trial=@field} counts by it and looks for '
    "shared luck"
)


def trial_field(
    sources: Sequence[str], given: Mapping[str, Any], counts: _core.Counts
) -> str | None:
    """Name a field that numbers the trials of each question, if they are read without numbers.

    It holds whole numbers that differ within a question and return in others. To tell, the first
    log is counted by it, if it is small.
    """
    most = counts.most_trials()
    if most < 2 or any(given.get(name) for name in _OF_TRIALS):  # noqa: PLR2004
        return None
    if "trial" in (given.get("constants") or {}):
        return None
    with suppress(ValueError, OSError), warnings.catch_warnings():
        # What the log has to say was said before.
        warnings.simplefilter("ignore")
        log, *others = found_by(sources)
        if not Path(log).is_file() or Path(log).stat().st_size > _SMALL:
            return None
        if not _may_number(Path(log)):
            return None
        from scorio._inspecting.profile import profile

        options = {**given, "progress": None}
        seen = profile((log, None, None, None, False), taken(options), None)
        own = read(log, options)[0] if others else counts
        for field in _candidates(seen, given, most * len(counts.models)):
            with suppress(ValueError):
                by_field, _ = read(log, {**options, "trial": field.name, "on_repeat": "error"})
                if by_field.trials == own.trials:
                    return field.name
    return None


def _may_number(log: Path) -> bool:
    """Whether the beginning of a log has such a name, or its end if it is a table in columns."""
    with log.open("rb") as file:
        head = file.read(_HEAD)
        if head.startswith(_COLUMNS):
            file.seek(max(0, log.stat().st_size - _HEAD))
            return _NAMED.search(b'"' + _PARTS.sub(b'"', file.read())) is not None
    return b"\0" in head or (_NAMED.search(head) is not None and not _has_trials(head))


def _has_trials(head: bytes) -> bool:
    """Whether the first record of JSON Lines has a field `trial`, which was read."""
    line, end, _ = head.partition(b"\n")
    record = None
    with suppress(ValueError):
        record = json.loads(line) if end and line.startswith(b"{") else None
    return isinstance(record, dict) and "trial" in record


def noted(field: str, dialect: str) -> str:
    """Say which field looks like the number of a trial, in the words of a language."""
    return _core.spelled(_WORDS, [("field", field)], dialect, None)


def _candidates(seen: Profile, given: Mapping[str, Any], most: int) -> list[Field]:
    """Give the fields with such names and numbers, the likeliest first."""
    used = {given.get(role) or role for role in ("model", "task", "question", "outcome")}
    used |= {given.get(role) for role in ("cluster", "weight")}
    used |= set(fields_of(given.get("fields")))
    fields = [field for field in seen.fields if field.name not in used]
    if any(field.name == "trial" for field in fields):
        return []
    return [
        field
        for name in ROLES["trial"]
        for field in fields
        if field.word == name and _counts_up(field, seen.records, most)
    ]


def _counts_up(field: Field, records: int, most: int) -> bool:
    """Whether a field holds whole numbers, of which questions have the same ones."""
    if not field.is_plain or field.in_list or field.has_gaps(records) or field.distinct > most:
        return False
    numbers = field.numbers()
    return numbers is not None and all(number % 1 == 0 for number in numbers)
