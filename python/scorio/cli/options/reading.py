"""Counts of the files that a command is given."""

from __future__ import annotations

import shlex
import warnings
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.shared import parsed
from scorio.cli.progress import Progress
from scorio.cli.used import options_used

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scorio._costing.costs import Costs
    from scorio._counting.costed import CostCounts
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.judge import JudgeStudy


# Ways out that name fields or outcomes, of which an inspection knows more.
_PROPOSED = {
    "name_field", "name_field_or_constant", "name_field_or_on_missing", "name_format_or_fields",
    "name_records_or_format", "name_texts", "name_categories",
}  # fmt: skip

# Those of a log of which nothing is known.
_UNKNOWN = ("name_format_or_fields", "name_records_or_format")
# Commands whose figures labels correct, and those that keep or show them.
_CORRECTED = {
    "score", "compare", "gate", "report", "plot", "count", "inspect", "judge", "plan labels",
}  # fmt: skip

# The options of labels.
LABELS = ("label", "labels", "judge", "check", "label_range", "on_unmatched")

# A reading of outcomes as numbers, without their costs.
_WITHOUT_COSTS = {"numeric": True, "cost": None, "prices": None, "on_missing_cost": "error"}

# Categories that an error names.
_LISTED = 8
# Bytes of a log that an error leaves time to inspect.
_SMALL = 1 << 24


def clustered(
    paths: list[str], reading: dict[str, Any], *, keep_values: bool = False
) -> Counts | Sums:
    """Counts, whose clusters a field names or count files have."""
    cluster = reading["cluster"]
    stored = [path for path in paths if path.endswith(".parquet") and _holds_counts(path, reading)]
    own = cluster == "cluster" and len(stored) == len(paths)
    if cluster is not None and stored and not (own or cluster == "task"):
        raise ValueError(
            f"--cluster {cluster} is a field of logs, but {stored[0]} holds counts: --cluster "
            "cluster means the clusters that they have, --cluster task their tasks"
        )
    if cluster == "task" or own:
        reading = reading | {"cluster": None}
    return counts_of(paths, reading, keep_values=keep_values)


def counts_of(
    paths: list[str], reading: dict[str, Any], *, keep_values: bool = False
) -> Counts | Sums:
    """Counts of logs and count files together, or sums of numeric scores.

    They know which options come from a file of options, because these decide, too.
    """
    counts = _read(paths, reading, keep_values=keep_values)
    if not _is_sums(counts):
        _check_weights(counts.categories)  # type: ignore[union-attr]
    used = options_used(click.get_current_context(silent=True))
    return counts if used is None else counts._because(used)


def costed(
    paths: list[str], reading: dict[str, Any], options: dict[str, Any], *, single: bool
) -> Costs:
    """Score logs or count files beside what their trials cost. Caps need single costs."""
    from scorio._calls.cost import cost

    counts, about = with_costs(paths, reading, single=single)
    return cost(counts, **options | {"cluster": about})


def with_costs(
    paths: list[str], reading: dict[str, Any], *, single: bool = False
) -> tuple[CostCounts, str | None]:
    """Count outcomes and costs, and say what clusters they have."""
    from scorio._counting.costed import CostCounts

    for name in ("label", "labels"):
        if reading.get(name):
            raise ValueError(f"--{name} corrects scores, and costs are beside outcomes as they are")
    if reading["cost"] is None and not holding_counts(paths, reading):
        reading["cost"] = usual_cost(paths, reading)
    counts = clustered(paths, reading, keep_values=single)
    if not isinstance(counts, CostCounts):
        problem = f"{paths[0]} holds counts without costs: count its log with --cost FIELD"
        raise ValueError(problem)  # noqa: TRY004
    cluster = reading["cluster"]
    return counts, cluster if cluster in (None, "task") else "cluster"


def usual_cost(paths: list[str], reading: Mapping[str, Any]) -> str:
    """Give the field of the cost where none is named: `cost`, if the logs have it.

    A pipe is read once, and some logs do not tell their fields: the reading says what is wrong.
    """
    from scorio._costing.fields import costs_in
    from scorio.rubric.field_errors import fields_of

    seen = ["cost"] if "-" in paths else costs_in(paths, reading)
    if "cost" in seen or not (seen or fields_of(paths, reading)):
        return "cost"
    named = f", such as {seen[0]}" if seen else ""
    raise ValueError(f'these logs hold no field "cost": name the field by --cost{named}')


def _check_weights(categories: Sequence[str]) -> None:
    """Refuse a command's weights if they are not as many as the categories."""
    weights = click.get_current_context().params.get("weights")
    if weights is not None and len(weights) != len(categories):
        shown = ", ".join(categories[:_LISTED]) + (", …" if len(categories) > _LISTED else "")
        raise ValueError(
            f"--weights has {len(weights)} weights, but there are {len(categories)} categories "
            f"({shown})"
        )


