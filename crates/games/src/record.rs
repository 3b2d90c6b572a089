//! Reads records of the board games and replays them move by move.

use std::convert::Infallible;
use std::ops::Range;

use crate::rules::{END, Illegal, Rules, Status, is_end};
use crate::{playthrough::Playthrough, text::number};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::short;

/// A legal move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M> {
    /// The move.
    pub played: M,
    /// The player who made it, from 0.
    pub player: usize,
    /// The index of the position before the move, among the positions of the game.
    pub before: usize,
    /// Its byte range in the text.
    pub span: Range<usize>,
}

/// The first error in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The number of the ply at the error, from 1.
    pub index: usize,
    /// The byte range of the error in the text.
    pub span: Range<usize>,
    /// The rule that is broken.
    pub illegal: Illegal,
}

impl RecordFault {
    /// Whether the text is unreadable, so that it is unknown whether the record is legal.
    pub fn is_of_text(&self) -> bool {
        self.illegal.reason == "syntax"
    }
}

/// A record, replayed up to its first error.
#[derive(Clone, Debug)]
pub struct Replay<'r, R: Rules> {
    /// The replayed game; its moves include those that only end a turn.
    pub game: Playthrough<'r, R>,
    /// The written moves.
    pub plies: Vec<Ply<R::Move>>,
    /// The first error, if any.
    pub fault: Option<RecordFault>,
    /// Whether the record counts rows from the other side of the board.
    pub turned: bool,
}

impl<'r, R: Rules> Replay<'r, R> {
    /// The replay of a game played in this program, without a written record.
    pub fn of(game: Playthrough<'r, R>) -> Self {
        let rules = game.rules();
        let mut plies = Vec::new();
        for (before, (state, played)) in game.states().iter().zip(game.moves()).enumerate() {
            if let Status::ToMove(player) = rules.status(state)
                && !is_end(rules, state, played)
            {
                plies.push(Ply { played: played.clone(), player, before, span: 0..0 });
            }
        }
        Self { game, plies, fault: None, turned: false }
    }

    /// The position after the last legal move.
    pub fn last(&self) -> &R::State {
        self.game.state()
    }

    /// The position before the written move with this number, from 0.
    pub fn before(&self, ply: usize) -> &R::State {
        &self.game.states()[self.plies[ply].before]
    }

    /// The position after the written move with this number, from 0, and the end of its turn.
    pub fn after(&self, ply: usize) -> &R::State {
        match self.plies.get(ply + 1) {
            Some(next) => &self.game.states()[next.before],
            None => self.last(),
        }
    }
}

/// The maximum length in bytes of a move in any game; a longer word is not quoted in full.
const LONGEST_MOVE: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// The game's name and parameters, on a separate line.
    Header,
    Move,
    /// A score: `1:9`, `{2:1}`, `1-0`.
    Score,
    /// `p1`: the side to move.
    Player,
    /// The number of a move: `12.`, `12)`.
    Number,
    /// `;` or a line break.
    EndOfTurn,
}

/// Replays a record from the puzzle's position. Moves are separated by spaces, commas, `;` and line breaks.
/// `12.` and `12)` are move numbers, `#` starts a comment, a first line with the game's name gives its
/// parameters, `{2:1}` is a running score, and `1:9` is the result.
pub fn replay<'r, R: Rules>(rules: &'r R, text: &str) -> Replay<'r, R> {
    replay_from(&Playthrough::new(rules), text)
}

/// Replays a record like [`replay`], from the current position of a game.
pub(crate) fn replay_from<'r, R: Rules>(game: &Playthrough<'r, R>, text: &str) -> Replay<'r, R> {
    let Ok(replay) = either_way(game, text, |_| Ok::<(), Infallible>(()));
    replay
}

/// Replays a record like [`replay`], within the limits of `control`.
pub fn replay_within<'r, R: Rules>(
    rules: &'r R,
    text: &str,
    control: &Control,
) -> Result<Replay<'r, R>, Stop> {
    either_way(&Playthrough::new(rules), text, |plies| {
        // A position and a move in growing lists, and the position as counted for repetition.
        let each = 4 * size_of::<R::State>() + 2 * size_of::<Ply<R::Move>>();
        control.check_memory((plies * each) as u64)?;
        control.check()
    })
}

