"""Intervals of other packages for simulated runs: `judge_packages_peer.py FILE…` adds to each FILE.

Run by `judge_packages.py` with an interpreter that has ppi-python and truescore. A file holds
runs × trials of outcomes and of labels, NaN where there is none. It gets runs × 2 ends of each.
"""

import sys
import warnings

import numpy as np
import ppi_py
import truescore


def ppi_python(judge, gold, places):
    """Give the interval of PPI++ of ppi-python."""
    rest = np.delete(judge, places)
    lo, hi = ppi_py.ppi_mean_ci(gold, judge[places], rest, alpha=0.05)
    return float(np.ravel(lo)[0]), float(np.ravel(hi)[0])


def of_truescore(estimate):
    """Give the ends of an estimate of truescore."""
    return estimate.low, estimate.high


def by_outcome(judge, gold, places):
    """Give the interval of truescore by strata, which are the outcomes of the judge."""
    strata = judge.astype(int).astype(str)
    shares = {name: float(np.mean(strata == name)) for name in np.unique(strata)}
    return of_truescore(truescore.post_stratified_estimate(judge, gold, places, strata, shares))


PEERS = {
    "truescore": lambda *given: of_truescore(truescore.ppi_estimate(*given)),
    "truescore, Rogan-Gladen": lambda *given: of_truescore(truescore.rogan_gladen_estimate(*given)),
    "truescore, by outcome": by_outcome,
    "ppi-python": ppi_python,
}


def measured(path):
    """Read the runs of a file, and write the intervals of each peer. What it refuses is NaN."""
    data = np.load(path)
    found = {name: np.full((len(data["outcomes"]), 2), np.nan) for name in PEERS}
    for run, (judge, labels) in enumerate(zip(data["outcomes"], data["labels"], strict=True)):
        places = np.flatnonzero(np.isfinite(labels))
        for name, peer in PEERS.items():
            try:
                found[name][run] = peer(judge, labels[places], places)
            except (ValueError, ZeroDivisionError, np.linalg.LinAlgError):
                continue
    np.savez(path, **found)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for file in sys.argv[1:]:
        measured(file)
