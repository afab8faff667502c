//! Calibration beside values of 25 digits, which 40-digit arithmetic gave, and its laws.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use proptest::prelude::*;
use scorio_core::irt::{
    Calibration, CalibrationMethod, CalibrationRequest, ItemCurve, Responses, calibrate, doubted,
};

/// Relative where a number is above 1e-3, else absolute.
fn close(actual: f64, expected: f64, tolerance: f64) {
    let size = if expected.abs() > 1e-3 { expected.abs() } else { 1.0 };
    assert!((actual - expected).abs() <= tolerance * size, "{actual} is not {expected}");
}

fn all_close(actual: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        close(*actual, *expected, tolerance);
    }
}

fn responses(trials: f64, sums: &[&[f64]]) -> Responses {
    let flat: Vec<f64> = sums.iter().flat_map(|row| row.iter().copied()).collect();
    Responses::new(sums.len(), sums[0].len(), &vec![trials; flat.len()], &flat).unwrap()
}

fn difficulties(found: &Calibration) -> Vec<f64> {
    found.items.iter().map(|item| item.difficulty).collect()
}

#[test]
fn counts_of_successes() {
    let sums: [&[f64]; 5] = [
        &[4.0, 3.0, 4.0, 2.0, 1.0, 2.0, 0.0, 0.0],
        &[4.0, 4.0, 3.0, 3.0, 2.0, 1.0, 1.0, 0.0],
        &[3.0, 4.0, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        &[4.0, 4.0, 4.0, 4.0, 3.0, 2.0, 2.0, 1.0],
        &[2.0, 3.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0],
    ];
    let found = calibrate(&responses(4.0, &sums), &CalibrationRequest::default()).unwrap();
    let theta = [
        0.133_127_133_997_105_88,
        0.535_914_223_498_948_8,
        -0.900_728_685_032_848_4,
        1.804_653_780_185_963_2,
        -1.572_966_452_649_169_6,
    ];
    all_close(&found.abilities, &theta, 1e-11);
    let b = [
        -1.894_334_553_471_978_7,
        -2.269_674_126_998_931,
        -1.002_342_447_187_043_2,
        -0.248_797_125_983_630_35,
        0.738_584_169_945_415_2,
        1.285_643_817_663_231_9,
        1.590_627_159_644_714_1,
        2.802_288_182_248_563_7,
    ];
    all_close(&difficulties(&found), &b, 1e-11);
    let s = [
        0.588_536_050_202_700_5,
        0.640_133_721_578_466_5,
        0.514_749_630_350_224_7,
        0.493_050_435_002_712_6,
        0.509_048_670_412_152_2,
        0.540_268_219_723_180_6,
        0.565_539_598_251_764_9,
        0.738_415_400_421_599_4,
    ];
    all_close(&found.errors, &s, 1e-11);
    close(found.mean, 0.125_249_384_482_542_7, 1e-11);
    close(found.variance, 3.117_830_000_447_973, 1e-10);
    assert!(found.differ);
}

#[test]
fn an_item_that_all_solve_is_kept() {
    let sums: [&[f64]; 4] = [
        &[1.0, 1.0, 1.0, 0.0, 0.0, 1.0],
        &[1.0, 1.0, 0.0, 0.0, 1.0, 0.0],
        &[1.0, 0.0, 1.0, 1.0, 0.0, 0.0],
        &[1.0, 1.0, 1.0, 1.0, 1.0, 0.0],
    ];
    let found = calibrate(&responses(1.0, &sums), &CalibrationRequest::default()).unwrap();
    let theta = [
        0.119_293_307_874_366_28,
        -0.556_079_797_291_323_3,
        -0.556_079_797_291_323_3,
        0.992_866_286_708_280_3,
    ];
    all_close(&found.abilities, &theta, 1e-10);
    let b = [
        -0.668_753_380_168_829_3,
        -0.603_506_084_729_496_7,
        -0.603_506_084_729_496_7,
        -0.538_308_975_543_880_2,
        -0.538_308_975_543_880_2,
        -0.473_156_457_159_390_6,
    ];
    all_close(&difficulties(&found), &b, 1e-10);
    let s = [
        0.255_488_166_518_401_3,
        0.255_384_584_597_522_56,
        0.255_384_584_597_522_56,
        0.255_291_726_105_826_1,
        0.255_291_726_105_826_1,
        0.255_209_980_076_513_5,
    ];
    all_close(&found.errors, &s, 1e-10);
    close(found.mean, -0.570_923_326_312_495_6, 1e-10);
    close(found.variance, 0.069_096_064_047_273_8, 1e-9);
}

#[test]
fn scores_have_a_dispersion() {
    let sums: [&[f64]; 4] = [
        &[0.91, 0.62, 0.48, 0.2, 0.75],
        &[0.85, 0.7, 0.55, 0.31, 0.66],
        &[0.6, 0.35, 0.4, 0.05, 0.42],
        &[0.97, 0.88, 0.7, 0.52, 0.9],
    ];
    let found = calibrate(&responses(1.0, &sums), &CalibrationRequest::default()).unwrap();
    let theta = [
        -0.041_846_023_350_427_4,
        0.068_367_628_156_308_38,
        -1.144_157_957_617_547_3,
        1.117_636_352_811_666_4,
    ];
    all_close(&found.abilities, &theta, 1e-11);
    let b = [
        -1.742_390_112_914_246_3,
        -0.640_723_698_942_713_2,
        -0.157_320_142_129_187_63,
        1.077_861_193_372_787_5,
        -0.861_355_173_272_131_3,
    ];
    all_close(&difficulties(&found), &b, 1e-11);
    let s = [
        0.205_659_482_332_732_93,
        0.167_959_368_455_041_75,
        0.162_747_555_800_271_7,
        0.177_877_356_079_935_9,
        0.172_462_751_747_748_92,
    ];
    all_close(&found.errors, &s, 1e-11);
    close(found.mean, -0.464_785_586_777_098_2, 1e-11);
    close(found.variance, 0.890_633_152_600_251_2, 1e-11);
    close(found.dispersion, 0.023_600_290_573_654_585, 1e-11);
}

/// The scores of the published methods, on their own range.
fn scaled() -> Responses {
    let raw: [[f64; 5]; 4] = [
        [0.3, 0.42, 0.1, 0.55, 0.2],
        [0.35, 0.5, 0.3, 0.6, 0.25],
        [0.45, 0.48, 0.35, 0.75, 0.22],
        [0.5, 0.7, 0.45, 0.8, 0.15],
    ];
    let flat: Vec<f64> =
        raw.as_flattened().iter().map(|s| ((s - 0.1) / (0.8 - 0.1)).min(1.0)).collect();
    Responses::new(4, 5, &[1.0; 20], &flat).unwrap()
}

#[test]
fn quasi_likelihood() {
    let method = CalibrationMethod::QuasiLikelihood;
    let request = CalibrationRequest { method, drop_negative: true, ..Default::default() };
    let found = calibrate(&scaled(), &request).unwrap();
    let theta = [
        -0.851_699_681_534_856_8,
        -0.148_548_446_660_292_85,
        0.233_818_937_503_187_1,
        0.766_429_190_691_962_5,
    ];
    all_close(&found.abilities, &theta, 1e-11);
    let b = [
        0.314_848_438_640_286_94,
        -0.468_849_172_924_738_3,
        0.989_956_654_280_362_8,
        -1.634_781_107_632_984,
        1.850_187_280_780_312_4,
    ];
    all_close(&difficulties(&found), &b, 1e-11);
    let r = [
        0.970_750_102_056_424_8,
        0.873_598_629_800_078_7,
        0.988_226_948_098_348_2,
        0.950_332_178_240_559_4,
        -0.478_604_840_453_992_43,
    ];
    all_close(&found.correlations, &r, 1e-11);
    assert_eq!(found.kept, [true, true, true, true, false]);
    close(found.dispersion, 0.025_257_105_467_337_6, 1e-11);
}

#[test]
fn published_formulas() {
    let method = CalibrationMethod::Moments;
    let request = CalibrationRequest { method, drop_negative: true, ..Default::default() };
    let found = calibrate(&scaled(), &request).unwrap();
    let theta = [-0.820_232_608_878_642_2, -0.287_682_072_451_780_9, 0.0, 0.405_465_108_108_164_4];
    all_close(&found.abilities, &theta, 1e-11);
    let b = [
        0.343_070_415_411_552_6,
        -0.756_021_618_938_304_1,
        1.369_359_155_362_308,
        -6.906_754_778_648_554,
        6.906_754_778_648_554,
    ];
    all_close(&difficulties(&found), &b, 1e-11);
    assert_eq!(found.kept, [true, true, true, true, false]);
    close(found.dispersion, 0.149_302_387_066_073_77, 1e-11);
}

#[test]
fn doubt_makes_items_less_informative() {
    let items = [(1.0, 0.5, 1.0), (1.0, 0.5, 0.06), (1.8, 0.9, 0.3), (1.0, 0.0, 0.1)];
    let expected = [
        (0.954_254_615_091_246_2, 1.0),
        (0.954_254_615_091_246_2, 0.112_472_971_626_052_46),
        (1.263_165_835_324_675_7, 0.523_486_433_968_443),
        (1.0, 0.1),
    ];
    for ((slope, error, dispersion), (a, phi)) in items.into_iter().zip(expected) {
        let found = doubted(ItemCurve { slope, difficulty: 0.3, dispersion }, error);
        close(found.slope, a, 1e-13);
        close(found.dispersion, phi, 1e-13);
        assert_eq!(found.difficulty, 0.3);
    }
}

#[test]
fn what_cannot_be_calibrated() {
    let request = CalibrationRequest::default();
    assert!(calibrate(&responses(1.0, &[&[1.0, 0.0], &[0.0, 1.0]]), &request).is_err());
    assert!(calibrate(&responses(1.0, &[&[1.0, 1.0][..]; 3]), &request).is_err());
    let fine = responses(1.0, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]]);
    for wrong in [
        CalibrationRequest { prior_variance: 0.0, ..request },
        CalibrationRequest { dispersion: Some(-1.0), ..request },
    ] {
        assert!(calibrate(&fine, &wrong).is_err());
    }
    // Two outcomes a model and an item are too few for a dispersion.
    let scores = responses(1.0, &[&[0.5], &[0.2], &[0.1]]);
    assert!(calibrate(&scores, &request).is_err());
    assert!(Responses::new(2, 2, &[1.0; 4], &[0.0, 1.0, 2.0, 0.0]).is_err());
    assert!(Responses::new(2, 2, &[1.0; 4], &[0.0; 3]).is_err());
    assert!(Responses::new(2, 1, &[1.0, -1.0], &[0.0, 0.0]).is_err());
    assert!(Responses::new(0, 1, &[], &[]).is_err());
}

