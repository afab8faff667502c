# Vote@k: the chance that the most frequent answer is correct.

"""
    vote_at_k(answers, correct, k; missing = "error", ragged = "error")

Vote@k: the chance that the most frequent answer of k trials is correct, unbiased.

# Arguments
- `answers`: M × N answers, or a vector of rows: texts, numbers, or anything that can be compared.
- `correct`: the correct answer to each question.
- `k`: trials drawn, or a vector or range of such budgets.
- `missing`: what to do with trials without an answer (`missing`, `nothing` or NaN): "error", "drop",
  or "abstain". Trials that abstain are drawn and do not vote.
- `ragged`: "error" or "drop", what to do with questions that have fewer than k trials.

# Returns
The mean over questions of the chance that the correct answer wins the plurality of k trials drawn
without replacement. A tie of t answers counts 1 / t.

# Throws
- `ArgumentError`: another number of correct answers than of questions; a missing answer, unless a
  policy is given; a missing correct answer.
- `DomainError`: a k below 1, or above the trials of a question.

# Examples
```jldoctest
julia> answers = ["4" "4" "5" "6"; "7" "8" "8" "7"];

julia> round.(vote_at_k(answers, ["4", "7"], [1, 3]), digits = 4)
2-element Vector{Float64}:
 0.5
 0.5833
```

# Source
docs/metrics.md of the checkout has the formula.
"""
function vote_at_k(answers, correct, k; missing = "error", ragged = "error")
    drop = Float64(drops("ragged", ragged))
    return selected("vote", merge(ballots(answers, correct, missing), (drop_short = drop,)), k)
end

"""
    vote_at_k_ci(answers, correct, k; confidence = 0.95, cluster = nothing, replicates = 1000,
                 seed = 0, missing = "error")

Vote@k with its interval for questions like these.

# Arguments
- `answers`, `correct`, `k`, `missing`: as for [`vote_at_k`](@ref), with one budget.
- `confidence`: level of the interval, in (0, 1).
- `cluster`: M labels. Questions of one label get one weight. Without them, every question is its own.
- `replicates`, `seed`: number and seed of the draws.

# Returns
`(mu, sigma, lo, hi)`: the score of `vote_at_k`, then σ and the interval of the draws.

# Throws
- As for [`vote_at_k`](@ref).
- `ArgumentError`: a single question or cluster, or not one cluster for each question.

# Examples
```jldoctest
julia> answers = ["4" "4" "5" "6"; "7" "8" "8" "7"; "1" "1" "1" "2"];

julia> found = vote_at_k_ci(answers, ["4", "7", "1"], 3);

julia> round(found.mu, digits = 4)
0.7222

julia> found.lo < found.mu < found.hi
true
```

# Source
Rubin (1981) for the bootstrap.
"""
function vote_at_k_ci(
    answers, correct, k; confidence = 0.95, cluster = nothing, replicates = 1000, seed = 0,
    missing = "error",
)
    votes = ballots(answers, correct, missing)
    codes = codes_of(cluster, length(votes.correct))
    drawn = drawing(k, confidence, codes, replicates, seed)
    return asked_row("vote_interval", merge(votes, drawn))
end

"""Answers by number, equal ones by equal numbers, as options. -1 is none."""
function ballots(answers, correct, missing)
    policy = abstains(missing)
    rows = trial_rows(answers, "answers")
    right = one_row(correct, "correct")
    if length(rows) != length(right)
        sentence = "answers has $(plural(length(rows), "question")) but correct has $(length(right))"
        throw(misfit("check.shape", sentence))
    end
    votes = (answers = Float64[], lengths = Float64[], correct = Float64[])
    for (i, (row, one)) in enumerate(zip(rows, right))
        is_absent(one) && throw(absent("correct", (i,)))
        numbers = Dict{Any,Int}(comparable(one) => 0)
        push!(votes.correct, 0)
        before = length(votes.answers)
        for (j, answer) in enumerate(row)
            if is_absent(answer)
                policy == "error" &&
                    throw(absent("answers", (i, j), "is missing: drop it, or let it abstain"))
                policy == "abstain" && push!(votes.answers, -1)
                continue
            end
            push!(votes.answers, get!(numbers, comparable(answer), length(numbers)))
        end
        push!(votes.lengths, length(votes.answers) - before)
    end
    return votes
end

abstains(missing) = throw(no_policy(shown(missing)))
function abstains(missing::Union{AbstractString,Symbol})
    String(missing) in ("error", "drop", "abstain") || throw(no_policy("'$missing'"))
    return String(missing)
end

no_policy(written) = misfit(
    "argument.choice",
    "missing = $written is not one of 'error', 'drop', 'abstain'",
    "missing is not one of error, drop, abstain",
)
