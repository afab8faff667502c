//! Closed forms of plans beside the average over all outcomes of the trials.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests"
)]

use ndarray::{ArrayViewD, arr2, aview2};
use scorio_core::plan::stopping::{Rule, half_width, interval, narrow, next, top};
use scorio_core::plan::{Components, MOST_TRIALS, Pair, Side, smallest_difference};
use scorio_core::tally::tally_counts;
use scorio_core::{Counts, Error, Prior, Weights};

/// The two-sided quantile at 0.95, and the one-sided quantiles at 0.95 and 0.8.
const WIDE: f64 = 1.959_963_984_540_054_2;
const AHEAD: f64 = 1.644_853_626_951_472_7;
const POWER: f64 = 0.841_621_233_572_914_2;

/// Questions of assumed categories, or with the shapes of a Dirichlet posterior.
#[derive(Clone)]
enum Known {
    Shares(Vec<Vec<f64>>),
    Pilot(Vec<Vec<u64>>),
}

impl Known {
    fn side(&self) -> Side {
        match self {
            Self::Shares(rows) => {
                let flat: Vec<f64> = rows.iter().flatten().copied().collect();
                let shape = vec![rows.len(), rows[0].len()];
                Side::assumed(&ArrayViewD::from_shape(shape, &flat).unwrap(), true).unwrap()
            }
            Self::Pilot(rows) => {
                let flat: Vec<u64> = rows.iter().flatten().copied().collect();
                let table = ndarray::Array2::from_shape_vec((rows.len(), rows[0].len()), flat);
                let states = tally_counts(table.unwrap().view()).unwrap();
                Side::pilot(&states, &Prior::Uniform).unwrap()
            }
        }
    }

    /// The chance of some counts of each question. It goes trial by trial, as from an urn.
    fn chances(&self, question: usize, trials: u32) -> Vec<(Vec<u32>, f64)> {
        let row = |counts: &[u32]| -> Vec<f64> {
            let weights: Vec<f64> = match self {
                Self::Shares(rows) => rows[question].clone(),
                Self::Pilot(rows) => rows[question]
                    .iter()
                    .zip(counts)
                    .map(|(&own, &new)| own as f64 + 1.0 + f64::from(new))
                    .collect(),
            };
            let all: f64 = weights.iter().sum();
            weights.iter().map(|weight| weight / all).collect()
        };
        let categories = row(&[0; 9]).len();
        let mut known = vec![(vec![0; categories], 1.0)];
        for _ in 0..trials {
            let mut after = Vec::new();
            for (counts, chance) in &known {
                for (category, share) in row(counts).into_iter().enumerate() {
                    let mut counts: Vec<u32> = counts.clone();
                    counts[category] += 1;
                    after.push((counts, chance * share));
                }
            }
            known = after;
        }
        known
    }

    fn questions(&self) -> usize {
        match self {
            Self::Shares(rows) => rows.len(),
            Self::Pilot(rows) => rows.len(),
        }
    }

    /// The expected mean of the model after so many trials alone, its expected posterior variance,
    /// and the variance of the mean.
    fn figures(&self, weights: &[f64], trials: u32) -> [f64; 3] {
        let mut all = [0.0; 3];
        for question in 0..self.questions() {
            let (mut mean, mut square, mut variance) = (0.0, 0.0, 0.0);
            for (counts, chance) in self.chances(question, trials) {
                let total = f64::from(trials) + weights.len() as f64;
                let share = |n: u32| (f64::from(n) + 1.0) / total;
                let part = |power: f64| -> f64 {
                    counts.iter().zip(weights).map(|(&n, &w)| share(n) * libm::pow(w, power)).sum()
                };
                let one = part(1.0);
                mean += chance * one;
                square += chance * one * one;
                variance += chance * (part(2.0) - one * one) / (total + 1.0);
            }
            all = [all[0] + mean, all[1] + variance, all[2] + square - mean * mean];
        }
        let count = self.questions() as f64;
        [all[0] / count, all[1] / count / count, all[2] / count / count]
    }
}

