# The declared calls. `make calls` writes this file from the declarations in the core.

"""
    cost(R; tries = nothing, caps = nothing, curve = nothing, within = nothing, sampled = false,
         confidence = 0.95, by_task = false, macro_average = false, models = nothing,
         questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, missing = "error")

Score every model beside what its trials cost.

# Arguments
- `R`: [`CostCounts`](@ref).
- `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for [`score`](@ref).
- `tries`: the most fresh tries until the first success, a whole number from 1.
- `caps`: caps on the cost of a trial.
- `curve`: how many caps there are beside these, at quantiles of the costs of successes, a whole number
  from 1.
- `within`: how far below the best score a cheaper model may be, a finite number from 0.
- `sampled`: whether to infer about questions like these, of which these are a sample.
- `confidence`: level of the intervals, and of the verdicts, between 0 and 1.
- `by_task`: whether there is a table for each task, too.
- `macro_average`: whether the overall table averages the tasks with equal weight.

# Returns
A vector of rows: `task`, `model`, `rank`, `score`, `sigma`, `lo`, `hi`, `cost`, `cost_sigma`,
`cost_lo`, `cost_hi`, `per_success`, `per_success_lo`, `per_success_hi`, `frontier`, `verdict`,
`dominated_by`, `with_leader`, `within`, `spent`, `dearest`, `questions`, `trials`, `lacking`,
`degrees`, `skewness`, `correlation`. Its `others` are the tables `pairs`, `retries`, `caps`,
`crossings`.

# Formula
Question i has N trials with outcomes y and costs c, and their means ȳ and c̄. The score is that of
`score` by "avg". The mean cost κ is the mean of c̄ over the questions, with σ = s and ν degrees of
freedom as `score` gives them of numbers. Its interval is the hull of κ exp(± t s / κ) and of Hall's
interval, which follows the skewness.
The cost of a success is κ / score. Its interval is made on logarithms (Zou and Donner 2008). Let a and
b be the distances of an end of ln κ and of ln score from their middles. The end of the quotient is √(a²
+ b² - 2ρab) from its middle. ρ is the correlation of outcome and cost within questions. About questions
like these, ρ is that of their means over questions. The quotient of two mean costs has its interval
likewise.
A model dominates another if it is better and cheaper, with the probability P = Φ₂(u, v; r). Here u is
the difference of the scores over its σ, and v that of the logarithms of the costs. Where one of them is
surely equal, the other alone decides. `frontier` is the share of 4,096 draws in which no other model
dominates. About questions like these they are draws of the Bayesian bootstrap.
Fresh tries until the first success, at most k, cost Σ_failures c f / N + Σ_successes c s / N on a
question with F failures. Here f = Σ C(F - 1, r - 1) / C(N - 1, r - 1) and s = Σ C(F, r - 1) / C(N - 1,
r - 1), with sums over r ≤ k. This is the mean over all orders of its trials. Within a cap b, the
outcome is y where c ≤ b, and 0 elsewhere. Two curves cross where the other model gets ahead. The
interval of a crossing holds the caps at which the two are not separated.

# Throws
- `ArgumentError`: tries that is not a whole number from 1; curve that is not a whole number from 1;
  options that do not go together. Sums without costs. A negative cost. A model without any cost.
  Retries beyond the trials of a question. Partial credit with retries or caps. Caps without the single
  costs.
- `DomainError`: within that is not a finite number from 0; confidence that is not between 0 and 1.

# Examples
```jldoctest
julia> outcomes = ["a" => [1 0 1; 0 0 1], "b" => [1 0 0; 0 0 0]];

julia> counts = CostCounts(outcomes, ["a" => [2 4 3; 5 6 4], "b" => [1 1 2; 2 1 1]]);

julia> [(row.model, row.score, row.cost, row.per_success) for row in cost(counts)][1]
("a", 0.5, 4.0, 8.0)

julia> [(row.model, row.tries, row.cost) for row in cost(counts, tries = 2).others[2]][3]
("a", 2, 6.0)
```

# Source
docs/costs.md of the checkout. Hall, J. R. Stat. Soc. B 54 (1992) 221. Zou and Donner, Stat. Med. 27
(2008) 1693.
"""
function cost(
    R; tries = nothing, caps = nothing, curve = nothing, within = nothing, sampled = false,
    confidence = 0.95, by_task = false, macro_average = false, models = nothing,
    questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, missing = "error",
)
    options = options_of((
        tries = tries === nothing ? nothing : whole_between("tries", tries, 1, 10^9),
        caps = numbers("caps", caps, "one per cap"),
        curve = curve === nothing ? nothing : whole_between("curve", curve, 1, 10^9),
        within = given_number("within", within), sampled = switch("sampled", sampled),
        confidence = given_number("confidence", confidence), by_task = switch("by_task", by_task),
        macro_average = switch("macro_average", macro_average), cluster = cluster_option(cluster),
    ))
    inputs = costed(R, models; questions, tasks, cluster, weight, missing)
    return called("cost", inputs, options, 5)
end

