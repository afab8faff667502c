"""The rows of a gate as tests of continuous integration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._gating.words import failing, named
from scorio.show.documents.junit import Case
from scorio.show.escaping import on_a_line
from scorio.show.view import View
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorio._rows import Gated

_ENDED: dict[str, Literal["passed", "failed", "skipped"]] = {
    "pass": "passed", "fail": "failed", "undecided": "skipped"
}  # fmt: skip


def case(row: Gated, settings: Mapping[str, Any]) -> Case:
    """Give a row as a test."""
    return Case(named(row), _test(row, settings), _ENDED[row.verdict], _reason(row, settings))


def _test(row: Gated, settings: Mapping[str, Any]) -> str:
    """Name the test of a row."""
    task = on_a_line(row.task or "")
    if settings["per_question"]:
        return f"{task}: {on_a_line(row.question or '')}" if task else str(row.question)
    whole = "all tasks" if row.slice is None else on_a_line(row.slice)
    return f"{settings['metric']} of {task or whole}"


def _reason(row: Gated, settings: Mapping[str, Any]) -> str:
    """Say why a row ends as it does."""
    level = settings["at_least"]
    found = _trials(row) if settings["per_question"] else _interval(row, level)
    more = "" if row.more is None else f"; run {row.more:,} more"
    return f"{row.verdict}: {found}; at least {level:g}{more}"


def _trials(row: Gated) -> str:
    """Say how many trials of a question succeed."""
    own, adjusted = failing(row)
    chances = f"p_fail {own}" if own == adjusted else f"p_fail {own}, adjusted {adjusted}"
    return f"{row.successes} of {counted(row.trials, 'trial')} succeed, {chances}"


def _interval(row: Gated, level: float) -> str:
    """Say where a score is."""
    if row.score is None or row.lo is None or row.hi is None:
        return "no score"
    score, lo, hi = (View().beside(one, level) for one in (row.score, row.lo, row.hi))
    return f"score {score}, interval [{lo}, {hi}]"
