use std::cell::Cell;

use super::*;
use crate::irt::GradedCurve;

/// Numbers from 0 to 1 that look random.
fn spread(place: usize, ratio: f64) -> f64 {
    (ratio * (place as f64 + 0.5)).fract()
}

fn curve(slope: f64, difficulty: f64, dispersion: f64) -> Curve {
    ItemCurve { slope, difficulty, dispersion }.into()
}

/// Items of which each of three numbers may differ.
fn items(count: usize, slopes: bool, places: bool, dispersions: bool) -> Vec<Curve> {
    let one = |item: usize| {
        curve(
            if slopes { 0.3 + 2.2 * spread(item, 0.618_034) } else { 1.0 },
            if places { 8.0 * spread(item, 0.414_214) - 4.0 } else { 0.0 },
            if dispersions { 0.05 + spread(item, 0.732_051) } else { 0.5 },
        )
    };
    (0..count).map(one).collect()
}

const NODES: [&[(f64, f64)]; 4] = [
    &[(0.0, 1.0)],
    &[(-1.7, 1.0)],
    &[(-2.0, 0.3), (0.4, 0.5), (1.5, 0.2)],
    &[(-1.0, 0.5), (1.0, 0.5)],
];

fn part(slope: (f64, f64), difficulty: (f64, f64), dispersion: f64) -> ItemPart {
    ItemPart {
        from: 0,
        to: 1,
        second: None,
        slope,
        difficulty,
        most: 1.0 / dispersion,
        alike: false,
    }
}

fn information(nodes: &[(f64, f64)], slope: f64, difficulty: f64, dispersion: f64) -> f64 {
    let item = ItemCurve { slope, difficulty, dispersion };
    nodes.iter().map(|(ability, mass)| mass * item.information(*ability)).sum()
}

#[test]
fn the_bound_of_items_that_are_alike_is_their_information() {
    for nodes in NODES {
        let criterion = Criterion { curves: &[], nodes };
        for (a, b, phi) in [(1.0, 0.0, 1.0), (0.4, -2.0, 0.3), (2.5, 0.8, 1.7), (1.3, 6.0, 0.1)] {
            let found = criterion.bound(&part((a, 0.0), (b, 0.0), phi));
            let exact = information(nodes, a, b, phi);
            assert!((found / exact - 1.0).abs() < 1e-11, "{found} {exact}");
        }
    }
}

#[test]
fn the_bound_of_narrow_parts_rises_as_the_derivatives_do() {
    let h = 1e-6;
    for nodes in NODES {
        let criterion = Criterion { curves: &[], nodes };
        for (a, b, phi) in [(1.0, 0.3, 1.0), (0.4, -2.0, 0.3), (1.9, 0.8, 1.7), (0.8, 3.0, 0.1)] {
            let at = |x: f64, y: f64| information(nodes, x, y, phi);
            let by_slope = (at(a + h, b) - at(a - h, b)).abs() / (2.0 * h);
            let by_place = (at(a, b + h) - at(a, b - h)).abs() / (2.0 * h);
            for (wide, far) in [(1e-4, 0.0), (0.0, 1e-4), (1e-4, 1e-4)] {
                let found = criterion.bound(&part((a, wide), (b, far), phi)) - at(a, b);
                let line = by_slope * wide + by_place * far;
                // The rest is at most ¼ h_a² + 0.31 a² h_a h_b + a⁴ h_b² / 16, over φ.
                let a = a + wide;
                let rest = 0.25 * wide * wide
                    + 0.31 * a * a * wide * far
                    + a * a * a * a * far * far / 16.0;
                assert!((found - line - rest / phi).abs() < 1e-9 / phi, "{found} {line}");
            }
        }
    }
}

