//! The files that may have records of one another, by their trails.

use std::collections::{BTreeMap, HashMap};

use rustc_hash::FxBuildHasher;

use crate::count::copies::print::NameSet;
use crate::count::copies::trail::{Sampled, Trail, step_before};
use crate::note::Note;
use crate::spec::options::Input;

/// The most files that a file is compared with, and the most that are kept of one hash.
const MOST_OTHERS: usize = 4;

/// The last files that a file is compared with, question by question.
const MOST_BY_QUESTION: usize = 64;

/// So many questions in which two files agree are worth a second look, though both have others.
const ENOUGH: usize = 8;

/// So many trials from the beginning on are more than chance may give.
const LONG: u64 = 32;

/// A file that has been read.
#[derive(Debug)]
struct FileTrail {
    /// Its place among the inputs.
    input: usize,
    last_step: u64,
    mask: u64,
    sample: Vec<Sampled>,
    names: u64,
    partial: bool,
}

/// An earlier file with which a file may share records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) struct Suspect {
    /// Its place among the inputs.
    pub(in crate::count) input: usize,
    pub(in crate::count) how: Likeness,
}

/// How two files are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::count) enum Likeness {
    /// They have the same trials, in any order.
    Same,
    /// Some of the records that were looked at are equal.
    Records,
    /// They begin with the same trials: at least so many.
    Beginning(u64),
    /// The trials of one have numbers, and those of the other have none. Nothing was compared yet.
    Numbered,
}

/// Files by what their trails have.
#[derive(Debug, Default)]
pub(in crate::count) struct Trails {
    files: Vec<FileTrail>,
    /// Inputs whose trials all have names.
    numbered: Vec<usize>,
    /// By the number of trials and their sum.
    wholes: HashMap<(u64, u64), Vec<usize>, FxBuildHasher>,
    /// The first file that had these after so many trials.
    steps: HashMap<(u64, u64), usize, FxBuildHasher>,
    /// The first files that have a record.
    records: HashMap<u64, [Option<u32>; MOST_OTHERS], FxBuildHasher>,
    /// A record of each class, and whether some class has records that differ.
    classes: HashMap<u64, u64, FxBuildHasher>,
    varied: bool,
    /// In files with more than the fields that are read: records that were looked at, and those equal to another.
    equal: Vec<(usize, [u64; 2])>,
}

impl Trails {
    /// After a file: the earlier ones that are like it.
    pub(in crate::count) fn add(&mut self, input: usize, trail: &mut Trail) -> Vec<Suspect> {
        if trail.trials == 0 && trail.is_kept() {
            self.numbered.push(input);
            let others = self.files.iter().rev().take(MOST_OTHERS);
            return others
                .map(|one| Suspect { input: one.input, how: Likeness::Numbered })
                .collect();
        }
        if trail.trials == 0 || trail.steps.is_empty() {
            return Vec::new();
        }
        trail.sample.sort_unstable_by_key(|one| (one.row, one.class, one.whole));
        let file = FileTrail {
            input,
            last_step: step_before(trail.trials),
            mask: trail.mask,
            sample: std::mem::take(&mut trail.sample),
            names: trail.names,
            partial: trail.partial,
        };
        self.look_inside(&file);
        let mut found: BTreeMap<usize, Likeness> = BTreeMap::new();
        if let Some(earlier) = self.wholes.get(&(trail.trials, trail.sum)) {
            found.extend(earlier.iter().map(|&earlier| (earlier, Likeness::Same)));
        }
        for (earlier, likeness) in self.sharing(&file).into_iter().chain(self.begun(&file, trail)) {
            let known = found.entry(earlier).or_insert(likeness);
            *known = likeness.min(*known);
        }
        found.retain(|&earlier, _| self.files.get(earlier).is_some_and(|one| !differ(one, &file)));
        let mut found: Vec<_> = found.into_iter().map(|(earlier, how)| (how, earlier)).collect();
        found.sort_unstable();
        if found.len() > MOST_OTHERS {
            // The last one is the one that begins alike, if any does.
            found.drain(MOST_OTHERS - 1..found.len() - 1);
        }
        let of = |&(how, earlier): &(Likeness, usize)| {
            self.files.get(earlier).map(|earlier| Suspect { input: earlier.input, how })
        };
        let numbered = self.numbered.iter().rev().take(MOST_OTHERS);
        let numbered = numbered.map(|&input| Suspect { input, how: Likeness::Numbered });
        let suspects = found.iter().filter_map(of).chain(numbered).collect();
        self.keep(file, trail);
        suspects
    }

