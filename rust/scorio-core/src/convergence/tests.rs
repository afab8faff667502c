//! Compares the order by insertion with counting every pair, and the study with the public
//! estimates.

use ndarray::{Array4, Axis};
use proptest::prelude::*;

use super::measure::Measure;
use super::outcomes::{Outcomes, Scheme};
use super::ranking::{Ranking, RankingAgreement};
use super::study::{Choices, Study};
use crate::error::Result;
use crate::metric::mean;
use crate::rank::ranks;
use crate::tally::matrix::{Matrix, Missing, tally};
use crate::{ParameterValue, Parameters, Prior, Replicates, Weights};

/// Counts every pair, as the definition says.
fn plain(gold: &[f64], scores: &[f64], tolerance: f64) -> RankingAgreement {
    let (mut surplus, mut untied, mut ranked, mut same) = (0_i32, 0_i32, 0_i32, true);
    let sign = |gap: f64, tolerance: f64| i32::from(gap > tolerance) - i32::from(gap < -tolerance);
    for (a, (&gold_a, &score_a)) in gold.iter().zip(scores).enumerate() {
        for (&gold_b, &score_b) in gold.iter().zip(scores).take(a) {
            let (one, other) = (sign(gold_a - gold_b, 0.0), sign(score_a - score_b, tolerance));
            surplus += one * other;
            untied += one.abs();
            ranked += other.abs();
            same &= one == other;
        }
    }
    let root = (f64::from(untied) * f64::from(ranked)).sqrt();
    RankingAgreement { tau: (ranked > 0).then(|| f64::from(surplus) / root), same }
}

fn scores() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    (2_usize..12).prop_flat_map(|models| {
        let few = proptest::collection::vec((0_u8..6).prop_map(f64::from), models);
        (few.clone(), few)
    })
}

proptest! {
    #[test]
    fn order_agrees_with_all_pairs((gold, scores) in scores()) {
        let order = Ranking::new(&gold, 0.0);
        prop_assume!(!order.is_flat());
        let mut sorted = Vec::new();
        prop_assert_eq!(order.agreement(&scores, 0.0, &mut sorted), plain(&gold, &scores, 0.0));
        // Scores that differ by less than the tolerance are equal.
        let close: Vec<_> = scores.iter().zip(&gold).map(|(s, g)| s + g * 1e-9).collect();
        let agreement = order.agreement(&close, 1e-6, &mut sorted);
        prop_assert_eq!(agreement, plain(&gold, &scores, 0.0));
    }
}

/// L × M × N outcomes in three categories.
fn outcomes(models: usize, questions: usize, trials: usize) -> Array4<u8> {
    Array4::from_shape_fn((1, models, questions, trials), |(_, model, question, trial)| {
        let mixed = (model * 7 + question * 5 + trial * 11 + model * trial * question) % 13;
        u8::from(mixed > 3 + question % 3) + u8::from(mixed > 11 - model)
    })
}

fn study(
    outcomes: Outcomes,
    measures: &[Measure],
    scheme: Scheme,
    confidence: Option<f64>,
) -> Result<Study> {
    let work = Replicates { count: 0, threads: 2, go_on: &|_| true };
    let choices = Choices {
        measures,
        gold: None,
        weights: None,
        prior: Prior::Uniform,
        scheme,
        confidence,
        seed: 3,
    };
    Study::new(outcomes, None, choices, &work)
}

#[test]
fn ties_are_those_of_the_leaderboard() -> Result<()> {
    let entries = outcomes(5, 7, 24);
    let weights = Weights::new(&[0.0, 0.25, 1.0])?;
    let known = Outcomes::new("R", entries.view(), 3)?;
    let parameters =
        Parameters::default().with("weights", ParameterValue::Numbers(weights.values()));
    let measures = Measure::expand(&["bayes".to_owned()], &[], &parameters)?;
    let study = study(known, &measures, Scheme::Given, Some(0.9))?;
    let trajectory = study.trajectory(0, 0)?;
    for (n, ranks) in (1..).zip(&trajectory) {
        let matrices = entries.index_axis(Axis(0), 0);
        let estimates = matrices.outer_iter().map(|matrix| {
            let entries = matrix.split_at(Axis(1), n).0;
            let states = tally(&Matrix { name: "R", entries }, None, 3, Missing::Error)?;
            mean::bayes(&states, &weights, &Prior::Uniform)
        });
        let estimates = estimates.collect::<Result<Vec<_>>>()?;
        let mu: Vec<_> = estimates.iter().map(crate::Estimate::mu).collect();
        let sigma: Vec<_> = estimates.iter().map(crate::Estimate::sigma).collect();
        assert_eq!(*ranks, ranks::with_uncertainty(&mu, &sigma, 0.9)?, "n = {n}");
    }
    assert!(trajectory.iter().any(|ranks| ranks.iter().max() > Some(&1)), "all models tied");
    Ok(())
}

#[test]
fn figures_do_not_depend_on_threads() -> Result<()> {
    let entries = outcomes(4, 5, 12).mapv(|category| category.min(1));
    let known = Outcomes::new("R", entries.view(), 2)?;
    let names = ["bayes", "pass_at_k", "naive_pass_hat_k"].map(str::to_owned);
    let measures = Measure::expand(&names, &[2, 4], &Parameters::default())?;
    for scheme in [Scheme::Column, Scheme::Row] {
        let study = study(known.clone(), &measures, scheme, None)?;
        let run = |threads| study.run(&Replicates { count: 1000, threads, go_on: &|_| true });
        assert_eq!(format!("{:?}", run(1)?), format!("{:?}", run(4)?));
        assert_eq!(run(1)?.len(), 5);
    }
    Ok(())
}

#[test]
fn steps_of_any_size_end_with_the_bits_of_a_whole_run() -> Result<()> {
    let entries = outcomes(4, 6, 9);
    let parameters =
        Parameters::default().with("weights", ParameterValue::Numbers(vec![0.0, 0.5, 1.0]));
    let measures = Measure::expand(&["bayes".to_owned()], &[], &parameters)?;
    let choices = Choices {
        measures: &measures,
        gold: None,
        weights: None,
        prior: Prior::Uniform,
        scheme: Scheme::Row,
        confidence: None,
        seed: 5,
    };
    let work = |count| Replicates { count, threads: 1, go_on: &|_| true };
    let study = Study::new(Outcomes::new("R", entries.view(), 3)?, None, choices, &work(0))?;
    let whole = study.run(&work(333))?;
    for step in [1, 32, 50, 1000] {
        let mut progress = study.begin(333)?;
        assert!(study.courses(&progress).is_empty());
        while progress.done() < progress.count() {
            let before = progress.done();
            study.advance(&mut progress, step);
            assert!(progress.done() >= (before + step).min(333));
        }
        assert_eq!(study.courses(&progress), whole);
    }
    assert!(study.begin(0).is_err());
    Ok(())
}
