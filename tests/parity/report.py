"""The report of a comparison: a table for the terminal, Markdown, JSON."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from parity.cases.spelling import call, in_full
from parity.comparison import EARLIER, JULIA, PYTHON, SAME, crossed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from parity.cases.case import Case
    from parity.comparison import Comparison, Gap, Result

HEADINGS = (
    "function",
    "cases",
    "Julia says the same",
    "from exact",
    f"from {PYTHON}",
    f"from {JULIA}",
    "furthest from exact at",
)
SIGMA = 1
# A σ so far off has no digit that is right.
NO_DIGIT = 0.5
# A share of successes that differs by so much was another share.
OTHER_SHARE = 1e-6
# So many functions are named on a page.
NAMED = 3


class Row(NamedTuple):
    """What was found of one function."""

    function: str
    cases: int
    compared: int
    equal: int
    exact: float | None
    python: float | None
    julia: float | None
    worst: Case | None

    def cells(self) -> tuple[str, ...]:
        """Give the row as text."""
        said = f"{self.equal:,} of {self.compared:,}" if self.compared else ""
        figures = map(size, (self.exact, self.python, self.julia))
        worst = str(self.worst)[len(self.worst.name) + 1 : -1] if self.worst else ""
        return f"{self.function}", f"{self.cases:,}", said, *figures, worst


def size(value: float | None) -> str:
    """Give a difference in two digits, or nothing where there is none."""
    if value is None:
        return ""
    return f"{value:.1e}" if value else "0"


def largest(values: Iterator[float]) -> float | None:
    """Give the largest of the values there are."""
    return max(values, default=None)


def row(name: str, results: list[Result]) -> Row:
    """Summarise the results of one function."""
    scored = [result for result in results if result.error is not None]
    worst = max(scored, key=lambda result: result.error or 0.0, default=None)
    return Row(
        name,
        len(results),
        sum(result.julia is not None for result in results),
        sum(result.equal is True for result in results),
        largest(result.error for result in scored if result.error is not None),
        largest(gap.difference for _, gap in gaps(results, PYTHON)),
        largest(gap.difference for _, gap in gaps(results, JULIA)),
        worst.case if worst else None,
    )


def gaps(results: list[Result], peer: str) -> Iterator[tuple[Result, Gap]]:
    """Give the answers of an earlier package, each with the result that it belongs to."""
    for result in results:
        for name, gap in result.gaps:
            if name == peer and gap.answer.error is None:
                yield result, gap


def rows(found: Comparison) -> list[Row]:
    """Give a row for each function, and one for all."""
    names = list(dict.fromkeys(result.case.name for result in found.results))
    each = [row(name, found.of(name)) for name in names]
    return [*each, row("all", found.results)._replace(worst=None)] if len(each) > 1 else each


def summary(found: Comparison) -> Iterator[str]:
    """Say in a line each what was compared with what."""
    compared = found.compared
    if compared:
        equal = sum(result.equal is True for result in compared)
        yield (
            f"{len(compared):,} calls compared between Python and Julia, {equal:,} of them equal "
            f"in every bit, warning and error, by Julia {found.julia_version}."
        )
    errors = sum(result.python.error is not None for result in found.results)
    measured = sum(result.error is not None for result in found.results)
    yield (
        f"{len(found.results):,} cases: {measured:,} measured against exact values, "
        f"{errors:,} errors."
    )
    for peer in EARLIER:
        asked = [
            (result, gap) for result in found.results for name, gap in result.gaps if name == peer
        ]
        live = sum(gap.live for _, gap in asked)
        none = sum(gap.answer.error is not None for _, gap in asked)
        if asked:
            yield (
                f"{peer}: {len(asked) - live:,} recorded answers, {live:,} live ones, of which "
                f"{none:,} are errors."
            )
    yield from (f"{reason[0].upper()}{reason[1:]}." for reason in found.reasons)


def apart(found: Comparison, most: int | None = None) -> Iterator[str]:
    """Say for each earlier package at which kinds of input it differs, and how far it is off.

    Of more than `most` + 1 functions, those that are furthest off are named.
    """
    for peer in EARLIER:
        kinds: dict[str, dict[str, float]] = {}
        for result, gap in gaps(found.results, peer):
            if gap.difference > SAME:
                kind = result.case.kind.partition(":")[0]
                by_name = kinds.setdefault(kind, {})
                by_name[result.case.name] = max(by_name.get(result.case.name, 0.0), gap.error or 0)
        for kind, by_name in kinds.items():
            named = list(by_name.items())
            if most is not None and len(named) > most + 1:
                named = sorted(named, key=lambda one: -one[1])[:most]
            said = ", ".join(f"{name} ({size(error)})" for name, error in named)
            more = len(by_name) - len(named)
            yield f"{peer}, {kind}: {said}" + (f", and {more} others" if more else "")


def faults(found: Comparison) -> Iterator[str]:
    """Count what is wrong with the earlier packages' intervals and thresholds."""
    for peer in EARLIER:
        answers = list(gaps(found.results, peer))
        intervals = [one for one in answers if one[0].case.name.endswith("_ci")]
        wrong = [(_sigma_error(result, gap), result) for result, gap in intervals]
        lost = [(error, result) for error, result in wrong if error > NO_DIGIT]
        if lost:
            error, result = max(lost, key=lambda one: one[0])
            yield (
                f"{peer}: σ has no right digit in {len(lost):,} of {len(intervals):,} intervals. "
                f"The worst is wrong by {error:.3g} times itself, at {result.case}"
            )
        over = [result for result, gap in intervals if crossed(gap.answer)]
        if over:
            yield (
                f"{peer}: lo > hi in {len(over):,} of {len(intervals):,} intervals, "
                f"as at {over[0].case}"
            )
        shares = [(result, gap) for result, gap in answers if "tau" in result.case.options]
        misread = [
            result
            for result, gap in shares
            if (gap.error or 0.0) > OTHER_SHARE and _mean(result, gap)
        ]
        if misread:
            yield (
                f"{peer}: τ was read as another number of successes in {len(misread):,} of "
                f"{len(shares):,} calls, as at {misread[0].case}"
            )


