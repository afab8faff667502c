"""
Scores of repeated trials with their uncertainty: metrics of a results matrix.

`R` is an M × N matrix: a row for each question, a column for each trial. Binary metrics take the
outcomes 0 and 1, categorical metrics 0..C with a weight for each category. `R` may be any matrix
of booleans, integers or whole-numbered floats. It may be a vector of rows that differ in length, or
[`Counts`](@ref). A vector is one question.

An `Array` of `Bool`, of integers of 8 to 64 bits, of `Float32` or of `Float64` is read in place. So
are its views by integers and ranges, its transposes and its permuted axes. Entries reinterpreted
with the same size are read in place, and so are reshaped entries that are evenly spaced. Everything
else is copied once.

Axes after the first two are batch axes: for an M × N × L array every figure is an array of length
L. A vector or range of budgets `k` adds a first axis. Otherwise figures are `Float64`.

`missing` and NaN are missing outcomes. They are an error that names the first of them.
`missing = "drop"` leaves them out, and a question then has fewer trials.

Functions with `_ci` give a posterior for future trials, and take any budget. The others estimate
from the observed trials, and every question needs k of them. Fewer are an error that names the
question with the fewest. `ragged = "drop"` leaves such questions out, and a warning counts them.
`complement = true` gives 1 - metric. It keeps its digits where the metric itself rounds to 1.

A wrong argument is an `ArgumentError`, a number out of its range a `DomainError`. The message is one
sentence with the value and the place, counted from 1. Without its library every call is an
`ErrorException` that says where the library is looked for. The next call looks again.
"""
module Scorio

import Libdl
using LinearAlgebra: Adjoint, Transpose

export CostCounts, Counts, ItemBank, JudgeCounts, TailPassProfile
export ability, decide_pair, next_item
export best_of_at_k, best_of_at_k_ci
export pass_curve
export agreement, chances, compare, compare_pairs, compare_questions, gate, kendall
export cost, cost_gate, drift, plan_costs
export horizon
export convergence, convergence_replicate, convergence_trajectory, letters, pairwise, plan, separated
export rank_fit, rank_scores, score, simulate, spearman, weighted_tau
export superiority
export judge_quality, plan_labels
export known_slices, slices
export Rubric, grade, rubrics, thresholds
export tailpass, tailpass_ci, tailpass_empirical, tailpass_linear, tailpass_moment, tailpass_weights
export vote_at_k, vote_at_k_ci

include("door/message.jl")
include("door/library.jl")
include("door/errors.jl")
include("results/matrix.jl")
include("results/counts.jl")
include("results/states.jl")
include("scoring/metrics.jl")
include("scoring/belief.jl")
include("scoring/values.jl")
include("scoring/share.jl")
include("metrics/all.jl")
include("scoring/pass_curve.jl")
include("scoring/superiority.jl")
include("door/options.jl")
include("door/rows.jl")
include("rubric/signals.jl")
include("rubric/rubric.jl")
include("rank/data.jl")
include("rank/fit.jl")
include("results/models.jl")
include("results/fields.jl")
include("results/sums.jl")
include("results/trials.jl")
include("results/paired.jl")
include("results/labelled.jl")
include("score.jl")
include("compare.jl")
include("door/call.jl")
include("results/costed.jl")
include("calls.jl")
include("compare_calls.jl")
include("cost_calls.jl")
include("horizon_calls.jl")
include("slice_calls.jl")
include("known_slices.jl")
include("rank/ranks.jl")
include("rank/agreement.jl")
include("rank/calls.jl")
include("simulate.jl")
include("plan/plan.jl")
include("convergence.jl")
include("scoring/best_of.jl")
include("scoring/vote.jl")
include("scoring/tailpass.jl")
include("scoring/tailpass_weights.jl")
include("adaptive.jl")

# The package loads without a library, so that it can be precompiled and then built.
function __init__()
    # A system image keeps the state of the machine that made it.
    READY[] = false
    load()
    return nothing
end

end
