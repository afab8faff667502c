# Fields of questions, such as their difficulty, by which slices split them.

scorio_counts_note(library::Library, counts, field, tasks, questions, values, count) = ccall(
    library.counts_note,
    Int32,
    (Ptr{Cvoid}, Ptr{UInt8}, Ptr{Ptr{UInt8}}, Ptr{Ptr{UInt8}}, Ptr{Ptr{UInt8}}, Csize_t),
    counts, field, tasks, questions, values, count,
)

scorio_sums_note(library::Library, sums, field, tasks, questions, values, count) = ccall(
    library.sums_note,
    Int32,
    (Ptr{Cvoid}, Ptr{UInt8}, Ptr{Ptr{UInt8}}, Ptr{Ptr{UInt8}}, Ptr{Ptr{UInt8}}, Csize_t),
    sums, field, tasks, questions, values, count,
)

fields_of(::Nothing) = Pair{String,Vector{String}}[]
fields_of(one::Pair) = fields_of([one])
fields_of(fields::Union{AbstractDict,NamedTuple}) =
    fields_of([name => values for (name, values) in pairs(fields)])
fields_of(fields) = throw(wrong("argument.label", "fields", fields, "is not fields with their values"))
function fields_of(fields::Union{AbstractVector,Tuple})
    all(one -> one isa Pair && last(one) isa Union{AbstractVector,Tuple}, fields) || throw(wrong(
        "argument.label", "fields", fields, "is not fields with their values, such as \"level\" => [1, 2]"
    ))
    return Pair{String,Vector{String}}[
        string(name) => String[field_text(value) for value in values] for (name, values) in fields
    ]
end

field_text(value) = string(value)
field_text(::Union{Nothing,Missing}) = ""
field_text(value::AbstractFloat) = isnan(value) ? "" : string(value)

"""Let `note(field, tasks, questions, values, count)` take the values of each field."""
function note_fields(note, questions::Questions)
    for (name, values) in questions.fields
        names = questions.names === nothing ? string.(1:length(values)) : questions.names
        lists = map(list -> list === nothing ? nothing : map(pointer, list), (
            questions.tasks, names, values,
        ))
        GC.@preserve name names values questions lists begin
            starts = map(list -> list === nothing ? Ptr{Ptr{UInt8}}(C_NULL) : pointer(list), lists)
            check(note(pointer(name), starts..., length(values)))
        end
    end
    return nothing
end
