//! Pictures are parsed by a strict XML parser, and their elements are counted.

use crate::common;
use crate::common::cases;

use cases::cases;
use proptest::prelude::*;
use roxmltree::Document;
use soliter::base::control::Control;
use soliter::boards::board::Board;
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::board::position::Position;
use soliter::boards::draw::{animation::animation, layout::Layout, svg};
use soliter::boards::line::Line;
use soliter::boards::notation::Names;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::puzzle::{model::Model, setup::PuzzleSetup};
use soliter::boards::verify::replay;
use soliter::draw::plot::{self, Bar};
use soliter::library;
use soliter::prove::solve::{Method, solve};

fn parse(text: &str) -> Document<'_> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    let labels = root.attribute("aria-labelledby").expect("a label for screen readers");
    for id in labels.split(' ') {
        let named = root.children().find(|child| child.attribute("id") == Some(id));
        assert!(named.and_then(|one| one.text()).is_some_and(|text| !text.is_empty()), "{id}");
    }
    let ids: Vec<&str> = root.descendants().filter_map(|n| n.attribute("id")).collect();
    let uses = root.descendants().filter_map(|n| n.attribute("href"));
    for href in uses {
        assert!(ids.iter().any(|id| href == format!("#{id}")), "{href} leads nowhere");
    }
    document
}

fn count(document: &Document<'_>, class: &str) -> usize {
    let has = |value: &str| value.split(' ').any(|one| one == class);
    document.descendants().filter(|n| n.attribute("class").is_some_and(has)).count()
}

fn pegs(document: &Document<'_>) -> usize {
    document.descendants().filter(|n| n.attribute("href") == Some("#peg")).count()
}

fn recorded(puzzle: &Puzzle, text: &str) -> Line {
    Line::from_jumps(common::judged(puzzle, text).jumps())
}

#[test]
fn every_built_in_puzzle_and_model() {
    // Built-in entries other than peg solitaire are drawn elsewhere.
    let mut drawn = 0;
    for name in library::puzzles() {
        let source = library::puzzle(&name).expect("a puzzle");
        let loaded = soliter::load(&source, &library::model).expect("a valid puzzle");
        let Some(puzzle) = loaded.peg() else { continue };
        drawn += 1;
        let text = svg::puzzle(&puzzle);
        let document = parse(&text);
        let finish = match puzzle.finish() {
            soliter::boards::puzzle::Finish::Exactly(finish) => finish.len(),
            soliter::boards::puzzle::Finish::Pegs(_)
            | soliter::boards::puzzle::Finish::Holes { .. } => 0,
        };
        assert_eq!(pegs(&document), puzzle.start().len() + finish, "{name}");
    }
    assert!(drawn >= 130, "{drawn}");
    for name in library::models() {
        let source = library::model(&name).expect("a model");
        let Ok(model) = soliter::boards::puzzle::model::Model::parse(&source) else { continue };
        let names = Names::new(&model.board, model.scheme).expect("names");
        let text = svg::board(&model.title, &model.board, &names);
        let document = parse(&text);
        assert_eq!(count(&document, "name"), model.board.holes(), "{name}");
        assert_eq!(count(&document, "hole"), model.board.holes(), "{name}");
    }
}

#[test]
fn a_strip_has_a_picture_a_move_an_arrow_a_jump_and_a_cross_for_each_peg_that_goes() {
    let puzzle = common::built_in("gardner/central-game");
    let line = recorded(&puzzle, puzzle.known().solution.as_deref().expect("a solution"));
    let text = svg::line(&puzzle, &line, None);
    let document = parse(&text);
    assert_eq!(count(&document, "caption"), 19);
    assert_eq!(count(&document, "head"), 31);
    assert_eq!(count(&document, "cross"), 31);
    assert_eq!(count(&document, "mover"), 18);
    assert_eq!(count(&document, "gone"), 31);
    assert!(text.contains("17. 36-34-32-52-54-34"));
    // In reverse solitaire no peg is removed: a plus marks the hole that is filled.
    let puzzle = common::built_in("leibniz/latin-cross");
    let answer = solve(&puzzle, &Method::Search.into(), &Control::default()).expect("an answer");
    let text = svg::line(&puzzle, answer.line().expect("a line"), None);
    let document = parse(&text);
    assert_eq!((count(&document, "cross"), count(&document, "gone")), (5, 0));
    assert_eq!(pegs(&document), 1 + 2 + 3 + 4 + 5 + 6);
}

