"""How far the judge can be trusted, by the labels of some trials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._reporting.findings import DIALECT, problem
from scorio._reporting.parts import (
    Section,
    for_each_width,
    name,
    notes,
    paragraph,
    table,
    verdicts,
)
from scorio.judge import quality
from scorio.show.words import counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorio._reporting.findings import Findings
    from scorio._rows import Judging, Score
    from scorio.judge import Judgings

# Models of the figure, and sentences of the list: the table has all.
_DRAWN, _LISTED = 60, 10


def section(found: Findings) -> Section | None:
    """Give the judge's average beside the score, its quality for each model, and whom it favours.

    Counts without labels have no such section.
    """
    board, models, heading = found.board, found.models, "How far the judge can be trusted"
    if not board.judged:
        return None
    try:
        judged = quality(found.counts, **found.request.target)  # type: ignore[arg-type]
    except ValueError as error:
        found.left_out.append(f"{heading}: {problem(error)}.")
        return None
    own = judged.view(percent=found.request.percent).spoken(DIALECT)
    known = {row.model: one for row in found.rows if (one := _average(found, row)) is not None}
    parts = [paragraph(one) for one in _overall(found, judged, known)]
    if known:
        shown = board if not models[_DRAWN:] else board.view(
            only=models[:_DRAWN], percent=found.request.percent
        )  # fmt: skip
        parts.append(for_each_width(shown.plot("judge"), shown._of_judge(narrow=True)))
        outside = list(_outside(found, known))
        parts.append(verdicts((sentence, True) for _, sentence in outside[:_LISTED]))
    parts.append(table(own._page().tables[0]))
    said = [note for note in own.notes if note not in board.notes]
    if models[_DRAWN:] and known:
        said.append(f"The figure shows the first {_DRAWN} of {counted(len(models), 'model')}.")
    if known and outside[_LISTED:]:
        rest = counted(len(outside) - _LISTED, "model")
        said.append(f"The list leaves out {rest} whose interval the judge's average misses.")
    if own[0].agreement is not None:
        said += _MEANINGS
    parts.append(notes(said))
    return Section("judge", heading, parts)


# What the columns of the table are.
_MEANINGS = (
    "Sensitivity: how often the judge says yes where the label is yes.",
    "Specificity: how often it says no where the label is no.",
    "Favours: how much more often it says yes than it would for the other models, with p by Holm.",
)


def _average(found: Findings, row: Score) -> float | None:
    """Give the average of the judge for a model, if its outcomes read as labels do."""
    return found.board._judged_of(row).judge


def _overall(found: Findings, judged: Judgings, known: dict[str, float]) -> Iterator[str]:
    """Say how often the judge agrees, and whom it would rank first."""
    labels = counted(sum(row.labels for row in judged), "label")
    shares = [row.agreement for row in judged if row.agreement is not None]
    if shares:
        low, high = percent(min(shares)), percent(max(shares))
        often = low if low == high else f"{low} to {high}"
        by = (
            ", by model"
            if judged[1:]
            else f" ({found.request.level} interval {_between(judged[0])})"
        )
        yield f"The judge agrees with the labels in {often} of the trials{by}. There are {labels}."
    else:
        yield f"{labels} correct the judge."
    best = [row.model for row in found.rows if row.rank == 1]
    most = max(known.values(), default=0.0)
    first = [model for model, average in known.items() if average == most]
    if first and not set(best) & set(first):
        leads = "lead" if best[1:] else "leads"
        yield (
            f"By the judge alone, {_names(first)} would be first. "
            f"By the labels, {_names(best)} {leads}."
        )


def _between(row: Judging) -> str:
    """Give the interval of the agreement."""
    ends = (row.agreement_lo, row.agreement_hi)
    return " to ".join(percent(end) for end in ends if end is not None)


def _names(models: Sequence[str]) -> str:
    """Name models in bold."""
    *others, last = [f"<b>{name(model)}</b>" for model in models]
    return f"{', '.join(others)} and {last}" if others else last


def _outside(found: Findings, known: dict[str, float]) -> list[tuple[float, str]]:
    """Say for which models the average of the judge lies outside the interval, farthest first."""
    view, said = found.request.view, []
    for row in found.rows:
        average = known.get(row.model)
        if average is None or row.lo <= average <= row.hi:
            continue
        word = "high" if average > row.hi else "low"
        instead = f"{view.figure(row.score)} {view.between(row.lo, row.hi)}"
        sentence = f"The judge rates {_names([row.model])} too {word}: {view.figure(average)}"
        said.append((abs(average - row.score), f"{sentence} instead of {instead}."))
    return sorted(said, key=lambda pair: -pair[0])