    /// Takes down whether records of one question and outcome differ, and whether records are equal.
    fn look_inside(&mut self, file: &FileTrail) {
        if file.names == 0 {
            return;
        }
        for one in &file.sample {
            self.varied |= *self.classes.entry(one.class).or_insert(one.whole) != one.whole;
        }
        let distinct: NameSet = file.sample.iter().map(|one| one.whole).collect();
        let equal = (file.sample.len() - distinct.len()) as u64;
        if equal > 0 {
            self.equal.push((file.input, [equal, file.sample.len() as u64]));
        }
    }

    /// Earlier files that share records with a file, as far as they were looked at.
    fn sharing(&self, file: &FileTrail) -> Vec<(usize, Likeness)> {
        let mut hits: BTreeMap<usize, usize> = BTreeMap::new();
        for one in file.sample.iter().filter(|_| file.names != 0) {
            for earlier in self.records.get(&one.whole).into_iter().flatten().flatten() {
                *hits.entry(*earlier as usize).or_default() += 1;
            }
        }
        let enough = |(earlier, hits): (usize, usize)| {
            let other = self.files.get(earlier)?;
            let looked = |sample: &[Sampled]| {
                let mask = other.mask | file.mask;
                sample.iter().filter(|one| one.row & mask == 0).count()
            };
            let whole = hits >= looked(&file.sample).min(looked(&other.sample));
            (whole || self.varied && hits > 1).then_some((earlier, Likeness::Records))
        };
        let shared = hits.into_iter().filter_map(enough);
        let others = self.files.iter().enumerate().rev().take(MOST_BY_QUESTION);
        let agreeing = others.filter(|(_, other)| agree(file, other));
        shared.chain(agreeing.map(|(place, _)| (place, Likeness::Records))).collect()
    }

    /// The earlier file that begins like a file, for as long as any does.
    fn begun(&self, file: &FileTrail, trail: &Trail) -> Option<(usize, Likeness)> {
        let known = |step| self.steps.get(step).map(|&earlier| (*step, earlier));
        let ((trials, _), earlier) = trail.steps.iter().rev().find_map(known)?;
        let other = self.files.get(earlier)?;
        let whole = trials >= file.last_step.min(other.last_step);
        (whole || trials >= LONG).then_some((earlier, Likeness::Beginning(trials)))
    }

    /// What to say of equal records within files.
    pub(in crate::count) fn equal_records(&self, inputs: &[Input]) -> Option<Note> {
        let (first, _) = *self.equal.first()?;
        let sum = |which: fn(&[u64; 2]) -> u64| self.equal.iter().map(|(_, one)| which(one)).sum();
        Some(Note::EqualRecords {
            file: inputs.get(first)?.path.display().to_string(),
            more: self.equal.len() as u64 - 1,
            equal: sum(|one| one[0]),
            compared: sum(|one| one[1]),
        })
    }

    fn keep(&mut self, file: FileTrail, trail: &Trail) {
        let place = self.files.len();
        let alike = self.wholes.entry((trail.trials, trail.sum)).or_default();
        if alike.len() < MOST_OTHERS {
            alike.push(place);
        }
        for &step in &trail.steps {
            self.steps.entry(step).or_insert(place);
        }
        for one in file.sample.iter().filter(|_| file.names != 0) {
            let files = self.records.entry(one.whole).or_default();
            let own = u32::try_from(place).ok();
            if let Some(free) = files.iter_mut().find(|one| one.is_none() || **one == own) {
                *free = own;
            }
        }
        self.files.push(file);
    }
}

/// Whether two files agree in every question that was looked at in both: the records of one are among those of
/// the other. Of files whose fields are not known to be the same, the outcomes are compared.
fn agree(one: &FileTrail, other: &FileTrail) -> bool {
    let mask = one.mask | other.mask;
    let alike = !one.partial && !other.partial && one.names == other.names;
    let key = |one: &Sampled| if alike { one.whole } else { one.class };
    let by_row = |one: &Sampled, other: &Sampled| one.row == other.row;
    let rows =
        |file: &FileTrail| file.sample.chunk_by(by_row).filter(|row| looked(row, mask)).count();
    let mut others = other.sample.chunk_by(by_row).peekable();
    let (mut met, mut within, mut holds) = (0, true, true);
    for own in one.sample.chunk_by(by_row) {
        let Some(first) = own.first().filter(|one| one.row & mask == 0) else { continue };
        while others.next_if(|row| row.first().is_some_and(|one| one.row < first.row)).is_some() {}
        let same = |row: &&[Sampled]| row.first().is_some_and(|one| one.row == first.row);
        let Some(theirs) = others.next_if(same) else { continue };
        met += 1;
        let held = |few: &[Sampled], many: &[Sampled]| {
            few.iter().all(|one| {
                let times = |row: &[Sampled]| row.iter().filter(|two| key(two) == key(one)).count();
                times(few) <= times(many)
            })
        };
        within &= own.len() <= theirs.len() && held(own, theirs);
        holds &= theirs.len() <= own.len() && held(theirs, own);
        if !within && !holds {
            return false;
        }
    }
    met >= ENOUGH || met > 0 && met == rows(one).min(rows(other))
}

