# Gates: whether scores or questions reach a level.

function scorio_gate(library::Library, counts, name, k, metric::Metric, options::Vector{Option})
    rows, budget = Ref{Ptr{Cvoid}}(C_NULL), k === nothing ? Int64[] : Int64[k]
    given = metric.parameters
    status = GC.@preserve given options budget begin
        parameters, listed = map(one -> ScorioParameter(one...), given), map(ScorioOption, options)
        start = k === nothing ? Ptr{Int64}(C_NULL) : pointer(budget)
        ccall(
            library.gate,
            Int32,
            (
                Ptr{Cvoid}, Cstring, Ptr{Int64}, Ptr{ScorioParameter}, Csize_t, Ptr{ScorioOption},
                Csize_t, Ref{Ptr{Cvoid}},
            ),
            counts, name, start, parameters, length(parameters), listed, length(listed), rows,
        )
    end
    return status, rows[]
end

"""
    gate(R, at_least; models = nothing, confidence = 0.9, per_question = false, family = false,
         metric = "avg", k = nothing, weights = nothing, prior = "hierarchical", sampled = false,
         questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, by_task = false,
         missing = "error")

Say of each model, or of each question, whether it reaches a level.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for [`score`](@ref).
- `at_least`: the level of the score, or of the success probability of each question.
- `confidence`: the probability that a decision needs, above 0.5.
- `per_question`: whether every question has to reach the level. Otherwise the score has to.
- `family`: whether the confidence holds for all questions of a model together.
- `metric`, `k`, `weights`, `prior`, `sampled`: as for [`score`](@ref). For single questions a weight of
  1 is a success, and 0 a failure.
- `by_task`: whether there is a row for each task, too.

# Returns
A vector of rows: `verdict` ("pass", "fail" or "undecided"), `model`, `task`, `question`, `score`, `lo`,
`hi`, `probability`, `confidence`, `questions`, `questions_asked`, `trials`, `missing`, `successes`, `more`,
`to_pass`, `to_fail` and `score_name`. docs/gates.md says what they are.

# Formula
Of c successes in n trials a question has p ~ Beta(c + 1, n - c + 1). It passes if
P(p ≥ level) ≥ confidence, and fails if P(p < level) ≥ confidence. A score passes if the lower end of its
interval reaches the level, and fails if the upper end is below it.

# Throws
- `ArgumentError`: options of the score together with `per_question`, `family` without it, and whatever
  [`score`](@ref) refuses.
- `DomainError`: a confidence that is not above 0.5 and below 1, or a level out of its range.

# Examples
```jldoctest
julia> R = ["new" => [1 1 1 1; 1 1 1 1; 1 1 0 1], "old" => [0 0 0 1; 0 1 0 0; 0 0 0 0]];

julia> [(row.model, row.verdict) for row in gate(R, 0.5)]
2-element Vector{Tuple{String,String}}:
 ("new", "pass")
 ("old", "fail")

julia> [(row.question, row.verdict) for row in gate(R, 0.5, per_question = true)][1:3]
3-element Vector{Tuple{String,String}}:
 ("1", "pass")
 ("2", "pass")
 ("3", "undecided")
```

# Source
docs/gates.md of the checkout.
"""
function gate(
    R, at_least; models = nothing, confidence = 0.9, per_question = false, family = false,
    metric = "avg", k = nothing, weights = nothing, prior = "hierarchical", sampled = false,
    questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, by_task = false,
    missing = "error",
)
    field, known = field_of(R, models), questions_of(questions, tasks, cluster, weight)
    single, together = switch("per_question", per_question), switch("family", family)
    name = method_name(metric)
    for (option, given) in (
        ("metric", name != "avg"), ("k", k !== nothing), ("prior", prior != "hierarchical"),
        ("sampled", sampled !== false), ("cluster", cluster !== nothing), ("by_task", by_task !== false),
    )
        single == 1 && given && throw(misfit(
            "argument.choice", "$option is about scores, and per_question about single questions"
        ))
    end
    if together == 1 && single == 0
        sentence = "family is about the questions of a model: give per_question too"
        throw(misfit("argument.choice", sentence))
    end
    w = numbers("weights", weights, "one per category")
    options = options_of((
        at_least = number("at_least", at_least), confidence = number("confidence", confidence),
        per_question = single, family = together, prior = choice("prior", prior, PRIORS),
        sampled = switch("sampled", sampled), cluster = cluster_option(cluster),
        by_task = switch("by_task", by_task),
    ))
    own, budget = Scorio.metric(""; weights = w), k === nothing ? nothing : budget_of(k)
    return with_counts(field, known, w, drops("missing", missing)) do counts
        rows_of(scorio_gate(loaded(), counts, name, budget, own, options))
    end
end

"""One budget."""
function budget_of(k)
    ks = budgets(k)
    ks isa Int64 && return ks
    length(ks) == 1 && return first(ks)
    throw(misfit("argument.budgets", "k = $(shown(k)) has $(length(ks)) budgets: give one"))
end
