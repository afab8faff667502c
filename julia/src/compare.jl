# Comparisons of models, question by question: with a baseline, and all pairs.

"""By which metric models are compared: its budget, or nothing, is apart."""
struct CompareBy
    metric::Metric
    budget::Union{Nothing,Int64}
end

function scorio_compare(
    library::Library, counts, baseline, by::CompareBy, options::Vector{Option}
)
    rows, questions, unmatched, uncompared = ntuple(_ -> Ref{Ptr{Cvoid}}(C_NULL), 4)
    given, budget = by.metric.parameters, Int64[something(by.budget, 0)]
    status = GC.@preserve given budget options begin
        parameters, listed = map(one -> ScorioParameter(one...), given), map(ScorioOption, options)
        start = by.budget === nothing ? Ptr{Int64}(C_NULL) : pointer(budget)
        ccall(
            library.compare,
            Int32,
            (
                Ptr{Cvoid}, Cstring, Cstring, Ptr{Int64}, Ptr{ScorioParameter}, Csize_t,
                Ptr{ScorioOption}, Csize_t, Ref{Ptr{Cvoid}}, Ref{Ptr{Cvoid}}, Ref{Ptr{Cvoid}},
                Ref{Ptr{Cvoid}},
            ),
            counts, baseline, by.metric.name, start, parameters, length(parameters), listed,
            length(listed), rows, questions, unmatched, uncompared,
        )
    end
    return status, (rows[], questions[], unmatched[], uncompared[])
end

function scorio_compare_pairs(library::Library, counts, by::CompareBy, options::Vector{Option})
    rows = Ref{Ptr{Cvoid}}(C_NULL)
    given, budget = by.metric.parameters, Int64[something(by.budget, 0)]
    status = GC.@preserve given budget options begin
        parameters, listed = map(one -> ScorioParameter(one...), given), map(ScorioOption, options)
        start = by.budget === nothing ? Ptr{Int64}(C_NULL) : pointer(budget)
        ccall(
            library.compare_pairs,
            Int32,
            (
                Ptr{Cvoid}, Cstring, Ptr{Int64}, Ptr{ScorioParameter}, Csize_t, Ptr{ScorioOption},
                Csize_t, Ref{Ptr{Cvoid}},
            ),
            counts, by.metric.name, start, parameters, length(parameters), listed, length(listed),
            rows,
        )
    end
    return status, rows[]
end

"""
    compare(a, b; metric = "avg", k = nothing, weights = nothing, tau = nothing, lam = nothing,
            spectrum = nothing, pass_power = nothing, unanimous_power = nothing, ragged = "error",
            prior = "hierarchical", paired = true, sampled = false, questions = nothing,
            tasks = nothing, cluster = nothing, weight = nothing, by_task = false, confidence = 0.95,
            margin = nothing, missing = "error", numeric = false)
    compare(R; baseline, models = nothing, …)

Compare two models, or many with a baseline, question by question.

# Arguments
- `a`, `b`: M × N outcomes of two models, rows of different lengths, or [`Counts`](@ref). Questions are
  matched by their rows.
- `R`, `models`: several models, as for [`score`](@ref). `baseline` is the name of the one that the
  others are compared with.
- `metric`, `k`: a function of this package by name, such as "avg" or "pass_at_k", and its budget.
- `weights`, `tau`, `lam`, `spectrum`, `pass_power`, `unanimous_power`, `ragged`: as for [`score`](@ref).
- `prior`: "hierarchical", or "uniform" on every question. "bayes" has always a uniform prior.
- `paired`: whether to compare on the questions that both have. Otherwise each model has its own.
- `sampled`: whether the conclusion is about questions like these. Otherwise it is about these alone.
- `questions`, `tasks`, `cluster`, `weight`: as for [`score`](@ref). Clusters imply `sampled`.
- `by_task`: whether there is a table for each task, too.
- `confidence`: of the intervals and verdicts.
- `margin`: says of each model whether it is worse than the baseline by more than this.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `numeric`: whether outcomes are numbers, which are compared by their means, without a prior.

# Returns
A vector of rows, one for each model and table, by descending difference. A row has `model`, `baseline`,
`task`, `difference`, `sigma`, `lo`, `hi`, `level`, `probability`, `ranking`, `z`, `pvalue`, `holm`, `bh`,
`degrees`, `score`, `baseline_score`, `questions`, `baseline_questions`, `unmatched`,
`baseline_unmatched`, `trials`, `baseline_trials`, `uneven`, `pulled`, `baseline_pulled`, `clusters`,
`decisive`, `margin`, `worse_probability`, `worse`, `detectable` and `score_name`. docs/comparing.md
says what they are. Two models are named "a" and "b". What a row does not have is `missing`.

# Formula
With d the difference of a question's scores and v the sum of their variances, the difference is the
mean of d. About these questions, σ² = Σ v / M², and z = difference / σ is normal. About questions like
these, σ² = Σ (d - difference)² / (M (M - 1)), and z is Student's t with M - 1 degrees of freedom.

# Throws
- `ArgumentError`: an entry that is missing or no category; no question in common; a sample of one
  question; an unknown baseline; labels that do not fit the questions.
- `DomainError`: a confidence outside (0, 1).

# Examples
```jldoctest
julia> a, b = [1 1 1; 1 0 1], [0 1 0; 1 0 0];

julia> row = first(compare(a, b));

julia> row.difference, round(row.probability, digits = 4)
(0.5, 0.9835)

julia> R = ["new" => a, "old" => b, "older" => [0 0 0; 1 0 0]];

julia> [(row.model, row.baseline, round(row.difference, digits = 4)) for row in compare(R, baseline = "old")]
2-element Vector{Tuple{String,String,Float64}}:
 ("new", "old", 0.5)
 ("older", "old", -0.1667)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.6. Holm (1979), Benjamini and Hochberg (1995).
"""
function compare(a, b; paired = true, options...)
    if paired === true && !haskey(options, :questions)
        same_rows(a, b)
    end
    return first(compared(["a" => a, "b" => b], nothing, "b"; paired = paired, options...))
