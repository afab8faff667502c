"""Fields of questions from a file beside the logs."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scorio._errors import fault
from scorio.show.words import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorio._counting.tallied import Tallied

    Some = TypeVar("Some", bound=Tallied[Any])

Key = tuple[str | None, str]


def joined(counts: Some, file: str | os.PathLike[str]) -> Some:
    """Give counts with fields of their questions, which a file names.

    Parameters
    ----------
    counts
        The counts.
    file
        CSV or JSON Lines. Its records have `question`, or `task` and `question`, and the fields.

    Raises
    ------
    ValueError
        No column `question`; a question twice; one with other values in the counts; a file none of
        whose questions is there.
    """
    records = _checked(file)
    columns = list(dict.fromkeys(name for _, record in records for name in record))
    there = _Questions(counts._core.questions_by_task())
    named = _named(file, records)
    known = {key: there.find(key) for key in named}
    unknown = sum(own is None for own in known.values())
    if unknown == len(named):
        raise ValueError(f"{file} names no question of the logs, such as {there.first}")
    for field in columns:
        if field not in ("task", "question"):
            values = {own: named[key].get(field) for key, own in known.items() if own is not None}
            counts = counts.with_field(
                field, {own: None if value == "" else value for own, value in values.items()}
            )
    if unknown:
        are = "is" if unknown == 1 else "are"
        counts = counts._because(f"{counted(unknown, 'question')} of {file} {are} not in the logs")
    return counts


def _named(
    file: str | os.PathLike[str], records: Sequence[tuple[int, Mapping[str, Any]]]
) -> dict[Key, Mapping[str, Any]]:
    """Give the records by their questions, each of which is there once."""
    lines: dict[Key, int] = {}
    found: dict[Key, Mapping[str, Any]] = {}
    for line, record in records:
        task, question = record.get("task"), record.get("question")
        if question in (None, ""):
            raise ValueError(f"{file}, line {line}: it names no question")
        key = (None if task in (None, "") else str(task), _text(question))
        if key in lines:
            first = lines[key]
            raise ValueError(f"{file}, line {line}: {key[1]} is there twice, first in line {first}")
        lines[key], found[key] = line, record
    return found


def fields_in(file: str | os.PathLike[str]) -> set[str]:
    """Name the fields that a file has."""
    return {name for _, record in _checked(file) for name in record} - {"task", "question"}


def _checked(file: str | os.PathLike[str]) -> list[tuple[int, Mapping[str, Any]]]:
    """Give the records of a file, which name questions and their fields."""
    records = list(_records(file))
    columns = list(dict.fromkeys(name for _, record in records for name in record))
    if not records:
        raise ValueError(f"{file} has no rows: it has question, or task and question, then fields")
    if "question" not in columns:
        listed = ", ".join(columns) or "none"
        raise ValueError(
            f'{file} has no column "question": its rows are of questions; columns here: {listed}'
        )
    if not {*columns} - {"task", "question"}:
        raise ValueError(f"{file} has no column beside the questions")
    return records


class _Questions:
    """The questions that there are. A file may leave their tasks and quotes out."""

    def __init__(self, known: Sequence[tuple[str, str]]) -> None:
        self._pairs = set(known)
        self._names = {question for _, question in known}
        self.first = known[0][1] if known else "none"

    def find(self, key: Key) -> Any:  # noqa: ANN401
        """Give the key of `with_field`, or None."""
        task, question = key
        for name in (question, json.dumps(question)):
            if task is None and name in self._names:
                return name
            if task is not None and (task, name) in self._pairs:
                return task, name
        return None


def _text(question: object) -> str:
    """Give the name of a question as logs have it."""
    return question if isinstance(question, str) else json.dumps(question)


def _records(file: str | os.PathLike[str]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Give the records of a file, each with its line."""
    with Path(file).open(encoding="utf-8-sig", newline="") as lines:
        first = lines.readline()
        lines.seek(0)
        if not first.lstrip().startswith("{"):
            yield from _of_csv(file, lines)
            return
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except ValueError:
                raise ValueError(f"{file}, line {number}: it is no JSON") from None
            if not isinstance(record, dict):
                problem = f"{file}, line {number}: it is no JSON object"
                raise fault(ValueError(problem), "slices.record")
            yield number, _flat(record)


def _of_csv(
    file: str | os.PathLike[str], lines: Iterable[str]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    table = csv.DictReader(lines)
    columns = [name.strip() for name in table.fieldnames or ()]
    for name in columns:
        if columns.count(name) > 1:
            raise ValueError(f"{file} has two columns {name}")
    table.fieldnames = columns
    for row in table:
        if None in row or None in row.values():
            problem = (
                f"{file}, line {table.line_num}: it has not the {len(columns)} cells of the header"
            )
            raise ValueError(problem)
        yield table.line_num, row


def _flat(record: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Give the single values of a record by their dotted paths. Lists are none."""
    found: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{before}{name}.")
        elif not isinstance(value, list):
            found[f"{before}{name}"] = value
    return found
