//! Checks estimates with rational arithmetic, written from the formulas alone.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use ndarray::Array2;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use proptest::prelude::*;
use scorio_core::metric::{MetricError, ShortWays};
use scorio_core::metric::{mean, subset};
use scorio_core::tally::{Matrix, Missing, tally};
use scorio_core::{Credit, Error, Place, Prior, States, Tau, Weights};

/// Every result is rounded once from about 30 digits. So the error is a few units in the last
/// place.
const LAST_PLACES: f64 = 1e-15;

fn integer(value: u64) -> BigRational {
    BigRational::from_integer(BigInt::from(value))
}

fn exactly(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap()
}

/// |value − expected| ≤ tolerance × |expected|, decided in rational arithmetic.
fn close(value: f64, expected: &BigRational, tolerance: f64) -> bool {
    let error = exactly(value) - expected;
    let error = if error < BigRational::zero() { -error } else { error };
    let size = if *expected < BigRational::zero() { -expected } else { expected.clone() };
    error <= size * exactly(tolerance)
}

/// The same for a square root: compares value² with the square.
fn close_root(value: f64, square: &BigRational) -> bool {
    let error = exactly(value) * exactly(value) - square;
    let error = if error < BigRational::zero() { -error } else { error };
    error <= square * exactly(2.0 * LAST_PLACES)
}

fn binary_states(trials: usize, successes: &[usize]) -> States {
    let entries = Array2::from_shape_fn((successes.len(), trials), |(row, column)| {
        u8::from(column < successes[row])
    });
    let matrix = Matrix { name: "R", entries: entries.view() };
    tally(&matrix, None, 2, Missing::Error).unwrap()
}

/// ∏ (top + step·i) / (bottom + step·i)
fn product(top: &BigRational, bottom: &BigRational, step: i64, count: u64) -> BigRational {
    (0..count).fold(BigRational::one(), |all, i| {
        let i = BigRational::from_integer(BigInt::from(step) * BigInt::from(i));
        all * (top + &i) / (bottom + &i)
    })
}

fn ways(n: u64, k: u64) -> BigRational {
    if k > n { BigRational::zero() } else { product(&integer(n), &integer(k), -1, k) }
}

/// A credit by the definition of its metric, at j of k successes.
fn exact_credit(credit: &Credit, weights: &[f64], j: u64) -> BigRational {
    let k = credit.budget();
    match credit {
        Credit::Any(_) => integer(u64::from(j >= 1)),
        Credit::All(_) => integer(u64::from(j == k)),
        Credit::Majority(_) => integer(u64::from(2 * j > k)),
        Credit::AtLeast { successes, .. } => integer(u64::from(j >= *successes)),
        Credit::UpperHalf(_) => integer(2 * j.saturating_sub(k.div_ceil(2))) / integer(k),
        Credit::Area(_) => {
            // Pass@i of the trials is 1 − C(k − j, i) / C(k, i), here for each i after another.
            let mut none = BigRational::one();
            let pass: Vec<_> = (0..k)
                .map(|i| {
                    none *= integer((k - j).saturating_sub(i)) / integer(k - i);
                    BigRational::one() - &none
                })
                .collect();
            let area = pass.windows(2).map(|two| &two[0] + &two[1]).sum::<BigRational>();
            area / integer(2 * (k - 1))
        }
        Credit::Spectrum(_) => {
            weights.iter().take(usize::try_from(j).unwrap()).map(|&w| exactly(w)).sum()
        }
        Credit::Complement(credit) => BigRational::one() - exact_credit(credit, weights, j),
    }
}

/// The expected credit of k trials drawn from one bank.
fn exact_point(credit: &Credit, weights: &[f64], trials: u64, successes: u64) -> BigRational {
    if let Credit::Any(k) = credit {
        let none = exact_point(&Credit::All(*k), weights, trials, trials - successes);
        return BigRational::one() - none;
    }
    let k = credit.budget();
    let favourable = (0..=k)
        .map(|j| (exact_credit(credit, weights, j), j))
        .filter(|(credit, _)| !credit.is_zero())
        .map(|(credit, j)| credit * ways(successes, j) * ways(trials - successes, k - j))
        .sum::<BigRational>();
    favourable / ways(trials, k)
}

/// (x)_i = x (x + 1) … (x + i − 1) for i = 0 to n.
fn rising(x: &BigRational, n: u64) -> Vec<BigRational> {
    let mut all = vec![BigRational::one()];
    all.extend((0..n).scan(BigRational::one(), |last, i| {
        *last *= x + integer(i);
        Some(last.clone())
    }));
    all
}

