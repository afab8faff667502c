# Horizons: a curve by hand, errors, and the exact values of the folder that SCORIO_SHARED names.

const MINUTES = ["minutes" => [1, 16]]
const SURE = ["m" => [1 1 1 1 0; 1 0 0 0 0]]

let found = horizon(SURE, "minutes", fields = MINUTES)
    @test [row.at for row in found] == [0.5, 0.8]
    @test [row.horizon for row in found] ≈ [4, 1]
    @test [row.shown for row in found] == ["4.0m", "1.0m"]
    @test all(row -> row.unbounded && row.lo === missing, found)
    @test first(found.others[4]).slope ≈ -log(4) / 2
end
@test first(horizon(SURE, "minutes", fields = MINUTES, unit = "hours")).shown == "4h 00m"
@test_throws ArgumentError horizon(SURE, "minutes")
@test_throws ArgumentError horizon(SURE, "minutes", fields = ["minutes" => [1, 0]])
@test_throws ArgumentError horizon(SURE, "item")
@test_throws DomainError horizon(SURE, "minutes", fields = MINUTES, at = [0.5, 1.5])

const HORIZONS = joinpath(get(ENV, "SCORIO_SHARED", ""), "reference", "horizons.json")

near_horizon(found, exact; rtol = 1e-9) =
    exact === nothing ? found === missing : isapprox(found, exact; rtol = rtol, atol = 1e-11)

"""The trials of a task: successes first."""
trials_of(task) = [place <= task["successes"] ? 1 : 0 for place in 1:task["trials"]]

function exact_horizons(case)
    results = [model => [trials_of(task) for task in tasks] for (model, tasks) in case["data"]]
    tasks = last(first(case["data"]))
    options = Dict{Symbol,Any}(:fields => ["minutes" => [task["length"] for task in tasks]])
    if all(task -> haskey(task, "cluster"), tasks)
        options[:cluster] = [task["cluster"] for task in tasks]
        options[:weight] = [task["weight"] for task in tasks]
    end
    if case["days"] !== nothing
        options[:dates] = ["$model=$day" for (model, day) in case["days"]]
    end
    exact = case["expected"]
    found = horizon(results, "minutes"; options...)
    curves = Dict(row.model => row for row in found.others[4])
    for row in found
        own = exact["models"][row.model]
        if haskey(own, "problem")
            @test row.horizon === missing && row.kind != "fitted"
            continue
        end
        at = own[row.at == 0.5 ? "h50" : "h80"]
        ends = at["interval_like"] === nothing ? [nothing, nothing] : at["interval_like"]
        @test near_horizon(row.horizon, at["horizon"])
        @test near_horizon(row.lo, ends[1], rtol = 1e-7) && near_horizon(row.hi, ends[2], rtol = 1e-7)
        @test near_horizon(curves[row.model].slope, own["slope"])
        @test near_horizon(curves[row.model].variance_slope, own["covariance_like"][2][2])
    end
    for own in exact["ratios"]
        ratios = first(horizon(results, "minutes"; options..., baseline = own["b"]).others)
        row = only_one(row -> row.model == own["a"] && row.at == own["at"], ratios)
        @test near_horizon(row.ratio, own["ratio"])
        @test near_horizon(row.longer, own["probability"], rtol = 1e-7)
    end
    haskey(exact, "trend") &&
        @test near_horizon(first(found.others[2]).days, exact["trend"]["doubling_days"])
    return nothing
end

only_one(is_own, rows) = rows[findfirst(is_own, rows)]

if isfile(HORIZONS)
    for case in json(read(HORIZONS, String))["cases"]
        exact_horizons(case)
    end
else
    @info "The exact values are skipped: SCORIO_SHARED names no folder with reference values and real logs."
end
