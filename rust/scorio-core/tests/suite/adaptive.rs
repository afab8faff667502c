//! Adaptive runs: whole logs, laws, and states that are kept and read again.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::unreadable_literal,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::sync::Arc;

use scorio_core::adaptive::{
    BankColumns, BoundaryRule, ItemBank, ModelCost, PairBoundary, Ranker, RunModel, RunOptions,
    ScoreScale, Selection, StopReason,
};
use scorio_core::irt::{AbilityBelief, AbilityPrior, Curve};

const DIFFICULTIES: [f64; 11] = [-2.0, -1.5, -1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0, 1.5, 2.0];
const OUTCOMES: [[f64; 11]; 3] = [
    [0.993, 0.859, 0.908, 0.736, 0.781, 0.64, 0.696, 0.524, 0.5, 0.282, 0.281],
    [0.861, 0.862, 0.72, 0.676, 0.544, 0.555, 0.445, 0.431, 0.259, 0.228, 0.1],
    [0.822, 0.691, 0.619, 0.455, 0.421, 0.334, 0.33, 0.23, 0.188, 0.089, 0.089],
];

fn bank_of(b: &[f64], phi: f64, strata: Vec<Option<String>>) -> Arc<ItemBank> {
    let columns = BankColumns {
        items: (0..b.len()).map(|i| format!("q{i}")).collect(),
        a: vec![1.0; b.len()],
        b: b.to_vec(),
        phi: vec![phi; b.len()],
        strata,
        ..BankColumns::default()
    };
    let scale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };
    Arc::new(ItemBank::new(columns, scale).unwrap())
}

fn models(costs: &[f64]) -> Vec<RunModel> {
    let model = |(place, cost): (usize, &f64)| RunModel {
        name: format!("m{place}"),
        cost: ModelCost::Same(*cost),
    };
    costs.iter().enumerate().map(model).collect()
}

fn driven(run: &mut Ranker, outcomes: &[[f64; 11]; 3]) -> Vec<(usize, usize)> {
    let mut log = Vec::new();
    while let [query] = run.ask(1)[..] {
        log.push((query.model, query.item));
        run.tell(query.id, outcomes[query.model][query.item], None).unwrap();
    }
    log
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1e-3), "{found} {expected}");
}

#[test]
fn the_published_algorithm_has_its_log() {
    let options = RunOptions {
        boundary: BoundaryRule::TwoSided,
        warmup: 2,
        budget: Some(60.0),
        ..RunOptions::default()
    };
    let bank = bank_of(&DIFFICULTIES, 0.0625, Vec::new());
    let mut run = Ranker::new(bank, models(&[4.0, 1.0, 2.0]), options).unwrap();
    let log = driven(&mut run, &OUTCOMES);
    let expected = [
        (0, 5),
        (1, 5),
        (2, 5),
        (0, 7),
        (1, 6),
        (2, 3),
        (1, 4),
        (2, 2),
        (1, 7),
        (1, 3),
        (0, 6),
        (1, 8),
        (1, 2),
        (0, 8),
    ];
    assert_eq!(log, expected);
    assert_eq!(run.reason(), Some(StopReason::Confident));
    assert_eq!((run.spent(), run.order()), (29.0, vec![0, 1, 2]));
    let report = run.report().unwrap();
    for (model, (ability, se)) in report.models.iter().zip([
        (0.7976110471252659, 0.25819212442488726),
        (0.08074123630208785, 0.19710613330822524),
        (-0.6257497918369346, 0.2946276531008004),
    ]) {
        close(model.ability, ability, 1e-9);
        close(model.se, se, 1e-9);
    }
}

#[test]
fn the_anytime_boundary_asks_every_item() {
    let options = RunOptions { warmup: 2, ..RunOptions::default() };
    let bank = bank_of(&DIFFICULTIES, 0.0625, Vec::new());
    let mut run = Ranker::new(bank, models(&[1.0; 3]), options).unwrap();
    let expected = [
        (0, 5),
        (1, 5),
        (2, 5),
        (0, 7),
        (1, 6),
        (2, 3),
        (2, 2),
        (0, 6),
        (1, 4),
        (0, 8),
        (2, 4),
        (1, 7),
        (0, 9),
        (2, 6),
        (1, 3),
        (0, 4),
        (2, 1),
        (1, 8),
        (0, 10),
        (2, 7),
        (1, 2),
        (0, 3),
        (2, 0),
        (1, 9),
        (0, 2),
        (2, 8),
        (1, 1),
        (0, 1),
        (2, 9),
        (1, 10),
        (0, 0),
        (2, 10),
        (1, 0),
    ];
    assert_eq!(driven(&mut run, &OUTCOMES), expected);
    assert_eq!(run.reason(), Some(StopReason::Items));
    assert_eq!(run.open_pairs(), [(0, 1), (1, 2)]);
}

