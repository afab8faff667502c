//! Checks intervals of scores and ranks by closed forms, and by all draws of few questions.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::f64::consts::PI;

use ndarray::Array3;
use scorio_core::calls::GivenValue;
use scorio_core::rankers::{
    AlignedTrials, Cells, MethodOptions, RankInterval, RankRequest, RankSource, RankedModels,
    RankersError, method, methods, rank_models, score_ranks,
};
use scorio_core::tally::Missing;
use scorio_core::{Error, Replicates};

const Z: f64 = 1.959_963_984_540_054;

/// Cells from (successes, trials).
fn cells(rows: &[Vec<(u32, u32)>]) -> Cells {
    let table = Array3::from_shape_fn((rows.len(), rows[0].len(), 2), |(i, m, c)| {
        let (won, trials) = rows[i][m];
        [trials - won, won][c]
    });
    Cells::of_table(table.view(), None, None).unwrap()
}

struct Asked {
    interval: Option<RankInterval>,
    confidence: f64,
    count: u64,
}

const QUESTIONS: Asked =
    Asked { interval: Some(RankInterval::Questions), confidence: 0.95, count: 4000 };
const SANDWICH: Asked = Asked { interval: Some(RankInterval::Sandwich), ..QUESTIONS };
const POSTERIOR: Asked = Asked { interval: Some(RankInterval::Posterior), ..QUESTIONS };

fn try_rank(
    name: &str,
    cells: &Cells,
    asked: &Asked,
    options: &[(&str, GivenValue)],
) -> Result<RankedModels, Error> {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let request = RankRequest {
        options: MethodOptions::new(options),
        interval: asked.interval,
        replicates: Some(asked.count),
        confidence: asked.confidence,
        seed: 5,
    };
    let replicates = Replicates { count: asked.count, threads: 2, go_on: &|_| true };
    rank_models(method(name).unwrap(), &RankSource::Expected(cells.clone()), &request, &replicates)
}

fn rank(name: &str, cells: &Cells, asked: &Asked) -> RankedModels {
    try_rank(name, cells, asked, &[]).unwrap()
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * (1.0 + expected.abs()), "{found} {expected}");
}

/// Wins, losses and the share of wins of the first of two models, question by question.
fn decided(cells: &Cells) -> (Vec<(f64, f64)>, f64) {
    let questions = 0..cells.questions();
    let each: Vec<(f64, f64)> = questions
        .map(|m| {
            let [(a, n), (b, k)] = [0, 1].map(|i| (cells.successes(i)[m], cells.trials(i)[m]));
            let pairs = 2.0 / (1.0 / n + 1.0 / k);
            (pairs * a / n * (1.0 - b / k), pairs * b / k * (1.0 - a / n))
        })
        .collect();
    let (won, lost) = each.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    (each, won / (won + lost))
}

#[test]
fn the_sandwich_of_two_models_has_a_closed_form() {
    let rows = [
        vec![(3, 4), (1, 4), (4, 4), (2, 4), (3, 4), (0, 4)],
        vec![(1, 4), (2, 4), (3, 4), (2, 4), (1, 4), (1, 4)],
    ];
    for (questions, clusters, units, t) in [
        // Student's t with one degree of freedom, and with two: 2 (p − ½) / √(2 p (1 − p)).
        (2, None, 2, (PI * 0.475).tan()),
        (3, None, 3, 0.95 / (2.0_f64 * 0.975 * 0.025).sqrt()),
        (6, Some(["a", "a", "b", "b", "b", "a"]), 2, (PI * 0.475).tan()),
        (6, Some(["a", "a", "b", "b", "c", "c"]), 3, 0.95 / (2.0_f64 * 0.975 * 0.025).sqrt()),
    ] {
        let cut = rows.clone().map(|row| row[..questions].to_vec());
        let plain = cells(&cut);
        let (each, p) = decided(&plain);
        let labels = clusters.map(|labels| labels.map(str::to_owned));
        let label = |m: usize| labels.as_ref().map_or_else(|| m.to_string(), |all| all[m].clone());
        let cells = match &labels {
            Some(labels) => plain.clone().clustered(labels).unwrap(),
            None => plain,
        };
        let slope = |m: usize| each[m].0 - (each[m].0 + each[m].1) * p;
        let squares: f64 = (0..questions)
            .map(|m| {
                let own = (0..questions).filter(|&other| label(other) == label(m));
                // Each question of a unit once, with the sum of its unit.
                slope(m) * own.map(slope).sum::<f64>()
            })
            .sum();
        let total: f64 = each.iter().map(|one| one.0 + one.1).sum();
        let information = total * p * (1.0 - p);
        let count = units as f64;
        let sigma = (count / (count - 1.0) * squares).sqrt() / information / 2.0;
        let found = rank("bradley_terry", &cells, &SANDWICH);
        assert_eq!((found.units, found.failed), (units, 0));
        assert_eq!(found.unit, if labels.is_some() { "cluster" } else { "question" });
        for (row, &model) in found.rows.iter().zip(&found.places) {
            let sign = if model == 0 { 1.0 } else { -1.0 };
            close(row.score, sign * libm::log(p / (1.0 - p)) / 2.0, 1e-12);
            close(row.sigma.unwrap(), sigma, 1e-12);
            close(row.hi.unwrap() - row.score, t * sigma, 1e-9);
            close(row.score - row.lo.unwrap(), t * sigma, 1e-9);
        }
    }
}

