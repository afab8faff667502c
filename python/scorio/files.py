"""Which files are meant by what a user names, and writing files whole or not at all."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

LOG_ENDINGS = (
    ".eval", ".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".arrow", ".feather", ".ipc",
)  # fmt: skip


WANTED = "give paths of logs, or one data frame (of records: polars.DataFrame(records))"
SEVERAL = "several frames are counted one by one, and their counts merged (Counts.merge)"


class Found(str):
    """A path that was found in a folder, and not named by the user."""

    __slots__ = ()


def expand(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Paths of all files: a path is itself, a pattern what matches it, a folder its logs.

    `-` is standard input. The order is that given; patterns and folders are sorted.
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
    paths = [path for name in names for path in _expand_one(os.fspath(name))]
    if not paths:
        raise ValueError("no file is given")
    refuse_twice(paths)
    return paths


def refuse_twice(paths: Iterable[str]) -> None:
    """Refuse a file that is named twice, by whatever path."""
    seen: dict[str, str] = {}
    for path in paths:
        place = path if path == "-" else str(Path(path).resolve())
        if place in seen:
            also = "" if seen[place] == path else f", also as {seen[place]}"
            raise ValueError(f"{path} is given twice{also}: its trials would count twice")
        seen[place] = path


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
        return [name]
    if Path(name).is_dir():
        # Into links to folders, and not into hidden folders.
        inside = glob.iglob(f"{glob.escape(name.rstrip('/'))}/**/*", recursive=True)
        found: list[str] = sorted(Found(path) for path in inside if _is_log(Path(path)))
        if not found and any(_is_part(path) for path in Path(name).iterdir()):
            log = Path(name).resolve().parent / "results.json"
            raise ValueError(f"the folder {name} holds parts of a log: give its {log}")
        if not found:
            endings = ", ".join(LOG_ENDINGS)
            raise ValueError(f"there is no log in the folder {name} ({endings}, also .gz, .zst)")
        return found
    if glob.has_magic(name):
        found = sorted(path for path in glob.glob(name, recursive=True) if Path(path).is_file())
        if not found:
            raise FileNotFoundError(f"no file matches {name}")
        return found
    return [name]


def _is_log(path: Path) -> bool:
    name = path.name.lower().removesuffix(".gz").removesuffix(".zst")
    return name.endswith(LOG_ENDINGS) and path.is_file() and not _is_part(path)


# Files that are read with the log beside which they stand, and its name.
BESIDE = {
    "metadata.json": "results.jsonl",
    "run_spec.json": "per_instance_stats.json",
    "run_metadata.json": "results.json",
}


def _is_part(path: Path) -> bool:
    """Whether a file belongs to a log of another name, which is read with it."""
    if path.name in BESIDE:
        log = BESIDE[path.name]
        return any(path.with_name(log + packed).is_file() for packed in ("", ".gz", ".zst"))
    if path.parent.name == "simulations":
        return (path.parent.parent / "results.json").is_file()
    time = re.fullmatch(r"results_(\d{4}-\d\d-\d\dT[-.0-9]+)\.json", path.name)
    return time is not None and any(path.parent.glob(f"samples_*_{time[1]}.jsonl*"))


def labels_in(path: str, pattern: str | None) -> dict[str, str]:
    """The model, task and trial that a path names, by the pattern's groups of those names."""
    if pattern is None:
        return {}
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise ValueError(f"path = {pattern!r} is not a regular expression: {error}") from None
    unknown = sorted(set(compiled.groupindex) - {"model", "task", "trial"})
    if unknown or not compiled.groupindex:
        what = f"a group named {unknown[0]!r}" if unknown else "no named group"
        groups = "(?P<model>…), (?P<task>…), (?P<trial>…)"
        raise ValueError(f"path = {pattern!r} has {what}: its groups are {groups}")
    match = compiled.search(path)
    if match is None:
        raise ValueError(f"{path} does not match the path pattern {pattern!r}")
    return {name: text for name, text in match.groupdict().items() if text is not None}


def check_writable(path: str | os.PathLike[str], inputs: Iterable[str] = ()) -> None:
    """Refuse a place where no file can be written, or an input is, before the work is done."""
    for name in inputs:
        if name != "-" and Path(name).resolve() == Path(path).resolve():
            raise ValueError(f"cannot write {os.fspath(path)}: it is one of the files to read")
    folder = Path(path).parent
    if not folder.is_dir():
        raise FileNotFoundError(f"cannot write {os.fspath(path)}: there is no folder {folder}")
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise PermissionError(f"cannot write {os.fspath(path)}")


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A text file that takes its place only when everything has been written."""
    check_writable(path)
    target = Path(path)
    partial = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with partial.open("w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            # Before the name is: a machine that fails in between would leave an empty file.
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as error:
        # A full disk does not say which file it has no room for.
        raise type(error)(f"cannot write {os.fspath(path)}: {error.strerror or error}") from None
    finally:
        partial.unlink(missing_ok=True)
