"""Where a command's result goes: to people, to files, or to the next program."""

from __future__ import annotations

import json
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from scorio.cli.ending import deferred, saved, stoppable
from scorio.show.escaping import in_json, is_shown, on_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio.show.page import Page
    from scorio.show.result import Result

# For commands that print no result but what they have done.
JSON = click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")

_MARKDOWN = "scorio.markdown"
# Columns of the longest line of a message. A log may have a whole prompt where a name should be.
_LONGEST_LINE = 10_000
# Files of rows alone, and standard output, which is CSV.
_ROWS_ALONE = (".csv", ".parquet", "-")
ENDINGS = ".csv, .json, .parquet, .md, .tex or .html"


def _colored(context: click.Context, _: click.Parameter, given: str) -> None:
    context.color = {"always": True, "never": False}.get(given)


def _as_markdown(context: click.Context, _: click.Parameter, given: bool) -> None:  # noqa: FBT001
    context.meta[_MARKDOWN] = given


def in_markdown() -> bool:
    """Whether the result is printed as Markdown."""
    return bool(click.get_current_context().meta.get(_MARKDOWN))


def is_for_people(out: Iterable[str], *, as_json: bool) -> bool:
    """Whether standard output is for people, and not for the next program."""
    return not (as_json or "-" in out or in_markdown())


def in_color() -> bool:
    """Whether the terminal has colours, and they are wanted."""
    context = click.get_current_context(silent=True)
    wanted = None if context is None else context.color
    if wanted is None:
        return (
            _on_terminal() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")
        )
    return wanted


def _on_terminal() -> bool:
    # A closed standard output is None.
    return sys.stdout is not None and sys.stdout.isatty()


def print_page(page: Page) -> None:
    """Print a page for people. Its texts are escaped, so that only its colours are obeyed."""
    from scorio.show.terminal.text import render

    width = None
    # With `always`, a program such as a pager shows the page on a terminal.
    if click.get_current_context().color is True and not _on_terminal():
        from shutil import get_terminal_size

        width = get_terminal_size().columns
    click.echo(render(page, width, color=in_color()))


def output_options(command: Callable[..., None], what: str = "") -> Callable[..., None]:
    """Add the options that say where a result goes, which may be another than the printed one."""
    options = [
        click.option("--out", multiple=True, type=click.Path(dir_okay=False, allow_dash=True),
                     metavar="FILE", help=f"Write {what}{ENDINGS}; or - for CSV on standard "
                     "output."),
        click.option("--json", "as_json", is_flag=True,
                     help="Print JSON: rows, settings, sources and notes."),
        click.option("--markdown", is_flag=True, callback=_as_markdown, expose_value=False,
                     help="Print the result as Markdown, as for $GITHUB_STEP_SUMMARY."),
        click.option("--safe-csv/--no-safe-csv", default=True, show_default=True,
                     help="In CSV, put an apostrophe before names that a spreadsheet would take "
                     "for a formula."),
        click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto",
                     show_default=True, callback=_colored, expose_value=False,
                     help="Colours: by default on a terminal, unless NO_COLOR is set."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def check_outputs(out: Iterable[str], inputs: Iterable[str], *, as_json: bool) -> None:
    """Check before the work is done that all outputs can be written."""
    from scorio.show.documents.writing import check_writable
    from scorio.show.result import checked_ending

    inputs = list(inputs)
    for path in out:
        if path != "-":
            checked_ending(path)
            check_writable(path, inputs)
        elif as_json or in_markdown():
            other = "--json" if as_json else "--markdown"
            raise ValueError(f"--out - and {other} both write to standard output: give one")
    if as_json and in_markdown():
        raise ValueError("--json and --markdown both write to standard output: give one")


def check_stdout() -> None:
    """Check that there is a standard output, for a result that goes nowhere else."""
    if sys.stdout is None:
        raise ValueError("cannot write to standard output: it is closed")


def give_document(found: Any, indent: int | None = 1) -> None:  # noqa: ANN401
    """Print what a command has done as JSON."""
    print_json(json.dumps(found, indent=indent, ensure_ascii=False, default=str) + "\n")


def print_json(document: str) -> None:
    """Print JSON, whatever the encoding of standard output lacks."""
    click.echo(in_json(document, getattr(sys.stdout, "encoding", None)), nl=False)


def say(text: str, *, err: bool = False) -> None:
    """Print a text for people: whatever names it has, the terminal does not obey them."""
    from scorio.show.terminal.cells import shortened

    lines = on_lines(text).split("\n")
    click.echo("\n".join(shortened(line, _LONGEST_LINE) for line in lines), err=err)


def print_text(text: str) -> None:
    """Print a text on standard output: to a program as it is, and to a terminal as for people."""
    check_stdout()
    if sys.stdout.isatty():
        text = on_lines(text)
    elif not is_shown(text, sys.stdout.encoding):
        raise ValueError(
            f"standard output has the encoding {sys.stdout.encoding}, which lacks characters of "
            "this result: set PYTHONUTF8=1, or write a file (--out)"
        )
    click.echo(text, nl=False)


def give(
    result: Result,
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
    more: Iterable[Page | str] = (),
) -> None:
    """Write the files, then print the result, with `more` below it in text for people.

    What a program reads has standard output for itself.
    """
    from scorio.show.page import Page

    files = [path for path in out if path != "-"]
    if as_json or "-" in out or not out:
        check_stdout()
    for path in files:
        with deferred():
            result.save(path, safe_csv=safe_csv)
    with written(files):
        if as_json:
            print_json(result.to_json())
        elif "-" in out:
            print_text(result.to_csv(safe_csv=safe_csv))
        elif in_markdown():
            print_text(result.to_markdown())
        else:
            print_page(result._chosen_page())
            for part in more:
                click.echo()
                if isinstance(part, str):
                    print_page(Page([], part.split("\n")))
                else:
                    print_page(part)
    to_people = is_for_people(out, as_json=as_json)
    wrote(files, to_people=to_people)
    if (more_there := result._beside_rows()) and any(path.endswith(_ROWS_ALONE) for path in out):
        with written(files):
            said = f"CSV and Parquet hold the first table alone: JSON has {more_there}, too."
            say(said, err=not to_people)


def written(files: Iterable[str]) -> AbstractContextManager[None]:
    """Say of an output that cannot be written that these files are."""
    names = ", ".join(files)
    return saved(f"written before: {names}") if names else nullcontext()


JUNIT = click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE",
                     help="Write the verdicts as JUnit XML.")  # fmt: skip


