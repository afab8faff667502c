"""Which files are meant by what a user names."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

from scorio import _core
from scorio._reading.folders import files_below, matching, no_logs_in
from scorio.show.escaping import on_a_line

WANTED = "give paths of logs, a list of dicts, a dict of matrices by model, or one data frame"
SEVERAL = "several frames are counted one by one, and their counts merged (Counts.merge)"

# Files that a note names.
_SHOWN = 6


class Within(str):
    """A path of a file in what the user named: a folder or an archive."""

    __slots__ = ("origin",)
    origin: str

    def __new__(cls, path: str, origin: str) -> Self:
        """Give the path with what it was found in."""
        within = super().__new__(cls, path)
        within.origin = origin
        return within


class Found(Within):
    """A path that was found among others, and not named by the user."""

    __slots__ = ()


def expand(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Paths of all files: a path is itself, a pattern what matches it, a folder its logs.

    `-` is standard input. The order is that given, with the files of a pattern or a folder sorted.
    """
    if isinstance(source, str | os.PathLike):
        source = [source]
    # A mapping would be read as its keys.
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise TypeError(f"the source is {_what(source)}: {WANTED}")
    names = list(source)
    for name in names:
        if not isinstance(name, str | os.PathLike):
            raise TypeError(f"one of the sources is {_what(name)}: {WANTED}; {SEVERAL}")
    paths = found_by(names)
    if not paths:
        raise ValueError("no file is given")
    refuse_twice(paths)
    return paths


def found_by(names: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Paths of all files, of names that `expand` has checked."""
    return [path for name in names for path in _expand_one(os.fspath(name))]


def refuse_twice(paths: Iterable[str]) -> None:
    """Refuse a file that is named twice, by whatever path."""
    seen: dict[str, str] = {}
    for path in paths:
        place = path if path == "-" else os.path.realpath(path)
        if place in seen:
            also = "" if seen[place] == path else f", also as {seen[place]}"
            raise ValueError(
                f"{on_a_line(path)} is given twice{also}: its trials would count twice"
            )
        seen[place] = path


def refuse_both_sides(paths: Iterable[str], others: Iterable[str]) -> None:
    """Refuse a file on both sides of a comparison, where nothing could differ."""
    here = {os.path.realpath(path) for path in paths}
    for path in others:
        if os.path.realpath(path) in here:
            raise ValueError(f"{on_a_line(path)} is on both sides of the comparison: name another")


def _what(source: object) -> str:
    kind = type(source)
    if source is None:
        return "None"
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__.partition('.')[0]} "
    name = f"{module}{kind.__name__}"
    return f"{'an' if name[0] in 'aeio' else 'a'} {name}"


def _expand_one(name: str) -> list[str]:
    if not name:
        raise ValueError("a file name is empty")
    if isinstance(name, Found) or name == "-" or Path(name).is_file():
        return _in_archive(name) if name.lower().endswith(".zip") else [name]
    if Path(name).is_dir():
        inside = files_below(name.rstrip("/") or "/")
        found: list[str] = [Found(path, name) for path in inside if _core.path_kind(path)[0]]
        parts = [] if found else [_core.path_kind(path)[1] for path in Path(name).iterdir()]
        for log in filter(None, parts):
            whole = on_a_line(str(Path(log).resolve()))
            raise ValueError(f"the folder {on_a_line(name)} holds parts of a log: give its {whole}")
        if not found:
            endings = ", ".join(_core.log_endings())
            raise ValueError(
                f"there is no log in the folder {on_a_line(name)} "
                f"({endings}, also .gz, .zst, .bz2, .xz)"
            )
        return found
    if glob.has_magic(name):
        found = matching(name)
        if not found:
            raise FileNotFoundError(f"no file matches {on_a_line(name)}")
        return found
    return [name]


def passed_over(sources: Iterable[str]) -> list[str]:
    """Say which files of folders and archives were not read, because their names are of no logs."""
    said = []
    for source in dict.fromkeys(getattr(one, "origin", one) for one in sources):
        if others := no_logs_in(source):
            more = f" and {len(others) - _SHOWN:,} more" if len(others) > _SHOWN else ""
            named = ", ".join(map(on_a_line, others[:_SHOWN]))
            said.append(f"No logs by their names, not read, in {on_a_line(source)}: {named}{more}")
    return said


def _in_archive(name: str) -> list[str]:
    """Give the logs in an archive, or the archive if it is one log itself."""
    logs = _core.logs_in(name)
    if logs is None:
        return [name]
    if not logs:
        endings = ", ".join(_core.log_endings())
        raise ValueError(f"there is no log in the archive {on_a_line(name)} ({endings})")
    paths = [f"{name}:{log}" for log in sorted(logs)]
    kind = Within if len(paths) == 1 else Found
    return [kind(path, name) for path in paths]


def compiled(pattern: str, option: str) -> re.Pattern[str]:
    """Give the pattern of an option, whose groups name what a path tells."""
    try:
        found = re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{option} {pattern!r} is not a regular expression: {error}") from None
    unknown = sorted(set(found.groupindex) - {"model", "task", "trial"})
    if unknown or not found.groupindex:
        what = f"a group named {unknown[0]!r}" if unknown else "no named group"
        groups = "(?P<model>…), (?P<task>…), (?P<trial>…)"
        raise ValueError(f"{option} {pattern!r} has {what}: its groups are {groups}")
    return found


def labels_in(path: str, pattern: str | None) -> dict[str, str]:
    """The model, task and trial that a path names, by the pattern's groups of those names."""
    if pattern is None:
        return {}
    match = compiled(pattern, "path =").search(path)
    if match is None:
        raise ValueError(f"{on_a_line(path)} does not match the path pattern {pattern!r}")
    return {name: text for name, text in match.groupdict().items() if text is not None}
