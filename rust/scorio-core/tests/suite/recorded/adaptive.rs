//! Calibrations, adaptive runs and replays with all of their options.

use std::sync::Arc;

use scorio_core::Replicates;
use scorio_core::adaptive::{
    Allocation, BoundaryRule, Calibrators, Goal, ItemBank, ModelCost, Ranker, ReplayOptions,
    ReplayTable, ReplayTruth, RunModel, RunOptions, ScoreScale, Selection, replay,
};
use scorio_core::irt::CalibrationMethod;

use super::{Mix, compare, numbers};

const MODELS: usize = 9;
const ITEMS: usize = 24;

/// Sums of two to four trials of models on items, some of them missing.
fn table(whole: bool) -> ReplayTable {
    let mut mix = Mix(3);
    let (mut trials, mut sums) = (Vec::new(), Vec::new());
    for model in 0..MODELS {
        for item in 0..ITEMS {
            let logit = 0.5 * model as f64 - 0.2 * item as f64 + 0.3;
            let chance = 1.0 / (1.0 + libm::exp(-logit));
            let given = 2 + (model + item) % 3;
            let sum = (0..given).map(|_| f64::from(u8::from(mix.unit() < chance))).sum();
            let there = whole || mix.unit() < 0.9;
            trials.push(if there { given as f64 } else { 0.0 });
            sums.push(if there { sum } else { 0.0 });
        }
    }
    ReplayTable {
        models: (0..MODELS).map(|model| format!("m{model}")).collect(),
        items: (0..ITEMS).map(|item| format!("i{item}")).collect(),
        trials,
        sums,
        strata: (0..ITEMS).map(|item| Some(format!("s{}", item % 2))).collect(),
        families: (0..MODELS).map(|model| format!("f{}", model % 5)).collect(),
        costs: (0..MODELS).map(|model| 1.0 + model as f64 / 4.0).collect(),
    }
}

/// Runs that differ in one option or two.
fn runs() -> Vec<(&'static str, RunOptions)> {
    let plain = || RunOptions { warmup: 3, max_items: Some(12), seed: 5, ..RunOptions::default() };
    vec![
        ("plain", plain()),
        ("score", RunOptions { goal: Goal::Score, precision: Some(0.08), ..plain() }),
        ("two-sided", RunOptions { boundary: BoundaryRule::TwoSided, family: true, ..plain() }),
        ("one-sided", RunOptions { boundary: BoundaryRule::OneSided, top: Some(1), ..plain() }),
        ("variance", RunOptions { allocation: Allocation::Variance, per_cost: true, ..plain() }),
        ("uniform", RunOptions { allocation: Allocation::Uniform, strata: false, ..plain() }),
        ("expected", RunOptions { selection: Selection::Expected, baseline: Some(0), ..plain() }),
        ("top", RunOptions { selection: Selection::Top(4), ..plain() }),
        ("anytime", RunOptions { boundary: BoundaryRule::Anytime, ..plain() }),
        ("spending", RunOptions { budget: Some(45.0), family: true, ..plain() }),
        ("resolution", RunOptions { resolution: Some(0.4), budget: Some(30.0), ..plain() }),
    ]
}

#[test]
fn replays() {
    let replicates = Replicates { count: 1, threads: 1, go_on: &|_| true };
    let mut said = Vec::new();
    let plain = || ReplayOptions { hold_out: 3, folds: 2, tau: 0.8, ..ReplayOptions::default() };
    for (name, run) in runs() {
        let options = ReplayOptions { run, ..plain() };
        let report = replay(&table(true), &options, &replicates);
        said.push((format!("run {name}"), report.map(|report| numbers(&report))));
    }
    let run = || RunOptions { warmup: 3, max_items: Some(12), seed: 5, ..RunOptions::default() };
    for (name, method) in [
        ("slopes", CalibrationMethod::EmpiricalSlopes),
        ("quasi", CalibrationMethod::QuasiLikelihood),
        ("moments", CalibrationMethod::Moments),
    ] {
        for (models, calibrate) in [
            ("rest", Calibrators::Rest),
            ("some", Calibrators::Some(5)),
            ("these", Calibrators::These(vec![0, 2, 4, 6, 8])),
        ] {
            let own = ReplayOptions { method, calibrate, drop_negative: true, ..plain() };
            let options = ReplayOptions { run: run(), ..own };
            let report = replay(&table(false), &options, &replicates);
            said.push((format!("{name} {models}"), report.map(|report| numbers(&report))));
        }
    }
    let lower = ReplayOptions { greater_is_better: false, range: Some((0.0, 1.5)), ..plain() };
    let options = ReplayOptions { run: run(), ..lower };
    let report = replay(&table(true), &options, &replicates);
    said.push(("lower is better".to_owned(), report.map(|report| numbers(&report))));
    let options = ReplayOptions { truth: ReplayTruth::OtherHalf, run: run(), ..plain() };
    let report = replay(&table(true), &options, &replicates);
    said.push(("other half".to_owned(), report.map(|report| numbers(&report))));
    compare("replays.txt", &said);
}

#[test]
fn asked_items() {
    let mut mix = Mix(8);
    let columns = scorio_core::adaptive::BankColumns {
        items: (0..ITEMS).map(|item| format!("i{item}")).collect(),
        a: (0..ITEMS).map(|_| 0.5 + mix.unit()).collect(),
        b: (0..ITEMS).map(|item| item as f64 / 6.0 - 2.0).collect(),
        phi: (0..ITEMS).map(|_| 0.3 + mix.unit() / 2.0).collect(),
        strata: (0..ITEMS).map(|item| Some(format!("s{}", item % 3))).collect(),
        ..scorio_core::adaptive::BankColumns::default()
    };
    let scale = ScoreScale { lo: -1.0, hi: 3.0, greater_is_better: false };
    let bank = Arc::new(ItemBank::new(columns, scale).unwrap());
    let mut said = Vec::new();
    for (name, options) in runs() {
        let by_item = (0..ITEMS).map(|item| 1.0 + item as f64 / 10.0).collect();
        let costs = [ModelCost::Same(1.0), ModelCost::Same(2.5), ModelCost::ByItem(by_item)];
        let models = costs.into_iter().enumerate();
        let models = models.map(|(place, cost)| RunModel { name: format!("m{place}"), cost });
        let mut run = Ranker::new(bank.clone(), models.collect(), options).unwrap();
        let (mut log, mut mix) = (Vec::new(), Mix(2));
        loop {
            let queries = run.ask(2);
            if queries.is_empty() {
                break;
            }
            for query in queries {
                log.extend([query.model as f64, query.item as f64]);
                let score = -1.0 + 4.0 * (mix.unit() + query.model as f64) / 3.0;
                run.tell(query.id, score, None).unwrap();
            }
        }
        said.push((format!("{name} items"), Ok(log)));
        said.push((format!("{name} reason {:?}", run.reason()), Ok(vec![run.spent()])));
        said.push((format!("{name} report"), run.report().map(|report| numbers(&report))));
        said.push((format!("{name} outlook"), Ok(numbers(&run.outlook()))));
    }
    compare("runs.txt", &said);
}
