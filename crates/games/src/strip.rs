//! Positions and lines of the board games as SVG.

use crate::{picture::Frame, text::joined};
use soliter_base::draw::sheet::{Cell, sheet};

/// Colours and fonts of the games' pictures, the same as in pages.
/// The style of the classes that pictures of games are made of.
pub const STYLE: &str = include_str!("picture.css");

/// Pixels of a unit for one picture and for many, and the most that a picture is high.
const LARGE: f64 = 48.0;
const SMALL: f64 = 26.0;
const HIGH: f64 = 620.0;

/// A position, or a strip with a picture for every frame and its caption.
pub fn strip(title: &str, frames: &[Frame]) -> String {
    let single = frames.len() == 1;
    let captions: Vec<String> = frames
        .iter()
        .enumerate()
        .map(|(number, frame)| match (single, number + 1 == frames.len()) {
            (true, _) => frame.status.clone(),
            (false, true) => format!("{}; {}", frame.caption(number), frame.status),
            (false, false) => frame.caption(number),
        })
        .collect();
    let tell = |(frame, caption): (&Frame, &String)| format!("{caption}: {}.", frame.position);
    let told = joined(frames.iter().zip(&captions).map(tell), " ");
    let cells: Vec<Cell<'_>> = frames
        .iter()
        .zip(&captions)
        .map(|(frame, caption)| Cell {
            caption,
            width: frame.picture.width,
            height: frame.picture.height,
            body: format!("<g class=\"game\">{}</g>\n", frame.picture.svg().trim_end()),
        })
        .collect();
    let highest = frames.iter().map(|frame| frame.picture.height).fold(1.0, f64::max);
    let pitch = if single { LARGE } else { SMALL }.min((HIGH / highest).floor().max(4.0));
    sheet(title, &told, (STYLE, ""), &cells, pitch)
}
