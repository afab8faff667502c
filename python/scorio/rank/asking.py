"""The one way from a ranking method's function to the core: its options are read as declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from scorio._arguments import budget, number, numbers
from scorio._counting.counts import Counts
from scorio._declared import declared_methods
from scorio._errors import fault
from scorio._numpy import np
from scorio.rank.priors import GaussianPrior, Prior, UniformPrior, with_prior
from scorio.rank.source import choice, conventions, data_of, ranked

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from scorio._matrix import Missing
    from scorio.rank.source import Convention, Pairing, Ranked

    WithItems: TypeAlias = tuple[NDArray[Any], NDArray[np.float64], dict[str, NDArray[np.float64]]]


def ranked_by(
    name: str,
    R: ArrayLike | Counts,
    method: Convention,
    *,
    return_scores: bool,
    pairing: Pairing = "expected",
    missing: Missing,
    **options: object,
) -> Ranked:
    """Rank by a method with options as its function takes them."""
    asked, given = asked_of(name, options)
    if declared_methods()[name]["statistic"] == "trials":
        # The core says what counts lack.
        pairing = "expected" if isinstance(R, Counts) else "aligned"
    return ranked(
        asked, R, given, method, return_scores=return_scores, pairing=pairing, missing=missing
    )


def with_items(
    name: str,
    R: ArrayLike | Counts,
    method: Convention,
    *,
    return_scores: bool,
    return_item_params: bool,
    missing: Missing,
    **options: object,
) -> Ranked | WithItems:
    """Rank by a model of items, with the numbers of items on demand."""
    asked, given = asked_of(name, options)
    choice("method", method, conventions())
    found = ranked(
        asked, R, given, method, return_scores=return_scores or return_item_params, missing=missing
    )
    if not return_item_params:
        return found
    response = data_of(R, missing=missing).response(asked, given)
    items = {} if response is None else {key: np.array(value) for key, value in response[1]}
    return found[0], found[1], items


def asked_of(name: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name the method of a prior, and read the options as they are declared."""
    declared = declared_methods()[name]["options"]
    asked, given = name, dict[str, Any]()
    if "prior" in options:
        read = with_prior if "prior" in declared else with_normal
        asked, given = read(name.removesuffix("_map"), options.pop("prior"))
    for option, value in options.items():
        if value is None and option == "fix_guessing":
            raise _unidentified(name)
        known = declared[option]
        if value is not None or known["required"] or known["usual"] is not None:
            given[option] = _READERS[known["takes"]](option, value, known)
    return asked, given


def with_normal(name: str, prior: Prior | float) -> tuple[str, dict[str, Any]]:
    """Name the method of a prior of abilities, and its options."""
    if isinstance(prior, UniformPrior):
        return name, {}
    if isinstance(prior, GaussianPrior):
        mean, variance = number("prior.mean", prior.mean), number("prior.var", prior.var)
        return f"{name}_map", {"prior_mean": mean, "prior_variance": variance}
    if isinstance(prior, Prior):
        sentence = (
            f"prior = {prior!r}: {name}_map takes a variance, a GaussianPrior or a UniformPrior"
        )
        raise fault(ValueError(sentence), "argument.choice")
    return f"{name}_map", {"prior_variance": number("prior", prior)}


def positive_limit(time_limit: float | None) -> None:
    """Refuse a limit of time, which is not used, that scorio 0.2.3 refuses."""
    if time_limit is not None and not 0 < number("time_limit", time_limit) < float("inf"):
        sentence = f"time_limit = {time_limit!r} is not positive and finite"
        raise fault(ValueError(sentence), "argument.range")


def _unidentified(name: str) -> Exception:
    """Say what to do without the chance of a lucky guess."""
    sentence = (
        f"{name} without fix_guessing is not identified: take fix_guessing=, or rank.rasch_2pl"
    )
    return fault(ValueError(sentence), "argument.choice")


def _number(name: str, value: Any, _: dict[str, Any]) -> float:  # noqa: ANN401
    return number(name, value)


def _budget(_: str, value: Any, __: dict[str, Any]) -> int:  # noqa: ANN401
    return budget(value)


def _flag(_: str, value: Any, __: dict[str, Any]) -> float:  # noqa: ANN401
    return float(value)


def _choice(name: str, value: Any, option: dict[str, Any]) -> str:  # noqa: ANN401
    choice(name, value, option["of"])
    return str(value)


def _numbers(name: str, value: Any, _: dict[str, Any]) -> list[float]:  # noqa: ANN401
    return numbers(name, value)


_READERS: dict[str, Callable[[str, Any, dict[str, Any]], Any]] = {
    "number": _number, "whole": _number, "share": _number, "budget": _budget, "flag": _flag,
    "choice": _choice, "numbers": _numbers,
}  # fmt: skip
