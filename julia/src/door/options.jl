# Options of the library's functions by name. What is not given has the library's default.

"""`ScorioOption` of scorio.h."""
struct ScorioOption
    name::Ptr{UInt8}
    text::Ptr{UInt8}
    numbers::Ptr{Float64}
    length::Csize_t
    axes::Ptr{Csize_t}
    axis_count::Csize_t
    states::Ptr{Cvoid}
end

"""An option: a text, numbers or states. A flag is the number 1 or 0. Numbers with axes are an array."""
struct Option
    name::String
    text::Union{Nothing,String}
    numbers::Vector{Float64}
    axes::Vector{Csize_t}
    states::Ptr{Cvoid}
end

Option(name::Symbol, text, values, axes = Csize_t[]) =
    Option(String(name), text, values, axes, C_NULL)

"""What is known of a model by a pilot: the library's states."""
struct Pilot
    states::Ptr{Cvoid}
end

Option(name::Symbol, value::Union{AbstractString,Symbol}) =
    Option(name, plain(String(name), value), Float64[])
Option(name::Symbol, value::Union{AbstractVector,Tuple}) =
    Option(name, nothing, numbers(String(name), value, "or a single number"))
# The first axis of an array runs fastest here, and the last one in the library.
Option(name::Symbol, value::AbstractArray{Float64}) =
    Option(name, nothing, vec(value isa Array ? value : collect(value)), Csize_t[reverse(size(value))...])
Option(name::Symbol, value::Pilot) =
    Option(String(name), nothing, Float64[], Csize_t[], value.states)
Option(name::Symbol, value) = Option(name, nothing, [number(String(name), value)])

# The options of `ScorioOption` refer to these, which have to be kept meanwhile.
ScorioOption(one::Option) = ScorioOption(
    pointer(one.name), one.text === nothing ? C_NULL : pointer(one.text), pointer(one.numbers),
    length(one.numbers), isempty(one.axes) ? C_NULL : pointer(one.axes), length(one.axes), one.states,
)

"""The options that are given: an option that is `nothing` has its default."""
options_of(given) = Option[
    Option(name, one) for (name, value) in pairs(given) if value !== nothing for one in each(value)
]

# Several texts are as many options of one name.
each(value) = (value,)
each(texts::Union{AbstractVector{<:AbstractString},Tuple{Vararg{AbstractString}}}) = texts

"""A text that C can hold."""
function plain(name, value)
    '\0' in String(value) && throw(wrong("argument.choice", name, value, "has a NUL"))
    return String(value)
end

"""One of some texts."""
choice(name, value, known) = throw(no_choice(name, shown(value), known))
function choice(name, value::Union{AbstractString,Symbol}, known)
    String(value) in known || throw(no_choice(name, "'$value'", known))
    return String(value)
end

no_choice(name, written, known) = misfit(
    "argument.choice",
    "$name = $written is not one of $(join(map(one -> "'$one'", known), ", "))",
    "$name is not one of $(join(known, ", "))",
)

"""1 for true, 0 for false."""
switch(name, value::Bool) = Float64(value)
switch(name, value) = throw(wrong("argument.flag", name, value, "is not true or false"))