def check_several(models: Sequence[str]) -> None:
    """Refuse a single model where a ranking converges."""
    if len(models) == 1:
        raise ValueError(f"there is one model, {models[0]!r}: convergence needs two or more")


def _read(paths: list[str], reading: dict[str, Any], *, keep_values: bool) -> Counts | Sums:
    from scorio._counting.copies import check_beside
    from scorio._counting.joining import joined
    from scorio._reading.paths import expand

    stored = [path for path in paths if path.endswith(".parquet") and _holds_counts(path, reading)]
    logs = [path for path in paths if path not in stored]
    if not logs:
        context = click.get_current_context()
        for name, value in reading.items():
            if name in ("allow_copies", "slices"):
                continue
            given = context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
            if given and value is not None:
                option = {"constants": "set", "categories": "category"}.get(name, name)
                option = option.replace("_", "-")
                raise ValueError(f"--{option} says how to read logs, but all files hold counts")
        counts = load_all(stored, allow_copies=reading["allow_copies"])
        return counts if reading["slices"] is None else joined(counts, reading["slices"])
    parsed(reading)
    labels = labels_of(reading)
    with _reading(logs) as progress:
        read = reading | {"progress": progress}
        loaded = load(stored)
        # Numbers can be added to numbers alone.
        read["numeric"] = reading["numeric"] or any(map(_is_sums, loaded))
        counts = _counted(logs, read, keep_values=keep_values, labels=labels)
        allow_copies = reading["allow_copies"]
        if loaded and not allow_copies:
            read |= {"numeric": _is_sums(counts), "progress": None}
            again = partial(_again, read, labels)
            for note in check_beside(counts, loaded, expand(logs), again):
                counts = counts._because(note)
    return _together([counts, *loaded], allow_copies=allow_copies)


def _again(read: dict[str, Any], labels: dict[str, Any] | None, log: str) -> Counts | Sums:
    """Count one log by itself."""
    return _counted([log], read, labels=labels)


def _counted(
    logs: list[str],
    read: dict[str, Any],
    *,
    keep_values: bool = False,
    labels: dict[str, Any] | None = None,
) -> Counts | Sums:
    """Count logs, or sum them up where numbers fit no category."""
    from scorio._reading.reading import counted

    if labels is not None:
        return _with_labels(logs, read, labels)

    def count(**given: Any) -> Any:  # noqa: ANN401
        return counted(logs, given, "command line")

    try:
        if read["numeric"]:
            sums: Sums = count(**read, keep_values=keep_values)
            return sums
        single = keep_values and read.get("cost") is not None
        counts: Counts = count(**read, keep_values=single)
    except ValueError as error:
        remedy, _ = getattr(error, "remedy", None) or ("", None)
        if remedy in _PROPOSED:
            propose(error, logs, read)
        if remedy != "name_categories_or_numeric" or read["numeric"] or "-" in logs:
            raise
        try:
            sums = count(**(read | {"numeric": True}), keep_values=keep_values)
        except ValueError:
            raise error from None
        # Sums of costs do not tell which outcomes there are.
        plain = sums if read.get("cost") is None else count(**read | _WITHOUT_COSTS)
        if plain._core.nearly_binary():
            # One outcome of another kind does not make a log one of numbers.
            raise
        refused = vars(error)["refused"]
        return sums._because(f"Scores are read as numbers, because no category fits: {refused}")
    return counts


def _given_labels(reading: dict[str, Any]) -> dict[str, Any]:
    """Take the options of labels out of those of a reading, as they were given."""
    given = {name: reading.pop(name) for name in LABELS}
    return given | {"labels": list(given["labels"]) or None}


def labels_of(reading: dict[str, Any]) -> dict[str, Any] | None:
    """Take the options of labels out of those of a reading."""
    given = _given_labels(reading)
    command = click.get_current_context().command_path.partition(" ")[2]
    if given["label"] is None and given["labels"] is None:
        for name in LABELS:
            if given[name] not in (None, "error"):
                option = f"--{name.replace('_', '-')}"
                raise ValueError(f"{option} is about labels: give them by --label or --labels")
        # The first labels are planned by the judge's outcomes alone.
        return given if command == "plan labels" else None
    if command not in _CORRECTED:
        option = "--label" if given["labels"] is None else "--labels"
        raise ValueError(f"{option} corrects scores, and {command} takes outcomes as they are")
    return given | {"label_range": _ends(given["label_range"])}


def _with_labels(logs: list[str], read: dict[str, Any], labels: dict[str, Any]) -> Counts:
    """Count logs by a judge's outcome and the labels of people."""
    from scorio import judge

    _refuse_sorting(read)
    given = {name: value for name, value in read.items() if name != "keep_values"}
    if "-" in (labels["labels"] or ()) and "-" in logs:
        raise ValueError("--labels and the log both read standard input: give one as a file")
    return judge.read(logs, **labels, **given)


