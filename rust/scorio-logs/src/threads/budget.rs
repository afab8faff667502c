//! Memory that readers share. Each takes what its piece needs, and waits while the others have it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// So many bytes for all readers together.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Arc<Common>);

#[derive(Debug)]
struct Common {
    most: usize,
    used: Mutex<usize>,
    returned: Condvar,
}

/// What one piece has of a budget. It goes back when it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    budget: Budget,
    bytes: usize,
}

impl Budget {
    pub(crate) fn new(most: usize) -> Self {
        let (used, returned) = (Mutex::new(0), Condvar::new());
        Self(Arc::new(Common { most, used, returned }))
    }

    /// A share of nothing yet.
    pub(crate) fn share(&self) -> Share {
        Share { budget: self.clone(), bytes: 0 }
    }
}

impl Share {
    /// Makes the share so large, once the others leave enough. One at a time may ask, and whoever has a
    /// share must return it without asking again. False if it is more than there is at all.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let common = &self.budget.0;
        if bytes > common.most {
            return false;
        }
        let more = bytes.saturating_sub(self.bytes);
        let used = common.used.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |used: &mut usize| used.saturating_add(more) > common.most;
        let used = common.returned.wait_while(used, full);
        *used.unwrap_or_else(PoisonError::into_inner) += more;
        self.bytes += more;
        true
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let common = &self.budget.0;
        *common.used.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        common.returned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn shares_never_add_up_to_more_than_the_budget() {
        let budget = Budget::new(100);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let turn = Mutex::new(());
        thread::scope(|scope| {
            for size in [30, 50, 70, 100] {
                let (budget, now, most, turn) = (&budget, &now, &most, &turn);
                scope.spawn(move || {
                    for _ in 0..200 {
                        let asking = turn.lock().unwrap();
                        let mut share = budget.share();
                        assert!(share.grow(size / 2) && share.grow(size));
                        most.fetch_max(
                            now.fetch_add(size, Ordering::SeqCst) + size,
                            Ordering::SeqCst,
                        );
                        drop(asking);
                        thread::yield_now();
                        now.fetch_sub(size, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 100);
        assert!(!budget.share().grow(101));
    }
}
