# How the ranking of models settles as trials are added.

"""How one metric's ranking settles."""
const Course = NamedTuple{
    (
        :metric, :k, :parameters, :n, :tau, :tau_error, :flat, :pmf, :cdf, :never, :mean,
        :mean_error, :slowest,
    ),
}

"""
The courses of several metrics through the same replicates. It is a vector of named tuples, made by
[`convergence`](@ref).
"""
struct Convergence <: AbstractVector{Course}
    courses::Vector{Course}
    followed::NamedTuple
end

Base.size(study::Convergence) = size(study.courses)
Base.getindex(study::Convergence, place::Int) = study.courses[place]

"""
    convergence(R, metrics = "bayes", k = nothing; replicates = 10_000, scheme = "column",
                confidence = nothing, gold = nothing, R0 = nothing, weights = nothing,
                tau = nothing, spectrum = nothing, seed = 0, threads = 0)

Follow the ranking of models from the first trial to the last, in many replicates.

In each replicate trials are drawn again. For every n the first n of them rank the models. That ranking is
compared with the reference.

# Arguments
- `R`: M × N × L outcomes of questions, trials in order, and models. With `scheme = "given"` one more axis
  may follow: each `R[:, :, :, b]` is a replicate.
- `metrics`: "bayes" or "avg"; point estimates of the Pass family by name, which start at n = k; and
  "naive_pass_at_k" and "naive_pass_hat_k".
- `k`: one or more budgets.
- `replicates`: how many. With `scheme = "given"` no more than there are.
- `scheme`: "column" draws the indices of trials with replacement, the same for all models and questions.
  "row" does so for every model and question on its own. "given" takes trials as they stand.
- `confidence`: neighbours whose scores it does not separate share a rank. `nothing` ranks by the scores.
- `gold`: L scores that give the reference ranking, or L × B for `scheme = "given"`. The default is the mean
  scores over all trials of R.
- `R0`: M × D × L outcomes known beforehand, which "bayes" starts from.
- `weights`, `tau`, `spectrum`: as for [`score`](@ref).
- `seed`: a whole number of 64 bits. The same one gives the same figures, on any number of threads.
- `threads`: processors at work. 0 is all of them.

# Returns
A vector of courses, one for each metric and budget: `metric`, `k`, `parameters`, and vectors for every
number of trials `n`. They are `tau`, the mean of Kendall's τ-b with its standard error `tau_error`;
`flat`, the share of replicates that tie all models; `pmf` and `cdf`, the shares that converge at n, and
at n or before. `never` is the share that does not converge, `mean` the mean n of the others with its
`mean_error`, and `slowest` the replicate that converges last. Figures that do not exist are `missing`.

# Throws
- `ArgumentError`: fewer than two models; arrays that do not fit together; an entry that is missing or no
  category; an unknown metric; a budget above N.
- `DomainError`: a confidence outside (0, 1).

# Examples
```jldoctest
julia> R = simulate.trials(simulate.coins([0.3, 0.5, 0.7], 20, seed = 1), 30, seed = 2);

julia> study = convergence(R, ["bayes", "pass_at_k"], 4, replicates = 2000);

julia> [(course.metric, first(course.n)) for course in study]
2-element Vector{Tuple{String,Int64}}:
 ("bayes", 1)
 ("pass_at_k", 4)

julia> study[1].mean < study[2].mean
true
```

# Source
Hariri et al. (2026), arXiv:2510.04265, sections 2.7, 2.9, 3.1 and 3.3.
"""
function convergence(
    R, metrics = "bayes", k = nothing; replicates = 10_000, scheme = "column",
    confidence = nothing, gold = nothing, R0 = nothing, weights = nothing, tau = nothing,
    spectrum = nothing, seed = 0, threads = 0,
)
    way = choice("scheme", scheme, ("column", "row", "given"))
    results, known = four(R, "R", way), R0 === nothing ? nothing : four(R0, "R0", way)
    count = whole_between("replicates", replicates, 1, MOST_DRAWS)
    workers = whole_between("threads", threads, 0, 10_000)
    followed = (
        R = results, R0 = known, gold = gold_of(gold, size(results, 3)),
        metrics = metric_names(metrics), k = k === nothing ? nothing : Float64[budgets(k)...],
        weights = numbers("weights", weights, "one per category"),
        tau = tau === nothing ? nothing : share_option(tau),
        spectrum = numbers("spectrum", spectrum, PER_THRESHOLD), scheme = way,
        confidence = given_number("confidence", confidence),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
    )
    runs = way == "given" ? min(count, UInt64(size(results, 4))) : count
    given = merge(followed, (replicates = runs,))
    study = answer_of("convergence", given; threads = workers) do answer
        Convergence(courses_of(table_of(answer, 0), table_of(answer, 1)), followed)
    end
    return study
