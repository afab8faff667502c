"""The command `scorio simulate`: logs of coins whose truth is known."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click

from scorio.cli.ending import deferred
from scorio.cli.options.kinds import MOST_SEED, Number, Numbers, Whole
from scorio.cli.output import check_stdout, print_json, print_page, written, wrote
from scorio.cli.progress import people_watch
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

# A record of each form of log. The names need no escapes.
_LINE = {
    ".jsonl": '{{"model": "{}", "question": "{}", "trial": {}, "outcome": {}}}\n',
    ".csv": "{},{},{},{}\n",
}
_ENDINGS = tuple(_LINE)
# Bytes of the truth of a question, and trials that take a while to write.
_ROW, _WORTHWHILE = 400, 2_000_000


class Coin(NamedTuple):
    """A question of a simulated model, and its true probability of success."""

    model: str
    question: str
    probability: float


class Coins(Rows[Coin]):
    """Simulated models: a sequence of `Coin`."""

    _row_type = Coin

    @property
    def title(self) -> str:
        """What is simulated, in a line."""
        return f"Simulated models, seed {self.settings['seed']}"

    @property
    def notes(self) -> list[str]:
        """What was drawn."""
        size = f"{self.settings['questions']:,} questions x {self.settings['trials']:,} trials"
        return [f"Each model has {size}. The true score is the mean of its probabilities."]

    def _page(self) -> Page:
        means: dict[str, list[float]] = {}
        for row in self.rows:
            means.setdefault(row.model, []).append(row.probability)
        lines = [[name, f"{sum(p) / len(p):.4f}"] for name, p in means.items()]
        columns = [Column("model", left=True), Column("true score")]
        return Page([Table(self.title, columns, lines)], self.notes)


@click.command()
@click.option("--means", type=Numbers(0, 1), metavar="M,M…",
              help="The true score of each model.  [default: the "
              "eleven of the paper]")  # fmt: skip
@click.option("--kind", type=click.Choice(["coins", "originals"]), default="coins",
              show_default=True, help="Models with these means; or the paper's eight originals, "
              "moved to these means if they are given.")  # fmt: skip
@click.option("--questions", type=Whole(), default=30, show_default=True,
              help="Questions.")  # fmt: skip
@click.option("--trials", type=Whole(), default=80, show_default=True,
              help="Trials of each question.")  # fmt: skip
@click.option("--concentration", type=Number(1e-6, 1e9), default=4.5, show_default=True,
              help="How alike the questions of a model are.")  # fmt: skip
@click.option("--seed", type=Whole(0, MOST_SEED), required=True,
              help="Seed: the same one gives the same log.")  # fmt: skip
@click.option("--out", multiple=True, type=click.Path(dir_okay=False, allow_dash=True),
              metavar="FILE", help="Write the log: .jsonl or .csv; or - for JSON Lines on standard "
              "output.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True,
              help="Print the truth as JSON: the probability of each question.")  # fmt: skip
def simulate(
    means: list[float] | None,
    kind: Literal["coins", "originals"],
    questions: int,
    trials: int,
    concentration: float,
    seed: int,
    out: tuple[str, ...],
    *,
    as_json: bool,
) -> None:
    """Write a log of biased coins, whose true scores are printed.

    \b
    Examples:
      scorio simulate --means 0.6,0.65 --questions 100 --seed 1 --out coins.jsonl
      scorio simulate --seed 1 --out - | scorio score -
    """
    from scorio import simulate as simulation
    from scorio.show.documents.writing import write_atomically

    _check(out, as_json=as_json)
    check_stdout()
    models = (
        len(simulation.ORIGINAL_MEANS)
        if kind == "originals"
        else len(simulation.MEANS if means is None else means)
    )
    _check_size(models, questions, trials, out)
    if kind == "originals":
        p = simulation.originals(questions, means=means, seed=seed)
    else:
        p = simulation.coins(
            simulation.MEANS if means is None else means,
            questions,
            concentration=concentration,
            seed=seed,
        )
    names = _numbered("coin", len(p)), _numbered("q", questions)
    # Another seed, so that trials share no random numbers with the probabilities.
    outcomes = simulation.trials(p, trials, seed=(seed + 1) % 2**64)
    rows = [
        Coin(model, question, float(p[i, j]))
        for i, model in enumerate(names[0])
        for j, question in enumerate(names[1])
    ]
    settings = {
        "kind": kind, "means": means, "questions": questions, "trials": trials,
        "concentration": concentration if kind == "coins" else None, "seed": seed,
    }  # fmt: skip
    truth = Coins(rows, settings)
    piped = "-" in out
    for path in out:
        if path == "-":
            for page in _pages(outcomes, *names):
                click.echo(page, nl=False)
            continue
        ending = path[path.rindex(".") :]
        with deferred():
            write_atomically(path, _pages(outcomes, *names, ending=ending))
    files = [path for path in out if path != "-"]
    with written(files):
        if as_json:
            print_json(truth.to_json())
        elif not piped:
            print_page(truth._page())
    wrote(files, to_people=not (as_json or piped))


def _check(out: tuple[str, ...], *, as_json: bool) -> None:
    """Check before the work is done that all logs can be written."""
    from scorio.show.documents.writing import check_writable

    for path in out:
        if path == "-":
            if as_json:
                raise ValueError("--out - and --json both write to standard output: give one")
        elif not path.endswith(_ENDINGS):
            raise ValueError(f"cannot write {path}: its ending is none of {', '.join(_ENDINGS)}")
        else:
            check_writable(path)


def _numbered(what: str, count: int) -> list[str]:
    width = len(str(count))
    joint = "-" if what == "coin" else ""
    return [f"{what}{joint}{place:0{width}d}" for place in range(1, count + 1)]


def _check_size(models: int, questions: int, trials: int, out: tuple[str, ...]) -> None:
    """Refuse a log that neither the memory nor the disk holds, with the size that it would take."""
    rows = models * questions
    what = f"{models:,} models x {questions:,} questions x {trials:,} trials"
    needed = rows * (trials + _ROW)
    memory = _memory()
    if memory is not None and needed > memory:
        raise ValueError(
            f"{what} need {_size(needed)} of memory, and this machine has {_size(memory)}: "
            "say fewer --questions or --trials"
        )
    for path in out:
        if path == "-":
            continue
        record = _LINE[path[path.rindex(".") :]].format("coin-01", f"q{questions}", trials, 1)
        length, free = rows * trials * len(record), shutil.disk_usage(Path(path).parent).free
        if length > free:
            raise ValueError(
                f"{what} make a log of {_size(length)}, and {path} has room for {_size(free)}: "
                "say fewer --questions or --trials"
            )


def _memory() -> int | None:
    """Give the bytes of memory of this machine, if the system says them."""
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def _size(number: float) -> str:
    """Give bytes in words."""
    thousand = 1000
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if number < thousand:
            return f"{number:.0f} {unit}"
        number /= thousand
    return f"{number:,.0f} PB"


def _pages(
    outcomes: NDArray[np.int8],
    models: list[str],
    questions: list[str],
    *,
    ending: str = ".jsonl",
) -> Iterator[str]:
    """Give the log, a question of a model at a time. A long one has a bar on a terminal."""
    if ending == ".csv":
        yield "model,question,trial,outcome\n"
    form = _LINE[ending]
    with _bar(outcomes.size) as bar:
        for model, table in zip(models, outcomes, strict=True):
            for question, row in zip(questions, table, strict=True):
                yield "".join(
                    form.format(model, question, trial, outcome)
                    for trial, outcome in enumerate(row.tolist(), 1)
                )
                bar.update(len(row))


def _bar(trials: int) -> Any:  # noqa: ANN401
    """Give a bar on the terminal of standard error, for a log worth waiting for."""
    from tqdm import tqdm

    shown = people_watch() and trials >= _WORTHWHILE
    return tqdm(total=trials, unit=" trials", unit_scale=True, leave=False, disable=not shown)
