# Metrics as the library holds them, and the numbers that they are made of.

"""
A metric whose parameters are known, up to the budget: `made(library, metric, k)` gives a status
and the library's handle of it.
"""
abstract type Metric end

scorio_metric_free(library::Library, metric) =
    ccall(library.metric_free, Cvoid, (Ptr{Cvoid},), metric)

"""Give `use(handle, k)` with the library's metric, which is freed afterwards."""
function with_metrics(use, metric::Metric, k::Int64)
    status, handle = made(loaded(), metric, k)
    check(status)
    try
        return use((handle, k))
    finally
        scorio_metric_free(loaded(), handle)
    end
end

"""Give `use(handles)` with a metric for each budget."""
function with_metrics(use, metric::Metric, ks::Vector{Int64})
    handles = Tuple{Ptr{Cvoid},Int64}[]
    try
        for k in ks
            status, handle = made(loaded(), metric, k)
            check(status)
            push!(handles, (handle, k))
        end
        return use(handles)
    finally
        foreach(((handle, _),) -> scorio_metric_free(loaded(), handle), handles)
    end
end

const MOST_DRAWS = 10^9
const BUDGET = "a budget is a whole number from 1"

"""One budget, or a vector of them."""
budgets(k) = budget(k, "k")
budgets(k::AbstractArray) =
    throw(ArgumentError("k = $(shown(k)) is not a whole number, or a vector of them"))
function budgets(k::Union{AbstractVector,Tuple,Base.Generator})
    several = listed(one -> budget(one, "k"), Int64, k)
    isempty(several) && throw(ArgumentError("k is empty: give at least one budget"))
    return several
end

"""What a function gives of each value, counted from 1: a comprehension keeps other axes."""
function listed(f, ::Type{T}, values) where {T}
    list = T[]
    for value in values
        push!(list, f(value))
    end
    return list
end

"""A whole number; the library checks its range."""
budget(k, name) = throw(ArgumentError("$name = $(shown(k)) is not a whole number"))
budget(k::Bool, name) = throw(ArgumentError("$name = $k is a boolean: $BUDGET"))
budget(k::Int64, name) = k
function budget(k::Integer, name)
    typemin(Int64) <= k <= typemax(Int64) || throw(outside(k, name))
    return Int64(k)
end

function outside(k, name)
    too = k > 1 ? "too large" : "too small"
    return DomainError(k, "$name = $k is $too: $BUDGET to $(grouped(MOST_DRAWS))")
end

"""A real number; the library checks its range."""
number(name, value) = throw(ArgumentError("$name = $(shown(value)) is not a number"))
number(name, value::Float64) = value
function number(name, value::Real)
    rounded = Float64(value)
    isinf(rounded) && isfinite(value) &&
        throw(ArgumentError("$name = $(shown(value)) is too large"))
    return rounded
end

"""A vector of real numbers; the library checks their values."""
numbers(name, ::Nothing, what) = nothing
numbers(name, values::Vector{Float64}, what) = values
numbers(name, values, what) =
    throw(ArgumentError("$name = $(shown(values)) is not a sequence of numbers, $what"))
function numbers(name, values::Union{AbstractVector,Tuple}, what)
    if !all(value -> value isa Union{Real,Missing,Nothing}, values)
        throw(ArgumentError("$name = $(shown(values)) is not a sequence of numbers, $what"))
    end
    return listed(value -> number(name, value), Float64, values)
end

weights(w) = numbers("w", w, "one weight per category")
spectrum(weights) = numbers("weights", weights, "one weight per threshold")
spectrum(::Nothing) = throw(
    ArgumentError("weights = nothing is not a sequence of numbers, one weight per threshold"),
)

categories(::Nothing) = 2
categories(w::Vector{Float64}) = length(w)

"""What a `ccall` takes for numbers that may be left out."""
data(::Nothing) = Ptr{Float64}(C_NULL)
data(values::Vector{Float64}) = values

"""True or false."""
flag(complement::Bool) = complement
flag(complement) =
    throw(ArgumentError("complement = $(shown(complement)) is not true or false"))

"""Whether "error" or "drop" is chosen."""
function drops(name, choice::Union{AbstractString,Symbol})
    (choice == "error" || choice === :error) && return false
    (choice == "drop" || choice === :drop) && return true
    throw(ArgumentError("$name = '$choice' is not one of 'error', 'drop'"))
end
drops(name, choice) =
    throw(ArgumentError("$name = $(shown(choice)) is not one of 'error', 'drop'"))

"""A pair or nothing; the library checks its order."""
interval_bounds(::Nothing) = nothing
interval_bounds(bounds::Tuple{Any,Any}) = (number("bounds", bounds[1]), number("bounds", bounds[2]))
interval_bounds(bounds) = throw(ArgumentError("bounds = $(shown(bounds)) is not a pair (lo, hi)"))
function interval_bounds(bounds::Union{AbstractVector,Pair})
    length(bounds) == 2 && return interval_bounds(Tuple(bounds))
    throw(ArgumentError("bounds = $(shown(bounds)) is not a pair (lo, hi)"))
end
