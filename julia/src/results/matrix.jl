# Results matrices on their way to the library. Those that are regular patterns in memory are read in
# place, others are copied once, and nothing is guessed.

"""Types of entries that the library reads."""
const Native =
    Union{Bool,Int8,Int16,Int32,Int64,UInt8,UInt16,UInt32,UInt64,Float32,Float64}

element(::Type{Int8}) = Int32(1)
element(::Type{Int16}) = Int32(2)
element(::Type{Int32}) = Int32(3)
element(::Type{Int64}) = Int32(4)
# A Bool is a byte that is 0 or 1.
element(::Type{Bool}) = Int32(5)
element(::Type{UInt8}) = Int32(5)
element(::Type{UInt16}) = Int32(6)
element(::Type{UInt32}) = Int32(7)
element(::Type{UInt64}) = Int32(8)
element(::Type{Float32}) = Int32(9)
element(::Type{Float64}) = Int32(10)

"""A matrix as the library takes it, with strides in entries."""
struct MatrixView
    entries::Ptr{Cvoid}
    element::Int32
    rows::Csize_t
    columns::Csize_t
    row_stride::Cptrdiff_t
    column_stride::Cptrdiff_t
end

"""Entries in memory: those of the caller's array, or a copy."""
struct Entries{T<:Native,N}
    # Keeps the memory alive.
    owner::Array
    pointer::Ptr{T}
    size::NTuple{N,Int}
    strides::NTuple{N,Int}
end

Entries(A::AbstractArray{T,N}) where {T<:Native,N} =
    Entries{T,N}(root(A), location(A), size(A), steps(A))

"""Whether an array is a regular pattern of the entries of an `Array`."""
dense(::AbstractArray) = false
dense(::Array) = true
dense(A::Union{Transpose,Adjoint,PermutedDimsArray}) = dense(parent(A))
dense(A::SubArray{T,N,P,I}) where {T,N,P,I<:Tuple{Vararg{Union{Int,AbstractRange{Int}}}}} =
    dense(parent(A))
dense(A::Base.ReinterpretArray{T,N,S}) where {T,N,S} =
    isprimitivetype(S) && sizeof(S) == sizeof(T) && dense(parent(A))
dense(A::Base.ReshapedArray) =
    dense(parent(A)) && first(spacing(size(parent(A)), steps(parent(A))))

"""Whether the entries of an array, in order, are evenly spaced in memory, and their distance."""
function spacing(size, steps)
    distance, next = 1, nothing
    for (length, step) in zip(size, steps)
        # An axis of length 1 is never stepped along.
        length == 1 && continue
        next === nothing && (distance = step)
        next === nothing || next == step || return false, 0
        next = step * length
    end
    return true, distance
end

even_steps(distance, ::Tuple{}) = ()
even_steps(distance, size::Tuple) =
    (distance, even_steps(distance * first(size), Base.tail(size))...)

root(A::Array) = A
root(A::AbstractArray) = root(parent(A))

location(A::Array) = pointer(A)
location(A::AbstractArray) = location(parent(A))
function location(A::SubArray{T}) where {T}
    before = map(first, parentindices(A)) .- map(first, axes(parent(A)))
    return location(parent(A)) + sizeof(T) * sum(before .* steps(parent(A)))
end

steps(A::Array) = strides(A)
steps(A::Union{Transpose,Adjoint}) = reverse(matrix_steps(parent(A)))
steps(A::PermutedDimsArray{T,N,order}) where {T,N,order} =
    map(axis -> steps(parent(A))[axis], order)
steps(A::SubArray) = sub_steps(parentindices(A), steps(parent(A)))
steps(A::Base.ReinterpretArray) = steps(parent(A))
steps(A::Base.ReshapedArray) =
    even_steps(last(spacing(size(parent(A)), steps(parent(A)))), size(A))

matrix_steps(A::AbstractVector) = (first(steps(A)), length(A))
matrix_steps(A::AbstractMatrix) = steps(A)

sub_steps(::Tuple{}, ::Tuple{}) = ()
sub_steps(indices::Tuple{Int,Vararg}, strides) = sub_steps(Base.tail(indices), Base.tail(strides))
sub_steps(indices::Tuple, strides) = (
    step(first(indices)) * first(strides),
    sub_steps(Base.tail(indices), Base.tail(strides))...,
)