fn close(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
}

fn known(categories: usize) -> [Known; 4] {
    if categories == 2 {
        [
            Known::Shares(vec![vec![0.3, 0.7], vec![0.9, 0.1]]),
            Known::Shares(vec![vec![1.0, 0.0], vec![0.5, 0.5]]),
            Known::Pilot(vec![vec![1, 3], vec![2, 1]]),
            Known::Pilot(vec![vec![4, 1], vec![2, 0]]),
        ]
    } else {
        [
            Known::Shares(vec![vec![0.2, 0.3, 0.5], vec![0.0, 0.5, 0.5]]),
            Known::Shares(vec![vec![0.7, 0.1, 0.2]]),
            Known::Pilot(vec![vec![1, 0, 3], vec![0, 1, 1]]),
            Known::Pilot(vec![vec![4, 1, 0], vec![2, 0, 1], vec![1, 1, 1]]),
        ]
    }
}

#[test]
fn expected_z_is_that_of_all_outcomes() {
    for weights in [vec![0.0, 1.0], vec![-3.0, 5.0], vec![0.0, 0.25, 1.0], vec![7.0, 3.0, 4.0]] {
        let checked = Weights::new(&weights).unwrap();
        let each = known(weights.len());
        for (one, other) in [(0, 1), (2, 3), (0, 3), (2, 1)] {
            let (a, b) = (each[one].side(), each[other].side());
            let pair = Pair::new(&a, &b, &checked).unwrap();
            for trials in [1, 2, 5] {
                let (own, base) =
                    (each[one].figures(&weights, trials), each[other].figures(&weights, trials));
                let z = (own[0] - base[0]).abs() / (own[1] + base[1]).sqrt();
                close(pair.expected_z(trials.into()), z);
                let total = f64::from(trials) + weights.len() as f64;
                close(pair.difference(), (own[0] - base[0]) * total / f64::from(trials));
            }
            // The fewest trials of a confidence have it, and one less has not.
            for (confidence, quantile) in [(0.95, AHEAD), (0.8, POWER)] {
                let needed = pair.trials_needed(confidence).unwrap().unwrap();
                assert!(pair.expected_z(needed) >= quantile);
                assert!(pair.expected_z(needed - 1) < quantile);
            }
        }
    }
}

#[test]
fn widths_and_differences_are_those_of_all_outcomes() {
    for weights in [vec![0.0, 1.0], vec![-3.0, 5.0], vec![0.0, 0.25, 1.0]] {
        let checked = Weights::new(&weights).unwrap();
        for one in known(weights.len()) {
            let (side, is_pilot) = (one.side(), matches!(one, Known::Pilot(_)));
            for trials in [1_u32, 2, 5] {
                let [_, variance, scatter] = one.figures(&weights, trials);
                let width = side.new_half_width(&checked, trials.into(), 0.95).unwrap();
                close(width, WIDE * variance.sqrt());
                if is_pilot {
                    // The average scatter at known chances, whose law is not that of an urn.
                    continue;
                }
                close(side.half_width(&checked, trials.into(), 0.95).unwrap(), width);
                let total = f64::from(trials) + weights.len() as f64;
                let margin = AHEAD * variance.sqrt() + POWER * scatter.sqrt();
                let expected = total / f64::from(trials) * 2.0_f64.sqrt() * margin;
                let found = smallest_difference(&side, &checked, trials.into(), 0.95, 0.8).unwrap();
                // The farthest score from the mean is that of a category.
                let mean = one.figures(&weights, 1)[0];
                let prior: f64 = weights.iter().sum::<f64>();
                let mean = mean * (1.0 + weights.len() as f64) - prior;
                let farthest = weights.iter().fold(0.0_f64, |far, w| far.max((w - mean).abs()));
                match found {
                    Some(found) => close(found, expected),
                    None => assert!(expected > farthest, "{expected} {farthest}"),
                }
                assert_eq!(found.is_some(), expected <= farthest);
            }
            assert_eq!(
                smallest_difference(&side, &checked, 1_000_000, 0.95, 0.8).unwrap().is_some(),
                one.questions() > 0
            );
        }
    }
    let side = known(2)[0].side();
    let three = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    for refused in [
        side.half_width(&three, 1, 0.95).map(|_| ()),
        side.new_half_width(&three, 1, 0.95).map(|_| ()),
        smallest_difference(&side, &three, 1, 0.95, 0.8).map(|_| ()),
        Pair::new(&side, &side, &three).map(|_| ()),
    ] {
        assert_eq!(refused.unwrap_err().kind(), "metric.weight_count");
    }
    let binary = Weights::binary();
    for refused in [
        side.half_width(&binary, 1, 1.0).map(|_| ()),
        side.new_half_width(&binary, 1, 0.0).map(|_| ()),
        smallest_difference(&side, &binary, 1, 1.0, 0.8).map(|_| ()),
        smallest_difference(&side, &binary, 1, 0.9, 1.0).map(|_| ()),
    ] {
        assert_eq!(refused.unwrap_err().kind(), "check.level");
    }
}

