"""Reports: one HTML file of all that scorio says of some models."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from scorio._arguments import all_budgets, flag, number
from scorio._compare.inputs import counts_of_log
from scorio._counting.costed import CostCounts
from scorio._counting.counts import Counts
from scorio._counting.sums import Sums
from scorio._errors import coded, described
from scorio._inspecting.slices import usual_field
from scorio._reading.keeping import keeping, with_length
from scorio._reading.options import fields_of
from scorio._reporting.findings import Request, find
from scorio._reporting.page import document, is_report
from scorio._reporting.parts import name
from scorio._reporting.sections import (
    budgets,
    comparisons,
    costs,
    coverage,
    horizons,
    judge,
    leaderboard,
    making,
    questions,
    settling,
    slices,
    tasks,
)
from scorio.show.documents.writing import check_writable, write_atomically
from scorio.show.escaping import on_a_line
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike

    from scorio._reading.options import Frame
    from scorio._reporting.findings import Findings

_SECTIONS = (
    leaderboard, costs, horizons, judge, comparisons, slices, tasks, questions, budgets, settling,
    coverage, making,
)  # fmt: skip


# What is wrong with a field that is none of questions.
_NO_FIELD = ("count.details", "count.no_question_field", "count.question_field")
# What only a reading of costs takes.
_OF_COSTS = ("cost", "prices", "on_missing_cost", "keep_values")


@coded
def report(
    a: Counts | Sums | str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame,
    path: str | os.PathLike[str],
    *,
    metric: str = "avg",
    k: int | Sequence[int] | None = None,
    baseline: str | None = None,
    title: str | None = None,
    weights: ArrayLike | None = None,
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    sampled: bool = False,
    cluster: str | None = None,
    ragged: Literal["error", "drop"] = "error",
    confidence: float = 0.95,
    percent: bool = False,
    length: str | None = None,
    slice: str | Sequence[str] | None = None,  # noqa: A002
    force: bool = False,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Write a report: one HTML file with tables and figures that needs no network.

    It has the leaderboard, what success costs, how long a task models can do, how far a judge can
    be trusted, which model is better than which and where, and every task. Then come the questions
    that decide, Pass@k by k, how the ranking settles, and what the scores rest on. Every note is
    there.
    What the data do not tell is left out: one trial of each question has no Pass@k.

    Parameters
    ----------
    a
        Counts, a log, several, or a data frame. Only counts that keep the order of the trials
        (`scorio.count(..., order=True)`) tell how the ranking settles. A log that is read here is
        counted in order, if it has one.
    path
        The file to write. It ends in .html.
    metric, k, weights, prior, sampled, ragged, confidence
        As of `Counts.score`. Of several k the leaderboard has the first, and curves have all.
    baseline
        The model that all others are compared with, too.
    title
        The heading of the page.
    cluster
        As of `scorio.compare`: the field of a log, or "cluster" or "task" of counts.
    percent
        Write scores as percentages.
    length
        The field of the lengths of tasks, or "item": how long a task each model can do.
    slice
        Fields of questions, whose values make slices: where one model is better than another. By
        default a field `category`, `subject` or the like of the counts, folded.
    force
        Write over a file that is not a report.
    reading
        For logs, the options of `scorio.count`. With `cost` the report says what success costs.

    Raises
    ------
    ValueError
        Another ending; a file that is there and not a report, unless `force` is given; a baseline
        that is no model; whatever `Counts.score` refuses.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import scorio
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "report.html")
    ...     scorio.report("examples/coins.jsonl", path, baseline="coin-04")
    ...     page = path.read_text(encoding="utf-8")
    >>> "<bdi>coin-11</bdi></b> is better than <b><bdi>coin-10</bdi></b>" in page
    True
    """
    check_place(path, force=flag(force, "force"))
    request = Request(
        metric,
        all_budgets(k),
        baseline,
        weights,
        prior,
        flag(sampled, "sampled"),
        None if cluster is None else "task" if cluster == "task" else "cluster",
        ragged,
        number("confidence", confidence),
        flag(percent, "percent"),
        length,
        fields_of(slice),
    )
    if not isinstance(a, Counts | Sums):
        reading = keeping(with_length(reading, length), slice)
    if isinstance(a, Iterator):
        # It may be read twice.
        a = list(a)
    known = None
    if reading.get("cost") is not None:
        # The order of the trials is read beside no cost.
        known = counts_of_log(a, cluster, None, {"keep_values": True} | reading)
        reading = {name: value for name, value in reading.items() if name not in _OF_COSTS}
    counts = _counted(a, cluster, reading)
    write_atomically(path, page_of(counts, request, title, known).encode())