#[test]
fn items_that_do_not_differ() {
    let sums: [&[f64]; 3] = [&[1.0, 0.0, 0.0, 1.0], &[0.0, 1.0, 1.0, 0.0], &[1.0, 0.0, 1.0, 0.0]];
    let found = calibrate(&responses(1.0, &sums), &CalibrationRequest::default()).unwrap();
    assert!(!found.differ);
    assert_eq!(found.variance, 1e-4);
}

/// Trials and sums of 3 to 6 models on 2 to 9 items. Cells may be empty.
fn tables() -> impl Strategy<Value = (usize, usize, Vec<f64>, Vec<f64>)> {
    (3..7_usize, 2..10_usize).prop_flat_map(|(models, items)| {
        let cell = (0..5_u8, 0.0..=1.0_f64);
        prop::collection::vec(cell, models * items).prop_map(move |cells| {
            let trials: Vec<f64> = cells.iter().map(|one| f64::from(one.0)).collect();
            let sums = cells.iter().map(|(n, share)| (f64::from(*n) * share).round()).collect();
            (models, items, trials, sums)
        })
    })
}

proptest! {
    #[test]
    fn the_fixed_point_holds((models, items, trials, sums) in tables()) {
        let responses = Responses::new(models, items, &trials, &sums).unwrap();
        let Ok(found) = calibrate(&responses, &CalibrationRequest::default()) else { return Ok(()) };
        let mu = |l: usize, i: usize| found.items[i].mean(found.abilities[l]);
        for l in 0..models {
            let slope: f64 = (0..items)
                .map(|i| sums[l * items + i] - trials[l * items + i] * mu(l, i))
                .sum::<f64>() - found.abilities[l] / 25.0;
            prop_assert!(slope.abs() < 1e-8, "model {l}: {slope}");
        }
        let mut square = 0.0;
        for i in 0..items {
            let off = found.items[i].difficulty - found.mean;
            let slope: f64 = (0..models)
                .map(|l| sums[l * items + i] - trials[l * items + i] * mu(l, i))
                .sum::<f64>() + off / found.variance;
            prop_assert!(slope.abs() < 1e-7, "item {i}: {slope}");
            let weight: f64 =
                (0..models).map(|l| trials[l * items + i] * mu(l, i) * (1.0 - mu(l, i))).sum();
            let error = 1.0 / (weight + 1.0 / found.variance);
            prop_assert!((found.errors[i] * found.errors[i] / error - 1.0).abs() < 1e-8);
            square += (off * off + error) / items as f64;
        }
        if found.differ {
            prop_assert!((square / found.variance - 1.0).abs() < 1e-8);
        } else {
            prop_assert!(square < found.variance * (1.0 + 1e-12));
        }
    }

    #[test]
    fn failures_mirror_successes((models, items, trials, sums) in tables()) {
        let turned: Vec<f64> = trials.iter().zip(&sums).map(|(n, sum)| n - sum).collect();
        let of = |sums: &[f64]| {
            let responses = Responses::new(models, items, &trials, sums).unwrap();
            calibrate(&responses, &CalibrationRequest::default())
        };
        if let (Ok(one), Ok(other)) = (of(&sums), of(&turned)) {
            for (x, y) in one.abilities.iter().zip(&other.abilities) {
                prop_assert!((x + y).abs() < 1e-8);
            }
            prop_assert!((one.variance / other.variance - 1.0).abs() < 1e-7);
        }
    }
}

