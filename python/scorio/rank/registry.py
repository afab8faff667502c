"""The list of ranking methods."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio._errors import coded, described, fault

if TYPE_CHECKING:
    from collections.abc import Iterable


class RankMethod(NamedTuple):
    """A ranking method, and what is known of it."""

    name: str
    family: str
    statistic: str
    summary: str
    same_as: str | None
    order_free: bool
    equals_average_when_complete: bool
    options: list[str]


class RankMethods(list[RankMethod]):
    """A list of `RankMethod`, which prints as lines: names, what they are, and their options."""

    def __str__(self) -> str:
        """A line for each method."""
        width = max((len(one.name) for one in self), default=0)
        lines = []
        for one in self:
            options = f" ({', '.join(one.options)})" if one.options else ""
            lines.append(f"{one.name:{width}}  {one.summary}{options}")
        return "\n".join(lines)

    __repr__ = __str__


@coded
def methods() -> RankMethods:
    """Give every ranking method.

    `equals_average_when_complete` says that a method orders models as `avg` does if all models have
    equally many trials of all questions. It holds with the default options.

    Returns
    -------
    RankMethods
        A list of `RankMethod` (name, family, statistic, summary, same_as, order_free,
        equals_average_when_complete, options). It prints a line for each method.

    Examples
    --------
    >>> from scorio import rank
    >>> next(one for one in rank.methods() if one.name == "plackett_luce").same_as
    'bradley_terry'
    """
    return RankMethods(
        RankMethod(
            options=[option["name"] for option in one["options"]],
            **{field: one[field] for field in RankMethod._fields[:-1]},
        )
        for one in _core.rank_methods()
    )


def known_methods(names: Iterable[str]) -> dict[str, RankMethod]:
    """Give all methods by name, if those that are asked for are among them."""
    known = {one.name: one for one in methods()}
    for name in names:
        if name not in known:
            near = _near(name, known)
            problem = f"there is no ranking method {name!r}{near}"
            if near:
                raise fault(ValueError(problem), "rankers.unknown")
            error = described(ValueError, problem, "list_methods")
            vars(error)["code"] = "rankers.unknown"
            raise error
    return known


def _near(name: object, known: Iterable[str]) -> str:
    """What may be meant in place of a name."""
    if isinstance(name, str):
        listed = [part.strip() for part in name.split(",")]
        if len(listed) > 1 and all(part in known for part in listed):
            return f": name each for itself, as {' and '.join(listed)}"
        near = difflib.get_close_matches(name.lower().replace("-", "_"), known, 1)
        if near:
            return f": did you mean {near[0]}?"
    return ""
