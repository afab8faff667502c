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

