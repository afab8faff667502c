//! Checks abilities from models of items by the slopes of their likelihoods and priors.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use ndarray::Array3;
use proptest::prelude::*;
use scorio_core::Error;
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{Cells, MethodOptions, RankSource, RankersError, Response, method};
use scorio_core::tally::Missing;

type Given<'a> = &'a [(&'a str, f64)];

fn options(given: Given<'_>) -> MethodOptions {
    let option = |(name, value): &(&str, f64)| ((*name).to_owned(), GivenValue::Number(*value));
    MethodOptions::new(given.iter().map(option))
}

fn try_response(name: &str, cells: &Cells, given: Given<'_>) -> Result<Response, Error> {
    let source = RankSource::Expected(cells.clone());
    method(name).unwrap().response(&source, &options(given)).map(Option::unwrap)
}

fn response(name: &str, cells: &Cells, given: Given<'_>) -> Response {
    try_response(name, cells, given).unwrap()
}

fn number<'a>(response: &'a Response, name: &str) -> &'a [f64] {
    &response.numbers.iter().find(|one| one.0 == name).unwrap().1
}

/// Cells from (successes, trials).
fn cells(rows: &[Vec<(u32, u32)>]) -> Cells {
    let table = Array3::from_shape_fn((rows.len(), rows[0].len(), 2), |(i, m, c)| {
        let (won, trials) = rows[i][m];
        [trials - won, won][c]
    });
    Cells::of_table(table.view(), None, None).unwrap()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The derivatives of the log-likelihood by abilities and by difficulties, over finite ones.
fn slopes(
    cells: &Cells,
    abilities: &[f64],
    (difficulties, discriminations): (&[f64], &[f64]),
    guessing: f64,
) -> (Vec<f64>, Vec<f64>) {
    let (mut of_models, mut of_items) = (vec![0.0; abilities.len()], vec![0.0; difficulties.len()]);
    for (i, theta) in abilities.iter().enumerate() {
        for (m, (b, a)) in difficulties.iter().zip(discriminations).enumerate() {
            let (won, n) = (cells.successes(i)[m], cells.trials(i)[m]);
            if n == 0.0 || !b.is_finite() {
                continue;
            }
            let (curve, rest) = (logistic(a * (theta - b)), logistic(a * (b - theta)));
            let p = guessing + (1.0 - guessing) * curve;
            let slope = a * (won * (1.0 - guessing) * curve * rest / p - (n - won) * curve);
            of_models[i] += slope;
            of_items[m] -= slope;
        }
    }
    (of_models, of_items)
}

fn mean_of_finite(values: &[f64]) -> f64 {
    let finite: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
    finite.iter().sum::<f64>() / finite.len() as f64
}

/// Two to five models, each with a success and a failure of a common question, and other cells.
fn table() -> impl Strategy<Value = Vec<Vec<(u32, u32)>>> {
    (2_usize..6, 0_usize..7).prop_flat_map(|(models, questions)| {
        let common = (1_u32..4).prop_flat_map(|won| (won + 1..won + 4).prop_map(move |n| (won, n)));
        let other = (0_u32..6).prop_flat_map(|n| (0..=n).prop_map(move |won| (won, n)));
        let row = (common, prop::collection::vec(other, questions));
        let row = row.prop_map(|(first, rest)| {
            std::iter::once(first).chain(rest).collect::<Vec<(u32, u32)>>()
        });
        prop::collection::vec(row, models)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn joint_abilities_are_where_the_slopes_meet(
        rows in table(),
        mean in prop::sample::select(vec![0.0, 0.7, -2.0]),
        variance in prop::sample::select(vec![0.01, 0.5, 4.0, 100.0, 1e4]),
    ) {
        let cells = cells(&rows);
        let questions = cells.questions();
        let ones = vec![1.0; questions];
        let priors = [None, Some((mean, variance))];
        for prior in priors {
            let found = match prior {
                None => response("rasch", &cells, &[]),
                Some((mean, variance)) => {
                    let given = [("prior_mean", mean), ("prior_variance", variance)];
                    response("rasch_map", &cells, &given)
                }
            };
            let difficulties = number(&found, "difficulty");
            prop_assert!(mean_of_finite(difficulties).abs() < 1e-7, "{:?}", found);
            let (of_models, of_items) =
                slopes(&cells, &found.abilities, (difficulties, &ones), 0.0);
            // All difficulties are held at mean 0 together, by one force. Without a prior it is 0.
            let pulls = |theta: &f64| prior.map_or(0.0, |prior| (theta - prior.0) / prior.1);
            let force: f64 = found.abilities.iter().map(pulls).sum();
            let finite = difficulties.iter().filter(|b| b.is_finite()).count() as f64;
            for (slope, theta) in of_models.iter().zip(&found.abilities) {
                prop_assert!((slope - pulls(theta)).abs() < 1e-6, "{} {}", slope, pulls(theta));
            }
            for (slope, b) in of_items.iter().zip(difficulties) {
                if b.is_finite() {
                    prop_assert!((slope + force / finite).abs() < 1e-6, "{} {}", slope, force);
                }
            }
        }
        let [one, other] = ["dynamic_irt", "rasch"].map(|name| response(name, &cells, &[]));
        prop_assert_eq!(one.abilities, other.abilities);
    }

    #[test]
    fn sloped_abilities_are_where_the_slopes_meet(
        rows in table(), mean in -1.0..1.0, variance in 0.2..4.0, guessing in 0.0..0.2,
    ) {
        let cells = cells(&rows);
        let prior = [("prior_mean", mean), ("prior_variance", variance)];
        let given = [prior[0], prior[1], ("fix_guessing", guessing)];
        for (name, given, mean, variance, guessing) in [
            ("rasch_2pl", &[][..], 0.0, 25.0, 0.0),
            ("rasch_2pl_map", &given[..2], mean, variance, 0.0),
            ("rasch_3pl", &given[2..], 0.0, 25.0, guessing),
            ("rasch_3pl_map", &given, mean, variance, guessing),
        ] {
            // With many lucky guesses, few successes say nothing.
            let Ok(found) = try_response(name, &cells, given) else {
                prop_assert!(guessing > 0.0);
                continue;
            };
            let numbers = (number(&found, "difficulty"), number(&found, "discrimination"));
            let logs: f64 = numbers.1.iter().map(|&a| libm::log(a)).sum();
            prop_assert!(logs.abs() < 1e-7);
            let (of_models, _) = slopes(&cells, &found.abilities, numbers, guessing);
            for (slope, theta) in of_models.iter().zip(&found.abilities) {
                let pull = (theta - mean) / variance;
                prop_assert!((slope - pull).abs() < 1e-5, "{} {:?}", name, found);
            }
            for name in ["difficulty_sd", "log_discrimination_sd"] {
                prop_assert_eq!(number(&found, name).len(), cells.questions());
                prop_assert!(number(&found, name).iter().all(|sd| *sd >= 0.0));
            }
        }
    }

    #[test]
    fn quantiles_of_abilities_surround_their_means(rows in table()) {
        let cells = cells(&rows);
        let mean = response("rasch_mml", &cells, &[]);
        let at = |level| response("rasch_mml_credible", &cells, &[("quantile", level)]).abilities;
        let (low, middle, high) = (at(0.05), at(0.5), at(0.95));
        prop_assert_eq!(&response("rasch_mml_credible", &cells, &[]).abilities, &low);
        let sds = number(&mean, "ability_sd");
        for (model, sd) in sds.iter().enumerate() {
            let own = mean.abilities[model];
            prop_assert!(low[model] < middle[model] && middle[model] < high[model]);
            prop_assert!(low[model] < own && own < high[model]);
            prop_assert!((own - middle[model]).abs() < *sd);
            // The width of a posterior that is nearly normal.
            let width = (high[model] - low[model]) / (2.0 * 1.644_853_627);
            prop_assert!((width / sd - 1.0).abs() < 0.1, "{} {}", width, sd);
        }
        prop_assert_eq!(number(&mean, "difficulty_sd").len(), cells.questions());
    }
}

#[test]
fn two_models_on_one_question_have_log_odds() {
    let cells = cells(&[vec![(3, 4)], vec![(1, 5)]]);
    for name in ["rasch", "dynamic_irt"] {
        let found = response(name, &cells, &[]);
        for (found, odds) in found.abilities.iter().zip([3.0, 0.25]) {
            assert!((found - libm::log(odds)).abs() < 1e-12, "{found}");
        }
        assert!(number(&found, "difficulty")[0].abs() < 1e-12);
    }
}

/// The difficulty of a single question is 0, so that each model has its own equation.
#[test]
fn on_one_question_each_ability_is_pulled_alone() {
    for rows in [[(0, 1), (1, 1)], [(1, 3), (0, 5)], [(0, 2), (8, 12)], [(3, 4), (3, 4)]] {
        let cells = cells(&rows.map(|cell| vec![cell]));
        for (mean, variance) in
            [(2.05, 0.0013), (-1.7, 0.000_15), (0.15, 0.000_14), (2.24, 0.0023), (1.0, 0.05)]
        {
            let given = [("prior_mean", mean), ("prior_variance", variance)];
            let found = response("rasch_map", &cells, &given);
            for ((won, n), found) in rows.into_iter().zip(&found.abilities) {
                // θ = m + v (s − n σ(θ)) moves by a part of what θ moved, and settles.
                let mut theta = mean;
                for _ in 0..100 {
                    theta = mean + variance * (f64::from(won) - f64::from(n) * logistic(theta));
                }
                assert!((found - theta).abs() < 1e-12, "{found} {theta}");
            }
        }
    }
}

/// Questions that say nothing, each with one trial: solved, not solved and not asked.
#[test]
fn questions_that_say_nothing_have_no_limit_and_change_nothing() {
    let rows = [
        vec![(2, 4), (1, 1), (0, 1), (0, 0), (1, 3)],
        vec![(1, 4), (0, 0), (0, 0), (0, 0), (2, 3)],
    ];
    let varied = [vec![(2, 4), (1, 3)], vec![(1, 4), (2, 3)]];
    let (cells, varied) = (cells(&rows), cells(&varied));
    for (name, given) in [
        ("rasch", &[][..]),
        ("rasch_map", &[]),
        ("rasch_map", &[("prior_variance", 3.0), ("prior_mean", 0.5)]),
    ] {
        let (found, alone) = (response(name, &cells, given), response(name, &varied, given));
        assert_eq!(found.abilities, alone.abilities);
        let (all, known) = (number(&found, "difficulty"), number(&alone, "difficulty"));
        assert_eq!((all[0], all[4]), (known[0], known[1]));
        assert_eq!(all[1..3], [f64::NEG_INFINITY, f64::INFINITY]);
        assert!(all[3].is_nan());
    }
    let marginal = response("rasch_2pl_mml", &cells, &[]);
    assert_eq!(number(&marginal, "difficulty")[1..3], [f64::NEG_INFINITY, f64::INFINITY]);
    assert_eq!(number(&marginal, "intercept")[1..3], [f64::INFINITY, f64::NEG_INFINITY]);
    assert!(number(&marginal, "discrimination")[1..4].iter().all(|a| a.is_nan()));
    assert!(number(&marginal, "difficulty")[3].is_nan());
    let own = [0, 4].map(|m| {
        let [a, b, d] =
            ["discrimination", "difficulty", "intercept"].map(|name| number(&marginal, name)[m]);
        (a * b + d).abs()
    });
    assert!(own.iter().all(|off| *off < 1e-12));
}

/// Questions of equal sums share what is computed. There are more of them than one block holds.
#[test]
fn questions_of_equal_sums_count_as_often_as_there_are() {
    let won = |model: u32, question: u32| 3 * question.min(75) + 40 * model + 1;
    let rows: Vec<Vec<(u32, u32)>> =
        (0..2).map(|i| (0..90).map(|m| (won(i, m), 300)).collect()).collect();
    let cells = cells(&rows);
    let found = response("rasch", &cells, &[]);
    let difficulties = number(&found, "difficulty");
    let ones = vec![1.0; difficulties.len()];
    let (of_models, of_items) = slopes(&cells, &found.abilities, (difficulties, &ones), 0.0);
    for slope in of_models.into_iter().chain(of_items) {
        assert!(slope.abs() < 1e-6, "{slope}");
    }
}

/// One success in all of its trials says something of a question. None says that it is too hard.
#[test]
fn a_single_success_makes_a_question_vary() {
    let rows = [
        vec![(2, 4), (1, 4), (0, 4), (3, 4)],
        vec![(1, 4), (0, 4), (0, 4), (2, 4)],
        vec![(3, 4), (0, 4), (0, 4), (3, 4)],
    ];
    let found = response("rasch_2pl_mml", &cells(&rows), &[]);
    let difficulty = number(&found, "difficulty");
    assert!([0, 1, 3].iter().all(|&m| difficulty[m].is_finite()), "{difficulty:?}");
    assert_eq!(difficulty[2], f64::INFINITY);
}

/// Where all trials are alike, nothing is known but the prior.
#[test]
fn trials_that_are_all_alike_leave_the_prior() {
    let sd = 5.0;
    for (won, limit) in [(1, f64::NEG_INFINITY), (0, f64::INFINITY)] {
        let cells = cells(&[vec![(won, 1), (won, 1)], vec![(won, 1), (0, 0)]]);
        let centre = [("prior_mean", 0.6)];
        let guess = [("fix_guessing", 0.2)];
        for (name, given, expected) in [
            ("rasch_map", &[][..], 0.0),
            ("rasch_map", &centre, 0.6),
            ("rasch_2pl", &[], 0.0),
            ("rasch_2pl_map", &centre, 0.6),
            ("rasch_3pl", &guess, 0.0),
            ("rasch_3pl_map", &guess, 0.0),
            ("rasch_mml", &[], 0.0),
            ("rasch_mml_credible", &[], -1.644_853_626_951_472_2 * sd),
        ] {
            let found = response(name, &cells, given);
            assert!(
                found.abilities.iter().all(|x| (x - expected).abs() < 1e-8),
                "{name}: {found:?}"
            );
            assert_eq!(number(&found, "difficulty"), [limit; 2], "{name}");
            if name.starts_with("rasch_mml") {
                assert!(number(&found, "ability_sd").iter().all(|x| (x - sd).abs() < 1e-9));
                assert!(number(&found, "difficulty_sd").iter().all(|x| x.is_nan()));
            } else if name != "rasch_map" {
                assert_eq!(number(&found, "discrimination"), [1.0; 2]);
                assert!(number(&found, "difficulty_sd").iter().all(|x| x.is_nan()));
                assert!(number(&found, "log_discrimination_sd").iter().all(|x| x.is_nan()));
            }
        }
        let error = try_response("rasch_2pl_mml", &cells, &[]).unwrap_err();
        assert_eq!(error, Error::Rankers(RankersError::NothingVaries { method: "rasch_2pl_mml" }));
        assert_eq!(error.remedy().unwrap().name(), "take_other_method");
        let error = try_response("rasch", &cells, &[]).unwrap_err();
        let expected = RankersError::AllTies {
            method: "rasch",
            first: "1".to_owned(),
            second: "0".to_owned(),
        };
        assert_eq!(error, Error::Rankers(expected));
    }
}

#[test]
fn a_prior_moves_all_abilities_alike() {
    let rows =
        [vec![(2, 4), (1, 3), (0, 2)], vec![(1, 4), (2, 3), (1, 2)], vec![(4, 4), (2, 3), (2, 2)]];
    let cells = cells(&rows);
    for (name, guess) in [("rasch_2pl_map", None), ("rasch_3pl_map", Some(("fix_guessing", 0.1)))] {
        let of = |mean| {
            let given: Vec<_> = guess.into_iter().chain([("prior_mean", mean)]).collect();
            response(name, &cells, &given)
        };
        let (still, moved) = (of(0.0), of(1.5));
        let places =
            |found: &Response| [&found.abilities[..], number(found, "difficulty")].concat();
        for (still, moved) in places(&still).iter().zip(places(&moved)) {
            assert!((moved - still - 1.5).abs() < 1e-12);
        }
        assert_eq!(number(&still, "discrimination"), number(&moved, "discrimination"));
    }
}

#[test]
fn no_more_successes_than_lucky_guesses_are_told() {
    // Everyone succeeds in 2 of 10 trials of each question.
    let array = Array3::from_shape_fn((6, 4, 10), |(_, _, n)| u8::from(n < 2));
    let cells = Cells::of_array(array.view(), Missing::Error).unwrap();
    for name in ["rasch_3pl", "rasch_3pl_map"] {
        let mut told = 0;
        for chance in [0.2, 0.3, 0.5, 0.9] {
            let Err(error) = try_response(name, &cells, &[("fix_guessing", chance)]) else {
                continue;
            };
            let expected =
                RankersError::Guessed { method: name, successes: 48.0, trials: 240.0, chance };
            assert_eq!(error, Error::Rankers(expected));
            assert_eq!(error.remedy().unwrap().name(), "take_other_method");
            told += 1;
        }
        assert!(told > 0);
        let error = try_response(name, &cells, &[]).unwrap_err();
        let missing = RankersError::OptionMissing { method: name, option: "fix_guessing" };
        assert_eq!((error.remedy(), error), (None, Error::Rankers(missing)));
        for (chance, kind) in [(1.0, "check.range"), (-0.1, "check.range")] {
            let error = try_response(name, &cells, &[("fix_guessing", chance)]).unwrap_err();
            assert_eq!(error.kind(), kind);
        }
        assert!(try_response(name, &cells, &[("fix_guessing", 0.0)]).is_ok());
    }
}

#[test]
fn options_and_data_without_abilities_are_told() {
    let ordered = cells(&[vec![(2, 2), (1, 1)], vec![(0, 2), (0, 1)], vec![(0, 2), (0, 1)]]);
    let error = try_response("rasch", &ordered, &[]).unwrap_err();
    let expected =
        RankersError::Apart { method: "rasch", above: "0".to_owned(), below: "1".to_owned() };
    assert_eq!(error.kind(), Error::Rankers(expected).kind());
    assert_eq!(error.remedy().unwrap().values().len(), 1);
    // One question with few models holds no slope.
    let steep = cells(&[vec![(1, 1), (5, 5)], vec![(1, 1), (5, 5)], vec![(1, 1), (0, 5)]]);
    if let Err(error) = try_response("rasch_2pl_mml", &steep, &[]) {
        let expected = RankersError::Steep { method: "rasch_2pl_mml", question: 1 };
        assert_eq!(error, Error::Rankers(expected));
        assert!(error.counted_from(1).to_string().contains("question 2"));
    }
    let two = cells(&[vec![(2, 4)], vec![(1, 4)]]);
    let kind = |name, given: Given<'_>| try_response(name, &two, given).unwrap_err().kind();
    for name in ["rasch_map", "rasch_2pl_map"] {
        assert_eq!(kind(name, &[("prior_variance", 0.0)]), "check.positive");
        assert_eq!(kind(name, &[("prior_mean", f64::INFINITY)]), "check.finite");
    }
    for level in [0.0, 1.0] {
        assert_eq!(kind("rasch_mml_credible", &[("quantile", level)]), "check.level");
    }
    assert_eq!(kind("rasch", &[("prior_mean", 0.0)]), "rankers.unknown_option");
    // Other methods have no items.
    let source = RankSource::Expected(two.clone());
    let found = method("avg").unwrap().response(&source, &options(&[])).unwrap();
    assert_eq!(found, None);
}
