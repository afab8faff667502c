"""The leaderboard: rows, and how they are shown and kept."""

from __future__ import annotations

import csv
import html
import json
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from scorio import _core
from scorio.files import written_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


class Score(NamedTuple):
    """One model's score.

    `task` is None in overall rows, `k` where the metric has no budget; `parameters` are those that
    were given to it, as `"tau=0.5"`, or the weights that its categories are named by. `sigma` is
    the standard deviation, `lo` and `hi` the ends of the credible interval. `rank` is the
    competition rank by score; models of one `tie_group` are not separated from their neighbours in
    it. `questions` are those that the score is of, of `questions_asked` of any model; `missing`
    trials have no outcome and are left out. `coverage` is the share of trials present, of as many
    for every question asked as any one of them has; a question of which more were recorded,
    `missing` ones included, has that many. `worst` and `best` are the score if every trial absent
    had failed, or succeeded: were in the category of the lowest weight, or the highest. Without
    one they are `score`; they are None where one is absent and a negative power lets successes
    lower the score.
    """

    task: str | None
    metric: str
    k: int | None
    parameters: str
    model: str
    score: float
    sigma: float
    lo: float
    hi: float
    rank: int
    tie_group: int
    questions: int
    questions_asked: int
    trials: int
    missing: int
    coverage: float
    worst: float | None
    best: float | None


class Scores(Sequence[Score]):
    """A leaderboard: a sequence of `Score`, table by table, best first.

    It prints as text, shows as a table in a notebook, and goes to any Arrow consumer
    (`pandas.DataFrame.from_arrow(scores)`, `polars.DataFrame(scores)`, `pyarrow.table(scores)`).
    `unscored` lists the task (None for overall), the model and the trials that a question would
    need of each score that there is not, for want of trials.
    """

    def __init__(
        self,
        core: _core.Scores,
        *,
        confidence: float,
        macro: bool,
        report: dict[str, int],
        notes: list[str],
    ) -> None:
        self._core = core
        self.rows = [Score(**row) for row in core.rows()]
        self.unscored = core.unscored
        self.confidence = confidence
        self.macro = macro
        self.report = report
        self.notes = notes

    @overload
    def __getitem__(self, index: int) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> list[Score]: ...
    def __getitem__(self, index: int | slice) -> Score | list[Score]:
        """Give one row, or some."""
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand the rows to an Arrow consumer."""
        return self._core.__arrow_c_stream__(requested_schema)

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
            "\n".join([self._title(rows), "", *_fitted(self._lines(rows), width)])
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
            rule = (
                "|" + "|".join("---" if i == MODEL else "--:" for i in range(len(cells[0]))) + "|"
            )
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
            self._core.write_parquet(path)
            return
        with written_whole(path) as file:
            if ending == ".md":
                file.write(self.to_markdown())
            elif ending == ".json":
                json.dump([row._asdict() for row in self.rows], file, indent=1, ensure_ascii=False)
                file.write("\n")
            else:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(Score._fields)
                writer.writerows(self.rows)

    def letters(self) -> list[str]:
        """Give the compact letter display of each table: a string of letters for each row.

        Two models of a table share a letter where the confidence of the leaderboard does not
        separate them, whatever their places; the best have an a. See `scorio.rank.letters`.
        """
        letters = []
        for rows in self._tables():
            mus, sigmas = [row.score for row in rows], [row.sigma for row in rows]
            letters += _core.letters(mus, sigmas, self.confidence)
        return letters

    def _tables(self) -> Iterator[list[Score]]:
        for _, rows in groupby(
            self.rows, key=lambda row: (row.metric, row.k, row.parameters, row.task)
        ):
            yield list(rows)

    def _lines(self, rows: list[Score]) -> list[list[str]]:
        """Give a table's header and lines as cells; with bounds where a trial is absent."""
        interval = f"{100 * self.confidence:g}% interval"
        header = ["rank", "tie group", "model", "score", "±", interval, *HEADER_REST]
        lines = [header, *(_cells(row) for row in rows)]
        if any(row.coverage < 1 and row.worst is not None for row in rows):
            bounds = (f"{row.worst:.4f}..{row.best:.4f}" for row in rows)
            lines = [[*line, cell] for line, cell in zip(lines, [BOUNDS, *bounds], strict=True)]
        return lines

    def _title(self, rows: list[Score]) -> str:
        first = rows[0]
        budget = "" if first.k is None else f", k = {first.k}"
        given = f", {first.parameters.replace('=', ' = ')}" if first.parameters else ""
        metric = f"{first.metric}{budget}{given}"
        if first.task is not None:
            return f"{metric} · {_shown(first.task) or '(no task)'}"
        if self.macro:
            return f"{metric} · overall, the mean of the tasks"
        several = self._core.tasks > 1
        return f"{metric} · overall, all questions pooled" if several else metric

    def _notes(self) -> list[str]:
        level = f"{100 * self.confidence:g}%"
        notes = [f"Models in one tie group are not separated from their neighbours at {level}."]
        if any(row.questions < row.questions_asked for row in self.rows):
            notes.append("Some scores are not of every question that was asked: see questions.")
        absent = [row for row in self.rows if row.coverage < 1]
        if any(row.worst is not None for row in absent):
            notes.append(f"{BOUNDS}: the score if all absent trials had failed, or succeeded.")
        unbounded = dict.fromkeys(row.metric for row in absent if row.worst is None)
        notes += [
            f"{one} with a negative power has no {BOUNDS}: see coverage." for one in unbounded
        ]
        for task, model, trials in self.unscored:
            where = "overall" if task is None else f"in {_shown(task) or '(no task)'}"
            scope = " in some task" if task is None and self.macro else ""
            none = f"no question has {trials} trials" if trials > 1 else "no trial was observed"
            notes.append(f"{_shown(model)} has no score {where}: {none}{scope}.")
        return notes + report_lines(self.report, self.notes)


