# Plans and convergence: forms and what is refused. tests/parity compares the figures with Python.

a, b = repeat([1 1 0 1], 20), repeat([0 1 0 1], 20)
counted = plan.trials_needed(Counts(fill(3, 20), 4), Counts(fill(2, 20), 4))
@test isequal(plan.trials_needed(a, b), counted)
@test isequal(plan.trials_needed([collect(row) for row in eachrow(a)], b), counted)
@test plan.trials_needed(a, a).trials === missing
@test plan.trials_needed(a, a).power === missing
@test plan.trials_needed(a, b, 0.95, 0.9).power >= 0.9
@test plan.trials_needed(a, b, difference = 0.05, family = 10).trials > plan.trials_needed(a, b, difference = 0.05).trials
@test plan.trials_needed([1 missing 0 1], [0 1 0 1], missing = "drop") isa NamedTuple
@test [row.trials for row in plan.foresee(a, b, 3, replicates = 10)] == [3]
@test plan.smallest_difference(plan.assumed([0.5]), 1, 0.999, 0.999) === missing
@test [row.model for row in plan.budget(Dict("m" => a), [1, 2])] == ["m", "m"]
row = plan.trials_for_half_width(["m" => [[1, 0], [1]]], 0.01)[1]
@test (row.questions, row.trials) == (2, 1.5)
row = plan.trials_to_separate(["a" => a, "b" => b], "b", difference = 0.1)[1]
@test (row.model, row.difference, row.at_most) == ("a", 0.25, false) && row.more < row.half
@test plan.trials_to_separate(["a" => plan.assumed([0.5]), "b" => b], "b")[1].z === missing
@test plan.should_stop_top1([0.9, 0.1], [0.01, 0.01]) == (stop = true, leader = 1, ambiguous = Int[])
assumed = plan.assumed([0.2 0.3 0.5; 0.1 0.1 0.8], categorical = true)
@test plan.smallest_difference(assumed, 9, w = [0, 0.5, 1]) isa Float64
@test sprint(show, assumed) == "Assumed(2 questions)"
@refused ArgumentError "p has 2 axes: give M success probabilities of one model" plan.assumed([0.5 0.5])
@test refusal(() -> plan.trials_needed(plan.assumed([2]), plan.assumed([1])))[1] == DomainError
@test refusal(() -> plan.trials_needed(a, cat(b, b, dims = 3)))[1] == ArgumentError
@test refusal(() -> plan.trials_needed(Counts(a), b, w = [0, 1]))[1] == ArgumentError
@test refusal(() -> plan.foresee(a, b, [3, 2]))[1] != "no error"
@test refusal(() -> plan.foresee(a, b, Int[]))[1] == ArgumentError
@refused ArgumentError "there is no model 'x': there are a" plan.trials_to_separate(["a" => a], "x")
@test refusal(() -> plan.budget([a, b]))[1] == ArgumentError
@test refusal(() -> plan.questions_or_trials(a, plan.assumed([0.5]), 9))[1] == ArgumentError
@test refusal(() -> plan.questions_or_trials(a, b[1:3, :], 9))[1] == ArgumentError
@test refusal(() -> plan.should_stop(0.1, max_ci_width = 1, max_half_width = 1))[1] == ArgumentError
@test refusal(() -> plan.should_stop_top1([1], [1], 0.9, "x"))[1] == ArgumentError

# Convergence.
R = simulate.trials(simulate.coins([0.2, 0.5, 0.9], 6, seed = 1), 5, seed = 1)
study = convergence(R, ["bayes", "pass_at_k"], [1, 3], replicates = 20)
@test [(course.metric, course.k, first(course.n)) for course in study] |>
      found -> isequal(found, [("bayes", missing, 1), ("pass_at_k", 1, 1), ("pass_at_k", 3, 3)])
@test all(course -> length(course.tau) == length(course.n) == length(course.cdf), study)
@test size(convergence_trajectory(study, 3)) == (3, 3)
@test size(convergence_replicate(study, 20)) == size(R)
@test convergence(R, replicates = 20, threads = 1)[1].tau == convergence(R, replicates = 20)[1].tau
@test convergence(R .== 1, replicates = 20)[1].tau == convergence(R, replicates = 20)[1].tau
given = convergence(cat(R, R, dims = 4), scheme = "given", gold = [1, 2, 3])
@test convergence_replicate(given, 2) == R
@test length(convergence(R, gold = [1, 2, 3], replicates = 9)) == 1
@test refusal(() -> convergence(R[:, :, 1:1]))[1] == ArgumentError
@test refusal(() -> convergence(R[:, :, 1]))[1] == ArgumentError
@test refusal(() -> convergence(R, "pass_at_k", 6))[1] != "no error"
@test refusal(() -> convergence(R, gold = [1, 2]))[1] == ArgumentError
@test refusal(() -> convergence(R, confidence = 2))[1] == DomainError
@test refusal(() -> convergence(R, scheme = "x"))[1] == ArgumentError
@test refusal(() -> convergence(R .+ 5))[1] == ArgumentError
@test refusal(() -> convergence_trajectory(study, 4))[1] == ArgumentError
@test refusal(() -> convergence_replicate(study, 0))[1] == ArgumentError
