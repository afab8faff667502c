# The declared calls. `make calls` writes this file from the declarations in the core.

"""
    horizon(R, length; at = [0.5, 0.8], baseline = nothing, these = false, confidence = 0.95,
            penalty = nothing, unit = nothing, dates = nothing, models = nothing, questions = nothing,
            tasks = nothing, cluster = nothing, weight = nothing, fields = nothing, missing = "error",
            numeric = false)

Find how long a task a model can do: where its success falls to a half, or another share.

# Arguments
- `R`, `models`, `questions`, `tasks`, `cluster`, `weight`, `fields`, `missing`, `numeric`: as for
  [`score`](@ref).
- `length`: the field of the questions that holds their lengths. "item" is the difficulty that the other
  models tell, unless a field has this name.
- `at`: shares of success.
- `baseline`: the model that the others are compared with.
- `these`: whether intervals are about these tasks alone. Not with cluster.
- `confidence`: level of the intervals, between 0 and 1.
- `penalty`: penalty of the slope, for parity with earlier fits, positive and finite.
- `unit`: what lengths are measured in. By default a time if the name of the field ends with it, as
  "human_minutes" does.
- `dates`: dates of models, as "model=2025-03-01", or days, as "model=120". They give the doubling time.

# Returns
A vector of rows: `model`, `at`, `kind`, `horizon`, `lo`, `hi`, `log2`, `log2_lo`, `log2_hi`,
`unbounded`, `beyond`, `short_of`, `solved_to`, `none_from`, `shown`, `shown_interval`, `tasks`,
`clusters`, `trials`, `shortest`, `longest`, `minutes`, `shown_shortest`, `shown_longest`. Its `others`
are the tables `ratios`, `doublings`, `bins`, `curves`.

# Formula
Question i has the length L, x = log₂ L, the mean outcome ȳ of its N trials, and the weight w. The curve
logit P = a + b x maximises Σ w (ȳ ln P + (1 - ȳ) ln(1 - P)), without a penalty. The horizon at q is
log₂ h = (logit q - a) / b.
Intervals are about tasks like these, of which these are a sample. G clusters g, or tasks, move (a, b)
by D = (H - H_g)⁻¹ U_g, where H is the information, and U_g the score of the cluster. Their covariance
is (G - 1) / G Σ D Dᵀ, the one-step jackknife CR3. About these tasks alone it is H⁻¹ M H⁻¹ with M = Σ w²
ȳ (1 - ȳ) / (N - 1) x̃ x̃ᵀ and x̃ = (1, x).
The interval is Fieller's: all h with (a + b h - logit q)² ≤ t² (V_aa + 2 h V_ab + h² V_bb). t has G - 1
degrees of freedom, and about these tasks it is normal. If b² ≤ t² V_bb there is none. An interval about
tasks like these is the hull with that about these tasks, where each has two trials.
Cluster g moves log₂ h by e = -(D_a + h D_b) / b. The ratio of two horizons has σ² = (G - 1) / G Σ (e_A
- e_B)². The doubling time is 1 / k, with k the slope of log₂ h on days by least squares. σ of k comes
from the tasks, with the same e, and from the scatter of models. The interval takes the wider.
With a penalty λ, Σ w = 1 and λ b² / 2 is subtracted.

# Throws
- `ArgumentError`: options that do not go together. A field that no question has. A length that is
  missing, no number, or not above 0. All tasks of a model have one length. Outcomes outside [0, 1].
- `DomainError`: confidence that is not between 0 and 1; penalty that is not positive and finite.

# Examples
```jldoctest
julia> outcomes = ["a" => [1 1 1; 1 1 0; 0 1 0; 0 1 0], "b" => [1 1 1; 1 0 0; 0 1 1; 0 0 0]];

julia> [(row.model, row.at, row.shown) for row in horizon(outcomes, "item")]
4-element Vector{Tuple{String,Float64,String}}:
 ("a", 0.5, "1.88")
 ("a", 0.8, "0.216")
 ("b", 0.5, "0.758")
 ("b", 0.8, "0.263")
```

# Source
docs/horizons.md of the checkout. Kwa et al. (2025), arXiv:2503.14499. Fieller, J. R. Stat. Soc. B 16
(1954) 175. MacKinnon and White, J. Econometrics 29 (1985) 305.
"""
function horizon(
    R, length; at = [0.5, 0.8], baseline = nothing, these = false, confidence = 0.95,
    penalty = nothing, unit = nothing, dates = nothing, models = nothing, questions = nothing,
    tasks = nothing, cluster = nothing, weight = nothing, fields = nothing, missing = "error",
    numeric = false,
)
    options = options_of((
        length = length, at = numbers("at", at, "one per horizon"), baseline = baseline,
        these = switch("these", these), confidence = given_number("confidence", confidence),
        penalty = given_number("penalty", penalty), unit = unit, dates = dates,
        cluster = cluster_option(cluster),
    ))
    inputs = counted(R, models, nothing; questions, tasks, cluster, weight, fields, missing, numeric)
    return called("horizon", inputs, options, 5)
end