#[test]
fn posteriors_have_normal_intervals() {
    // With so many trials, v is p (1 − p).
    let many = [vec![(30_000, 40_000), (10_000, 40_000)], vec![(12_000, 40_000), (20_000, 40_000)]];
    let large = cells(&many);
    let (each, p) = decided(&large);
    let (won, lost) = each.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // Strengths are ± ½ ln(W / L), with the wins N Σ p (1 − q) and the losses N Σ q (1 − p).
    let share = |i: usize, m: usize| large.successes(i)[m] / large.trials(i)[m];
    let squares: f64 = (0..2)
        .flat_map(|m| [(0, m), (1, m)])
        .map(|(i, m)| {
            let (n, own, other) = (large.trials(i)[m], share(i, m), share(1 - i, m));
            let slope = 0.5 * n * ((1.0 - other) / won + other / lost);
            let slope = if i == 0 { slope } else { 0.5 * n * (other / won + (1.0 - other) / lost) };
            slope * slope * own * (1.0 - own) / n
        })
        .sum();
    for (confidence, z) in [(0.95, Z), (0.5, 0.674_489_750_196_081_7)] {
        let found = rank("bradley_terry", &large, &Asked { confidence, ..POSTERIOR });
        let sigma = squares.sqrt();
        // The chance that the difference is above 0.
        let above = 0.5 * libm::erfc(-libm::log(p / (1.0 - p)) / (2.0 * sigma) / 2.0_f64.sqrt());
        for (row, &model) in found.rows.iter().zip(&found.places) {
            let chance = if model == 0 { above } else { 1.0 - above };
            close(row.sigma.unwrap(), sigma, 1e-4 * sigma);
            close(row.hi.unwrap() - row.score, z * row.sigma.unwrap(), 1e-12);
            close(row.score - row.lo.unwrap(), z * row.sigma.unwrap(), 1e-12);
            assert!((row.p_best.unwrap() - chance).abs() < 0.03, "{row:?} {chance}");
        }
    }
    let cells = cells(&[vec![(3, 4), (1, 4), (4, 4)], vec![(1, 4), (2, 4), (3, 4)]]);
    // Independent questions with uniform priors: (s + 1) (n − s + 1) / ((n + 2)² (n + 3)).
    let found = rank("bayes", &cells, &POSTERIOR);
    for (row, &model) in found.rows.iter().zip(&found.places) {
        let own = cells.successes(model).iter().zip(cells.trials(model));
        let variance: f64 =
            own.map(|(s, n)| (s + 1.0) * (n - s + 1.0) / ((n + 2.0).powi(2) * (n + 3.0))).sum();
        close(row.sigma.unwrap(), variance.sqrt() / 3.0, 1e-12);
        close(row.hi.unwrap() - row.lo.unwrap(), 2.0 * Z * variance.sqrt() / 3.0, 1e-12);
    }
    // One question is enough.
    assert!(try_rank("avg", &self::cells(&[vec![(3, 4)], vec![(1, 4)]]), &POSTERIOR, &[]).is_ok());
}