#[test]
fn further_trials_narrow_what_pilots_know() {
    // Beta(4, 2) and Beta(2, 3): variances p (1 − p) / (S + 1), of which S / (S + n) is left.
    let pilot = |row: [u64; 2]| {
        Side::pilot(&tally_counts(aview2(&[row])).unwrap(), &Prior::Uniform).unwrap()
    };
    let (a, b, weights) = (pilot([1, 3]), pilot([2, 1]), Weights::new(&[0.0, 10.0]).unwrap());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let z = |n: f64| {
        let own = 2.0 / 9.0 / 7.0 * 6.0 / (6.0 + n);
        let base = 6.0 / 25.0 / 6.0 * 5.0 / (5.0 + n);
        (2.0 / 3.0 - 0.4) / (own + base).sqrt()
    };
    for n in [0, 1, 9, 1000] {
        close(pair.further_z(n), z(n as f64));
    }
    let needed = pair.further_needed(0.95).unwrap().unwrap();
    assert!(z(needed as f64) >= AHEAD && z(needed as f64 - 1.0) < AHEAD);
    assert_eq!(pair.further_needed(0.6).unwrap(), Some(0));
    assert_eq!(pair.further_needed(1.0).unwrap_err().kind(), "check.level");
    assert_eq!(pair.trials_needed(1.0).unwrap_err().kind(), "check.level");
    // The same pilot is never apart.
    let even = Pair::new(&a, &a, &weights).unwrap();
    assert_eq!((even.further_z(5), even.further_needed(0.9)), (0.0, Ok(None)));
    // Where a side is assumed, all trials are new.
    let assumed = known(2)[0].side();
    let mixed = Pair::new(&a, &assumed, &weights).unwrap();
    assert_eq!(mixed.further_z(7), mixed.expected_z(7));
    assert_eq!(Pair::new(&assumed, &a, &weights).unwrap().further_z(7), mixed.further_z(7));
    // A difference of 10⁻⁶ takes too many trials.
    let rate = |p: f64| Known::Shares(vec![vec![1.0 - p, p]]).side();
    let (low, high) = (rate(0.5), rate(0.500_001));
    let close = Pair::new(&low, &high, &weights).unwrap();
    assert!(close.expected_z(MOST_TRIALS) < 0.1);
    assert_eq!(close.trials_needed(0.95), Ok(None));
    // Rounding alone is no difference.
    let rounded = rate(0.1 + 0.2);
    let third = rate(0.3);
    assert_eq!(Pair::new(&rounded, &third, &weights).unwrap().difference(), 0.0);
}

