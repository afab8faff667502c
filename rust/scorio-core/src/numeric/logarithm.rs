//! The natural logarithm and the exponential function, from small tables.
//!
//! Draws and tails call these most. The `libm` crate takes about twice the time of a platform's
//! library, because it divides. These multiply instead, and are as fast. Both are within 1.5 units
//! in the last place. The compiler makes the tables in whole numbers.

/// ln 2 × 2^128.
const LN_2: u128 = 0xb172_17f7_d1cf_79ab_c9e3_b398_03f2_f6af;

/// Steps of the tables from 1 to 2.
const STEPS: usize = 128;

/// The logarithm's table begins at 0.6875, so that numbers near 1 have the exponent 0.
const START: u64 = 0x3fe6_0000_0000_0000;

/// A number c, 1 / c, and ln c in two parts.
#[derive(Clone, Copy)]
struct Center {
    c: f64,
    inverse: f64,
    high: f64,
    low: f64,
}

static CENTERS: [Center; STEPS] = centers();
static POWERS: [u64; STEPS] = powers();
const LN_2_PARTS: (f64, f64) = parts(LN_2 >> 28, 42);
const STEP_PARTS: (f64, f64) = parts(LN_2 >> 35, 43);

/// A number × 2^100 as a multiple of 2^-bits and the rest. Such multiples add up exactly.
const fn parts(value: u128, bits: u32) -> (f64, f64) {
    let unit = 1_u128 << (100 - bits);
    let units = (value + unit / 2) / unit;
    let rest = value.cast_signed() - (units * unit).cast_signed();
    (units as f64 / (1_u64 << bits) as f64, rest as f64 / (1_u128 << 100) as f64)
}

const fn centers() -> [Center; STEPS] {
    let mut table = [Center { c: 1.0, inverse: 1.0, high: 0.0, low: 0.0 }; STEPS];
    let mut i = 0;
    while i < STEPS {
        // In units of 1/512: steps of 2 below 1, of 4 above. Those that touch 1 have it as center.
        let n = match i {
            0..79 => 353 + 2 * i as u128,
            79 | 80 => 512,
            _ => 514 + 4 * (i as u128 - 80),
        };
        // ln(n / 512) = 2 (v + v³/3 + v⁵/5 + …) with v = (n − 512) / (n + 512).
        let (gap, sum) = (n.abs_diff(512), n + 512);
        let mut power = (gap << 100) / sum;
        let (mut value, mut odd) = (0, 1);
        while power > 0 {
            value += 2 * power / odd;
            power = power * (gap * gap) / (sum * sum);
            odd += 2;
        }
        let (high, low) = parts(value, 42);
        let sign = if n < 512 { -1.0 } else { 1.0 };
        let c = n as f64 / 512.0;
        table[i] = Center { c, inverse: 1.0 / c, high: sign * high, low: sign * low };
        i += 1;
    }
    table
}

/// The bits of 2^(i/128).
const fn powers() -> [u64; STEPS] {
    let mut table = [0; STEPS];
    let mut i = 0;
    while i < STEPS {
        // e^y = 1 + y + y²/2 + … with y = i/128 ln 2, all × 2^64.
        let y = (LN_2 >> 71) * i as u128;
        let (mut term, mut sum, mut n) = (1_u128 << 64, 0, 1);
        while term > 0 {
            sum += term;
            term = ((term * y) >> 64) / n;
            n += 1;
        }
        table[i] = (sum as f64 / (1_u128 << 64) as f64).to_bits();
        i += 1;
    }
    table
}

/// Whether a number is not from the smallest normal number to the largest finite one.
fn is_rare(x: f64) -> bool {
    const LEAST: u64 = f64::MIN_POSITIVE.to_bits();
    x.to_bits().wrapping_sub(LEAST) >= f64::INFINITY.to_bits() - LEAST
}

/// The value of a function that is kept out of the fast path.
#[cold]
#[inline(never)]
fn rare(function: fn(f64) -> f64, x: f64) -> f64 {
    function(x)
}

/// The natural logarithm.
#[inline]
pub(crate) fn ln(x: f64) -> f64 {
    if is_rare(x) {
        return rare(libm::log, x);
    }
    series(reduced(x))
}

/// ln x of several numbers: the bits of [`ln`], in an order that lets the processor work on many.
#[inline]
pub(crate) fn ln_each<const N: usize>(x: [f64; N]) -> [f64; N] {
    if x.iter().fold(false, |any, x| any | is_rare(*x)) {
        return x.map(ln);
    }
    // One array for each part, so that the processor works on two or more numbers at once.
    let (mut wholes, mut rs, mut highs, mut lows) = ([0.0; N], [0.0; N], [0.0; N], [0.0; N]);
    let slots = wholes.iter_mut().zip(&mut rs).zip(highs.iter_mut().zip(&mut lows));
    for (((whole, r), (high, low)), x) in slots.zip(x) {
        Reduced { whole: *whole, r: *r, high: *high, low: *low } = reduced(x);
    }
    let mut logs = [0.0; N];
    let parts = wholes.into_iter().zip(rs).zip(highs.into_iter().zip(lows));
    for (log, ((whole, r), (high, low))) in logs.iter_mut().zip(parts) {
        *log = series(Reduced { whole, r, high, low });
    }
    logs
}

