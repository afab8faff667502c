"""Where the records of a JSON document are, and what the names above them are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._inspecting.name_patterns import AGGREGATED, MODELS, QUESTIONS, RUN
from scorio._inspecting.names import FAILURE, OUTCOMES, ROLES, SUCCESS, TOTALS, TRIALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# Bytes of a document that is looked at as a whole.
_SMALL = 1 << 24
# Names of models that are shown.
_SHOWN = 3


class Place(NamedTuple):
    """Options of `scorio.count` that a document's shape says, and what is uncertain about them."""

    options: dict[str, Any]
    doubts: list[str]
    document: dict[str, Any] | None = None
    figures: bool = False
    """It has nothing but numbers by names, as summaries have."""

    def beside(self, at: str | None) -> Place:
        """Add the fields beside a list of records that hold for all of them."""
        if self.document is None or at in (None, ".") or "*" in str(at):
            return self
        found = dict(self.options)
        for role in ("model", "task"):
            if role in found:
                continue
            fields = dict(_scalars(self.document, str(at)))
            words = {path: _word(path) for path in fields}
            named = [path for name in ROLES[role] for path in words if words[path] == name]
            if named:
                found[role] = named[0]
        return self._replace(options=found)


def place(file: str) -> Place:
    """Look at a document, if the file is one of plain JSON and not large."""
    document = _document(Path(file))
    if document is None:
        return Place({}, [])
    return (_mapped(_without_heads(document)) or Place({}, []))._replace(document=document)


def is_matrix(file: str) -> bool:
    """Whether a JSON document has nothing but lists of lists, perhaps by name."""
    path = Path(file)
    if not path.is_file() or path.stat().st_size > _SMALL:
        return False
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    several = list(found.values()) if isinstance(found, dict) else [found]
    rows = [row for one in several for row in (one if isinstance(one, list) else [None])]
    return bool(rows) and all(isinstance(row, list) for row in rows)


def _without_heads(document: dict[str, Any]) -> dict[str, Any]:
    """Give a document without what it says of itself, if one member has everything else."""
    maps = {
        name: value
        for name, value in document.items()
        if isinstance(value, dict) and any(isinstance(one, dict | list) for one in value.values())
    }
    plain = any(not isinstance(value, dict | list) for value in document.values())
    lists = any(isinstance(value, list) for value in document.values())
    return maps if plain and len(maps) == 1 and not lists else document


def _document(path: Path) -> dict[str, Any] | None:
    if not path.is_file() or path.stat().st_size > _SMALL:
        return None
    with path.open("rb") as file:
        if not file.read(1 << 10).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            return None
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError):
        # JSON Lines, or broken, which whoever reads it says.
        return None
    return found if isinstance(found, dict) else None


def _scalars(node: dict[str, Any], at: str, before: str = "") -> Iterator[tuple[str, str]]:
    """Give the paths and values of names in a document, but not in its records."""
    for name, value in node.items():
        path = before + name.replace("\\", "\\\\").replace(".", "\\.")
        if path == at:
            continue
        if isinstance(value, str) and value:
            yield path, value
        elif isinstance(value, dict) and not before:
            yield from _scalars(value, at, path + ".")


def _word(path: str) -> str:
    last = re.split(r"(?<!\\)\.", path)[-1]
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", last).lower())


class _Level(NamedTuple):
    """The names of objects at one depth of a document."""

    names: list[str]

    @property
    def step(self) -> str:
        """Their step in a path: the only name, or any."""
        only = len(self.names) == 1 and not MODELS.search(self.names[0])
        return self.names[0].replace("\\", "\\\\").replace(".", "\\.") if only else "*"


def _levels(document: dict[str, Any]) -> tuple[list[_Level], list[dict[str, Any]]]:
    """Give the levels of objects in objects, and the objects below them."""
    levels: list[_Level] = []
    here = [document]
    while all(one and all(isinstance(v, dict) for v in one.values()) for one in here):
        levels.append(_Level(list(dict.fromkeys(name for one in here for name in one))))
        here = [value for one in here for value in one.values()]
    return levels, here


def _mapped(document: dict[str, Any]) -> Place | None:
    """Say what the names are of a document that has nothing but objects or lists by name."""
    levels, leaves = _levels(document)
    values = [value for leaf in leaves for value in leaf.values() if value is not None]
    inner = _Level(list(dict.fromkeys(name for leaf in leaves for name in leaf)))
    if values and all(isinstance(value, list) and value for value in values):
        entries = [entry for value in values for entry in value]
        firsts = [value[0] for value in values]
        if not all(isinstance(entry, dict) for entry in entries):
            return _crossed(levels, inner, "*[]") if _are_binary(entries) else None
        return _above([*levels, inner], firsts) if _are_alike(firsts) else None
    if not values or not levels:
        return None
    return _of_values(levels, inner, values) or (
        _of_keys(levels, leaves) if len(levels) > 1 and _are_alike(leaves) else None
    )


