"""Counts of the files that a command is given."""

from __future__ import annotations

import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options.shared import parsed
from scorio.cli.progress import Progress
from scorio.cli.used import options_used

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums


# Ways out that name fields or outcomes, of which an inspection knows more.
_PROPOSED = {
    "name_field", "name_field_or_constant", "name_field_or_on_missing", "name_format_or_fields",
    "name_records_or_format", "name_texts", "name_categories",
}  # fmt: skip

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
    from scorio._reading.paths import expand
    from scorio._results import InterruptedLogWarning

    stored = [path for path in paths if path.endswith(".parquet") and _holds_counts(path, reading)]
    logs = [path for path in paths if path not in stored]
    if not logs:
        context = click.get_current_context()
        for name, value in reading.items():
            if name == "allow_copies":
                continue
            given = context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
            if given and value is not None:
                option = {"constants": "set", "categories": "category"}.get(name, name)
                option = option.replace("_", "-")
                raise ValueError(f"--{option} says how to read logs, but all files hold counts")
        return load_all(stored, allow_copies=reading["allow_copies"])
    parsed(reading)
    with Progress(logs) as progress, warnings.catch_warnings():
        # The same is printed below the result.
        warnings.simplefilter("ignore", InterruptedLogWarning)
        read = reading | {"progress": progress.update}
        loaded = load(stored)
        # Numbers can be added to numbers alone.
        read["numeric"] = reading["numeric"] or any(map(_is_sums, loaded))
        counts = _counted(logs, read, keep_values=keep_values)
        allow_copies = reading["allow_copies"]
        if loaded and not allow_copies:
            read |= {"numeric": _is_sums(counts), "progress": None}
            shared = check_beside(counts, loaded, expand(logs), lambda log: _counted([log], read))
            for note in shared:
                counts = counts._because(note)
    return _together([counts, *loaded], allow_copies=allow_copies)


def _counted(logs: list[str], read: dict[str, Any], *, keep_values: bool = False) -> Counts | Sums:
    """Count logs, or sum them up where numbers fit no category."""
    from scorio._reading.reading import counted

    def count(**given: Any) -> Any:  # noqa: ANN401
        return counted(logs, given, "command line")

    try:
        if read["numeric"]:
            sums: Sums = count(**read, keep_values=keep_values)
            return sums
        counts: Counts = count(**read)
    except ValueError as error:
        remedy, _ = getattr(error, "remedy", None) or ("", None)
        if remedy in _PROPOSED:
            propose(error, logs)
        if remedy != "name_categories_or_numeric" or read["numeric"] or "-" in logs:
            raise
        try:
            sums = count(**(read | {"numeric": True}), keep_values=keep_values)
        except ValueError:
            raise error from None
        if sums._core.nearly_binary():
            # One outcome of another kind does not make a log one of numbers.
            raise
        refused = vars(error)["refused"]
        return sums._because(f"Scores are read as numbers, because no category fits: {refused}")
    return counts


def propose(error: ValueError, logs: Sequence[str]) -> None:
    """Add the command that scores a log to an error, if there is one and it takes no time.

    `read_by` has its options, for other commands.
    """
    from scorio._inspecting.command import command
    from scorio._inspecting.inspect import inspect

    log = logs[0]
    with suppress(ValueError, OSError, ModuleNotFoundError):
        if len(logs) > 1 or not Path(log).is_file() or Path(log).stat().st_size > _SMALL:
            return
        seen = inspect(log)
        if seen.problem is None and seen.command is not None:
            options = seen.command.removeprefix(command(log, {})).strip()
            vars(error).update(command=seen.command, read_by=options)


def load(files: Sequence[str]) -> list[Counts | Sums]:
    """Read count files."""
    from scorio import _core
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums

    return [Sums.load(file) if _core.is_sums(file, "") else Counts.load(file) for file in files]


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
