//! The replay beside plain twins, and what holds of every replay.

use std::sync::Arc;

use rand::Rng as _;

use super::averages::Average;
use super::courses::{ReplayScoring, nearest};
use super::hold_out::hold_out;
use super::options::{Calibrators, ReplayOptions, ReplayTable, ReplayTruth};
use super::orders::Design;
use super::paths::ModelPath;
use super::report::{ReplayReport, replay};
use super::scoring::scored;
use super::stopping::stopped;
use super::truth::Recorded;
use crate::Replicates;
use crate::adaptive::{
    Allocation, BankColumns, BoundaryRule, Goal, ItemBank, ModelCost, Ranker, RunModel, RunOptions,
    ScoreScale, Selection,
};
use crate::irt::AbilityPrior;
use crate::numeric::normal::probability;
use crate::numeric::random::{Purpose, stream};

const SCALE: ScoreScale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };

fn uniform(draws: &mut crate::numeric::random::Stream) -> f64 {
    (draws.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Successes of models of rising ability on items of random difficulty.
fn table(models: usize, items: usize) -> ReplayTable {
    let mut draws = stream(3, Purpose::Simulation, 0);
    let b: Vec<f64> = (0..items).map(|_| 4.0 * uniform(&mut draws) - 2.0).collect();
    let mut sums = Vec::new();
    for model in 0..models {
        let ability = 2.0 * model as f64 / models as f64 - 1.0;
        let chance = |b: &f64| 1.0 / (1.0 + (b - ability).exp());
        sums.extend(b.iter().map(|b| f64::from(u8::from(uniform(&mut draws) < chance(b)))));
    }
    ReplayTable {
        models: (0..models).map(|model| format!("m{model}")).collect(),
        items: (0..items).map(|item| item.to_string()).collect(),
        trials: vec![1.0; sums.len()],
        sums,
        strata: vec![None; items],
        families: Vec::new(),
        costs: vec![1.0; models],
    }
}

fn on(threads: usize) -> Replicates<'static> {
    Replicates { count: 0, threads, go_on: &|_| true }
}

/// A run that walks along paths stops where `Ranker` does.
#[test]
fn paths_are_those_of_the_ranker() {
    let data = table(5, 80);
    let items = data.items.len();
    let strata = (0..items).map(|item| Some((item % 3).to_string())).collect();
    let columns = BankColumns {
        items: data.items.clone(),
        a: (0..items).map(|item| 0.8 + 0.01 * item as f64).collect(),
        b: (0..items).map(|item| (item as f64 * 0.7).sin() * 2.0).collect(),
        phi: vec![1.0; items],
        strata,
        ..BankColumns::default()
    };
    let bank = Arc::new(ItemBank::new(columns, SCALE).unwrap());
    let scores: Vec<Vec<f64>> = data.sums.chunks(items).map(<[f64]>::to_vec).collect();
    let recorded = Recorded::new(&bank, &scores, &scores, 1.96).unwrap();
    let costs = [1.0, 2.0, 0.5, 1.0, 3.0];
    let models: Vec<RunModel> = data
        .models
        .iter()
        .zip(costs)
        .map(|(name, cost)| RunModel { name: name.clone(), cost: ModelCost::Same(cost) })
        .collect();
    let mut stops = 0;
    for allocation in [Allocation::Paper, Allocation::Variance, Allocation::Uniform] {
        for (boundary, confidence) in
            [(BoundaryRule::TwoSided, 0.9), (BoundaryRule::Anytime, 0.6), (BoundaryRule::Auto, 0.8)]
        {
            for selection in [Selection::Information, Selection::Expected] {
                let options = RunOptions {
                    allocation,
                    boundary,
                    confidence,
                    selection,
                    warmup: 6,
                    max_items: Some(50),
                    ..RunOptions::default()
                };
                let mut run =
                    Ranker::new(Arc::clone(&bank), models.clone(), options.clone()).unwrap();
                while let Some(query) = run.ask(1).first().copied() {
                    run.tell(query.id, scores[query.model][query.item], None).unwrap();
                }
                let paths: Vec<ModelPath> = (0..models.len())
                    .map(|model| ModelPath::new(&bank, &options, &recorded, model, 50))
                    .collect();
                let found = stopped(&paths, &costs, &options, run.boundary());
                let twin: Vec<(f64, f64)> = run
                    .standings()
                    .iter()
                    .map(crate::adaptive::running::model_trials::ModelTrials::located)
                    .collect();
                assert_eq!(found.located, twin);
                let tried: Vec<usize> = run.standings().iter().map(|one| one.tried).collect();
                assert_eq!(found.items, tried);
                let log = &run.state().log;
                for (model, path) in paths.iter().enumerate() {
                    let asked = log.iter().filter(|one| one.model == model).map(|one| one.item);
                    assert!(asked.eq(path.items.iter().copied().take(tried[model])));
                }
                stops += usize::from(tried.iter().any(|&tried| tried < 50));
            }
        }
    }
    assert!(stops > 6, "{stops}");
}

#[test]
fn a_replay_depends_on_its_seed_alone() {
    let data = table(14, 120);
    let options = ReplayOptions::default();
    let alone = replay(&data, &options, &on(1)).unwrap();
    assert_eq!(alone, replay(&data, &options, &on(2)).unwrap());
    let run = RunOptions { seed: 1, ..options.run.clone() };
    let other = replay(&data, &ReplayOptions { run, ..options.clone() }, &on(2)).unwrap();
    assert_ne!(alone.sets, other.sets);
    let ended = Replicates { count: 0, threads: 2, go_on: &|_| false };
    assert!(replay(&data, &options, &ended).is_err());
    // With all items, means and the order of all outcomes agree.
    let last = |design: &str| {
        alone.steps.iter().rfind(|step| step.design == design && step.scoring == "mean").unwrap()
    };
    for design in ["paired", "random", "stratified", "static"] {
        assert_eq!((last(design).items, last(design).tau, last(design).top), (120, 1.0, 1.0));
    }
    assert_eq!(alone.decisions.iter().map(|one| one.pairs).collect::<Vec<u64>>(), [30; 5]);
}

#[test]
fn the_other_half_is_asked_by_nobody() {
    let data = table(14, 121);
    let other = ReplayOptions { truth: ReplayTruth::OtherHalf, ..ReplayOptions::default() };
    let found = replay(&data, &other, &on(2)).unwrap();
    assert_eq!(found, replay(&data, &other, &on(1)).unwrap());
    // 61 of 121 items may be asked. With all of them, τ with the other 60 is not 1.
    assert!(found.sets.iter().all(|set| (set.items, set.left_out) == (61, 0)));
    let last = |design: &str| {
        found.steps.iter().rfind(|step| step.design == design && step.scoring == "mean").unwrap()
    };
    let designs = ["paired", "random", "stratified", "static"].map(last);
    assert!(designs.iter().all(|step| step.items == 61 && step.tau == designs[0].tau));
    assert!(designs[0].tau > 0.5 && designs[0].tau < 1.0, "{}", designs[0].tau);
    // The hold-out sets are the same.
    let all = replay(&data, &ReplayOptions::default(), &on(2)).unwrap();
    let models = |report: &ReplayReport| -> Vec<String> {
        report.sets.iter().map(|set| set.models.clone()).collect()
    };
    assert_eq!(models(&found), models(&all));
    // Two items in each half are the fewest.
    let short = |items| replay(&table(14, items), &other, &on(1)).map(|_| ()).unwrap_err();
    assert_eq!(short(3).kind(), "adaptive.no_common_items");
}

/// Two equal items.
fn two_items() -> ItemBank {
    let columns = BankColumns {
        items: vec!["p".to_owned(), "q".to_owned()],
        a: vec![1.0; 2],
        b: vec![0.0; 2],
        phi: vec![1.0; 2],
        ..BankColumns::default()
    };
    ItemBank::new(columns, SCALE).unwrap()
}

#[test]
fn the_truth_is_that_of_its_own_scores() {
    let bank = two_items();
    let (asked, truth) = ([vec![1.0, 1.0], vec![0.0, 0.0]], [vec![0.25; 3], vec![0.5, 0.5, 0.75]]);
    let recorded = Recorded::new(&bank, &asked, &truth, 1.96).unwrap();
    assert_eq!((recorded.outcome(0, 1), recorded.scores[0]), (1.0, 0.25));
    assert_eq!(recorded.tau(&[1.0, 0.0]).unwrap(), -1.0);
    assert_eq!((recorded.top(&[1.0, 0.0]), recorded.ties(0, 1)), (0.0, false));
}

#[test]
fn hold_out_sets_do_not_overlap_within_a_round() {
    let own = || stream(0, Purpose::Replay, 0);
    let options = ReplayOptions { hold_out: 4, ..ReplayOptions::default() };
    let held: Vec<Vec<usize>> =
        (0..6).map(|fold| hold_out(&options, 14, fold, &mut own()).held).collect();
    for round in held.chunks(3) {
        let mut all: Vec<usize> = round.concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 12);
    }
    assert_ne!(held[0], held[3]);
    let these =
        ReplayOptions { calibrate: Calibrators::These(vec![0, 1, 2, 3]), ..options.clone() };
    let some = ReplayOptions { calibrate: Calibrators::Some(5), ..options };
    for fold in 0..6 {
        let set = hold_out(&these, 14, fold, &mut own());
        assert_eq!(set.calibrators, [0, 1, 2, 3]);
        assert!(set.held.iter().all(|model| *model > 3));
        let set = hold_out(&some, 14, fold, &mut own());
        assert_eq!(set.calibrators.len(), 5);
        assert!(set.calibrators.iter().all(|model| !set.held.contains(model)));
    }
}

