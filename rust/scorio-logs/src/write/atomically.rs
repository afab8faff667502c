//! Writing files completely or not at all.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::Builder;

use crate::error::{Error, Result};
use crate::source::progress::Going;
use crate::write::error::WriteError;

/// Writes a file beside its place, then moves it there. A full disk or a crash on the way leaves the
/// earlier file, and so does Ctrl-C.
///
/// The file on the way has an unpredictable name, and is new: no link waits there. The file
/// that is replaced leaves its mode to the new one.
pub(crate) fn write_atomically(
    path: &Path,
    going: &mut Going<'_>,
    write: impl FnOnce(&File, &mut Going<'_>) -> Result<()>,
) -> Result<()> {
    let failed = |source| unwritten(&path.display().to_string(), source);
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut partial = Builder::new();
    partial.prefix(&prefix).suffix(".part");
    usual_mode(&mut partial);
    // Whatever is written before an error is worth nothing, and is removed.
    let partial = partial.tempfile_in(folder(path)).map_err(failed)?;
    write(partial.as_file(), going)?;
    if let Ok(replaced) = fs::symlink_metadata(path)
        && replaced.is_file()
    {
        partial.as_file().set_permissions(replaced.permissions()).map_err(failed)?;
    }
    // Before it takes its place: else a crash may leave a file there whose bytes are not.
    partial.as_file().sync_all().map_err(failed)?;
    going.ask()?;
    partial.persist(path).map_err(|unmoved| failed(unmoved.error))?;
    sync_folder(path);
    Ok(())
}

/// The error of a file that cannot be written.
pub(super) fn unwritten(file: &str, source: io::Error) -> Error {
    WriteError::Write { file: file.to_owned(), source }.into()
}

/// The mode of new files, from which the system takes what the user does not want.
#[cfg(unix)]
fn usual_mode(partial: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    partial.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn usual_mode(_: &mut Builder<'_, '_>) {}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Lets a crash not undo the move. Not every system can. The file is whole in either case.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
}
