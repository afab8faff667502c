//! Opening a log: a file, standard input, or an entry of an archive, as in `runs.zip:day/log.jsonl`.

use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::source::archive::zip::Archive;
use crate::source::progress::Meter;
use crate::source::stream::Source;

/// Opens a path.
pub(crate) fn open(path: &Path, meter: &mut Meter<'_>) -> Result<Source> {
    match entry(path) {
        Some((archive, entry)) => Archive::open(&archive)?.source(&entry, meter),
        None => Source::open(path, meter),
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
