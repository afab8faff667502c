"""The whole comparison: every case, and what each side says of it."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parity import cases as seeded
from parity.cases import reference
from parity.figures import error, exact
from parity.sides import julia, peers, python

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from parity.cases.case import Case
    from parity.sides.answer import Answer
    from parity.sides.peers import Call

PYTHON = f"Python {peers.PYTHON_VERSION}"
JULIA = f"Julia {peers.JULIA_VERSION}"
EARLIER = (PYTHON, JULIA)
RECORDED = {PYTHON: "python_0_2_3", JULIA: "julia_0_2_2"}
EXACT = 1e-13
SAME = 1e-10


@dataclass(frozen=True)
class Gap:
    """How far an earlier package is from this one, and from the exact figures."""

    answer: Answer
    difference: float
    error: float | None
    live: bool


@dataclass
class Result:
    """What the sides say of a case."""

    case: Case
    python: Answer
    julia: Answer | None = None
    error: float | None = None
    gaps: list[tuple[str, Gap]] = field(default_factory=list)

    @property
    def equal(self) -> bool | None:
        """Whether Python and Julia say the same, or None without Julia."""
        return None if self.julia is None else self.python.same(self.julia)


@dataclass
class Comparison:
    """Every result, the version of Julia that answered, and what could not be asked."""

    results: list[Result]
    julia_version: str | None
    reasons: list[str]

    def of(self, name: str) -> list[Result]:
        """Give the results of one function."""
        return [result for result in self.results if result.case.name == name]

    @property
    def compared(self) -> list[Result]:
        """The results of which both languages said something."""
        return [result for result in self.results if result.julia is not None]

    @property
    def unequal(self) -> list[Result]:
        """The results of which they say different things."""
        return [result for result in self.results if result.equal is False]


def compare(
    names: Iterable[str] = seeded.EVERY,
    *,
    recorded: Path | None = None,
    live: bool = True,
    with_julia: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Comparison:
    """Ask every side for every case."""
    chosen = tuple(names)
    reasons: list[str] = []
    listed = [*seeded.cases(chosen), *_recorded(recorded, chosen, reasons)]
    found = Comparison([Result(case, python.answer(case)) for case in listed], None, reasons)
    tell(f"{len(listed):,} cases, answered by Python")
    with ThreadPoolExecutor(max_workers=1) as beside:
        asked = beside.submit(julia.answers, listed) if with_julia else None
        for result in found.results:
            _measure(result)
        tell("exact values computed")
        if live:
            _ask_peers(found, tell)
        else:
            found.reasons.append("the earlier packages were not asked: --no-live")
        if asked is not None:
            _hear_julia(found, asked, tell)
    return found


def _recorded(named: Path | None, names: Sequence[str], reasons: list[str]) -> Iterator[Case]:
    try:
        folder = reference.folder(named)
    except reference.NoReferenceError as reason:
        reasons.append(f"no recorded values: {reason}")
        return
    for file in reference.FILES:
        if (folder / file).is_file():
            yield from reference.cases(folder / file, names)
        else:
            reasons.append(f"no recorded values of {file}: {str(folder)!r} does not have it")


def _hear_julia(
    found: Comparison, asked: Future[list[Answer]], tell: Callable[[str], None]
) -> None:
    try:
        answers = asked.result()
    except julia.NoJuliaError as reason:
        found.reasons.append(f"Julia was not asked: {reason}")
        return
    found.julia_version = julia.executable().version
    tell(f"answered by Julia {found.julia_version}")
    for result, answer in zip(found.results, answers, strict=True):
        result.julia = answer


def _measure(result: Result) -> None:
    """Compare with the exact figures and with what is recorded of the earlier packages."""
    case = result.case
    if result.python.error is not None:
        return
    figures = exact(case)
    if figures is not None:
        result.error = error(case, result.python.values, figures)
    for name, key in RECORDED.items():
        if key in case.recorded:
            answer = peers.unnamed([float(value) for value in case.recorded[key]])
            result.gaps.append((name, gap(result, answer, live=False)))


def _ask_peers(found: Comparison, tell: Callable[[str], None]) -> None:
    """Ask the earlier packages, for each call once, however many kinds of input say it."""
    calls: dict[Call, Result] = {}
    for result in found.results:
        call = peers.earlier(result.case) if result.python.error is None else None
        if call is not None and not result.case.recorded:
            calls.setdefault(call, result)
    for name, ask in ((PYTHON, peers.python_answers), (JULIA, peers.julia_answers)):
        try:
            answers = ask(list(calls))
        except peers.NoPeerError as reason:
            found.reasons.append(f"{name} was not asked: {reason}")
            continue
        tell(f"{len(calls):,} of them answered by {name}")
        for result, answer in zip(calls.values(), answers, strict=True):
            result.gaps.append((name, gap(result, answer, live=True)))


def gap(result: Result, answer: Answer, *, live: bool) -> Gap:
    """Compare an earlier package's answer with ours, and with the exact figures if they differ."""
    if answer.error is not None:
        return Gap(answer, math.inf, None, live)
    pairs = zip(result.python.values, answer.values, strict=True)
    apart = max(difference(*pair) for pair in pairs)
    if apart <= SAME:
        return Gap(answer, apart, None, live)
    figures = exact(result.case, all_of_them=True)
    if figures is None:
        return Gap(answer, apart, None, live)
    if result.error is None:
        result.error = error(result.case, result.python.values, figures)
    return Gap(answer, apart, error(result.case, answer.values, figures), live)


def difference(ours: float, theirs: float) -> float:
    """Give how far a value is from ours, relative to ours, but absolute where ours is 0."""
    if ours == theirs:
        return 0.0
    apart = abs(ours - theirs) / (abs(ours) or 1.0)
    return apart if math.isfinite(apart) else math.inf


def crossed(answer: Answer) -> bool:
    """Whether the lower end of an interval is above its upper end."""
    ends = {part.name: part.values for part in answer.parts}
    return "lo" in ends and any(lo > hi for lo, hi in zip(ends["lo"], ends["hi"], strict=True))
