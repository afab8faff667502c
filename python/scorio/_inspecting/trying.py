"""Trying the options of a guess, and mending them by what errors say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scorio import _core
from scorio._reading.reading import count

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums

# Attempts to read a log with other options.
ATTEMPTS = 6


class Trial(NamedTuple):
    """Options that were tried, what they gave, and what is uncertain about mending them."""

    options: dict[str, Any]
    counts: Counts | Sums | None
    problem: str | None
    doubts: list[str]


def tried(source: str | Sequence[str], options: Mapping[str, Any], scores: Sequence[str]) -> Trial:
    """Give options that read files, and what is wrong with them, if none were found."""
    options, doubts = dict(options), list[str]()
    first = source if isinstance(source, str) else source[0]
    for _ in range(ATTEMPTS):
        try:
            found = count(source, **options)
        except ValueError as error:
            new, doubt = _mended(options, error, first, scores)
            if new is None:
                why = f"this command stops: {getattr(error, 'problem', error)}"
                return Trial(options, None, why, doubts)
            options = new
            doubts += [doubt] if doubt else []
        else:
            return Trial(options, found, None, doubts)
    return Trial(options, None, "no options were found that read it", doubts)


def _mended(
    options: Mapping[str, Any], error: Exception, file: str, scores: Sequence[str]
) -> tuple[dict[str, Any] | None, str | None]:
    """Give options without what an error complains about, if there is a way out, and a doubt."""
    remedy: tuple[str, dict[str, Any]] = getattr(error, "remedy", None) or ("", {})
    name, values = remedy
    kind = getattr(error, "code", "")
    new = dict(options)
    steps: dict[str, Callable[[], str | None]] = {
        "choose_on_missing": lambda: new.update(on_missing="drop"),
        "name_field_or_on_missing": lambda: new.update(on_missing="drop"),
        "drop_missing_numbers": lambda: new.update(on_missing="drop"),
        "choose_on_error": lambda: _errors_dropped(new),
        "name_categories_or_numeric": lambda: new.update(numeric=True),
        "leave_numeric_out": lambda: new.pop("numeric", None) and None,
        "choose_on_repeat": lambda: _repeated(new),
        "name_uneven_field": lambda: new.pop(str(values.get("role")), None) and None,
    }
    if scores and name.startswith("name_score"):
        steps[name] = lambda: new.update(score=scores[0])
    # One record without a name does not mean that all are of one model.
    unnamed = kind == "count.label"
    if not unnamed and "model" in (values.get("role"), values.get("label")):
        steps[name] = lambda: _named(new, file)
    if kind in ("records.malformed", "records.not_utf8"):
        steps[name] = lambda: new.update(on_bad_line="skip")
    doubt = steps[name]() if name in steps else None
    return (new, doubt) if new != dict(options) else (None, None)


def _named(options: dict[str, Any], file: str) -> str | None:
    """Set the model as a constant, as the file's name has it."""
    stem = _core.stem(file) or "log"
    options["constants"] = {**(options.get("constants") or {}), "model": stem}
    return f"no field names the model, and {stem} is the name of the file"


def _errors_dropped(options: dict[str, Any]) -> str:
    """Leave trials out that ended in an error, which many benchmarks count as failures."""
    options["on_error"] = "drop"
    return "trials that ended in an error are left out, and --on-error fail counts them as failures"


def _repeated(options: dict[str, Any]) -> str | None:
    """Count duplicate trials: without their names, or all of them."""
    trial = options.get("trial")
    if trial not in (None, "*"):
        del options["trial"]
        return f'"{trial}" repeats, and each record is taken for a trial'
    options["on_repeat"] = "keep"
    return "some trials repeat, and each record is taken for a trial"
