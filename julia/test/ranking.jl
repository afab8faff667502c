# Models ranked by methods: what comes of outcomes and of counts, and what is refused.

const RESULTS = cat([1 1; 1 0; 0 1], [1 0; 1 0; 0 1], [0 1; 0 0; 1 0], dims = 3)
const COUNTED = [Counts([2, 1, 1], 2), Counts([1, 1, 1], 2), Counts([1, 0, 1], 2)]

"""Whether two rankings have the same bits."""
same(one, other) =
    keys(one) == keys(other) && all(map(isequal, map(collect, values(one)), values(other)))

@testset "ways to give the same results" begin
    for method in ("avg", :borda, "hodge_rank", "kemeny_young", "bradley_terry_map")
        found = rank_fit(method, RESULTS)
        @test same(found, rank_fit(method, COUNTED))
        @test same(found, rank_fit(method, Float32.(RESULTS)))
        @test same(found, rank_fit(method, Array{Union{Missing,Int}}(RESULTS)))
        @test same(found, rank_fit(method, view(RESULTS .== 1, 1:3, :, [1, 2, 3])))
        by_model = PermutedDimsArray(permutedims(RESULTS, (3, 1, 2)), (2, 3, 1))
        @test same(found, rank_fit(method, by_model))
    end
    turned = rank_fit("bradley_terry_map", view(RESULTS, :, :, 3:-1:1), interval = nothing)
    @test turned.rank == [3, 2, 1]
    @test keys(turned) == (:rank, :score)
end

@testset "columns" begin
    found = rank_fit("bradley_terry_davidson_map", RESULTS, interval = :sandwich)
    @test keys(found) == (:rank, :score, :sigma, :lo, :hi, :rank_lo, :rank_hi, :p_best)
    @test found.rank == [1, 2, 3]
    @test all(found.lo .< found.score .< found.hi)
    @test all(found.rank_lo .<= found.rank .<= found.rank_hi)
    @test sum(found.p_best) ≈ 1
    wide = rank_fit("bradley_terry_davidson_map", RESULTS, interval = :sandwich, confidence = 0.99)
    @test all(wide.lo .< found.lo) && wide.sigma == found.sigma
    played = rank_fit("elo", RESULTS, interval = nothing, orders = 8)
    @test keys(played) == (:rank, :score, :order_sd)
    @test all(played.order_sd .> 0)
end

@testset "arguments" begin
    draws(; arguments...) = rank_fit("avg", RESULTS; arguments...)
    @test same(draws(seed = 3), draws(seed = 0x03))
    @test !same(draws(seed = 3), draws(seed = typemax(UInt64)))
    @test !same(draws(), draws(cluster = ["a", "a", "b"]))
    @test same(draws(cluster = [7, 8, 9]), draws(cluster = [:x, :y, :z]))
    prior(; arguments...) = rank_fit("bradley_terry_map", RESULTS; interval = nothing, arguments...)
    @test prior(prior_variance = 0.01).score[1] < prior().score[1] / 2
    @test prior(prior = :laplace, prior_scale = 1).score != prior().score
    @test prior(prior_means = (3, 0, -3)).score[1] > prior().score[1]
    @test prior(prior = nothing).score == prior().score
    @test prior(pairing = "aligned").score != prior().score
    half = rank_fit("avg", COUNTED, weights = [0, 0.5], interval = nothing)
    @test 2 * half.score ≈ rank_fit("avg", COUNTED, interval = nothing).score
    gap = [1 missing; 1 0]
    @test rank_fit("avg", cat(gap, [0 1; 0 0], dims = 3), missing = "drop").rank == [1, 2]
end

@testset "draws without scores" begin
    found, warnings = warned(() -> rank_fit("bradley_terry", RESULTS, replicates = 100))
    @test found.rank == [1, 2, 3]
    @test length(warnings) == 1
    @test occursin(
        r"^bradley_terry has no scores of \d+ of 100 draws, which are left out$", warnings[1]
    )
    @test warnings[1].kind == "warning.draws_without_scores"
    console = IOBuffer()
    with_logger(ConsoleLogger(console)) do
        rank_fit("bradley_terry", RESULTS, replicates = 100)
    end
    @test occursin(warnings[1].sentence, String(take!(console)))
