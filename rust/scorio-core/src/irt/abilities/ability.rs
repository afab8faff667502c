//! The ability of a model from its outcomes on known items: the mode, and the published filter.

use crate::check;
use crate::error::Result;
use crate::irt::items::curve::{ItemCurve, means_each};
use crate::irt::items::graded::GradedCurve;
use crate::irt::items::kinds::Curve;
use crate::numeric::portable::ln;

/// Steps of the search, at most. A concave function takes about five.
const MOST_STEPS: usize = 200;

/// The normal prior of an ability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AbilityPrior {
    /// Its mean: that of the models of the calibration.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
}

impl AbilityPrior {
    /// A prior.
    ///
    /// # Errors
    /// The mean is not finite, or the variance is not a finite number above 0.
    pub fn new(mean: f64, variance: f64) -> Result<Self> {
        check::finite("the mean of the prior", &[], mean)?;
        check::positive("the variance of the prior", variance)?;
        Ok(Self { mean, variance })
    }
}

impl Default for AbilityPrior {
    fn default() -> Self {
        Self { mean: 0.0, variance: 25.0 }
    }
}

/// What a model scored on an item: the number of trials, and the sum of their outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The item.
    pub item: Curve,
    /// Number of trials.
    pub trials: f64,
    /// The sum of their outcomes, from 0 to the number of trials.
    pub sum: f64,
}

/// An ability, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ability {
    /// θ.
    pub mode: f64,
    /// (1/v + Σ n I(θ))^−½. It may rise with a further item.
    pub se: f64,
}

/// Cells that are looked at together.
const WIDE: usize = 4;

/// What a search needs of a cell.
#[derive(Clone, Copy)]
struct Pull {
    slope: f64,
    difficulty: f64,
    /// a/φ.
    gain: f64,
    trials: f64,
    sum: f64,
}

impl Pull {
    fn of(item: ItemCurve, cell: &Answered) -> Self {
        let ItemCurve { slope, difficulty, dispersion } = item;
        let gain = slope / dispersion;
        Self { slope, difficulty, gain, trials: cell.trials, sum: cell.sum }
    }
}

/// What a search needs of cells, by their curves.
struct Pulls<'a> {
    common: Vec<Pull>,
    graded: Vec<(&'a GradedCurve, Pull)>,
}

impl<'a> Pulls<'a> {
    fn of(cells: &'a [Answered]) -> Self {
        let mut found = Self { common: Vec::with_capacity(cells.len()), graded: Vec::new() };
        for cell in cells {
            match &cell.item {
                Curve::Common(item) => found.common.push(Pull::of(*item, cell)),
                Curve::Graded(graded) => found.graded.push((graded, Pull::of(graded.item, cell))),
            }
        }
        found
    }

    fn iter(&self) -> impl Iterator<Item = &Pull> {
        self.common.iter().chain(self.graded.iter().map(|one| &one.1))
    }

    /// The largest step of an outcome's log-odds with ability.
    fn steepest(&self) -> f64 {
        let common = self.common.iter().map(|one| one.slope.abs());
        let graded = self.graded.iter().map(|(curve, one)| one.slope.abs() * curve.top());
        common.chain(graded).fold(0.0, f64::max)
    }
}

/// The log posterior density at a place.
struct Bend {
    /// Its first derivative.
    slope: f64,
    /// Minus its second, and the derivative of that.
    information: f64,
    rise: f64,
}

