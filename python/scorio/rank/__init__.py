"""Ranks of scores, agreement of rankings, and which models are separated.

Scores are one number for each model, in any array-like. The higher is the better. Rankings are
compared by their scores. Of ranks the lower is the better, so give them with their sign turned. NaN
and missing scores are an error that names the first of them.

Methods such as `bradley_terry` rank models by their results, zeros and ones of models x questions x
trials, or by counts. `methods` lists them, and `fit` adds intervals.
"""

from scorio._results import TiedGoldWarning
from scorio._rows import RankedModel, SeparatedModel
from scorio.rank.agreement import (
    Agreement,
    Correlation,
    WeightedTau,
    agreement,
    kendall,
    spearman,
    weighted_tau,
)
from scorio.rank.families._graphs import (
    alpharank,
    hodge_rank,
    pagerank,
    rank_centrality,
    serial_rank,
    spectral,
)
from scorio.rank.families._items import (
    rasch,
    rasch_2pl,
    rasch_2pl_map,
    rasch_2pl_mml,
    rasch_3pl,
    rasch_3pl_map,
    rasch_map,
    rasch_mml,
    rasch_mml_credible,
)
from scorio.rank.families._means import (
    avg,
    g_pass_at_k_tau,
    inverse_difficulty,
    mg_pass_at_k,
    pass_at_k,
    pass_hat_k,
    thompson,
)
from scorio.rank.families._pairs import (
    bayesian_mcmc,
    bradley_terry,
    bradley_terry_davidson,
    bradley_terry_davidson_map,
    bradley_terry_map,
    plackett_luce,
    plackett_luce_map,
    rao_kupper,
    rao_kupper_map,
    thurstone,
)
from scorio.rank.families._sets import (
    bradley_terry_luce,
    bradley_terry_luce_map,
    davidson_luce,
    davidson_luce_map,
)
from scorio.rank.families._voting import (
    baldwin,
    borda,
    copeland,
    kemeny_young,
    majority_judgment,
    minimax,
    nanson,
    ranked_pairs,
    schulze,
    win_rate,
)
from scorio.rank.families.equilibrium import nash
from scorio.rank.families.items import dynamic_irt, mirt
from scorio.rank.families.posterior import bayes
from scorio.rank.families.streams import elo, glicko, trueskill
from scorio.rank.fitting import (
    MethodComparison,
    Ranking,
    compare_methods,
    fit,
)
from scorio.rank.priors import (
    CauchyPrior,
    CustomPrior,
    EmpiricalPrior,
    GaussianPrior,
    LaplacePrior,
    Prior,
    UniformPrior,
)
from scorio.rank.ranks import Ranks, rank_scores
from scorio.rank.registry import RankMethod, RankMethods, methods
from scorio.rank.separation import (
    Chances,
    RankingConfidence,
    Separation,
    chances,
    groups,
    letters,
    pairwise,
    ranking_confidence,
    separated,
)

__all__ = [
    "Agreement",
    "CauchyPrior",
    "Chances",
    "Correlation",
    "CustomPrior",
    "EmpiricalPrior",
    "GaussianPrior",
    "LaplacePrior",
    "MethodComparison",
    "Prior",
    "RankMethod",
    "RankMethods",
    "RankedModel",
    "Ranking",
    "RankingConfidence",
    "Ranks",
    "SeparatedModel",
    "Separation",
    "TiedGoldWarning",
    "UniformPrior",
    "WeightedTau",
    "agreement",
    "alpharank",
    "avg",
    "baldwin",
    "bayes",
    "bayesian_mcmc",
    "borda",
    "bradley_terry",
    "bradley_terry_davidson",
    "bradley_terry_davidson_map",
    "bradley_terry_luce",
    "bradley_terry_luce_map",
    "bradley_terry_map",
    "chances",
    "compare_methods",
    "copeland",
    "davidson_luce",
    "davidson_luce_map",
    "dynamic_irt",
    "elo",
    "fit",
    "g_pass_at_k_tau",
    "glicko",
    "groups",
    "hodge_rank",
    "inverse_difficulty",
    "kemeny_young",
    "kendall",
    "letters",
    "majority_judgment",
    "methods",
    "mg_pass_at_k",
    "minimax",
    "mirt",
    "nanson",
    "nash",
    "pagerank",
    "pairwise",
    "pass_at_k",
    "pass_hat_k",
    "plackett_luce",
    "plackett_luce_map",
    "rank_centrality",
    "rank_scores",
    "ranked_pairs",
    "ranking_confidence",
    "rao_kupper",
    "rao_kupper_map",
    "rasch",
    "rasch_2pl",
    "rasch_2pl_map",
    "rasch_2pl_mml",
    "rasch_3pl",
    "rasch_3pl_map",
    "rasch_map",
    "rasch_mml",
    "rasch_mml_credible",
    "schulze",
    "separated",
    "serial_rank",
    "spearman",
    "spectral",
    "thompson",
    "thurstone",
    "trueskill",
    "weighted_tau",
    "win_rate",
]


def __dir__() -> list[str]:
    return sorted(__all__)
