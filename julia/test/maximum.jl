# Max@k.

@test max_at_k(BINARY, 2) == 0.95
@test max_at_k(GRADED, 2, W) == 0.85
@test rounded(max_at_k_ci(BINARY, 2)) == (mu = 0.8393, sigma = 0.0973, lo = 0.6487, hi = 1.0)
@test rounded(max_at_k_ci(GRADED, 2, W)) == (mu = 0.75, sigma = 0.0881, lo = 0.5773, hi = 0.9227)
@test max_at_k(GRADED, 2, [7.5, 7.5, 7.5]) == 7.5
@test max_at_k_ci(GRADED, 2, [7.5, 7.5, 7.5]) == (mu = 7.5, sigma = 0.0, lo = 7.5, hi = 7.5)
@test max_at_k_ci(GRADED, 1, W) == bayes_ci(GRADED, W)

# The rewards are the bounds, unless others are given.
wide = max_at_k_ci(GRADED, 2, W, confidence = 1 - 1e-12, bounds = (-Inf, Inf))
@test wide.hi > 1
clipped = max_at_k_ci(GRADED, 2, W, confidence = 1 - 1e-12)
@test clipped.hi == 1.0
@test max_at_k_ci(GRADED, 2, -W, confidence = 1 - 1e-12).lo == -1.0

for call in (max_at_k, max_at_k_ci)
    @refused(
        ArgumentError,
        "w has 1 weight: give one weight per category, at least two",
        call(BINARY, 2, [1]),
    )
    @refused DomainError "w[2] = NaN is not finite" call(BINARY, 2, [0, NaN])
    @refused(
        ArgumentError,
        "w = \"01\" is not a sequence of numbers, one weight per category",
        call(BINARY, 2, "01"),
    )
    for scale in (1e308, 1e-308, -1e308)
        @test all(isfinite, figures(call(GRADED, 3, scale .* [-1.0, 0.25, 1.0])))
    end
end
