# How far two rankings of the same models agree.

tested(row) = (statistic = row.statistic, pvalue = row.pvalue)

"""The scores of two rankings of the same models."""
function two_rankings(scores, gold)
    values, others = per_model("scores", scores), per_model("gold", gold)
    as_many("gold", others, "scores", values)
    return values, others
end

"""
    kendall(scores, gold; variant = "b")

Kendall's τ of two rankings: concordant less discordant pairs, of all that could be.

# Arguments
- `scores`: one for each of L models.
- `gold`: the scores of the ranking to agree with.
- `variant`: "b" allows for ties. "a" takes none in gold: where there are any, a warning says so, and the
  result is τ-b.

# Returns
`(statistic, pvalue)`.

# Formula
With c concordant and d discordant of n₀ = L (L - 1) / 2 pairs, of which n₁ tie in scores and n₂ in gold,
τ-a is (c - d) / n₀ and τ-b is (c - d) / √((n₀ - n₁) (n₀ - n₂)).

# Throws
`ArgumentError`: rankings of different length, fewer than two models, a NaN, a ranking that ties all
models, or another variant.

# Examples
```jldoctest
julia> kendall([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3], variant = "a").statistic
0.6666666666666666

julia> kendall([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.7, 0.3]).statistic
0.9128709291752769
```

# Source
Hariri et al. (2026), arXiv:2510.04265, appendix F.1. Kendall (1945).
"""
function kendall(scores, gold; variant = "b")
    tau = choice("variant", variant, ("a", "b"))
    values, others = two_rankings(scores, gold)
    given = (scores = values, gold = others, variant = tau)
    return answer_of("kendall", given) do answer
        for tie in table_of(answer, 1)
            warn_of_tied_gold(tie.first + 1, tie.second + 1, others)
        end
        tested(only_one(table_of(answer, 0)))
    end
end

"""Warn that a tie in gold has no τ-a."""
function warn_of_tied_gold(first, second, gold)
    sentence(i, j) =
        "gold[$i] and gold[$j] are both $(gold[first]): tau-a takes no ties in a gold ranking, so " *
        "this is tau-b"
    @warn Message(sentence(first, second), "warning.tied_gold", sentence(first - 1, second - 1))
    return nothing
end

"""
    spearman(scores, gold)

Spearman's ρ of two rankings: the correlation of the fractional ranks.

# Arguments
As for [`kendall`](@ref).

# Returns
`(statistic, pvalue)`. The p-value is that of Student's t with L - 2 degrees of freedom for
t = ρ √((L - 2) / (1 - ρ²)). It is too small for few models.

# Throws
`ArgumentError`: rankings of different length, fewer than two models, a NaN, or a ranking that ties all
models.

# Examples
```jldoctest
julia> rho = spearman([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3]);

julia> rho.statistic, round(rho.pvalue, digits = 12)
(0.8, 0.2)
```

# Source
Spearman (1904), The proof and measurement of association between two things.
"""
function spearman(scores, gold)
    values, others = two_rankings(scores, gold)
    return tested(asked_row("spearman", (scores = values, gold = others)))
end

"""
    weighted_tau(scores, gold; permutations = 9999, seed = 0)

Weighted τ of two rankings: Kendall's, in which a pair counts for more the higher its models rank.

# Arguments
- `scores`, `gold`: as for [`kendall`](@ref).
- `permutations`: how many orders of gold the p-value may take.
- `seed`: of the random orders.

# Returns
`(statistic, pvalue, pvalue_error)`. The error is 0 if all orders were tried.

# Formula
A pair of models of ranks r and r′, from 0, counts 1 / (r + 1) + 1 / (r′ + 1): positively if concordant,
negatively if discordant. The sum is divided by the largest it could be.

# Throws
`ArgumentError`: as for [`spearman`](@ref), and no permutation or a seed that is no whole number from 0.

# Examples
```jldoctest
julia> tau = weighted_tau([0.7, 0.6, 0.5, 0.4], [0.7, 0.6, 0.4, 0.5]);

julia> round(tau.statistic, digits = 6), round(tau.pvalue, digits = 6), tau.pvalue_error
(0.813333, 0.125, 0.0)
```

# Source
Vigna (2015), arXiv:1404.3325. Phipson and Smyth (2010), equation 2.
"""
function weighted_tau(scores, gold; permutations = 9999, seed = 0)
    values, others = two_rankings(scores, gold)
    count = whole_between("permutations", permutations, 1, MOST_DRAWS)
    start = whole_between("seed", seed, 0, typemax(UInt64))
    return asked_row("weighted_tau", (
        scores = values, gold = others, permutations = count, seed = string(start),
    ))
end

"""
    agreement(scores, gold; permutations = 9999, seed = 0)

Agreement of two rankings of the same models, by every measure.

# Arguments
- `scores`: one for each of L models.
- `gold`: the scores of the ranking to agree with.
- `permutations`, `seed`: for the p-value of weighted τ.

# Returns
`(models, concordant, discordant, tau_a, tau_a_pvalue, tau_b, tau_b_pvalue, spearman, spearman_pvalue,
weighted_tau, weighted_tau_pvalue, weighted_tau_pvalue_error, displaced, farthest)`. Both rankings order
the `concordant` pairs alike and the `discordant` ones the opposite way. `displaced` models have another
fractional rank, by `farthest` at most.

# Throws
`ArgumentError`: rankings of different length, fewer than two models, a NaN, or a ranking that ties all
models.

# Examples
```jldoctest
julia> found = agreement([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3]);

julia> found.concordant, found.discordant, found.displaced
(5, 1, 2)

julia> round(found.tau_b, digits = 6), round(found.tau_b_pvalue, digits = 6)
(0.666667, 0.333333)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, appendix F.1. Vigna (2015) for weighted τ.
"""
function agreement(scores, gold; permutations = 9999, seed = 0)
    values, others = two_rankings(scores, gold)
    count = whole_between("permutations", permutations, 1, MOST_DRAWS)
    start = whole_between("seed", seed, 0, typemax(UInt64))
    return asked_row("agreement", (
        scores = values, gold = others, permutations = count, seed = string(start),
    ))
end
