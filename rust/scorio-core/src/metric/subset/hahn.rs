//! The variance of a credit under a Beta posterior, as a sum of squares.
//!
//! Let g(p) = E[A_J | p], p ~ Beta(α, β) and s = α + β. Expand g in the orthonormal Jacobi
//! polynomials of that density. Then Var g = Σ_{n≥1} ĝ_n². The derivative g' = k E[w_{J+1}] over k
//! − 1 draws gives the ĝ_n without a difference:
//!
//! ```text
//! Var g = (αβ k² / (s(s + 1))) Σ_{m≥0} λ_m b_m² / ((m + 1)(m + s)),
//! b_m = E[w_{J+1} ψ_m(J)],   λ_m = ∏_{t<m} (k − 1 − t) / (s + k + 1 + t)
//! ```
//!
//! Here J has the Beta-binomial law of K = k − 1 draws under Beta(α + 1, β + 1). The ψ_m are its
//! orthonormal polynomials, those of Hahn (Karlin & McGregor 1961, Koekoek et al. 2010, 9.5). No
//! term is negative, and the λ_m fall at least like powers of k / (s + k). Parseval's identity
//! gives Σ_{i>m} b_i². So the sum ends when its rest is negligible. Two credits of the same k have
//! the covariance with b_m c_m in place of b_m².
//!
//! If w itself is constant except for one kink, as in mG-Pass@k and Pass@k, its own derivative is
//! taken once more. A sum over k weights then becomes one term. For m ≥ 1 and i = m − 1,
//!
//! ```text
//! λ_m b_m² = ((α + 1)(β + 1)(k − 1)² / ((s + 2)(s + 3))) λ′_i c_i² / ((i + 1)(i + s + 2))
//! ```
//!
//! with λ′ and c of the kinks v_r = w_{r+1} − w_r under Beta(α + 1, β + 1) and k − 1 draws.
//!
//! The unbiased estimate from a bank of N trials has the same expansion, divided by the λ of the
//! bank. Its sampling variance E[Var(estimate | p)] is the sum of the same terms, each times
//! 1/L_{m+1} − 1. Here L_n = ∏_{t<n} (N − t) / (s + N + t).

use crate::metric::subset::credit::Credit;
use crate::metric::subset::urn::Urn;
use crate::numeric::columns::Columns;
use crate::numeric::double::{Double, Sum, exponent, two_product, two_sum};
use crate::numeric::portable::power_of_two;
use crate::numeric::watch;
use crate::posterior::interval::SquareRootOfSum;

/// The negligible rest of a sum of squares, relative to the sum: 2^-70.
const NEGLIGIBLE: f64 = 8.5e-22;

/// The jumps w_{J+1} of a credit, times the law of J.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps {
    places: Vec<f64>,
    sizes: Vec<Double>,
    masses: Vec<Double>,
    /// Σ w² P, for Parseval's identity.
    square: Double,
    /// The power of two by which the masses were divided.
    scale: f64,
    /// E[w], if these are the kinks of w.
    pub(crate) slope: Double,
}

impl Jumps {
    /// A jump of size w at a place, and the weight of the law there.
    pub(crate) fn push(&mut self, place: f64, size: Double, weight: Double) {
        self.places.push(place);
        self.sizes.push(size);
        self.masses.push(size * weight);
    }

    /// Turns the weights into probabilities, given their total, and drops negligible ones.
    ///
    /// A single jump w has a variance of at most w² P. All n jumps together have at least
    /// (max w P)². So the dropped ones change the deviation by less than 10^-20 of it.
    pub(crate) fn normalise(&mut self, total: Double) {
        let largest = self.masses.iter().fold(0.0_f64, |a, mass| a.max(mass.hi.abs()));
        if largest <= 0.0 {
            *self = Self { slope: self.slope, ..Self::default() };
            return;
        }
        // (w weight)(w) / total ≥ 10^-40 / n² × (largest / total)², relative to the largest.
        let count = self.places.len() as f64;
        let least = 1e-40 / (count * count) * (largest / total.hi);
        let power = exponent(largest / total.hi).max(-1000);
        let (down, up) = (power_of_two(-power), power_of_two(power));
        let mut kept = Self { scale: up, slope: self.slope, ..Self::default() };
        let mut square = Sum::default();
        for ((&place, &size), &mass) in self.places.iter().zip(&self.sizes).zip(&self.masses) {
            // A kink may be negative, and its mass then, too.
            if (mass.hi / largest) * size.hi >= least {
                let mass = mass.scaled(down) / total;
                let part = mass * size;
                square.add(part.hi, part.lo);
                kept.places.push(place);
                kept.sizes.push(size);
                kept.masses.push(mass);
            }
        }
        // Σ w² P in units in which the masses w P are squared.
        kept.square = square.double().scaled(down);
        *self = kept;
    }
}