/// Mean and variance of E[A_J | p] under Beta(alpha, beta), from the moments of p^i (1 − p)^j.
fn exact_posterior(
    credit: &Credit,
    weights: &[f64],
    alpha: &BigRational,
    beta: &BigRational,
) -> (BigRational, BigRational) {
    let k = credit.budget();
    let total = alpha + beta;
    match credit {
        Credit::All(k) => {
            let mean = product(alpha, &total, 1, *k);
            let variance = product(alpha, &total, 1, 2 * k) - &mean * &mean;
            return (mean, variance);
        }
        Credit::Any(k) => {
            let (mean, variance) = exact_posterior(&Credit::All(*k), weights, beta, alpha);
            return (BigRational::one() - mean, variance);
        }
        _ => {}
    }
    let [of_alpha, of_beta, of_total] = [alpha, beta, &total].map(|x| rising(x, 2 * k));
    let at = |i: u64| usize::try_from(i).unwrap();
    let moment = |n: u64, i: u64| &of_alpha[at(i)] * &of_beta[at(n - i)] / &of_total[at(n)];
    let credits: Vec<_> = (0..=k)
        .map(|j| (j, exact_credit(credit, weights, j) * ways(k, j)))
        .filter(|(_, credit)| !credit.is_zero())
        .collect();
    let mean = credits.iter().map(|(j, credit)| credit * moment(k, *j)).sum::<BigRational>();
    let both: Vec<_> = (0..=2 * k).map(|i| moment(2 * k, i)).collect();
    let second = credits
        .iter()
        .flat_map(|one| credits.iter().map(move |two| (one, two)))
        .map(|((i, x), (j, y))| x * y * &both[at(i + j)])
        .sum::<BigRational>();
    let variance = second - &mean * &mean;
    (mean, variance)
}

fn check_credit(credit: &Credit, trials: usize, successes: &[usize], prior: (f64, f64)) {
    check_weighted(credit, &[], trials, successes, prior);
}

