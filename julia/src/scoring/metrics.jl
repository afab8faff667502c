# Metrics as the library holds them, and their parameters.

"""The value of a parameter: numbers, of a share with its significant bits, or an exact share."""
struct Value
    numbers::Vector{Float64}
    bits::UInt32
    ratio::NTuple{2,UInt64}
end
Value(numbers::Vector{Float64}, bits = 0) = Value(numbers, bits, (0, 0))
Value(number::Float64) = Value([number])
Value(value::Value) = value

"""A metric without its budget: its name in the library's list, its parameters, `complement`."""
struct Metric
    name::String
    parameters::Vector{Pair{String,Value}}
    complement::Bool
end

"""Give a metric; a parameter that is `nothing` has its default."""
function metric(name; complement = false, parameters...)
    given = Pair{String,Value}[
        String(key) => Value(value) for (key, value) in parameters if value !== nothing
    ]
    return Metric(name, given, flag(complement))
end

"""`ScorioParameter` of scorio.h."""
struct ScorioParameter
    name::Ptr{UInt8}
    numbers::Ptr{Float64}
    length::Csize_t
    bits::UInt32
    numerator::UInt64
    denominator::UInt64
end

ScorioParameter(name::String, value::Value) = ScorioParameter(
    pointer(name), pointer(value.numbers), length(value.numbers), value.bits, value.ratio...
)

"""Make a metric of the library; `k` is 0 for one without a budget."""
function scorio_metric_new(library::Library, metric::Metric, k)
    handle, given = Ref{Ptr{Cvoid}}(C_NULL), metric.parameters
    status = GC.@preserve given begin
        parameters = ScorioParameter[ScorioParameter(one...) for one in given]
        ccall(
            library.metric_new,
            Int32,
            (Cstring, Int64, Ptr{ScorioParameter}, Csize_t, Bool, Ref{Ptr{Cvoid}}),
            metric.name, k, parameters, length(parameters), metric.complement, handle,
        )
    end
    return status, handle[]
end

scorio_metric_free(library::Library, metric) =
    ccall(library.metric_free, Cvoid, (Ptr{Cvoid},), metric)

"""Give `use(handle, k)` with the library's metric, which is freed afterwards."""
function with_metrics(use, metric::Metric, k::Int64)
    status, handle = scorio_metric_new(loaded(), metric, k)
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
            status, handle = scorio_metric_new(loaded(), metric, k)
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
    throw(wrong("argument.whole_number", "k", k, "is not a whole number, or a vector of them"))
function budgets(k::Union{AbstractVector,Tuple,Base.Generator})
    several = listed(one -> budget(one, "k"), Int64, k)
    isempty(several) && throw(misfit("argument.budgets", "k is empty: give at least one budget"))
    return several
end

"""A function of each value, as a vector: a comprehension would keep other axes."""
function listed(f, ::Type{T}, values) where {T}
    list = T[]
    for value in values
        push!(list, f(value))
    end
    return list
end

"""A whole number. The library checks its range."""
budget(k, name) = throw(wrong("argument.whole_number", name, k, "is not a whole number"))
budget(k::Bool, name) = throw(wrong("argument.boolean", name, k, "is a boolean: $BUDGET"))
budget(k::Int64, name) = k
function budget(k::Integer, name)
    typemin(Int64) <= k <= typemax(Int64) || throw(outside(k, name))
    return Int64(k)
end

function outside(k, name)
    too = k > 1 ? "too large" : "too small"
    sentence = "$name = $k is $too: $BUDGET to $(grouped(MOST_DRAWS))"
    return DomainError(k, Message(sentence, "check.budget"))
end

"""A real number. The library checks its range."""
number(name, value) = throw(wrong("argument.number", name, value, "is not a number"))
number(name, value::Float64) = value
function number(name, value::Real)
    rounded = Float64(value)
    isinf(rounded) && isfinite(value) &&
        throw(wrong("argument.too_large", name, value, "is too large"))
    return rounded
end

"""A vector of real numbers. The library checks their values."""
numbers(name, ::Nothing, what) = nothing
numbers(name, values::Vector{Float64}, what) = values
numbers(name, values, what) =
    throw(wrong("argument.numbers", name, values, "is not a sequence of numbers, $what"))
function numbers(name, values::Union{AbstractVector,Tuple}, what)
    if !all(value -> value isa Union{Real,Missing,Nothing}, values)
        throw(wrong("argument.numbers", name, values, "is not a sequence of numbers, $what"))
    end
    return listed(value -> number(name, value), Float64, values)
end

weights(w) = numbers("w", w, "one weight per category")
const PER_THRESHOLD = "one weight per threshold"
spectrum(weights) = numbers("weights", weights, PER_THRESHOLD)
spectrum(weights::Nothing) = throw(
    wrong("argument.numbers", "weights", weights, "is not a sequence of numbers, $PER_THRESHOLD"),
)

categories(::Nothing) = 2
categories(w::Vector{Float64}) = length(w)

"""True or false."""
flag(complement::Bool) = complement
flag(complement) =
    throw(wrong("argument.flag", "complement", complement, "is not true or false"))

"""Whether "error" or "drop" is chosen."""
function drops(name, choice::Union{AbstractString,Symbol})
    (choice == "error" || choice === :error) && return false
    (choice == "drop" || choice === :drop) && return true
    throw(no_policy(name, "'$choice'"))
end
drops(name, choice) = throw(no_policy(name, shown(choice)))

"""Whether an interval is exact, and not normal."""
function is_exact(interval)
    interval isa Union{AbstractString,Symbol} || throw(no_interval(shown(interval)))
    String(interval) in ("normal", "exact") || throw(no_interval("'$interval'"))
    return String(interval) == "exact"
end

no_interval(written) = misfit(
    "argument.choice",
    "interval = $written is not one of 'normal', 'exact'",
    "interval is not one of normal, exact",
)

no_policy(name, written) = misfit(
    "argument.choice",
    "$name = $written is not one of 'error', 'drop'",
    "$name is not one of error, drop",
)

"""A pair or nothing. The library checks its order."""
interval_bounds(::Nothing) = nothing
interval_bounds(bounds::Tuple{Any,Any}) = (number("bounds", bounds[1]), number("bounds", bounds[2]))
interval_bounds(bounds) = throw(wrong("argument.pair", "bounds", bounds, "is not a pair (lo, hi)"))
function interval_bounds(bounds::Union{AbstractVector,Pair})
    length(bounds) == 2 && return interval_bounds(Tuple(bounds))
    throw(wrong("argument.pair", "bounds", bounds, "is not a pair (lo, hi)"))
end
