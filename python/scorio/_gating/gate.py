"""What a gate says, as a sequence of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scorio._call import Called
from scorio._costing.gate import BesideCosts, overall
from scorio._gating.tables import of_questions, of_scores
from scorio._reading.report import report_lines
from scorio._rows import Gated
from scorio.show.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio.plot.figure import Figure

Verdict = Literal["pass", "fail", "undecided"]


class Gate(BesideCosts, Called[Gated]):
    """What a gate says: a sequence of `Gated`, a row for each score or for each question.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `verdict` is that of all rows together.
    """

    _row_type = Gated

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows,), notes, options = answer
        super().__init__(rows, notes, _settings(options), counts.sources)
        self.report = counts.report
        self._reading_notes = counts.notes

    @property
    def verdict(self) -> Verdict:
        """`"fail"` if any row fails, else `"undecided"` if any is, else `"pass"`: of costs, too."""
        own = [row.verdict for row in self.rows]
        return overall(own + [row.verdict for row in self._costs or ()])

    @property
    def title(self) -> str:
        """What the gate asks, in a line."""
        level = f"at least {self.settings['at_least']:g}"
        sure = f"confidence {self.settings['confidence']:g}"
        if self.settings["per_question"]:
            adjusted = ", passes for all questions together" if self.settings["family"] else ""
            adjusted = ", each question alone" if self.settings["alone"] else adjusted
            return f"Gate: every question solved in {level} of its trials; {sure}{adjusted}"
        k = self.settings["k"]
        budget = "" if k is None else f", k = {k}"
        return f"Gate: {self.settings['metric']}{budget} {level}; {sure}"

    @property
    def notes(self) -> list[str]:
        """What the gate says below its tables."""
        several = any(row.score_name for row in self.rows)
        read = report_lines(self.report, self._reading_notes, several_scores=several)
        return [*self._said(), *read]

    def to_junit(self) -> str:
        """Format as JUnit XML: a test for each row. What is undecided counts as skipped."""
        from scorio._gating.cases import case
        from scorio.show.documents.junit import render

        cases = [case(row, self.settings) for row in self.rows]
        cases += [] if self._costs is None else self._costs.cases()
        return render(self.title, cases, self.notes)

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        from scorio._gating.forest import forest

        return {"gates": lambda: forest(self.title, self.rows, self.settings, self._view)}

    def _page(self) -> Page:
        tables = of_questions if self.settings["per_question"] else of_scores
        found = tables(self.title, self.rows, self._view, self.settings["at_least"])
        shown = self._about_view(a_line_each=not self.settings["per_question"])
        return self._with_costs(Page(list(found), [*shown, *self.notes]))


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked. An option that does not matter is None."""
    single = options["per_question"]
    sampled = options["sampled"] or options["cluster"] is not None
    settings = {name: options[name] for name in ("at_least", "confidence", "per_question")}
    return settings | {
        "family": options["family"] if single else None,
        "alone": options["alone"] if single else None,
        "metric": None if single else options["metric"],
        "k": options["k"],
        "weights": options["weights"],
        "prior": None if single else options["prior"],
        "sampled": None if single else sampled,
        "cluster": options["cluster"],
        "by_task": None if single else options["by_task"],
        "slice": options["slice"],
        "models": options["only"],
    }
