"""Files of item banks: Parquet, one row an item, or JSON."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from scorio import _core
from scorio._errors import fault

SCHEMA = 1

# Name, kind of values, and whether some may be missing.
COLUMNS = (
    ("item", "str", False),
    ("a", "float", False),
    ("b", "float", False),
    ("s", "float", False),
    ("phi", "float", False),
    ("models", "int", True),
    ("mean", "float", True),
    ("r", "float", True),
    ("stratum", "str", True),
    ("kept", "bool", False),
)


def ending_of(path: str | os.PathLike[str]) -> str:
    """Give the ending of a path where a bank may be."""
    ending = Path(path).suffix.lower()
    if ending not in (".parquet", ".json"):
        name = os.fspath(path)
        sentence = f"{name} is no place for an item bank: its ending is none of .parquet, .json"
        raise fault(ValueError(sentence), "adaptive.ending")
    return ending


def no_bank(name: str) -> ValueError:
    """Make the error for a file that is no bank."""
    return fault(ValueError(f"{name} is no item bank, or is damaged"), "adaptive.no_bank")


def in_json(facts: dict[str, Any], columns: dict[str, list[Any]]) -> str:
    """Format a bank as JSON."""
    document = {**facts, "columns": columns}
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def in_parquet(facts: dict[str, Any], columns: dict[str, list[Any]]) -> bytes:
    """Format a bank as Parquet, with its facts in the metadata."""
    table = [(name, kind, nullable, columns[name]) for name, kind, nullable in COLUMNS]
    if "steps" in columns:
        texts = [None if one is None else json.dumps(one) for one in columns["steps"]]
        table.append(("steps", "str", True, texts))
    text = json.dumps(facts, ensure_ascii=False, allow_nan=False)
    return _core.Table(table, {"scorio": text}).to_parquet()


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Read the facts and columns of a bank. The values of the columns are not checked."""
    name = os.fspath(path)
    columns: object
    try:
        if ending_of(path) == ".json":
            facts = json.loads(Path(path).read_text(encoding="utf-8"))
            columns = facts.pop("columns") if isinstance(facts, dict) else None
        else:
            columns, metadata = _core.read_table(path)
            facts = json.loads(metadata["scorio"])
            if "steps" in columns:
                texts = columns["steps"]
                columns["steps"] = [None if one is None else json.loads(one) for one in texts]
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise no_bank(name) from None
    if not isinstance(facts, dict) or facts.get("kind") != "item bank":
        raise no_bank(name)
    if facts.get("schema") != SCHEMA:
        sentence = f"{name} has schema {facts.get('schema')!r} of item banks, not {SCHEMA}"
        raise fault(ValueError(sentence), "adaptive.bank_schema")
    names = [column for column, _, _ in COLUMNS]
    if not isinstance(columns, dict) or not set(names) <= set(columns):
        raise no_bank(name)
    names += ["steps"] if "steps" in columns else []
    return facts, {column: columns[column] for column in names}
