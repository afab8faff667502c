"""Which fields of an unknown log are its model, task, question, trial and outcome."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorio._inspecting.names import (
    ANSWERS,
    FAILURE,
    OUTCOMES,
    PREDICTIONS,
    REPEATS,
    ROLES,
    SUCCESS,
    SUCCESSES,
    TOTALS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorio._inspecting.profile import Field, Profile

# How well true and false are outcomes. Other values are less.
_BINARY = 3.0


def guess(seen: Profile, file: str) -> dict[str, Any]:
    """Give the options of `scorio.count` that most likely read a log."""
    options: dict[str, Any] = {}
    if seen.records_at is not None:
        options["records"] = seen.records_at
    labels = {role: _named(seen, names) for role, names in ROLES.items()}
    if labels["question"] == labels["task"]:
        labels["task"] = None
    taken = {field.name for field in labels.values() if field is not None}
    model = labels["model"]
    wide = _several(seen, taken, has_model=model is not None)
    counted = _counted(seen, taken)
    if counted:
        options |= counted
        labels["trial"] = None
    elif wide:
        options |= wide
    else:
        outcome, read_by = _outcome(seen, taken)
        if outcome:
            options |= {"outcome": outcome, **read_by}
    if labels["question"] is None and not seen.keyed:
        used = str(options.get("outcome", ""))
        labels["question"] = _distinct(seen, {*taken, used})
    for role, field in labels.items():
        if field is not None and field.name != role and options.get(role) != "*":
            options[role] = field.name
    if model is None and options.get("model") != "*":
        options["constants"] = {"model": stem(file)}
    return {
        name: value for name, value in options.items() if (name, value) != ("outcome", "outcome")
    }


def stem(file: str) -> str:
    """Give the name of a file without its endings."""
    name = re.split(r"[/:]", file)[-1]
    while (ending := Path(name).suffix) and len(name) > len(ending):
        name = name.removesuffix(ending)
    return "log" if name in ("", "-") else name


def _depth(field: Field) -> int:
    return len(re.findall(r"(?<!\\)\.", field.name))


def _named(seen: Profile, names: tuple[str, ...]) -> Field | None:
    """Give the field with the likeliest name that every record has."""
    fields = [
        field for field in seen.fields
        if field.is_plain and not field.in_list and not field.has_gaps(seen.records)
    ]  # fmt: skip
    for name in names:
        found = [field for field in fields if field.word == name]
        if found:
            return min(found, key=_depth)
    return None


def _distinct(seen: Profile, taken: set[str]) -> Field | None:
    """Give the field with the most values that every record has."""
    fields = [
        field for field in seen.fields
        if field.is_plain and not field.in_list and field.name not in taken
        and not field.has_gaps(seen.records) and not field.is_binary()
        and set(field.kinds) <= {"text", "number"}
    ]  # fmt: skip
    return max(fields, key=lambda field: (field.distinct, "text" in field.kinds), default=None)


def _outcome(seen: Profile, taken: set[str]) -> tuple[str | None, dict[str, Any]]:
    """Give the outcome's field or expression, and how its values are read."""
    rated = []
    compared = _compared(seen)
    for field in seen.fields:
        read_by = _reading(field, seen.records)
        side = compared is not None and field.word in (*PREDICTIONS, *ANSWERS)
        if field.name in taken or read_by is None or side:
            continue
        kind, options = read_by
        name = 2 - 0.02 * OUTCOMES.index(field.word) if field.word in OUTCOMES else 0.0
        part = any(word in re.split("[^a-z]+", field.word) for word in OUTCOMES[:18])
        score = kind + (name or 0.8 * part) - 0.1 * _depth(field)
        # Without a name that says so, true and false must both occur.
        if name or part or (kind == _BINARY and len(field.texts()) > 1):
            rated.append((score, field, options))
    rated.sort(key=lambda one: -one[0])
    best = rated[0] if rated else None
    if compared is not None and (best is None or best[0] < _BINARY):
        return compared, {}
    if best is None:
        return None, {}
    _, field, options = best
    if field.records < seen.records and not field.in_list:
        for _, other, _ in rated[1:]:
            both = field.is_binary() and other.is_binary() and not other.in_list
            if both and other.word in OUTCOMES and field.records + other.records >= seen.records:
                return f"{field.name},{other.name}", options
    return field.name, options


def _reading(  # noqa: PLR0911, a list of cases
    field: Field, records: int
) -> tuple[float, dict[str, Any]] | None:
    """Say how well values are outcomes, and the options that read them."""
    if not field.is_plain:
        return None
    options: dict[str, Any] = {}
    missing = field.missing()
    if field.has_gaps(records) or missing:
        options["on_missing"] = "drop"
    if missing:
        options["missing_values"] = missing
    texts = field.texts()
    if not texts:
        return None
    if field.is_binary():
        return _BINARY, options
    words = field.all_known and texts <= {*SUCCESS, *FAILURE}
    if words:
        exact = [text for text, *_ in field.values if text not in missing]
        no = [text for text in exact if text.lower() in FAILURE] or ["fail"]
        yes = [text for text in exact if text.lower() in SUCCESS] or ["pass"]
        return 2.5, options | {"categories": {"fail": no, "pass": yes}}
    if field.all_known and texts <= {"c", "i", "n", "p"} and "c" in texts:
        return 2.4, options | {
            "categories": {"wrong": ["I", "N"], "partial": ["P"], "right": ["C"]}
        }
    numbers = field.numbers()
    if numbers is None:
        return None
    share = all(0 <= number <= 1 for number in numbers)
    return (1.5 if share else 1.0), options | {"numeric": True}