MODEL = 2
# The columns from here on may follow on a line of their own.
RIGHT = 5
HEADER_REST = ["questions", "trials", "coverage"]
BOUNDS = "worst..best"
# From here on, three digits show a thousand.
SHOWN_AS_1000 = 999.5
ENDINGS = (".csv", ".json", ".parquet", ".md")


def checked_ending(path: str | os.PathLike[str]) -> str:
    """Give the ending of a path to which a leaderboard can be written."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"cannot write {path}: its ending is none of {', '.join(ENDINGS)}")
    return ending


def report_lines(report: dict[str, int], notes: list[str]) -> list[str]:
    """Say in words what a reading did, if there was one."""
    if not report["files"]:
        return []
    read = f"{_counted(report['records'], 'record')} from {_counted(report['files'], 'file')}"
    lines = [f"Read {read} ({_bytes(report['bytes'])})."]
    said = [
        ("errored", "trial", "ended in an error"),
        ("missing_dropped", "trial", "without an outcome left out"),
        ("missing_failed", "trial", "without an outcome counted as failed"),
        ("repeats_ignored", "repeated trial", "left out: the first of each counts"),
        ("repeats_replaced", "repeated trial", "left out: the last of each counts"),
        ("repeats_kept", "repeated trial", "counted again"),
        ("lines_skipped", "record", "skipped that could not be read"),
    ]
    return [
        *lines,
        *(f"{_counted(report[name], noun)} {what}." for name, noun, what in said if report[name]),
        *(f"{note}." for note in notes),
    ]


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _shown(name: str) -> str:
    """Show a name on one line: what is not printable is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)


def _cells(row: Score) -> list[str]:
    asked = "" if row.questions == row.questions_asked else f"/{row.questions_asked:,}"
    return [
        str(row.rank),
        str(row.tie_group),
        _shown(row.model),
        f"{row.score:.4f}",
        f"{row.sigma:.4f}",
        f"[{row.lo:.4f}, {row.hi:.4f}]",
        f"{row.questions:,}{asked}",
        f"{row.trials:,}",
        _percent(row.coverage),
    ]


def _percent(share: float) -> str:
    """Give a share as a percentage that says 100% only of the whole."""
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    return f"{min(max(100 * share, 0.1), 99.9):.1f}%"


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


def _fitted(lines: list[list[str]], width: int) -> list[str]:
    """Align the columns, on one line or, where that is wider, on several a model."""
    text = _aligned(lines)
    if max(map(_width, text)) <= width:
        return text

    def block(start: int, end: int) -> list[str]:
        return [f"    {line}" for line in _aligned([line[start:end] for line in lines])]

    text = _aligned([line[:RIGHT] for line in lines])
    start, columns = RIGHT, len(lines[0])
    while start < columns:
        ends = range(start + 1, columns + 1)
        fitting = [end for end in ends if max(map(_width, block(start, end))) <= width]
        end = max(fitting, default=start + 1)
        text = [f"{top}\n{rest}" for top, rest in zip(text, block(start, end), strict=True)]
        start = end
    return text


def _aligned(lines: list[list[str]]) -> list[str]:
    """Set the columns under their headers: the model to the left, numbers to the right."""
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    left = lines[0].index("model") if "model" in lines[0] else None
    text = []
    for line in lines:
        cells = []
        for i, (cell, width) in enumerate(zip(line, widths, strict=True)):
            space = " " * (width - _width(cell))
            cells.append(cell + space if i == left else space + cell)
        text.append("  ".join(cells).rstrip())
    return text
