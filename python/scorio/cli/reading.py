"""Counts of the files that a command is given."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.options import parsed
from scorio.cli.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counts import Counts


def clustered(paths: list[str], reading: dict[str, Any]) -> Counts:
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
    return counts_of(paths, reading)


def counts_of(paths: list[str], reading: dict[str, Any]) -> Counts:
    """Counts of logs and count files together."""
    from scorio._reading import count
    from scorio._results import InterruptedLogWarning

    stored = [path for path in paths if path.endswith(".parquet") and _holds_counts(path, reading)]
    logs = [path for path in paths if path not in stored]
    if not logs:
        context = click.get_current_context()
        for name, value in reading.items():
            given = context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
            if given and value is not None:
                option = {"constants": "set", "categories": "category"}.get(name, name)
                option = option.replace("_", "-")
                raise ValueError(f"--{option} says how to read logs, but all files hold counts")
        return load_all(stored)
    parsed(reading)
    with Progress(logs) as progress, warnings.catch_warnings():
        # The same is printed below the result.
        warnings.simplefilter("ignore", InterruptedLogWarning)
        counts = count(logs, progress=progress.update, **reading)
    return counts.merge(*load(stored))


def load(files: Sequence[str]) -> list[Counts]:
    """Read count files."""
    from scorio._counts import Counts

    return [Counts.load(file) for file in files]


def _holds_counts(path: str, reading: dict[str, Any]) -> bool:
    from scorio import _core

    return _core.is_counts(path, reading["outcome"])


def load_all(files: Sequence[str]) -> Counts:
    """Read count files, and add them up."""
    first, *others = load(files)
    return first.merge(*others)
