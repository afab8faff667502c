# What is believed before the trials, and what the conclusion is about.

"""The shapes of the Beta prior of each question's success probability."""
struct Known
    alpha::Float64
    beta::Float64
end

"""A prior that the questions share, and the number of the target in scorio.h."""
struct Hierarchical
    target::Int32
end

const UNIFORM = Known(1.0, 1.0)

# SCORIO_THESE_QUESTIONS and SCORIO_QUESTIONS_LIKE_THESE.
const THESE = Int32(1)
const LIKE = Int32(2)

"""The prior and the target that the arguments name."""
function belief(prior, target, alpha0 = 1.0, beta0 = 1.0)
    known = Known(number("alpha0", alpha0), number("beta0", beta0))
    shared, like = is_hierarchical(prior), is_like(target)
    if !shared
        like || return known
        problem = "target = 'like' needs the hierarchical prior"
        throw(misfit("argument.target", "$problem: pass prior=\"hierarchical\"", problem))
    end
    if known != UNIFORM
        problem = "alpha0 and beta0 are the shapes of a Beta prior: leave them or prior out"
        throw(misfit("argument.prior", problem))
    end
    return Hierarchical(like ? LIKE : THESE)
end

is_hierarchical(::Nothing) = false
is_hierarchical(prior) = throw(no_prior(shown(prior)))
function is_hierarchical(prior::Union{AbstractString,Symbol})
    String(prior) == "hierarchical" || throw(no_prior("'$prior'"))
    return true
end

no_prior(written) = misfit(
    "argument.choice",
    "prior = $written is not nothing or 'hierarchical'",
    "prior is not hierarchical",
)

is_like(target) = throw(no_target(shown(target)))
function is_like(target::Union{AbstractString,Symbol})
    String(target) in ("these", "like") || throw(no_target("'$target'"))
    return String(target) == "like"
end

no_target(written) = misfit(
    "argument.choice",
    "target = $written is not one of 'these', 'like'",
    "target is not one of these, like",
)

"""Check that the other arguments go with the prior."""
require_fit(::Known, is_exact::Bool, R0) = nothing
function require_fit(::Hierarchical, is_exact::Bool, R0)
    if is_exact
        problem = "interval = 'exact' needs a known prior"
        sentence = "$problem: leave prior=\"hierarchical\" out"
        throw(misfit("argument.interval", sentence, problem))
    end
    if R0 !== nothing
        problem = "R0 is a prior of its own"
        sentence = "$problem: leave it or prior=\"hierarchical\" out"
        throw(misfit("argument.known", sentence, problem))
    end
    return nothing
end
