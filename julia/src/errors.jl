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
        value = scorio_last_value(library)
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
    kind, problem = scorio_last_kind(library), scorio_last_problem(library, 0)
    sentence = scorio_last_problem(library, 1)
    remedy = last_remedy(library)
    words = scorio_last_way_out(library)
    isempty(words) || (sentence = "$sentence; $words")
    return Message(sentence, kind, problem, remedy)
end

"""What the text is that a way out of ranking names."""
const REMEDY_TEXTS = Dict(
    "take_prior" => "method", "take_other_method" => "method", "rank_without_interval" => "unit"
)

"""The name of the way out and its values, or nothing."""
function last_remedy(library::Library)
    name, number = scorio_last_remedy(library), scorio_last_remedy_value(library)
    isempty(name) && return nothing
    key = get(REMEDY_TEXTS, name, nothing)
    key === nothing || return name, Dict{String,Any}(key => scorio_last_remedy_text(library))
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

scorio_last_problem(library::Library, first, capacity = 512) = text_from(capacity) do text, room
    ccall(library.last_problem, Csize_t, (Ptr{UInt8}, Csize_t, Csize_t), text, room, first)
end

scorio_last_kind(library::Library, capacity = 64) = text_from(capacity) do text, room
    ccall(library.last_kind, Csize_t, (Ptr{UInt8}, Csize_t), text, room)
end

scorio_last_remedy(library::Library, capacity = 64) = text_from(capacity) do text, room
    ccall(library.last_remedy, Csize_t, (Ptr{UInt8}, Csize_t), text, room)
end

scorio_last_remedy_text(library::Library, capacity = 64) = text_from(capacity) do text, room
    ccall(library.last_remedy_text, Csize_t, (Ptr{UInt8}, Csize_t), text, room)
end

scorio_last_remedy_value(library::Library) = ccall(library.last_remedy_value, Float64, ())
scorio_last_value(library::Library) = ccall(library.last_value, Float64, ())

scorio_last_way_out(library::Library, capacity = 512) = text_from(capacity) do text, room
    ccall(library.last_way_out, Csize_t, (Ptr{UInt8}, Csize_t, Int32), text, room, IN_JULIA)
end
