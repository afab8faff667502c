//! Estimates of questions like these, where many trials tell each question's score.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use ndarray::aview2;
use scorio_core::compare::FamilyRequest;
use scorio_core::leaderboard::{ScoreRequest, leaderboard};
use scorio_core::metric::estimand::Estimand;
use scorio_core::metric::exact::superiority;
use scorio_core::metric::maximum::Maximum;
use scorio_core::tally::tally_counts;
use scorio_core::{
    Counts, Credit, Metric, Parameters, Prior, PriorChoice, States, Target, Weights,
};

fn states(rows: &[[u64; 2]]) -> States {
    tally_counts(aview2(rows)).unwrap()
}

/// σ² of a mean over questions like these: s² / M.
fn of_sample(scores: &[f64]) -> f64 {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    scores.iter().map(|score| (score - mean) * (score - mean)).sum::<f64>() / (count - 1.0) / count
}

#[test]
fn with_many_trials_the_scatter_of_questions_is_all_that_is_left() {
    let tenths = [2_u32, 5, 6, 9];
    let rows = tenths.map(|tenths| [10 - tenths, tenths].map(|one| u64::from(one) * 100_000));
    let shares = tenths.map(|tenths| f64::from(tenths) / 10.0);
    let states = states(&rows);
    let weights = Weights::new(&[-2.0, 4.0]).unwrap();
    let means = shares.map(|share| 6.0 * share - 2.0);
    let pass = shares.map(|share| 1.0 - (1.0 - share) * (1.0 - share));
    for (estimand, scores) in [
        (Estimand::Bayes(weights.clone()), means),
        (Estimand::Avg(weights), means),
        (Estimand::Subset(Credit::pass_at(2).unwrap()), pass),
        (Estimand::Subset(Credit::pass_at(2).unwrap().complement()), pass.map(|one| 1.0 - one)),
    ] {
        let like = estimand.hierarchical_posterior(&states, Target::QuestionsLikeThese).unwrap();
        let these = estimand.hierarchical_posterior(&states, Target::TheseQuestions).unwrap();
        let mean = scores.iter().sum::<f64>() / 4.0;
        assert!((like.mu() - mean).abs() < 1e-5 && (these.mu() - mean).abs() < 1e-5);
        let ratio = like.sigma() * like.sigma() / of_sample(&scores);
        assert!((ratio - 1.0).abs() < 1e-3, "{estimand:?} {ratio}");
        // The trials alone leave about 1/2000 of a question.
        assert!(these.sigma() < 0.01 * like.sigma(), "{estimand:?} {these:?}");
    }
    let one = crate::hierarchies::states(&rows[..1]);
    let bayes = Estimand::Bayes(Weights::binary());
    let refused = bayes.hierarchical_posterior(&one, Target::QuestionsLikeThese).unwrap_err();
    assert_eq!(refused.kind(), "posterior.one_question");
    assert!(bayes.hierarchical_posterior(&one, Target::TheseQuestions).is_ok());
    let best = Estimand::Maximum(Maximum::new(2, Weights::binary()).unwrap());
    let refused = best.hierarchical_posterior(&states, Target::QuestionsLikeThese).unwrap_err();
    assert_eq!(refused.kind(), "metric.no_question_scores");
    // The best of one is a mean. From two on its bounds are the rewards.
    assert_eq!(best.default_bounds(), Some((0.0, 1.0)));
    let first = Estimand::Maximum(Maximum::new(1, Weights::binary()).unwrap());
    assert_eq!((first.default_bounds(), bayes.default_bounds()), (None, None));
}

#[test]
fn a_model_without_scatter_keeps_its_place() {
    // Each model's mean of two tasks: 1 without scatter, and 1/2 with it.
    let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
    for (model, wins) in [("a", [4, 4, 4, 4]), ("b", [1, 3, 2, 2]), ("c", [0, 0, 0, 0])] {
        for (place, wins) in wins.into_iter().enumerate() {
            let row = counts.row(model, ["s", "s", "t", "t"][place], ["p", "q"][place % 2]);
            counts.add(row, 0, 4 - wins).unwrap();
            counts.add(row, 1, wins).unwrap();
        }
    }
    let request = ScoreRequest {
        borrow: false,
        runs: false,
        threads: 1,
        metrics: vec![Metric::named("avg", None, &Parameters::default()).unwrap()],
        default_weights: true,
        prior: PriorChoice::Known(Prior::Uniform),
        target: Target::QuestionsLikeThese,
        clusters: None,
        drop_short: false,
        confidence: 0.5,
        family: FamilyRequest::default(),
        by_task: false,
        macro_average: true,
    };
    let found = leaderboard(&counts, &request).unwrap().scores;
    let ranks: Vec<_> = found.iter().map(|one| (&*one.model, one.sigma > 0.0)).collect();
    assert_eq!(ranks, [("a", false), ("b", true), ("c", false)]);
    assert!(found[0].p_best > 0.9 && found[1].p_best < 0.1 && found[2].p_best < 0.01);
    // Where neither of two scores scatters, nothing is known of their difference.
    let ranges: Vec<_> = found.iter().map(|one| (one.rank, one.rank_lo, one.rank_hi)).collect();
    assert_eq!(ranges, [(1, 1, 2), (2, 2, 2), (3, 2, 3)]);
}

#[test]
fn scores_that_cannot_differ_are_even() {
    let constant = Estimand::Bayes(Weights::new(&[0.5, 0.5]).unwrap());
    let (a, b) = (states(&[[0, 9], [1, 8]]), states(&[[9, 0], [8, 1]]));
    let even = superiority(&constant, (&a, &b), &Prior::Uniform);
    assert_eq!(even, Ok(0.5));
    // Here a certain order is one.
    let plain = Estimand::Bayes(Weights::binary());
    let (sure, never) = (states(&[[0, 3000]]), states(&[[3000, 0]]));
    assert_eq!(superiority(&plain, (&sure, &never), &Prior::Uniform), Ok(1.0));
    assert_eq!(superiority(&plain, (&never, &sure), &Prior::Uniform), Ok(0.0));
}
