//! Closed forms of plans beside their formulas, and laws that they keep.
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

use ndarray::{ArrayViewD, aview2};
use scorio_core::plan::stopping::{Rule, half_width, interval, narrow, next, top};
use scorio_core::plan::{Aim, Components, Pair, Side, smallest_difference};
use scorio_core::tally::tally_counts;
use scorio_core::{Counts, Error, Estimand, States, Target, Weights};

/// The two-sided quantile at 0.95, and the one-sided quantiles at 0.95 and 0.8.
const WIDE: f64 = 1.959_963_984_540_054_2;
const AHEAD: f64 = 1.644_853_626_951_472_7;
const POWER: f64 = 0.841_621_233_572_914_2;

fn close(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
}

fn shares(rows: &[&[f64]]) -> Side {
    let flat = rows.concat();
    let shape = vec![rows.len(), rows[0].len()];
    Side::assumed(&ArrayViewD::from_shape(shape, &flat).unwrap(), true).unwrap()
}

fn states<const C: usize>(rows: &[[u64; C]]) -> States {
    tally_counts(aview2(rows)).unwrap()
}

fn pilot<const C: usize>(rows: &[[u64; C]]) -> Side {
    Side::pilot(&states(rows)).unwrap()
}

/// The variance of one trial with these chances.
fn variance(p: &[f64], weights: &[f64]) -> f64 {
    let mean =
        |power: f64| -> f64 { p.iter().zip(weights).map(|(p, &w)| p * libm::pow(w, power)).sum() };
    mean(2.0) - mean(1.0) * mean(1.0)
}

const PILOTS: [&[[u64; 2]]; 6] = [
    &[[1, 3], [2, 2], [0, 4], [3, 1]],
    &[[1, 1], [2, 1], [0, 4], [3, 1]],
    &[[0, 1], [1, 0], [0, 1]],
    &[[0, 4], [0, 4], [0, 4]],
    &[[4, 0], [3, 0], [4, 0]],
    &[[5, 9]],
];

#[test]
fn trials_and_power_of_assumed_chances_are_the_formula() {
    for weights in [vec![0.0, 1.0], vec![-3.0, 5.0], vec![0.0, 0.25, 1.0], vec![7.0, 3.0, 4.0]] {
        let rows: [&[&[f64]]; 2] = match weights.len() {
            2 => [&[&[0.3, 0.7], &[0.9, 0.1]], &[&[1.0, 0.0], &[0.5, 0.5]]],
            _ => [&[&[0.2, 0.3, 0.5], &[0.0, 0.5, 0.5]], &[&[0.7, 0.1, 0.2]]],
        };
        let checked = Weights::new(&weights).unwrap();
        let [a, b] = rows.map(shares);
        let pair = Pair::new(&a, &b, &checked).unwrap();
        let mean = |rows: &[&[f64]]| -> f64 {
            let each = rows.iter().flat_map(|p| p.iter().zip(&weights).map(|(p, w)| p * w));
            each.sum::<f64>() / rows.len() as f64
        };
        close(pair.difference(), mean(rows[0]) - mean(rows[1]));
        // σ² of the difference after one trial of each question.
        let one = rows.map(|rows| {
            let count = rows.len() as f64;
            rows.iter().map(|p| variance(p, &weights)).sum::<f64>() / count / count
        });
        let one = one[0] + one[1];
        let aim = Aim::new(0.95, 2, 0.8).unwrap();
        close(aim.threshold, WIDE);
        for difference in [0.4, -0.01, 0.003] {
            let trials = pair.new_trials(difference, aim).unwrap().unwrap();
            let reach = (WIDE + POWER) / difference;
            assert_eq!(trials as f64, (reach * reach * one).ceil().max(1.0));
            assert_eq!(pair.further_trials(difference, aim).unwrap(), Some(trials));
            // So many trials have the power, and one less has not.
            let power = |trials| pair.power(difference, trials, aim).unwrap();
            assert!(power(trials) >= 0.8 && (trials == 1 || power(trials - 1) < 0.8));
            // The power is that of a normal difference.
            let z = difference.abs() / (one / trials as f64).sqrt() - WIDE;
            close(power(trials), 0.5 * libm::erfc(-z / 2.0_f64.sqrt()));
        }
        assert_eq!(pair.new_trials(0.0, aim).unwrap(), None);
        assert_eq!(pair.new_trials(1e-9, aim).unwrap(), None);
        assert!(pair.new_trials(f64::NAN, aim).is_err());
        assert_eq!(pair.z(&checked).unwrap(), None);
    }
}

