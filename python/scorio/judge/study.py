"""Several judges of a log side by side, and how far they agree; so do several people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from scorio._call import Called
from scorio._calls.judge_quality import judge_quality
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._reading.report import report_lines
from scorio._rows import Judging
from scorio.judge.raters import agreement
from scorio.judge.reading import check_range, graded_by
from scorio.judge.tables import judging_table, refuse_wide
from scorio.show.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio import _core
    from scorio._reading.options import Frame, Path, Reading
    from scorio.judge.raters import Agreements, Level
    from scorio.judge.tables import Judgings

# What tells a trial: its model, task, question and own name, and which of several it is.
Key = tuple[str, str, str, str, int]


class JudgeStudy(Called[Judging]):
    """Judges side by side: a sequence of `Judging`, a row for each judge and model with labels.

    `judges` says how far the judges agree (`Agreements`), and `people` those who labelled. Either
    is None if there is one. Without labels there are no rows.
    """

    _row_type = Judging

    def __init__(
        self,
        parts: dict[str, Judgings],
        judges: Agreements | None,
        people: Agreements | None,
        sources: Sequence[str],
        read: Sequence[str],
    ) -> None:
        several = len(parts) > 1
        rows = [
            row._replace(judge=name if several else "")
            for name, part in parts.items()
            for row in part
        ]
        settings: dict[str, Any] = {}
        for part in [*parts.values(), judges, people]:
            settings |= {} if part is None else part.settings
        settings.pop("raters", None)
        settings |= {"judges": list(judges.settings["raters"]) if judges else list(parts)}
        settings |= {"labels": list(people.settings["raters"])} if people else {}
        super().__init__(rows, [], settings, sources)
        self.judges, self.people = judges, people
        self._qualities, self._read = parts, list(read)

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        judges = len(self.settings["judges"])
        if not self.rows:
            return "Judges"
        by = f" {self.settings['labels'][0]}" if "labels" in self.settings else ""
        return f"{'The judges' if judges > 1 else 'The judge'}, by the labels{by}"

    @property
    def notes(self) -> list[str]:
        """What is said below the tables."""
        several, notes = len(self._qualities) > 1, list[str]()
        for name, part in self._qualities.items():
            said = part.spoken(self._dialect)._said()
            notes += [f"{name}: {sentence}" for sentence in said] if several else said
        for found in self._agreements():
            said = found.spoken(self._dialect)._said()
            both = self.judges is not None and self.people is not None
            notes += [f"{found.title}: {sentence}" for sentence in said] if both else said
        return [*notes, *self._read]

    def document(self) -> dict[str, Any]:
        """Give what `Result.document` gives, with the agreement of judges and of people."""
        named = {"judges": self.judges, "people": self.people}
        tables = {
            f"agreement_of_{name}": [row._asdict() for row in found]
            for name, found in named.items()
            if found is not None
        }
        return super().document() | tables

    def _refuse_percentages(self) -> None:
        refuse_wide(self.rows)

    def _agreements(self) -> list[Agreements]:
        return [one for one in (self.judges, self.people) if one is not None]

    def _page(self) -> Page:
        tables = [judging_table(self.title, self.rows, self._view)] if self.rows else []
        digits, percent = self._view.digits, self._view.percent
        tables += [
            found.view(digits=digits, percent=percent)._shown() for found in self._agreements()
        ]
        return Page(tables, self.notes)


class _Rated(NamedTuple):
    """The trials of a log by what several raters say of them."""

    trials: dict[Key, dict[str, float | None]]
    judges: list[str]
    counts: dict[str, Counts]
    sources: list[str]
    read: list[str]


@coded
def study(
    source: Path | Iterable[Path] | Frame,
    *,
    judges: str | Sequence[str] = (),
    labels: str | Sequence[str] = (),
    level: Level | None = None,
    label_range: tuple[float, float] | None = None,
    sampled: bool = False,
    confidence: float = 0.95,
    **options: Unpack[Reading],
) -> JudgeStudy:
    """Show several judges of one log side by side, and how far they agree.

    Parameters
    ----------
    source
        As for `scorio.count`: a log, several, or a data frame.
    judges
        The fields of the judges' outcomes. By default there is one judge, the outcome of the log.
        With `score="all"`, each score of a tool's log is a judge.
    labels
        The fields of labels. Judges are measured by the first. Of several, it is said how far the
        people agree.
    level, confidence
        As for `agreement`.
    label_range, sampled
        As for `read` and `quality`.
    options
        As for `scorio.count`: fields, policies and the like. With `cluster`, figures are about
        questions like these.

    Returns
    -------
    JudgeStudy
        A sequence of `Judging`. `judges` and `people` have the agreements.

    Raises
    ------
    ValueError
        As for `read` and `agreement`; one judge and no label; a field that is named twice.

    Examples
    --------
    >>> import pandas
    >>> import scorio
    >>> runs = pandas.DataFrame({
    ...     "model": "m", "question": [1, 2, 3, 4, 5, 6],
    ...     "strict": [1, 0, 0, 1, 0, 1], "lenient": [1, 1, 0, 1, 0, 1],
    ...     "human": [1, 0, 0, 1, None, 1],
    ... })
    >>> found = scorio.judge.study(runs, judges=["strict", "lenient"], labels="human")
    >>> [(row.judge, row.labels, round(row.agreement, 2)) for row in found]
    [('strict', 5, 1.0), ('lenient', 5, 0.83)]
    >>> round(found.judges[0].alpha, 4)
    0.6857
    """
    named = [judges] if isinstance(judges, str) else list(judges)
    people = [labels] if isinstance(labels, str) else list(labels)
    check_range(label_range)
    twice = next((one for one in [*named, *people] if [*named, *people].count(one) > 1), None)
    if twice is not None:
        raise ValueError(f"judges and labels name the field {twice!r} twice")
    cluster = options.get("cluster")
    if cluster == "task":
        options["cluster"] = None
    if options.get("score") == "all":
        if named:
            raise ValueError('score="all" takes each score as a judge: leave out judges')
        rated = _scores(source, people, label_range, options)
    else:
        if len(named) < 2 and not people:  # noqa: PLR2004
            raise ValueError("name the labels, or two or more judges")
        rated = _fields(source, named, people, label_range, options)
    about: Any = None if cluster is None else "task" if cluster == "task" else "cluster"
    parts = {
        name: judge_quality(counts, sampled=sampled, cluster=about, confidence=confidence)
        for name, counts in rated.counts.items()
    }
    agreed, also = (
        _agreement(rated, own, level, confidence, who) if len(own) > 1 else None
        for own, who in ((rated.judges, "judges"), (people, "people"))
    )
    return JudgeStudy(parts, agreed, also, rated.sources, rated.read)


def _agreement(
    rated: _Rated, raters: list[str], level: Level | None, confidence: float, who: str
) -> Agreements:
    """Say how far some raters agree. Trials of all models of a question are one piece."""
    ratings: Any = [[own.get(name) for name in raters] for own in rated.trials.values()]
    questions = [f"{len(task)} {task} {question}" for _, task, question, *_ in rated.trials]
    found = agreement(
        ratings, raters=raters, questions=questions, level=level, confidence=confidence
    )
    found.sources, found._read, found._who = list(rated.sources), rated.read, who
    return found


def _fields(
    source: Path | Iterable[Path] | Frame,
    judges: list[str],
    people: list[str],
    ends: tuple[float, float] | None,
    options: Reading,
) -> _Rated:
    """Read judges and labels of one reading."""
    fields = judges or [options.get("outcome", "outcome")]
    if fields[0] in people:
        raise ValueError(f"judges and labels name the same field, {fields[0]!r}")
    grades, sources = graded_by(source, judges or [None], people, options)
    counts = {
        name: Counts(grades.labelled(place, len(fields), ends), sources)
        for place, name in enumerate(fields if people else [])
    }
    trials: dict[Key, dict[str, float | None]] = {}
    _add(trials, grades, [*fields, *people])
    lines = report_lines(grades.report, [sentence for _, _, sentence in grades.notes])
    return _Rated(trials, fields, counts, sources, lines)


def _scores(
    source: Path | Iterable[Path] | Frame,
    people: list[str],
    ends: tuple[float, float] | None,
    options: Reading,
) -> _Rated:
    """Read each score of a log as a judge, with the labels."""
    from scorio._reading.reading import counted

    rest: dict[str, Any] = {name: one for name, one in options.items() if name != "progress"}
    known = counted(source, rest, "Python")
    scores, lines = known.scores, report_lines(known.report, known.notes)
    trials: dict[Key, dict[str, float | None]] = {}
    counts, sources = {}, known.sources
    for score in scores:
        own: Any = rest | {"score": score}
        grades, _ = graded_by(source, [None], people, own)
        if people:
            counts[score] = Counts(grades.labelled(0, 1, ends), sources)
        _add(trials, grades, [score, *people])
    return _Rated(trials, scores, counts, sources, lines)


def _add(
    trials: dict[Key, dict[str, float | None]], grades: _core.Grades, names: list[str]
) -> None:
    """Add what raters say of the trials of a reading."""
    seen: dict[tuple[str, ...], int] = {}
    for (model, task, question, trial), values, _ in grades.trials(0, grades.kept):
        key = (model, task, question, trial)
        number = seen[key] = seen.get(key, -1) + 1
        trials.setdefault((*key, number), {}).update(zip(names, values, strict=True))
