# R in every form gives the bits of the plain matrix. Anything else is an error.

expected = bayes(BINARY)

same_estimates((Bool, Int64, Union{Missing,Int8}))

@testset "interpreted" begin
    project = Base.active_project()
    interpreting = `$(Base.julia_cmd()) --startup-file=no --compile=min --project=$project`
    @test success(pipeline(`$interpreting $(joinpath(@__DIR__, "layouts.jl"))`; stdout = stdout, stderr = stderr))
end

# Read in place: no copy, which is seen by its allocation.
const IN_PLACE = TYPES[1:11]

@test bayes(BitMatrix(BINARY)) === expected
@test bayes(transpose(BitMatrix(permutedims(BINARY)))) === expected
@test bayes(reinterpret(Int8, Matrix{UInt8}(BINARY))) === expected
@test bayes(reinterpret(Bool, Matrix{UInt8}(BINARY))) === expected
let (rows, columns) = size(BINARY), turned = permutedims(BINARY)
    for R in (
        Shifted([BINARY[i, :] for i in 1:rows]),
        Shifted(Any[Tuple(BINARY[i, :]) for i in 1:rows]),
        [Shifted(BINARY[i, :]) for i in 1:rows],
        reshape(view(vec(BINARY), rows*columns:-1:1), rows, columns),
        view(reshape(view(BINARY, :, columns:-1:1), rows, 1, columns), :, 1, :),
        view(reshape(transpose(turned), rows, 1, columns), :, 1, :),
        view(reshape(view(turned, :, :), columns, 1, rows), :, 1, :)',
    )
        @test bayes(R) === expected
    end