def _compared(seen: Profile) -> str | None:
    """Give the comparison of a prediction with an answer."""

    def first(names: tuple[str, ...]) -> Field | None:
        found = (f for name in names for f in seen.fields if f.word == name and f.is_plain)
        return next(found, None)

    left, right = first(PREDICTIONS), first(ANSWERS)
    if left is None or right is None or right.in_list or left.name == right.name:
        return None
    return f"{left.name} == {right.name}"


def _counted(seen: Profile, taken: set[str]) -> dict[str, Any] | None:
    """Give the fields of records that stand for whole questions."""

    def plain(field: Field) -> list[float]:
        usual = field.is_plain and not field.in_list and field.name not in taken
        return (field.numbers() or []) if usual else []

    totals = {f.name: plain(f) for name in TOTALS for f in seen.fields if f.word == name}
    totals = {
        name: n for name, n in totals.items() if n and max(n) > 1 and all(x % 1 == 0 for x in n)
    }
    for total, sizes in totals.items():
        for field in seen.fields:
            numbers = plain(field)
            if field.name == total or not numbers:
                continue
            whole = all(number % 1 == 0 for number in numbers)
            if field.word in SUCCESSES and whole and 1 < max(numbers) <= max(sizes):
                return {"total": total, "correct": field.name}
        for field in seen.fields:
            numbers = plain(field)
            share = numbers and all(0 <= number <= 1 for number in numbers)
            rate = field.word in OUTCOMES or re.match(r"pass_1|mean|rate|.*_rate", field.word)
            if share and rate and not field.is_binary():
                return {"total": total, "rate": field.name}
    return None


def _several(  # noqa: C901, a list of cases
    seen: Profile, taken: set[str], *, has_model: bool
) -> dict[str, Any] | None:
    """Give the pattern of several fields that are outcomes."""
    binary = [f for f in seen.fields if f.is_plain and f.is_binary() and not f.in_list]
    names = [field.name for field in binary if field.name not in taken]
    others = [f.name for f in seen.fields if f.is_plain and f.name not in names]
    patterns: dict[tuple[str, str], list[str]] = {}
    repeats: dict[tuple[str, str], list[str]] = {}
    for name in names:
        if found := REPEATS.match(name):
            repeats.setdefault((found[1], ""), []).append(found[2])
            continue
        for word in OUTCOMES if not re.search(r"[,{}*]", name) else ():
            if found := re.match(rf"(.+)([_.\-/ :]{re.escape(word)})$", name, re.IGNORECASE):
                before, _, star = found[1].rpartition(".")
                start = before + "." if before else ""
                patterns.setdefault((start, found[2]), []).append(star)
            elif found := re.match(rf"({re.escape(word)}[_.\-/ :])(.+)$", name, re.IGNORECASE):
                patterns.setdefault((found[1], ""), []).append(found[2])
    known = {field.word for field in binary if field.word in OUTCOMES and "." not in field.name}
    for (start, end), stars in repeats.items():
        if len(stars) > 1:
            return {"outcome": _pattern(start, end, stars, others), "trial": "*"}
    for (start, end), stars in patterns.items():
        if len(stars) > 1 and not known:
            role = {"score": "all"} if has_model else {"model": "*"}
            return {"outcome": _pattern(start, end, stars, others), **role}
    flat = [name for name in names if not re.search(r"[,{}*]", name)]
    if not has_model and len(flat) > 1 and not known and len(flat) == len(names):
        parts = [name.rpartition(".") for name in flat]
        if len({part[0] for part in parts}) == 1:
            start = parts[0][0] + parts[0][1]
            return {
                "outcome": _pattern(start, "", [p[2] for p in parts], [*others, ""]),
                "model": "*",
            }
    return None


def _pattern(start: str, end: str, stars: list[str], others: list[str]) -> str:
    """Give a pattern that means these fields, and none of the others."""
    also = any(name.startswith(start) and name.endswith(end) for name in others)
    chosen = "{" + ",".join(stars) + "}" if also else "*"
    return f"{start}{chosen}{end}"


def mended(
    options: Mapping[str, Any], error: Exception, file: str, scores: list[str]
) -> dict[str, Any] | None:
    """Give options without what an error complains about, if there is a way out."""
    remedy: tuple[str, dict[str, Any]] = getattr(error, "remedy", None) or ("", {})
    name, values = remedy
    kind = getattr(error, "code", "")
    new = dict(options)
    steps: dict[str, Callable[[], Any]] = {
        "choose_on_missing": lambda: new.update(on_missing="drop"),
        "name_field_or_on_missing": lambda: new.update(on_missing="drop"),
        "drop_missing_numbers": lambda: new.update(on_missing="drop"),
        "choose_on_error": lambda: new.update(on_error="drop"),
        "name_categories_or_numeric": lambda: new.update(numeric=True),
        "leave_numeric_out": lambda: new.pop("numeric", None),
        "choose_on_repeat": lambda: _repeated(new),
        "name_uneven_field": lambda: new.pop(str(values.get("role")), None),
    }
    if scores and name.startswith("name_score"):
        steps[name] = lambda: new.update(score=scores[0])
    # One record without a name does not mean that all are of one model.
    unnamed = kind == "count.label"
    if not unnamed and "model" in (values.get("role"), values.get("label")):
        steps[name] = lambda: new.update(
            {"constants": {**dict(options.get("constants") or {}), "model": stem(file)}}
        )
    if kind in ("records.malformed", "records.not_utf8"):
        steps[name] = lambda: new.update(on_bad_line="skip")
    if name in steps:
        steps[name]()
    return new if new != dict(options) else None


def _repeated(options: dict[str, Any]) -> None:
    """Count duplicate trials: without their names, or all of them."""
    if options.get("trial") not in (None, "*"):
        del options["trial"]
    else:
        options["on_repeat"] = "keep"
