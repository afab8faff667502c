"""The options that say what a trial costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio._reading.options import choices

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorio._costing.gate import CostGate


def cost_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say what a trial costs. A reading takes them."""
    options = [
        click.option("--cost", metavar="FIELD", help="Field of what a trial costs; or a sum of "
                     "products, as 'tokens_in * 2e-6 + tokens_out * 1e-5'."),
        click.option("--prices", metavar="FILE", help="Prices for a million by model, as CSV with "
                     "columns model, input, output. --cost names them: 'tokens_in * input'."),
        click.option("--on-missing-cost", type=click.Choice(choices("on_missing_cost")),
                     default="error", show_default=True, help="Trials without a cost: stop, or "
                     "leave them out of costs, and not of scores."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def check_costs(reading: Mapping[str, Any], option: str, limit: float | None) -> None:
    """Refuse costs without a limit, where nothing else uses them."""
    if limit is None and reading["cost"] is not None:
        raise ValueError(f"--cost needs a limit here: {option} X")


def cost_gate(
    counts: object,
    options: Mapping[str, Any],
    *,
    other: object = None,
    baseline: str | None = None,
    **limit: Any,  # noqa: ANN401
) -> CostGate:
    """Decide whether costs keep to a limit. They are about the same questions as the scores.

    Counts of one model may be compared with other counts of one model.
    """
    from scorio._calls.cost_gate import cost_gate as gate_of
    from scorio._counting.costed import CostCounts

    for one in (counts, other):
        if one is not None and not isinstance(one, CostCounts):
            raise ValueError("a limit of costs needs costs: name their field by --cost")
    both: Any = counts
    if other is not None:
        base: Any = other
        names = (both.models[0], base.models[0])
        baseline = names[1] if names[0] != names[1] else f"{names[1]} (baseline)"
        both = both.merge(base.rename(model={names[1]: baseline}))
    same: dict[str, Any] = {name: options[name] for name in ("sampled", "cluster", "confidence")}
    only = options.get("models")
    return gate_of(both, **limit, **same, models=only, baseline=baseline)
