# Best-of-k: the reward of the trial that a verifier scores highest.

"""
    best_of_at_k(R, S, k, w = nothing; missing = "error", ragged = "error")

Best-of-k: the expected outcome of the trial that a verifier scores highest, unbiased.

# Arguments
- `R`: M × N outcomes in 0..C, or a vector of rows.
- `S`: the verifier's score of each trial, in the shape of `R`. Only their order matters.
- `k`: trials drawn, 1 <= k <= N, or a vector or range of such budgets.
- `w`: C + 1 rewards, one per category. The default is (0, 1).
- `missing`: "error" or "drop", what to do with trials without an outcome or a verifier score.
- `ragged`: "error" or "drop", what to do with questions that have fewer than k trials.

# Returns
The mean over questions of Σ C(i - 1, k - 1) / C(N, k) yᵢ for i from k to N, where yᵢ is the reward of
the trial with the i-th lowest verifier score. Trials of equal scores share rewards.

# Throws
- As for [`pass_at_k`](@ref).
- `ArgumentError`: another shape of `S` than of `R`.

# Examples
```jldoctest
julia> R = [1 0 1 0; 0 1 0 0];

julia> S = [0.9 0.5 0.5 0.1; 0.2 0.8 0.9 0.1];

julia> round.(best_of_at_k(R, S, [1, 2, 4]), digits = 4)
3-element Vector{Float64}:
 0.375
 0.5417
 0.5
```

# Source
docs/metrics.md of the checkout has the formula.
"""
function best_of_at_k(R, S, k, w = nothing; missing = "error", ragged = "error")
    drop = Float64(drops("ragged", ragged))
    return selected("best_of", merge(verified(R, S, w, missing), (drop_short = drop,)), k)
end

"""
    best_of_at_k_ci(R, S, k, w = nothing; confidence = 0.95, target = "these", cluster = nothing,
                    replicates = 1000, seed = 0, missing = "error")

Best-of-k for k future trials, with its Bayesian bootstrap interval.

# Arguments
- `R`, `S`, `w`, `missing`: as for [`best_of_at_k`](@ref).
- `k`: trials drawn, 1 to 10^9.
- `confidence`: level of the interval, in (0, 1).
- `target`: "these" questions, or questions "like" these, of which these are a sample.
- `cluster`: M labels for "like". Questions of one label get one weight.
- `replicates`, `seed`: number and seed of the draws.

# Formula
Each of the N trials of a question has a weight, and the weights have the uniform Dirichlet law. With
Gᵢ the weight of the i lowest, the score of a question is Σ yᵢ (Gᵢᵏ - Gᵢ₋₁ᵏ).

# Returns
`(mu, sigma, lo, hi)`: the exact posterior mean, then σ and the interval of the draws.

# Throws
- As for [`best_of_at_k`](@ref).
- `ArgumentError`: `cluster` without target = "like", or not one for each question.

# Examples
```jldoctest
julia> found = best_of_at_k_ci([1 0 1 0; 0 1 0 0], [0.9 0.5 0.5 0.1; 0.2 0.8 0.9 0.1], 2);

julia> round(found.mu, digits = 6)
0.475

julia> found.lo < found.mu < found.hi
true
```

# Source
Rubin (1981) for the bootstrap.
"""
function best_of_at_k_ci(
    R, S, k, w = nothing; confidence = 0.95, target = "these", cluster = nothing,
    replicates = 1000, seed = 0, missing = "error",
)
    like = is_like(target)
    if cluster !== nothing && !like
        problem = "clusters are of questions that are a sample"
        throw(misfit("argument.target", "$problem: give target=\"like\"", problem))
    end
    trials = verified(R, S, w, missing)
    questions = length(trials.lengths)
    labels = cluster === nothing ? (1:questions) : cluster
    drawn = drawing(k, confidence, codes_of(like ? labels : nothing, questions), replicates, seed)
    return asked_row("best_of_interval", merge(trials, drawn))
end

"""How an interval is drawn, as options."""
drawing(k, confidence, cluster, replicates, seed) = (
    k = budget(k, "k"), confidence = number("confidence", confidence),
    cluster = cluster === nothing ? nothing : Float64.(cluster),
    replicates = whole_between("replicates", replicates, 1, MOST_DRAWS),
    seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
)

"""Rewards and verifier scores end to end, and the number of trials of each question, as options."""
function verified(R, S, w, missing)
    drop = drops("missing", missing)
    own = w === nothing ? [0.0, 1.0] : weights(w)
    outcomes = real_rows(trial_rows(R, "R"), "R")
    scores = real_rows(trial_rows(S, "S"), "S")
    if map(length, outcomes) != map(length, scores)
        sizes = "R has $(row_sizes(outcomes)) and S has $(row_sizes(scores))"
        throw(misfit("check.shape", "R and S differ in shape: $sizes"))
    end
    places = [(i, j) for (i, row) in enumerate(outcomes) for j in eachindex(row)]
    for (i, j) in places
        entry = outcomes[i][j]
        isnan(entry) || (isinteger(entry) && 0 <= entry < length(own)) && continue
        isnan(entry) && continue
        what = "is not a category from 0 to $(length(own) - 1)"
        throw(wrong("argument.category", "R", (i, j), written(entry), what))
    end
    gone((i, j)) = isnan(outcomes[i][j]) || isnan(scores[i][j])
    first_gone = findfirst(gone, places)
    if first_gone !== nothing && !drop
        i, j = places[first_gone]
        name = isnan(outcomes[i][j]) ? "R" : "S"
        throw(absent(name, (i, j)))
    end
    kept = filter(!gone, places)
    lengths = zeros(length(outcomes))
    foreach(((i, _),) -> lengths[i] += 1, kept)
    any(!iszero, lengths) && filter!(!iszero, lengths)
    rewards = Float64[own[Int(outcomes[i][j]) + 1] for (i, j) in kept]
    verdicts = Float64[scores[i][j] for (i, j) in kept]
    return (rewards = rewards, scores = verdicts, lengths = lengths)
end

written(entry::Float64) = isinteger(entry) && abs(entry) < 1e15 ? string(Int(entry)) : string(entry)

"""A missing entry, as an error."""
function absent(name, place, what = "is missing")
    sentence = "$(entry_name(name, place)) $what"
    problem = "$(entry_name(name, place .- 1)) $what"
    return ArgumentError(Message(sentence, "argument.missing", problem))
end

function row_sizes(rows)
    sizes = sort!(unique!(map(length, rows)))
    isempty(sizes) && return "0 rows"
    columns = length(sizes) == 1 ? "$(sizes[1])" : "$(sizes[1]) to $(sizes[end])"
    return "$(plural(length(rows), "row")) of $columns"
end
