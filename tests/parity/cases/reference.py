"""Recorded cases: exact values as decimals, and what the earlier packages gave."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parity import oracle
from parity.cases.case import Case, Matrix
from parity.cases.matrices import bank, plain

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

FILES = ("eval_golden.jsonl.gz", "eval_large.jsonl.gz")
PEERS = ("python_0_2_3", "julia_0_2_2")


class NoReferenceError(Exception):
    """There are no recorded values. The text says why."""


def folder(named: Path | None = None) -> Path:
    """Find the recorded values: a named folder, or that of SCORIO_SHARED."""
    shared = os.environ.get("SCORIO_SHARED")
    if named is None and not shared:
        raise NoReferenceError("neither --reference nor SCORIO_SHARED names a folder of them")
    found = named if named is not None else Path(shared or "") / "reference"
    if any((found / file).is_file() for file in FILES):
        return found
    because = "" if named is not None else f"SCORIO_SHARED is {shared!r}, but "
    missing = " and no ".join(FILES)
    raise NoReferenceError(f"{because}the folder {str(found)!r} has no {missing}")


def cases(path: Path, names: Container[str] = oracle.NAMES) -> Iterator[Case]:
    """Give the recorded cases of one file."""
    inputs: dict[str, dict[str, Any]] = {}
    made: dict[str, tuple[Matrix, Matrix | None]] = {}
    with gzip.open(path, "rt") as lines:
        for line in lines:
            record = json.loads(line)
            if "input" in record:
                inputs[record["input"]] = record
                made[record["input"]] = matrices(record)
            elif record["fn"] in names:
                yield _case(record, *made[record["on"]])


def matrices(record: dict[str, Any]) -> tuple[Matrix, Matrix | None]:
    """Give R and, where there is one, R0."""
    if record["kind"] == "categorical":
        return plain(record["rows"]), plain(record["R0"]) if "R0" in record else None
    return bank(record["successes"], record["N"]), None


def _case(record: dict[str, Any], R: Matrix, R0: Matrix | None) -> Case:
    options = dict(record["kwargs"])
    if R0 is not None and record["fn"] in oracle.WITH_PRIOR:
        options["R0"] = R0
    if options.get("bounds") is not None:
        options["bounds"] = tuple(options["bounds"])
    recorded = {key: record[key] for key in ("exact", *PEERS) if key in record}
    return Case(record["fn"], f"recorded: {record['on']}", R, options, recorded)
