"""The options `--slice` and `--each-slice`: tables by slices of the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scorio.cli.ending import CODES
from scorio.cli.output import give, is_for_people, say, write_junit
from scorio.show.escaping import on_a_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._slicing.slices import Slices

# What a comparison by slices lacks.
_LACKS = ("by_task", "pairs", "deciding", "max_cost_ratio")


def slice_option(about: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make the option that names the fields of slices."""
    return click.option(
        "--slice", multiple=True, metavar="FIELD[,…]", callback=_fields, help=about,
    )  # fmt: skip


def _fields(_: click.Context, __: click.Parameter, given: Sequence[str] | None) -> list[str] | None:
    names = [name.strip() for one in given or () for name in one.split(",")]
    if "" in names:
        raise ValueError("--slice has an empty name")
    return list(dict.fromkeys(names)) or None


def check_slices(given: Mapping[str, Any]) -> None:
    """Refuse options that do not go with slices."""
    from scorio import _core

    if given["slice"] is None:
        if given["each_slice"]:
            raise ValueError("--each-slice judges slices: say --slice FIELD, too")
        return
    for name in _LACKS:
        if given.get(name) not in (None, False, (), 0):
            option = _core.option_name(name, "command line")
            raise ValueError(f"--slice has tables of its own, without {option}")
    if given["each_slice"] and given["margin"] is None:
        raise ValueError("--each-slice judges slices by a margin: say --fail-if-worse X, too")


def give_slices(
    counts: Counts | Sums,
    other: Counts | Sums | None,
    options: dict[str, Any],
    given: Mapping[str, Any],
    view: dict[str, Any],
    out: tuple[str, ...],
    *,
    as_json: bool,
    safe_csv: bool,
) -> None:
    """Print the differences by slice. A slice that is worse ends with 1, if each is judged."""
    import scorio

    options = {name: value for name, value in options.items() if name != "by_task"}
    baseline, each = given["baseline"], given["each_slice"]
    asked = options | {"baseline": baseline, "slice": given["slice"], "each_slice": each}
    found: Slices = scorio.slices(counts, other, **asked).spoken("command line").view(**view)
    give(found, out, as_json=as_json, safe_csv=safe_csv)
    write_junit(given["junit"], found.to_junit, to_people=is_for_people(out, as_json=as_json))
    margin = options["margin"]
    if margin is None:
        return
    if each:
        failing = [row for row in found if row.failing]
        for row in failing:
            say(
                f"scorio: {on_a_line(row.model)} is worse than {on_a_line(row.baseline)} by more "
                f"than {margin:g} in {on_a_line(row.slice)}", err=True,
            )  # fmt: skip
        if failing:
            click.get_current_context().exit(1)
        judged = [row for row in found if row.judged]
        if not judged:
            say("scorio: no slice has enough questions to be judged", err=True)
            click.get_current_context().exit(CODES["undecided"])
        return
    whole = scorio.compare(counts, other, baseline=baseline, **options)
    worse = [on_a_line(row.model) for row in whole if row.task is None and row.worse]
    said = ", ".join(worse) or "no model"
    are = "are" if len(worse) > 1 else "is"
    say(
        f"scorio: over all questions {said} {are} worse than "
        f"{on_a_line(whole[0].baseline)} by more than {margin:g}; --each-slice judges each slice",
        err=True,
    )
    if worse:
        click.get_current_context().exit(1)