#[test]
fn more_models_and_more_power_need_more_trials() {
    let (a, b) = (shares(&[&[0.3, 0.7], &[0.9, 0.1]]), pilot(&[[1, 3], [2, 2]]));
    let weights = Weights::binary();
    let (mixed, own) = (Pair::new(&a, &b, &weights).unwrap(), Pair::new(&b, &b, &weights).unwrap());
    for pair in [mixed, own] {
        let needed = |confidence, models, power| {
            let aim = Aim::new(confidence, models, power).unwrap();
            let found = pair.further_trials(0.02, aim).unwrap().unwrap();
            assert!(found <= pair.new_trials(0.02, aim).unwrap().unwrap());
            found
        };
        let usual = needed(0.95, 2, 0.8);
        assert!(needed(0.95, 10, 0.8) > usual);
        assert!(needed(0.99, 2, 0.8) > usual && needed(0.95, 2, 0.9) > usual);
        // Of two models, all comparisons are one.
        assert_eq!(needed(0.95, 1, 0.8), usual);
    }
    for (confidence, power) in [(1.0, 0.8), (0.95, 0.0)] {
        assert_eq!(Aim::new(confidence, 2, power).unwrap_err().kind(), "check.level");
    }
}

#[test]
fn half_widths_begin_with_that_of_a_leaderboard_and_shrink() {
    let weights = Weights::binary();
    for rows in PILOTS {
        let (known, side) = (states(rows), pilot(rows));
        let score = Estimand::Avg(weights.clone());
        let score = score.hierarchical_posterior(&known, Target::TheseQuestions).unwrap();
        for confidence in [0.5, 0.95, 0.999] {
            let now = score.interval(confidence, Some((0.0, 1.0))).unwrap();
            let width = |more| side.half_width(&weights, more, confidence).unwrap().unwrap();
            assert_eq!(width(0), 0.5 * (now.hi - now.lo));
            let widths: Vec<f64> = (0..60).map(|step| width(step * step)).collect();
            assert!(widths.is_sorted_by(|one, next| one >= next), "{rows:?} {widths:?}");
            // The fewest trials are enough, and one less is not.
            for most in [0.2, 0.1, 0.03, 0.001] {
                let more = side.further_for_half_width(&weights, most, confidence).unwrap();
                let more = more.unwrap();
                assert!(width(more) <= most && (more == 0 || width(more - 1) > most));
            }
            // A scale of the weights is one of the width.
            let graded = Weights::new(&[-3.0, 5.0]).unwrap();
            let wide = side.half_width(&graded, 7, confidence).unwrap().unwrap();
            assert!((wide / width(7) - 8.0).abs() < 1e-9, "{wide}");
        }
    }
}

#[test]
fn the_order_of_questions_changes_no_bit() {
    let weights = Weights::binary();
    let rows = [[1, 3], [2, 2], [0, 4], [3, 1], [2, 3]];
    let turned = [[2, 3], [0, 4], [3, 1], [1, 3], [2, 2]];
    let (one, other) = (pilot(&rows), pilot(&turned));
    let width = |side: &Side, more| side.half_width(&weights, more, 0.9).unwrap();
    assert_eq!([0, 3].map(|more| width(&one, more)), [0, 3].map(|more| width(&other, more)));
    let pairs = [(&one, &other), (&other, &one)];
    let [left, right] = pairs.map(|(a, b)| {
        let pair = Pair::new(a, b, &weights).unwrap();
        pair.new_trials(0.1, Aim::new(0.95, 3, 0.8).unwrap()).unwrap()
    });
    assert_eq!(left, right);
    let (one, other) = (
        shares(&[&[0.3, 0.7], &[0.9, 0.1], &[0.2, 0.8]]),
        shares(&[&[0.9, 0.1], &[0.2, 0.8], &[0.3, 0.7]]),
    );
    assert_eq!(one, other);
    assert_eq!(one.new_half_width(&weights, 7, 0.9), other.new_half_width(&weights, 7, 0.9));
}

