//! Edge lists: `4 0 1 1 2`, `4 0-1 1-2` and `0-1 1-2`.

use std::ops::Range;

use soliter_base::diagnostic::TextFault;
use soliter_base::wording::short;

use crate::graph::{Graph, GraphFault};
use crate::read::FORMATS;

const VERTICES: &str = "vertices are numbered from 0";

/// A word and its place in the line.
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
}

impl Word<'_> {
    fn fault(&self, message: impl Into<String>, help: &str) -> TextFault {
        TextFault::new(self.span.clone(), message, help)
    }

    fn number(&self) -> Option<usize> {
        number(self.text)
    }

    /// `u-v`
    fn edge(&self) -> Result<(usize, usize), TextFault> {
        let edge = self.text.split_once('-');
        let edge = edge.and_then(|(one, other)| Some((number(one)?, number(other)?)));
        let message = || format!("\"{}\" is not an edge", short(self.text));
        edge.ok_or_else(|| self.fault(message(), "an edge is two vertices, as in 0-1"))
    }
}

/// A number of digits only, since `parse` would accept `+1`. The limit ensures that the number of vertices
/// cannot overflow.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number: &usize| digits && number < 1 << 30)
}

fn words(line: &str) -> Vec<Word<'_>> {
    let words = line.split_ascii_whitespace();
    let place = |text: &str| text.as_ptr() as usize - line.as_ptr() as usize;
    words.map(|text| Word { text, span: place(text)..place(text) + text.len() }).collect()
}

/// Reads a line that begins with a digit and has no leading or trailing space.
pub(super) fn read(line: &str) -> Result<Graph, TextFault> {
    let all = words(line);
    let (first, rest) = all.split_first().ok_or_else(|| TextFault::at(0, "no graph", FORMATS))?;
    let named = !first.text.contains('-');
    let list = if named { rest } else { &all };
    let dashes = list.first().is_some_and(|word| word.text.contains('-'));
    let edges = if dashes { joined(list)? } else { pairs(list)? };
    let vertices = if named {
        let message = || format!("\"{}\" is not a number of vertices", short(first.text));
        first.number().ok_or_else(|| first.fault(message(), FORMATS))?
    } else {
        edges.iter().map(|(_, (one, other))| one.max(other) + 1).max().unwrap_or(0)
    };
    let help = |fault| match fault {
        GraphFault::TooFew(_) | GraphFault::TooMany(_) => "leave this graph out",
        GraphFault::NoVertex { .. } => "correct the edge, or the number of vertices at the start",
        GraphFault::Loop(_) | GraphFault::Twice(..) => "a graph is simple: leave this edge out",
    };
    let fault = |span: &Range<usize>, fault: GraphFault| {
        TextFault::new(span.clone(), fault.to_string(), help(fault))
    };
    let largest = edges.iter().find(|(_, (one, other))| !named && one.max(other) + 1 == vertices);
    let counted = largest.map_or(&first.span, |(span, _)| span);
    let mut graph = Graph::without_edges(vertices).map_err(|why| fault(counted, why))?;
    for (span, (one, other)) in &edges {
        graph.add(*one, *other).map_err(|why| fault(span, why))?;
    }
    Ok(graph)
}

type Edge = (Range<usize>, (usize, usize));

const ALONE: &str = "an edge needs two vertices";

/// `u-v u-v`
fn joined(words: &[Word<'_>]) -> Result<Vec<Edge>, TextFault> {
    let edge = |word: &Word<'_>| {
        if word.number().is_some() {
            return Err(word.fault(ALONE, "write it as the others, as in 0-1"));
        }
        Ok((word.span.clone(), word.edge()?))
    };
    words.iter().map(edge).collect()
}

/// `u v u v`
fn pairs(words: &[Word<'_>]) -> Result<Vec<Edge>, TextFault> {
    let vertex = |word: &Word<'_>| {
        let message = || format!("\"{}\" is not the number of a vertex", short(word.text));
        word.number().ok_or_else(|| word.fault(message(), VERTICES))
    };
    let numbers = words.iter().map(vertex).collect::<Result<Vec<_>, _>>()?;
    let edge = |(words, numbers): (&[Word<'_>], &[usize])| match (words, numbers) {
        ([first, last], &[one, other]) => Ok((first.span.start..last.span.end, (one, other))),
        _ => Err(words[0].fault(ALONE, "the numbers after the first come in pairs")),
    };
    words.chunks(2).zip(numbers.chunks(2)).map(edge).collect()
}
