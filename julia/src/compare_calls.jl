# The declared calls. `make calls` writes this file from the declarations in the core.

"""
    compare(R; baseline, only = nothing, metric = "avg", k = nothing, weights = nothing, tau = nothing,
            lam = nothing, spectrum = nothing, pass_power = nothing, unanimous_power = nothing,
            ragged = "error", prior = "hierarchical", paired = true, sampled = false, borrow = false,
            confidence = 0.95, family = nothing, ranks = "each", by_task = false, margin = nothing,
            models = nothing, questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
            missing = "error", numeric = false)

Compare models with a baseline, question by question.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`, `numeric`: as for
  [`score`](@ref).
- `baseline`: the model that the others are compared with.
- `only`: those others. By default all.
- `metric`: the metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or
  any other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes biases the
  difference. Numbers have averages, without a prior.
- `k`: budget of the metric. avg and bayes have none.
- `weights`: a weight per category, for bayes, avg and max_at_k. By default their names, if these are
  numbers, or 0 and 1.
- `tau`: share τ of g_pass_at_k_tau.
- `lam`: λ of geo_spectrum_at_k. By default 0.5.
- `spectrum`: k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
  `weights` they are.
- `pass_power`: exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
- `unanimous_power`: exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
- `ragged`: what to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
  leave them out of both models.
- `prior`: prior of the questions. "hierarchical": the questions of a model share a mean and a spread,
  which its trials tell. "bayes" has always the uniform prior.
- `paired`: whether to compare on the questions that both models have. Otherwise each model is compared
  on all of its own questions.
- `sampled`: whether to infer about questions like these, from the scatter over them. Otherwise it is
  about these alone, from what their trials leave open.
- `borrow`: whether models without labels are compared, too, by the judge's error rates on three or more
  models with labels. The judge has to say yes or no.
- `confidence`: level of the comparisons that hold together: of their intervals and verdicts, between 0
  and 1.
- `family`: the number of models whose comparisons hold together, a whole number from 2. By default it
  is that of the counts. 2 makes each comparison hold by itself.
- `ranks`: "each": the comparisons of each model with all others hold together. "together": so do those
  of all pairs of models, and with them the ranges of all ranks.
- `by_task`: whether there is a table for each task, too.
- `margin`: says of each model whether it is worse than the baseline by more than this.

# Returns
A vector of rows: `model`, `baseline`, `task`, `difference`, `sigma`, `lo`, `hi`, `level`,
`probability`, `ranking`, `z`, `pvalue`, `p_adjusted`, `separated`, `comparisons`, `holm`, `bh`,
`degrees`, `score`, `baseline_score`, `questions`, `baseline_questions`, `unmatched`,
`baseline_unmatched`, `trials`, `baseline_trials`, `uneven`, `pulled`, `baseline_pulled`, `clusters`,
`decisive`, `margin`, `worse_probability`, `worse`, `detectable`, `score_name`. Its `others` are the
tables `questions`, `unmatched`, `uncompared`.

# Formula
With d the difference of a question's scores, v the sum of their variances, and w the weight of the
question (1 without weights), the difference is Σ w d / Σ w.
About these questions, σ² = Σ w² v / (Σ w)², and z = difference / σ is normal (sections 2.5 and 2.6 of
arXiv:2510.04265). By the hierarchical prior, v is the expected variance of the two averages over new
trials.
About questions like these, σ² = G / (G - 1) Σ S² / (Σ w)², where S is the sum of w (d - difference)
over a cluster. There are G clusters. Without clusters each question is its own. z is Student's t of G -
1 degrees of freedom.
About M questions like these by the hierarchical prior, without clusters, σ² is greater by (range / N)²
/ (M (M - 1)): one more question, where one of N trials has the opposite outcome. N is the smallest
number of trials. So it is, too, if either model has one trial of every question, which does not tell v.
With one trial each, the test resembles McNemar's.
Unpaired, the variances of the two scores add up, with Welch's degrees of freedom. Where models A and B
share clusters, σ² = G / (G - 1) Σ (S_A / W_A - S_B / W_B)² over the G clusters of either, with G - 1
degrees of freedom. There S is the sum of w (score - mean) of a model, and W is its Σ w.
By another metric, the difference is that of the two scores on the common questions. About these
questions, σ² is the sum of their σ², as a leaderboard has them, and z is normal. About questions like
these, d is the difference of a question's scores. A metric with _ci, and one that only a data set has,
such as geom_at_k, has no score of one question.
Numbers have no prior. About these questions, v is s² / n of both models, where s² is the variance of
the trials of a question, pooled over the questions of a model and a task, and z is Student's t. Where
trials are single, σ is that of questions like these.
P(A > B) is the probability below z, ρ that below the size of z, and p = 2 (1 - ρ). They are of each
comparison alone.
Two models are separated if their difference is at least z* σ either way. Here z* = Φ⁻¹((1 + c^(1/m)) /
2) with the confidence c, or the same quantile of Student's t. m is M - 1 for the M models of the
counts, or M (M - 1) / 2 where all pairs hold together (Šidák 1967). The interval is difference ± z* σ.
`p_adjusted` is 1 - (1 - p)^m.
With a margin, a model is worse if difference + margin ≤ -z* σ. That of a model exactly at the margin
happens with a chance of at most (1 - c) / 2. One that is worse by margin + (z* + z₀.₈) σ is found worse
with probability 0.8.
From four models of the counts on, P(A > B) takes the spread of their scores as prior, as `chances`
does. It decides nothing.

# Throws
- `ArgumentError`: family that is not a whole number from 2; options that do not go together. No
  question in common. A baseline or model that there is not, or no model beside the baseline. A sample
  of one question or cluster, or one without scatter. A margin that scores cannot differ by more than. A
  metric or k that `score` refuses. A metric without a score of one question, where questions are a
  sample. A question without a cluster, or without a weight where others have one.
- `DomainError`: confidence that is not between 0 and 1.

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
Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.6. Holm (1979), Benjamini and Hochberg
(1995). docs/comparing.md of the checkout.
"""
function compare(
    R; baseline, only = nothing, metric = "avg", k = nothing, weights = nothing, tau = nothing,
    lam = nothing, spectrum = nothing, pass_power = nothing, unanimous_power = nothing,
    ragged = "error", prior = "hierarchical", paired = true, sampled = false, borrow = false,
    confidence = 0.95, family = nothing, ranks = "each", by_task = false, margin = nothing,
    models = nothing, questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
    missing = "error", numeric = false,
)
    options = options_of((
        baseline = baseline, only = only, metric = method_name(metric),
        k = k === nothing ? nothing : budget_of(k),
        weights = numbers("weights", weights, "one per category"), tau = share_option(tau),
        lam = given_number("lam", lam),
        spectrum = numbers("spectrum", spectrum, "one per threshold"),
        pass_power = given_number("pass_power", pass_power),
        unanimous_power = given_number("unanimous_power", unanimous_power), ragged = ragged,
        prior = prior, paired = switch("paired", paired), sampled = switch("sampled", sampled),
        borrow = switch("borrow", borrow), confidence = given_number("confidence", confidence),
        family = family === nothing ? nothing : whole_between("family", family, 2, 10^9),
        ranks = ranks, by_task = switch("by_task", by_task),
        margin = given_number("margin", margin), cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, weights; questions, tasks, cluster, weight, missing, numeric)
    return called("compare", inputs, options, 4)
end

"""
    compare_pairs(R; only = nothing, metric = "avg", k = nothing, weights = nothing, tau = nothing,
                  lam = nothing, spectrum = nothing, pass_power = nothing, unanimous_power = nothing,
                  ragged = "error", prior = "hierarchical", paired = true, sampled = false,
                  borrow = false, confidence = 0.95, family = nothing, ranks = "each", models = nothing,
                  questions = nothing, tasks = nothing, cluster = nothing, weight = nothing,
                  missing = "error", numeric = false)

Compare every model with every other, question by question.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `missing`, `numeric`: as for
  [`score`](@ref).
- `only`: the models to compare, at least two. By default all.
- `metric`: the metric: "avg", the plain average; "bayes", the posterior mean under a uniform prior; or
  any other of `score`, such as "pass_at_k". With other numbers of trials, the prior of bayes biases the
  difference. Numbers have averages, without a prior.
- `k`: budget of the metric. avg and bayes have none.
- `weights`: a weight per category, for bayes, avg and max_at_k. By default their names, if these are
  numbers, or 0 and 1.
- `tau`: share τ of g_pass_at_k_tau.
- `lam`: λ of geo_spectrum_at_k. By default 0.5.
- `spectrum`: k weights of thresholds, for threshold_spectrum_at_k and geo_spectrum_at_k, whose argument
  `weights` they are.
- `pass_power`: exponent of Pass@k in geom_at_k and geom_ds_at_k. By default 0.5.
- `unanimous_power`: exponent of Pass^k in geom_at_k and geom_ds_at_k. By default 0.5.
- `ragged`: what to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to
  leave them out of both models.
- `prior`: prior of the questions. "hierarchical": the questions of a model share a mean and a spread,
  which its trials tell. "bayes" has always the uniform prior.
- `paired`: whether to compare on the questions that both models have. Otherwise each model is compared
  on all of its own questions.
- `sampled`: whether to infer about questions like these, from the scatter over them. Otherwise it is
  about these alone, from what their trials leave open.
- `borrow`: whether models without labels are compared, too, by the judge's error rates on three or more
  models with labels. The judge has to say yes or no.
- `confidence`: level of the comparisons that hold together: of their intervals and verdicts, between 0
  and 1.
- `family`: the number of models whose comparisons hold together, a whole number from 2. By default it
  is that of the counts. 2 makes each comparison hold by itself.
- `ranks`: "each": the comparisons of each model with all others hold together. "together": so do those
  of all pairs of models, and with them the ranges of all ranks.

# Returns
A vector of rows: `model`, `other`, `difference`, `sigma`, `lo`, `hi`, `probability`, `ranking`,
`pvalue`, `p_adjusted`, `separated`, `questions`, `score_name`. Its `others` are the tables `scores`.

# Formula
The rows of a pair are those of `compare`, with the model of the higher score first. Letters are those
of `score`: models share one if they are not separated.

# Throws
- `ArgumentError`: family that is not a whole number from 2; options that do not go together. Fewer than
  two models, and whatever `compare` refuses.
- `DomainError`: confidence that is not between 0 and 1.

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
As for `compare`.
"""
function compare_pairs(
    R; only = nothing, metric = "avg", k = nothing, weights = nothing, tau = nothing, lam = nothing,
    spectrum = nothing, pass_power = nothing, unanimous_power = nothing, ragged = "error",
    prior = "hierarchical", paired = true, sampled = false, borrow = false, confidence = 0.95,
    family = nothing, ranks = "each", models = nothing, questions = nothing, tasks = nothing,
    cluster = nothing, weight = nothing, missing = "error", numeric = false,
)
    options = options_of((
        only = only, metric = method_name(metric), k = k === nothing ? nothing : budget_of(k),
        weights = numbers("weights", weights, "one per category"), tau = share_option(tau),
        lam = given_number("lam", lam),
        spectrum = numbers("spectrum", spectrum, "one per threshold"),
        pass_power = given_number("pass_power", pass_power),
        unanimous_power = given_number("unanimous_power", unanimous_power), ragged = ragged,
        prior = prior, paired = switch("paired", paired), sampled = switch("sampled", sampled),
        borrow = switch("borrow", borrow), confidence = given_number("confidence", confidence),
        family = family === nothing ? nothing : whole_between("family", family, 2, 10^9),
        ranks = ranks, cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, weights; questions, tasks, cluster, weight, missing, numeric)
    return called("compare_pairs", inputs, options, 2)
end
