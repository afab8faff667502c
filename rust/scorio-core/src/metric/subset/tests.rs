//! Variances of rare and of frequent credits, which a difference of near numbers would lose, and
//! moments from shared tables.

use super::credit::Credit;
use super::hahn::Ladder;
use super::rising::SharedMoments;
use super::unbiased::variances;
use super::urn::{Moments, Urn};
use crate::counts::states::{Builder, States};
use crate::metric::tau::Tau;
use crate::numeric::double::Double;
use crate::posterior::prior::Prior;

#[test]
fn rare_successes_and_failures_keep_the_digits_of_their_variance() {
    // With 3 successes, two disjoint subsets cannot both have the 2 that each needs. So the variance is
    // the square of the estimate: {3 (N − 3) + 1} / C(N, 3).
    for trials in [1e2, 1e4, 1e6_f64] {
        let share = (3.0 * (trials - 3.0) + 1.0) / (trials * (trials - 1.0) * (trials - 2.0) / 6.0);
        let credit = Credit::majority(3).unwrap();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let most = trials as u64 - 3;
        // Failures are the successes of the complement, and the majority of three is symmetric.
        for counts in [[most, 3], [3, most]] {
            for credit in [credit.clone(), credit.clone().complement()] {
                let found = variances(&States::of_one(&counts), &credit).unwrap().variance;
                let expected = share * share;
                assert!((found / expected - 1.0).abs() < 1e-10, "{counts:?} {found} {expected}");
            }
        }
    }
}

#[test]
fn means_of_functions_of_the_draw_are_those_of_its_law() {
    // 3 of 10 are successes. Of 4 draws J succeed: E J = 1.2, and P(J = 0) = C(7, 4) / C(10, 4).
    let urn = Urn::hypergeometric(3, 7);
    let [mean, none] = urn.average(4, |j| [j as f64, f64::from(u8::from(j == 0))]);
    assert!((mean - 1.2).abs() < 1e-14, "{mean}");
    assert!((none - 35.0 / 210.0).abs() < 1e-14, "{none}");
}

/// A seeded number below `end`.
fn drawn(seed: &mut u64, end: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) % end
}

#[test]
fn shared_tables_give_the_moments_of_each_question_alone() {
    let mut seed = 1;
    let (mut shared, mut alone) = (0, 0);
    for round in 0..300 {
        let trials = 1 + drawn(&mut seed, 400);
        let k = 1 + i64::try_from(drawn(&mut seed, 90)).unwrap();
        let weights: Vec<f64> = (1..=k).map(|r| r as f64 / (k * (k + 1) / 2) as f64).collect();
        let credit = match round % 7 {
            0 => Credit::pass_at(k),
            1 => Credit::pass_hat(k),
            2 => Credit::majority(k),
            3 => Credit::upper_half(k),
            4 => Credit::area(k),
            5 => Credit::spectrum(k, &weights),
            _ => Credit::threshold(k, Tau::decimal(0.8).unwrap()),
        };
        let credit = credit.unwrap();
        let credit = if round % 2 == 0 { credit } else { credit.complement() };
        let credit = credit.tabulated_for_variance();
        let prior = match round % 3 {
            0 => Prior::Uniform,
            1 => Prior::beta(0.5, 0.5).unwrap(),
            _ => Prior::beta(0.1, 7.25).unwrap(),
        };
        let counts = (0..=trials).map(|c| {
            // Some questions have fewer trials.
            let fewer = if c % 5 == 0 { trials - drawn(&mut seed, trials + 1 - c) } else { trials };
            [fewer.max(c) - c, c]
        });
        let mut builder = Builder::new(2);
        counts.for_each(|counts| builder.push(&counts));
        let states = builder.finish();
        let Some(mut tables) = SharedMoments::new(&credit, &states, prior.of_success()) else {
            continue;
        };
        let mut ladder = Ladder::new(&credit);
        for state in states.iter() {
            let (failures, successes) = (state.counts[0], state.counts[1]);
            let Some((mean, sigma)) = tables.of(successes, failures) else {
                alone += 1;
                continue;
            };
            shared += 1;
            let urn = Urn::beta_binomial(successes, failures, prior.of_success());
            let Moments { mean: parts, sigma: expected } = urn.moments(&credit, &mut ladder);
            let off = |found: Double, value: Double| ((found - value) / value).hi.abs();
            let offs = (off(mean, parts.value), off(sigma, expected));
            let place = || format!("{credit:?} {prior:?} {successes} {failures} {offs:?}");
            assert!(offs.0 < 1e-24 && offs.1 < 1e-20, "{}", place());
        }
    }
    assert!(shared > 20_000 && alone < shared / 10, "{shared} {alone}");
}