fn check_weighted(
    credit: &Credit,
    weights: &[f64],
    trials: usize,
    successes: &[usize],
    prior: (f64, f64),
) {
    let states = binary_states(trials, successes);
    let questions = integer(successes.len() as u64);
    let n = trials as u64;
    if credit.budget() <= n {
        let point = subset::point(&states, credit, Place::Row).unwrap();
        let exact = successes
            .iter()
            .map(|&c| exact_point(credit, weights, n, c as u64))
            .sum::<BigRational>();
        assert!(
            close(point, &(exact / &questions), LAST_PLACES),
            "{credit:?} {trials} {successes:?}"
        );
    }
    let estimate =
        subset::posterior(&states, credit, &Prior::beta(prior.0, prior.1).unwrap()).unwrap();
    let (mut mean, mut variance) = (BigRational::zero(), BigRational::zero());
    for &c in successes {
        let alpha = exactly(prior.0) + integer(c as u64);
        let beta = exactly(prior.1) + integer((trials - c) as u64);
        let (m, v) = exact_posterior(credit, weights, &alpha, &beta);
        mean += m;
        variance += v;
    }
    assert!(
        close(estimate.mu(), &(mean / &questions), LAST_PLACES),
        "{credit:?} {trials} {successes:?} {prior:?}"
    );
    assert!(
        close_root(estimate.sigma(), &(variance / (&questions * &questions))),
        "{credit:?} {trials} {successes:?} {prior:?}: {}",
        estimate.sigma()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn thresholds_and_their_averages_match(
        (trials, successes) in (1_usize..40).prop_flat_map(|n| (Just(n), prop::collection::vec(0..=n, 1..4))),
        k in 1_i64..14,
        share in 0.0..=1.0,
        seeds in prop::collection::vec(0.0_f64..1.0, 14),
        sparse in 0.0..1.0,
        alpha in prop::sample::select(vec![1.0, 0.5, 3.5, 0.1, 1e-9]),
        beta in prop::sample::select(vec![1.0, 0.5, 40.0]),
    ) {
        let draws = usize::try_from(k).unwrap();
        let weights: Vec<_> = seeds[..draws].iter().map(|&w| if w < sparse { 0.0 } else { w / 14.0 }).collect();
        let credits = [
            Credit::majority(k),
            Credit::threshold(k, Tau::decimal(share).unwrap()),
            Credit::upper_half(k),
            Credit::area(k),
            Credit::spectrum(k, &weights),
        ];
        for credit in credits.map(Result::unwrap) {
            check_weighted(&credit, &weights, trials, &successes, (alpha, beta));
            check_weighted(&credit.complement(), &weights, trials, &successes, (alpha, beta));
        }
    }
}

proptest! {
    // Fractions of thousands of digits are slow.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn subset_metrics_match(
        (trials, successes) in (1_usize..60).prop_flat_map(|n| (Just(n), prop::collection::vec(0..=n, 1..6))),
        k in 1_i64..40,
        alpha in prop::sample::select(vec![1.0, 0.5, 3.5, 0.1, 1e-9, 7e5]),
        beta in prop::sample::select(vec![1.0, 0.5, 0.3, 1e-12, 40.0]),
    ) {
        check_credit(&Credit::pass_at(k).unwrap(), trials, &successes, (alpha, beta));
        check_credit(&Credit::pass_hat(k).unwrap(), trials, &successes, (alpha, beta));
    }

    #[test]
    fn bayes_and_avg_match(
        rows in (1_usize..5).prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0_usize..4, n), 1..6)),
        weights in prop::collection::vec(prop_oneof![-2.0..2.0, 1e6..1e6 + 1.0, Just(0.0), -1e30..1e30], 4),
    ) {
        let trials = rows[0].len();
        let entries = Array2::from_shape_fn((rows.len(), trials), |(m, n)| u16::try_from(rows[m][n]).unwrap());
        let matrix = Matrix { name: "R", entries: entries.view() };
        let states = tally(&matrix, None, 4, Missing::Error).unwrap();
        let w = Weights::new(&weights).unwrap();
        let exact_w: Vec<_> = weights.iter().map(|&w| exactly(w)).collect();
        let (mut mu, mut variance, mut average) = (BigRational::zero(), BigRational::zero(), BigRational::zero());
        let total = integer(trials as u64 + 4);
        for row in &rows {
            let n = |j: usize| integer(row.iter().filter(|&&entry| entry == j).count() as u64);
            let mean = (0..4).map(|j| (n(j) + integer(1)) * &exact_w[j]).sum::<BigRational>() / &total;
            let second = (0..4).map(|j| (n(j) + integer(1)) * &exact_w[j] * &exact_w[j]).sum::<BigRational>() / &total;
            variance += (second - &mean * &mean) / (&total + integer(1));
            mu += mean;
            average += (0..4).map(|j| n(j) * &exact_w[j]).sum::<BigRational>() / integer(trials as u64);
        }
        let questions = integer(rows.len() as u64);
        let variance = variance / (&questions * &questions);
        let largest = weights.iter().fold(0.0_f64, |a, w| a.max(w.abs()));
        // The mean of weights of both signs may cancel. Its error is relative to the largest
        // weight.
        let near = |value: f64, expected: BigRational| {
            close(value, &expected, LAST_PLACES)
                || (exactly(value) - expected).to_f64().is_some_and(|e| e.abs() <= 1e-28 * largest)
        };
        let estimate = mean::bayes(&states, &w, &Prior::Uniform).unwrap();
        prop_assert!(near(estimate.mu(), mu / &questions));
        prop_assert!(close_root(estimate.sigma(), &variance));
        let estimate = mean::avg(&states, &w, &Prior::Uniform).unwrap();
        let factor = &total / integer(trials as u64);
        prop_assert!(near(estimate.mu(), average / &questions));
        prop_assert!(close_root(estimate.sigma(), &(variance * &factor * factor)));
    }
}

#[test]
fn a_million_trials_and_draws() {
    // These have closed forms: C(N−c, k) / C(N, k) has c factors.
    let n = 1_000_000_u64;
    for (successes, k) in [(1, 10), (2, 1_000), (3, 999_999), (7, 500_000)] {
        let credit = Credit::pass_at(k).unwrap();
        let entries = Array2::from_shape_fn((1, 1_000_000), |(_, column)| column < successes);
        let matrix = Matrix { name: "R", entries: entries.view() };
        let states = tally(&matrix, None, 2, Missing::Error).unwrap();
        let point = subset::point(&states, &credit, Place::Row).unwrap();
        let left = integer(n - k.unsigned_abs());
        let exact = BigRational::one() - product(&left, &integer(n), -1, successes as u64);
        assert!(close(point, &exact, LAST_PLACES), "{successes} {k}");
    }
}

