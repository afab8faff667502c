"""The file of a team's options: where it is found, and what it holds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

OWN, SHARED = "scorio.toml", "pyproject.toml"
# What the folder of a repository has.
_ROOTS = (".git", ".hg", ".jj")
# Most pyproject.toml have no such word, and nothing else of them matters here.
_MARK = b"scorio"


class Config(NamedTuple):
    """A file of options, and its table."""

    path: Path
    table: dict[str, Any]


class Search(NamedTuple):
    """The file that counts, and why a nearer or farther one is not read."""

    config: Config | None
    ignored: str | None


def found(folder: Path | None = None) -> Search:
    """Give the nearest file, from a folder upwards: scorio.toml, or pyproject.toml.

    A pyproject.toml counts if it has a table [tool.scorio]. A file of another user is not read, and
    in a repository, neither is one above its root.

    Raises
    ------
    ValueError
        Two files in one folder; a file that is no TOML.
    OSError
        A file that cannot be read.
    """
    start = Path.cwd() if folder is None else folder
    folders = [start, *start.parents]
    root = next((at for at, one in enumerate(folders) if _is_root(one)), len(folders))
    ignored = None
    for place in folders[: root + 1]:
        foreign = next((one for one in _candidates(place) if _is_foreign(one)), None)
        if foreign is not None:
            ignored = ignored or f"{foreign} belongs to another user"
            continue
        own, shared = _own(place / OWN), _shared(place / SHARED)
        if own is not None and shared is not None:
            raise ValueError(
                f"{own.path} and [tool.scorio] of {shared.path} both hold options: keep one"
            )
        if (one := own or shared) is not None:
            return Search(one, ignored)
    above = next((one for place in folders[root + 1 :] for one in _candidates(place)), None)
    if ignored is None and above is not None:
        ignored = f"{above} is above the root of this repository"
    return Search(None, ignored)


def named(path: Path) -> Config:
    """Give a file that the command line names: a pyproject.toml by its table [tool.scorio].

    Raises
    ------
    ValueError
        A file that is no TOML, or has no options.
    OSError
        A file that cannot be read.
    """
    if not path.is_file():
        raise ValueError(f"--config {path}: there is no such file")
    config = _shared(path) if path.name == SHARED else _own(path)
    if config is None:
        raise ValueError(f"--config {path}: it has no table [tool.scorio]")
    return config._replace(path=Path(os.path.abspath(path)))  # noqa: PTH100  links stay as named


def _is_root(folder: Path) -> bool:
    return any((folder / name).exists() for name in _ROOTS)


def _is_foreign(path: Path) -> bool:
    """Whether a file belongs to another user. Windows does not tell."""
    return hasattr(os, "geteuid") and path.stat().st_uid != os.geteuid()


def _candidates(folder: Path) -> list[Path]:
    """Name the files of a folder that seem to hold options."""
    own, shared = folder / OWN, folder / SHARED
    holding = shared.is_file() and os.access(shared, os.R_OK) and _MARK in shared.read_bytes()
    return [*([own] if own.is_file() else []), *([shared] if holding else [])]


def _own(path: Path) -> Config | None:
    return Config(path, _parsed(path, path.read_bytes())) if path.is_file() else None


def _shared(path: Path) -> Config | None:
    if not path.is_file() or not os.access(path, os.R_OK):
        return None
    content = path.read_bytes()
    if _MARK not in content:
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
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply") from None