"""Whether the library reads entries of this type."""
is_native(::Type{T}) where {T} = isconcretetype(T) && T <: Native

"""The type in which entries are copied, or Nothing if they cannot be outcomes."""
function target(::Type{T}) where {T}
    is_native(T) && return T
    T <: Integer && return Int64
    present = nonmissingtype(T)
    # A Float32 holds these exactly.
    present <: Union{Bool,Int8,Int16,UInt8,UInt16,Float16,Float32} && return Float32
    outcomes = typeintersect(T, Union{Missing,Real})
    return outcomes === Union{} ? Nothing : Float64
end

"""The entries of an array: in place if possible, else a copy with NaN for missing ones."""
function native(A::AbstractArray{T}, name::String) where {T}
    is_native(T) && dense(A) && return Entries(A)
    return Entries(copied(A, name))
end

function copied(A::AbstractArray{T,N}, name::String) where {T,N}
    S = target(T)
    if S === Nothing
        throw(wrong_type(name, T))
    end
    copy = Array{S,N}(undef, size(A))
    S === T && !Base.has_offset_axes(A) && return copyto!(copy, A)
    for (place, entry) in zip(CartesianIndices(copy), A)
        copy[place] = converted(S, entry, name, place)
    end
    return copy
end

"""The same number in another type, or NaN for a missing one."""
converted(::Type{T}, ::Missing, name, place) where {T<:AbstractFloat} = T(NaN)
function converted(::Type{T}, entry::Real, name, place) where {T<:Native}
    entry isa T && return entry
    if entry isa AbstractFloat && T <: AbstractFloat
        # The library reports a fraction.
        number = T(entry)
        (number == entry || isnan(entry)) && return number
    end
    least, most = whole_numbers(T)
    is_whole(entry) && least <= entry <= most && return T(entry)
    if entry isa Integer && isinf(Float64(entry))
        throw(wrong("argument.too_large", name, place, "$entry", "is too large"))
    end
    throw(wrong("argument.category", name, place, "$entry", "is not a category"))
end
function converted(::Type, entry, name, place)
    throw(wrong("argument.number", name, place, shown(entry), "is not a number"))
end

wrong_type(name, T) = misfit(
    "argument.type",
    "$name has element type $T: outcomes are whole numbers or booleans",
    "$name has a type that holds no outcomes",
)

"""Whether something is a whole number, of any type."""
is_whole(entry) = false
is_whole(entry::Union{Integer,AbstractFloat,Rational}) = isinteger(entry)
function is_whole(entry::Real)
    number = Float64(entry)
    return isinteger(number) && number == entry
end

"""The least and the greatest of the whole numbers that a type holds without a gap."""
whole_numbers(::Type{T}) where {T<:Integer} = (typemin(T), typemax(T))
whole_numbers(::Type{T}) where {T<:AbstractFloat} = (-maxintfloat(T), maxintfloat(T))

"""One matrix: a vector is one question."""
matrix(entries::Entries{T,1}) where {T} = MatrixView(
    entries.pointer, element(T), 1, entries.size[1], entries.size[1], entries.strides[1]
)
matrix(entries::Entries{T,2}) where {T} =
    MatrixView(entries.pointer, element(T), entries.size..., entries.strides...)

"""One matrix of a batch."""
function matrix(entries::Entries{T}, place::CartesianIndex) where {T}
    rest = Base.tail(Base.tail(entries.strides))
    offset = sum((Tuple(place) .- 1) .* rest)
    first = entries.pointer + sizeof(T) * offset
    return MatrixView(
        first, element(T), entries.size[1], entries.size[2], entries.strides[1], entries.strides[2]
    )
end

"""Axes after the first two."""
trailing(entries::Entries{T,1}) where {T} = ()
trailing(entries::Entries) = Base.tail(Base.tail(entries.size))

"""Outcomes known beforehand, as whole numbers, for this many questions."""
prior(::Nothing, questions) = nothing
prior(R0, questions) = throw(wrong("argument.matrix", "R0", R0, "is not a matrix of outcomes"))
prior(R0::Tuple, questions) = prior(collect(Any, R0), questions)
prior(R0::AbstractArray{T,0}, questions) where {T} =
    throw(wrong("argument.matrix", "R0", R0, "is not a matrix of outcomes"))
