# Geom@k and GeoSpectrum@k.

@test round(geom_at_k(BINARY, 2), digits = 6) == 0.647106
@test round(geom_ds_at_k(BINARY, 2), digits = 6) == 0.653835
@test round(geo_spectrum_at_k(BINARY, 3), digits = 6) == 0.408248
@test geo_spectrum_at_k(BINARY, 3, lam = 1.0) == 1.0
@test round(geo_spectrum_star_at_k(BINARY, 3), digits = 6) == 0.408248
@test rounded(geom_at_k_ci(BINARY, 2)) == (mu = 0.6107, sigma = 0.1331, lo = 0.3498, hi = 0.8716)
@test rounded(geom_ds_at_k_ci(BINARY, 2)) == (mu = 0.6121, sigma = 0.1328, lo = 0.3519, hi = 0.8723)
@test rounded(geo_spectrum_at_k_ci(BINARY, 2)) ==
      (mu = 0.6121, sigma = 0.1328, lo = 0.3519, hi = 0.8723)
@test geo_spectrum_star_at_k_ci(BINARY, 3) === geo_spectrum_at_k_ci(BINARY, 3)

@test geom_ds_at_k(BINARY, 2) ≈ sqrt(pass_at_k(BINARY, 2) * pass_hat_k(BINARY, 2)) rtol = 1e-15
@test geo_spectrum_at_k(BINARY, 3, lam = 1 // 4) ≈
      pass_at_k(BINARY, 3)^0.25 * mg_pass_at_k(BINARY, 3)^0.75 rtol = 1e-15
@test geo_spectrum_at_k(BINARY, 2, lam = 0, weights = [0.25, 0.75]) ≈
      threshold_spectrum_at_k(BINARY, 2, [0.25, 0.75]) rtol = 1e-15

for call in (geom_at_k, geom_ds_at_k, geom_at_k_ci, geom_ds_at_k_ci)
    @refused DomainError "pass_power = inf is not finite" call(BINARY, 2, pass_power = Inf)
    @refused(
        DomainError,
        "unanimous_power = NaN is not finite",
        call(BINARY, 2, unanimous_power = NaN),
    )
    @refused ArgumentError "pass_power = \"1\" is not a number" call(BINARY, 2, pass_power = "1")
    @test call(BINARY, 2, pass_power = 1, unanimous_power = 0) isa Union{Float64,NamedTuple}
end
for (call, whose) in ((geom_at_k, "row 1 of R"), (geom_ds_at_k, "the data set"))
    kind, said = refusal(() -> call([0 1 0], 2, unanimous_power = -0.5))
    @test kind === DomainError
    @test startswith(said, "Pass^k of ") && endswith(said, "is 0, which has no power -0.5")
    @test call([0 1 1], 2, unanimous_power = -0.5) ≈ sqrt(3) rtol = 1e-15
    @test call([0 0 0], 2, pass_power = 0, unanimous_power = 0) == 1.0
end
for call in (geo_spectrum_at_k, geo_spectrum_at_k_ci)
    for (lam, written) in (-0.1 => "-0.1", 1.1 => "1.1", NaN => "NaN", 2 => "2")
        @refused DomainError "lam = $written is not in [0, 1]" call(BINARY, 2, lam = lam)
    end
    @refused ArgumentError "lam = \"0.5\" is not a number" call(BINARY, 2, lam = "0.5")
    @refused ArgumentError "lam = nothing is not a number" call(BINARY, 2, lam = nothing)
end
