# The declared calls. `make calls` writes this file from the declarations in the core.

"""
    gate(R, at_least; confidence = 0.95, per_question = false, family = false, alone = false,
         only = nothing, slice = nothing, metric = "avg", k = nothing, weights = nothing,
         prior = "hierarchical", sampled = false, borrow = false, by_task = false, models = nothing,
         questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, fields = nothing,
         missing = "error", numeric = false)

Say of each model, or of each question, whether it reaches a level.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `fields`, `missing`, `numeric`: as for
  [`score`](@ref).
- `at_least`: the level of the score, or of the success probability of each question.
- `confidence`: confidence of the decisions: 1 less the chance of a false one, above 0.5 and below 1.
- `per_question`: whether every single question has to reach the level, by its repeated trials.
  Otherwise the score has to. A weight of 1 is then a success, and 0 a failure. Not with metric, k,
  prior, sampled, cluster, borrow, by_task, slice.
- `family`: whether passes hold for all questions of a model together, as fails do (Holm). Only with
  per_question.
- `alone`: whether fails hold for each question alone, as passes do. Then nothing is adjusted. Not with
  family. Only with per_question.
- `only`: the models to decide about. Which questions were asked is known from all.
- `slice`: fields of questions, whose values make slices: each of them has to reach the level, too.
  `task` is a field, and `length:4` cuts a number at its quartiles.
- `metric`: the metric of the score, such as "avg" or "pass_at_k".
- `k`: its budget.
- `weights`: a weight per category. By default their names, if these are numbers, or 0 and 1.
- `prior`: prior of each question's outcomes.
- `sampled`: whether to infer about questions like these, of which these are a sample.
- `borrow`: whether models without labels have scores, too, by the judge's error rates on three or more
  models with labels. The judge has to say yes or no.
- `by_task`: whether there is a row for each task, too.

# Returns
A vector of rows: `verdict`, `model`, `task`, `slice`, `question`, `score`, `lo`, `hi`, `p_fail`,
`p_pass`, `p_fail_adjusted`, `p_pass_adjusted`, `confidence`, `questions`, `questions_asked`, `trials`,
`missing`, `successes`, `more`, `to_pass`, `to_fail`, `score_name`.

# Formula
A question has c successes in N trials. At the level, X of N trials would succeed. Then p_fail is P(X ≤
c | level), and p_pass is P(X ≥ c | level), both binomial. The question fails if p_fail, adjusted by
Holm over the questions of its model, is at most 1 - confidence. It passes if p_pass is. So 1 -
confidence bounds the chance that any question fails, where all are at the level or above. The interval
is that of Clopper and Pearson, and each end has the confidence. `to_pass` is the fewest further trials
that pass it if all succeed, and `to_fail` the fewest that fail it if all fail. `more` is the fewest
that decide if the share c / N of them succeeds.
A score passes if the lower end of its interval reaches the level, and fails if the upper end is below
it. Each end has the confidence: they are those of `score` with the confidence 2 confidence - 1. A score
that lacks questions that any model was asked does not pass: it is undecided, as single questions
without trials are. Numeric scores have gates of their means, by the interval of `score`.

# Throws
- `ArgumentError`: options that do not go together. A level that no interval can reach or that every
  score reaches. A level outside (0, 1) for single questions. Weights other than 0 and 1 for single
  questions. Whatever `score` refuses.
- `DomainError`: at_least that is not finite; confidence that is not above 0.5 and below 1.

# Examples
```jldoctest
julia> R = ["new" => [1 1 1 1; 1 1 1 1; 1 1 0 1], "old" => [0 0 0 1; 0 1 0 0; 0 0 0 0]];

julia> [(row.model, row.verdict) for row in gate(R, 0.5)]
2-element Vector{Tuple{String,String}}:
 ("new", "pass")
 ("old", "fail")

julia> [(row.question, row.verdict) for row in gate(R, 0.4, per_question = true)][1:3]
3-element Vector{Tuple{String,String}}:
 ("1", "pass")
 ("2", "pass")
 ("3", "undecided")
```

# Source
docs/gates.md of the checkout.
"""
function gate(
    R, at_least; confidence = 0.95, per_question = false, family = false, alone = false,
    only = nothing, slice = nothing, metric = "avg", k = nothing, weights = nothing,
    prior = "hierarchical", sampled = false, borrow = false, by_task = false, models = nothing,
    questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, fields = nothing,
    missing = "error", numeric = false,
)
    options = options_of((
        at_least = given_number("at_least", at_least),
        confidence = given_number("confidence", confidence),
        per_question = switch("per_question", per_question), family = switch("family", family),
        alone = switch("alone", alone), only = only, slice = slice, metric = method_name(metric),
        k = k === nothing ? nothing : budget_of(k),
        weights = numbers("weights", weights, "one per category"), prior = prior,
        sampled = switch("sampled", sampled), borrow = switch("borrow", borrow),
        by_task = switch("by_task", by_task), cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, weights; questions, tasks, cluster, weight, fields, missing, numeric)
    return called("gate", inputs, options, 1)
end

"""
    score(R, metrics = "avg", k = nothing; weights = nothing, tau = nothing, lam = nothing,
          spectrum = nothing, pass_power = nothing, unanimous_power = nothing, ragged = "error",
          prior = "hierarchical", sampled = false, runs = false, borrow = false, confidence = 0.95,
          family = nothing, ranks = "each", by_task = true, slice = nothing, macro_average = false,
          models = nothing, questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
          fields = nothing, missing = "error", numeric = false)

Score every model: a leaderboard with intervals, ranks and ties.

# Arguments
- `R`: M × N × L outcomes of questions, trials and models. Or a vector with the results of each model: a
  matrix, rows of different lengths, or [`Counts`](@ref). With names it is a vector of pairs, such as
  `["a" => R_a, "b" => R_b]`, or a `Dict`.
- `models`: L names. The default is 1 to L.
- `questions`, `tasks`: M names. By default questions are named 1 to M and have no tasks.
- `cluster`: M labels of clusters, or "task". σ is then robust to what their questions have in common.
- `weight`: M weights of questions in the mean.
- `fields`: fields with M values each, by which questions are sliced, such as `["level" => ["easy",
  "hard"]]`. `missing` stands for no value.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `numeric`: whether outcomes are numbers, such as a judge's 7.5, in place of categories.
- `metrics`: one or more metrics: functions of `eval` by name, as "bayes", "pass_at_k" or
  "pass_at_k_ci". Numbers have "avg", the mean, and "max_at_k", the largest of k outcomes.
- `k`: one or more budgets, for every metric but bayes and avg.
- `weights`: a weight per category, for bayes, avg and max_at_k. By default their names, if these are
  numbers, or 0 and 1.
- `tau`: share τ of g_pass_at_k_tau.
- `lam`: λ of geo_spectrum_at_k. By default 0.5.
- `spectrum`: k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
  `weights` they are.
- `pass_power`: exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
- `unanimous_power`: exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
- `ragged`: what to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
  leave them out.
- `prior`: prior of each question's outcomes. "hierarchical": the questions share a mean and a spread,
  which the trials tell. "bayes" has always the uniform prior of the paper. Numbers have no prior.
- `sampled`: whether to infer about questions like these, of which these are a sample. Otherwise scores
  are about these questions alone.
- `runs`: whether intervals are about new runs, too: the trials of one number, which is an epoch or a
  seed, share their luck. It is for "avg" of successes and failures. Ranks stay as they are. Not with
  cluster.
- `borrow`: whether models without labels have scores, too, by the judge's error rates on three or more
  models with labels. The judge has to say yes or no.
- `confidence`: level of the intervals, and of the comparisons that separate models, between 0 and 1.
- `family`: the number of models whose comparisons hold together, a whole number from 2. By default it
  is that of the counts. 2 makes each comparison hold by itself.
- `ranks`: "each": the comparisons of each model with all others hold together. "together": so do those
  of all pairs of models, and with them the ranges of all ranks.
- `by_task`: whether there is a table for each task, too. There is none if the tasks are clusters.
- `slice`: fields of questions, whose values make slices: there is a table for each slice, too. `task`
  is a field, and `length:4` cuts a number at its quartiles.
- `macro_average`: whether the overall table averages the tasks with equal weight. Otherwise it pools
  their questions.

# Returns
A vector of rows: `task`, `slice`, `metric`, `k`, `parameters`, `model`, `score`, `sigma`, `lo`, `hi`,
`sem`, `pulled`, `rank`, `rank_lo`, `rank_hi`, `p_best`, `with_leader`, `letters`, `questions`,
`questions_asked`, `trials`, `missing`, `coverage`, `worst`, `best`, `score_name`. Its `others` are the
tables `unscored`, `judged`, `slices`.

# Formula
Names without `_ci` are the unbiased estimates from the observed trials. Their σ says how far such an
estimate scatters from one set of trials to the next, averaged over the posterior. Where every question
has one trial, nothing tells how far other trials would differ. Then σ is that of questions like these,
which is an upper bound. Those with `_ci` are the posterior means with the posterior σ.
σ of the function `avg` and of a leaderboard differ: the function has a uniform prior for each question,
the leaderboard one prior that all share.
The interval of an estimate is that of Clopper and Pearson for s n successes of n effective trials. Here
s is the score on the scale from 0 to 1, and n = s(1 - s)/σ². Let n₀ = (Σ w)² / Σ w²/N. About these
questions, n is at least n₀ where N and w are equal. About questions like these, n is at most n₀, and it
is multiplied by the square of t(n₀ - 1) / t(M - 1). Single trials have n = M. Pass@k with 2 ≤ k ≤ N/2
adds to σ² at an end, where a question had one outcome alone, what one other trial would have added. A
posterior has the interval of the Beta distribution with its mean and σ.
With `runs`, the trials of one number are a run, and there are N runs. About these questions, σ² is the
larger of its own and of S²/N, where S² is the variance of the score from run to run. Student's t has N
- 1 degrees of freedom. About questions like these, σ² = V_Q + max(0, V_R - V_I), which are the
variances of the mean by questions, by runs and by the rest. The degrees of freedom are those of
Satterthwaite.
Two models are separated if their difference d, as `compare` has it, is at least z* σ. Here z* = Φ⁻¹((1
+ c^(1/(M - 1))) / 2) with the confidence c and the M models of the counts, or the same quantile of
Student's t (Šidák 1967). So all M - 1 comparisons of a model hold together. `rank_lo` is 1 + the number
of models that are separated above a model, and `rank_hi` is M - the number of those that are separated
below it. `p_best` is the probability of the first rank. `sem` is the plain standard error of the mean
over questions, which other tools print.
Questions without an observed trial are left out of a model's score. `questions` shows how many remain.
A model without any is in `unscored`. `coverage` is the share of expected trials that have an outcome.
`worst` and `best` are the score if all missing trials had failed, or had succeeded.
Of numbers, question i has n outcomes y with the mean m and the weight w (1 without weights). The score
is Σ w m / Σ w, without a prior. About these questions, σ² is Σ w² s² / n / (Σ w)². Here s² = Σ Σ (y -
m)² / Σ (n - 1) is pooled over the questions of a task. Student's t has the degrees of freedom of Welch
and Satterthwaite. About questions like these, σ² is G / (G - 1) Σ S² / (Σ w)² with G - 1 degrees of
freedom. S is the sum of w (m - score) over one of G clusters. The second σ also holds where all trials
of a task are single, and for `max_at_k`. There m is Σ C(i - 1, k - 1) / C(n, k) y₍ᵢ₎ over the outcomes
in ascending order, which is unbiased. The interval is the hull of score ± t σ and of Hall's interval
(1992): score - σ g(± t), where g(x) = 3/λ ((1 + λ(x - λ/6))^{1/3} - 1). Here λ is the skewness of the
score. About questions like these it is Σ S³ / (Σ S²)^{3/2}. About these questions it is Σ w³ m₃ / n² /
(Σ w)³ / σ³, where m₃ = n Σ (y - m)³ / ((n - 1)(n - 2)), or 0 where a question has fewer than three
trials.

# Throws
- `ArgumentError`: family that is not a whole number from 2; options that do not go together. An unknown
  metric. A budget k that is missing, below 1, above a question's trials, or used by none of the
  metrics. Another option that is needed, out of range, or used by none. No observed trial at all. A
  question without a weight or a cluster among others that have one. Of numbers, a model with one
  question or cluster, whose score has no scatter.
- `DomainError`: confidence that is not between 0 and 1.

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
docs/scores.md and docs/concepts.md of the checkout.
"""
function score(
    R, metrics = "avg", k = nothing; weights = nothing, tau = nothing, lam = nothing,
    spectrum = nothing, pass_power = nothing, unanimous_power = nothing, ragged = "error",
    prior = "hierarchical", sampled = false, runs = false, borrow = false, confidence = 0.95,
    family = nothing, ranks = "each", by_task = true, slice = nothing, macro_average = false,
    models = nothing, questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
    fields = nothing, missing = "error", numeric = false,
)
    options = options_of((
        metrics = metric_names(metrics), k = k === nothing ? nothing : Float64[budgets(k)...],
        weights = numbers("weights", weights, "one per category"), tau = share_option(tau),
        lam = given_number("lam", lam),
        spectrum = numbers("spectrum", spectrum, "one per threshold"),
        pass_power = given_number("pass_power", pass_power),
        unanimous_power = given_number("unanimous_power", unanimous_power), ragged = ragged,
        prior = prior, sampled = switch("sampled", sampled), runs = switch("runs", runs),
        borrow = switch("borrow", borrow), confidence = given_number("confidence", confidence),
        family = family === nothing ? nothing : whole_between("family", family, 2, 10^9),
        ranks = ranks, by_task = switch("by_task", by_task), slice = slice,
        macro_average = switch("macro_average", macro_average), cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, weights; questions, tasks, cluster, weight, fields, missing, numeric)
    return called("score", inputs, options, 4)
end

"""
    judge_quality(R; sampled = false, confidence = 0.95, models = nothing, questions = nothing,
                  tasks = nothing, cluster = nothing, weight = nothing, missing = "error")

Say how good a judge is by the labels that some trials have, and whom it favours.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for [`score`](@ref).
- `sampled`: whether to infer about questions like these, of which these are a sample.
- `confidence`: level of the intervals, between 0 and 1.

# Returns
A vector of rows: `judge`, `model`, `trials`, `labels`, `agreement`, `agreement_lo`, `agreement_hi`,
`sensitivity`, `sensitivity_lo`, `sensitivity_hi`, `specificity`, `specificity_lo`, `specificity_hi`,
`kappa`, `bias`, `bias_lo`, `bias_hi`, `favours`, `favours_sigma`, `favours_pvalue`, `favours_holm`,
`unlike`.

# Formula
W is the share of the trials with an outcome of the judge. μ is the mean label of those of them that
have one.
The sensitivity is W₁μ₁ / (W₁μ₁ + W₀μ₀). The specificity is W₀(1 - μ₀) / (W₀(1 - μ₀) + W₁(1 - μ₁)). The
agreement is W₁μ₁ + W₀(1 - μ₀). The bias is W₁ less the score Σ W μ.
m is μ with the weight of half a success and half a failure, and v its variance. Intervals of the first
two are those of log(W₁m₁ / (W₀m₀)) ± z √(v₀/m₀² + v₁/m₁²).
The judge favours a model by W₁ - se θ - fp (1 - θ), where θ = Σ W m. Here se and fp are the error rates
of the other models together.

# Throws
- `ArgumentError`: options that do not go together. Counts without labels.
- `DomainError`: confidence that is not between 0 and 1.

# Examples
```jldoctest
julia> outcomes = [1 1 0 0; 1 0 1 1; 0 0 0 1; 1 1 1 1];

julia> labels = [1 missing 0 0; 1 0 missing 0; 0 missing 0 1; missing 1 1 missing];

julia> row = first(judge_quality(JudgeCounts(["large" => outcomes], ["large" => labels])));

julia> row.labels, round(row.agreement, digits = 4), round(row.bias, digits = 4)
(11, 0.8958, 0.1042)
```

# Source
docs/judge-figures.md of the checkout.
"""
function judge_quality(
    R; sampled = false, confidence = 0.95, models = nothing, questions = nothing, tasks = nothing,
    cluster = nothing, weight = nothing, missing = "error",
)
    options = options_of((
        sampled = switch("sampled", sampled), confidence = given_number("confidence", confidence),
        cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, nothing; questions, tasks, cluster, weight, missing)
    return called("judge_quality", inputs, options, 1)
end

"""
    plan_labels(R; half_width = nothing, budget = nothing, sampled = false, confidence = 0.95,
                models = nothing, questions = nothing, tasks = nothing, cluster = nothing,
                weight = nothing, missing = "error")

Plan which trials to label next, so that corrected scores get narrow intervals.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`: as for [`score`](@ref).
- `half_width`: half the width that the interval of each model is to have, positive and finite.
- `budget`: the most labels to add, of all models together, a whole number from 0.
- `sampled`: whether to infer about questions like these, of which these are a sample.
- `confidence`: level of the intervals, between 0 and 1.

# Returns
A vector of rows: `model`, `outcome`, `trials`, `labels`, `add`, `half_width`, `floor`, `reached`.

# Formula
The next label goes where it lowers the variance most: to the model and outcome of the judge with the
largest W² m(1 - m) [1/(h + 1) - 1/(h + 2)]. W is the share of the outcome, and m the mean of its
labels. h is what they are worth, with those that are planned. This is Neyman's allocation.

# Throws
- `ArgumentError`: budget that is not a whole number from 0; options that do not go together. Counts
  without labels. Neither a half-width nor a budget.
- `DomainError`: half_width that is not positive and finite; confidence that is not between 0 and 1.

# Examples
```jldoctest
julia> outcomes = [1 1 0 0; 1 0 1 1; 0 0 0 1; 1 1 1 1];

julia> labels = [1 missing 0 0; 1 0 missing 0; 0 missing 0 1; missing 1 1 missing];

julia> counts = JudgeCounts(["large" => outcomes], ["large" => labels]);

julia> [(row.outcome, row.labels, row.add) for row in plan_labels(counts, budget = 2)]
2-element Vector{Tuple{String,Int64,Int64}}:
 ("0", 5, 0)
 ("1", 6, 2)
```

# Source
docs/judge-figures.md of the checkout. Neyman (1934).
"""
function plan_labels(
    R; half_width = nothing, budget = nothing, sampled = false, confidence = 0.95, models = nothing,
    questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, missing = "error",
)
    options = options_of((
        half_width = given_number("half_width", half_width),
        budget = budget === nothing ? nothing : whole_between("budget", budget, 0, 10^9),
        sampled = switch("sampled", sampled), confidence = given_number("confidence", confidence),
        cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, nothing; questions, tasks, cluster, weight, missing)
    return called("plan_labels", inputs, options, 1)
end

"""
    drift(R; runs = nothing, confidence = 0.95, size = nothing, margin = nothing, models = nothing,
          questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, missing = "error",
          numeric = false)

Say whether a model that runs again and again has changed, and since when.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`, `numeric`: as for
  [`score`](@ref).
- `runs`: the runs in their order. By default all, in the order of their names, where numbers count as
  numbers.
- `confidence`: 1 less the chance that a model without any change ever leaves its level, between 0 and
  1.
- `size`: the size of a change of the score that is found soonest, positive and finite. By default 0.05
  of the range of outcomes.
- `margin`: says whether the model is surely worse by more than this, a finite number from 0.

# Returns
A vector of rows: `run`, `score`, `sigma`, `lo`, `hi`, `before`, `lower`, `upper`, `evidence`, `left`,
`trials`. Its `others` are the tables `verdict`.

# Formula
Run t has the score y_t = Σ w ȳ / Σ w over the questions that all runs have. Its variance is V_t = Σ w²
v / (n_t (Σ w)²).
Here v is the variance of the trials of a question, from all runs so far. n_t is their number in the
run. One trial more with the opposite outcome counts, too, so that v is never 0.
The mean of the runs before is m_t, with the variance U_t. The contrast of run t is z_t = (y_t - m_t) /
√(V_t + U_t). Without a change the contrasts are independent and standard normal. After a change of δ
behind run s, they have the means δ a_t with a_t = U_t / (U √(V_t + U_t)). U is the variance of the mean
of the s runs.
Let A = Σ a_t², S = Σ a_t z_t and δ ~ N(0, τ²), where τ is `size`. The likelihood of a change behind run
s, over that of none, is E_s = exp(τ² S² / (2 (1 + τ² A))) / √(1 + τ² A). The evidence at run T is
Σ_{s<T} E_s / (s (s + 1)) + 1/T. Where it reaches 1/(1 - confidence), the model has left its level.
Without a change, that ever happens with a chance of at most 1 - confidence (Ville 1939).
The difference is S / A of the likeliest change, where the evidence is greatest. Its interval is
difference ± √((1 + ρ/A) ln((A + ρ) (1 - confidence)⁻² / ρ) / A) with ρ = τ⁻².

# Throws
- `ArgumentError`: options that do not go together. Fewer than two runs. No question that all runs have.
  A run that there is not.
- `DomainError`: confidence that is not between 0 and 1; size that is not positive and finite; margin
  that is not a finite number from 0.

# Examples
```jldoctest
julia> night(good) = [(q + t) % 3 < (good ? 2 : 1) for q in 1:60, t in 1:4];

julia> R = ["night \$number" => night(number < 8) for number in 1:12];

julia> drift(R).others[1][1].verdict
"below"
```

# Source
Robbins, Ann. Math. Statist. 41 (1970) 1397. Ville (1939). Shin, Ramdas and Rinaldo, arXiv:2203.03532,
section 3. docs/drift.md of the checkout.
"""
function drift(
    R; runs = nothing, confidence = 0.95, size = nothing, margin = nothing, models = nothing,
    questions = nothing, tasks = nothing, cluster = nothing, weight = nothing, missing = "error",
    numeric = false,
)
    options = options_of((
        runs = runs, confidence = given_number("confidence", confidence),
        size = given_number("size", size), margin = given_number("margin", margin),
        cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, nothing; questions, tasks, cluster, weight, missing, numeric)
    return called("drift", inputs, options, 2)
end
