"""Rubric files."""

from __future__ import annotations

import difflib
import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from scorio import _core
from scorio._errors import coded, placed
from scorio._reading.whole import content

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PAPER = "paper"


class Category(NamedTuple):
    """A category of a rubric.

    Attributes
    ----------
    name : str
        Its name.
    weight : float
        What a trial in it is worth.
    when : str
        Its rule. Empty for all other trials.
    """

    name: str
    weight: float
    when: str


class Signal(NamedTuple):
    """A signal of a rubric file.

    Attributes
    ----------
    name : str
        Its name in rules.
    source : str
        The field that it is read from and how, or a number.
    used : bool
        Whether the rubrics use it.
    """

    name: str
    source: str
    used: bool


class Threshold(NamedTuple):
    """A threshold that rubrics use.

    Attributes
    ----------
    name : str
        Its name in rules.
    origin : str
        Its value, or the quantile and the signal that it is taken of.
    """

    name: str
    origin: str


class Policy(NamedTuple):
    """How a rubric takes quantiles, and what it does with missing signals.

    Attributes
    ----------
    scope : str
        "task": quantiles are of the trials of a task; "model": of each model alone.
    quantile : str
        "observed": the smallest observed value; "linear": interpolated.
    missing : str
        "error", "drop", or the name of a category.
    """

    scope: str
    quantile: str
    missing: str


class Rubrics:
    """The rubrics of a file, with their signals and thresholds. `load` gives one.

    Examples
    --------
    >>> import scorio
    >>> rubrics = scorio.rubric.load("paper:format-aware")
    >>> rubrics.names
    ['format-aware']
    >>> [(one.name, one.weight) for one in rubrics.categories()][-2:]
    [('correct unboxed', 2.0), ('correct boxed', 3.0)]
    """

    __slots__ = ("_core", "source")

    def __init__(self, core: _core.Rubrics, source: str = "") -> None:
        self._core = core
        self.source = source
        """Where the rubrics come from, as it was named."""

    @property
    def text(self) -> str:
        """The text of the rubric file (TOML)."""
        return self._core.text

    @property
    def names(self) -> list[str]:
        """The names of the rubrics, in order."""
        return self._core.names

    @property
    def signals(self) -> list[Signal]:
        """The signals of the file, in order."""
        return [Signal(*one) for one in self._core.signals]

    @property
    def thresholds(self) -> list[Threshold]:
        """The thresholds that the rubrics use."""
        return [Threshold(*one) for one in self._core.thresholds]

    def policy(self, rubric: str | None = None) -> Policy:
        """Say how a rubric takes quantiles, and what it does with missing signals.

        Raises
        ------
        ValueError
            There is no such rubric, or none is named of several.
        """
        return Policy(*cast("tuple[str, str, str]", self._core.policy(self._place(rubric))))

    def categories(self, rubric: str | None = None) -> list[Category]:
        """Give the categories of a rubric in order. The only rubric needs no name.

        Raises
        ------
        ValueError
            There is no such rubric, or none is named of several.
        """
        return [Category(*one) for one in self._core.categories(self._place(rubric))]

    def weights(self, rubric: str | None = None) -> list[float]:
        """Give what each category of a rubric is worth, in their order.

        They are the `weights` of `Counts.score` and `scorio.compare`.

        Raises
        ------
        ValueError
            There is no such rubric, or none is named of several.
        """
        return [category.weight for category in self.categories(rubric)]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rubric file.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        from scorio.show.documents.writing import write_atomically

        write_atomically(path, self.text.encode())

    def _place(self, rubric: str | None) -> int:
        names = self.names
        if rubric is None and len(names) == 1:
            return 0
        if rubric not in names:
            named = "name one" if rubric is None else f"there is no rubric {rubric!r}"
            raise ValueError(f"{named}: {', '.join(names)}")
        return names.index(rubric)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"Rubrics({', '.join(self.names)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rubrics):
            return NotImplemented
        mine, others = self._core, other._core
        return (mine.text, mine.names, mine.signals) == (others.text, others.names, others.signals)

    __hash__ = None  # type: ignore[assignment]