#[test]
fn the_pictures_in_docs_are_made_by_the_program() {
    let puzzle = common::built_in("gardner/central-game");
    let record = library::solution("solutions/bergholt-1912").expect("a record");
    let drawn = animation(&puzzle, &recorded(&puzzle, &record.text), None);
    let same = include_str!("../../docs/pictures/central-game.svg") == drawn;
    assert!(
        same,
        "run: soliter show gardner/central-game --solution solutions/bergholt-1912 \
         --svg docs/pictures/central-game.svg --animate"
    );
    let source = library::model("english").expect("a model");
    let model = Model::parse(&source).expect("a board");
    let names = Names::new(&model.board, model.scheme).expect("names");
    let drawn = svg::board(&model.title, &model.board, &names);
    let same = include_str!("../../docs/pictures/english.svg") == drawn;
    assert!(same, "run: soliter show english --svg docs/pictures/english.svg");
}

/// The keyframes of an animation: the percentages of a frame, and its declaration.
fn keyframes(text: &str, name: &str) -> Vec<(Vec<f64>, String)> {
    let start = text.find(&format!("@keyframes {name}{{")).expect("keyframes");
    let body = text[start..].split_once('{').expect("a body").1;
    let body = body.split("}}").next().expect("frames");
    let frame = |frame: &str| {
        let (times, value) = frame.split_once('{').expect("a declaration");
        let times =
            times.split(',').map(|time| time.trim_end_matches('%').parse().expect("a number"));
        (times.collect(), value.to_owned())
    };
    body.split('}').map(frame).collect()
}

/// The last value of a property at or before a time.
fn value<'a>(frames: &'a [(Vec<f64>, String)], property: &str, time: f64) -> Option<&'a str> {
    let mut all: Vec<(f64, &str)> = Vec::new();
    for (times, value) in frames {
        let Some(value) = value.strip_prefix(property) else { continue };
        all.extend(times.iter().map(|&at| (at, value)));
    }
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    all.iter().rev().find(|(at, _)| *at <= time).map(|(_, value)| *value)
}

/// The holes with visible pegs whenever a caption of an animation changes.
fn positions_played(puzzle: &Puzzle, text: &str) -> Vec<Position> {
    let document = parse(text);
    let layout = Layout::new(puzzle.board());
    let of_class = |class: &'static str| {
        let has = move |one: &&str| *one == class;
        document
            .descendants()
            .filter(move |n| {
                n.attribute("class").is_some_and(|all| all.split(' ').any(|one| has(&one)))
            })
            .count()
    };
    let time = |turn: usize| {
        let frames = keyframes(text, &format!("t{turn}"));
        frames.iter().find(|(_, value)| value == "opacity:1").expect("a visible caption").0[0]
    };
    let position = |time: f64| {
        let mut holes = Position::EMPTY;
        for peg in 0..of_class("plays") {
            let frames = keyframes(text, &format!("p{peg}"));
            if value(&frames, "opacity:", time) == Some("0") {
                continue;
            }
            let place = value(&frames, "transform:", time).expect("a place");
            let is_there = |hole: &u16| {
                let (x, y) = layout.point(*hole);
                place == format!("translate({x:.3}px,{y:.3}px)")
            };
            let hole = puzzle.board().all_holes().find(is_there).expect("a hole");
            assert!(!holes.has(hole), "two pegs in {hole}");
            holes = holes.with(hole);
        }
        holes
    };
    (0..of_class("turn")).map(|turn| position(time(turn))).collect()
}

#[test]
fn an_animation_plays_the_positions_of_the_line() {
    for name in ["gardner/latin-cross", "leibniz/latin-cross", "triangle10/21-to-22"] {
        let puzzle = common::built_in(name);
        let answer =
            solve(&puzzle, &Method::Search.into(), &Control::default()).expect("an answer");
        let line = answer.line().expect("a line");
        let played = replay(&puzzle, line.jumps());
        let mut wanted = vec![puzzle.start().clone()];
        let mut jumps = 0;
        for one in line.moves() {
            wanted.push(played.positions[jumps].clone());
            jumps += one.jumps().count();
        }
        wanted.push(played.last().clone());
        assert_eq!(positions_played(&puzzle, &animation(&puzzle, line, None)), wanted, "{name}");
    }
    // An illegal jump is named after the legal ones.
    let puzzle = common::built_in("gardner/latin-cross");
    let judgement = common::judged(&puzzle, "45-25, 43-45, 35-55");
    let text = animation(&puzzle, &judgement.line(), judgement.illegal_jump());
    assert!(text.contains(">2. 43-45</text>") && text.contains(">illegal: 35-55</text>"), "{text}");
    assert!(!text.contains("3. "));
}

