# Ranks of scores with ties, and which models are separated.

"""
    rank_scores(scores, sigmas = nothing, confidence = 0.95, tie_method = "zscore_adjacent",
                tol = 1e-12)

Ranks of scores, the highest first. With sigmas, those that are not separated share one.

# Arguments
- `scores`: one for each of L models.
- `sigmas`: their standard deviations, or `nothing` to rank by the scores alone.
- `confidence`: how sure the ranks are to be, in (0, 1). It is used with sigmas.
- `tie_method`: when two neighbours tie. "zscore_adjacent": z = |μ - μ′| / √(σ² + σ′²) is below the
  one-sided normal quantile of the confidence. "ci_overlap_adjacent": their intervals μ ± z σ meet.
- `tol`: neighbours that are this close are equal, and have the largest sigma among them.

# Returns
`(competition, competition_max, dense, fractional)`, vectors of length L. Let two of four models tie for
the second place. These are then 1 2 2 4, 1 3 3 4, 1 2 2 3 and 1 2.5 2.5 4.

# Throws
- `ArgumentError`: a score that is NaN, not as many sigmas as scores, or another `tie_method`.
- `DomainError`: a confidence outside (0, 1), a sigma that is negative, or a `tol` that is.

# Examples
```jldoctest
julia> ranks = rank_scores([0.7, 0.5, 0.5, 0.2]);

julia> ranks.competition, ranks.fractional
([1, 2, 2, 4], [1.0, 2.5, 2.5, 4.0])

julia> rank_scores([0.70, 0.62, 0.61, 0.54], fill(0.01, 4)).dense == [1, 2, 2, 3]
true
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.9.
"""
function rank_scores(
    scores, sigmas = nothing, confidence = 0.95, tie_method = "zscore_adjacent", tol = 1e-12
)
    values, spreads = per_model("scores", scores), numbers("sigmas", sigmas, PER_MODEL)
    spreads === nothing || as_many("sigmas", spreads, "scores", values)
    ties = choice("tie_method", tie_method, ("zscore_adjacent", "ci_overlap_adjacent"))
    rows = asked_rows("rank_scores", (
        scores = values, sigmas = spreads, confidence = number("confidence", confidence),
        tie_method = ties, tol = number("tol", tol),
    ))
    column(name) = [getproperty(row, name) for row in rows]
    return (
        competition = Int[column(:competition)...], competition_max = Int[column(:competition_max)...],
        dense = Int[column(:dense)...], fractional = Float64[column(:fractional)...],
    )
end

const PER_MODEL = "one for each model"

per_model(name, values) = numbers(name, values, PER_MODEL)
per_model(name, ::Nothing) =
    throw(wrong("argument.numbers", name, nothing, "is not a sequence of numbers, $PER_MODEL"))

function as_many(name, values, other, others)
    length(values) == length(others) && return nothing
    sentence = "$name has length $(length(values)), but $other has length $(length(others))"
    throw(misfit("argument.length", sentence))
end

"""
    chances(scores, sigmas)

Probability that each model is better than each other, and that it is the best.

The spread of the scores is the prior: where models are close, their differences are mostly errors. With fewer
than four models, all differences count as equally likely, as in [`pairwise`](@ref).

# Arguments
- `scores`, `sigmas`: one for each of L models, and their standard deviations. Errors are independent.

# Returns
`pairs`, an L × L matrix: entry [i, j] is P(model i is better than model j). `best`, the probability of each
model that it is the best.

# Throws
- `ArgumentError`: a score that is not finite, or not as many sigmas as scores.
- `DomainError`: a sigma that is negative or not finite.

# Examples
```jldoctest
julia> found = chances([0.52, 0.50, 0.49, 0.51], fill(0.02, 4));

julia> round.(found.best, digits = 3)
4-element Vector{Float64}:
 0.391
 0.195
 0.136
 0.278
```

# Source
Strawderman (1971), Morris (1983).
"""
function chances(scores, sigmas)
    values, spreads = per_model("scores", scores), per_model("sigmas", sigmas)
    as_many("sigmas", spreads, "scores", values)
    given = (scores = values, sigmas = spreads)
    return (
        pairs = permutedims(asked_array("chances", given)),
        best = [row.p_best for row in asked_rows("chances", given)],
    )
end

"""
    pairwise(scores, sigmas)

Probability for each pair of models that the one is better than the other.

# Arguments
- `scores`, `sigmas`: one for each of L models, and their standard deviations.

# Returns
An L × L matrix. Entry [i, j] is P(model i is better than model j), normal with
z = (μᵢ - μⱼ) / √(σᵢ² + σⱼ²). It is 1/2 on the diagonal.

# Throws
- `ArgumentError`: a score that is not finite, or not as many sigmas as scores.
- `DomainError`: a sigma that is negative or not finite.

# Examples
```jldoctest
julia> round.(pairwise([0.7, 0.6, 0.5], [0.03, 0.04, 0.05]), digits = 3)
3×3 Matrix{Float64}:
 0.5    0.977  1.0
 0.023  0.5    0.941
 0.0    0.059  0.5
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5.
"""
function pairwise(scores, sigmas)
    values, spreads = per_model("scores", scores), per_model("sigmas", sigmas)
    as_many("sigmas", spreads, "scores", values)
    return permutedims(asked_array("pairwise", (scores = values, sigmas = spreads)))
end
