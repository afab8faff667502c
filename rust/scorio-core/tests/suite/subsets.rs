//! Curves of Pass@k, and remedies and places of the errors of metrics.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use ndarray::aview2;
use scorio_core::metric::subset::{pass_curve, point};
use scorio_core::metric::{MetricError, ShortWays, geometric::Blend};
use scorio_core::tally::tally_counts;
use scorio_core::{Credit, Error, NumericError, Place, Prior, States, Tau};

fn states(rows: &[[u64; 2]]) -> States {
    tally_counts(aview2(rows)).unwrap()
}

#[test]
fn curves_hold_the_point_estimates_of_every_k() {
    let rows = [[5_u64, 3], [8, 0], [0, 8], [7, 1], [7, 1]];
    let found = pass_curve(&states(&rows), 8, false, Place::Row).unwrap();
    let rest = pass_curve(&states(&rows), 8, true, Place::Row).unwrap();
    assert_eq!((found.len(), rest.len()), (8, 8));
    // 1 − C(failures, k) / C(8, k), factor by factor.
    let lacking = |failures: u64, k: u64| -> f64 {
        (0..k).map(|i| failures.saturating_sub(i) as f64 / (8 - i) as f64).product()
    };
    for (k, (&value, &complement)) in (1..).zip(found.iter().zip(&rest)) {
        let expected = rows.iter().map(|row| lacking(row[0], k)).sum::<f64>() / 5.0;
        assert!((complement - expected).abs() < 1e-15, "{k} {complement} {expected}");
        assert!((value - (1.0 - expected)).abs() < 1e-15, "{k} {value}");
        let credit = Credit::pass_at(k.try_into().unwrap()).unwrap();
        let one = point(&states(&rows), &credit, Place::Row).unwrap();
        assert!((one - value).abs() < 1e-15);
        let other = point(&states(&rows), &credit.complement(), Place::Row).unwrap();
        assert!((other - complement).abs() < 1e-15);
    }
    // (3 + 0 + 8 + 1 + 1) / 40, and 4 of 5 questions have a success.
    assert_eq!((found[0], found[7]), (0.325, 0.8));
    let few = pass_curve(&states(&rows), 1, true, Place::Row).unwrap();
    assert_eq!(few, [0.675]);
    // A rare failure keeps its digits.
    let rare = pass_curve(&states(&[[30, 70]]), 30, true, Place::Row).unwrap();
    let expected: f64 = (0..30).map(|i| f64::from(30 - i) / f64::from(100 - i)).product();
    assert!((rare[29] / expected - 1.0).abs() < 1e-13 && expected < 1e-25);
}

#[test]
fn curves_need_as_many_trials() {
    let curve = |rows: &[[u64; 2]], k| pass_curve(&states(rows), k, false, Place::Row);
    assert!(curve(&[[1, 2], [2, 2]], 3).is_ok());
    let short = curve(&[[1, 3], [2, 1]], 4).unwrap_err();
    let expected = MetricError::BudgetExceedsTrials {
        k: 4,
        trials: 3,
        question: Place::Row(1),
        ways: ShortWays::DropOrPosterior,
    };
    assert_eq!(short, expected.into());
    let budget = curve(&[[1, 2]], 0).unwrap_err();
    assert!(budget.to_string().starts_with("k_max = 0 is too small"), "{budget}");
    assert_eq!(curve(&[[1, 2], [0, 0]], 1).unwrap_err().kind(), "counts.no_trials");
    let three = tally_counts(aview2(&[[1_u64, 2, 3]])).unwrap();
    let three = pass_curve(&three, 1, false, Place::Row).unwrap_err();
    assert_eq!(three.kind(), "counts.not_binary");
}

#[test]
fn short_votes_may_be_dropped_or_not() {
    let remedy = |ways| {
        let short = MetricError::BudgetExceedsVotes { k: 4, trials: 3, row: 2, ways };
        let remedy = Error::from(short).remedy().unwrap();
        assert_eq!(remedy.values(), [("most", scorio_core::rows::Value::Whole(3))]);
        remedy.name()
    };
    assert_eq!(
        (remedy(ShortWays::Drop), remedy(ShortWays::Smaller)),
        ("take_smaller_or_drop", "take_smaller_budget")
    );
    let name = |error: MetricError| error_remedy(error.into());
    assert_eq!(name(MetricError::NoBudget { name: "pass_at_k" }), Some("give_budget"));
    let needless = MetricError::NeedlessBudget { metrics: "bayes".to_owned() };
    assert_eq!(name(needless), Some("leave_budget_out"));
    assert_eq!(name(MetricError::NoWeights), None);
    let range = |error: MetricError| Error::from(error).out_of_range();
    let large = MetricError::BudgetTooLarge { k: 9, metric: "auc_at_k", most: 8 };
    assert_eq!(range(large), Some(9.0));
    assert_eq!(range(MetricError::SpectrumWeight { index: 1, value: -0.5 }), Some(-0.5));
    assert_eq!(range(MetricError::SpectrumSum { sum: 1.5 }), Some(1.5));
    let power = MetricError::ZeroPower { what: "x".to_owned(), power: -2.0 };
    assert_eq!(range(power), Some(-2.0));
    assert_eq!(range(MetricError::OneWeight), None);
}