#[test]
fn sides_are_checked() {
    let of = |p: &[f64], shape: &[usize], categorical| {
        Side::assumed(&ArrayViewD::from_shape(shape, p).unwrap(), categorical).map(|_| ())
    };
    let text = |found: Result<(), Error>| found.unwrap_err().to_string();
    assert!(of(&[0.0, 1.0], &[2], false).is_ok() && of(&[0.0, 1.0], &[1, 2], true).is_ok());
    assert!(text(of(&[0.5, 1.5], &[2], false)).starts_with("p[1] = 1.5"));
    assert!(of(&[0.5, 0.4], &[1, 2], true).is_err());
    assert_eq!(of(&[], &[0], false).unwrap_err().kind(), "check.empty");
    let pilot = |rows: &[[u64; 2]], prior: &Prior| {
        Side::pilot(&tally_counts(aview2(rows)).unwrap(), prior).map(|_| ())
    };
    assert_eq!(pilot(&[[1, 0], [0, 0]], &Prior::Uniform).unwrap_err().kind(), "counts.no_trials");
    assert!(pilot(&[[1, 0], [0, 2]], &Prior::beta(0.5, 0.5).unwrap()).is_ok());
    // A prior of its own weighs in.
    let own = Side::pilot(
        &tally_counts(arr2(&[[1_u64, 2]]).view()).unwrap(),
        &Prior::beta(2.0, 5.0).unwrap(),
    );
    let (own, never) = (own.unwrap(), Known::Shares(vec![vec![1.0, 0.0]]).side());
    let pair = Pair::new(&own, &never, &Weights::binary()).unwrap();
    close(pair.difference(), 0.4);
}

fn counts(rows: &[[u64; 2]]) -> Counts {
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (number, row) in rows.iter().enumerate() {
        let place = counts.row("m", "t", &number.to_string());
        counts.add(place, 0, row[0]).unwrap();
        counts.add(place, 1, row[1]).unwrap();
    }
    counts
}

#[test]
fn components_as_worked_out_by_hand() {
    // Gaps 1/2, 1/2 and −1/4: mean 1/4, so their variance is (1/16 + 1/16 + 1/4) / 2 = 3/16.
    let (a, b) = (counts(&[[1, 3], [2, 2], [2, 2]]), counts(&[[3, 1], [4, 0], [1, 3]]));
    let found = Components::of_counts(&a, &b, &Weights::binary()).unwrap();
    // Trials: 4 p (1 − p) / 3 = 1/4, 1/3, 1/3 and 1/4, 0, 1/4. A quarter of them is noise of the means.
    let within = (11.0 / 12.0 + 0.5) / 3.0;
    close(found.within, within);
    close(found.between, 3.0 / 16.0 - within / 4.0);
    // Weights count by their square, wherever they begin.
    let weights = Weights::new(&[5.0, 2.0]).unwrap();
    let scaled = Components::of_counts(&a, &b, &weights).unwrap();
    close(scaled.within, 9.0 * within);
    close(scaled.between, 9.0 * found.between);
    let row = |one: [u64; 2]| -> Vec<f64> {
        (0..4).map(|trial| f64::from(u8::from(trial >= one[0]))).collect()
    };
    let matrix = |rows: &[[u64; 2]]| {
        let flat: Vec<f64> = rows.iter().flat_map(|&one| row(one)).collect();
        ndarray::Array2::from_shape_vec((rows.len(), 4), flat).unwrap()
    };
    let (x, y) = (matrix(&[[1, 3], [2, 2], [2, 2]]), matrix(&[[3, 1], [4, 0], [1, 3]]));
    assert_eq!(Components::estimated(&x.view(), &y.view(), &Weights::binary()), Ok(found));
    // Known chances have no noise: 0.3 and −0.1 differ from their mean by 0.2.
    let assumed = Components::assumed(&[0.5, 0.8], &[0.2, 0.9]).unwrap();
    close(assumed.between, 0.08);
    close(assumed.within, (0.25 + 0.16 + 0.16 + 0.09) / 2.0);
    let text = |found: Result<Components, Error>| found.unwrap_err().to_string();
    assert!(text(Components::assumed(&[0.5, 1.5], &[0.5; 2])).starts_with("a[1] = 1.5"));
    assert!(text(Components::assumed(&[0.5], &[0.5])).starts_with("the number of questions = 1"));
    assert!(text(Components::assumed(&[0.5; 2], &[0.5])).starts_with("a has 2 questions"));
    let few = Components::of_counts(
        &counts(&[[0, 1], [1, 1]]),
        &counts(&[[2, 0], [1, 1]]),
        &Weights::binary(),
    );
    assert!(text(few).starts_with("the number of trials of question 0"));
    let other = Components::of_counts(&a, &counts(&[[1, 3], [2, 2]]), &Weights::binary());
    assert!(text(other).starts_with("the number of questions that a and b have in common = 2"));
    let single =
        Components::estimated(&x.slice(ndarray::s![.., ..1]), &y.view(), &Weights::binary());
    assert!(text(single).starts_with("the number of trials of a = 1"));
    let wrong = x.mapv(|entry| entry * 2.0);
    let wrong = Components::estimated(&x.view(), &wrong.view(), &Weights::binary());
    assert!(text(wrong).starts_with("b[0, 1] = 2"));
}

