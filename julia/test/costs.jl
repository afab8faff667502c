# Trials with costs: figures, errors, and the exact values of the folder that SCORIO_SHARED names.

const SOLVED = ["large" => [1 1; 1 0; 1 1], "small" => [1 0; 0 0; 1 0]]
const SPENT = ["large" => [4 5; 9 8; 3 4], "small" => [1 1; 2 2; 1 2]]

costly = CostCounts(SOLVED, SPENT)
table = cost(costly, tries = 2, caps = [4.5, 100], within = 0.5)
pairs_of, retries, caps = table.others
@test [row.model for row in table] == ["large", "small"]
@test [row.cost for row in table] == [5.5, 1.5]
@test first(pairs_of).ratio ≈ 5.5 / 1.5
@test [(row.model, row.tries) for row in retries] == [("large", 1), ("small", 1), ("large", 2), ("small", 2)]
@test [row.cap for row in caps] == [4.5, 4.5, 100, 100]
@test any(occursin("Retries are fresh tries", note) for note in table.notes)
@test sprint(show, costly) == "CostCounts(2 models)"

# The scores are those of the outcomes alone.
for (row, own) in zip(table, score(SOLVED)), name in (:score, :sigma, :lo, :hi, :rank)
    @test getproperty(row, name) == getproperty(own, name)
end
for use in (score, R -> compare(R, baseline = "small"), compare_pairs, R -> gate(R, 0.5))
    @test isequal(collect(use(costly)), collect(use(SOLVED)))
end
@test [row.verdict for row in cost_gate(costly, at_most = 1.4)] == ["fail", "undecided"]
ratio = first(cost_gate(costly, max_ratio = 20, baseline = "small", only = "large"))
@test ratio.verdict == "pass" && ratio.value ≈ 5.5 / 1.5
@test sum(row.money for row in plan_costs(costly, money = 100)) <= 100
@test length(plan_costs(costly, half_width = 0.2, only = ["small"])) == 1

# Every form of the same trials gives the same figures.
cost_cube(pairs) = cat((last(one) for one in pairs)..., dims = 3)
rows_of_matrix(R) = [R[i, :] for i in 1:size(R, 1)]
cost_rows(pairs) = [rows_of_matrix(last(one)) for one in pairs]
for (outcomes, costs) in (
    (Dict(SOLVED), Dict(SPENT)), (SOLVED, reverse(SPENT)),
    (["large" => cost_rows(SOLVED)[1], "small" => Bool.(SOLVED[2][2])], SPENT),
)
    same = sort(collect(cost(CostCounts(outcomes, costs))), by = row -> row.model)
    @test isequal(same, collect(cost(costly)))
end
named = cost(CostCounts(cost_cube(SOLVED), cost_cube(SPENT)), models = ["large", "small"])
@test isequal(collect(named), collect(cost(costly)))
@test isequal(collect(cost(costly, cluster = ["x", "x", "y"])), collect(cost(costly, cluster = [1, 1, 2])))
@test length(unique(row.task for row in cost(costly, tasks = ["s", "s", "t"], by_task = true))) == 3

# What is missing.
lacking = ["large" => [4 missing; 9 8; NaN 4], "small" => last(SPENT[2])]
@refused ArgumentError "2 of 6 trials of large have no cost; missing_cost=\"drop\" leaves them out of costs, not of scores" cost(
    CostCounts(SOLVED, lacking)
)
row = first(cost(CostCounts(SOLVED, lacking, missing_cost = "drop")))
@test (row.model, row.trials, row.lacking, row.score) == ("large", 4, 2, first(table).score)
unknown = ["large" => [1 missing; 1 0; 1 1], "small" => last(SOLVED[2])]
@test occursin("outcomes[1, 2] is missing", refusal(() -> cost(CostCounts(unknown, SPENT)))[2])
@test first(cost(CostCounts(unknown, SPENT), missing = "drop")).trials == 5

# What is wrong.
shape = "outcomes of large have 3 questions and 6 trials, but costs 2 questions and 4 trials: both need the same shape"
@refused ArgumentError shape CostCounts(SOLVED, ["large" => [4 5; 9 8], "small" => [1 1]])
@refused ArgumentError "outcomes are of large, small, but costs of small" CostCounts(SOLVED, SPENT[2:2])
@refused ArgumentError "outcomes of large are counts: give its trials one by one" CostCounts(
    ["large" => Counts([1], [2])], SPENT[1:1]
)
@test refusal(() -> CostCounts(SOLVED, [["x"], ["y"]]))[1] == ArgumentError
@test refusal(() -> CostCounts(SOLVED, SPENT, missing_cost = "fail"))[1] == ArgumentError
dearer(place, value) = [name => (one = Float64.(R); name == "large" && (one[place] = value); one) for (name, R) in SPENT]
for (value, sentence) in ((-0.2, "costs[2, 1] = -0.2"), (Inf, "costs[2, 1] = inf"))
    problem = refusal(() -> cost(CostCounts(SOLVED, dearer(2, value))))
    @test problem[1] == DomainError
    @test occursin("$sentence is not a finite number from 0 (of model large)", problem[2])
