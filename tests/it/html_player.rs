//! The page, parsed by an HTML parser that reports every error, and its data.

use crate::common;

use scraper::{Html, Selector};
use serde_json::Value;
use soliter::base::control::Control;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::pages::html;
use soliter::pages::puzzle_data;
use soliter::prove::solve::{Method, solve};

fn page(puzzle: &Puzzle) -> String {
    let answer = solve(puzzle, &Method::Search.into(), &Control::default()).expect("an answer");
    let lines: Vec<_> = answer.line().cloned().into_iter().collect();
    html::player(puzzle, lines.first(), &puzzle_data::data(puzzle, &lines, Some(&answer)))
}

fn parse(text: &str) -> Html {
    let document = Html::parse_document(text);
    assert!(document.errors.is_empty(), "{:?}", document.errors);
    document
}

fn select<'a>(document: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    document.select(&Selector::parse(selector).expect("a selector")).collect()
}

fn data(document: &Html) -> Value {
    let found = select(document, "#data");
    assert_eq!(found.len(), 1);
    serde_json::from_str(&found[0].text().collect::<String>()).expect("JSON")
}

#[test]
fn the_page_is_valid_and_whole() {
    for name in
        ["gardner/latin-cross", "french/44-to-44", "impossible/greek-cross", "triangle15/11-to-11"]
    {
        let text = page(&common::built_in(name));
        let document = parse(&text);
        let mut ids: Vec<&str> =
            select(&document, "[id]").iter().filter_map(|e| e.attr("id")).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "an id stands twice");
        // Nothing is loaded from other places.
        assert!(select(&document, "[src], link, iframe, img, [action]").is_empty());
        assert!(
            !text.contains("https:")
                && !text.replace("http://www.w3.org/2000/svg", "").contains("http:")
        );
        assert!(!text.contains("<!--"), "a place of the skeleton stayed empty");
        for control in select(&document, "button, select, input, textarea") {
            let id = control.attr("id").unwrap_or_default();
            let labelled = control.attr("aria-label").is_some()
                || !control.text().collect::<String>().trim().is_empty()
                || control
                    .ancestors()
                    .any(|n| n.value().as_element().is_some_and(|e| e.name() == "label"))
                || !select(&document, &format!("label[for=\"{id}\"]")).is_empty();
            assert!(labelled, "{id} has no name for a screen reader");
        }
    }
}

#[test]
fn the_data_say_what_the_puzzle_says() {
    let puzzle = common::built_in("gardner/latin-cross");
    let shown = data(&parse(&page(&puzzle)));
    assert_eq!(shown["jumps_needed"], 5);
    assert_eq!(shown["claim"]["status"], "optimal");
    assert_eq!(shown["points"].as_array().map(Vec::len), Some(33));
    assert_eq!(shown["jumps"].as_array().map(Vec::len), Some(76));
    assert_eq!(shown["names"].as_object().map(serde_json::Map::len), Some(7));
    let line: Vec<String> = shown["lines"][0]
        .as_array()
        .expect("moves")
        .iter()
        .map(|chain| {
            let holes = chain.as_array().expect("holes").iter();
            let names = holes.map(|h| puzzle.names().name(h.as_u64().expect("a hole") as u16));
            names.collect::<Vec<_>>().join("-")
        })
        .collect();
    assert_eq!(line.join(", "), "45-25, 43-45, 55-35, 25-45, 46-44");
    // HiGHS finds the weights; which of many possible ones depends on its version.
    if cfg!(feature = "milp") {
        let weights = data(&parse(&page(&common::built_in("impossible/greek-cross"))));
        let weigh = |end: &str| weights["certificate"][end].as_i64().expect("a weight");
        assert!(weigh("start") < weigh("finish"), "{weights:?}");
    }
}

