//! Adaptive runs at their limits: budgets, costs, options, queries, and what further items would do.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::sync::Arc;

use scorio_core::Error;
use scorio_core::adaptive::{
    AdaptiveError, Allocation, BankColumns, BoundaryRule, Goal, ItemBank, ModelCost, Ranker,
    RunModel, RunOptions, RunState, ScoreScale, Selection, StopReason,
};
use scorio_core::check::CheckError;

const SCALE: ScoreScale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };

fn bank(b: &[f64]) -> Arc<ItemBank> {
    let columns = BankColumns {
        items: (0..b.len()).map(|item| format!("q{item}")).collect(),
        a: vec![1.0; b.len()],
        b: b.to_vec(),
        phi: vec![1.0; b.len()],
        ..BankColumns::default()
    };
    Arc::new(ItemBank::new(columns, SCALE).unwrap())
}

fn models(costs: Vec<ModelCost>) -> Vec<RunModel> {
    let named = |(place, cost)| RunModel { name: format!("m{place}"), cost };
    costs.into_iter().enumerate().map(named).collect()
}

fn same(costs: &[f64]) -> Vec<RunModel> {
    models(costs.iter().map(|cost| ModelCost::Same(*cost)).collect())
}

fn plain() -> RunOptions {
    RunOptions { warmup: 1, ..RunOptions::default() }
}

fn refused(costs: Vec<ModelCost>, options: RunOptions) -> Error {
    Ranker::new(bank(&[0.0, 1.0, 2.0]), models(costs), options).unwrap_err()
}

#[test]
fn a_budget_may_be_spent_to_the_last() {
    let three = bank(&[0.0, 1.0, 2.0]);
    let of = |costs: &[f64], warmup: usize, budget: f64| {
        let options = RunOptions { warmup, budget: Some(budget), ..RunOptions::default() };
        Ranker::new(Arc::clone(&three), same(costs), options)
    };
    // 0.1 + 0.1 + 0.1 is above 0.3 in doubles.
    for (costs, warmup, budget) in
        [(&[1.0, 2.0][..], 3, 9.0), (&[1.0, 2.0], 1, 3.0), (&[0.1, 0.1, 0.1], 1, 0.3)]
    {
        let mut run = of(costs, warmup, budget).unwrap();
        while let [query] = run.ask(1)[..] {
            run.tell(query.id, 0.5, None).unwrap();
        }
        assert!((run.spent() / budget - 1.0).abs() < 1e-15);
        assert_eq!(run.state().log.len(), costs.len() * warmup);
    }
    let error = of(&[1.0, 2.0], 3, 8.999).unwrap_err();
    assert_eq!(error, AdaptiveError::WarmupBudget { cost: 9.0, budget: 8.999 }.into());
    // A longer warm-up has no more items than there are.
    assert!(of(&[1.0, 2.0], 50, 9.0).is_ok());
    // Without a warm-up, each model still has one trial, of its cheapest item.
    let error = of(&[1.0, 2.0], 0, 2.5).unwrap_err();
    assert_eq!(error, AdaptiveError::FirstTrials { cost: 3.0, budget: 2.5 }.into());
    let by_item = || vec![ModelCost::ByItem(vec![5.0, 2.0, 3.0]), ModelCost::Same(1.0)];
    let options = |warmup, budget| RunOptions { warmup, budget: Some(budget), ..plain() };
    assert_eq!(
        refused(by_item(), options(2, 6.5)),
        AdaptiveError::WarmupBudget { cost: 7.0, budget: 6.5 }.into()
    );
    assert!(Ranker::new(three.clone(), models(by_item()), options(2, 7.0)).is_ok());
    assert_eq!(
        refused(by_item(), options(0, 2.0)),
        AdaptiveError::FirstTrials { cost: 3.0, budget: 2.0 }.into()
    );
    assert!(Ranker::new(three.clone(), models(by_item()), options(0, 3.0)).is_ok());
    // Scores have no warm-up that would have to be paid.
    let scores = RunOptions { goal: Goal::Score, ..options(2, 3.0) };
    assert!(Ranker::new(three.clone(), models(by_item()), scores).is_ok());
}

