//! The engines that can solve a program.

/// An engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// `HiGHS`, by mixed-integer programming.
    #[default]
    Milp,
    /// Pumpkin, by constraint programming with lazy clause generation. It gives no bound if a limit stops it.
    #[cfg(feature = "cp")]
    Cp,
    /// Both engines, whose answers must agree.
    #[cfg(feature = "cp")]
    Both,
}
