"""The command `scorio judge`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from scorio._declared import declared
from scorio.cli.options.declared import call_options
from scorio.cli.options.reading import clustered, holding_counts, studied
from scorio.cli.options.shared import FILES, SAMPLED, reading_options
from scorio.cli.options.viewing import view_options
from scorio.cli.output import check_outputs, give, output_options

if TYPE_CHECKING:
    from scorio._call import Called

LEVELS = declared("judge_agreement")["options"]["level"]["of"]
# Commas between fields, and not those of {a,b}.
_BETWEEN = re.compile(r",(?![^{}]*})")


@click.command(short_help="Say how good the judge of FILES is, and how far several judges agree.")
@FILES
@reading_options
@click.option("--level", type=click.Choice(LEVELS), metavar="LEVEL",
              help="Ratings are nominal, ordinal or interval.  [default: nominal, or interval if "
              "three differ]")  # fmt: skip
@call_options("judge_quality", sampled=SAMPLED)
@view_options("only", "columns")
@output_options
def judge(
    files: tuple[str, ...],
    level: Any,  # noqa: ANN401
    out: tuple[str, ...],
    *,
    options: dict[str, Any],
    view: dict[str, Any],
    as_json: bool,
    safe_csv: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say how good the judge of FILES is, by the labels of people.

    Krippendorff's α says how far several judges or people agree, as --judge a,b. --score all takes
    each score as a judge.

    \b
    Examples:
      scorio judge examples/labelled.jsonl --label human
      scorio judge examples/labelled.jsonl --judge outcome,regex --label human
      scorio judge examples/labelled.jsonl --label human,second
    """
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    judges, labels = (_fields(reading[name]) for name in ("judge", "label"))
    found: Called[Any]
    if len(judges) > 1 or len(labels) > 1 or reading["score"] == "all":
        about = {name: options[name] for name in ("sampled", "confidence")}
        study = studied(paths, dict(reading), judges, labels, level=level, **about)
        # Without labels, there is nothing else to tell.
        found = study if study.rows or study.judges is None else study.judges
        if view["only"] and found is study.judges:
            raise ValueError("--only is about models, and the agreement of judges has none")
    else:
        if level is not None:
            raise ValueError("--level is about several raters: name two, as --judge a,b")
        known = labels or reading["labels"] is not None
        if not known and not holding_counts(paths, reading):
            raise ValueError(
                "say what to measure the judge by: --label FIELD, or two judges, as --judge a,b"
            )
        found = _alone(paths, dict(reading), options)
    give(found.spoken("command line").view(**view), out, as_json=as_json, safe_csv=safe_csv)


def _alone(paths: list[str], reading: dict[str, Any], options: dict[str, Any]) -> Any:  # noqa: ANN401
    """Measure one judge by the labels."""
    from scorio.judge import quality

    counts: Any = clustered(paths, reading)
    cluster = reading["cluster"]
    about = cluster if cluster in (None, "task") else "cluster"
    return quality(counts, **options | {"cluster": about})


def _fields(text: str | None) -> list[str]:
    """Give the fields that an option names."""
    return [] if text is None else [one.strip() for one in _BETWEEN.split(text) if one.strip()]
