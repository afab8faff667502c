"""What counts of categories and sums of numeric scores have in common."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeGuard, TypeVar

from scorio import _core
from scorio._counting.copies import check_copies
from scorio._counting.selected import known, known_questions
from scorio._errors import braced, coded, named_options
from scorio.show.escaping import on_a_line
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

# How a note begins that says what in the reading is a guess.
GUESS = "A guess of scorio inspect"

Core = TypeVar("Core", _core.Counts, _core.Sums)
Path = str | os.PathLike[str]


class Tallied(Generic[Core]):
    """Trials that were read and added up: whose they are, and what the reading said."""

    __slots__ = ("_core", "_found", "_trial", "sources")
    _core: Core
    _kind: ClassVar[type[Any]]
    # How logs are read into the other kind, which does not go together with this one.
    _instead: ClassVar[str]
    # The endings of the files that they are written to, and the words for these.
    _endings: ClassVar[tuple[str, ...]] = (".parquet",)
    _ending_words: ClassVar[str]
    # Whether these are costs by outcome.
    _costed: ClassVar[bool] = False
    numeric: ClassVar[bool] = False
    """Whether outcomes are numbers, and not categories."""

    def __init__(self, core: Core, sources: Sequence[str] = (), found: Sequence[str] = ()) -> None:
        self._core = core
        self._found = list(found)
        # A field of the log that looks like the number of a trial, if none was read.
        self._trial: str | None = None
        self.sources = list(dict.fromkeys(sources))
        """What was read, as it was named."""

    @classmethod
    @coded
    def load(cls, path: Path) -> Self:
        """Read a count file that `save` or `scorio count` wrote.

        Any Parquet file will do that has the columns of one. `model` and `question` are text, and
        `task` and `missing` are optional. Counts have two or more `count_<category>` of whole
        numbers. Sums have `trials` of whole numbers, and as text `exact_sum` and
        `exact_sum_of_squares`. `exact_sum_of_cubes` is optional.

        Raises
        ------
        FileNotFoundError, OSError
            The file is not there, or cannot be read.
        ValueError
            It does not hold counts, or sums that outcomes can have.
        """
        return cls(cls._kind.load(path), [os.fspath(path)])

    @coded
    def save(self, path: Path) -> None:
        """Write a count file (Parquet), whole or not at all.

        Of counts, a name that ends in `_samples.jsonl` asks for samples of Every Eval Ever, a line
        for each trial (`docs/formats/every-eval-ever.md`).

        Raises
        ------
        OSError
            The file cannot be written.
        ValueError
            Another ending. Samples of more than two categories whose names are no numbers.
        """
        self._check_ending(path)
        self._kept.save(path)

    @classmethod
    def _check_ending(cls, path: Path) -> None:
        """Check that a path has the ending of a file that can be written."""
        if not os.fspath(path).endswith(cls._endings):
            shown = on_a_line(str(path))
            raise ValueError(
                f"cannot write {shown}: the ending of a count file {cls._ending_words}"
            )

    @coded
    def merge(self, *others: Self, allow_copies: bool = False) -> Self:
        """Give these and others together. All are left as they are.

        Categories of counts are matched by name. The result has the longest list of them. Counts
        with a shorter list count 0 in the other categories: ("0", "1") merges into
        ("0", "0.5", "1"). Single outcomes of sums stay kept if all of them keep theirs.

        Parameters
        ----------
        others
            Other counts, or other sums.
        allow_copies
            Add up those, too, that seem to be of the same trials, or of a part of them.

        Raises
        ------
        TypeError
            Counts with sums, or something else than these.
        ValueError
            A list of categories that is not part of the longest, in its order; a question with two
            clusters, or two weights; copies, unless they are allowed.
        """
        for other in others:
            if not self._is_alike(other):
                if isinstance(other, Tallied) and other._costed != self._costed:
                    raise _without_costs(self if other._costed else other)
                instead = f": {self._instead}" if isinstance(other, Tallied) else ""
                raise TypeError(f"{other!r} is not {type(self).__name__}{instead}")
        several: list[Self] = [self, *others]
        shared = [] if allow_copies else check_copies(several)
        sources = [source for one in several for source in one.sources]
        found = list(dict.fromkeys(why for one in several for why in one._found))
        found += shared
        return type(self)(self._kept.merge([other._kept for other in others]), sources, found)

    def __add__(self, other: object) -> Self:
        return self.merge(other) if self._is_alike(other) else NotImplemented

    @coded
    def select(
        self,
        *,
        model: str | Sequence[str] | None = None,
        task: str | Sequence[str] | None = None,
        score: str | Sequence[str] | None = None,
        question: str | Sequence[str] | None = None,
    ) -> Self:
        """Give those of some models, tasks, scores, questions, or any of these together.

        Raises
        ------
        ValueError
            A model, task, score or question that is not there.
        """
        models = known("model", model, self.models)
        tasks = known("task", task, self.tasks)
        scores = known("score", score, self.scores)
        questions = None if question is None else known_questions(question, self._core.questions())
        return self._like(self._kept.select(models, tasks, scores, questions))

    @coded
    def with_field(
        self,
        name: str,
        values: Mapping[str, object] | Mapping[tuple[str, str], object],
    ) -> Self:
        """Give the same, where questions have values of a field, such as their difficulty.

        `scorio.slices` compares models by such fields, and `score` has tables by them.

        Parameters
        ----------
        name
            The field.
        values
            Its values, by the names of questions, or by (task, question). A name without a task
            means all tasks that have such a question. None and NaN stand for no value.

        Raises
        ------
        ValueError
            A question that is not there, or that has another value already.

        Examples
        --------
        >>> import scorio
        >>> counts = scorio.count({"a": [[1, 0], [1, 1]], "b": [[0, 0], [1, 0]]})
        >>> counts.with_field("level", {"0": "easy", "1": "hard"}).fields
        ['level']
        """
        if not isinstance(name, str) or not name or name == "task":
            raise ValueError(
                f"{name!r} is no name of a field: the tasks are known, and it needs one"
            )
        if not isinstance(values, Mapping):
            raise TypeError(f"values = {values!r} is not a mapping from questions to values")
        each: list[tuple[str | None, str, str]] = []
        for key, value in values.items():
            task, question = key if isinstance(key, tuple) else (None, key)
            each.append((task, str(question), _field_text(value)))
        return self._like(self._kept.with_field(name, each))

    @coded
    def rename(
        self,
        *,
        model: Mapping[str, str] | None = None,
        task: Mapping[str, str] | None = None,
        question: Mapping[str, str] | None = None,
    ) -> Self:
        """Give the same with other names of models, tasks or questions.

        Questions of one name add up: their trials have no order then.

        Raises
        ------
        ValueError
            A name that is not there; one question with two clusters or weights.

        Examples
        --------
        >>> import scorio
        >>> coins = scorio.count("examples/coins.jsonl")
        >>> coins.rename(model={"coin-01": "fair"}).models[:2]
        ['fair', 'coin-02']
        """
        models, tasks, questions = dict(model or {}), dict(task or {}), dict(question or {})
        known("model", list(models), self.models)
        known("task", list(tasks), self.tasks)
        if questions:
            known_questions(list(questions), self._core.questions())
        return self._like(self._kept.relabelled(models, tasks, questions))

    @property
    def models(self) -> list[str]:
        """The models, in order of appearance."""
        return self._core.models

    @property
    def tasks(self) -> list[str]:
        """The tasks, in order of appearance. `""` stands for no task."""
        return self._core.tasks

    @property
    def fields(self) -> list[str]:
        """The fields of which questions have values, such as their difficulty."""
        return self._core.fields

    @property
    def scores(self) -> list[str]:
        """The scores of the trials, in order of appearance; `""` for the only or headline score."""
        return self._core.scores

    @property
    def trials(self) -> int:
        """How many outcomes there are."""
        return self._core.trials

    @property
    def missing(self) -> int:
        """How many trials had no outcome and are left out, or were planned and are in no log."""
        return self._core.missing

    @property
    def notes(self) -> list[str]:
        """What else the reading has to say: which scores count, which logs end early."""
        return list(
            dict.fromkeys([*self._found, *(sentence for _, _, sentence in self._kept.notes)])
        )

    @property
    def _guesses(self) -> list[str]:
        """What in the reading is a guess of an inspection."""
        return [note for note in self.notes if note.startswith(GUESS)]

    @property
    def report(self) -> dict[str, int]:
        """What the reading did: files, bytes, records, and what each policy left out or changed.

        Merging adds the figures up. What `select` gives has none of its own.
        """
        report: dict[str, int] = self._kept.report
        return report

    def __len__(self) -> int:
        return len(self._core)

    def __eq__(self, other: object) -> bool:
        return self._kept == other._kept if self._is_alike(other) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _is_alike(self, other: object) -> TypeGuard[Self]:
        """Whether others are counts as these are, or both are sums."""
        if not isinstance(other, Tallied) or other._kind is not self._kind:
            return False
        return other._costed == self._costed

    @property
    def _kept(self) -> Any:  # noqa: ANN401
        """What is saved, merged and selected."""
        return self._core

    def _like(self, core: Any) -> Self:  # noqa: ANN401
        """Give others that were read from the same files."""
        other = type(self)(core, self.sources, self._found)
        other._trial = self._trial
        return other

    def _because(self, why: str) -> Self:
        """Give the same with a note on what decided how they were read."""
        other = self._like(self._kept)
        other._found.append(why)
        return other

    def __copy__(self) -> Self:
        return self._like(self._kept)

    def __deepcopy__(self, memo: object) -> Self:
        # Neither counts nor sums ever change.
        return self._like(self._kept)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        return _restored, (type(self), self._kept.to_bytes(), self.sources)

    def __repr__(self) -> str:
        parts = [
            counted(len(self.models), "model"),
            counted(len(self.tasks), "task"),
            counted(len(self), "question"),
            counted(self.trials, "trial"),
        ]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand a row for each question to an Arrow consumer."""
        return self._kept.__arrow_c_stream__(requested_schema)


def _without_costs(counts: Tallied[Any]) -> TypeError:
    """Make the error for counts that have no costs, where others have."""
    named = on_a_line(", ".join(counts.sources)) or repr(counts)
    way = "count both logs with {cost}, or both without"
    template = f"{braced(named)} has no costs: {way}"
    return named_options(TypeError, "counts.no_costs", template, "cost")


def _field_text(value: object) -> str:
    """Give the text of a value of a field, as logs have it."""
    if isinstance(value, list | tuple | dict | set):
        raise TypeError(f"{value!r} is no single value of a field")
    if value is None or value != value:  # noqa: PLR0124
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _restored(kind: type[Tallied[Any]], content: bytes, sources: list[str]) -> Tallied[Any]:
    return kind(kind._kind.from_bytes(content), sources)
