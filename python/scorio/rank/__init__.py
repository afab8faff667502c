"""Ranks of scores, agreement of rankings, and which models are separated.

Scores are one number for each model, in any array-like. The higher is the better. Rankings are
compared by their scores. Of ranks the lower is the better, so give them with their sign turned. NaN
and missing scores are an error that names the first of them.
"""

from scorio._results import TiedGoldWarning
from scorio.rank.agreement import (
    Agreement,
    Correlation,
    WeightedTau,
    agreement,
    kendall,
    spearman,
    weighted_tau,
)
from scorio.rank.ranks import Ranks, rank_scores
from scorio.rank.separation import (
    RankingConfidence,
    groups,
    letters,
    pairwise,
    ranking_confidence,
)

__all__ = [
    "Agreement",
    "Correlation",
    "RankingConfidence",
    "Ranks",
    "TiedGoldWarning",
    "WeightedTau",
    "agreement",
    "groups",
    "kendall",
    "letters",
    "pairwise",
    "rank_scores",
    "ranking_confidence",
    "spearman",
    "weighted_tau",
]
