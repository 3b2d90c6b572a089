//! Name resolution: what every name of a program refers to, and whether each value is of the right kind.
//!
//! All faults that can be found without data are found here. The result is a [`names::Model`]: the tree of a
//! program with an index of its names, which grounding then evaluates with data.
//!
//! * `index`: the names of a program, and how a name is looked up.
//! * `kinds`: the kinds of values (number, set, map, class, record), and the state of the resolver.
//! * `declarations`, `expressions`: the checks for each part of the tree.
//! * [`names`]: the model, and what can be asked about it.

pub(crate) mod declarations;
pub(crate) mod expressions;
pub(crate) mod index;
pub(crate) mod kinds;
pub mod names;
