# Models ranked by a method, with intervals of scores and ranks.

"""
    rank_fit(method, R; interval = "questions", replicates = nothing, seed = 0, confidence = 0.95,
             models = nothing, cluster = nothing, weights = nothing, pairing = "expected",
             missing = "error", options...)

Rank models by a method, with intervals of scores and ranks.

# Arguments
- `method`: the name of a ranking method, such as "bradley_terry", "bradley_terry_davidson", "borda"
  or "avg". docs/ranking.md of the checkout lists them.
- `R`: M × N × L outcomes 0 and 1, of questions, trials and models. Or a vector with [`Counts`](@ref)
  of each model, of the same questions in the same order.
- `interval`: "questions" draws questions again. "sandwich" is for models of pairs. "posterior" is about these questions alone. `nothing` gives ranks and scores alone.
- `replicates`, `seed`: how many draws; they depend on the seed alone. By default they are 1000, or 100
  of elo, glicko and trueskill, whose draws have random orders of the trials.
- `confidence`: of the intervals.
- `models`: L names for messages. The default is 1 to L.
- `cluster`: M labels. Questions of one label are drawn together.
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
    method, R; interval = "questions", replicates = nothing, seed = 0, confidence = 0.95,
    models = nothing, cluster = nothing, weights = nothing, pairing = "expected",
    missing = "error", options...,
)
    name = method_name(method)
    results, size, questions = contest(R)
    own = (
        method = name, models = names_of(models, size),
        clusters = cluster === nothing ? nothing : string.(codes_of(cluster, questions)),
        weights = numbers("weights", weights, "one weight per category"),
        pairing = text_of("pairing", pairing), missing = text_of("missing", missing),
        interval = interval === nothing ? "none" : text_of("interval", interval),
        confidence = number("confidence", confidence),
        replicates = replicates === nothing ? nothing :
            whole_between("replicates", replicates, 1, MOST_DRAWS),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
    )
    for option in keys(options)
        option in (keys(own)..., :R, :counts) || continue
        throw(misfit("rankers.unknown_option", "$name has no option \"$option\""))
    end
    rows, notes = answer_of("rank", merge(results, own, values(options))) do answer
        table_of(answer, 0), words_of(scorio_answer_notes(loaded(), answer))
    end
    warn_of((kind, String(rstrip(words, '.'))) for (kind, words) in notes)
    return ranking(rows, own.interval != "none")
end

"""The columns of a ranking that its method has."""
function ranking(rows, has_interval)
    fields = (:rank, :score)
    any(row -> row.order_sd === missing, rows) || (fields = (fields..., :order_sd))
    has_interval && (fields = (fields..., :sigma, :lo, :hi, :rank_lo, :rank_hi, :p_best))
    # Each value is there, so that the columns have no missing ones.
    return NamedTuple{fields}(map(field -> map(row -> getproperty(row, field), rows), fields))
end

method_name(method) = text_of("method", method)

"""A text that the library reads."""
text_of(name, value) = throw(wrong("argument.text", name, value, "is not a text"))
text_of(name, value::Union{AbstractString,Symbol}) = plain(name, value)

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
