"""NumPy, loaded where it is first asked for: scores of logs need none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _Numpy:
        """All names of NumPy, from the first use of one."""

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            import numpy

            from scorio import _core

            _core.load_numpy()
            vars(self).update(vars(numpy))
            return getattr(numpy, name)

    np = _Numpy()

__all__ = ["np"]