/// The ability with the highest posterior density.
///
/// It is the root of (m − θ)/v + Σ a (s − n μ) / φ, which falls in θ. The search depends on the cells
/// and the prior alone. So cells in the same order, that of the bank, give the same bits, in
/// whatever order the outcomes came.
#[must_use]
pub fn mode(cells: &[Answered], prior: AbilityPrior) -> Ability {
    let pulls = Pulls::of(cells);
    let steepest = pulls.steepest();
    let mut here = start(&pulls, prior);
    let mut information = f64::NAN;
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    // The longest step. Where the slope is almost flat, Newton's step goes much too far.
    let mut longest = 4.0;
    for _ in 0..MOST_STEPS {
        let bend = bend(&pulls, prior, here);
        information = bend.information;
        if bend.slope > 0.0 {
            low = here;
        } else {
            high = here;
        }
        let newton = bend.slope / bend.information;
        if !newton.is_finite() {
            break;
        }
        // Halley's step. The information changes along it, and digits triple.
        let turn = 1.0 + 0.5 * newton * bend.rise / bend.information;
        let step = if turn > 0.5 { newton / turn } else { newton };
        if steepest * step.abs() <= 1e-6 || step.abs() <= 1e-15 * here.abs() {
            // What is left of the ability is step³, and of the information step².
            here += step;
            information += step * bend.rise;
            break;
        }
        let mut next = here + step.clamp(-longest, longest);
        if step.abs() > longest {
            longest *= 2.0;
        }
        if next <= low || next >= high {
            next = f64::midpoint(low, high);
        }
        if next == here {
            break;
        }
        here = next;
    }
    Ability { mode: here, se: 1.0 / information.sqrt() }
}

/// An ability near the mode: that of equal items, with the prior as half a success and a failure.
fn start(pulls: &Pulls<'_>, prior: AbilityPrior) -> f64 {
    let (mut slopes, mut places, mut sum, mut trials) = (0.0, 0.0, 0.0, 0.0);
    for one in pulls.iter() {
        let gain = one.gain.abs();
        let weight = gain * one.trials;
        slopes += weight * one.slope.abs();
        places += weight * one.difficulty;
        sum += gain * if one.slope < 0.0 { one.trials - one.sum } else { one.sum };
        trials += weight;
    }
    if trials > 0.0 && slopes > 0.0 {
        let odds = (sum + 0.01 * trials) / (trials - sum + 0.01 * trials);
        places / trials + ln(odds) * trials / slopes
    } else {
        prior.mean
    }
}

fn bend(pulls: &Pulls<'_>, prior: AbilityPrior, ability: f64) -> Bend {
    let (blocks, rest) = pulls.common.as_chunks::<WIDE>();
    let mut sums = [[0.0; WIDE]; 3];
    for block in blocks {
        add(block, ability, &mut sums);
    }
    let mut last = [[0.0; 1]; 3];
    for one in rest {
        add(&[*one], ability, &mut last);
    }
    for (curve, one) in &pulls.graded {
        let moments = curve.moments(ability);
        let told = one.gain * one.slope * one.trials;
        last[0][0] += one.gain * (one.sum * moments.rest - (one.trials - one.sum) * moments.mean);
        last[1][0] += told * moments.variance;
        last[2][0] += told * one.slope * moments.third;
    }
    let [slope, information, rise] = [0, 1, 2].map(|i| sums[i].iter().sum::<f64>() + last[i][0]);
    let precision = 1.0 / prior.variance;
    Bend {
        slope: slope + (prior.mean - ability) * precision,
        information: information + precision,
        rise,
    }
}

/// Adds what cells have of the derivatives, each to sums of its own.
#[inline]
fn add<const N: usize>(pulls: &[Pull; N], ability: f64, sums: &mut [[f64; N]; 3]) {
    let mut x = [0.0; N];
    for (x, one) in x.iter_mut().zip(pulls) {
        *x = one.slope * (ability - one.difficulty);
    }
    let (means, complements) = means_each(x);
    let [slopes, curvatures, rises] = sums;
    for i in 0..N {
        let (one, mean, complement) = (&pulls[i], means[i], complements[i]);
        let told = one.gain * one.slope * (one.trials * (mean * complement));
        slopes[i] += one.gain * (one.sum * complement - (one.trials - one.sum) * mean);
        curvatures[i] += told;
        rises[i] += told * one.slope * (complement - mean);
    }
}

/// The ability after one more cell by the published filter: one step from the last ability.
///
/// It is here to repeat published runs. It depends on the order of items, and one surprise can
/// send the ability far beyond the mode.
#[must_use]
pub fn filter(before: Ability, cell: &Answered) -> Ability {
    let prior = AbilityPrior { mean: before.mode, variance: before.se * before.se };
    let bend = bend(&Pulls::of(std::slice::from_ref(cell)), prior, before.mode);
    Ability { mode: before.mode + bend.slope / bend.information, se: 1.0 / bend.information.sqrt() }
}