#[test]
fn failed_queries_are_given_up_where_the_budget_ends() {
    let allowed = 10.0 * (1.0 + 1e-12);
    let after = |cost: f64| {
        let options = RunOptions { budget: Some(10.0), ..plain() };
        let mut run = Ranker::new(bank(&[0.0, 1.0, 2.0]), same(&[1.0, 1.0]), options).unwrap();
        let [one, two] = run.ask(2)[..] else { unreachable!("two models warm up") };
        run.tell_failed(one.id, true, 0.0).unwrap();
        run.tell(two.id, 0.5, Some(cost)).unwrap();
        let queries = run.ask(1);
        (queries.first().map(|query| query.id), run.state().log.len(), run.state().pending.len())
    };
    // What was spent and the query together may cost the budget and its rounding, and no more.
    assert_eq!(after(5.0), (Some(0), 1, 1));
    assert_eq!(after(9.0), (Some(0), 1, 1));
    let most = allowed - 1.0;
    assert_eq!(most + 1.0, allowed);
    assert_eq!(after(most), (Some(0), 1, 1));
    assert_eq!(after(allowed - 1.0 + 1e-11), (None, 2, 0));
    assert_eq!(after(20.0), (None, 2, 0));
}

#[test]
fn costs_are_positive_and_finite_for_each_item() {
    let one = || ModelCost::Same(1.0);
    for value in [0.0, -1.0, f64::INFINITY] {
        let error = Error::from(AdaptiveError::Cost { model: "m1".to_owned(), value });
        assert_eq!(refused(vec![one(), ModelCost::Same(value)], plain()), error);
        let by_item = ModelCost::ByItem(vec![1.0, 1.0, value]);
        assert_eq!(refused(vec![one(), by_item], plain()), error);
    }
    assert!(refused(vec![one(), ModelCost::Same(f64::NAN)], plain()).to_string().contains("NaN"));
    let costs = AdaptiveError::Costs { model: "m0".to_owned(), costs: 2, items: 3 };
    assert_eq!(refused(vec![ModelCost::ByItem(vec![1.0; 2]), one()], plain()), costs.into());
    let mut twice = same(&[1.0, 1.0, 1.0]);
    twice[2].name = "m0".to_owned();
    let error = Ranker::new(bank(&[0.0]), twice, plain()).unwrap_err();
    assert_eq!(error, AdaptiveError::ModelTwice { model: "m0".to_owned() }.into());
}

