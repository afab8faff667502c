"""What counts of categories and sums of numeric scores have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from scorio import _core
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

Core = TypeVar("Core", _core.Counts, _core.Sums)


class Tallied(Generic[Core]):
    """Trials that were read and added up: whose they are, and what the reading said."""

    __slots__ = ("_core", "sources")
    _core: Core
    _kind: ClassVar[type[Any]]
    numeric: ClassVar[bool] = False
    """Whether outcomes are numbers, and not categories."""

    def __init__(self, core: Core, sources: Sequence[str] = ()) -> None:
        self._core = core
        self.sources = list(dict.fromkeys(sources))
        """What was read, as it was named."""

    @property
    def models(self) -> list[str]:
        """The models, in order of appearance."""
        return self._core.models

    @property
    def tasks(self) -> list[str]:
        """The tasks, in order of appearance. `""` stands for no task."""
        return self._core.tasks

    @property
    def scores(self) -> list[str]:
        """The scores of the trials, in order of appearance; `""` for the only or headline score."""
        return self._core.scores

    @property
    def trials(self) -> int:
        """How many outcomes there are."""
        return self._core.trials

    @property
    def missing(self) -> int:
        """How many trials had no outcome and are left out, or were planned and are in no log."""
        return self._core.missing

    @property
    def notes(self) -> list[str]:
        """What else the reading has to say: which scores count, which logs end early."""
        return [sentence for _, _, sentence in self._core.notes]

    @property
    def report(self) -> dict[str, int]:
        """What the reading did: files, bytes, records, and what each policy left out or changed.

        Merging adds the figures up. What `select` gives has none of its own.
        """
        return self._core.report

    def __len__(self) -> int:
        return len(self._core)

    def __eq__(self, other: object) -> bool:
        return self._core == other._core if isinstance(other, type(self)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def _like(self, core: Core) -> Self:
        """Give others that were read from the same files."""
        return type(self)(core, self.sources)

    def __copy__(self) -> Self:
        return self._like(self._core)

    def __deepcopy__(self, memo: object) -> Self:
        # Neither counts nor sums ever change.
        return self._like(self._core)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        return _restored, (type(self), self._core.to_bytes(), self.sources)

    def __repr__(self) -> str:
        parts = [
            counted(len(self.models), "model"),
            counted(len(self.tasks), "task"),
            counted(len(self), "question"),
            counted(self.trials, "trial"),
        ]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand a row for each question to an Arrow consumer."""
        return self._core.__arrow_c_stream__(requested_schema)


def _restored(kind: type[Tallied[Any]], content: bytes, sources: list[str]) -> Tallied[Any]:
    return kind(kind._kind.from_bytes(content), sources)
