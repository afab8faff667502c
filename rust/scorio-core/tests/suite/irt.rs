//! Curves and abilities beside values of 25 digits, which 40-digit arithmetic gave.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

use proptest::prelude::*;
use scorio_core::irt::{
    Ability, AbilityBelief, AbilityPrior, Answered, GradedCurve, ItemCurve, filter, mode,
};

const FIVE: [(f64, f64); 5] = [(-1.5, 0.95), (-0.5, 0.8), (0.0, 0.62), (0.7, 0.4), (1.8, 0.15)];
const WIDE: AbilityPrior = AbilityPrior { mean: 0.0, variance: 25.0 };

fn cell(slope: f64, difficulty: f64, dispersion: f64, trials: f64, sum: f64) -> Answered {
    Answered { item: ItemCurve { slope, difficulty, dispersion }.into(), trials, sum }
}

fn scored(difficulty: f64, outcome: f64) -> Answered {
    cell(1.0, difficulty, 0.0625, 1.0, outcome)
}

/// Relative where a number is above 1e-3, else absolute.
fn close(actual: f64, expected: f64, tolerance: f64) {
    let size = if expected.abs() > 1e-3 { expected.abs() } else { 1.0 };
    assert!((actual - expected).abs() <= tolerance * size, "{actual} is not {expected}");
}

fn near(actual: f64, expected: f64) {
    assert!((actual / expected - 1.0).abs() < 1e-13, "{actual} is not {expected}");
}

#[test]
fn curves_have_all_digits_at_both_ends() {
    let items = [
        (0.3, 1.0, -0.5, 0.0625, 0.689_974_481_127_612_4, 0.310_025_518_872_387_55),
        (0.3, 1.7, 0.9, 1.0, 0.265_027_400_533_481_17, 0.734_972_599_466_518_8),
        (-40.0, 1.0, 0.0, 1.0, 4.248_354_255_291_589e-18, 1.0),
        (40.0, 1.0, 0.0, 0.5, 1.0, 4.248_354_255_291_589e-18),
        (2.0, 0.35, 2.0, 0.2, 0.5, 0.5),
    ];
    let information = [
        3.422_555_144_324_711,
        0.562_936_965_974_846_7,
        4.248_354_255_291_589e-18,
        8.496_708_510_583_178e-18,
        0.153_125,
    ];
    for ((ability, slope, difficulty, dispersion, mean, complement), information) in
        items.into_iter().zip(information)
    {
        let item = ItemCurve { slope, difficulty, dispersion };
        near(item.mean(ability), mean);
        near(item.complement(ability), complement);
        near(item.information(ability), information);
    }
    let steep = ItemCurve { slope: 1e3, difficulty: 0.0, dispersion: 1.0 };
    assert_eq!((steep.mean(-1e300), steep.mean(1e300)), (0.0, 1.0));
    assert_eq!(steep.information(1e300), 0.0);
}

#[test]
fn modes_after_each_item() {
    let expected = [
        (2, 0.484_411_195_935_714_9, 0.512_031_569_826_315_3),
        (3, 0.389_235_744_674_962, 0.358_121_729_583_086_3),
        (1, 0.522_148_149_855_344_1, 0.303_430_666_542_798_93),
        (4, 0.442_276_206_741_949_8, 0.270_988_539_031_657_8),
        (0, 0.521_078_329_997_691, 0.256_142_859_606_283_2),
    ];
    let mut seen = Vec::new();
    for (place, theta, se) in expected {
        seen.push(scored(FIVE[place].0, FIVE[place].1));
        let found = mode(&seen, WIDE);
        close(found.mode, theta, 1e-11);
        close(found.se, se, 1e-11);
    }
}

fn belief_of(
    cells: &[Answered],
    prior: AbilityPrior,
    numbers: [f64; 4],
    tolerance: f64,
) -> AbilityBelief {
    let belief = AbilityBelief::new(cells, prior);
    let found = [belief.ability().mode, belief.ability().se, belief.mean(), belief.sd()];
    for (found, expected) in found.into_iter().zip(numbers) {
        close(found, expected, tolerance);
    }
    belief
}