def _sigma_error(result: Result, gap: Gap) -> float:
    ours, theirs = result.python.values[SIGMA], gap.answer.values[SIGMA]
    if ours == theirs:
        return 0.0
    return abs(theirs - ours) / ours if ours else math.inf


def _mean(result: Result, gap: Gap) -> bool:
    ours, theirs = result.python.values[0], gap.answer.values[0]
    return abs(ours - theirs) > OTHER_SHARE * max(ours, theirs)


def unequal(found: Comparison) -> Iterator[str]:
    """Give every call of which Python and Julia say different things, with what they say."""
    for result in found.unequal:
        said = f"  Python: {result.python}\n  Julia:  {result.julia}"
        yield f"{result.case}\n{said}\n  {call(result.case)}"


def terminal(found: Comparison) -> str:
    """Give the report as text."""
    table = [HEADINGS, *(one.cells() for one in rows(found))]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for cells in table:
        name, *figures, worst = cells
        middle = (cell.rjust(width) for cell, width in zip(figures, widths[1:-1], strict=True))
        lines.append("  ".join([name.ljust(widths[0]), *middle, worst]).rstrip())
    parts = [*lines, "", *summary(found)]
    for heading, said in _sections(found):
        parts += ["", heading, *said]
    return "\n".join(parts)


def _sections(found: Comparison, most: int | None = None) -> Iterator[tuple[str, list[str]]]:
    sections = {
        "Python and Julia say different things of:": unequal(found),
        f"Further than {SAME:.0e} from this package, with the earlier one's error:": apart(
            found, most
        ),
        "Intervals and thresholds of the earlier packages:": faults(found),
    }
    for heading, lines in sections.items():
        said = list(lines)
        if said:
            yield heading, said


def markdown(found: Comparison) -> str:
    """Give the report as Markdown, without what only `--json` holds in full."""
    headings = HEADINGS[:-1]
    lines = [" | ".join(["", *headings, ""]).strip()]
    lines.append("| :-- |" + " --: |" * (len(headings) - 1))
    for one in rows(found):
        name, cases, equal, *figures, _ = one.cells()
        same = "all" if one.compared and one.compared == one.equal == one.cases else equal
        lines.append(" | ".join(["", f"`{name}`", cases, same, *figures, ""]).strip())
    parts = [*(f"- {line}" for line in summary(found)), "", *lines]
    for heading, said in _sections(found, most=NAMED):
        parts += ["", f"**{heading}**", ""]
        for text in said:
            first, *more = text.splitlines()
            parts += [f"- {first}", *(f"  - `{line.strip()}`" for line in more)]
    return "\n".join(parts) + "\n"


# A page that has these lines keeps what is around them.
BEGIN, END = "<!-- report -->", "<!-- end of the report -->"


def write_markdown(found: Comparison, file: Path) -> None:
    """Write the report as Markdown: in a page with a place for it, there."""
    text = markdown(found)
    page = file.read_text(encoding="utf-8") if file.exists() else ""
    before, begins, rest = page.partition(BEGIN)
    _, ends, after = rest.partition(END)
    if begins and ends:
        text = f"{before}{BEGIN}\n\n{text}\n{END}{after}"
    file.write_text(text, encoding="utf-8")


def _row_data(one: Row) -> dict[str, Any]:
    """JSON has no infinity: it becomes text."""
    figures = {
        name: str(value) if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in one._asdict().items()
    }
    return figures | {"worst": in_full(one.worst) if one.worst else None}


def data(found: Comparison) -> dict[str, Any]:
    """Give the report as what JSON can hold."""
    return {
        "julia_version": found.julia_version,
        "reasons": found.reasons,
        "summary": list(summary(found)),
        "functions": [_row_data(one) for one in rows(found)],
        "unequal": [
            {
                "function": result.case.name,
                **in_full(result.case),
                "said": {"python": str(result.python), "julia": str(result.julia)},
            }
            for result in found.unequal
        ],
        "apart": list(apart(found)),
        "faults": list(faults(found)),
    }
