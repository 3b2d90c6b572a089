//! Who is asked for an answer.

/// A solver behind the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// `HiGHS`, by columns and rows.
    #[default]
    Milp,
    /// Pumpkin, by constraints: lazy clause generation. It gives no bound where a limit stops it.
    #[cfg(feature = "cp")]
    Cp,
    /// Each of them, and they must agree.
    #[cfg(feature = "cp")]
    Both,
}