end

compare(R; baseline, models = nothing, options...) =
    first(compared(R, models, baseline; options...))

"""
    compare_questions(a, b; …)
    compare_questions(R; baseline, models = nothing, …)

Give the questions that decide a difference, those that differ most first.

# Arguments
As for [`compare`](@ref).

# Returns
A vector of rows: `model`, `task`, `question`, `score`, `baseline_score`, `difference`, `part`, `sigma`,
`probability`, `score_name` and `cluster`. The parts add up to the overall difference. `probability` is
P(A > B) on this question. Without names, questions are counted from 1. An unpaired comparison has no
rows.

# Throws
As for `compare`.

# Examples
```jldoctest
julia> a, b = [1 1 1; 1 0 1], [0 1 0; 1 0 0];

julia> [(row.question, row.part) for row in compare_questions(a, b)]
2-element Vector{Tuple{String,Float64}}:
 ("1", 0.3333333333333333)
 ("2", 0.16666666666666666)
```

# Source
As for `compare`.
"""
function compare_questions(a, b; paired = true, options...)
    if paired === true && !haskey(options, :questions)
        same_rows(a, b)
    end
    return compared(["a" => a, "b" => b], nothing, "b"; paired = paired, options...)[2]
end

compare_questions(R; baseline, models = nothing, options...) =
    compared(R, models, baseline; options...)[2]

"""The rows and the questions of a comparison, and the questions left out."""
function compared(
    R, models, baseline; questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
    by_task = false, margin = nothing, missing = "error", numeric = false, others...
)
    field, known = field_of(R, models), questions_of(questions, tasks, cluster, weight)
    base = label_name(baseline, "baseline", ())
    tables = options_of((
        by_task = switch("by_task", by_task), margin = given_number("margin", margin),
    ))
    found = comparing(field, known, cluster, numeric, missing; others...) do handle, by, options
        append!(options, tables)
        by === nothing && return rows_of(scorio_sums_compare(loaded(), handle, base, options))
        return rows_of(scorio_compare(loaded(), handle, base, by, options))
    end
    isempty(found[4]) || warn_of_uncompared(found[4])
    return found
end

