//! What a reading did, in figures.

/// What was read, and what the policies did. Adds up like counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<N> {
    /// Files read.
    pub files: u64,
    /// Bytes read, as stored.
    pub bytes: u64,
    /// Records read.
    pub records: u64,
    /// Missing outcomes left out.
    pub missing_dropped: u64,
    /// Missing outcomes counted as failures.
    pub missing_failed: u64,
    /// Repeated trials of which the first counts.
    pub repeats_ignored: u64,
    /// Repeated trials of which the last counts.
    pub repeats_replaced: u64,
    /// Repeated trials of which every one counts.
    pub repeats_kept: u64,
    /// Lines that could not be read.
    pub lines_skipped: u64,
    /// Trials of which the tool says that they went wrong. They are among the missing.
    pub errored: u64,
    /// Files that end too early, read as far as they go.
    pub interrupted: u64,
    /// Files found in folders whose kind is not known.
    pub passed_over: u64,
    /// What else a reader should know.
    pub notes: Vec<N>,
}

impl<N> Default for Report<N> {
    fn default() -> Self {
        Self {
            files: 0,
            bytes: 0,
            records: 0,
            missing_dropped: 0,
            missing_failed: 0,
            repeats_ignored: 0,
            repeats_replaced: 0,
            repeats_kept: 0,
            lines_skipped: 0,
            errored: 0,
            interrupted: 0,
            passed_over: 0,
            notes: Vec::new(),
        }
    }
}

impl<N: Clone + PartialEq> Report<N> {
    /// The figures by name.
    #[must_use]
    pub fn fields(&self) -> [(&'static str, u64); 12] {
        [
            ("files", self.files),
            ("bytes", self.bytes),
            ("records", self.records),
            ("missing_dropped", self.missing_dropped),
            ("missing_failed", self.missing_failed),
            ("repeats_ignored", self.repeats_ignored),
            ("repeats_replaced", self.repeats_replaced),
            ("repeats_kept", self.repeats_kept),
            ("lines_skipped", self.lines_skipped),
            ("errored", self.errored),
            ("interrupted", self.interrupted),
            ("passed_over", self.passed_over),
        ]
    }

    /// Sets a figure by name. An unknown name is ignored, as a later version may have written it.
    pub fn set(&mut self, name: &str, value: u64) {
        let field = match name {
            "files" => &mut self.files,
            "bytes" => &mut self.bytes,
            "records" => &mut self.records,
            "missing_dropped" => &mut self.missing_dropped,
            "missing_failed" => &mut self.missing_failed,
            "repeats_ignored" => &mut self.repeats_ignored,
            "repeats_replaced" => &mut self.repeats_replaced,
            "repeats_kept" => &mut self.repeats_kept,
            "lines_skipped" => &mut self.lines_skipped,
            "errored" => &mut self.errored,
            "interrupted" => &mut self.interrupted,
            "passed_over" => &mut self.passed_over,
            _ => return,
        };
        *field = value;
    }

    /// Adds a note, unless it is there already.
    pub fn note(&mut self, note: N) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Adds another report's figures and notes.
    pub fn merge(&mut self, other: &Self) {
        let mine = self.fields();
        for ((name, value), (_, more)) in mine.into_iter().zip(other.fields()) {
            self.set(name, value.saturating_add(more));
        }
        for note in &other.notes {
            self.note(note.clone());
        }
    }
}
