"""Data frames: which columns hold what, and how rows or an engine's counts come to the core."""

from __future__ import annotations

import os
import re
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._errors import fault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from narwhals.stable.v2 import DataFrame, Expr, LazyFrame
    from narwhals.stable.v2.dtypes import DType


def is_frame(source: object) -> bool:
    """Whether this is a data frame, and not a path or several."""
    if isinstance(source, str | os.PathLike) or type(source).__module__ == "builtins":
        return False
    if hasattr(source, "__arrow_c_stream__"):
        return True
    return _frame_of(source) is not source


def count(
    source: Any,  # noqa: ANN401
    options: dict[str, Any],
    progress: Callable[[int], object] | None,
) -> _core.Counts | _core.Sums:
    """Count a data frame by the options of `scorio.count`."""
    import narwhals.stable.v2 as nw

    arrow = _reader(options)
    name, frame = name_of(source), _frame_of(source)
    if not isinstance(frame, nw.DataFrame | nw.LazyFrame):
        return arrow(source, name, options, progress)
    if options["cost"] is not None and isinstance(frame, nw.LazyFrame):
        raise ValueError(
            f"a {name} does not count costs: collect it into a data frame in memory first"
        )
    if options["cost"] is not None or holds_counts(frame.collect_schema(), options):
        return arrow(_whole(frame, name), name, options, progress)
    together = "," in options["question"][1] and options["question"][1] not in frame.columns
    if together:
        if not isinstance(frame, nw.DataFrame):
            raise ValueError(
                f"question = {options['question'][1]!r} is more than one column, which a {name} "
                "does not count: collect it into a data frame in memory first"
            )
        return arrow(_stream(frame, name), name, options, progress)
    if is_expression(options["outcome"]) and options["aggregate"] is None:
        if not isinstance(frame, nw.DataFrame):
            raise ValueError(
                f"outcome = {options['outcome']!r} is more than one column, which a {name} does "
                "not count: collect it into a data frame in memory first"
            )
        return arrow(_stream(frame, name), name, options, progress)
    _need_pyarrow(frame, name)
    places = _places(frame.collect_schema(), options, name)
    if isinstance(frame, nw.DataFrame):
        frame = frame.select(dict.fromkeys(place[0] for place in places.values()))
        return arrow(_stream(frame, name), name, options, progress)
    return _by_engine(frame, places, name, options, progress)


def _reader(options: dict[str, Any]) -> Callable[..., _core.Counts | _core.Sums]:
    if options["cost"] is not None:
        return _core.count_costs_arrow
    return _core.sum_arrow if options["numeric"] else _core.count_arrow


def _by_engine(
    frame: LazyFrame[Any],
    places: dict[str, list[str]],
    name: str,
    options: dict[str, Any],
    progress: Callable[[int], object] | None,
) -> _core.Counts | _core.Sums:
    """Let an engine count the rows that it holds."""
    from scorio._reading import engine

    arrow = _reader(options)
    native = frame.implementation
    if options["ordered"]:
        raise ValueError(
            f"order = True asks for the order of the trials, which a {name} does not keep: collect "
            "it into a data frame in memory first, or leave order out"
        )
    # Under plain names: engines have their own habits about dots and capitals.
    names = {field: f"column_{number}" for number, field in enumerate(places)}
    spark = native.is_spark_like()
    frame = frame.select(
        _column(place, quoted=spark).alias(names[f]) for f, place in places.items()
    )
    policy = options["on_repeat"]
    ordered = policy in ("first", "last")
    if ordered and not native.is_polars():
        raise ValueError(
            f"on_repeat = {policy!r} asks for the order of the rows, and a {name} has none: "
            "say error, or keep to count them all"
        )
    if ordered or options["aggregate"] is not None or options["times"] is not None:
        # Polars keeps the order; rows that stand for several trials are counts already.
        rows = frame.collect().rename({plain: field for field, plain in names.items()})
        return arrow(_stream(rows, name), name, options, progress)
    counts, read_by = engine.grouped(frame, names, options, name)
    counted = arrow(_stream(counts, name), name, read_by, progress)
    if policy == "error":
        engine.refuse_repeats(frame, names, options, name)
    return counted


