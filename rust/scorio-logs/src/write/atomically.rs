//! Writing files completely or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::write::error::WriteError;

/// Writes a file beside its place, then moves it there. A full disk or a crash on the way leaves the
/// earlier file.
pub(crate) fn write_atomically(
    path: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let partial: PathBuf = path.with_file_name(name);
    let written = File::create(&partial).and_then(|file| {
        write(&file)?;
        // Before it takes its place: else a crash may leave a file there whose bytes are not.
        file.sync_all()?;
        drop(file);
        fs::rename(&partial, path)
    });
    written.map_err(|source| {
        // Whatever was written is worth nothing. The error is the one to report.
        let _ = fs::remove_file(&partial);
        Error::from(WriteError::Write { file: path.display().to_string(), source })
    })?;
    sync_folder(path);
    Ok(())
}

/// Lets a crash not undo the move. Not every system can. The file is whole in either case.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}
