"""What of inspect_ai is needed, and what to install where it is not there."""

from __future__ import annotations

from functools import update_wrapper, wraps
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec

from scorio._errors import fault

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")

# A metric of inspect_ai: a function of the scores of samples.
Metric = Any

_ABSENT = "scorio.inspect_ai needs inspect_ai: pip install inspect-ai"


def unreduced(factory: Callable[P, Metric]) -> Callable[P, Metric]:
    """Register what makes a metric, as one that gets the score of every epoch."""
    try:
        from inspect_ai.scorer import metric
    except ModuleNotFoundError:
        return _refused(factory, _ABSENT)
    try:
        registered: Callable[P, Metric] = metric(scores="unreduced")(factory)
    except TypeError:
        return _refused(
            factory,
            "this inspect_ai shows metrics no single epochs: pip install --upgrade inspect-ai",
        )
    return update_wrapper(registered, factory)


def typed(function: Callable[..., Any]) -> Metric:
    """Say of a metric what it takes: inspect_ai looks whether that is a list of `SampleScore`."""
    from inspect_ai.scorer import SampleScore

    function.__annotations__ = {"scores": list[SampleScore], "return": dict[str, float]}
    return function


def log_module() -> Any:  # noqa: ANN401  a module that may be absent
    """Give `inspect_ai.log`."""
    try:
        import inspect_ai.log
    except ModuleNotFoundError:
        _absent(_ABSENT)
    return inspect_ai.log


def _refused(factory: Callable[P, Metric], sentence: str) -> Callable[P, Metric]:
    @wraps(factory)
    def refuse(*_: object, **__: object) -> Metric:
        _absent(sentence)

    return refuse


def _absent(sentence: str) -> NoReturn:
    raise fault(ModuleNotFoundError(sentence), "inspect_ai.absent") from None