def holds_counts(schema: Mapping[str, DType], options: dict[str, Any]) -> bool:
    """Whether the columns are those of counts (or sums), and none has the outcome's name."""
    if options["aggregate"] is not None or _place(schema, options["outcome"]) is not None:
        return False
    if options["numeric"]:
        return {"model", "question", "trials", "exact_sum", "exact_sum_of_squares"} <= set(schema)
    counts = [name for name in schema if str(name).startswith("count_")]
    return {"model", "question"} <= set(schema) and len(counts) > 1


def grade(
    source: Any,  # noqa: ANN401
    options: dict[str, Any],
    progress: Callable[[int], object] | None,
) -> _core.Grades:
    """Grade a data frame in memory by the rubrics of the options."""
    import narwhals.stable.v2 as nw

    name, frame = name_of(source), _frame_of(source)
    lazy = isinstance(frame, nw.LazyFrame)
    if lazy:
        raise ValueError(
            f"a {name} does not grade trials by a rubric: collect it into a data frame in memory"
        )
    if not isinstance(frame, nw.DataFrame):
        return _core.grade_arrow(source, name, options, progress)
    _need_pyarrow(frame, name)
    return _core.grade_arrow(_stream(frame, name), name, options, progress)


def columns_of(source: Any) -> list[str] | None:  # noqa: ANN401
    """Give the names of a data frame's columns. None where they are not known before it is read."""
    import narwhals.stable.v2 as nw

    frame = _frame_of(source)
    known = isinstance(frame, nw.DataFrame | nw.LazyFrame)
    return list(frame.collect_schema()) if known else None


def is_expression(outcome: str) -> bool:
    """Whether an outcome is more than one field."""
    return any(sign in outcome for sign in ("[]", "*", "{", "==", ","))


def refuse(**options: object) -> None:
    """Refuse the options that say how to read files."""
    for name, value in options.items():
        if value is not None:
            raise ValueError(f"{name} = {value!r} is for files: a data frame has columns alone")


def _frame_of(source: object) -> Any:  # noqa: ANN401
    """What narwhals makes of a source, or the source itself if it is not supported."""
    import narwhals.stable.v2 as nw
    from narwhals.exceptions import DuplicateError

    native = nw.to_native(source, pass_through=True)
    try:
        with warnings.catch_warnings():
            # Newer versions tell users of Dask to install a package that is still to come.
            warnings.filterwarnings("ignore", "Dask support is moving", FutureWarning)
            return nw.from_native(native, pass_through=True)
    except DuplicateError:
        times = Counter(native.columns)
        what = ", ".join(f"'{column}' {n} times" for column, n in times.items() if n > 1)
        raise ValueError(f"{name_of(native)} has two columns of one name: {what}") from None


def name_of(source: object) -> str:
    """What a source is called in messages, as `polars LazyFrame`."""
    kind = type(source)
    return f"{kind.__module__.partition('.')[0].lstrip('_')} {kind.__name__}"


def _whole(frame: Any, name: str) -> Any:  # noqa: ANN401
    """What hands all columns over as Arrow, also of a frame that has not run."""
    import narwhals.stable.v2 as nw

    _need_pyarrow(frame, name)
    return _stream(frame if isinstance(frame, nw.DataFrame) else frame.collect(), name)


def _need_pyarrow(frame: Any, name: str) -> None:  # noqa: ANN401
    if frame.implementation.is_polars() or frame.implementation.is_pyarrow():
        return
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"a {name} is read by way of PyArrow: install the package pyarrow"
        ) from None


