"""The options that several commands share, and how their values are read."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from scorio._core import formats, metrics
from scorio._reading.options import USUAL, choices
from scorio.cli.options.kinds import MOST, Number, Numbers, Share

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = ["jsonl", "json", "csv", "tsv", "parquet", "arrow", *(name for name, _, _ in formats())]


METRICS = metrics()


def metrics_list() -> str:
    """Every metric with what it is, as a paragraph of help."""
    width = max(len(name) for name, *_ in METRICS)
    lines = [entry(name, summary, width) for name, summary, *_ in METRICS]
    return "\n".join(["\b", "Metrics, each also with _ci for its posterior:", *lines])


def entry(name: str, about: str, width: int) -> str:
    """Give a name and what it is, as lines of a list in a help."""
    return "\n".join(wrap(
        about, 76, initial_indent=f"  {name:{width}}  ", subsequent_indent=" " * (width + 4),
        break_on_hyphens=False,
    ))  # fmt: skip


def parameter_help(name: str, what: str, default: str | None = None) -> str:
    """What a parameter is, which metrics take it, and its default."""
    takers = [
        (metric, usual)
        for metric, *_, parameters in METRICS
        for parameter, _, usual in parameters
        if parameter == name
    ]
    default = default or next((usual for _, usual in takers if usual is not None), None)
    known = "" if default is None else f"  [default: {default}]"
    return f"{what}, for {', '.join(metric for metric, _ in takers)}.{known}"


def parameter_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the parameters of metrics besides a budget and weights."""
    options = [
        click.option("--tau", type=Share(), metavar="T",
                     help=parameter_help("tau", "A share: a decimal, or as 2/3")),
        click.option("--lam", type=Number(0, 1), metavar="L", help=parameter_help("lam", "λ")),
        click.option("--spectrum", type=Numbers(0), metavar="W1,…,Wk",
                     help=parameter_help("spectrum", "Weights of the thresholds 1..k")),
        click.option("--pass-power", type=Number(), metavar="A",
                     help=parameter_help("pass_power", "Exponent of Pass@k")),
        click.option("--unanimous-power", type=Number(), metavar="B",
                     help=parameter_help("unanimous_power", "Exponent of Pass^k")),
        click.option("--ragged", type=click.Choice(["error", "drop"]), default="error",
                     show_default=True,
                     help="Questions with fewer than k trials, in a point estimate."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def once(way_out: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], str | None]:
    """Refuse an option that is given twice, of which the last would count."""

    def one(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> str | None:
        if len(given) > 1:
            raise ValueError(f"--{option.name} is given {len(given)} times: {way_out}")
        return given[0] if given else None

    return one


ALLOW_COPIES = click.option(
    "--allow-copies", is_flag=True,
    help="Count files with the same records or the same counts, too.",
)  # fmt: skip


def _questions(_: click.Context, option: click.Parameter, given: str | None) -> str | int | None:
    if given is None or not given.isdecimal():
        return given
    number = int(given)
    if not 1 <= number <= MOST:
        raise ValueError(f"--{option.name} {given} is not a number of questions, 1 to {MOST:,}")
    return number


def _fields(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> list[str]:
    names = [name.strip() for one in given for name in one.split(",")]
    if "" in names:
        raise ValueError("--fields has an empty name")
    return list(dict.fromkeys(names))


def _pattern(_: click.Context, option: click.Parameter, given: str | None) -> str | None:
    from scorio._reading.paths import compiled

    if given is not None:
        compiled(given, f"--{option.name}")
    return given


def _choice(name: str, text: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option of a choice, as `scorio.count` declares it."""
    return click.option(
        f"--{name.replace('_', '-')}", type=click.Choice(choices(name)), default=USUAL[name],
        show_default=USUAL[name] is not None, help=text,
    )  # fmt: skip


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how to read logs."""
    options: list[Callable[[Callable[..., None]], Callable[..., None]]] = [
        click.option("--model", metavar="FIELD", help="Field of the model.  [default: model or "
                     "file]"),
        click.option("--task", metavar="FIELD", help="Field of the task.  [default: task, if any]"),
        click.option("--question", metavar="FIELD", default="question", show_default=True,
                     help="Field of the question; or several, as subject,id."),
        click.option("--trial", metavar="FIELD",
                     help="Field of the trial.  [default: trial, if any]"),
        click.option("--cluster", metavar="FIELD", help="Field of the cluster of a question; task "
                     "means the tasks. It implies --sampled."),
        click.option("--weight", metavar="FIELD", help="Field of the weight of a question in the "
                     "mean."),
        click.option("--fields", multiple=True, metavar="FIELD[,…]", callback=_fields,
                     help="Other fields of the question to keep, such as its difficulty: for "
                     "slices and lengths."),
        click.option("--slices", metavar="FILE", help="Fields of questions of a file (CSV or JSON "
                     "Lines): question, or task and question, then the fields."),
        _choice("weight_of", "Whether a weight is of the whole question or of each run; a question "
                "then weighs as much as all its runs."),
        click.option("--outcome", metavar="FIELD", default="outcome", show_default=True,
                     help="Field of the outcome. Also 'infos[].r' (a list of trials), "
                     "'pred == answer', a,b (the first present), or '*.correct' (several fields)."),
        click.option("--label", metavar="FIELD", help="Field of labels that people gave some "
                     "trials. They correct scores for the judge, whose outcomes the log has."),
        click.option("--labels", multiple=True, metavar="FILE", help="Labels of another file. It "
                     "has model, task, question, trial and label, or is a second grader's log. "
                     "Repeat it for several."),
        click.option("--judge", metavar="FIELD", help="Field of the judge's outcome, where there "
                     "are labels.  [default: the outcome]"),
        click.option("--check", metavar="FIELD", help="With labels, a number of each trial: a note "
                     "says if labelled trials differ in it."),
        click.option("--on-unmatched", type=click.Choice(["error", "drop"]), default="error",
                     show_default=True, help="What to do with labels whose trials no log has."),
        click.option("--label-range", type=Numbers(least=2), metavar="LO,HI", help="The least and "
                     "the largest label.  [default: 0,1, or those that occur]"),
        click.option("--total", metavar="FIELD", help="Field of a question's number of trials, or "
                     "the number itself."),
        click.option("--correct", metavar="FIELD", help="Field of a question's successes."),
        click.option("--rate", metavar="FIELD", help="Field of the share of successes."),
        click.option("--records", metavar="PATH", help="Where the records stand in a JSON "
                     "document: a list, or an object by question; '*.*' with --model @1 and "
                     "--task @2 for names above them.  [default: at the top]"),
        click.option("--times", metavar="FIELD",
                     help="Field of the number of trials that a record stands for."),
        click.option("--path", metavar="REGEX", callback=_pattern,
                     help="Model, task or trial from the path, by the "
                     "groups (?P<model>…), (?P<task>…), (?P<trial>…)."),
        click.option("--set", "constants", multiple=True, metavar="NAME=VALUE",
                     help="A name for all records, as model=NAME. It names a model, task or "
                     "trial."),
        click.option("--category", "categories", multiple=True, metavar="NAME=VALUE[,…]",
                     help="A category and its outcomes; repeat it, in order from category 0."),
        click.option("--threshold", type=Number(), metavar="X",
                     help="Numbers from X up are successes. 85% is 0.85."),
        click.option("--missing-values", metavar="VALUE[,VALUE…]",
                     help="Outcomes that stand for no outcome, as -1,NA."),
        click.option("--numeric", is_flag=True, help="Outcomes are numbers without categories, as "
                     "judge scores are.  [default: if some fit no category, and all are numbers]"),
        _choice("on_missing", "Trials without an outcome: stop, leave them out, or count them in "
                "category 0."),
        _choice("on_repeat", "What to do with a duplicate (model, task, question, trial)."),
        _choice("on_bad_line", "What to do with records that cannot be read."),
        ALLOW_COPIES,
        click.option("--score", metavar="NAME", multiple=True, callback=once("give one, or all"),
                     help="The score that counts, or all: each with its tables.  "
                     "[default: the first]"),
        click.option("--regrade", metavar="REGEX", help="Grade responses anew: what it finds in "
                     "them must equal the target."),
        click.option("--questions", metavar="FILE|N", callback=_questions,
                     help="The questions that were asked, or their number. It is for a "
                     "log that does not say so: names, one on each line."),
        _choice("ids", "Whether the questions 1 and \"1\" are two."),
        _choice("on_error", "What to do with trials that ended in an error.  "
                "[default: as --on-missing]"),
        click.option("--guess", metavar="TEXT", help="What in these options is guessed, as scorio "
                     "inspect says: a line under every table."),
        click.option("--format", type=click.Choice(FORMATS), metavar="NAME", help="Format of the "
                     f"logs: {', '.join(FORMATS)}.  [default: detected]"),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


# The help of options that several commands have.
A_METRIC = "A metric, as avg or pass_at_k. scorio score --help all lists them."
SAMPLED = "Infer about questions like these. These are a sample of them."
FILES = click.argument("files", nargs=-1, required=True, metavar="FILES…")


def pairs(option: str, texts: tuple[str, ...]) -> dict[str, str]:
    """Give pairs of the form NAME=VALUE."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise ValueError(f"{option} {text} is not of the form NAME=VALUE")
        if name in pairs:
            raise ValueError(f"{option} {text}: {name} is given twice")
        pairs[name] = value
    return pairs


def parsed(reading: dict[str, Any]) -> None:
    """Turn the options that are pairs into what `scorio.count` takes."""
    reading["constants"] = pairs("--set", reading["constants"])
    categories = pairs("--category", reading["categories"])
    reading["categories"] = {name: texts.split(",") for name, texts in categories.items()} or None
    missing = reading["missing_values"]
    reading["missing_values"] = [] if missing is None else missing.split(",")