#[test]
fn quantiles() {
    let cells: Vec<Answered> = FIVE.map(|(b, y)| scored(b, y)).to_vec();
    let belief = AbilityBelief::new(&cells, WIDE);
    close(belief.mean(), 0.524_956_287_278_561_5, 1e-12);
    close(belief.sd(), 0.257_204_369_837_217_1, 1e-12);
    for (level, expected) in [
        (0.025, 0.024_265_062_620_998_51),
        (0.5, 0.523_657_988_569_292),
        (0.975, 1.033_032_531_567_926),
    ] {
        close(belief.quantile(level).unwrap(), expected, 1e-11);
    }
    assert_eq!(
        belief.interval(0.95).unwrap(),
        (
            belief.quantile(0.5 * (1.0 - 0.95)).unwrap(),
            belief.quantile(1.0 - 0.5 * (1.0 - 0.95)).unwrap()
        )
    );
    assert!(belief.quantile(0.0).is_err() && belief.interval(1.0).is_err());
}

#[test]
fn skew_posteriors() {
    let all = |outcome: f64| FIVE.map(|(b, _)| scored(b, outcome));
    let one = [
        6.417_381_623_470_453,
        1.841_361_223_235_675_7,
        7.783_215_117_078_374,
        2.371_453_509_279_837,
    ];
    let belief = belief_of(&all(1.0), WIDE, one, 1e-11);
    let (low, high) = belief.interval(0.95).unwrap();
    close(low, 4.411_457_719_886_458, 1e-10);
    close(high, 13.512_229_665_318_433, 1e-10);
    let zero = [
        -6.211_957_512_991_72,
        1.866_784_736_388_909,
        -7.600_087_933_631_548,
        2.398_520_029_345_213,
    ];
    let belief = belief_of(&all(0.0), WIDE, zero, 1e-11);
    let (low, high) = belief.interval(0.95).unwrap();
    close(low, -13.390_355_324_645_038, 1e-10);
    close(high, -4.190_522_583_276_605, 1e-10);
}

#[test]
fn slopes_and_trials() {
    let items = [
        cell(0.6, -1.0, 1.0, 1.0, 1.0),
        cell(1.9, 0.3, 1.0, 1.0, 0.0),
        cell(1.1, 0.8, 1.0, 1.0, 1.0),
        cell(2.4, -0.2, 1.0, 1.0, 1.0),
        cell(0.9, 1.5, 1.0, 1.0, 0.0),
    ];
    let narrow = AbilityPrior::new(0.0, 1.0).unwrap();
    let expected = [
        0.289_412_590_214_897,
        0.538_286_796_346_971_4,
        0.328_952_036_636_027_73,
        0.570_321_310_875_116_2,
    ];
    belief_of(&items, narrow, expected, 1e-11);
    let counts = [
        cell(1.2, -0.4, 1.0, 16.0, 11.0),
        cell(0.8, 0.9, 1.0, 8.0, 3.0),
        cell(1.5, 2.0, 1.0, 4.0, 0.0),
        cell(1.0, -2.0, 1.0, 2.0, 2.0),
    ];
    let expected = [
        0.224_725_877_939_980_6,
        0.378_601_610_360_439_5,
        0.237_281_930_951_722_04,
        0.382_565_041_472_048_45,
    ];
    belief_of(&counts, WIDE, expected, 1e-11);
}

