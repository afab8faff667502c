# What holds of every metric.

Random.seed!(7)
for _ in 1:10
    M, N = rand(1:6), rand(2:12)
    local R = rand(0:1, M, N)
    k = rand(1:N)
    k_max = N

    @test pass_at_k(R, 1) ≈ avg(R).mu rtol = 1e-15
    @test pass_at_k_ci(R, 1, bounds = nothing) == bayes_ci(R)
    @test pass_curve(R, k_max) ≈ pass_at_k(R, 1:k_max) rtol = 1e-15
    for (point, posterior) in zip(SUBSET, SUBSET_CI)
        @test point(R, k, complement = true) ≈ 1 - point(R, k) atol = 1e-15
        one, other = posterior(R, k), posterior(R, k, complement = true)
        @test other.mu ≈ 1 - one.mu atol = 1e-15
        @test other.sigma == one.sigma
        @test other.lo ≈ 1 - one.hi atol = 1e-15
        @test other.hi ≈ 1 - one.lo atol = 1e-15
    end
    @test max_at_k(R, k, [0, 1]) ≈ pass_at_k(R, k) rtol = 1e-15
    @test max_at_k_ci(R, k, [0, 1]).mu ≈ pass_at_k_ci(R, k).mu rtol = 1e-15
    @test g_pass_at_k_tau(R, k, 1) == pass_hat_k(R, k)
    @test g_pass_at_k_tau_ci(R, k, 1).mu ≈ pass_hat_k_ci(R, k).mu rtol = 1e-15
    @test g_pass_at_k_tau(R, k, 0) == pass_at_k(R, k)
    @test maj_at_k(R, k) == g_pass_at_k_tau(R, k, (div(k, 2) + 1) // k)
    @test geo_spectrum_star_at_k(R, k) === geo_spectrum_at_k(R, k)
    @test issorted(pass_at_k(R, 1:N))
    @test issorted(pass_hat_k(R, 1:N), rev = true)

    # Neither the order of questions nor that of trials changes a bit.
    shuffled = R[shuffle(1:M), shuffle(1:N)]
    for call in [POINTS; POSTERIORS]
        @test call(shuffled, k) === call(R, k)
        @test call(Counts(vec(sum(R, dims = 2)), N), k) === call(R, k)
    end
    @test bayes(shuffled) === bayes(R)

    # Merged counts are those of all trials.
    parts = rand(1:N-1)
    count(A) = Counts(vec(sum(A, dims = 2)), size(A, 2))
    merged = count(R[:, 1:parts]) + count(R[:, parts+1:N])
    @test merged == count(R)
    @test pass_at_k_ci(merged, k) === pass_at_k_ci(R, k)
    @test bayes(vcat(count(R), count(shuffled))) === bayes([R; shuffled])
end

# A complement keeps its digits where the metric has none left.
easy = (0:399) .< 330
chance = Float64(binomial(big(70), 60) // binomial(big(400), 60))
@test pass_at_k(easy, 60) == 1.0
@test pass_at_k(easy, 60, complement = true) ≈ chance rtol = 1e-15
@test last(pass_curve(easy, 60, complement = true)) ≈ chance rtol = 1e-15
