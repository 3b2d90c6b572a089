//! Symmetrical figures of pegs from which one peg in the centre can be left.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rayon::prelude::*;
use soliter::peg::board::Symmetry;
use soliter::peg::bounds::class;
use soliter::peg::draw::text;
use soliter::peg::search::count::Count;
use soliter::{Claim, Finish, Hole, Method, Position, What, count, solve};

use crate::boards::BuiltIn;
use crate::written::{Text, control, written};

/// The number of pegs of a figure.
const PEGS: std::ops::RangeInclusive<usize> = 5..=18;
/// More orbits than this lead to too many figures.
const MAX_ORBITS: usize = 14;
/// The time limit of a search that chooses among figures.
const CHOICE: Duration = Duration::from_secs(2);

/// For every number of pegs, the figure with the fewest solutions among those with at least four symmetries
/// (three if a board does not have four) that can be solved to the centre.
pub(crate) fn figures(board: &BuiltIn, limit: Duration) -> Vec<(String, String)> {
    let own = &board.model.board;
    let fixed = |&hole: &Hole| own.symmetries().iter().all(|s| s[hole as usize] == hole);
    let Some(centre) = (0..own.holes() as Hole).find(fixed) else { return Vec::new() };
    let finish = Finish::Exactly(Position::EMPTY.with(centre));
    let solutions = |start: &Position| -> Option<(usize, u128, Position)> {
        let puzzle = board.puzzle(start, &finish)?;
        let control = control(CHOICE);
        let answer = solve(&puzzle, Method::Search, &control).ok()?;
        let Claim::Optimal { .. } = answer.claim() else { return None };
        let value = count(&puzzle, What::Solutions, &control).ok()?.value;
        Some((start.len(), value, start.clone()))
    };
    let starts: Vec<Position> = starts(board, centre).into_iter().collect();
    let solvable: Vec<_> = starts.par_iter().filter_map(solutions).collect();
    let mut hardest: BTreeMap<usize, (u128, Position)> = BTreeMap::new();
    for (pegs, value, start) in solvable {
        let best = hardest.entry(pegs).or_insert_with(|| (value, start.clone()));
        if (value, &start) < (best.0, &best.1) {
            *best = (value, start);
        }
    }
    let chosen: Vec<_> = hardest.into_values().collect();
    let text = |(solutions, start): &(u128, Position)| {
        let name = format!("figures/{}-{}", board.name, start.len());
        let puzzle = board.puzzle(start, &finish)?;
        let positions = count(&puzzle, What::Positions, &control(limit)).ok()?;
        let drawing = text::board(own, 1, |h| if start.has(h) { "o" } else { "." }.to_owned());
        let drawing: Vec<String> =
            drawing.iter().map(|row| format!("{}\n", row.trim_end())).collect();
        let centre = puzzle.names().name(centre);
        let text = Text {
            title: format!("{}, symmetrical figure of {} pegs", board.model.title, start.len()),
            model: &board.name,
            source: "Own; of the symmetrical figures of so many pegs that end in the centre the one with the \
                     fewest solutions",
            start: format!("\"\"\"\n{}\"\"\"", drawing.concat()),
            finish: format!("[\"{centre}\"]"),
            remark: Some(difficulty(*solutions, &positions)),
        };
        Some((name, written(&puzzle, &text, limit)))
    };
    chosen.par_iter().filter_map(text).collect()
}

/// The difficulty of a figure, in numbers.
fn difficulty(solutions: u128, positions: &Count) -> String {
    let sum = |part: fn(&soliter::peg::search::count::LevelCount) -> u64| -> u64 {
        positions.levels.iter().map(part).sum()
    };
    format!(
        "Solutions as sequences of jumps: {solutions}. Positions within reach: {}, dead ends among them: {}.",
        sum(|level| level.positions),
        sum(|level| level.dead)
    )
}

/// Figures that the position class allows, up to symmetry.
fn starts(board: &BuiltIn, centre: Hole) -> BTreeSet<Position> {
    let own = &board.model.board;
    let end = Position::EMPTY.with(centre);
    let markings = class::markings(own);
    let allowed = |start: &Position| {
        markings.iter().all(|marking| class::is_odd(marking, start) == class::is_odd(marking, &end))
    };
    let mut starts = BTreeSet::new();
    for orbits in partitions(own.symmetries()) {
        if orbits.len() > MAX_ORBITS {
            continue;
        }
        for choice in 0..1u32 << orbits.len() {
            let chosen = (0..orbits.len()).filter(|i| choice >> i & 1 == 1);
            let start = Position::from(chosen.fold(0, |pegs, i| pegs | orbits[i].word()));
            if PEGS.contains(&start.len()) && allowed(&start) {
                let image =
                    |s: &Symmetry| start.holes().map(|h| s[h as usize]).collect::<Position>();
                starts.extend(own.symmetries().iter().map(image).min());
            }
        }
    }
    starts
}

/// The orbits of the holes under every group of at least four symmetries, or three, with two generators.
fn partitions(symmetries: &[Symmetry]) -> BTreeSet<Vec<Position>> {
    let least = if symmetries.len().is_multiple_of(4) { 4 } else { 3 };
    let mut partitions = BTreeSet::new();
    for a in symmetries {
        for b in symmetries {
            let mut group: BTreeSet<Symmetry> = [symmetries[0].clone()].into();
            loop {
                let after = |s: &Symmetry, t: &Symmetry| s.iter().map(|&h| t[h as usize]).collect();
                let more: Vec<Symmetry> =
                    group.iter().flat_map(|s| [after(s, a), after(s, b)]).collect();
                let before = group.len();
                group.extend(more);
                if group.len() == before {
                    break;
                }
            }
            if group.len() >= least {
                let orbit = |hole: usize| group.iter().map(|s| s[hole]).collect::<Position>();
                let orbits: BTreeSet<Position> = (0..symmetries[0].len()).map(orbit).collect();
                partitions.insert(orbits.into_iter().collect());
            }
        }
    }
    partitions
}