#[test]
fn scores_have_errors_and_intervals() {
    let data = table(20, 300);
    let run = RunOptions { goal: Goal::Score, ..ReplayOptions::default().run };
    let found =
        replay(&data, &ReplayOptions { folds: 10, run, ..ReplayOptions::default() }, &on(2));
    let found = found.unwrap();
    let at = |scoring: &str, items: u64| {
        let own = |step: &&crate::adaptive::ReplayStep| {
            step.design == "paired" && step.scoring == scoring && step.items == items
        };
        found.steps.iter().find(own).unwrap().clone()
    };
    for scoring in ["mean", "ability", "assisted"] {
        let (few, many, all) = (at(scoring, 25), at(scoring, 100), at(scoring, 300));
        assert!(few.rmse > many.rmse && many.rmse > all.rmse);
        assert!(all.rmse.unwrap() < 1e-9);
        assert_eq!(all.coverage, Some(1.0));
        assert!(many.coverage.unwrap() > 0.8);
    }
    assert!(at("ability", 100).rmse < at("mean", 100).rmse);
}

#[test]
fn bad_options_and_data_are_refused() {
    let data = table(8, 30);
    let said = |change: &dyn Fn(&mut ReplayTable, &mut ReplayOptions)| {
        let (mut data, mut options) = (data.clone(), ReplayOptions::default());
        change(&mut data, &mut options);
        replay(&data, &options, &on(1)).unwrap_err().to_string()
    };
    for (sentence, change) in [
        (
            "hold_out = 6 of 8 models leaves 2 for the calibration, which needs 3",
            (&|_: &mut ReplayTable, o: &mut ReplayOptions| o.hold_out = 6)
                as &dyn Fn(&mut ReplayTable, &mut ReplayOptions),
        ),
        ("hold_out = 1 is too few: a ranking needs at least 2 models", &|_, o| o.hold_out = 1),
        ("folds = 0 is not a whole number from 1", &|_, o| o.folds = 0),
        ("calibrate = 2 is too few: a calibration needs at least 3 models", &|_, o| {
            o.calibrate = Calibrators::Some(2);
        }),
        ("calibrate = 5 is too many: with 4 of 8 models held out, 4 are left", &|_, o| {
            o.calibrate = Calibrators::Some(5);
        }),
        ("hold_out = 4 is too many: of 8 models, 5 calibrate, so that 3 are left", &|_, o| {
            o.calibrate = Calibrators::These((0..5).collect());
        }),
        ("warmup = 10 is more than max_items = 9, the most items of a model", &|_, o| {
            o.run.max_items = Some(9);
        }),
        ("every score of the calibration models is 1, so that items do not differ", &|t, o| {
            t.sums.fill(1.0);
            o.range = Some((0.0, 1.0));
        }),
        ("scores from 1 to 1 are no range", &|_, o| o.range = Some((1.0, 1.0))),
        ("the sum of scores[0, 3] = NaN is not finite", &|t, _| t.sums[3] = f64::NAN),
        ("every score of the calibration models is 1, so that items do not differ", &|t, _| {
            t.sums.fill(1.0);
        }),
        ("have fewer than 2 items in common", &|t, _| t.trials[30..].fill(0.0)),
        ("select = \"top\" is not one of information, expected", &|_, o| {
            o.run.selection = Selection::Top(3);
        }),
        ("leave 1 model for the calibration, which needs 3", &|t, _| {
            t.families = ["a", "a", "a", "a", "a", "a", "a", "b"].map(str::to_owned).to_vec();
        }),
    ] {
        let found = said(change);
        assert!(found.contains(sentence), "{found}");
    }
    let alike = said(&|t, o| {
        t.sums[..120].fill(1.0);
        o.calibrate = Calibrators::These((4..8).collect());
    });
    assert_eq!(alike, "the held-out models m0, m1, m2, m3 all score 1, so that they have no order");
}

