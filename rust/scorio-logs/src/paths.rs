//! Which paths are logs, by their names and by the files beside them.

use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::remedy::Remedy;
use crate::source::archive::zip::Archive;
use crate::source::error::SourceError;
use crate::source::packing::{UNREAD, unpacked};
use crate::tools::registry::TOOLS;

/// How the names of logs end, before the ending of a packing.
pub const LOG_ENDINGS: [&str; 10] = [
    ".eval", ".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".arrow", ".feather", ".ipc",
];

/// What a path in a folder is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// A log.
    Log,
    /// A part of a log of another name, which is read with it.
    Part {
        /// The log.
        of: PathBuf,
    },
    /// Anything else.
    Other,
}

/// Whether a path is a log, or a part of another log.
#[must_use]
pub fn path_kind(path: &Path) -> PathKind {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let unread = UNREAD.iter().find_map(|ending| name.strip_suffix(ending));
    let name = unpacked(unpacked(unread.unwrap_or(&name)));
    if let Some(of) = TOOLS.iter().find_map(|tool| (tool.part_of)(path)) {
        return PathKind::Part { of };
    }
    let log = LOG_ENDINGS.iter().any(|ending| name.ends_with(ending)) && path.is_file();
    if log { PathKind::Log } else { PathKind::Other }
}

/// The logs in an archive. Nothing if it is one log itself.
///
/// # Errors
/// An archive that cannot be read, or that has no end.
pub fn logs_in(archive: &Path) -> Result<Option<Vec<String>>> {
    let opened = Archive::open(archive)?;
    let names = opened.names();
    if names.iter().any(|name| name == "header.json" || name.starts_with("_journal/")) {
        return Ok(None);
    }
    if opened.is_cut() {
        let (file, problem) = (archive.display().to_string(), "its end is cut off".to_owned());
        let remedy = Some(Remedy::TakeCompleteCopy {});
        return Err(SourceError::Archive { file, problem, remedy }.into());
    }
    let is_log = |name: &&String| {
        let lower = name.to_lowercase();
        let hidden = lower.split('/').any(|part| part.starts_with('.') || part == "__macosx");
        !hidden && LOG_ENDINGS.iter().any(|ending| lower.ends_with(ending))
    };
    Ok(Some(names.iter().filter(is_log).cloned().collect()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn parts_name_their_log() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("simulations")).unwrap();
        let time = "2026-11-20T09-06-21.942467";
        let samples = format!("samples_task_{time}.jsonl.gz");
        for name in ["metadata.json", "a.JSONL.gz", "notes.txt", "simulations/1.json", &samples] {
            fs::write(at(name), "").unwrap();
        }
        let of = |name: &str| match path_kind(&at(name)) {
            PathKind::Part { of } => Some(of),
            _ => None,
        };
        assert_eq!(path_kind(&at("metadata.json")), PathKind::Log);
        assert_eq!(path_kind(&at("a.JSONL.gz")), PathKind::Log);
        assert_eq!(path_kind(&at("notes.txt")), PathKind::Other);
        assert_eq!(path_kind(&at("absent.json")), PathKind::Other);
        assert_eq!(of("simulations/1.json"), None);
        fs::write(at("results.jsonl.zst"), "").unwrap();
        fs::write(at("results.json"), "").unwrap();
        assert_eq!(of("metadata.json"), Some(at("results.jsonl.zst")));
        assert_eq!(of("simulations/1.json"), Some(at("results.json")));
        assert_eq!(of(&format!("results_{time}.json")), Some(at(&samples)));
        assert_eq!(of("results_2026.json"), None);
    }
}