/// Standard deviations of two credits and their correlation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) sigma: (Double, Double),
    pub(crate) correlation: Double,
}

/// What the expansions of all urns share that have the same number of balls and of draws.
///
/// These are the rungs m = 0, 1, …, made when needed.
pub(crate) struct Ladder {
    total: Double,
    k: u64,
    bank: Option<u64>,
    /// Whether the jumps are kinks. Then the totals, draws and bank belong to the inner law.
    curved: bool,
    rungs: Vec<Rung>,
    next: Factor,
}

/// One m.
#[derive(Clone, Copy)]
struct Rung {
    /// A_m / (α + m + 1) of the recurrence.
    rise: Double,
    /// C_m / (β + m).
    fall: Double,
    /// λ_m / ((m + 1)(m + s)). For a bank, it is multiplied by 1/L_{m+1} − 1.
    factor: Double,
}

/// The products that make up rungs.
struct Factor {
    /// λ_m. For a bank, λ_m / L_{m+1}.
    ratio: Double,
    /// L_{m+1}, and its complement to 1.
    kept: Double,
    lost: Double,
}

impl Ladder {
    /// For a credit, and for others of its budget whose jumps have the same form.
    pub(crate) fn new(credit: &Credit) -> Self {
        let curved = credit.is_bent();
        Self::start(credit.budget().saturating_sub(u64::from(curved)), curved)
    }

    fn start(k: u64, curved: bool) -> Self {
        let next = Factor { ratio: Double::ONE, kept: Double::ONE, lost: Double::ZERO };
        Self { total: Double::ZERO, k, bank: None, curved, rungs: Vec::new(), next }
    }

    pub(crate) fn is_curved(&self) -> bool {
        self.curved
    }

    /// Starts again if the urn holds another number of balls, or the bank another number of trials.
    fn fit(&mut self, total: Double, bank: Option<u64>) {
        if total == self.total && bank == self.bank {
            return;
        }
        *self = Self { total, bank, ..Self::start(self.k, self.curved) };
        if let (true, Some(trials)) = (self.curved, bank) {
            // The first of the outer law's factors, L_1.
            let (outer, trials) = (total + -2.0, trials as f64 + 1.0);
            let all = outer + trials;
            self.next =
                Factor { ratio: all / trials, kept: Double::from(trials) / all, lost: outer / all };
        }
    }

    fn rung(&mut self, m: usize) -> Rung {
        while self.rungs.len() <= m {
            self.extend();
        }
        self.rungs.get(m).copied().unwrap_or(Rung {
            rise: Double::ZERO,
            fall: Double::ZERO,
            factor: Double::ZERO,
        })
    }

    fn extend(&mut self) {
        let (total, m, k) = (self.total, self.rungs.len() as f64, self.k as f64);
        if let Some(trials) = self.bank.map(|trials| trials as f64) {
            let denominator = total + (trials + m);
            self.next.lost = self.next.lost + self.next.kept * (total + 2.0 * m) / denominator;
            self.next.kept = self.next.kept * (trials - m) / denominator;
            self.next.ratio = self.next.ratio * denominator / (trials - m);
        }
        let Factor { ratio, lost, .. } = self.next;
        let mut factor = ratio / ((total + m) * (m + 1.0));
        if self.curved {
            factor = factor / ((total + (m - 1.0)) * (m + 2.0));
        }
        let (odd, last) = (total + (2.0 * m + 1.0), k - 1.0);
        self.rungs.push(Rung {
            rise: (total + (m + 1.0)) * (last - m) / (odd * (total + (2.0 * m + 2.0))),
            fall: (total + (m + k)) * m / (odd * (total + 2.0 * m)),
            factor: if self.bank.is_some() { factor * lost } else { factor },
        });
        self.next.ratio = ratio * (last - m) / (total + (k + 1.0 + m));
    }
}