#[test]
fn only_the_legal_part_of_a_line_is_drawn() {
    let puzzle = common::built_in("gardner/latin-cross");
    let text = svg::line(&puzzle, &recorded(&puzzle, "45-25, 43-45, 25-23"), None);
    let document = parse(&text);
    assert_eq!(count(&document, "head"), 2);
    assert!(!text.contains(">finish<") && text.contains(">end<"));
    // The illegal jump is the last picture, if the caller requests it.
    let judgement = common::judged(&puzzle, "45-25, 43-45, 25-23");
    let text = svg::line(&puzzle, &judgement.line(), judgement.illegal_jump());
    let document = parse(&text);
    // The illegal jump has a head and a shaft in a separate colour.
    assert_eq!((count(&document, "head"), count(&document, "wrong")), (3, 2));
    assert!(text.contains(">illegal: 25-23<"), "{text}");
}

#[test]
fn certificates_are_drawn_on_the_board() {
    let drawn = |name: &str| {
        let puzzle = common::built_in(name);
        let answer =
            solve(&puzzle, &Method::Search.into(), &Control::default()).expect("an answer");
        answer.certificate(&puzzle).map(|one| svg::certificate(&puzzle, &one))
    };
    let class = drawn("french/44-to-44").expect("markings");
    let document = parse(&class);
    assert_eq!(count(&document, "mark"), 17);
    assert!(class.contains("marked: 16 pegs at the start, 1 at the"), "{class}");
    assert_eq!(drawn("gardner/latin-cross"), None);
    // HiGHS finds the weights.
    if cfg!(feature = "milp") {
        let pagoda = drawn("impossible/greek-cross").expect("weights");
        let document = parse(&pagoda);
        assert_eq!(count(&document, "name"), 66);
        assert!(pagoda.contains("start weighs 4") && pagoda.contains("finish weighs 5"));
    }
}

#[test]
fn bars_are_as_high_as_their_values() {
    let bar = |value: f64, dead| Bar { label: format!("{value}<"), value, dead };
    let text = plot::bars(
        "T & t",
        "jumps <made>",
        ("all", Some("dead")),
        &[bar(10.0, 0.0), bar(20.0, 5.0)],
    );
    let document = parse(&text);
    let height = |class: &str, index: usize| {
        let rects = document
            .descendants()
            .filter(|n| n.has_tag_name("rect") && n.attribute("class") == Some(class));
        rects.filter_map(|n| n.attribute("height")?.parse::<f64>().ok()).nth(index).expect("a bar")
    };
    assert!((height("bar", 1) / height("bar", 0) - 2.0).abs() < 0.01);
    assert!((height("bar", 1) / height("dead", 0) - 4.0).abs() < 0.01);
    parse(&plot::bars("nothing", "x", ("all", None), &[]));
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn any_title_and_any_position_is_valid_xml(title in "\\PC{0,20}|[\\x00-\\x1f<>&'\"\\u{fffe}]{0,9}", pegs in 1u64..(1 << 33) - 1) {
        // A start with one peg has no puzzle with a finish of one peg.
        prop_assume!(pegs.count_ones() > 1);
        let built_in = common::built_in("gardner/central-game");
        let setup = PuzzleSetup { title: title.clone(), start: Position::from(pegs), ..built_in.into() };
        let puzzle = setup.puzzle().expect("a puzzle");
        let text = svg::puzzle(&puzzle);
        if let Err(error) = Document::parse(&text) {
            prop_assert!(false, "{error} {title:?}");
        }
        let document = Document::parse(&text).expect("parsed above");
        prop_assert_eq!(self::pegs(&document), puzzle.start().len() + 1);
    }

    #[test]
    fn any_board_is_drawn_inside_its_picture(rows in prop::collection::vec("[o ]{1,8}", 1..8), triangular: bool) {
        let (lattice, directions) = if triangular {
            (Lattice::Triangular, Directions::Lines)
        } else {
            (Lattice::Square, Directions::All)
        };
        let Ok(board) = Board::from_drawing(&rows.join("\n"), lattice, directions) else { return Ok(()) };
        let layout = soliter::boards::draw::layout::Layout::new(&board);
        for &(x, y) in &layout.points {
            prop_assert!(x > 0.9 && y > 0.9 && x < layout.width - 0.9 && y < layout.height - 0.9);
        }
    }
}
