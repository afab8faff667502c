"""The command `scorio adaptive`: a run that any harness in any language can drive."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorio.cli.adaptive.fit import fit
from scorio.cli.adaptive.replay import replay
from scorio.cli.adaptive.start import start
from scorio.cli.ending import deferred, saved
from scorio.cli.options.kinds import Numbers, Whole
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.output import JSON, check_outputs, give, give_document, output_options, say

if TYPE_CHECKING:
    from scorio.adaptive.running.ranker import Ranker

# What `ask` ends with when the run is done. No other command ends with it.
DONE = 5

STATE = click.argument("state", metavar="STATE", type=click.Path(dir_okay=False))


@click.group(short_help="Rank or score models with few trials.")
def adaptive() -> None:
    """Rank or score models with few trials: ask for items, tell scores, stop when enough is known.

    \b
    Examples:
      scorio adaptive fit examples/coins.jsonl --out bank.parquet
      scorio adaptive start bank.parquet --model a --model b --state run.json
      scorio adaptive ask run.json -n 8 > queries.jsonl
    """


for command in (fit, start, replay):
    adaptive.add_command(command)


@adaptive.command(epilog="Exit codes: 0; 5 if the run is done; 2 for mistakes.")
@STATE
@click.option("-n", "count", type=Whole(), default=1, show_default=True,
              help="How many queries, at most.")  # fmt: skip
@click.option("--pending", is_flag=True, help="Print the queries again that have no answer, as "
              "after a harness was killed, and no others.")  # fmt: skip
def ask(state: str, count: int, *, pending: bool) -> None:
    """Print the next queries as JSON Lines: id, model, item, stratum, cost.

    When the run is done, it prints nothing and ends with exit code 5.

    \b
    Example:
      scorio adaptive ask run.json -n 8 > queries.jsonl
    """
    from scorio.adaptive.running.state import locked_file
    from scorio.cli.output import check_stdout
    from scorio.show.words import counted

    check_stdout()
    _check_there(state)
    with locked_file(state), deferred():
        run = _loaded(state)
        queries = run.pending if pending else run.ask(count)
        if queries and not pending:
            run.save(state)
    again = f"the queries are in {state}: scorio adaptive ask {state} --pending prints them again"
    with saved(again):
        for query in queries:
            give_document(query._asdict(), indent=None)
    if queries:
        return
    if run.done:
        from scorio.adaptive.running.result import REASONS

        say(f"The run is done: {REASONS[run.reason or 'items']}.", err=True)
        sys.exit(DONE)
    if not pending:
        open_queries = counted(len(run.pending), "query", "queries")
        say(f"Nothing to ask before {open_queries} have their answer (--pending).", err=True)


@adaptive.command()
@STATE
@FILES
@click.option("--log", "is_log", is_flag=True, help="FILES are logs or counts as of scorio score. "
              "Queries are matched by model and question.")  # fmt: skip
@click.option("--mean", is_flag=True, help="Where the log has several trials of a query, take "
              "their mean.  [default: an error if they differ]")  # fmt: skip
@click.option("--weights", type=Numbers(least=2), metavar="W,W…",
              help="The score of each category of the log, as for fit.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@reading_options
@JSON
def tell(
    state: str,
    files: tuple[str, ...],
    *,
    is_log: bool,
    mean: bool,
    weights: list[float] | None,
    as_json: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Take the scores in FILES, JSON Lines; - is standard input.

    A line has {"id", "score"} or {"model", "item", "score"}, and "cost" if it differs from the
    expected one. {"id", "error"} is a failed trial, which is asked again, or with "retry": false
    given up. If one line is wrong, none counts.

    \b
    Examples:
      scorio adaptive tell run.json results.jsonl
      scorio adaptive tell run.json --log answered.jsonl
    """
    from scorio._reading.paths import expand
    from scorio.adaptive.running.answers import take, take_log
    from scorio.adaptive.running.state import locked_file
    from scorio.cli.options.reading import clustered
    from scorio.show.words import counted

    _check_log_options(is_log=is_log)
    _check_there(state)
    log = clustered(expand(files), dict(reading), keep_values=not mean) if is_log else None
    read = {} if is_log else {name: _lines(name) for name in files}
    with locked_file(state), deferred():
        run = _loaded(state)
        scores = failures = 0
        for name, lines in read.items():
            told, failed = take(run, lines, "standard input" if name == "-" else name)
            scores, failures = scores + told, failures + failed
        others = 0
        if log is not None:
            scores, others = take_log(run, log, weights=weights, mean=mean)
        run.save(state)
    more = f", {failures} failed" if failures else ""
    passed = f", passed over {others:,} that were not asked or are answered" if others else ""
    with saved(f"the scores are in {state}: do not tell them again"):
        if as_json:
            found = {"scores": scores, "failed": failures, "passed_over": others}
            stand = {"pending": len(run.pending), "done": run.done, "reason": run.reason}
            give_document(found | stand)
        else:
            say(f"Took {counted(scores, 'score')}{more}{passed}. {_stand(run)}")


def _stand(run: Ranker) -> str:
    """Say where a run stands, in a line."""
    from scorio.adaptive.running.result import REASONS, ended_trials
    from scorio.show.words import counted

    if run.reason is not None:
        return f"The run is done: {REASONS[run.reason]}."
    budget = run.options["budget"]
    of = "" if budget is None else f" of {budget:g}"
    waiting = counted(len(run.pending), "query", "queries")
    spent = f"{ended_trials(run._core.state()[0])}, cost {run.cost:.6g}{of}"
    return f"So far {spent}, {waiting} without an answer."


def _check_log_options(*, is_log: bool) -> None:
    """Check that options of logs come with --log."""
    context = click.get_current_context()
    own = ("state", "files", "is_log", "as_json")
    for parameter in context.command.params:
        name = parameter.name or ""
        typed = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if typed and not is_log and name not in own:
            option = parameter.opts[0]
            raise ValueError(f"{option} is for logs: say --log, too, or leave {option} out")


def _lines(name: str) -> list[str]:
    with click.open_file(name, "rb") as file:
        lines = list(file)
    for number, line in enumerate(lines, 1):
        try:
            line.decode()
        except UnicodeDecodeError as error:
            sentence = f"{name}, line {number}: byte {error.start + 1} of the line is not UTF-8"
            raise ValueError(sentence) from None
    return [line.decode() for line in lines]


@adaptive.command()
@STATE
@output_options
def show(
    state: str,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
) -> None:
    """Print order, ties, rank ranges, what is pending and what the run still needs.

    \b
    Example:
      scorio adaptive show run.json --out table.md
    """
    check_outputs(out, [state], as_json=as_json)
    run = _loaded(state)
    give(run.result(), out, as_json=as_json, safe_csv=safe_csv)


def _check_there(state: str) -> None:
    """Refuse a state that is not there, before a lock is put beside it."""
    Path(state).stat()


def _loaded(state: str) -> Ranker:
    from scorio.adaptive.running.ranker import Ranker

    return Ranker.load(state)
