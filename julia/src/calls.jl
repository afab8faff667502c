# The declared calls. `make calls` writes this file from the declarations in the core.

"""
    gate(R, at_least; confidence = 0.9, per_question = false, family = false, only = nothing,
         metric = "avg", k = nothing, weights = nothing, prior = "hierarchical", sampled = false,
         by_task = false, models = nothing, questions = nothing, tasks = nothing, cluster = nothing,
         weight = nothing, missing = "error")

Say of each model, or of each question, whether it reaches a level.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for [`score`](@ref).
- `at_least`: the level of the score, or of the success probability of each question.
- `confidence`: probability that a decision needs, above 0.5 and below 1.
- `per_question`: whether every single question has to reach the level, by its repeated trials.
  Otherwise the score has to. A weight of 1 is then a success, and 0 a failure, and the prior is
  uniform. Not with metric, k, prior, sampled, cluster, by_task.
- `family`: whether the confidence holds for all questions of a model together: each of Q questions then
  needs 1 − (1 − confidence) / Q (Bonferroni). Only with per_question.
- `only`: the models to decide about. Which questions were asked is known from all.
- `metric`: the metric of the score, such as "avg" or "pass_at_k".
- `k`: its budget.
- `weights`: a weight per category. By default their names, if these are numbers, or 0 and 1.
- `prior`: prior of each question's outcomes.
- `sampled`: whether to infer about questions like these, of which these are a sample.
- `by_task`: whether there is a row for each task, too.

# Returns
A vector of rows: `verdict`, `model`, `task`, `question`, `score`, `lo`, `hi`, `probability`,
`confidence`, `questions`, `questions_asked`, `trials`, `missing`, `successes`, `more`, `to_pass`,
`to_fail`, `score_name`.

# Formula
Of c successes in N trials the success probability of a question is p ~ Beta(c + 1, N - c + 1). The
question passes if P(p ≥ level) ≥ confidence, and fails if P(p < level) ≥ confidence. `to_pass` is the
fewest further trials that pass it if all succeed, `to_fail` the fewest that fail it if all fail, and
`more` the fewest that decide if the share (c + 1) / (N + 2) of them succeeds.
A score passes if the lower end of its interval reaches the level, and fails if the upper end is below
it. Each end has the confidence. A score that lacks questions that any model was asked does not pass: it
is undecided, as single questions without trials are.

# Throws
- `ArgumentError`: options that do not go together. A level that no score exceeds, or outside (0, 1) for
  single questions; weights other than 0 and 1 for single questions; whatever `score` refuses.
- `DomainError`: at_least that is not finite; confidence that is not above 0.5 and below 1.

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
    R, at_least; confidence = 0.9, per_question = false, family = false, only = nothing,
    metric = "avg", k = nothing, weights = nothing, prior = "hierarchical", sampled = false,
    by_task = false, models = nothing, questions = nothing, tasks = nothing, cluster = nothing,
    weight = nothing, missing = "error",
)
    options = options_of((
        at_least = number("at_least", at_least), confidence = number("confidence", confidence),
        per_question = switch("per_question", per_question), family = switch("family", family),
        only = only, metric = method_name(metric), k = k === nothing ? nothing : budget_of(k),
        weights = numbers("weights", weights, "one per category"), prior = prior,
        sampled = switch("sampled", sampled), by_task = switch("by_task", by_task),
        cluster = cluster_option(cluster),
    ))
    return called("gate", counted(R, models, weights; questions, tasks, cluster, weight, missing), options)
end
