//! Records of the board games: reading, and replaying move by move.

use std::ops::Range;

use crate::games::rules::{Illegal, Rules, Status};

/// A legal move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M> {
    /// The move.
    pub played: M,
    /// Who made it, from 0.
    pub player: usize,
    /// Where it stands in the text.
    pub span: Range<usize>,
}

/// The first thing in a record that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Number of the ply it stands at, from 1.
    pub index: usize,
    /// Where it stands in the text.
    pub span: Range<usize>,
    /// The rule that is broken.
    pub illegal: Illegal,
}

/// A record played through as far as it is right.
#[derive(Clone, Debug)]
pub struct Replay<R: Rules> {
    /// The position at the start and after every ply and every end of a turn.
    pub states: Vec<R::State>,
    /// All moves, also those that only end a turn: one less than `states`.
    pub moves: Vec<R::Move>,
    /// The moves that are written.
    pub plies: Vec<Ply<R::Move>>,
    /// For every ply the number of its position in `states`.
    pub before: Vec<usize>,
    /// What is wrong.
    pub fault: Option<Fault>,
    /// The last position stood so often that the game is a draw.
    pub repeated: bool,
}

impl<R: Rules> Replay<R> {
    /// The position after the last legal move.
    pub fn last(&self) -> &R::State {
        &self.states[self.states.len() - 1]
    }

    /// The position after the written move with this number, from 0, and after the end of its turn
    /// where that follows.
    pub fn after(&self, ply: usize) -> &R::State {
        let before = self.before.get(ply).copied().unwrap_or(0);
        let next = self.before.get(ply + 1).copied().unwrap_or(self.states.len() - 1);
        &self.states[next.max(before + 1).min(self.states.len() - 1)]
    }
}

/// What stands in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// The game's name and its parameters, on a line of their own.
    Header,
    /// A move.
    Move,
    /// A score: `1:9`, `{2:1}`, `1-0`.
    Score,
    /// `p1`: the side to move.
    Player,
    /// `;` or a new line.
    EndOfTurn,
}

/// Plays a record from the puzzle's position. Moves are separated by blanks, commas, `;` and new
/// lines; `12.` and `12)` are numbers of moves, `#` starts a comment, a first line with the game's
/// name gives its parameters, `{2:1}` a running score, `1:9` the result.
pub fn replay<R: Rules>(rules: &R, text: &str) -> Replay<R> {
    replay_from(rules, rules.initial(), text)
}

/// The same from any position.
pub fn replay_from<R: Rules>(rules: &R, start: &R::State, text: &str) -> Replay<R> {
    let mut replay = Replay {
        states: vec![start.clone()],
        moves: Vec::new(),
        plies: Vec::new(),
        before: Vec::new(),
        fault: None,
        repeated: false,
    };
    let mut open = false;
    for (token, span) in tokens(text, rules.name()) {
        if let Err(illegal) = step(rules, &mut replay, &mut open, token, span.clone(), text) {
            let index = replay.plies.len() + 1;
            replay.fault = Some(Fault { index, span, illegal });
            return replay;
        }
    }
    if open && let Err(illegal) = end_turn(rules, &mut replay) {
        let index = replay.plies.len() + 1;
        let end = text.trim_end().len();
        replay.fault = Some(Fault { index, span: end..end, illegal });
    }
    replay
}

/// Moves as a record that [`replay`] reads: one line a turn where turns have several moves.
pub fn write<R: Rules>(rules: &R, moves: &[R::Move]) -> String {
    write_from(rules, rules.initial(), moves)
}

/// The same from any position.
pub fn write_from<R: Rules>(rules: &R, start: &R::State, moves: &[R::Move]) -> String {
    let mut state = start.clone();
    let mut text = String::new();
    for played in moves {
        if rules.end_of_turn(&state).is_ok_and(|end| end.as_ref() == Some(played)) {
            text.push(';');
        } else {
            let gap = if text.is_empty() { "" } else { " " };
            text.push_str(gap);
            text.push_str(&rules.write_move(&state, played));
        }
        state = rules.apply(&state, played);
    }
    text
}