def _of_values(levels: Sequence[_Level], inner: _Level, values: Sequence[Any]) -> Place | None:
    """Say what the names of single values are: those of outcomes, or of figures."""
    outcome = any(_word(name) in OUTCOMES for name in inner.names)
    if _are_binary(values) and not outcome:
        return _crossed(levels, inner, "*")
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == len(values) and {*map(str.lower, texts)} <= {*SUCCESS, *FAILURE}:
        found = None if outcome else _crossed(levels, inner, "*")
        exact = dict.fromkeys(texts)
        fail = [text for text in exact if text.lower() in FAILURE] or ["fail"]
        right = [text for text in exact if text.lower() in SUCCESS] or ["pass"]
        categories = {"categories": {"fail": fail, "pass": right}}
        return found and found._replace(options=found.options | categories)
    aggregated = any(AGGREGATED.search(_word(name)) for name in inner.names)
    numbers = all(isinstance(value, float | int) for value in values)
    counted = {_word(name) for name in inner.names} & {*TOTALS}
    figures = numbers and (aggregated or not (outcome or counted or _are_binary(values)))
    return Place({}, [], figures=True) if figures else None


def _of_keys(levels: Sequence[_Level], leaves: Sequence[dict[str, Any]]) -> Place | None:
    """Say what the names are of records by name, which are questions, or numbered runs of them."""
    *above, keys = levels
    runs = all(run and not run["model"] for run in map(RUN.fullmatch, keys.names))
    found = _above(above, leaves)
    if found is None or not runs:
        return found
    last = sum(level.step == "*" for level in above)
    options = {name: value for name, value in found.options.items() if value != f"@{last}"}
    return found._replace(options=options | {"question": f"@{last}", "trial": "@key"})


def _are_alike(records: Sequence[dict[str, Any]]) -> bool:
    """Whether records have most of their fields in common."""
    sets = [set(record) for record in records]
    common, every = set.intersection(*sets), set.union(*sets)
    return 2 * len(common) >= len(every)


def _are_binary(values: Iterable[Any]) -> bool:
    return all(isinstance(value, bool | int | float) and value in (0, 1) for value in values)


def _above(levels: Sequence[_Level], records: Sequence[dict[str, Any]]) -> Place | None:
    """Say what the names above records are: models, or models and tasks."""
    steps = [level.step for level in levels]
    axes = [level for level in levels if level.step == "*"]
    options: dict[str, Any] = {"records": ".".join(steps)}
    own = {_word(name) for name in records[0]}
    open_roles = [role for role in ("model", "task") if not own & set(ROLES[role])]
    if not axes or len(axes) > len(open_roles):
        return None
    doubts = []
    numbers = list(range(1, len(axes) + 1))
    if len(axes) > 1 and _like_models(axes[1].names) and not _like_models(axes[0].names):
        numbers.reverse()
    for role, number in zip(open_roles, numbers, strict=False):
        options[role] = f"@{number}"
        names = axes[number - 1].names
        if role == "model" and not _like_models(names):
            doubts.append(_taken(names))
    return Place(options, doubts)


def _crossed(levels: Sequence[_Level], inner: _Level, outcome: str) -> Place | None:
    """Say what the names are of outcomes by two names, of which one is the model."""
    if len(levels) > 1 and [level.step for level in levels] == ["*", "*"][: len(levels)]:
        return _deep(levels, outcome)
    if len(levels) == 1 and len(levels[0].names) == 1 and _of_trials(levels[0].names[0]):
        name = levels[0].names[0].replace("\\", "\\\\").replace(".", "\\.")
        return Place({"outcome": f"{name}.{outcome}", "question": "*"}, [])
    if not levels:
        named = all(QUESTIONS.fullmatch(name) for name in inner.names)
        return Place({"outcome": outcome, "question": "*"}, []) if named else None
    *steps, last = levels
    if any(level.step == "*" for level in steps):
        return None
    at = ".".join(level.step for level in steps) or "."
    outer = _rank(last.names) >= _rank(inner.names)
    options = {"records": at, "outcome": outcome}
    options |= {"model": "@key", "question": "*"} if outer else {"model": "*"}
    names = last.names if outer else inner.names
    sure = _rank(last.names) != _rank(inner.names)
    return Place(options, [] if sure else [_taken(names)])


def _deep(levels: Sequence[_Level], outcome: str) -> Place:
    """Say what the names are of outcomes by three names: models, tasks and questions."""
    outer, inner = (level.names for level in levels)
    options = {"records": "*", "question": "*", "outcome": outcome}
    if all(run and not run["model"] for run in map(RUN.fullmatch, inner)):
        sure = _like_models(outer)
        return Place(options | {"model": "@1", "trial": "@key"}, [] if sure else [_taken(outer)])
    turned = _like_models(inner) and not _like_models(outer)
    options |= {"task": "@1", "model": "@key"} if turned else {"model": "@1", "task": "@key"}
    models, tasks = (inner, outer) if turned else (outer, inner)
    shown = f"{', '.join(tasks[:_SHOWN])} for tasks"
    return Place(options, [] if _like_models(models) else [f"{_taken(models)}, and {shown}"])


def _of_trials(name: str) -> bool:
    return not MODELS.search(name) and _word(name) in {*TRIALS, *OUTCOMES, "questions", "data"}


def _rank(names: Sequence[str]) -> int:
    """Say how much names are those of models, and not of questions."""
    if _like_models(names):
        return 1
    return -1 if all(QUESTIONS.fullmatch(name) for name in names) else 0


def _like_models(names: Sequence[str]) -> bool:
    return any(MODELS.search(name) and not QUESTIONS.fullmatch(name) for name in names)


def _taken(names: Sequence[str]) -> str:
    more = ", …" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more} are taken for models"
