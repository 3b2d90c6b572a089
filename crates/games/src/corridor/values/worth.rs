//! The value of the source's strategy over a complete game, against best replies. Found by examining all
//! positions that can occur.

use rustc_hash::FxHashMap;

use crate::corridor::rules::{Corridor, Standing};
use crate::corridor::{rules::state::State, values::line::value_of, values::tables::Solved};
use soliter_base::control::Control;

/// The maximum number of positions in the search.
const MOST_POSITIONS: usize = 3000;

/// The value for the player to move if this player follows the strategy and the opponent replies best, and
/// the value with the roles exchanged. `None` if that takes more than [`MOST_POSITIONS`] positions.
pub(crate) fn worth_of_strategy(
    game: &Corridor,
    state: &State,
    table: &dyn Solved,
    control: &Control,
) -> Option<(&'static str, String)> {
    let mover = state.mover();
    let text = format!(
        "value for the player to move: {:+} if they follow the text's shortest-path strategy and the \
         other replies best, {:+} if the other follows it",
        -best_reply(game, state, 1 - mover, table, control)?,
        best_reply(game, state, mover, table, control)?
    );
    Some(("shortest-path strategy", text))
}

/// The value for a player who plays best against an opponent who follows the strategy.
fn best_reply(
    game: &Corridor,
    state: &State,
    knower: usize,
    table: &dyn Solved,
    control: &Control,
) -> Option<i64> {
    let mut numbers = FxHashMap::from_iter([(*state, 0)]);
    let mut positions = vec![*state];
    let mut after: Vec<Vec<usize>> = Vec::new();
    let mut best = -1;
    while let Some(at) = positions.get(after.len()).copied() {
        control.check().ok()?;
        let moves = match game.standing(&at) {
            Standing::Won(winner) if winner == knower => return Some(1),
            Standing::Won(_) => Vec::new(),
            Standing::Drawn => {
                best = 0;
                Vec::new()
            }
            Standing::Open if at.mover() == knower => {
                // A value that can be forced against best play can be forced against the strategy, too.
                best = best.max(value_of(game, &at, table)?);
                if best == 1 {
                    return Some(1);
                }
                game.legal(&at)
            }
            Standing::Open => vec![game.simple_strategy(&at)],
        };
        let mut next = Vec::new();
        for played in moves {
            let to = game.after(&at, played);
            let number = *numbers.entry(to).or_insert(positions.len());
            if number == positions.len() {
                positions.push(to);
            }
            next.push(number);
        }
        if positions.len() > MOST_POSITIONS {
            return None;
        }
        after.push(next);
    }
    // A player who can repeat positions forever does not lose.
    Some(if has_circle(&after) { best.max(0) } else { best })
}

/// Whether the graph has a cycle: positions without predecessors are removed repeatedly, and some position remains.
fn has_circle(after: &[Vec<usize>]) -> bool {
    let mut before = vec![0; after.len()];
    for next in after.iter().flatten() {
        before[*next] += 1;
    }
    let mut free: Vec<usize> = (0..after.len()).filter(|at| before[*at] == 0).collect();
    let mut taken = 0;
    while let Some(at) = free.pop() {
        taken += 1;
        for next in &after[at] {
            before[*next] -= 1;
            if before[*next] == 0 {
                free.push(*next);
            }
        }
    }
    taken < after.len()
}
