//! Peg solitaire on graphs: every game of a small graph at once.
//!
//! The holes are the vertices of a graph. If x-y and y-z are edges, x is not z, x and y hold pegs and z holds none, then
//! the peg on x may jump over y into z, and the peg on y is removed. A game starts with a peg on every vertex but one, the
//! vacancy, and ends when no peg can jump.
//!
//! * [`graph`]: a graph and its jumps. [`read`]: graphs from edge lists, graph6 and sparse6.
//! * [`survey`](mod@survey): the fewest and the most pegs that a game can leave, for each vacancy, and the
//!   graph's class.
//! * [`solution`]: a solution in the fewest moves. [`evidence`]: the positions that prove a vacancy unsolvable.
//! * [`report`]: a survey as a serialisable object.
//! * `positions` (private): sets of positions as bits, and all jumps of such a set at once.

pub mod evidence;
pub mod graph;
mod positions;
pub mod read;
pub mod report;
pub mod solution;
pub mod survey;

pub use graph::{Graph, GraphFault};
pub use read::read_line;
pub use report::SurveyReport;
pub use soliter_boards::board::Jump;
pub use survey::{Class, Survey, Wanted, survey, survey_all};