def _places(
    schema: Mapping[str, DType], options: dict[str, Any], name: str
) -> dict[str, list[str]]:
    """The column of each field, and the way into it. An optional field may have none."""
    from scorio._reading.engine import ROLES

    wanted = [(role, *options[role]) for role in ROLES]
    if options["aggregate"] is None:
        wanted.append(("outcome", "field", options["outcome"]))
    else:
        roles = ("number of trials", "number of correct trials")
        fields = zip(roles, options["aggregate"], strict=True)
        wanted += [(role, "field", field) for role, field in fields if not field.isdigit()]
    if options["times"] is not None:
        wanted.append(("number of trials of a row", "field", options["times"]))
    wanted += [(role, "field", options[role]) for role in ("cluster", "weight") if options[role]]
    wanted += [("slices or lengths", "field", field) for field in options["fields"]]
    if options["series"] is not None:
        wanted.append(("run", "field", options["series"]))
    places = {}
    for role, kind, field in wanted:
        if kind == "constant":
            continue
        place = _place(schema, field)
        if place is not None:
            places[field] = place
        elif kind != "optional":
            constant = f', or set it as a constant (constants={{"{role}": "NAME"}})'
            label = constant if role in ("model", "task") else ""
            import difflib

            near = difflib.get_close_matches(field, map(str, schema), 1)
            meant = f', perhaps "{near[0]}" is meant' if near else ""
            sentence = (
                f'{name}: there is no column "{field}" for the {role}{meant}; columns here: '
                f"{', '.join(map(str, schema)) or 'none'}; name the column that holds it{label}"
            )
            raise fault(ValueError(sentence), "frame.no_column")
    return places


def _place(schema: Mapping[str, DType], field: str) -> list[str] | None:
    """The column of that very name, or else the way by dots into a column of structs."""
    import narwhals.stable.v2 as nw

    if field in schema:
        return [field]
    first, *inside = (part.replace(r"\.", ".") for part in re.split(r"(?<!\\)\.", field))
    if not inside or first not in schema:
        return None
    kind: object = schema[first]
    for part in inside:
        # What is in pandas' objects shows when they are handed over.
        if kind == nw.Object:
            break
        fields = {f.name: f.dtype for f in kind.fields} if isinstance(kind, nw.Struct) else {}
        if part not in fields:
            return None
        kind = fields[part]
    return [first, *inside]


def _column(place: list[str], *, quoted: bool) -> Expr:
    """The value at a place. For Spark a name is quoted, or a dot in it leads into a struct."""
    import narwhals.stable.v2 as nw

    name, *inside = place
    column = nw.col(f"`{name.replace('`', '``')}`" if quoted else name)
    for part in inside:
        column = column.struct.field(part)
    return column


def _stream(frame: DataFrame[Any], name: str) -> Any:  # noqa: ANN401
    """What hands the frame over as Arrow."""
    if frame.implementation.is_polars():
        return _without_nulls(frame.to_native())
    if not frame.implementation.is_pandas_like():
        return frame.to_native()
    import pyarrow as pa

    try:
        return frame.to_arrow()
    except pa.ArrowException as error:
        reason = "; ".join(str(part) for part in error.args)
        raise ValueError(
            f"{name}: a column holds values of several types, give it one: {reason}"
        ) from None


def _without_nulls(frame: Any) -> Any:  # noqa: ANN401
    """The frame with columns of nothing but nulls as booleans.

    Polars hands out columns without a type in a way that Arrow does not have.
    """
    import polars as pl

    def typed(kind: Any) -> Any:  # noqa: ANN401
        if isinstance(kind, pl.Struct):
            return pl.Struct({field.name: typed(field.dtype) for field in kind.fields})
        if isinstance(kind, pl.List):
            return pl.List(typed(kind.inner))
        return pl.Boolean() if isinstance(kind, pl.Null) else kind

    kinds = {name: typed(kind) for name, kind in frame.schema.items()}
    return frame.cast({name: kind for name, kind in kinds.items() if kind != frame.schema[name]})
