"""The groups that options stand in, and which of them most people need."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Iterator


class Names(NamedTuple):
    """The options of a group: those that most people need, and the others."""

    often: tuple[str, ...]
    rare: tuple[str, ...]


def _names(often: str, rare: str = "") -> Names:
    return Names(tuple(often.split()), tuple(rare.split()))


# An option of one name means the same in all commands, so that it has one group.
GROUPS = {
    "What to find out": _names(
        "length at baseline against pairs slice series dates these retries cap within curve "
        "fail-if-worse at-least per-question half-width trials budget money looks assume",
        "cost-at-most max-cost-ratio unpaired unit penalty alone power difference question-cost "
        "max-questions concentration each-slice bank",
    ),
    "Set up": _names(
        "means n pending log mean items state item-costs goal hold-out folds calibrate "
        "strata estimator score-range lower-is-better",
        "slopes drop-negative per-cost warmup max-items precision allocation select "
        "out-of-range boundary rho resolution truth calibrate-on model-family dataset",
    ),
    "What to read": _names(
        "",
        "path on-missing rubric format records times score questions regrade missing-values "
        "on-repeat on-error on-bad-line ids allow-copies signal memory",
    ),
    "Fields": _names(
        "set model task question outcome category threshold",
        "trial cluster weight fields slices weight-of label labels judge check label-range "
        "on-unmatched total correct rate numeric cost prices on-missing-cost keep-values guess",
    ),
    "Metric": _names(
        "metric method k level",
        "weights tau lam spectrum pass-power unanimous-power ragged prior quantile option macro",
    ),
    "Uncertainty": _names(
        "sampled confidence",
        "interval sigma runs borrow family ranks scheme replicates orders seed",
    ),
    "Show": _names(
        "kind only wide title",
        "columns by-task percent deciding sort top digits theme color",
    ),
    "Write": _names("out with plot json", "markdown junit safe-csv force"),
}  # fmt: skip
# The names of options in the examples of a command.
_OPTION = re.compile(r"--([a-z-]+)")
# What most people need of single commands beside these: labels correct what they say.
_OFTEN = {name: {"label"} for name in ("score", "report")} | {
    "labels": {"label", "labels", "judge", "seed"},
    "judge": {"label", "labels", "judge"},
    "cost": {"cost", "prices"},
    "gate": {"label", "cost", "cost-at-most"},
    "compare": {"label", "max-cost-ratio"},
    "count": {"cost", "keep-values"},
}
# What few need there: labels correct each outcome as it is. No category sorts outcomes first.
_RARE = {name: {"category", "threshold"} for name in ("labels", "judge")} | {
    # A budget shows tries without being asked, and the examples sort no outcomes.
    "plot": {"retries", "category", "threshold", "at", "series"},
    "compare": {"set", "task"},
    "report": {"set", "task"},
}
# Commands whose options set up what they make, whatever other commands mean by the same names.
_SET_UP = ("simulate", "start")


def key_of(option: click.Option) -> str:
    """Give the longest name of an option, without its dashes."""
    return max(option.opts, key=len).lstrip("-")


def grouped(command: click.Command) -> Iterator[tuple[str, list[tuple[click.Option, bool]]]]:
    """Give each group with the options of a command, and whether most people need them.

    Options that only a file gives are left out.
    """
    own = {
        key_of(one): one
        for one in command.params
        if isinstance(one, click.Option) and not one.hidden
    }
    # Who tries an example looks for its options.
    _, _, examples = (command.help or "").partition("\b\n")
    needed = set(_OPTION.findall(examples)) | _OFTEN.get(command.name or "", set())
    seldom = _RARE.get(command.name or "", set())
    found: dict[str, list[tuple[click.Option, bool]]] = {group: [] for group in GROUPS}
    for group, names in GROUPS.items():
        moved = command.name in _SET_UP and group not in ("Uncertainty", "Write")
        found["Set up" if moved else group] += [
            (own[name], name in {*names.often, *needed} - seldom or own[name].required)
            for name in (*names.often, *names.rare)
            if name in own
        ]
    for group, options in found.items():
        if options:
            # What has to be given comes first.
            yield group, sorted(options, key=lambda one: not one[0].required)
