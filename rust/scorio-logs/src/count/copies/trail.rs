//! What a reading keeps of one file's trials without a name, to tell whether another file has them too.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scorio_records::json::value::Value;
use scorio_records::records::mark::Mark;
use scorio_records::records::record::Origin;
use scorio_records::spec::label::Label;

use crate::count::copies::print::{NameSet, RecordPrint, mixed, of_text, print};

/// The most records of which the whole is kept. Their questions are the same in each file.
const MOST: usize = 64;

/// The positions up to here are all steps, and as many as half of it of each octave behind.
const DENSE: u64 = 64;

/// A record in three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) struct Sampled {
    /// Its question, hashed.
    pub(in crate::count) row: u64,
    /// Its question and its outcome, hashed.
    pub(in crate::count) class: u64,
    pub(in crate::count) whole: u64,
}

/// The trail of a file.
#[derive(Debug)]
pub(in crate::count) struct Trail {
    /// Trials so far, and the sum of their classes.
    pub(in crate::count) trials: u64,
    pub(in crate::count) sum: u64,
    /// The number of trials at which to stop next.
    next: u64,
    /// The sums on the way, at the same numbers of trials in each file.
    pub(in crate::count) steps: Vec<(u64, u64)>,
    /// Records of questions whose hash has none of these bits are kept. All bits: none are.
    wanted: u64,
    /// The same for those that were kept.
    pub(in crate::count) mask: u64,
    pub(in crate::count) sample: Vec<Sampled>,
    /// The names of the fields of a record that are not read. 0 if there are none.
    pub(in crate::count) names: u64,
    /// No more than the fields that are read was seen.
    pub(in crate::count) partial: bool,
    /// The fields that are read.
    left_out: NameSet,
    pub(in crate::count) second: Option<SharedGatherer>,
}

impl Default for Trail {
    /// Nothing is kept.
    fn default() -> Self {
        Self {
            trials: 0,
            sum: 0,
            next: u64::MAX,
            steps: Vec::new(),
            wanted: u64::MAX,
            mask: 0,
            sample: Vec::new(),
            names: 0,
            partial: false,
            left_out: NameSet::default(),
            second: None,
        }
    }
}

/// A question, hashed. Never 0.
#[inline]
fn of_row(row: usize) -> u64 {
    let row = row as u64;
    mixed(row, row) | 1
}

/// A question and an outcome, hashed.
#[inline]
fn of_class(row: u64, mark: Mark) -> u64 {
    row.wrapping_mul(u64::from(2 * mark.number() + 1))
}

/// The step behind a number of trials.
fn step_after(trials: u64) -> u64 {
    if trials < DENSE {
        return trials + 1;
    }
    let width = (trials / DENSE).ilog2() + 1;
    ((trials >> width) + 1) << width
}

/// The last step up to a number of trials.
pub(in crate::count) fn step_before(trials: u64) -> u64 {
    if trials < DENSE {
        return trials;
    }
    let width = (trials / DENSE).ilog2() + 1;
    trials >> width << width
}

impl Trail {
    /// Before the records of a file, which are read for these fields.
    pub(in crate::count) fn begin(&mut self, kept: bool, fields: &[Label]) {
        let second = self.second.take();
        let name = |label: &Label| label.field().map(of_text);
        *self = Self { left_out: fields.iter().filter_map(name).collect(), ..Self::default() };
        if kept && second.is_none() {
            (self.next, self.wanted) = (1, 0);
        } else if let Some(second) = &second {
            self.next = 1;
            lock(second).columns = None;
        }
        self.second = second;
    }

    /// Whether the file's trials without a name are taken down.
    pub(in crate::count) fn is_kept(&self) -> bool {
        self.next != u64::MAX && self.second.is_none()
    }

    /// Takes down a trial without a name. True if the whole of its record is kept.
    #[inline]
    pub(in crate::count) fn add(&mut self, row: usize, mark: Mark) -> bool {
        let row = of_row(row);
        self.add_class(row, of_class(row, mark), mark);
        row & self.wanted == 0
    }

    #[inline]
    fn add_class(&mut self, row: u64, class: u64, mark: Mark) {
        self.sum = self.sum.wrapping_add(class);
        self.trials += 1;
        if self.trials == self.next {
            self.step(row, class, mark);
        }
    }

