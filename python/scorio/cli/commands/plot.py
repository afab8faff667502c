"""The command `scorio plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.ending import deferred
from scorio.cli.options.costs import cost_options
from scorio.cli.options.kinds import Level, Numbers, Tries, Wholes
from scorio.cli.options.lengths import with_lengths
from scorio.cli.options.parameters import check_parameters
from scorio.cli.options.reading import check_several, clustered, with_costs
from scorio.cli.options.series import charted
from scorio.cli.options.shared import FILES, SAMPLED, reading_options
from scorio.cli.options.slicing import slice_option
from scorio.cli.options.viewing import view_options
from scorio.cli.output import check_stdout, print_text, wrote

if TYPE_CHECKING:
    from scorio._counting.costed import CostCounts
    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.plot.figure import Figure

_BOARDS = ("scores", "ranks", "curves", "tasks", "judge")
_COSTS = ("frontier", "budget")
KINDS = (
    *_BOARDS, *_COSTS, "horizon", "differences", "pairs", "series", "questions", "convergence",
)  # fmt: skip
Kind = Literal[
    "scores",
    "ranks",
    "curves",
    "tasks",
    "judge",
    "frontier",
    "budget",
    "horizon",
    "differences",
    "pairs",
    "series",
    "questions",
    "convergence",
]


@click.command(epilog="PNG needs an extra package: pip install 'scorio[png]'.")
@FILES
@cost_options
@reading_options
@click.option("--kind", type=click.Choice(KINDS), metavar="KIND",
              help="Draw scores, ranks, curves, tasks, judge, frontier, budget, horizon, "
              "differences, pairs, series, questions or convergence. Curves are over k, "
              "differences from --baseline, questions by difficulty. A judge is drawn beside "
              "labels. A frontier is scores by cost, a budget success by spend, a horizon success "
              "by --length, a series the runs of --series. Several k give curves.  [default: "
              "scores, or what --cost, --length or --series ask for]")  # fmt: skip
@click.option("--out", multiple=True, required=True, metavar="FILE",
              type=click.Path(dir_okay=False, allow_dash=True),
              help="Where to write it: .svg, .png, .json (Vega-Lite), or - for SVG on standard "
              "output.")  # fmt: skip
@click.option("--metric", "metrics", multiple=True, metavar="NAME",
              help="A metric of scorio score; repeat it for several.  [default: avg; bayes for "
              "convergence]")  # fmt: skip
@click.option("-k", type=Wholes(), metavar="K[,K…]", help="Budgets, as 1,8 or 1-8.")
@click.option("--retries", "tries", type=Tries(), metavar="1-N",
              help="Fresh tries that a frontier or a budget shows.  [default: none in a frontier, "
              "all trials up to 8 in a budget]")  # fmt: skip
@click.option("--length", metavar="FIELD", help="Field of the length of a task, for a horizon.")
@click.option("--at", type=Numbers(0), metavar="X,X…", help="Shares of success of a horizon.  "
              "[default: 0.5,0.8]")  # fmt: skip
@click.option("--baseline", metavar="NAME", help="The model that others are compared with.")
@slice_option("Differences by slices of the questions.")
@click.option("--series", metavar="FIELD", help="Field of the run of one model, such as a night, "
              "or @file for the file names.")  # fmt: skip
@click.option("--sampled", is_flag=True,
              help=SAMPLED)  # fmt: skip
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Level of the intervals. It is that of comparisons, too.")  # fmt: skip
@click.option("--theme", type=click.Choice(["auto", "light", "dark"]),
              help="Paper of the picture; auto follows the reader's device.  [default: auto; light "
              "for PNG]")  # fmt: skip
@view_options("only")
def plot(
    files: tuple[str, ...],
    kind: Kind | None,
    out: tuple[str, ...],
    metrics: tuple[str, ...],
    k: list[int] | None,
    tries: int | None,
    length: str | None,
    at: list[float] | None,
    baseline: str | None,
    series: str | None,
    slice: list[str] | None,  # noqa: A002
    confidence: float,
    theme: Literal["auto", "light", "dark"] | None,
    *,
    sampled: bool,
    view: dict[str, Any],
    **reading: Any,  # noqa: ANN401
) -> None:
    """Draw the models in FILES.

    \b
    Examples:
      scorio plot examples/coins.jsonl --out scores.svg
      scorio plot examples/coins.jsonl --metric pass_at_k -k 1-8 --out pass.png
      scorio plot examples/agents.jsonl --cost dollars --out frontier.svg
    """
    from scorio._reading.keeping import keeping
    from scorio._reading.paths import expand

    paths = expand(files)
    _check_out(out, list(paths))
    asked: dict[Kind, str | None] = {
        "horizon": length, "series": series, "differences": baseline
    }  # fmt: skip
    beside = {"tries": tries, "slice": slice, "at": at}
    kind = _checked(kind, reading["cost"], asked, beside)
    if kind in (None, *_BOARDS):
        check_parameters(metrics or ["avg"])
    cluster = reading["cluster"]
    options: dict[str, Any] = {"sampled": sampled, "confidence": confidence}
    options["cluster"] = cluster if cluster in (None, "task") else "cluster"
    read = dict(reading) | ({"order": True} if kind == "convergence" else {})
    counts: Counts | Sums
    if kind in _COSTS:
        _refuse(kind, metrics, k, {})
        counts, _ = with_costs(paths, read, single=kind == "budget")
        figure = _of_costs(kind, counts, tries, options, view)
    elif length is not None:
        _refuse("horizon", metrics, k, {"sampled": sampled})
        counts, figure = _of_lengths(paths, read, length, at, confidence, view)
    elif kind == "series":
        _refuse(kind, metrics, k, view)
        counts, figure = _of_series(paths, series, options, read)
    elif kind in (None, *_BOARDS):
        counts = clustered(paths, read, keep_values="max_at_k" in metrics)
        board = counts.score(metrics or "avg", k, **options)
        figure = board.view(**view).plot(kind)
    else:
        _refuse(kind, metrics, k, view)
        counts = clustered(paths, keeping(read, slice))
        options |= {"slice": slice} if slice else {}
        figure = _other(kind, counts, metrics, k, baseline, options, view)
    for guess in counts._guesses:
        figure = figure.saying(f"{guess}.")
    _write(figure, out, theme)
    wrote([path for path in out if path != "-"], to_people="-" not in out)


def _write(
    figure: Figure, out: tuple[str, ...], theme: Literal["auto", "light", "dark"] | None
) -> None:
    for path in out:
        if path == "-":
            print_text(figure.to_svg(theme or "auto") + "\n")
            continue
        with deferred():
            figure.save(path, theme=theme)


def _check_out(out: tuple[str, ...], paths: list[str]) -> None:
    """Check that pictures can be written."""
    from scorio.plot.figure import checked_picture
    from scorio.show.documents.writing import check_writable

    for path in out:
        if path == "-":
            check_stdout()
        else:
            checked_picture(path)
            check_writable(path, paths)


# Kinds that an option asks for, and its value.
_ASKED = {
    "horizon": "--length FIELD", "series": "--series FIELD", "differences": "--baseline NAME"
}  # fmt: skip


def _checked(
    kind: Kind | None, cost: str | None, asked: dict[Kind, str | None], beside: dict[str, Any]
) -> Kind | None:
    """Give the kind that is drawn, and refuse options of other kinds."""
    if kind is None:
        found: list[Kind] = [one for one, value in asked.items() if value is not None]
        found += ["frontier"] if cost is not None else []
        kind = next((one for one in found if one != "differences"), None)
        kind = "differences" if kind is None and beside["slice"] is not None else kind
    for one, value in asked.items():
        if (kind == one) != (value is not None):
            option = _ASKED[one]
            raise ValueError(
                f"--kind {one} needs {option}"
                if value is None
                else f"{option.partition(' ')[0]} is for --kind {one}"
            )
    if beside["tries"] is not None and kind not in _COSTS:
        raise ValueError("--retries is for --kind frontier and --kind budget: name one")
    if beside["slice"] is not None and kind != "differences":
        raise ValueError("--slice is for --kind differences")
    if beside["at"] is not None and kind != "horizon":
        raise ValueError("--at is for --kind horizon: give --length FIELD, too")
    return kind


def _of_series(
    paths: list[str], series: str | None, options: dict[str, Any], reading: dict[str, Any]
) -> tuple[Counts | Sums, Figure]:
    """Draw the chart of the runs of one model."""
    if options["sampled"] or options["cluster"] is not None:
        raise ValueError(
            "--kind series is about these questions: leave --sampled and --cluster out"
        )
    counts, found = charted(paths, series, {"confidence": options["confidence"]}, reading)
    return counts, found.plot()


def _of_costs(
    kind: str,
    counts: CostCounts,
    tries: int | None,
    options: dict[str, Any],
    view: dict[str, Any],
) -> Figure:
    """Draw scores beside costs. A budget has all caps and tries that the log tells."""
    import scorio
    from scorio._costing.telling import telling

    if kind == "frontier":
        return scorio.cost(counts, tries=tries, **options).view(**view).plot(kind)
    found, problem = telling(counts, tries, **options)
    if tries is None and {*counts._core.weights()} - {0.0, 1.0}:
        raise ValueError(
            "a budget is about successes and failures, and these scores are numbers: say which are "
            "successes by --threshold, as --threshold 1 without --numeric"
        )
    if not found.caps and not found.retries:
        raise ValueError(problem or "these trials tell neither caps nor retries")
    return found.view(**view).plot(kind)


def _of_lengths(
    paths: list[str],
    reading: dict[str, Any],
    length: str,
    at: list[float] | None,
    confidence: float,
    view: dict[str, Any],
) -> tuple[Counts | Sums, Figure]:
    """Draw success by the length of a task."""
    import scorio

    counts, cluster = with_lengths(paths, reading, length)
    given: Any = counts
    shares: dict[str, Any] = {} if at is None else {"at": at}
    found = scorio.horizon(given, length, cluster=cluster, confidence=confidence, **shares)
    return counts, found.view(**view).plot("horizon")


def _refuse(
    kind: str, metrics: tuple[str, ...], budgets: list[int] | None, view: dict[str, Any]
) -> None:
    """Refuse options that a kind does not have."""
    given = {"--metric": metrics, "-k": budgets} if kind != "convergence" else {}
    if kind != "differences":
        given |= {f"--{name}": value for name, value in view.items()}
    for option, value in given.items():
        if value:
            raise ValueError(f"--kind {kind} has no {option}")


def _other(
    kind: str,
    counts: Counts | Sums,
    metrics: tuple[str, ...],
    budgets: list[int] | None,
    baseline: str | None,
    options: dict[str, Any],
    view: dict[str, Any],
) -> Figure:
    import scorio
    from scorio._counting.sums import Sums

    if kind == "differences":
        compare = scorio.slices if "slice" in options else scorio.compare
        figure: Figure = compare(counts, baseline=baseline, **options).view(**view).plot()
        return figure
    if kind == "pairs":
        return scorio.compare_pairs(counts, **options).plot()
    if kind == "questions":
        return scorio.difficulty(counts).plot()
    if isinstance(counts, Sums):
        raise ValueError(  # noqa: TRY004  a mistake of the user
            "convergence needs categories, but these scores are read as numbers"
        )
    check_several(counts.models)
    return scorio.convergence(counts, metrics or "bayes", budgets).plot()
