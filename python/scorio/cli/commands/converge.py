"""The command `scorio converge`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.options.kinds import MOST_SEED, Level, Numbers, Share, Whole, Wholes
from scorio.cli.options.parameters import check_parameters
from scorio.cli.options.reading import check_several, counts_of
from scorio.cli.options.shared import FILES, parameter_help, reading_options
from scorio.cli.output import (
    PLOT,
    check_outputs,
    check_plots,
    draw,
    give,
    is_for_people,
    output_options,
)
from scorio.cli.progress import Steps

if TYPE_CHECKING:
    from fractions import Fraction

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._results import Results


@click.command(short_help="Say after how many trials a ranking settles.")
@FILES
@reading_options
@click.option("--metric", "metrics", multiple=True, metavar="NAME", default=("bayes",),
              show_default=True, help="A metric of scorio score that ranks; repeat it for several. "
              "Also naive_pass_at_k and naive_pass_hat_k.")  # fmt: skip
@click.option("-k", type=Wholes(), metavar="K[,K…]", help="Budgets, as 1,8 or 1-8.")
@click.option("--only", multiple=True, metavar="NAME",
              help="Rank this model; repeat it for several.  [default: all]")  # fmt: skip
@click.option("--scheme", type=click.Choice(["column", "row", "given"]), default="column",
              show_default=True, help="Draw a trial for all models and questions at once, for each "
              "on its own, or take the trials as they stand.")  # fmt: skip
@click.option("--replicates", type=Whole(), default=10_000, show_default=True,
              help="How often the trials are drawn.")  # fmt: skip
@click.option("--confidence", type=Level(), metavar="LEVEL", help="Neighbours that it does not "
              "separate share a rank.  [default: those with equal scores]")  # fmt: skip
@click.option("--ragged", type=click.Choice(["error", "drop"]), default="error", show_default=True,
              help="Trials that not all questions have.")  # fmt: skip
@click.option("--weights", type=Numbers(least=2), metavar="W,W…", help=parameter_help(
    "weights", "A weight per category", "their names, if these are numbers; or 0,1"))  # fmt: skip
@click.option(
    "--tau", type=Share(), metavar="T", help=parameter_help("tau", "A share: a decimal, or as 2/3")
)
@click.option("--seed", type=Whole(0, MOST_SEED), default=0, show_default=True,
              help="Seed of the draws.")  # fmt: skip
@PLOT
@output_options
def converge(
    files: tuple[str, ...],
    metrics: tuple[str, ...],
    k: list[int] | None,
    only: tuple[str, ...],
    scheme: Literal["column", "row", "given"],
    replicates: int,
    confidence: float | None,
    ragged: Literal["error", "drop"],
    weights: list[float] | None,
    tau: float | Fraction | None,
    seed: int,
    plots: tuple[str, ...],
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Say after how many trials the ranking of the models in FILES settles.

    \b
    Examples:
      scorio converge examples/coins.jsonl --metric bayes --metric pass_at_k -k 8
      scorio converge examples/coins.jsonl --only coin-09 --only coin-11
    """
    from scorio._convergence.convergence import convergence
    from scorio._counting.sums import Sums
    from scorio._reading.paths import expand
    from scorio._reading.report import report_lines
    from scorio._results import ShortQuestionsWarning

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    check_plots(plots, paths)
    check_parameters([name.removeprefix("naive_") for name in metrics])
    naive = [name for name in metrics if name.startswith("naive_")]
    if confidence is not None and naive:
        raise ValueError(f"{naive[0]} has no standard deviation: leave --confidence out")
    counts: Counts | Sums = counts_of(paths, dict(reading) | {"order": True})
    if isinstance(counts, Sums):
        raise ValueError(  # noqa: TRY004  a mistake of the user
            "convergence needs categories, but these scores are read as numbers: say --threshold X"
        )
    lines = report_lines(counts.report, counts.notes)
    chosen = counts.select(model=list(dict.fromkeys(only))) if only else counts
    check_several(chosen.models)
    trials: Counts | Results = chosen
    if ragged == "drop":
        with warnings.catch_warnings(record=True) as dropped:
            warnings.simplefilter("always", ShortQuestionsWarning)
            trials = chosen.results(ragged="drop")
        lines += [f"{one.message}." for one in dropped]
        # An array has no names of categories.
        weights = chosen._core.weights() if weights is None else weights
    with Steps("replicates", replicates) as steps:
        found = convergence(
            trials,
            metrics,
            k,
            replicates=replicates,
            scheme=scheme,
            confidence=confidence,
            weights=weights,
            tau=tau,
            seed=seed,
            progress=steps.update,
        )
    found.sources = list(counts.sources)
    lines = [line for line in lines if line not in found.notes]
    give(found, out, as_json=as_json, safe_csv=safe_csv, more=["\n".join(lines)] if lines else [])
    draw(found, plots, to_people=is_for_people(out, as_json=as_json))