end
@test bayes(Shifted([0, 1, 1])) === bayes(Shifted(Any[0, 1, 1])) === bayes([0, 1, 1])
@test bayes(Shifted(cat(BINARY, BINARY, dims = 3))).mu == [expected.mu, expected.mu]
@test bayes(Diagonal([1, 1, 1])) == bayes(Matrix(Diagonal([1, 1, 1])))
@test bayes(UpperTriangular(ones(Int, 3, 3))) == bayes([1 1 1; 0 1 1; 0 0 1])
@test bayes(reshape(0:1, 1, 2)) == bayes([0 1])
@test bayes(0:1) == bayes([0, 1]) == bayes([0 1]) == bayes((0, 1)) == bayes(Any[0, true])
@test bayes(view(BINARY, 1, :)) == bayes(transpose(view(BINARY, 1, :))) == bayes(BINARY[1:1, :])
@test bayes(BINARY') != expected
@test bayes(GRADED, W) == bayes(Float32.(GRADED), W) == bayes(UInt16.(GRADED'), W) ||
      bayes(UInt16.(GRADED')', W) == bayes(GRADED, W)

# Every element of a batch, and of odd strides, is that of Julia's own indexing.
Random.seed!(1)
cube = rand(0:2, 4, 6, 5)
for R in (
    cube,
    view(cube, 4:-1:1, 1:2:5, :),
    PermutedDimsArray(cube, (3, 1, 2)),
    view(PermutedDimsArray(cube, (2, 3, 1)), :, 5:-2:1, [1, 3]),
    view(cube, :, :, 2:2),
    convert(Array{Union{Missing,Int8}}, cube),
)
    @test bayes(R, W).mu == [bayes(R[:, :, l], W).mu for l in axes(R, 3)]
end

# Nothing is copied.
allocated(R) = (bayes(R); @allocated bayes(R))
same_size(::Type{T}) where {T} =
    Dict(1 => UInt8, 2 => Float16, 4 => Char, 8 => UInt64)[sizeof(T)]
for T in IN_PLACE
    R = Matrix{T}(rand(0:1, 1000, 1000))
    half = view(R, :, 1:500)
    bits = Matrix(reinterpret(same_size(T), R))
    for same in (
        R, transpose(R), PermutedDimsArray(R, (2, 1)), view(R, 1:2:1000, :), R',
        reshape(half, 500, 1000), reshape(half, 100, 5000)', reshape(view(R, 1:2:1000, :), 1000, :),
        view(reshape(half, 500, 1000), 1:2:500, :), reshape(view(R, :, 7), 10, 100),
        reinterpret(T, bits), transpose(reinterpret(T, view(bits, :, 1:2:1000))),
        reshape(reinterpret(T, view(bits, :, 3:5)), 500, 6), view(reinterpret(T, bits), 2:900, :),
    )
        @test allocated(same) < 1000
        @test bayes(same) === bayes(Matrix(same))
    end
    # What is reshaped of a pattern with gaps is no pattern.
    gaps = reshape(view(R, 1:500, :), 1000, 500)
    @test allocated(gaps) > 10^5
    @test bayes(gaps) === bayes(Matrix(gaps))
end
@test allocated(view(BINARY, 1, :)) < 1000
cube = reshape(view(rand(Int8[0, 1], 8000), 1:8000), 20, 20, 20)
@test allocated(cube) < 6000
@test bayes(cube) == bayes(Array(cube))
@test bayes(reshape(view([0, 1], 2), 1, 1)) === bayes(reshape([1], 1, 1))
# Entries of another size are not these.
@test bayes(reinterpret(Int8, Int16[0x0100 0x0001])) === bayes(Int8[0 1; 1 0])

# Missing outcomes.
holes = [missing 1 1 0 1; 1 1 0 1 missing]
kept = bayes([1 1 0 1; 1 1 0 1])
for T in (Bool, Int8, UInt16, Int32, Int64, UInt64, BigInt, Float16, Float32, Float64)
    R = convert(Matrix{Union{Missing,T}}, holes)
    @refused(
        ArgumentError,
        "R[1, 1] is missing; pass missing=\"drop\" to leave missing outcomes out",
        bayes(R),
    )
    @test bayes(R, missing = "drop") === bayes(R, missing = :drop) === kept
    @test bayes([R[1, :], R[2, :]], missing = "drop") === kept
    @test bayes([R[1, :], R[2, 1:4]], missing = "drop") === kept
    T <: AbstractFloat && @test bayes(coalesce.(R, T(NaN)), missing = "drop") === kept
end
@test Scorio.target(Union{Missing,Int16}) === Scorio.target(Union{Missing,Bool}) === Float32
@test Scorio.target(Union{Missing,Int32}) === Float64
@refused(
    ArgumentError,
    "row 2 of R has no observed trial; leave that question out",
    bayes([0 1; missing missing], missing = "drop"),
)
@refused(
    ArgumentError,
    "row 1 of R has no observed trial; leave that question out",
    bayes(fill(missing, 1, 2), missing = "drop"),
)
@refused ArgumentError "missing = 'x' is not one of 'error', 'drop'" bayes(BINARY, missing = "x")
@refused(
    ArgumentError,
    "missing = 'skip' is not one of 'error', 'drop'",
    bayes(BINARY, missing = :skip),
)
@refused ArgumentError "missing = true is not one of 'error', 'drop'" bayes(BINARY, missing = true)
@refused(
    ArgumentError,
    "missing = 'x' is not one of 'error', 'drop'",
    bayes(Counts([1 1]), missing = "x"),
)

# Rows of different lengths.
@test avg([[1, 0, 1], [1], [0, 1]]).mu ≈ (2 / 3 + 1 + 1 / 2) / 3 rtol = 1e-15
@test avg([[true, false], Int8[1], [0.0, 1.0]]) == avg([[1, 0], [1], [0, 1]])
@test avg([(1, 0), 0:1, [1]]) == avg([[1, 0], [0, 1], [1]])
@refused ArgumentError "R mixes rows and single outcomes" bayes([[0, 1], 1])
@refused ArgumentError "row 2 of R has 2 axes: a row is a sequence of trials" bayes([[0, 1], [0 1]])
@refused(
    ArgumentError,
    "R[2, 3] = 2 is not a category: with two categories, outcomes are 0 and 1 (for more, give " *
    "w one weight per category)",
    bayes([[0, 1], [1, 1, 2]]),
)
@refused(
    ArgumentError,
    "row 2 of R has no observed trial; leave that question out",
    bayes([[0, 1], Int[]]),
)
@refused(
    ArgumentError,
    "R0 goes with a rectangular R: the rows of R differ in length",
    bayes([[0], [1, 1]], nothing, [0 1]),
)
@test bayes([[0, 1], [1, 1]], nothing, [0 1; 1 1]) == bayes([0 1; 1 1], nothing, [0 1; 1 1])
@refused ArgumentError "R[2, 1] = \"a\" is not a number" bayes([Any[0, 1], Any["a"]])
@refused(
    ArgumentError,
    "R has element type String: outcomes are whole numbers or booleans",
    bayes([[0, 1], ["a"]]),
)

# Sizes of zero.
@refused(
    ArgumentError,
    "R has 0 rows and 3 columns: a score needs at least one question and one trial",
    bayes(zeros(Int, 0, 3)),
)
@refused(
    ArgumentError,
    "R has 3 rows and 0 columns: a score needs at least one question and one trial",
    bayes(zeros(Int8, 3, 0)),
)
@refused(
    ArgumentError,
    "R has 0 rows and 0 columns: a score needs at least one question and one trial",
    bayes(falses(0, 0)),
)
@refused(
    ArgumentError,
    "R has 1 row and 0 columns: a score needs at least one question and one trial",
    bayes(Int[]),
)
@refused(
    ArgumentError,
    "R has 1 row and 0 columns: a score needs at least one question and one trial",
    bayes([]),
)
@refused(
    ArgumentError,
    "R has 0 rows and 0 columns: a score needs at least one question and one trial",
    bayes(Vector{Int}[]),
)
@refused(
    ArgumentError,
    "R has 2 rows and 0 columns: a score needs at least one question and one trial",
    bayes([Int[], Int[]]),
)
@refused(
    ArgumentError,
    "R has 0 rows and 5 columns: a score needs at least one question and one trial",
    bayes(view(BINARY, 1:0, :)),
)
@refused(
    ArgumentError,
    "R has 5 rows and 0 columns: a score needs at least one question and one trial",
    bayes(transpose(view(BINARY, 3:2, :))),
)
@test bayes(zeros(Int, 2, 3, 0)) == (mu = Float64[], sigma = Float64[])
@refused(
    ArgumentError,
    "in R[:, :, 1]: R has 0 rows and 3 columns: a score needs at least one question and one " *
    "trial",
    bayes(zeros(Int, 0, 3, 2)),
)

# Entries.
@refused ArgumentError "R[2, 1] = 2 $TWO" bayes([0 1; 2 1])
@refused ArgumentError "R[1, 2] = 0.5 $TWO" bayes([0 0.5])
@refused ArgumentError "R[1, 2] = 0.5 $TWO" bayes(Float16[0 0.5])
@refused ArgumentError "R[1, 2] = 0.5 $TWO" bayes(Any[0 0.5])
@refused ArgumentError "R[1, 2] = -1 $TWO" bayes([0 -1])
@refused ArgumentError "R[1, 2] = -1 $TWO" bayes(Int8[0 -1])
@refused ArgumentError "R[1, 2] = inf $TWO" bayes([0 Inf])
@refused(
    ArgumentError,
    "R[1, 2] = 5 is not a category: w has 3 weights, so categories are 0..2",
    bayes([0 5; 1 1], W),
)
@refused ArgumentError "R[1, 2] = 18446744073709551615 $TWO" bayes(UInt64[0 typemax(UInt64)])
@refused ArgumentError "R[1, 2] = 1180591620717411303424 is not a category" bayes([0 big(2)^70])
@refused(
    ArgumentError,
    "R[2, 1] = -1180591620717411303424 is not a category",
    bayes(Int128[0 1; -Int128(2)^70 1]),
)
@refused ArgumentError "R[1, 2] = 9007199254740993 is not a category" bayes([missing 2^53 + 1])
@refused(
    ArgumentError,
    "R[1, 2] = 18446744073709551615 is not a category",
    bayes([missing typemax(UInt64)]),
)
@refused(
    ArgumentError,
    "R[1, 1, 2] = 1180591620717411303424 is not a category",
    bayes(cat([0 1], [big(2)^70 1], dims = 3)),
)
@refused ArgumentError "R[1, 2] = $(big(10.0)^400) is not a category" bayes([big(0) big(10.0)^400])
@refused(
    ArgumentError,
    "R has element type String: outcomes are whole numbers or booleans",
    bayes(["a" "b"]),
)
@refused(
    ArgumentError,
    "R has element type Complex{Int64}: outcomes are whole numbers or booleans",
    bayes([1im 0]),
)
@refused ArgumentError "R[1, 1] = \"a\" is not a number" bayes(Any["a" 1])
@refused ArgumentError "R[1, 2] = nothing is not a number" bayes([1 nothing])
@refused ArgumentError "R[1, 1] = 1//2 is not a category" bayes(Real[1//2 1])
@refused ArgumentError "R[1, 2] = 1//2 is not a category" bayes([1//1 1//2])
@refused ArgumentError "R[2, 1] = 1//0 is not a category" bayes([[1, 0], [1//0, 1//1]])
@refused ArgumentError "R[1, 1] = π is not a category" bayes(Any[pi 1])
@refused ArgumentError "R[1, 1] = π is not a category" bayes([pi pi])
@refused ArgumentError "R[1, 2] = $(big(10)^400)//1 is not a category" bayes([1 big(10)^400//1])
@refused ArgumentError "R[1, 1] = 2 $TWO" bayes([2//1 0])
@test bayes(Any[2//1 0 true], W) === bayes([[2//1, 0//1, 1//1]], W) === bayes([2 0 1], W)
@refused ArgumentError "R = 5 is not a matrix of outcomes" bayes(5)
@refused ArgumentError "R = \"0101\" is not a matrix of outcomes" bayes("0101")
@refused ArgumentError "R = fill(1) is not a matrix of outcomes" bayes(fill(1))

# Outcomes known beforehand.
R0 = [0 2; 1 2]
with_prior = bayes(GRADED, W, R0)
for same in (
    Int8.(R0), Float64.(R0), BigInt.(R0), Any[0 2; 1 2], transpose(permutedims(R0)),
    view(repeat(R0, inner = (2, 2)), 1:2:4, 1:2:4), [0, 2, 1, 2],
    view([9, 0, 9, 2, 9, 1, 9, 2], 2:2:8), [[0, 2], [1, 2]], ((0, 2), (1, 2)),
    Rational.(R0), Real[0//1 2; 1.0 2], Shifted(R0), Shifted([0, 2, 1, 2]),
    Shifted([Shifted([0, 2]), Shifted([1, 2])]), reinterpret(Int64, UInt64.(R0)),
    reshape(view([9, 0, 1, 2, 2], 2:5), 2, 2),
)
    @test bayes(GRADED, W, same) === with_prior
end
@test bayes(GRADED, W, Int[]) == bayes(GRADED, W) == bayes(GRADED, W, zeros(Int, 2, 0))
@test bayes(GRADED[1, :], W, [0, 2]) == bayes(GRADED[1:1, :], W, [0 2])
batch = cat(GRADED, GRADED[[2, 1], :], dims = 3)
own = cat([0 2; 1 2], [1 1; 0 0], dims = 3)
for (prior, at) in (
    (R0, l -> R0), ([0, 2, 1, 2], l -> R0), (own, l -> own[:, :, l]),
    (Float32.(own), l -> own[:, :, l]),
)
    @test bayes(batch, W, prior).mu == [bayes(batch[:, :, l], W, at(l)).mu for l in 1:2]
    found = max_at_k_ci(batch, 1:2, W, prior)
    @test found.hi == [max_at_k_ci(batch[:, :, l], k, W, at(l)).hi for k in 1:2, l in 1:2]
end
@refused ArgumentError "R0 has 3 axes but R has 2" bayes(GRADED, W, own)
@refused ArgumentError "R0 has 3 axes but R has 1" bayes(GRADED[1, :], W, own)
@refused(
    ArgumentError,
    "R has the trailing axes (2,) but R0 has (1,)",
    bayes(batch, W, own[:, :, 1:1]),
)
@refused(
    ArgumentError,
    "R has the trailing axes (2, 1) but R0 has (2,)",
    bayes(reshape(batch, 2, 5, 2, 1), W, own),
)
@refused ArgumentError "R0 has 1 rows (questions) but R has 2" bayes(GRADED, W, [0 1])
@refused ArgumentError "R0 has 1 rows (questions) but R has 2" bayes(GRADED, W, [0, 1, 1])
@refused(
    ArgumentError,
    "R0[2, 1] = 3 is not a category: w has 3 weights, so categories are 0..2",
    bayes(GRADED, W, [0 1; 3 1]),
)
@refused ArgumentError "R0[2, 1] = 0.5 is not a category" bayes(GRADED, W, [0 1; 0.5 1])
@refused ArgumentError "R0[2, 1] = 1//2 is not a category" bayes(GRADED, W, [0 1; 1//2 1])
@refused ArgumentError "R0[1, 1] = π is not a category" bayes(GRADED, W, Any[pi 1; 0 1])
@refused ArgumentError "R0[2, 1] = NaN is not a category" bayes(GRADED, W, [0 1; NaN 1])
@refused ArgumentError "R0[2, 1] = missing is not a category" bayes(GRADED, W, [0 1; missing 1])
@refused(
    ArgumentError,
    "R0[1, 2] = 9223372036854775808 is not a category",
    bayes(GRADED, W, UInt64[0 2; 0 1] .+ UInt64[0 typemax(Int64)-1; 0 0]),
)
@refused ArgumentError "R0[1, 1] = \"a\" is not a number" bayes(GRADED, W, Any["a" 0; 0 0])
@refused(
    ArgumentError,
    "R0 has element type String: outcomes are whole numbers or booleans",
    bayes(GRADED, W, ["a" "b"]),
)
@refused(
    ArgumentError,
    "R0 is no array: its rows differ in length, or in kind",
    bayes(GRADED, W, [[0], [1, 1]]),
)
@refused ArgumentError "R0 = 1 is not a matrix of outcomes" bayes(GRADED, W, 1)
@refused ArgumentError "R0 mixes rows and single outcomes" bayes(GRADED, W, [[0], 1])
