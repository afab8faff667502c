"""A result of one row, which is a named tuple itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, get_type_hints

from scorio.show.page import Column, Page, Table
from scorio.show.result import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Single(Result):
    """A named tuple as a result: its one row is the tuple, whose fields are shown in a column.

    A subclass names itself in `_title`, and in `_meanings` fields that need more words than their
    names. A field `says` is its note.
    """

    _title: ClassVar[str]
    _meanings: ClassVar[Mapping[str, str]] = {}

    def of(self, settings: dict[str, Any], sources: Sequence[str] = ()) -> Self:
        """Say what the result depends on."""
        self.settings = settings
        self.sources = list(sources)
        return self

    @property
    def rows(self) -> list[Self]:
        """The one row."""
        return [self]

    @property
    def title(self) -> str:
        """What the result is, in a line."""
        return self._title

    @property
    def notes(self) -> list[str]:
        """The answer in a sentence."""
        return [str(self.says)] if hasattr(self, "says") else []

    def _page(self) -> Page:
        names = list(self._row_type.__annotations__)
        lines = [
            [self._meanings.get(name, name.replace("_", " ")), _shown(getattr(self, name))]
            for name in names
            if name != "says"
        ]
        columns = [Column("", left=True), Column("value")]
        return Page([Table(self.title, columns, lines)], self.notes)


def parts_of(row: type[tuple[Any, ...]], measured: type[tuple[Any, ...]]) -> dict[str, list[str]]:
    """Name the columns of the fields that are measured: the figure and its error."""
    hints = get_type_hints(row)
    return {
        name: [name, f"{name}_error"]
        for name, hint in hints.items()
        if hint in (measured, measured | None)
    }


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        figure, error = value
        return f"{figure:.4g} ± {error:.2g}"
    if isinstance(value, float):
        return f"{value:.4g}".replace("-", "−")
    if isinstance(value, bool) or not isinstance(value, int):
        return "—" if value is None else str(value)
    return f"{value:,}"
