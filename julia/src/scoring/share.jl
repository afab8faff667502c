# A share of trials, as the library takes it.

"""A share. The library checks the range of a float."""
share(tau::Real) = Value(number("tau", tau))
share(tau::Union{Float16,Float32,Float64}) = Value([Float64(tau)], precision(tau))
share(tau::Bool) = throw(wrong("argument.boolean", "tau", tau, "is a boolean, not a number"))
share(tau) = number("tau", tau)
function share(tau::Union{Integer,Rational})
    written = isone(denominator(tau)) ? string(numerator(tau)) : replace(string(tau), "//" => "/")
    return ratio(tau, numerator(tau), denominator(tau), written)
end
function share(tau::BigFloat)
    isfinite(tau) || return Value(Float64(tau))
    exact = Rational{BigInt}(tau)
    written = Float64(tau) == tau ? string(Float64(tau)) : string(tau)
    return ratio(tau, numerator(exact), denominator(exact), written)
end

"""A share as an option: a number, a fraction, or a number with its significant bits."""
share_option(::Nothing) = nothing
function share_option(tau)
    found = share(tau)
    found isa Value || return found
    found.ratio == (0, 0) || return "$(found.ratio[1])/$(found.ratio[2])"
    return found.bits == 0 ? found.numbers : [only(found.numbers), found.bits]
end

function ratio(tau, numerator, denominator, written)
    # A fraction might overflow in a small type.
    if !(0 <= numerator <= denominator) || denominator == 0
        throw(DomainError(tau, Message("tau = $written is not in [0, 1]", "check.share")))
    end
    if denominator > typemax(UInt64)
        sentence = "tau = $written is too fine: its denominator has more than 64 bits"
        throw(misfit("argument.too_fine", sentence))
    end
    return Value(Float64[], 0, (UInt64(numerator), UInt64(denominator)))
end
