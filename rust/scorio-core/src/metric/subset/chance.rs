//! The expected credit of k trials with a given success probability: a polynomial of it.

use crate::metric::subset::credit::Credit;
use crate::numeric::portable::{exp, exp_m1, ln, ln_1p};

/// Terms below this share of a sum are dropped.
const NEGLIGIBLE: f64 = 1e-20;

impl Credit {
    /// E[A_J] for J ~ Binomial(k, p), from p and 1 − p. It rises with p, or falls with it.
    ///
    /// Without a closed form, it takes some 20 √k steps.
    pub(crate) fn expected(&self, success: f64, failure: f64) -> f64 {
        self.expected_parts(success, failure).0
    }

    /// The same, and its complement to 1.
    fn expected_parts(&self, success: f64, failure: f64) -> (f64, f64) {
        let k = self.budget() as f64;
        match (self, self.step()) {
            (Self::Complement(credit), _) => {
                let (value, complement) = credit.expected_parts(success, failure);
                (complement, value)
            }
            (_, Some(threshold)) if threshold == self.budget() => all(k, success, failure),
            (_, Some(1)) => {
                let (none, some) = all(k, failure, success);
                (some, none)
            }
            _ if success <= 0.0 => self.parts_at(0.0),
            _ if failure <= 0.0 => self.parts_at(k),
            _ => self.walked(k, success / failure, (k * success).floor()),
        }
    }

    fn parts_at(&self, j: f64) -> (f64, f64) {
        let parts = self.at(j);
        (parts.value.value(), parts.complement.value())
    }

    /// The mean over the binomial law, outwards from near its mode.
    fn walked(&self, k: f64, odds: f64, mode: f64) -> (f64, f64) {
        let (mut value, mut complement) = (0.0, 0.0);
        let mut add = |j: f64, weight: f64| {
            let parts = self.parts_at(j);
            value += weight * parts.0;
            complement += weight * parts.1;
        };
        let (mut j, mut weight) = (mode, 1.0);
        while weight > NEGLIGIBLE {
            add(j, weight);
            weight *= (k - j) / (j + 1.0) * odds;
            j += 1.0;
        }
        (j, weight) = (mode, 1.0);
        loop {
            weight *= j / ((k - j + 1.0) * odds);
            j -= 1.0;
            if weight <= NEGLIGIBLE {
                break;
            }
            add(j, weight);
        }
        let sum = value + complement;
        (value / sum, complement / sum)
    }
}

/// p^k and 1 − p^k.
fn all(k: f64, success: f64, failure: f64) -> (f64, f64) {
    let log = k * if success < 0.5 { ln(success) } else { ln_1p(-failure) };
    (exp(log), -exp_m1(log))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_match_their_terms() {
        let credits = [
            Credit::pass_at(5).unwrap(),
            Credit::pass_hat(5).unwrap(),
            Credit::majority(5).unwrap(),
            Credit::upper_half(6).unwrap(),
            Credit::area(7).unwrap().complement(),
            Credit::spectrum(3, &[0.2, 0.0, 0.5]).unwrap(),
        ];
        for credit in credits {
            let k = i32::try_from(credit.budget()).unwrap();
            for p in [0.0, 1e-9, 0.3, 0.5, 0.9, 1.0] {
                let mut chosen = 1.0;
                let mut sum = 0.0;
                for j in 0..=k {
                    let term = chosen * libm::pow(p, j.into()) * libm::pow(1.0 - p, (k - j).into());
                    sum += term * credit.at(j.into()).value.value();
                    chosen *= f64::from(k - j) / f64::from(j + 1);
                }
                let value = credit.expected(p, 1.0 - p);
                assert!((value - sum).abs() < 1e-15 * (1.0 + sum), "{credit:?} {p} {value} {sum}");
            }
        }
    }
}