"""Give `use(handle, by, options)` with counts and the metric, or with sums and nothing."""
function comparing(
    use, field, known, cluster, numeric, missing; metric = "avg", k = nothing, weights = nothing,
    tau = nothing, lam = nothing, spectrum = nothing, pass_power = nothing,
    unanimous_power = nothing, ragged = "error", prior = "hierarchical", paired = true,
    sampled = false, confidence = 0.95,
)
    options = options_of((
        paired = switch("paired", paired), sampled = switch("sampled", sampled),
        cluster = cluster_option(cluster), confidence = number("confidence", confidence),
    ))
    name, drop = method_name(metric), drops("missing", missing)
    w = numbers("weights", weights, "one per category")
    own = (
        weights = w, tau = tau === nothing ? nothing : share(tau), lam = given_number("lam", lam),
        spectrum = numbers("spectrum", spectrum, PER_THRESHOLD),
        pass_power = given_number("pass_power", pass_power),
        unanimous_power = given_number("unanimous_power", unanimous_power),
    )
    if switch("numeric", numeric) == 1
        without_categories(
            metric = (name, "avg"), k = (k, nothing), prior = (prior, "hierarchical"),
            ragged = (ragged, "error"); map(value -> (value, nothing), own)...,
        )
        return with_sums(sums -> use(sums, nothing, options), field, known, false, drop)
    end
    append!(options, options_of((
        prior = choice("prior", prior, PRIORS), drop_short = Float64(drops("ragged", ragged)),
    )))
    by = CompareBy(Scorio.metric(name; own...), k === nothing ? nothing : budget_of(k))
    return with_counts(counts -> use(counts, by, options), field, known, w, drop)
end

"""
    compare_pairs(R; models = nothing, metric = "avg", k = nothing, prior = "hierarchical",
                  paired = true, sampled = false, questions = nothing, tasks = nothing,
                  cluster = nothing, weight = nothing, confidence = 0.95, missing = "error",
                  numeric = false, …)

Compare every model with every other, question by question.

# Arguments
As for [`score`](@ref) and [`compare`](@ref).

# Returns
A vector of rows, one for each pair, with the model of the higher score first: `model`, `other`,
`difference`, `sigma`, `lo`, `hi`, `probability`, `ranking`, `pvalue`, `questions` and `score_name`.
P-values are those of single pairs. [`score`](@ref) has the letters of models that are not separated.

# Throws
As for `compare`. A single model is an `ArgumentError`.

# Examples
```jldoctest
julia> R = ["new" => [1 1 1; 1 0 1], "old" => [0 1 0; 1 0 0], "older" => [0 0 0; 1 0 0]];

julia> [(row.model, row.other, round(row.probability, digits = 2)) for row in compare_pairs(R)]
3-element Vector{Tuple{String,String,Float64}}:
 ("new", "old", 0.98)
 ("new", "older", 1.0)
 ("old", "older", 0.76)
```

# Source
As for [`compare`](@ref).
"""
function compare_pairs(
    R; models = nothing, questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
    missing = "error", numeric = false, others...
)
    field, known = field_of(R, models), questions_of(questions, tasks, cluster, weight)
    return comparing(field, known, cluster, numeric, missing; others...) do handle, by, options
        by === nothing && return rows_of(scorio_sums_compare_pairs(loaded(), handle, options))
        return rows_of(scorio_compare_pairs(loaded(), handle, by, options))
    end
end

"""Check that rows can be matched."""
function same_rows(a, b)
    own, base = row_count(a), row_count(b)
    own == base && return nothing
    sentence = "a has $(plural(own, "row")) (questions) but b has $base: give both the same, row by " *
               "row, name the questions, or compare with paired=false"
    throw(misfit("argument.rows", sentence))
end

row_count(results) = throw(wrong("argument.matrix", "R", results, "is not a matrix of outcomes"))
row_count(results::Counts) = size(results.table, 1)
row_count(results::Union{AbstractArray,Tuple}) = size_of_rows(results)
size_of_rows(results::Tuple) = any(is_row, results) ? length(results) : 1
size_of_rows(results::AbstractVector) =
    any(is_row, results) || eltype(results) <: AbstractArray ? length(results) : 1
size_of_rows(results::AbstractArray) = size(results, 1)

"""Warn about the rows that tables by task lack."""
function warn_of_uncompared(rows)
    parts = map(row -> "$(row.model) has no row of $(row.task): $(row.reason)", rows)
    @warn Message(join(parts, "; "), "warning.uncompared")
    return nothing
end