#[test]
fn no_item_of_a_part_tells_more_than_its_bound() {
    let steps = || (-4..=4).map(|step| f64::from(step) / 4.0);
    for nodes in NODES {
        let criterion = Criterion { curves: &[], nodes };
        for (a, wide) in [(1.0, 0.6), (2.0, 1.9), (0.3, 0.05)] {
            for (b, far) in [(0.0, 0.5), (-1.5, 2.0), (2.0, 0.1), (0.7, 4.0)] {
                let bound = criterion.bound(&part((a, wide), (b, far), 0.5));
                for (x, y) in steps().flat_map(|x| steps().map(move |y| (x, y))) {
                    let own = information(nodes, a + x * wide, b + y * far, 0.5);
                    assert!(own <= bound, "{own} {bound}");
                }
                // No item of the part has a higher curve than the steepest.
                assert!(bound <= 0.25 * (a + wide) * (a + wide) / 0.5 * SLACK);
            }
        }
    }
}

/// The best item, and how many items were looked at.
fn found(search: &ItemSearch, criterion: &Criterion<'_>) -> (Option<usize>, usize) {
    let looks = Cell::new(0);
    let best = search.best(criterion, None, |_| {
        looks.set(looks.get() + 1);
        true
    });
    (best, looks.get())
}

#[test]
fn few_items_are_looked_at() {
    for (slopes, places, dispersions, most) in [
        (false, true, false, 60),
        (true, false, false, 150),
        (false, false, true, 60),
        (true, true, false, 300),
        (false, true, true, 400),
        (true, true, true, 700),
    ] {
        let curves = items(3000, slopes, places, dispersions);
        let search = ItemSearch::new(&curves, &vec![true; 3000], &vec![0; 3000]);
        for nodes in NODES {
            let criterion = Criterion { curves: &curves, nodes };
            let (best, looks) = found(&search, &criterion);
            let mut plain = (f64::NEG_INFINITY, 0);
            for item in 0..3000 {
                if criterion.value(item) > plain.0 {
                    plain = (criterion.value(item), item);
                }
            }
            assert_eq!(best, Some(plain.1));
            assert!(looks <= most, "{slopes} {places} {dispersions}: {looks}");
        }
    }
}

#[test]
fn of_equal_items_the_first_that_is_free_is_the_best() {
    // Far more items than a part has, all alike, of two strata.
    let curves = vec![curve(1.0, 0.0, 1.0); 200];
    let strata: Vec<usize> = (0..200).map(|item| usize::from(item < 100)).collect();
    let mut kept = vec![true; 200];
    kept[3] = false;
    let search = ItemSearch::new(&curves, &kept, &strata);
    let criterion = Criterion { curves: &curves, nodes: &[(0.5, 1.0)] };
    assert_eq!(search.best(&criterion, None, |item| item > 1), Some(2));
    assert_eq!(search.best(&criterion, None, |item| item > 2), Some(4));
    assert_eq!(search.best(&criterion, Some(0), |_| true), Some(100));
    assert_eq!(search.best(&criterion, Some(1), |item| item > 99), None);
    assert!(search.has_free(1, |item| item == 99) && !search.has_free(1, |item| item > 99));
    assert!(!search.has_free(1, |item| item == 3) && !search.has_free(2, |_| true));
    assert_eq!(search.sizes(), [100, 99]);
}

#[test]
fn items_with_steps_are_looked_at_one_by_one() {
    let item = ItemCurve { slope: 1.0, difficulty: 0.0, dispersion: 1.0 };
    let mut curves = items(50, false, true, false);
    // Two steps at one place tell more than one step does.
    curves[20] = GradedCurve::new(item, &[0.0, 0.0]).into();
    curves[30] = curves[20].clone();
    let search = ItemSearch::new(&curves, &[true; 50], &[0; 50]);
    let criterion = Criterion { curves: &curves, nodes: &[(0.0, 1.0)] };
    // 0, 1 and 2 have the same chance: the variance is 2/3. That of the others is at most 1/4 over ½.
    assert!((criterion.value(20) - 2.0 / 3.0).abs() < 1e-15);
    assert_eq!(search.best(&criterion, None, |_| true), Some(20));
    assert_eq!(search.best(&criterion, None, |item| item != 20), Some(30));
    assert!(search.best(&criterion, None, |item| item != 20 && item != 30).is_some());
    assert_eq!(search.sizes(), [50]);
    assert!(search.has_free(0, |item| item == 30));
}
