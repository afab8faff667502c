# Weights of the thresholds of a TailPass profile.

"""
    tailpass_weights(family, k, a, b = nothing)

Weights of the thresholds 1/k, …, 1 for [`tailpass_linear`](@ref). They are not negative and add up to
1.

# Arguments
- `family`: "moment" has (t/k)ᵃ - ((t - 1)/k)ᵃ, with a positive. "beta" has the chances of
  ((t - 1)/k, t/k] under the Beta law of mean `a` and concentration `b`. "maxent" has the weights of
  the largest entropy with the mean threshold `a`, in (0, 1).
- `k`: trials, from 1 to 10^6.
- `a`, `b`: numbers of the family.

# Returns
A vector of k weights.

# Throws
- `ArgumentError`: an unknown family, or a missing number of "beta".
- `DomainError`: a number outside its range.

# Examples
```jldoctest
julia> tailpass_weights("moment", 2, 2)
2-element Vector{Float64}:
 0.25
 0.75
```

# Source
As for [`tailpass`](@ref).
"""
function tailpass_weights(family, k, a, b = nothing)
    other = b === nothing ? nothing : number("b", b)
    given = (family = family, k = budget(k, "k"), a = number("a", a), b = other)
    return asked_array("tailpass_weights", given)
end
