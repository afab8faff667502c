"""The command `scorio rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import click

from scorio.cli.options.kinds import MOST_SEED, Level, Number, Numbers, Share, Whole
from scorio.cli.options.methods import check_methods, check_options, methods_list, options_given
from scorio.cli.options.reading import clustered
from scorio.cli.options.shared import FILES, reading_options
from scorio.cli.options.viewing import view_options
from scorio.cli.output import check_outputs, give, output_options, say
from scorio.cli.progress import Steps
from scorio.cli.wording import sentence

if TYPE_CHECKING:
    from fractions import Fraction

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums


@click.command(epilog=methods_list())
@FILES
@reading_options
@click.option("--method", "methods", multiple=True, metavar="NAME", default=("bradley_terry",),
              show_default=True, help="A ranking method, as elo or hodge_rank; repeat it "
              "for several.")  # fmt: skip
@click.option("-k", type=Whole(), metavar="K", help="How many trials, for pass_at_k and its kin.")
@click.option("--tau", type=Share(), metavar="T",
              help="The share of K trials that have to succeed, for "
              "g_pass_at_k_tau: a decimal, or as 2/3.")  # fmt: skip
@click.option("--quantile", type=Number(0, 1), metavar="Q",
              help="Rank by this quantile in place of the "
              "mean, for bayes and rasch_mml_credible.")  # fmt: skip
@click.option("--prior", metavar="NAME[:NUMBER]", help="Prior of strengths, for methods in _map: "
              "gaussian and its variance, laplace or cauchy and its scale.  "
              "[default: gaussian:1]")  # fmt: skip
@click.option("--option", "named", multiple=True, metavar="NAME=VALUE", help="Any other option of "
              "a method, as damping=0.9; repeat it for several.")  # fmt: skip
@click.option("--weights", type=Numbers(least=2), metavar="W,W…",
              help="A weight in [0, 1] per category.  "
              "[default: their names, if these are numbers; or 0,1]")  # fmt: skip
@click.option("--interval", type=click.Choice(["questions", "sandwich", "posterior", "none"]),
              default="questions", show_default=True, metavar="KIND",
              help="What intervals come from: questions drawn again, the sandwich variance of a "
              "pair model, the posterior given these questions, or none.")  # fmt: skip
@click.option("--replicates", type=Whole(), help="Draws of the questions.  "
              "[default: 1000; 100 for elo, glicko and trueskill]")  # fmt: skip
@click.option("--seed", type=Whole(0, MOST_SEED), default=0, show_default=True,
              help="Seed of the draws.")  # fmt: skip
@click.option("--orders", type=Whole(), help="Random orders of the trials, for elo, "
              "glicko and trueskill.  [default: 64]")  # fmt: skip
@click.option("--confidence", type=Level(), default=0.95, show_default=True,
              help="Level of the intervals.")  # fmt: skip
@view_options("only", "columns")
@output_options
def rank(
    files: tuple[str, ...],
    methods: tuple[str, ...],
    k: int | None,
    tau: float | Fraction | None,
    quantile: float | None,
    prior: str | None,
    named: tuple[str, ...],
    weights: list[float] | None,
    interval: Literal["questions", "sandwich", "posterior", "none"],
    replicates: int | None,
    seed: int,
    orders: int | None,
    confidence: float,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    view: dict[str, Any],
    **reading: Any,  # noqa: ANN401
) -> None:
    """Rank the models in FILES by methods such as bradley_terry.

    \b
    Examples:
      scorio rank examples/coins.jsonl --method bradley_terry --method hodge_rank
      scorio rank examples/coins.jsonl --method bradley_terry --interval sandwich
      scorio rank examples/coins.jsonl --method elo --orders 64 --interval none
    """
    from scorio._counting.sums import Sums
    from scorio._reading.paths import expand
    from scorio.rank.fitting import fitted

    paths = expand(files)
    check_outputs(out, paths, as_json=as_json)
    check_methods(methods)
    given = {"k": k, "tau": tau, "quantile": quantile, "prior": prior, "orders": orders}
    options = options_given(named, given)
    check_options(methods, given, options)
    cluster = reading["cluster"]
    counts: Counts | Sums = clustered(paths, dict(reading))
    if isinstance(counts, Sums):
        raise ValueError(  # noqa: TRY004  a mistake of the user
            "ranking methods need categories, but these scores are read as numbers"
        )
    refused: list[ValueError] = []
    with Steps("draws") as steps:
        found = fitted(
            methods,
            counts,
            options,
            refused,
            interval=None if interval == "none" else interval,
            replicates=replicates,
            seed=seed,
            confidence=confidence,
            cluster=cluster if cluster in (None, "task") else "cluster",
            weights=weights,
            bar=steps.begin,
        )
    give(found.view(**view), out, as_json=as_json, safe_csv=safe_csv)
    for error in refused:
        say(f"scorio: {sentence(error)}", err=True)
    if refused:
        click.get_current_context().exit(2)
