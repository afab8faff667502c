"""Names of what counts hold, as a user gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._errors import fault

if TYPE_CHECKING:
    from collections.abc import Sequence


def known(name: str, wanted: str | Sequence[str] | None, there: list[str]) -> list[str] | None:
    """Check names, and give them as a list."""
    if wanted is None:
        return None
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for one in names:
        if one not in there:
            sentence = f"there is no {name} {one!r}: there are {', '.join(map(repr, there))}"
            raise fault(ValueError(sentence), f"select.no_{name}")
    return names


def known_questions(wanted: str | Sequence[str], there: list[str]) -> set[str]:
    """Check names of questions, which may be too many to list."""
    names = {wanted} if isinstance(wanted, str) else set(wanted)
    for one in sorted(names.difference(there)):
        sentence = f"there is no question {one!r}: the first of {len(there)} is {there[0]!r}"
        raise fault(ValueError(sentence), "select.no_question")
    return names
