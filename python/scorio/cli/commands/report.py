"""The command `scorio report`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.ending import deferred
from scorio.cli.options.costs import cost_options
from scorio.cli.options.grading import counts_by, rubric_options, without_rubric
from scorio.cli.options.kinds import Level, Numbers, Wholes
from scorio.cli.options.parameters import check_parameters
from scorio.cli.options.reading import clustered, holding_counts, with_costs
from scorio.cli.options.shared import A_METRIC, FILES, SAMPLED, reading_options
from scorio.cli.options.slicing import slice_option
from scorio.cli.output import check_stdout, print_text, wrote

if TYPE_CHECKING:
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums


@click.command(short_help="Write a page with tables and figures of FILES.",
               epilog="The page is one file. It needs no network, and follows light and dark "
               "devices.")  # fmt: skip
@FILES
@cost_options
@reading_options
@click.option("--out", required=True, metavar="FILE",
              type=click.Path(dir_okay=False, allow_dash=True),
              help="Where to write the report: .html, or - for standard output.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over a file that is not a report.")
@click.option("--title", metavar="TEXT", help="The heading of the page.  "
              "[default: how many models and questions]")  # fmt: skip
@click.option("--metric", default="avg", show_default=True, metavar="NAME",
              help=A_METRIC)  # fmt: skip
@click.option("-k", type=Wholes(), metavar="K[,K…]",
              help="Budgets, as 1,8 or 1-8. The leaderboard has the first, and the curves have "
              "all.  [default: curves of Pass@k with k = 1, 2, 4, …]")  # fmt: skip
@click.option("--baseline", metavar="NAME", help="A model that all others are compared with.")
@click.option("--weights", type=Numbers(least=2), metavar="W,W…", help="A weight per category.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--prior", type=click.Choice(["hierarchical", "uniform"]), default="hierarchical",
              show_default=True, help="Prior of the questions; bayes has its own.")  # fmt: skip
@click.option("--sampled", is_flag=True,
              help=SAMPLED)  # fmt: skip
@click.option("--ragged", type=click.Choice(["error", "drop"]), default="error", show_default=True,
              help="Questions with fewer than k trials, in a point estimate.")  # fmt: skip
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Level of intervals and of comparisons.")  # fmt: skip
@click.option("--length", metavar="FIELD", help="Field of the length of a task, for horizons.")
@slice_option("Fields of slices: where models differ.  [default: category, subject or the like]")
@click.option("--percent", is_flag=True, help="Show scores as percentages.")
@rubric_options
def report(
    files: tuple[str, ...],
    out: str,
    title: str | None,
    metric: str,
    k: list[int] | None,
    baseline: str | None,
    weights: list[float] | None,
    prior: Literal["hierarchical", "uniform"],
    ragged: Literal["error", "drop"],
    confidence: float,
    length: str | None,
    slice: list[str] | None,  # noqa: A002
    *,
    force: bool,
    sampled: bool,
    percent: bool,
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Write a report of the models in FILES: one page with tables and figures.

    \b
    Examples:
      scorio report examples/coins.jsonl --out report.html
      scorio report branch.jsonl main.jsonl --baseline main --out report.html
      scorio report examples/agents.jsonl --cost dollars --out report.html
    """
    from scorio._reading.keeping import keeping, with_length
    from scorio._reading.paths import expand
    from scorio._reporting.findings import Request
    from scorio._reporting.report import by_usual, check_place, in_order, page_of
    from scorio.show.documents.writing import write_atomically

    paths = expand(files)
    if out == "-":
        check_stdout()
    else:
        check_place(out, list(paths), force=force)
    budgets, own = k or [], weights
    stored = holding_counts(paths, reading)
    if not stored:
        reading = keeping(with_length(reading, length), slice)
    counts: Counts | Sums
    costed: Counts | Sums | None = None
    if reading["cost"] is not None:
        if rubric is not None:
            raise ValueError("--cost is beside outcomes as they are: leave out --rubric")
        if "-" in paths:
            raise ValueError("standard input is read once, and costs need a reading: give a file")
        costed, _ = with_costs(paths, dict(reading), single=True)
        reading |= {"cost": None, "prices": None, "on_missing_cost": "error"}
    if rubric is not None:
        if own is not None:
            raise ValueError("--weights is for outcomes: a rubric has its own weights")
        counts, own = counts_by(paths, rubric, signals, memory, dict(reading))
    else:
        without_rubric(signals, memory)
        check_parameters([metric])
        keep = metric == "max_at_k"
        # Standard input cannot be read again, if it has no order.
        again = "-" not in paths and not reading["numeric"]

        def read(order: dict[str, Any]) -> Counts | Sums:
            return clustered(paths, dict(reading) | order, keep_values=keep)

        plain = stored or bool(reading["fields"]) or "-" in paths
        counts = in_order(read if plain else by_usual(read, paths), again=again)
    cluster = reading["cluster"]
    request = Request(
        metric,
        budgets,
        baseline,
        own,
        prior,
        sampled,
        None if cluster is None else "task" if cluster == "task" else "cluster",
        ragged,
        confidence,
        percent,
        length,
        slice or (),
    )
    page = page_of(counts, request, title, costed)
    if out == "-":
        print_text(page)
        return
    with deferred():
        write_atomically(out, page.encode())
    wrote([out], to_people=True)
