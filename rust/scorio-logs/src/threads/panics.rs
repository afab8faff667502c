//! Panics of decoders, which damaged files may cause, become errors.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// The result of `decode`, or that of `damaged` where `decode` panics.
pub(crate) fn caught<R>(decode: impl FnOnce() -> R, damaged: impl FnOnce() -> R) -> R {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !CAUGHT.get() {
                usual(panic);
            }
        }));
    });
    let before = CAUGHT.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    CAUGHT.set(before);
    decoded.unwrap_or_else(|_| damaged())
}

thread_local! {
    /// This thread turns its panics into errors, so that the panic hook stays silent.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}
