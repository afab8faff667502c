"""The questions that decide: how difficult they are, and where models disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._calls.compare import compare
from scorio._compare.questions import OBSERVED, questions_table
from scorio._counting.sums import Sums
from scorio._reporting.parts import (
    Section,
    figure,
    folded,
    notes,
    paragraph,
    side_by_side,
    table,
)
from scorio._reporting.sections.comparisons import options_of
from scorio.plot import questions as drawing
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Table
from scorio.show.terminal.cells import shortened
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._reporting.findings import Findings
    from scorio._scoring.difficulty import Difficulty

_LISTED = 10
# A table of more questions folds, and its summary names the first ones in so many columns each.
_IN_SIGHT, _NAMED, _SHORT = 5, 3, 24
_MOST_LISTED = 300
# Cells of the figure, which make a page of a few megabytes at most.
_MOST_CELLS, _MOST_MODELS = 2_400, 60


def section(found: Findings) -> Section | None:
    """Give the questions: a figure, the hardest, the easiest, and those that tell models apart."""
    questions = found.questions
    if questions is None:
        return None
    hardest = range(len(questions))
    # Questions of equal scores tell nothing.
    spread = questions.spread()
    telling = sorted((at for at in hardest if spread[at] > 0), key=lambda at: -spread[at])
    parts = [paragraph(_summary(found, questions)), *_drawn(questions)]
    if len(questions) <= 2 * _LISTED:
        parts.append(_listed("All questions, the hardest first", questions, hardest))
    else:
        ends = hardest[:_LISTED], hardest[: -_LISTED - 1 : -1]
        parts.append(side_by_side(
            _listed("The hardest questions", questions, ends[0]),
            _listed("The easiest questions", questions, ends[1]),
        ))  # fmt: skip
    if telling and len(questions.models) > 1:
        title = "Where the models disagree most"
        parts.append(_listed(title, questions, telling[:_LISTED]))
        parts += _between_first_two(found)
    if len(questions) > 2 * _LISTED:
        own = hardest[:_MOST_LISTED]
        what = f"the {_MOST_LISTED} hardest of {len(questions):,}" if own[-1] + 1 < len(
            questions
        ) else f"{len(questions):,}"  # fmt: skip
        title = "All questions" if len(own) == len(questions) else "The hardest questions"
        every = _table(f"{title}, the hardest first", questions, own)
        parts.append(folded(f"Table: {what} questions", table(every)))
    return Section("questions", "The questions that decide", parts)


def _summary(found: Findings, questions: Difficulty) -> str:
    """Say how many questions all models solve, or none."""
    number = counted(len(questions), "question")
    binary = not isinstance(found.counts, Sums) and len(found.counts.categories) <= 2  # noqa: PLR2004
    if not binary or found.request.weights is not None:
        return f"Scores of {number}: the mean of the models, the lowest and the highest."
    always, never = (sum(row.mean == end for row in questions) for end in (1.0, 0.0))
    if not always and not never:
        return f"Each of {number} is solved in some trials, and failed in others."
    kinds = {"every trial of every model": always, "no trial": never}
    said = [
        f"{count:,} {'is' if count == 1 else 'are'} solved in {where}"
        for where, count in kinds.items()
        if count
    ]
    they = "It" if always + never == 1 else "They"
    return f"Of {number}, {' and '.join(said)}. {they} cannot tell models apart."


def _drawn(questions: Difficulty) -> list[str]:
    models = questions.models[:_MOST_MODELS]
    title = f"Scores of {counted(len(questions), 'question')}, the hardest first"
    names = questions.names(range(len(questions)))
    most = max(_MOST_CELLS // len(models), 20)
    drawn = drawing.questions(title, models, names, questions.scores[: len(models)], min(most, 150))
    if len(models) == len(questions.models):
        return [figure(drawn)]
    said = f"The figure shows the first {len(models)} of {len(questions.models):,} models."
    return [figure(drawn), notes([said])]


def _listed(title: str, questions: Difficulty, places: Sequence[int]) -> str:
    """Give a table of some questions."""
    names = [questions[at].question for at in places]
    return _folding(title, names, _table(title, questions, places))


def _folding(title: str, names: Sequence[str], shown: Table) -> str:
    """Give a table of questions. A long one folds below its title and its first questions."""
    if len(names) <= _IN_SIGHT:
        return table(shown)
    first = ", ".join(shortened(on_a_line(one), _SHORT) for one in names[:_NAMED])
    return folded(f"{title}: {first} and {len(names) - _NAMED} more", table(shown))


def _table(title: str, questions: Difficulty, places: Sequence[int]) -> Table:
    """Give some questions, each with its worst and its best model."""
    several = any(row.task for row in questions)
    columns = [Column("question", left=True)]
    columns += [Column("task", left=True)] if several else []
    columns += [Column(name) for name in ("mean", "lowest", "highest", "models")]
    lines = []
    for at in places:
        row = questions[at]
        lines.append([
            on_a_line(row.question),
            *([on_a_line(row.task)] if several else []),
            f"{row.mean:.4f}",
            f"{row.lowest:.4f}",
            f"{row.highest:.4f}",
            f"{row.models:,}",
        ])  # fmt: skip
    return Table(title, columns, lines)


def _between_first_two(found: Findings) -> list[str]:
    """Give the questions that decide between the first two models."""
    first, second = found.models[:2]
    two = found.first.select(model=[first, second])
    try:
        beside = compare(two, baseline=second, **options_of(found))
    except ValueError:
        # They have no question in common, or no scatter.
        return []
    own = [one for one in beside.questions(first, _LISTED) if one.difference]
    if not own:
        return []
    title = f"What decides between {on_a_line(first)} and {on_a_line(second)}"
    known = any(one.expected is not None for one in own)
    shown = _folding(title, [one.question for one in own], questions_table(title, own))
    return [shown, *([notes([OBSERVED])] if known else [])]
