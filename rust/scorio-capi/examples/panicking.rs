//! The whole library with one more function, which panics: what tests of the border load.

use scorio::failure::{ScorioStatus, guard};

/// Panics inside the border.
#[expect(clippy::panic, clippy::missing_panics_doc, reason = "that is what it is for")]
#[unsafe(no_mangle)]
pub extern "C" fn scorio_panic() -> ScorioStatus {
    guard(|| panic!("a panic on request"))
}
