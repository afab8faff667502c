"""Gates: whether scores, or single questions, reach a level with enough confidence."""

from __future__ import annotations

from itertools import groupby
from math import inf, nan
from typing import TYPE_CHECKING, Any, Literal

from scorio import _core
from scorio._errors import fault
from scorio._reading.report import report_lines, without_budget_note, zero_weights_note
from scorio._rows import Gated
from scorio.show.bars import Span
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table
from scorio.show.view import View, Viewed, checked_only
from scorio.show.words import chance, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio.plot.figure import Figure

Verdict = Literal["pass", "fail", "undecided"]

# Questions of a model that a table of text lists.
_LISTED = 20
_QUESTIONS = (
    "A question passes if P(p ≥ level) reaches the confidence, and fails if P(p < level) does. "
    "p has a uniform prior."
)
_SCORES = (
    "A score passes if the lower end reaches the level, and fails if the upper end is below it. "
    "Each end has the confidence."
)


class Gate(Viewed[Gated]):
    """What a gate says: a sequence of `Gated`, a row for each score or for each question.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `verdict` is that of all rows together.
    """

    _row_type = Gated

    def __init__(
        self, rows: list[Gated], settings: dict[str, Any], counts: Counts, *, tasks: bool
    ) -> None:
        super().__init__(rows, settings, counts.sources)
        self.report = counts.report
        self._reading_notes = counts.notes
        self._zero_weights = counts._core.zero_weights
        self._tasks = tasks

    @property
    def verdict(self) -> Verdict:
        """`"fail"` if any row fails, else `"undecided"` if any is, else `"pass"`."""
        verdicts = {row.verdict for row in self.rows}
        if "fail" in verdicts:
            return "fail"
        return "undecided" if "undecided" in verdicts else "pass"

    @property
    def title(self) -> str:
        """What the gate asks, in a line."""
        level = f"at least {self.settings['at_least']:g}"
        sure = f"confidence {self.settings['confidence']:g}"
        if self.settings["per_question"]:
            family = " for all questions of a model together" if self.settings["family"] else ""
            return f"Gate: every question solved in {level} of its trials; {sure}{family}"
        k = self.settings["k"]
        budget = "" if k is None else f", k = {k}"
        return f"Gate: {self.settings['metric']}{budget} {level}; {sure}"

    @property
    def notes(self) -> list[str]:
        """What the gate says below its tables."""
        if self.settings["per_question"]:
            notes = [*self._about_view(a_line_each=False), _QUESTIONS]
            if not self.settings["family"] and len(self.rows) > 1:
                notes.append(
                    "The confidence holds for each question alone. Of many questions some "
                    "decisions are wrong: --family (family=True) makes it hold for all of a model."
                )
        else:
            notes = [*self._about_view(), _SCORES]
            about = "questions like these" if self.settings["sampled"] else "these questions"
            notes.append(f"Scores are about {about}.")
        given = self.settings["metric"], self.settings["k"], any(row.score for row in self.rows)
        notes += without_budget_note([given])
        if any(row.more is not None for row in self.rows):
            if self.settings["per_question"]:
                what = (
                    "of the question that decide, if the share (c + 1) / (N + 2) of them succeeds"
                )
                so_far = "c of N are the successes so far"
            else:
                what = "of each question that decide, if the score stays"
                so_far = "σ falls with the square root of the trials"
            notes.append(f"run more: further trials {what}; {so_far}.")
        if any(row.questions < row.questions_asked for row in self.rows):
            notes.append(
                "Some scores are not of every question that was asked: see questions. Such a score "
                "does not pass: it is undecided."
            )
        never = [row for row in self.rows if row.verdict == "undecided" and not row.trials]
        if never:
            what = "question has" if self.settings["per_question"] else "score has"
            notes.append(f"Undecided, without trials: {len(never):,} ({what} none).")
        notes += zero_weights_note(self._zero_weights)
        several = any(row.score_name for row in self.rows)
        return notes + report_lines(self.report, self._reading_notes, several_scores=several)

    def to_junit(self) -> str:
        """Format as JUnit XML: a test for each row. What is undecided counts as skipped."""
        from scorio.show.junit import Case, render

        ended: dict[str, Literal["passed", "failed", "skipped"]] = {
            "pass": "passed", "fail": "failed", "undecided": "skipped"
        }  # fmt: skip
        cases = [
            Case(_named(row), self._test(row), ended[row.verdict], self._reason(row))
            for row in self.rows
        ]
        return render(self.title, cases)

    def _test(self, row: Gated) -> str:
        """Name the test of a row."""
        task = on_a_line(row.task or "")
        if self.settings["per_question"]:
            return f"{task}: {on_a_line(row.question or '')}" if task else str(row.question)
        return f"{self.settings['metric']} of {task or 'all tasks'}"

    def _reason(self, row: Gated) -> str:
        """Say why a row ends as it does."""
        level = f"at least {self.settings['at_least']:g}"
        if self.settings["per_question"]:
            chances = "" if row.probability is None else f", P(p ≥ level) {_chance(row)}"
            found = f"{row.successes} of {counted(row.trials, 'trial')} succeed{chances}"
        elif row.score is None or row.lo is None or row.hi is None:
            found = "no score"
        else:
            score, lo, hi = (
                View().beside(one, self.settings["at_least"]) for one in (row.score, row.lo, row.hi)
            )
            found = f"score {score}, interval [{lo}, {hi}]"
        more = "" if row.more is None else f"; run {row.more:,} more"
        return f"{row.verdict}: {found}; {level}{more}"

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"gates": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.comparison import gates

        each = bool(self.settings["per_question"])
        tables: dict[str, list[Gated]] = {}
        for row in self._view._replace(sort=None, top=None).chosen(self.rows):
            name = _named(row) if each else on_a_line(row.task or "") or "all tasks"
            tables.setdefault(name, []).append(row)
        sure = f"{100 * self.settings['confidence']:g}% at each end"
        return gates(self.title, list(tables.items()), self.settings["at_least"], sure)

    def _page(self) -> Page:
        return Page(list(self._tables()), self.notes)

    def _tables(self) -> Iterator[Table]:
        if not self.settings["per_question"]:
            # Names of tasks tell the rows apart, if there are several.
            several = len({row.task for row in self.rows}) > 1
            yield Table(
                self.title,
                [
                    Column("model", left=True, worth=100),
                    Column("task", left=True, worth=99 if several else 20),
                    Column("verdict", left=True, worth=95),
                    Column("score", worth=90),
                    Column("interval", worth=80),
                    Column("questions", worth=30),
                    Column("trials", worth=40),
                    Column("run more", worth=75),
                ],
                [
                    _score_cells(row, self._view, self.settings["at_least"])
                    for row in self._view.chosen(self.rows)
                ],
                self._bars(),
            )
            return
        own = self._view._replace(sort=None, top=None).chosen(self.rows)
        groups = groupby(own, key=lambda row: (row.score_name, row.model))
        models = [list(rows) for _, rows in groups]
        names = ["pass", "fail", "undecided", "run more"]
        yield Table(
            self.title,
            [Column("model", left=True), *map(Column, names)],
            [_summary(rows) for rows in models],
        )
        for rows in models:
            open_rows = [row for row in rows if row.verdict != "pass"]
            # Failures first, then the least likely.
            open_rows.sort(key=lambda row: (row.verdict, row.probability))
            if open_rows:
                yield self._open_table(open_rows)

    def _bars(self) -> Bars:
        tints = {"pass": 4, "fail": 6, "undecided": 0}
        spans = [
            Span(nan, nan, nan) if row.lo is None or row.hi is None or row.score is None
            else Span(row.lo, row.score, row.hi, tints[row.verdict])
            for row in self._view.chosen(self.rows)
        ]  # fmt: skip
        return Bars(spans, self._view.end, self.settings["at_least"], 85)

    def _open_table(self, rows: list[Gated]) -> Table:
        named = _named(rows[0])
        what = f"{counted(len(rows), 'question')} of {named} not passed"
        view = self._view._replace(only=(), top=self._view.top or _LISTED)
        if len(rows) > (view.top or 0):
            what += f", of which {view.top} are here and all in a saved result"
        columns = [Column("question", left=True), Column("verdict", left=True)]
        if self._tasks:
            columns.insert(0, Column("task", left=True))
        names = ["successes", "trials", "P(p ≥ level)", "run more", "if all succeed", "if all fail"]
        lines = [_question_cells(row, tasks=self._tasks) for row in view.chosen(rows)]
        return Table(what, [*columns, *map(Column, names)], lines)


