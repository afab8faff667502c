# Tables of the library as rows: a vector of named tuples, which is a table for Tables.jl, too.

"""`ScorioColumn` of scorio.h."""
struct ScorioColumn
    name::Ptr{UInt8}
    kind::Int32
    optional::Bool
end

"""`ScorioCell` of scorio.h."""
struct ScorioCell
    kind::Int32
    whole::UInt64
    real::Float64
    text::Ptr{UInt8}
    numbers::Ptr{Float64}
    length::Csize_t
end

const NO_CELL = ScorioCell(0, 0, NaN, C_NULL, C_NULL, 0)

# SCORIO_WHOLE and its followers.
const KINDS = (Int, Float64, Bool, String, Vector{Float64})

function scorio_table_size(library::Library, table)
    rows, columns = Ref{Csize_t}(0), Ref{Csize_t}(0)
    status = ccall(
        library.table_size, Int32, (Ptr{Cvoid}, Ref{Csize_t}, Ref{Csize_t}), table, rows, columns
    )
    return status, Int(rows[]), Int(columns[])
end

function scorio_table_column(library::Library, table, column)
    found = Ref(ScorioColumn(C_NULL, 0, false))
    status = ccall(
        library.table_column,
        Int32,
        (Ptr{Cvoid}, Csize_t, Ref{ScorioColumn}),
        table, column, found,
    )
    return status, found[]
end

function scorio_table_cell(library::Library, table, row, column)
    found = Ref(NO_CELL)
    status = ccall(
        library.table_cell,
        Int32,
        (Ptr{Cvoid}, Csize_t, Csize_t, Ref{ScorioCell}),
        table, row, column, found,
    )
    return status, found[]
end

scorio_table_free(library::Library, table) =
    ccall(library.table_free, Cvoid, (Ptr{Cvoid},), table)

"""
The rows of tables that a call has made, as a tuple: a vector for each table. The tables are freed.
"""
function rows_of((status, tables)::Tuple{Int32,Tuple})
    check(status)
    try
        return map(table_rows, tables)
    finally
        foreach(table -> scorio_table_free(loaded(), table), tables)
    end
end

"""The rows of the one table that a call has made."""
rows_of((status, table)::Tuple{Int32,Ptr{Cvoid}}) = only_one(rows_of((status, (table,))))

only_one(list) = list[1]

function table_rows(table)
    status, rows, columns = scorio_table_size(loaded(), table)
    check(status)
    described = map(0:columns-1) do column
        status, found = scorio_table_column(loaded(), table, column)
        check(status)
        found
    end
    names = Tuple(Symbol(unsafe_string(one.name)) for one in described)
    Row = NamedTuple{names,Tuple{map(type_of, described)...}}
    return Row[Row(Tuple(cell(table, row, column) for column in 0:columns-1)) for row in 0:rows-1]
end

function type_of(column::ScorioColumn)
    type = KINDS[column.kind]
    return column.optional ? Union{Missing,type} : type
end

function cell(table, row, column)
    status, found = scorio_table_cell(loaded(), table, row, column)
    check(status)
    found.kind == 0 && return missing
    found.kind == 1 && return Int(found.whole)
    found.kind == 2 && return found.real
    found.kind == 3 && return found.whole != 0
    found.kind == 4 && return unsafe_string(found.text, found.length)
    return found.length == 0 ? Float64[] : copy(unsafe_wrap(Array, found.numbers, found.length))
end