    /// The same for a trial whose outcome is a number, if it is one, and for several of them.
    pub(in crate::count) fn add_number(
        &mut self,
        row: usize,
        mark: Mark,
        number: Option<f64>,
        times: u64,
    ) {
        let row = of_row(row);
        let mut class = of_class(row, mark);
        if let Some(number) = number {
            class = mixed(class, (number + 0.0).to_bits());
        }
        if times != 1 {
            // One record of several.
            class = mixed(class, times);
        }
        self.add_class(row, class, mark);
    }

    /// Trials of one question that stand together, by the bytes of their marks.
    pub(in crate::count) fn add_marks(&mut self, row: usize, marks: &[u8]) {
        let (hashed, count) = (of_row(row), marks.len() as u64);
        if self.next - self.trials > count {
            // A class is its row times an odd number, so that the numbers add up alone.
            let numbers: u64 = marks.iter().map(|&mark| 2 * u64::from(mark) + 1).sum();
            self.sum = self.sum.wrapping_add(hashed.wrapping_mul(numbers));
            self.trials += count;
        } else {
            for mark in marks.iter().filter_map(|&mark| Mark::of_byte(mark)) {
                self.add_class(hashed, of_class(hashed, mark), mark);
            }
        }
        for mark in marks.iter().filter_map(|&mark| Mark::of_byte(mark)) {
            if !self.samples(row) {
                break;
            }
            self.keep(row, mark, &[]);
        }
    }

    #[cold]
    fn step(&mut self, row: u64, class: u64, mark: Mark) {
        if let Some(second) = &self.second {
            self.next += 1;
            let mut second = lock(second);
            let whole = mixed(class, second.current.whole);
            second.records.push(LookedAt { row, class, whole, mark: mark.number() });
            return;
        }
        self.steps.push((self.trials, self.sum));
        self.next = step_after(self.trials);
    }

    /// Whether the whole of this question's records is kept.
    #[inline]
    pub(in crate::count) fn samples(&self, row: usize) -> bool {
        of_row(row) & self.wanted == 0
    }

    /// Keeps a record.
    #[cold]
    pub(in crate::count) fn keep(
        &mut self,
        row: usize,
        mark: Mark,
        fields: &[(Cow<'_, str>, Value<'_>)],
    ) {
        let RecordPrint { whole, names } = print(fields, &self.left_out, None);
        self.names = if self.names == 0 { names } else { self.names };
        let row = of_row(row);
        let class = of_class(row, mark);
        self.sample.push(Sampled { row, class, whole: mixed(class, whole) });
        if self.sample.len() <= MOST {
            return;
        }
        let mut mask = self.mask;
        while mask != u64::MAX - 1 {
            mask = mask << 1 | 2;
            let left = self.sample.iter().filter(|one| one.row & mask == 0).count();
            if left == 0 {
                break;
            }
            if left <= MOST {
                self.sample.retain(|one| one.row & mask == 0);
                (self.mask, self.wanted) = (mask, mask);
                return;
            }
        }
        // A few questions have all the records.
        self.wanted = u64::MAX;
    }
}

/// A record on the second look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) struct LookedAt {
    /// Its question.
    pub(in crate::count) row: u64,
    /// Its question and its outcome.
    pub(in crate::count) class: u64,
    /// All that it says.
    pub(in crate::count) whole: u64,
    pub(in crate::count) mark: u32,
}

/// Gathers the whole records of a file.
#[derive(Debug, Default)]
pub(in crate::count) struct Gatherer {
    /// The names that count. Nothing: all of them, which are gathered.
    pub(in crate::count) wanted: Option<NameSet>,
    pub(in crate::count) names: NameSet,
    /// The most records. 0: all of them.
    pub(in crate::count) most: usize,
    pub(in crate::count) records: Vec<LookedAt>,
    /// Columns that are read for this alone stand from this place on.
    pub(in crate::count) columns: Option<(usize, Vec<String>)>,
    current: RecordPrint,
}

/// A gatherer that outlives a reading that is stopped.
pub(in crate::count) type SharedGatherer = Arc<Mutex<Gatherer>>;

