//! Exact posteriors against rational arithmetic, closed forms, draws and laws.
//!
//! A sum of Beta variables with whole shapes has a density that is a polynomial between whole
//! numbers. So its distribution function is known exactly.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use ndarray::Array2;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use scorio_core::metric::exact::{self, superiority};
use scorio_core::posterior::PosteriorError;
use scorio_core::tally::tally_counts;
use scorio_core::{
    Credit, Error, Estimand, Interval, IntervalMethod, Prior, Remedy, States, Weights,
};

type Polynomial = Vec<BigRational>;

fn whole(n: u64) -> BigRational {
    BigRational::from(BigInt::from(n))
}

fn factorial(n: u64) -> BigRational {
    (1..=n).fold(BigRational::one(), |product, i| product * whole(i))
}

fn choose(n: u64, k: u64) -> BigRational {
    factorial(n) / factorial(k) / factorial(n - k)
}

fn value(polynomial: &Polynomial, x: &BigRational) -> BigRational {
    polynomial.iter().rev().fold(BigRational::zero(), |sum, c| sum * x + c)
}

fn add(polynomial: &mut Polynomial, power: u64, c: BigRational) {
    let power = usize::try_from(power).unwrap();
    while polynomial.len() <= power {
        polynomial.push(BigRational::zero());
    }
    polynomial[power] += c;
}

/// The density of Beta(a, b).
fn beta(a: u64, b: u64) -> Polynomial {
    let scale = factorial(a + b - 1) / factorial(a - 1) / factorial(b - 1);
    let mut density = Polynomial::new();
    for i in 0..b {
        let sign = if i % 2 == 0 { BigRational::one() } else { -BigRational::one() };
        add(&mut density, a - 1 + i, sign * choose(b - 1, i) * scale.clone());
    }
    density
}

/// The density of a sum, piece by piece, with one more variable. Piece n is over x − n.
fn convolved(pieces: &[Polynomial], density: &Polynomial) -> Vec<Polynomial> {
    let mut sum = vec![Polynomial::new(); pieces.len() + 1];
    for (n, piece) in pieces.iter().enumerate() {
        for (b, g) in (0_u64..).zip(piece) {
            for (a, f) in (0_u64..).zip(density) {
                let c = f * g;
                // ∫ y^a (s − y)^b over y from 0 to s
                let all = factorial(a) * factorial(b) / factorial(a + b + 1);
                add(&mut sum[n], a + b + 1, c.clone() * all);
                // ∫ y^a (s + 1 − y)^b over y from s to 1, by the powers of s − y
                for i in 0..=b {
                    // (s + (1 − y))^b = Σ C(b, i) s^i (1 − y)^(b − i)
                    let c = c.clone() * choose(b, i);
                    for j in 0..=(b - i) {
                        let sign = if j % 2 == 0 { c.clone() } else { -c.clone() };
                        let part = sign * choose(b - i, j) / whole(a + j + 1);
                        add(&mut sum[n + 1], i, part.clone());
                        add(&mut sum[n + 1], i + a + j + 1, -part);
                    }
                }
            }
        }
    }
    sum
}

/// P(Σ X < x) of Beta variables with these shapes.
fn below(shapes: &[(u64, u64)], x: f64) -> f64 {
    let first = beta(shapes[0].0, shapes[0].1);
    let pieces =
        shapes[1..].iter().fold(vec![first], |pieces, &(a, b)| convolved(&pieces, &beta(a, b)));
    let x = BigRational::from_float(x).unwrap();
    let mut sum = BigRational::zero();
    for (n, piece) in (0_u64..).zip(&pieces) {
        let end = (&x - whole(n)).min(BigRational::one());
        if end <= BigRational::zero() {
            break;
        }
        let integral: Polynomial = std::iter::once(BigRational::zero())
            .chain((1_u64..).zip(piece).map(|(power, c)| c / whole(power)))
            .collect();
        sum += value(&integral, &end);
    }
    sum.to_f64().unwrap()
}

/// Questions with so many failures and successes.
fn states(questions: &[(u64, u64)]) -> States {
    let counts: Vec<Vec<u64>> = questions.iter().map(|&(f, s)| vec![f, s]).collect();
    of_counts(&counts)
}

fn of_counts(counts: &[Vec<u64>]) -> States {
    let table: Vec<u64> = counts.iter().flatten().copied().collect();
    let table = Array2::from_shape_vec((counts.len(), counts[0].len()), table).unwrap();
    tally_counts(table.view()).unwrap()
}

fn interval(
    estimand: &Estimand,
    states: &States,
    prior: &Prior,
    confidence: f64,
    bounds: Option<(f64, f64)>,
) -> Result<Interval, Error> {
    exact::interval(estimand, states, prior, IntervalMethod::Exact, confidence, bounds)
}