#[test]
fn the_best_split_is_the_best_of_all_splits() {
    for (between, within) in [(0.02, 0.5), (0.3, 0.01), (0.0, 1.0), (0.25, 0.0)] {
        let components = Components { between, within };
        for (budget, cost, least, most) in
            [(60, 0.0, 1, u64::MAX), (60, 4.0, 3, 9), (97, 2.5, 1, 20), (97, 0.5, 40, 50)]
        {
            let mut best: Option<(f64, u64, u64)> = None;
            for trials in 1..=budget {
                let paid = (budget as f64 / (trials as f64 + cost)).floor() as u64;
                let questions = paid.min(most);
                let first = ((budget as f64 / (1.0 + cost)).floor() as u64).min(most);
                if questions < least.min(first).max(1) {
                    continue;
                }
                let sigma = ((between + within / trials as f64) / questions as f64).sqrt();
                if best.is_none_or(|best| sigma < best.0) {
                    best = Some((sigma, questions, trials));
                }
            }
            let (sigma, questions, trials) = best.unwrap();
            let found = components.best(budget, cost, least..=most).unwrap();
            close(found.sigma, sigma);
            assert_eq!((found.questions, found.trials), (questions, trials), "{components:?}");
        }
    }
    let plain = Components { between: 0.1, within: 0.1 };
    assert!(plain.best(5, -1.0, 1..=9).unwrap_err().to_string().starts_with("question_cost = -1"));
    assert!(plain.best(5, 4.0, 1..=9).is_ok());
    let poor = plain.best(4, 4.0, 1..=9).unwrap_err().to_string();
    assert!(poor.starts_with("budget = 4"), "{poor}");
}

