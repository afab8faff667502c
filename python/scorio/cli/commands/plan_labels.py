"""The command `scorio plan labels`: which trials people should label next."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from scorio.cli.ending import deferred
from scorio.cli.options.declared import call_options
from scorio.cli.options.kinds import MOST_SEED, Whole
from scorio.cli.options.reading import clustered
from scorio.cli.options.shared import FILES, SAMPLED, reading_options
from scorio.cli.options.viewing import view_options
from scorio.cli.output import (
    check_outputs,
    give,
    is_for_people,
    output_options,
    print_text,
    written,
    wrote,
)


@click.command()
@FILES
@reading_options
@call_options("plan_labels", sampled=SAMPLED)
@click.option("--seed", type=Whole(0, MOST_SEED), default=0, show_default=True,
              help="Seed of the trials in --out.")  # fmt: skip
@click.option("--with", "beside", multiple=True, metavar="FIELD",
              help="A field that the file of --out has, too; repeat it for several.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over a file, which may hold labels.")
@view_options("only", "columns")
@partial(output_options, what="the trials to label: ")
def labels(
    files: tuple[str, ...],
    seed: int,
    beside: tuple[str, ...],
    out: tuple[str, ...],
    *,
    options: dict[str, Any],
    view: dict[str, Any],
    force: bool,
    as_json: bool,
    safe_csv: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say how many trials people should label next, and draw them.

    --out writes a file with a trial for each label that the table adds.

    \b
    Examples:
      scorio plan labels examples/labelled.jsonl --label human --half-width 0.06
      scorio plan labels examples/labelled.jsonl --label human --budget 100 \\
        --out to-label.csv
    """
    from scorio._reading.paths import expand
    from scorio.judge import plan
    from scorio.judge.drawing import drawn

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    _check_new(out, force=force)
    if beside and not out:
        raise ValueError("--with is for the file of --out: give it, too")
    if options["half_width"] is None and options["budget"] is None:
        raise ValueError("say what the labels are for: --half-width X, or --budget N")
    counts: Any = clustered(paths, dict(reading))
    cluster = reading["cluster"]
    options["cluster"] = cluster if cluster in (None, "task") else "cluster"
    found = plan(counts, **options).spoken("command line")
    if not out:
        give(found.view(**view), (), as_json=as_json, safe_csv=safe_csv)
        return
    known = getattr(counts, "_drawable", None)
    if known is None:
        raise ValueError("--out needs single trials, which count files do not have: give logs")
    trials = drawn(found, known, seed, beside)
    files_out = [path for path in out if path != "-"]
    for path in files_out:
        with deferred():
            trials.save(path, safe_csv=safe_csv)
    with written(files_out):
        if "-" in out:
            print_text(trials.to_csv(safe_csv=safe_csv))
        else:
            more = ["\n".join(trials.notes)]
            give(found.view(**view), (), as_json=as_json, safe_csv=safe_csv, more=more)
    wrote(files_out, to_people=is_for_people(out, as_json=as_json), what=f": {trials.title}")


def _check_new(out: tuple[str, ...], *, force: bool) -> None:
    """Refuse to write over labels that people gave."""
    from pathlib import Path

    from scorio.show.escaping import on_a_line

    for path in out:
        if path != "-" and Path(path).exists() and not force:
            raise ValueError(
                f"{on_a_line(path)} is there, and may hold labels: name another file, or say "
                "--force"
            )