/// Of two questions, draws are the first twice, both, or the second twice: 1/4, 1/2 and 1/4.
#[test]
fn draws_of_two_questions_are_all_known() {
    let cells = cells(&[vec![(4, 4), (1, 4)], vec![(2, 4), (2, 4)]]);
    let found = rank("avg", &cells, &QUESTIONS);
    assert_eq!((found.units, found.unit, found.failed), (2, "question", 0));
    let [first, second] = [0, 1].map(|place| &found.rows[place]);
    assert_eq!((first.model.as_str(), first.score, first.rank), ("0", 0.625, 1));
    assert_eq!((second.score, second.rank, second.sigma), (0.5, 2, Some(0.0)));
    // With one degree of freedom, the interval holds all draws.
    assert_eq!((first.lo, first.hi), (Some(0.25), Some(1.0)));
    assert_eq!((second.lo, second.hi), (Some(0.5), Some(0.5)));
    // The variance of draws is 0.75² / 8, and twice that allows for two questions.
    assert!((first.sigma.unwrap() / 0.375 - 1.0).abs() < 0.03, "{first:?}");
    // The first model wins three of four draws.
    assert!((first.p_best.unwrap() - 0.75).abs() < 0.03);
    assert!((first.p_best.unwrap() + second.p_best.unwrap() - 1.0).abs() < 1e-12);
    for row in &found.rows {
        assert_eq!((row.rank_lo, row.rank_hi), (Some(1), Some(2)));
        assert_eq!((row.questions, row.questions_asked, row.trials), (2, 2, 8));
        assert_eq!((row.method.as_str(), row.order_sd), ("avg", None));
    }
    // Without an interval nothing is drawn.
    let none = rank("avg", &cells, &Asked { interval: None, ..QUESTIONS });
    for row in &none.rows {
        assert_eq!((row.sigma, row.lo, row.hi, row.p_best), (None, None, None, None));
        assert_eq!((row.rank_lo, row.rank_hi), (None, None));
    }
}

/// As all of a cluster is drawn at once, two clusters give the draws of two questions.
#[test]
fn clusters_are_drawn_as_a_whole() {
    let rows = [vec![(4, 4), (1, 4), (4, 4)], vec![(2, 4), (2, 4), (3, 4)]];
    let labels = ["a", "b", "a"].map(str::to_owned);
    let found = rank("avg", &cells(&rows).clustered(&labels).unwrap(), &QUESTIONS);
    assert_eq!((found.units, found.unit), (2, "cluster"));
    assert_eq!((found.rows[0].lo, found.rows[0].hi), (Some(0.25), Some(1.0)));
    // (2 + 3) / 8 or 2 / 4.
    assert_eq!((found.rows[1].lo, found.rows[1].hi), (Some(0.5), Some(0.625)));
}

#[test]
fn models_that_tie_share_their_rank_and_its_chance() {
    let row = vec![(4, 4), (1, 4), (2, 4)];
    let cells = cells(&[row.clone(), vec![(0, 4); 3], row.clone(), row]);
    let found = rank("avg", &cells, &QUESTIONS);
    assert_eq!(found.places, [0, 2, 3, 1]);
    for one in &found.rows[..3] {
        assert_eq!((one.rank, one.rank_lo, one.rank_hi), (1, Some(1), Some(1)));
        assert!((one.p_best.unwrap() - 1.0 / 3.0).abs() < 1e-15);
    }
    let last = &found.rows[3];
    assert_eq!((last.rank, last.rank_lo, last.rank_hi), (4, Some(4), Some(4)));
    assert_eq!(last.p_best, Some(0.0));
}

/// Ends of an interval of the middle half are where 1/4 and 3/4 of the draws are.
#[test]
fn more_questions_and_less_confidence_cut_tails_off() {
    let rows: Vec<(u32, u32)> = (0..60).map(|m| (m % 5, 4)).collect();
    let other: Vec<(u32, u32)> = (0..60).map(|m| (m * 7 % 60 % 5, 4)).collect();
    let cells = cells(&[rows, other]);
    for (confidence, z) in [(0.5, 0.6788), (0.9, 1.6711)] {
        // Student's t with 59 degrees of freedom.
        let found = rank("avg", &cells, &Asked { confidence, ..QUESTIONS });
        for row in &found.rows {
            // 60 questions of variance 1/8, which has 59/60 of that of the population.
            let sigma = (0.125_f64 / 59.0).sqrt();
            assert!((row.sigma.unwrap() / sigma - 1.0).abs() < 0.04, "{row:?}");
            let reach = (row.hi.unwrap() - row.lo.unwrap()) / 2.0;
            assert!((reach / (z * sigma) - 1.0).abs() < 0.08, "{row:?}");
        }
    }
}

