# Calls about their options. `make calls` writes this file from their declarations.

"""
    spearman(scores, gold)

Give Spearman's ρ of two rankings, with mean ranks for ties.

# Arguments
- `scores`: the scores of the models.
- `gold`: their scores in the ranking that they are compared with.

# Returns
- `statistic`: the correlation, from -1 to 1.
- `pvalue`: its two-sided p-value for unrelated rankings.
- `pvalue_error`: the standard error of a p-value that comes from permutations. Otherwise 0.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Fewer than two models, or all tied.
Other numbers of scores.

# Examples
```jldoctest
julia> rho = spearman([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3]);

julia> rho.statistic, round(rho.pvalue, digits = 12)
(0.8, 0.2)
```

# Source
Spearman (1904).
"""
function spearman(
    scores, gold,
)
    given = (
        scores = per_model("scores", scores), gold = per_model("gold", gold),
    )
    rows = asked_rows("spearman", given)
    return tested(only_one(rows))
end

"""
    weighted_tau(scores, gold; permutations = 9999, seed = 0)

Give weighted τ of two rankings, which counts the top most.

# Arguments
- `scores`: the scores of the models.
- `gold`: their scores in the ranking that they are compared with.
- `permutations`: how many permutations the p-value comes from, if there are more orders of the models,
  a whole number from 1.
- `seed`: the seed that they depend on.

# Returns
- `statistic`: the correlation, from -1 to 1.
- `pvalue`: its two-sided p-value for unrelated rankings.
- `pvalue_error`: the standard error of a p-value that comes from permutations. Otherwise 0.

# Formula
A pair of models of ranks r and r′, counted from 0, weighs 1 / (r + 1) + 1 / (r′ + 1). The result is the
mean of two figures: one ranks by the scores, the other by gold. The p-value is the share of
permutations of gold with a τ at least as far from 0.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Fewer than two models, or all tied.
Other numbers of scores.

# Examples
```jldoctest
julia> tau = weighted_tau([0.7, 0.6, 0.5, 0.4], [0.7, 0.6, 0.4, 0.5]);

julia> round(tau.statistic, digits = 6), round(tau.pvalue, digits = 6), tau.pvalue_error
(0.813333, 0.125, 0.0)
```

# Source
Vigna (2015), arXiv:1404.3325.
"""
function weighted_tau(
    scores, gold; permutations = 9999, seed = 0,
)
    given = (
        scores = per_model("scores", scores), gold = per_model("gold", gold),
        permutations = whole_between("permutations", permutations, 1, typemax(Int64)),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
    )
    rows = asked_rows("weighted_tau", given)
    return only_one(rows)
end

"""
    agreement(scores, gold; permutations = 9999, seed = 0)

Give how far two rankings agree, by every measure.

# Arguments
- `scores`: the scores of the models.
- `gold`: their scores in the ranking that they are compared with.
- `permutations`: how many permutations the p-value comes from, if there are more orders of the models,
  a whole number from 1.
- `seed`: the seed that they depend on.

# Returns
- `models`: models ranked.
- `concordant`: pairs that both rankings order the same way.
- `discordant`: pairs that they order the opposite way.
- `tau_a`: the τ-a of Kendall, even with ties.
- `tau_a_pvalue`: its p-value.
- `tau_b`: the τ-b of Kendall.
- `tau_b_pvalue`: its p-value.
- `spearman`: the ρ of Spearman.
- `spearman_pvalue`: its p-value.
- `weighted_tau`: weighted τ.
- `weighted_tau_pvalue`: its p-value.
- `weighted_tau_pvalue_error`: the standard error of that p-value.
- `displaced`: models with another rank.
- `farthest`: the largest difference of ranks.

# Formula
As for `kendall`, `spearman` and `weighted_tau`.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Fewer than two models, or all tied.
Other numbers of scores.

# Examples
```jldoctest
julia> found = agreement([0.7, 0.6, 0.5, 0.4], [0.9, 0.7, 0.8, 0.3]);

julia> found.concordant, found.discordant, found.displaced
(5, 1, 2)

julia> round(found.tau_b, digits = 6), round(found.tau_b_pvalue, digits = 6)
(0.666667, 0.333333)
```

# Source
docs/ranking.md of the checkout.
"""
function agreement(
    scores, gold; permutations = 9999, seed = 0,
)
    given = (
        scores = per_model("scores", scores), gold = per_model("gold", gold),
        permutations = whole_between("permutations", permutations, 1, typemax(Int64)),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
    )
    rows = asked_rows("agreement", given)
    return only_one(rows)
end

"""
    letters(scores, sigmas, confidence = 0.95)

Give letters that each model shares with the models from which it is not separated.

# Arguments
- `scores`: the scores.
- `sigmas`: the standard deviation of each score.
- `confidence`: the confidence of a separation, between 0 and 1.

# Returns
- `letters`: its letters, such as "ab".

# Formula
Two of M models are separated if |μ - μ′| ≥ z* √(σ² + σ′²), where z* = Φ⁻¹((1 + c^(1/(M - 1))) / 2) with
the confidence c. So all M - 1 comparisons of a model hold together.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. A score that is NaN. A negative σ, or
another number of them.

# Examples
```jldoctest
julia> letters([0.50, 0.70, 0.66, 0.62], fill(0.02, 4))
4-element Vector{String}:
 "c"
 "a"
 "ab"
 "b"
```

# Source
Piepho (2004) for letters, Šidák (1967) for z*.
"""
function letters(
    scores, sigmas, confidence = 0.95,
)
    given = (
        scores = per_model("scores", scores), sigmas = per_model("sigmas", sigmas),
        confidence = number("confidence", confidence),
    )
    rows = asked_rows("letters", given)
    return String[row.letters for row in rows]
end
