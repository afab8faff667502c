"""The command `scorio score`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.grading import (
    read_by,
    refuse_metrics,
    rubric_of,
    rubric_options,
    without_rubric,
)
from scorio.cli.kinds import Level, Numbers, Wholes
from scorio.cli.options import (
    FILES,
    METRICS,
    metrics_list,
    parameter_help,
    parameter_options,
    reading_options,
)
from scorio.cli.output import check_outputs, give, output_options
from scorio.cli.parameters import check_parameters, refuse_for_numbers
from scorio.cli.reading import clustered
from scorio.cli.viewing import refuse_view, view_options

if TYPE_CHECKING:
    from fractions import Fraction

    from scorio.rubric.rubrics import Rubrics


@click.command(epilog="FILES are logs, folders of logs, count files (.parquet), or - for standard "
              "input. Fields are dotted paths, as in info.model.\n\n" + metrics_list())  # fmt: skip
@FILES
@reading_options
@click.option("--metric", "metrics", multiple=True, metavar="NAME",
              help="A metric of the list below; repeat it for several. Numeric scores have avg "
              "and max_at_k.  [default: avg]")  # fmt: skip
@click.option(
    "-k",
    type=Wholes(),
    metavar="K[,K…]",
    help="Budgets, for every metric but "
    f"{' and '.join(name for name, _, has_budget, _ in METRICS if not has_budget)}."
    " Also a range, as 1-8.",
)
@click.option("--weights", type=Numbers(least=2), metavar="W,W…", help=parameter_help(
    "weights", "A weight per category", "their names, if these are numbers; or 0,1"))  # fmt: skip
@parameter_options
@click.option("--prior", type=click.Choice(["hierarchical", "uniform"]), default="hierarchical",
              show_default=True, help="Prior of the questions; bayes has its own.")  # fmt: skip
@click.option("--sampled", is_flag=True,
              help="Infer about questions like these, of which these are a sample.")  # fmt: skip
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Level of intervals and tie groups.")  # fmt: skip
@rubric_options
@click.option("--macro", is_flag=True, help="Overall, average the tasks; do not pool questions.")
@click.option("--overall", is_flag=True, help="Only the overall table, none by task.")
@view_options("only", "wide")
@output_options
def score(
    files: tuple[str, ...],
    metrics: tuple[str, ...],
    k: list[int] | None,
    weights: list[float] | None,
    tau: float | Fraction | None,
    spectrum: list[float] | None,
    prior: Literal["hierarchical", "uniform"],
    confidence: float,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    sampled: bool,
    macro: bool,
    overall: bool,
    view: dict[str, Any],
    lam: float | None,
    pass_power: float | None,
    unanimous_power: float | None,
    ragged: Literal["error", "drop"],
    rubric: str | None,
    signals: tuple[str, ...],
    memory: str | None,
    **reading: Any,  # noqa: ANN401
) -> None:
    """Print a leaderboard of the models in FILES.

    \b
    Examples:
      scorio score examples/coins.jsonl
      scorio score runs/ --question task_id --outcome passed --metric pass_at_k -k 1,8
      scorio score results.json --set model=gpt-4o --question task_id --outcome reward
    """
    from scorio._counting.sums import Sums
    from scorio._reading.paths import expand

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    shared: dict[str, Any] = {
        "ragged": ragged,
        "confidence": confidence,
        "by": "model" if overall else "task",
        "macro": macro,
        "sampled": sampled,
    }
    cluster = reading["cluster"]
    clusters: Literal["cluster", "task"] | None = "task" if cluster == "task" else "cluster"
    shared["cluster"] = None if cluster is None else clusters
    if rubric is not None:
        if weights is not None:
            raise ValueError("--weights is for outcomes: a rubric has its own weights")
        given = {"-k": k, "--tau": tau, "--lam": lam, "--spectrum": spectrum}
        given |= {"--pass-power": pass_power, "--unanimous-power": unanimous_power}
        refuse_view(view)
        refuse_metrics(metrics, [name for name, value in given.items() if value is not None])
        own: dict[str, Any] = {
            "metric": metrics[0] if metrics else "avg",
            "prior": prior,
            "sampled": sampled,
            "clusters": shared["cluster"],
            "confidence": confidence,
            "macro": macro,
            "by": "model" if overall else None,
        }
        _study(
            files,
            rubric_of(rubric, signals),
            own,
            dict(reading),
            memory,
            out,
            as_json=as_json,
            safe_csv=safe_csv,
        )
        return
    without_rubric(signals, memory)
    check_parameters(metrics or ["avg"])
    counts = clustered(paths, dict(reading), keep_values="max_at_k" in metrics)
    if isinstance(counts, Sums):
        refuse_for_numbers()
        give(
            counts.score(metrics or "avg", k, **shared).view(**view),
            out,
            as_json=as_json,
            safe_csv=safe_csv,
        )
        return
    scores = counts.score(
        metrics or "avg",
        k,
        weights=weights,
        tau=tau,
        lam=lam,
        spectrum=spectrum,
        pass_power=pass_power,
        unanimous_power=unanimous_power,
        prior=prior,
        **shared,
    )
    give(scores.view(**view), out, as_json=as_json, safe_csv=safe_csv)


def _study(
    files: tuple[str, ...],
    rubrics: Rubrics,
    own: dict[str, Any],
    reading: dict[str, Any],
    memory: str | None,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
) -> None:
    """Print the study of a rubric file."""
    from scorio.rubric.study import study

    # Tables by task of several rubrics would be too many to read.
    own["by"] = own["by"] or ("task" if len(rubrics) == 1 else "model")
    with read_by(files, reading, memory) as options:
        result = study(list(files), rubrics, **own, **options)
    give(result, out, as_json=as_json, safe_csv=safe_csv)
