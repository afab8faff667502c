//! ZIP archives: their entries as sources, whether deflated, packed with zstd or stored.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use self::listing::{Entry, Fault, Listing};
use crate::error::{Error, Result};
use crate::source::{Metered, Source};
use crate::window::{Meter, Total};

mod header;
mod listing;
mod measure;

/// No entry may be larger than this.
const LARGEST: u64 = 16 << 30;

/// No entry that is kept as a whole may be larger than this.
const LARGEST_WHOLE: u64 = 1 << 30;

/// Beyond a small size, no entry may unpack to more than this many times its packed size.
const MOST_TIMES: u64 = 1000;
const SMALL: u64 = 64 << 20;

const STORED: u64 = 0;
const DEFLATED: u64 = 8;
const ZSTD: u64 = 93;

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
            let what =
                "an archive cannot be read from standard input; give it as a file".to_owned();
            return Err(Error::NotFormat { file, format: "ZIP", what });
        }
        let opened =
            File::open(path).map_err(|source| Error::Open { file: file.clone(), source })?;
        let listing = listing::list(&opened).map_err(|fault| match fault {
            Fault::Io(source) => Error::Read { file: file.clone(), source },
            Fault::Damaged(what) => {
                let what = format!("{what}; the archive is damaged");
                Error::NotFormat { file: file.clone(), format: "ZIP", what }
            }
            Fault::Other(what) => Error::NotFormat { file: file.clone(), format: "ZIP", what },
        })?;
        let names: Vec<String> = listing.entries.iter().map(|entry| entry.name.clone()).collect();
        let places = names.iter().cloned().zip(0..).collect();
        Ok(Self { path: path.to_path_buf(), names, places, listing })
    }

    /// Whether its end is lacking.
    pub(crate) fn is_cut(&self) -> bool {
        self.listing.cut
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
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
            Error::Damaged {
                file: format!("{}:{name}", self.path.display()),
                compression: "ZIP",
                bytes: text.len() as u64,
                source,
            }
        })?;
        Ok(Some(text))
    }

    /// An entry, if there is one of this name.
    fn entry(&self, name: &str) -> Option<Entry> {
        self.listing.entries.get(*self.places.get(name)?).cloned()
    }

    fn reader(&self, entry: &Entry, total: Total) -> Result<impl Read + Send + use<>> {
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
        open().map_err(|source| Error::Read { file, source })
    }

    fn too_large(&self, entry: &Entry, limit: &str) -> Error {
        let what = format!("the entry {} has {} bytes, {limit}", entry.name, entry.stated.size);
        Error::TooLarge { file: self.path.display().to_string(), what }
    }

    fn wrong(&self, what: String) -> Error {
        Error::NotFormat { file: self.path.display().to_string(), format: "ZIP", what }
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
