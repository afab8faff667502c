"""What folders hold: nothing that cannot be read is passed over, and nothing is visited twice."""

from __future__ import annotations

import errno
import fnmatch
import glob
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorio import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

Identity = tuple[int, int]

# Entries of archives that no one put there to be read.
_HIDDEN = re.compile(r"(^|/)(\.|__MACOSX/)")


def files_below(folder: str) -> list[str]:
    """All files in a folder and in the folders below it, but hidden ones, sorted.

    A folder that is there under several names by links counts once. A folder that cannot be read,
    and a link that leads nowhere, are errors.
    """
    return sorted(
        path for one in folders_below(folder) for path in _entries(one) if not _is_folder(path)
    )


def folders_below(folder: str) -> Iterator[str]:
    """Give a folder and those below it, but hidden ones, each once, by its own name first."""
    seen: set[Identity] = set()
    waiting, links = [folder], list[str]()
    while waiting or links:
        # Links come last, so that a folder has its own name and not that of a link to it.
        path = waiting.pop() if waiting else links.pop(0)
        if (place := _identity(path)) in seen:
            continue
        seen.add(place)
        yield path
        for below in filter(_is_folder, _entries(path)):
            (links if Path(below).is_symlink() else waiting).append(below)


def no_logs_in(source: str) -> list[str]:
    """Name the files of a folder, or the entries of an archive of logs, that are no logs."""
    if Path(source).is_dir():
        found = [(path, _core.path_kind(path)) for path in files_below(source.rstrip("/") or "/")]
        # A part of a log of another name is read with it.
        return [os.path.relpath(path, source) for path, (log, of) in found if not log and not of]
    if not source.lower().endswith(".zip") or not Path(source).is_file():
        return []
    import zipfile

    endings, names = tuple(_core.log_endings()), set[str]()
    # An archive that cannot be listed has had its error, or is read all the same.
    with suppress(zipfile.BadZipFile, OSError), zipfile.ZipFile(source) as archive:
        names.update(one.filename for one in archive.infolist() if not one.is_dir())
    return sorted(
        name for name in names if not name.lower().endswith(endings) and not _HIDDEN.search(name)
    )


def matching(pattern: str) -> list[str]:
    """All files that a pattern matches, sorted; `**` stands for any folders, each visited once."""
    root = Path(pattern).anchor
    inside = pattern[len(root) :].replace(os.sep, "/")
    parts = [part for part in inside.split("/") if part]
    return sorted({path for path in _matching(root, parts) if not _is_folder(path)})


def _matching(base: str, parts: list[str]) -> Iterator[str]:
    part, *rest = parts
    if part == "**":
        for folder in folders_below(base or "."):
            inside = folder if base else os.path.relpath(folder).removeprefix(".")
            yield from _matching(inside, rest or ["*"])
        return
    if glob.has_magic(part):
        names = [entry.name for entry in os.scandir(base or ".")]
        names = [name for name in names if part[0] == "." or name[0] != "."]
        names = [name for name in names if fnmatch.fnmatch(name, part)]
    else:
        names = [part] if os.path.lexists(_inside(base, part)) else []
    for path in sorted(_inside(base, name) for name in names):
        if not rest:
            yield path
        elif _is_folder(path):
            yield from _matching(path, rest)


def _inside(base: str, name: str) -> str:
    return f"{base.rstrip('/')}/{name}" if base else name


def _entries(folder: str) -> list[str]:
    with os.scandir(folder) as entries:
        return sorted(entry.path for entry in entries if not entry.name.startswith("."))


def _status(path: str) -> os.stat_result:
    try:
        return Path(path).stat()
    except FileNotFoundError:
        if not Path(path).is_symlink():
            raise
        where = Path(path).readlink()
        raise FileNotFoundError(errno.ENOENT, f"the link leads nowhere ({where})", path) from None


def _is_folder(path: str) -> bool:
    return stat.S_ISDIR(_status(path).st_mode)


def _identity(path: str) -> Identity:
    status = _status(path)
    return status.st_dev, status.st_ino