end

@testset "refused" begin
    ranked(R = RESULTS; method = "avg", arguments...) = rank_fit(method, R; arguments...)
    said(call) = last(refusal(call))
    form = "give an array of questions × trials × models, or a vector with Counts of each model"
    @refused ArgumentError "R = 3 is not an array of outcomes: $form" ranked(3)
    @refused ArgumentError "R has 2 axes: $form" ranked(RESULTS[:, :, 1])
    @refused ArgumentError "R has 1 axis: $form" ranked(Counts[])
    @refused ArgumentError "method = 3 is not a text" ranked(method = 3)
    @refused ArgumentError "avg has no option \"k\": it has none" ranked(k = 1)
    @refused ArgumentError "avg has no option \"counts\"" ranked(counts = 1)
    @refused DomainError "confidence = 2 is not between 0 and 1" ranked(confidence = 2)
    @refused(
        ArgumentError,
        "R[1, 2] = 3 is not an outcome: rankings take 0 and 1 (of model 2)",
        ranked(cat([0 1], [1 3], dims = 3))
    )
    @refused(
        ArgumentError,
        "R[1, 2] is missing (of model 1); pass missing=\"drop\" to leave missing outcomes out",
        ranked(cat([0 missing], [1 1], dims = 3))
    )
    @refused(
        ArgumentError,
        "there is one question: an interval needs at least two; " *
        "rank without intervals (interval=nothing), or add a question",
        ranked(RESULTS[1:1, :, :])
    )
    @refused(
        ArgumentError,
        "avg has no sandwich interval: only models of pairs have one; pass interval=\"questions\"",
        ranked(interval = "sandwich")
    )
    @refused(
        ArgumentError,
        "interval = 'exact' is not one of 'questions', 'sandwich', 'posterior', 'none'",
        ranked(interval = "exact")
    )
    @refused(
        ArgumentError,
        "bradley_terry has no finite strengths: nothing speaks for b against a; take a method " *
        "with a prior, such as bradley_terry_map, which has strengths of any data",
        ranked(
            cat([1 1], [0 0], dims = 3), method = "bradley_terry", models = ["a", "b"],
            interval = nothing,
        )
    )
    @refused(
        ArgumentError,
        "model 2 has no trial with an outcome: it has no rank",
        ranked([Counts([1 1]), Counts([0 0])])
    )
    @refused(
        ArgumentError,
        "aligned pairs need the trials of each question in their order, but counts have none; " *
        "pass pairing=\"expected\", or an array of single trials",
        ranked(COUNTED, pairing = "aligned")
    )
    @refused(
        ArgumentError,
        "the Counts of R differ in size: they have the same questions and categories",
        ranked([Counts([1 1]), Counts([1 1; 0 1])])
    )
    @refused(
        ArgumentError, "weights are for counts: R has only 0 and 1", ranked(weights = [0, 1])
    )
    @refused(
        ArgumentError,
        "weights has 3 entries, one for each category but counts has 2",
        ranked(COUNTED, weights = [0, 1, 1])
    )
    @refused(
        ArgumentError, "cluster has length 2, but R has 3 questions", ranked(cluster = [1, 2])
    )
    @refused ArgumentError "models has length 1, but R has 3 models" ranked(models = ["a"])
    @refused(
        ArgumentError,
        "replicates = 0 is not a whole number from 1 to 1,000,000,000",
        ranked(replicates = 0)
    )
    @refused ArgumentError "seed = 0.5 is not a whole number" ranked(seed = 0.5)
    @test startswith(said(() -> ranked(method = "best")), "there is no ranking method \"best\": ")
    @test said(() -> ranked(COUNTED, pairing = "aligned")).kind == "rankers.not_aligned"
end
