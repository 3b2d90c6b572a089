//! Interprets the planning form with a small interpreter: the shortest line is a plan of that cost.

use crate::common;

use std::collections::BTreeSet;

use soliter::base::control::Control;
use soliter::boards::pddl::{self, DOMAIN, NoGoal};
use soliter::boards::puzzle::Puzzle;
use soliter::prove::solve::{Method, solve};

#[derive(Clone, Debug, PartialEq)]
enum Sexp {
    Word(String),
    List(Vec<Sexp>),
}

impl Sexp {
    fn read(text: &str) -> Self {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for token in spaced.split_whitespace() {
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().expect("an open list");
                    open.last_mut().expect("balanced").push(Self::List(list));
                }
                word => open.last_mut().expect("balanced").push(Self::Word(word.to_owned())),
            }
        }
        assert_eq!(open.len(), 1, "balanced");
        let mut all = open.pop().expect("a list");
        assert_eq!(all.len(), 1, "one expression");
        all.pop().expect("one")
    }

    fn list(&self) -> &[Self] {
        match self {
            Self::List(list) => list,
            Self::Word(word) => panic!("{word} is not a list"),
        }
    }

    fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::List(list) => panic!("{list:?} is not a word"),
        }
    }

    /// The part after a keyword, anywhere in the list.
    fn after(&self, keyword: &str) -> &Self {
        let list = self.list();
        let at = list.iter().position(|part| *part == Self::Word(keyword.to_owned()));
        &list[at.unwrap_or_else(|| panic!("{keyword}")) + 1]
    }

    fn section(&self, keyword: &str) -> &[Self] {
        let found = self.list().iter().find(|part| {
            matches!(part, Self::List(list) if list.first() == Some(&Self::Word(keyword.to_owned())))
        });
        &found.unwrap_or_else(|| panic!("{keyword}")).list()[1..]
    }

    /// The text with parameters substituted.
    fn ground(&self, with: &[(String, String)]) -> String {
        match self {
            Self::Word(word) => {
                let put = with.iter().find(|(name, _)| name == word);
                put.map_or_else(|| word.clone(), |(_, value)| value.clone())
            }
            Self::List(list) => {
                let parts: Vec<String> = list.iter().map(|part| part.ground(with)).collect();
                format!("({})", parts.join(" "))
            }
        }
    }
}

/// The parts of a conjunction, or the one expression.
fn parts(condition: &Sexp) -> Vec<&Sexp> {
    match condition.list().first() {
        Some(Sexp::Word(word)) if word == "and" => condition.list()[1..].iter().collect(),
        _ => vec![condition],
    }
}

/// Performs an action, and returns its cost.
fn act(domain: &Sexp, facts: &mut BTreeSet<String>, name: &str, holes: &[String]) -> u32 {
    let action = domain.list().iter().find(|part| {
        matches!(part, Sexp::List(list) if list.len() > 1
            && list[0] == Sexp::Word(":action".to_owned()) && list[1] == Sexp::Word(name.to_owned()))
    });
    let action = action.expect("an action");
    let parameters = action.after(":parameters").list().iter().map(Sexp::word);
    let parameters = parameters.filter(|word| word.starts_with('?')).map(str::to_owned);
    let with: Vec<(String, String)> = parameters.zip(holes.iter().cloned()).collect();
    for condition in parts(action.after(":precondition")) {
        let fact = condition.ground(&with);
        assert!(facts.contains(&fact), "{name} {holes:?}: {fact}");
    }
    let mut cost = 0;
    let mut added = Vec::new();
    for effect in parts(action.after(":effect")) {
        let list = effect.list();
        match list[0].word() {
            "not" => {
                facts.remove(&list[1].ground(&with));
            }
            "increase" => cost += list[2].word().parse::<u32>().expect("a number"),
            _ => added.push(effect.ground(&with)),
        }
    }
    facts.extend(added);
    cost
}

fn plan_cost(puzzle: &Puzzle) -> (u32, usize) {
    let domain = Sexp::read(DOMAIN);
    let problem = Sexp::read(&pddl::problem(puzzle).expect("a problem"));
    let answer =
        solve(puzzle, &Method::Search.into(), &Control::default()).expect("a verified answer");
    let line = answer.line().expect("a line").clone();
    let ordinary = if puzzle.reverse() { line.reversed() } else { line };
    let mut facts: BTreeSet<String> =
        problem.section(":init").iter().map(|fact| fact.ground(&[])).collect();
    let lines = facts.iter().filter(|fact| fact.starts_with("(in-line")).count();
    assert_eq!(lines, puzzle.board().jumps().len());
    let name = |hole: u16| format!("h-{}", puzzle.names().name(hole));
    let mut cost = 0;
    for one in ordinary.moves() {
        for (number, hop) in one.jumps().enumerate() {
            let jump = puzzle.board().find(hop).expect("a jump");
            let action = if number == 0 { "jump-new-move" } else { "jump-continue-move" };
            cost += act(&domain, &mut facts, action, &[jump.from, jump.over, jump.to].map(name));
        }
        let last = *one.holes().last().expect("a hole");
        cost += act(&domain, &mut facts, "end-move", &[name(last)]);
    }
    for goal in parts(&problem.section(":goal")[0]) {
        assert!(facts.contains(&goal.ground(&[])), "{goal:?}");
    }
    (cost, ordinary.moves().len())
}

#[test]
fn the_shortest_line_is_a_plan_that_costs_its_moves() {
    for name in ["gardner/latin-cross", "gardner/fireplace", "english-diagonal/greek-cross"] {
        let (cost, moves) = plan_cost(&common::built_in(name));
        assert_eq!(cost as usize, moves, "{name}");
    }
}

#[test]
fn a_finish_by_pegs_has_no_goal() {
    let puzzle = common::parse("model = 'english'\nstart = ['34', '44']\nfinish = { pegs = 1 }");
    assert_eq!(pddl::problem(&puzzle), Err(NoGoal::FinishByPegs));
}

#[test]
fn a_folder_is_refused_before_anything_is_written() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("plans");
    std::fs::create_dir(&folder).expect("a folder");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["export", "gardner/latin-cross", "--to", "pddl", "-q", "-o"])
        .arg(&folder)
        .output()
        .expect("the program runs")
        .status;
    assert_eq!(status.code(), Some(2));
    let left: Vec<_> = std::fs::read_dir(parent.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}
