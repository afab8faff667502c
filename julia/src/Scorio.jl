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

export Counts, ItemBank, TailPassProfile
export ability, decide_pair, next_item
export best_of_at_k, best_of_at_k_ci
export pass_curve
export agreement, compare, compare_pairs, compare_questions, gate, kendall
export convergence, convergence_replicate, convergence_trajectory, letters, pairwise, plan
export rank_fit, rank_scores, score, simulate, spearman, weighted_tau
export superiority
export Rubric, grade, rubrics, thresholds
export tailpass, tailpass_ci, tailpass_empirical, tailpass_linear, tailpass_moment, tailpass_weights
export vote_at_k, vote_at_k_ci

include("message.jl")
include("library.jl")
include("errors.jl")
include("matrix.jl")
include("counts.jl")
include("states.jl")
include("metrics.jl")
include("belief.jl")
include("values.jl")
include("share.jl")
include("metrics/all.jl")
include("pass_curve.jl")
include("superiority.jl")
include("options.jl")
include("rows.jl")
include("signals.jl")
include("rubric.jl")
include("rank_data.jl")
include("rank_fit.jl")
include("models.jl")
include("sums.jl")
include("score.jl")
include("compare.jl")
include("call.jl")
include("calls.jl")
include("ranks.jl")
include("agreement.jl")
include("rank_calls.jl")
include("simulate.jl")
include("plan.jl")
include("convergence.jl")
include("trials.jl")
include("best_of.jl")
include("vote.jl")
include("tailpass.jl")
include("tailpass_weights.jl")
include("adaptive.jl")

# The package loads without a library, so that it can be precompiled and then built.
function __init__()
    # A system image keeps the state of the machine that made it.
    READY[] = false
    load()
    return nothing
end

end
