"""Verdicts as JUnit XML, which continuous integration shows as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from scorio.show.escaping import in_html

if TYPE_CHECKING:
    from collections.abc import Sequence


class Case(NamedTuple):
    """A test: what it is about, how it ended, and why.

    A test that is undecided counts as skipped.
    """

    suite: str
    name: str
    ended: Literal["passed", "failed", "skipped"]
    message: str


def render(title: str, cases: Sequence[Case], notes: Sequence[str] = ()) -> str:
    """Give the XML, with a suite for each model. Each has the notes as properties."""
    suites: dict[str, list[Case]] = {}
    for case in cases:
        suites.setdefault(case.suite, []).append(case)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuites name="{in_html(title)}" {_numbers(cases)}>')
    for name, own in suites.items():
        lines.append(f'  <testsuite name="{in_html(name)}" {_numbers(own)}>')
        if notes:
            lines.append("    <properties>")
            lines += [f'      <property name="note" value="{in_html(note)}"/>' for note in notes]
            lines.append("    </properties>")
        lines += [f"    {_element(case)}" for case in own]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _numbers(cases: Sequence[Case]) -> str:
    failed, skipped = (sum(case.ended == one for case in cases) for one in ("failed", "skipped"))
    numbers = {"tests": len(cases), "failures": failed, "errors": 0, "skipped": skipped, "time": 0}
    return " ".join(f'{name}="{number}"' for name, number in numbers.items())


def _element(case: Case) -> str:
    message = in_html(case.message)
    own = f'<testcase classname="{in_html(case.suite)}" name="{in_html(case.name)}" time="0"'
    if case.ended == "failed":
        return f'{own}><failure type="failure" message="{message}">{message}</failure></testcase>'
    if case.ended == "skipped":
        return f'{own}><skipped message="{message}"/></testcase>'
    return f"{own}><system-out>{message}</system-out></testcase>"