impl Urn {
    /// The standard deviation of a credit of k draws under the posterior, given its jumps.
    ///
    /// For a bank of N trials, it is the standard deviation of the unbiased estimate.
    pub(crate) fn deviation(
        &self,
        jumps: &Jumps,
        bank: Option<u64>,
        ladder: &mut Ladder,
    ) -> Double {
        self.spread((jumps, &Jumps::default()), bank, ladder).sigma.0
    }

    /// The same for two credits together.
    ///
    /// The ψ_m are the monic polynomials p_m divided by their norms, with
    ///
    /// ```text
    /// p_{m+1}(x) = (x − A_m − C_m) p_m(x) − A_{m−1} C_m p_{m−1}(x)
    /// ```
    ///
    /// Each is scaled by a power of two that keeps the norm near 1.
    pub(crate) fn spread(
        &self,
        (one, two): (&Jumps, &Jumps),
        bank: Option<u64>,
        ladder: &mut Ladder,
    ) -> Spread {
        let shift = f64::from(u8::from(ladder.curved));
        let (alpha, beta) = (self.successes + shift, self.failures + shift);
        let total = self.successes + self.failures + 2.0 * shift;
        ladder.fit(total, bank.map(|trials| trials.saturating_sub(u64::from(ladder.curved))));
        let banked = bank.is_some();
        let (mut x, mut y) = (Projection::new(one, banked), Projection::new(two, banked));
        let mut product = Sum::default();
        let mut norm = Double::ONE;
        let mut rung = ladder.rung(0);
        // A_m, A_m + C_m, A_{m−1} C_m, and the power of two from m − 1 to m.
        let mut rise = rung.rise * (alpha + 1.0);
        let (mut center, mut below, mut power) = (rise, Double::ZERO, 1.0);
        for m in 0..ladder.k {
            let (left, right) = (x.total(), y.total());
            x.retire(norm);
            y.retire(norm);
            x.add(left, rung.factor, norm);
            if !y.places.is_empty() {
                y.add(right, rung.factor, norm);
                let both = left * right * rung.factor / norm;
                product.add(both.hi, both.lo);
            }
            #[expect(clippy::cast_possible_truncation, reason = "k ≤ 10^9 in every binding")]
            let next = m as usize + 1;
            // What is found of stopped work is discarded.
            if m + 1 == ladder.k
                || ((m.is_multiple_of(256) || one.places.len() > 4096) && !watch::goes_on())
            {
                break;
            }
            rung = ladder.rung(next);
            if x.is_done(rung.factor.hi) && y.is_done(rung.factor.hi) {
                break;
            }
            let (m, step_center, step_below) = (next as f64, center, below.scaled(power));
            let fall = rung.fall * (beta + m);
            below = rise * fall;
            rise = rung.rise * (alpha + (m + 1.0));
            center = rise + fall;
            norm = norm * below;
            power = power_of_two(-exponent(norm.hi).div_euclid(2));
            norm = norm.scaled(power).scaled(power);
            let step = Step { center: step_center, below: step_below, power };
            x.advance(&step);
            y.advance(&step);
        }
        let outer = (alpha / total) * (beta / (total + 1.0));
        let outer = outer.sqrt() * ladder.k as f64;
        let roots = (x.variance.double().sqrt(), y.variance.double().sqrt());
        let both = roots.0 * roots.1;
        let correlation = if both.is_positive() { product.double() / both } else { Double::ZERO };
        let sigma = ((outer * roots.0).scaled(one.scale), (outer * roots.1).scaled(two.scale));
        let spread = Spread { sigma, correlation };
        if ladder.curved {
            self.uncurved(spread, (one.slope, two.slope), bank, ladder.k + 1)
        } else {
            spread
        }
    }

    /// Turns the spread of the slopes g' / k of two credits into the spread of the credits.
    ///
    /// It needs the means of the slopes.
    fn uncurved(
        &self,
        slopes: Spread,
        means: (Double, Double),
        bank: Option<u64>,
        k: u64,
    ) -> Spread {
        let total = self.successes + self.failures;
        let outer = (self.successes / total) * (self.failures / (total + 1.0));
        let outer = outer.sqrt() * k as f64;
        let first = Double::ONE / bank.map_or(total, |trials| Double::from(trials as f64));
        let levels = (means.0 * first.sqrt(), means.1 * first.sqrt());
        let root = |level: Double, sigma: Double| {
            let mut sum = SquareRootOfSum::default();
            sum.add(level, Double::ONE);
            sum.add(sigma, Double::ONE);
            sum.root()
        };
        let (x, y) = (root(levels.0, slopes.sigma.0), root(levels.1, slopes.sigma.1));
        let correlation = if x.is_positive() && y.is_positive() {
            (levels.0 / x) * (levels.1 / y)
                + (slopes.sigma.0 / x) * (slopes.sigma.1 / y) * slopes.correlation
        } else {
            Double::ZERO
        };
        Spread { sigma: (outer * x, outer * y), correlation }
    }
}

