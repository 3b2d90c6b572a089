//! Graphs from text, one on each line: edge lists, graph6 and sparse6.
//!
//! * `edge_list`: `4 0 1 1 2` (the number of vertices, then pairs), `4 0-1 1-2`, or `0-1 1-2`.
//! * graph6 and sparse6, the formats of nauty, `NetworkX` and `SageMath`, as boards read them.

mod edge_list;

use soliter_base::diagnostic::TextFault;
use soliter_boards::board::nauty;

use crate::graph::Graph;

const FORMATS: &str =
    "write an edge list (\"4 0 1 1 2\" or \"0-1 1-2\"), graph6 (\"Ch\") or sparse6 (\":Cdv\")";

/// Reads the graph on a line; `None` if the line is empty or a comment, which begins with `#`. The line must
/// not contain a line break.
///
/// # Errors
///
/// An error with its byte range in the line.
pub fn read_line(line: &str) -> Result<Option<Graph>, TextFault> {
    let text = line.trim_ascii();
    let at = line.len() - line.trim_ascii_start().len();
    let moved = |mut fault: TextFault| {
        fault.span = fault.span.start + at..fault.span.end + at;
        fault
    };
    match text.as_bytes() {
        [] | [b'#', ..] => Ok(None),
        [b'0'..=b'9', ..] => edge_list::read(text).map(Some).map_err(moved),
        _ => encoded(text).map_err(moved),
    }
}

/// Reads graph6 or sparse6.
fn encoded(text: &str) -> Result<Option<Graph>, TextFault> {
    let refusal = |vertices| Graph::without_edges(vertices).err().map(|fault| fault.to_string());
    let Some((vertices, edges)) = nauty::read(text, FORMATS, refusal)? else { return Ok(None) };
    let edges = edges.into_iter().map(|(one, other)| (usize::from(one), usize::from(other)));
    Graph::new(vertices, edges)
        .map(Some)
        .map_err(|fault| TextFault::new(0..text.len(), fault.to_string(), FORMATS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(line: &str) -> (usize, Vec<(usize, usize)>) {
        let graph = read_line(line).expect("a graph").expect("no empty line");
        (graph.vertices(), graph.edges().collect())
    }

    #[test]
    fn a_path_is_read_from_every_format() {
        let path = (4, vec![(0, 1), (1, 2), (2, 3)]);
        for line in [
            "4 0 1 1 2 2 3",
            "4 1-0 1-2 3-2",
            " 0-1\t1-2  2-3 ",
            "Ch",
            "~??Ch",
            "~~?????Ch",
            ">>graph6<<Ch",
            ":Cdv",
            ">>sparse6<<:Cdv\r",
        ] {
            assert_eq!(edges(line), path, "{line}");
        }
        for line in ["", "  ", "# 0-1", ">>graph6<<"] {
            assert_eq!(read_line(line), Ok(None), "{line}");
        }
    }

    /// The examples in the specification of the formats (formats.txt of nauty).
    #[test]
    fn the_examples_of_the_formats_are_read() {
        assert_eq!(edges("DQc"), (5, vec![(0, 2), (0, 4), (1, 3), (3, 4)]));
        assert_eq!(edges(":Fa@x^"), (7, vec![(0, 1), (0, 2), (1, 2), (5, 6)]));
        // Padding must not become an extra edge; graphs with 2, 4, 8 or 16 vertices are at risk.
        assert_eq!(edges("A?"), (2, vec![]));
        assert_eq!(edges(":A"), (2, vec![]));
        assert_eq!(edges(":An"), (2, vec![(0, 1)]));
    }

    #[test]
    fn faults_have_a_place() {
        let fault = |line: &str| {
            let fault = read_line(line).expect_err(line);
            (fault.span, fault.message)
        };
        for (line, span, message) in [
            ("4 0 1 1", 6..7, "an edge needs two vertices"),
            ("4 0 1 1 x", 8..9, "\"x\" is not the number of a vertex"),
            (" 4 0-1 1-4", 7..10, "there is no vertex 4: the 4 vertices are numbered from 0"),
            ("4 0-1 2", 6..7, "an edge needs two vertices"),
            ("4 0 1 0-2", 6..9, "\"0-2\" is not the number of a vertex"),
            ("0-1 1-2-3", 4..9, "\"1-2-3\" is not an edge"),
            ("0-1 1-0", 4..7, "the edge 1-0 is given twice"),
            ("0-1 2-2", 4..7, "the edge 2-2 is a loop"),
            ("0-32", 0..4, "33 vertices are too many: a survey takes at most 32"),
            ("0-99999999999999999999", 0..22, "\"0-99999999999999999999\" is not an edge"),
            ("40", 0..2, "40 vertices are too many: a survey takes at most 32"),
            ("1", 0..1, "a graph with 1 vertices has no game: there must be at least 2"),
            ("C", 1..1, "the graph6 text is too short: 4 vertices take 1 more character"),
            ("Ch?", 2..3, "the graph6 text is too long"),
            ("Ch e", 2..3, "graph6 has no character ' '"),
            ("Cé", 1..3, "graph6 has no character 'é'"),
            ("A`", 1..2, "the last bits of the graph6 text are not 0"),
            ("~?", 2..2, "the number of vertices is cut off"),
            ("~?@", 3..3, "the number of vertices is cut off"),
            ("~?@?", 0..4, "64 vertices are too many: a survey takes at most 32"),
            ("@", 0..1, "a graph with 1 vertices has no game: there must be at least 2"),
            (":Cd1", 3..4, "sparse6 has no character '1'"),
            (":Cdv~~", 4..6, "the sparse6 text is too long"),
            (":Ab", 2..3, "the edge 0-1 is given twice"),
            (";Cdv", 0..1, "incremental sparse6 is not supported"),
            ("&C?G", 0..1, "digraph6 is not supported: the graph would have directed edges"),
            (">>planar_code<<", 0..2, "this is no graph in a known format"),
            ("{1,2}", 1..2, "graph6 has no character '1'"),
        ] {
            assert_eq!(fault(line), (span, message.to_owned()), "{line}");
        }
    }

    #[test]
    fn no_text_breaks_the_readers() {
        let mut random = fastrand::Rng::with_seed(7);
        let alphabet: Vec<char> = "0123456789 -:;&>#?@AC~hé".chars().collect();
        for _ in 0..20_000 {
            let line: String =
                (0..random.usize(..12)).filter_map(|_| random.choice(&alphabet)).collect();
            if let Err(fault) = read_line(&line) {
                assert!(line.get(fault.span.clone()).is_some(), "{line:?} {fault:?}");
            }
        }
    }
}