fn bayes() -> Estimand {
    Estimand::Bayes(Weights::binary())
}

#[test]
fn quantiles_of_sums_match_rational_arithmetic() {
    for questions in [
        vec![(5, 0), (5, 0)],
        vec![(2, 3), (1, 4)],
        vec![(1, 0), (0, 1), (2, 2)],
        vec![(0, 4), (4, 0), (2, 2), (1, 3)],
        vec![(3, 0), (3, 0), (3, 0), (1, 2), (0, 3)],
    ] {
        let shapes: Vec<_> = questions.iter().map(|&(f, s)| (s + 1, f + 1)).collect();
        for confidence in [0.5, 0.95, 0.999] {
            let found =
                interval(&bayes(), &states(&questions), &Prior::Uniform, confidence, None).unwrap();
            let tail = (1.0 - confidence) / 2.0;
            let m = questions.len() as f64;
            let (lo, hi) = (below(&shapes, found.lo * m), below(&shapes, found.hi * m));
            assert!((lo - tail).abs() < 1e-12, "{questions:?} {confidence}: {lo} {tail}");
            assert!((1.0 - hi - tail).abs() < 1e-12, "{questions:?} {confidence}: {hi} {tail}");
        }
    }
}

#[test]
fn one_question_has_the_quantiles_of_its_beta() {
    // Beta(1, n) has the quantile 1 − (1 − p)^(1/n), and Pass@k of it has 1 − (1 − p)^(k/n).
    for (failures, k) in [(1_u32, 1_i64), (4, 3), (9, 10), (99, 7)] {
        let n = f64::from(failures + 1);
        let states = states(&[(failures.into(), 0)]);
        for confidence in [0.5, 0.95, 0.9999] {
            let credit = Credit::pass_at(k).unwrap();
            for (estimand, power) in [(bayes(), 1.0), (Estimand::Subset(credit), k as f64)] {
                let found =
                    interval(&estimand, &states, &Prior::Uniform, confidence, None).unwrap();
                let tail = (1.0 - confidence) / 2.0;
                let lo = -libm::expm1(libm::log1p(-tail) * power / n);
                let hi = -libm::expm1(libm::log(tail) * power / n);
                assert!((found.lo - lo).abs() < 1e-14, "{failures} {k} {found:?} {lo}");
                assert!((found.hi - hi).abs() < 1e-14, "{failures} {k} {found:?} {hi}");
            }
        }
    }
}

#[test]
fn sums_of_uniform_scores_have_the_law_of_irwin_and_hall() {
    // Pass@k of Beta(1, k) is uniform, and so is Pass^k of Beta(k, 1).
    for (k, questions) in [(5, [(4, 0); 3]), (8, [(0, 7); 3])] {
        let credit = if questions[0].1 == 0 { Credit::pass_at(k) } else { Credit::pass_hat(k) };
        let estimand = Estimand::Subset(credit.unwrap());
        let states = states(&questions);
        for confidence in [0.5, 0.95] {
            let found = interval(&estimand, &states, &Prior::Uniform, confidence, None).unwrap();
            let tail = (1.0 - confidence) / 2.0;
            let lower = below(&[(1, 1); 3], found.lo * 3.0);
            assert!((lower - tail).abs() < 1e-12, "{k} {confidence} {lower}");
            assert!((found.lo + found.hi - 1.0).abs() < 1e-12, "{found:?}");
        }
    }
}

/// P(X < x) of Σ w_j π_j with whole shapes: the integral of the spline whose knots are the weights,
/// each as often as its shape says (Curry & Schoenberg 1966).
fn spline_below(knots: &[f64], x: f64) -> f64 {
    fn spline(knots: &[f64], x: f64) -> f64 {
        let (first, last) = (knots[0], knots[knots.len() - 1]);
        if last <= first || x < first || x >= last {
            return 0.0;
        }
        if knots.len() == 2 {
            return 1.0 / (last - first);
        }
        let order = (knots.len() - 1) as f64;
        let (left, right) = (&knots[..knots.len() - 1], &knots[1..]);
        let parts = (x - first) * spline(left, x) + (last - x) * spline(right, x);
        order / (order - 1.0) * parts / (last - first)
    }
    // Simpson's rule between knots.
    let mut ends: Vec<f64> = knots.iter().copied().filter(|&knot| knot < x).collect();
    ends.dedup();
    ends.push(x);
    let piece = |from: f64, to: f64| {
        let panels = 400;
        let h = (to - from) / f64::from(panels);
        // The spline is continuous from the right.
        let at = |i: i32| spline(knots, (from + h * f64::from(i) / 2.0).min(to - 1e-13 * h));
        (0..panels)
            .map(|i| h / 6.0 * (at(2 * i) + 4.0 * at(2 * i + 1) + at(2 * i + 2)))
            .sum::<f64>()
    };
    ends.windows(2).map(|pair| piece(pair[0], pair[1])).sum()
}

