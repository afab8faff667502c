"""Lists inside records: what they name, and how the entries of a list are reached."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scorio._inspecting.evidence import (
    is_name,
    is_unique,
    lists_of,
    names_something,
    outcome_name,
)
from scorio._inspecting.name_patterns import BENCHMARKS
from scorio._inspecting.names import ROLES, TESTED, TRIALS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio._inspecting.profile import Field, Profile
    from scorio._inspecting.roles import Roles

# Names of questions that a single trial may have, too, and names of whatever has records inside.
_OF_ENTRIES = {
    "id", "idx", "index", "uid", "name", "key", "sample", "sample_id", "example", "item", "prompt",
    "input", "query", "question_text", "task",
}  # fmt: skip
_OF_TRIALS = {*TRIALS} - {"samples"}
_OF_GROUPS = {"name", "key", "task", *ROLES["task"]}


def names_inside(seen: Profile, outcome: str, question: Sequence[Field]) -> str | None:
    """Say which names stand inside the list of an outcome, where no option reaches them."""
    if "[]." not in outcome or re.search("[,={]", outcome):
        return None
    at = outcome[: outcome.rindex("[]") + 2]
    beside = [f for f in seen.fields if f.name.startswith(at + ".") and f.is_plain]
    way = f'inside a list, where no option reaches it: write a record for each entry of "{at[:-2]}"'
    above = {text for field in question for text in field.texts()}
    groups = all(field.word in _OF_GROUPS for field in question)
    for field in beside:
        texts = field.distinct > 1 and "text" in field.kinds
        if field.word in ROLES["model"] and texts:
            return f'"{field.name}" names the model {way}'
    for field in beside:
        strong = field.word in ROLES["question"] and field.word not in _OF_ENTRIES
        weak = groups and field.word in ROLES["question"] and not lists_of(field) & _OF_TRIALS
        new = field.distinct > 1 and not field.texts() <= above
        if new and (strong or weak):
            return f'"{field.name}" names the question {way}'
    return None


# Models of a log whose field of models has no known name.
_FEW = 20
# So many trials of a question are those of a benchmark.
_MANY = 100


def published(seen: Profile, found: Roles, total: str) -> bool:
    """Whether rows with a number of trials are each of a whole task, as published tables have."""
    if seen.keyed or len(found.question) > 1:
        return False
    only = found.question[0] if found.question else found.task
    if only is None or (found.task is not None and found.question):
        return False
    if only.word not in ROLES["task"]:
        return False
    if only.word not in ("task", "task_name", "category"):
        return True
    sizes = next((field.numbers() for field in seen.fields if field.name == total), None)
    names = [text for text, *_ in only.values]
    return min(sizes or [0]) >= _MANY or all(map(BENCHMARKS.search, names))


def unnamed(seen: Profile, found: Roles, options: Mapping[str, Any]) -> list[str]:
    """Name a field that tells records of a question apart, and may name the model."""
    if found.model is not None or "model" in options or not found.question:
        tested = [field.name for field in found.question if field.word in TESTED]
        return [f'"{name}" may be a part of the model' for name in tested]
    named = [*found.question, *([found.task] if found.task else [])]
    if is_unique(named):
        return [f'"{field.name}" may name the model' for field in found.question[:-1]]
    used = {field.name for field in named} | {str(value) for value in options.values()}
    for field in seen.fields:
        few = "text" in field.kinds and 1 < field.distinct <= _FEW
        plain = names_something(field, seen.records) and is_name(field) and not outcome_name(field)
        if few and plain and field.name not in used and is_unique([*named, field]):
            return [f'"{field.name}" may name the model: --model {field.name} takes it so']
    return []


def paired(seen: Profile, options: Mapping[str, Any]) -> dict[str, Any]:
    """Reach the second entry of pairs of a number and an object, as [[0, {…}], [1, {…}]]."""
    outcome = str(options.get("outcome", ""))
    if outcome.count("[][].") != 1 or re.search("[,=]", outcome):
        return dict(options)
    pair = outcome[: outcome.index("[][]") + 4]
    first = next((field for field in seen.fields if field.name == pair), None)
    if first is None or not set(first.kinds) & {"number", "text"}:
        return dict(options)
    return dict(options) | {"outcome": outcome.replace("[][].", "[].1.")}
