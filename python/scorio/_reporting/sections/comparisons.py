"""Which model is better than which, in plain words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._calls.compare import compare
from scorio._calls.compare_pairs import compare_pairs
from scorio._counting.sums import Sums
from scorio._reading.report import report_lines
from scorio._reporting.findings import DIALECT, FIRST, problem
from scorio._reporting.parts import (
    Section,
    figure,
    folded,
    for_each_width,
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
from scorio.show.words import chance, counted, equals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._reporting.findings import Findings

# More models would make an unreadable matrix, and a page of many megabytes.
_MOST = 30
# How many differences on single questions a page takes time for.
_MOST_DIFFERENCES = 300_000
# How many sentences are in sight, and how many there are with those folded away.
_UNFOLDED, _LISTED = 15, 50


class _Pair(NamedTuple):
    """Two models, the first of the higher rank."""

    model: str
    other: str
    difference: float
    sigma: float
    probability: float
    separated: bool

    def turned(self) -> _Pair:
        """Give the same pair with the other model first."""
        return _Pair(
            self.other, self.model, -self.difference, self.sigma, 1 - self.probability,
            self.separated,
        )  # fmt: skip


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
            if getattr(error, "code", "") != "metric.no_question_scores":
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
    rows = found.rows
    compared = _affordable(found)
    pairs, method = _pairs(found, found.models[:compared])
    known = {(pair.model, pair.other): pair for pair in pairs}
    beside = [known[pair] for pair in pairwise(found.models) if pair in known]
    said = [_said(pair) for pair in beside]
    parts = [paragraph("Each model beside the next one:"), *_listed(said)]
    shown = found.models[: min(compared, _MOST)]
    parts += _matrix(found, pairs, shown)
    left_out = _unlisted(said, "neighbours", "scorio compare --pairs --out pairs.csv has all pairs")
    if compared < len(rows):
        some = f"Compared are the first {compared} of {len(rows):,} models."
        left_out.append(f"{some} scorio compare --pairs compares all.")
    if len(shown) < compared:
        left_out.append(f"The matrix shows the first {len(shown)} of {len(rows):,} models.")
    return [
        *parts,
        notes([
            *left_out,
            *method,
            "Each probability is about one pair alone, and decides nothing.",
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
    better, separated, there = {}, set(), set(shown)
    own = [pair for pair in pairs if pair.model in there and pair.other in there]
    for pair in own:
        better[pair.model, pair.other] = pair.probability
        better[pair.other, pair.model] = 1 - pair.probability
        if pair.separated:
            separated |= {(pair.model, pair.other), (pair.other, pair.model)}
    letters = [row.letters for row in found.rows[: len(shown)]]
    view = found.request.view
    columns = [Column("model", left=True), Column("beside", left=True), Column("difference"),
               Column("±"), Column("P(A > B)")]  # fmt: skip
    lines = [
        [on_a_line(pair.model), on_a_line(pair.other), view.signed(pair.difference),
         view.figure(pair.sigma), chance(pair.probability)]
        for pair in own
    ]  # fmt: skip
    every = Table("Every pair of models", columns, lines)
    title = "The probability that one model is better"
    return [
        figure(comparison.pairs(title, shown, letters, better, separated)),
        folded(f"Table: {counted(len(own), 'pair')}", table(every)),
    ]


def _affordable(found: Findings) -> int:
    """Give the number of models whose pairs take no long time, at least 2."""
    questions = max(row.questions for row in found.rows)
    number = len(found.rows)
    while number > 2 and number * (number - 1) // 2 * questions > _MOST_DIFFERENCES:  # noqa: PLR2004
        number -= 1
    return number


def _pairs(found: Findings, models: Sequence[str]) -> tuple[list[_Pair], list[str]]:
    """Compare all pairs of some models, and say from where on they are separated."""
    counts = found.first if len(models) <= FIRST else found.counts
    # Every model of the log counts, not those that are compared here alone.
    options = options_of(found) | {"family": max(len(found.counts.models), 2)}
    board = compare_pairs(counts, models=models, **options)
    places = {model: place for place, model in enumerate(models)}
    pairs = []
    for row in board:
        own = _Pair(row.model, row.other, row.difference, row.sigma, row.probability, row.separated)
        ahead = places[row.model] < places[row.other]
        pairs.append(own if ahead else own.turned())
    return pairs, [note for note in board.notes if note.startswith("Separated")]


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
    beside = beside.view(percent=request.percent).spoken(DIALECT)
    rows = [row for row in beside if row.task is None]
    said = [
        _said(
            _Pair(
                row.model, row.baseline, row.difference, row.sigma, row.probability, row.separated
            )
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
        for_each_width(drawn.plot(), drawn._figure(narrow=True)),
        table(beside._table_of(rows)),
        notes([*_unlisted(said, "models", "the table has all"), *own]),
    ]


def _said(pair: _Pair) -> tuple[str, bool]:
    """Say which of two models is better, and whether that is sure."""
    if pair.difference == 0:
        return f"{name(pair.model)} and {name(pair.other)} have the same score.", False
    own = pair if pair.difference > 0 else pair.turned()
    probable = f"P(A > B) {equals(own.probability)}"
    if own.separated:
        return (
            f"<b>{name(own.model)}</b> is better than <b>{name(own.other)}</b>: {probable}.",
            True,
        )
    return f"{name(own.model)} and {name(own.other)} are not separated: {probable}.", False
