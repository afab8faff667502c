//! Adaptive runs that know their last look, and spend their error until then.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::sync::Arc;

use scorio_core::adaptive::{
    BankColumns, BoundaryRule, ItemBank, ModelCost, Ranker, RunModel, RunOptions, ScoreScale,
    StopReason,
};

/// 200 items that are all alike.
fn bank() -> Arc<ItemBank> {
    let columns = BankColumns {
        items: (0..200).map(|item| format!("q{item}")).collect(),
        a: vec![1.0; 200],
        b: vec![0.0; 200],
        phi: vec![1.0; 200],
        ..BankColumns::default()
    };
    let scale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };
    Arc::new(ItemBank::new(columns, scale).unwrap())
}

fn models(costs: Vec<ModelCost>) -> Vec<RunModel> {
    let named = |(place, cost)| RunModel { name: format!("m{place}"), cost };
    costs.into_iter().enumerate().map(named).collect()
}

fn plain() -> RunOptions {
    RunOptions { warmup: 1, ..RunOptions::default() }
}

/// What a pair has to reach after each answer of a run of two models, and the largest z.
fn heights(options: RunOptions, scores: [f64; 2], costs: [f64; 2]) -> Vec<(f64, f64)> {
    let mut run =
        Ranker::new(bank(), models(costs.map(ModelCost::Same).to_vec()), options).unwrap();
    let mut seen = Vec::new();
    while let [query] = run.ask(1)[..] {
        run.tell(query.id, scores[query.model], None).unwrap();
        let pair = &run.report().unwrap().pairs[0];
        seen.push((pair.boundary, pair.z));
        assert_eq!(pair.decided, pair.z >= pair.boundary);
        assert_eq!(pair.decided, pair.p_value <= 0.05 * (1.0 + 1e-9), "{pair:?}");
    }
    seen
}

#[test]
fn a_run_with_a_budget_spends_its_error_until_the_last_look() {
    // h and b of α = 0.05.
    let (early, last) = (2.497_705_474_412_373, 1.982_605_117_994_093_3);
    for (options, trials) in [
        (RunOptions { max_items: Some(40), ..plain() }, 80),
        (RunOptions { budget: Some(60.0), ..plain() }, 60),
        (RunOptions { budget: Some(90.5), max_items: Some(45), ..plain() }, 90),
    ] {
        let seen = heights(options.clone(), [0.52, 0.48], [1.0, 1.0]);
        assert_eq!(seen.len(), trials);
        let ((end, _), before) = seen.split_last().unwrap();
        assert!((end - last).abs() < 1e-12);
        // Until then h √(T/t) falls to h: nothing is spent twice.
        assert!(before.is_sorted_by(|one, other| one.0 >= other.0 * (1.0 - 1e-9)), "{before:?}");
        assert!(before.iter().all(|one| one.0 >= early * (1.0 - 1e-12)), "{before:?}");
        assert!(before[trials - 2].0 < 1.02 * early && before[9].0 > 1.9 * early, "{before:?}");
        // Without the budget, or as it is asked, the boundary is that for any number of looks.
        let any = RunOptions { boundary: BoundaryRule::Anytime, ..options.clone() };
        assert!(heights(any, [0.52, 0.48], [1.0, 1.0]).last().unwrap().0 > 3.0);
        let tuned = RunOptions { resolution: Some(0.2), ..options };
        assert!(heights(tuned, [0.52, 0.48], [1.0, 1.0]).last().unwrap().0 > 3.0);
    }
    // The dearer model has fewer trials, and the last look is known in any case.
    let costly = RunOptions { budget: Some(100.0), ..plain() };
    let seen = heights(costly, [0.52, 0.48], [1.0, 4.0]);
    assert!((seen.last().unwrap().0 - last).abs() < 1e-12, "{seen:?}");
    // Clear differences end the run before.
    let options = RunOptions { max_items: Some(100), ..plain() };
    let clear = heights(options, [0.95, 0.05], [1.0, 1.0]);
    assert!(clear.len() < 60 && clear.last().unwrap().0 > early, "{clear:?}");
}

#[test]
fn a_precision_that_is_reached_is_the_last_look() {
    let options = RunOptions { precision: Some(0.5), max_items: Some(100), ..plain() };
    let seen = heights(options, [0.52, 0.48], [1.0, 1.0]);
    assert!(seen.len() < 60 && (seen.last().unwrap().0 - 1.982_605_118).abs() < 1e-9, "{seen:?}");
}

#[test]
fn costs_by_item_have_a_last_look() {
    let costs = ModelCost::ByItem((0..200).map(|item| f64::from(1 + item % 4)).collect());
    for per_cost in [false, true] {
        let options = RunOptions { budget: Some(41.0), per_cost, ..plain() };
        let two = models(vec![costs.clone(), costs.clone()]);
        let mut run = Ranker::new(bank(), two, options).unwrap();
        while let [query] = run.ask(1)[..] {
            run.tell(query.id, 0.5, None).unwrap();
            let report = run.report().unwrap();
            let is_last = (report.pairs[0].boundary - 1.982_605_118).abs() < 1e-9;
            assert_eq!(is_last, run.reason() == Some(StopReason::Budget));
        }
        assert_eq!(run.spent(), 41.0);
    }
}
