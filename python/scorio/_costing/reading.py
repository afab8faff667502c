"""Trials with their costs, to sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from scorio._costing.expression import products
from scorio._counting.sums import Sums
from scorio._errors import coded
from scorio.rubric.fields import read_fields
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio._reading.options import Frame, Path, Reading


@coded
def count_costs(
    source: Path | Iterable[Path] | Frame,
    cost: str,
    *,
    on_missing_cost: Literal["error", "drop"] = "error",
    **options: Unpack[Reading],
) -> Sums:
    """Count trials by outcome, with what they cost.

    Parameters
    ----------
    source
        As for `scorio.count`: a log, several, or a data frame.
    cost
        The field of the cost, or a sum of products of fields and numbers, as
        `"prompt_tokens * 2.5e-6 + completion_tokens * 1e-5"`. Dollars, tokens, seconds and steps
        will do: numbers from 0 that add up.
    on_missing_cost
        `"drop"` leaves trials without a cost out of costs, and not out of scores.
    options
        As for `scorio.count`: fields, policies and the like. `keep_values` keeps every cost, as
        caps need them.

    Returns
    -------
    Sums
        The costs of each question by outcome: their number, and exact sums of their powers. They
        merge, and are saved, as other sums. `scorio.cost` takes them.

    Raises
    ------
    ValueError
        As for `scorio.count`; trials without a cost; a cost below 0, or one that is no number.

    Examples
    --------
    >>> import pandas
    >>> import scorio
    >>> runs = pandas.DataFrame({
    ...     "model": "m", "question": [1, 1, 2, 2], "outcome": [1, 0, 1, 1],
    ...     "dollars": [0.2, 0.5, 0.1, 0.1],
    ... })
    >>> row = scorio.cost(scorio.count_costs(runs, "dollars"))[0]
    >>> round(row.cost, 3), round(row.per_success, 3)
    (0.225, 0.3)
    """
    keep, on_missing = options.pop("keep_values", False), options.pop("on_missing", "error")
    terms = products(cost)
    fields = list(dict.fromkeys(field for term in terms for field in term.fields))
    named = {"outcome": "@outcome"}
    named |= {f"cost{place or ''}": field for place, field in enumerate(fields)}
    grades, sources = read_fields(source, named, options, "costs")
    weighted = [(term.factor, [1 + fields.index(field) for field in term.fields]) for term in terms]
    sums, free = grades.costed(0, weighted, on_missing_cost == "drop", on_missing, keep)
    notes = [
        f"{number:,} of {trials:,} trials of {on_a_line(model)} cost 0; cached answers?"
        for model, number, trials in free
    ]
    return Sums(sums, sources, notes)
