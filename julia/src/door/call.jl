# The one door of declared calls. calls.jl has a function for each.

function scorio_call(
    library::Library, name::String, counts, sums, options::Vector{Option}, threads = 0
)
    answer = Ref{Ptr{Cvoid}}(C_NULL)
    status = GC.@preserve options begin
        listed = map(ScorioOption, options)
        ccall(
            library.call,
            Int32,
            (
                Cstring, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{ScorioOption}, Csize_t, Csize_t,
                Ref{Ptr{Cvoid}},
            ),
            name, counts, sums, listed, length(listed), threads, answer,
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

"""`ScorioArray` of scorio.h."""
struct ScorioArray
    reals::Ptr{Float64}
    small::Ptr{UInt8}
    axes::Ptr{Csize_t}
    axis_count::Csize_t
end

function scorio_answer_array(library::Library, answer, array)
    found = Ref(ScorioArray(C_NULL, C_NULL, C_NULL, 0))
    status = ccall(
        library.answer_array, Int32, (Ptr{Cvoid}, Csize_t, Ref{ScorioArray}), answer, array, found
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

"""Results, and how they become counts of categories, or sums of numbers."""
struct Counted
    field
    known
    w
    drop::Bool
    numeric::Bool
end

counted(
    R, models, weights;
    questions, tasks, cluster, weight, missing, fields = nothing, numeric = false,
) = Counted(
    field_of(R, models), questions_of(questions, tasks, cluster, weight, fields),
    numbers("weights", weights, "one per category"), drops("missing", missing),
    switch("numeric", numeric) == 1,
)

"""Give `use(counts, sums)`, of which one is NULL."""
with_input(use, inputs::Counted) = inputs.numeric ?
    with_sums(sums -> use(C_NULL, sums), inputs.field, inputs.known, true, inputs.drop) :
    with_counts(counts -> use(counts, C_NULL), inputs.field, inputs.known, inputs.w, inputs.drop)

"""
The rows of a result: a vector of named tuples. `notes` holds what there is to say about them, and
`others` the further tables.
"""
struct Rows{T} <: AbstractVector{T}
    rows::Vector{T}
    notes::Vector{String}
    others::Vector{Any}
end

Base.size(rows::Rows) = size(rows.rows)
Base.getindex(rows::Rows, place::Int) = rows.rows[place]

# Notes of what a result lacks are warnings, too.
const WARNED = Dict(
    "score.unscored" => "warning.unscored", "score.unestimated" => "warning.unestimated",
    "compare.uncompared" => "warning.uncompared",
    "rank.without_scores" => "warning.draws_without_scores",
)

"""Warn of what a result lacks."""
function warn_of(notes)
    for kind in unique(kind for (kind, _) in notes if haskey(WARNED, kind))
        lacking = join((words for (own, words) in notes if own == kind), " ")
        @warn Message(lacking, WARNED[kind])
    end
    return nothing
end

"""The kinds and words of notes."""
function words_of((status, table))
    check(status)
    try
        status, rows, _ = scorio_table_size(loaded(), table)
        check(status)
        return map(0:rows-1) do row
            map((0, 1)) do column
                status, cell = scorio_table_cell(loaded(), table, row, column)
                check(status)
                unsafe_string(cell.text, cell.length)
            end
        end
    finally
        scorio_table_free(loaded(), table)
    end
end

"""Give `read(answer)` of a call that is about `counts`, or about its options alone."""
function answer_of(read, name, given::NamedTuple; counts = C_NULL, threads = 0)
    status, answer = scorio_call(loaded(), name, counts, C_NULL, options_of(given), threads)
    check(status)
    try
        return read(answer)
    finally
        scorio_answer_free(loaded(), answer)
    end
end

function table_of(answer, place)
    status, table = scorio_answer_table(loaded(), answer, place)
    check(status)
    return table_rows(table)
end

"""An array of an answer. The first axis runs fastest here, and the last one in the library."""
function array_of(answer, place)
    status, found = scorio_answer_array(loaded(), answer, place)
    check(status)
    axes = reverse(unsafe_wrap(Array, found.axes, found.axis_count))
    values = found.reals == C_NULL ? found.small : found.reals
    return copy(unsafe_wrap(Array, values, Tuple(Int.(axes))))
end

"""The rows of a call that is about its options alone."""
asked_rows(name, given; options...) = answer_of(answer -> table_of(answer, 0), name, given; options...)
asked_row(name, given; options...) = only_one(asked_rows(name, given; options...))
asked_array(name, given; options...) =
    answer_of(answer -> array_of(answer, 0), name, given; options...)

"""The rows of the first of some tables of a call, with the others."""
function called(name, inputs, options, tables)
    answered, notes = with_input(inputs) do counts, sums
        status, answer = scorio_call(loaded(), name, counts, sums, options)
        check(status)
        try
            notes = words_of(scorio_answer_notes(loaded(), answer))
            found = map(place -> table_of(answer, place), 0:tables-1)
            (found, notes)
        finally
            scorio_answer_free(loaded(), answer)
        end
    end
    warn_of(notes)
    return Rows(first(answered), String[words for (_, words) in notes], Any[answered[2:end]...])
end

"""One budget."""
function budget_of(k)
    ks = budgets(k)
    ks isa Int64 && return ks
    length(ks) == 1 && return first(ks)
    throw(misfit("argument.budgets", "k = $(shown(k)) has $(length(ks)) budgets: give one"))
end
