# R of every type in every layout gives the bits of the plain matrix. To compile the package for each would
# take a minute. So a process of its own interprets this file, and matrix.jl compiles for a few types.

using Scorio
using Test

const BINARY = [0 1 1 0 1; 1 1 0 1 1]
const TYPES = [
    Bool, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Float32, Float64, Int128,
    UInt128, BigInt, Float16, BigFloat, Integer, Real, Any, Union{Bool,Int}, Union{Missing,Int8},
    Union{Missing,Int64}, Rational{Int}, Union{Missing,Rational{Int8}},
]

"""An array whose axes begin at -2."""
struct Shifted{T,N} <: AbstractArray{T,N}
    parent::Array{T,N}
end

Base.size(A::Shifted) = size(A.parent)
Base.axes(A::Shifted) = map(n -> Base.IdentityUnitRange(-2:n-3), size(A.parent))
Base.getindex(A::Shifted{T,N}, place::Vararg{Int,N}) where {T,N} = A.parent[(place .+ 3)...]

"""The same matrix, laid out in many ways."""
function layouts(M)
    rows, columns = size(M)
    wide = repeat(M, inner = (2, 3))
    framed = fill(zero(first(M)), rows + 2, columns + 2, 3)
    framed[2:end-1, 2:end-1, 2] = M
    turned = permutedims(M)
    return [
        M,
        transpose(turned),
        turned',
        PermutedDimsArray(turned, (2, 1)),
        view(wide, 1:2:2rows, 1:3:3columns),
        view(M, rows:-1:1, columns:-1:1),
        view(M, :, :),
        view(framed, 2:rows+1, 2:columns+1, 2),
        view(transpose(turned), :, :),
        transpose(view(turned, columns:-1:1, :)),
        PermutedDimsArray(
            view(PermutedDimsArray(framed, (3, 2, 1)), 2, 2:columns+1, 2:rows+1), (2, 1)
        ),
        view(PermutedDimsArray(framed, (3, 1, 2)), 2, 2:rows+1, 2:columns+1),
        view(M, [1, 2], :),
        view(M, :, 1:columns)[:, :],
        reshape(view(vec(M), :), rows, columns),
        reshape(view(framed, 2:rows+1, 2:columns+1, 2), rows, columns),
        vcat(M, M)[1:rows, :],
        view(
            PermutedDimsArray(view(turned, Base.IdentityUnitRange(1:columns), :), (2, 1)), 1:rows, :
        ),
        view(M, :, :, 1),
        view(reshape(framed, rows + 2, :), 2:rows+1, columns+4:2columns+3),
        [M[i, :] for i in 1:rows],
        [Tuple(M[i, :]) for i in 1:rows],
        Tuple(M[i, :] for i in 1:rows),
        Any[M[i, :] for i in 1:rows],
        [view(M, i, :) for i in 1:rows],
        Shifted(M),
        Shifted([Shifted(M[i, :]) for i in 1:rows]),
        reshape(view(repeat(vec(M), inner = 3), 1:3:3rows*columns), rows, columns),
    ]
end

"""Each layout of a matrix of some types has the same estimate."""
function same_estimates(types)
    expected = bayes(BINARY)
    @testset "$T" for T in types, R in layouts(Matrix{T}(BINARY))
        @test bayes(R) === expected
        @test bayes(R, missing = "drop") === expected
    end
end

if abspath(PROGRAM_FILE) == @__FILE__
    @testset "layouts" begin
        same_estimates(TYPES)
    end
end