def studied(
    paths: list[str],
    reading: dict[str, Any],
    judges: list[str],
    labels: list[str],
    **about: Any,  # noqa: ANN401
) -> JudgeStudy:
    """Study several judges of logs, or several people who labelled them."""
    from scorio.judge import study

    for path in paths:
        if _holds_counts(path, reading):
            raise ValueError(f"{path} holds counts: several judges or people need their logs")
    if "-" in paths and (len(judges) > 1 or reading["score"] == "all"):
        raise ValueError("standard input is read once, and each judge needs a reading: give a file")
    own = _given_labels(reading)
    if own["check"] is not None:
        raise ValueError("--check is about the labels of one judge: leave it out, or name one")
    parsed(reading)
    _refuse_sorting(reading)
    with _reading(paths) as progress:
        return study(
            paths, judges=judges, label=labels, labels=own["labels"],
            label_range=_ends(own["label_range"]), on_unmatched=own["on_unmatched"],
            **reading | {"progress": progress}, **about,
        )  # fmt: skip


def _refuse_sorting(reading: Mapping[str, Any]) -> None:
    """Refuse what sorts outcomes, where each is taken as it is."""
    if reading["numeric"]:
        raise ValueError("--numeric averages outcomes, and labels correct them: leave one out")
    if reading["categories"] or reading["threshold"] is not None:
        option = "--category" if reading["categories"] else "--threshold"
        raise ValueError(f"{option} sorts outcomes, and labels correct each as it is: leave it out")


def _ends(given: Sequence[float] | None) -> tuple[float, float] | None:
    """Give the least and the largest label."""
    if given is None:
        return None
    if len(given) != 2:  # noqa: PLR2004
        raise ValueError("--label-range takes two numbers, as 1,5")
    return given[0], given[1]


@contextmanager
def _reading(logs: list[str]) -> Iterator[Callable[[int], object]]:
    """Show how far the reading of logs is, and say nothing twice."""
    from scorio._results import InterruptedLogWarning

    with Progress(logs) as progress, warnings.catch_warnings():
        # The same is printed below the result.
        warnings.simplefilter("ignore", InterruptedLogWarning)
        yield progress.update


def holding_counts(paths: list[str], reading: dict[str, Any]) -> bool:
    """Whether all files hold counts."""
    return all(path.endswith(".parquet") and _holds_counts(path, reading) for path in paths)


def propose(error: ValueError, logs: Sequence[str], read: Mapping[str, Any]) -> None:
    """Add the command that scores logs to an error, if there is one and it takes no time.

    It keeps to fields of the log that the user named: otherwise there is none. `read_by` has its
    options, for other commands. Without a command, `look` shows what the logs hold.
    """
    from scorio._inspecting.command import command
    from scorio._inspecting.inspect import inspect

    if "-" in logs:
        return
    typed = _as_typed(logs)
    if vars(error)["remedy"][0] in _UNKNOWN:
        vars(error).update(look=command(typed, {}).replace("scorio score", "scorio inspect", 1))
    with suppress(ValueError, OSError, ModuleNotFoundError):
        if sum(Path(log).stat().st_size for log in logs) > _SMALL:
            return
        seen = inspect(logs[0] if len(logs) == 1 else typed)
        if seen.problem is None and seen.command is not None:
            kept = {*pairwise(shlex.split(seen.command))}
            for role in ("model", "task", "question", "trial"):
                named = read.get(role)
                if named != role and named in seen.fields and (f"--{role}", named) not in kept:
                    return
            options = seen.command.removeprefix(command(typed, {})).strip()
            vars(error).update(command=seen.command, read_by=options)


def _as_typed(logs: Sequence[str]) -> list[str]:
    """Give the words that name these logs, such as a folder of them."""
    from scorio._reading.paths import expand

    typed = list(click.get_current_context().params.get("files") or ())
    return typed if typed and list(expand(typed)) == list(logs) else list(logs)


def load(files: Sequence[str]) -> list[Counts | Sums]:
    """Read count files."""
    from scorio._counting.costed import of_file

    return [of_file(file) for file in files]


def _is_sums(counts: Counts | Sums) -> bool:
    from scorio._counting.sums import Sums

    return isinstance(counts, Sums)


def _holds_counts(path: str, reading: dict[str, Any]) -> bool:
    from scorio import _core

    return _core.is_counts(path, reading["outcome"]) or _core.is_sums(path, reading["outcome"])


def _together(several: list[Any], *, allow_copies: bool) -> Counts | Sums:
    first, *others = several
    counts: Counts | Sums = first.merge(*others, allow_copies=allow_copies) if others else first
    return counts


def load_all(files: Sequence[str], *, allow_copies: bool = False) -> Counts | Sums:
    """Read count files, and add them up."""
    return _together(load(files), allow_copies=allow_copies)