#[test]
fn nothing_of_the_puzzle_is_markup() {
    let puzzle = common::built_in("gardner/latin-cross");
    for hostile in [
        "<script>alert(1)</script>",
        "</script><img src=x onerror=alert(1)>",
        "<!-- --><!--DATA-->",
        "</title></style></noscript><b>&amp;",
        "\u{1}\u{fffe}]]>",
    ] {
        let (title, source) = (hostile.to_owned(), Some(hostile.to_owned()));
        let setup = PuzzleSetup { title, source, ..puzzle.clone().into() };
        let text = page(&setup.puzzle().expect("a puzzle"));
        let document = parse(&text);
        assert_eq!(data(&document)["title"], hostile);
        assert!(select(&document, "img, b:not([id]), [onerror]").is_empty(), "{hostile}");
        assert_eq!(select(&document, "script").len(), 2, "{hostile}");
        let shown: String =
            select(&document, "h1").iter().flat_map(scraper::ElementRef::text).collect();
        let expected: String = hostile
            .chars()
            .map(|c| if matches!(c, '\u{1}' | '\u{fffe}') { '\u{fffd}' } else { c })
            .collect();
        assert_eq!(shown, expected);
    }
}

/// The relative luminance of a colour `#rrggbb` (WCAG 2.2).
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

/// The colour that follows the beginning of a rule, such as `.hole{fill:`. In `light-dark(#a, #b)` it is the first or
/// the second colour; otherwise the rule for light comes first, followed by that for dark if it differs.
fn colour<'a>(style: &'a str, beginning: &str, dark: bool) -> &'a str {
    let mut places = style.match_indices(beginning).map(|(at, _)| at + beginning.len());
    let light = places.next().unwrap_or_else(|| panic!("no {beginning}"));
    if let Some((pair, _)) = style[light..]
        .trim_start()
        .strip_prefix("light-dark(")
        .and_then(|pair| pair.split_once(')'))
    {
        let (light, other) = pair.split_once(", ").expect("two colours");
        return if dark { other } else { light };
    }
    let at = if dark { places.next().unwrap_or(light) } else { light };
    style[at..].trim_start().get(..7).unwrap_or_else(|| panic!("no {beginning}"))
}

#[test]
fn what_one_has_to_see_stands_out_three_to_one() {
    let puzzle = common::built_in("gardner/latin-cross");
    let page = page(&puzzle);
    let picture = soliter::boards::draw::svg::puzzle(&puzzle);
    let squares = ".game .squares{fill:#ecd9b8;stroke:";
    let light: [(&str, &str, &str); 12] = [
        (&page, "--pit-edge:", "--wood-1:"),
        (&page, "--pit-edge:", "--wood-2:"),
        (&page, "--peg-2:", "--wood-1:"),
        (&page, "--line:", "--card:"),
        (&page, "--line:", "--paper:"),
        (&page, "--accent:", "--card:"),
        (&page, "--on-accent:", "--accent:"),
        (&page, "--trail:", "--wood-1:"),
        (&page, "--gone:", "--wood-1:"),
        (&page, squares, ".game .squares{fill:"),
        (&page, squares, "--card:"),
        (&picture, ".hole{fill:", ".wood{stroke:"),
    ];
    let mut dark = light;
    for (_, one, other) in &mut dark {
        if *one == squares {
            *one = ".game .squares{fill:#4a3a28;stroke:";
        }
        if *one == ".hole{fill:" {
            *one = ".hole{fill:#33261a;stroke:";
        }
        assert_ne!(one, other);
    }
    for (pairs, dark) in [(light, false), (dark, true)] {
        for (style, one, other) in pairs {
            let (a, b) =
                (luminance(colour(style, one, dark)), luminance(colour(style, other, dark)));
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast >= 3.0, "{one} on {other}, dark {dark}: {contrast:.2}");
        }
    }
}

#[test]
fn the_aim_is_told_in_a_sentence() {
    for (name, told) in [
        ("gardner/central-game", "Leave one peg, in the middle"),
        ("english/44-to-47", "Leave one peg, in hole 47"),
        ("boards/english-any-survivor", "Leave one peg, anywhere on the board"),
    ] {
        assert_eq!(soliter::pages::aim::aim(&common::built_in(name)), told, "{name}");
    }
}