"""
    cost_gate(R; at_most = nothing, max_ratio = nothing, baseline = nothing, only = nothing,
              confidence = 0.95, sampled = false, by_task = false, models = nothing,
              questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
              missing = "error")

Say of each model whether its mean cost keeps to a limit.

# Arguments
- `R`: [`CostCounts`](@ref).
- `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for [`score`](@ref).
- `at_most`: the most that a trial may cost on average, a finite number from 0.
- `max_ratio`: the most that a trial may cost on average, over what one of the baseline costs, a finite
  number from 0. Only with baseline.
- `baseline`: the model whose costs others are compared with.
- `only`: the models to decide about.
- `confidence`: confidence of the decisions: 1 less the chance of a false one, above 0.5 and below 1.
- `sampled`: whether to infer about questions like these, of which these are a sample.
- `by_task`: whether there are rows for each task, too.

# Returns
A vector of rows: `verdict`, `task`, `model`, `baseline`, `value`, `lo`, `hi`, `limit`.

# Formula
The interval is that of `cost` with the confidence 2 confidence - 1, so that each end has the
confidence. A model passes if the upper end is at most the limit, and fails if the lower end is above
it. Otherwise it is undecided. With `max_ratio`, the limit is on its mean cost over that of the
baseline.

# Throws
- `ArgumentError`: options that do not go together. No limit. A ratio without a baseline. A model that
  there is not. Whatever `cost` refuses.
- `DomainError`: at_most that is not a finite number from 0; max_ratio that is not a finite number from
  0; confidence that is not above 0.5 and below 1.

# Examples
```jldoctest
julia> outcomes = ["a" => [1 0 1; 0 0 1], "b" => [1 0 0; 0 0 0]];

julia> counts = CostCounts(outcomes, ["a" => [2 4 3; 5 6 4], "b" => [1 1 2; 2 1 1]]);

julia> [(row.model, row.verdict) for row in cost_gate(counts, at_most = 3.5)]
2-element Vector{Tuple{String,String}}:
 ("a", "undecided")
 ("b", "pass")
```

# Source
docs/costs.md of the checkout.
"""
function cost_gate(
    R; at_most = nothing, max_ratio = nothing, baseline = nothing, only = nothing,
    confidence = 0.95, sampled = false, by_task = false, models = nothing, questions = nothing,
    tasks = nothing, cluster = nothing, weight = nothing, missing = "error",
)
    options = options_of((
        at_most = given_number("at_most", at_most),
        max_ratio = given_number("max_ratio", max_ratio), baseline = baseline, only = only,
        confidence = given_number("confidence", confidence), sampled = switch("sampled", sampled),
        by_task = switch("by_task", by_task), cluster = cluster_option(cluster),
    ))
    inputs = costed(R, models; questions, tasks, cluster, weight, missing)
    return called("cost_gate", inputs, options, 1)
end

"""
    plan_costs(R; half_width = nothing, money = nothing, only = nothing, confidence = 0.95,
               models = nothing, questions = nothing, tasks = nothing, weight = nothing,
               missing = "error")

Say what more trials of each model cost.

# Arguments
- `R`: [`CostCounts`](@ref).
- `models`, `questions`, `tasks`, `weight`, `missing`: as for [`score`](@ref).
- `half_width`: half the width that the interval of each score may have at most, positive and finite.
  Not with money.
- `money`: what may be spent on all models together, in the unit of the costs, positive and finite.
- `only`: the models to plan for.
- `confidence`: level of the intervals, between 0 and 1.

# Returns
A vector of rows: `model`, `questions`, `trials`, `half_width`, `more`, `then`, `even`, `money`,
`money_lo`, `money_hi`.

# Formula
n more trials of each of M questions cost n M κ, where κ is the mean cost of `cost`. The ends of its
interval give those of the money. With `half_width`, n is that of `trials_for_half_width`.
With `money`, the trials are split so that Σ σ² over the models is least. Then the sum of the variances
of all differences is least, too, up to whole trials. Here σ² = Σ v / (N + n) / M², as in
`trials_for_half_width`. Where all questions of a model have N trials, N + n is proportional to √(Σ v /
κ M) for the models that get trials (Neyman 1934). Numbers of trials are whole, and exchanges between
two models make no better use of the money. `even` has the half-widths after as many trials for each
model, for the same money.

# Throws
- `ArgumentError`: options that do not go together. Neither a half-width nor money, or both. Money that
  pays for no trial. A model without any cost.
- `DomainError`: half_width that is not positive and finite; money that is not positive and finite;
  confidence that is not between 0 and 1.

# Examples
```jldoctest
julia> outcomes = ["a" => [1 0 1; 0 0 1], "b" => [1 0 0; 0 0 0]];

julia> counts = CostCounts(outcomes, ["a" => [2 4 3; 5 6 4], "b" => [1 1 2; 2 1 1]]);

julia> [(row.model, row.more) for row in plan_costs(counts, money = 30)]
2-element Vector{Tuple{String,Int64}}:
 ("a", 2)
 ("b", 5)
```

# Source
docs/planning.md of the checkout. Neyman, J. R. Stat. Soc. 97 (1934) 558.
"""
function plan_costs(
    R; half_width = nothing, money = nothing, only = nothing, confidence = 0.95, models = nothing,
    questions = nothing, tasks = nothing, weight = nothing, missing = "error",
)
    options = options_of((
        half_width = given_number("half_width", half_width), money = given_number("money", money),
        only = only, confidence = given_number("confidence", confidence),
    ))
    inputs = costed(R, models; questions, tasks, weight, missing)
    return called("plan_costs", inputs, options, 1)
end
