"""The option `--series` of a comparison."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scorio import _core
from scorio.cli.options.reading import counts_of, holding_counts, load
from scorio.cli.output import give, is_for_people, say, write_junit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._drifting.chart import DriftChart

# What a series has of the options of a comparison.
_OWN = {
    "files", "series", "confidence", "margin", "out", "as_json", "safe_csv", "junit", "top",
    "digits", "percent", "columns",
}  # fmt: skip
# The options that say how to read logs, but those of clusters and of the run.
_NOT_READING = {"cluster", "label", "labels", "model"}


def give_series(
    paths: list[str],
    series: str,
    options: Mapping[str, Any],
    reading: dict[str, Any],
    view: Mapping[str, Any],
    out: tuple[str, ...],
    junit: str | None,
    *,
    as_json: bool,
    safe_csv: bool,
) -> None:
    """Print the chart of a series, and end with 1 if its model is worse than a margin."""
    _check(reading)
    asked = {"confidence": options["confidence"], "margin": options["margin"]}
    found = charted(paths, series, asked, reading)[1].spoken("command line").view(**view)
    give(found, out, as_json=as_json, safe_csv=safe_csv)
    write_junit(junit, found.to_junit, to_people=is_for_people(out, as_json=as_json))
    if said := found.conclusion():
        say(f"scorio: {said}", err=True)
        click.get_current_context().exit(1)


def charted(
    paths: list[str], series: str | None, asked: Mapping[str, Any], reading: dict[str, Any]
) -> tuple[Counts | Sums, DriftChart]:
    """Chart the runs of logs, or the models of count files."""
    import scorio

    if not holding_counts(paths, reading):
        counts = counts_of(paths, reading | {"series": series})
    elif series == "@file" and len(paths) > 1:
        counts = _by_file(paths)
    else:
        counts = counts_of(paths, reading)
    return counts, scorio.drift(counts, **asked)


def _by_file(paths: list[str]) -> Counts | Sums:
    """Give count files of one model each, each as a run of its name."""
    runs: list[Any] = []
    for path, counts in zip(paths, load(paths), strict=True):
        if len(counts.models) != 1:
            listed = ", ".join(counts.models)
            raise ValueError(f"{path} has {len(counts.models)} models ({listed}): a run is of one")
        runs.append(counts.rename(model={counts.models[0]: Path(path).stem}))
    return runs[0].merge(*runs[1:])  # type: ignore[no-any-return]


def _check(reading: Mapping[str, Any]) -> None:
    """Refuse what a series does not have."""
    context = click.get_current_context()
    known = _OWN | (set(reading) - _NOT_READING)
    for name in context.params:
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in known:
            option = _core.option_name(name, "command line")
            raise ValueError(f"--series charts the runs of one model, without {option}")
    if context.params["junit"] is not None and context.params["margin"] is None:
        raise ValueError("--junit writes verdicts: say --fail-if-worse X, too")
