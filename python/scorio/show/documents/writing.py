"""Writing a file atomically: it takes its place when all of it is on the disk."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from scorio._errors import described
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Iterable

# A disk without room, or of which this user may have no more.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def check_writable(path: str | os.PathLike[str], inputs: Iterable[str] = ()) -> None:
    """Check a place before the work is done: a file can be written there, and it is no input."""
    shown = on_a_line(os.fspath(path))
    for name in inputs:
        if name != "-" and Path(name).resolve() == Path(path).resolve():
            raise ValueError(f"cannot write {shown}: it is one of the files to read")
    folder = Path(path).parent
    if not folder.is_dir():
        known = on_a_line(str(folder))
        raise FileNotFoundError(f"cannot write {shown}: there is no folder {known}")
    if Path(path).is_dir() or not os.access(folder, os.W_OK):
        raise PermissionError(f"cannot write {shown}")


def write_atomically(path: str | os.PathLike[str], content: bytes | Iterable[str]) -> None:
    """Write a file beside its place first, then move it there. A long one may come in parts."""
    check_writable(path)
    target = Path(path)
    # A new file of an unpredictable name: no link waits there.
    partial = target.with_name(f"{target.name}.{os.urandom(8).hex()}.part")
    try:
        with partial.open("xb") as file:
            if isinstance(content, bytes):
                file.write(content)
            else:
                file.writelines(part.encode() for part in content)
            with suppress(FileNotFoundError):
                replaced = target.lstat().st_mode
                if stat.S_ISREG(replaced):
                    partial.chmod(stat.S_IMODE(replaced))
            file.flush()
            # Before the move: a machine that fails in between would leave an empty file.
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as error:
        # A full disk does not say which file it has no room for.
        problem = f"cannot write {os.fspath(path)}: {error.strerror or error}"
        if error.errno in _FULL:
            raise described(type(error), problem, "make_room") from None
        raise type(error)(problem) from None
    finally:
        partial.unlink(missing_ok=True)