end

"""Outcomes with axes of trials, questions, models and sets, as the library takes them."""
four(R, name, way) = throw(wrong("argument.matrix", name, R, "is not an array of outcomes"))
function four(R::AbstractArray{T,N}, name, way) where {T,N}
    if !(N == 3 || N == 4 && way == "given")
        axes = plural(N, "axis", "axes")
        throw(misfit("argument.axes", "$name has $axes: it takes questions × trials × models"))
    end
    rows = map(one -> one === missing ? NaN : number(name, one), R)
    return permutedims(Array{Float64}(rows), (2, 1, 3:N...))
end

gold_of(::Nothing, models) = nothing
gold_of(gold, models) = throw(wrong("argument.numbers", "gold", gold, "is no array of scores"))
function gold_of(gold::AbstractArray, models)
    ndims(gold) in (1, 2) || throw(misfit("argument.axes", "gold has $(ndims(gold)) axes: it takes a score for every model"))
    if size(gold, 1) != models
        sentence = "gold has $(plural(size(gold, 1), "score")), but R has $(plural(models, "model"))"
        throw(misfit("argument.length", sentence))
    end
    return reshape(copy(numbers("gold", vec(collect(gold)), PER_MODEL)), models, size(gold, 2))
end

"""Courses of the rows of metrics and of their steps. Replicates count from 1."""
function courses_of(courses, steps)
    found, after = Course[], 0
    trials = isempty(steps) ? 0 : maximum(row -> row.n, steps)
    for one in courses
        rows = steps[after+1:after+trials-one.start+1]
        after += length(rows)
        column(name, T) = T[getproperty(row, name) for row in rows]
        push!(found, Course((
            one.metric, one.k, one.parameters, column(:n, Int), column(:tau, Float64),
            column(:tau_error, Float64), column(:flat, Float64), column(:pmf, Float64),
            column(:cdf, Float64), one.never, one.mean, one.mean_error, one.slowest + 1,
        )))
    end
    return found
end

"""
    convergence_trajectory(study, place = 1, replicate = nothing)

Give the ranks of every model at every n, of one replicate.

# Arguments
- `study`: what [`convergence`](@ref) gives.
- `place`: which of its courses.
- `replicate`: which replicate, counted from 1. The default is the one that converges last.

# Returns
A matrix with a row for every n of the course and a column for every model: competition ranks, or dense
ones if there is a confidence.

# Throws
`ArgumentError`: there is no such course or replicate.

# Examples
```jldoctest
julia> R = simulate.trials(simulate.coins([0.3, 0.5, 0.7], 20, seed = 1), 30, seed = 2);

julia> size(convergence_trajectory(convergence(R, replicates = 100)))
(30, 3)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 3.3.
"""
function convergence_trajectory(study, place = 1, replicate = nothing)
    course = Int(whole_between("place", place, 1, length(study)))
    chosen = replicate === nothing ? study[course].slowest : replicate
    number = whole_between("replicate", chosen, 1, MOST_DRAWS) - 1
    given = merge(study.followed, (course = course - 1, replicate = number))
    return permutedims(Int.(asked_array("convergence_trajectory", given)))
end

"""
    convergence_replicate(study, replicate)

Give the results of a replicate as they were drawn.

# Arguments
- `study`: what [`convergence`](@ref) gives.
- `replicate`: which replicate, counted from 1.

# Returns
M × N × L outcomes.

# Throws
`ArgumentError`: there is no such replicate.

# Examples
```jldoctest
julia> R = simulate.trials(simulate.coins([0.3, 0.5, 0.7], 20, seed = 1), 30, seed = 2);

julia> size(convergence_replicate(convergence(R, replicates = 100), 1))
(20, 30, 3)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 3.3.
"""
function convergence_replicate(study, replicate)
    number = whole_between("replicate", replicate, 1, MOST_DRAWS) - 1
    given = merge(study.followed, (replicate = number,))
    return permutedims(asked_array("convergence_replicate", given), (1, 3, 2))
end
