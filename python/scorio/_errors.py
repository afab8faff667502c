"""Errors as data, as those of the core are.

An exception has `problem`, the sentence without the way out, and `code`, a stable name. `remedy` is
None, or the name of the way out with its values. The message has the way out in the words of
Python. The command line spells it anew (`scorio.cli.wording`).

Where nothing says more, the code of a wrong value is "value", of a wrong type "type", and of a file
that cannot be read or written "file" (`coded`).

A problem has no word of Python: it leaves out values that languages write in different ways.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import cache, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from scorio import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

E = TypeVar("E", bound=Exception)
P = ParamSpec("P")
R = TypeVar("R")

# The ways out of Python's own errors, as templates of scorio-words.
REMEDIES = {
    "count_by_trial": 'field "{field}" looks like the number of a trial: count the log with '
    "{trial=@field}",
    "give_budgets": "score by {metric} with several, as {k=1,2,4,8}",
    "list_methods": "{methods()} lists them",
    "name_tasks": "name the field that they are in ({task=FIELD})",
    "read_numbers": "read both with {numeric=true}",
    "take_mean_of_trials": "leave all but one out, or take their mean[ ({mean=true})]",
    "write_over": "name another file[, or {pass force=true} to write over it]",
}


@cache
def remedies() -> dict[str, str]:
    """Give the templates of all ways out, by name."""
    return {**dict(_core.remedies()), **REMEDIES}


def described(kind: type[E], problem: str, remedy: str, **values: str) -> E:
    """Make an error with a way out."""
    words = _core.spelled(remedies()[remedy], list(values.items()), "Python", None)
    error = kind(f"{problem}; {words}")
    vars(error).update(problem=problem, code=f"python.{remedy}", remedy=(remedy, values))
    return error


def fault(error: E, code: str, problem: str | None = None) -> E:
    """Give an error without a remedy its parts; the problem is the message by default."""
    vars(error).update(problem=problem or str(error), code=code, remedy=None)
    return error


def of_options(code: str, template: str, *options: str) -> ValueError:
    """Make an error whose sentence names arguments, as {name} in the template.

    The command line puts its own names there. Braces of a value are doubled.
    """
    return named_options(ValueError, code, template, *options)


def named_options(kind: type[E], code: str, template: str, *options: str) -> E:
    """Make such an error of some kind."""
    found = fault(kind(template.format(**{name: name for name in options})), code)
    vars(found).update(template=template, options=options)
    return found


def braced(value: str) -> str:
    """Double the braces of a value that stands in a template."""
    return value.replace("{", "{{").replace("}", "}}")


def of_numbers(option: str) -> ValueError:
    """Make the error for an option of categories, where there are numbers, as the core does."""
    words = f"numeric scores have no categories, and so no {{{option}}}"
    return of_options("call.needless", words, option)


def wrong(code: str, name: str, value: object, what: str, error: type[E]) -> E:
    """Make the error for an argument with a wrong value; `what` says what is wrong with it."""
    return fault(error(f"{name} = {value!r} {what}"), code, f"{name} {what}")


def code_of(error: BaseException) -> str:
    """Give the code of an error: its own, or what kind of error it is."""
    own = getattr(error, "code", None)
    if isinstance(own, str):
        return own
    if isinstance(error, OSError):
        return "file"
    return "type" if isinstance(error, TypeError) else "value"


def callers_level() -> int:
    """Give the `stacklevel` of a warning that points at the line of the user's call."""
    depth, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] == "scorio":
        depth, frame = depth + 1, frame.f_back
    return depth


def coded(call: Callable[P, R]) -> Callable[P, R]:
    """Give each error that leaves a function a code."""

    @wraps(call)
    def calling(*args: P.args, **options: P.kwargs) -> R:
        try:
            return call(*args, **options)
        except (ValueError, TypeError, OSError) as error:
            vars(error).setdefault("code", code_of(error))
            raise

    return calling


@contextmanager
def renamed(names: Mapping[str, str]) -> Iterator[None]:
    """Put other names in the place of some in an error, as that of a list for that of a file."""
    try:
        yield
    except (ValueError, TypeError, OSError) as error:
        for old, new in names.items():
            error.args = tuple(
                part.replace(old, new) if isinstance(part, str) else part for part in error.args
            )
            for name in ("problem", "template", "refused"):
                if name in vars(error):
                    vars(error)[name] = vars(error)[name].replace(old, new)
        raise


def placed(error: Exception, place: str) -> ValueError:
    """Say in an error which matrix of a batch it is about."""
    found = ValueError(f"in {place}: {error}")
    parts = dict(vars(error))
    if "problem" in parts:
        parts["problem"] = f"in {place}: {parts['problem']}"
    vars(found).update(parts)
    return found
