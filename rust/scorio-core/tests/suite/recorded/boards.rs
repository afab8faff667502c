//! Leaderboards, comparisons and gates of every metric, prior and target.

use scorio_core::compare::{
    CompareMetric, CompareRequest, FamilyRequest, compare_metric, compare_pairs_of_metric,
};
use scorio_core::gate::{Adjusted, GateRequest, gate};
use scorio_core::leaderboard::{ScoreRequest, leaderboard};
use scorio_core::metric::mean::Scale;
use scorio_core::metric::registry::{Entry, METRICS};
use scorio_core::{
    Clusters, Counts, Metric, ParameterValue, Parameters, Prior, PriorChoice, Target, Tau,
};

use super::{Mix, compare, numbers};

/// Counts of three models on eight questions of three tasks: 4 to 6 trials of each.
fn counts(categories: usize) -> Counts {
    let mut mix = Mix(categories as u64);
    let names = (0..categories).map(|one| (one as f64 / (categories - 1) as f64).to_string());
    let mut counts = Counts::new(names.collect()).unwrap();
    for model in 0..3 {
        for question in 0..8 {
            let task = format!("t{}", question % 3);
            let row = counts.row(&format!("m{model}"), &task, &format!("q{question}"));
            for _ in 0..4 + (model + question) % 3 {
                let share =
                    (mix.unit() + 0.15 * f64::from(model) + 0.1 * f64::from(question)) / 2.0;
                let is_over = |end: &usize| share > *end as f64 / categories as f64;
                let category = (1..categories).filter(is_over).count();
                counts.add(row, category, 1).unwrap();
            }
        }
    }
    counts
}

fn priors() -> [(&'static str, PriorChoice); 3] {
    [
        ("hierarchical", PriorChoice::Hierarchical),
        ("uniform", PriorChoice::Known(Prior::Uniform)),
        ("beta", PriorChoice::Known(Prior::beta(0.7, 1.6).unwrap())),
    ]
}

fn targets() -> [(&'static str, Target, Option<Clusters>); 3] {
    [
        ("these", Target::TheseQuestions, None),
        ("like", Target::QuestionsLikeThese, None),
        ("tasks", Target::QuestionsLikeThese, Some(Clusters::Tasks)),
    ]
}

/// Every metric by these of its names, with a budget of 3 if it needs one.
fn metrics(names: impl Fn(&'static Entry) -> Vec<&'static str>) -> Vec<(String, Vec<Metric>)> {
    let all =
        METRICS.iter().flat_map(|entry| names(entry).into_iter().map(move |name| (entry, name)));
    let made = all.map(|(entry, name)| {
        let budget: &[i64] = if entry.has_budget() { &[3] } else { &[] };
        let needed = entry.parameters.iter().filter_map(|one| match one.name {
            "tau" => Some(("tau", ParameterValue::Share(Tau::decimal(0.5).unwrap()))),
            "spectrum" => Some(("spectrum", ParameterValue::Numbers(vec![0.2, 0.3, 0.5]))),
            _ => None,
        });
        let parameters =
            needed.fold(Parameters::default(), |all, (name, value)| all.with(name, value));
        (name.to_owned(), Metric::expand(&[name.to_owned()], budget, &parameters).unwrap())
    });
    made.collect()
}

fn scoring(metrics: Vec<Metric>, prior: PriorChoice, target: Target) -> ScoreRequest {
    ScoreRequest {
        runs: false,
        threads: 1,
        borrow: false,
        metrics,
        default_weights: true,
        prior,
        target,
        clusters: None,
        drop_short: false,
        confidence: 0.9,
        family: FamilyRequest::default(),
        by_task: true,
        macro_average: false,
    }
}

#[test]
fn leaderboards() {
    let mut said = Vec::new();
    for (metric, metrics) in metrics(|entry| vec![entry.name, entry.posterior]) {
        for (categories, (prior, choice)) in
            [2, 2, 2, 3].into_iter().zip(priors().into_iter().cycle())
        {
            for (about, target, clusters) in targets() {
                let own = scoring(metrics.clone(), choice.clone(), target);
                let macro_average = categories == 3;
                let request =
                    ScoreRequest { clusters, macro_average, by_task: clusters.is_none(), ..own };
                let figures = leaderboard(&counts(categories), &request).map(|board| {
                    let overall = board.scores.iter().filter(|row| row.task.is_none());
                    numbers(&overall.collect::<Vec<_>>())
                });
                said.push((format!("{metric} of {categories} {prior} {about}"), figures));
            }
        }
    }
    compare("leaderboards.txt", &said);
}

#[test]
fn comparisons() {
    let mut said = Vec::new();
    for (metric, metrics) in metrics(|entry| vec![entry.posterior]) {
        for (prior, choice) in priors().into_iter().take(2) {
            for (about, target, clusters) in targets() {
                let paired = clusters.is_none();
                let request = CompareRequest {
                    borrow: false,
                    models: Vec::new(),
                    baseline: "m0".to_owned(),
                    scale: if paired { Scale::Bayes } else { Scale::Avg },
                    weights: None,
                    paired,
                    prior: choice.clone(),
                    target,
                    clusters,
                    by_task: false,
                    by_question: true,
                    confidence: 0.9,
                    family: FamilyRequest::default(),
                    margin: paired.then_some(0.05),
                };
                let choice = CompareMetric {
                    metric: metrics[0].clone(),
                    default_weights: true,
                    drop_short: true,
                };
                let counts = counts(2);
                let rows = compare_metric(&counts, &choice, &request).map(|found| found.rows);
                said.push((format!("{metric} {prior} {about}"), rows.map(|rows| numbers(&rows))));
                let pairs = compare_pairs_of_metric(&counts, &choice, &request);
                let name = format!("pairs {metric} {prior} {about}");
                said.push((name, pairs.map(|pairs| numbers(&pairs))));
            }
        }
    }
    compare("comparisons.txt", &said);
}

#[test]
fn gates() {
    let mut said = Vec::new();
    let average = Metric::expand(&["avg".to_owned()], &[], &Parameters::default()).unwrap();
    for at_least in [0.3, 0.6] {
        for (per_question, family) in [(false, false), (true, false), (true, true)] {
            for (prior, choice) in priors() {
                let request = GateRequest {
                    scoring: scoring(average.clone(), choice, Target::TheseQuestions),
                    at_least,
                    per_question,
                    adjusted: if family { Adjusted::Both } else { Adjusted::Fails },
                    weights: None,
                };
                let rows = gate(&counts(2), &request);
                let name = format!("{at_least} {per_question} {family} {prior}");
                said.push((
                    format!("{name} verdicts"),
                    rows.as_ref()
                        .map_err(Clone::clone)
                        .map(|rows| rows.iter().map(|row| f64::from(row.verdict as u8)).collect()),
                ));
                said.push((name, rows.map(|rows| numbers(&rows))));
            }
        }
    }
    compare("gates.txt", &said);
}