#[test]
fn options_stay_in_their_ranges() {
    let two = || vec![ModelCost::Same(1.0); 2];
    let level = |value| -> Error { CheckError::Level { name: "confidence", value }.into() };
    for confidence in [0.0, 1.0] {
        assert_eq!(refused(two(), RunOptions { confidence, ..plain() }), level(confidence));
    }
    let positive = |name, value| -> Error { CheckError::Positive { name, value }.into() };
    assert_eq!(
        refused(two(), RunOptions { budget: Some(0.0), ..plain() }),
        positive("budget", 0.0)
    );
    let options = RunOptions { precision: Some(-1.0), ..plain() };
    assert_eq!(refused(two(), options), positive("precision", -1.0));
    assert_eq!(refused(two(), RunOptions { rho: 0.0, ..plain() }), positive("rho", 0.0));
    let options = RunOptions { resolution: Some(0.0), ..plain() };
    assert_eq!(refused(two(), options), positive("resolution", 0.0));
    let error = refused(two(), RunOptions { max_items: Some(0), ..plain() });
    let range = "a whole number from 1";
    let expected =
        CheckError::Range { name: "max_items".to_owned(), index: vec![], value: 0.0, range };
    assert_eq!(error, expected.into());
    let options = RunOptions { warmup: 3, max_items: Some(2), ..plain() };
    let warm = AdaptiveError::WarmupItems { warmup: 3, most: 2 };
    assert_eq!(refused(two(), options.clone()), warm.clone().into());
    // Scores warm up only for a precision.
    let scores = RunOptions { goal: Goal::Score, ..options.clone() };
    assert!(Ranker::new(bank(&[0.0, 1.0, 2.0]), models(two()), scores.clone()).is_ok());
    assert_eq!(refused(two(), RunOptions { precision: Some(0.1), ..scores }), warm.into());
    let fits = RunOptions { warmup: 2, ..options };
    assert!(Ranker::new(bank(&[0.0, 1.0, 2.0]), models(two()), fits).is_ok());
    let one = || vec![ModelCost::Same(1.0)];
    assert_eq!(refused(one(), plain()), AdaptiveError::TooFewModels { models: 1 }.into());
    let scores = || RunOptions { goal: Goal::Score, ..plain() };
    assert!(Ranker::new(bank(&[0.0]), models(one()), scores()).is_ok());
    assert_eq!(refused(vec![], scores()), AdaptiveError::NoModels.into());
    for top in [0, 2, 3] {
        let error = refused(two(), RunOptions { top: Some(top), ..plain() });
        assert_eq!(error, AdaptiveError::Top { top, models: 2 }.into());
    }
    assert!(
        Ranker::new(bank(&[0.0]), models(two()), RunOptions { top: Some(1), ..plain() }).is_ok()
    );
}

#[test]
fn options_that_mean_nothing_together_are_refused() {
    let two = || vec![ModelCost::Same(1.0); 2];
    let both = |first, second| -> Error { AdaptiveError::Exclusive { first, second }.into() };
    let options = RunOptions { top: Some(1), baseline: Some(0), ..plain() };
    assert_eq!(refused(two(), options), both("top", "baseline"));
    let options = RunOptions { rho: 5.0, resolution: Some(0.2), ..plain() };
    assert_eq!(refused(two(), options), both("rho", "resolution"));
    let scores = || RunOptions { goal: Goal::Score, ..plain() };
    for (option, options) in [
        ("top", RunOptions { top: Some(1), ..scores() }),
        ("baseline", RunOptions { baseline: Some(0), ..scores() }),
        ("family", RunOptions { family: true, ..scores() }),
        ("boundary", RunOptions { boundary: BoundaryRule::OneSided, ..scores() }),
        ("rho", RunOptions { rho: 5.0, ..scores() }),
        ("resolution", RunOptions { resolution: Some(0.2), ..scores() }),
        ("allocation", RunOptions { allocation: Allocation::Uniform, ..scores() }),
        ("select", RunOptions { selection: Selection::Expected, ..scores() }),
        ("per_cost", RunOptions { per_cost: true, ..scores() }),
    ] {
        assert_eq!(refused(two(), options), AdaptiveError::NotForScores { option }.into());
    }
    let options = RunOptions { boundary: BoundaryRule::Spending, ..plain() };
    let error = AdaptiveError::NoHorizon { needed: "a budget or max_items" };
    assert_eq!(refused(two(), options), error.into());
    for boundary in [BoundaryRule::Spending, BoundaryRule::TwoSided, BoundaryRule::OneSided] {
        let plain = || RunOptions { max_items: Some(3), ..plain() };
        let options = RunOptions { boundary, rho: 5.0, ..plain() };
        assert_eq!(refused(two(), options), AdaptiveError::NotForBoundary { option: "rho" }.into());
        let options = RunOptions { boundary, resolution: Some(0.2), ..plain() };
        let error = AdaptiveError::NotForBoundary { option: "resolution" };
        assert_eq!(refused(two(), options), error.into());
        let options = RunOptions { boundary, ..plain() };
        assert!(Ranker::new(bank(&[0.0]), models(two()), options).is_ok());
    }
}

