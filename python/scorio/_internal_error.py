"""What a defect of scorio looks like to its callers."""

from __future__ import annotations

from contextlib import suppress

from scorio import _core

_PREFIX = "internal error in scorio: "
_REQUEST = "; please report it, with the call that led here"


class InternalError(RuntimeError):
    """A defect of scorio, caught where it would leave the package. Please report it.

    The results of other calls are not affected. `problem`, `code` and `remedy` are those of every
    error (`scorio` names them in its exceptions).

    Examples
    --------
    >>> import scorio
    >>> issubclass(scorio.InternalError, RuntimeError)
    True
    """

    # Without slots of its own its objects have the form of a plain exception.
    __slots__ = ()

    def __str__(self) -> str:
        problem = self.problem
        return problem if problem.endswith(_REQUEST) else f"{problem}{_REQUEST}"

    def __reduce__(self) -> tuple[type[InternalError], tuple[object, ...]]:
        return InternalError, self.args

    @property
    def problem(self) -> str:
        """What is wrong."""
        said = super().__str__()
        return said if said.startswith(_PREFIX) else f"{_PREFIX}{said}"

    @property
    def code(self) -> str:
        """The stable name of all internal errors."""
        return "internal"

    @property
    def remedy(self) -> None:
        """There is no way out."""
        return None


# The border of the extension module catches each panic and raises it as an exception of its own,
# which `except Exception` would not catch. With another base it is an internal error. A Python
# that does not allow this leaves it as it is.
with suppress(TypeError):
    _core.PanicException.__bases__ = (InternalError,)
    _core.PanicException.__qualname__ = InternalError.__qualname__
    _core.PanicException.__name__ = InternalError.__name__
    _core.PanicException.__module__ = "scorio"