def _counted(a: Any, cluster: str | None, reading: dict[str, Any]) -> Counts | Sums:  # noqa: ANN401
    again = not (isinstance(a, Counts | Sums) or {"order", "numeric"} & reading.keys())

    def read(order: dict[str, Any]) -> Counts | Sums:
        return counts_of_log(a, cluster, None, reading | order)

    plain = "fields" in reading or isinstance(a, Counts | Sums)
    return in_order(read if plain else by_usual(read, [a]), again=again)


def check_place(
    path: str | os.PathLike[str], inputs: Iterable[str] = (), *, force: bool = False
) -> None:
    """Check before the work is done that a report can be written, and what it would replace."""
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise ValueError(
            f"cannot write {on_a_line(os.fspath(path))}: the ending of a report is .html"
        )
    check_writable(path, inputs)
    if force or not Path(path).exists():
        return
    with Path(path).open("rb") as file:
        own = is_report(file.read(1000))
    if not own:
        problem = f"{os.fspath(path)} is there, and is not a report of scorio"
        raise described(ValueError, problem, "write_over")


def in_order(
    read: Callable[[dict[str, Any]], Counts | Sums], *, again: bool = True
) -> Counts | Sums:
    """Read counts in the order of their trials, or without, if the log has none.

    Without `again` they are read once, without the order.
    """
    if again:
        # What is wrong with the log itself is found again.
        with suppress(ValueError):
            return read({"order": True})
    return read({})


def by_usual(
    read: Callable[[dict[str, Any]], Counts | Sums], logs: Sequence[object]
) -> Callable[[dict[str, Any]], Counts | Sums]:
    """Let a reading keep a field that is usual for slices, if each question has one value of it."""
    first = logs[0] if logs else None
    is_file = isinstance(first, str | os.PathLike) and Path(first).is_file()
    field = usual_field(str(first)) if is_file else None
    if field is None:
        return read

    def kept(options: dict[str, Any]) -> Counts | Sums:
        try:
            return read(options | {"fields": [field]})
        except ValueError as error:
            if getattr(error, "code", None) not in _NO_FIELD:
                raise
        return read(options)

    return kept


def page_of(
    counts: Counts | Sums,
    request: Request,
    title: str | None = None,
    costed: Counts | Sums | None = None,
) -> str:
    """Give the report as HTML. `costed` are counts with costs, if `counts` have none."""
    known = [one for one in (costed, counts) if isinstance(one, CostCounts)]
    found = find(counts, request, known[0] if known else None)
    made = [one.section(found) for one in _SECTIONS]
    sections = [one for one in made if one is not None]
    return document(_heading(found) if title is None else title, _lead(found), sections)


def _heading(found: Findings) -> str:
    tasks = len({task for task in found.counts.tasks if task})
    on = counted(tasks, "task") if tasks > 1 else counted(found.rows[0].questions_asked, "question")
    return f"{counted(len(found.rows), 'model')} on {on}"


def _lead(found: Findings) -> str:
    """Say in a few words who leads, of how many trials."""
    view, first = found.request.view, found.rows[0]
    interval = f"{found.request.level} interval {view.figure(first.lo)} to {view.figure(first.hi)}"
    verb = "leads with" if found.rows[1:] else "scores"
    said = f"<b>{name(first.model)}</b> {verb} {view.figure(first.score)} ({interval})"
    first_ones = [row.model for row in found.rows if row.rank == 1]
    if first_ones[1:]:
        names = ", ".join(map(name, first_ones[:-1]))
        said = f"<b>{names}</b> and <b>{name(first_ones[-1])}</b> share the first place with "
        said += f"{view.figure(first.score)} ({interval})"
    could = sum(row.rank_lo == 1 for row in found.rows)
    if could > 1:
        said += f". {counted(could, 'model')} could be first"
    elif found.rows[1:] and first.rank_hi == 1:
        said += ", and is better than every other model"
    trials = sum(row.trials for row in found.rows)
    asked = counted(first.questions_asked, "question")
    return f"{said}. The scores rest on {counted(trials, 'trial')} of {asked}."
