"""Trial logs and data frames to counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from scorio import _core
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._errors import of_options
from scorio._reading.asked import names_of, number_of
from scorio._reading.rate import share_of
from scorio._reading.sources import Frame, Path, read

if TYPE_CHECKING:
    from collections.abc import Callable

Value = str | bool | float


class Reading(TypedDict, total=False):
    """The options of `count` that hold for categories and for numbers."""

    model: str | None
    task: str | None
    question: str
    trial: str | None
    cluster: str | None
    weight: str | None
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
    missing: Value | Sequence[Value]
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
    progress: Callable[[int], object] | None


@overload
def count(
    source: Path | Iterable[Path] | Frame,
    *,
    numeric: Literal[False] = False,
    **reading: Unpack[Reading],
) -> Counts: ...
@overload
def count(
    source: Path | Iterable[Path] | Frame,
    *,
    numeric: Literal[True],
    **reading: Unpack[Reading],
) -> Sums: ...
def count(
    source: Path | Iterable[Path] | Frame,
    *,
    model: str | None = None,
    task: str | None = None,
    question: str = "question",
    trial: str | None = None,
    cluster: str | None = None,
    weight: str | None = None,
    outcome: str = "outcome",
    total: str | int | None = None,
    correct: str | None = None,
    rate: str | None = None,
    records: str | None = None,
    times: str | None = None,
    path: str | None = None,
    constants: Mapping[str, str] | None = None,
    categories: Mapping[str, Value | Sequence[Value]] | None = None,
    threshold: float | None = None,
    missing: Value | Sequence[Value] = (),
    numeric: bool = False,
    keep_values: bool = False,
    score: str | None = None,
    regrade: str | None = None,
    questions: Path | Iterable[str] | int | None = None,
    ids: Literal["distinct", "text"] = "distinct",
    on_missing: Literal["error", "drop", "fail"] = "error",
    on_error: Literal["error", "drop", "fail"] | None = None,
    on_repeat: Literal["error", "first", "last", "keep"] = "error",
    on_bad_line: Literal["error", "skip"] = "error",
    allow_copies: bool = False,
    format: str | None = None,  # noqa: A002
    order: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Counts | Sums:
    r"""Read trial logs or a data frame into counts: memory in the number of questions.

    Parameters
    ----------
    source
        Files, patterns (`runs/*.jsonl`), folders, or `-` for standard input: what evaluation tools
        write (`docs/formats.md`), or long tables as JSON Lines, one JSON list of records, CSV, TSV
        or Arrow, each plain or packed by gzip, zstd, bzip2 or xz, Parquet, workbooks of Excel, or
        archives of logs (`runs.zip`, or one of them: `runs.zip:day/log.jsonl`). Or a data frame:
        pandas, Polars, PyArrow, whatever hands out an Arrow stream; those of engines (lazy Polars,
        DuckDB, Dask, ibis, PySpark) count their rows themselves, and only counts come here. A data
        frame of counts, as `Counts` hand it out, gives those counts.
    model, task, question, trial
        Fields of a record: dotted paths such as `info.model`, `\.` for a dot in a name, numbers
        for places in a list. By default the fields of those names; a log may lack `task`, and
        `trial`, without which every record is a trial of its own. Of a data frame: columns, or
        dotted paths into columns of structs.
    outcome
        Field of the outcome: true, false, 0 or 1 unless `threshold` or `categories` is given. Or
        more than one field (`docs/shapes.md`): `infos[].r` takes each entry of a list as a trial,
        `pred == answer` compares two fields, `a,b` is the first that is present, and `*.correct`
        or `{a,b}.correct` are several, of which `model="*"`, another label, or `score="all"` says
        what they are.
    cluster, weight
        Fields of the cluster and of the weight of a question. All records of a question must agree.
        `scorio.compare` takes the clusters. Scores and comparisons take the weights: a weight is 0,
        which leaves the question out, or a number from 1e-100 to 1e100.
    total, correct
        For rows that stand for a whole question: fields of its number of trials and of successes.
        `total` may be a number that all questions have.
    rate
        In the place of `correct`, the field of the share of successes. With the number of trials it
        must be a whole number of successes, up to the rounding of its digits. `"pass@1 / 100"` is
        the field pass@1 with shares of a hundred.
    records
        Path of the records in a JSON document: a list, or an object whose names are the questions
        if nothing else names them. "." is the document itself. `@key` is the name of a record.
    times
        For records that each stand for several trials of one outcome, as a query that groups and
        counts gives them: field of how many. They have no trial then.
    path
        Regular expression with groups `(?P<model>…)`, `(?P<task>…)`, `(?P<trial>…)`, searched in
        each path. Not for data frames, as `on_bad_line`, `format`, `score` and `regrade`.
    constants
        Model, task, trial or several of them, the same for every record.
    categories
        Categories in order, from 0, each with the value or values that belong to it:
        `{"wrong": [0, "I"], "partial": 0.5, "right": [1, "C"]}`.
    threshold
        Numbers from it up are successes, others failures. Texts count if they are written as
        numbers, as `"7"` or `"85%"`, which is 0.85.
    missing
        Values of the outcome that stand for no outcome, such as `[-1, "NA"]`. `on_missing` says
        what happens to them.
    numeric
        Outcomes are numbers without categories, as judge scores and rewards are: give `Sums`. Any
        finite number will do, also as a text. True and false are 1 and 0, and 85% is 0.85.
    keep_values
        Of numeric outcomes, keep each one beside the sums, as `max_at_k` needs them. It takes
        memory in the number of trials.
    score
        Of a tool's log in which a trial has several scores, the one that counts: its name, a part
        of its name in commas, or "all" for each, under its own name as its score, with tables of
        its own; by default the first. Files in a folder that have no such score are passed over.
    regrade
        For logs that keep responses beside their target: a regular expression whose first group
        (or whole match) is a response's answer, which is right if it equals the target.
    questions
        For logs that do not name all questions that were asked (SWE-bench): their names, a file of
        them (one on each line, or a JSON list), or their number. What a list of successes lacks
        failed, and what a report lacks is missing.
    ids
        "distinct": the questions `1` and `"1"` are two, and the second keeps its quotes; "text":
        they are one.
    on_missing
        Outcomes that are absent, null, NaN or empty: "error", "drop" them, or "fail": count them
        in category 0.
    on_error
        The same for trials of which the tool says that they went wrong; as `on_missing` if omitted.
    on_repeat
        What to do with a duplicate (model, task, question, trial): "error", the "first" or "last"
        counts, or "keep" all. An engine without an order of rows has no first and last.
    on_bad_line
        Records that cannot be read: "error", or "skip" and count them.
    allow_copies
        Count a file, too, that has the same bytes as another and adds trials to the same questions.
    format
        "jsonl", "json", "csv", "tsv", "parquet", "arrow", or a tool's format (`docs/formats.md`);
        detected by name and content by default.
    order
        Whether to keep the order of the trials, for `Counts.results` and `scorio.convergence`: by
        their numbers, or as the records come. It takes memory in the number of trials.
    progress
        Called now and then with the bytes read so far.

    Raises
    ------
    FileNotFoundError, OSError
        A file is not there, or cannot be read.
    TypeError
        A source that is neither paths nor a data frame.
    ValueError
        Anything else that is wrong, with the file, the line or entry, and the value.
    ModuleNotFoundError
        PyArrow is not there, which all data frames but those of Polars need.

    Examples
    --------
    >>> import scorio
    >>> scorio.count("examples/coins.jsonl").models[:2]
    ['coin-01', 'coin-02']
    >>> import pandas
    >>> runs = pandas.DataFrame({"model": "m", "id": ["q1", "q1", "q2"], "passed": [1, 0, 1]})
    >>> scorio.count(runs, question="id", outcome="passed")
    Counts(1 model, 1 task, 2 questions, 3 trials)
    """
    fields = {"model": model, "task": task, "trial": trial}
    options = reading(
        model=model,
        task=task,
        question=question,
        trial=trial,
        cluster=cluster,
        weight=weight,
        outcome=outcome,
        total=total,
        correct=correct,
        rate=rate,
        records=records,
        times=times,
        categories=categories,
        threshold=threshold,
        missing=missing,
        numeric=numeric,
        keep_values=keep_values,
        score=score,
        regrade=regrade,
        questions=questions,
        ids=ids,
        on_missing=on_missing,
        on_error=on_error,
        on_repeat=on_repeat,
        on_bad_line=on_bad_line,
        allow_copies=allow_copies,
        format=format,
        order=order,
    )
    core, sources = read(
        source, options, fields, constants, path, questions=questions, progress=progress
    )
    return Sums(core, sources) if isinstance(core, _core.Sums) else Counts(core, sources)


def reading(
    *,
    model: str | None = None,
    task: str | None = None,
    question: str = "question",
    trial: str | None = None,
    cluster: str | None = None,
    weight: str | None = None,
    outcome: str = "outcome",
    total: str | int | None = None,
    correct: str | None = None,
    rate: str | None = None,
    records: str | None = None,
    times: str | None = None,
    categories: Mapping[str, Value | Sequence[Value]] | None = None,
    threshold: float | None = None,
    missing: Value | Sequence[Value] = (),
    numeric: bool = False,
    keep_values: bool = False,
    score: str | None = None,
    regrade: str | None = None,
    questions: Path | Iterable[str] | int | None = None,
    ids: str = "distinct",
    on_missing: str = "error",
    on_error: str | None = None,
    on_repeat: str = "error",
    on_bad_line: str = "error",
    allow_copies: bool = False,
    format: str | None = None,  # noqa: A002
    order: bool = False,
) -> dict[str, Any]:
    """Give the options of a reading as the core takes them."""
    if correct is not None and rate is not None:
        raise of_options(
            "reading.options",
            "{correct} and {rate} both tell the successes: give one",
            "correct",
            "rate",
        )
    share, whole = share_of(rate)
    correct = share or correct
    if (total is None) != (correct is None):
        raise of_options(
            "reading.options",
            "{total} and {correct} (or {rate}) go together: one of them is missing",
            "total",
            "correct",
            "rate",
        )
    if total is not None and (trial is not None or categories is not None or threshold is not None):
        raise of_options(
            "reading.options",
            "{total} and {correct} stand for whole questions: no trial or categories then",
            "total",
            "correct",
        )
    if total is not None and missing not in ((), []):
        raise of_options(
            "reading.options",
            "{total} and {correct} count trials with an outcome: no missing values then",
            "total",
            "correct",
        )
    if times is not None and (trial is not None or total is not None):
        raise of_options(
            "reading.options",
            "{times} counts trials of one outcome: no {trial}, {total} or {correct} then",
            "times",
            "trial",
            "total",
            "correct",
        )
    if categories is not None and threshold is not None:
        raise of_options(
            "reading.options",
            "{categories} and {threshold} exclude each other",
            "categories",
            "threshold",
        )
    if numeric and (categories is not None or threshold is not None or total is not None):
        template = (
            "{numeric} takes outcomes as they are: no {categories}, {threshold} or {total} then"
        )
        names = ("numeric", "categories", "threshold", "total")
        raise of_options("reading.options", template, *names)
    if keep_values and not numeric:
        raise ValueError("keep_values is for numeric outcomes: say numeric=True, too")
    own = (model, task, trial, total, times, records)
    return {
        "model": ("field", model or "model"),
        "task": ("field", task) if task else ("optional", "task"),
        "question": ("field", question),
        "trial": ("field", trial) if trial else ("optional", "trial"),
        "cluster": _field("cluster", cluster),
        "weight": _field("weight", weight),
        "outcome": outcome,
        "times": times,
        "grouped": False,
        "ordered": order,
        "aggregate": None if total is None else (str(total), correct),
        "rates": whole,
        "records": records,
        "own_fields": (question, outcome) != ("question", "outcome") or any(own),
        "categories": None if categories is None else _categories(categories),
        "threshold": threshold if threshold is None else _number_of("threshold", threshold),
        "missing": _texts("missing", missing),
        "numeric": numeric,
        "keep_values": keep_values,
        "score": score,
        "regrade": regrade,
        "asked": names_of(questions),
        "asked_number": number_of(questions),
        "ids": ids,
        "on_missing": on_missing,
        "on_error": on_error,
        "on_repeat": on_repeat,
        "on_bad_line": on_bad_line,
        "allow_copies": allow_copies,
        "format": format,
        "rubric": None,
    }


def _field(name: str, field: str | None) -> str | None:
    """Check the name of a field that may be left out."""
    if field is None or isinstance(field, str):
        return field
    raise TypeError(f"{name} = {field!r} is not the name of a field")


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