/// Replays a record in the game's own notation or, if that makes more moves legal, with rows counted from the
/// other side.
fn either_way<'r, R: Rules, E>(
    game: &Playthrough<'r, R>,
    text: &str,
    look: impl Fn(usize) -> Result<(), E>,
) -> Result<Replay<'r, R>, E> {
    let own = play(game.clone(), text, false, &look)?;
    if own.fault.is_none() {
        return Ok(own);
    }
    let turned = play(game.clone(), text, true, &look)?;
    Ok(if turned.plies.len() > own.plies.len() { turned } else { own })
}

/// Replays moves in the game's own notation from the current position of a game.
pub fn replay_on<'r, R: Rules>(game: Playthrough<'r, R>, text: &str) -> Replay<'r, R> {
    let Ok(replay) = play(game, text, false, &|_| Ok::<(), Infallible>(()));
    replay
}

/// Replays a record. `look` is called with the number of plies at intervals, and may stop the replay.
fn play<'r, R: Rules, E>(
    game: Playthrough<'r, R>,
    text: &str,
    turned: bool,
    look: &impl Fn(usize) -> Result<(), E>,
) -> Result<Replay<'r, R>, E> {
    /// The number of tokens between calls of `look`.
    const LOOK: usize = 1 << 8;
    let name = game.rules().about().name;
    let mut reader = Reader {
        number: game.moves().is_empty().then_some(0),
        replay: Replay { game, plies: Vec::new(), fault: None, turned },
        open: false,
    };
    for (number, (token, span)) in tokens(text, name).into_iter().enumerate() {
        if number.is_multiple_of(LOOK) {
            look(reader.replay.plies.len())?;
        }
        if let Err(illegal) = reader.obey(token, span.clone(), text) {
            return Ok(reader.stopped(span, illegal));
        }
    }
    if let Err(illegal) = reader.end_turn() {
        let end = text.trim_end().len();
        return Ok(reader.stopped(end..end, illegal));
    }
    Ok(reader.replay)
}

struct Reader<'r, R: Rules> {
    replay: Replay<'r, R>,
    /// Whether the last move, since the last line break or `;`, did not end a turn.
    open: bool,
    /// The last move number; `None` if the record continues a game, so that any number may follow.
    number: Option<usize>,
}

impl<'r, R: Rules> Reader<'r, R> {
    fn stopped(mut self, span: Range<usize>, illegal: Illegal) -> Replay<'r, R> {
        let index = self.replay.plies.len() + 1;
        self.replay.fault = Some(RecordFault { index, span, illegal });
        self.replay
    }

    /// Makes the move of a token, or checks the token's claim.
    fn obey(&mut self, token: Token, span: Range<usize>, text: &str) -> Result<(), Illegal> {
        let game = &self.replay.game;
        let rules = game.rules();
        let word = &text[span.clone()];
        match token {
            Token::Header => check_header(rules, word),
            Token::EndOfTurn => self.end_turn(),
            Token::Number => self.numbered(word),
            Token::Score => {
                let written = word.trim_matches(['{', '}']);
                let result = game.result();
                if written == result {
                    return Ok(());
                }
                let message = format!("the score here is {result}, not {written}");
                Err(Illegal::new("wrong-score", message))
            }
            Token::Player => {
                let Status::ToMove(player) = game.status() else { return Ok(()) };
                if word[1..].parse() == Ok(player + 1) {
                    return Ok(());
                }
                Err(Illegal::new("wrong-player", format!("player {} is to move", player + 1)))
            }
            Token::Move => {
                let Status::ToMove(player) = game.status() else {
                    let result = game.result();
                    let drawn = game.is_drawn_by_repetition();
                    let how = if drawn { "a draw by repetition" } else { &result };
                    let message = format!("the game is over ({how}), no move is left to make");
                    return Err(Illegal::new("illegal-after-end", message));
                };
                if word.len() > LONGEST_MOVE {
                    let message = format!("{} is too long for a move", short(word));
                    return Err(Illegal::new("syntax", message));
                }
                let own = if self.replay.turned { rules.turned(word) } else { None };
                let played = rules.read_move(game.state(), own.as_deref().unwrap_or(word))?;
                let before = game.moves().len();
                self.open = !is_end(rules, game.state(), &played);
                self.replay.game.make(played.clone());
                self.replay.plies.push(Ply { played, player, before, span });
                Ok(())
            }
        }
    }

    /// Compares a move number with the previous one. Numbers count moves, or pairs of moves, from 1.
    fn numbered(&mut self, word: &str) -> Result<(), Illegal> {
        let Some(last) = self.number else { return Ok(()) };
        let number = word.trim_end_matches(['.', ')']).parse().unwrap_or(usize::MAX);
        if number == last + 1 || number == last && last > 0 {
            self.number = Some(number);
            return Ok(());
        }
        let message = match last {
            0 => format!("a record starts with number 1, not with {}", short(word)),
            _ => format!("number {last} is followed by {}, not by {}", last + 1, short(word)),
        };
        Err(Illegal::new("wrong-number", message))
    }

    /// Ends the turn if a move was made in it and the game has a move that ends a turn.
    fn end_turn(&mut self) -> Result<(), Illegal> {
        let game = &mut self.replay.game;
        if !std::mem::take(&mut self.open) || game.status() == Status::Over {
            return Ok(());
        }
        match game.rules().read_move(game.state(), END) {
            Ok(played) => game.make(played),
            Err(fault) if fault.reason == "too-few-actions" => return Err(fault),
            // In this game no move ends a turn, or the turn has ended.
            Err(_) => {}
        }
        Ok(())
    }
}

