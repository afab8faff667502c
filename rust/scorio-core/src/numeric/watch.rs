//! Whether long work goes on. Loops that can run for more than a second ask.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::error::{Error, Result};
use crate::numeric::error::NumericError;

/// Asked whether the work goes on.
type GoOn = Rc<dyn Fn() -> bool>;

thread_local! {
    static ASKED: RefCell<Option<GoOn>> = const { RefCell::new(None) };
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Who was asked before, for the end of the work.
struct Before(Option<GoOn>, bool);

impl Drop for Before {
    fn drop(&mut self) {
        ASKED.set(self.0.take());
        STOPPED.set(self.1);
    }
}

/// Does work on this thread that asks `go_on` now and then. `false` stops the work.
///
/// # Errors
/// That the work was stopped, whatever it returns then. Otherwise its own errors.
pub fn while_going<T, E: From<Error>>(
    go_on: impl Fn() -> bool + 'static,
    work: impl FnOnce() -> std::result::Result<T, E>,
) -> std::result::Result<T, E> {
    let _before = Before(ASKED.replace(Some(Rc::new(go_on))), STOPPED.replace(false));
    let found = work();
    if STOPPED.get() { Err(Error::from(NumericError::Stopped).into()) } else { found }
}

/// Whether the work goes on. Where it does not, whatever is returned is discarded.
pub(crate) fn goes_on() -> bool {
    if STOPPED.get() {
        return false;
    }
    let asked = ASKED.with_borrow(Clone::clone);
    let going = asked.is_none_or(|go_on| go_on());
    STOPPED.set(!going);
    going
}

/// Goes on, or says that the work was stopped.
///
/// # Errors
/// The work was stopped.
pub(crate) fn going() -> Result<()> {
    if goes_on() { Ok(()) } else { Err(NumericError::Stopped.into()) }
}

/// Whether the work was stopped. It asks nobody.
pub(crate) fn is_stopped() -> bool {
    STOPPED.get()
}

/// Says so if the work was stopped, and asks nobody.
///
/// # Errors
/// The work was stopped.
pub(crate) fn unless_stopped() -> Result<()> {
    if is_stopped() { Err(NumericError::Stopped.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopped_work_stays_stopped_to_its_end_and_no_longer() {
        let asked = Rc::new(Cell::new(0));
        let seen = Rc::clone(&asked);
        let once = move || {
            seen.set(seen.get() + 1);
            seen.get() != 2
        };
        let found: Result<[bool; 3]> = while_going(once, || {
            let inner: Result<bool> = while_going(|| false, || Ok(goes_on()));
            assert!(matches!(inner, Err(Error::Numeric(NumericError::Stopped))));
            Ok([goes_on(), goes_on(), goes_on()])
        });
        assert!(matches!(found, Err(Error::Numeric(NumericError::Stopped))));
        assert_eq!(asked.get(), 2);
        assert!(going().is_ok());
        let kept: Result<u8> = while_going(|| true, || going().map(|()| 7));
        assert_eq!(kept.unwrap(), 7);
    }
}
