# The one door of declared calls. calls.jl has a function for each.

function scorio_call(library::Library, name::String, counts, options::Vector{Option})
    answer = Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve options begin
        listed = map(ScorioOption, options)
        ccall(
            library.call,
            Int32,
            (Cstring, Ptr{Cvoid}, Ptr{ScorioOption}, Csize_t, Ref{Ptr{Cvoid}}),
            name, counts, listed, length(listed), answer,
        )
    end
    return status, answer[]
end

function scorio_answer_table(library::Library, answer, table)
    found = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.answer_table, Int32, (Ptr{Cvoid}, Csize_t, Ref{Ptr{Cvoid}}), answer, table, found
    )
    return status, found[]
end

function scorio_answer_notes(library::Library, answer)
    notes = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.answer_notes, Int32, (Ptr{Cvoid}, Int32, Ref{Ptr{Cvoid}}), answer, IN_JULIA, notes
    )
    return status, notes[]
end

scorio_answer_free(library::Library, answer) =
    ccall(library.answer_free, Cvoid, (Ptr{Cvoid},), answer)

"""Results, and how they become counts."""
struct Counted
    field
    known
    w
    drop::Bool
end

counted(R, models, weights; questions, tasks, cluster, weight, missing) = Counted(
    field_of(R, models), questions_of(questions, tasks, cluster, weight),
    numbers("weights", weights, "one per category"), drops("missing", missing),
)

"""
The rows of a result: a vector of named tuples. `notes` holds what there is to say about them.
"""
struct Rows{T} <: AbstractVector{T}
    rows::Vector{T}
    notes::Vector{String}
end

Base.size(rows::Rows) = size(rows.rows)
Base.getindex(rows::Rows, place::Int) = rows.rows[place]

"""The words of notes."""
function words_of((status, table))
    check(status)
    try
        status, rows, _ = scorio_table_size(loaded(), table)
        check(status)
        return map(0:rows-1) do row
            status, cell = scorio_table_cell(loaded(), table, row, 1)
            check(status)
            unsafe_string(cell.text, cell.length)
        end
    finally
        scorio_table_free(loaded(), table)
    end
end

"""The rows of the first table of a call."""
function called(name, inputs::Counted, options)
    return with_counts(inputs.field, inputs.known, inputs.w, inputs.drop) do counts
        status, answer = scorio_call(loaded(), name, counts, options)
        check(status)
        try
            notes = words_of(scorio_answer_notes(loaded(), answer))
            status, table = scorio_answer_table(loaded(), answer, 0)
            check(status)
            Rows(table_rows(table), notes)
        finally
            scorio_answer_free(loaded(), answer)
        end
    end
end

"""One budget."""
function budget_of(k)
    ks = budgets(k)
    ks isa Int64 && return ks
    length(ks) == 1 && return first(ks)
    throw(misfit("argument.budgets", "k = $(shown(k)) has $(length(ks)) budgets: give one"))
end
