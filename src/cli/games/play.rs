//! `soliter play` for a game: a person against an opponent, or alone on all sides.

use std::fmt::Write as _;

use soliter::games::Visitor;
use soliter::games::analysis::{Analysis, Solver, verify};
use soliter::games::record::{replay_from, write};
use soliter::games::rules::{Rules, Status};

use crate::cli::args::{Opponent, PlayArgs};
use crate::cli::exit::Exit;
use crate::cli::games::{choose, readings};
use crate::cli::paint::{counted, strong, verdict};
use crate::cli::prompt::command::Command;
use crate::cli::prompt::{Input, Prompt};
use crate::cli::session::Session;
use crate::cli::{files, output};

const HELP: &str = "\
MOVE             a move in the game's notation, or several up to the end of your turn
undo [N]         take back your last turn, or N turns
redo [N]         make it again
restart          take back all
hint             a best move, if it can be proved within the limits
solve            the value of every move
save FILE        write the moves as a record that `soliter check` reads
load FILE        play a record from the start
board, moves     draw the position; print the moves
quit             end (or Ctrl-D)
";

/// Plays a game until `quit` or the end of the input.
pub(crate) struct Play<'a> {
    pub(crate) session: &'a Session,
    pub(crate) args: &'a PlayArgs,
    pub(crate) title: &'a str,
}

impl Visitor for Play<'_> {
    type Output = std::io::Result<Exit>;

    fn visit<R: Solver>(self, rules: &R) -> Self::Output {
        let to_move = match rules.status(rules.initial()) {
            Status::ToMove(player) => player,
            Status::Over => 0,
        };
        let side = self.args.side.map_or(to_move, |side| side.get() - 1);
        if side >= rules.players() {
            let message = format!("this game has {} players", rules.players());
            output::error(&message, "give --side a smaller number");
            return Ok(Exit::BadInput);
        }
        let opponent = self.args.opponent.unwrap_or_default();
        let mut table = Table {
            session: self.session,
            rules,
            states: vec![rules.initial().clone()],
            moves: Vec::new(),
            undone: Vec::new(),
            opponent,
            side,
            random: fastrand::Rng::with_seed(self.args.seed.unwrap_or(1)),
        };
        let mut prompt = Prompt::open()?;
        let readings = readings(rules);
        output::answer(&format!("{} ({readings})\n\n", strong(self.title)))?;
        output::answer(&table.answer())?;
        output::answer(&format!("{}\nhelp lists the commands\n", table.board()))?;
        loop {
            match prompt.line()? {
                Input::Line(line) => match Command::read(&line) {
                    Command::Nothing => {}
                    Command::Quit => break,
                    command => output::answer(&table.obey(command))?,
                },
                Input::Interrupted => output::answer("quit or Ctrl-D ends the game\n")?,
                Input::End => break,
            }
            self.session.forget_cancel();
        }
        Ok(Exit::Answered)
    }
}

/// A game in progress.
struct Table<'a, R: Rules> {
    session: &'a Session,
    rules: &'a R,
    /// The start, and the position after each move.
    states: Vec<R::State>,
    moves: Vec<R::Move>,
    /// Moves taken back, the next one last.
    undone: Vec<R::Move>,
    opponent: Opponent,
    side: usize,
    random: fastrand::Rng,
}