/// p_{m+1} = power ((x − center) p_m − below p_{m−1}).
struct Step {
    center: Double,
    below: Double,
    power: f64,
}

/// The expansion of one credit: its jumps times p_m and p_{m−1}, and the sum of squares.
struct Projection<'a> {
    places: &'a [f64],
    now: Columns,
    before: Columns,
    variance: Sum,
    /// Σ_{i>m} b_i².
    rest: Double,
    /// For every place, w² P and the rest after subtracting the squares of w P ψ_i up to m.
    ///
    /// The squares add up to w² P. Only a bank needs this, because m may come near k.
    left: Vec<(f64, Double)>,
}

impl<'a> Projection<'a> {
    fn new(jumps: &'a Jumps, banked: bool) -> Self {
        let left =
            jumps.masses.iter().zip(&jumps.sizes).filter(|_| banked).map(|(&mass, &size)| {
                let whole = (mass * size).scaled(1.0 / jumps.scale);
                (whole.hi, whole)
            });
        let hi = jumps.masses.iter().map(|mass| mass.hi).collect::<Vec<_>>();
        let lo = jumps.masses.iter().map(|mass| mass.lo).collect();
        let before = Columns { hi: vec![0.0; hi.len()], lo: vec![0.0; hi.len()] };
        Self {
            places: &jumps.places,
            now: Columns { hi, lo },
            before,
            variance: Sum::default(),
            rest: jumps.square,
            left: left.collect(),
        }
    }

    /// Ends the places whose squares have added up to the total.
    ///
    /// After that p_m(x) falls, and in the recurrence only rounding errors would grow.
    fn retire(&mut self, norm: Double) {
        let now = self.now.hi.iter_mut().zip(&mut self.now.lo);
        let before = self.before.hi.iter_mut().zip(&mut self.before.lo);
        for ((whole, left), (now, before)) in self.left.iter_mut().zip(now.zip(before)) {
            let value = Double { hi: *now.0, lo: *now.1 };
            *left = *left - value * value / norm;
            if left.hi <= 1e-29 * *whole {
                (*now.0, *now.1, *before.0, *before.1) = (0.0, 0.0, 0.0, 0.0);
            }
        }
    }

    /// Σ w p_m P.
    fn total(&self) -> Double {
        self.now.sum()
    }

    fn add(&mut self, total: Double, factor: Double, norm: Double) {
        let square = total * total / norm;
        let part = square * factor;
        self.variance.add(part.hi, part.lo);
        self.rest = self.rest - square;
    }

    /// Whether all later terms are negligible, given that factors fall from here on.
    fn is_done(&self, factor: f64) -> bool {
        // Written so that a NaN ends the loop. It is an error as a result.
        let open = factor * self.rest.hi > NEGLIGIBLE * self.variance.value;
        self.places.is_empty() || !open
    }

    fn advance(&mut self, step: &Step) {
        let (now, before) = (&self.now, &mut self.before);
        let earlier = before.hi.iter_mut().zip(&mut before.lo);
        let current = now.hi.iter().zip(&now.lo);
        for ((&x, (&hi, &lo)), (old_hi, old_lo)) in self.places.iter().zip(current).zip(earlier) {
            let (distance, error) = two_sum(x, -step.center.hi);
            let distance = Double { hi: distance, lo: error - step.center.lo };
            let (ahead, rest) = two_product(distance.hi, hi);
            let rest = rest + (distance.hi * lo + distance.lo * hi);
            let (behind, more) = two_product(step.below.hi, *old_hi);
            let more = more + (step.below.hi * *old_lo + step.below.lo * *old_hi);
            let (sum, error) = two_sum(ahead, -behind);
            let next = Double::new(sum, error + (rest - more)).scaled(step.power);
            (*old_hi, *old_lo) = (next.hi, next.lo);
        }
        std::mem::swap(&mut self.now, &mut self.before);
    }
}
