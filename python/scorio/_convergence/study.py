"""The courses of several metrics through the same replicates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from scorio import _core
from scorio._arguments import whole
from scorio._convergence.course import Course, Step
from scorio._numpy import np
from scorio._reading.report import without_budget_note
from scorio.show.documents.records import plain
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from scorio.plot.figure import Figure

Scheme = Literal["column", "row", "given"]


class Convergence(Kept, Sequence[Course]):
    """The courses of several metrics through the same replicates. They print as a table.

    It is a sequence of `Course`. What it saves and hands to other packages, `rows`, has a `Step`
    for each course and number of trials.
    """

    _row_type = Step

    def __init__(
        self,
        entries: NDArray[Any],
        options: dict[str, Any],
        models: list[str],
        runs: tuple[int, int | None, Callable[[int], object] | None],
        settings: Mapping[str, Any],
        *,
        reading_notes: Sequence[str] = (),
        sources: Sequence[str] = (),
    ) -> None:
        self._entries, self._options, self._runs = entries, options, runs
        self._reading_notes = list(reading_notes)
        self.models = models
        self.scheme: Scheme = options["scheme"]
        self.confidence: float | None = options["confidence"]
        self._core: _core.Study | None = _core.Study(entries, **options)
        self.replicates = runs[0]
        self.settings = dict(settings) | {
            "models": models, "gold": options["gold"], "replicates": self.replicates
        }  # fmt: skip
        self.sources = list(sources)
        self._gold_has_ties = self._core.gold_has_ties
        last = entries.shape[-1]
        self.courses = [
            Course(*metric, np.arange(found["start"], last + 1), found["tau"], found["error"],
                   *(found[field] for field in Course._fields[6:]))
            for metric, found in zip(self._core.metrics, self._core.run(*runs), strict=True)
        ]  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_core": None, "_runs": (*self._runs[:2], None)}

    @property
    def rows(self) -> list[Step]:
        """A row for each course and number of trials."""
        return [step for course in self.courses for step in course.steps()]

    @property
    def title(self) -> str:
        """What is studied, in a line."""
        _, models, questions, trials = self._entries.shape
        ways = {"column": "column-wise", "row": "row-wise", "given": "given"}
        title = (
            f"Convergence of {models} models on {questions} questions x {trials} trials, "
            f"{self.replicates:,} {ways[self.scheme]} replicates"
        )
        return (
            title
            if self.confidence is None
            else f"{title}, ties at {100 * self.confidence:g}% confidence"
        )

    @property
    def notes(self) -> list[str]:
        """What the study says below its table."""
        notes = [
            *self._reading_notes,
            *(
                f"{course.name} starts at n = {course.n[0]}: below, a question has too few trials"
                for course in self.courses
                if course.n[0] > 1
            ),
        ]
        given = ((course.metric, course.k, False) for course in self.courses)
        notes += [note.removesuffix(".") for note in without_budget_note(given)]
        if self._gold_has_ties:
            notes.append(
                "the reference ranking ties some models: τ is τ-b, and a replicate converges only "
                "where it ties the same models"
            )
        return notes

    @overload
    def __getitem__(self, index: int | str | tuple[str, int]) -> Course: ...
    @overload
    def __getitem__(self, index: slice) -> list[Course]: ...
    def __getitem__(self, index: int | slice | str | tuple[str, int]) -> Course | list[Course]:
        """Give a course by its place, its metric, or its metric and k."""
        if isinstance(index, int | slice):
            return self.courses[index]
        metric, k = (index, None) if isinstance(index, str) else index
        for course in self.courses:
            if course.metric == metric and k in (None, course.k):
                return course
        known = ", ".join(course.name for course in self.courses)
        raise KeyError(f"no course is {index!r}: there are {known}")

    def __len__(self) -> int:
        return len(self.courses)

    def trajectory(
        self, metric: str | tuple[str, int] | int = 0, replicate: int | None = None
    ) -> NDArray[np.int64]:
        """Give the ranks of every model at every n, of the replicate that converges last.

        Returns
        -------
        ndarray
            A row for every n of the course, a column for every model: competition ranks, or dense
            ones where a confidence was given.

        Raises
        ------
        KeyError
            A metric that was not followed.
        ValueError
            A replicate that there is not.
        """
        course = self[metric]
        place = next(i for i, one in enumerate(self.courses) if one is course)
        chosen = course.slowest if replicate is None else whole("replicate", replicate, 0)
        return np.array(self._study().trajectory(place, chosen), dtype=np.int64)

    def replicate(self, replicate: int) -> NDArray[np.uint8]:
        """Give the results of a replicate as they were drawn: L x M x N.

        Raises
        ------
        ValueError
            A replicate that there is not.
        """
        _, models, questions, trials = self._entries.shape
        drawn = self._study().replicate(whole("replicate", replicate, 0))
        return drawn.reshape(trials, models, questions).transpose(1, 2, 0)

    def subset(self, models: Iterable[int | str]) -> Convergence:
        """Study some of the models alone, by the same replicates' trials.

        Column-wise, a subset's replicates hold the same trials as those of all models.

        Raises
        ------
        ValueError
            A model that there is not; fewer than two.
        """
        chosen = [self._place(model) for model in models]
        if len(set(chosen)) < len(chosen):
            raise ValueError("a model is named twice: each of a subset is one")
        options = dict(self._options)
        if options["gold"] is not None:
            options["gold"] = options["gold"][:, chosen]
        if options["prior"] is not None:
            options["prior"] = options["prior"][:, chosen]
        names = [self.models[place] for place in chosen]
        return Convergence(
            self._entries[:, chosen],
            options,
            names,
            self._runs,
            self.settings,
            reading_notes=self._reading_notes,
            sources=self.sources,
        )

    def _place(self, model: int | str) -> int:
        if isinstance(model, str):
            if model not in self.models:
                raise ValueError(
                    f"there is no model {model!r}, but {on_a_line(', '.join(self.models))}"
                )
            return self.models.index(model)
        return whole("model", model, 0, len(self.models) - 1)

    def _study(self) -> _core.Study:
        """Give the core's study. A copy or a pickle makes it again when it needs one."""
        if self._core is None:
            self._core = _core.Study(self._entries, **self._options)
        return self._core

    def _facts(self) -> dict[str, Any]:
        courses = [
            {"course": one.name, "never": one.never}
            | {"mean": plain(one.mean), "mean_error": plain(one.mean_error)}
            for one in self.courses
        ]
        return super()._facts() | {"courses": courses}

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"convergence": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.courses import convergence

        return convergence("How the ranking settles", self.courses)

    def _page(self) -> Page:
        trials = self._entries.shape[-1]
        shown = sorted({max(1, trials // 8), max(1, trials // 2), trials})
        columns = [
            Column("metric", left=True, worth=9),
            *(Column(f"τ at {n}", worth=place) for place, n in enumerate(shown)),
            Column("convergence@n", worth=8),
            Column("never", worth=7),
        ]
        lines = []
        for course in self.courses:
            taus = [
                _figure(course.tau[i], course.tau_error[i], 4) if i >= 0 else "-"
                for i in (n - int(course.n[0]) for n in shown)
            ]
            settled = _figure(course.mean, course.mean_error, 2)
            lines.append([course.name, *taus, settled, f"{course.never:.2%}"])
        return Page([Table(self.title, columns, lines)], self.notes)


def _figure(value: float, error: float, digits: int) -> str:
    """A figure with its standard error, as far as they are known."""
    if np.isnan(value):
        return "-"
    return f"{value:.{digits}f} ± " + ("-" if np.isnan(error) else f"{error:.{digits}f}")
