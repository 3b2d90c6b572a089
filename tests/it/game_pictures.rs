//! Pictures and pages of the board games are parsed by strict parsers, and their elements are counted.

use crate::common::cases;
use crate::common::games::analysed;

use cases::cases;
use proptest::prelude::*;
use roxmltree::Document;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::draw::picture::{Picture, Shape};
use soliter::games::BoardGame;
use soliter::games::record::replay;
use soliter::games::rules::Status;
use soliter::games::view::Frame;
use soliter::games::{Game, GamePuzzle, Visitor};
use soliter::games::{strip, view};
use soliter::library;
use soliter::pages::{game_data, html};

fn built_in(name: &str) -> Option<GamePuzzle> {
    let source = library::puzzle(name).expect("a built-in puzzle");
    soliter::load(&source, &library::model).expect("a valid puzzle").game()
}

fn game(name: &str) -> GamePuzzle {
    built_in(name).expect("a game")
}

fn parse(text: &str) -> Document<'_> {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    for id in ["title", "description"] {
        let named = root.children().find(|child| child.attribute("id") == Some(id));
        assert!(named.and_then(|one| one.text()).is_some_and(|text| !text.is_empty()), "{id}");
    }
    document
}

fn count(document: &Document<'_>, class: &str) -> usize {
    let has = |value: &str| value.split(' ').any(|one| one == class);
    document.descendants().filter(|n| n.attribute("class").is_some_and(has)).count()
}

/// The frames of a record, or of the position alone.
struct Frames<'a>(Option<&'a str>);

impl Visitor for Frames<'_> {
    type Output = Vec<Frame>;

    fn visit<R: BoardGame>(self, rules: &R) -> Vec<Frame> {
        match self.0 {
            None => vec![view::frame(rules, rules.initial())],
            Some(record) => {
                let frames = view::record(&replay(rules, record), &Control::default());
                frames.expect("no limit is met")
            }
        }
    }
}

fn recorded(puzzle: &str, record: &str) -> Vec<Frame> {
    let record = library::solution(record).expect("a built-in record");
    game(puzzle).game.visit(Frames(Some(&record.text)))
}

#[test]
fn every_built_in_game_puzzle() {
    let mut kinds = [0; 3];
    for name in library::puzzles() {
        let Some(mut puzzle) = built_in(&name) else { continue };
        puzzle.title = "<script>\"&'".into();
        let frames = puzzle.game.visit(Frames(None));
        let text = strip::strip(&puzzle.title, &frames);
        let document = parse(&text);
        assert!(!text.contains("<script"), "{name}");
        if let Game::Pyramid(rules) = &puzzle.game {
            kinds[0] += 1;
            let base = rules.size(1);
            let places = base * (base + 1) / 2;
            let drawn = ["stone", "free", "place"].map(|class| count(&document, class));
            assert_eq!(drawn.iter().sum::<usize>(), places, "{name}");
            assert_eq!(count(&document, "base"), base, "{name}");
        }
        if let Game::Corridor(rules) = &puzzle.game {
            kinds[1] += 1;
            let state = soliter::games::rules::Rules::initial(rules);
            assert_eq!(count(&document, "stick"), state.sticks.count() as usize, "{name}");
            assert_eq!(count(&document, "name"), 2 * rules.board().size().columns, "{name}");
        }
        if let Game::Palisade(rules) = &puzzle.game {
            kinds[2] += 1;
            let columns = &soliter::games::rules::Rules::initial(rules).columns;
            let stones: usize = columns.iter().map(|&height| usize::from(height)).sum();
            assert_eq!(count(&document, "stone"), stones, "{name}");
            assert_eq!(count(&document, "name"), columns.len(), "{name}");
        }
    }
    assert!(kinds.iter().all(|&number| number > 5), "{kinds:?}");
}