#[test]
fn quantiles_of_categories_match_splines() {
    for (counts, weights) in [
        (vec![1, 0, 2], vec![0.0, 0.5, 1.0]),
        (vec![0, 3, 1], vec![1.0, -0.25, 0.0]),
        (vec![1, 1, 0, 1], vec![0.0, 1.0, 2.0, 5.0]),
    ] {
        let mut knots: Vec<f64> = Vec::new();
        for (&n, &w) in counts.iter().zip(&weights) {
            knots.extend((0..=n).map(|_| w));
        }
        knots.sort_by(f64::total_cmp);
        let estimand = Estimand::Bayes(Weights::new(&weights).unwrap());
        let states = of_counts(std::slice::from_ref(&counts));
        let found = interval(&estimand, &states, &Prior::Uniform, 0.9, None).unwrap();
        let (lo, hi) = (spline_below(&knots, found.lo), spline_below(&knots, found.hi));
        assert!((lo - 0.05).abs() < 1e-11 && (hi - 0.95).abs() < 1e-11, "{counts:?} {lo} {hi}");
    }
}

#[test]
fn categories_of_equal_weights_are_one() {
    let three = of_counts(&[vec![2, 1, 0], vec![0, 4, 1], vec![1, 1, 1]]);
    let two = of_counts(&[vec![3, 0], vec![4, 1], vec![2, 1]]);
    let merged = Estimand::Bayes(Weights::new(&[-1.0, -1.0, 3.0]).unwrap());
    let found = interval(&merged, &three, &Prior::Uniform, 0.8, None).unwrap();
    // The merged category has the prior outcomes of both.
    let plain = Estimand::Bayes(Weights::new(&[-1.0, 3.0]).unwrap());
    let other = interval(&plain, &two, &Prior::beta(1.0, 2.0).unwrap(), 0.8, None).unwrap();
    assert!((found.lo - other.lo).abs() < 1e-12 && (found.hi - other.hi).abs() < 1e-12);
    let constant = Estimand::Bayes(Weights::new(&[0.5, 0.5, 0.5]).unwrap());
    let found = interval(&constant, &three, &Prior::Uniform, 0.8, None).unwrap();
    assert_eq!((found.lo, found.hi), (0.5, 0.5));
}

#[test]
fn complements_mirror_intervals_and_avg_stretches_them() {
    let states = states(&[(3, 1), (0, 4), (2, 2), (4, 0), (4, 0)]);
    for credit in [Credit::pass_at(3), Credit::majority(4), Credit::area(5), Credit::upper_half(3)]
    {
        let credit = credit.unwrap();
        let of = |credit| {
            interval(&Estimand::Subset(credit), &states, &Prior::Uniform, 0.9, None).unwrap()
        };
        let (one, other) = (of(credit.clone()), of(credit.complement()));
        assert!((one.lo + other.hi - 1.0).abs() < 1e-12, "{one:?} {other:?}");
        assert!((one.hi + other.lo - 1.0).abs() < 1e-12, "{one:?} {other:?}");
    }
    let of = |estimand: &Estimand| interval(estimand, &states, &Prior::Uniform, 0.9, None).unwrap();
    let (one, plain) = (of(&bayes()), of(&Estimand::Avg(Weights::binary())));
    // T / N = 6 / 4
    assert!((plain.hi - plain.mu - 1.5 * (one.hi - one.mu)).abs() < 1e-12);
    let clipped = interval(
        &Estimand::Avg(Weights::binary()),
        &states,
        &Prior::Uniform,
        0.9,
        Some((0.5, 0.51)),
    );
    assert_eq!(clipped.map(|one| (one.lo, one.hi)).unwrap(), (plain.lo.max(0.5), 0.51));
}

#[test]
fn superiority_matches_rational_arithmetic() {
    // A − B > 0 if and only if ΣX + Σ(1 − Y) > M. The density is not smooth there.
    for (a, b) in [
        (vec![(1, 2)], vec![(2, 1)]),
        (vec![(3, 0), (1, 1)], vec![(2, 1), (0, 1)]),
        (vec![(0, 2), (1, 1), (2, 2)], vec![(1, 0), (0, 1), (1, 2)]),
    ] {
        let chance = superiority(&bayes(), (&states(&a), &states(&b)), &Prior::Uniform).unwrap();
        let own = a.iter().map(|&(f, s)| (s + 1, f + 1));
        let other = b.iter().map(|&(f, s)| (f + 1, s + 1));
        let exact = 1.0 - below(&own.chain(other).collect::<Vec<_>>(), a.len() as f64);
        assert!((chance - exact).abs() < 1e-10, "{a:?} {b:?} {chance} {exact}");
        let turned = superiority(&bayes(), (&states(&b), &states(&a)), &Prior::Uniform).unwrap();
        assert!((chance + turned - 1.0).abs() < 2e-10);
    }
    let same = states(&[(3, 1), (2, 2), (0, 4), (1, 3)]);
    let even = superiority(&bayes(), (&same, &same), &Prior::Uniform).unwrap();
    assert!((even - 0.5).abs() < 1e-10);
    let easy = states(&[(0, 1000), (0, 1000)]);
    let hard = states(&[(1000, 0), (1000, 0)]);
    assert_eq!(superiority(&bayes(), (&easy, &hard), &Prior::Uniform).unwrap(), 1.0);
}

