//! How much a pair of models will know at its last look, if all that is left of the run is theirs.

use super::run::{Ranker, within};
use crate::adaptive::options::ModelCost;

/// What a model knows, and what it may get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::adaptive) struct Prospect {
    /// 1/SE², with the information of trials that are pending.
    pub(in crate::adaptive) precision: f64,
    /// The information of each further item: that of the next one.
    pub(in crate::adaptive) gain: f64,
    /// The most further items.
    pub(in crate::adaptive) items: f64,
    /// What each costs.
    pub(in crate::adaptive) cost: f64,
    /// Whether trials are pending.
    pub(in crate::adaptive) pending: bool,
}

/// The largest t = 1/(SE² + SE²) of a pair after trials that cost at most `room` together. 0 if it can
/// have none.
pub(in crate::adaptive) fn most_information(one: &Prospect, other: &Prospect, room: f64) -> f64 {
    let ends = |own: &Prospect| own.items <= 0.0 && !own.pending;
    if ends(one) && ends(other) {
        return 0.0;
    }
    let whole = |own: &Prospect| own.items * own.cost;
    let (first, second) = if whole(one) + whole(other) <= room {
        (one.items, other.items)
    } else {
        // At the largest t, a cost has the same effect on both: √r (P + r c) is equal, where c is the
        // cost that a model gets, r the information per cost and P what it has.
        let (r, s) = (one.gain / one.cost, other.gain / other.cost);
        let (p, q) = (one.precision, other.precision);
        let even = if r <= 0.0 {
            0.0
        } else if s > 0.0 {
            (r.sqrt() * (q + s * room) - s.sqrt() * p) / (r * s.sqrt() + s * r.sqrt())
        } else {
            room
        };
        let paid = even.max(room - whole(other)).max(0.0).min(whole(one)).min(room);
        (paid / one.cost, (room - paid) / other.cost)
    };
    let known = |own: &Prospect, items: f64| 1.0 / (own.precision + own.gain * items);
    1.0 / (known(one, first) + known(other, second))
}

/// What is left for the models of a run.
pub(super) struct Horizons {
    prospects: Vec<Prospect>,
    room: f64,
    /// Whether the run asks nothing more, whatever is left.
    ended: bool,
}

impl Horizons {
    /// t of a pair at its last look. 0 if this look is the last one, or if the boundary does not ask.
    pub(super) fn of(&self, one: usize, other: usize) -> f64 {
        match (self.prospects.get(one), self.prospects.get(other)) {
            (Some(one), Some(other)) if !self.ended => most_information(one, other, self.room),
            _ => 0.0,
        }
    }
}

impl Ranker {
    /// What is left for each model, if the boundary asks it.
    pub(super) fn horizons(&self) -> Horizons {
        let models = if self.boundary.has_horizon() { self.models.len() } else { 0 };
        let left = self.options.budget.map(|budget| within(budget) - self.planned());
        let room = left.unwrap_or(f64::INFINITY).max(0.0);
        Horizons {
            prospects: (0..models).map(|model| self.prospect(model, room)).collect(),
            room,
            ended: models > 0 && self.is_precise(),
        }
    }

    fn prospect(&self, model: usize, room: f64) -> Prospect {
        let standing = &self.standings[model];
        let se = standing.located().1;
        let (gain, cost) = *standing.next.get_or_init(|| self.next_gain(model));
        let pending = standing.tried - standing.cells().len();
        let paid = (room / cost).floor();
        // What the very last trials cost depends on the item.
        let paid = if paid <= 1.0 { f64::from(u8::from(self.is_affordable(model))) } else { paid };
        Prospect {
            precision: 1.0 / (se * se) + pending as f64 * gain,
            gain,
            items: paid.min(self.items_left(model) as f64),
            cost,
            pending: pending > 0,
        }
    }

    /// The information of the next item of a model and what each further item costs.
    fn next_gain(&self, model: usize) -> (f64, f64) {
        let (standing, cost) = (&self.standings[model], &self.models[model].cost);
        // Whatever was drawn before, so that a run that was loaded finds the same.
        let Some(item) = self.chooser.item(&self.bank, standing, cost, 0) else {
            return (0.0, cost.mean());
        };
        let by_item = self.options.per_cost && matches!(cost, ModelCost::ByItem(_));
        let gain = self.bank.curves()[item].information(standing.located().0);
        (gain, if by_item { cost.of(item) } else { cost.mean() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prospect(precision: f64, gain: f64, items: f64, cost: f64) -> Prospect {
        Prospect { precision, gain, items, cost, pending: false }
    }

    /// The largest t over a fine grid of shares of the room.
    fn plain(one: &Prospect, other: &Prospect, room: f64) -> f64 {
        let known =
            |own: &Prospect, paid: f64| own.precision + own.gain * (paid / own.cost).min(own.items);
        let at = |step: u32| {
            let paid = room * f64::from(step) / 2e4;
            1.0 / (1.0 / known(one, paid) + 1.0 / known(other, room - paid))
        };
        (0..=20_000).map(at).fold(0.0, f64::max)
    }

    #[test]
    fn no_share_of_the_rest_tells_more() {
        let all = [
            prospect(2.0, 0.25, 300.0, 1.0),
            prospect(8.0, 0.2, 40.0, 3.0),
            prospect(0.5, 0.01, 9.0, 0.5),
            prospect(5.0, 0.0, 10.0, 1.0),
            prospect(4.0, 1.0, 0.0, 1.0),
        ];
        for one in &all {
            for other in &all {
                for room in [1.0, 10.0, 90.0, 1e3] {
                    let (found, exact) =
                        (most_information(one, other, room), plain(one, other, room));
                    if one.items + other.items == 0.0 {
                        assert_eq!(found, 0.0);
                    } else {
                        assert!(
                            (found / exact - 1.0).abs() < 1e-6,
                            "{one:?} {other:?} {room}: {found}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn pending_trials_leave_a_look() {
        let waiting = Prospect { pending: true, ..prospect(4.0, 0.25, 0.0, 1.0) };
        let ended = prospect(4.0, 0.25, 0.0, 1.0);
        assert_eq!(most_information(&waiting, &ended, 0.0), 2.0);
        assert_eq!(most_information(&ended, &ended, f64::INFINITY), 0.0);
        let open = prospect(4.0, 0.25, 16.0, 1.0);
        assert_eq!(most_information(&open, &open, f64::INFINITY), 4.0);
    }
}
