//! Pictures of positions, alone or one for each position of a record or of best play.

use crate::rules::{Rules, Status, result};
use crate::{playthrough::Playthrough, record::Replay};
use soliter_base::control::{Control, Stop};
use soliter_base::draw::picture::{Picture, Shape};

/// The parts of a picture that represent a legal move.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The part to select. If several moves share a part, the player then chooses one of these moves.
    pub area: Option<Shape>,
    /// A second part that represents the move, such as the other column of a swap.
    pub second: Option<Shape>,
    /// A preview of the move, if it differs from `area`.
    pub ghost: Option<Shape>,
    /// For `area` and `second`, the name of the part if it represents several moves: "column 2, 4 stones".
    pub names: [Option<String>; 2],
    /// The ways to make the move by dragging: the part of the picture where a drag begins, and where it ends.
    pub drags: Vec<[Shape; 2]>,
    /// The move in words: "swap 3 and 4".
    pub words: String,
    /// Whether lists of moves show the words, since the notation is hard to read.
    pub listed_in_words: bool,
}

impl Parts {
    /// The move as lists of moves show it.
    pub fn listed(self, notation: String) -> String {
        if self.listed_in_words { self.words } else { notation }
    }
}

/// A game that can be drawn, in the terminal and in the browser.
pub trait View: Rules {
    /// A drawing of a position as text, including the player to move; every line ends with `\n`.
    fn draw(&self, state: &Self::State, ascii: bool) -> String;

    /// The picture of a position; `last` is the last move, with the position before it.
    fn picture(&self, state: &Self::State, last: Option<(&Self::State, &Self::Move)>) -> Picture;

    /// A position in plain words, for people who do not see the board: "Player 1 on c1, player 2 on c5."
    fn in_words(&self, state: &Self::State) -> String;

    /// The parts of the picture that represent a legal move, and its name in words.
    fn parts(&self, state: &Self::State, played: &Self::Move) -> Parts;

    /// Instructions for the browser page: how to write moves and make them in the picture, in one or two
    /// lines.
    fn legend(&self) -> String;

    /// How to make moves in the picture, in a sentence or two.
    fn how(&self) -> String;
}

/// A position in a game.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The move that led to the position, and the player who made it, from 0; `None` at the start.
    pub played: Option<(String, usize)>,
    /// The player to move, or how the game ended.
    pub status: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The picture of the position, with the move marked.
    pub picture: Picture,
}

/// The memory that a frame takes while a page is built, as a multiple of its SVG size: its shapes (twice the
/// size of the text), its part of the sheet, the sheet, the sheet as a document, and the page with its data.
const COPIES: usize = 8;

impl Frame {
    fn new<R: View>(
        rules: &R,
        state: &R::State,
        last: Option<(&R::State, &R::Move, usize)>,
        repeated: bool,
    ) -> Self {
        let written = |(before, played, player)| (rules.write_move(before, played), player);
        Self {
            played: last.map(written),
            status: status(rules, state, repeated),
            position: rules.write_position(state),
            picture: rules.picture(state, last.map(|(before, played, _)| (before, played))),
        }
    }

    fn bytes(&self) -> usize {
        self.picture.svg().len() + self.position.len() + self.status.len()
    }

    /// The caption of the frame with this number, counted from 0.
    pub fn caption(&self, number: usize) -> String {
        match &self.played {
            Some((written, player)) => format!("{number}. player {}: {written}", player + 1),
            None => "start".to_owned(),
        }
    }
}

/// A drawing of a game's position as text. A game that is drawn by repetition has no player to move.
pub fn drawing<R: View>(game: &Playthrough<'_, R>, ascii: bool) -> String {
    let drawing = game.rules().draw(game.state(), ascii);
    let status = game.rules().status(game.state());
    drawing.replace(&status.words(), &game.status().words())
}

/// The player to move, or how the game ended.
pub fn status<R: Rules>(rules: &R, state: &R::State, repeated: bool) -> String {
    match rules.status(state) {
        Status::Over => format!("over, {}", result(rules, state)),
        Status::ToMove(_) if repeated => "over, a draw by repetition".to_owned(),
        to_move @ Status::ToMove(_) => to_move.words(),
    }
}

/// The frame of a single position.
pub fn frame<R: View>(rules: &R, state: &R::State) -> Frame {
    Frame::new(rules, state, None, false)
}

/// The positions of a record. Returns [`Stop::Memory`] if the pictures would exceed the memory limit.
pub fn record<R: View>(replay: &Replay<'_, R>, control: &Control) -> Result<Vec<Frame>, Stop> {
    let rules = replay.game.rules();
    let states = replay.game.states();
    let mut frames = vec![frame(rules, &states[0])];
    // Pictures may grow or shrink from move to move, so the larger of the first and the last is used.
    let last = frame(rules, &states[states.len() - 1]).bytes();
    let each = COPIES * frames[0].bytes().max(last);
    control.check_memory((each * (replay.plies.len() + 1)) as u64)?;
    for (number, ply) in replay.plies.iter().enumerate() {
        control.check()?;
        let last = (replay.before(number), &ply.played, ply.player);
        let ended = number + 1 == replay.plies.len() && replay.game.is_repeated();
        frames.push(Frame::new(rules, replay.after(number), Some(last), ended));
    }
    Ok(frames)
}

/// A position, and the position after each of some legal moves.
pub fn line<R: View>(rules: &R, start: &R::State, moves: &[R::Move]) -> Vec<Frame> {
    let mut frames = vec![frame(rules, start)];
    let mut state = start.clone();
    for played in moves {
        let Status::ToMove(player) = rules.status(&state) else { break };
        let after = rules.apply(&state, played);
        frames.push(Frame::new(rules, &after, Some((&state, played, player)), false));
        state = after;
    }
    frames
}
