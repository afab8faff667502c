"""Which model is better than which, in plain words."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._calls.compare import compare
from scorio._calls.compare_pairs import compare_pairs
from scorio._counting.sums import Sums
from scorio._reading.report import report_lines
from scorio._reporting.findings import FIRST, problem
from scorio._reporting.parts import (
    Section,
    figure,
    folded,
    name,
    notes,
    paragraph,
    subheading,
    table,
    verdicts,
)
from scorio.plot import comparison
from scorio.show.escaping import in_html, on_a_line
from scorio.show.page import Column, Table
from scorio.show.words import chance, counted, digits_of_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._reporting.findings import Findings

# More models would make an unreadable matrix, and a page of many megabytes.
_MOST = 30
# How many differences on single questions a page takes time for.
_MOST_DIFFERENCES = 300_000
# How many sentences are in sight, and how many there are with those folded away.
_UNFOLDED, _LISTED = 15, 50
_HALF, _RATHER, _NEARLY = 0.5, 0.99, 0.999


class _Pair(NamedTuple):
    """Two models, the first of the higher rank."""

    model: str
    other: str
    difference: float
    sigma: float
    probability: float


def section(found: Findings) -> Section | None:
    """Compare the models with their neighbours, with one another, and with a baseline."""
    if len(found.models) == 1 and found.request.baseline is None:
        return None
    parts = []
    if (baseline := found.request.baseline) is not None:
        parts = [subheading(f"Beside {on_a_line(baseline)}")]
        try:
            parts += _beside_baseline(found)
        except ValueError as error:
            if getattr(error, "kind", "") != "metric.no_question_scores":
                raise
            parts.append(_incomparable(error))
        parts.append(subheading("All models"))
    try:
        parts += _all(found)
    except ValueError as error:
        parts.append(_incomparable(error))
    return Section("comparisons", "Which model is better", parts)


def _incomparable(error: ValueError) -> str:
    """Say why there is no comparison."""
    return paragraph(in_html(f"The models cannot be compared: {problem(error)}."))


def _all(found: Findings) -> list[str]:
    request, rows = found.request, found.rows
    compared = len(rows)
    if _independent(found):
        pairs = _of_scores(found)
        method = "Each probability is that of the two scores, which are independent."
    else:
        compared = _affordable(found)
        pairs = _of_questions(found, found.models[:compared])
        method = "Each probability is that of the differences on the questions that both have."
    known = {(pair.model, pair.other): pair for pair in pairs}
    beside = [known[pair] for pair in pairwise(found.models) if pair in known]
    said = [_said(pair, request.confidence) for pair in beside]
    parts = [paragraph("Each model beside the next one:"), *_listed(said)]
    shown = found.models[: min(compared, _MOST)]
    parts += _matrix(found, pairs, shown)
    left_out = _unlisted(said, "neighbours", "scorio compare --pairs --out pairs.csv has all pairs")
    if compared < len(rows):
        some = f"Compared are the first {compared} of {len(rows):,} models."
        left_out.append(f"{some} scorio compare --pairs compares all.")
    elif len(shown) < len(rows):
        left_out.append(f"The matrix shows the first {len(shown)} of {len(rows):,} models.")
    return [
        *parts,
        notes([
            *left_out,
            method,
            f"A model counts as better where P(A > B) is at least {request.level}.",
            "Intervals and p of differences are two-sided, and so more cautious.",
            "Each probability is about one pair alone. Of many pairs, some are wrong by chance.",
        ]),
    ]  # fmt: skip


def _listed(said: Sequence[tuple[str, bool]]) -> list[str]:
    """List the first sentences in sight, and others folded away.

    Of many, those are others that are sure, then the next ones.
    """
    first, rest = said[:_UNFOLDED], list(enumerate(said))[_UNFOLDED:]
    if not rest:
        return [verdicts(first)]
    # The sort keeps the order of the ranks among those that are sure, and among the others.
    chosen = sorted(rest, key=lambda one: not one[1][1])[: _LISTED - _UNFOLDED]
    others = [one for _, one in sorted(chosen)]
    return [verdicts(first), folded(f"{len(others)} more", verdicts(others))]


def _unlisted(said: Sequence[tuple[str, bool]], what: str, all_of_them: str) -> list[str]:
    """Say how many sentences the list leaves out, and where they are."""
    left_out = len(said) - _LISTED
    if left_out <= 0:
        return []
    sure = max(0, sum(sure for _, sure in said[_UNFOLDED:]) - (_LISTED - _UNFOLDED))
    separated = f"{sure:,} of them separated" if sure else "none of them separated"
    return [f"The list leaves out {left_out:,} {what}, {separated}: {all_of_them}."]


def _matrix(found: Findings, pairs: Sequence[_Pair], shown: Sequence[str]) -> list[str]:
    better, there = {}, set(shown)
    own = [pair for pair in pairs if pair.model in there and pair.other in there]
    for pair in own:
        better[pair.model, pair.other] = pair.probability
        better[pair.other, pair.model] = 1 - pair.probability
    letters = [row.letters for row in found.rows[: len(shown)]]
    view = found.request.view
    columns = [Column("model", left=True), Column("beside", left=True), Column("difference"),
               Column("±"), Column("P(A > B)")]  # fmt: skip
    lines = [
        [on_a_line(pair.model), on_a_line(pair.other), view.signed(pair.difference),
         view.figure(pair.sigma), chance(pair.probability, level=found.request.confidence)]
        for pair in own
    ]  # fmt: skip
    every = Table("Every pair of models", columns, lines)
    return [
        figure(
            comparison.pairs("P(row > column)", shown, letters, better, found.request.confidence)
        ),
        folded(f"Table: {counted(len(own), 'pair')}", table(every)),
    ]


def _independent(found: Findings) -> bool:
    """Whether any two scores are compared as two independent normal figures.

    They are about these questions, all of which every model has, with several trials of some.
    """
    request = found.request
    if request.sampled or request.cluster is not None or isinstance(found.counts, Sums):
        return False
    return all(
        row.trials > row.questions and row.questions == row.questions_asked for row in found.rows
    )


def _of_scores(found: Findings) -> list[_Pair]:
    from scorio.rank.separation import pairwise as chances

    rows = found.rows
    table = chances([row.score for row in rows], [row.sigma for row in rows]).tolist()
    last = [min(_MOST, len(rows)) if at < _MOST else 0 for at in range(len(rows))]
    return [
        _Pair(
            row.model,
            rows[beside].model,
            row.score - rows[beside].score,
            math.hypot(row.sigma, rows[beside].sigma),
            table[at][beside],
        )
        for at, row in enumerate(rows)
        # Of those that the matrix does not show, the neighbours alone.
        for beside in range(at + 1, max(last[at], min(at + 2, len(rows))))
    ]


def _affordable(found: Findings) -> int:
    """Give the number of models whose pairs take no long time, at least 2."""
    questions = max(row.questions for row in found.rows)
    number = len(found.rows)
    while number > 2 and number * (number - 1) // 2 * questions > _MOST_DIFFERENCES:  # noqa: PLR2004
        number -= 1
    return number


def _of_questions(found: Findings, models: Sequence[str]) -> list[_Pair]:
    counts = found.first if len(models) <= FIRST else found.counts
    board = compare_pairs(counts, models=models, **options_of(found))
    places = {model: place for place, model in enumerate(models)}
    pairs = []
    for row in board:
        if places[row.model] < places[row.other]:
            pairs.append(_Pair(row.model, row.other, row.difference, row.sigma, row.probability))
        else:
            pairs.append(
                _Pair(row.other, row.model, -row.difference, row.sigma, 1 - row.probability)
            )
    return pairs


def options_of(found: Findings) -> dict[str, Any]:
    """Give the options of a comparison. That of numeric scores is of averages."""
    request = found.request
    if isinstance(found.counts, Sums):
        return request.target
    budgets = list(request.own_budgets[:1]) or None
    options = {"metric": request.metric, "k": budgets, "weights": request.weights}
    return options | {"ragged": request.ragged, "prior": request.prior, **request.target}


def _beside_baseline(found: Findings) -> list[str]:
    request = found.request
    beside = compare(found.counts, baseline=request.baseline, **options_of(found))
    beside = beside.view(percent=request.percent)
    rows = [row for row in beside if row.task is None]
    said = [
        _said(
            _Pair(row.model, row.baseline, row.difference, row.sigma, row.probability),
            request.confidence,
        )
        for row in rows
    ]
    read = report_lines(beside.report, found.counts.notes)
    own = [note for note in beside.notes if note not in read]
    if isinstance(found.counts, Sums) and request.metric not in ("avg", "bayes"):
        own.insert(0, f"Differences are of avg, because there are none of {request.metric}.")
    drawn = beside if len(rows) <= 2 * _MOST else beside.view(top=2 * _MOST)
    return [
        *_listed(said),
        figure(drawn.plot()),
        table(beside._table_of(rows)),
        notes([*_unlisted(said, "models", "the table has all"), *own]),
    ]


def _said(pair: _Pair, confidence: float) -> tuple[str, bool]:
    """Say which of two models is better, and whether that is sure."""
    first, second, probability = pair.model, pair.other, pair.probability
    if pair.difference == 0 and probability == _HALF:
        return f"{name(first)} and {name(second)} have the same score.", False
    if probability < _HALF:
        first, second, probability = second, first, 1 - probability
    if probability >= confidence:
        said = f"<b>{name(first)}</b> is better than <b>{name(second)}</b>"
        return f"{said}: {_percent(probability, confidence)}.", True
    said = f"{name(first)} may be better than {name(second)}: {_percent(probability, confidence)}"
    return f"{said}. They are not separated.", False


def _percent(probability: float, level: float) -> str:
    """Give a probability as a percentage that is never 100, nor on the other side of the level."""
    digits = digits_of_chance(probability, 3 if probability >= _RATHER else 2, level)
    if probability > _NEARLY and probability >= level:
        return "more than 99.9%" if level <= _NEARLY else f"at least {100 * level:g}%"
    return f"{100 * probability:.{digits - 2}f}%"