#[test]
fn surprises_and_no_items() {
    let prior = AbilityPrior::new(-6.9, 25.0).unwrap();
    let surprise = [scored(0.0, 0.9)];
    let found = mode(&surprise, prior);
    close(found.mode, 1.971_947_419_633_014_7, 1e-11);
    close(found.se, 0.754_629_692_567_642_7, 1e-11);
    // The filter goes far beyond.
    let filtered = filter(Ability { mode: -6.9, se: 5.0 }, &surprise[0]);
    close(filtered.mode, 249.53, 1e-4);
    let none = AbilityPrior::new(0.7, 25.0).unwrap();
    belief_of(&[], none, [0.7, 5.0, 0.7, 5.0], 1e-13);
    assert!(AbilityPrior::new(0.0, 0.0).is_err() && AbilityPrior::new(f64::NAN, 1.0).is_err());
}

#[test]
fn a_standard_error_may_rise() {
    let mut cells = vec![scored(0.0, 0.5); 4];
    close(mode(&cells, WIDE).se, 0.249_688_084_719_461_16, 1e-11);
    cells.push(scored(3.0, 1.0));
    let after = mode(&cells, WIDE);
    close(after.se, 0.262_323_808_382_555_4, 1e-11);
    close(after.mode, 0.949_022_044_810_924_9, 1e-11);
}

#[test]
fn the_filter_repeats_published_runs() {
    let expected = [
        (2, 0.475_247_524_752_475_2, 0.497_518_595_104_994_6),
        (3, 0.387_041_829_854_935_2, 0.353_776_592_911_982_27),
        (1, 0.516_959_811_917_137_2, 0.297_537_041_154_975_15),
        (4, 0.440_430_842_835_597_75, 0.267_121_036_636_269_74),
        (0, 0.517_124_737_027_596_9, 0.251_801_306_477_999_8),
    ];
    let mut here = Ability { mode: 0.0, se: 5.0 };
    for (place, theta, se) in expected {
        here = filter(here, &scored(FIVE[place].0, FIVE[place].1));
        close(here.mode, theta, 1e-12);
        close(here.se, se, 1e-12);
    }
}

/// Items of two to five levels, with trials on each level.
fn graded() -> Vec<(ItemCurve, Vec<f64>, Vec<u32>)> {
    let item = |slope, difficulty, dispersion| ItemCurve { slope, difficulty, dispersion };
    vec![
        (item(1.3, 0.0, 1.0), vec![-0.5, 0.2, 1.1], vec![0, 1, 2, 1]),
        (item(0.7, -0.8, 0.6), vec![0.9, -1.4], vec![1, 0, 2]),
        (item(2.1, 0.5, 1.0), vec![0.0], vec![1, 3]),
        (item(1.0, 1.2, 0.3), vec![-1.0, 0.3, 0.1, 2.0], vec![0, 0, 1, 0, 0]),
    ]
}

/// ln P of every trial, from the definition.
fn log_density(theta: f64, prior: AbilityPrior) -> f64 {
    let of = |(item, steps, levels): &(ItemCurve, Vec<f64>, Vec<u32>)| -> f64 {
        let sum = |c: usize| -> f64 {
            let step = |v: &f64| item.slope * (theta - item.difficulty - v);
            steps[..c].iter().map(step).sum()
        };
        let total: f64 = (0..=steps.len()).map(|c| sum(c).exp()).sum();
        let levels = levels.iter().enumerate();
        levels.map(|(c, n)| f64::from(*n) * (sum(c) - total.ln())).sum::<f64>() / item.dispersion
    };
    let off = theta - prior.mean;
    graded().iter().map(of).sum::<f64>() - 0.5 * off * off / prior.variance
}

