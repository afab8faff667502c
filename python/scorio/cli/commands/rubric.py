"""The command `scorio rubric`: show, check and freeze rubric files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.ending import deferred
from scorio.cli.options.grading import MEMORY, SIGNALS, read_by, rubric_of
from scorio.cli.options.kinds import Whole
from scorio.cli.options.shared import FILES, reading_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio.rubric.rubrics import Rubrics


@click.group()
def rubric() -> None:
    """Show, check and freeze rubric files.

    A rubric grades each trial by several signals. "paper" stands for the twelve rubrics of
    arXiv:2510.04265, and paper:NAME for one of them.

    \b
    Examples:
      scorio rubric show paper:format-aware
      scorio rubric check examples/rubric.toml examples/graded.jsonl
      scorio score examples/graded.jsonl --rubric examples/rubric.toml
    """


@rubric.command()
@click.argument("name", metavar="RUBRIC")
@click.option(
    "--json", "as_json", is_flag=True, help="Print rules, thresholds and signals as JSON."
)
def show(name: str, *, as_json: bool) -> None:
    """Print a rubric file, or of FILE:NAME,NAME the rules of some rubrics.

    \b
    Examples:
      scorio rubric show paper > rubric.toml
      scorio rubric show paper:exact-match
    """
    from scorio.cli.output import give_document, print_text, say
    from scorio.rubric.rubrics import load
    from scorio.show.escaping import on_a_line

    rubrics = load(name)
    if as_json:
        give_document(_document(rubrics))
        return
    if rubrics.source == name:
        print_text(rubrics.text)
        return
    for one in rubrics.names:
        say(f"{on_a_line(one)}: a trial belongs to the first category that fits.")
        width = max(len(category.name) for category in rubrics.categories(one))
        for category in rubrics.categories(one):
            rule = category.when or "otherwise"
            say(f"  {on_a_line(category.name):{width}}  {category.weight:6g}  {on_a_line(rule)}")
        policy = rubrics.policy(one)
        say(f"  quantiles: of each {policy.scope}, {policy.quantile}")
        say(f"  missing signal: {on_a_line(policy.missing)}")
    if rubrics.thresholds:
        say("Thresholds:")
    for threshold in rubrics.thresholds:
        say(f"  {on_a_line(threshold.name)}: {on_a_line(threshold.origin)}")
    say("Signals:")
    for signal in rubrics.signals:
        if signal.used:
            say(f"  {on_a_line(signal.name)}: {on_a_line(signal.source)}")


def _document(rubrics: Rubrics) -> dict[str, Any]:
    """Give what `show` prints, of what JSON knows."""
    from scorio.show.documents.records import plain

    each = {
        one: {
            "categories": [plain(category._asdict()) for category in rubrics.categories(one)],
            **plain(rubrics.policy(one)._asdict()),
        }
        for one in rubrics.names
    }
    return {
        "rubrics": each,
        "thresholds": [plain(one._asdict()) for one in rubrics.thresholds],
        "signals": [plain(one._asdict()) for one in rubrics.signals],
    }


@rubric.command()
@click.argument("name", metavar="RUBRIC")
@FILES
@click.option("-n", "most", type=Whole(), default=5, show_default=True,
              help="How many trials to show.")  # fmt: skip
@SIGNALS
@MEMORY
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON document for each trial.")
def check(
    name: str,
    files: tuple[str, ...],
    most: int,
    signals: tuple[str, ...],
    memory: str | None,
    *,
    as_json: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Print the first trials of FILES with their signals and categories.

    \b
    Example:
      scorio rubric check examples/rubric.toml examples/graded.jsonl -n 3
    """
    from scorio.cli.output import give_document, say
    from scorio.rubric.grading import check as checked
    from scorio.show.documents.records import plain
    from scorio.show.escaping import on_a_line

    rubrics = rubric_of(name, signals)
    with read_by(files, reading, memory) as options:
        trials = checked(list(files), rubrics, most, **options)
    if as_json:
        for trial in trials:
            give_document(plain(trial._asdict()), indent=None)
        return
    for trial in trials:
        task = f", task {on_a_line(trial.task)}" if trial.task else ""
        say(f"model {on_a_line(trial.model)}{task}, question {on_a_line(trial.question)}")
        say(f"  {_signals(trial.signals)}")
        for one, category in trial.categories.items():
            say(f"  {on_a_line(one)}: {'left out' if category is None else on_a_line(category)}")


def _signals(signals: Mapping[str, float | None]) -> str:
    from scorio.show.escaping import on_a_line

    values = ((name, "missing" if one is None else f"{one:.6g}") for name, one in signals.items())
    return ", ".join(f"{on_a_line(name)} = {value}" for name, value in values) or "no signals"


@rubric.command()
@click.argument("name", metavar="RUBRIC")
@FILES
@click.option("--out", required=True, type=click.Path(dir_okay=False, allow_dash=True),
              metavar="FILE", help="Where to write it, or - for standard output.")  # fmt: skip
@SIGNALS
@MEMORY
@reading_options
def freeze(
    name: str,
    files: tuple[str, ...],
    out: str,
    signals: tuple[str, ...],
    memory: str | None,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Write the rubric file with the values that its quantiles have in FILES.

    Other logs of the same tasks are then graded alike.

    \b
    Example:
      scorio rubric freeze examples/rubric.toml examples/graded.jsonl \\
        --out frozen.toml
    """
    from scorio.cli.output import print_text, wrote
    from scorio.rubric.grading import freeze as frozen
    from scorio.show.documents.writing import check_writable

    rubrics = rubric_of(name, signals)
    if out != "-":
        # The paper's rubrics are no file.
        own = [] if rubrics.source == "paper" else [rubrics.source]
        check_writable(out, [*files, *own])
    with read_by(files, reading, memory) as options:
        found = frozen(list(files), rubrics, **options)
    if out == "-":
        print_text(found.text)
        return
    with deferred():
        found.save(out)
    wrote([out], to_people=True)