impl<R: Solver> Table<'_, R> {
    fn state(&self) -> &R::State {
        &self.states[self.moves.len()]
    }

    /// Who is to move; nobody after a draw by repetition.
    fn status(&self) -> Status {
        let same = self.states.iter().filter(|state| *state == self.state()).count();
        let drawn = self.rules.repetition().is_some_and(|limit| same >= limit);
        self.rules.status(self.state()).unless(drawn)
    }

    fn is_mine(&self) -> bool {
        match self.status() {
            Status::ToMove(player) => self.opponent == Opponent::None || player == self.side,
            Status::Over => true,
        }
    }

    fn board(&self) -> String {
        let mut text = self.rules.draw(self.state(), !self.session.paint.unicode());
        match self.status() {
            Status::Over => {
                let _ = writeln!(text, "the game is over: {}", self.rules.result(self.state()));
            }
            Status::ToMove(_) if self.opponent != Opponent::None => {
                text.push_str("it is your turn\n");
            }
            Status::ToMove(_) => {}
        }
        text
    }

    fn make(&mut self, played: R::Move) {
        let next = self.rules.apply(self.state(), &played);
        self.states.push(next);
        self.moves.push(played);
    }

    /// The moves of the opponent up to the person's turn, and a line that says them.
    fn answer(&mut self) -> String {
        let before = self.moves.len();
        while !self.is_mine() {
            let state = self.states[self.moves.len()].clone();
            let mut random = std::mem::take(&mut self.random);
            let (played, _) =
                choose(self.rules, &state, self.opponent, &mut random, |_, _| self.analyse());
            self.random = random;
            self.make(played);
        }
        if self.moves.len() == before {
            return String::new();
        }
        format!("the opponent plays {}\n", self.text(before))
    }

    /// The moves from a number on.
    fn text(&self, from: usize) -> String {
        let mut text = Vec::new();
        for (state, played) in self.states.iter().zip(&self.moves).skip(from) {
            text.push(self.rules.write_move(state, played));
        }
        text.join(" ")
    }

    /// What the solver finds within the limits, if it passes the check.
    fn analyse(&self) -> Option<Analysis<R::Move>> {
        let (control, bar) = self.session.control();
        let found = self.rules.analyse(self.state(), &self.session.at_prompt(control));
        bar.finish_and_clear();
        verify(self.rules, self.state(), &found).is_ok().then_some(found)
    }

    fn obey(&mut self, command: Command<'_>) -> String {
        match command {
            Command::Undo(number) => self.undo(number),
            Command::Redo(number) => self.redo(number),
            Command::Restart => {
                self.undone.clear();
                self.states.truncate(1);
                self.moves.clear();
                self.shown("")
            }
            Command::Board => self.board(),
            Command::Moves => format!("{}\n", self.record()),
            Command::Help => HELP.to_owned(),
            Command::Hint => self.hint(),
            Command::Solve => self.values(),
            Command::Notation(_) => "a game has one notation\n".to_owned(),
            Command::Save(path) => self.save(path),
            Command::Load(name) => self.load(name),
            Command::Jumps(text) => self.play(text),
            Command::Nothing | Command::Quit => String::new(),
        }
    }

    /// A word, the opponent's answer, and the board.
    fn shown(&mut self, said: &str) -> String {
        let answer = self.answer();
        let board = if self.session.options.quiet { String::new() } else { self.board() };
        format!("{said}{answer}{board}")
    }

    fn play(&mut self, text: &str) -> String {
        let replay = replay_from(self.rules, self.state(), text);
        if let Some(fault) = replay.fault {
            let word = text.get(fault.span).unwrap_or("").trim();
            let what = if word.is_empty() { String::new() } else { format!("{word}: ") };
            return format!("{}\n", verdict(false, format!("{what}{}", fault.illegal.message)));
        }
        self.undone.clear();
        for played in replay.moves {
            self.make(played);
        }
        self.shown("")
    }

    /// Takes back moves up to the person's turn before.
    fn undo(&mut self, number: usize) -> String {
        let before = self.moves.len();
        for _ in 0..number {
            let Some(played) = self.moves.pop() else { break };
            self.states.pop();
            self.undone.push(played);
            while !self.is_mine() {
                let Some(played) = self.moves.pop() else { break };
                self.states.pop();
                self.undone.push(played);
            }
        }
        let said = format!("took back {}\n", counted(before - self.moves.len(), "move"));
        self.shown(&said)
    }

    fn redo(&mut self, number: usize) -> String {
        let before = self.moves.len();
        for _ in 0..number {
            let Some(played) = self.undone.pop() else { break };
            self.make(played);
            while !self.is_mine() {
                let Some(played) = self.undone.pop() else { break };
                self.make(played);
            }
        }
        let said = format!("made {} again\n", counted(self.moves.len() - before, "move"));
        self.shown(&said)
    }

    fn hint(&self) -> String {
        if self.status() == Status::Over {
            return "the game is over\n".to_owned();
        }
        let advice = self.rules.write_move(self.state(), &self.rules.advice(self.state()));
        match self.analyse() {
            Some(Analysis { value: Some(value), best, .. }) => {
                let best: Vec<String> =
                    best.iter().map(|m| self.rules.write_move(self.state(), m)).collect();
                format!("best: {} (value {value})\n", best.join(" "))
            }
            Some(Analysis { best, .. }) if !best.is_empty() => {
                let best = self.rules.write_move(self.state(), &best[0]);
                format!("best move found, not proved: {best}; the text's strategy: {advice}\n")
            }
            _ => format!("the text's strategy: {advice}\n"),
        }
    }

    fn values(&self) -> String {
        if self.status() == Status::Over {
            return "the game is over\n".to_owned();
        }
        let Some(found) = self.analyse() else { return "no values\n".to_owned() };
        let mut values = found.moves;
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        let mut text = String::new();
        for (played, value) in &values {
            let value = value.map_or_else(|| "?".to_owned(), |value| value.to_string());
            let _ = writeln!(text, "{value:>5}  {}", self.rules.write_move(self.state(), played));
        }
        text
    }

    fn record(&self) -> String {
        if self.moves.is_empty() {
            return "# no move yet".to_owned();
        }
        let over = self.rules.status(self.state()) == Status::Over;
        let result =
            if over { format!("\n{}", self.rules.result(self.state())) } else { String::new() };
        write(self.rules, &self.moves) + &result
    }

    fn save(&self, path: &str) -> String {
        if path.is_empty() {
            return "say where: save FILE\n".to_owned();
        }
        match std::fs::write(path, self.record() + "\n") {
            Ok(()) => format!("saved {} to {path}\n", counted(self.moves.len(), "move")),
            Err(error) => format!("{}\n", verdict(false, format!("cannot write {path}: {error}"))),
        }
    }

    fn load(&mut self, name: &str) -> String {
        if name.is_empty() || name == "-" {
            return "say which record: load FILE\n".to_owned();
        }
        // A record that cannot be read has been reported.
        let Ok(source) = files::record(name) else { return String::new() };
        let replay = replay_from(self.rules, &self.states[0], &source.text);
        self.undone.clear();
        self.states = replay.states;
        self.moves = replay.moves;
        let loaded = counted(self.moves.len(), "move");
        let said = match replay.fault {
            Some(fault) => {
                format!("loaded the first {loaded}; the next is wrong: {}\n", fault.illegal.message)
            }
            None => format!("loaded {loaded}\n"),
        };
        self.shown(&said)
    }
}
