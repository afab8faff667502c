# A prior that the questions share, and what the conclusion is about.

"""Rows of successes and then failures."""
bank(successes, trials) = [[ones(Int, c); zeros(Int, n - c)] for (c, n) in zip(successes, trials)]

shared(call, arguments...; options...) = call(arguments...; prior = "hierarchical", options...)

# One trial is the average: its score, σ and interval.
for (successes, trials) in (([1, 0, 3, 8], [1, 2, 4, 8]), ([3, 1, 4, 1, 5, 0], fill(5, 6)))
    R = bank(successes, trials)
    for target in ("these", "like")
        mean = shared(bayes_ci, R; target = target)
        @test mean.mu === avg(R).mu
        @test mean === shared(avg_ci, R; target = target)
        @test collect(shared(pass_at_k_ci, R, 1; target = target)) ≈ collect(mean) rtol = 1e-12
    end
end
best_of_8 = shared(pass_at_k_ci, bank([1, 0, 3, 8], [1, 2, 4, 8]), 8)
@test [best_of_8.mu, best_of_8.sigma] ≈ [0.9141928725851539, 0.10022698314500537] rtol = 1e-9

let R = [0 1 1 0 1; 1 1 0 1 1; 0 0 0 1 0]
    # The average keeps its score.
    R = [0 1 1 0 1; 1 1 0 1 1; 0 0 0 1 0]
    @test shared(avg_ci, R).mu === avg(R).mu
    @test shared(bayes_ci, R).mu != bayes(R).mu

    # Every spelling, and every kind of outcomes, gives the same bits.
    turned = R[[3, 1, 2], 5:-1:1]
    counts = Counts(vec(sum(R, dims = 2)), 5)
    several = cat(R, 1 .- R, dims = 3)
    of_questions = [SUBSET_CI; (R, k; options...) -> g_pass_at_k_tau_ci(R, k, 0.5; options...)]
    of_suites = [BLENDS_CI; max_at_k_ci]
    for (calls, targets) in ((of_questions, ("these", "like")), (of_suites, ("these",)))
        for call in calls, target in targets
            found = shared(call, R, 2; target = target)
            @test found === call(R, 2, prior = :hierarchical, target = Symbol(target))
            @test found === shared(call, turned, 2; target = target)
            @test found === shared(call, counts, 2; target = target)
            @test found != call(R, 2)
            @test found.lo < found.mu < found.hi
            batch = shared(call, several, [1, 2]; target = target)
            @test size(batch.mu) == (2, 2)
            for place in 1:2
                one = shared(call, several[:, :, place], 2; target = target)
                @test map(figure -> figure[2, place], batch) === one
            end
            @test shared(call, R, 2; target = target, confidence = 0.5).lo > found.lo
            clipped = shared(call, R, 2; target = target, bounds = (0.45, 0.55))
            @test 0.45 <= clipped.lo <= clipped.hi <= 0.55
        end
    end
    for call in of_questions
        these, like = shared(call, R, 2), shared(call, R, 2; target = "like")
        @test these.mu === like.mu
        @test these.sigma < like.sigma
        @test like.lo <= these.lo && these.hi <= like.hi
    end
    @test shared(bayes_ci, [0 1 2; 2 2 1], [0.0, 0.5, 1.0]) !=
          shared(bayes_ci, [0 1 2; 2 2 1], [0.0, 0.5, 1.0]; target = "like")

    # What does not go together.
    calls = [(R; options...) -> bayes_ci(R; options...), (R; options...) -> avg_ci(R; options...)]
    append!(calls, [(R; options...) -> call(R, 2; options...) for call in POSTERIORS])
    for call in calls
        @refused(
            ArgumentError,
            "prior = 'flat' is not nothing or 'hierarchical'",
            call(R, prior = "flat"),
        )
        @refused ArgumentError "prior = 2 is not nothing or 'hierarchical'" call(R, prior = 2)
        @refused(
            ArgumentError,
            "target = 'all' is not one of 'these', 'like'",
            call(R, prior = :hierarchical, target = :all),
        )
        @refused(
            ArgumentError,
            "target = nothing is not one of 'these', 'like'",
            call(R, target = nothing),
        )
        @refused(
            ArgumentError,
            "target = 'like' needs the hierarchical prior: pass prior=\"hierarchical\"",
            call(R, target = "like"),
        )
        @refused(
            DomainError,
            "confidence = 95 is not between 0 and 1",
            shared(call, R, confidence = 95),
        )
        @refused ArgumentError "bounds = (1, 0) are not in order" shared(call, R, bounds = (1, 0))
    end
    alone = "a sample of one question has no scatter; infer about these questions alone " *
            "(sampled=false for scores, target=\"these\" for functions), or add a question"
    for call in SUBSET_CI
        @refused ArgumentError alone shared(call, [0, 1, 1], 2; target = "like")
        @refused(
            ArgumentError,
            "alpha0 and beta0 are the shapes of a Beta prior: leave them or prior out",
            shared(call, R, 2; beta0 = 2),
        )
        @refused(
            ArgumentError,
            "interval = 'exact' needs a known prior: leave prior=\"hierarchical\" out",
            shared(call, R, 2; interval = "exact"),
        )
    end
    for call in [BLENDS_CI; max_at_k_ci]
        kind, said = refusal(() -> shared(call, R, 2; target = "like"))
        @test kind == ArgumentError
        @test endswith(
            said, "has no score of one question, so it says nothing about questions like these"
        )
    end
    own = "R0 is a prior of its own: leave it or prior=\"hierarchical\" out"
    @refused ArgumentError own bayes_ci(R, nothing, [1 0; 1 1; 0 0], prior = "hierarchical")
    @refused ArgumentError own max_at_k_ci(R, 2, nothing, [1 0; 1 1; 0 0], prior = "hierarchical")
end
