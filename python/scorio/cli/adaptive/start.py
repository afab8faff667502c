"""The command `scorio adaptive start`: a run and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.ending import deferred, saved
from scorio.cli.options.kinds import MOST, MOST_SEED, Level, Number, Whole, pointed
from scorio.cli.output import JSON, give_document, say

if TYPE_CHECKING:
    from scorio.adaptive.items.bank import ItemBank

# Options that mean nothing for scores.
_FOR_RANKS = (
    "boundary", "rho", "resolution", "family", "top", "baseline", "allocation", "select",
    "per_cost",
)  # fmt: skip


BOUNDARIES = ["auto", "spending", "anytime", "two-sided", "one-sided"]


def _choice(_: click.Context, _option: click.Parameter, given: str) -> str:
    """Check how items are chosen: top has a number or its default."""
    if given not in ("information", "expected", "top"):
        name, colon, most = given.partition(":")
        if (name, colon) != ("top", ":") or not most.isdecimal() or not 1 <= int(most) <= MOST:
            raise ValueError(
                f"--select {given} is not one of information, expected, top or top:NUMBER"
            )
    return given


@click.command()
@click.argument("bank", metavar="[BANK]", required=False, type=click.Path(dir_okay=False))
@click.option("--items", metavar="FILE", type=click.Path(dir_okay=False),
              help="Begin without a bank: the names of the items, one on each line. All count as "
              "equally difficult, in a random order.")  # fmt: skip
@click.option("--model", "models", multiple=True, required=True, metavar="NAME[=COST]",
              help="A model, and what a trial of it costs; repeat it.  [cost: 1]")  # fmt: skip
@click.option("--item-costs", metavar="FILE", type=click.Path(dir_okay=False),
              help="What trials cost by item: .csv with the columns item and cost, or .jsonl. The "
              "COST of a model multiplies them. A column model says whose they are.")  # fmt: skip
@click.option("--per-cost", is_flag=True, help="Choose items by information per cost. It needs "
              "--item-costs.")  # fmt: skip
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
@click.option("--boundary", type=click.Choice(BOUNDARIES), default="auto", show_default=True,
              help="When a pair is decided. spending is valid up to the end of --budget or "
              "--max-items, anytime however long you look. auto is spending if the run has such an "
              "end, otherwise anytime.")  # fmt: skip
@click.option("--rho", type=Number(0, inside=True), default=2.5, show_default=True,
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
    bank: str | None,
    items: str | None,
    models: tuple[str, ...],
    item_costs: str | None,
    state: str,
    *,
    as_json: bool,
    **options: Any,  # noqa: ANN401
) -> None:
    """Begin a run on the items of BANK, or without one on --items.

    \b
    Examples:
      scorio adaptive start bank.parquet --model a --model b=3.0 --state run.json
      scorio adaptive start --items names.txt --model a --model b --state run.json
    """
    from pathlib import Path

    from scorio.adaptive.running.item_costs import read_costs
    from scorio.adaptive.running.ranker import Ranker
    from scorio.show.words import counted

    if Path(state).exists():
        raise ValueError(f"{state} exists: choose another file, or remove it first")
    _check_together(options, item_costs)
    check_warmup(options["warmup"], options["max_items"])
    named: dict[str, float | None] = {}
    for text in models:
        name, own = _named(text)
        if name in named:
            raise ValueError(f"--model {name} is named twice: give each model once")
        named[name] = own
    top = options["top"]
    if top is not None and top >= len(named):
        raise ValueError(
            f"--top {top} of {len(named)} models: it has to be from 1 to {len(named) - 1}"
        )
    cost: Any = {name: 1.0 if own is None else own for name, own in named.items()}
    if item_costs is not None:
        cost = read_costs(item_costs).of_models(named)
    run = Ranker(_bank(bank, items, state, options["seed"]), list(named), cost=cost, **options)
    with deferred():
        run.save(state)
    with saved(f"{state} is written"):
        if as_json:
            give_document({"state": state, "models": list(named), "seed": options["seed"]})
        else:
            say(
                f"Wrote {state}: a run of {counted(len(named), 'model')}. To begin: "
                f"scorio adaptive ask {state} > queries.jsonl"
            )


def _bank(bank: str | None, items: str | None, state: str, seed: int) -> ItemBank:
    """Read a bank, or write one of items that are equally difficult beside the state."""
    import random
    from pathlib import Path

    from scorio.adaptive.items.bank import ItemBank
    from scorio.show.words import counted

    if bank is not None and items is not None:
        raise ValueError("say BANK or --items FILE, not both")
    if bank is not None:
        return ItemBank.load(bank)
    if items is None:
        raise ValueError(
            "say on which items: BANK, a file that scorio adaptive fit makes, or --items FILE "
            "with the name of an item on each line, which all count as equally difficult"
        )
    names = [name for line in Path(items).read_text("utf-8").splitlines() if (name := line.strip())]
    if not names:
        raise ValueError(f"--items {items} names no item")
    made = Path(f"{state}.bank.parquet")
    if made.exists():
        raise ValueError(f"{made} exists: choose another --state, or remove it first")
    # Whoever begins with the first items of a benchmark may begin with the easy ones.
    random.Random(seed).shuffle(names)  # noqa: S311
    flat = ItemBank.from_params(a=1, b=0, items=names)
    with deferred():
        flat.save(made)
    say(f"Wrote {made}: {counted(len(names), 'item')} that count as equally difficult", err=True)
    return ItemBank.load(made)


def _check_together(options: dict[str, Any], item_costs: str | None) -> None:
    """Check that no option means nothing beside the others."""
    context = click.get_current_context()
    typed = [
        name
        for name in options
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]
    for name in typed:
        option = f"--{name.replace('_', '-')}"
        if options["goal"] == "score" and name in _FOR_RANKS:
            raise ValueError(f"{option} is for --goal rank: leave it out")
        if options["boundary"] not in ("auto", "anytime") and name in ("rho", "resolution"):
            raise ValueError(f"{option} is for --boundary anytime: leave it out")
    for one, other in (("rho", "resolution"), ("top", "baseline")):
        if one in typed and other in typed:
            raise ValueError(f"--{one} and --{other} exclude each other")
    if options["boundary"] == "spending" and not (options["budget"] or options["max_items"]):
        raise ValueError("--boundary spending needs --budget or --max-items, to know the last look")
    if options["per_cost"] and item_costs is None:
        raise ValueError("--per-cost chooses between costs of items: say --item-costs FILE")


def check_warmup(warmup: int, most: int | None) -> None:
    """Refuse a warm-up of more items than a model may have."""
    if most is not None and warmup > most:
        raise ValueError(f"--warmup {warmup} is more than --max-items {most}: say a smaller one")


def _named(text: str) -> tuple[str, float | None]:
    """Give a model and its cost: the text behind the last =, if it is a number."""
    name, equals, cost = text.rpartition("=")
    if not text or (equals and not name):
        raise ValueError(f"--model {text}: the model has no name")
    try:
        return (name, float(cost)) if equals else (text, None)
    except ValueError:
        way = pointed(cost) or f"; for a name with an equals sign, give its cost, too: {text}=1"
        raise ValueError(f"--model {text}: the cost {cost} is not a number{way}") from None
