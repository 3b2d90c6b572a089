//! Draws positions and sequences of positions as SVG.

use crate::{text::joined, view::Frame};
use soliter_base::draw::sheet::{Cell, sheet};

/// The style sheet for the CSS classes of the games' pictures, also used in pages.
pub const STYLE: &str = include_str!("picture.css");

/// Pixels per unit for a single picture and for several, and the maximum height of a picture in pixels.
const LARGE: f64 = 48.0;
const SMALL: f64 = 26.0;
const HIGH: f64 = 620.0;

/// A single position, or a strip with a captioned picture for every frame.
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
