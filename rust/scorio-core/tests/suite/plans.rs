//! Plans depend on nothing but the seed. Closed forms agree with their definitions.

use ndarray::{ArrayViewD, arr2};
use scorio_core::NumericError;
use scorio_core::plan::stopping::{Rule, next, top};
use scorio_core::plan::{Aim, Components, Pair, Side, foresee, looks, smallest_difference};
use scorio_core::{Error, Replicates, Weights};

#[expect(clippy::unwrap_used, reason = "a helper of tests")]
fn side(p: &[f64]) -> Side {
    Side::assumed(&ArrayViewD::from_shape(vec![p.len()], p).unwrap(), false).unwrap()
}

#[test]
fn plans_do_not_depend_on_threads_and_can_be_ended() {
    let (a, b, weights) = (side(&[0.2, 0.9, 0.5]), side(&[0.3, 0.4, 0.5]), Weights::binary());
    let pair = Pair::new(&a, &b, &weights).unwrap();
    let grid = [1, 7, 30];
    let go_on = |_| true;
    let all = |threads| {
        let work = Replicates { count: 1000, threads, go_on: &go_on };
        (
            foresee(&pair, &grid, (0.9, 2), &work, 3).unwrap(),
            looks(&pair, &grid, 0.9, &work, 3).unwrap(),
        )
    };
    assert_eq!(all(1), all(3));
    let ended = Replicates { count: 1000, threads: 2, go_on: &|_| false };
    assert_eq!(
        foresee(&pair, &grid, (0.9, 2), &ended, 3),
        Err(Error::Numeric(NumericError::Stopped))
    );
    let none = Replicates { count: 0, threads: 1, go_on: &go_on };
    assert_eq!(
        foresee(&pair, &grid, (0.9, 2), &none, 3),
        Err(Error::Numeric(NumericError::NoReplicates))
    );
}

#[test]
fn differences_use_the_scale_of_the_weights() {
    let (a, weights) = (side(&[0.5; 40]), Weights::binary());
    let graded = Weights::new(&[1000.0, 1010.0]).unwrap();
    let aim = Aim::new(0.95, 2, 0.8).unwrap();
    let plain = smallest_difference(&a, &weights, 9, aim).unwrap().unwrap();
    let tenfold = smallest_difference(&a, &graded, 9, aim).unwrap().unwrap();
    assert!((tenfold / plain - 10.0).abs() < 1e-9);
    // Certain outcomes do not vary between trials.
    assert_eq!(smallest_difference(&side(&[1.0; 40]), &weights, 9, aim), Ok(Some(0.0)));
}

#[test]
fn questions_are_better_than_trials_unless_they_cost() {
    let (a, b) = (arr2(&[[0.0, 1.0], [1.0, 1.0]]), arr2(&[[0.0, 0.0], [0.0, 1.0]]));
    let weights = Weights::binary();
    let actual = Components::estimated(&a.view(), &b.view(), &weights).unwrap();
    // Means differ by 1/2 in both questions. Trials have variances 1/2, 0 and 0, 1/2.
    assert_eq!(actual, Components { between: 0.0, within: 0.5 });
    let components = Components { between: 0.02, within: 0.5 };
    let free = components.best(1000, 0.0, 1..=u64::MAX).unwrap();
    assert_eq!((free.questions, free.trials), (1000, 1));
    assert!((free.sigma - (0.52_f64 / 1000.0).sqrt()).abs() < 1e-15);
    // √(c W / B) = √(4 × 25) = 10.
    let costly = components.best(1_400_000, 4.0, 1..=u64::MAX).unwrap();
    assert_eq!((costly.questions, costly.trials), (100_000, 10));
    assert!(components.best(4, 4.0, 1..=10).is_err());
    // If questions do not seem to differ, the plan keeps to the minimum of questions, if the budget
    // pays for them.
    let alike = Components { between: 0.0, within: 1.0 };
    let kept = alike.best(2400, 5.0, 30..=u64::MAX).unwrap();
    assert_eq!((kept.questions, kept.trials), (30, 75));
    assert_eq!(alike.best(60, 5.0, 30..=u64::MAX).unwrap().questions, 10);
    let few = components.best(1_000_000_000, 0.0, 1..=3).unwrap();
    assert_eq!((few.questions, few.trials), (3, 333_333_333));
    assert!(components.best(1_000_000_001, 0.0, 1..=3).is_err());
}

#[test]
fn the_next_rival_is_ambiguous_if_any_is() {
    for rule in [Rule::Overlap, Rule::Score] {
        let (mus, sigmas) = ([0.5, 0.9, 0.88, 0.2], [0.01, 0.02, 0.02, 0.3]);
        let top = top(&mus, &sigmas, 0.95, rule).unwrap();
        let (leader, rival) = next(&mus, &sigmas, 0.95, rule).unwrap();
        assert_eq!(top.leader, leader);
        assert!(top.ambiguous.contains(&rival));
    }
    assert!(next(&[0.5], &[0.1], 0.95, Rule::Score).is_err());
}

#[test]
fn categories_that_rounding_overfills_are_drawn() {
    // 1 − 0.7 − 0.2 is below 0.1, so that the third category has a share above 1 of the rest.
    let p = arr2(&[[0.7, 0.2, 0.1, 0.0], [0.1, 0.2, 0.7, 0.0]]).into_dyn();
    let side = Side::assumed(&p.view(), true).unwrap();
    let other = Side::assumed(&arr2(&[[0.25; 4]; 2]).into_dyn().view(), true).unwrap();
    let weights = Weights::new(&[0.0, 1.0, 2.0, 3.0]).unwrap();
    let pair = Pair::new(&side, &other, &weights).unwrap();
    let work = Replicates { count: 100, threads: 1, go_on: &|_| true };
    let found = foresee(&pair, &[50], (0.9, 2), &work, 1).unwrap();
    assert!(found[0].z.value.is_finite());
}