#[test]
fn sigma_matches_the_variance_of_the_estimate() {
    // The expectation over p ~ Beta(c + 1, n − c + 1) of Var(estimate | p), summed over all banks.
    //
    // It is the variance of the estimate in a new bank, less the variance of its mean g(p).
    for (n, c, k) in [(5_u64, 2_u64, 5_i64), (8, 0, 3), (8, 8, 3), (12, 5, 1), (20, 7, 13)] {
        let weights: Vec<_> =
            (0..k).map(|r| if r % 3 == 1 { 1.0 / k as f64 } else { 0.0 }).collect();
        let credits = [
            Credit::pass_at(k),
            Credit::pass_hat(k),
            Credit::majority(k),
            Credit::upper_half(k),
            Credit::area(k),
            Credit::spectrum(k, &weights),
        ];
        for credit in &credits.map(Result::unwrap) {
            let states = binary_states(usize::try_from(n).unwrap(), &[usize::try_from(c).unwrap()]);
            let estimate = subset::sampled(&states, credit, &Prior::Uniform, Place::Row).unwrap();
            let (alpha, beta) = (integer(c + 1), integer(n - c + 1));
            let total = &alpha + &beta;
            let (mut second, mut ways) = (BigRational::zero(), BigRational::one());
            for bank in 0..=n {
                let chance = &ways
                    * product(&alpha, &total, 1, bank)
                    * product(&beta, &(&total + integer(bank)), 1, n - bank);
                let value = exact_point(credit, &weights, n, bank);
                second += chance * &value * &value;
                ways = ways * integer(n - bank) / integer(bank + 1);
            }
            let (mean, variance) = exact_posterior(credit, &weights, &alpha, &beta);
            let scatter = second - (variance + &mean * &mean);
            assert!(
                close_root(estimate.sigma(), &scatter),
                "{credit:?} {n} {c} {k}: {} {:?}",
                estimate.sigma(),
                scatter.to_f64().map(f64::sqrt)
            );
        }
    }
}

#[test]
fn with_all_trials_drawn_the_variances_add_up() {
    // The estimate from a bank of N = k trials with c successes is A_c. So its variance and the
    // posterior variance add up to the variance of A_c over all banks. The expansion is long there.
    for (n, c) in [(70_u64, 70_u64), (100, 98), (130, 40)] {
        let k = i64::try_from(n).unwrap();
        let weights: Vec<_> =
            (0..n).map(|r| if r % 2 == 1 { 1.9 / n as f64 } else { 0.0 }).collect();
        let credits = [
            Credit::pass_at(k),
            Credit::pass_hat(k),
            Credit::majority(k),
            Credit::upper_half(k),
            Credit::area(k),
            Credit::spectrum(k, &weights),
        ];
        let (alpha, beta) = (integer(c + 1), integer(n - c + 1));
        let mut chance = product(&beta, &(&alpha + &beta), 1, n);
        let chances: Vec<_> = (0..=n)
            .map(|j| {
                let here = chance.clone();
                let up = (&alpha + integer(j)) * integer(n - j);
                // The last one has no successor.
                let down = (&beta + integer(n - j) - BigRational::one()) * integer(j + 1);
                chance = if j < n { &here * up / down } else { here.clone() };
                here
            })
            .collect();
        let states = binary_states(usize::try_from(n).unwrap(), &[usize::try_from(c).unwrap()]);
        for credit in &credits.map(Result::unwrap) {
            let values: Vec<_> = (0..=n).map(|j| exact_credit(credit, &weights, j)).collect();
            let moment = |power: i32| {
                values.iter().zip(&chances).map(|(a, p)| a.pow(power) * p).sum::<BigRational>()
            };
            let spread = moment(2) - moment(1) * moment(1);
            let scatter =
                subset::sampled(&states, credit, &Prior::Uniform, Place::Row).unwrap().sigma();
            let sigma = subset::posterior(&states, credit, &Prior::Uniform).unwrap().sigma();
            let sum = exactly(scatter) * exactly(scatter) + exactly(sigma) * exactly(sigma);
            let error = (sum / &spread - BigRational::one()).to_f64().unwrap();
            assert!(error.abs() < 1e-14, "{credit:?} {n} {c}: {error}");
        }
    }
}

#[test]
fn extreme_priors_lose_nothing() {
    for (trials, successes) in [(5, 0), (5, 5), (1000, 0), (1000, 1)] {
        for prior in [(1e-100, 1.0), (1.0, 1e-100), (1e-17, 1e-17), (1e100, 1.0), (1.0, 3.29e15)] {
            check_credit(&Credit::pass_at(3).unwrap(), trials, &[successes], prior);
            check_credit(&Credit::pass_hat(3).unwrap(), trials, &[successes], prior);
        }
    }
}

#[test]
fn too_few_trials_name_the_question() {
    let states = binary_states(3, &[1, 2]);
    let credit = Credit::pass_at(4).unwrap();
    let error = subset::point(&states, &credit, Place::Row).unwrap_err();
    assert_eq!(
        error,
        Error::Metric(MetricError::BudgetExceedsTrials {
            k: 4,
            trials: 3,
            question: Place::Row(0),
            ways: ShortWays::DropOrPosterior,
        })
    );
}
