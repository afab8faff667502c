# What the library reports, as exceptions of Julia.

"""Throw the library's last error, with the place of the matrix in a batch."""
@inline function check(status::Int32, place = nothing)
    status == OK || throw(failure(loaded(), status, place))
    return nothing
end

@noinline function failure(library::Library, status::Int32, place)
    message = within(place, last_message(library))
    status == ARGUMENT && return ArgumentError(message)
    if status == DOMAIN
        value = scorio_last_number(library, VALUE)
        # Doubles up to here are exact whole numbers.
        exact = isinteger(value) && abs(value) <= maxintfloat(Float64)
        return DomainError(exact ? Int(value) : value, message)
    end
    return ErrorException(String(message))
end

"""A matrix of a batch, as it is written."""
place_name(place::CartesianIndex) = "R[:, :, $(join(Tuple(place), ", "))]"

"""The library's last error. Julia counts from 1, and `Message` keeps a problem counted from 0."""
function last_message(library::Library)
    kind, problem = scorio_last_text(library, KIND), scorio_last_text(library, PROBLEM)
    sentence = scorio_last_text(library, PROBLEM, 1)
    remedy = last_remedy(library)
    words = scorio_last_text(library, WAY_OUT)
    isempty(words) || (sentence = "$sentence; $words")
    return Message(sentence, kind, problem, remedy)
end

"""What the text is that a way out of ranking names."""
const REMEDY_TEXTS = Dict(
    "take_prior" => "method", "take_other_method" => "method", "rank_without_interval" => "unit"
)

"""The name of the way out and its values, or nothing."""
function last_remedy(library::Library)
    name = scorio_last_text(library, REMEDY)
    number = scorio_last_number(library, REMEDY_VALUE)
    isempty(name) && return nothing
    key = get(REMEDY_TEXTS, name, nothing)
    key === nothing || return name, Dict{String,Any}(key => scorio_last_text(library, REMEDY_TEXT))
    return name, isnan(number) ? Dict{String,Any}() : Dict{String,Any}("most" => Int(number))
end

"""The text that a function of the library writes into a buffer."""
function text_from(write, capacity)
    while true
        text = Vector{UInt8}(undef, capacity)
        length = write(text, capacity)
        length < capacity && return String(resize!(text, length))
        capacity = length + 1
    end
end

# Parts of an error, of scorio.h.
const PROBLEM = Int32(1)
const KIND = Int32(2)
const REMEDY = Int32(3)
const REMEDY_TEXT = Int32(4)
const WAY_OUT = Int32(6)
const VALUE = Int32(0)
const REMEDY_VALUE = Int32(1)

function scorio_last_text(library::Library, part, first = 0, capacity = 512)
    return text_from(capacity) do text, room
        ccall(
            library.last_text, Csize_t, (Int32, Ptr{UInt8}, Csize_t, Csize_t),
            part, text, room, first,
        )
    end
end

scorio_last_number(library::Library, part) = ccall(library.last_number, Float64, (Int32,), part)
