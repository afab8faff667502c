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
    names = ("moment", "beta", "maxent")
    if !(family isa Union{AbstractString,Symbol}) || !(String(family) in names)
        listed = join(map(one -> "'$one'", names), ", ")
        sentence = "family = $(shown(family)) is not one of $listed"
        throw(misfit("argument.choice", sentence, "family is not one of $(join(names, ", "))"))
    end
    if (String(family) == "beta") == (b === nothing)
        sentence = b === nothing ? "beta needs the concentration b" : "$family takes no b"
        throw(misfit("argument.known", sentence))
    end
    draws, one = budget(k, "k"), number("a", a)
    other = b === nothing ? 0.0 : number("b", b)
    # The library refuses others before it writes.
    weights = Vector{Float64}(undef, clamp(draws, 0, 1_000_000))
    check(
        ccall(
            loaded().tailpass_weights, Int32, (Cstring, Int64, Float64, Float64, Ptr{Float64}),
            String(family), draws, one, other, weights,
        ),
    )
    return weights
end
