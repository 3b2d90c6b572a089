//! A line of a file of graphs: an edge list, graph6 or sparse6.

use std::fmt::Write as _;

use soliter::graphs::read_line;

use super::faults;

/// Reads it. A graph is also read from its edges.
pub fn run(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else { return };
    match read_line(line) {
        Ok(Some(graph)) => {
            let mut list = graph.vertices().to_string();
            for (one, other) in graph.edges() {
                let _ = write!(list, " {one}-{other}");
            }
            assert_eq!(read_line(&list).as_ref(), Ok(&Some(graph)), "{list}");
        }
        Ok(None) => {}
        Err(fault) => faults::of_text(&[fault], line),
    }
}
