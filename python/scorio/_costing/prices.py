"""Prices of models, for a million of what is counted."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PriceTable = tuple[str, list[str], dict[str, list[float | None]]]


def price_table(prices: object) -> PriceTable | None:
    """Give prices as the core takes them: their name, what is priced, and the prices by model.

    They are a CSV file with a column `model` and a column for each thing that is priced, such as
    `input` and `output`, or the same as a mapping by model. An empty cell is no price.
    """
    if prices is None:
        return None
    if isinstance(prices, str | os.PathLike):
        name = os.fspath(prices)
        rows: Mapping[str, Mapping[str, Any]] = _read(name)
    elif isinstance(prices, Mapping):
        name, rows = "prices", {str(model): _row(own) for model, own in prices.items()}
    else:
        raise TypeError(f"prices = {prices!r} is neither a file nor a mapping by model")
    columns = list(dict.fromkeys(column for own in rows.values() for column in own))
    if not columns:
        raise ValueError(f"{name} has no prices: give columns such as input and output")
    table = {
        model: [_number(own.get(column), name, model, column) for column in columns]
        for model, own in rows.items()
    }
    return name, columns, table


def _row(own: object) -> Mapping[str, Any]:
    if not isinstance(own, Mapping):
        raise TypeError(f"prices has {own!r}, where a model has a mapping of prices")
    return own


def _read(file: str) -> dict[str, dict[str, str]]:
    with Path(file).open(encoding="utf-8-sig", newline="") as lines:
        table = csv.DictReader(lines)
        columns = [name.strip() for name in table.fieldnames or ()]
        table.fieldnames = columns
        if "model" not in columns:
            raise ValueError(f'{file} has no column "model": prices are by model')
        rows: dict[str, dict[str, str]] = {}
        for row in table:
            model = (row.pop("model") or "").strip()
            if model in rows:
                raise ValueError(f"{file}, line {table.line_num}: {model} is there twice")
            rows[model] = {name: cell or "" for name, cell in row.items() if name is not None}
    return rows


def _number(given: object, file: str, model: str, column: str) -> float | None:
    if given is None or not str(given).strip():
        return None
    text = str(given).strip().removeprefix("$")
    try:
        return float(text)
    except ValueError:
        shown = f"the price {column} of {model} is {given!r}"
        raise ValueError(f"{file}: {shown}, which is no number") from None
