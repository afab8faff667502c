"""The values of all trials of a model, as counts or sums."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorio import _core
from scorio._counting.counts import Counts
from scorio._reading.reading import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counting.sums import Sums
    from scorio._inside.values import Scored


class Trials(NamedTuple):
    """Values by question, and the questions' clusters."""

    questions: list[list[Scored]]
    clusters: list[str]

    @property
    def values(self) -> list[Scored]:
        """The values of all questions, one after another."""
        return [value for question in self.questions for value in question]

    def counts(self, categories: Sequence[int], number: int) -> Counts:
        """Count the trials, whose categories are given in the order of `values`."""
        lengths = [len(question) for question in self.questions]
        flat = np.asarray(categories, dtype=np.int64)
        return Counts(_core.count_matrix(True, flat, lengths, self.clusters, [], number, False))  # noqa: FBT003

    def sums(self, numbers: Sequence[float]) -> Sums:
        """Add up the trials, whose numbers are given in the order of `values`."""
        left = iter(numbers)
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder, "trials.jsonl")
            with log.open("w", encoding="utf-8") as file:
                for place, question in enumerate(self.questions):
                    label = {"cluster": self.clusters[place]} if self.clusters else {}
                    for _ in question:
                        record = {"question": place, "outcome": next(left), **label}
                        file.write(json.dumps(record) + "\n")
            cluster = "cluster" if self.clusters else None
            model = {"model": "model"}
            return count(str(log), numeric=True, cluster=cluster, constants=model, keep_values=True)
