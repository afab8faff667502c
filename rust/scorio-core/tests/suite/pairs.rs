//! Two models on the same questions: the rule of comparisons and of leaderboards, by plain formulas.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_cmp,
    reason = "tests"
)]

use std::cmp::Ordering;

use proptest::prelude::*;
use scorio_core::compare::{CompareError, CompareRequest, Comparison, FamilyRequest, compare};
use scorio_core::leaderboard::{ScoreRequest, leaderboard};
use scorio_core::metric::mean::Scale;
use scorio_core::{
    Clusters, Counts, Error, Metric, ParameterValue, Parameters, Prior, PriorChoice, Target,
    Weights,
};

const WEIGHTS: [f64; 3] = [-0.5, 0.25, 2.0];

/// The outcomes of a question by category.
type Outcomes = [u64; 3];

/// What the tests choose of a comparison and of a leaderboard.
#[derive(Clone, Copy, Debug)]
struct Choice {
    scale: Scale,
    hierarchical: bool,
    sampled: bool,
    clustered: bool,
    confidence: f64,
}

const DEFAULT: Choice = Choice {
    scale: Scale::Avg,
    hierarchical: true,
    sampled: false,
    clustered: false,
    confidence: 0.95,
};

impl Choice {
    fn prior(self) -> PriorChoice {
        if self.hierarchical {
            PriorChoice::Hierarchical
        } else {
            PriorChoice::Known(Prior::Uniform)
        }
    }

    fn target(self) -> Target {
        if self.sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions }
    }

    fn clusters(self) -> Option<Clusters> {
        self.clustered.then_some(Clusters::Labels)
    }

    fn compared(self, model: &str, baseline: &str, weights: &[f64]) -> CompareRequest {
        CompareRequest {
            borrow: false,
            models: vec![model.to_owned()],
            baseline: baseline.to_owned(),
            scale: self.scale,
            weights: Some(Weights::new(weights).unwrap()),
            paired: true,
            prior: self.prior(),
            target: self.target(),
            clusters: self.clusters(),
            by_task: false,
            by_question: true,
            confidence: self.confidence,
            family: FamilyRequest::default(),
            margin: None,
        }
    }

    fn scored(self, weights: &[f64]) -> ScoreRequest {
        let parameters =
            Parameters::default().with("weights", ParameterValue::Numbers(weights.to_vec()));
        let name = if self.scale == Scale::Avg { "avg" } else { "bayes" };
        ScoreRequest {
            runs: false,
            threads: 1,
            borrow: false,
            metrics: Metric::expand(&[name.to_owned()], &[], &parameters).unwrap(),
            default_weights: false,
            prior: self.prior(),
            target: self.target(),
            clusters: self.clusters(),
            drop_short: false,
            confidence: self.confidence,
            family: FamilyRequest::default(),
            by_task: false,
            macro_average: false,
        }
    }
}

/// Every model has the same questions, with their clusters and their weights, if any.
fn counts(models: &[Vec<Outcomes>], labels: &[(u8, u8)], weighted: bool) -> Counts {
    let mut counts = Counts::new(["x", "y", "z"].map(str::to_owned).to_vec()).unwrap();
    for (model, questions) in models.iter().enumerate() {
        for (name, (outcomes, (cluster, weight))) in questions.iter().zip(labels).enumerate() {
            let row = counts.row(&format!("m{model}"), "", &name.to_string());
            let weight = weighted.then_some(f64::from(*weight) * 0.5);
            counts.describe(row, Some(&cluster.to_string()), weight).unwrap();
            for (category, &count) in outcomes.iter().enumerate() {
                counts.add(row, category, count).unwrap();
            }
        }
    }
    counts
}

/// Counts of two categories: successes and trials of each question.
fn binary(models: &[Vec<[u64; 2]>]) -> Counts {
    let mut counts = Counts::new(["0", "1"].map(str::to_owned).to_vec()).unwrap();
    for (model, questions) in models.iter().enumerate() {
        for (name, [successes, trials]) in questions.iter().enumerate() {
            let row = counts.row(&format!("m{model}"), "", &name.to_string());
            counts.add(row, 0, trials - successes).unwrap();
            counts.add(row, 1, *successes).unwrap();
        }
    }
    counts
}

fn only(counts: &Counts, request: &CompareRequest) -> Result<Comparison, Error> {
    compare(counts, request).map(|found| found.rows.into_iter().next().unwrap())
}

fn close(actual: f64, expected: f64) -> bool {
    (actual - expected).abs() <= 1e-9 * (1.0 + expected.abs())
}