fn error_remedy(error: Error) -> Option<&'static str> {
    error.remedy().map(|remedy| remedy.name())
}

#[test]
fn blends_have_the_error_of_their_factors() {
    // Of the data set: G = P^a U^b. Its σ to first order comes from small changes of both factors.
    let rows = [[2_u64, 4], [3, 3]];
    let near = |found: f64, expected: f64| {
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
    };
    // Pass@2: 1 − 1/15 and 1 − 3/15. Pass^2: 6/15 and 3/15.
    let (pass, all): (f64, f64) = ((14.0 + 12.0) / 30.0, 9.0 / 30.0);
    for (a, b) in [(0.5, 0.5), (1.0, 0.0), (0.0, 1.0), (2.0, -1.5)] {
        let blend = Blend::geom(2, (a, b), false).unwrap();
        let found = blend.point(&states(&rows), Place::Row).unwrap();
        near(found, libm::pow(pass, a) * libm::pow(all, b));
        let by_question = Blend::geom(2, (a, b), true).unwrap();
        let each = |p: f64, u: f64| libm::pow(p, a) * libm::pow(u, b);
        let expected = f64::midpoint(each(14.0 / 15.0, 0.4), each(0.8, 0.2));
        near(by_question.point(&states(&rows), Place::Row).unwrap(), expected);
        assert_eq!(blend.may_fall(), b < 0.0);
        assert_eq!(blend.range(), (0.0, if b < 0.0 { f64::INFINITY } else { 1.0 }));
    }
    // One factor alone has its own error.
    for (powers, credit) in [((1.0, 0.0), Credit::pass_at(2)), ((0.0, 1.0), Credit::pass_hat(2))] {
        let credit = credit.unwrap();
        let blend = Blend::geom(2, powers, false).unwrap();
        let own = scorio_core::metric::subset::sampled(
            &states(&rows),
            &credit,
            &Prior::Uniform,
            Place::Row,
        );
        let (own, found) =
            (own.unwrap(), blend.sampled(&states(&rows), &Prior::Uniform, Place::Row).unwrap());
        let posterior =
            scorio_core::metric::subset::posterior(&states(&rows), &credit, &Prior::Uniform)
                .unwrap();
        let after = blend.posterior(&states(&rows), &Prior::Uniform).unwrap();
        near(after.mu(), posterior.mu());
        near(after.sigma(), posterior.sigma());
        // It is taken at the posterior means, relative to them.
        near(found.mu(), own.mu());
        near(found.sigma(), own.sigma());
    }
    let fails = states(&[[4, 0], [3, 1]]);
    let power = Blend::geom(2, (0.5, -1.0), false).unwrap();
    let zero = power.point(&fails, Place::Row).unwrap_err();
    assert_eq!(zero.to_string(), "Pass^k of all questions is 0, which has no power -1");
    let power = Blend::geom(2, (-1.0, 0.5), true).unwrap();
    let zero = power.point(&fails, Place::Row).unwrap_err();
    assert_eq!(
        zero.to_string(),
        "Pass@k of a question with 0 of 4 successes is 0, which has no power -1"
    );
    assert!(
        Blend::geom(2, (f64::NAN, 1.0), true).unwrap_err().to_string().starts_with("pass_power")
    );
    assert!(
        Blend::geom(2, (1.0, f64::INFINITY), true)
            .unwrap_err()
            .to_string()
            .starts_with("unanimous_power")
    );
    assert!(Blend::spectrum(2, 1.5, None).unwrap_err().to_string().starts_with("lam = 1.5"));
}

#[test]
fn blends_beyond_all_numbers_are_told() {
    // Pass^2 is 3/15, and its power −500 about 1e349.
    for questionwise in [false, true] {
        let blend = Blend::geom(2, (1.0, -500.0), questionwise).unwrap();
        let error = blend.point(&states(&[[3, 3]]), Place::Row).unwrap_err();
        assert_eq!(error, Error::Numeric(NumericError::NotFinite { what: "the score" }));
    }
}

#[test]
fn weights_of_a_spectrum_add_up_to_1_at_most() {
    assert!(Credit::spectrum(3, &[0.5, 0.25, 0.25]).is_ok());
    let error = Credit::spectrum(3, &[0.5, 0.5, 0.25]).unwrap_err();
    assert_eq!(error, Error::Metric(MetricError::SpectrumSum { sum: 1.25 }));
}

#[test]
fn shares_reach_from_0_to_1() {
    assert_eq!(Tau::ratio(0, 3).map(|tau| Credit::threshold(3, tau).is_ok()), Ok(true));
    assert_eq!(Tau::ratio(3, 3).map(|tau| Credit::threshold(3, tau).is_ok()), Ok(true));
    for (numerator, denominator) in [(4, 3), (0, 0), (1, 0)] {
        assert_eq!(Tau::ratio(numerator, denominator).unwrap_err().kind(), "check.share");
    }
}
