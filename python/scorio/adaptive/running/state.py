"""The state of an adaptive run as a JSON file: read, checked, locked and written durably."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._errors import fault
from scorio.adaptive.items.bank import ItemBank
from scorio.show.documents.writing import check_writable, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = 1

# What a state holds, beside its checksum. States of before there was one lack it.
_PARTS = {
    "schema", "scorio", "bank", "options", "models", "log", "pending", "asked", "random",
}  # fmt: skip

_State = tuple[list[Any], list[Any], int, int]

# The options of a run, and what their values may be.
_OPTIONS: dict[str, tuple[type, ...]] = {
    "goal": (str,),
    "confidence": (int, float),
    "boundary": (str,),
    "rho": (int, float),
    "resolution": (int, float, type(None)),
    "family": (bool,),
    "warmup": (int,),
    "budget": (int, float, type(None)),
    "max_items": (int, type(None)),
    "precision": (int, float, type(None)),
    "top": (int, type(None)),
    "baseline": (str, type(None)),
    "allocation": (str,),
    "select": (str,),
    "per_cost": (bool,),
    "strata": (bool,),
    "out_of_range": (str,),
    "seed": (int,),
    "prior": (list,),
}


class StateFile:
    """A state file, and what it held when this process last saw it."""

    def __init__(self, path: str | os.PathLike[str], digest: str | None = None) -> None:
        self.path = Path(path).absolute()
        self.name = os.fspath(path)
        self.digest = digest

    def is_at(self, path: str | os.PathLike[str]) -> bool:
        """Whether a path is that of this file."""
        return Path(path).absolute() == self.path

    def damaged(self) -> ValueError:
        """Make the error for a file that is no state."""
        sentence = f"{self.name} is no state of an adaptive run, or is cut short or damaged"
        return fault(ValueError(sentence), "adaptive.state")

    def changed(self) -> ValueError:
        """Make the error for a state that is not as it was written."""
        sentence = (
            f"{self.name} is damaged or was changed: its checksum differs. Restore a copy "
            'of it. If you meant the change, delete the line "checksum"'
        )
        return fault(ValueError(sentence), "adaptive.state_changed")

    def write(
        self,
        bank: ItemBank,
        options: dict[str, Any],
        models: list[tuple[str, float | list[float]]],
        state: _State,
    ) -> None:
        """Write a state, if the file is what this process last saw."""
        if bank.path is None:
            sentence = "the bank is in no file, which the state could name: save it first"
            raise fault(ValueError(sentence), "adaptive.bank_unsaved")
        log, pending, asked, drawn = state
        place = os.path.relpath(Path(bank.path).absolute(), self.path.parent)
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "scorio": _core.__version__,
            "checksum": "",
            "bank": {"path": Path(place).as_posix(), "sha256": bank.sha256},
            "options": {name: _listed(value) for name, value in options.items()},
            "models": _costed(models),
            "log": [list(one) for one in log],
            "pending": [list(one) for one in pending],
            "asked": asked,
            "random": {"seed": options["seed"], "drawn": drawn},
        }
        document["checksum"] = _checksum(document)
        content = _text(document).encode()
        with locked_file(self.name):
            if self.path.exists() and _digest(self.path.read_bytes()) != self.digest:
                sentence = (
                    f"{self.name} is another run, or another process has written it since: "
                    "load it, or choose another file"
                )
                raise fault(ValueError(sentence), "adaptive.overwritten")
            write_atomically(self.path, content)
        self.digest = _digest(content)


class Document:
    """A state as it was read."""

    def __init__(self, content: dict[str, Any], file: StateFile) -> None:
        self.file = file
        self.bank_path: str = _text_of(content["bank"]["path"])
        self.sha256: str = _text_of(content["bank"]["sha256"])
        self.options = _options(content["options"])
        self.models: list[tuple[str, float | list[float]]] = []
        for one in content["models"]:
            known = dict(self.models)
            self.models.append((_text_of(one["name"]), _cost(one["cost"], known)))
        log = [_trial(one) for one in content["log"]]
        pending = [_waiting(one) for one in content["pending"]]
        self.state: _State = (
            log,
            pending,
            _count(content["asked"]),
            _count(content["random"]["drawn"]),
        )

    def check_bank(self, bank: ItemBank) -> None:
        """Check that a bank is that of the run."""
        if bank.sha256 != self.sha256:
            name = bank.path or "the bank"
            sentence = (
                f"{name} is not the bank of the run in {self.file.name}: its hash differs. Restore "
                "the bank that the run began with"
            )
            raise fault(ValueError(sentence), "adaptive.bank_hash")


def read(path: str | os.PathLike[str]) -> tuple[Document, StateFile]:
    """Read a state file."""
    content = Path(path).read_bytes()
    file = StateFile(path, _digest(content))
    try:
        document = json.loads(content.decode(), parse_constant=_no_number)
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise file.damaged() from None
    if not isinstance(document, dict) or "schema" not in document:
        raise file.damaged()
    if document["schema"] != SCHEMA:
        sentence = f"{file.name} has schema {document['schema']!r} of adaptive runs, not {SCHEMA}"
        raise fault(ValueError(sentence), "adaptive.state_schema")
    if not set(document) <= {*_PARTS, "checksum"}:
        raise file.damaged()
    if "checksum" in document and document["checksum"] != _checksum(document):
        raise file.changed()
    try:
        return Document(document, file), file
    except (KeyError, TypeError, ValueError, OverflowError):
        raise file.damaged() from None


def bank_of(document: Document, file: StateFile) -> ItemBank:
    """Read the bank that a state names. Its path is relative to the folder of the state."""
    return ItemBank.load(file.path.parent / document.bank_path)


# The locks that this process holds, so that a command that holds one can save.
_held: set[Path] = set()


@contextmanager
def locked_file(name: str | os.PathLike[str]) -> Iterator[None]:
    """Hold the lock beside a file. A process that is killed loses it."""
    path = Path(name).absolute()
    if path in _held:
        yield
        return
    check_writable(path)
    lock = path.with_name(f"{path.name}.lock")
    with lock.open("a+b") as file:
        try:
            _hold(file.fileno())
        except OSError:
            sentence = f"another process is writing {os.fspath(name)}: wait for it, and try again"
            raise fault(ValueError(sentence), "adaptive.locked") from None
        _held.add(path)
        try:
            yield
        finally:
            _held.discard(path)


def _hold(number: int) -> None:
    """Take the lock of an open file, which its end gives back."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _checksum(document: dict[str, Any]) -> str:
    """Sum up what a state holds, whatever its line ends, blanks and order."""
    parts = {name: document[name] for name in _PARTS & set(document)}
    return _digest(json.dumps(parts, sort_keys=True).encode())


