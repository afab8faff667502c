# Models ranked by a method, with intervals of scores and ranks.

"""
    rank_fit(method, R; interval = "questions", replicates = 1000, seed = 0, confidence = 0.95,
             models = nothing, clusters = nothing, weights = nothing, pairing = "expected",
             missing = "error", options...)

Rank models by a method, with intervals of scores and ranks.

# Arguments
- `method`: the name of a ranking method, such as "bradley_terry", "bradley_terry_davidson", "borda"
  or "avg". docs/ranking.md of the checkout lists them.
- `R`: M × N × L outcomes 0 and 1, of questions, trials and models. Or a vector with [`Counts`](@ref)
  of each model, of the same questions in the same order.
- `interval`: "questions" draws questions again. "sandwich" is for models of pairs. "posterior" is about these questions alone. `nothing` gives ranks and scores alone.
- `replicates`, `seed`: how many draws; they depend on the seed alone.
- `confidence`: of the intervals.
- `models`: L names for messages. The default is 1 to L.
- `clusters`: M labels. Questions of one label are drawn together.
- `weights`: of counts, what each category is worth, in [0, 1].
- `pairing`: "expected" pairs each trial with all of the question, "aligned" with that of its number.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `options`: those of the method, by name, such as `tie_strength = 1.5` or `prior = "laplace"`.

# Formula
The model of `method`, fitted to all questions. Let t be the quantile of Student's t with M - 1 degrees
of freedom. For "questions", intervals are quantiles of its scores on M questions drawn with replacement.
They leave out Φ(-t √(M / (M - 1))) on each side. For "sandwich" they are θ ± t σ with σ² on the diagonal
of H⁻¹ (Σ gᵢ gᵢᵀ) H⁻¹ M / (M - 1), where gᵢ is the gradient of question i and H the Hessian of all.

# Returns
Vectors of length L by model, in the order of `R`: `rank`, `score`, `sigma`, `lo`, `hi`, `rank_lo`,
`rank_hi` and `p_best`, the probability of the first rank. Ratings of streams have `order_sd`, too: how
far a single order of the trials moves the score. Without an interval, `sigma` and what follows are
left out. Draws without scores are left out, and a warning counts them.

# Throws
- `ArgumentError`: an unknown method or option; an outcome that is neither 0 nor 1; data of which the
  method has no scores; one question and an interval.
- `DomainError`: a confidence outside (0, 1), or an option out of its range.

# Examples
```jldoctest
julia> R = cat([1 1; 1 0; 0 1], [1 0; 1 0; 0 1], [0 1; 0 0; 1 0], dims = 3);

julia> ranking = rank_fit("bradley_terry_map", R, interval = "sandwich");

julia> ranking.rank
3-element Vector{Int64}:
 1
 2
 3

julia> round.(ranking.score, digits = 4)
3-element Vector{Float64}:
  0.4791
  0.0
 -0.4791
```

# Source
docs/ranking.md has the sources of the methods. Huber (1967) for the sandwich, Efron (1979) for draws
of questions, Hesterberg (2015) for their ends.
"""
function rank_fit(
    method, R; interval = "questions", replicates = 1000, seed = 0, confidence = 0.95,
    models = nothing, clusters = nothing, weights = nothing, pairing = "expected",
    missing = "error", options...,
)
    name = method_name(method)
    source = interval_source(interval)
    contest = Contest(R, models, clusters)
    worth, aligned = counted_weights(weights, contest), is_aligned(pairing, contest)
    drop, level = drops("missing", missing), number("confidence", confidence)
    draws = whole_between("replicates", replicates, 1, MOST_DRAWS)
    start = whole_between("seed", seed, 0, typemax(UInt64))
    given = options_of(options)
    rows, failed = with_contest(contest, worth, aligned, drop) do handle
        status, rows, failed = scorio_rank_fit(
            loaded(), handle, name, given, contest.models, source, level, draws, start
        )
        check(status)
        rows, failed
    end
    failed == 0 || warn_of_draws(name, failed, draws)
    return ranking(rows, source)
end

"""The columns of a ranking that its method has."""
function ranking(rows, source)
    column(field) = map(row -> getfield(row, field), rows)
    found = (rank = Int.(column(:rank)), score = column(:score))
    orders = column(:order_sd)
    any(isnan, orders) || (found = merge(found, (order_sd = orders,)))
    source == 0 && return found
    return merge(
        found,
        (
            sigma = column(:sigma), lo = column(:lo), hi = column(:hi),
            rank_lo = Int.(column(:rank_lo)), rank_hi = Int.(column(:rank_hi)),
            p_best = column(:p_best),
        ),
    )
end

method_name(method) = throw(wrong("argument.text", "method", method, "is not a text"))
method_name(method::Union{AbstractString,Symbol}) = plain("method", method)

# SCORIO_NO_INTERVAL and its followers.
const INTERVALS = ("questions", "sandwich", "posterior")

interval_source(::Nothing) = Int32(0)
interval_source(interval) = throw(no_source(shown(interval)))
function interval_source(interval::Union{AbstractString,Symbol})
    place = findfirst(==(String(interval)), INTERVALS)
    place === nothing && throw(no_source("'$interval'"))
    return Int32(place)
end

no_source(written) = misfit(
    "argument.choice",
    "interval = $written is not one of $(join(map(one -> "'$one'", INTERVALS), ", "))",
    "interval is not one of $(join(INTERVALS, ", "))",
)

is_aligned(pairing, contest) = throw(no_pairing(shown(pairing)))
function is_aligned(pairing::Union{AbstractString,Symbol}, contest::Contest)
    String(pairing) in ("expected", "aligned") || throw(no_pairing("'$pairing'"))
    String(pairing) == "expected" && return false
    contest.is_counted || return true
    problem = "aligned pairs need the trials of each question in their order, but counts have none"
    remedy = ("take_expected_pairs", Dict{String,Any}())
    sentence = "$problem; pass pairing=\"expected\", or an array of single trials"
    throw(ArgumentError(Message(sentence, "rankers.not_aligned", problem, remedy)))
end

no_pairing(written) = misfit(
    "argument.choice",
    "pairing = $written is not one of 'expected', 'aligned'",
    "pairing is not one of expected, aligned",
)

"""What each category of counts is worth, or nothing."""
function counted_weights(weights, contest::Contest)
    weights === nothing && return nothing
    contest.is_counted ||
        throw(misfit("argument.known", "weights are for counts: R has only 0 and 1"))
    found = numbers("weights", weights, "one weight per category")
    columns = Int(contest.first.columns)
    length(found) == columns && return found
    sentence = "weights has length $(length(found)), but the counts have " *
               plural(columns, "category", "categories")
    throw(misfit("argument.length", sentence))
end

"""A whole number of a range."""
whole_between(name, value, least, most) =
    throw(wrong("argument.whole_number", name, value, "is not a whole number"))
whole_between(name, value::Bool, least, most) =
    throw(wrong("argument.boolean", name, value, "is a boolean: it has to be a whole number"))
function whole_between(name, value::Integer, least, most)
    least <= value <= most && return UInt64(value)
    what = "is not a whole number from $(grouped(least)) to $(grouped(most))"
    throw(wrong("argument.whole_number", name, value, what))
end

function warn_of_draws(name, failed, draws)
    sentence = "$name has no scores of $(grouped(failed)) of $(plural(draws, "draw")), which are " *
               "left out"
    @warn Message(sentence, "warning.draws_without_scores")
    return nothing
end
