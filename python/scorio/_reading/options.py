"""The options of a reading: declared once, checked, and as the core takes them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypedDict, get_args, get_origin, get_type_hints

from scorio._errors import of_options
from scorio._former import renamed
from scorio._reading.asked import names_of, number_of
from scorio._reading.rate import share_of

Path = str | os.PathLike[str]
Frame = Any
Value = str | bool | float


class Reading(TypedDict, total=False):
    """The options of `count` that hold for categories and for numbers."""

    model: str | Sequence[str] | None
    task: str | None
    question: str
    trial: str | None
    cluster: str | None
    weight: str | None
    weight_of: Literal["question", "run"] | None
    fields: str | Sequence[str] | None
    slices: Path | None
    series: str | None
    outcome: str
    total: str | int | None
    correct: str | None
    rate: str | None
    records: str | None
    times: str | None
    path: str | None
    constants: Mapping[str, str] | None
    categories: Mapping[str, Value | Sequence[Value]] | None
    threshold: float | None
    missing_values: Value | Sequence[Value]
    keep_values: bool
    score: str | None
    regrade: str | None
    questions: Path | Iterable[str] | int | None
    ids: Literal["distinct", "text"]
    on_missing: Literal["error", "drop", "fail"]
    on_error: Literal["error", "drop", "fail"] | None
    on_repeat: Literal["error", "first", "last", "keep"]
    on_bad_line: Literal["error", "skip"]
    allow_copies: bool
    format: str | None
    order: bool
    cost: str | None
    prices: Path | Mapping[str, Mapping[str, float]] | None
    on_missing_cost: Literal["error", "drop"]
    guess: str | None
    progress: Callable[[int], object] | None


USUAL: dict[str, Any] = dict.fromkeys(Reading.__annotations__) | {
    "question": "question",
    "outcome": "outcome",
    "missing_values": (),
    "numeric": False,
    "keep_values": False,
    "ids": "distinct",
    "on_missing": "error",
    "on_repeat": "error",
    "on_bad_line": "error",
    "allow_copies": False,
    "order": False,
    "on_missing_cost": "error",
}
"""The options with their defaults."""


@cache
def _kinds() -> dict[str, Any]:
    return get_type_hints(Reading)


def choices(name: str) -> list[str]:
    """Give the values that an option may have."""
    kind = _kinds()[name]
    literal = next((one for one in get_args(kind) if get_origin(one) is Literal), kind)
    return list(get_args(literal))


def complete(given: Mapping[str, Any]) -> dict[str, Any]:
    """Give all options: those given, and the defaults of others."""
    given = renamed(given, {"missing": "missing_values"})
    for name in given:
        if name not in USUAL:
            raise TypeError(f"count() got an unexpected keyword argument {name!r}")
    return USUAL | dict(given)


def taken(given: Mapping[str, Any]) -> dict[str, Any]:
    """Give options as the core takes them."""
    options = complete(given)
    share, whole = share_of(options["rate"])
    for template in _conflicts(options):
        raise of_options("reading.options", template, *re.findall(r"{(\w+)}", template))
    if options["keep_values"] and not (options["numeric"] or options["cost"]):
        raise ValueError("keep_values is for numeric outcomes: say numeric=True, too")
    total, categories, threshold = options["total"], options["categories"], options["threshold"]
    named = any(options[name] for name in ("model", "task", "trial", "total", "times", "records"))
    usual = (options["question"], options["outcome"]) == ("question", "outcome")
    own = {
        "model": (
            ("field", _field("model", options["model"]))
            if options["model"]
            else ("by_file", "model")
        ),
        "task": _optional("task", options["task"]),
        "question": ("field", options["question"]),
        "trial": _optional("trial", options["trial"]),
        "cluster": _field("cluster", options["cluster"]),
        "weight": _field("weight", options["weight"]),
        "fields": fields_of(options["fields"]),
        "series": _field("series", options["series"]),
        "grouped": False,
        "ordered": options["order"],
        "aggregate": None if total is None else (str(total), share or options["correct"]),
        "rates": whole,
        "own_fields": named or not usual,
        "categories": None if categories is None else _categories(categories),
        "threshold": None if threshold is None else _number_of("threshold", threshold),
        "missing": _texts("missing_values", options["missing_values"]),
        "asked": names_of(options["questions"]),
        "asked_number": number_of(options["questions"]),
        "rubric": None,
        "cost": _cost(options["cost"], options["prices"], options["on_missing_cost"]),
    }
    return options | own


def _conflicts(options: Mapping[str, Any]) -> Iterator[str]:
    """Say which options do not go together."""
    there = {name for name, value in options.items() if value is not None}
    if {"correct", "rate"} <= there:
        yield "{correct} and {rate} both tell the successes: give one"
    if ("total" in there) != bool({"correct", "rate"} & there):
        yield "{total} and {correct} (or {rate}) go together: one of them is missing"
    if "total" in there and {"trial", "categories", "threshold"} & there:
        yield "{total} and {correct} stand for whole questions: no trial or categories then"
    if "total" in there and options["missing_values"] not in ((), []):
        yield "{total} and {correct} count trials with an outcome: no missing values then"
    if "times" in there and {"trial", "total"} & there:
        yield "{times} counts trials of one outcome: no {trial}, {total} or {correct} then"
    if {"categories", "threshold"} <= there:
        yield "{categories} and {threshold} exclude each other"
    if options["cost"] is None and options["prices"] is not None:
        yield "{prices} are of a cost: name what is priced by {cost}, as in tokens * input"
    if options["numeric"] and {"categories", "threshold", "total"} & there:
        yield "{numeric} takes outcomes as they are: no {categories}, {threshold} or {total} then"


def _cost(text: object, prices: object, on_missing: object) -> tuple[Any, ...] | None:
    """Give what a trial costs: how it is made of fields, the prices, and whether it may lack."""
    if on_missing not in ("error", "drop"):
        raise ValueError(f"on_missing_cost = {on_missing!r} is not one of 'error', 'drop'")
    if text is None:
        return None
    if not isinstance(text, str):
        raise TypeError(f"cost = {text!r} is not the name of a field")
    from scorio._costing.prices import price_table

    return text, price_table(prices), on_missing == "drop"


def _optional(name: str, field: str | None) -> tuple[str, str]:
    """Give the field of a label, which a log may lack if it is not named."""
    return ("field", field) if field else ("optional", name)


def _field(name: str, field: str | None) -> str | None:
    """Check the name of a field that may be left out."""
    if field is None or isinstance(field, str):
        return field
    raise TypeError(f"{name} = {field!r} is not the name of a field")


def fields_of(fields: str | Sequence[str] | None) -> list[str]:
    """Give the names of fields, each once."""
    given: list[Any] = [] if fields is None else list(_each(fields))
    for field in given:
        if not isinstance(field, str) or not field:
            raise TypeError(f"fields has {field!r}, which is not the name of a field")
    return list(dict.fromkeys(given))


def _categories(
    categories: Mapping[str, Value | Sequence[Value]],
) -> list[tuple[str, list[str]]]:
    if not isinstance(categories, Mapping):
        raise TypeError(f"categories = {categories!r} is not a mapping of names to values")
    listed = []
    for name, values in categories.items():
        listed.append((str(name), _texts(f"categories[{name!r}]", values)))
    return listed


def _texts(name: str, values: Value | Sequence[Value]) -> list[str]:
    """Give values as the log may have them."""
    texts = []
    for value in _each(values):
        if not isinstance(value, str | bool | int | float):
            raise TypeError(f"{name} has {value!r}, not a text, number or boolean")
        texts.append(str(value).lower() if isinstance(value, bool) else str(value))
    return texts


def _each(values: Value | Sequence[Value]) -> Iterable[Value]:
    """Give one value, or several."""
    return values if isinstance(values, Iterable) and not isinstance(values, str) else [values]


def _number_of(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} = {value!r} is not a number")
    return float(value)
