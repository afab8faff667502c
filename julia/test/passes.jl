# Pass@k, Pass^k, AUC@k.

@test round.(pass_at_k(BINARY, 1:2), digits = 6) == [0.7, 0.95]
@test pass_at_k(BINARY, [1, 2, 5]) == [0.7, 0.95, 1.0]
@test round.(pass_hat_k(BINARY, 1:2), digits = 6) == [0.7, 0.45]
@test pass_curve(BINARY, 3) == [0.7, 0.95, 1.0]
@test round.(auc_at_k(BINARY, 1:3), digits = 6) == [0.7, 0.825, 0.9]
@test rounded(pass_at_k_ci(BINARY, 1)) == (mu = 0.6429, sigma = 0.1185, lo = 0.4107, hi = 0.875)
@test rounded(pass_at_k_ci(BINARY, 2)) == (mu = 0.8393, sigma = 0.0973, lo = 0.6487, hi = 1.0)
@test rounded(pass_hat_k_ci(BINARY, 1)) == (mu = 0.6429, sigma = 0.1185, lo = 0.4107, hi = 0.875)
@test rounded(pass_hat_k_ci(BINARY, 2)) == (mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
@test rounded(auc_at_k_ci(BINARY, 2)) == (mu = 0.7411, sigma = 0.1068, lo = 0.5318, hi = 0.9503)
@test auc_at_k_ci(BINARY, 1) == pass_at_k_ci(BINARY, 1)
@test unanimous_at_k === g_pass_at_k === pass_hat_k
@test unanimous_at_k_ci === g_pass_at_k_ci === pass_hat_k_ci

# Against fractions.
Random.seed!(5)
for _ in 1:20
    R = rand(0:1, rand(1:5), rand(1:12))
    N = size(R, 2)
    k = rand(1:N)
    failures(row) = count(==(0), row)
    exact = sum(row -> 1 - binomial(failures(row), k) // binomial(N, k), eachrow(R)) // size(R, 1)
    @test pass_at_k(R, k) ≈ Float64(exact) rtol = 1e-15
end

@refused(
    DomainError,
    "k = 6 is more than the 5 trials of row 1 of R; take k ≤ 5, take the metric with " *
    "_ci, which accepts any k, or pass ragged=\"drop\" to leave such questions out",
    pass_at_k(BINARY, 6),
)
@refused(
    DomainError,
    "k = 1000000000 is too large for AUC@k: at most 10000000",
    auc_at_k_ci(BINARY, 10^9),
)
@test 0 < pass_at_k_ci(BINARY, 10^9).mu <= 1
