//! Compares values with those that earlier solvers, written for each game alone, found for the same positions.

use crate::common::games::analysed;

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::engine::Engine;
use soliter::games::{BoardGame, GamePuzzle, Visitor};
use soliter::library;

/// The game of a section, and its lines: position, value, and the numbers of best moves and of all moves.
struct Section<'t> {
    head: &'t str,
    lines: Vec<&'t str>,
}

impl<'t> Section<'t> {
    fn all(text: &'t str) -> Vec<Self> {
        let mut sections: Vec<Self> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                sections.push(Section { head, lines: Vec::new() });
            } else {
                sections.last_mut().expect("a section").lines.push(line);
            }
        }
        sections
    }

    fn game(&self) -> GamePuzzle {
        let (model, keys) = self.head.split_once(": ").expect("a model and keys");
        let text = format!("title = \"t\"\nmodel = \"{model}\"\n{}\n", keys.replace("; ", "\n"));
        let model = library::model(model).expect("a model");
        GamePuzzle::parse(&Source::new("t.toml", text), &model)
            .unwrap_or_else(|faults| panic!("{faults}"))
    }
}

impl Visitor for &Section<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        let mut engine = Engine::new(rules);
        for line in &self.lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let [position, value, moves] = fields[..] else { panic!("three fields: {line}") };
            let state = rules.read_position(position).unwrap_or_else(|fault| panic!("{fault}"));
            let found = R::analyse(&mut engine, &state, &Control::default());
            let found = found.unwrap_or_else(|wrong| panic!("{wrong}"));
            let what = format!("{}: {position}", self.head);
            assert_eq!(
                found.value.map(|value| value.to_string()).as_deref(),
                Some(value),
                "{what}"
            );
            assert_eq!(format!("{}/{}", found.best.len(), found.moves.len()), moves, "{what}");
        }
    }
}

fn agree(text: &str, least: usize) {
    let sections = Section::all(text);
    let positions: usize = sections.iter().map(|section| section.lines.len()).sum();
    assert!(positions >= least, "{positions} positions");
    for section in &sections {
        section.game().game.visit(section);
    }
}

#[test]
fn pyramids_have_the_values_found_earlier() {
    agree(include_str!("../facts/values/pyramid.txt"), 550);
}

#[test]
fn corridors_have_the_values_found_earlier() {
    agree(include_str!("../facts/values/corridor.txt"), 1000);
}

#[test]
fn palisades_have_the_values_found_earlier() {
    agree(include_str!("../facts/values/palisade.txt"), 900);
}

/// An engine that has solved other positions gives the same analysis as a new one.
#[test]
fn what_was_solved_before_changes_nothing() {
    struct Twice<'t>(Section<'t>);
    impl Visitor for Twice<'_> {
        type Output = ();

        fn visit<R: BoardGame>(self, rules: &R) {
            let mut engine = Engine::new(rules);
            for line in self.0.lines.iter().take(12) {
                let position = line.split('\t').next().expect("a position");
                let state = rules.read_position(position).expect("a position");
                let control = Control::default();
                let found = R::analyse(&mut engine, &state, &control).expect("a right analysis");
                let alone = analysed(rules, &state, &control);
                assert_eq!((found.value, found.moves), (alone.value, alone.moves), "{position}");
            }
        }
    }
    for text in [
        include_str!("../facts/values/pyramid.txt"),
        include_str!("../facts/values/corridor.txt"),
        include_str!("../facts/values/palisade.txt"),
    ] {
        for section in Section::all(text).into_iter().step_by(7) {
            section.game().game.visit(Twice(section));
        }
    }
}
