"""Pairs of models that are not decided, in words that stay short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import AdaptivePair

# Groups that a sentence lists, and models of a group that it names one by one.
_LISTED = 10
_NAMED = 4


def undecided(order: Sequence[str], pairs: Sequence[AdaptivePair]) -> list[list[str]]:
    """Give groups of models of which no two are decided. Every pair that is open is in one.

    Groups are runs of the order that no longer run holds. Pairs that no run holds are groups of
    two: an imprecise model may be open to a distant one and decided from those between.
    """
    place = {name: at for at, name in enumerate(order)}
    is_open = [[False] * len(order) for _ in order]
    for pair in pairs:
        if not pair.decided:
            one, other = sorted((place[pair.above], place[pair.below]))
            is_open[one][other] = True
    groups: list[tuple[int, ...]] = []
    first = last = 0
    for end in range(1, len(order) + 1):
        start = first
        while end < len(order) and not all(is_open[one][end] for one in range(start, end)):
            start += 1
        if end == len(order) or start > first:
            if last > first:
                groups.append(tuple(range(first, last + 1)))
            first = start
        last = end
    held = {(one, other) for group in groups for one in group for other in group}
    groups += [
        (one, other)
        for one in range(len(order))
        for other in range(one + 1, len(order))
        if is_open[one][other] and (one, other) not in held
    ]
    return [[order[at] for at in group] for group in sorted(groups)]


def listed(groups: Sequence[Sequence[str]]) -> str:
    """Name groups: models one by one, or the first and the last of a long one."""
    shown = "; ".join(map(_named, groups[:_LISTED]))
    more = len(groups) - _LISTED
    return shown + (f"; and {more} more such groups" if more > 0 else "")


def _named(group: Sequence[str]) -> str:
    names = [on_a_line(name) for name in group]
    if len(names) > _NAMED:
        return f"the {len(names)} from {names[0]} to {names[-1]}"
    return f"{', '.join(names[:-1])} and {names[-1]}"