/// `open`: a move was made since the last end of a turn.
fn step<R: Rules>(
    rules: &R,
    replay: &mut Replay<R>,
    open: &mut bool,
    token: Token,
    span: Range<usize>,
    text: &str,
) -> Result<(), Illegal> {
    let word = &text[span.clone()];
    match token {
        Token::Header => rules.check_header(word[rules.name().len()..].trim()),
        Token::EndOfTurn if *open => {
            *open = false;
            end_turn(rules, replay)
        }
        Token::EndOfTurn => Ok(()),
        Token::Score => {
            let written = word.trim_matches(['{', '}']);
            let result = rules.result(replay.last());
            let drawn = replay.repeated && written == "1/2";
            if written == result || drawn {
                return Ok(());
            }
            Err(Illegal::new("wrong-score", format!("the score here is {result}, not {written}")))
        }
        Token::Player => {
            let Status::ToMove(player) = rules.status(replay.last()) else { return Ok(()) };
            if word[1..].parse() == Ok(player + 1) {
                return Ok(());
            }
            Err(Illegal::new("wrong-player", format!("player {} is to move", player + 1)))
        }
        Token::Move => {
            let over = replay.repeated;
            let Status::ToMove(player) = rules.status(replay.last()).unless(over) else {
                let result = rules.result(replay.last());
                let message = format!("the game is over ({result}), no move is left to make");
                return Err(Illegal::new("illegal-after-end", message));
            };
            let played = rules.read_move(replay.last(), word)?;
            *open = true;
            replay.before.push(replay.states.len() - 1);
            push(rules, replay, &played);
            replay.plies.push(Ply { played, player, span });
            Ok(())
        }
    }
}

fn end_turn<R: Rules>(rules: &R, replay: &mut Replay<R>) -> Result<(), Illegal> {
    if rules.status(replay.last()) == Status::Over {
        return Ok(());
    }
    if let Some(played) = rules.end_of_turn(replay.last())? {
        push(rules, replay, &played);
    }
    Ok(())
}

fn push<R: Rules>(rules: &R, replay: &mut Replay<R>, played: &R::Move) {
    let next = rules.apply(replay.last(), played);
    if let Some(limit) = rules.repetition() {
        let same = replay.states.iter().filter(|state| **state == next).count();
        replay.repeated = same + 1 >= limit;
    }
    replay.states.push(next);
    replay.moves.push(played.clone());
}

fn tokens(text: &str, name: &str) -> Vec<(Token, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let line = rest.find('\n').unwrap_or(rest.len());
        match first {
            '#' => at += line,
            '\n' | ';' => {
                found.push((Token::EndOfTurn, at..at + 1));
                at += 1;
            }
            c if c.is_whitespace() || c == ',' || c == '\u{feff}' => at += c.len_utf8(),
            '{' => {
                let length = rest[..line].find('}').map_or(line, |end| end + 1);
                found.push((Token::Score, at..at + length));
                at += length;
            }
            _ => {
                let stop = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '#' | '{');
                let length = rest.find(stop).unwrap_or(rest.len());
                let word = &rest[..length];
                if found.iter().all(|(token, _)| *token == Token::EndOfTurn) && word == name {
                    let length = rest[..line].find('#').unwrap_or(line);
                    found.push((Token::Header, at..at + length));
                    at += length;
                    continue;
                }
                if let Some(token) = word_token(word) {
                    found.push((token, at..at + length));
                }
                at += length;
            }
        }
    }
    found
}

/// What a word is; none for a move number.
fn word_token(word: &str) -> Option<Token> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let score = |text: &str| text.split(':').count() > 1 && text.split(':').all(digits);
    if word.strip_suffix(['.', ')']).is_some_and(digits) {
        None
    } else if score(word) || matches!(word, "1-0" | "0-1" | "1/2" | "1/2-1/2") {
        Some(Token::Score)
    } else if word.strip_prefix('p').is_some_and(digits) {
        Some(Token::Player)
    } else {
        Some(Token::Move)
    }
}
