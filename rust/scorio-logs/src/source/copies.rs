//! Files with the same bytes under several names.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::source::progress::Progress;
use crate::spec::options::Input;

const CHUNK: usize = 1 << 20;

/// How much of a file is compared first. Files of one size mostly differ there.
const BEGINNING: u64 = 1 << 16;

/// For each input, the first one that has the same bytes and the same labels, if there is one.
///
/// Only files of one size are read for it. What cannot be read is for the reading itself to say.
pub(crate) fn copies(inputs: &[Input], progress: &mut Progress<'_>) -> Result<Vec<Option<usize>>> {
    let mut first = vec![None; inputs.len()];
    let mut groups: BTreeMap<_, Vec<(usize, Metadata)>> = BTreeMap::new();
    for (place, input) in inputs.iter().enumerate() {
        let known = std::fs::metadata(&input.path).ok();
        if let Some(known) = known.filter(|known| known.is_file() && known.len() > 0) {
            let labels = (&input.model, &input.task, &input.trial);
            groups.entry((labels, known.len())).or_default().push((place, known));
        }
    }
    let several = groups.into_iter().filter(|(_, group)| group.len() > 1);
    for ((_, size), mut group) in several {
        group.sort_by_key(|(place, _)| *place);
        let mut whole: BTreeMap<_, Vec<(usize, Metadata)>> = BTreeMap::new();
        for (place, known) in group {
            let path = &inputs[place].path;
            if let Some(digest) = digest(path, BEGINNING, progress)? {
                whole.entry(digest).or_default().push((place, known));
            }
        }
        for alike in whole.into_values().filter(|alike| alike.len() > 1) {
            same(inputs, &alike, size, &mut first, progress)?;
        }
    }
    Ok(first)
}

/// Takes down which of the files that begin alike are the same.
fn same(
    inputs: &[Input],
    alike: &[(usize, Metadata)],
    size: u64,
    first: &mut [Option<usize>],
    progress: &mut Progress<'_>,
) -> Result<()> {
    let one = alike.iter().all(|(_, known)| {
        alike.first().is_some_and(|(_, other)| is_one_file(known, other)) || size <= BEGINNING
    });
    let mut seen = BTreeMap::new();
    for &(place, _) in alike {
        let digest = if one { Some([0; 32]) } else { digest(&inputs[place].path, size, progress)? };
        let Some(digest) = digest else { continue };
        let earlier = *seen.entry(digest).or_insert(place);
        if let Some(first) = first.get_mut(place).filter(|_| earlier != place) {
            *first = Some(earlier);
        }
    }
    Ok(())
}

/// The digest of the first bytes of a file. Nothing if it cannot be read.
fn digest(path: &Path, most: u64, progress: &mut Progress<'_>) -> Result<Option<[u8; 32]>> {
    let Ok(file) = File::open(path) else { return Ok(None) };
    let (mut file, mut buffer, mut hash) = (file.take(most), vec![0; CHUNK], Sha256::new());
    loop {
        if !progress(0) {
            return Err(Error::Stopped);
        }
        match file.read(&mut buffer) {
            Ok(0) => return Ok(Some(hash.finalize().into())),
            Ok(count) => hash.update(buffer.get(..count).unwrap_or(&[])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Ok(None),
        }
    }
}

/// Whether two names are known to lead to one file.
#[cfg(unix)]
fn is_one_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_one_file(_: &Metadata, _: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_the_same_bytes_with_the_same_labels_are_copies() {
        let folder = tempfile::tempdir().unwrap();
        let long = vec![b'x'; 3 << 20];
        let mut end = long.clone();
        *end.last_mut().unwrap() = b'y';
        let mut start = long.clone();
        start[0] = b'y';
        let texts: [&[u8]; 9] = [b"one", b"two", b"one", &long, &end, &start, &end, b"", b""];
        let mut inputs: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(place, text)| {
                let path = folder.path().join(place.to_string());
                fs::write(&path, text).unwrap();
                Input { path, ..Input::default() }
            })
            .collect();
        let linked = folder.path().join("linked");
        fs::hard_link(&inputs[3].path, &linked).unwrap();
        inputs.push(Input { path: linked, ..Input::default() });
        inputs.push(Input { path: "absent".into(), ..Input::default() });
        inputs.push(Input { model: Some("m".to_owned()), ..inputs[0].clone() });
        let found = copies(&inputs, &mut |_| true).unwrap();
        let mut expected = vec![None; inputs.len()];
        (expected[2], expected[6], expected[9]) = (Some(0), Some(4), Some(3));
        assert_eq!(found, expected);
        assert!(matches!(copies(&inputs, &mut |_| false), Err(Error::Stopped)));
    }
}