end
nothing_spent(policy) = CostCounts([1 0; 1 1][:, :, :], fill(NaN, 2, 2, 1), missing_cost = policy)
@test startswith(refusal(() -> cost(nothing_spent("error")))[2], "4 of 4 trials of 1 have no cost")
@test refusal(() -> cost(nothing_spent("drop"))) == (ArgumentError, "no trial of 1 has a cost")
@test occursin("has no costs: give CostCounts(outcomes, costs)", refusal(() -> cost(SOLVED))[2])
@test occursin("leave numeric out", refusal(() -> score(costly, numeric = true))[2])
@test occursin("retries go up to 2, not 3", refusal(() -> cost(costly, tries = 3))[2])
@test occursin("retries need successes", refusal(() -> cost(CostCounts([0.5 1][:, :, :], [1 2][:, :, :]), tries = 2))[2])
@test refusal(() -> cost(costly, tries = 0))[1] == ArgumentError
@test refusal(() -> cost(costly, within = -1))[1] == DomainError
@test occursin("has a limit", refusal(() -> cost_gate(costly))[2])
@test occursin("give baseline too", refusal(() -> cost_gate(costly, max_ratio = 2))[2])
@test occursin("half-width, or the money", refusal(() -> plan_costs(costly))[2])
@test occursin("questions has length 2", refusal(() -> cost(costly, questions = ["a", "b"]))[2])

const COSTS = joinpath(get(ENV, "SCORIO_SHARED", ""), "reference", "costs.json")

"""Whether numbers are those expected. An end that is missing is infinite."""
near_cost(found, exact; rtol = 1e-9) =
    exact === nothing ? found === missing : isapprox(found, exact; rtol = rtol, atol = 1e-12)

"""One side of the trials of a case: outcomes are first, and costs second."""
side_of(case, side) = [
    model => [Float64[trial[side] for trial in trials] for trials in questions]
    for (model, questions) in case["data"]
]

function exact_costs(case)
    counts, exact = CostCounts(side_of(case, 1), side_of(case, 2)), case["expected"]
    most = minimum(length, values(exact["retries"]))
    for (target, sampled) in (("these", false), ("like", true))
        found = first(warned(() -> cost(counts, sampled = sampled, tries = most)))
        for row in found
            own = exact["models"][row.model]
            for (name, theirs) in (
                (:score, "score"), (:cost, "cost"), (:spent, "spent"), (:per_success, "cost_per_success"),
                (:dearest, "largest_question_share"), (:cost_sigma, "sigma_cost_$target"),
                (:degrees, "degrees_$target"), (:skewness, "skew_$target"),
                (:correlation, "correlation_$target"),
            )
                @test near_cost(getproperty(row, name), own[theirs])
            end
            @test near_cost(row.sigma, own["sigma_score_$target"], rtol = 1e-8)
            ends = own["interval_cost_$target"]
            @test near_cost(row.cost_lo, ends[1], rtol = 1e-7) && near_cost(row.cost_hi, ends[2], rtol = 1e-7)
            target == "these" && haskey(exact, "probability_frontier_these") &&
                @test abs(row.frontier - exact["probability_frontier_these"][row.model]) < 0.03
        end
        for row in found.others[2]
            own = exact["retries"][row.model][row.tries]
            @test near_cost(row.success, own["success"])
            @test near_cost(row.cost, own["spend"])
            @test near_cost(row.per_success, own["spend_per_success"])
        end
        for pair in get(exact, "pairs", [])
            pair["target"] == target || continue
            at = findfirst(row -> (row.model, row.other) == (pair["a"], pair["b"]), found.others[1])
            at === nothing && continue
            row = found.others[1][at]
            @test near_cost(row.ratio, pair["cost_ratio"])
            @test isapprox(row.dominates, pair["probability_a_dominates"], atol = 1e-7)
            @test isapprox(row.dominated, pair["probability_b_dominates"], atol = 1e-7)
        end
    end
    for (model, rows) in get(exact, "caps", Dict()), own in rows
        found = cost(counts, caps = [own["cap"]]).others[3]
        row = found[findfirst(row -> row.model == model, found)]
        @test near_cost(row.success, own["success"]) && near_cost(row.sigma, own["sigma_these"], rtol = 1e-8)
    end
end

if isfile(COSTS)
    foreach(exact_costs, json(read(COSTS, String))["cases"])
else
    @info "The exact values are skipped: SCORIO_SHARED names no folder with reference values and real logs."
end
