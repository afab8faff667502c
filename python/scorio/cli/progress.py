"""A progress bar for input that takes a while."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


class Progress:
    """A bar with bytes and rate on a terminal's standard error, for input worth waiting for."""

    WORTHWHILE = 50_000_000

    def __init__(self, paths: list[str]) -> None:
        self._total = None if "-" in paths else sum(_size(path) for path in paths)
        self._bar: Any = None

    def __enter__(self) -> Progress:
        # A closed standard error is None.
        people = sys.stderr is not None and sys.stderr.isatty()
        if people and (self._total is None or self._total >= self.WORTHWHILE):
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, unit="B", unit_scale=True, leave=False)
        return self

    def update(self, done: int) -> None:
        """Move the bar to the bytes read so far."""
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _size(path: str) -> int:
    # A path that cannot be asked fails when it is opened, with a sentence of its own.
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