/// Compares the first line of a record, the game's name and `key=value`, with the parameters of the game.
fn check_header<R: Rules>(rules: &R, line: &str) -> Result<(), Illegal> {
    let about = rules.about();
    let of_reading = |key: &str| {
        let alias = about.header.iter().find(|(word, _)| *word == key);
        let key = alias.map_or(key, |(_, key)| key);
        let reading = about.readings.iter().find(|(other, _)| *other == key);
        reading.map(|(_, value)| value.clone())
    };
    let parameters = line[about.name.len()..].trim();
    let list = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    };
    if let Some(own) = of_reading("")
        && !parameters.contains('=')
    {
        if parameters.is_empty() || list(&own) == list(parameters) {
            return Ok(());
        }
        let message =
            format!("the record is for {}, the game has {own}", parameters.escape_debug());
        return Err(Illegal::new("wrong-header", message));
    }
    for word in parameters.split_whitespace().map(|word| word.trim_end_matches(',')) {
        let Some((key, written)) = word.split_once('=') else {
            let message = format!("\"{}\" is not key=value", word.escape_debug());
            return Err(Illegal::new("syntax", message));
        };
        let Some(own) = of_reading(key) else {
            let message = format!("unknown key \"{}\" in the header", key.escape_debug());
            return Err(Illegal::new("syntax", message));
        };
        if own != written {
            let written = written.escape_debug();
            let message = format!("the record is for {key}={written}, the game has {key}={own}");
            return Err(Illegal::new("wrong-header", message));
        }
    }
    Ok(())
}

fn tokens(text: &str, name: &str) -> Vec<(Token, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    // True after spaces and comments only: the name of the game may follow.
    let mut at_start = true;
    let until = |text: &str, end: &[char]| text.find(end).unwrap_or(text.len());
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, length) = match first {
            '#' => (None, until(rest, &['\n'])),
            '\n' | ';' => (Some(Token::EndOfTurn), 1),
            c if c.is_whitespace() || c == ',' || c == '\u{feff}' => (None, c.len_utf8()),
            '{' => {
                let end = until(rest, &['}', '\n']);
                (Some(Token::Score), end + usize::from(rest[end..].starts_with('}')))
            }
            _ => {
                let stop = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '#' | '{');
                let word = &rest[..rest.find(stop).unwrap_or(rest.len())];
                if at_start && word == name {
                    (Some(Token::Header), until(rest, &['#', '\n']))
                } else {
                    (Some(word_token(word)), word.len())
                }
            }
        };
        at_start &= matches!(token, None | Some(Token::EndOfTurn));
        found.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    found
}

fn word_token(word: &str) -> Token {
    let digits = |text: &str| number(text).is_some();
    let score = |text: &str| text.split(':').count() > 1 && text.split(':').all(digits);
    if word.strip_suffix(['.', ')']).is_some_and(digits) {
        Token::Number
    } else if score(word) || matches!(word, "1-0" | "0-1" | "1/2" | "1/2-1/2") {
        Token::Score
    } else if word.strip_prefix('p').is_some_and(digits) {
        Token::Player
    } else {
        Token::Move
    }
}
