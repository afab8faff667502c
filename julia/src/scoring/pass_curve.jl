# Pass@k as a curve.

"""
    pass_curve(R, k_max; missing = "error", ragged = "error", complement = false)

Pass@1, Pass@2, …, Pass@k_max in one pass, unbiased.

# Arguments
- `R`, `missing`, `complement`: as for [`pass_at_k`](@ref).
- `k_max`: the largest budget, 1 <= k_max <= N.
- `ragged`: "error" or "drop", what to do with questions that have fewer than k_max trials.

# Returns
A vector of length k_max, with Pass@k at place k. The axes of a batch come after it.

# Throws
As for `pass_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> pass_curve(R, 3)
3-element Vector{Float64}:
 0.7
 0.95
 1.0
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1.
"""
function pass_curve(R, k_max; missing = "error", ragged = "error", complement = false)
    return curves(R, k_max, missing, ragged, complement)
end
