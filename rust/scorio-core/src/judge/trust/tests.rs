//! Krippendorff's α: figures worked out by hand, and laws.

use super::alpha::{Alpha, RatedTrials, RatingLevel};

const NONE: f64 = f64::NAN;
/// Four observers and twelve units: the example of Krippendorff (2011), with its missing values.
const OBSERVERS: [[f64; 12]; 4] = [
    [1.0, 2.0, 3.0, 3.0, 2.0, 1.0, 4.0, 1.0, 2.0, NONE, NONE, NONE],
    [1.0, 2.0, 3.0, 3.0, 2.0, 2.0, 4.0, 1.0, 2.0, 5.0, NONE, 3.0],
    [NONE, 3.0, 3.0, 3.0, 2.0, 3.0, 4.0, 2.0, 2.0, 5.0, 1.0, NONE],
    [1.0, 2.0, 3.0, 3.0, 2.0, 4.0, 4.0, 1.0, 2.0, 5.0, 1.0, NONE],
];

fn ratings(rows: &[&[f64]]) -> RatedTrials {
    RatedTrials::of(rows.iter().map(|row| row.to_vec()).enumerate())
}

fn alpha(rows: &[&[f64]], level: RatingLevel) -> Option<f64> {
    ratings(rows).alpha(level, 0.95).unwrap().value
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-14, "{found} is not {expected}");
}

#[test]
fn the_published_example_has_its_published_figures() {
    let units: Vec<Vec<f64>> = (0..12).map(|at| OBSERVERS.map(|row| row[at]).into()).collect();
    let units: Vec<&[f64]> = units.iter().map(Vec::as_slice).collect();
    let found = ratings(&units);
    assert_eq!((found.trials, found.ratings()), (11, 40.0));
    // Worked out by hand as fractions of the 40 ratings that stand beside another one.
    for (level, exact, published) in [
        (RatingLevel::Nominal, 113.0 / 152.0, 0.743),
        (RatingLevel::Ordinal, 108_577.0 / 133_160.0, 0.815),
        (RatingLevel::Interval, 951.0 / 1_120.0, 0.849),
    ] {
        let found = alpha(&units, level);
        near(found, exact);
        assert!((found.unwrap() - published).abs() < 5e-4);
    }
}

#[test]
fn figures_worked_out_by_hand() {
    // Σ o is 2 of different names. n is (3, 5): D_e = 2 · 3 · 5 / 7, and α = 1 − 2 · 7 / 30.
    let two: [&[f64]; 4] = [&[0.0, 0.0], &[1.0, 1.0], &[0.0, 1.0], &[1.0, 1.0]];
    near(alpha(&two, RatingLevel::Nominal), 8.0 / 15.0);
    // Of two values, all levels are one.
    near(alpha(&two, RatingLevel::Ordinal), 8.0 / 15.0);
    near(alpha(&two, RatingLevel::Interval), 8.0 / 15.0);
    // Three raters, of which one skips a trial. D_o: 2 · 1 / 2 · 2 = 2 of (0, 0, 1), 2 of (0, 2).
    let three: [&[f64]; 3] = [&[0.0, 0.0, 1.0], &[0.0, NONE, 2.0], &[2.0, 2.0, 2.0]];
    // n is (3, 1, 4): D_e = (64 − 26) / 7.
    near(alpha(&three, RatingLevel::Nominal), 1.0 - 4.0 * 7.0 / 38.0);
    // Squares: D_o = 2 · 1 + 2 · 4, D_e = 2 (3 · 1 + 3 · 4 · 4 + 1 · 4 · 1) / 7.
    near(alpha(&three, RatingLevel::Interval), 1.0 - 10.0 * 7.0 / 110.0);
    // Ranks 2, 4 and 6.5: D_o = 2 · 4 + 2 · 20.25, D_e = 2 (3 · 4 + 12 · 20.25 + 4 · 6.25) / 7.
    near(alpha(&three, RatingLevel::Ordinal), 1.0 - 48.5 * 7.0 / 560.0);
}

#[test]
fn alpha_does_not_depend_on_order_scale_or_lonely_ratings() {
    let rows: [&[f64]; 4] = [&[1.0, 2.0], &[3.0, 3.0], &[2.0, 5.0], &[4.0, 4.0]];
    let turned: [&[f64]; 5] = [&[7.0, 7.0], &[9.0, 3.0], &[5.0, 5.0], &[3.0, 1.0], &[NONE, 100.0]];
    let first = ratings(&rows).alpha(RatingLevel::Interval, 0.9).unwrap();
    let other = ratings(&turned).alpha(RatingLevel::Interval, 0.9).unwrap();
    near(first.value, other.value.unwrap());
    let ((lo, hi), (low, high)) = (first.interval.unwrap(), other.interval.unwrap());
    assert!((lo - low).abs() < 1e-12 && (hi - high).abs() < 1e-12);
    let names: [&[f64]; 4] = [&[1.0, 2.0], &[8.0, 8.0], &[2.0, 7.0], &[3.0, 3.0]];
    let nominal = |rows: &[&[f64]]| alpha(rows, RatingLevel::Nominal);
    assert_eq!(nominal(&rows), nominal(&names));
}

#[test]
fn intervals_stay_open_and_hold_alpha() {
    for level in [RatingLevel::Nominal, RatingLevel::Ordinal, RatingLevel::Interval] {
        let agreeing: Vec<[f64; 2]> = (0..20).map(|at| [f64::from(at % 2); 2]).collect();
        let agreeing: Vec<&[f64]> = agreeing.iter().map(<[f64; 2]>::as_slice).collect();
        let found = ratings(&agreeing).alpha(level, 0.95).unwrap();
        let (lo, hi) = found.interval.unwrap();
        assert_eq!((found.value, found.equal, hi), (Some(1.0), 1.0, 1.0));
        assert!(lo > 0.4 && lo < 0.9, "{lo}");
        let one: [&[f64]; 2] = [&[1.0, 2.0], &[2.0, 1.0]];
        let opposed = ratings(&one).alpha(level, 0.95).unwrap();
        let (lo, hi) = opposed.interval.unwrap();
        assert!(-1.0 <= lo && lo <= opposed.value.unwrap() && opposed.value.unwrap() <= hi);
    }
    let constant: [&[f64]; 2] = [&[1.0, 1.0], &[1.0, 1.0]];
    let found = ratings(&constant).alpha(RatingLevel::Nominal, 0.95).unwrap();
    assert_eq!(found, Alpha { equal: 1.0, value: None, interval: None });
    let huge: [&[f64]; 2] = [&[1e308, -1e308], &[1e308, 1e308]];
    assert!(alpha(&huge, RatingLevel::Interval).unwrap().is_finite());
}

#[test]
fn trials_of_a_question_are_one_piece_of_evidence() {
    let row = |at: usize| vec![f64::from(at.is_multiple_of(3)), f64::from(at.is_multiple_of(4))];
    let apart = RatedTrials::of((0..24).map(|at| (at, row(at))));
    let together = RatedTrials::of((0..24).map(|at| (at / 12, row(at))));
    let of = |ratings: &RatedTrials| ratings.alpha(RatingLevel::Nominal, 0.95).unwrap();
    near(of(&apart).value, of(&together).value.unwrap());
    let width = |ratings: &RatedTrials| of(ratings).interval.map(|(lo, hi)| hi - lo).unwrap();
    assert!(width(&together) > width(&apart));
    let single = RatedTrials::of((0..24).map(|at| (0, row(at))));
    assert_eq!(of(&single).interval, None);
}
