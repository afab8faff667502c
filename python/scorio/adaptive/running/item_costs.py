"""What trials cost by item: files of costs, and the costs of the models of a run."""

from __future__ import annotations

import csv
import io
import json
import math
import os
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._errors import fault
from scorio._reading.whole import content

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_COLUMNS = ("model", "item", "cost")


class ItemCosts(NamedTuple):
    """Costs by item, of a file. `by_model` has those of each model; of no name, those of all."""

    source: str
    by_model: dict[str | None, dict[str, float]]

    def of_models(self, models: Mapping[str, float | None]) -> dict[str, dict[str, float]]:
        """Give the costs of each model by item. A model's own cost multiplies costs for all.

        Raises
        ------
        ValueError
            The file has no costs of a model, or of a model that is not in the run. A model has a
            cost of its own beside those of the file.
        """
        shared = self.by_model.get(None)
        if shared is not None:
            return {
                name: {item: _product(cost, own) for item, cost in shared.items()}
                for name, own in models.items()
            }
        for name in self.by_model:
            if name not in models:
                raise _wrong(f"{self.source} has costs of model {name!r}, which is not in the run")
        for name, own in models.items():
            if name not in self.by_model:
                raise _wrong(f"{self.source} has no costs of model {name!r}")
            if own is not None:
                sentence = f"{self.source} has what trials of model {name!r} cost"
                raise _wrong(f"{sentence}: leave ={own:g} out")
        return {name: self.by_model[name] for name in models}


def read_costs(path: str | os.PathLike[str]) -> ItemCosts:
    """Read costs by item from CSV with a header, or from JSON Lines.

    Each record has `item` and `cost`, and `model` if costs differ between models.

    Raises
    ------
    ValueError
        Another ending; a record without an item or a cost, or with something else; a cost that is
        not positive; an item twice; models in some records alone.
    OSError
        The file cannot be read.
    """
    source = os.fspath(path)
    readers = {".csv": _csv, ".jsonl": _jsonl}
    reader = readers.get(Path(path).suffix.lower())
    if reader is None:
        raise _wrong(f"{source} is no file of costs: its ending is none of .csv, .jsonl")
    try:
        text = content(Path(path), "file of costs").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _wrong(f"{source} is not UTF-8") from None
    found: dict[str | None, dict[str, float]] = {}
    for number, record in reader(source, text):
        place = f"{source}, line {number}"
        model, item, cost = _record(place, record)
        if found and (model is None) != (None in found):
            raise _wrong(f"{place}: some lines have a model, and others have none")
        own = found.setdefault(model, {})
        if item in own:
            of = "" if model is None else f" of model {model!r}"
            raise _wrong(f"{place}: the cost of item {item!r}{of} is there twice")
        own[item] = cost
    if not found:
        raise _wrong(f"{source} has no cost")
    return ItemCosts(source, found)


def _csv(source: str, text: str) -> Iterator[tuple[int, dict[str | None, Any]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        header = reader.fieldnames or []
        for name in ("item", "cost"):
            if name not in header:
                raise _wrong(f"{source} has no column {name!r}: its first line names item and cost")
        for record in reader:
            yield reader.line_num, record
    except csv.Error as error:
        raise _wrong(f"{source}, line {reader.line_num}: {error}") from None


def _jsonl(source: str, text: str) -> Iterator[tuple[int, dict[str | None, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise _wrong(f"{source}, line {number}: the line is no JSON") from None
        if not isinstance(record, dict):
            raise _wrong(f"{source}, line {number}: the line is no JSON object")
        yield number, record


def _record(place: str, record: dict[str | None, Any]) -> tuple[str | None, str, float]:
    """Give the model, the item and the cost of a record."""
    for name in record:
        if name is None:
            raise _wrong(f"{place}: the line has more cells than the first line")
        if name not in _COLUMNS:
            raise _wrong(f"{place}: {name!r} is none of model, item and cost")
    for name in ("item", "cost"):
        if record.get(name) is None:
            raise _wrong(f"{place}: there is no {name}")
    for name in ("model", "item"):
        if not isinstance(record.get(name), str | None):
            raise _wrong(f"{place}: {name} = {json.dumps(record[name])} is not a text")
    given = record["cost"]
    try:
        cost = math.nan if isinstance(given, bool | list | dict) else float(given)
    except ValueError:
        way = f": write {given.replace(',', '.')}" if given.count(",") == 1 else ""
        raise _wrong(f"{place}: the cost {given!r} is not a number{way}") from None
    if not (cost > 0 and math.isfinite(cost)):
        raise _wrong(f"{place}: cost = {json.dumps(given)} is not positive and finite")
    return record.get("model"), record["item"], cost


def _product(cost: float, own: float | None) -> float:
    """Multiply costs as they are written: 3 × 0.65 is 1.95."""
    if own is None or not math.isfinite(own):
        return cost if own is None else own
    return float(Decimal(repr(cost)) * Decimal(repr(own)))


def _wrong(sentence: str) -> ValueError:
    return fault(ValueError(sentence), "adaptive.costs")
