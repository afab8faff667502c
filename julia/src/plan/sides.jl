# What is known of a model before its trials, as the library holds it.

"""Assumed probabilities of a model's questions."""
struct Assumed
    p::Array{Float64}
    categorical::Bool
end

Base.show(io::IO, one::Assumed) = print(io, "Assumed(", size(one.p, 1), " questions)")

"""
    plan.assumed(p; categorical = false)

Give a model by its probabilities instead of a pilot.

# Arguments
- `p`: M success probabilities. With `categorical`, M × (C + 1) probabilities of the categories.
- `categorical`: whether p has an axis of categories.

# Returns
What the functions of this module take in place of results.

# Throws
`ArgumentError`: another number of axes. The values are checked where they are used.

# Examples
```jldoctest
julia> plan.assumed([0.25, 0.75]).p == [0.25, 0.75]
true
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.7.
"""
function assumed(p; categorical = false)
    graded = switch("categorical", categorical) == 1.0
    what = graded ? "M × (C + 1) category probabilities" : "M success probabilities"
    p isa AbstractArray || throw(wrong("argument.numbers", "p", p, "is no array: give $what"))
    if ndims(p) != (graded ? 2 : 1)
        axes = ndims(p) == 1 ? "1 axis" : "$(ndims(p)) axes"
        throw(misfit("argument.axes", "p has $axes: give $what of one model"))
    end
    flat = numbers("p", vec(collect(p)), what)
    return Assumed(reshape(copy(flat), size(p)), graded)
end

"""Give `use(side)` with what is known of a model, as an option of the library."""
with_side(use, one::Assumed, w, missing) =
    # The library takes the categories of a question one after another.
    use(one.categorical ? permutedims(one.p) : vec(one.p))

function with_side(use, pilot, w, missing)
    single(pilot, "a pilot")
    outcomes = pilot isa Counts ? size(pilot.table, 2) : categories(w)
    return each_matrix((states, _) -> use(Pilot(states)), Any, pilot, nothing, outcomes, missing)
end

"""Give `use(sides...)` with what is known of each model."""
function with_sides(use, models, w, missing::Bool, sides...)
    length(sides) == length(models) && return use(sides...)
    return with_side(models[length(sides)+1], w, missing) do side
        with_sides(use, models, w, missing, sides..., side)
    end
end

"""The rows of a plan about models by the names of its options."""
function planned(name, models::NamedTuple, given::NamedTuple, w, missing::Bool = false)
    return with_sides(Tuple(models), w, missing) do sides...
        asked_rows(name, merge(NamedTuple{keys(models)}(sides), given))
    end
end

"""Several models by name."""
function known(models)
    listed = models isa AbstractDict ? collect(models) : models
    if !(listed isa Union{AbstractVector,Tuple}) || !all(one -> one isa Pair, listed)
        what = "is not a Dict or a vector of pairs, of names and results"
        throw(wrong("argument.label", "models", models, what))
    end
    isempty(listed) && throw(misfit("argument.label", "there is no model: give at least one"))
    return Pair{String,Any}[
        label_name(one.first, "models", (place,)) => one.second
        for (place, one) in enumerate(listed)
    ]
end

"""The number of questions, and the mean number of their trials."""
size_of(one::Assumed) = (size(one.p, 1), 0.0)
function size_of(one::Counts)
    asked = vec(sum(one.table, dims = 2))
    observed = count(>(0), asked)
    return observed, sum(asked) / observed
end
size_of(one::Tuple) = size_of(collect(Any, one))
function size_of(one::AbstractArray)
    ragged = ndims(one) == 1 && any(is_row, one)
    ragged && return length(one), sum(length, one) / length(one)
    return row_count(one), length(one) / row_count(one)
end

"""Numbers of trials, as the library takes them."""
trials_of(name, one::Number) = UInt64[whole_between(name, one, 0, typemax(Int64))]
trials_of(name, several) =
    throw(wrong("argument.whole_number", name, several, "is not a whole number, or a vector of them"))
function trials_of(name, several::Union{AbstractVector,Tuple})
    isempty(several) && throw(misfit("argument.budgets", "there is no number of trials: give one"))
    return UInt64[whole_between("$name[$place]", one, 0, typemax(Int64)) for (place, one) in enumerate(several)]
end

"""A row whose measured figures hold their errors: a figure x with x_error becomes one."""
function measured(row::NamedTuple)
    names = filter(name -> !endswith(String(name), "_error"), collect(keys(row)))
    return NamedTuple{Tuple(names)}(Tuple(figure(row, name) for name in names))
end

function figure(row, name)
    error = Symbol(name, "_error")
    value = row[name]
    haskey(row, error) && value !== missing || return value
    return (value = value, error = row[error])
end
