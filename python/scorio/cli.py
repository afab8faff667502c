"""The command line: `scorio score`, `scorio compare`, `scorio count`, `scorio merge`."""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from scorio import __version__
from scorio._core import formats

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio.comparison import Comparisons
    from scorio.counts import Counts

FORMATS = ["jsonl", "json", "csv", "tsv", "parquet", "arrow", *(name for name, _, _ in formats())]
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """The commands, with a user's mistakes turned into one sentence and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (ValueError, TypeError, OSError) as error:
            click.echo(f"scorio: {_sentence(error)}", err=True)
            ctx.exit(2)


# The ways out as the command line names them.
OPTIONS = {
    "what to do with missing outcomes: drop, or fail": "--on-missing drop, or --on-missing fail",
    "what to do with such trials: drop, or fail": "--on-error drop, or --on-error fail",
    "what to do with repeated trials: first, last, or keep":
        "--on-repeat first, --on-repeat last, or --on-repeat keep",
    "set it as a constant (model=NAME)": "say --set model=NAME",
    "(score=NAME)": "(--score NAME)",
    '(constants={"task": NAME})': "(--set task=NAME)",
    'ragged="drop"': "--ragged drop",
    "compare with paired=False": "say --unpaired",
    "compare unpaired, which": "say --unpaired, which",
    "(sampled=False, without clusters)": "(without --sampled and --cluster)",
    "choose one with counts.select(model=...), or name one of them as the baseline of the others":
        "choose one, or say --baseline NAME",
    "by_task, but there are no tasks: name the field that they are in (task=FIELD)":
        "--by-task, but there are no tasks: name the field that they are in (--task FIELD)",
}  # fmt: skip


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror}"
    sentence = str(error)
    for words, option in OPTIONS.items():
        sentence = sentence.replace(words, option)
    return sentence


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="scorio")
def main() -> None:
    """Score repeated trials of language models, with honest uncertainty.

    \b
    Example:
      scorio score runs/*.jsonl --question id --outcome correct
    """


def _once(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str | None:
    if len(given) > 1:
        raise ValueError(f"--{option.name} is given {len(given)} times: give one, or all")
    return given[0] if given else None


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how to read logs."""
    options = [
        click.option("--model", metavar="FIELD", help="Field of the model.  [default: model]"),
        click.option("--task", metavar="FIELD", help="Field of the task.  [default: task, if any]"),
        click.option("--question", metavar="FIELD", default="question", show_default=True,
                     help="Field of the question."),
        click.option("--trial", metavar="FIELD",
                     help="Field of the trial.  [default: trial, if any]"),
        click.option("--outcome", metavar="FIELD", default="outcome", show_default=True,
                     help="Field of the outcome."),
        click.option("--total", metavar="FIELD", help="Field of a question's number of trials."),
        click.option("--correct", metavar="FIELD", help="Field of a question's successes."),
        click.option("--times", metavar="FIELD",
                     help="Field of the number of trials that a record stands for."),
        click.option("--path", metavar="REGEX", help="Model, task or trial from the path, by the "
                     "groups (?P<model>…), (?P<task>…), (?P<trial>…)."),
        click.option("--set", "constants", multiple=True, metavar="NAME=VALUE",
                     help="Model, task or trial of all records, as model=NAME."),
        click.option("--category", "categories", multiple=True, metavar="NAME=VALUE[,VALUE…]",
                     help="A category and its outcomes; repeat it, in order from category 0."),
        click.option("--threshold", type=float, metavar="X",
                     help="Outcomes are numbers; from X up they are successes."),
        click.option("--on-missing", type=click.Choice(["error", "drop", "fail"]), default="error",
                     show_default=True, help="Trials without an outcome: stop, leave them out, "
                     "or count them in category 0."),
        click.option("--on-repeat", type=click.Choice(["error", "first", "last", "keep"]),
                     default="error", show_default=True, help="Trials that were there before."),
        click.option("--on-bad-line", type=click.Choice(["error", "skip"]), default="error",
                     show_default=True, help="Records that cannot be read."),
        click.option("--score", metavar="NAME", multiple=True, callback=_once,
                     help="Which of several scores of a trial counts, or all, each as a task.  "
                     "[default: the first]"),
        click.option("--regrade", metavar="REGEX", help="Grade responses anew: what it finds in "
                     "them must equal the target."),
        click.option("--ids", type=click.Choice(["distinct", "text"]), default="distinct",
                     show_default=True, help="Whether the questions 1 and \"1\" are two."),
        click.option("--on-error", type=click.Choice(["error", "drop", "fail"]),
                     help="Trials that the tool says went wrong.  [default: as --on-missing]"),
        click.option("--format", type=click.Choice(FORMATS), metavar="NAME", help="Format of the "
                     f"logs: {', '.join(FORMATS)}.  [default: told by name and content]"),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


FILES = click.argument("files", nargs=-1, required=True, metavar="FILES…")


@main.command(epilog="FILES are logs, folders of logs, count files (.parquet), or - for standard "
              "input. Fields are dotted paths, as in info.model.")  # fmt: skip
@FILES
@reading_options
@click.option("--metric", "metrics", multiple=True, metavar="NAME", default=["bayes"],
              show_default=True, help="A function of scorio.eval: bayes, avg, pass_at_k, "
              "pass_at_k_ci, maj_at_k, …; repeat it for several.")  # fmt: skip
@click.option("-k", metavar="K[,K…]", help="Budgets, for every metric but bayes and avg.")
@click.option("--weights", metavar="W,W…",
              help="A weight per category, for bayes, avg and max_at_k.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--tau", metavar="T", help="Share of g_pass_at_k_tau: a decimal, or as 2/3.")
@click.option("--lam", type=float, metavar="L", help="λ of geo_spectrum_at_k.  [default: 0.5]")
@click.option("--spectrum", metavar="W1,…,Wk",
              help="Weights of the thresholds 1..k, for the two spectrum metrics.")  # fmt: skip
@click.option("--pass-power", type=float, metavar="A",
              help="Exponent of Pass@k in geom_at_k and geom_ds_at_k.  [default: 0.5]")  # fmt: skip
@click.option("--unanimous-power", type=float, metavar="B",
              help="Exponent of Pass^k in them.  [default: 0.5]")  # fmt: skip
@click.option("--ragged", type=click.Choice(["error", "drop"]), default="error", show_default=True,
              help="Questions with fewer than k trials, in a point estimate.")  # fmt: skip
@click.option("--confidence", type=float, default=0.95, show_default=True,
              help="Level of intervals and tie groups.")  # fmt: skip
@click.option("--macro", is_flag=True, help="Overall, average the tasks; do not pool questions.")
@click.option("--overall", is_flag=True, help="The overall table alone, none by task.")
@click.option("--out", multiple=True, type=click.Path(dir_okay=False), metavar="FILE",
              help="Write the scores: .csv, .json, .parquet or .md.")  # fmt: skip
def score(
    files: tuple[str, ...],
    metrics: tuple[str, ...],
    k: str | None,
    weights: str | None,
    tau: str | None,
    spectrum: str | None,
    confidence: float,
    out: tuple[str, ...],
    *,
    macro: bool,
    overall: bool,
    lam: float | None,
    pass_power: float | None,
    unanimous_power: float | None,
    ragged: Literal["error", "drop"],
    **reading: Any,  # noqa: ANN401
) -> None:
    """Print a leaderboard of the models in FILES.

    \b
    Examples:
      scorio score examples/coins.jsonl
      scorio score runs/ --question task_id --outcome passed --metric pass_at_k -k 1,8
      scorio score results.json --set model=gpt-4o --question task_id --outcome reward
    """
    from scorio.files import check_writable, expand
    from scorio.tables import checked_ending

    paths = expand(files)
    for path in out:
        checked_ending(path)
        check_writable(path, paths)
    budgets = _numbers("-k", k, int)
    weighted = _numbers("--weights", weights, float)
    thresholds = _numbers("--spectrum", spectrum, float)
    scores = _counts(paths, reading).score(
        metrics,
        budgets,
        weights=weighted,
        tau=None if tau is None else _share(tau),
        lam=lam,
        spectrum=thresholds,
        pass_power=pass_power,
        unanimous_power=unanimous_power,
        ragged=ragged,
        confidence=confidence,
        by="model" if overall else "task",
        macro=macro,
    )
    for path in out:
        scores.save(path)
    click.echo(scores.to_text())
    for path in out:
        click.echo(f"Wrote {path}.")


@main.command(epilog="Exit codes: 0; 1 if --fail-if-worse finds a model worse; 2 for mistakes.")
@FILES
@reading_options
@click.option("--baseline", metavar="NAME", help="The model that the others are compared with.")
@click.option("--against", multiple=True, metavar="FILE",
              help="Or logs of one model, as FILES are then, to compare these with.")  # fmt: skip
@click.option("--only", multiple=True, metavar="NAME",
              help="Compare this model; repeat it for several.  [default: all]")  # fmt: skip
@click.option("--metric", type=click.Choice(["bayes", "avg"]),
              help="Scale of the scores.  [default: bayes; avg with --fail-if-worse]")  # fmt: skip
@click.option("--weights", metavar="W,W…", help="A weight per category.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--unpaired", is_flag=True,
              help="Each model on all of its questions, not on those that both have.")  # fmt: skip
@click.option("--sampled", is_flag=True,
              help="About questions like these, of which they are a sample.")  # fmt: skip
@click.option("--cluster", metavar="FIELD", help="Field of the clusters of questions, read in the "
              "place of the task (or: task); implies --sampled.")  # fmt: skip
@click.option("--by-task", is_flag=True, help="A table for each task, beside the overall one.")
@click.option("--confidence", type=float, default=0.95, show_default=True,
              help="Level of the intervals, and of --fail-if-worse.")  # fmt: skip
@click.option("--deciding", type=click.IntRange(min=0), metavar="N",
              help="How many questions to show that decide each difference.  "
              "[default: 5 of a single model]")  # fmt: skip
@click.option("--fail-if-worse", type=float, metavar="X", help="Exit with 1 if a model is worse "
              "than the baseline by more than X (0.02: two points in a hundred), with at least "
              "the confidence.")  # fmt: skip
@click.option("--out", multiple=True, type=click.Path(dir_okay=False), metavar="FILE",
              help="Write the comparisons: .csv, .json, .parquet or .md.")  # fmt: skip
def compare(
    files: tuple[str, ...],
    baseline: str | None,
    against: tuple[str, ...],
    only: tuple[str, ...],
    metric: Literal["bayes", "avg"] | None,
    weights: str | None,
    cluster: str | None,
    confidence: float,
    deciding: int | None,
    fail_if_worse: float | None,
    out: tuple[str, ...],
    *,
    unpaired: bool,
    sampled: bool,
    by_task: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Compare the models in FILES with a baseline, question by question.

    \b
    Examples:
      scorio compare examples/coins.jsonl --baseline coin-04
      scorio compare branch.jsonl --against main.jsonl --fail-if-worse 0.02
    """
    from scorio.comparison import compare as compared
    from scorio.files import check_writable, expand
    from scorio.tables import checked_ending, counted, shown

    paths, others = expand(files), expand(against) if against else []
    for path in out:
        checked_ending(path)
        check_writable(path, [*paths, *others])
    if baseline is not None and against:
        raise ValueError("say --baseline NAME or --against FILE, not both")
    if baseline is None and not against:
        raise ValueError("say what to compare with: --baseline NAME, or --against FILE")
    if against and only:
        raise ValueError("--only chooses among the models beside --baseline, not --against")
    if unpaired and deciding:
        raise ValueError(
            "--deciding shows the questions that both models have, --unpaired compares all of "
            "each: give one"
        )
    counts = _clustered(paths, dict(reading), cluster)
    found = compared(
        counts,
        _clustered(others, dict(reading), cluster) if against else None,
        baseline=baseline,
        models=only or None,
        metric=metric or ("bayes" if fail_if_worse is None else "avg"),
        weights=_numbers("--weights", weights, float),
        paired=not unpaired,
        sampled=sampled,
        cluster=None if cluster is None else "task",
        by_task=by_task,
        confidence=confidence,
        margin=fail_if_worse,
    )
    for path in out:
        found.save(path)
    click.echo(found.to_text())
    _show_deciding(found, deciding, "task" if cluster is None else "cluster")
    for path in out:
        click.echo(f"Wrote {path}.")
    overall = [row for row in found if row.task is None]
    worse = [shown(row.model) for row in overall if row.worse]
    if worse:
        are = "is" if len(worse) == 1 else "are"
        click.echo(
            f"scorio: {len(worse)} of {counted(len(overall), 'model')} {are} worse than "
            f"{shown(overall[0].baseline)} by more than {fail_if_worse:g}: {', '.join(worse)}",
            err=True,
        )
        click.get_current_context().exit(1)


@main.command()
@FILES
@reading_options
@click.option("--out", required=True, type=click.Path(dir_okay=False), metavar="FILE",
              help="Where to write the counts: .parquet, or _samples.jsonl.")  # fmt: skip
def count(files: tuple[str, ...], out: str, **reading: Any) -> None:  # noqa: ANN401
    """Count FILES and keep the counts, a small fraction of the logs.

    \b
    Example:
      scorio count runs/monday/ --outcome passed --out monday.parquet
    """
    from scorio.files import expand
    from scorio.tables import report_lines

    paths = expand(files)
    _check_count_file(out, paths)
    counts = _counts(paths, reading)
    counts.save(out)
    click.echo("\n".join(report_lines(counts.report, counts.notes)))
    click.echo(f"Wrote {out}: {counts!r}.")


@main.command()
@FILES
@click.option("--out", required=True, type=click.Path(dir_okay=False), metavar="FILE",
              help="Where to write the sum: .parquet, or _samples.jsonl.")  # fmt: skip
def merge(files: tuple[str, ...], out: str) -> None:
    """Add up the count files FILES.

    \b
    Example:
      scorio merge monday.parquet tuesday.parquet --out week.parquet
    """
    from scorio.files import expand

    paths = expand(files)
    _check_count_file(out, paths)
    counts = _load_all(paths)
    counts.save(out)
    click.echo(f"Wrote {out}: {counts!r}.")


@main.command()
@FILES
@reading_options
def inspect(files: tuple[str, ...], **reading: Any) -> None:  # noqa: ANN401
    """Say what FILES are and what they hold, without scoring them.

    \b
    Example:
      scorio inspect logs/2026-11-20_math.eval
    """
    from scorio.files import Found, expand
    from scorio.inspection import inspect as look

    paths = expand(files)
    _parse(reading)
    unknown: list[str] = []
    for path in paths:
        try:
            with _Progress([path]) as progress:
                found = repr(look(path, progress=progress.update, **reading))
        except ValueError:
            # In a folder there may be other files than logs.
            if not isinstance(path, Found) or len(paths) == len(unknown) + 1:
                raise
            unknown.append(path)
            continue
        click.echo(found)
    if unknown:
        click.echo(f"No logs, or none that can be read: {', '.join(unknown)}")


def _clustered(paths: list[str], reading: dict[str, Any], cluster: str | None) -> Counts:
    """Counts whose tasks are the clusters, if a field names these."""
    if cluster in (None, "task"):
        return _counts(paths, reading)
    if reading["task"] is not None:
        raise ValueError("--cluster is read in the place of --task: give one of them")
    if "-" in paths:
        raise ValueError("--cluster reads files twice, which standard input cannot: save it first")
    for path in paths:
        if path.endswith(".parquet") and _holds_counts(path, reading):
            raise ValueError(
                f"--cluster {cluster} is a field of logs, but {path} holds counts, whose clusters "
                "are its tasks: --cluster task"
            )
    counts = _counts(paths, reading | {"task": cluster})
    plain = _counts(paths, reading)
    if len(counts) != len(plain):
        # Matched by cluster and name, questions would be mixed up, or counted in two clusters.
        raise ValueError(
            f"--cluster {cluster} makes {len(counts):,} questions of {len(plain):,}: a question "
            "has two clusters, or a cluster two of one name; give them names of their own"
        )
    return counts


def _show_deciding(found: Comparisons, number: int | None, group: str) -> None:
    """Print the questions that decide each difference."""
    from scorio.comparison import questions_text
    from scorio.tables import shown

    rows = [row for row in found if row.task is None and row.decisive is not None]
    if number is None:
        number = 5 if len(rows) == 1 else 0
    for row in rows if number else []:
        deciding = [one for one in found.questions(row.model, number) if one.difference]
        if not deciding:
            click.echo(f"\nNo question tells {shown(row.model)} from {shown(row.baseline)}.")
            continue
        click.echo(f"\nQuestions that decide {shown(row.model)}:\n")
        click.echo(questions_text(deciding, group))


def _counts(paths: list[str], reading: dict[str, Any]) -> Counts:
    """Counts of logs and count files together."""
    from scorio.counts import count
    from scorio.results import InterruptedLogWarning

    stored = [path for path in paths if path.endswith(".parquet") and _holds_counts(path, reading)]
    logs = [path for path in paths if path not in stored]
    if not logs:
        context = click.get_current_context()
        for name in reading:
            if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
                option = {"constants": "set", "categories": "category"}.get(name, name)
                option = option.replace("_", "-")
                raise ValueError(f"--{option} says how to read logs, but all files hold counts")
        return _load_all(stored)
    _parse(reading)
    with _Progress(logs) as progress, warnings.catch_warnings():
        # The same is printed below the result.
        warnings.simplefilter("ignore", InterruptedLogWarning)
        counts = count(logs, progress=progress.update, **reading)
    return counts.merge(*_load(stored))


def _parse(reading: dict[str, Any]) -> None:
    """Turn the options that are pairs into what `scorio.count` takes."""
    reading["constants"] = _pairs("--set", reading["constants"])
    categories = _pairs("--category", reading["categories"])
    reading["categories"] = {name: texts.split(",") for name, texts in categories.items()} or None


def _load(files: Sequence[str]) -> list[Counts]:
    from scorio.counts import Counts

    return [Counts.load(file) for file in files]


def _holds_counts(path: str, reading: dict[str, Any]) -> bool:
    from scorio import _core

    return _core.is_counts(path, reading["outcome"])


def _load_all(files: Sequence[str]) -> Counts:
    first, *others = _load(files)
    return first.merge(*others)


def _check_count_file(path: str, inputs: list[str]) -> None:
    from scorio.files import check_writable

    if not path.endswith((".parquet", "_samples.jsonl")):
        endings = ".parquet, or _samples.jsonl for samples of Every Eval Ever"
        raise ValueError(f"cannot write {path}: the ending of a count file is {endings}")
    check_writable(path, inputs)


def _numbers(option: str, text: str | None, number: Callable[[str], Any]) -> list[Any] | None:
    if text is None:
        return None
    try:
        return [number(part) for part in text.split(",")]
    except ValueError:
        kind = "whole numbers" if number is int else "numbers"
        raise ValueError(f"{option} {text} is not a list of {kind} such as 1,8") from None


def _share(text: str) -> float | Fraction:
    """Give a share; a quotient is exact."""
    try:
        return Fraction(text) if "/" in text else float(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"--tau {text} is not a number such as 0.75 or 2/3") from None


def _pairs(option: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise ValueError(f"{option} {text} is not of the form NAME=VALUE")
        if name in pairs:
            raise ValueError(f"{option} {text}: {name} is given twice")
        pairs[name] = value
    return pairs


class _Progress:
    """A bar with bytes and rate on a terminal's standard error, for input worth waiting for."""

    WORTHWHILE = 50_000_000

    def __init__(self, paths: list[str]) -> None:
        self._total = None if "-" in paths else sum(_size(path) for path in paths)
        self._bar: Any = None

    def __enter__(self) -> _Progress:
        if sys.stderr.isatty() and (self._total is None or self._total >= self.WORTHWHILE):
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, unit="B", unit_scale=True, leave=False)
        return self

    def update(self, done: int) -> None:
        """Move the bar to the bytes read so far."""
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _size(path: str) -> int:
    # A path that cannot be asked fails when it is opened, with a sentence of its own.
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
