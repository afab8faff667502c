"""What all results have in common: how they are shown, saved, compared, copied and pickled."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from scorio._core import Table as CoreTable
from scorio._core import __version__
from scorio._errors import coded
from scorio.show.documents import html, latex, markdown
from scorio.show.documents.records import fields_of, plain, records_of, same, to_csv
from scorio.show.documents.writing import write_atomically
from scorio.show.escaping import in_json, on_a_line
from scorio.show.page import with_columns
from scorio.show.terminal import text

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from scorio.plot.figure import Figure
    from scorio.show.page import Page

Row = TypeVar("Row", bound=tuple[Any, ...])

ENDINGS = (".csv", ".json", ".parquet", ".md", ".tex", ".html")


def checked_ending(path: str | os.PathLike[str]) -> str:
    """Give the ending of a path to which results can be written."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(
            f"cannot write {on_a_line(str(path))}: its ending is none of {', '.join(ENDINGS)}"
        )
    return ending


class Result(ABC):
    """A result: rows, a title and notes, which it shows, saves and hands to other packages."""

    _row_type: ClassVar[type[tuple[Any, ...]]]
    # The columns of fields that hold several numbers.
    _parts: ClassVar[Mapping[str, Sequence[str]]] = {}

    settings: Mapping[str, Any] = MappingProxyType({})
    """What the result depends on beside the data."""
    sources: Sequence[str] = ()
    """What the data were read from, as it was named."""

    @property
    @abstractmethod
    def rows(self) -> Sequence[Any]:
        """The typed rows that are saved."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What the result is, in a line."""

    @property
    @abstractmethod
    def notes(self) -> list[str]:
        """What the result says below its tables, in sentences."""

    @abstractmethod
    def _page(self) -> Page:
        """Give the tables and notes as they are shown."""

    @coded
    def _chosen_page(self, columns: str | Sequence[str] | None = None) -> Page:
        """Give the page with some columns alone."""
        return with_columns(self._page(), [columns] if isinstance(columns, str) else columns or ())

    def to_text(
        self,
        width: int | None = None,
        *,
        columns: str | Sequence[str] | None = None,
        color: bool = False,
    ) -> str:
        """Format as aligned text of at most `width` columns.

        Columns that do not fit are left out, and a line names them. Long names are shortened in the
        middle, and intervals are drawn as bars. Without a width, that of the terminal counts. There
        is none where the output goes to a file or a pipe: then the table is whole, without bars.
        `columns` names the columns of the tables that are shown, in their order, such as
        `["model", "score", "interval"]`. `color` adds the colours of a terminal.
        """
        return text.render(self._chosen_page(columns), width, color=color)

    def to_markdown(self, *, columns: str | Sequence[str] | None = None) -> str:
        """Format as Markdown tables, with all `columns` or some."""
        return markdown.render(self._chosen_page(columns))

    @coded
    def to_latex(
        self,
        *,
        columns: str | Sequence[str] | None = None,
        label: str | None = None,
        caption: str | None = None,
    ) -> str:
        r"""Format as LaTeX tables, which need the package booktabs.

        Each is a `table` with a caption and a label (`\ref{tab:pass-at-k-k-4}`). Of leaderboards,
        models that are not separated from the best are bold. The notes are below the last table,
        without the line that says how much was read.

        Parameters
        ----------
        columns
            The columns that are shown, in their order; all by default.
        label
            The label of the table, by default made of its title. Several tables have it with
            numbers: `tab:main-1`, `tab:main-2`.
        caption
            The caption, by default the title in words. Several tables have both.

        Raises
        ------
        ValueError
            A column that no table has.
        """
        return latex.render(self._chosen_page(columns), label, caption)

    def to_html(self, *, columns: str | Sequence[str] | None = None) -> str:
        """Format as HTML tables, with all `columns` or some."""
        return html.render(self._chosen_page(columns))

    @coded
    def plot(self, kind: str | None = None) -> Figure:
        """Draw the result: a `Figure`, which a notebook shows, and which `save` writes.

        Parameters
        ----------
        kind
            Which plot. A leaderboard has "scores", "ranks", "curves" (over k) and "tasks". A
            ranking has "scores" and "ranks". Costs have "frontier" and "budget". Other results have
            one kind.

        Raises
        ------
        ValueError
            A kind that the result does not have; data that it cannot show.
        """
        name, figures = type(self).__name__, self._figures()
        if not figures:
            raise ValueError(f"{name} has no plot")
        if kind is not None and kind not in figures:
            known = ", ".join(map(repr, figures))
            raise ValueError(f"kind = {kind!r} is no plot of {name}: give one of {known}")
        if not self.rows:
            raise ValueError("there is nothing to draw: the result has no rows")
        return figures[kind or next(iter(figures))]()

    def _beside_rows(self) -> str:
        """Name what JSON has, and files of rows alone do not. Most results have no such thing."""
        return ""

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        """Give what draws each kind of plot. The first is the usual one."""
        return {}

    def document(self) -> dict[str, Any]:
        """Give title, scorio version, settings, sources, notes and rows, of what JSON knows.

        A number that is not finite is None.
        """
        fields, records = self._records()
        names = [field.name for field in fields]
        rows = [dict(zip(names, plain(record), strict=True)) for record in records]
        return self._facts() | {"rows": rows}

    def to_json(self) -> str:
        """Format the document as JSON."""
        document = json.dumps(self.document(), indent=1, ensure_ascii=False, allow_nan=False)
        return in_json(document) + "\n"

    def to_csv(self, *, safe_csv: bool = True) -> str:
        """Format the rows as CSV.

        A text that begins with =, +, -, @ or a control character gets an apostrophe before it, so
        that no spreadsheet takes it for a formula. `safe_csv=False` leaves texts as they are.
        """
        return to_csv(*self._records(), safe_csv=safe_csv)

    @coded
    def save(self, path: str | os.PathLike[str], *, safe_csv: bool = True) -> None:
        """Write a file: CSV, JSON, Parquet, Markdown, LaTeX or HTML, by the path's ending.

        CSV holds the rows alone, with `safe_csv` as for `to_csv`. JSON holds the settings, sources
        and notes, too. Parquet has them in the metadata of its schema, as JSON under the key
        `scorio`. The file takes its place when all of it is written.

        Raises
        ------
        ValueError
            Another ending.
        OSError
            The file cannot be written.
        """
        ending = checked_ending(path)
        write_atomically(path, self._bytes(ending, safe_csv=safe_csv))

    def _bytes(self, ending: str, *, safe_csv: bool) -> bytes:
        if ending == ".parquet":
            return self._table().to_parquet()
        if ending == ".html":
            return html.document(self._chosen_page(), self.title).encode()
        content: dict[str, Callable[[], str]] = {
            ".csv": lambda: self.to_csv(safe_csv=safe_csv),
            ".json": self.to_json,
            ".md": self.to_markdown,
            ".tex": self.to_latex,
        }
        return content[ending]().encode()

    def _facts(self) -> dict[str, Any]:
        """Give what is saved beside the rows."""
        return {
            "title": self.title,
            "scorio": __version__,
            "settings": {k: plain(v) for k, v in self.settings.items() if v is not None},
            "sources": list(self.sources),
            "notes": self.notes,
        }

    def _records(self) -> tuple[list[Any], list[tuple[Any, ...]]]:
        fields = fields_of(self._row_type, self._parts)
        names = list(self._row_type.__annotations__)
        return list(fields), records_of(self.rows, names, self._parts)

    def _table(self) -> CoreTable:
        fields, records = self._records()
        columns = list(zip(*records, strict=True)) or [()] * len(fields)
        facts = json.dumps(self._facts(), ensure_ascii=False, allow_nan=False)
        return CoreTable(
            [(*field, list(column)) for field, column in zip(fields, columns, strict=True)],
            {"scorio": facts},
        )

    def _repr_html_(self) -> str:
        return self.to_html()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand the rows to an Arrow consumer."""
        return self._table().__arrow_c_stream__(requested_schema)


class Kept(Result):
    """What makes results equal, and what is copied and pickled: all but the core's own objects."""

    def __repr__(self) -> str:
        return self.to_text()

    def __getstate__(self) -> dict[str, Any]:
        return dict(vars(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kept) or type(self) is not type(other):
            return NotImplemented
        return same(self.__getstate__(), other.__getstate__())

    __hash__ = None  # type: ignore[assignment]


class Rows(Kept, Sequence[Row], Generic[Row]):
    """A result that is a sequence of its rows."""

    def __init__(
        self, rows: list[Row], settings: dict[str, Any], sources: Sequence[str] = ()
    ) -> None:
        self._rows = rows
        self.settings = settings
        self.sources = list(sources)

    @property
    def rows(self) -> list[Row]:
        """The typed rows."""
        return self._rows

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        """Give one row, or some."""
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)
