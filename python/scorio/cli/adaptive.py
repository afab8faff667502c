"""The command `scorio adaptive`: a run that any harness in any language can drive."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.ending import deferred
from scorio.cli.kinds import MOST, MOST_SEED, Level, Number, Numbers, Whole
from scorio.cli.options import FILES, reading_options
from scorio.cli.output import check_outputs, give, output_options, say
from scorio.cli.replaying import replay
from scorio.show.escaping import in_json

if TYPE_CHECKING:
    from scorio.adaptive.ranker import Ranker

# What `ask` ends with when the run is done. No other command ends with it.
DONE = 5

JSON = click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
STATE = click.argument("state", metavar="STATE", type=click.Path(dir_okay=False))


@click.group()
def adaptive() -> None:
    """Rank or score models with few trials: ask for items, tell scores, stop when enough is known.

    \b
    Examples:
      scorio adaptive start bank.parquet --model a --model b=3.0 --budget 400 --state run.json
      scorio adaptive ask run.json -n 8 > queries.jsonl
      scorio adaptive tell run.json results.jsonl
      scorio adaptive show run.json
      scorio adaptive replay full.jsonl --hold-out 4 --folds 5
    """


@adaptive.command()
@FILES
@reading_options
@click.option("--strata", metavar="FIELD", help="Field of the stratum of a question; task means "
              "the tasks.")  # fmt: skip
@click.option("--method", type=click.Choice(["eb", "ql", "moments"]), default="eb",
              show_default=True, help="Empirical Bayes, quasi-likelihood, or the published "
              "formulas.")  # fmt: skip
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
    method: Literal["eb", "ql", "moments"],
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
      scorio adaptive fit calibration.jsonl --question id --outcome score --out bank.parquet
    """
    from scorio._paths import expand
    from scorio.adaptive.bank import ItemBank
    from scorio.cli.reading import clustered
    from scorio.show.writing import check_writable

    paths = expand(files)
    check_writable(out, paths)
    own = dict(reading)
    if strata is not None:
        if own["cluster"] is not None:
            raise ValueError("--strata and --cluster exclude each other")
        own["cluster"] = strata
    bank = ItemBank.fit(
        clustered(paths, own),
        weights=weights,
        method=method,
        slopes=slopes,
        score_range=score_range,
        strata=None if strata is None else "task" if strata == "task" else "cluster",
        drop_negative=drop_negative,
        greater_is_better=not lower_is_better,
    )
    with deferred():
        bank.save(out)
    if as_json:
        found = {"out": out, "items": len(bank.items), "kept": int(bank.kept.sum())}
        _document(found | {"report": bank.report()})
        return
    for line in bank.report():
        say(line)
    say(f"Wrote {out}: {bank!r}.")


def _choice(_: click.Context, _option: click.Parameter, given: str) -> str:
    """Check how items are chosen: top has a number or its default."""
    if given not in ("information", "expected", "top"):
        name, colon, most = given.partition(":")
        if (name, colon) != ("top", ":") or not most.isdecimal() or not 1 <= int(most) <= MOST:
            raise ValueError(
                f"--select {given} is not one of information, expected, top or top:NUMBER"
            )
    return given


@adaptive.command()
@click.argument("bank", metavar="BANK", type=click.Path(dir_okay=False))
@click.option("--model", "models", multiple=True, required=True, metavar="NAME[=COST]",
              help="A model, and what a trial of it costs; repeat it.  [cost: 1]")  # fmt: skip
@click.option("--state", required=True, type=click.Path(dir_okay=False), metavar="FILE",
              help="Where the run is kept.")  # fmt: skip
@click.option("--goal", type=click.Choice(["rank", "score"]), default="rank", show_default=True,
              help="Rank the models, or estimate what each scores on all items.")  # fmt: skip
@click.option(
    "--budget", type=Number(0, inside=True), metavar="COST", help="The most that trials may cost."
)
@click.option("--warmup", type=Whole(0), default=10, show_default=True,
              help="Items of each model before pairs matter.")  # fmt: skip
@click.option("--max-items", type=Whole(), help="The most items of one model.")
@click.option(
    "--precision", type=Number(0, inside=True), metavar="SE", help="Stop at this standard error."
)
@click.option("--top", type=Whole(), metavar="R",
              help="Decide only who is among the R best.")  # fmt: skip
@click.option("--baseline", metavar="NAME", help="Decide only pairs with this model.")
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Confidence of decided pairs.")  # fmt: skip
@click.option("--boundary", type=click.Choice(["anytime", "two-sided", "one-sided"]),
              default="anytime", show_default=True, help="When a pair is decided; anytime is valid "
              "however often you look.")  # fmt: skip
@click.option("--rho", type=Number(0, inside=True), default=10.0, show_default=True,
              help="Tuning of the anytime boundary.")  # fmt: skip
@click.option("--resolution", type=Number(0, inside=True), metavar="SE",
              help="Standard error of a difference that the boundary is best for.")  # fmt: skip
@click.option("--family", is_flag=True, help="All pairs share the error.")
@click.option("--allocation", type=click.Choice(["paper", "variance", "uniform"]), default="paper",
              show_default=True, help="Which model gets the next item.")  # fmt: skip
