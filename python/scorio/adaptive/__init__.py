"""Adaptive evaluation: ask each model the items that tell most, and stop when enough is known.

- `ItemBank`: the curves of items, calibrated by `ItemBank.fit` or known
- `ability`: the ability of a model from its scores on some items
- `Ranker`: asks for trials, takes their scores, and ranks or scores models
- `replay`: what a run would have found on recorded scores, beside its baselines
"""

from __future__ import annotations

from scorio.adaptive.items.ability import Ability, ability
from scorio.adaptive.items.bank import ItemBank
from scorio.adaptive.replaying.replay import replay
from scorio.adaptive.replaying.replayed import Replay
from scorio.adaptive.running.ranker import Query, Ranker
from scorio.adaptive.running.result import AdaptiveResult

__all__ = [
    "Ability",
    "AdaptiveResult",
    "ItemBank",
    "Query",
    "Ranker",
    "Replay",
    "ability",
    "replay",
]
