"""Fields of trials as numbers. A rubric reads them, whose categories do not matter."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scorio._errors import code_of, of_options
from scorio.rubric.field_errors import refused
from scorio.rubric.grading import graded
from scorio.rubric.rubrics import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorio import _core
    from scorio._reading.options import Frame, Path, Reading

_RUBRIC = """
[signals]
{signals}
[[rubric]]
name = "fields"
missing = "drop"
category = [
  {{ name = "below", weight = 0, when = "{below}" }},
  {{ name = "other", weight = 1, otherwise = true }},
]
"""


def read_fields(
    source: Path | Iterable[Path] | Frame,
    fields: Mapping[str, str],
    options: Reading,
    told: tuple[Sequence[str], Sequence[int]] = ((), ()),
) -> tuple[_core.Grades, list[str]]:
    """Read fields of trials as their signals. The first is the outcome.

    What a trial lacks is missing. Names of `fields` are words for errors, with a number behind
    them: label, label1. The outcome may be a text, too. `told` has fields whose texts
    are kept, and the places of the trials that they are kept of.
    """
    for option in ("on_missing", "on_error", "categories", "cost"):
        if options.get(option) not in (None, "error"):
            template = f"{{{option}}} is not supported with labels"
            raise of_options("rubric.policy", template, option)
    texts, places = told
    named = {**fields} | {f"text{place or ''}": text for place, text in enumerate(texts)}
    signals = "\n".join(f"{name} = {json.dumps(field)}" for name, field in named.items())
    text = _RUBRIC.format(signals=signals, below=" or ".join(f"{name} < 0" for name in named))
    asked = (len(fields), set(places)) if texts else None
    try:
        return graded(source, load(text), options, each_trial=True, judged=0, told=asked)
    except ValueError as error:
        if "signal" not in f"{code_of(error)} {vars(error).get('problem', '')}":
            raise
        raise refused(error, source, options) from None
