//! A game of your own in one file: Nim. The library solves and plays it, checks a record, and counts sequences of
//! moves. `cargo run --example nim`

use std::fmt::Write as _;

use soliter::base::control::Control;
use soliter::base::diagnostic::TextFault;
use soliter::games::engine::Engine;
use soliter::games::mistakes::judge;
use soliter::games::opponent::Opponent;
use soliter::games::perft::sequences;
use soliter::games::playable;
use soliter::games::playthrough::Playthrough;
use soliter::games::record::replay;
use soliter::games::rules::{About, Rules, Status, result};
use soliter::games::strategy::Strategy;

/// Heaps of stones. A player takes any number of stones from one heap; whoever takes the last stone wins.
#[derive(Clone)]
struct Nim(State);

/// The heaps, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    heaps: Vec<u32>,
    player: usize,
}

/// The heap, from 0, and the number of stones to take.
type Move = (usize, u32);

impl Rules for Nim {
    type State = State;
    type Move = Move;

    fn about(&self) -> About {
        About { name: "nim", is_race: true, ..About::default() }
    }

    fn initial(&self) -> &State {
        &self.0
    }

    fn status(&self, state: &State) -> Status {
        Status::ToMove(state.player).unless(state.heaps.iter().all(|heap| *heap == 0))
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        let heaps = state.heaps.iter().enumerate();
        heaps.flat_map(|(heap, stones)| (1..=*stones).map(move |taken| (heap, taken))).collect()
    }

    fn apply(&self, state: &State, &(heap, taken): &Move) -> State {
        let mut next = State { player: 1 - state.player, ..state.clone() };
        next.heaps[heap] -= taken;
        next
    }

    /// Once the game is over, the player to move has lost, since the other took the last stone.
    fn score(&self, state: &State, player: usize) -> i64 {
        (self.status(state) == Status::Over && player != state.player).into()
    }

    fn write_move(&self, _: &State, &(heap, taken): &Move) -> String {
        format!("{}x{taken}", heap + 1)
    }

    fn write_position(&self, state: &State) -> String {
        let mut text = String::new();
        for heap in &state.heaps {
            let _ = write!(text, "{heap} ");
        }
        text + &format!("p{}", state.player + 1)
    }

    fn read_position(&self, text: &str) -> Result<State, TextFault> {
        let (heaps, player) = text.rsplit_once(" p").unwrap_or((text, "1"));
        let heaps: Option<Vec<u32>> = heaps.split(' ').map(|heap| heap.parse().ok()).collect();
        let player = player.parse::<usize>().ok().filter(|player| [1, 2].contains(player));
        match (heaps, player) {
            (Some(heaps), Some(player)) => Ok(State { heaps, player: player - 1 }),
            _ => Err(TextFault::at(0, "this is not a position", "write 1 2 3 p1")),
        }
    }
}

impl Strategy for Nim {
    /// The order of the heaps does not matter.
    type Key = Vec<u32>;

    fn key(&self, state: &State) -> Vec<u32> {
        let mut heaps = state.heaps.clone();
        heaps.sort_unstable();
        heaps
    }

    fn range(&self, _: &State) -> i64 {
        1
    }
}

playable!(Nim);

/// Each result is asserted.
pub(crate) fn main() {
    let control = Control::default();
    let nim = Nim(State { heaps: vec![3, 4, 5], player: 0 });
    let start = nim.initial();

    // Solve: the value for the player to move, and the best moves.
    let mut engine = Engine::new(&nim);
    let found = engine.analyse(start, &control).expect("a right analysis");
    let best: Vec<String> = found.best.iter().map(|played| nim.write_move(start, played)).collect();
    println!("{}: value {:?}, best {}", nim.write_position(start), found.value, best.join(" "));
    assert_eq!((found.value, best), (Some(1), vec!["1x2".to_owned()]));

    // Play: the engine against random moves.
    let mut random = fastrand::Rng::with_seed(1);
    let mut game = Playthrough::new(&nim);
    while let Status::ToMove(player) = game.status() {
        let who = if player == 0 { Opponent::Perfect } else { Opponent::Random };
        let choice =
            who.choose(&mut engine, game.state(), &control, |below| random.usize(0..below));
        game.make(choice.played);
    }
    println!("{}, {}", game.record(), game.result());
    assert_eq!(result(&nim, game.state()), "1-0");

    // Check a record: the first error, or how much each move gave away.
    let fault = replay(&nim, "nim\n1. 1x2 2x9").fault.expect("a fault");
    println!("ply {}: {}", fault.index, fault.illegal.message);
    assert_eq!((fault.index, fault.illegal.reason), (2, "illegal"));
    let record = replay(&nim, "nim\n1. 1x1 2x2 2. 3x5");
    let losses = judge(&record, &control).expect("right analyses");
    let losses: Vec<Option<i64>> = losses.iter().map(|ply| ply.loss).collect();
    println!("{losses:?}");
    assert_eq!(losses, [Some(2), Some(2), Some(0)]);

    // Count sequences of moves.
    let counts: Result<Vec<u128>, _> =
        (1..=3).map(|depth| sequences(&nim, start, depth, &control)).collect();
    println!("{counts:?}");
}
