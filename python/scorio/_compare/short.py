"""Questions with fewer than k trials, which a comparison leaves out on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio import _core
from scorio._counting.sums import Sums
from scorio._rows import Comparison
from scorio.show.escaping import on_a_line
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorio._counting.counts import Counts

# Models that a note names.
_LISTED = 5


def short_questions(
    counts: Counts | Sums, options: Mapping[str, Any], rows: Sequence[Comparison]
) -> list[str]:
    """Say how many questions of each model have fewer than k trials and were left out."""
    if not options["drop_short"] or isinstance(counts, Sums):
        return []
    first = rows[0]
    own = [row for row in rows if row.task is None and row.score_name == first.score_name]
    scored = _questions(own)
    # The same models by their averages, which take questions with any number of trials.
    models = [model for model in scored if model != first.baseline]
    weights = {name: one for name, one in options["parameters"].items() if name == "weights"}
    plain = dict(options) | {"metric": "avg", "k": None, "drop_short": False, "by_task": False}
    plain |= {"models": models, "baseline": first.baseline, "sampled": False, "cluster": None}
    plain |= {"margin": None, "parameters": weights}
    found = _core.compare(counts._core, plain).rows()
    asked = _questions(
        [row for row in map(Comparison._make, found) if row.score_name == first.score_name]
    )
    parts = [
        f"{all_ - scored[model]:,} of {all_:,} of {on_a_line(model)}"
        for model, all_ in asked.items()
        if scored[model] < all_
    ]
    if not parts:
        return []
    more = len(parts) - _LISTED
    if more > 0:
        parts[_LISTED:] = [f"some of {counted(more, 'other model')}"]
    trials = counted(options["k"], "trial")
    return [f"Questions with fewer than {trials} are left out: {', '.join(parts)}."]


def _questions(rows: Sequence[Comparison]) -> dict[str, int]:
    """Count the questions of each model that its score could be computed from."""
    found = {}
    for row in rows:
        found[row.model] = row.questions + row.unmatched
        found[row.baseline] = row.baseline_questions + row.baseline_unmatched
    return found
