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
    separated(scores, sigmas; degrees = nothing, confidence = 0.95, family = nothing, ranks = "each")

Say which models are separated: ranges of ranks and letters.

# Arguments
- `scores`: one for each of M models.
- `sigmas`: their standard deviations, of independent scores. Or an M × M matrix with the standard
  deviation of each difference.
- `degrees`: degrees of freedom of Student's t. By default differences are normal.
- `confidence`: that of all comparisons that hold together.
- `family`: the number of models whose comparisons hold together, by default M.
- `ranks`: "each", or "together" for all pairs at once.

# Returns
`(models, p)`: a row of `rank`, `rank_lo`, `rank_hi`, `with_leader` and `letters` for each model, and an
M × M matrix of adjusted p-values.

# Formula
Two models of difference d are separated if d ≠ 0 and |d| ≥ z* σ, with z* = Φ⁻¹((1 + c^(1/m)) / 2) for the
confidence c. m is M - 1, or M (M - 1) / 2 together.

# Throws
`ArgumentError` or `DomainError`: a score that is not finite; a negative σ, or another number of them;
degrees below 1; a family below 2.

# Examples
```jldoctest
julia> found = separated([0.50, 0.70, 0.66, 0.60], fill(0.02, 4));

julia> [string(row.rank_lo, " to ", row.rank_hi, ", ", row.letters) for row in found.models]
4-element Vector{String}:
 "4 to 4, c"
 "1 to 2, a"
 "1 to 3, ab"
 "2 to 3, b"
```

# Source
Šidák (1967). Piepho (2004) for letters.
"""
function separated(
    scores, sigmas; degrees = nothing, confidence = 0.95, family = nothing, ranks = "each",
)
    errors = sigmas isa AbstractMatrix ? Matrix{Float64}(sigmas) : per_model("sigmas", sigmas)
    given = (
        scores = per_model("scores", scores),
        # The core's last axis runs fastest.
        sigmas = errors isa Matrix ? permutedims(errors) : errors,
        degrees = degrees === nothing ? nothing : number("degrees", degrees),
        confidence = number("confidence", confidence),
        family = family === nothing ? nothing : whole_between("family", family, 2, 10^9),
        ranks = choice("ranks", ranks, ("each", "together")),
    )
    return answer_of("separated", given) do answer
        (models = table_of(answer, 0), p = array_of(answer, 0))
    end
end