#[test]
fn quantiles_agree_with_draws() {
    use rand::{Rng as _, SeedableRng};
    let mut random = rand::rngs::ChaCha8Rng::seed_from_u64(11);
    let questions = [(3, 1), (0, 4), (4, 0), (4, 0), (2, 6), (16, 0)];
    let counted = questions.map(|(f, s)| (f as u64, s as u64));
    // Beta(a, b) with whole shapes is the a-th smallest of a + b − 1 uniform numbers.
    let mut uniform = [0.0; 17];
    let mut draw = |(failures, successes): (usize, usize)| {
        let uniform = &mut uniform[..=(failures + successes)];
        for place in uniform.iter_mut() {
            *place = (random.next_u64() >> 11) as f64 / 9_007_199_254_740_992.0;
        }
        uniform.sort_by(f64::total_cmp);
        uniform[successes]
    };
    let credit = Credit::majority(5).unwrap();
    let found =
        interval(&Estimand::Subset(credit), &states(&counted), &Prior::Uniform, 0.9, None).unwrap();
    let draws = 400_000_i32;
    let (mut under, mut over) = (0, 0);
    for _ in 0..draws {
        let score = questions.iter().map(|&(failures, successes)| {
            let p: f64 = draw((failures, successes));
            let q = 1.0 - p;
            p * p * p * (p * p + 5.0 * p * q + 10.0 * q * q)
        });
        let mean = score.sum::<f64>() / 6.0;
        under += i32::from(mean < found.lo);
        over += i32::from(mean > found.hi);
    }
    // Five standard deviations of a share of 0.05.
    let allowed = 5.0 * (0.05_f64 * 0.95 / f64::from(draws)).sqrt();
    for count in [under, over] {
        assert!((f64::from(count) / f64::from(draws) - 0.05).abs() < allowed, "{under} {over}");
    }
}

#[test]
fn what_cannot_be_certified_is_an_error() {
    let states = states(&[(3, 0), (0, 2)]);
    // Two scores that are almost surely 0 or 1 have a distribution function with steps.
    let prior = Prior::beta(1e-9, 1e-9).unwrap();
    let rough = interval(&bayes(), &states, &prior, 0.95, None).unwrap_err();
    assert_eq!(rough, Error::Posterior(PosteriorError::NotCertified));
    assert_eq!(rough.remedy(), Some(Remedy::TakeNormal));
    let maximum = scorio_core::metric::registry::estimand(
        "max_at_k",
        Some(2),
        &scorio_core::Parameters::default(),
        false,
    );
    let none = interval(&maximum.unwrap(), &states, &Prior::Uniform, 0.95, None).unwrap_err();
    assert_eq!(none.kind(), "posterior.no_exact");
    let level = interval(&bayes(), &states, &Prior::Uniform, 1.0, None).unwrap_err();
    assert_eq!(level.kind(), "check.level");
    let extreme = interval(&bayes(), &states, &Prior::Uniform, 1.0 - 1e-14, None).unwrap_err();
    assert_eq!(extreme, Error::Posterior(PosteriorError::NotCertified));
}

#[test]
fn many_states_of_many_categories_are_cheap_enough() {
    // All counts of 10 trials over 5 categories: 1001 states.
    let mut counts = Vec::new();
    for a in 0..=10_u64 {
        for b in 0..=(10 - a) {
            for c in 0..=(10 - a - b) {
                for d in 0..=(10 - a - b - c) {
                    counts.push(vec![a, b, c, d, 10 - a - b - c - d]);
                }
            }
        }
    }
    let estimand = Estimand::Bayes(Weights::new(&[0.0, 0.3, 0.5, 0.8, 1.0]).unwrap());
    let found = interval(&estimand, &of_counts(&counts), &Prior::Uniform, 0.95, None).unwrap();
    // A thousand scores are normal to a third of a percent of σ.
    let (below, above) = (found.mu - found.lo, found.hi - found.mu);
    for margin in [below, above] {
        assert!((margin / found.sigma - 1.959_964).abs() < 3e-3, "{found:?}");
    }
}