def _named(row: Gated) -> str:
    score = f", score = {on_a_line(row.score_name)}" if row.score_name else ""
    return f"{on_a_line(row.model)}{score}"


def _summary(rows: list[Gated]) -> list[str]:
    verdicts = [row.verdict for row in rows]
    numbers = [f"{verdicts.count(one):,}" for one in ("pass", "fail", "undecided")]
    more = [row.more for row in rows if row.verdict == "undecided"]
    known = sum(one for one in more if one is not None)
    beyond = "" if None not in more else " and others beyond a million"
    return [_named(rows[0]), *numbers, f"{known:,}{beyond}"]


def _question_cells(row: Gated, *, tasks: bool) -> list[str]:
    cells = [on_a_line(row.task or "")] if tasks else []
    further = [row.more, row.to_pass, row.to_fail]
    return [
        *cells,
        on_a_line(row.question or ""),
        row.verdict,
        f"{row.successes:,}",
        f"{row.trials:,}",
        _chance(row),
        *("—" if one is None else f"{one:,}" for one in further),
    ]


def _chance(row: Gated) -> str:
    return "" if row.probability is None else chance(row.probability, level=row.confidence)


def _score_cells(row: Gated, view: View, level: float) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        _named(row),
        "all" if row.task is None else on_a_line(row.task),
        row.verdict,
        "—" if row.score is None else view.beside(row.score, level),
        "—"
        if row.lo is None or row.hi is None
        else f"[{view.beside(row.lo, level)}, {view.beside(row.hi, level)}]",
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        "—" if row.more is None else f"{row.more:,}",
    ]


