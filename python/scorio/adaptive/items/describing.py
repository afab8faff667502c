"""What a calibration says of a bank, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio.show.words import counted, percent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# Abilities that differ by less are equal, up to rounding.
_ALIKE = 1e-9


def _flat(items: int, *, alike: bool) -> str:
    """Say which items have no correlation with ability, and why."""
    flat, have = counted(items, "item"), "has" if items == 1 else "have"
    why = "the models do not differ" if alike else "all models score the same there"
    return f"{flat} {have} no correlation with ability, because {why}."


def described(
    facts: dict[str, Any],
    score_range: tuple[float, float],
    r: NDArray[np.float64],
    kept: NDArray[np.bool_],
) -> list[str]:
    """Say how many items there are, how they differ, and what the calibration cannot know."""
    lo, hi = score_range
    found = [
        (
            f"{counted(len(r), 'item')}, {counted(len(facts['abilities']), 'model')}, "
            f"scores from {lo:g} to {hi:g}."
        ),
        (
            f"Dispersion φ {facts['phi']:.4g}; difficulties have the mean {facts['mean']:.3f} and "
            f"the standard deviation {facts['variance'] ** 0.5:.3f}."
        ),
        f"Abilities of the models have the standard deviation {facts['ability_spread']:.3f}.",
    ]
    if facts["slopes"] == "item":
        spread = facts["slope_variance"] ** 0.5
        found.append(f"Logs of slopes have the standard deviation {spread:.3f}.")
    if facts["without_variation"]:
        found.append(_flat(facts["without_variation"], alike=facts["ability_spread"] < _ALIKE))
    low, middle, high = facts["correlation_quartiles"]
    if middle is not None:
        found.append(
            f"Correlations of items with ability: half are from {low:.2f} to {high:.2f}, "
            f"the median is {middle:.2f}."
        )
    negative = int((r < 0).sum())
    if negative:
        found.append(
            f"{counted(negative, 'item')} on which weaker models score higher; with few models, "
            "half of them are chance."
        )
    dropped = int((~kept).sum())
    if dropped:
        found.append(f"{counted(dropped, 'item')} never asked.")
    if not facts["items_differ"]:
        found.append("The items do not differ beyond chance.")
    if facts["ability_spread"] < _ALIKE:
        found.append("The models do not differ, so that this bank cannot rank.")
        return found
    if facts["conformance"] is not None:
        found.append(f"The variance follows φ μ(1 − μ) with R² = {facts['conformance']:.2f}.")
    if facts["ceiling"] is not None:
        share = percent(max(facts["ceiling"], 0.0))
        found.append(f"At most {share} of the items can be saved for a score, by any design.")
    return found