#[test]
fn single_trials_tell_an_upper_bound() {
    let weights = Weights::binary();
    let rows: Vec<[u64; 2]> = (0..50).map(|one| if one < 26 { [1, 0] } else { [0, 1] }).collect();
    let (single, assumed) = (pilot(&rows), shares(&vec![&[0.52, 0.48][..]; 50]));
    assert_eq!(single.is_bound(&weights), Ok(true));
    assert_eq!(assumed.is_bound(&weights), Ok(false));
    assert_eq!(pilot(&[[1, 1], [0, 1]]).is_bound(&weights), Ok(false));
    // It is that of questions that are all alike.
    for trials in [1, 9, 400] {
        let width = |side: &Side| side.new_half_width(&weights, trials, 0.95).unwrap();
        close(width(&single), width(&assumed));
    }
    let pair = Pair::new(&single, &assumed, &weights).unwrap();
    assert!(pair.is_bound());
    // Outcomes that are all equal are no certainty.
    let sure = pilot(&[[0, 1], [0, 1], [0, 1]]);
    assert!(sure.new_half_width(&weights, 100, 0.95).unwrap() > 0.005);
}

#[test]
fn the_smallest_difference_has_the_power() {
    let weights = Weights::new(&[0.0, 10.0]).unwrap();
    for side in [shares(&[&[0.3, 0.7], &[0.6, 0.4]]), pilot(&[[2, 2], [1, 4], [3, 2]])] {
        let pair = Pair::new(&side, &side, &weights).unwrap();
        for (models, power) in [(2, 0.8), (10, 0.9), (2, 0.3)] {
            let aim = Aim::new(0.95, models, power).unwrap();
            let least = smallest_difference(&side, &weights, 400, aim).unwrap().unwrap();
            assert!((pair.power(least, 400, aim).unwrap() - power).abs() < 1e-9);
        }
        let aim = Aim::new(0.95, 2, 0.8).unwrap();
        assert_eq!(smallest_difference(&side, &weights, 1, aim), Ok(None));
        assert!(smallest_difference(&side, &weights, 0, aim).is_err());
        assert!(pair.power(1.0, 0, aim).is_err());
    }
    let side = shares(&[&[0.3, 0.7]]);
    let three = Weights::new(&[0.0, 0.5, 1.0]).unwrap();
    let aim = Aim::new(0.95, 2, 0.8).unwrap();
    for refused in [
        side.half_width(&three, 1, 0.95).map(|_| ()),
        side.new_half_width(&three, 1, 0.95).map(|_| ()),
        smallest_difference(&side, &three, 1, aim).map(|_| ()),
        Pair::new(&side, &side, &three).map(|_| ()),
        side.is_bound(&three).map(|_| ()),
    ] {
        assert_eq!(refused.unwrap_err().kind(), "metric.weight_count");
    }
    let binary = Weights::binary();
    for refused in [
        side.half_width(&binary, 1, 1.0).map(|_| ()),
        side.new_half_width(&binary, 1, 0.0).map(|_| ()),
    ] {
        assert_eq!(refused.unwrap_err().kind(), "check.level");
    }
    // Without trials there is no interval.
    assert_eq!(side.half_width(&binary, 0, 0.95), Ok(None));
    assert!(side.new_half_width(&binary, 0, 0.95).is_err());
    assert!(side.further_for_half_width(&binary, 0.0, 0.95).is_err());
    assert_eq!(side.further_for_half_width(&binary, 1e-9, 0.95), Ok(None));
    // Rounding alone is no difference.
    let (rounded, third) = (shares(&[&[0.7, 0.1 + 0.2]]), shares(&[&[0.7, 0.3]]));
    assert_eq!(Pair::new(&rounded, &third, &binary).unwrap().difference(), 0.0);
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
    let refused = Side::pilot(&states(&[[1, 0], [0, 0]])).map(|_| ());
    assert_eq!(refused.unwrap_err().kind(), "counts.no_trials");
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
