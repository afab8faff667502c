"""What the counts of a proposal say against it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorio import _core

if TYPE_CHECKING:
    from scorio._inspecting.trying import Trial

# So many questions say something about all.
_ENOUGH = 4
# A larger share of lines that cannot be read is worth a doubt.
_BROKEN = 0.2


def first_only(trial: Trial) -> tuple[str, str] | None:
    """Give the outcome of the first attempts and why, if attempts end with the first success."""
    outcome = str(trial.options.get("outcome", ""))
    listed = re.fullmatch(r"([^\[\],={}]+)\[\]((?:\.[^\[\]]+)?)", outcome)
    if listed is None or not stopped(trial):
        return None
    why = "no list goes on after a success, so that the first attempt of each question counts"
    return f"{listed[1]}.0{listed[2]}", why


def stopped(trial: Trial) -> list[str]:
    """Doubt the share of trials where each question is tried until its first success."""
    found = [one for one in _by_question(trial) if sum(one)]
    sizes = {sum(one) for one in found}
    if len(found) < _ENOUGH or len(sizes) < 2:  # noqa: PLR2004
        return []
    right = [one[-1] for one in found]
    most = max(sizes)
    ends = all(one[-1] == 1 or (one[-1] == 0 and sum(one) == most) for one in found)
    if not ends or not any(right):
        return []
    return ["each question is tried until it succeeds, which changes the share of successes"]


def repeated(trial: Trial) -> list[str]:
    """Doubt records of one question that are all alike, as records that were written twice are."""
    found = [one for one in _by_question(trial) if sum(one) > 1]
    alike = all(max(one) == sum(one) for one in found)
    outcomes = {one.index(max(one)) for one in found}
    if len(found) < _ENOUGH or not alike or len(outcomes) < 2:  # noqa: PLR2004
        return []
    return ["all trials of a question are alike, and may be one that was written several times"]


def unread(trial: Trial) -> list[str]:
    """Doubt a log of which much cannot be read, or most has no outcome."""
    if trial.counts is None:
        return []
    missing, known = trial.counts.missing, trial.counts.trials
    if missing > known:
        return [f"{missing:,} of {missing + known:,} outcomes are missing"]
    report = trial.counts.report
    skipped, read = report["lines_skipped"], report["records"]
    if not skipped or skipped <= _BROKEN * (skipped + read):
        return []
    return [f"{skipped:,} of {skipped + read:,} records cannot be read"]


def _by_question(trial: Trial) -> list[list[int]]:
    """Give the trials of each category, question by question."""
    if trial.counts is None or not isinstance(trial.counts._core, _core.Counts):
        return []
    return [trials for *_, trials in trial.counts._core.by_question()]
