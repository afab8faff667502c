//! The course of a metric through the replicates, and the sums behind it.

use crate::numeric::portable::powi;

/// How one metric's ranking settles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The first n of the lists below.
    pub start: usize,
    /// Mean of τ-b over the replicates. A replicate that ties all models counts as 0.
    pub tau: Vec<f64>,
    /// Standard error of the mean. It is NaN for a single replicate.
    pub error: Vec<f64>,
    /// Share of the replicates that tie all models.
    pub flat: Vec<f64>,
    /// Share of the replicates that converge at n.
    pub pmf: Vec<f64>,
    /// Share of the replicates that converge at n or before.
    pub cdf: Vec<f64>,
    /// Share of the replicates that never converge.
    pub never: f64,
    /// Mean convergence@n of those that converge. It is NaN if none does.
    pub mean: f64,
    /// Its standard error. It is NaN for fewer than two replicates.
    pub mean_error: f64,
    /// The slowest replicate: the last to converge, then the one whose ranking differs at the most
    /// n, then the first.
    pub slowest: u64,
}

/// CourseSums over a piece of the replicates.
#[derive(Clone, Debug, Default)]
pub(super) struct CourseSums {
    tau: Vec<f64>,
    squares: Vec<f64>,
    flat: Vec<u64>,
    converged: Vec<u64>,
    never: u64,
    slowest: Option<Slowest>,
}

/// How late a replicate converges, and which replicate it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slowest {
    pub(super) at: usize,
    pub(super) differing: usize,
    pub(super) replicate: u64,
}

impl CourseSums {
    pub(super) fn new(length: usize) -> Self {
        Self {
            tau: vec![0.0; length],
            squares: vec![0.0; length],
            flat: vec![0; length],
            converged: vec![0; length],
            never: 0,
            slowest: None,
        }
    }

    pub(super) fn add(&mut self, place: usize, tau: Option<f64>) {
        let slots =
            (self.tau.get_mut(place), self.squares.get_mut(place), self.flat.get_mut(place));
        if let (Some(sum), Some(square), Some(flat)) = slots {
            *sum += tau.unwrap_or(0.0);
            *square += tau.map_or(0.0, |tau| tau * tau);
            *flat += u64::from(tau.is_none());
        }
    }

    /// Counts a replicate that converges at this place. The place after the last means never.
    pub(super) fn settle(&mut self, place: usize) {
        *self.converged.get_mut(place).unwrap_or(&mut self.never) += 1;
    }

    pub(super) fn slower(&mut self, other: Slowest) {
        let key = |one: &Slowest| (one.at, one.differing, std::cmp::Reverse(one.replicate));
        if self.slowest.is_none_or(|slowest| key(&slowest) < key(&other)) {
            self.slowest = Some(other);
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        let floats = [(&mut self.tau, &other.tau), (&mut self.squares, &other.squares)];
        for (mine, other) in floats {
            mine.iter_mut().zip(other).for_each(|(mine, other)| *mine += other);
        }
        let counts = [(&mut self.flat, &other.flat), (&mut self.converged, &other.converged)];
        for (mine, other) in counts {
            mine.iter_mut().zip(other).for_each(|(mine, other)| *mine += other);
        }
        self.never += other.never;
        if let Some(slowest) = other.slowest {
            self.slower(slowest);
        }
    }

    /// Adds the sums of every metric over the next piece to those before it.
    pub(super) fn extend(sums: &mut Vec<Self>, piece: Vec<Self>) {
        match sums.as_slice() {
            [] => *sums = piece,
            _ => sums.iter_mut().zip(&piece).for_each(|(sum, other)| sum.add_all(other)),
        }
    }

    pub(super) fn course(self, start: usize, count: u64) -> Course {
        let replicates = count as f64;
        let tau: Vec<_> = self.tau.iter().map(|sum| sum / replicates).collect();
        let error =
            |(square, mean): (&f64, &f64)| standard_error(square / replicates, *mean, count);
        let error = self.squares.iter().zip(&tau).map(error).collect();
        let shares = |counts: &[u64]| counts.iter().map(|&c| c as f64 / replicates).collect();
        let mut known = 0;
        let until = |&at: &u64| {
            known += at;
            known
        };
        let upto: Vec<_> = self.converged.iter().map(until).collect();
        let settled = (count - self.never) as f64;
        let moment = |power: i32| {
            let terms = self.converged.iter().zip(start..);
            terms.map(|(&c, n)| c as f64 * powi(n as f64, power)).sum::<f64>() / settled
        };
        let mean = moment(1);
        Course {
            start,
            tau,
            error,
            flat: shares(&self.flat),
            pmf: shares(&self.converged),
            cdf: shares(&upto),
            never: self.never as f64 / replicates,
            mean,
            mean_error: standard_error(moment(2), mean, count - self.never),
            slowest: self.slowest.map_or(0, |slowest| slowest.replicate),
        }
    }
}

/// The standard error of a mean, from the mean square. It is NaN for fewer than two values.
fn standard_error(square: f64, mean: f64, count: u64) -> f64 {
    if count < 2 {
        return f64::NAN;
    }
    ((square - mean * mean).max(0.0) / (count - 1) as f64).sqrt()
}
