//! The commands for the board games; which game it is makes no difference here.

pub(crate) mod check;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;

/// The parameters and readings in one line.
fn readings(list: &[(&str, String)]) -> String {
    list.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}
