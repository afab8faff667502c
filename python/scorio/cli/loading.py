"""The commands of the program, each loaded where it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module

import click


class Loading(MutableMapping[str, click.Command]):
    """Commands by name, of which each is imported and prepared when it is first asked for."""

    def __init__(self, homes: dict[str, str]) -> None:
        self._homes = homes
        self._found: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._found:
            from scorio.cli.preparing import prepare

            self[name] = prepare(name, getattr(import_module(self._homes[name]), name))
        return self._found[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._found[name] = command

    def __delitem__(self, name: str) -> None:
        del self._found[name], self._homes[name]

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)
