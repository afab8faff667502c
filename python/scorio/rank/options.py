"""Options of ranking methods, from the words of the caller to those of the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._arguments import number, numbers
from scorio._errors import fault
from scorio._numpy import np
from scorio.rank.priors import options_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorio.rank.registry import RankMethod


def given_options(given: Mapping[str, object]) -> dict[str, Any]:
    """Options as the core takes them."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == "prior" and not isinstance(value, str):
            prior = options_of(value)
            if prior is None:
                sentence = "prior = UniformPrior() is no prior: name the method without _map"
                raise fault(ValueError(sentence), "argument.choice")
            found |= prior
        else:
            found[name] = _option(name, value)
    return found


def own_options(
    name: str, names: Iterable[str], known: Mapping[str, RankMethod], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Of options for several methods, those of one, and those that none has: they are refused."""
    everyone = {option for other in names for option in known[other].options}
    own = {k: v for k, v in given.items() if k in known[name].options or k not in everyone}
    if any(k.startswith("prior") and k not in everyone for k in own):
        beside = f"{name}_map"
        way = f": take {beside}" if beside in known else ""
        raise fault(ValueError(f"{name} has no prior{way}"), "rankers.unknown_option")
    return own


def _option(name: str, value: object) -> float | str | list[float]:
    if isinstance(value, str):
        return value
    return number(name, value) if np.ndim(value) == 0 else numbers(name, value)  # type: ignore[arg-type]
