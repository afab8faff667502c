# The parity suite runs this in Julia: it evaluates lines of source, and answers each in one line.

module ScorioParityBridge

using Base.CoreLogging: AbstractLogger, Warn, with_logger
import Base.CoreLogging: handle_message, min_enabled_level, shouldlog, catch_exceptions
import Scorio

# The earlier package has the functions in a module of its own.
const S = Base.PkgId(Scorio).uuid ==
    Base.UUID("8b85e2e0-9a7f-4d8f-8e1e-3c5c7d5e8e0a") ? Scorio.Eval : Scorio

# Matrices as text: entries apart by spaces, rows by semicolons, `_` for a missing outcome.

entry(T::Type, word) = T === Bool ? word == "1" : parse(T, word)

words(row) = split(row; keepempty = false)

lines(text) = map(words, split(text, ';'))

"""Fill a new array of element type `T` from text."""
function matrix(T::Type, text, make = word -> entry(T, word))
    rows = lines(text)
    filled = Matrix{T}(undef, length(rows), length(first(rows)))
    for (i, row) in enumerate(rows), (j, word) in enumerate(row)
        filled[i, j] = make(word)
    end
    return filled
end

"""A matrix whose entries may be missing."""
gaps(T::Type, text) =
    matrix(Union{T,Missing}, text, word -> word == "_" ? missing : entry(T, word))

"""A matrix of any elements."""
objects(T::Type, text) =
    matrix(Any, text, word -> word == "_" ? missing : entry(T, word))

"""Rows as a vector of vectors."""
ragged(T::Type, text) = [T[entry(T, word) for word in row] for row in lines(text)]

"""Rows as a vector of vectors whose entries may be missing."""
ragged_gaps(T::Type, text) =
    [Union{T,Missing}[word == "_" ? missing : entry(T, word) for word in row] for row in lines(text)]

"""A vector."""
row(T::Type, text) = vec(matrix(T, text))

"""Matrices one after another, along the batch axes; each is made by `make`."""
function batch(make, T::Type, texts, axes...)
    matrices = [make(T, text) for text in split(texts, '|')]
    return reshape(cat(matrices...; dims = 3), size(first(matrices))..., axes...)
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
numbers(text) = Float64[parse(Float64, word) for word in words(text)]

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