#[test]
fn a_record_is_a_strip_with_a_picture_and_a_caption_a_ply() {
    for (puzzle, record, captions, last) in [
        ("pyramid/base-5", "pyramid/records/sample-game", 12, "11. player 1: 5.1+1; over, 1:9"),
        ("corridor/4x4-sample-game", "corridor/records/4x4-five-plies", 6, "5. player 1: c4"),
        ("palisade/13425", "palisade/records/13425", 9, "8. player 1: o1>-1; over, 4:1"),
    ] {
        let text = strip::strip("A game", &recorded(puzzle, record));
        let document = parse(&text);
        assert_eq!(count(&document, "game"), captions, "{puzzle}");
        assert!(count(&document, "caption") >= captions, "{puzzle}");
        let description = document.descendants().find(|n| n.attribute("id") == Some("description"));
        let description = description.and_then(|n| n.text()).expect("a description");
        assert!(description.contains(last), "{description}");
    }
}

#[test]
fn the_last_move_is_marked() {
    let marked = |frames: &[Frame], number: usize, wanted: &str| {
        let classes = frames[number].picture.shapes.iter().map(|(class, _)| *class);
        classes.filter(|class| class.split(' ').any(|one| one == wanted)).count()
    };
    let frames = recorded("pyramid/base-5", "pyramid/records/sample-game");
    assert_eq!(marked(&frames, 0, "last"), 0);
    // 2.2 is placed and then shifted.
    assert_eq!((marked(&frames, 1, "last"), marked(&frames, 1, "head")), (1, 0));
    assert_eq!((marked(&frames, 2, "last"), marked(&frames, 2, "head")), (1, 1));
    let frames = recorded("corridor/4x4-sample-game", "corridor/records/4x4-five-plies");
    assert_eq!((marked(&frames, 3, "left"), marked(&frames, 3, "last")), (1, 0));
    assert_eq!((marked(&frames, 4, "left"), marked(&frames, 4, "last")), (0, 1));
    // o2<-1 on 1 3 4 2 5 puts a stone each on column 1, on the hole and on column 3, and removes column 1.
    let frames = recorded("palisade/13425", "palisade/records/13425");
    assert_eq!((marked(&frames, 1, "last"), marked(&frames, 1, "cross")), (2, 1));
    // A split makes one new column with one stone.
    assert_eq!((marked(&frames, 4, "last"), marked(&frames, 4, "cross")), (1, 0));
}

/// Each column of Palisade has its number.
fn count_columns(picture: &Picture) -> usize {
    picture.shapes.iter().filter(|(class, _)| *class == "name").count()
}

/// Random games: every picture stays inside its frame, and no two moves share an area, except those that
/// begin with the same column of Palisade.
struct Wander(u64);

impl Visitor for Wander {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        let mut state = rules.initial().clone();
        let mut random = fastrand::Rng::with_seed(self.0);
        for _ in 0..40 {
            if rules.status(&state) == Status::Over {
                break;
            }
            let mut legal = rules.moves(&state);
            let areas: Vec<String> = legal
                .iter()
                .filter_map(|m| Some(rules.parts(&state, m).area?.json("target").to_string()))
                .collect();
            let mut different = areas.clone();
            different.sort();
            different.dedup();
            let place = rules.write_position(&state);
            if rules.about().name == "palisade" {
                let columns = count_columns(&rules.picture(&state, None));
                assert!(different.len() <= columns, "{place}");
            } else {
                assert_eq!(different.len(), areas.len(), "{place}");
            }
            let played = legal.swap_remove(random.usize(0..legal.len()));
            let after = rules.apply(&state, &played);
            let picture = rules.picture(&after, Some((&state, &played)));
            for (class, shape) in &picture.shapes {
                if let Shape::Circle { x, y, r } = shape {
                    let inside = x - r >= 0.0
                        && y - r >= 0.0
                        && x + r <= picture.width
                        && y + r <= picture.height;
                    assert!(inside, "{class} {shape:?} of {}", rules.write_position(&after));
                }
            }
            state = after;
        }
    }
}

#[test]
fn random_games_are_drawn_inside_their_pictures() {
    for name in library::puzzles() {
        let Some(puzzle) = built_in(&name) else { continue };
        for seed in 1..=3 {
            puzzle.game.visit(Wander(seed));
        }
    }
}

/// The moves and a position in words.
struct Words<'a>(&'a str);