prior(R0::AbstractArray, questions) = Entries(whole(R0))
function prior(R0::AbstractVector, questions)
    any(is_row, R0) && return prior(table(R0, "R0"), questions)
    entries = Entries(whole(R0))
    count, step = entries.size[1], entries.strides[1]
    # Outcomes of one question after another. The library reports a length that does not divide.
    size, strides = count % questions == 0 ?
        ((questions, div(count, questions)), (div(count, questions) * step, step)) :
        ((1, count), (count * step, step))
    return Entries{Int64,2}(entries.owner, entries.pointer, size, strides)
end

"""An array of Int64: the same array if it is one, else an exact copy."""
function whole(R0::AbstractArray{T,N}) where {T,N}
    T === Int64 && dense(R0) && return R0
    target(T) === Nothing && throw(wrong_type("R0", T))
    copy = Array{Int64,N}(undef, size(R0))
    for (place, entry) in zip(CartesianIndices(copy), R0)
        if !(entry isa Union{Missing,Real})
            throw(wrong("argument.number", "R0", place, shown(entry), "is not a number"))
        end
        if !is_whole(entry) || !(0 <= entry < maxintfloat(Float64))
            written = entry isa Union{Missing,Integer,AbstractFloat} ? "$entry" : shown(entry)
            throw(wrong("argument.category", "R0", place, written, "is not a category"))
        end
        copy[place] = Int64(entry)
    end
    return copy
end

"""One R0 for all matrices of a batch, or one for each."""
check_axes(R::Entries, ::Nothing) = nothing
function check_axes(R::Entries{T,N}, R0::Entries{Int64,D}) where {T,N,D}
    D <= 2 && return nothing
    N <= 2 && throw(misfit("argument.axes", "R0 has $D axes but R has $N"))
    trailing(R) == trailing(R0) && return nothing
    throw(
        misfit(
            "argument.axes",
            "R has the trailing axes $(trailing(R)) but R0 has $(trailing(R0))",
            "R and R0 have different batch axes",
        ),
    )
end

prior_matrix(::Nothing, place) = nothing
prior_matrix(R0::Entries{Int64,2}, place) = matrix(R0)
prior_matrix(R0::Entries{Int64}, place) = matrix(R0, place)

"""Whether an element of R or R0 is the trials of a question."""
is_row(row) = row isa Union{AbstractArray,Tuple}

"""Trials of all questions end to end, and how many each has."""
function joined(rows::AbstractVector, name::String)
    all(is_row, rows) || throw(misfit("argument.rows", "$name mixes rows and single outcomes"))
    # Counted from 1, whatever the axes.
    parts = map(row -> row isa Tuple ? collect(row) : row, append!(eltype(rows)[], rows))
    for (place, row) in enumerate(parts)
        ndims(row) == 1 && continue
        what = "of $name has $(ndims(row)) axes: a row is a sequence of trials"
        throw(misfit("argument.rows", "row $place $what", "row $(place - 1) $what"))
    end
    types = [target(eltype(row)) for row in parts if !isempty(row)]
    T = isempty(types) ? Int64 : common(types)
    return joined_as(T, parts, name), Csize_t[length(row) for row in parts]
end

function common(types)
    Nothing in types && return Nothing
    all(==(first(types)), types) && return first(types)
    return all(T -> T <: Integer, types) ? Int64 : Float64
end

function joined_as(::Type{T}, rows, name::String) where {T}
    if T === Nothing
        # The first row without outcomes explains itself.
        foreach(row -> copied(row, name), rows)
    end
    flat = Vector{T}(undef, mapreduce(length, +, rows; init = 0))
    place = 0
    for (i, row) in enumerate(rows), (j, entry) in enumerate(row)
        flat[place += 1] = converted(T, entry, name, (i, j))
    end
    return flat
end

"""Rows of one length as a matrix that reads them in place, end to end."""
function stacked_rows(flat::Vector{T}, rows::Int, columns::Int) where {T}
    return Entries{T,2}(flat, pointer(flat), (rows, columns), (columns, 1))
end

"""Rows of one length as a matrix."""
function table(rows::AbstractVector, name::String)
    flat, lengths = joined(rows, name)
    if any(!=(first(lengths)), lengths)
        sentence = "$name is no array: its rows differ in length, or in kind"
        throw(misfit("argument.rows", sentence))
    end
    return permutedims(reshape(flat, Int(first(lengths)), length(rows)))
end
