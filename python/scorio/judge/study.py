"""Several judges of a log side by side, and how far they agree; so do several people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

from scorio._call import Called
from scorio._calls.judge_quality import judge_quality
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._reading.report import report_lines
from scorio._rows import Judging
from scorio.judge.labels import check_sources, other_labels
from scorio.judge.raters import agreement
from scorio.judge.reading import check_range
from scorio.judge.tables import judging_table, legend, refuse_wide
from scorio.rubric.fields import read_fields
from scorio.show.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
        return [*legend(self.rows), *notes, *self._read]

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

    trials: dict[Key, dict[str, float | str | None]]
    counts: dict[str, Counts]
    sources: list[str]
    read: list[str]


@coded
def study(
    source: Path | Iterable[Path] | Frame,
    *,
    judges: str | Sequence[str] = (),
    label: str | Sequence[str] = (),
    labels: Path | Iterable[Path] | Frame | None = None,
    level: Level | None = None,
    label_range: tuple[float, float] | None = None,
    on_unmatched: Literal["error", "drop"] = "error",
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
    label
        The fields of labels. Judges are measured by the first. Of several, it is said how far the
        people agree.
    labels, label_range, on_unmatched, sampled
        As for `read` and `quality`.
    level, confidence
        As for `agreement`. Texts of judges are names.
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
    >>> found = scorio.judge.study(runs, judges=["strict", "lenient"], label="human")
    >>> [(row.judge, row.labels, round(row.agreement, 2)) for row in found]
    [('strict', 5, 1.0), ('lenient', 5, 0.83)]
    >>> round(found.judges[0].alpha, 4)
    0.6857
    """
    named = [judges] if isinstance(judges, str) else list(judges)
    people = [label] if isinstance(label, str) else list(label)
    check_range(label_range)
    twice = next((one for one in [*named, *people] if [*named, *people].count(one) > 1), None)
    if twice is not None:
        raise ValueError(f"judges and labels name the field {twice!r} twice")
    if people or labels is not None:
        check_sources(labels, on_unmatched)
    cluster = options.get("cluster")
    if cluster == "task":
        options["cluster"] = None
    source = list(source) if isinstance(source, Iterator) else source
    if options.get("score") == "all":
        if named:
            raise ValueError('score="all" takes each score as a judge: leave out judges')
        readings, read = _scores(source, options)
    elif len(named) < 2 and not people and labels is None:  # noqa: PLR2004
        raise ValueError("name the labels, or two or more judges")
    else:
        readings, read = _fields(named, people, options), None
    rated = _rated(source, readings, people, (labels, on_unmatched), label_range)
    about: Any = None if cluster is None else "task" if cluster == "task" else "cluster"
    parts = {
        name: judge_quality(counts, sampled=sampled, cluster=about, confidence=confidence)
        for name, counts in rated.counts.items()
    }
    lines = rated.read if read is None else read
    agreed, also = (
        _agreement(rated._replace(read=lines), own, level, confidence, who)
        if len(own) > 1
        else None
        for own, who in (([one.name for one in readings], "judges"), (people, "people"))
    )
    return JudgeStudy(parts, agreed, also, rated.sources, lines)


class _Judge(NamedTuple):
    """A judge: its name, the field of its outcome, and the options that read it."""

    name: str
    field: str
    options: Any


def _fields(judges: list[str], people: list[str], options: Reading) -> list[_Judge]:
    """Give the judges that fields name."""
    own = options.get("outcome", "outcome")
    if not judges and own in people:
        raise ValueError(f"judges and labels name the same field, {own!r}")
    rest = {name: one for name, one in options.items() if name != "progress"}
    known = [
        # A bar is drawn of the first reading.
        _Judge(name, name, (rest if place else dict(options)) | {"outcome": name})
        for place, name in enumerate(judges)
    ]
    return known or [_Judge(own, "@outcome", dict(options))]


def _scores(
    source: Path | Iterable[Path] | Frame, options: Reading
) -> tuple[list[_Judge], list[str]]:
    """Give each score of a log as a judge, and what the reading has to say."""
    from scorio._reading.reading import counted

    rest: dict[str, Any] = {name: one for name, one in options.items() if name != "progress"}
    known = counted(source, rest, "Python")
    judges = [_Judge(name, "@outcome", rest | {"score": name}) for name in known.scores]
    return judges, report_lines(known.report, known.notes)


def _rated(
    source: Path | Iterable[Path] | Frame,
    judges: list[_Judge],
    people: list[str],
    labels: tuple[Any, str],
    ends: tuple[float, float] | None,
) -> _Rated:
    """Read the log for each judge, with the labels."""
    trials: dict[Key, dict[str, float | str | None]] = {}
    counts, sources, lines, other = {}, list[str](), list[str](), None
    for judge in judges:
        fields = {"outcome": judge.field}
        fields |= {f"label{place or ''}": person for place, person in enumerate(people)}
        grades, sources = read_fields(source, fields, judge.options)
        if labels[0] is not None and other is None:
            other = other_labels(*labels, people[0] if people else None)
        if people or other is not None:
            counts[judge.name] = Counts(grades.labelled(0, 1, ends, other), sources)
        seen: dict[tuple[str, ...], int] = {}
        each = zip(grades.trials(0, grades.kept), grades.ratings(0), strict=True)
        for (names, signals, _), (number, text) in each:
            place = seen[names] = seen.get(names, -1) + 1
            own = trials.setdefault((*names, place), {})
            own[judge.name] = number if text is None else text
            own.update(zip(people, signals[1:], strict=True))
        lines = lines or report_lines(grades.report, [words for *_, words in grades.notes])
    return _Rated(trials, counts, sources, lines)


def _agreement(
    rated: _Rated, raters: list[str], level: Level | None, confidence: float, who: str
) -> Agreements:
    """Say how far some raters agree. Trials of all models of a question are one piece."""
    ratings: Any = [[own.get(name) for name in raters] for own in rated.trials.values()]
    if any(isinstance(one, str) for row in ratings for one in row):
        # A number beside texts is a name, too.
        ratings = [[f"{x:g}" if isinstance(x, float) else x for x in row] for row in ratings]
    questions = [f"{len(task)} {task} {question}" for _, task, question, *_ in rated.trials]
    found = agreement(
        ratings, raters=raters, questions=questions, level=level, confidence=confidence
    )
    found.sources, found._read, found._who = list(rated.sources), rated.read, who
    return found
