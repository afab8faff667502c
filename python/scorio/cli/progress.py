"""Progress bars for input and for work that take a while."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextvars import Token


def people_watch() -> bool:
    """Whether standard error is a terminal. A closed one is None."""
    return sys.stderr is not None and sys.stderr.isatty()


def _room() -> dict[str, Any]:
    """Give the room that a bar has on a terminal which does not know its own, as tqdm takes it."""
    try:
        size = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):
        return {}
    usual = {"ncols": (size.columns, 80), "nrows": (size.lines, 24)}
    return {name: most for name, (own, most) in usual.items() if own == 0}


class _Bar:
    """A bar of tqdm, if there is any."""

    def __init__(self) -> None:
        self._bar: Any = None

    def update(self, done: int) -> None:
        """Move the bar to what is done so far."""
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class Progress(_Bar):
    """A bar with bytes and rate on a terminal's standard error, for input worth waiting for."""

    WORTHWHILE = 50_000_000

    def __init__(self, paths: list[str]) -> None:
        super().__init__()
        self._total = None if "-" in paths else sum(_size(path) for path in paths)

    def __enter__(self) -> Self:
        if people_watch() and (self._total is None or self._total >= self.WORTHWHILE):
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, unit="B", unit_scale=True, leave=False,
                             **_room())  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Steps(_Bar):
    """A bar of replicates on a terminal's standard error, from the first second on.

    Declared calls move it by themselves. `begin` starts a new bar, for work of several parts.
    """

    SOON = 1.0

    def __init__(self, unit: str, total: int | None = None) -> None:
        super().__init__()
        self._unit, self._total = unit, total
        self._token: Token[Any] | None = None

    def begin(self, about: str, total: int) -> Callable[[int], None]:
        """Start anew with so many steps, and give what moves the bar."""
        self._show(total, about)
        return self.update

    def _show(self, total: int, about: str | None = None) -> None:
        self.close()
        if people_watch():
            from tqdm import tqdm

            self._bar = tqdm(total=total, desc=about, unit=f" {self._unit}", leave=False,
                             delay=self.SOON, **_room())  # fmt: skip

    def __enter__(self) -> Self:
        from scorio._call import BEGUN

        if self._total is not None:
            self._show(self._total)
        self._token = BEGUN.set(self.update)
        return self

    def __exit__(self, *_: object) -> None:
        from scorio._call import BEGUN

        if self._token is not None:
            BEGUN.reset(self._token)
        self.close()


def _size(path: str) -> int:
    # A path that cannot be asked fails when it is opened, with a sentence of its own.
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
