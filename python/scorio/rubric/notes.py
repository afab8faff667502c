"""What a study of rubrics says below its tables."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line
from scorio.show.words import counted, percent

if TYPE_CHECKING:
    from scorio._rows import (
        CategoryShare,
        RubricAgreement,
        RubricTally,
        Score,
        ThresholdValue,
    )
    from scorio._scoring.scores import Scores

# Of a category, the share that one model may have before a note says so.
_MOSTLY = 0.8
# Of a category, the trials from which on such a share says something.
_ENOUGH = 10
# Models that a note lists.
_MODELS = 5
# Rubrics with the same rules that a note lists.
_RUBRICS = 5


def overall(board: Scores) -> list[Score]:
    """Give the rows over all tasks."""
    rows = list(board)
    return [row for row in rows if row.task is None] or rows


def missing(tallies: list[RubricTally], scores: dict[str, Scores]) -> list[str]:
    """Say what became of trials that lack a signal."""
    notes = []
    for tally in tallies:
        name, left = on_a_line(tally.rubric), tally.dropped + tally.moved
        if not left:
            continue
        of = percent(left / (tally.trials + tally.dropped))
        what = f"{name}: {counted(left, 'trial')} ({of}) lacked a signal ({tally.lacking})"
        if tally.moved:
            notes.append(f"{what}, and are in the category for such trials.")
            continue
        own = [
            f"{on_a_line(row.model)} {percent(row.missing / (row.trials + row.missing))}"
            for row in overall(scores[tally.rubric])
            if row.missing
        ]
        notes.append(f"{what}, and are left out: {', '.join(own[:_MODELS])}.")
        notes.append(f"{name}: the trials that are left out may be better or worse than others.")
    return notes


def empty(tallies: list[RubricTally], shares: list[CategoryShare]) -> list[str]:
    """Name the categories without a trial, and those that hold all trials."""
    notes = []
    trials: dict[tuple[str, str], int] = {}
    for share in shares:
        place = (share.rubric, share.category)
        trials[place] = trials.get(place, 0) + share.trials
    by_rubric: dict[str, dict[str, int]] = {}
    for (rubric, name), n in trials.items():
        by_rubric.setdefault(rubric, {})[name] = n
    for tally in tallies:
        own = by_rubric.get(tally.rubric, {})
        empty = [on_a_line(name) for name, n in own.items() if n == 0]
        full = [on_a_line(name) for name, n in own.items() if n == tally.trials > 0]
        name = on_a_line(tally.rubric)
        if full:
            notes.append(f"{name}: all trials are in {full[0]}.")
        elif empty:
            notes.append(f"{name}: no trial is in {', '.join(empty)}.")
    return notes


def twins(agreement: list[RubricAgreement]) -> list[str]:
    """Name the rubrics that are the same under two names."""
    groups: dict[str, list[str]] = {}
    first: dict[str, str] = {}
    for one in agreement:
        if one.same_rules and one.other not in first:
            first[one.other] = one.rubric
            groups.setdefault(one.rubric, [one.rubric]).append(one.other)
    return [f"{_listed(names)} have the same rules and weights." for names in groups.values()]


def _listed(names: list[str]) -> str:
    """Name some rubrics in a sentence, and count the others."""
    more = len(names) - _RUBRICS
    if more > 0:
        named = ", ".join(map(on_a_line, names[:_RUBRICS]))
        return f"{named} and {counted(more, 'other')}"
    *some, last = map(on_a_line, names)
    return f"{', '.join(some)} and {last}"


def one_sided(shares: list[CategoryShare]) -> list[str]:
    """Name the categories whose trials are mostly of one model."""
    notes = []
    models = {share.model for share in shares}
    own = sorted(shares, key=lambda share: (share.rubric, share.category))
    for (rubric, category), rows in groupby(own, lambda one: (one.rubric, one.category)):
        members = list(rows)
        total = sum(share.trials for share in members)
        most = max(members, key=lambda share: share.trials)
        if len(models) > 2 and total >= _ENOUGH and most.trials > _MOSTLY * total:  # noqa: PLR2004
            notes.append(
                f"{on_a_line(rubric)}: {percent(most.trials / total)} of the trials in "
                f"{on_a_line(category)} are of {on_a_line(most.model)}."
            )
    return notes


def unfrozen(thresholds: list[ThresholdValue]) -> list[str]:
    """Say that quantiles depend on the models of the log."""
    free = [one for one in thresholds if one.quantile is not None and not one.frozen]
    if not free:
        return []
    note = "Thresholds are quantiles of these trials, and ± does not cover their error."
    pooled = any(one.model is None for one in free)
    what = "Other models" if pooled else "More trials"
    return [f"{note} {what} move them: freeze them to compare logs."]
