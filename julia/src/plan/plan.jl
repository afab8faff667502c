"""
Planning: how many trials a comparison of two models needs, and what they will show.

The functions have the names of Python's `scorio.plan`. A model is given by what is known of it
beforehand:

- a pilot: its results matrix, rows of different lengths, or [`Counts`](@ref). The hierarchical posterior
  of a leaderboard tells how much further trials vary;
- `plan.assumed(p)`: success probabilities of the questions, as `simulate` makes them.

Models are separated if their scores are at least z* σ apart, 1.96 σ for two models at confidence 0.95. Plans
are about their averages, as leaderboards and comparisons are.

What is simulated is `(value, error)`, with its Monte Carlo standard error, and depends on `seed` alone.
Figures that do not exist are `missing`.
"""
module plan

import ..Scorio: Counts, MOST_DRAWS, Pilot, answer_of, as_many, asked_row, asked_rows, categories
import ..Scorio: choice, each_matrix, field_of, given_number, interval_bounds, is_row, label_name
import ..Scorio: misfit, number, numbers, only_one, per_model, questions_of, row_count, same_rows
import ..Scorio: single, switch, table_of, weights, whole_between, with_counts, wrong

export assumed, budget, ci_from_mu_sigma, foresee, order_probability, questions_or_trials
export repeated_looks, should_stop, should_stop_top1, smallest_difference
export suggest_next_allocation, trials_for_half_width, trials_needed, trials_to_separate

include("sides.jl")
include("trials.jl")
include("calls.jl")
include("further.jl")
include("stopping.jl")

end