pub(in crate::count) fn lock(gatherer: &SharedGatherer) -> MutexGuard<'_, Gatherer> {
    gatherer.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Trail {
    /// The names of columns that are read for the second look alone, behind the wanted ones.
    pub(in crate::count) fn more_columns(&mut self, first: usize, names: &[String]) -> bool {
        self.partial = true;
        let Some(second) = &self.second else { return false };
        lock(second).columns = Some((first, names.to_vec()));
        true
    }

    /// On the second look, takes note of what a record says. False if that is enough.
    pub(in crate::count) fn look(&mut self, values: &[Value<'_>], origin: &dyn Origin) -> bool {
        let Some(second) = &self.second else { return true };
        let mut second = lock(second);
        let second = &mut *second;
        if second.most > 0 && second.records.len() >= second.most {
            return false;
        }
        let fields = match &second.columns {
            Some((first, names)) => {
                let values = values.iter().skip(*first).cloned();
                names.iter().map(|name| Cow::Borrowed(name.as_str())).zip(values).collect()
            }
            None => origin.members(),
        };
        if second.wanted.is_none() {
            let said = fields.iter().filter(|(_, value)| !matches!(value, Value::Absent));
            second.names.extend(said.map(|(name, _)| of_text(name)));
        }
        let whole = print(&fields, &self.left_out, second.wanted.as_ref());
        second.current = whole;
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn trail(trials: &[(usize, u16)]) -> Trail {
        let mut trail = Trail::default();
        trail.begin(true, &[]);
        for &(row, category) in trials {
            trail.add(row, Mark::Category(category));
        }
        trail
    }

    proptest! {
        #[test]
        fn sums_do_not_depend_on_the_order(
            trials in prop::collection::vec((0..9_usize, 0..2_u16), 0..200),
            other in prop::collection::vec((0..9_usize, 0..2_u16), 0..200),
            cut: prop::sample::Index,
        ) {
            let whole = trail(&trials);
            let sorted = |trials: &[(usize, u16)]| {
                let mut trials = trials.to_vec();
                trials.sort_unstable();
                trials
            };
            prop_assert_eq!(trail(&sorted(&trials)).sum, whole.sum);
            prop_assert_eq!(trail(&other).sum == whole.sum, sorted(&other) == sorted(&trials));
            let part = trail(&trials[..cut.index(trials.len() + 1)]);
            prop_assert_eq!(&whole.steps[..part.steps.len()], &part.steps[..]);
        }

        #[test]
        fn steps_are_the_same_wherever_one_begins(trials in 0..1_u64 << 40) {
            let (before, after) = (step_before(trials), step_after(trials));
            prop_assert!(before <= trials && trials < after);
            prop_assert_eq!(step_after(before), after);
            prop_assert_eq!(step_before(after), after);
            prop_assert!(trials - before <= trials / 32);
        }
    }

    #[test]
    fn runs_are_as_trials_one_by_one() {
        let mut run = trail(&[(1, 0)]);
        for count in [1, 5, 100, 1] {
            run.add_marks(7, &vec![Mark::Category(1).byte().unwrap(); count]);
        }
        let mut trials = vec![(1, 0)];
        trials.extend([(7, 1); 107]);
        let single = trail(&trials);
        assert_eq!((run.sum, run.trials, run.steps), (single.sum, single.trials, single.steps));
        // Marks of several kinds add up, too.
        let mut mixed = trail(&[]);
        let marks = [Mark::Category(0), Mark::Failed, Mark::Category(2), Mark::Dropped];
        let bytes: Vec<_> = marks.repeat(50).into_iter().filter_map(Mark::byte).collect();
        mixed.add_marks(3, &bytes);
        let mut single = trail(&[]);
        for mark in marks.repeat(50) {
            single.add(3, mark);
        }
        assert_eq!(
            (mixed.sum, mixed.trials, mixed.steps),
            (single.sum, single.trials, single.steps)
        );
    }

    #[test]
    fn a_sample_is_of_whole_questions() {
        let mut trail = trail(&[]);
        for number in 0..5000_usize {
            let row = number % 1000;
            if trail.samples(row) {
                trail.keep(row, Mark::Category(0), &[("n".into(), Value::Number("1"))]);
            }
        }
        assert!((5..=MOST).contains(&trail.sample.len()), "{}", trail.sample.len());
        let rows: std::collections::BTreeSet<_> = trail.sample.iter().map(|one| one.row).collect();
        assert_eq!(rows.len() * 5, trail.sample.len());
    }
}
