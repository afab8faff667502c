//! Quotients of two positive figures, by their intervals (MOVER on logarithms; Zou and Donner, Stat. Med.
//! 27 (2008) 1693).

use crate::cost::means::figures::CostInterval;
use crate::numeric::portable::{exp, ln};

/// A quotient with its interval. It and its upper end are infinite where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cost) struct Quotient {
    pub(in crate::cost) value: f64,
    pub(in crate::cost) lo: f64,
    pub(in crate::cost) hi: f64,
}

/// A over B, whose estimates have the correlation ρ.
///
/// The ends of ln A and ln B are a and b from their middles. Those of ln (A / B) are √(a² + b² − 2ρab) from
/// the middle.
pub(in crate::cost) fn quotient(a: CostInterval, b: CostInterval, correlation: f64) -> Quotient {
    if b.mean == 0.0 {
        return Quotient { value: f64::INFINITY, lo: a.lo / b.hi, hi: f64::INFINITY };
    }
    let value = a.mean / b.mean;
    if a.mean == 0.0 {
        let hi = if a.hi == 0.0 { 0.0 } else { a.hi / b.lo };
        return Quotient { value, lo: 0.0, hi };
    }
    let reach = |a: f64, b: f64| {
        let squares = a * a + b * b - 2.0 * correlation * a * b;
        if squares.is_nan() { f64::INFINITY } else { squares.max(0.0).sqrt() }
    };
    let below = reach(ln(a.mean / a.lo), ln(b.hi / b.mean));
    let above = reach(ln(a.hi / a.mean), ln(b.mean / b.lo));
    Quotient { value, lo: value * exp(-below), hi: value * exp(above) }
}
