//! Which models are held out, and which ones items are calibrated on.

use super::options::{Calibrators, ReplayOptions, ReplayTable};
use crate::numeric::random::{Purpose, Stream, below, stream};

/// The models of a hold-out set, and those of its calibration. Both in the order of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HoldOut {
    pub(super) held: Vec<usize>,
    pub(super) calibrators: Vec<usize>,
}

/// Puts a list in a random order.
pub(super) fn shuffle<T>(list: &mut [T], stream: &mut Stream) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(stream, last + 1));
    }
}

/// Set `fold`. Sets of one round through the models have none in common.
pub(super) fn hold_out(
    options: &ReplayOptions,
    models: usize,
    fold: usize,
    own: &mut Stream,
) -> HoldOut {
    let mut order = options.calibrate.others(models);
    let rounds = (order.len() / options.hold_out).max(1);
    // Rounds count down from the last stream, and sets count up from the first.
    let round = u64::MAX - (fold / rounds) as u64;
    shuffle(&mut order, &mut stream(options.run.seed, Purpose::Replay, round));
    let first = fold % rounds * options.hold_out;
    let mut held: Vec<usize> = order.iter().skip(first).take(options.hold_out).copied().collect();
    held.sort_unstable();
    let mut rest: Vec<usize> = match &options.calibrate {
        Calibrators::These(these) => these.clone(),
        _ => (0..models).filter(|model| !held.contains(model)).collect(),
    };
    if let Calibrators::Some(count) = options.calibrate {
        shuffle(&mut rest, own);
        rest.truncate(count);
    }
    rest.sort_unstable();
    HoldOut { held, calibrators: rest }
}

impl HoldOut {
    /// The same set, calibrated on models of other families alone.
    pub(super) fn of_other_families(&self, table: &ReplayTable) -> Self {
        let family = |model: &usize| &table.families[*model];
        let known = |one: &&usize| self.held.iter().any(|held| family(held) == family(one));
        let calibrators = self.calibrators.iter().filter(|one| !known(one)).copied().collect();
        Self { held: self.held.clone(), calibrators }
    }
}
