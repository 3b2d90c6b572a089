//! The lost positions that a page knows in advance, and the reasons why they are lost, compared with an oracle.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use soliter::base::control::Control;
use soliter::boards::board::position::Position;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::rules;
use soliter::library;
use soliter::pages::{reasons, solvable};
use soliter::search::reachable::reach;

use crate::driver::{Browser, Look, start};
use crate::player::page;

fn built_in(name: &str) -> Puzzle {
    let source = library::puzzle(name).expect("a puzzle");
    Puzzle::parse(&source, &library::model).expect("a valid puzzle")
}

/// The positions of pseudo-random games from the start, each with the number of jumps made, from a fixed seed.
fn games(puzzle: &Puzzle) -> BTreeMap<u64, usize> {
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    let mut positions = BTreeMap::from([(puzzle.start().word(), 0)]);
    for _ in 0..60 {
        let mut position = puzzle.start().clone();
        for made in 1..=puzzle.jumps() {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let legal: Vec<_> = rules::legal(puzzle, &position).collect();
            if legal.is_empty() {
                break;
            }
            position = legal[(bits >> 11) as usize % legal.len()].1.clone();
            positions.insert(position.word(), made);
        }
    }
    positions
}

/// The value of a script for each position: `pegs` are its pegs, and `made` is the number of jumps made.
async fn ask(browser: &Browser, positions: &BTreeMap<u64, usize>, script: &str) -> Vec<Value> {
    let list = positions.iter().map(|(&bits, made)| json!([Position::from(bits), made]));
    let script = format!(
        "{}.map(([holes, made]) => {{ const pegs = player.data.points.map((_, hole) => holes.includes(hole)); return {script} ?? null; }})",
        list.collect::<Value>()
    );
    browser.ask(&script).await.as_array().expect("a list").clone()
}

const NAMES: [&str; 6] = [
    "gardner/latin-cross",
    "gardner/greek-cross",
    "leibniz/latin-cross",
    "triangle15/11-to-11",
    "boards/triangle15-any-survivor",
    "boards/square4-24-to-31",
];

pub(crate) async fn a_page_that_is_told_the_solvable_positions_needs_no_search() {
    let browser = start(Look::default()).await;
    for name in NAMES {
        let puzzle = built_in(name);
        let control = Control::default();
        browser.open(&page(&format!("solvable-{}", name.replace('/', "-")), &["show", name])).await;
        let told = solvable::data(&puzzle, &control).expect("time").expect("few positions");
        let text = told.as_str().expect("a text");
        assert!(text.len() <= 8000, "{name}");
        let give = |text: &str| {
            format!("(player.data.solvable = {text:?}, player.trying.begin(player.data), true)")
        };
        browser.ask(&give(text)).await;
        let can_finish = |position: &Position| {
            reach::can_finish(&puzzle, position, &Control::default()).expect("no limit is met")
        };
        let positions = games(&puzzle);
        let hopes = ask(&browser, &positions, "player.trying.outlook.canFinish(pegs, made)").await;
        for (&bits, told) in positions.keys().zip(hopes) {
            assert_eq!(
                told,
                can_finish(&Position::from(bits)),
                "{name} {:?}",
                Position::from(bits)
            );
        }
        assert_eq!(browser.ask("player.trying.outlook.alive.size > 0").await, true, "{name}");
        // A text that does not belong to this puzzle is ignored.
        for wrong in ["", &text[..text.len() - 1], &format!("{text}A")] {
            browser.ask(&give(wrong)).await;
            let alive = "(player.trying.hope([]), player.trying.outlook.alive === undefined)";
            assert_eq!(browser.ask(alive).await, true, "{name}");
        }
    }
    let marked = built_in("marked/latin-cross-last-captured");
    assert_eq!(solvable::data(&marked, &Control::default()), Ok(None));
    browser.close().await;
}

pub(crate) async fn a_position_that_weights_show_to_be_lost_is_lost() {
    let browser = start(Look::default()).await;
    for name in NAMES {
        let puzzle = built_in(name);
        let control = Control::default();
        browser.open(&page(&format!("reasons-{}", name.replace('/', "-")), &["show", name])).await;
        let pagodas = reasons::data(&puzzle, &control).expect("no limit is met");
        assert!(pagodas.len() <= 3, "{name}");
        browser.ask(&format!("(player.data.pagodas = {}, true)", json!(pagodas))).await;
        let can_finish = |position: &Position| {
            reach::can_finish(&puzzle, position, &Control::default()).expect("no limit is met")
        };
        let positions = games(&puzzle);
        let found = ask(&browser, &positions, "whyLost(player.data, pegs)").await;
        let (mut lost, mut explained) = (0, 0);
        for (&bits, found) in positions.keys().zip(found) {
            let position = Position::from(bits);
            lost += usize::from(!can_finish(&position));
            if found.is_null() {
                continue;
            }
            assert!(!can_finish(&position), "{name} {position:?} {found}");
            let weights: Vec<i64> = found["weights"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(Value::as_i64)
                .collect();
            assert!(pagodas.contains(&weights), "{name}");
            let here: i64 = position.holes().map(|hole| weights[usize::from(hole)]).sum();
            let finish = &found["finish"];
            let text = format!(
                "The numbers are weights that no jump raises: the pegs now weigh {here}, the finish weighs {finish}."
            );
            assert_eq!((&found["here"], &found["text"]), (&json!(here), &json!(text)), "{name}");
            explained += 1;
        }
        println!(
            "{name}: {} functions explain {explained} of {lost} lost positions",
            pagodas.len()
        );
        assert_eq!(explained > 0, !pagodas.is_empty(), "{name}");
        assert_eq!(pagodas.is_empty(), name.contains("any-survivor"), "{name}");
        // Weights that a jump raises are ignored, and so are weights that do not fit this board.
        let hole = puzzle.board().jumps()[0].to;
        for wrong in [
            format!("[player.data.points.map((_, hole) => hole === {hole} ? 1 : 0)]"),
            "[player.data.points.map(() => 0.5)]".to_owned(),
            "[[1]]".to_owned(),
            "[]".to_owned(),
        ] {
            browser.ask(&format!("(player.data.pagodas = {wrong}, true)")).await;
            let found = ask(&browser, &positions, "whyLost(player.data, pegs)").await;
            assert!(found.iter().all(Value::is_null), "{name} {wrong}");
        }
    }
    browser.close().await;
}
