# The declared calls. `make calls` writes this file from the declarations in the core.

"""
    slices(R; baseline, slice, only = nothing, metric = "avg", k = nothing, weights = nothing,
           tau = nothing, lam = nothing, spectrum = nothing, pass_power = nothing,
           unanimous_power = nothing, ragged = "error", prior = "hierarchical", paired = true,
           sampled = false, borrow = false, confidence = 0.95, family = nothing, ranks = "each",
           margin = nothing, each_slice = false, models = nothing, questions = nothing, tasks = nothing,
           cluster = nothing, weight = nothing, fields = nothing, missing = "error", numeric = false)

Compare models with a baseline in each slice of the questions.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `fields`, `missing`, `numeric`: as for
  [`score`](@ref).
- `baseline`: the model that the others are compared with.
- `slice`: the fields whose values make the slices. `task` is one, too. `length:4` cuts a number at its
  quartiles, and equal values stay together.
- `only`: the other models. By default all.
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
- `margin`: says of each slice whether the model is worse than the baseline by more than this.
- `each_slice`: whether a model fails if any slice shows it worse by more than the margin. Only with
  margin.

# Returns
A vector of rows: `slice`, `model`, `baseline`, `questions`, `difference`, `sigma`, `lo`, `hi`,
`pvalue`, `holm`, `probability`, `degrees`, `shrunken`, `shrunken_sigma`, `shrunken_lo`, `shrunken_hi`,
`shrunken_probability`, `judged`, `margin`, `worse_pvalue`, `worse_holm`, `failing`, `score`,
`baseline_score`, `score_name`. Its `others` are the tables `models`.

# Formula
A slice is a set of questions: those with the same values of some fields. Its difference d, σ and
interval are those of `compare` on these questions alone. p is two-sided, and Holm adjusts it for the
slices of a model.
Let d̄ = Σ d/σ² / Σ 1/σ². If the slices do not differ, Q = Σ (d - d̄)²/σ² is χ² with one degree of
freedom less than there are slices (Cochran 1954).
Shrunken differences need three slices. d ~ N(δ, σ²) and δ ~ N(μ, τ²), with a flat μ. With h = k / Σ
1/σ² for k slices, B = h / (h + τ²) is uniform on (0, 1) (Daniels 1999). Given B, let u = 1 / (σ² + τ²),
m = Σ u d / Σ u and b = σ² u. The log-likelihood is ½ Σ ln u - ½ ln Σ u - ½ Σ u (d - m)². Then δ has the
mean b m + (1 - b) d, and the variance (1 - b) σ² + b² / Σ u. Mean, σ, P(δ > 0) and the ends of the
interval are those of the mixture over B. `shrinkage` is the mean of B, and `spread` that of τ.
With a margin X, p = Φ((d + X) / σ) of the hypothesis that the model is worse by X at most, or Student's
t where `compare` has it. A slice fails if Holm's value is below 1 - confidence. Shrunken figures decide
nothing. Slices of fewer than 10 questions have no part in any of this.

# Throws
- `ArgumentError`: family that is not a whole number from 2; options that do not go together. A field
  that questions do not have. One slice alone, or more than 200. A number of more than 20 values that is
  not cut. A cluster in two slices, where clusters are a sample. Whatever `compare` refuses.
- `DomainError`: confidence that is not between 0 and 1.

# Examples
```jldoctest
julia> solved = vcat(repeat([1 1 1 0], 12), repeat([1 0 0 0], 12));

julia> R = ["new" => solved, "old" => reverse(solved, dims = 1)];

julia> level = ["level" => vcat(fill("easy", 12), fill("hard", 12))];

julia> [(row.slice, row.difference) for row in slices(R, baseline = "old", slice = "level", fields = level)]
2-element Vector{Tuple{String,Float64}}:
 ("easy", 0.5)
 ("hard", -0.5)
```

# Source
docs/slices.md of the checkout. Cochran, Biometrics 10 (1954) 101. Daniels, Can. J. Stat. 27 (1999) 567.
Holm, Scand. J. Stat. 6 (1979) 65.
"""
function slices(
    R; baseline, slice, only = nothing, metric = "avg", k = nothing, weights = nothing,
    tau = nothing, lam = nothing, spectrum = nothing, pass_power = nothing,
    unanimous_power = nothing, ragged = "error", prior = "hierarchical", paired = true,
    sampled = false, borrow = false, confidence = 0.95, family = nothing, ranks = "each",
    margin = nothing, each_slice = false, models = nothing, questions = nothing, tasks = nothing,
    cluster = nothing, weight = nothing, fields = nothing, missing = "error", numeric = false,
)
    options = options_of((
        baseline = baseline, slice = slice, only = only, metric = method_name(metric),
        k = k === nothing ? nothing : budget_of(k),
        weights = numbers("weights", weights, "one per category"), tau = share_option(tau),
        lam = given_number("lam", lam),
        spectrum = numbers("spectrum", spectrum, "one per threshold"),
        pass_power = given_number("pass_power", pass_power),
        unanimous_power = given_number("unanimous_power", unanimous_power), ragged = ragged,
        prior = prior, paired = switch("paired", paired), sampled = switch("sampled", sampled),
        borrow = switch("borrow", borrow), confidence = given_number("confidence", confidence),
        family = family === nothing ? nothing : whole_between("family", family, 2, 10^9),
        ranks = ranks, margin = given_number("margin", margin),
        each_slice = switch("each_slice", each_slice), cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, weights; questions, tasks, cluster, weight, fields, missing, numeric)
    return called("slices", inputs, options, 2)
end