@coded
def load(
    source: str | os.PathLike[str] | Rubrics,
    *,
    names: str | Sequence[str] | None = None,
    signals: Mapping[str, str | float] | None = None,
) -> Rubrics:
    """Read a rubric file.

    Parameters
    ----------
    source
        Path of a rubric file (TOML), its text, or `"paper"` for the twelve rubrics of
        arXiv:2510.04265. Names after a colon choose rubrics: `"paper:format-aware"` or
        `"paper:exact-match,format-aware"`.
    names
        The rubrics to take, in this order; all by default.
    signals
        Other fields for signals, or numbers: `{"correct": "score", "C": 0}`.

    Raises
    ------
    FileNotFoundError, OSError
        The file is not there, or cannot be read.
    ValueError
        The text is no rubric file: the error names the line and, in an expression, the character.
        There is no such rubric or signal. `names` is empty, or has a name twice.

    Notes
    -----
    A rubric file has signals, thresholds and rubrics. A signal is a named number of a trial. A
    rubric is a list of categories with weights. A trial belongs to the first category whose rule
    holds.

    Examples
    --------
    >>> import scorio
    >>> rubrics = scorio.rubric.load('''
    ... [signals]
    ... correct = "score"
    ... tokens = "usage.output_tokens"
    ... [thresholds]
    ... long = { signal = "tokens", quantile = 0.9 }
    ... [[rubric]]
    ... name = "short and right"
    ... category = [
    ...   { name = "wrong", weight = 0, when = "correct < 0.5" },
    ...   { name = "long", weight = 0.5, when = "tokens > long" },
    ...   { name = "right", weight = 1, otherwise = true },
    ... ]
    ... ''')
    >>> rubrics.weights("short and right")
    [0.0, 0.5, 1.0]
    """
    if isinstance(source, Rubrics):
        core, name = source._core, source.source
    else:
        name, text, chosen = _text(os.fspath(source))
        if chosen is not None and names is not None:
            raise ValueError(f"{name}:{chosen} names a rubric, and names does, too: give one")
        try:
            core = _core.Rubrics.read(text)
        except ValueError as error:
            if not name:
                raise
            raise placed(error, name) from None
        names = names if chosen is None else _listed(chosen, core.names)
    if names is not None:
        core = core.choose(_chosen([names] if isinstance(names, str) else list(names)))
    for signal, field in (signals or {}).items():
        core = core.with_signal(signal, _source(signal, field))
    return Rubrics(core, name)


def _listed(text: str, known: Sequence[str]) -> list[str]:
    """Give the names that a comma separates, unless a rubric has the text as its name."""
    return [text] if text in known else text.split(",")


def _chosen(names: list[str]) -> list[str]:
    """Check names that choose rubrics."""
    if not names:
        raise ValueError("names is empty: name a rubric, or leave names out for all")
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(f"the rubric {name!r} is chosen twice")
    return names


def _source(signal: str, field: object) -> str:
    if isinstance(field, bool) or not isinstance(field, str | int | float):
        raise TypeError(f"signals[{signal!r}] = {field!r} is neither a field nor a number")
    return str(field)


def _text(source: str) -> tuple[str, str, str | None]:
    """Give the name, the text and the chosen rubric of a source."""
    if "\n" in source:
        return "", source, None
    name, colon, chosen = source.rpartition(":")
    if _PAPER in (source, name):
        return _PAPER, _core.paper_rubrics(), chosen if colon else None
    stem = name if colon else source
    near = difflib.get_close_matches(stem.lower(), [_PAPER], cutoff=0.8)
    if near and not Path(source).exists() and not Path(stem).exists():
        missing = f"{os.strerror(errno.ENOENT)} (did you mean {_PAPER}?)"
        raise FileNotFoundError(errno.ENOENT, missing, stem)
    # A path may have a colon of its own.
    if colon and chosen and not Path(source).exists() and Path(name).exists():
        source = name
    else:
        chosen = ""
    try:
        text = content(Path(source), "rubric file", _core.rubric_bytes()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{source} is not a rubric file: it is not UTF-8 ({error})") from None
    return source, text, chosen or None