#[test]
fn steps_have_the_posterior_of_their_chances() {
    let prior = AbilityPrior { mean: 0.3, variance: 4.0 };
    let cell = |(item, steps, levels): (ItemCurve, Vec<f64>, Vec<u32>)| {
        let trials: u32 = levels.iter().sum();
        let sum: f64 = levels.iter().enumerate().map(|(c, n)| c as f64 * f64::from(*n)).sum();
        let top = steps.len() as f64;
        let item = GradedCurve::new(item, &steps).into();
        Answered { item, trials: f64::from(trials), sum: sum / top }
    };
    let cells: Vec<Answered> = graded().into_iter().map(cell).collect();
    let belief = AbilityBelief::new(&cells, prior);
    // Sums at equal steps.
    let top = log_density(belief.ability().mode, prior);
    let (mut total, mut mean, mut square, mut below) = (0.0, 0.0, 0.0, 0.0);
    let end = belief.quantile(0.8).unwrap();
    for place in -40_000..40_000 {
        let theta = end + (f64::from(place) + 0.5) * 2e-4;
        let mass = (log_density(theta, prior) - top).exp();
        total += mass;
        mean += mass * theta;
        square += mass * theta * theta;
        below += if theta < end { mass } else { 0.0 };
    }
    mean /= total;
    close(belief.mean(), mean, 1e-10);
    close(belief.sd(), (square / total - mean * mean).sqrt(), 1e-10);
    close(below / total, 0.8, 1e-7);
    let (mode, h) = (belief.ability().mode, 1e-4);
    let [low, here, high] = [-h, 0.0, h].map(|far| log_density(mode + far, prior));
    assert!(((high - low) / (2.0 * h)).abs() < 1e-7);
    close((2.0 * here - low - high) / (h * h), belief.ability().se.powi(-2), 1e-5);
}

/// Cells with any slope, difficulty, dispersion and outcome.
fn cells() -> impl Strategy<Value = Vec<Answered>> {
    let one = (0.05..4.0, -8.0..8.0, 0.01..1.5, 1..20_u8, 0.0..=1.0)
        .prop_map(|(a, b, phi, n, share)| cell(a, b, phi, f64::from(n), share * f64::from(n)));
    prop::collection::vec(one, 0..12)
}

proptest! {
    #[test]
    fn the_mode_is_where_the_slope_is_zero(cells in cells(), mean in -5.0..5.0, variance in 0.1..50.0) {
        let prior = AbilityPrior { mean, variance };
        let found = mode(&cells, prior);
        let slope = |theta: f64| -> f64 {
            let of = |cell: &Answered| {
                let item = cell.item.item();
                item.slope * (cell.sum - cell.trials * item.mean(theta)) / item.dispersion
            };
            (mean - theta) / variance + cells.iter().map(of).sum::<f64>()
        };
        let width = 1e-9 * (1.0 + found.mode.abs());
        prop_assert!(slope(found.mode - width) > 0.0 && slope(found.mode + width) < 0.0);
    }

    #[test]
    fn failures_mirror_successes(cells in cells(), variance in 0.1..50.0) {
        let prior = AbilityPrior { mean: 0.0, variance };
        let turned: Vec<Answered> = cells
            .iter()
            .map(|one| Answered {
                item: ItemCurve { difficulty: -one.item.item().difficulty, ..one.item.item() }.into(),
                sum: one.trials - one.sum,
                trials: one.trials,
            })
            .collect();
        let (one, other) = (AbilityBelief::new(&cells, prior), AbilityBelief::new(&turned, prior));
        let size = 1.0 + one.mean().abs();
        prop_assert!((one.mean() + other.mean()).abs() < 1e-7 * size);
        prop_assert!((one.sd() - other.sd()).abs() < 1e-7 * size);
        let (low, high) = (one.quantile(0.1).unwrap(), other.quantile(0.9).unwrap());
        prop_assert!((low + high).abs() < 1e-6 * size, "{low} {high}");
    }
}

#[test]
fn items_that_are_almost_flat_leave_the_prior() {
    // A product of two such slopes is 0.
    for slope in [1e-200, -1e-200] {
        let seen = cell(slope, 3.0, 1.0, 5.0, 4.0);
        let prior = AbilityPrior::new(0.75, 4.0).unwrap();
        let found = mode(&[seen], prior);
        assert!((found.mode - 0.75).abs() < 1e-12 && (found.se - 2.0).abs() < 1e-12, "{found:?}");
    }
}
