//! The moments of a credit from rising factorials that all questions share.
//!
//! Let (x)_n = x (x + 1) … (x + n − 1). A question of c successes and f failures has α = α0 + c,
//! β = β0 + f and s = α + β. With (α)_j = (α0)_{c+j} / (α0)_c, the Beta-binomial law of d draws is
//!
//! ```text
//! P(J = j) = C(d, j) (α0)_{c+j} (β0)_{f+d−j} / Z,   Z = (α0)_c (β0)_f (s)_d
//! ```
//!
//! So all questions share two tables. The square of g(p) = E[A_J | p] is the credit of 2k draws that
//!
//! ```text
//! C(2k, t) H_t = Σ_{i+j=t} C(k, i) A_i C(k, j) A_j
//! ```
//!
//! gives. Its mean less the square of the mean of g is the variance. Of g and 1 − g the rarer one is
//! taken. The difference may lose twelve bits of a hundred. Where it would lose more, there is no
//! result, and the sum of squares of `hahn` has to do. The same holds beyond the range of doubles.

use std::f64::consts::{E, SQRT_2};
use std::ops::Range;

use crate::counts::states::States;
use crate::metric::subset::credit::{Credit, Parts};
use crate::numeric::columns::Columns;
use crate::numeric::double::{Double, exponent};
use crate::numeric::portable::power_of_two;
use crate::posterior::beta::Beta;

/// The least share of a difference in what it is taken from.
const LEAST_SHARE: f64 = 1.0 / 4096.0;

/// Numbers of tables are between 1 / `RANGE` and this. So no product of two is near underflow.
const RANGE: f64 = 1e125;

/// The same of what products of three add up to.
const SUM_RANGE: f64 = 1e240;

/// Means and standard deviations of a credit for all counts of a data set.
pub(crate) struct SharedMoments {
    /// Whether the credit is 1 minus that of the form.
    complement: bool,
    k: usize,
    form: Form,
    successes: Factorials,
    failures: Factorials,
    all: Factorials,
    /// Trials of the last question, and (s)_k and (s)_2k: most questions have as many.
    last: Option<(usize, [Double; 2])>,
}

/// How a credit is summed.
enum Form {
    /// All draws succeed, or with `turned` at least one.
    Power { turned: bool },
    /// Any credit: sums over the law of J.
    Sums(Box<LawSums>),
}

struct LawSums {
    /// (β0)_n from the largest n on.
    failures: Columns,
    /// C(k, j) A_j, and C(k, j) (1 − A_j).
    sides: [Columns; 2],
    /// The same of the squares, for 2k draws.
    squares: [Columns; 2],
    /// Space for products.
    products: Columns,
}

/// (x)_n over θ^n for n from `first`, relative to the first. Powers of θ cancel, because the n of a
/// fraction add up to the same.
#[derive(Clone)]
struct Factorials {
    first: usize,
    table: Columns,
}

impl Factorials {
    fn new(x: Double, range: Range<usize>, power: f64) -> Option<Self> {
        let (first, mut table) = (range.start, Columns::default());
        let mut value = Double::ONE;
        for n in range {
            if !(1.0 / RANGE..RANGE).contains(&value.hi) {
                return None;
            }
            table.push(value);
            value = (value * (x + n as f64)).scaled(power);
        }
        Some(Self { first, table })
    }

    fn at(&self, n: usize) -> Option<Double> {
        self.table.at(n.checked_sub(self.first)?)
    }

    /// (x + n)_d.
    fn from(&self, n: usize, draws: usize) -> Option<Double> {
        Some(self.at(n + draws)? / self.at(n)?)
    }
}

impl SharedMoments {
    /// `None` if tables do not pay off, or are out of range.
    pub(crate) fn new(credit: &Credit, states: &States, prior: Beta) -> Option<Self> {
        let (own, complement) = match credit {
            Credit::Complement(own) => (&**own, true),
            own => (own, false),
        };
        let k = usize::try_from(own.budget()).ok()?;
        let trials = || states.iter().map(|state| state.trials());
        let fewest = usize::try_from(trials().min()?).ok()?;
        let most = usize::try_from(trials().max()?).ok()?;
        let length = most.checked_add(k.checked_mul(2)?)?.checked_add(1)?;
        let is_walked = own.is_walked();
        // An entry of a table costs about as much as a draw of a question without tables. Where draws
        // are walked, they cost some twenty times as much.
        let pays = if is_walked {
            length < 4 * k * states.len() && k < 16 * states.len()
        } else {
            length < k * states.len()
        };
        if !pays {
            return None;
        }
        // θ is the power of two nearest to the end over e, which keeps both ends of a table near 1.
        let end = length as f64 + prior.alpha.max(prior.beta);
        let power = power_of_two(-exponent(end * SQRT_2 / E));
        let table = |x| Factorials::new(Double::from(x), 0..length, power);
        let successes = table(prior.alpha)?;
        let failures =
            if prior.alpha == prior.beta { successes.clone() } else { table(prior.beta)? };
        let total = Double::sum(prior.alpha, prior.beta);
        let all = Factorials::new(total, fewest..length, power)?;
        let form = if is_walked {
            Form::Sums(Box::new(LawSums::new(own, k, &failures)?))
        } else {
            Form::Power { turned: own.step() == Some(1) && k > 1 }
        };
        Some(Self { complement, k, form, successes, failures, all, last: None })
    }