/// x = 2^k z, with z from the table's start to twice that, near a c of the table.
#[derive(Clone, Copy)]
struct Reduced {
    /// k.
    whole: f64,
    /// z / c − 1.
    r: f64,
    /// ln c.
    high: f64,
    low: f64,
}

#[inline]
fn reduced(x: f64) -> Reduced {
    let above = x.to_bits().wrapping_sub(START);
    let whole = (above.cast_signed() >> 52) as f64;
    let z = f64::from_bits(x.to_bits().wrapping_sub(above & (0xfff << 52)));
    let Center { c, inverse, high, low } = CENTERS[(above >> 45) as usize % STEPS];
    // z − c is exact. So r has all digits, and near 1 it is the whole logarithm to first order.
    Reduced { whole, r: (z - c) * inverse, high, low }
}

#[inline]
fn series(Reduced { whole, r, high, low }: Reduced) -> f64 {
    let square = r * r;
    let head = whole * LN_2_PARTS.0 + high;
    let sum = head + r;
    let rest = (head - sum) + r + (whole * LN_2_PARTS.1 + low);
    // r − r²/2 + r³/3 − … − r⁸/8, in an order that lets the processor work on many terms at once.
    let fourth = square * square;
    let front = (rest + square * (r * (1.0 / 3.0) - 0.5)) - fourth * fourth * 0.125;
    let back = fourth * ((r * 0.2 - 0.25) + square * (r * (1.0 / 7.0) - 1.0 / 6.0));
    sum + (front + back)
}

/// ln(1 + x), with all digits where x is small.
pub(crate) fn ln_1p(x: f64) -> f64 {
    let sum = 1.0 + x;
    if is_rare(sum) {
        return rare(libm::log1p, x);
    }
    // What the sum lacks of 1 + x is less than half of its last place.
    ln(sum) - ((sum - 1.0) - x) / sum
}

/// e^x.
#[inline]
pub(crate) fn exp(x: f64) -> f64 {
    /// Adding it rounds to a whole number, which the lowest bits then hold.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let inside = x.abs() < 708.0;
    if !inside {
        return rare(libm::exp, x);
    }
    // x = k ln 2 / 128 + r.
    let rounded = x * (STEPS as f64 / std::f64::consts::LN_2) + ROUND;
    let k = rounded.to_bits().wrapping_sub(ROUND.to_bits());
    let whole = rounded - ROUND;
    let r = x - whole * STEP_PARTS.0 - whole * STEP_PARTS.1;
    let square = r * r;
    let series =
        (r + square * (0.5 + r * (1.0 / 6.0))) + square * square * (1.0 / 24.0 + r * (1.0 / 120.0));
    let power = root(k);
    power + power * series
}

/// e^x of several numbers: the bits of [`exp`], in an order that lets the processor work on many.
#[inline]
pub(crate) fn exp_each<const N: usize>(x: [f64; N]) -> [f64; N] {
    const ROUND: f64 = 6_755_399_441_055_744.0;
    // A number that is no number is not inside either.
    if !x.iter().fold(true, |inside, x| inside & (x.abs() < 708.0)) {
        return x.map(exp);
    }
    let (mut powers, mut series) = ([0.0; N], [0.0; N]);
    for ((power, series), x) in powers.iter_mut().zip(&mut series).zip(x) {
        let rounded = x * (STEPS as f64 / std::f64::consts::LN_2) + ROUND;
        let whole = rounded - ROUND;
        let r = x - whole * STEP_PARTS.0 - whole * STEP_PARTS.1;
        let square = r * r;
        *series = (r + square * (0.5 + r * (1.0 / 6.0)))
            + square * square * (1.0 / 24.0 + r * (1.0 / 120.0));
        *power = rounded;
    }
    for power in &mut powers {
        *power = root(power.to_bits().wrapping_sub(ROUND.to_bits()));
    }
    for (power, series) in powers.iter_mut().zip(series) {
        *power += *power * series;
    }
    powers
}

/// 2^x. It is faster than `exp`, because its remainder r = x − k / 128 is exact.
pub(crate) fn exp2(x: f64) -> f64 {
    /// Adding it rounds to a multiple of 1/128.
    const ROUND: f64 = 6_755_399_441_055_744.0 / STEPS as f64;
    const LN: f64 = std::f64::consts::LN_2;
    let inside = x.abs() < 1022.0;
    if !inside {
        return rare(libm::exp2, x);
    }
    let rounded = x + ROUND;
    let r = x - (rounded - ROUND);
    let square = r * r;
    let series = (r * LN + square * (LN * LN / 2.0 + r * (LN * LN * LN / 6.0)))
        + square * square * (LN * LN * LN * LN / 24.0 + r * (LN * LN * LN * LN * LN / 120.0));
    let power = root(rounded.to_bits().wrapping_sub(ROUND.to_bits()));
    power + power * series
}