@click.option("--select", default="information", show_default=True, callback=_choice,
              metavar="information|expected|top:K", help="Which item it gets.")  # fmt: skip
@click.option("--strata/--no-strata", default=True, show_default=True,
              help="Whether strata keep their shares.")  # fmt: skip
@click.option("--out-of-range", type=click.Choice(["error", "clip"]), default="error",
              show_default=True, help="Scores outside the bank's range.")  # fmt: skip
@click.option("--seed", type=Whole(0, MOST_SEED), default=0, show_default=True,
              help="Seed of what is drawn.")  # fmt: skip
@JSON
def start(
    bank: str,
    models: tuple[str, ...],
    state: str,
    *,
    as_json: bool,
    **options: Any,  # noqa: ANN401
) -> None:
    """Begin a run on the items of BANK.

    \b
    Example:
      scorio adaptive start bank.parquet --model a --model b=3.0 --budget 400 --state run.json
    """
    from pathlib import Path

    from scorio.adaptive.bank import ItemBank
    from scorio.adaptive.ranker import Ranker

    if Path(state).exists():
        raise ValueError(f"{state} exists: choose another file, or remove it first")
    context = click.get_current_context()
    if options["goal"] == "score":
        for name in ("boundary", "family", "top", "baseline"):
            if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
                raise ValueError(f"--{name} is for --goal rank: leave it out")
    named = dict(map(_named, models))
    if len(named) < len(models):
        raise ValueError("a --model is named twice")
    top = options["top"]
    if top is not None and top >= len(named):
        raise ValueError(
            f"--top {top} of {len(named)} models: it has to be from 1 to {len(named) - 1}"
        )
    run = Ranker(ItemBank.load(bank), list(named), cost=named, **options)
    with deferred():
        run.save(state)
    if as_json:
        _document({"state": state, "models": list(named), "seed": options["seed"]})
        return
    say(f"Wrote {state}: {run!r}.")


def _named(text: str) -> tuple[str, float]:
    """Give a model and its cost: the text behind the last =, if it is a number."""
    name, equals, cost = text.rpartition("=")
    if not text or (equals and not name):
        raise ValueError(f"--model {text}: the model has no name")
    try:
        return (name, float(cost)) if equals else (text, 1.0)
    except ValueError:
        way = f"for a name with an equals sign, give its cost, too: {text}=1"
        raise ValueError(f"--model {text}: the cost {cost} is not a number; {way}") from None


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
    from scorio.adaptive.state import locked_file
    from scorio.cli.output import check_stdout

    check_stdout()
    with locked_file(state), deferred():
        run = _loaded(state)
        queries = run.pending if pending else run.ask(count)
        if queries and not pending:
            run.save(state)
    for query in queries:
        click.echo(json.dumps(query._asdict(), ensure_ascii=False))
    if queries:
        return
    if run.done:
        say(f"The run is done: {run.reason}.", err=True)
        sys.exit(DONE)
    if not pending:
        count = len(run.pending)
        say(f"Nothing to ask before {count} queries are answered (--pending).", err=True)


@adaptive.command()
@STATE
@FILES
@click.option("--log", "is_log", is_flag=True, help="FILES are logs or counts as of scorio score. "
              "Queries are matched by model and question.")  # fmt: skip
@reading_options
@JSON
def tell(
    state: str,
    files: tuple[str, ...],
    *,
    is_log: bool,
    as_json: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Take the scores in FILES, JSON Lines; - is standard input.

    A line has {"id", "score"} or {"model", "item", "score"}, and "cost" if it differs from the
    expected one. {"id", "error"} is a failed trial, which is asked again, or with "retry": false
    given up. If one line is wrong, none counts.

    \b
    Example:
      scorio adaptive tell run.json results.jsonl
      scorio adaptive tell run.json --log logs/*.eval
    """
    from scorio._paths import expand
    from scorio.adaptive.answers import take, take_log
    from scorio.adaptive.state import locked_file
    from scorio.cli.reading import clustered
    from scorio.show.words import counted

    log = clustered(expand(files), dict(reading)) if is_log else None
    read = {} if is_log else {name: _lines(name) for name in files}
    with locked_file(state), deferred():
        run = _loaded(state)
        scores = failures = 0
        for name, lines in read.items():
            told, failed = take(run, lines, "standard input" if name == "-" else name)
            scores, failures = scores + told, failures + failed
        others = 0
        if log is not None:
            scores, others = take_log(run, log)
        run.save(state)
    if as_json:
        found = {"scores": scores, "failed": failures, "passed_over": others}
        _document(found | {"pending": len(run.pending), "done": run.done, "reason": run.reason})
        return
    more = f", {failures} failed" if failures else ""
    passed = f", passed over {others:,} that were not asked or are answered" if others else ""
    say(f"Took {counted(scores, 'score')}{more}{passed}: {run!r}.")


def _document(found: dict[str, Any]) -> None:
    click.echo(in_json(json.dumps(found, indent=1, ensure_ascii=False)))


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


def _loaded(state: str) -> Ranker:
    from scorio.adaptive.ranker import Ranker

    return Ranker.load(state)


adaptive.add_command(replay)
