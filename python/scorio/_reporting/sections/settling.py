"""How the ranking settles as trials are added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._convergence.convergence import convergence
from scorio._counting.sums import Sums
from scorio._reporting.findings import problem
from scorio._reporting.parts import Section, figure, notes, paragraph, table
from scorio.show.words import percent

if TYPE_CHECKING:
    from scorio._reporting.findings import Findings

# What a page takes time for: outcomes in memory, and outcomes times replicates.
_MOST_TRIALS = 300_000
_WORK = 60_000_000
_MOST_REPLICATES, _LEAST_REPLICATES = 2_000, 100


def section(found: Findings) -> Section | None:
    """Give the study of convergence, if models have several trials in order."""
    counts, heading = found.counts, "How the ranking settles"
    if isinstance(counts, Sums) or len(found.models) == 1:
        return None
    if all(row.trials <= row.questions for row in found.rows):
        return None
    replicates = min(_MOST_REPLICATES, _WORK // max(counts.trials, 1))
    if counts.trials > _MOST_TRIALS or replicates < _LEAST_REPLICATES:
        found.left_out.append(
            f"{heading}: {counts.trials:,} trials take long; scorio plot --kind convergence "
            "draws it."
        )
        return None
    weights = found.request.weights
    try:
        study = convergence(counts, "avg", replicates=replicates, weights=weights)
    except ValueError as error:
        found.left_out.append(f"{heading}: {problem(error)}.")
        return None
    course = study[0]
    settled = "If the trials are drawn anew, the ranking never settles."
    if course.never < 1:
        settled = (
            f"If the trials are drawn anew, the ranking settles in {percent(1 - course.never)} of "
            f"the cases: after {course.mean:.1f} trials on average it is that of all "
            f"{course.n[-1]} trials, and stays so."
        )
    parts = [paragraph(settled), figure(study.plot()), table(study._page().tables[0])]
    own = [f"{note[0].upper()}{note[1:]}." for note in study.notes]
    own.append(
        f"Trials are drawn anew {replicates:,} times. τ says how far the ranking by some trials "
        "agrees with that by all."
    )
    return Section("settling", heading, [*parts, notes(own)])
