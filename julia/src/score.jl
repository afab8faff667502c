# The leaderboard: several models with intervals, ranks and tie groups.

function scorio_score(
    library::Library, counts, names::Vector{String}, ks::Vector{Int64}, metric::Metric,
    options::Vector{Option},
)
    scores, unscored = Ref{Ptr{Cvoid}}(C_NULL), Ref{Ptr{Cvoid}}(C_NULL)
    given = metric.parameters
    status = GC.@preserve names given options begin
        texts, parameters = map(pointer, names), map(one -> ScorioParameter(one...), given)
        listed = map(ScorioOption, options)
        ccall(
            library.score,
            Int32,
            (
                Ptr{Cvoid}, Ptr{Ptr{UInt8}}, Csize_t, Ptr{Int64}, Csize_t, Ptr{ScorioParameter},
                Csize_t, Ptr{ScorioOption}, Csize_t, Ref{Ptr{Cvoid}}, Ref{Ptr{Cvoid}},
            ),
            counts, texts, length(texts), ks, length(ks), parameters, length(parameters), listed,
            length(listed), scores, unscored,
        )
    end
    return status, (scores[], unscored[])
end

"""
    score(R, metrics = "avg", k = nothing; models = nothing, questions = nothing, tasks = nothing,
          cluster = nothing, weight = nothing, weights = nothing, tau = nothing, lam = nothing,
          spectrum = nothing, pass_power = nothing, unanimous_power = nothing, ragged = "error",
          prior = "hierarchical", sampled = false, confidence = 0.95, by = "task",
          macro_average = false, missing = "error", numeric = false)

Score every model: a leaderboard with intervals, ranks and tie groups.

# Arguments
- `R`: M × N × L outcomes of questions, trials and models. Or a vector with the results of each model:
  a matrix, rows of different lengths, or [`Counts`](@ref). With names it is a vector of pairs, such as
  `["a" => R_a, "b" => R_b]`, or a `Dict`.
- `metrics`: one or more functions of this package by name, such as "bayes" or "pass_at_k_ci".
- `k`: one or more budgets, for the metrics that have one.
- `models`: L names. The default is 1 to L.
- `questions`, `tasks`: M names. By default questions are named 1 to M and have no tasks.
- `cluster`: M labels of clusters, or "task". σ is then robust to what their questions have in common.
- `weight`: M weights of questions in the mean.
- `weights`: a weight for each category. `tau`, `lam`, `spectrum`, `pass_power` and `unanimous_power`
  are the parameters of metrics, where `spectrum` is the argument `weights` of those functions.
- `ragged`: "error", or "drop" to leave out questions with fewer than k trials.
- `prior`: "hierarchical", or "uniform" on every question. "bayes" has always a uniform prior.
- `sampled`: whether the scores are about questions like these. Otherwise they are about these alone.
- `confidence`: of the intervals and ranks.
- `by`: "task" for a table for each task and one overall, or "model" for the overall one.
- `macro_average`: whether the overall table averages the tasks. Otherwise it pools their questions.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `numeric`: whether outcomes are numbers, such as a judge's 7.5, in place of categories. Metrics are then
  "avg" and "max_at_k", and there are no weights, parameters and prior.

# Returns
A vector of rows, table by table, the best model first. A row has `task`, `metric`, `k`, `parameters`,
`model`, `score`, `sigma`, `lo`, `hi`, `sem`, `pulled`, `rank`, `rank_lo`, `rank_hi`, `p_best`,
`tie_group`, `letters`, `questions`, `questions_asked`, `trials`, `missing`, `coverage`, `worst`, `best`
and `score_name`. docs/scores.md says what they are. What a row does not have is `missing`.

# Formula
Names without `_ci` are unbiased estimates from the observed trials, with the σ of another set of trials.
Those with `_ci` are posterior means with the posterior σ. The interval is that of the Beta distribution
with this mean and σ. For questions like these, it is as wide as Student's t makes it.

# Throws
- `ArgumentError`: an entry that is missing or no category; an unknown metric; a budget or parameter that
  is missing, or that no metric takes; labels that do not fit the questions.
- `DomainError`: a confidence outside (0, 1), or a parameter out of its range.

# Examples
```jldoctest
julia> R = cat([1 1 1; 1 1 0; 0 1 1], [1 0 0; 1 0 0; 0 0 1], dims = 3);

julia> board = score(R, models = ["new", "old"]);

julia> [(row.model, round(row.score, digits = 4), row.rank, row.letters) for row in board]
2-element Vector{Tuple{String,Float64,Int64,String}}:
 ("new", 0.7778, 1, "a")
 ("old", 0.3333, 2, "b")

julia> first(score(R, "pass_at_k", 2)).score
1.0
```

# Source
docs/concepts.md of the checkout. Hariri et al. (2026), arXiv:2510.04265, for the ranks.
"""
function score(
    R, metrics = "avg", k = nothing; models = nothing, questions = nothing, tasks = nothing,
    cluster = nothing, weight = nothing, weights = nothing, tau = nothing, lam = nothing,
    spectrum = nothing, pass_power = nothing, unanimous_power = nothing, ragged = "error",
    prior = "hierarchical", sampled = false, confidence = 0.95, by = "task",
    macro_average = false, missing = "error", numeric = false,
)
    field, known = field_of(R, models), questions_of(questions, tasks, cluster, weight)
    w = numbers("weights", weights, "one per category")
    parameters = metric(
        ""; weights = w, tau = tau === nothing ? nothing : share(tau),
        lam = given_number("lam", lam), spectrum = numbers("spectrum", spectrum, PER_THRESHOLD),
        pass_power = given_number("pass_power", pass_power),
        unanimous_power = given_number("unanimous_power", unanimous_power),
    )
    by_task = choice("by", by, ("task", "model")) == "task"
    options = options_of((
        prior = choice("prior", prior, PRIORS), sampled = switch("sampled", sampled),
        cluster = cluster_option(cluster), confidence = number("confidence", confidence),
        by_task = Float64(by_task && cluster_option(cluster) != "task"),
        drop_short = Float64(drops("ragged", ragged)),
    ))
    numbered = switch("numeric", numeric) == 1
    if numbered
        known_only = (Symbol(first(one)) => (last(one), nothing) for one in parameters.parameters)
        without_categories(; prior = (prior, "hierarchical"), known_only...)
        filter!(one -> one.name != "prior", options)
    end
    # The library's name is a word of Julia's own.
    push!(options, Option(:macro, switch("macro_average", macro_average)))
    names, ks = metric_names(metrics), k === nothing ? Int64[] : Int64[budgets(k)...]
    drop = drops("missing", missing)
    if numbered
        found = with_sums(field, known, "max_at_k" in names, drop) do sums
            rows_of(scorio_sums_score(loaded(), sums, names, ks, options))
        end
        isempty(found[2]) || warn_of_unscored(found[2])
        isempty(found[3]) || warn_of_unestimated(found[3])
        return found[1]
    end
    scores, unscored = with_counts(field, known, w, drop) do counts
        rows_of(scorio_score(loaded(), counts, names, ks, parameters, options))
    end
    isempty(unscored) || warn_of_unscored(unscored)
    return scores
end

const PRIORS = ("hierarchical", "uniform")

given_number(name, ::Nothing) = nothing
given_number(name, value) = number(name, value)

metric_names(one::Union{AbstractString,Symbol}) = [method_name(one)]
metric_names(several) =
    throw(wrong("argument.text", "metrics", several, "is not a name, or several"))
function metric_names(several::Union{AbstractVector,Tuple})
    isempty(several) && throw(misfit("argument.text", "metrics is empty: name at least one"))
    return String[method_name(one) for one in several]
end

"""Warn about models whose scatter nothing tells in a task."""
function warn_of_unestimated(rows)
    @warn Message(join([row.reason for row in rows], "; "), "warning.unestimated")
    return nothing
end

"""Warn about models that a table lacks."""
function warn_of_unscored(rows)
    parts = map(rows) do row
        table = row.task === missing ? "" : " of $(row.task)"
        "$(row.model) has no question$table with $(plural(row.trials, "trial"))"
    end
    @warn Message("$(join(parts, "; ")): left out of the table", "warning.unscored")
    return nothing
end
