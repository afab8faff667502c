# Bayes@N and avg@N.

@test rounded(bayes(GRADED, W, [0 2; 1 2]), 6) == (mu = 0.575, sigma = 0.084275)
@test rounded(bayes(GRADED, W), 6) == (mu = 0.5625, sigma = 0.091998)
@test rounded(bayes(BINARY), 6) == (mu = 0.642857, sigma = 0.118451)
@test rounded(bayes_ci(BINARY, bounds = (0.0, 1.0))) ==
      (mu = 0.6429, sigma = 0.1185, lo = 0.4107, hi = 0.875)
@test rounded(avg(BINARY), 6) == (mu = 0.7, sigma = 0.165831)
@test rounded(avg(GRADED, W), 6) == (mu = 0.6, sigma = 0.147196)
@test rounded(avg_ci(BINARY, bounds = (0.0, 1.0))) ==
      (mu = 0.7, sigma = 0.1658, lo = 0.375, hi = 1.0)
@test rounded(avg_ci(GRADED, W)) == (mu = 0.6, sigma = 0.1472, lo = 0.3115, hi = 0.8885)

# Against fractions.
mean_of(row) = (1 + sum(row)) // (2 + length(row))
@test bayes(BINARY).mu == Float64(sum(mean_of, eachrow(BINARY)) // 2)

for same in (
    [0, 1], (0, 1), [false, true], 0:1, Float32[0, 1], Any[0, 1.0], [0 // 1, 1 // 1], big.([0, 1]),
    Shifted([0.0, 1.0]), Shifted(Any[0, 1]),
)
    @test bayes(BINARY, same) === bayes(BINARY)
    @test avg_ci(BINARY, same) === avg_ci(BINARY)
end
what = "is not a sequence of numbers, one weight per category"
for call in (bayes, bayes_ci, avg, avg_ci)
    @refused ArgumentError "w is empty: give one weight per category, at least two" call(BINARY, [])
    @refused(
        ArgumentError,
        "w has 1 weight: give one weight per category, at least two",
        call(BINARY, [1.0]),
    )
    @refused DomainError "w[2] = NaN is not finite" call(BINARY, [0.0, NaN])
    @refused DomainError "w[1] = -inf is not finite" call(BINARY, [-Inf, 1])
    @refused ArgumentError "w = [0.0 1.0] $what" call(BINARY, [0.0 1.0])
    @refused ArgumentError "w = [\"a\", \"b\"] $what" call(BINARY, ["a", "b"])
    @refused ArgumentError "w = Complex{Int64}[0 + 0im, 0 + 1im] $what" call(BINARY, [0, im])
    @refused ArgumentError "w = 1.0 $what" call(BINARY, 1.0)
    @refused ArgumentError "w = missing is not a number" call(BINARY, [0, missing])
    @refused(
        ArgumentError,
        "R[1, 3] = 2 is not a category: with two categories, outcomes are 0 and 1 (for more, " *
        "give w one weight per category)",
        call(GRADED),
    )
end
@refused(
    ArgumentError,
    "w has 2 weights but the counts have 3 categories (0, 1, 2)",
    bayes(Counts([1 2 3])),
)