/// Whether a question is looked at in both files.
fn looked(row: &[Sampled], mask: u64) -> bool {
    row.first().is_some_and(|one| one.row & mask == 0)
}

/// Whether two files with the same fields differ in every record that was looked at in both.
fn differ(one: &FileTrail, other: &FileTrail) -> bool {
    let mask = one.mask | other.mask;
    let records = |file: &FileTrail| -> HashMap<u64, u64> {
        let looked = file.sample.iter().filter(|one| one.row & mask == 0);
        looked.map(|one| (one.whole, one.class)).collect()
    };
    if one.names == 0 || one.names != other.names {
        return false;
    }
    let (one, other) = (records(one), records(other));
    let classes: NameSet = other.values().copied().collect();
    let met = one.values().any(|class| classes.contains(class));
    met && !one.keys().any(|whole| other.contains_key(whole))
}

#[cfg(test)]
mod tests {
    use scorio_records::json::value::Value;
    use scorio_records::records::mark::Mark;

    use super::*;

    /// A trail of records with a question, an outcome, and what else they say.
    fn trail(records: &[(usize, u16, String)]) -> Trail {
        let mut trail = Trail::default();
        trail.begin(true, &[]);
        for (row, category, said) in records {
            let mark = Mark::Category(*category);
            trail.add(*row, mark);
            if trail.samples(*row) {
                trail.keep(*row, mark, &[("said".into(), Value::Cell(said))]);
            }
        }
        trail
    }

    fn records(run: u64, questions: usize, trials: usize) -> Vec<(usize, u16, String)> {
        let said = |number: usize| format!("{run} says {number}");
        let mut record = |number: usize| {
            let category = u16::from((number + number * number / 7).is_multiple_of(3));
            (number % questions, category, said(number))
        };
        (0..questions * trials).map(&mut record).collect()
    }

    #[test]
    fn only_files_that_share_something_are_suspects() {
        let mut trails = Trails::default();
        let one = records(1, 700, 5);
        assert_eq!(trails.add(0, &mut trail(&one)), []);
        // The same outcomes, but other answers.
        assert_eq!(trails.add(1, &mut trail(&records(2, 700, 5))), []);
        let mut shuffled = one.clone();
        shuffled.sort_by_key(|one| one.2.len() * 17 % 5);
        let same = Suspect { input: 0, how: Likeness::Same };
        assert_eq!(trails.add(2, &mut trail(&shuffled))[0], same);
        let mut resumed = one[..1000].to_vec();
        resumed.extend(records(3, 700, 2));
        let shared = Suspect { input: 0, how: Likeness::Records };
        assert!(trails.add(3, &mut trail(&resumed)).contains(&shared));
        assert_eq!(trails.equal, []);
        let twice = [one.clone(), one].concat();
        trails.add(4, &mut trail(&twice));
        assert_eq!(trails.equal.len(), 1);
    }

    #[test]
    fn outcomes_alone_tell_a_beginning() {
        let plain = |records: Vec<(usize, u16, String)>| {
            let plain = |(row, category, _)| (row, category, String::new());
            trail(&records.into_iter().map(plain).collect::<Vec<_>>())
        };
        for (first, second) in [(500, 2100), (2100, 500)] {
            let mut trails = Trails::default();
            let part = |most| records(1, 700, 3).into_iter().take(most).collect();
            assert_eq!(trails.add(0, &mut plain(part(first))), []);
            let mut other = plain(part(second));
            let file = FileTrail {
                input: 1,
                last_step: step_before(other.trials),
                mask: 0,
                sample: Vec::new(),
                names: 0,
                partial: false,
            };
            // The last step of the shorter file.
            let begun = Some((0, Likeness::Beginning(496)));
            assert_eq!(trails.begun(&file, &other), begun);
            assert_eq!(trails.add(1, &mut other).len(), 1);
        }
    }
}
