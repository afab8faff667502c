//! Figures that a change of the code must not move. They are recorded in `recorded/*.txt`, a line a call.
//!
//! They notice a change by accident: of options, intervals, gaps, orders of trials. They do not show that a
//! figure is right. Exact values and plain twins do, most of them in Python. If a change is on purpose,
//! `RECORD=1 cargo test --profile fast -p scorio-core --test suite recorded` writes the figures anew, and
//! git shows which ones moved.

use std::fmt::{Debug, Write};
use std::path::Path;

use ndarray::Array3;
use scorio_core::Error;

mod adaptive;
mod boards;
mod rankings;

/// Relative to a figure, or to `SMALL` below it.
const TOLERANCE: f64 = 2e-8;
const SMALL: f64 = 1e-6;

/// Compares calls, their figures or their kinds of error, with the recorded ones.
fn compare(name: &str, calls: &[(String, Result<Vec<f64>, Error>)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/recorded").join(name);
    let mut found = String::new();
    for (call, figures) in calls {
        let figures = match figures {
            // Nine digits are enough, and keep the files small.
            Ok(figures) => figures.iter().map(|one| short(*one)).collect::<Vec<_>>().join(" "),
            Err(error) => error.kind().to_owned(),
        };
        writeln!(found, "{call}: {figures}").unwrap();
    }
    #[expect(clippy::disallowed_methods, reason = "whether to record is no argument of a test")]
    let record = std::env::var_os("RECORD").is_some();
    if record {
        std::fs::write(&path, &found).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    assert_eq!(found.lines().count(), recorded.lines().count(), "calls of {name}");
    for (found, recorded) in found.lines().zip(recorded.lines()) {
        let same = found.split(' ').count() == recorded.split(' ').count()
            && found.split(' ').zip(recorded.split(' ')).all(|(one, other)| near(one, other));
        assert!(same, "found\n  {found}\nrecorded\n  {recorded}");
    }
}

fn short(figure: f64) -> String {
    let digits: f64 = format!("{figure:.8e}").parse().unwrap();
    format!("{digits:?}")
}

/// The numbers in a result, in the order of its fields.
fn numbers(result: &impl Debug) -> Vec<f64> {
    let part = |sign: char| !(sign.is_alphanumeric() || matches!(sign, '.' | '-' | '+'));
    format!("{result:?}").split(part).filter_map(|word| word.parse().ok()).collect()
}

fn near(found: &str, recorded: &str) -> bool {
    match (found.parse::<f64>(), recorded.parse::<f64>()) {
        (Ok(found), Ok(recorded)) => {
            found == recorded
                || (found - recorded).abs() <= TOLERANCE * recorded.abs().max(SMALL)
                || found.is_nan() && recorded.is_nan()
        }
        _ => found == recorded,
    }
}

/// A generator of the arguments: SplitMix64.
struct Mix(u64);

impl Mix {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Results of models of different skill, some of them missing.
    fn results(&mut self, shape: (usize, usize, usize), gaps: f64) -> Array3<f64> {
        let difficulty: Vec<f64> = (0..shape.1).map(|_| self.unit()).collect();
        Array3::from_shape_fn(shape, |(model, question, _)| {
            let chance = (0.2 + 0.15 * model as f64 + difficulty[question]) / 2.0;
            if self.unit() < gaps { f64::NAN } else { f64::from(u8::from(self.unit() < chance)) }
        })
    }
}