#[test]
fn options_have_names() {
    assert_eq!(Goal::named("rank").unwrap(), Goal::Rank);
    assert_eq!(Goal::named("score").unwrap(), Goal::Score);
    for (name, allocation) in [
        ("paper", Allocation::Paper),
        ("variance", Allocation::Variance),
        ("uniform", Allocation::Uniform),
    ] {
        assert_eq!(Allocation::named(name).unwrap(), allocation);
    }
    for (name, selection) in [
        ("information", Selection::Information),
        ("expected", Selection::Expected),
        ("top", Selection::Top(5)),
        ("top:1", Selection::Top(1)),
        ("top:12", Selection::Top(12)),
    ] {
        assert_eq!(Selection::named(name).unwrap(), selection);
    }
    for (name, rule) in [
        ("auto", BoundaryRule::Auto),
        ("spending", BoundaryRule::Spending),
        ("anytime", BoundaryRule::Anytime),
        ("two-sided", BoundaryRule::TwoSided),
        ("one-sided", BoundaryRule::OneSided),
    ] {
        assert_eq!(BoundaryRule::named(name).unwrap(), rule);
    }
    assert!(!RunOptions::clips("error").unwrap() && RunOptions::clips("clip").unwrap());
    let choice = |option, value: &str, known| -> Error {
        AdaptiveError::Choice { option, value: value.to_owned(), known }.into()
    };
    assert_eq!(Goal::named("x").unwrap_err(), choice("goal", "x", "rank, score"));
    let known = "paper, variance, uniform";
    assert_eq!(Allocation::named("").unwrap_err(), choice("allocation", "", known));
    let known = "auto, spending, anytime, two-sided, one-sided";
    assert_eq!(BoundaryRule::named("x").unwrap_err(), choice("boundary", "x", known));
    let known = "error, clip";
    assert_eq!(RunOptions::clips("x").unwrap_err(), choice("out_of_range", "x", known));
    let known = "information, expected, top, top:NUMBER";
    for name in ["x", "top:0", "top:x", "top:", "information:5", "expected:5", "top:-1"] {
        assert_eq!(Selection::named(name).unwrap_err(), choice("select", name, known));
    }
}

/// The fewest further items of both models that decide them, one number after another.
fn plain_outlook(run: &Ranker, left: u64) -> Option<u64> {
    let report = run.report().unwrap();
    let located = |place: usize, items: u64| {
        let model = &report.models[place];
        let gain = run.bank().curves()[0].information(model.ability);
        (model.ability, (1.0 / (model.se * model.se) + items as f64 * gain).sqrt().recip())
    };
    (1..=left).find(|items| run.boundary().decides(located(0, *items), located(1, *items), 0.0))
}

#[test]
fn the_outlook_has_the_fewest_items_that_would_decide() {
    let mut seen = Vec::new();
    for (items, scores, boundary) in [
        (400, [0.9, 0.2], BoundaryRule::Anytime),
        (400, [0.9, 0.2], BoundaryRule::TwoSided),
        (400, [0.6, 0.3], BoundaryRule::TwoSided),
        (400, [0.55, 0.45], BoundaryRule::Anytime),
        (20, [0.9, 0.2], BoundaryRule::Anytime),
    ] {
        let options = RunOptions { boundary, warmup: 4, ..RunOptions::default() };
        // All items are alike, so that each tells as much as the next.
        let mut run = Ranker::new(bank(&vec![0.0; items]), same(&[1.0, 1.0]), options).unwrap();
        for query in run.ask(8) {
            run.tell(query.id, scores[query.model], None).unwrap();
        }
        let [pair] = run.outlook()[..] else { unreachable!("one pair is open") };
        assert_eq!((pair.one, pair.other), (0, 1));
        assert_eq!(pair.items, plain_outlook(&run, items as u64 - 4));
        seen.push(pair.items);
    }
    assert!(seen[1] < seen[0] && seen[1] < seen[2], "{seen:?}");
    assert_eq!((seen[3], seen[4]), (None, None));
    assert!(seen[..3].iter().all(|items| items.is_some_and(|items| items > 1)), "{seen:?}");
}