#[test]
fn draws_without_scores_are_counted() {
    // Each model wins one question. Half of the draws leave the other without a win.
    let single = cells(&[vec![(1, 1), (0, 1)], vec![(0, 1), (1, 1)]]);
    let found = rank("bradley_terry", &single, &QUESTIONS);
    assert!((found.failed as f64 / 4000.0 - 0.5).abs() < 0.03, "{}", found.failed);
    assert!(found.rows.iter().all(|row| row.score.abs() < 1e-12 && row.sigma < Some(1e-9)));
    // A circle of twelve that lacks any question has no strengths: 12! / 12^12 draws have all.
    let rows: Vec<Vec<(u32, u32)>> = (0..12)
        .map(|i: u32| {
            let cell = |m: u32| match (m == i, m == (i + 1) % 12) {
                (true, _) => (1, 1),
                (_, true) => (0, 1),
                _ => (0, 0),
            };
            (0..12).map(cell).collect()
        })
        .collect();
    let circle = cells(&rows);
    for (name, prior) in
        [("bradley_terry", "bradley_terry_map"), ("thurstone", "bradley_terry_map")]
    {
        let asked = Asked { count: 20, ..QUESTIONS };
        let error = try_rank(name, &circle, &asked, &[]).unwrap_err();
        let expected = RankersError::NoReplicate { method: method(name).unwrap().name, draws: 20 };
        assert_eq!(error, Error::Rankers(expected));
        let remedy = error.remedy().unwrap();
        assert_eq!(remedy.name(), "take_prior");
        assert!(format!("{remedy:?}").contains(prior), "{remedy:?}");
    }
}

#[test]
fn requests_without_an_interval_are_told() {
    let one = cells(&[vec![(3, 4)], vec![(1, 4)]]);
    let several = cells(&[vec![(3, 4), (1, 4)], vec![(1, 4), (2, 4)]]);
    for asked in [QUESTIONS, SANDWICH] {
        let error = try_rank("bradley_terry", &one, &asked, &[]).unwrap_err();
        assert_eq!(error, Error::Rankers(RankersError::OneUnit { unit: "question" }));
        assert_eq!(error.remedy().unwrap().name(), "rank_without_interval");
    }
    let together = several.clone().clustered(&["a", "a"].map(str::to_owned)).unwrap();
    let error = try_rank("avg", &together, &QUESTIONS, &[]).unwrap_err();
    assert_eq!(error, Error::Rankers(RankersError::OneUnit { unit: "cluster" }));
    let quantile = [("quantile", GivenValue::Number(0.2))];
    let laplace = [("prior", GivenValue::Text("laplace".to_owned()))];
    for (name, asked, options, kind) in [
        ("avg", SANDWICH, &[][..], "rankers.no_sandwich"),
        ("borda", POSTERIOR, &[], "rankers.no_posterior"),
        ("bayes", POSTERIOR, &quantile, "rankers.quantile_interval"),
        ("bradley_terry_map", POSTERIOR, &laplace, "rankers.corners"),
        ("bradley_terry_map", SANDWICH, &laplace, "rankers.corners"),
    ] {
        let error = try_rank(name, &several, &asked, options).unwrap_err();
        assert_eq!((error.kind(), error.remedy().unwrap().name()), (kind, "draw_questions"));
    }
    for confidence in [0.0, 1.0, f64::NAN] {
        let asked = Asked { confidence, interval: None, count: 1 };
        assert_eq!(try_rank("avg", &several, &asked, &[]).unwrap_err().kind(), "check.level");
    }
    let stopped = Replicates { count: 100_000, threads: 1, go_on: &|_| false };
    let request = RankRequest {
        options: MethodOptions::default(),
        interval: QUESTIONS.interval,
        replicates: Some(100_000),
        confidence: 0.9,
        seed: 1,
    };
    let source = RankSource::Expected(several);
    let error = rank_models(method("avg").unwrap(), &source, &request, &stopped).unwrap_err();
    assert_eq!(error.kind(), "numeric.stopped");
}

