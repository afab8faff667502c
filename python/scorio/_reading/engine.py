"""Counting by the engine that holds a lazy or distributed frame: only its counts travel."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scorio._numpy import np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from narwhals.stable.v2 import DataFrame, Expr, LazyFrame
    from narwhals.stable.v2.dtypes import DType

# What a row says, in the order of the options; the first three name a question.
ROLES = ("model", "task", "question", "trial")
QUESTION = ROLES[:3]


def grouped(
    frame: LazyFrame[Any], names: Mapping[str, str], options: dict[str, Any], name: str
) -> tuple[DataFrame[Any], dict[str, Any]]:
    """Let the engine group the rows and count them: the counts, and the options to read them by.

    The frame calls each field by its name in `names`. The counts call it as the options do.
    Messages call the frame by `name`.
    """
    import narwhals.stable.v2 as nw

    schema = frame.collect_schema()
    texts = [column for column, kind in schema.items() if kind in (nw.Categorical, nw.Enum)]
    if texts:
        frame = frame.with_columns(nw.col(column).cast(nw.String) for column in texts)
    columns, outcome = _columns(names, options), names[options["outcome"]]
    question = [columns[role] for role in QUESTION if role in columns]
    described = [options[role] for role in ("cluster", "weight") if options[role]]
    question += [names[field] for field in (*described, *options["fields"])]
    question += [names[options["series"]]] if options["series"] in names else []
    labels = list(dict.fromkeys(question))
    code = None if outcome in labels else _code(options, outcome, schema[outcome])
    tallies = [nw.len().alias("trials")]
    if "trial" in columns and options["on_repeat"] == "keep":
        # If duplicates are counted, too, no other code needs the trials.
        nameless = _nameless(columns["trial"], schema)
        frame = frame.with_columns(nw.when(nameless).then(1).otherwise(0).alias("nameless"))
        tallies.append(nw.col("nameless").max())
    if code is None:
        keys = dict.fromkeys([*labels, outcome])
        groups = frame.group_by(*keys, drop_null_keys=False).agg(*tallies)
    else:
        coded = frame.with_columns(code.alias("code"))
        by_code = coded.group_by(*labels, "code", drop_null_keys=False)
        groups = by_code.agg(nw.col(outcome).max(), *tallies)
    counts = groups.collect().with_columns(nw.col("trials").cast(nw.Int64))
    if "nameless" in counts.columns:
        if len(counts) > 0 and counts["nameless"].max() == 1:
            raise _no_name(options, name)
        counts = counts.drop("nameless")
    if code is not None:
        # Of nothing but NaN, pandas has a greatest number.
        known = ~(nw.col("code").is_null() | nw.col("code").is_nan())
        counts = counts.with_columns(nw.when(known).then(nw.col(outcome)).alias(outcome))
        counts = counts.drop("code")
    # Engines give their groups in any order.
    counts = counts.sort(column for column in labels if not schema[column].is_nested())
    weight = _unused(names, "times")
    fields = {column: field for field, column in names.items() if column in counts.columns}
    # Whether trials are there twice is the engine's to find: its counts tell none apart.
    no_trial = ("optional", _unused([*names, weight], "trial"))
    read_by = options | {"times": weight, "trial": no_trial, "grouped": True}
    return counts.rename(fields | {"trials": weight}), read_by


def _code(options: dict[str, Any], outcome: str, kind: DType) -> Expr | None:
    """One code for all numbers that the categories do not tell apart, null for missing ones.

    However many numbers there are, the groups are as many as the categories. The greatest number of
    a group then represents all of it. All numbers of a group are on one side of the threshold, or
    equal, or of no category. Nothing if the outcomes are no numbers of this machine.
    """
    import narwhals.stable.v2 as nw

    nearest: Callable[[float], float]
    if kind == nw.Float32:
        nearest = _nearest_single
    elif kind == nw.Float64 or kind.is_integer():
        nearest = float
    else:
        return None
    if options["numeric"] or options["missing"]:
        # Every number counts as it is, or some stand for no outcome.
        return None
    number = nw.col(outcome).cast(nw.Float64)
    if options["threshold"] is not None:
        # The number at the threshold is apart: in single precision 0.7 is below 0.7, but says 0.7.
        threshold = nearest(options["threshold"])
        above = nw.when(number > threshold).then(nw.lit(2.0)).otherwise(nw.lit(0.0))
        code = nw.when(number == threshold).then(nw.lit(1.0)).otherwise(above)
    else:
        known = {nearest(number) for number in _numbers(options["categories"])}
        other = next(float(n) for n in range(len(known) + 1) if n not in known)
        code = nw.when(number.is_in(sorted(known))).then(number).otherwise(nw.lit(other))
    return nw.when(~(number.is_null() | number.is_nan())).then(code)


def _nearest_single(number: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.float32(number))


def _numbers(categories: list[tuple[str, list[str]]] | None) -> set[float]:
    """Every number that the categories name, and perhaps others."""
    if categories is None:
        return {0.0, 1.0}
    numbers = set()
    for text in (text for _, texts in categories for text in texts):
        try:
            number = {"true": 1.0, "false": 0.0}.get(text.lower())
            numbers.add(float(text) if number is None else number)
        except ValueError:
            continue
    return {number for number in numbers if not math.isnan(number)}


def refuse_repeats(
    frame: LazyFrame[Any], names: Mapping[str, str], options: dict[str, Any], name: str
) -> None:
    """Let the engine look for a duplicate trial, which is an error."""
    import narwhals.stable.v2 as nw

    columns = _columns(names, options)
    if "trial" not in columns:
        return
    wrong = (nw.col("times") > 1) | _nameless(columns["trial"], frame.collect_schema())
    if options["series"] in names:
        columns["run"] = names[options["series"]]
    trials = frame.group_by(*dict.fromkeys(columns.values()), drop_null_keys=False)
    found = trials.agg(nw.len().alias("times")).filter(wrong).head(1).collect()
    for row in found.rows(named=True):
        if row["times"] == 1 or _is_missing(row[columns["trial"]]):
            raise _no_name(options, name)
        what = ", ".join(f"{role} {row[column]}" for role, column in columns.items())
        ways = "first, last, or keep" if frame.implementation.is_polars() else "keep"
        raise ValueError(
            f"{name}: {what} is there {row['times']} times; say what to do with repeated trials: "
            f"{ways} to count them all"
        )


def _nameless(trial: str, schema: Mapping[str, DType]) -> Expr:
    """Whether a row's trial has no name."""
    import narwhals.stable.v2 as nw

    nameless = nw.col(trial).is_null()
    if schema[trial].is_float():
        nameless |= nw.col(trial).is_nan()
    if schema[trial] == nw.String:
        nameless |= nw.col(trial) == ""
    return nameless


def _no_name(options: dict[str, Any], name: str) -> ValueError:
    field = options["trial"][1]
    return ValueError(f'{name}: the trial (column "{field}") is empty or null, which names nothing')


def _is_missing(label: object) -> bool:
    return label in (None, "") or (isinstance(label, float) and math.isnan(label))


def _columns(names: Mapping[str, str], options: dict[str, Any]) -> dict[str, str]:
    """The column of each role that has one."""
    fields = {role: options[role] for role in ROLES}
    return {r: names[f] for r, (kind, f) in fields.items() if kind != "constant" and f in names}


def _unused(names: Collection[str], name: str) -> str:
    """A name that no other column has."""
    while name in names:
        name += "_"
    return name