#[test]
fn leaders_are_settled_when_no_rival_is_near() {
    // Intervals 0.9 ± 0.098 and 0.7 ± 0.098 touch only if their half widths add up to 0.2.
    let of = |gap: f64, rule| top(&[0.9 - gap, 0.9, 0.1], &[0.05; 3], 0.95, rule).unwrap();
    let reach = 2.0 * WIDE * 0.05;
    assert_eq!(of(reach * 0.999, Rule::Overlap).ambiguous, [0]);
    assert!(of(reach * 1.001, Rule::Overlap).ambiguous.is_empty());
    let score = AHEAD * 0.05 * 2.0_f64.sqrt();
    assert_eq!(of(score * 0.999, Rule::Score).ambiguous, [0]);
    assert!(of(score * 1.001, Rule::Score).ambiguous.is_empty());
    assert_eq!(of(score * 1.001, Rule::Score).leader, 1);
    // The first of equal leaders leads, and the other is as near as can be, even without σ.
    for rule in [Rule::Overlap, Rule::Score] {
        let equal = top(&[0.5, 0.9, 0.9], &[0.0; 3], 0.95, rule).unwrap();
        assert_eq!((equal.leader, equal.ambiguous), (1, vec![2]));
        assert_eq!(next(&[0.5, 0.9, 0.9], &[0.0; 3], 0.95, rule), Ok((1, 2)));
        // The lower of two scores may be nearer, if it is less certain.
        assert_eq!(next(&[0.9, 0.7, 0.6], &[0.01, 0.01, 0.9], 0.95, rule), Ok((0, 2)));
        assert!(top(&[0.5], &[0.1], 0.95, rule).unwrap().ambiguous.is_empty());
        // Below one half, a score that is behind at all is apart, but an equal one is not.
        let low = top(&[0.5, 0.5, 0.499], &[0.0, 0.0, 0.0], 0.3, rule).unwrap();
        assert_eq!(low.ambiguous, [1]);
    }
    let text = |found: Result<_, Error>| {
        found.map(|_: scorio_core::plan::stopping::Top| ()).unwrap_err().to_string()
    };
    assert!(text(top(&[], &[], 0.95, Rule::Score)).starts_with("the number of models = 0"));
    assert!(text(top(&[0.5], &[], 0.95, Rule::Score)).starts_with("mus has 1 entries"));
    assert!(text(top(&[0.5, f64::NAN], &[0.1; 2], 0.95, Rule::Score)).starts_with("mus[1] = NaN"));
    assert!(text(top(&[0.5; 2], &[0.1, -0.1], 0.95, Rule::Score)).starts_with("sigmas[1] = -0.1"));
    assert!(text(top(&[0.5; 2], &[0.1; 2], 1.0, Rule::Score)).starts_with("confidence = 1"));
    assert!(next(&[0.5], &[0.1], 0.95, Rule::Score).unwrap_err().to_string().contains("= 1"));
}

#[test]
fn widths_are_wide_by_the_quantile() {
    close(half_width(0.1, 0.95).unwrap(), WIDE * 0.1);
    let clipped = interval(0.95, 0.1, 0.95, Some((0.0, 1.0))).unwrap();
    close(clipped.lo, 0.95 - WIDE * 0.1);
    assert_eq!((clipped.hi, clipped.mu, clipped.sigma), (1.0, 0.95, 0.1));
    close(interval(0.95, 0.1, 0.95, None).unwrap().hi, 0.95 + WIDE * 0.1);
    // Half the width counts, but for the whole width by its name.
    let exactly = half_width(0.1, 0.95).unwrap();
    assert_eq!(narrow(0.1, 0.95, "half_width", exactly), Ok(true));
    assert_eq!(narrow(0.1, 0.95, "half_width", exactly * 0.999), Ok(false));
    assert_eq!(narrow(0.1, 0.95, "max_ci_width", 2.0 * exactly), Ok(true));
    assert_eq!(narrow(0.1, 0.95, "max_ci_width", exactly * 1.999), Ok(false));
    assert_eq!(narrow(0.0, 0.95, "half_width", 0.0), Ok(true));
    let text = |error: Error| error.to_string();
    assert!(text(narrow(0.1, 0.95, "most", -1.0).unwrap_err()).starts_with("most = -1"));
    assert!(text(half_width(-0.1, 0.95).unwrap_err()).starts_with("sigma = -0.1"));
    assert!(text(half_width(0.1, 0.0).unwrap_err()).starts_with("confidence = 0"));
    assert!(text(interval(f64::NAN, 0.1, 0.9, None).unwrap_err()).starts_with("mu = NaN"));
    assert!(text(interval(0.5, -0.1, 0.9, None).unwrap_err()).starts_with("sigma = -0.1"));
    assert_eq!(interval(0.5, 0.1, 0.9, Some((1.0, 0.0))).unwrap_err().kind(), "posterior.bounds");
}
