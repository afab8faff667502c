"""The one way from a declared call to the core: `scorio._calls` has a function for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from scorio import _core, _rows
from scorio._arguments import _vector, all_budgets, budgets, flag, number, share, whole
from scorio._arguments import budget as one_budget
from scorio._counting.tallied import Tallied
from scorio._declared import declared
from scorio._errors import coded, described
from scorio.show.escaping import on_a_line
from scorio.show.view import Viewed, refuse_other_scales

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorio.show.page import Page

# Told how many replicates of long work have begun. The command line draws a bar of them.
BEGUN: ContextVar[Callable[[int], object] | None] = ContextVar("BEGUN", default=None)

Row = TypeVar("Row", bound=tuple[Any, ...])


class Note(NamedTuple):
    """What a result says below its tables, as data.

    Attributes
    ----------
    kind : str
        A stable name, `folder.note`.
    words : str
        The words, which `said` spells for a language.
    values : dict
        The values that the words need.
    """

    kind: str
    words: str
    values: dict[str, Any]

    def said(self, dialect: str) -> str:
        """Give the note in the words of a language."""
        return _core.spelled(self.words, list(self.values.items()), dialect, None)


class Tables:
    """The tables of an answer, whose rows are made where they are first read."""

    def __init__(self, found: _core.Answered, rows: Sequence[str]) -> None:
        self._found = found
        self._rows = rows
        self._made: dict[int, list[Any]] = {}

    def __getitem__(self, place: int) -> list[Any]:
        if place not in self._made:
            kind = getattr(_rows, self._rows[place])
            self._made[place] = [kind(*row) for row in self._found.table(place)]
        return self._made[place]

    def __iter__(self) -> Iterator[list[Any]]:
        return map(self.__getitem__, range(len(self._rows)))


class Answer(NamedTuple):
    """What the core answers: the tables, the notes, and the options with their defaults."""

    tables: Tables
    notes: list[Note]
    options: dict[str, Any]


class Called(Viewed[Row]):
    """The rows of a declared call, with notes that a language spells."""

    _dialect = "Python"

    def __init__(
        self, rows: list[Row], notes: list[Note], settings: dict[str, Any], sources: Sequence[str]
    ) -> None:
        borrowed = [name for note in notes for name in _borrowing(note)]
        super().__init__(rows, settings | ({"borrowed": borrowed} if borrowed else {}), sources)
        self._notes = notes

    def spoken(self, dialect: str) -> Self:
        """Give the same with notes in the words of another language."""
        other = copy(self)
        other._dialect = dialect
        return other

    def _chosen_page(self, columns: str | Sequence[str] | None = None) -> Page:
        """Give the page, in which each model without labels of its own is marked."""
        page = super()._chosen_page(columns)
        names = {on_a_line(name) for name in self.settings.get("borrowed", ())}
        if not names:
            return page
        return page._replace(tables=[
            table._replace(lines=[
                [f"{cell} (borrowed)" if cell in names else cell for cell in line]
                for line in table.lines
            ])
            for table in page.tables
        ])  # fmt: skip

    def _refuse_percentages(self) -> None:
        weights, way = self.settings.get("weights"), "leave it out"
        refuse_other_scales("percent", self.rows, weights, way)

    def _said(self, *kinds: str) -> list[str]:
        """Give the notes, or those of some kinds."""
        notes = (note for note in self._notes if not kinds or note.kind in kinds)
        return [note.said(self._dialect) for note in notes]


def _borrowing(note: Note) -> list[str]:
    """Give the models for which a note says that error rates are borrowed."""
    return note.values["names"].split("\x1f") if note.kind == "judge.borrowed" else []


@coded
def answered(name: str, counts: Tallied[Any], **options: object) -> Answer:
    """Read the options as they are declared, and let the core answer."""
    if not isinstance(counts, Tallied):
        raise TypeError(f"counts = {counts!r} is not Counts: read a log with scorio.count")
    call = declared(name)
    read = {
        option: None if value is None else _READERS[call["options"][option]["takes"]](
            _core.option_name(option, "Python"), value, call["options"][option]
        )
        for option, value in options.items()
    }  # fmt: skip
    given = {option: value for option, value in read.items() if value is not None}
    try:
        found = _core.call(name, counts._core, given, BEGUN.get())
    except ValueError as error:
        if counts._trial is None or getattr(error, "code", None) != "counts.no_runs":
            raise
        problem = vars(error)["problem"]
        raise described(ValueError, problem, "count_by_trial", field=counts._trial) from None
    tables = Tables(found, [row for _, row in call["tables"]])
    # A share is shown as it was given.
    shares = {one for one, option in call["options"].items() if option["takes"] == "share"}
    shown = {one: options[one] if one in shares else value for one, value in read.items()}
    return Answer(tables, [Note(*note) for note in found.notes()], shown)


@coded
def asked(name: str, **options: object) -> _core.Answered:
    """Let the core answer a call about its options, which are read. None is a default."""
    given = {option: value for option, value in options.items() if value is not None}
    return _core.call(name, None, given, BEGUN.get())


def _flag(name: str, value: object, _: Mapping[str, Any]) -> bool:
    return flag(value, name)


def _number(name: str, value: object, _: Mapping[str, Any]) -> float:
    return number(name, value)


def _budget(name: str, value: object, _: Mapping[str, Any]) -> int:
    several = budgets(value) or [one_budget(value, name)]
    if len(several) > 1:
        raise ValueError(f"{name} = {value!r} is several budgets: give one")
    return several[0]


def _whole(name: str, value: object, option: Mapping[str, Any]) -> int:
    return whole(name, value, int(option["range"][0]))


def _choice(name: str, value: object, option: Mapping[str, Any]) -> str:
    if value not in option["of"]:
        raise ValueError(f"{name} = {value!r} is not one of {', '.join(map(repr, option['of']))}")
    return str(value)


def _text(name: str, value: object, _: Mapping[str, Any]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} = {value!r} is not a text")
    return value


def _numbers(name: str, value: object, option: Mapping[str, Any]) -> list[float]:
    return _vector(name, value, option["of"][0])


def _texts(name: str, value: object, _: Mapping[str, Any]) -> list[str]:
    several = [value] if isinstance(value, str) else value
    texts = list(several) if isinstance(several, Iterable) else None
    if texts is None or not all(isinstance(one, str) for one in texts):
        raise TypeError(f"{name} = {value!r} is not a name, or several")
    return list(dict.fromkeys(texts))


def _share(_: str, value: object, __: Mapping[str, Any]) -> float | tuple[float, int]:
    return share(value)


def _budgets(_: str, value: object, __: Mapping[str, Any]) -> list[int]:
    return all_budgets(value)


_READERS: dict[str, Callable[[str, Any, Mapping[str, Any]], Any]] = {
    "flag": _flag, "number": _number, "portion": _number, "budget": _budget, "choice": _choice,
    "whole": _whole, "text": _text, "numbers": _numbers, "texts": _texts, "share": _share,
    "budgets": _budgets,
}  # fmt: skip
