"""Compare intervals of scores that labels correct with those of ppi-python and truescore.

    .venv/bin/python benches/judge_packages.py

All packages get the same simulated runs, each with its defaults. The other packages are installed
from the package index into an environment of their own. It prints the tables of docs/judges.md.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "studies"))

from coverage_judges import JUDGES, Design, Suite, drawn, ends, groups, joined, labels, rate, shared
from coverage_sections.judges import DESIGNS, LABELS, QUESTIONS, SCORES, alone
from peer import interpreter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Ends = tuple[NDArray[np.float64], NDArray[np.float64]]

PACKAGES = ("ppi-python==0.2.3", "truescore==0.7.4")
TRIALS = 4
# Smaller shares of refused runs are not shown.
_SHOWN = 0.005
# What is shown for each design: peers that are made for it.
SHOWN: dict[Design, tuple[str, ...]] = {
    "at random": (
        "scorio", "labels alone", "truescore", "truescore, Rogan-Gladen", "ppi-python",
    ),
    "half where the judge says yes": (
        "scorio", "truescore, by outcome", "truescore", "truescore, Rogan-Gladen", "ppi-python",
    ),
}  # fmt: skip


class Cell(NamedTuple):
    """The ends of our intervals about both targets, those of the labels alone, and the truths."""

    score: float
    these: Ends
    like: Ends
    alone: Ends
    truth: NDArray[np.float64]

    def measured(self, ends_of: Ends, like: Ends | None = None) -> Figures:
        """Measure the ends of a package. What it refuses does not contain the truth."""
        lo, hi = ends_of
        refused = float(np.mean(np.isnan(lo)))
        width = float(np.nanmean(hi - lo)) if refused < 1 else np.nan
        own, other = (
            shared(np.nan_to_num(one[0], nan=2.0), one[1], truth).covered
            for one, truth in ((ends_of, self.truth), (like or ends_of, self.score))
        )
        return Figures(own, other, width, refused)


class Figures(NamedTuple):
    """Coverage of these questions and of questions like these, width, and the share refused."""

    these: float
    like: float
    width: float
    refused: float


def simulated(suite: Suite, number: int, design: Design, runs: int, seed: int, path: Path) -> Cell:
    """Draw the runs of a cell, score them, and write them for the peers."""
    random = suite.seed(seed, number)
    found = drawn(random, runs, suite)
    known = labels(random, found, number, design)
    parts = list(groups(found.outcomes, known))
    these, like = (joined(ends(one, sampled=sampled) for one in parts) for sampled in (False, True))
    np.savez(path, outcomes=found.outcomes.reshape(runs, -1), labels=known.reshape(runs, -1))
    return Cell(suite.score, these, like, alone(known)[0], found.chances.mean(axis=(1, 2)))


def table(design: Design, runs: int, seed: int) -> Iterator[str]:
    """Give a line for each number of labels and each judge: least coverages and mean widths."""
    names = SHOWN[design]
    yield f"| labels {design}: labels, judge | {' | '.join(names)} |"
    yield "|---|" + "---|" * len(names)
    with tempfile.TemporaryDirectory() as folder:
        keys = list(product(LABELS, JUDGES, SCORES))
        paths = [Path(folder, f"{place}.npz") for place in range(len(keys))]
        cells = [
            simulated(Suite(QUESTIONS, TRIALS, score, judge), number, design, runs, seed, path)
            for (number, judge, score), path in zip(keys, paths, strict=True)
        ]
        script = Path(__file__).with_name("judge_packages_peer.py")
        subprocess.run([interpreter("judges", PACKAGES), script, *paths], check=True)
        found: dict[tuple[int, str], dict[str, list[Figures]]] = {}
        for (number, judge, _), cell, path in zip(keys, cells, paths, strict=True):
            with np.load(path) as peers:
                each = {
                    name: cell.measured((peers[name][:, 0], peers[name][:, 1])) for name in peers
                }
            each["scorio"] = cell.measured(cell.these, cell.like)
            each["labels alone"] = cell.measured(cell.alone)
            own = found.setdefault((number, judge), {name: [] for name in names})
            for name in names:
                own[name].append(each[name])
    for (number, judge), own in found.items():
        yield f"| {number}, {judge} | {' | '.join(shown(own[name]) for name in names)} |"


def shown(cells: list[Figures]) -> str:
    """Write the least coverages of both targets and the mean width, over the scores."""
    these, like, widths, refused = zip(*cells, strict=True)
    said = f"{rate(min(these))} {rate(min(like))} {np.nanmean(widths):.3f}"
    return said + (f" ({100 * max(refused):.0f} %)" if max(refused) >= _SHOWN else "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for one in DESIGNS:
        for line in table(one, given.runs, given.seed):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        sys.stdout.write("\n")
