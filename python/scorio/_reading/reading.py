"""Trial logs and data frames to counts."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from scorio import _core
from scorio._counting.costed import CostCounts
from scorio._counting.counts import Counts
from scorio._counting.joining import fields_in, joined
from scorio._counting.sums import Sums
from scorio._counting.tallied import GUESS
from scorio._errors import coded
from scorio._reading.frames import is_frame
from scorio._reading.matrices import are_matrices
from scorio._reading.numbering import noted, trial_field
from scorio._reading.options import USUAL, Frame, Path, Reading, fields_of
from scorio._reading.paths import passed_over
from scorio._reading.records import NAME, are_records, as_log, refuse_unnamed
from scorio._reading.sources import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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
@coded
def count(source: Path | Iterable[Path] | Frame, **reading: object) -> Counts | Sums:
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
        frame of counts, as `Counts` hand it out, gives those counts. Or a list of dicts, which is
        read as a log of JSON Lines. Or matrices of outcomes, questions by trials: a dict of them by
        model, or a stack whose models `model` names. `questions` names their rows.
    model, task, question, trial
        Fields of a record: dotted paths such as `info.model`, `\.` for a dot in a name, numbers
        for places in a list. By default the fields of those names; a log may lack `task`, and
        `trial`, without which every record is a trial of its own. Of a data frame: columns, or
        dotted paths into columns of structs. `model` may be lacking in files, too, whose names are
        the models then. Fields beside the list of `records` hold for all of them. Several fields
        may name a question together: `question="subject,id"`.
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
    fields
        Other fields of a question to keep, such as its difficulty or its length in minutes: for
        `scorio.slices` and `scorio.horizon`. All records of a question must agree. A question may
        lack them.
    slices
        File of fields of questions, CSV or JSON Lines: `question`, or `task` and `question`, then
        the fields.
    series
        Field of the run of a trial, such as a date or a version: for `scorio.drift`. The runs of
        one model then stand in the place of models. "@file" is the name of the file.
    weight_of
        "run" if `weight` is the weight of each run: a question then weighs as much as all its runs,
        missing ones too. "question" if it is that of the whole question, as it is without a word.
        Without a word, a note tells both scores where they differ. Weights are refused that have
        half as many values, or fewer, once multiplied by the runs of their questions.
    total, correct
        For rows that stand for a whole question: fields of its number of trials and of successes.
        `total` may be a number that all questions have.
    rate
        In the place of `correct`, the field of the share of successes. With the number of trials it
        must be a whole number of successes, up to the rounding of its digits. `"pass@1 / 100"` is
        the field pass@1 with shares of a hundred.
    records
        Path of the records in a JSON document: a list, or an object whose names are the questions
        if nothing else names them. "." is the document itself. `@key` is the name of a record. `*`
        in it stands for any name: of `"*.*"`, `model="@1"` is the first name and `task="@2"` the
        second.
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
    missing_values
        Values of the outcome that stand for no outcome, such as `[-1, "NA"]`. `on_missing` says
        what happens to them.
    numeric
        Outcomes are numbers without categories, as judge scores and rewards are: give `Sums`. Any
        finite number will do, also as a text. True and false are 1 and 0, and 85% is 0.85.
    keep_values
        Of numeric outcomes, keep each one beside the sums, as `max_at_k` needs them. Of costs,
        keep each one, as caps need them. It takes memory in the number of trials.
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
        Count a file, too, whose records are all in another file and add trials to the same
        questions. Without it, records without trial numbers are compared in all their fields.
    format
        "jsonl", "json", "csv", "tsv", "parquet", "arrow", or a tool's format (`docs/formats.md`);
        detected by name and content by default.
    order
        Whether to keep the order of the trials, for `Counts.results` and `scorio.convergence`: by
        their numbers, or as the records come. It takes memory in the number of trials.
    cost
        What a trial costs, for `scorio.cost`: a field, or a sum of products of fields and numbers,
        as `"prompt_tokens * 2.5e-6 + completion_tokens * 1e-5"`. Dollars, tokens, seconds and steps
        will do: numbers from 0 that add up. A field with `?` behind it may be lacking, and is 0
        then. `*` in a field stands for any name, and what it names adds up.
    prices
        Prices for a million by model, which the cost names: a CSV file with a column `model` and
        others such as `input`, or a mapping of mappings. `cost="prompt_tokens * input"` takes the
        price in the column `input` of the trial's model.
    on_missing_cost
        Trials without a cost: "error", or "drop" to leave them out of costs, and not of scores.
    guess
        What in these options is a guess, as an inspection says. All tables of the counts say it.
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
    >>> runs = [{"model": "m", "id": "q1", "passed": True}, {"model": "m", "id": "q2", "passed": 0}]
    >>> scorio.count(runs, question="id", outcome="passed")
    Counts(1 model, 1 task, 2 questions, 2 trials)
    >>> counts = scorio.count({"large": [[1, 1], [0, 1]], "small": [[0, 1], [0, 0]]})
    >>> [(row.model, row.score) for row in counts.score()]
    [('large', 0.75), ('small', 0.25)]
    >>> scorio.count([[[1, 1], [0, 1]]], model=["large"], questions=["q1", "q2"]).models
    ['large']
    """
    return counted(source, reading, "Python")


def counted(
    source: Path | Iterable[Path] | Frame, reading: Mapping[str, Any], dialect: str
) -> Counts | Sums:
    """Count trials as `count` does. What the counts say names options as a language does."""
    file = reading.get("slices")
    if file is None:
        return _counted(source, reading, dialect)
    # What the file has is no field of the logs.
    there = fields_in(file)
    logged = [name for name in fields_of(reading.get("fields")) if name not in there]
    return joined(_counted(source, {**reading, "fields": logged}, dialect), file)


def _counted(
    source: Path | Iterable[Path] | Frame, reading: Mapping[str, Any], dialect: str
) -> Counts | Sums:
    if are_records(source):
        with as_log(source) as log:
            logged = _counted(log, reading, dialect)
        refuse_unnamed(logged._core)
        logged.sources = [NAME]
        return logged
    core, sources = read(source, reading)
    guess = reading.get("guess")
    said = [f"{GUESS}: {guess}"] if guess else []
    # A count file keeps it.
    core = core.noting(said[0]) if said else core
    in_memory = is_frame(source) or are_matrices(source)
    if not in_memory:
        said = [*passed_over(sources), *said]
    if isinstance(core, _core.Sums):
        return (CostCounts if core.holds_costs() else Sums)(core, sources, said)
    field = None if in_memory else trial_field(sources, reading, core)
    if field is None:
        return Counts(core, sources, said)
    counts = Counts(core, sources, [*said, noted(field, dialect)])
    counts._trial = field
    return counts


# What `help` shows: all options with their defaults.
count.__dict__["__signature__"] = Signature(
    [
        Parameter("source", Parameter.POSITIONAL_OR_KEYWORD),
        *(Parameter(name, Parameter.KEYWORD_ONLY, default=usual) for name, usual in USUAL.items()),
    ]
)
