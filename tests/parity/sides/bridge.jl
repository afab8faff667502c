# The parity suite runs this in Julia: it evaluates lines of source, and answers each in one line.

module ScorioParityBridge

using Base.CoreLogging: AbstractLogger, Warn, with_logger
import Base.CoreLogging: handle_message, min_enabled_level, shouldlog, catch_exceptions
import Scorio

# The earlier package has the functions in a module of its own.
const S = Base.PkgId(Scorio).uuid ==
    Base.UUID("8b85e2e0-9a7f-4d8f-8e1e-3c5c7d5e8e0a") ? Scorio.Eval : Scorio

# Matrices as text: entries apart by spaces, rows by semicolons, `_` for a missing outcome. Julia interprets
# this file, which saves time, but compiles each function that calls C. Two of them read the texts.

"""The rows of a matrix as text, and the entries of its first row."""
function extent(text::String)
    rows, columns, inside = 1, 0, false
    for place in 1:ccall(:strlen, Csize_t, (Cstring,), text)
        byte = codeunit(text, place)
        columns += rows == 1 && byte > 0x20 && byte != UInt8(';') && !inside
        inside = byte > 0x20
        rows += byte == UInt8(';')
    end
    return rows, columns
end

"""Fill an array from the text of a matrix, column by column, behind the entries before it."""
function read!(::Type{T}, filled::Array, text::String, rows, columns, before) where {T}
    at = pointer(text)
    after = Ref(at)
    GC.@preserve text for row in 1:rows, column in 1:columns
        while unsafe_load(at) == UInt8(' ') || unsafe_load(at) == UInt8(';')
            at += 1
        end
        place = before + row + (column - 1) * rows
        if unsafe_load(at) == UInt8('_')
            filled[place] = missing
            at += 1
        else
            filled[place] = T(ccall(:strtod, Cdouble, (Ptr{UInt8}, Ref{Ptr{UInt8}}), at, after))
            at = after[]
        end
    end
    return filled
end

"""Read a matrix of elements of type `T` into a new array whose elements have type `E`."""
function matrix(T::Type, text, E = T)
    rows, columns = extent(text)
    return read!(T, Matrix{E}(undef, rows, columns), text, rows, columns, 0)
end

"""A matrix whose entries may be missing."""
gaps(T::Type, text) = matrix(T, text, Union{T,Missing})

"""A matrix of any elements."""
objects(T::Type, text) = matrix(T, text, Any)

"""Rows as a vector of vectors."""
ragged(T::Type, text) = [row(T, String(line)) for line in split(text, ';')]

"""Rows as a vector of vectors whose entries may be missing."""
ragged_gaps(T::Type, text) = [row(T, String(line), Union{T,Missing}) for line in split(text, ';')]

"""A vector."""
row(T::Type, text, E = T) = vec(matrix(T, text, E))

"""Matrices one after another, along the batch axes. `make` is `matrix` or `gaps`."""
function batch(make, T::Type, texts, axes...)
    listed = map(String, split(texts, '|'))
    rows, columns = extent(first(listed))
    filled = Array{make === gaps ? Union{T,Missing} : T}(undef, rows, columns, axes...)
    for (place, text) in enumerate(listed)
        read!(T, filled, text, rows, columns, (place - 1) * rows * columns)
    end
    return filled
end

const BANKS = Dict{Any,Any}()

"""A row for each question: its successes, then its failures."""
bank(T::Type, successes, trials) = get!(BANKS, (T, successes, trials)) do
    T[trial <= c for c in successes, trial in 1:trials]
end

"""The matrix in memory row by row."""
by_row(m) = PermutedDimsArray(permutedims(m), (2, 1))

"""The matrix as every other row and every third column of a larger one."""
function strided(m)
    large = fill(one(eltype(m)), 2 * size(m, 1), 3 * size(m, 2))
    large[1:2:end, 2:3:end] = m
    return view(large, 1:2:size(large, 1), 2:3:size(large, 2))
end

"""The matrix as one that is stored backwards."""
backwards(m) = view(m[end:-1:1, end:-1:1], size(m, 1):-1:1, size(m, 2):-1:1)

"""Numbers from text."""
numbers(text) = row(Float64, text)

"""Columns of rows as floats: a missing value is NaN, and texts are their bytes."""
function columns(rows, names...)
    listed = collect(rows)
    return NamedTuple{names}(Tuple(floats([getproperty(row, name) for row in listed]) for name in names))
end

columns(row::NamedTuple, names...) = columns([row], names...)

function floats(values)
    any(value -> value isa AbstractString, values) || return Float64[float_of(value) for value in values]
    texts = [value === missing ? "\0" : value for value in values]
    return Float64.(collect(codeunits(join(texts, '\x1f'))))
end

float_of(::Union{Missing,Nothing}) = NaN
float_of(value) = Float64(value)

"""Every figure of a result in order, without texts. A missing figure is NaN."""
flat(found) = Float64[found]
flat(::AbstractString) = Float64[]
flat(::Missing) = [NaN]
flat(found::Union{AbstractVector,Tuple,NamedTuple}) = reduce(vcat, map(flat, collect(values(found))), init = Float64[])

# Answers.

"""The warnings of a call."""
struct Collect <: AbstractLogger
    messages::Vector{Any}
end

min_enabled_level(::Collect) = Warn
shouldlog(::Collect, arguments...) = true
catch_exceptions(::Collect) = false
handle_message(logger::Collect, level, message, arguments...; options...) =
    push!(logger.messages, message)

one_line(text) = escape_string(text)

double(x::Float64) = string(reinterpret(UInt64, x); base = 16, pad = 16)

part(name, x::Float64) = string(name, "::", double(x))
part(name, x::AbstractArray{Float64}) =
    string(name, ":", join(size(x), "x"), "a:", join(map(double, vec(x)), ","))
part(name, x) = error("$name is a $(typeof(x)), not a Float64 or an array of them")

parts(x::NamedTuple) = join((part(name, x[name]) for name in keys(x)), ";")
# The earlier package gives tuples without names.
parts(x::Tuple) = join((part(name, x[i]) for (i, name) in zip(1:length(x), (:mu, :sigma, :lo, :hi))), ";")
parts(x) = part("", x)

message(failure) = hasproperty(failure, :msg) ? failure.msg : sprint(showerror, failure)

"""The fields of a message: its kind, its problem, its remedy. Other texts are problems alone."""
fields(message) = hasproperty(message, :problem) ?
    (message.kind, message.problem, remedy(message.remedy)) : ("", string(message), "")

remedy(::Nothing) = ""
remedy((name, values)) = join([name; sort(["$key=$value" for (key, value) in values])], " ")

"""Evaluate a line, and answer with figures or an error, and with the warnings."""
function answer(source)
    logger = Collect([])
    said = with_logger(logger) do
        try
            ["ok", parts(Core.eval(@__MODULE__, Meta.parse(source)))]
        catch failure
            ["error", nameof(typeof(failure)), map(one_line, fields(message(failure)))...]
        end
    end
    for warning in logger.messages
        append!(said, map(one_line, fields(warning)))
    end
    return join(said, "\t")
end

"""Answer every line of the standard input."""
function serve()
    for line in eachline(stdin)
        println(stdout, answer(line))
    end
end

end
