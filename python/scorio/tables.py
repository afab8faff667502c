"""Tables of rows: how they are shown and kept."""

from __future__ import annotations

import csv
import html
import json
import shutil
import sys
import unicodedata
from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, overload

from scorio.files import written_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

Row = TypeVar("Row", bound=Any)


class _Core(Protocol):
    def write_parquet(self, path: str | os.PathLike[str]) -> None: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Tables(Sequence[Row], Generic[Row]):
    """A sequence of named tuples, at least one, shown as one table or several with notes."""

    def __init__(self, core: _Core, rows: list[Row]) -> None:
        self._written = core
        self.rows = rows

    @abstractmethod
    def _tables(self) -> Iterable[list[Row]]:
        """Give the rows of each table."""

    @abstractmethod
    def _title(self, rows: list[Row]) -> str: ...

    @abstractmethod
    def _lines(self, rows: list[Row]) -> list[list[str]]:
        """Give a table's header and lines as cells."""

    @abstractmethod
    def _notes(self) -> list[str]:
        """Give the sentences below the tables."""

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        """Give one row, or some."""
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand the rows to an Arrow consumer."""
        return self._written.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        parts = []
        for rows in self._tables():
            header, *cells = self._lines(rows)
            lines = ["".join(f"<td>{html.escape(c)}</td>" for c in line) for line in cells]
            head = "".join(f"<th>{html.escape(h)}</th>" for h in header)
            body = "".join(f"<tr>{line}</tr>" for line in lines)
            title = html.escape(self._title(rows))
            table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            parts.append(f"<p><b>{title}</b></p>{table}")
        notes = "<br>".join(html.escape(note) for note in self._notes())
        return "".join(parts) + f"<p>{notes}</p>"

    def to_text(self, width: int | None = None) -> str:
        """Format as aligned text of at most `width` columns.

        Where a line a model does not fit, each takes several. Without a width, that of the
        terminal, or none where the output goes to a file or a pipe.
        """
        if width is None:
            width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
        parts = [
            "\n".join([self._title(rows), "", *fitted(self._lines(rows), width)])
            for rows in self._tables()
        ]
        return "\n\n".join([*parts, "\n".join(self._notes())])

    def to_markdown(self) -> str:
        """Format as Markdown tables."""
        parts = []
        for rows in self._tables():
            lines = self._lines(rows)
            cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
            head, *body = [f"| {' | '.join(line)} |" for line in cells]
            rule = "|" + "|".join("---" if name in TEXTS else "--:" for name in lines[0]) + "|"
            parts.append("\n".join([f"**{self._title(rows)}**", "", head, rule, *body]))
        return "\n\n".join([*parts, "\n".join(f"- {note}" for note in self._notes())]) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows as CSV, JSON, Parquet or Markdown, by the path's ending.

        The file is written whole or not at all.

        Raises
        ------
        ValueError
            Another ending.
        OSError
            The file cannot be written.
        """
        ending = checked_ending(path)
        if ending == ".parquet":
            self._written.write_parquet(path)
            return
        with written_whole(path) as file:
            if ending == ".md":
                file.write(self.to_markdown())
            elif ending == ".json":
                json.dump([row._asdict() for row in self.rows], file, indent=1, ensure_ascii=False)
                file.write("\n")
            else:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(self.rows[0]._fields)
                writer.writerows(self.rows)


# Columns that are aligned to the left.
TEXTS = ("model", "question")
# The columns from here on may follow on a line of their own.
RIGHT = 5
# From here on, three digits show a thousand.
SHOWN_AS_1000 = 999.5
ENDINGS = (".csv", ".json", ".parquet", ".md")


def checked_ending(path: str | os.PathLike[str]) -> str:
    """Give the ending of a path to which tables can be written."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"cannot write {path}: its ending is none of {', '.join(ENDINGS)}")
    return ending


def report_lines(report: dict[str, int], notes: list[str]) -> list[str]:
    """Say in words what a reading did, if there was one."""
    if not report["files"]:
        return []
    read = f"{counted(report['records'], 'record')} from {counted(report['files'], 'file')}"
    lines = [f"Read {read} ({_bytes(report['bytes'])})."]
    # A trial has an outcome of each of its scores.
    apart = report["scores_apart"] > 0
    missing, without = ("missing outcome", "") if apart else ("trial", "without an outcome ")
    repeated = "repeated outcome" if apart else "repeated trial"
    said = [
        ("errored", "trial", "ended in an error"),
        ("missing_dropped", missing, f"{without}left out"),
        ("missing_failed", missing, f"{without}counted as failed"),
        ("repeats_ignored", repeated, "left out: the first of each counts"),
        ("repeats_replaced", repeated, "left out: the last of each counts"),
        ("repeats_kept", repeated, "counted again"),
        ("lines_skipped", "record", "skipped that could not be read"),
    ]
    return [
        *lines,
        *(f"{counted(report[name], noun)} {what}." for name, noun, what in said if report[name]),
        *(f"{note}." for note in notes),
    ]


def counted(count: int, noun: str) -> str:
    """Count things: 1 trial, 2 trials."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def shown(name: str) -> str:
    """Show a name on one line: what is not printable is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def _bytes(count: int) -> str:
    size, unit = float(count), "B"
    for larger in ("kB", "MB", "GB"):
        if size < SHOWN_AS_1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.3g} {unit}" if size < SHOWN_AS_1000 else f"{size:,.0f} {unit}"


def _width(text: str) -> int:
    """Count the terminal columns of a text: East Asian wide characters take two, accents none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def fitted(lines: list[list[str]], width: int) -> list[str]:
    """Align the columns, on one line or, where that is wider, on several a model."""
    text = aligned(lines)
    if max(map(_width, text)) <= width:
        return text

    def block(start: int, end: int) -> list[str]:
        return [f"    {line}" for line in aligned([line[start:end] for line in lines])]

    text = aligned([line[:RIGHT] for line in lines])
    start, columns = RIGHT, len(lines[0])
    while start < columns:
        ends = range(start + 1, columns + 1)
        fitting = [end for end in ends if max(map(_width, block(start, end))) <= width]
        end = max(fitting, default=start + 1)
        text = [f"{top}\n{rest}" for top, rest in zip(text, block(start, end), strict=True)]
        start = end
    return text


def aligned(lines: list[list[str]]) -> list[str]:
    """Set the columns under their headers: names to the left, numbers to the right."""
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    left = {i for i, name in enumerate(lines[0]) if name in TEXTS}
    text = []
    for line in lines:
        cells = []
        for i, (cell, width) in enumerate(zip(line, widths, strict=True)):
            space = " " * (width - _width(cell))
            cells.append(cell + space if i in left else space + cell)
        text.append("  ".join(cells).rstrip())
    return text
