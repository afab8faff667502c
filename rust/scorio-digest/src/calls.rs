//! The kinds of calls, each with random arguments that a seed gives.

use ndarray::{Array2, Array4, ArrayViewD};
use scorio_core::check::CheckError;
use scorio_core::compare::{CompareRequest, FamilyRequest, compare};
use scorio_core::convergence::{Choices, Measure, Outcomes, Scheme, Study};
use scorio_core::metric::mean::Scale;
use scorio_core::plan::{Aim, Pair, Side, foresee, looks};
use scorio_core::rank::{pairwise, spearman, weighted_tau};
use scorio_core::tally::{Matrix, Missing, tally};
use scorio_core::{
    Clusters, Counts, Metric, Parameters, Prior, PriorChoice, Replicates, Result, States, Target,
    Weights, simulate,
};

/// SplitMix64: the arguments of the calls.
pub(crate) struct Mix(pub(crate) u64);

impl Mix {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 33) as usize % limit
    }

    fn unit(&mut self) -> f64 {
        self.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    fn units(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.unit()).collect()
    }

    /// Questions of different difficulty, and their trials.
    fn matrix(&mut self, questions: usize, trials: usize) -> Array2<u8> {
        let rates = self.units(questions);
        Array2::from_shape_fn((questions, trials), |(row, _)| u8::from(self.unit() < rates[row]))
    }
}

fn shaped<'a>(shape: &[usize], values: &'a [f64]) -> Result<ArrayViewD<'a, f64>> {
    ArrayViewD::from_shape(shape, values)
        .map_err(|_| CheckError::Empty { matrix: "values", rows: 0, columns: 0 }.into())
}

fn states(entries: &Array2<u8>) -> Result<States> {
    tally(&Matrix { name: "R", entries: entries.view() }, None, 2, Missing::Error)
}

fn work(count: u64) -> Replicates<'static> {
    Replicates { count, threads: 2, go_on: &|_| true }
}

fn models(mix: &mut Mix) -> Result<Vec<f64>> {
    let (count, questions) = (1 + mix.below(5), 1 + mix.below(30));
    let (means, concentration) = (mix.units(count), 0.1 + 30.0 * mix.unit());
    simulate::coins(&means, questions, concentration, mix.below(1000) as u64)
}

fn updates(mix: &mut Mix) -> Result<Vec<f64>> {
    simulate::updates(1 + mix.below(9), &work(3), mix.below(1000) as u64)
}

fn categories(mix: &mut Mix) -> Result<Vec<f64>> {
    let left = mix.unit() / 2.0;
    let shares = [left, 0.5 - left, 0.25, 0.25];
    let shares = shaped(&[1, 4], &shares)?;
    let p = simulate::categorical(&shares, 20, 0.1 + 9.0 * mix.unit(), mix.below(1000) as u64)?;
    let drawn = shaped(&[20, 4], &p)?;
    let trials = simulate::trials(&drawn, 8, true, &work(0), mix.below(1000) as u64)?;
    Ok(p.into_iter().chain(trials.into_iter().map(f64::from)).collect())
}

fn predictions(mix: &mut Mix) -> Result<Vec<f64>> {
    let mut pilot = || Side::pilot(&states(&mix.matrix(6, 5))?);
    let (a, b) = (pilot()?, pilot()?);
    let pair = Pair::new(&a, &b, &Weights::binary())?;
    let grid = [1, 2 + mix.below(9) as u64, 30, 31 + mix.below(900) as u64];
    let found = foresee(&pair, &grid, (0.95, 3), &work(40), mix.below(1000) as u64)?;
    Ok(found.iter().flat_map(|row| [row.z.value, row.z.error, row.right.value]).collect())
}

fn stops(mix: &mut Mix) -> Result<Vec<f64>> {
    let mut known = || Side::assumed(&shaped(&[5], &mix.units(5))?, false);
    let (a, b) = (known()?, known()?);
    let pair = Pair::new(&a, &b, &Weights::binary())?;
    let grid = [3, 17, 60, 61 + mix.below(99) as u64];
    let seed = mix.below(1000) as u64;
    let seen = looks(&pair, &grid, 0.9, &work(60), seed)?;
    let needed = pair.new_trials(pair.difference(), Aim::new(0.9, 4, 0.7)?)?;
    let needed = needed.map_or(0.0, |trials| trials as f64);
    Ok(vec![seen.stopped.value, seen.trials.value, seen.trials.error, needed])
}