/// 2^(k / 128). The whole part of k / 128 goes into the exponent.
fn root(k: u64) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "less than the steps")]
    let step = (k % STEPS as u64) as usize;
    f64::from_bits(POWERS[step].wrapping_add((k >> 7) << 52))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::double::Double;

    /// How far a result is from the 30 digits, in units of its last place.
    fn miss(actual: f64, exact: Double) -> f64 {
        let unit = exact.hi.abs().next_up() - exact.hi.abs();
        ((Double::from(actual) - exact).hi / unit).abs()
    }

    /// Numbers from `low` to `high` that are close together at no place and miss none.
    fn numbers(low: f64, high: f64) -> impl Iterator<Item = f64> {
        (0..200_000_u32)
            .map(move |i| low + (high - low) * (f64::from(i) * 0.618_033_988_75).fract())
    }

    #[test]
    fn logarithms_have_all_digits() {
        let near_one = numbers(0.98, 1.02).chain(numbers(0.6, 1.5));
        let far = numbers(-700.0, 700.0).map(exp);
        for x in near_one.chain(far).chain([f64::MAX, f64::MIN_POSITIVE, 1.0_f64.next_up()]) {
            let worst = miss(ln(x), Double::from(x).ln());
            assert!(worst < 1.5, "ln {x:?} is off by {worst}");
        }
        assert_eq!(ln(1.0), 0.0);
        assert_eq!((ln(0.0), ln(f64::INFINITY)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(ln(-1.0).is_nan() && ln(f64::NAN).is_nan());
        assert!((ln(5e-324) + 744.440_071_921_381_3).abs() < 1e-12);
    }

    #[test]
    fn logarithms_of_sums_have_all_digits() {
        let sizes = (0..1000).map(|i| exp(-0.08 * f64::from(i)));
        for x in sizes.flat_map(|x| [x, -0.999 * x]).chain([1e10, 1e300, -0.999_999]) {
            let worst = miss(ln_1p(x), Double::sum(1.0, x).ln());
            assert!(worst < 2.5, "ln_1p {x:?} is off by {worst}");
        }
        assert_eq!((ln_1p(0.0), ln_1p(-1e-300)), (0.0, -1e-300));
        assert_eq!((ln_1p(-1.0), ln_1p(f64::INFINITY)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(ln_1p(-2.0).is_nan());
    }

    #[test]
    fn powers_of_e_have_all_digits() {
        for x in numbers(-708.0, 700.0).chain(numbers(-1.0, 1.0)).chain([1e-300, -1e-20, 707.9]) {
            let worst = miss(exp(x), Double::from(x).exp());
            assert!(worst < 1.5, "exp {x:?} is off by {worst}");
        }
        assert_eq!((exp(0.0), exp(-0.0)), (1.0, 1.0));
        assert_eq!((exp(-800.0), exp(f64::NEG_INFINITY)), (0.0, 0.0));
        assert_eq!((exp(710.0), exp(f64::INFINITY)), (f64::INFINITY, f64::INFINITY));
        assert!(exp(f64::NAN).is_nan());
        assert!((exp(-745.0) / 5e-324 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn powers_of_several_have_the_bits_of_one() {
        let rare = [-0.0, 1e-300, 707.9, -707.9, 709.0, -745.0, 1e9, f64::NEG_INFINITY, f64::NAN];
        let all: Vec<f64> = numbers(-708.0, 708.0).chain(numbers(-1.0, 1.0)).chain(rare).collect();
        for four in all.windows(4) {
            let four = [four[0], four[1], four[2], four[3]];
            assert_eq!(
                exp_each(four).map(f64::to_bits),
                four.map(|x| exp(x).to_bits()),
                "{four:?}"
            );
        }
    }

    #[test]
    fn logarithms_of_several_have_the_bits_of_one() {
        let rare = [0.0, -0.0, 5e-324, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, -1.0, f64::NAN];
        let all: Vec<f64> = numbers(-700.0, 700.0).map(exp).chain(rare).collect();
        for four in all.windows(4) {
            let four = [four[0], four[1], four[2], four[3]];
            assert_eq!(ln_each(four).map(f64::to_bits), four.map(|x| ln(x).to_bits()), "{four:?}");
        }
    }

    #[test]
    fn powers_of_two_have_all_digits() {
        let ln = Double::from(2.0).ln();
        for x in numbers(-1010.0, 1000.0).chain(numbers(-1.0, 1.0)).chain([1e-300, -1e-20]) {
            let worst = miss(exp2(x), (ln * x).exp());
            assert!(worst < 1.5, "exp2 {x:?} is off by {worst}");
        }
        assert_eq!(
            (exp2(-1021.0), exp2(-1074.0), exp2(10.0)),
            (f64::MIN_POSITIVE * 2.0, 5e-324, 1024.0)
        );
        assert_eq!((exp2(-1100.0), exp2(1024.0)), (0.0, f64::INFINITY));
        assert!(exp2(f64::NAN).is_nan());
    }
}
