"""Ranking methods on the command line: their list, and their options."""

from __future__ import annotations

from typing import Any

from scorio._declared import declared_methods
from scorio.cli.options.kinds import Share
from scorio.cli.options.shared import entry, pairs

# The longest name of a method.
_WIDTH = 26
_PRIORS = "gaussian:2, laplace:0.5 or cauchy:1"


def methods_list() -> str:
    """Every method with its options and what it is, as paragraphs of help."""
    found: dict[str, list[str]] = {}
    for name, method in declared_methods().items():
        options = method["options"]
        own = [one for one in options if not one.startswith("prior_") or "prior" not in options]
        takes = f" ({', '.join(own)})" if own else ""
        found.setdefault(method["family"], []).append(
            entry(name, f"{method['summary']}{takes}", _WIDTH)
        )
    parts = [
        "\n".join(["\b", f"{family[0].upper()}{family[1:]}:", *lines])
        for family, lines in found.items()
    ]
    return "\n\n".join(["\b\nRanking methods, with their options in brackets:", *parts])


def check_methods(names: tuple[str, ...]) -> None:
    """Refuse unknown methods before logs are read."""
    from scorio.rank.registry import known_methods

    known_methods(names)


def check_options(methods: tuple[str, ...], given: dict[str, Any], options: dict[str, Any]) -> None:
    """Refuse options that no method has, and a method that lacks one, by their own names."""
    own = {name: declared_methods()[name]["options"] for name in methods}
    known = {option for taken in own.values() for option in taken}
    for name, value in given.items():
        # A prior has a sentence of its own, which says what has one.
        if value is not None and name not in known | {"prior"}:
            raise ValueError(
                f"{', '.join(methods)} has no {_way(name)}: see scorio rank --help all"
            )
    for method in methods:
        for name, option in own[method].items():
            # The core says how to give a budget.
            if option["required"] and option["takes"] != "budget" and name not in options:
                way = _way(name) if name in given else f"--option {name}=…"
                raise ValueError(f"{method} needs {way}")


def _way(name: str) -> str:
    return "-k" if name == "k" else f"--{name}"


def options_given(named: tuple[str, ...], own: dict[str, Any]) -> dict[str, Any]:
    """Give the options of methods: those with an option of their own, and those by name."""
    found: dict[str, Any] = {}
    for name, text in pairs("--option", named).items():
        if own.get(name) is not None:
            raise ValueError(f"--option {name}={text}: {name} is given by {_way(name)}, too")
        found[name] = float(Share().made("--option tau", text)) if name == "tau" else _value(text)
    found |= {name: value for name, value in own.items() if value is not None}
    if own["tau"] is not None:
        found["tau"] = float(own["tau"])
    if own["prior"] is not None:
        found["prior"] = _prior(own["prior"])
    return found


def _value(text: str) -> object:
    """A number, several in commas, true or false, or a text."""
    if text in ("true", "false"):
        return text == "true"
    try:
        listed = [float(part) for part in text.split(",")]
    except ValueError:
        return text
    return listed[0] if len(listed) == 1 else listed


def _prior(text: str) -> object:
    """A prior by its name and number."""
    from scorio.rank.priors import CauchyPrior, GaussianPrior, LaplacePrior

    name, colon, number = text.partition(":")
    try:
        size = float(number) if colon else 1.0
    except ValueError:
        raise ValueError(f"--prior {text}: {number!r} is not a number, as in {_PRIORS}") from None
    if name == "gaussian":
        return GaussianPrior(var=size)
    if name == "laplace":
        return LaplacePrior(scale=size)
    if name == "cauchy":
        return CauchyPrior(scale=size)
    raise ValueError(f"--prior {text} is not a prior such as {_PRIORS}")