/// The errors of scores beside their formulas, of two models that have items of their own.
#[test]
fn errors_of_scores_are_those_of_their_formulas() {
    let items = 6;
    let columns = BankColumns {
        items: (0..items).map(|item| item.to_string()).collect(),
        a: vec![1.0; items],
        b: (0..items).map(|item| item as f64 / 3.0 - 1.0).collect(),
        phi: vec![1.0; items],
        ..BankColumns::default()
    };
    let scale = ScoreScale { lo: 0.0, hi: 2.0, greater_is_better: true };
    let bank = ItemBank::new(columns, scale).unwrap();
    let scores = [vec![2.0, 2.0, 1.0, 0.0, 1.0, 0.0], vec![1.0, 0.0, 0.0, 0.0, 1.0, 1.0]];
    let recorded = Recorded::new(&bank, &scores, &scores, 1.96).unwrap();
    // Means of 1, 1/2 and 1/2 of the first, and of 0, ½ and 0 of the second: ⅔ and ⅙.
    let orders = [vec![4, 0, 2, 1], vec![3, 5, 1, 0]];
    let at = |z: f64| {
        let prior = AbilityPrior::default();
        let confidence = 2.0 * probability(z) - 1.0;
        scored(Design::Random, &orders, &bank, &recorded, (prior, confidence), &[1, 3, 5]).unwrap()
    };
    // Five items are more than an order has, and one item has no variance.
    let kinds: Vec<_> = at(1.0).iter().map(|one| (one.scoring, one.items)).collect();
    let (mean, ability, assisted) =
        (ReplayScoring::Mean, ReplayScoring::Ability, ReplayScoring::Assisted);
    assert_eq!(kinds, [(ability, 1), (mean, 3), (ability, 3), (assisted, 3)]);
    // Errors of scores from 0 to 2: 4/3 − 1 and 1/3 − 1/2.
    let of_means = at(1.0)[1];
    assert!((of_means.squares - (1.0 / 9.0 + 1.0 / 36.0)).abs() < 1e-14);
    assert_eq!((of_means.models, of_means.tau, of_means.top), (2, 1.0, 1.0));
    // Three of six items: σ² = ½ · ((1/3)² + 2 (1/6)²) / 2 / 3 = 1/72 for both models.
    let sigma = 2.0 * (1.0_f64 / 72.0).sqrt();
    for (z, covered) in [
        (1.0 / 3.0 / sigma * 1.001, 2),
        (1.0 / 3.0 / sigma * 0.999, 1),
        (1.0 / 6.0 / sigma * 1.001, 1),
        (1.0 / 6.0 / sigma * 0.999, 0),
    ] {
        assert_eq!(at(z)[1].covered, covered, "{z}");
    }
}

#[test]
fn averages_have_the_deviation_of_a_sample() {
    let three = Average::of([1.0, 2.0, 6.0]);
    assert_eq!((three.mean, three.sd, three.count), (3.0, Some(7.0_f64.sqrt()), 3));
    assert_eq!(three.error(), Some(7.0_f64.sqrt() / 3.0_f64.sqrt()));
    assert_eq!(Average::of([4.0]).error(), None);
}

#[test]
fn the_nearest_number_of_items_may_be_the_first() {
    let near = |items| nearest(&[5, 10, 20], items);
    assert_eq!([0.0, 7.0, 8.0, 14.0, 90.0].map(near), [0, 0, 1, 1, 2]);
}

#[test]
fn two_items_have_the_error_of_a_sample_of_two() {
    let bank = two_items();
    // Gaps of 0.1 and 0.5: a mean of 0.3 with the error 0.2.
    let scores = [vec![0.6, 1.0], vec![0.5, 0.5]];
    let tied = |z| Recorded::new(&bank, &scores, &scores, z).unwrap().ties(0, 1);
    assert!(tied(1.6) && !tied(1.4));
}
