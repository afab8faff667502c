//! Opening a log: a file, standard input, or an entry of an archive, as in `runs.zip:day/log.jsonl`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Result;
use crate::source::archive::zip::Archive;
use crate::source::progress::Meter;
use crate::source::stream::Source;

/// Opens a path.
pub(crate) fn open(path: &Path, meter: &mut Meter<'_>) -> Result<Source> {
    LastArchive::default().open(path, meter)
}

/// The archive that was opened last, whose entries are listed once for all that are read.
#[derive(Clone, Default)]
pub(crate) struct LastArchive(Arc<Mutex<Option<Arc<Archive>>>>);

impl LastArchive {
    /// Opens a path.
    pub(crate) fn open(&self, path: &Path, meter: &mut Meter<'_>) -> Result<Source> {
        match entry(path) {
            Some((archive, entry)) => self.listed(&archive)?.source(&entry, meter),
            None => Source::open(path, meter),
        }
    }

    fn listed(&self, path: &Path) -> Result<Arc<Archive>> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(archive) if archive.path() == path => Ok(Arc::clone(archive)),
            _ => Ok(Arc::clone(last.insert(Arc::new(Archive::open(path)?)))),
        }
    }
}

/// The archive and the entry that a path names, if it is not a file itself.
fn entry(path: &Path) -> Option<(PathBuf, String)> {
    let name = path.to_str().filter(|_| !path.exists())?;
    let mut colons = name.match_indices(':').map(|(at, _)| name.split_at(at));
    colons.find_map(|(archive, entry)| {
        let archive = PathBuf::from(archive);
        archive.is_file().then(|| (archive, entry.get(1..).unwrap_or("").to_owned()))
    })
}
