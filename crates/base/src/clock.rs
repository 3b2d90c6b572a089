//! The clock for time limits. Natively it is the system's; WebAssembly in a browser has none, so the caller supplies
//! one.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use passed_in::{Instant, set};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod passed_in {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, a function that returns the time since an arbitrary moment. Without a clock, time stands still
    /// and no time limit is ever reached. A second call changes nothing.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, with those methods of the standard library's `Instant` that are used here.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map(|clock| clock()).unwrap_or_default())
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// A later moment.
        pub fn checked_add(&self, duration: Duration) -> Option<Self> {
            self.0.checked_add(duration).map(Self)
        }

        /// The time since an earlier moment; zero if that is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
