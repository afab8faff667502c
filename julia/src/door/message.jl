# Errors as data: a kind, and what is wrong in words that all languages share.

"""
The message of an error: one sentence, and what is wrong as data.

`kind` is a stable name, such as "argument.number". `problem` is a sentence without a word of Julia:
it counts places from 0, and has the axes of a batch first, the slowest one in front. `remedy` is
the name of a way out and its values, or nothing.
"""
struct Message <: AbstractString
    sentence::String
    kind::String
    problem::String
    remedy::Union{Nothing,Tuple{String,Dict{String,Any}}}
end

Message(sentence::String, kind::String, problem = sentence) =
    Message(sentence, kind, problem, nothing)

Base.ncodeunits(message::Message) = ncodeunits(message.sentence)
Base.codeunit(message::Message) = codeunit(message.sentence)
Base.codeunit(message::Message, i::Integer) = codeunit(message.sentence, i)
Base.isvalid(message::Message, i::Integer) = isvalid(message.sentence, i)
Base.iterate(message::Message, i::Integer = 1) = iterate(message.sentence, i)
Base.String(message::Message) = message.sentence
# Loggers split a text into lines, and need lines of one type.
Base.string(message::Message) = message.sentence

"""An argument with a wrong value: `what` says what is wrong with it."""
wrong(kind::String, name::String, value, what::String) =
    ArgumentError(Message("$name = $(shown(value)) $what", kind, "$name $what"))

"""An entry with a wrong value, as it is written, at a place."""
function wrong(kind::String, name::String, place, written::String, what::String)
    zero_based = entry_name(name, Tuple(place) .- 1)
    return ArgumentError(
        Message("$(entry_name(name, place)) = $written $what", kind, "$zero_based $what")
    )
end

"""An argument that is wrong in a way of its own."""
misfit(kind::String, sentence::String, problem = sentence) =
    ArgumentError(Message(sentence, kind, problem))

"""The same message about one matrix of a batch."""
within(::Nothing, message::Message) = message
function within(place, message::Message)
    return Message(
        "in $(place_name(place)): $(message.sentence)",
        message.kind,
        "in $(neutral_name(place)): $(message.problem)",
        message.remedy,
    )
end

"""A matrix of a batch, counted from 0, with the axes of the batch in front, the slowest one first."""
neutral_name(place::CartesianIndex) = "R[$(join(reverse(Tuple(place)) .- 1, ", "))]"

"""An entry, as it is written."""
entry_name(name, place) = "$name[$(join(Tuple(place), ", "))]"

"""A value as the REPL shows it, cut where it is long."""
shown(value) = sprint(show, value; context = :limit => true)
