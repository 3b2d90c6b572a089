//! Draws numbers as bars in an SVG plot.

use std::fmt::Write as _;

use crate::draw::{escape, sheet::document};

/// One bar: its label, its height, and the part of it that counts dead ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Text below the bar.
    pub label: String,
    /// Height.
    pub value: f64,
    /// The part of the height that is drawn in another colour, from the bottom.
    pub dead: f64,
}

const STYLE: &str = "\
.bar{fill:#27486f}.dead{fill:#c2281d}.grid{stroke:#d8d0c4;stroke-width:1}.axis{font-size:12px;fill:#5c544a}\
@media(prefers-color-scheme:dark){.bar{fill:#f0c76a}.dead{fill:#ff8a7a}.grid{stroke:#3a352e}\
.axis{fill:#b9b0a3}}";

/// Size of the plot, and the position of its axes.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 76.0;
const BOTTOM: f64 = 362.0;
const TOP: f64 = 66.0;
const RIGHT: f64 = 742.0;

/// Bars side by side over a linear scale. `axis` is the label of the horizontal axis; `legend` names the full
/// bars and the part of them that counts dead ends.
pub fn bars(title: &str, axis: &str, legend: (&str, Option<&str>), bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let step = step(most);
    let top = (most / step).ceil().max(1.0) * step;
    let height = |value: f64| (BOTTOM - TOP) * value / top;
    let mut body = String::new();
    for tick in 0..=(top / step).round() as u32 {
        let value = f64::from(tick) * step;
        let y = BOTTOM - height(value);
        let _ = writeln!(
            body,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\
             <text class=\"axis\" text-anchor=\"end\" x=\"{:.0}\" y=\"{:.1}\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            short(value)
        );
    }
    let pitch = (RIGHT - LEFT) / bars.len().max(1) as f64;
    // Labels stand apart far enough to be read.
    let every = (26.0 / pitch).ceil().max(1.0) as usize;
    let mut description = String::new();
    for (i, bar) in bars.iter().enumerate() {
        let x = LEFT + i as f64 * pitch;
        let (whole, dead) = (height(bar.value), height(bar.dead.min(bar.value)));
        let wide = pitch * 0.8;
        let label = escape::text(&bar.label);
        let number = format!("{:.0}", bar.value);
        let _ = write!(
            body,
            "<g><title>{label}: {number}</title><rect class=\"bar\" x=\"{:.2}\" y=\"{:.2}\" \
             width=\"{wide:.2}\" height=\"{whole:.2}\"/>",
            x + pitch * 0.1,
            BOTTOM - whole
        );
        if dead > 0.0 {
            let _ = write!(
                body,
                "<rect class=\"dead\" x=\"{:.2}\" y=\"{:.2}\" width=\"{wide:.2}\" height=\"{dead:.2}\"/>",
                x + pitch * 0.1,
                BOTTOM - dead
            );
        }
        body.push_str("</g>\n");
        if i.is_multiple_of(every) {
            let _ = writeln!(
                body,
                "<text class=\"axis\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{:.0}\">{label}</text>",
                x + pitch / 2.0,
                BOTTOM + 18.0
            );
        }
        let _ = write!(description, "{}: {number}; ", bar.label);
    }
    let _ = writeln!(
        body,
        "<text class=\"axis\" text-anchor=\"middle\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
        f64::midpoint(LEFT, RIGHT),
        HEIGHT - 16.0,
        escape::text(axis)
    );
    let key = [Some(("bar", legend.0)), legend.1.map(|dead| ("dead", dead))];
    for (i, (class, words)) in key.into_iter().flatten().enumerate() {
        let x = LEFT + 190.0 * i as f64;
        let _ = writeln!(
            body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"42\" width=\"11\" height=\"11\"/>\
             <text class=\"axis\" x=\"{:.0}\" y=\"52\">{}</text>",
            x + 17.0,
            escape::text(words)
        );
    }
    document(
        title,
        &format!("{} by {axis}. {description}", legend.0),
        (WIDTH, HEIGHT),
        STYLE,
        &body,
    )
}

/// The distance between grid lines: 1, 2 or 5 times a power of ten, four to ten lines in all.
fn step(most: f64) -> f64 {
    let rough = (most / 5.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough).unwrap_or(rough)
}

/// A round number in few characters: `2.5 M`.
fn short(value: f64) -> String {
    let (scaled, unit) = match value {
        v if v >= 1e15 => return format!("{v:.0e}"),
        v if v >= 1e12 => (v / 1e12, " T"),
        v if v >= 1e9 => (v / 1e9, " G"),
        v if v >= 1e6 => (v / 1e6, " M"),
        v if v >= 1e4 => (v / 1e3, " k"),
        v => (v, ""),
    };
    format!("{}{unit}", (scaled * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_round() {
        assert_eq!([3.0, 7.0, 23.0, 187e6].map(|most| step(most) as u64), [1, 2, 5, 50_000_000]);
        assert_eq!(
            [0.0, 2500.0, 25e3, 2.5e6, 1e12].map(short),
            ["0", "2500", "25 k", "2.5 M", "1 T"]
        );
        assert_eq!(short(2e20), "2e20");
    }
}
