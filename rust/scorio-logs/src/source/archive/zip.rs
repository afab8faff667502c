//! ZIP archives: their entries as sources, whether deflated, packed with zstd or stored.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use crate::error::{Error, Result};
use crate::remedy::Remedy;
use crate::source::archive::listing::{ArchiveEntry, Listing, ListingFault, list};
use crate::source::archive::method::{DEFLATED, LARGEST, STORED, ZSTD};
use crate::source::error::SourceError;
use crate::source::progress::Meter;
use crate::source::progress::Total;
use crate::source::stream::{Metered, Source};

/// No entry that is kept as a whole may be larger than this.
pub(super) const LARGEST_WHOLE: u64 = 1 << 30;

/// Beyond a small size, no entry may unpack to more than this many times its packed size.
pub(super) const MOST_TIMES: u64 = 1000;
pub(super) const SMALL: u64 = 64 << 20;

/// An archive's entries.
pub(crate) struct Archive {
    path: PathBuf,
    names: Vec<String>,
    places: HashMap<String, usize>,
    listing: Listing,
}

impl Archive {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = path.display().to_string();
        if file == "-" {
            let problem = "an archive cannot be read from standard input".to_owned();
            let remedy = Some(Remedy::SaveAsFile {});
            return Err(SourceError::Archive { file, problem, remedy }.into());
        }
        let opened = File::open(path)
            .map_err(|source| Error::from(SourceError::Open { file: file.clone(), source }))?;
        let listing = list(&opened).map_err(|fault| match fault {
            ListingFault::Io(source) => {
                Error::from(SourceError::Read { file: file.clone(), source })
            }
            ListingFault::Damaged(what) => {
                let problem = format!("{what}; the archive is damaged");
                Error::from(SourceError::Archive { file: file.clone(), problem, remedy: None })
            }
            ListingFault::Other(problem, remedy) => {
                let (file, remedy) = (file.clone(), Some(remedy));
                Error::from(SourceError::Archive { file, problem, remedy })
            }
        })?;
        let names: Vec<String> = listing.entries.iter().map(|entry| entry.name.clone()).collect();
        let places = names.iter().cloned().zip(0..).collect();
        Ok(Self { path: path.to_path_buf(), names, places, listing })
    }

    /// Whether its end is lacking.
    pub(crate) fn is_cut(&self) -> bool {
        self.listing.cut
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether an entry was written again, so that an earlier one of its name does not count.
    pub(crate) fn is_replaced(&self, name: &str) -> bool {
        self.listing.replaced.contains(name)
    }

    /// An entry as a source.
    pub(crate) fn source(&self, name: &str, meter: &mut Meter<'_>) -> Result<Source> {
        let entry = self.entry(name);
        let entry = entry.ok_or_else(|| self.wrong(format!("it has no entry {name}")))?;
        let reader = self.reader(&entry, meter.total())?;
        Ok(Source::packed(format!("{}:{name}", self.path.display()), Box::new(reader)))
    }

    /// An entry's text.
    pub(crate) fn text(&self, name: &str) -> Result<String> {
        let text = self.text_if_there(name)?;
        text.ok_or_else(|| self.wrong(format!("it has no entry {name}")))
    }

    /// An entry's text, if there is such an entry.
    pub(crate) fn text_if_there(&self, name: &str) -> Result<Option<String>> {
        let Some(entry) = self.entry(name) else { return Ok(None) };
        if entry.stated.size > LARGEST_WHOLE {
            return Err(
                self.too_large(&entry, &format!("the limit is {} GiB", LARGEST_WHOLE >> 30))
            );
        }
        let mut text = String::new();
        self.reader(&entry, Total::default())?.read_to_string(&mut text).map_err(|source| {
            Error::from(SourceError::Damaged {
                file: format!("{}:{name}", self.path.display()),
                compression: "ZIP",
                bytes: text.len() as u64,
                source,
            })
        })?;
        Ok(Some(text))
    }

    /// An entry, if there is one of this name.
    fn entry(&self, name: &str) -> Option<ArchiveEntry> {
        self.listing.entries.get(*self.places.get(name)?).cloned()
    }

    fn reader(&self, entry: &ArchiveEntry, total: Total) -> Result<impl Read + Send + use<>> {
        let stated = &entry.stated;
        if stated.size > LARGEST {
            return Err(self.too_large(entry, &format!("the limit is {} GiB", LARGEST >> 30)));
        }
        if stated.size > SMALL && stated.size / MOST_TIMES > stated.packed {
            let limit =
                format!("more than {MOST_TIMES} times the {} that it is packed in", stated.packed);
            return Err(self.too_large(entry, &limit));
        }
        if ![STORED, DEFLATED, ZSTD].contains(&stated.method) {
            let what = format!(
                "the entry {} is packed by the unknown method {}",
                entry.name, stated.method
            );
            return Err(self.wrong(what));
        }
        let file = self.path.display().to_string();
        let open = move || {
            let mut opened = File::open(&self.path)?;
            opened.seek(SeekFrom::Start(entry.start))?;
            let packed = Metered { inner: opened.take(stated.packed), total };
            let packed = BufReader::with_capacity(1 << 16, packed);
            let inner: Box<dyn Read + Send> = match stated.method {
                STORED => Box::new(packed),
                DEFLATED => Box::new(DeflateDecoder::new(packed)),
                _zstd => Box::new(zstd::stream::read::Decoder::with_buffer(packed)?),
            };
            Ok(Checked { inner, crc: Crc::new(), left: stated.size, expected: stated.crc })
        };
        open().map_err(|source| Error::from(SourceError::Read { file, source }))
    }

    fn too_large(&self, entry: &ArchiveEntry, limit: &str) -> Error {
        let what = format!("the entry {} has {} bytes, {limit}", entry.name, entry.stated.size);
        Error::from(SourceError::TooLarge { file: self.path.display().to_string(), problem: what })
    }

    fn wrong(&self, problem: String) -> Error {
        let file = self.path.display().to_string();
        Error::from(SourceError::Archive { file, problem, remedy: None })
    }
}

/// An entry that must unpack to what the archive says of it.
struct Checked<R> {
    inner: R,
    crc: Crc,
    left: u64,
    expected: u64,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        let count = self.inner.read(buffer)?;
        self.crc.update(buffer.get(..count).unwrap_or(&[]));
        self.left = (self.left.checked_sub(count as u64))
            .ok_or_else(|| wrong("an entry unpacks to more bytes than the archive says"))?;
        if count == 0 && !buffer.is_empty() {
            if self.left > 0 {
                return Err(wrong("an entry unpacks to fewer bytes than the archive says"));
            }
            if u64::from(self.crc.sum()) != self.expected {
                return Err(wrong("an entry's checksum is wrong"));
            }
        }
        Ok(count)
    }
}
