//! Elementary functions that give the same bits on every platform.
//!
//! The methods of `f64`, such as `ln` and `exp`, call the mathematical library of the platform,
//! whose last digits differ. One digit can change a seeded draw. Here every platform runs the same
//! code, in operations that IEEE 754 defines exactly: + − × ÷ √. `clippy.toml` forbids the methods.

pub(crate) use crate::numeric::logarithm::{exp, exp_each, exp2, ln, ln_1p, ln_each};

/// e^x − 1, with all digits where x is small.
pub(crate) fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// x^y.
#[allow(dead_code, reason = "the list of functions is complete before each has a caller")]
pub(crate) fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// x^n by repeated squaring, always in the same order.
pub(crate) fn powi(x: f64, n: i32) -> f64 {
    let (mut square, mut left, mut power) = (x, n.unsigned_abs(), 1.0);
    loop {
        if left & 1 == 1 {
            power *= square;
        }
        left >>= 1;
        if left == 0 {
            return if n < 0 { 1.0 / power } else { power };
        }
        square *= square;
    }
}

/// 2^n, exactly. It is 0 or infinite where a double cannot hold it.
pub(crate) fn power_of_two(n: i32) -> f64 {
    libm::ldexp(1.0, n)
}

/// The logarithm to the base 2, which is exact for powers of 2.
pub(crate) fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// The real cube root.
pub(crate) fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// √(x² + y²), without overflow.
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    libm::hypot(x, y)
}

/// The complementary error function: 1 − erf(x), with all digits in the far tail.
pub(crate) fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// The sine and the cosine.
pub(crate) fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// The angle of the point (x, y), from −π to π.
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// ln |Γ(x)|.
#[allow(dead_code, reason = "the list of functions is complete before each has a caller")]
pub(crate) fn lgamma(x: f64) -> f64 {
    libm::lgamma(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_powers_are_exact_where_a_double_holds_them() {
        for n in -1074..=1023 {
            let bits =
                if n < -1022 { 1 << (n + 1074) } else { u64::try_from(n + 1023).unwrap() << 52 };
            assert_eq!(power_of_two(n).to_bits(), bits, "2^{n}");
        }
        assert_eq!((power_of_two(-1075), power_of_two(1024)), (0.0, f64::INFINITY));
        for (n, power) in
            [(0, 1.0), (1, 7.0), (2, 49.0), (5, 16807.0), (18, 1_628_413_597_910_449.0)]
        {
            assert_eq!(powi(7.0, n), power);
            assert_eq!(powi(7.0, -n), 1.0 / power);
        }
        assert_eq!(powi(2.0, i32::MIN), 0.0);
        assert_eq!(powi(0.0, 0), 1.0);
    }

    #[test]
    fn each_name_is_its_function() {
        // Values by mpmath at 50 digits, rounded.
        for (actual, expected) in [
            (ln(3.0), 1.098_612_288_668_109_8),
            (ln_1p(1e-9), 9.999_999_995e-10),
            (exp(-2.5), 0.082_084_998_623_898_8),
            (exp_m1(1e-9), 1.000_000_000_5e-9),
            (pow(3.0, 0.3), 1.390_389_170_315_910_3),
            (hypot(3e300, 4e300), 5e300),
            (log2(3.0), 1.584_962_500_721_156_2),
            (cbrt(-0.001), -0.1),
            (erfc(5.0), 1.537_459_794_428_034_8e-12),
            (lgamma(0.5), 0.572_364_942_924_700_1),
            (sin_cos(1.0).0, 0.841_470_984_807_896_5),
            (sin_cos(1.0).1, 0.540_302_305_868_139_8),
            (atan2(1.0, -2.0), 2.677_945_044_588_987),
        ] {
            assert!((actual / expected - 1.0).abs() < 1e-15, "{actual} {expected}");
        }
    }
}
