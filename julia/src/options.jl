# Options of the library's functions by name. What is not given has the library's default.

"""`ScorioOption` of scorio.h."""
struct ScorioOption
    name::Ptr{UInt8}
    text::Ptr{UInt8}
    numbers::Ptr{Float64}
    length::Csize_t
end

"""An option: a text, or numbers. A flag is the number 1 or 0."""
struct Option
    name::String
    text::Union{Nothing,String}
    numbers::Vector{Float64}
end

Option(name::Symbol, value::Union{AbstractString,Symbol}) =
    Option(String(name), plain(String(name), value), Float64[])
Option(name::Symbol, value::Union{AbstractVector,Tuple}) =
    Option(String(name), nothing, numbers(String(name), value, "or a single number"))
Option(name::Symbol, value) = Option(String(name), nothing, [number(String(name), value)])

# The options of `ScorioOption` refer to these, which have to be kept meanwhile.
ScorioOption(one::Option) = ScorioOption(
    pointer(one.name), one.text === nothing ? C_NULL : pointer(one.text), pointer(one.numbers),
    length(one.numbers),
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
