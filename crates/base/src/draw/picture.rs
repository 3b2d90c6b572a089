//! Pictures made of a few simple shapes, each with a CSS class, for SVG files and for the browser page.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::draw::escape;

/// A picture: its size in its own units, and its shapes from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// The shapes with their classes.
    pub shapes: Vec<(&'static str, Shape)>,
}

/// A shape. `y` grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// Horizontal position of the centre.
        x: f64,
        /// Vertical position of the centre.
        y: f64,
        /// Radius.
        r: f64,
    },
    /// A rectangle with rounded corners.
    Rect {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
    },
    /// Lines, in the syntax of SVG's attribute `d`.
    Path(String),
    /// Centred text.
    Text {
        /// Horizontal centre of the text.
        x: f64,
        /// Baseline.
        y: f64,
        /// The text.
        words: String,
    },
}

/// A number with at most three decimals and no trailing zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Shape {
    /// The name of the SVG element, its attributes, and its text.
    fn element(&self) -> (&'static str, Vec<(&'static str, String)>, &str) {
        let numbers = |attributes: &[(&'static str, f64)]| -> Vec<_> {
            attributes.iter().map(|&(name, value)| (name, number(value))).collect()
        };
        match *self {
            Self::Circle { x, y, r } => ("circle", numbers(&[("cx", x), ("cy", y), ("r", r)]), ""),
            Self::Rect { x, y, width, height } => {
                let rx = width.min(height) * 0.2;
                let size = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", rx)];
                ("rect", numbers(&size), "")
            }
            Self::Path(ref lines) => ("path", vec![("d", lines.clone())], ""),
            Self::Text { x, y, ref words } => ("text", numbers(&[("x", x), ("y", y)]), words),
        }
    }

    /// The shape as JSON for the page: `["circle", "stone", {"cx": ..}, words]`.
    pub fn json(&self, class: &str) -> Value {
        let (name, attributes, words) = self.element();
        let attributes =
            attributes.into_iter().map(|(name, value)| (name.to_owned(), value.into()));
        json!([name, class, attributes.collect::<Map<_, Value>>(), words])
    }
}

/// The paths of an arrow's shaft and head, in the syntax of SVG's attribute `d`. The arrow points from one
/// point to another and ends `short` before it; `(long, half)` are the length and half the width of its head.
pub fn shaft_and_head(
    (x, y): (f64, f64),
    (u, v): (f64, f64),
    short: f64,
    (long, half): (f64, f64),
) -> (String, String) {
    let length = (u - x).hypot(v - y).max(1e-9);
    let (dx, dy) = ((u - x) / length, (v - y) / length);
    let (u, v) = (u - short * dx, v - short * dy);
    let (base_x, base_y) = (u - long * dx, v - long * dy);
    let shaft = format!("M{x:.3} {y:.3}L{base_x:.3} {base_y:.3}");
    let head = format!(
        "M{u:.3} {v:.3}L{:.3} {:.3}L{:.3} {:.3}z",
        base_x - half * dy,
        base_y + half * dx,
        base_x + half * dy,
        base_y - half * dx
    );
    (shaft, head)
}

impl Picture {
    /// Puts a shape in front of the others.
    pub fn add(&mut self, class: &'static str, shape: Shape) {
        self.shapes.push((class, shape));
    }

    /// Adds text in front of the others.
    pub fn write(&mut self, class: &'static str, (x, y): (f64, f64), words: impl Into<String>) {
        self.add(class, Shape::Text { x, y, words: words.into() });
    }

    /// Adds a line of text below the picture, and extends the picture to hold it.
    pub fn remark(&mut self, words: impl Into<String>) {
        self.height += 0.45;
        self.write("remark", (self.width / 2.0, self.height - 0.12), words);
    }

    /// Adds an arrow from one point to another; it ends `short` before the second.
    pub fn arrow(&mut self, from: (f64, f64), to: (f64, f64), short: f64) {
        let (shaft, head) = shaft_and_head(from, to, short, (0.3, 0.16));
        self.add("arrow", Shape::Path(shaft));
        self.add("head", Shape::Path(head));
    }

    /// The shapes as SVG elements.
    pub fn svg(&self) -> String {
        let mut body = String::new();
        for (class, shape) in &self.shapes {
            let (name, attributes, words) = shape.element();
            let _ = write!(body, "<{name} class=\"{class}\"");
            for (name, value) in attributes {
                let _ = write!(body, " {name}=\"{}\"", escape::text(&value));
            }
            let _ = match words {
                "" => write!(body, "/>"),
                words => write!(body, ">{}</{name}>", escape::text(words)),
            };
        }
        body.push('\n');
        body
    }

    /// The picture as JSON for the page.
    pub fn json(&self) -> Value {
        let shapes = self.shapes.iter().map(|(class, shape)| shape.json(class));
        json!({ "width": self.width, "height": self.height, "shapes": shapes.collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_escaped_and_short() {
        let mut picture = Picture::default();
        picture.write("name", (1.0, 0.123_456), "<&");
        picture.add("stone", Shape::Circle { x: 0.5, y: 20.0, r: 0.0 });
        assert_eq!(
            picture.svg(),
            "<text class=\"name\" x=\"1\" y=\"0.123\">&lt;&amp;</text>\
             <circle class=\"stone\" cx=\"0.5\" cy=\"20\" r=\"0\"/>\n"
        );
        let words = picture.json()["shapes"][0].clone();
        assert_eq!(words, json!(["text", "name", {"x": "1", "y": "0.123"}, "<&"]));
    }
}