def check_junit(path: str | None, inputs: Iterable[str]) -> None:
    """Check before the work is done that the verdicts can be written."""
    from scorio.show.documents.writing import check_writable

    if path is not None:
        if not path.lower().endswith(".xml"):
            raise ValueError(f"cannot write {path}: its ending is not .xml")
        check_writable(path, list(inputs))


def write_junit(path: str | None, content: Callable[[], str], *, to_people: bool) -> None:
    """Write the verdicts, if a file is named."""
    from scorio.show.documents.writing import write_atomically

    if path is None:
        return
    with deferred():
        write_atomically(path, content().encode())
    wrote([path], to_people=to_people)


PLOT = click.option(
    "--plot", "plots", multiple=True, type=click.Path(dir_okay=False), metavar="FILE",
    help="Draw the result: .svg, .png or .json (Vega-Lite).",
)  # fmt: skip


def check_plots(plots: Iterable[str], inputs: Iterable[str]) -> None:
    """Check before the work is done that all pictures can be written."""
    from scorio.plot.figure import checked_picture
    from scorio.show.documents.writing import check_writable

    for path in plots:
        checked_picture(path)
        check_writable(path, list(inputs))


def draw(result: Result, plots: tuple[str, ...], *, to_people: bool) -> None:
    """Write pictures of a result."""
    for path in plots:
        figure = result.plot()
        with deferred():
            figure.save(path)
    wrote(plots, to_people=to_people)


def wrote(files: Iterable[str], *, to_people: bool, what: str = "") -> None:
    """Say which files were written."""
    files = list(files)
    with written(files):
        for path in files:
            say(f"Wrote {path}{what}.", err=not to_people)


COUNT_FILE = click.option(
    "--out", required=True, type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE",
    help="Where to write the counts: .parquet, _samples.jsonl, or - (standard output, Parquet).",
)  # fmt: skip


def check_count_file(path: str, inputs: list[str], *, as_json: bool = False) -> None:
    """Check before the work is done that a count file can be written."""
    from scorio._counting.counts import Counts
    from scorio.show.documents.writing import check_writable

    if path == "-":
        if as_json:
            raise ValueError("--out - and --json both write to standard output: give one")
        check_stdout()
        return
    Counts._check_ending(path)
    check_writable(path, inputs)


KEPT_JSON = click.option("--json", "as_json", is_flag=True,
                         help="Print what was kept as JSON.")  # fmt: skip


def keep(
    counts: Counts | Sums, out: str, lines: Iterable[str] = (), *, as_json: bool = False
) -> None:
    """Write counts, then say what was done, beside counts that are on standard output."""
    with stoppable():
        if out == "-":
            click.echo(counts._core.count_file(), nl=False)
        else:
            counts.save(out)
    with written([] if out == "-" else [out]):
        if as_json:
            give_document(_kept(counts, out))
            return
        for line in lines:
            say(line, err=out == "-")
        what = "the counts" if out == "-" else out
        say(f"Wrote {what}: {counts!r}.", err=out == "-")


def _kept(counts: Counts | Sums, out: str) -> dict[str, Any]:
    return {
        "out": out,
        "models": list(counts.models),
        "tasks": list(counts.tasks),
        "scores": list(counts.scores),
        "questions": len(counts),
        "trials": counts.trials,
        "missing": counts.missing,
        "report": dict(counts.report),
        "sources": list(counts.sources),
        "notes": list(counts.notes),
    }
