# G-Pass@k_τ and its averages.

@test g_pass_at_k_tau(BINARY, 2, 0.5) == 0.95
@test g_pass_at_k_tau(BINARY, 2, 1.0) == 0.45
@test rounded(g_pass_at_k_tau_ci(BINARY, 3, 2 / 3)) ==
      (mu = 0.6845, sigma = 0.152, lo = 0.3867, hi = 0.9824)
@test round.(maj_at_k(BINARY, 1:3), digits = 6) == [0.7, 0.45, 0.85]
@test rounded(maj_at_k_ci(BINARY, 2)) == (mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
@test rounded(maj_at_k_ci(BINARY, 3)) == (mu = 0.6845, sigma = 0.152, lo = 0.3867, hi = 0.9824)
@test round.(mg_pass_at_k(BINARY, 2:3), digits = 6) == [0.45, 0.166667]
@test rounded(mg_pass_at_k_ci(BINARY, 2)) == (mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
@test threshold_spectrum_at_k(BINARY, 2, [0.5, 0.5]) == 0.7
@test rounded(threshold_spectrum_at_k_ci(BINARY, 2, [0.0, 1.0])) ==
      (mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)

# τ means what was written: of a bank of k trials, all drawn, j successes pass at j / k, and j - 1
# do not.
for k in (1, 3, 6, 7, 10, 49, 999, 1000), j in unique(round.(Int, range(1, k, length = 60)))
    bank = Counts([j - 1, j], k)
    shares = (
        j / k, j // k, big(j) // k, Int16(j) // Int16(k), Float32(j / k), Float32(j) / Float32(k),
    )
    for tau in shares
        @test g_pass_at_k_tau(bank, k, tau) == 0.5
    end
end
for T in (Float16, Float32, Float64), k in 1:200
    banks = [Counts([j - 1, j], k) for j in 1:k]
    @test all(j -> g_pass_at_k_tau(banks[j], k, T(j / k)) == 0.5, 1:k)
    same = Counts([150, 120, 20], 200)
    @test all(1:k) do j
        g_pass_at_k_tau(same, k, T(j / k)) === g_pass_at_k_tau(same, k, j // k)
    end
end
# All is all, however wide the roundings.
for T in (Float16, Float32, Float64), k in (300, 10^4)
    bank = Counts([k - 1, k, k + 5], k + 5)
    @test g_pass_at_k_tau(bank, k, T(1)) === pass_hat_k(bank, k)
    @test g_pass_at_k_tau(Counts([k - 1, k], k), k, T(1)) === 0.5
    @test g_pass_at_k_tau_ci(bank, k, T(1)) === g_pass_at_k_tau_ci(bank, k, 1)
end
tenth = Counts([2, 3], 10)
for tau in (0.3, 0.1 * 3, 3 // 10, 0.3f0, Float16(0.3))
    @test g_pass_at_k_tau(tenth, 10, tau) == 0.5
end
for tau in (3 // 10 + 1 // 10^18, 0.300000001, big(0.5))
    @test g_pass_at_k_tau(tenth, 10, tau) == 0.0
end
for tau in (0, 0.0, 0.0f0, big(0), big(0.0), 0 // 1)
    @test g_pass_at_k_tau(BINARY, 2, tau) == pass_at_k(BINARY, 2)
end
for tau in (1, 1.0, 1.0f0, big(1), big(1.0), 1 // 1, UInt8(1))
    @test g_pass_at_k_tau(BINARY, 2, tau) == pass_hat_k(BINARY, 2)
end
@test g_pass_at_k_tau(BINARY, 4, big(0.5)) == g_pass_at_k_tau(BINARY, 4, 1 // 2)

for call in (g_pass_at_k_tau, g_pass_at_k_tau_ci)
    for (tau, written) in (
        -0.1 => "-0.1", 1.5 => "1.5", NaN => "NaN", Inf => "inf", 1.5f0 => "1.5", -1 => "-1",
        2 => "2", 3 // 2 => "3/2", 1 // 0 => "1/0",
        1 + 1 // big(10)^20 => "100000000000000000001/100000000000000000000",
        Float16(-0.5) => "-0.5", NaN32 => "NaN", big(NaN) => "NaN",
        big(1.5) => "1.5", -big(1) => "-1", big(Inf) => "inf", pi => "3.141592653589793",
    )
        @refused DomainError "tau = $written is not in [0, 1]" call(BINARY, 2, tau)
    end
    @refused(
        ArgumentError,
        "tau = 1/1180591620717411303424 is too fine: its denominator has more than 64 bits",
        call(BINARY, 2, 1 // big(2)^70),
    )
    @refused(
        ArgumentError,
        "tau = $(big(0.3) / 3) is too fine: its denominator has more than 64 bits",
        call(BINARY, 2, big(0.3) / 3),
    )
    @refused ArgumentError "tau = true is a boolean, not a number" call(BINARY, 2, true)
    @refused ArgumentError "tau = \"0.5\" is not a number" call(BINARY, 2, "0.5")
    @refused ArgumentError "tau = nothing is not a number" call(BINARY, 2, nothing)
    @refused ArgumentError "tau = [0.5] is not a number" call(BINARY, 2, [0.5])
    @refused(
        ArgumentError,
        "complement = 1 is not true or false",
        call(BINARY, 2, 0.5, complement = 1),
    )
end

what = "is not a sequence of numbers, one weight per threshold"
spectra = (
    (weights; k = 2) -> threshold_spectrum_at_k(BINARY, k, weights),
    (weights; k = 2) -> threshold_spectrum_at_k_ci(BINARY, k, weights),
    (weights; k = 2) -> geo_spectrum_at_k(BINARY, k, weights = weights),
    (weights; k = 2) -> geo_spectrum_at_k_ci(BINARY, k, weights = weights),
)
for call in spectra
    @refused(
        ArgumentError,
        "the spectrum has 1 weights but k = 2: one for each threshold 1..k is needed",
        call([0.5]),
    )
    @refused(
        ArgumentError,
        "the spectrum has 0 weights but k = 2: one for each threshold 1..k is needed",
        call([]),
    )
    @refused(
        DomainError,
        "weights[2] = -0.1 of the spectrum is not a weight: each is finite and from 0",
        call([0.5, -0.1]),
    )
    @refused(
        DomainError,
        "weights[2] = NaN of the spectrum is not a weight: each is finite and from 0",
        call([0.5, NaN]),
    )
    @refused DomainError "the weights of the spectrum add up to 1.1, more than 1" call([0.5, 0.6])
    @refused ArgumentError "weights = [0.5 0.5] $what" call([0.5 0.5])
    @refused ArgumentError "weights = [\"a\", \"b\"] $what" call(["a", "b"])
    @refused ArgumentError "weights = missing is not a number" call([0.5, missing])
    @test call((1 // 2, 0)) == call([0.5, 0.0])
    @test call(Shifted([0.5, 0.0])) == call(Shifted([1 // 2, 0 // 1])) == call([0.5, 0.0])
end
@refused ArgumentError "weights = nothing $what" threshold_spectrum_at_k(BINARY, 2, nothing)
@refused(
    ArgumentError,
    "complement = 1 is not true or false",
    threshold_spectrum_at_k(BINARY, 2, [0.5, 0.5], complement = 1),
)
