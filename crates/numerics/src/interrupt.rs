//! Being asked to stop inside long loops.
//!
//! Whoever starts long work gives it an [`Interrupt`], a question that stays answered with yes once it is. Between pieces of
//! work [`asked`] ends it with nothing lost. Loops inside a piece that have become long ask [`give_up`] and leave early, with
//! whatever they have; whoever set the interrupt sees that by [`gave_up`] and throws the piece away. It belongs to the
//! thread that does the work, so solvers need not pass it on, and there is no clock here.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

/// Whether to stop; once true, always true.
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// That asks `stop`.
    pub fn new(stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(stop))
    }

    /// Whether to stop.
    #[must_use]
    pub fn asked(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt")
    }
}

thread_local! {
    static PRESENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// Does `work` with this interrupt; afterwards the one before is back.
pub fn during<T>(interrupt: Option<&Interrupt>, work: impl FnOnce() -> T) -> T {
    struct Back(Option<Interrupt>);
    impl Drop for Back {
        fn drop(&mut self) {
            PRESENT.set(self.0.take());
        }
    }
    let Some(interrupt) = interrupt else { return work() };
    let _back = Back(PRESENT.replace(Some(interrupt.clone())));
    work()
}

/// Whether the work this thread does is to stop.
#[must_use]
pub fn asked() -> bool {
    PRESENT.with_borrow(|present| present.as_ref().is_some_and(Interrupt::asked))
}

/// Whether a loop that has become long is to leave with what it has.
#[must_use]
pub fn give_up() -> bool {
    let stop = asked();
    if stop {
        GAVE_UP.set(true);
    }
    stop
}

/// Whether any loop has left early since this was last asked.
#[must_use]
pub fn gave_up() -> bool {
    GAVE_UP.replace(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn only_the_work_it_was_given_for_is_interrupted() {
        assert!(!asked());
        let flag = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&flag);
        let interrupt = Interrupt::new(move || seen.load(Ordering::Relaxed));
        during(Some(&interrupt), || {
            assert!(!asked());
            flag.store(true, Ordering::Relaxed);
            assert!(asked() && !gave_up());
            assert!(give_up() && gave_up() && !gave_up());
            // inner work with a question of its own
            during(Some(&Interrupt::new(|| false)), || assert!(!asked()));
            during(None, || assert!(asked()));
            assert!(asked());
        });
        assert!(!asked());
    }
}
