"""The file of a team's options: where it is found, and what it holds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

OWN, SHARED = "scorio.toml", "pyproject.toml"


class Config(NamedTuple):
    """A file of options, and its table."""

    path: Path
    table: dict[str, Any]


def found(folder: Path | None = None) -> Config | None:
    """Give the nearest file, from a folder upwards: scorio.toml, or pyproject.toml.

    A pyproject.toml counts if it has a table [tool.scorio].

    Raises
    ------
    ValueError
        Two files in one folder; a file that is no TOML.
    OSError
        A file that cannot be read.
    """
    start = Path.cwd() if folder is None else folder
    for place in (start, *start.parents):
        own, shared = _own(place / OWN), _shared(place / SHARED)
        if own is not None and shared is not None:
            raise ValueError(
                f"{own.path} and [tool.scorio] of {shared.path} both hold options: keep one"
            )
        if (one := own or shared) is not None:
            return one
    return None


def _own(path: Path) -> Config | None:
    return Config(path, _parsed(path, path.read_bytes())) if path.is_file() else None


def _shared(path: Path) -> Config | None:
    if not path.is_file() or not os.access(path, os.R_OK):
        return None
    content = path.read_bytes()
    # Most have no such table, and nothing else of them matters here.
    if b"scorio" not in content:
        return None
    table = _parsed(path, content).get("tool", {})
    own = table.get("scorio") if isinstance(table, dict) else None
    return Config(path, own) if isinstance(own, dict) else None


def _parsed(path: Path, content: bytes) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no TOML: {error}") from None
