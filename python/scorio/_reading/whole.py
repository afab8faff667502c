"""Small files that are read as a whole: no pipe, no device, and none that is too large."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from pathlib import Path

# The bytes of a file of names or costs.
MOST = 1 << 26


def content(path: Path, what: str, most: int = MOST) -> bytes:
    """Read a regular file of at most so many bytes, of which an error says what it should be."""
    shown, mode = on_a_line(str(path)), path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise ValueError(f"{shown} is a pipe or a device, and not a {what}: give a file")
    try:
        with path.open("rb") as file:
            found = file.read(most + 1)
    except OSError as error:
        # An error of reading, as opposed to opening, does not name its file.
        error.filename = str(path)
        raise
    if len(found) > most:
        raise ValueError(f"{shown} is larger than {most >> 20} MiB, too large for a {what}")
    return found
