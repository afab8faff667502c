"""The command `scorio adaptive fit`: an item bank from logs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.ending import deferred
from scorio.cli.options.kinds import Number, Numbers
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.output import JSON, give_document, say, written

if TYPE_CHECKING:
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums


@click.command()
@FILES
@reading_options
@click.option("--strata", metavar="FIELD", help="Field of the stratum of a question; task means "
              "the tasks.")  # fmt: skip
@click.option("--estimator", type=click.Choice(["eb", "ql", "moments"]), default="eb",
              show_default=True, help="Empirical Bayes, quasi-likelihood, or the "
              "published formulas.")  # fmt: skip
@click.option("--slopes", type=click.Choice(["common", "item"]), default="common",
              show_default=True, help="One slope, or one for each item.")  # fmt: skip
@click.option("--weights", type=Numbers(least=2), metavar="W,W…",
              help="The score of each category.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--score-range", nargs=2, type=Number(), metavar="LO HI",
              help="The lowest and the highest score.")  # fmt: skip
@click.option("--drop-negative", is_flag=True,
              help="Never ask items on which weaker models score higher.")  # fmt: skip
@click.option("--lower-is-better", is_flag=True, help="Low scores are good.")
@click.option("--out", required=True, type=click.Path(dir_okay=False), metavar="FILE",
              help="Where to write the bank: .parquet or .json.")  # fmt: skip
@JSON
def fit(
    files: tuple[str, ...],
    strata: str | None,
    estimator: Literal["eb", "ql", "moments"],
    slopes: Literal["common", "item"],
    weights: list[float] | None,
    score_range: tuple[float, float] | None,
    out: str,
    *,
    drop_negative: bool,
    lower_is_better: bool,
    as_json: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Calibrate an item bank from FILES, logs or counts of at least three models.

    \b
    Example:
      scorio adaptive fit examples/coins.jsonl --out bank.parquet
    """
    from scorio._reading.paths import expand
    from scorio.adaptive.items.bank import ItemBank
    from scorio.show.documents.writing import check_writable
    from scorio.show.words import counted

    check_slopes(estimator, slopes)
    paths = expand(files)
    check_writable(out, paths)
    bank = ItemBank.fit(
        stratified(paths, dict(reading), strata),
        weights=weights,
        estimator=estimator,
        slopes=slopes,
        score_range=score_range,
        strata=None if strata is None else "task" if strata == "task" else "cluster",
        drop_negative=drop_negative,
        greater_is_better=not lower_is_better,
    )
    with deferred():
        bank.save(out)
    with written([out]):
        if as_json:
            found = {"out": out, "items": len(bank.items), "kept": int(bank.kept.sum())}
            give_document(found | {"report": bank.report()})
            return
        for line in bank.report():
            say(line)
        strata_of = len({one for one in bank.strata if one is not None})
        apart = f" in {counted(strata_of, 'stratum', 'strata')}" if strata_of else ""
        say(f"Wrote {out}: {counted(len(bank), 'item')}{apart}.")


def check_slopes(estimator: str, slopes: str) -> None:
    """Refuse a slope of each item by a method of common slopes."""
    if slopes == "item" and estimator != "eb":
        raise ValueError(f"--slopes item needs --estimator eb: {estimator} has common slopes")


def stratified(paths: list[str], reading: dict[str, Any], strata: str | None) -> Counts | Sums:
    """Counts of which the clusters are the strata, if a field names these."""
    from scorio.cli.options.reading import clustered

    if strata is None:
        return clustered(paths, reading)
    if reading["cluster"] is not None:
        raise ValueError("--strata and --cluster exclude each other")
    try:
        return clustered(paths, reading | {"cluster": strata})
    except ValueError as error:
        raise _of_strata(error) from None


def _of_strata(error: ValueError) -> ValueError:
    """Give an error about the field of clusters in the words of strata."""
    parts = vars(error)
    if parts.get("remedy") == ("name_field", {"role": "cluster"}):
        parts["remedy"] = ("name_field", {"role": "strata"})
        parts["problem"] = parts["problem"].replace(" for the cluster", " for the strata")
        # The log can be read, but for the strata.
        parts.pop("command", None)
    return error
