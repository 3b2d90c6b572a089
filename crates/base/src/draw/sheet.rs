//! Captioned pictures side by side under a title, in one SVG document that supports screen readers and dark mode.

use std::fmt::Write as _;

use crate::draw::escape;

/// Approximate width of a sheet with many panels, in pixels.
const SHEET: f64 = 1000.0;
/// Gap between panels and around them, in pixels.
const GAP: f64 = 18.0;
/// Height of a caption line, and width of its widest common character, in pixels.
const LINE_HEIGHT: f64 = 17.0;
const CHARACTER: f64 = 7.4;
const HEAD: f64 = 44.0;

const STYLE: &str = "\
.paper{fill:#faf7f2}text{font:13px ui-sans-serif,system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;\
fill:#2b2620}.title{font-size:18px;font-weight:600}.caption{font-variant-numeric:tabular-nums}\
@media(prefers-color-scheme:dark){.paper{fill:#1b1916}text{fill:#efe9df}}";

/// One picture of a sheet, in units of the sheet's pitch.
pub struct Cell<'a> {
    /// Text below the picture.
    pub caption: &'a str,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Its SVG elements.
    pub body: String,
}

/// An SVG document with a size, a title and a description; `style` styles the elements of `body`.
pub(crate) fn document(
    title: &str,
    description: &str,
    (width, height): (f64, f64),
    style: &str,
    body: &str,
) -> String {
    let (title, description) = (escape::text(title), escape::text(description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n\
         <style>{STYLE}{style}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"12\"/>\n\
         <text class=\"title\" x=\"{GAP}\" y=\"{:.0}\">{title}</text>\n{body}</svg>\n",
        HEAD - 16.0
    )
}

/// Lays out pictures in rows under a title. Each picture is centred at the bottom of its place. `style` and
/// the elements in `shared` apply to all pictures, and `pitch` is the number of pixels in a unit.
pub fn sheet(
    title: &str,
    description: &str,
    (style, shared): (&str, &str),
    cells: &[Cell<'_>],
    pitch: f64,
) -> String {
    let most = |size: fn(&Cell<'_>) -> f64| cells.iter().map(size).fold(0.0, f64::max) * pitch;
    let (picture_width, picture_height) = (most(|cell| cell.width), most(|cell| cell.height));
    // A narrow picture still needs room for its caption.
    let place_width = picture_width.max(120.0);
    let captions: Vec<Vec<String>> =
        cells.iter().map(|cell| wrap(cell.caption, (place_width / CHARACTER) as usize)).collect();
    let lines = captions.iter().map(Vec::len).max().unwrap_or(0);
    let place_height = picture_height + lines as f64 * LINE_HEIGHT + 4.0;
    let fitting = ((SHEET - GAP) / (place_width + GAP)).floor() as usize;
    let columns = cells.len().clamp(1, fitting.max(1));
    let rows = cells.len().div_ceil(columns);
    let title_width = title.chars().count() as f64 * 10.0 + 2.0 * GAP;
    let width = (columns as f64 * (place_width + GAP) + GAP).max(title_width.min(SHEET));
    let height = HEAD + rows as f64 * (place_height + GAP);
    let mut body = shared.to_owned();
    for (i, (cell, caption)) in cells.iter().zip(&captions).enumerate() {
        let x = GAP + (i % columns) as f64 * (place_width + GAP);
        let y = HEAD + (i / columns) as f64 * (place_height + GAP);
        let left = x + (place_width - cell.width * pitch) / 2.0;
        let top = y + picture_height - cell.height * pitch;
        let _ = writeln!(body, "<g transform=\"translate({left:.1} {top:.1}) scale({pitch})\">");
        body.push_str(&cell.body);
        body.push_str("</g>\n");
        for (row, text) in caption.iter().enumerate() {
            let (middle, below) =
                (x + place_width / 2.0, y + picture_height + (row as f64 + 0.8) * LINE_HEIGHT);
            let _ = writeln!(
                body,
                "<text class=\"caption\" text-anchor=\"middle\" x=\"{middle:.1}\" \
                 y=\"{below:.1}\">{}</text>",
                escape::text(text)
            );
        }
    }
    document(title, description, (width, height), style, &body)
}

/// Breaks a caption after spaces and after the hyphens of chains into lines of at most `most` characters.
fn wrap(caption: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut before = ' ';
    let breaks = |c: char| {
        let breaks = c == ' ' || c == '-' && before.is_alphanumeric();
        before = c;
        breaks
    };
    for part in caption.split_inclusive(breaks) {
        let last = lines.len() - 1;
        if !lines[last].is_empty()
            && lines[last].chars().count() + part.trim_end().chars().count() > most
        {
            lines.push(part.to_owned());
        } else {
            lines[last].push_str(part);
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_break_inside_chains() {
        assert_eq!(wrap("12. 36-34-32-52", 9), ["12. 36-", "34-32-52"]);
        assert_eq!(wrap("8. player 1: o1>-1", 9), ["8. player", "1: o1>-1"]);
        assert_eq!(wrap("start", 3), ["start"]);
        assert_eq!(wrap("", 3), [""]);
    }
}