#[test]
fn the_outlook_ends_where_the_items_of_a_model_do() {
    let needed = |most: usize| {
        let boundary = BoundaryRule::TwoSided;
        let options =
            RunOptions { boundary, warmup: 4, max_items: Some(most), ..RunOptions::default() };
        let mut run = Ranker::new(bank(&[0.0; 400]), same(&[1.0, 1.0]), options).unwrap();
        for query in run.ask(8) {
            run.tell(query.id, [0.9, 0.2][query.model], None).unwrap();
        }
        run.outlook()[0].items
    };
    let enough = needed(400).unwrap();
    let exact = usize::try_from(enough).unwrap() + 4;
    assert_eq!((needed(exact), needed(exact - 1)), (Some(enough), None));
}

#[test]
fn queries_are_answered_once() {
    let mut run = Ranker::new(bank(&[0.0, 1.0]), same(&[1.0, 2.0]), plain()).unwrap();
    let unknown = |query| -> Error { AdaptiveError::NotAsked { query }.into() };
    assert_eq!(run.tell(0, 0.5, None).unwrap_err(), unknown(0));
    let query = run.ask_item(1, 0).unwrap();
    assert_eq!((query.id, query.model, query.item, query.cost), (0, 1, 0, 2.0));
    let twice = AdaptiveError::TrialTwice { model: "m1".to_owned(), item: "q0".to_owned() };
    assert_eq!(run.ask_item(1, 0).unwrap_err(), twice.clone().into());
    assert_eq!(run.pending_id(1, 0), Some(0));
    assert_eq!((run.pending_id(0, 0), run.pending_id(1, 1)), (None, None));
    assert_eq!(run.reason(), None);
    let cost = CheckError::NotNegative { name: "cost".to_owned(), index: vec![], value: -1.0 };
    assert_eq!(run.tell(0, 0.5, Some(-1.0)).unwrap_err(), cost.clone().into());
    assert_eq!(run.tell_failed(0, false, -1.0).unwrap_err(), cost.clone().into());
    assert!(run.tell(0, 1.5, None).is_err());
    run.tell(0, 0.5, Some(0.0)).unwrap();
    assert_eq!(run.tell(0, 0.5, None).unwrap_err(), AdaptiveError::Answered { query: 0 }.into());
    assert_eq!(run.tell_failed(1, false, 0.0).unwrap_err(), unknown(1));
    assert_eq!(run.add(1, 0, 0.5, None).unwrap_err(), twice.into());
    assert_eq!(run.add(0, 0, 0.5, Some(-1.0)).unwrap_err(), cost.into());
    run.add(0, 0, 0.5, None).unwrap();
    assert_eq!(run.spent(), 1.0);
    // A trial that is pending takes its score from outside, too.
    let query = run.ask_item(0, 1).unwrap();
    run.add(0, 1, 0.25, Some(3.0)).unwrap();
    assert_eq!((run.pending_id(0, 1), run.spent(), query.id), (None, 4.0, 1));
    let given_up = run.ask_item(1, 1).unwrap();
    run.tell_failed(given_up.id, false, 0.5).unwrap();
    assert_eq!(run.spent(), 4.5);
    let report = run.report().unwrap();
    let own = |name: &str| report.models.iter().find(|one| one.model == name).unwrap();
    assert_eq!((own("m0").items, own("m0").cost), (2, 4.0));
    assert_eq!((own("m1").items, own("m1").cost), (1, 0.5));
    assert_eq!(run.reason(), Some(StopReason::Items));
    let what = "there is no model 2 or no item 0".to_owned();
    assert_eq!(run.ask_item(2, 0).unwrap_err(), AdaptiveError::State { what }.into());
    let what = "there is no model 0 or no item 2".to_owned();
    assert_eq!(run.add(0, 2, 0.5, None).unwrap_err(), AdaptiveError::State { what }.into());
    assert_eq!((run.model("m0").unwrap(), run.model("m1").unwrap()), (0, 1));
    let unknown = AdaptiveError::UnknownModel { model: "x".to_owned() };
    assert_eq!(run.model("x").unwrap_err(), unknown.into());
}

