"""The options that say what a trial costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorio._reading.options import choices

if TYPE_CHECKING:
    from collections.abc import Callable


def cost_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say what a trial costs. A reading takes them."""
    options = [
        click.option("--cost", metavar="FIELD", help="What a trial costs: a field, or a sum of "
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