/// Three models on 2 to 7 questions. A model may have one trial of every question.
fn models() -> impl Strategy<Value = Vec<Vec<Outcomes>>> {
    let outcomes =
        prop::array::uniform3(0_u64..5).prop_filter("a trial", |n| n.iter().sum::<u64>() > 0);
    let single = (0_usize..3).prop_map(|category| {
        let mut outcomes = [0; 3];
        outcomes[category] = 1;
        outcomes
    });
    (2_usize..8).prop_flat_map(move |size| {
        let several = prop::collection::vec(outcomes.clone(), size);
        let single = prop::collection::vec(single.clone(), size);
        prop::collection::vec(prop_oneof![several, single], 3)
    })
}

fn choice() -> impl Strategy<Value = Choice> {
    (any::<[bool; 4]>(), 0.55..0.99).prop_map(
        |([average, hierarchical, sampled, clustered], confidence)| Choice {
            scale: if average { Scale::Avg } else { Scale::Bayes },
            hierarchical,
            sampled,
            clustered,
            confidence,
        },
    )
}

/// Whether a comparison separates two models, and which is better.
fn order(counts: &Counts, choice: Choice, own: &str, other: &str) -> Option<Ordering> {
    match only(counts, &choice.compared(own, other, &WEIGHTS)) {
        Ok(row) => {
            let least = 1.0 - choice.confidence;
            assert_eq!(row.separated, row.p_adjusted <= least);
            if (row.p_adjusted - least).abs() < 1e-9 {
                return None;
            }
            let sign = row.difference.partial_cmp(&0.0).unwrap();
            Some(if row.separated { sign } else { Ordering::Equal })
        }
        // Without scatter, nothing is known.
        Err(Error::Compare(CompareError::NoScatter { .. })) => Some(Ordering::Equal),
        Err(_) => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn the_table_separates_what_a_comparison_separates(
        models in models(),
        labels in prop::collection::vec((0_u8..3, 1_u8..5), 7),
        weighted: bool,
        choice in choice(),
    ) {
        let counts = counts(&models, &labels, weighted);
        let Ok(board) = leaderboard(&counts, &choice.scored(&WEIGHTS)) else {
            // One cluster is no sample.
            prop_assert!(choice.clustered);
            return Ok(());
        };
        for one in &board.scores {
            let (mut above, mut below, mut all) = (0, 0, true);
            for other in board.scores.iter().filter(|other| other.model != one.model) {
                let shared = one.letters.chars().any(|letter| other.letters.contains(letter));
                let Some(found) = order(&counts, choice, &one.model, &other.model) else {
                    all = false;
                    continue;
                };
                prop_assert_eq!(shared, found == Ordering::Equal, "{:?} {:?}", one, other);
                above += u64::from(found == Ordering::Less);
                below += u64::from(found == Ordering::Greater);
            }
            let models = board.scores.len() as u64;
            prop_assert!(!all || (one.rank_lo, one.rank_hi) == (1 + above, models - below));
        }
    }

    #[test]
    fn sigmas_of_two_scores_add_up_or_pairs_tell_it(models in models(), sampled: bool) {
        let labels = [(0, 1); 7];
        let counts = counts(&models, &labels, false);
        let choice = Choice { sampled, ..DEFAULT };
        let row = only(&counts, &choice.compared("m0", "m1", &WEIGHTS)).unwrap();
        let average = |outcomes: &Outcomes| {
            let trials = outcomes.iter().sum::<u64>() as f64;
            outcomes.iter().zip(WEIGHTS).map(|(&n, w)| n as f64 * w).sum::<f64>() / trials
        };
        let pairs = models[0].iter().zip(&models[1]);
        let d: Vec<_> = pairs.map(|(a, b)| average(a) - average(b)).collect();
        let questions = d.len() as f64;
        let mean = d.iter().sum::<f64>() / questions;
        prop_assert!(close(row.difference, mean));
        let trials = |model: &[Outcomes]| -> Vec<u64> {
            model.iter().map(|outcomes| outcomes.iter().sum()).collect()
        };
        let single = |model: &[Outcomes]| trials(model).iter().all(|&n| n == 1);
        let expected = if sampled || single(&models[0]) || single(&models[1]) {
            let fewest = models[..2].iter().flat_map(|model| trials(model)).min().unwrap();
            let opposite = 2.5 / fewest as f64;
            let squares: f64 = d.iter().map(|d| (d - mean) * (d - mean)).sum();
            prop_assert_eq!(row.degrees, Some(questions - 1.0));
            (squares + opposite * opposite) / (questions * (questions - 1.0))
        } else {
            let board = leaderboard(&counts, &choice.scored(&WEIGHTS)).unwrap();
            let variance = |name: &str| {
                let score = board.scores.iter().find(|score| score.model == name).unwrap();
                score.sigma * score.sigma
            };
            prop_assert_eq!(row.degrees, None);
            variance("m0") + variance("m1")
        };
        prop_assert!(close(row.sigma * row.sigma, expected), "{} {}", row.sigma, expected.sqrt());
    }
}

/// Questions on which both models, the first or the second alone, or none is right, once each.
fn discordant(both: u64, own: u64, other: u64, none: u64) -> Counts {
    let kinds = [(both, 1, 1), (own, 1, 0), (other, 0, 1), (none, 0, 0)];
    let side = |pick: fn((u64, u64, u64)) -> u64| -> Vec<[u64; 2]> {
        let each = kinds.iter().map(|&kind| (kind.0, pick(kind)));
        each.flat_map(|(times, right)| (0..times).map(move |_| [right, 1])).collect()
    };
    binary(&[side(|kind| kind.1), side(|kind| kind.2)])
}

/// 1,319 questions of GSM8K, of which 152 and 209 only one model has right.
#[test]
fn a_published_comparison_of_single_trials() {
    let counts = discordant(200, 152, 209, 758);
    let row = only(&counts, &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    assert!(close(row.difference, -57.0 / 1319.0));
    let squares = 361.0 - 57.0 * 57.0 / 1319.0;
    assert!(close(row.sigma, f64::sqrt((squares + 1.0) / (1319.0 * 1318.0))));
    assert!((row.sigma - 0.0144).abs() < 5e-5 && (row.pvalue - 0.0027).abs() < 5e-5, "{row:?}");
    // McNemar's tests: 2 P(Z < −57 / √361) and 2 P(Binomial(361, 1/2) ≤ 152).
    assert!((row.pvalue / 0.002_699_8 - 1.0).abs() < 0.01);
    assert!(row.pvalue < 0.003_151);
}

/// With b and c discordant questions, z² is (b − c)² over b + c + 1 − (b − c)² / M, times (M − 1) / M.
/// Among many questions with few differences, that is McNemar's (b − c)² / (b + c) with one more pair.
#[test]
fn single_trials_are_compared_by_their_discordant_questions() {
    for (both, own, other, none) in [(0, 3, 0, 0), (5, 2, 7, 30), (400, 9, 1, 9_590), (1, 1, 1, 1)]
    {
        let counts = discordant(both, own, other, none);
        let row = only(&counts, &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
        let (own, other) = (own as f64, other as f64);
        let (gap, pairs) = (own - other, own + other);
        let all = both as f64 + pairs + none as f64;
        let expected = gap * gap / (pairs + 1.0 - gap * gap / all) * ((all - 1.0) / all);
        assert!(close(row.z * row.z, expected), "{row:?}");
        if all > 5_000.0 {
            assert!((row.z * row.z * (pairs + 1.0) / (gap * gap) - 1.0).abs() < 0.002);
        }
    }
}

#[test]
fn models_that_never_fail_are_not_certainly_equal() {
    for trials in [1, 4] {
        let sides = vec![vec![[trials, trials]; 30]; 2];
        let row = only(&binary(&sides), &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
        assert_eq!((row.difference, row.probability, row.pvalue), (0.0, 0.5, 1.0));
        assert!(row.sigma > 0.0 && row.sigma < 0.1, "{row:?}");
        let verdict = row.verdict(0.02, 1.0).unwrap();
        assert!(verdict.probability > 0.0 && !verdict.worse);
    }
}

#[test]
fn one_difference_on_all_questions_is_no_certainty() {
    let sides = [vec![[4, 4]; 5], vec![[2, 4]; 5]];
    let sampled = Choice { sampled: true, ..DEFAULT };
    let row = only(&binary(&sides), &sampled.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    // One more question, on which one of four trials differs.
    assert!(close(row.sigma, f64::sqrt(0.25 * 0.25 / 20.0)));
    let uniform = Choice { hierarchical: false, ..sampled };
    let error = only(&binary(&sides), &uniform.compared("m0", "m1", &[0.0, 1.0])).unwrap_err();
    assert!(matches!(error, Error::Compare(CompareError::NoScatter { .. })), "{error}");
}

#[test]
fn one_question_is_no_sample() {
    let several = binary(&[vec![[2, 2]], vec![[0, 2]]]);
    let row = only(&several, &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    assert!(row.difference == 1.0 && row.degrees.is_none() && row.sigma > 0.1, "{row:?}");
    // One trial says little about the next: σ is the other outcome.
    let single = binary(&[vec![[1, 1]], vec![[0, 1]]]);
    let row = only(&single, &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    assert_eq!((row.difference, row.sigma, row.z), (1.0, 1.0, 1.0));
    let sampled = Choice { sampled: true, ..DEFAULT };
    let error = only(&single, &sampled.compared("m0", "m1", &[0.0, 1.0])).unwrap_err();
    assert!(matches!(error, Error::Compare(CompareError::OneUnit { .. })), "{error}");
}

/// A question's own figures are those of its posterior, which leans on the other questions.
#[test]
fn single_questions_have_their_posterior() {
    // The first model nearly always succeeds, the second nearly always fails.
    let mut own = vec![[4, 4]; 20];
    let mut base = vec![[0, 4]; 20];
    (own[0], base[0]) = ([2, 4], [2, 4]);
    let found = compare(&binary(&[own, base]), &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    let equal = found.questions.iter().find(|one| one.question == "0").unwrap();
    assert!(equal.difference == 0.0 && equal.probability.unwrap() > 0.5, "{equal:?}");
    let other = found.questions.iter().find(|one| one.question == "1").unwrap();
    assert!(other.difference == 1.0 && other.sigma < equal.sigma, "{other:?}");
    assert!(other.probability.unwrap() > 0.999);
}

#[test]
fn equal_weights_leave_nothing_to_compare() {
    let sides = [vec![[3, 4], [1, 4]], vec![[2, 4], [0, 4]]];
    let found = compare(&binary(&sides), &DEFAULT.compared("m0", "m1", &[3.0, 3.0])).unwrap();
    assert_eq!((found.rows[0].difference, found.rows[0].probability), (0.0, 0.5));
    assert!(
        found.questions.iter().all(|one| one.probability == Some(0.5) && one.sigma == Some(0.0))
    );
}

/// One trial of each question that mostly fails: the uniform prior adds a success and a failure.
#[test]
fn a_prior_that_outweighs_the_trials_is_reported() {
    let side = |right: usize| (0..200).map(|i| [u64::from(i < right), 1]).collect::<Vec<_>>();
    let counts = binary(&[side(40), vec![[50, 100]; 200]]);
    let bayes = Choice { scale: Scale::Bayes, ..DEFAULT };
    let row = only(&counts, &bayes.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    assert!(row.pulled && !row.baseline_pulled);
    let board = leaderboard(&counts, &bayes.scored(&[0.0, 1.0])).unwrap();
    for score in &board.scores {
        assert_eq!(score.pulled, score.model == "m0", "{score:?}");
    }
    let board = leaderboard(&counts, &DEFAULT.scored(&[0.0, 1.0])).unwrap();
    let row = only(&counts, &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    assert!(board.scores.iter().all(|score| !score.pulled) && !row.pulled);
    // Halves stay halves under the prior, and questions that are all alike have no error.
    let halves = binary(&[vec![[2, 4]; 9], vec![[1, 2]; 9]]);
    let sampled = Choice { sampled: true, ..bayes };
    let row = only(&halves, &sampled.compared("m0", "m1", &[0.0, 1.0])).unwrap();
    assert!(!row.pulled && !row.baseline_pulled);
}

/// Weights at the ends of the doubles neither overflow nor stop anything.
#[test]
fn weights_of_any_size_are_compared() {
    let single = [vec![[1, 1], [0, 1], [1, 1]], vec![[0, 1], [0, 1], [1, 1]]];
    let several = [vec![[3, 4], [1, 4], [4, 4]], vec![[2, 4], [0, 4], [1, 4]]];
    for sides in [single, several] {
        let counts = binary(&sides);
        let plain = only(&counts, &DEFAULT.compared("m0", "m1", &[0.0, 1.0])).unwrap();
        for scale in [1e-300, 1e-30, 1e300] {
            let row = only(&counts, &DEFAULT.compared("m0", "m1", &[0.0, scale])).unwrap();
            assert!(close(row.z, plain.z), "{scale} {row:?}");
            let table = |weights: &[f64]| -> Vec<(u64, String)> {
                let choice = Choice { confidence: 0.7, ..DEFAULT };
                let board = leaderboard(&counts, &choice.scored(weights)).unwrap();
                board.scores.into_iter().map(|score| (score.rank_lo, score.letters)).collect()
            };
            assert_eq!(table(&[0.0, scale]), table(&[0.0, 1.0]), "{scale}");
        }
        // A range beyond the doubles gives a result or an error, but no panic.
        let _ = leaderboard(&counts, &DEFAULT.scored(&[-1.5e308, 1.5e308]));
        let _ = compare(&counts, &DEFAULT.compared("m0", "m1", &[-1.5e308, 1.5e308]));
    }
}