#[test]
fn draws_with_orders_are_fewer_unless_their_number_is_given() {
    let cells = cells(&[vec![(1, 2), (2, 2), (0, 2)], vec![(0, 2), (1, 2), (1, 2)]]);
    let workers = Replicates { count: 0, threads: 2, go_on: &|_| true };
    let ranked = |name: &str, replicates, interval| {
        let options = MethodOptions::default();
        let request = RankRequest { options, interval, replicates, confidence: 0.9, seed: 3 };
        let source = RankSource::Expected(cells.clone());
        let found = rank_models(method(name).unwrap(), &source, &request, &workers).unwrap();
        let said = found.notes(&request).iter().any(|note| note.kind.name == "rank.few_draws");
        (found, said)
    };
    let questions = QUESTIONS.interval;
    for name in ["elo", "glicko", "trueskill"] {
        let (usual, said) = ranked(name, None, questions);
        assert_eq!((usual.draws, said), (100, true), "{name}");
        let (given, said) = ranked(name, Some(100), questions);
        assert_eq!((&given, said), (&usual, false), "{name}");
        assert!(!ranked(name, None, None).1, "{name}");
    }
    let (usual, said) = ranked("borda", None, questions);
    assert_eq!((usual.draws, said), (1000, false));
    assert_eq!(ranked("borda", Some(1000), questions).0, usual);
}

#[test]
fn scores_that_differ_by_rounding_tie() {
    let dense = |name: &str, scores: &[f64]| {
        score_ranks(method(name).unwrap(), scores).unwrap().competition
    };
    assert_eq!(dense("avg", &[0.5, 0.5 + 1e-13, 0.5 + 1e-10]), [2, 2, 1]);
    assert_eq!(dense("elo", &[1500.0, 1500.0 + 1e-9, 1500.0 + 1e-7]), [2, 2, 1]);
    // Shares of a walk tell apart by their ratios. None is below all others.
    assert_eq!(dense("avg", &[1e-20, 3e-20, 1.0, 0.0]), [2, 2, 1, 2]);
    assert_eq!(dense("pagerank", &[1e-20, 3e-20, 1.0, 0.0]), [3, 2, 1, 4]);
    assert!(score_ranks(method("avg").unwrap(), &[f64::NAN, 1.0]).is_err());
}

#[test]
fn methods_know_their_statistic_and_the_order_of_averages() {
    let array = Array3::from_shape_fn((3, 2, 2), |(i, m, n)| u8::from(i + m + n > 2));
    let aligned = RankSource::Aligned(AlignedTrials::new(array.view(), Missing::Error).unwrap());
    let none = MethodOptions::default();
    for one in methods() {
        let paired = ["pairs", "winner sets", "trials"].contains(&one.statistic());
        assert_eq!(one.counts_pairs(), paired, "{}", one.name);
        assert_eq!(one.order_free, one.statistic() != "trials", "{}", one.name);
        assert_eq!(one.equals_average(&none), one.equals_average_when_complete, "{}", one.name);
        if !paired {
            let error = one.scores(&aligned, &none).unwrap_err();
            assert_eq!(error, Error::Rankers(RankersError::NoPairing { method: one.name }));
        }
        assert_eq!(one.pair_model(3, &none).unwrap().is_some(), {
            one.family == "pair models" && one.name != "bayesian_mcmc"
        });
        if let Some(same) = one.same_as {
            assert_eq!(
                method(same).unwrap().family,
                if one.name == "dynamic_irt" { "item response" } else { one.family }
            );
        }
    }
    let known = methods().map(|one| one.name).collect::<Vec<_>>().join(", ");
    let expected = RankersError::Unknown { name: "other".to_owned(), known };
    assert_eq!(method("other").unwrap_err(), Error::Rankers(expected));
    let order = |name: &str, option: &str| {
        let options = MethodOptions::new([(option.to_owned(), GivenValue::Number(0.5))]);
        method(name).unwrap().equals_average(&options)
    };
    assert!(order("pagerank", "damping") && order("thompson", "prior_beta"));
    assert!(!order("pagerank", "teleport") && !order("bradley_terry", "damping"));
    let whole = cells(&[vec![(3, 4), (1, 4)], vec![(1, 4), (2, 4)]]);
    let ragged = cells(&[vec![(3, 4), (1, 4)], vec![(1, 4), (2, 3)]]);
    let asked = Asked { interval: None, ..QUESTIONS };
    assert!(rank("avg", &whole, &asked).order_of_average);
    assert!(!rank("avg", &ragged, &asked).order_of_average);
    assert!(!rank("borda", &whole, &asked).order_of_average);
}
