//! A second look at two files whose trails are alike: all that their records say.

use std::sync::Arc;

use scorio_records::spec::policy::OnRepeat;

use crate::count::copies::print::NameSet;
use crate::count::copies::suspects::{Likeness, Suspect};
use crate::count::copies::trail::{Gatherer, LookedAt, SharedGatherer, lock};
use crate::count::copies::verdict::{InCommon, common, common_if_numbered};
use crate::count::counter::Counter;
use crate::count::error::CountError;
use crate::error::{Error, Result};
use crate::note::Note;
use crate::source::progress::{Progress, Total};
use crate::spec::options::{Input, Spec};
use crate::threads::plan::WorkPlan;

/// Records that show which fields there are.
const FIRST: usize = 1000;

/// Compares a file with an earlier one. A note if there is something to say, an error if the trials of one
/// are all among those of the other.
pub(in crate::count) fn compare(
    input: &Input,
    earlier: &Input,
    suspect: Suspect,
    spec: &Spec,
    progress: &mut Progress<'_>,
) -> Result<Option<Note>> {
    let [file, other] = [input, earlier].map(|one| one.path.display().to_string());
    if [input, earlier].into_iter().any(is_read_once) {
        return match suspect.how {
            Likeness::Same => Err(CountError::Copy { file, other }.into()),
            Likeness::Numbered => Ok(None),
            Likeness::Records | Likeness::Beginning(_) => {
                Ok(Some(Note::PerhapsShared { file, other }))
            }
        };
    }
    let spec = Spec { ordered: false, on_repeat: OnRepeat::Keep, ..spec.clone() };
    let mut look = SecondLook { spec, progress };
    let begin = [earlier, input].map(|input| look.beginning(input));
    let [Some(one), Some(two)] = begin else { return look.stopped().map(|()| None) };
    if let (Likeness::Beginning(trials), true) = (suspect.how, one.names == two.names) {
        let trials = usize::try_from(trials).unwrap_or(FIRST).min(FIRST);
        let mut pairs = one.records.iter().zip(&two.records).take(trials);
        if pairs.any(|(one, two)| one.whole != two.whole) {
            return Ok(None);
        }
    }
    let numbered = suspect.how == Likeness::Numbered;
    if numbered && one.records.len().min(two.records.len()) >= FIRST && !begin_alike(&one, &two) {
        return Ok(None);
    }
    let wanted: NameSet = one.names.intersection(&two.names).copied().collect();
    let Some([mut one, mut two]) = look.all([earlier, input], &wanted) else {
        return look.stopped().map(|()| None);
    };
    let mut names = [other, file];
    if one.len() > two.len() {
        (one, two) = (two, one);
        names.reverse();
    }
    let [file, other] = names;
    let records = one.len() as u64;
    match if numbered { common_if_numbered(&one, &two) } else { common(&one, &two) } {
        InCommon::Nothing => Ok(None),
        InCommon::All => {
            let [other, file] = [earlier, input].map(|one| one.path.display().to_string());
            Err(CountError::Copy { file, other }.into())
        }
        InCommon::AllOfOne => Err(CountError::Part { file, other, records }.into()),
        InCommon::Some(shared) => Ok(Some(Note::SharedRecords { file, other, shared, records })),
    }
}

/// Whether most of the first records of two files have the same questions and outcomes.
fn begin_alike(one: &Gatherer, two: &Gatherer) -> bool {
    let pairs = one.records.iter().zip(&two.records);
    2 * pairs.filter(|(one, two)| one.class == two.class).count() > FIRST
}

/// Whether an input can be read once alone: standard input, or another pipe.
fn is_read_once(input: &Input) -> bool {
    let pipe = |kind: std::fs::Metadata| !kind.is_file() && !kind.is_dir();
    input.path.as_os_str() == "-" || input.path.metadata().is_ok_and(pipe)
}

struct SecondLook<'p, 'q> {
    spec: Spec,
    progress: &'p mut Progress<'q>,
}

impl SecondLook<'_, '_> {
    fn counter(&self, gatherer: &SharedGatherer) -> Result<Counter> {
        let mut counter = Counter::new(&self.spec)?;
        counter.trail.second = Some(Arc::clone(gatherer));
        Ok(counter)
    }

    fn read(&mut self, mut counter: Counter, input: &Input) -> Result<Counter> {
        // One reader sees everything.
        let plan = WorkPlan { readers: 0, ..WorkPlan::usual() };
        let mut progress = |_| (self.progress)(0);
        let (found, window) = counter.kind(input, &Total::default(), &mut progress, plan)?;
        counter.file(input, found, window, plan)
    }

    /// The first records of a file, and the names of their fields. Nothing if it cannot be read again.
    fn beginning(&mut self, input: &Input) -> Option<Gatherer> {
        let gatherer = SharedGatherer::default();
        lock(&gatherer).most = FIRST;
        let counter = self.counter(&gatherer).ok()?;
        let read = self.read(counter, input).map(drop);
        let gathered = std::mem::take(&mut *lock(&gatherer));
        (read.is_ok() || gathered.records.len() >= FIRST).then_some(gathered)
    }

    /// All records of two files, by these fields.
    fn all(&mut self, inputs: [&Input; 2], wanted: &NameSet) -> Option<[Vec<LookedAt>; 2]> {
        let gatherer = SharedGatherer::default();
        lock(&gatherer).wanted = Some(wanted.clone());
        // One counter, so that a question has one number.
        let mut counter = self.counter(&gatherer).ok()?;
        let mut records = inputs.map(|_| Vec::new());
        for (input, records) in inputs.into_iter().zip(&mut records) {
            counter = self.read(counter, input).ok()?;
            *records = std::mem::take(&mut lock(&gatherer).records);
        }
        Some(records)
    }

    /// Whether the caller has stopped the reading.
    fn stopped(&mut self) -> Result<()> {
        if (self.progress)(0) { Ok(()) } else { Err(Error::Stopped) }
    }
}
