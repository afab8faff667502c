"""The command `scorio score`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio import _core
from scorio._declared import PARAMETERS
from scorio.cli.options.declared import call_options
from scorio.cli.options.grading import (
    read_by,
    refuse_metrics,
    rubric_of,
    rubric_options,
    without_rubric,
)
from scorio.cli.options.parameters import check_parameters
from scorio.cli.options.reading import clustered
from scorio.cli.options.shared import FILES, SAMPLED, metrics_list, reading_options
from scorio.cli.options.slicing import slice_option
from scorio.cli.options.viewing import refuse_view, view_options
from scorio.cli.output import check_outputs, give, output_options

if TYPE_CHECKING:
    from scorio.rubric.rubrics import Rubrics


@click.command(epilog="FILES are logs, folders of logs, count files (.parquet), or - for standard "
              "input. Fields are dotted paths, as in info.model.\n\n" + metrics_list())  # fmt: skip
@FILES
@reading_options
@call_options("score", sampled=SAMPLED, metrics="A metric, as avg or pass_at_k.",
              confidence="Level of the intervals, and of the comparisons that separate "
              "models.")  # fmt: skip
@slice_option(
    "Tables by slices of the questions, too. A slice has the same values of "
    "these fields. length:4 cuts a number at its quartiles, and task means the tasks."
)
@rubric_options
@view_options("only", "wide", "interval", "sigma", "columns")
@output_options
def score(
    files: tuple[str, ...],
    out: tuple[str, ...],
    *,
    options: dict[str, Any],
    slice: list[str] | None,  # noqa: A002
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    as_json: bool,
    safe_csv: bool,
    view: dict[str, Any],
    **reading: Any,  # noqa: ANN401
) -> None:
    """Print a leaderboard of the models in FILES.

    \b
    Examples:
      scorio score examples/coins.jsonl
      scorio score runs/ --question task_id --outcome passed
      scorio score examples/coins.jsonl --metric pass_at_k -k 1,8
    """
    from scorio._reading.keeping import keeping
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    field: str | None = reading["cluster"]
    options["cluster"] = field if field in (None, "task") else "cluster"
    options["slice"] = slice
    metrics = options["metrics"] = options["metrics"] or ["avg"]
    if rubric is not None:
        own = _of_rubrics(options)
        refuse_view(view)
        _study(
            files,
            rubric_of(rubric, signals),
            own,
            dict(reading),
            memory,
            out,
            as_json=as_json,
            safe_csv=safe_csv,
        )
        return
    without_rubric(signals, memory)
    check_parameters(metrics)
    counts = clustered(paths, keeping(reading, slice), keep_values="max_at_k" in metrics)
    scores = counts.score(**options).spoken("command line")
    give(scores.view(**view), out, as_json=as_json, safe_csv=safe_csv)


def _of_rubrics(options: dict[str, Any]) -> dict[str, Any]:
    """Give the options that a study of rubrics has, and refuse others."""
    if options["weights"] is not None:
        raise ValueError("--weights is for outcomes: a rubric has its own weights")
    if options["runs"]:
        raise ValueError("--runs is for outcomes, and --rubric grades trials: leave one out")
    if options["slice"]:
        raise ValueError(
            "--slice has tables of outcomes, and --rubric grades trials: leave one out"
        )
    if options["borrow"]:
        raise ValueError("--borrow is for labels, and --rubric grades trials: leave one out")
    parameters = ["k", *(name for name in PARAMETERS if name != "weights")]
    given = [
        _core.option_name(name, "command line") for name in parameters if options[name] is not None
    ]
    refuse_metrics(options["metrics"], given)
    own = ("prior", "sampled", "confidence", "family", "ranks", "macro", "by_task")
    settings = {name: options[name] for name in own}
    return settings | {"metric": options["metrics"][0], "clusters": options["cluster"]}


def _study(
    files: tuple[str, ...],
    rubrics: Rubrics,
    own: dict[str, Any],
    reading: dict[str, Any],
    memory: str | None,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
) -> None:
    """Print the study of a rubric file."""
    from scorio.rubric.study import study

    # Tables by task of several rubrics would be too many to read.
    own["by_task"] = own["by_task"] and len(rubrics) == 1
    with read_by(files, reading, memory) as options:
        result = study(list(files), rubrics, **own, **options)
    give(result, out, as_json=as_json, safe_csv=safe_csv)
