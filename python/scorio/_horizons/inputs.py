"""Counts whose questions have lengths, and dates of models, from what a user gives."""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._compare.inputs import counts_of_log
from scorio._counting.tallied import Tallied
from scorio._errors import of_options
from scorio._reading.keeping import ITEM, with_length
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path
    from scorio.adaptive import ItemBank


def tasks_of(
    source: Counts | Path | Iterable[Path] | Frame,
    length: str,
    cluster: str | None,
    weight: str | None,
    reading: Mapping[str, Any],
    bank: ItemBank | Path | None = None,
) -> Counts | Sums:
    """Give counts as they are, or those of logs, with the field of the lengths."""
    if bank is not None and length != ITEM:
        problem = (
            'a bank has the difficulties of items: they are the lengths with {length} = "item"'
        )
        raise of_options("horizon.bank", problem, "length")
    own = dict(reading) if isinstance(source, Tallied) else with_length(reading, length)
    counts = counts_of_log(source, cluster, weight, own)
    return counts if bank is None else _with_difficulties(counts, bank)


def _with_difficulties(counts: Counts | Sums, bank: ItemBank | Path) -> Counts | Sums:
    """Give counts whose questions have the lengths exp(difficulty) of a bank."""
    from scorio.adaptive.items.bank import ItemBank

    own = bank if isinstance(bank, ItemBank) else ItemBank.load(bank)
    odds = {item: math.exp(one) for item, one in zip(own.items, own.b.tolist(), strict=True)}
    lengths: dict[tuple[str, str], float] = {}
    for task, question in counts._core.questions_by_task():
        names = (question, unquoted(question), f"{task}/{question}")
        known = next((odds[name] for name in names if name in odds), None)
        if known is None:
            raise ValueError(
                f"question {unquoted(question)} is no item of the bank, which has {len(odds):,}"
            )
        lengths[task, question] = known
    return counts.with_field(ITEM, lengths)


def unquoted(question: str) -> str:
    """Give the name of a question without the quotes of a text that looks like a number."""
    inside = question[1:-1]
    return inside if question == f'"{inside}"' else question


def dates_of(dates: Mapping[str, object] | Path | None, counts: Tallied[Any]) -> list[str] | None:
    """Give dates as the core reads them: a text for each model. A file may have further models."""
    if dates is None:
        return None
    if isinstance(dates, str | os.PathLike):
        known = set(counts.models)
        file, dates = (
            dates,
            {one: date for one, date in _of_file(FilePath(dates)).items() if one in known},
        )
        if not dates:
            named = on_a_line(", ".join(sorted(known)))
            raise ValueError(f"{os.fspath(file)} has no date of a model here: there are {named}")
    if not isinstance(dates, Mapping):
        raise TypeError(f"dates = {dates!r} is no mapping from models to dates, and no CSV file")
    return [f"{model}={date}" for model, date in dates.items()]


def _of_file(path: FilePath) -> dict[str, str]:
    """Read a CSV file with the columns model and date."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        table = csv.DictReader(file)
        columns = table.fieldnames or []
        if not {"model", "date"} <= set(columns):
            shown = on_a_line(", ".join(columns)) or "none"
            raise ValueError(f"{path} needs the columns model and date, and has {shown}")
        found: dict[str, str] = {}
        for row in table:
            model, date = (row["model"] or "").strip(), (row["date"] or "").strip()
            if not model or not date:
                raise ValueError(f"line {table.line_num} of {path} lacks a model or a date")
            if model in found:
                raise ValueError(f"line {table.line_num} of {path} has a second date of {model}")
            if not _core.is_date(date):
                problem = f"line {table.line_num} of {path}: {date} is no date of {model}"
                raise ValueError(f"{problem}: write 2025-03-01, or a number of days")
            found[model] = date
    return found
