# Decisions, intervals, gates, numbers and plans by the exact values of the folder that SCORIO_SHARED names.

const EXACT = joinpath(get(ENV, "SCORIO_SHARED", ""), "reference", "decisions.json")

exact_floats(list) = Float64[list...]
exact_table(rows) = permutedims(reduce(hcat, exact_floats.(rows)))
exact_near(found, exact; rtol = 1e-8, atol = 0) = all(isapprox.(found, exact; rtol = rtol, atol = atol))
exact_counted(successes, trials) = ["m" => Counts(Int.(successes), Int.(trials))]

"""A row alone, whatever is said beside it."""
exact_row(call) = first(first(warned(call)))

function exact_separation(all)
    for case in all["separation"]
        found = separated(
            exact_floats(case["scores"]), exact_table(case["sigma_d"]), degrees = case["degrees"],
            ranks = case["together"] ? "together" : "each",
        )
        @test exact_near(found.p, exact_table(case["p"]))
        @test [row.rank_lo for row in found.models] == case["rank_lo"]
        @test [row.rank_hi for row in found.models] == case["rank_hi"]
        @test [row.rank_lo == 1 for row in found.models] == case["could_be_first"]
        @test [row.with_leader for row in found.models] == case["not_separated_from_leader"]
        letters = [row.letters for row in found.models]
        @test [isempty(intersect(a, b)) for a in letters, b in letters] == exact_table(case["separated"])
    end
    for case in all["z_star"], (factor, apart) in ((1 + 1e-8, true), (1 - 1e-8, false))
        found = separated(
            [0, case["z"] * factor], [0 1; 1 0], degrees = case["degrees"],
            confidence = case["confidence"], family = Int(case["models"]),
            ranks = case["together"] ? "together" : "each",
        )
        @test (found.models[1].rank_lo == 2) == apart
    end
end

function exact_scores(all)
    for case in all["scores"], (about, sampled) in (("these", false), ("like", true))
        counts = exact_counted(case["successes"], case["trials"])
        row = exact_row(() -> score(counts, confidence = case["confidence"], sampled = sampled))
        @test isapprox(row.score, case["score"], rtol = 1e-12)
        @test exact_near(row.sigma, case["sigma_$about"])
        @test exact_near([row.lo, row.hi], case["interval_$about"])
        row = exact_row() do
            gate(counts, case["level"], confidence = case["gate_confidence"], sampled = sampled)
        end
        @test exact_near([row.lo, row.hi], case["gate_interval_$about"])
        @test row.verdict == case["gate_$about"]
    end
end

function exact_questions(all)
    ways = ((), (family = true,), (alone = true,))
    for case in all["questions"], way in ways
        options = (confidence = case["confidence"], per_question = true, way...)
        counts = exact_counted(case["successes"], case["trials"])
        rows = first(warned(() -> gate(counts, case["level"]; options...)))
        fails = case[haskey(options, :alone) ? "p_fail" : "holm"]
        passes = case[haskey(options, :family) ? "holm_pass" : "p_pass"]
        column(name) = [getproperty(row, name) for row in rows]
        @test exact_near(column(:p_fail), case["p_fail"]) && exact_near(column(:p_pass), case["p_pass"])
        @test exact_near(column(:p_fail_adjusted), fails) && exact_near(column(:p_pass_adjusted), passes)
        @test exact_near(column(:lo), case["lo"]) && exact_near(column(:hi), case["hi"])
        alpha = 1 - case["confidence"]
        verdicts = ifelse.(fails .<= alpha, "fail", ifelse.(passes .<= alpha, "pass", "undecided"))
        @test column(:verdict) == verdicts
        isempty(way) && @test column(:verdict) == case["verdicts"]
    end
end

function exact_runs(all)
    for case in all["luck"], (kind, sampled) in (("runs", false), ("two_way", true))
        R = reduce(vcat, [permutedims([Int(one == '1') for one in each]) for each in case["outcomes"]])
        row = exact_row(() -> score(["m" => R], runs = true, sampled = sampled))
        @test exact_near(row.sigma, case["sigma_$kind"])
        @test exact_near([row.lo, row.hi], case["interval_$kind"])
    end
end

function exact_numbers(all)
    for case in all["numbers"]
        like = case["target"] == "like"
        values = like ? reshape(exact_floats(case["values"]), :, 1) : exact_floats.(case["values"])
        row = exact_row(() -> score(["m" => values], numeric = true, sampled = like))
        @test exact_near([row.score, row.sigma, row.lo, row.hi], [case["score"], case["sigma"], case["interval"]...])
    end
end

function exact_plans(all)
    for case in all["plans"]
        counts = exact_counted(case["successes"], case["trials"])
        for after in case["after"], (room, more) in ((1 + 1e-8, 0), (1 - 1e-8, 1))
            row = exact_row(() -> plan.trials_for_half_width(counts, after["half_width"] * room))
            @test (row.more, row.at_most) == (after["more"] + more, case["at_most"])
        end
        now = exact_row(() -> plan.trials_for_half_width(counts, 1.0))
        @test exact_near(now.half_width, case["after"][1]["half_width"])
        # New trials alone have the mean of v. The quantiles are those of 0.975 and 0.8.
        reach = 1.959963984540054 + 0.8416212335729143
        found = plan.smallest_difference(counts[1].second, 400)
        @test exact_near(found, reach * sqrt(2 / 400 * sum(case["v"])) / length(case["v"]))
    end
    for case in all["power"]
        a, b = [plan.assumed([(1 - sqrt(1 - 4v)) / 2 for v in case[name]]) for name in ("va", "vb")]
        found = plan.trials_needed(
            a, b, case["confidence"], case["power"], difference = case["difference"],
            family = Int(case["models"]),
        )
        @test found.trials == case["trials"]
        @test exact_near(found.power, case["power_at"])
    end
end

function exact_ranks(all)
    for case in all["chances"]
        found = chances(exact_floats(case["scores"]), exact_floats(case["sigma"]))
        @test exact_near(found.pairs, exact_table(case["P"]), rtol = 0, atol = 1e-6)
        @test exact_near(found.best, case["best"], rtol = 0, atol = 1e-6)
    end
    for case in all["pair_models"]
        models = [Counts(Int.(one), Int(case["trials"])) for one in case["successes"]]
        found = first(warned(() -> rank_fit("bradley_terry", models, interval = "posterior")))
        @test exact_near(found.score, case["strengths"])
        @test exact_near(found.sigma, case["sigma"])
    end
end

if isfile(EXACT)
    exact = json(read(EXACT, String))
    foreach((
        exact_separation, exact_scores, exact_questions, exact_runs, exact_numbers, exact_plans, exact_ranks,
    )) do part
        @testset "$part" begin
            part(exact)
        end
    end
else
    @info "The exact values are skipped: SCORIO_SHARED names no folder with reference values and real logs."
end

# The reader of the exact values.
@test json("""{"a": [1, -2.5e3, null, true], "b": {}, "c": "x, [y]"}""") ==
      Dict("a" => [1, -2500, nothing, true], "b" => Dict(), "c" => "x, [y]")
@test refusal(() -> json("[1 2]"))[1] == ErrorException
@test refusal(() -> json("[1] 2"))[1] == ErrorException