def _text(document: dict[str, Any]) -> str:
    """Format a state: a line for each option, model, trial and query, which diffs well."""

    def one(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)

    parts = []
    for name, value in document.items():
        if isinstance(value, list) and value:
            inner = ",\n".join(f"  {one(entry)}" for entry in value)
            parts.append(f" {one(name)}: [\n{inner}\n ]")
        elif name == "options":
            inner = ",\n".join(f"  {one(key)}: {one(entry)}" for key, entry in value.items())
            parts.append(f" {one(name)}: {{\n{inner}\n }}")
        else:
            parts.append(f" {one(name)}: {one(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _no_number(name: str) -> float:
    raise ValueError(name)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    if set(given) != set(_OPTIONS):
        raise ValueError("options")
    for name, kinds in _OPTIONS.items():
        value = given[name]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise TypeError(name)
    mean, variance = given["prior"]
    return {**given, "prior": (_real(mean), _real(variance))}


def _trial(one: list[Any]) -> tuple[str, str, float | None, float]:
    model, item, score, cost = one
    return _text_of(model), _text_of(item), None if score is None else _real(score), _real(cost)


def _waiting(one: list[Any]) -> tuple[int, str, str, float, bool]:
    number, model, item, cost, again = one
    if not isinstance(again, bool):
        raise TypeError("again")
    return _count(number), _text_of(model), _text_of(item), _real(cost), again


def _costed(models: list[tuple[str, float | list[float]]]) -> list[dict[str, Any]]:
    """Give models with their costs; multiples of another model's costs by item are short."""
    found: list[dict[str, Any]] = []
    first: tuple[str, list[float]] | None = None
    for name, cost in models:
        short: object = cost
        if isinstance(cost, list):
            if first is None:
                first = name, cost
            else:
                times = cost[0] / first[1][0]
                if [times * one for one in first[1]] == cost:
                    short = {"model": first[0], "times": times}
        found.append({"name": name, "cost": short})
    return found


def _cost(given: object, known: dict[str, float | list[float]]) -> float | list[float]:
    """Read a cost, costs by item, or those of a model before, times a number."""
    if isinstance(given, dict):
        first = known[_text_of(given["model"])]
        if not isinstance(first, list):
            raise TypeError("cost")
        times = _real(given["times"])
        return [times * one for one in first]
    return [_real(one) for one in given] if isinstance(given, list) else _real(given)


def _text_of(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value


def _real(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("number")
    return float(value)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**64:
        raise TypeError("count")
    return value
