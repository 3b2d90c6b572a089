//! graph6 and sparse6, as defined by nauty's formats.txt. Both encode 6 bits in a character, from `?` (0) to
//! `~` (63).

use soliter_base::diagnostic::TextFault;

use crate::graph::{Graph, GraphFault};
use crate::read::FORMATS;

const MAKE: &str = "nauty, NetworkX and SageMath write these formats";

/// Reads the bits of a text from the first character on, most significant bit first.
struct Bits<'a> {
    values: &'a [u8],
    next: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        6 * self.values.len() - self.next
    }

    fn take(&mut self, count: usize) -> usize {
        let bit = |at: usize| usize::from(self.values[at / 6] >> (5 - at % 6) & 1);
        let number = (self.next..self.next + count).fold(0, |number, at| number << 1 | bit(at));
        self.next += count;
        number
    }
}

/// Reads a line in either format; `None` if the line has only a header.
pub(super) fn read(line: &str) -> Result<Option<Graph>, TextFault> {
    let fault = |length, message: &str, help: &str| Err(TextFault::new(0..length, message, help));
    match line.as_bytes()[0] {
        b';' => fault(1, "incremental sparse6 is not supported", "convert it with copyg -s"),
        b'&' => {
            let message = "digraph6 is not supported: the graph would have directed edges";
            fault(1, message, "a graph for peg solitaire has no directions")
        }
        _ => {
            let heads = [">>graph6<<", ">>sparse6<<"];
            let headless = heads.iter().find_map(|head| line.strip_prefix(head));
            let body = headless.unwrap_or(line);
            let at = line.len() - body.len();
            let (name, text) = match body.strip_prefix(':') {
                Some(text) => ("sparse6", text),
                None => ("graph6", body),
            };
            if body.is_empty() {
                return Ok(None);
            }
            if body.starts_with(">>") {
                return fault(2, "this is no graph in a known format", FORMATS);
            }
            let start = line.len() - text.len();
            let values = values(text, name).map_err(|fault| moved(fault, start))?;
            let (vertices, length) = vertices(&values).map_err(|fault| moved(fault, start))?;
            let graph = Graph::without_edges(vertices);
            let graph = graph.map_err(|why| {
                TextFault::new(at..start + length, why.to_string(), "leave this graph out")
            })?;
            let list = &values[length..];
            let filled = if name == "sparse6" { sparse6(graph, list) } else { graph6(graph, list) };
            filled.map(Some).map_err(|fault| moved(fault, start + length))
        }
    }
}

fn moved(mut fault: TextFault, by: usize) -> TextFault {
    fault.span = fault.span.start + by..fault.span.end + by;
    fault
}

/// The 6-bit values of the characters.
fn values(text: &str, name: &str) -> Result<Vec<u8>, TextFault> {
    let wrong = text.char_indices().find(|(_, c)| !('?'..='~').contains(c));
    if let Some((at, c)) = wrong {
        let message = format!("{name} has no character {c:?}");
        return Err(TextFault::new(at..at + c.len_utf8(), message, FORMATS));
    }
    Ok(text.bytes().map(|byte| byte - b'?').collect())
}

/// The number of vertices, and the number of characters that encode it: 1, 4 (after `~`) or 8 (after `~~`).
fn vertices(values: &[u8]) -> Result<(usize, usize), TextFault> {
    let (from, to) = match values {
        [63, 63, ..] => (2, 8),
        [63, ..] => (1, 4),
        _ => (0, 1),
    };
    let Some(digits) = values.get(from..to) else {
        return Err(TextFault::at(values.len(), "the number of vertices is cut off", MAKE));
    };
    Ok((digits.iter().fold(0, |number, &digit| number << 6 | usize::from(digit)), to))
}

/// Reads an adjacency matrix, one bit for each pair of vertices: 0-1, 0-2, 1-2, 0-3, 1-3, 2-3, ...
fn graph6(mut graph: Graph, values: &[u8]) -> Result<Graph, TextFault> {
    let vertices = graph.vertices();
    let length = (vertices * (vertices - 1) / 2).div_ceil(6);
    if values.len() < length {
        let more = length - values.len();
        let noun = if more == 1 { "character" } else { "characters" };
        let message =
            format!("the graph6 text is too short: {vertices} vertices take {more} more {noun}");
        return Err(TextFault::at(values.len(), message, MAKE));
    }
    if values.len() > length {
        return Err(TextFault::new(length..values.len(), "the graph6 text is too long", MAKE));
    }
    let mut bits = Bits { values, next: 0 };
    for other in 1..vertices {
        for one in 0..other {
            if bits.take(1) == 1 {
                added(&mut graph, (one, other), 0)?;
            }
        }
    }
    let spare = bits.left();
    if bits.take(spare) != 0 {
        let message = "the last bits of the graph6 text are not 0";
        return Err(TextFault::new(length - 1..length, message, MAKE));
    }
    Ok(graph)
}

/// Reads a list of edges. The current vertex v starts at 0. Each entry has a bit that increments v, and a
/// vertex x. If x is larger than v, v moves to x; otherwise x-v is an edge. The last character is padded with
/// ones.
fn sparse6(mut graph: Graph, values: &[u8]) -> Result<Graph, TextFault> {
    let vertices = graph.vertices();
    // The number of bits of the largest vertex.
    let wide = (vertices - 1).ilog2() as usize + 1;
    let mut bits = Bits { values, next: 0 };
    let mut v = 0;
    while bits.left() > wide {
        let at = bits.next / 6;
        v += bits.take(1);
        let x = bits.take(wide);
        if x.max(v) >= vertices {
            // Padding, which begins in the last character.
            if at + 1 < values.len() {
                return Err(TextFault::new(
                    at + 1..values.len(),
                    "the sparse6 text is too long",
                    MAKE,
                ));
            }
            break;
        }
        if x > v {
            v = x;
        } else {
            added(&mut graph, (x, v), at)?;
        }
    }
    Ok(graph)
}

/// Adds an edge whose bits begin in character `at`.
fn added(graph: &mut Graph, (one, other): (usize, usize), at: usize) -> Result<(), TextFault> {
    let help = |fault: &GraphFault| match fault {
        GraphFault::Loop(_) | GraphFault::Twice(..) => {
            "a graph is simple: remove loops and repeated edges"
        }
        _ => MAKE,
    };
    graph.add(one, other).map_err(|why| TextFault::new(at..at + 1, why.to_string(), help(&why)))
}