fn settling(mix: &mut Mix) -> Result<Vec<f64>> {
    let rates = mix.units(5);
    let entries =
        Array4::from_shape_fn((1, 5, 7, 9), |(_, model, _, _)| u8::from(mix.unit() < rates[model]));
    let (name, budget): (_, &[i64]) = [("bayes", &[][..]), ("pass_at_k", &[3])][mix.below(2)];
    let measures = Measure::expand(&[name.to_owned()], budget, &Parameters::default())?;
    let choices = Choices {
        measures: &measures,
        gold: None,
        weights: None,
        prior: Prior::Uniform,
        scheme: Scheme::Column,
        confidence: Some(0.8),
        seed: mix.below(1000) as u64,
    };
    let study = Study::new(Outcomes::new("R", entries.view(), 2)?, None, choices, &work(60))?;
    let courses = study.run(&work(60))?;
    Ok(courses
        .into_iter()
        .flat_map(|course| [course.tau, course.error, course.cdf].concat())
        .collect())
}

fn posteriors(mix: &mut Mix) -> Result<Vec<f64>> {
    const NAMES: [&str; 8] = [
        "bayes",
        "avg",
        "pass_at_k",
        "pass_hat_k",
        "maj_at_k",
        "mg_pass_at_k",
        "geom_at_k",
        "geo_spectrum_star_at_k",
    ];
    let (questions, trials) = (1 + mix.below(30), 2 + mix.below(60));
    let states = states(&mix.matrix(questions, trials))?;
    let kind = mix.below(NAMES.len());
    let budget = [i64::try_from(2 + mix.below(trials - 1)).unwrap_or(2)];
    let budget: &[i64] = if kind < 2 { &[] } else { &budget };
    let metrics = Metric::expand(&[NAMES[kind].to_owned()], budget, &Parameters::default())?;
    let prior = Prior::beta(0.5 + mix.unit(), 0.5 + mix.unit())?;
    let prior = if kind == 1 { Prior::Uniform } else { prior };
    let interval = metrics[0].estimand().posterior(&states, &prior)?;
    let interval = interval.interval(0.5 + mix.unit() / 2.0, Some((0.0, 1.0)))?;
    Ok(vec![interval.mu, interval.sigma, interval.lo, interval.hi])
}

/// Differences with their tails: normal, and Student's t where questions or clusters are sampled.
fn differences(mix: &mut Mix) -> Result<Vec<f64>> {
    let mut counts = Counts::new(["0", "1"].map(str::to_owned).to_vec())?;
    let questions = 4 + mix.below(30);
    for model in ["a", "b"] {
        for (question, trials) in mix.matrix(questions, 12).rows().into_iter().enumerate() {
            let row = counts.row(model, &(question % 3).to_string(), &question.to_string());
            for &category in trials {
                counts.add(row, category.into(), 1)?;
            }
        }
    }
    let sampled = mix.below(2) == 0;
    let request = CompareRequest {
        models: Vec::new(),
        baseline: "b".to_owned(),
        scale: Scale::Bayes,
        weights: None,
        paired: mix.below(2) == 0,
        prior: PriorChoice::Known(Prior::Uniform),
        target: if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions },
        clusters: (sampled && mix.below(2) == 0).then_some(Clusters::Tasks),
        by_task: false,
        by_question: true,
        borrow: false,
        confidence: 0.95,
        family: FamilyRequest::default(),
        margin: Some(0.02),
    };
    let rows = compare(&counts, &request)?.rows;
    Ok(rows
        .iter()
        .flat_map(|row| [row.sigma, row.lo, row.hi, row.probability, row.pvalue])
        .collect())
}

fn separations(mix: &mut Mix) -> Result<Vec<f64>> {
    let (mus, sigmas) = (mix.units(12), mix.units(12));
    let sigmas: Vec<f64> = sigmas.iter().map(|sigma| sigma / 9.0).collect();
    Ok(pairwise(&mus, &sigmas)?.into_iter().collect())
}

fn agreements(mix: &mut Mix) -> Result<Vec<f64>> {
    let (scores, gold) = (mix.units(11), mix.units(11));
    let weighted = weighted_tau(&scores, &gold, mix.below(1000) as u64, work(90))?;
    let rho = spearman(&scores, &gold)?;
    let tau = weighted.correlation;
    Ok(vec![tau.statistic, tau.p_value, weighted.error, rho.statistic, rho.p_value])
}

/// A kind of call.
pub(crate) type Call = fn(&mut Mix) -> Result<Vec<f64>>;

/// The kinds and their names.
pub(crate) const KINDS: [(&str, Call); 10] = [
    ("models", models),
    ("updates", updates),
    ("categories", categories),
    ("predictions", predictions),
    ("stops", stops),
    ("settling", settling),
    ("posteriors", posteriors),
    ("differences", differences),
    ("separations", separations),
    ("agreements", agreements),
];
