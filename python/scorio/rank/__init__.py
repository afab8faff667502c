"""Ranks of scores, agreement of rankings, and which models are separated.

Scores are one number for each model, the higher the better, in any array-like; rankings are
compared by their scores, so that a rank, of which the lower is the better, goes in with its sign
turned. NaN and missing scores are an error that names the first of them.
"""

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
from scorio.results import TiedGoldWarning

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
