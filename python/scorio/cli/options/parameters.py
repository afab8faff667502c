"""Parameters of metrics on the command line: which options a metric needs, and which it takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from scorio.cli.options.shared import METRICS

if TYPE_CHECKING:
    from collections.abc import Sequence

_OWN = {name: {one: usual for one, _, usual in own} for name, *_, own in METRICS}
# How alike two names are, of which one may mean the other.
_NEAR = 0.8
_ALL = list(dict.fromkeys(name for own in _OWN.values() for name in own))


def check_parameters(metrics: Sequence[str]) -> None:
    """Refuse parameters that no metric takes, and a metric that lacks one."""
    names = [name.removesuffix("_ci") for name in metrics]
    for name in names:
        if name not in _OWN:
            _refuse_unknown(name)
            # The core lists them all.
            return
    context = click.get_current_context()
    options = {one.name: max(one.opts, key=len) for one in context.command.params}
    given = [name for name in _ALL if context.params.get(name) is not None]
    for name in given:
        if not any(name in _OWN[metric] for metric in names):
            takers = [metric for metric, own in _OWN.items() if name in own]
            raise ValueError(
                f"{options[name]} is for {_listed(takers, 'and')}, not for {_listed(metrics, 'or')}"
            )
    for metric, name in zip(metrics, names, strict=True):
        for lacking in [one for one, usual in _OWN[name].items() if usual is None]:
            if lacking not in options:
                raise ValueError(
                    f"{metric} needs --{lacking}, which scorio {context.info_name} does not have: "
                    "see scorio score"
                )
            if lacking not in given:
                raise ValueError(f"{metric} needs {options[lacking]}")


def _refuse_unknown(name: str) -> None:
    """Say which metric an unknown name may mean, if one is near."""
    import difflib

    spelled = name.lower().replace("@", "_at_").replace("^", "_hat_").replace("-", "_")
    budget = re.fullmatch(r"(.*)_(\d+)", spelled)
    wanted = f"{budget[1]}_k" if budget else spelled
    if near := difflib.get_close_matches(wanted, _OWN, 1, _NEAR):
        more = f" -k {budget[2]}" if budget else ""
        raise ValueError(f"there is no metric {name}: did you mean --metric {near[0]}{more}?")


def _listed(names: Sequence[str], word: str) -> str:
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last