impl Visitor for Words<'_> {
    type Output = (Vec<String>, String);

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        let state = rules.read_position(self.0).unwrap_or_else(|fault| panic!("{fault}"));
        let moves = rules.moves(&state).into_iter();
        (moves.map(|played| rules.parts(&state, &played).words).collect(), rules.in_words(&state))
    }
}

#[test]
fn moves_and_positions_have_words() {
    let of = |model: &str, keys: &str, position: &str| {
        let text = format!("title = \"t\"\nmodel = \"{model}\"\n{keys}\n");
        let source = Source::new("words", &text);
        let puzzle = soliter::load(&source, &library::model).expect("a valid puzzle").game();
        puzzle.expect("a game").game.visit(Words(position))
    };
    for (model, keys, position, in_words, some) in [
        (
            "quoridor",
            "size = 5\nwalls = 3",
            "c1,c5/h:a1/v:b2/2,3/1",
            "Player 1 on c1, player 2 on c5. Wall above a1 and b1, wall right of b2 and b3. Walls left: 2 and 3.",
            &["move to c2", "wall above c4 and d4", "wall right of a2 and a3"][..],
        ),
        (
            "corridor",
            "size = 5\nborder_walls = true\nplacement = true",
            "-,-/h:/v:/10,10/1",
            "Player 1 not on the board yet, player 2 not on the board yet. No sticks. Sticks left: 10 and 10.",
            &["move to a1"],
        ),
        (
            "corridor",
            "size = 3\nborder_walls = true\nwalls = \"unlimited\"\npassability = \"none\"",
            "b1,b3/h:b0/v:a2/-,-/1",
            "Player 1 on b1, player 2 on b3. Stick right of a2, stick below b1. \
             Sticks left: any number and any number.",
            &["stick left of a2", "stick below a1", "stick above a3", "stick right of c1"],
        ),
        (
            "pyramid",
            "base = 4",
            "n=4;2:x.x;p1;0:0",
            "Level 2: stones on 1, 3. Points 0 to 0.",
            &[
                "stone on place 2 of level 2, 3 points",
                "push the stone on place 1 of level 2 to the right",
            ],
        ),
        (
            "palisade",
            "columns = [1, 4, 2, 3]",
            "1 4 2 3 / debts 0 0 / scoreless 0 / p1 / 0:1",
            "Columns of 1, 4, 2 and 3 stones. Points 0 to 1.",
            &["swap 1 and 2", "move 2 of column 2 to the left end"],
        ),
    ] {
        let (moves, told) = of(model, keys, position);
        assert_eq!(told, in_words);
        for words in some {
            assert!(moves.iter().any(|one| one == words), "no {words}: {moves:?}");
        }
    }
}

/// The line that the solver finds.
struct Best;

impl Visitor for Best {
    type Output = Vec<Frame>;

    fn visit<R: BoardGame>(self, rules: &R) -> Vec<Frame> {
        let found = analysed(rules, rules.initial(), &Control::default());
        view::line(rules, rules.initial(), &found.line)
    }
}

#[test]
fn a_page_is_html_that_holds_its_frames_and_no_script_of_the_title() {
    let mut puzzle = game("pyramid/base-4");
    puzzle.title = "</script><script>alert(1)</script>".into();
    let frames = puzzle.game.visit(Best);
    assert!(frames.last().is_some_and(|frame| frame.status.starts_with("over")));
    let data = game_data::film(&puzzle, Some("value 4"), &frames);
    let told: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(told["frames"].as_array().map(Vec::len), Some(frames.len()));
    let page = html::game(&puzzle.title, &strip::strip(&puzzle.title, &frames), &data);
    let document = scraper::Html::parse_document(&page);
    assert!(document.errors.is_empty(), "{:?}", document.errors);
    let scripts = scraper::Selector::parse("script").expect("a selector");
    assert_eq!(document.select(&scripts).count(), 2);
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org/2000/svg").count()
    );
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn any_title_is_valid_xml(title in "\\PC{0,20}|[\\x00-\\x1f<>&'\"\\u{fffe}]{0,9}") {
        let frames = game("palisade/13425").game.visit(Frames(None));
        let text = strip::strip(&title, &frames);
        prop_assert!(Document::parse(&text).is_ok(), "{text}");
    }
}