    /// Mean and standard deviation. `None` if they would lose digits.
    pub(crate) fn of(&mut self, successes: u64, failures: u64) -> Option<(Double, Double)> {
        let (c, f) = (usize::try_from(successes).ok()?, usize::try_from(failures).ok()?);
        let [once, twice] = match self.last {
            Some((trials, known)) if trials == c + f => known,
            _ => [self.all.from(c + f, self.k)?, self.all.from(c + f, 2 * self.k)?],
        };
        self.last = Some((c + f, [once, twice]));
        let (parts, mean, square) = match &mut self.form {
            Form::Power { turned } => {
                let (table, own) = if *turned { (&self.failures, f) } else { (&self.successes, c) };
                let mean = table.from(own, self.k)? / once;
                let parts = Parts { value: mean, complement: Double::ONE - mean };
                let parts = if *turned { parts.swap() } else { parts };
                (parts, mean, table.from(own, 2 * self.k)? / twice)
            }
            Form::Sums(sums) => {
                let none = self.successes.at(c)? * self.failures.at(f)?;
                let [value, complement] = sums.means(&self.successes, (c, f), none * once)?;
                let rare = usize::from(complement.hi < value.hi);
                let mean = if rare == 1 { complement } else { value };
                let square = sums.square(rare, &self.successes, (c, f), none * twice)?;
                (Parts { value, complement }, mean, square)
            }
        };
        let parts = if self.complement { parts.swap() } else { parts };
        let variance = square - mean * mean;
        let is_sound = mean.hi > 1.0 / SUM_RANGE
            && variance.hi > LEAST_SHARE * square.hi
            && (parts.value.hi > LEAST_SHARE || parts.value == mean);
        is_sound.then(|| (parts.value, variance.sqrt()))
    }
}

impl LawSums {
    fn new(credit: &Credit, k: usize, failures: &Factorials) -> Option<Self> {
        let mut sides: [Columns; 2] = Default::default();
        let mut chosen = Double::ONE;
        for j in 0..=k {
            let j = j as f64;
            let Parts { value, complement } = credit.at(j);
            for (side, share) in sides.iter_mut().zip([value, complement]) {
                let number = chosen * share;
                if share.hi != 0.0 && !(1.0 / RANGE.sqrt()..RANGE.sqrt()).contains(&number.hi.abs())
                {
                    return None;
                }
                side.push(number);
            }
            chosen = chosen * (k as f64 - j) / (j + 1.0);
        }
        let squares = [self_products(&sides[0])?, self_products(&sides[1])?];
        Some(Self {
            failures: failures.table.reversed(),
            sides,
            squares,
            products: Columns::default(),
        })
    }

    /// E A_J and its complement.
    fn means(
        &mut self,
        successes: &Factorials,
        counts: (usize, usize),
        all: Double,
    ) -> Option<[Double; 2]> {
        let length = self.sides[0].len();
        self.multiply(successes, counts, length)?;
        let law = self.products.run(0, length)?;
        let [value, complement] = [self.sides[0].run(0, length)?, self.sides[1].run(0, length)?];
        in_range(all).then(|| [law.dot(value) / all, law.dot(complement) / all])
    }

    /// The mean of the square of one side.
    fn square(
        &mut self,
        side: usize,
        successes: &Factorials,
        counts: (usize, usize),
        all: Double,
    ) -> Option<Double> {
        let squares = self.squares.get(side)?;
        let length = squares.len();
        self.multiply(successes, counts, length)?;
        let sum = self.products.run(0, length)?.dot(self.squares.get(side)?.run(0, length)?);
        (in_range(all) && in_range(sum)).then(|| sum / all)
    }

    /// (α0)_{c+j} (β0)_{f+d−j} for j = 0..=d, of which there are `length`.
    fn multiply(
        &mut self,
        successes: &Factorials,
        (c, f): (usize, usize),
        length: usize,
    ) -> Option<()> {
        let start = self.failures.len().checked_sub(f + length)?;
        let failures = self.failures.run(start, length)?;
        self.products.become_products(successes.table.run(c, length)?, failures);
        Some(())
    }
}

fn in_range(number: Double) -> bool {
    (1.0 / SUM_RANGE..SUM_RANGE).contains(&number.hi)
}

/// Σ_{i+j=t} x_i x_j for each t.
fn self_products(side: &Columns) -> Option<Columns> {
    let k = side.len() - 1;
    let turned = side.reversed();
    let mut squares = Columns::default();
    for t in 0..=2 * k {
        // Pairs i < j, twice, and the middle.
        let low = t.saturating_sub(k);
        let pairs = t.div_ceil(2) - low;
        let mut sum = side.run(low, pairs)?.dot(turned.run(k + low - t, pairs)?) * 2.0;
        if t % 2 == 0 {
            let middle = side.at(t / 2)?;
            sum = sum + middle * middle;
        }
        squares.push(sum);
    }
    Some(squares)
}