#[test]
fn equal_models_stay_tied() {
    let outcomes = [OUTCOMES[0], OUTCOMES[1], OUTCOMES[1]];
    let options = RunOptions {
        boundary: BoundaryRule::TwoSided,
        warmup: 2,
        max_items: Some(8),
        ..RunOptions::default()
    };
    let bank = bank_of(&DIFFICULTIES, 0.0625, Vec::new());
    let mut run = Ranker::new(bank, models(&[1.0; 3]), options).unwrap();
    let expected = [
        (0, 5),
        (1, 5),
        (2, 5),
        (0, 7),
        (1, 6),
        (2, 6),
        (0, 6),
        (1, 4),
        (2, 4),
        (0, 8),
        (1, 7),
        (2, 7),
        (0, 9),
        (1, 3),
        (2, 3),
        (0, 4),
        (1, 8),
        (2, 8),
        (1, 2),
        (2, 2),
        (1, 9),
        (2, 9),
    ];
    assert_eq!(driven(&mut run, &outcomes), expected);
    assert_eq!((run.reason(), run.open_pairs()), (Some(StopReason::Items), vec![(1, 2)]));
}

/// θ and standard errors of four models, with what decides their pairs.
#[test]
fn pairs_are_decided_as_the_exact_values_say() {
    let located = [(1.2, 0.2), (0.5, 0.25), (0.1, 0.22), (-0.9, 0.3)];
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let heights = [
        3.6757981189163704,
        3.565604202126047,
        3.884922345790694,
        3.740530635104937,
        4.049897625796759,
        3.947160395886087,
    ];
    let boundary = |rule, pairs| PairBoundary::new(rule, 0.95, pairs, 10.0, None).unwrap();
    let decided = |boundary: &PairBoundary| {
        pairs.map(|(i, j): (usize, usize)| boundary.decides(located[i], located[j], 0.0))
    };
    let anytime = boundary(BoundaryRule::Anytime, 1);
    for ((i, j), height) in pairs.into_iter().zip(heights) {
        close(anytime.height(located[i], located[j], 0.0), height, 1e-12);
        // p is at most α where the pair is decided, and only there.
        let p = anytime.p_value(located[i], located[j], 0.0);
        assert_eq!(p <= 0.05, anytime.decides(located[i], located[j], 0.0));
    }
    assert_eq!(decided(&anytime), [false, true, true, false, false, false]);
    let two_sided = boundary(BoundaryRule::TwoSided, 1);
    assert_eq!(decided(&two_sided), [true, true, true, false, true, true]);
    let family = boundary(BoundaryRule::Anytime, 6);
    assert_eq!(decided(&family), [false, false, true, false, false, false]);
    // ρ for a standard error of 0.2 is 3.15: the boundary of that ρ is the boundary of the resolution.
    let tuned = PairBoundary::new(BoundaryRule::Anytime, 0.95, 1, 10.0, Some(0.2)).unwrap();
    let own = PairBoundary::new(BoundaryRule::Anytime, 0.95, 1, 3.150140244814085, None).unwrap();
    let height = |line: PairBoundary| line.height((0.0, 0.1), (1.0, 0.1), 0.0);
    close(height(tuned), height(own), 1e-12);
}

/// Numbers from 0 to 1 that look random.
fn spread(place: u64) -> f64 {
    let mixed = place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64
        / (1_u64 << 53) as f64
}

#[test]
fn the_bounded_search_finds_what_a_look_at_all_items_finds() {
    let items = 3000_u64;
    let column = |from: u64, low: f64, high: f64| -> Vec<f64> {
        (0..items).map(|i| low + (high - low) * spread(from * items + i)).collect()
    };
    // Items with one slope, with slopes of their own, and with few places that many share.
    for kind in 0..3 {
        let columns = BankColumns {
            items: (0..items).map(|i| i.to_string()).collect(),
            a: if kind == 1 { column(1, 0.3, 2.5) } else { vec![1.0; 3000] },
            b: match kind {
                2 => column(2, -4.0, 4.0).into_iter().map(f64::round).collect(),
                _ => column(2, -4.0, 4.0),
            },
            phi: if kind == 1 { column(3, 0.1, 1.0) } else { vec![0.5; 3000] },
            ..BankColumns::default()
        };
        let scale = ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true };
        let bank = Arc::new(ItemBank::new(columns, scale).unwrap());
        for (step, selection) in [Selection::Information, Selection::Expected].iter().enumerate() {
            for ability in [-6.0, -1.3, 0.0, 0.7, 5.0] {
                let prior = AbilityPrior::new(ability, 0.5).unwrap();
                let options = RunOptions { selection: *selection, prior, ..RunOptions::default() };
                let models = models(&[1.0, 1.0]);
                let mut run = Ranker::new(Arc::clone(&bank), models, options).unwrap();
                let belief = AbilityBelief::new(&[], prior);
                let value = |item: &Curve| -> f64 {
                    if step == 0 {
                        return item.information(ability);
                    }
                    let nodes = belief.nodes().iter().zip(belief.masses());
                    nodes.map(|(node, mass)| mass * item.information(*node)).sum()
                };
                let mut best = (f64::NEG_INFINITY, 0);
                for (place, item) in bank.curves().iter().enumerate() {
                    let value = value(item);
                    if value > best.0 {
                        best = (value, place);
                    }
                }
                assert_eq!(run.ask(1)[0].item, best.1, "{kind} {selection:?} {ability}");
            }
        }
    }
}