#[test]
fn trials_beyond_the_budget_are_refused() {
    let options = RunOptions { budget: Some(4.0), ..plain() };
    let mut run = Ranker::new(bank(&[0.0, 1.0, 2.0]), same(&[1.0, 2.0]), options).unwrap();
    run.ask_item(1, 0).unwrap();
    run.add(0, 0, 0.5, None).unwrap();
    let error = run.ask_item(1, 1).unwrap_err();
    assert_eq!(error, AdaptiveError::Budget { cost: 2.0, left: 1.0, budget: 4.0 }.into());
    assert_eq!(run.enough(1, 1), Some(StopReason::Budget));
    assert_eq!(run.enough(0, 1), None);
    run.ask_item(0, 1).unwrap();
    assert_eq!(run.enough(0, 2), Some(StopReason::Budget));
    assert_eq!(run.enough(2, 0), Some(StopReason::Items));
    assert_eq!(run.enough(0, 3), Some(StopReason::Items));
    run.tell(0, 0.5, None).unwrap();
    run.tell(1, 0.5, None).unwrap();
    assert_eq!((run.reason(), run.spent()), (Some(StopReason::Budget), 4.0));
}

#[test]
fn a_run_goes_on_from_its_state() {
    let (items, costs) = (bank(&[0.0, 1.0, 2.0, -1.0]), || same(&[1.0, 2.0]));
    let mut run = Ranker::new(items.clone(), costs(), plain()).unwrap();
    for query in run.ask(2) {
        run.tell(query.id, 0.25 * query.cost, None).unwrap();
    }
    let query = run.ask_item(0, 2).unwrap();
    run.tell_failed(query.id, true, 0.0).unwrap();
    let restored = |state: &RunState| Ranker::restored(items.clone(), costs(), plain(), state);
    let mut other = restored(run.state()).unwrap();
    assert_eq!((other.state(), other.spent()), (run.state(), run.spent()));
    assert_eq!(other.report().unwrap(), run.report().unwrap());
    assert_eq!(other.ask(3), run.ask(3));
    // What no run can have is refused.
    let state = run.state().clone();
    let wrong = |change: &dyn Fn(&mut RunState)| {
        let mut state = state.clone();
        change(&mut state);
        restored(&state).unwrap_err().kind()
    };
    assert_eq!(wrong(&|state| state.log[1] = state.log[0]), "adaptive.trial_twice");
    assert_eq!(wrong(&|state| state.log[0].item = 4), "adaptive.state");
    assert_eq!(wrong(&|state| state.log[0].model = 2), "adaptive.state");
    assert_eq!(wrong(&|state| state.log[0].score = Some(2.0)), "adaptive.score_outside");
    assert_eq!(wrong(&|state| state.log[0].cost = -1.0), "check.not_negative");
    assert_eq!(wrong(&|state| state.pending[0].query.cost = -1.0), "check.not_negative");
    assert_eq!(wrong(&|state| state.pending[0].query.item = 4), "adaptive.state");
    assert_eq!(
        wrong(&|state| state.pending[1].query = state.pending[0].query),
        "adaptive.trial_twice"
    );
    assert_eq!(
        wrong(&|state| state.pending[1].query.id = state.pending[0].query.id),
        "adaptive.state"
    );
    assert_eq!(wrong(&|state| state.asked = 1), "adaptive.state");
}
