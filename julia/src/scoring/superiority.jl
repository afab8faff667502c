# The probability of superiority: the chance that one model's score is higher than another's.

"""
    superiority(R_a, R_b, name = "bayes", k = nothing; w = nothing, tau = nothing, alpha0 = 1.0,
                beta0 = 1.0, missing = "error")

Probability of superiority: P(A > B) + P(A = B) / 2 of the posterior scores of two models.

# Arguments
- `R_a`, `R_b`: M × N outcomes of each model. The models may have different questions and trials.
- `name`: "bayes", "avg", or the name of a function of the Pass family.
- `k`: trials drawn, if the metric has a budget.
- `w`: C + 1 weights, one per category, for "bayes" and "avg". The default is (0, 1).
- `tau`: share of successes, for "g_pass_at_k_tau".
- `alpha0`, `beta0`: Beta prior of each question's success probability, positive.
- `missing`: "error" or "drop", what to do with missing outcomes.

# Formula
The difference of two independent scores has the characteristic function φ_A(t) φ_B(-t). The
probability is 1/2 + ∫ Im φ(t) / (π t) dt over t > 0.

# Returns
A number, certified to 1e-10.

# Throws
- As for [`bayes_ci`](@ref) and [`pass_at_k_ci`](@ref).
- `ArgumentError`: a batch, a metric without an exact posterior, or a probability that cannot be
  certified.

# Examples
```jldoctest
julia> A = [0 1 1 0 1
            1 1 0 1 1];

julia> B = [0 1 0 0 1
            1 0 0 1 1];

julia> round(superiority(A, B), digits = 6)
0.796243
```

# Source
Vargha and Delaney (2000) for the measure. Davies (1973) for the inversion of the characteristic
function.
"""
function superiority(
    R_a, R_b, name = "bayes", k = nothing; w = nothing, tau = nothing, alpha0 = 1.0, beta0 = 1.0,
    missing = "error",
)
    numbers = weights(w)
    given = metric(name; weights = numbers, tau = tau === nothing ? nothing : share(tau))
    single(R_a, "R_a")
    single(R_b, "R_b")
    return with_metrics(given, k === nothing ? Int64(0) : budget(k, "k")) do (handle, _)
        alpha, beta = number("alpha0", alpha0), number("beta0", beta0)
        drop, outcomes = drops("missing", missing), categories(numbers)
        each_matrix(Float64, R_a, nothing, outcomes, drop) do a, _
            each_matrix(Float64, R_b, nothing, outcomes, drop) do b, _
                status, probability = scorio_superiority(loaded(), handle, a, b, alpha, beta)
                check(status)
                probability
            end
        end
    end
end

"""Check that outcomes are no batch."""
single(R, name) = nothing
function single(R::AbstractArray, name)
    ndims(R) <= 2 && return nothing
    throw(misfit("argument.matrix", "$name is a batch of matrices: give one matrix"))
end