#[test]
fn reports_say_how_well_variances_fit() {
    let sums: [&[f64]; 4] = [
        &[0.91, 0.62, 0.48, 0.2, 0.5],
        &[0.85, 0.7, 0.55, 0.31, 0.5],
        &[0.6, 0.35, 0.4, 0.05, 0.5],
        &[0.97, 0.88, 0.7, 0.52, 0.5],
    ];
    let responses = responses(1.0, &sums);
    let found = calibrate(&responses, &CalibrationRequest::default()).unwrap();
    let report = found.report(&responses);
    // Twenty cells are twenty bins, so the formulas can be written cell by cell.
    let (mut seen, mut expected, mut noise, mut all) = (vec![], vec![], 0.0, 0.0);
    for (l, row) in sums.iter().enumerate() {
        let own = row.iter().sum::<f64>() / 5.0;
        for (i, y) in row.iter().enumerate() {
            let mu = found.items[i].mean(found.abilities[l]);
            seen.push((y - mu) * (y - mu));
            expected.push(found.dispersion * mu * (1.0 - mu));
            noise += found.dispersion * mu * (1.0 - mu);
            all += (y - own) * (y - own);
        }
    }
    let centre = seen.iter().sum::<f64>() / 20.0;
    let total: f64 = seen.iter().map(|x| (x - centre) * (x - centre)).sum();
    let rest: f64 = seen.iter().zip(&expected).map(|(x, y)| (x - y) * (x - y)).sum();
    close(report.conformance, 1.0 - rest / total, 1e-11);
    close(report.ceiling, 1.0 - noise / all, 1e-11);
    close(report.spread * report.spread, found.variance, 1e-13);
    let square: f64 = found.abilities.iter().map(|theta| theta * theta).sum();
    close(report.ability_spread, (square / 3.0).sqrt(), 1e-12);
    assert_eq!((report.without_variation, report.negative), (1, 0));
    let mut sorted: Vec<f64> = found.correlations.iter().copied().filter(|r| !r.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    // Four items vary: the quartiles lie at places 3/4, 3/2 and 9/4 of their order.
    close(report.quartiles[0], 0.25 * sorted[0] + 0.75 * sorted[1], 1e-13);
    close(report.quartiles[1], f64::midpoint(sorted[1], sorted[2]), 1e-13);
    close(report.quartiles[2], 0.75 * sorted[2] + 0.25 * sorted[3], 1e-13);
}

#[test]
fn threads_change_no_bit() {
    let (models, items) = (120, 10_000);
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as f64 / (1_u64 << 24) as f64
    };
    let abilities: Vec<f64> = (0..models).map(|_| 3.0 * next() - 1.5).collect();
    let places: Vec<f64> = (0..items).map(|_| 6.0 * next() - 3.0).collect();
    // Each item has models of its own, so that no two items are alike.
    let (mut trials, mut sums) = (Vec::new(), Vec::new());
    for theta in &abilities {
        for b in &places {
            let item = ItemCurve { slope: 1.0, difficulty: *b, dispersion: 1.0 };
            let (success, asked) = (next() < item.mean(*theta), next() < 0.9);
            trials.push(f64::from(u8::from(asked)));
            sums.push(f64::from(u8::from(asked && success)));
        }
    }
    let responses = Responses::new(models, items, &trials, &sums).unwrap();
    let of = |threads| {
        calibrate(&responses, &CalibrationRequest { threads, ..Default::default() }).unwrap()
    };
    let (alone, together) = (of(1), of(3));
    assert_eq!((&alone.abilities, &alone.items), (&together.abilities, &together.items));
    assert_eq!((&alone.errors, alone.variance), (&together.errors, together.variance));
    // The abilities are those that made the outcomes, but for the place of zero and chance.
    let mean = abilities.iter().sum::<f64>() / models as f64;
    for (found, theta) in alone.abilities.iter().zip(&abilities) {
        assert!((found - (theta - mean)).abs() < 0.15, "{found} {theta}");
    }
    assert!((alone.variance - 3.0).abs() < 0.15);
}

#[test]
fn the_published_calibration_has_one_slope_and_no_errors() {
    let sums: [&[f64]; 4] =
        [&[4.0, 3.0, 1.0], &[3.0, 3.0, 0.0], &[4.0, 1.0, 2.0], &[1.0, 2.0, 0.0]];
    let request =
        CalibrationRequest { method: CalibrationMethod::Moments, ..CalibrationRequest::default() };
    let found = calibrate(&responses(4.0, &sums), &request).unwrap();
    assert_eq!((&found.errors[..], &found.slope_errors[..]), (&[0.0; 3][..], &[0.0; 3][..]));
    assert_eq!((found.slope_variance, found.differ), (0.0, true));
    assert!(found.items.iter().all(|item| item.slope == 1.0));
    let difficulties = difficulties(&found);
    let mean = difficulties.iter().sum::<f64>() / 3.0;
    let squares: f64 = difficulties.iter().map(|b| (b - mean) * (b - mean)).sum();
    close(found.mean, mean, 1e-14);
    close(found.variance, squares / 3.0, 1e-14);
}
