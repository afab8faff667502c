# Batches, several budgets, questions that are too short, and numbers that are none.

Random.seed!(3)
batch = rand(0:1, 4, 6, 2, 3)
for call in [POINTS; POSTERIORS]
    for (k, several) in ((3, [3]), ([3, 1, 6], [3, 1, 6]), (1:3, 1:3), ((1, 2), [1, 2]))
        found = call(batch, k)
        for (part, whole) in enumerate(figures(found))
            @test size(whole) == (k isa Int ? (2, 3) : (length(several), 2, 3))
            each = reshape(whole, length(several), 2, 3)
            for place in CartesianIndices((2, 3)), (j, budget) in enumerate(several)
                one = figures(call(batch[:, :, place], budget))
                @test each[j, place] === one[part]
            end
        end
    end
    @test figures(call(BINARY, 2))[1] isa Float64
    @test figures(call(BINARY, 1:2))[1] isa Vector{Float64}
    @test size(figures(call(batch[:, :, 1:0, :], 1:2))[1]) == (2, 0, 3)
    @test size(figures(call(batch[:, :, 1, 1:0], 2))[1]) == (0,)
    for same in (Int8(2), UInt64(2), big(2))
        @test call(BINARY, same) === call(BINARY, 2)
    end
    @test call(BINARY, (k for k in 1:2)) == call(BINARY, Any[1, 2]) == call(BINARY, 1:2)
    @test call(BINARY, Shifted([1, 2])) == call(BINARY, Shifted(Any[1, 2])) == call(BINARY, 1:2)
    @test call(BINARY, (k for k in Shifted([1, 2]))) == call(BINARY, 1:2)

    @refused ArgumentError "k is empty: give at least one budget" call(BINARY, Int[])
    @refused ArgumentError "k = 2.5 is not a whole number" call(BINARY, 2.5)
    @refused ArgumentError "k = 2.0 is not a whole number" call(BINARY, 2.0)
    @refused ArgumentError "k = 1.5 is not a whole number" call(BINARY, (1, 1.5))
    @refused ArgumentError "k = 2//1 is not a whole number" call(BINARY, 2//1)
    @refused ArgumentError "k = \"2\" is not a whole number" call(BINARY, "2")
    @refused ArgumentError "k = nothing is not a whole number" call(BINARY, nothing)
    @refused(
        ArgumentError,
        "k = [1 2] is not a whole number, or a vector of them",
        call(BINARY, [1 2]),
    )
    @refused(
        ArgumentError,
        "k = true is a boolean: a budget is a whole number from 1",
        call(BINARY, true),
    )
    @refused(
        ArgumentError,
        "k = true is a boolean: a budget is a whole number from 1",
        call(BINARY, [true]),
    )
    @refused(
        DomainError,
        "k = 1180591620717411303424 is too large: a budget is a whole number from 1 to " *
        "1,000,000,000",
        call(BINARY, big(2)^70),
    )
    @refused(
        DomainError,
        "k = -1180591620717411303424 is too small: a budget is a whole number from 1 to " *
        "1,000,000,000",
        call(BINARY, -big(2)^70),
    )
    @refused(
        DomainError,
        "k = 1000000001 is too large: a budget is a whole number from 1 to 1,000,000,000",
        call(BINARY, 10^9 + 1),
    )
    @refused(
        DomainError,
        "k = 0 is too small: a budget is a whole number from 1 to 1,000,000,000",
        call(BINARY, 0),
    )
    @refused(
        DomainError,
        "k = -3 is too small: a budget is a whole number from 1 to 1,000,000,000",
        call(BINARY, [1, -3]),
    )
end

# The number behind a DomainError.
value(call) = try call() catch problem; problem.val end
@test value(() -> pass_at_k(BINARY, 0)) === 0
@test value(() -> pass_at_k(BINARY, big(2)^70)) == big(2)^70
@test value(() -> bayes_ci(BINARY, confidence = 95)) === 95
@test value(() -> bayes_ci(BINARY, confidence = 1.5)) === 1.5
@test value(() -> g_pass_at_k_tau(BINARY, 2, 3 // 2)) === 3 // 2

# A curve.
@test pass_curve(BINARY, 3) == pass_at_k(BINARY, 1:3)
@test pass_curve(batch, 4) == pass_at_k(batch, 1:4)
@test pass_curve(batch, 4, complement = true) ≈ 1 .- pass_at_k(batch, 1:4)
@refused(
    DomainError,
    "k_max = 0 is too small: a budget is a whole number from 1 to 1,000,000,000",
    pass_curve(BINARY, 0),
)
@refused(
    DomainError,
    "k_max = -5 is too small: a budget is a whole number from 1 to 1,000,000,000",
    pass_curve(BINARY, -5),
)
@refused(
    DomainError,
    "k_max = 10000000000 is too large: a budget is a whole number from 1 to 1,000,000,000",
    pass_curve(BINARY, 10^10),
)
@refused ArgumentError "k_max = 1:2 is not a whole number" pass_curve(BINARY, 1:2)
@refused(
    ArgumentError,
    "k_max = true is a boolean: a budget is a whole number from 1",
    pass_curve(BINARY, true),
)
@refused(
    DomainError,
    "k = 6 is more than the 5 trials of row 1 of R; take k ≤ 5, take the metric with " *
    "_ci, which accepts any k, or pass ragged=\"drop\" to leave such questions out",
    pass_curve(BINARY, 6),
)

# A slip takes no memory.
@test (@allocated refusal(() -> pass_curve(BINARY, 10^9))) < 10^8

# Which matrix of a batch.
bad = cat([0 1 1 0; 1 1 0 1], [0 1 1 5; 1 1 0 1], dims = 3)
@refused ArgumentError "in R[:, :, 2]: R[1, 4] = 5 $TWO" pass_at_k(bad, 1)
@refused ArgumentError "in R[:, :, 2]: R[1, 4] = 5 $TWO" bayes(bad)
@refused(
    ArgumentError,
    "in R[:, :, 2, 1]: R[1, 4] = 5 $TWO",
    pass_at_k_ci(reshape(bad, 2, 4, 2, 1), 1:2),
)
@refused ArgumentError "in R[:, :, 2]: R[1, 4] = 5 $TWO" pass_curve(bad, 1)

# Short questions.
rows = [[1, 0, 1], [1, 1], [0], [0, 0, 1, 1]]
for call in POINTS
    @refused(
        DomainError,
        "k = 3 is more than the 1 trial of row 3 of R; take k ≤ 1, take the metric with " *
        "_ci, which accepts any k, or pass ragged=\"drop\" to leave such questions out",
        call(rows, 3),
    )
    left, said = warned(() -> call(rows, 3, ragged = "drop"))
    @test left === call([rows[1], rows[4]], 3)
    @test said == ["2 questions have fewer than k = 3 trials: left out of the score"]
    @test isempty(last(warned(() -> call(rows, 1, ragged = "drop"))))
    @test last(warned(() -> call(rows, [2, 1, 3], ragged = :drop))) == [
        "1 question has fewer than k = 2 trials; 2 questions have fewer than k = 3 trials: " *
        "left out of the score",
    ]
    @refused DomainError "no question has k = 5 trials" call(rows, 5, ragged = "drop")
    @refused(
        ArgumentError,
        "ragged = 'skip' is not one of 'error', 'drop'",
        call(rows, 1, ragged = "skip"),
    )
end
short = cat([1.0 0 1; 1 1 1], [1 NaN NaN; 0 1 1], dims = 3)
for call in (pass_at_k, pass_curve)
    @refused(
        DomainError,
        "in R[:, :, 2]: k = 2 is more than the 1 trial of row 1 of R; take k ≤ 1, take the " *
        "metric with _ci, which accepts any k, or pass ragged=\"drop\" to leave such " *
        "questions out",
        call(short, 2, missing = "drop"),
    )
    @test last(warned(() -> call(short, 2, missing = "drop", ragged = "drop"))) ==
          ["1 question has fewer than k = 2 trials in R[:, :, 2]: left out of the score"]
end
many = [fill([0, 1], 2); fill([1], 1235)]
@test last(warned(() -> pass_at_k(many, 2, ragged = "drop"))) ==
      ["1,235 questions have fewer than k = 2 trials: left out of the score"]
empty_too = [[1, 0], Int[]]
@refused(
    ArgumentError,
    "row 2 of R has no observed trial; leave that question out",
    pass_at_k(empty_too, 1),
)
@test warned(() -> pass_at_k(empty_too, 2, ragged = "drop")) ==
      (1.0, ["1 question has fewer than k = 2 trials: left out of the score"])

# Intervals.
for call in POSTERIORS
    for confidence in (0, 1, -1, 95)
        @refused(
            DomainError,
            "confidence = $confidence is not between 0 and 1",
            call(BINARY, 2, confidence = confidence),
        )
    end
    @refused DomainError "confidence = NaN is not between 0 and 1" call(BINARY, 2, confidence = NaN)
    @refused(
        ArgumentError,
        "confidence = \"0.9\" is not a number",
        call(BINARY, 2, confidence = "0.9"),
    )
    @refused(
        ArgumentError,
        "confidence = nothing is not a number",
        call(BINARY, 2, confidence = nothing),
    )
    @refused(
        ArgumentError,
        "confidence = 0.9 + 0.0im is not a number",
        call(BINARY, 2, confidence = 0.9 + 0im),
    )
    @refused ArgumentError "bounds = (1, 0) are not in order" call(BINARY, 2, bounds = (1.0, 0.0))
    @refused ArgumentError "bounds = (1.0,) is not a pair (lo, hi)" call(BINARY, 2, bounds = (1.0,))
    @refused(
        ArgumentError,
        "bounds = [1, 2, 3] is not a pair (lo, hi)",
        call(BINARY, 2, bounds = [1, 2, 3]),
    )
    @refused ArgumentError "bounds = 5 is not a pair (lo, hi)" call(BINARY, 2, bounds = 5)
    @refused ArgumentError "bounds = nothing is not a number" call(BINARY, 2, bounds = (nothing, 1))
    @test call(BINARY, 2, bounds = [0, 1]) == call(BINARY, 2, bounds = (0.0, 1.0))
    @test call(BINARY, 2, bounds = Shifted([0, 1])) == call(BINARY, 2, bounds = (0.0, 1.0))
    free = call(BINARY, 2, bounds = (-Inf, Inf), confidence = 1 - 1e-12)
    @test free.lo < call(BINARY, 2).lo && free.hi > call(BINARY, 2).hi
    narrow = call(BINARY, 2, bounds = (0.4, 0.5))
    @test 0.4 <= narrow.lo <= narrow.hi <= 0.5
    @test call(BINARY, 2, confidence = big(1) / 2) == call(BINARY, 2, confidence = 1 // 2)
end
for call in [SUBSET_CI; BLENDS_CI]
    @test call(BINARY, 2, bounds = nothing, confidence = 1 - 1e-12).hi > 1
    @test call(BINARY, 2, confidence = 1 - 1e-12).hi == 1
    @test call(BINARY, 2, alpha0 = 2).mu > call(BINARY, 2).mu > call(BINARY, 2, beta0 = 2 // 1).mu
    for (name, value) in ((:alpha0, 0), (:beta0, -1), (:alpha0, NaN), (:beta0, Inf))
        written = value === Inf ? "inf" : value
        @refused(
            DomainError,
            "$name = $written is not positive and finite",
            call(BINARY, 2; [name => value]...),
        )
    end
    @refused(
        DomainError,
        "alpha0 = 1e-101 is beyond what can be computed: it must lie in 1e-100..1e100",
        call(BINARY, 2, alpha0 = 1e-101),
    )
    @refused ArgumentError "alpha0 = \"1\" is not a number" call(BINARY, 2, alpha0 = "1")
    @refused(
        ArgumentError,
        "beta0 = $(big(10)^400) is too large",
        call(BINARY, 2, beta0 = big(10)^400),
    )
    @refused ArgumentError "beta0 = missing is not a number" call(BINARY, 2, beta0 = missing)
end
for call in [SUBSET; SUBSET_CI]
    @refused ArgumentError "complement = 1 is not true or false" call(BINARY, 2, complement = 1)
    @refused(
        ArgumentError,
        "complement = \"no\" is not true or false",
        call(BINARY, 2, complement = "no"),
    )
end
@refused ArgumentError "complement = 1 is not true or false" pass_curve(BINARY, 2, complement = 1)

# Results are plain, and known to the compiler.
@test Base.return_types(bayes, (Matrix{Int},)) ==
      [NamedTuple{(:mu, :sigma),Tuple{Float64,Float64}}]
@test Base.return_types(pass_at_k, (Matrix{Int8}, Int)) == [Float64]
@test Base.return_types(pass_at_k, (Array{Int8,3}, UnitRange{Int})) == [Matrix{Float64}]
mu, sigma, lo, hi = pass_at_k_ci(BINARY, 2)
@test (mu = mu, sigma = sigma, lo = lo, hi = hi) === pass_at_k_ci(BINARY, 2)

# Threads share nothing.
found = Vector{Float64}(undef, 200)
Threads.@threads for i in 1:200
    found[i] = i % 2 == 0 ? pass_at_k(BINARY, 2) :
        last(refusal(() -> pass_at_k([0 1; 1 i + 1], 1))) == "R[2, 2] = $(i + 1) $TWO"
end
@test all(i -> found[i] == (i % 2 == 0 ? 0.95 : 1.0), 1:200)
