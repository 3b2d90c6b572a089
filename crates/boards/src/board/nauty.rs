//! Graphs in graph6 and sparse6, as defined by nauty's formats.txt. Both encode 6 bits in a character, from `?` (0) to
//! `~` (63).

use rustc_hash::FxHashSet;
use soliter_base::diagnostic::TextFault;

use crate::board::MAX_HOLES;
use crate::board::position::Hole;

const MAKE: &str = "nauty, NetworkX and SageMath write these formats";

/// A simple graph: the number of its vertices, and its edges.
pub type Edges = (usize, Vec<(Hole, Hole)>);

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

/// Reads a line in either format; `None` if it has only a header. `formats` is the advice on a text that is in neither of
/// them, and `refusal` says what is wrong with a number of vertices.
///
/// # Errors
///
/// The fault, and its byte range in the line.
pub fn read(
    line: &str,
    formats: &str,
    refusal: impl Fn(usize) -> Option<String>,
) -> Result<Option<Edges>, TextFault> {
    let fault = |length, message: &str, help: &str| Err(TextFault::new(0..length, message, help));
    match line.as_bytes().first() {
        Some(b';') => fault(1, "incremental sparse6 is not supported", "convert it with copyg -s"),
        Some(b'&') => {
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
                return fault(2, "this is no graph in a known format", formats);
            }
            let start = line.len() - text.len();
            let values = values(text, name, formats).map_err(|fault| moved(fault, start))?;
            let (vertices, length) = vertices(&values).map_err(|fault| moved(fault, start))?;
            let too_many = || {
                let message = format!("{vertices} vertices are too many for a board");
                (vertices > MAX_HOLES).then_some(message)
            };
            if let Some(message) = refusal(vertices).or_else(too_many) {
                return Err(TextFault::new(at..start + length, message, "leave this graph out"));
            }
            let list = &values[length..];
            let read = if name == "sparse6" { sparse6 } else { graph6 };
            let edges = read(vertices, list).map_err(|fault| moved(fault, start + length))?;
            Ok(Some((vertices, edges)))
        }
    }
}

fn moved(mut fault: TextFault, by: usize) -> TextFault {
    fault.span = fault.span.start + by..fault.span.end + by;
    fault
}

/// The 6-bit values of the characters.
fn values(text: &str, name: &str, formats: &str) -> Result<Vec<u8>, TextFault> {
    let wrong = text.char_indices().find(|(_, c)| !('?'..='~').contains(c));
    if let Some((at, c)) = wrong {
        let message = format!("{name} has no character {c:?}");
        return Err(TextFault::new(at..at + c.len_utf8(), message, formats));
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
fn graph6(vertices: usize, values: &[u8]) -> Result<Vec<(Hole, Hole)>, TextFault> {
    let length = (vertices * vertices.saturating_sub(1) / 2).div_ceil(6);
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
    let mut edges = Vec::new();
    for other in 1..vertices {
        for one in 0..other {
            if bits.take(1) == 1 {
                edges.push((one as Hole, other as Hole));
            }
        }
    }
    let spare = bits.left();
    if bits.take(spare) != 0 {
        let message = "the last bits of the graph6 text are not 0";
        return Err(TextFault::new(length - 1..length, message, MAKE));
    }
    Ok(edges)
}

/// Reads a list of edges. The current vertex v starts at 0. Each entry has a bit that increments v, and a
/// vertex x. If x is larger than v, v moves to x; otherwise x-v is an edge. The last character is padded with
/// ones.
fn sparse6(vertices: usize, values: &[u8]) -> Result<Vec<(Hole, Hole)>, TextFault> {
    // The number of bits of the largest vertex.
    let wide = (usize::BITS - vertices.saturating_sub(1).leading_zeros()) as usize;
    let mut bits = Bits { values, next: 0 };
    let (mut edges, mut seen) = (Vec::new(), FxHashSet::default());
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
            let fault = |message: String| {
                let help = "a graph is simple: remove loops and repeated edges";
                Err(TextFault::new(at..at + 1, message, help))
            };
            if x == v {
                return fault(format!("the edge {x}-{v} is a loop"));
            }
            if !seen.insert((x, v)) {
                return fault(format!("the edge {x}-{v} is given twice"));
            }
            edges.push((x as Hole, v as Hole));
        }
    }
    Ok(edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str) -> Option<Edges> {
        read(text, "", |_| None).expect(text)
    }

    /// The examples of the definition.
    #[test]
    fn a_graph_is_read_as_the_definition_has_it() {
        assert_eq!(edges("DQc"), Some((5, vec![(0, 2), (1, 3), (0, 4), (3, 4)])));
        assert_eq!(edges(">>graph6<<DQc"), edges("DQc"));
        assert_eq!(edges(":Fa@x^"), Some((7, vec![(0, 1), (0, 2), (1, 2), (5, 6)])));
        assert_eq!(edges("@"), Some((1, Vec::new())));
        assert_eq!(edges("?"), Some((0, Vec::new())));
        assert_eq!(edges(">>graph6<<"), None);
        // The longer form, for 64 vertices and for 63, without an edge.
        let sixty_four = format!("~?@?{}", "?".repeat(336));
        assert_eq!(edges(&sixty_four), Some((64, Vec::new())));
        let sixty_three = format!("~??~{}", "?".repeat(326));
        assert_eq!(edges(&sixty_three), Some((63, Vec::new())));
        for wrong in ["D", "DQcc", "DQd", "D Q", "~", "~?@?", "DQ\u{7f}", "é", ":An_"] {
            assert!(read(wrong, "", |_| None).is_err(), "{wrong}");
        }
        let refused = read("DQc", "", |vertices| Some(format!("{vertices} are too many")));
        assert_eq!(refused.expect_err("refused").message, "5 are too many");
    }
}