def gate(
    counts: Counts,
    at_least: float,
    *,
    confidence: float = 0.9,
    per_question: bool = False,
    family: bool = False,
    metric: str = "avg",
    k: int | None = None,
    weights: ArrayLike | None = None,
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    sampled: bool = False,
    cluster: Literal["task", "cluster"] | None = None,
    by_task: bool = False,
    models: str | Sequence[str] | None = None,
) -> Gate:
    r"""Say of each model, or of each question, whether it reaches a level.

    Parameters
    ----------
    counts
        Counts of `scorio.count`.
    at_least
        The level: of the score, or of the success probability of each question.
    confidence
        Probability that a decision needs, above 0.5.
    per_question
        Whether every single question has to reach the level; otherwise the score.
    family
        Whether the confidence holds for all questions of a model together: each of Q questions then
        needs 1 - (1 - confidence) / Q (Bonferroni).
    metric, k
        A metric of `Counts.score` and its budget, of the score.
    weights
        A weight per category, as for `Counts.score`; for single questions 1 is a success and 0 a
        failure.
    prior, sampled, cluster
        As for `Counts.score`, of the score. The prior of a single question is uniform.
    by_task
        Also a row for each task, of the score.
    models
        The models to decide about; all by default. Which questions were asked is known from all.

    Returns
    -------
    Gate
        A sequence of `Gated`, with the `verdict` of all together.

    Raises
    ------
    TypeError
        Something else than counts.
    ValueError
        A confidence that is not above 0.5 and below 1; a level that is not finite, or outside
        (0, 1) for single questions; weights other than 0 and 1 for single questions; options of the
        score together with per_question, or family without it; what `Counts.score` raises.

    Notes
    -----
    Of c successes in N trials the posterior of a question is :math:`p \sim Beta(c + 1, N - c + 1)`.
    It passes if :math:`P(p \ge level) \ge confidence` and fails if :math:`P(p < level) \ge
    confidence`. `to_pass` is the fewest further trials that pass it if all succeed, `to_fail` the
    fewest that fail it if all fail, and `more` the fewest that decide if the share
    :math:`(c + 1) / (N + 2)` of them succeeds.

    A score passes if the lower end of its interval reaches the level. It fails if the upper end is
    below it. Each end has the confidence. A score that lacks questions that any model was asked
    does not pass: it is undecided, as single questions without trials are.

    Examples
    --------
    >>> import scorio
    >>> coins = scorio.count("examples/coins.jsonl").select(model=["coin-01", "coin-11"])
    >>> found = scorio.gate(coins, 0.5)
    >>> found.verdict, [(row.model, row.verdict) for row in found]
    ('fail', [('coin-11', 'pass'), ('coin-01', 'fail')])
    >>> single = scorio.gate(coins.select(question=["q01", "q02"]), 0.5, per_question=True)
    >>> [(row.model, row.question, row.verdict) for row in single][:2]
    [('coin-01', 'q01', 'fail'), ('coin-01', 'q02', 'undecided')]
    """
    from scorio._arguments import all_budgets, flag, metric_parameters, number
    from scorio._counting.counts import Counts

    if not isinstance(counts, Counts):
        raise TypeError(f"counts = {counts!r} is not Counts: read a log with scorio.count")
    single, together = flag(per_question, "per_question"), flag(family, "family")
    others = {"metric": metric != "avg", "k": k is not None, "prior": prior != "hierarchical"}
    others |= {"sampled": sampled, "cluster": cluster is not None, "by_task": by_task}
    given = [name for name, is_given in others.items() if is_given]
    if single and given:
        raise ValueError(f"{given[0]} is about scores, and per_question about single questions")
    if together and not single:
        raise ValueError("family is about the questions of a model: give per_question too")
    _check_choices(prior, cluster)
    parameters = metric_parameters(weights=weights)
    level, sure = number("at_least", at_least), number("confidence", confidence)
    highest = max(1.0, *(parameters.get("weights") or counts._core.weights() or [1.0]))
    if not single and highest < level < inf:
        share = f": for {level:g} in a hundred, give {level / 100:g}" if 2 <= level <= 100 else ""  # noqa: PLR2004  percent
        sentence = f"the level {level:g} is above {highest:g}, which no score exceeds{share}"
        raise fault(ValueError(sentence), "check.range")
    options = {
        "parameters": parameters,
        "prior": prior,
        "sampled": flag(sampled, "sampled"),
        "cluster": cluster,
        "confidence": sure,
        "by_task": flag(by_task, "by_task"),
        "macro_average": False,
        "drop_short": False,
    }
    budgets = all_budgets(k)
    if len(budgets) > 1:
        raise ValueError(f"k = {k!r} is several budgets: a gate has one")
    if single:
        # The weights are read, and no metric uses them.
        found = _core.gate_counts(counts._core, "avg", [], options, level, (True, together))
    else:
        found = _core.gate_counts(counts._core, metric, budgets, options, level, (False, False))
    settings = {
        "at_least": level,
        "confidence": sure,
        "per_question": single,
        "family": together if single else None,
        "metric": None if single else metric,
        "k": budgets[0] if budgets else None,
        "weights": parameters.get("weights"),
        "prior": "uniform" if single else prior,
        "sampled": None if single else bool(sampled or cluster is not None),
        "cluster": cluster,
        "by_task": None if single else by_task,
        "models": None if models is None else [models] if isinstance(models, str) else list(models),
    }
    rows = [Gated(*row) for row in found]
    if models is not None:
        names = checked_only(rows, models)
        rows = [row for row in rows if row.model in names]
    return Gate(rows, settings, counts, tasks=len({row.task for row in rows}) > 1)


def _check_choices(prior: str, cluster: str | None) -> None:
    choices: Sequence[tuple[str, object, tuple[object, ...]]] = [
        ("prior", prior, ("hierarchical", "uniform")),
        ("cluster", cluster, ("task", "cluster", None)),
    ]
    for name, value, known in choices:
        if value not in known:
            listed = ", ".join(repr(one) for one in known if one is not None)
            raise ValueError(f"{name} = {value!r} is not one of {listed}")
