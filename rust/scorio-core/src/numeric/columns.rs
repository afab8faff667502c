//! Many double-double numbers at once.

use crate::numeric::double::{Double, Sum, two_product};

/// Double-double numbers with separate parts, so that compilers can process several at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) hi: Vec<f64>,
    pub(crate) lo: Vec<f64>,
}

/// Some adjacent ones.
#[derive(Clone, Copy)]
pub(crate) struct ColumnRun<'a> {
    hi: &'a [f64],
    lo: &'a [f64],
}

impl Columns {
    pub(crate) fn push(&mut self, number: Double) {
        self.hi.push(number.hi);
        self.lo.push(number.lo);
    }

    pub(crate) fn len(&self) -> usize {
        self.hi.len()
    }

    pub(crate) fn at(&self, place: usize) -> Option<Double> {
        Some(Double { hi: *self.hi.get(place)?, lo: *self.lo.get(place)? })
    }

    /// So many numbers from a place on.
    pub(crate) fn run(&self, start: usize, length: usize) -> Option<ColumnRun<'_>> {
        let end = start.checked_add(length)?;
        Some(ColumnRun { hi: self.hi.get(start..end)?, lo: self.lo.get(start..end)? })
    }

    /// The same in the opposite order.
    pub(crate) fn reversed(&self) -> Self {
        let turned = |part: &Vec<f64>| part.iter().rev().copied().collect();
        Self { hi: turned(&self.hi), lo: turned(&self.lo) }
    }

    /// Becomes the products of two runs of one length, number by number.
    pub(crate) fn become_products(&mut self, one: ColumnRun<'_>, two: ColumnRun<'_>) {
        self.hi.resize(one.hi.len(), 0.0);
        self.lo.resize(one.lo.len(), 0.0);
        let own = self.hi.iter_mut().zip(&mut self.lo);
        let factors = one.hi.iter().zip(one.lo).zip(two.hi.iter().zip(two.lo));
        for ((hi, lo), ((&a, &a_rest), (&b, &b_rest))) in own.zip(factors) {
            let (product, error) = two_product(a, b);
            (*hi, *lo) = (product, error + (a * b_rest + a_rest * b));
        }
    }

    /// Σ of all.
    pub(crate) fn sum(&self) -> Double {
        // Four sums that do not wait for each other.
        let mut sums: [Sum; 4] = Default::default();
        let (hi, hi_rest) = self.hi.as_chunks::<4>();
        let (lo, lo_rest) = self.lo.as_chunks::<4>();
        for (hi, lo) in hi.iter().zip(lo) {
            for (sum, (&hi, &lo)) in sums.iter_mut().zip(hi.iter().zip(lo)) {
                sum.add(hi, lo);
            }
        }
        for (sum, (&hi, &lo)) in sums.iter_mut().zip(hi_rest.iter().zip(lo_rest)) {
            sum.add(hi, lo);
        }
        let [a, b, c, d] = sums.map(Sum::double);
        (a + b) + (c + d)
    }
}

impl ColumnRun<'_> {
    /// Σ of the products of two runs of one length.
    pub(crate) fn dot(self, other: Self) -> Double {
        let mut sums: [Sum; 4] = Default::default();
        let (a, a_rest) = self.hi.as_chunks::<4>();
        let (a_low, a_low_rest) = self.lo.as_chunks::<4>();
        let (b, b_rest) = other.hi.as_chunks::<4>();
        let (b_low, b_low_rest) = other.lo.as_chunks::<4>();
        for ((a, a_low), (b, b_low)) in a.iter().zip(a_low).zip(b.iter().zip(b_low)) {
            let pairs = a.iter().zip(a_low).zip(b.iter().zip(b_low));
            for (sum, ((&a, &a_low), (&b, &b_low))) in sums.iter_mut().zip(pairs) {
                let (product, error) = two_product(a, b);
                sum.add(product, error + (a * b_low + a_low * b));
            }
        }
        let rest = a_rest.iter().zip(a_low_rest).zip(b_rest.iter().zip(b_low_rest));
        for (sum, ((&a, &a_low), (&b, &b_low))) in sums.iter_mut().zip(rest) {
            let (product, error) = two_product(a, b);
            sum.add(product, error + (a * b_low + a_low * b));
        }
        let [a, b, c, d] = sums.map(Sum::double);
        (a + b) + (c + d)
    }
}
