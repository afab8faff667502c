# Trials with an outcome and what they cost.

"""
    CostCounts(outcomes, costs; missing_cost = "error")

Trials with their costs: dollars, tokens, seconds, steps, or any other number from 0 that adds up.
[`cost`](@ref) scores models beside their costs, [`cost_gate`](@ref) decides about limits, and
[`plan_costs`](@ref) says what more trials cost. They also take the place of `R` in [`score`](@ref),
[`compare`](@ref), [`compare_pairs`](@ref) and [`gate`](@ref), which read the outcomes alone.

# Arguments
- `outcomes`: M × N × L numbers of questions, trials and models, or a vector with the trials of each
  model: a matrix, or rows of different lengths. With names it is a vector of pairs, such as
  `["a" => R_a, "b" => R_b]`, or a `Dict`.
- `costs`: the costs, of the same form and sizes. `missing` and NaN stand for no cost.
- `missing_cost`: "error", or "drop" to leave trials without a cost out of costs. Scores count them.

# Throws
- `ArgumentError`: outcomes and costs of different models, questions or trials; an entry that is no
  number. When they are used: a missing cost, unless it is dropped.
- `DomainError`: when they are used, a cost that is negative or infinite, or an infinite outcome.

# Examples
```jldoctest
julia> counts = CostCounts(["m" => [1 0 1; 0 0 1]], ["m" => [2 4 3; 5 6 4]])
CostCounts(1 model)

julia> row = first(cost(counts));

julia> row.score, row.cost, row.per_success
(0.5, 4.0, 8.0)
```

# Source
docs/costs.md of the checkout.
"""
struct CostCounts
    outcomes::Any
    costs::Any
    drop::Bool

    function CostCounts(outcomes, costs; missing_cost = "error")
        found = new(outcomes, costs, drops("missing_cost", missing_cost))
        # What is wrong with their shapes is said here, and not where they are used.
        field_of(found, nothing)
        return found
    end
end

Base.show(io::IO, counts::CostCounts) =
    print(io, "CostCounts(", plural(length(field_of(counts, nothing).names), "model"), ")")

"""The names of models, the trials of each with their costs, and whether missing costs are dropped."""
struct CostField
    names::Vector{String}
    trials::Vector{PairedTrials}
    drop::Bool
end

field_of(R::CostCounts, models) =
    CostField(paired_trials(R.outcomes, R.costs, "costs", "cost.shapes", models)..., R.drop)

scorio_sums_add_costs(
    library::Library, sums, rows::ScorioModelRows, own::PairedTrials, drop::Bool, drop_costs::Bool
) = ccall(
    library.sums_add_costs,
    Int32,
    (
        Ptr{Cvoid}, Ref{ScorioModelRows}, Ptr{Float64}, Ptr{Float64}, Csize_t, Ptr{Csize_t},
        Csize_t, Bool, Bool,
    ),
    sums, rows, own.outcomes, own.others, length(own.outcomes), own.lengths, length(own.lengths),
    drop, drop_costs,
)

function scorio_sums_outcomes(library::Library, sums)
    counts = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(library.sums_outcomes, Int32, (Ptr{Cvoid}, Ref{Ptr{Cvoid}}), sums, counts)
    return status, counts[]
end

"""Give `use(sums)` with the library's sums of costs of all models, which are freed afterwards."""
with_costs(use, field::CostField, questions::Questions, drop::Bool) =
    # Caps need every cost.
    with_new_sums(use, true) do sums
        for (model, own) in zip(field.names, field.trials)
            with_rows(model, questions, length(own.lengths)) do rows
                check(scorio_sums_add_costs(loaded(), sums, rows, own, drop, field.drop))
            end
        end
        note_sums(sums, questions)
    end

"""Give `use(counts)` with the library's counts of the outcomes, which are freed afterwards."""
function with_counts(use, field::CostField, questions::Questions, w, drop::Bool)
    return with_costs(field, questions, drop) do sums
        status, counts = scorio_sums_outcomes(loaded(), sums)
        check(status)
        try
            use(counts)
        finally
            scorio_counts_free(loaded(), counts)
        end
    end
end

with_sums(use, ::CostField, questions::Questions, keep::Bool, drop::Bool) = throw(misfit(
    "cost.numeric", "the outcomes of trials with costs are counted: leave numeric out",
))

"""Trials with costs, for calls about costs."""
struct Costed
    field::CostField
    known::Questions
    drop::Bool
end

costed(R, models; options...) = throw(
    wrong("cost.no_costs", "R", R, "has no costs: give CostCounts(outcomes, costs)")
)
costed(R::CostCounts, models; questions, tasks, weight, missing, cluster = nothing) = Costed(
    field_of(R, models), questions_of(questions, tasks, cluster, weight), drops("missing", missing),
)

"""Give `use(counts, sums)`, of which counts are NULL."""
with_input(use, inputs::Costed) =
    with_costs(sums -> use(C_NULL, sums), inputs.field, inputs.known, inputs.drop)
