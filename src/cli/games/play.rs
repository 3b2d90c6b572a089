//! `soliter play` for a game: the user plays against an opponent, or all sides.

use std::fmt::Write as _;

use soliter::games::analysis::Analysis;
use soliter::games::engine::Engine;
use soliter::games::record::{replay, replay_on};
use soliter::games::rules::Status;
use soliter::games::{BoardGame, Visitor};
use soliter::games::{opponent::Opponent, playthrough::Playthrough, view::drawing};

use crate::cli::args::{PlayArgs, Side, TimeLimit};
use crate::cli::games::{readings, unproved};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, shown, strong, verdict};
use crate::cli::session::{Session, THINKING};
use crate::cli::{files::targets, output::exit::Exit, prompt::Prompt, prompt::action::Action};
use crate::cli::{output, prompt};

const HELP: &str = "\
MOVE             a move in the game's notation, or several up to the end of your turn
undo [N]         take back your last turn, or N turns
redo [N]         make it again
restart          take back all
hint             a best move, proved within the limits or found by a search
solve            the value of every move that is proved
save FILE        write the moves as a record that `soliter check` reads
load FILE        play a record from the start
board, moves     draw the position; print the moves
quit             end (or Ctrl-D)
";

pub(crate) struct Play<'a> {
    pub(crate) session: &'a Session,
    pub(crate) args: &'a PlayArgs,
    pub(crate) title: &'a str,
}

impl Visitor for Play<'_> {
    type Output = Outcome;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        let side = match (self.args.side, rules.status(rules.initial())) {
            (Some(Side::None), _) => None,
            (Some(Side::Player(side)), _) => Some(side.get() - 1),
            (None, Status::ToMove(player)) => Some(player),
            (None, Status::Over) => Some(0),
        };
        let opponent = self.args.opponent.unwrap_or_default();
        if side.is_none() && opponent == Opponent::None {
            let help = "leave out --side none or --opponent none";
            return Err(Failure::usage("there is no player", help));
        }
        let about = rules.about();
        if side.is_some_and(|side| side >= about.players) {
            let message = format!("this game has {} players", about.players);
            return Err(Failure::usage(message, "give --side a smaller number"));
        }
        let mut dialogue = Dialogue {
            session: self.session,
            rules,
            players: about.players,
            game: Playthrough::new(rules),
            engine: Engine::new(rules),
            opponent,
            side,
            think: self.args.think,
            random: fastrand::Rng::with_seed(self.args.seed.unwrap_or(1)),
        };
        let mut prompt = Prompt::open()?;
        let readings = readings(&about.readings);
        let gap = if dialogue.session.options.quiet && side.is_some() { "" } else { "\n" };
        output::answer(&format!("{} ({readings})\n{gap}", strong(self.title)))?;
        if side.is_none() {
            return dialogue.watched();
        }
        output::answer(&dialogue.answer())?;
        if !dialogue.session.options.quiet {
            output::answer(&format!("{}\nType help for the commands.\n", dialogue.board()))?;
        }
        prompt.converse(self.session, |action| dialogue.obey(action))
    }
}

struct Dialogue<'a, R: BoardGame> {
    session: &'a Session,
    rules: &'a R,
    players: usize,
    game: Playthrough<'a, R>,
    engine: Engine<'a, R>,
    opponent: Opponent,
    /// The side of the user, counted from 0; `None` to watch only.
    side: Option<usize>,
    think: Option<TimeLimit>,
    random: fastrand::Rng,
}

impl<'a, R: BoardGame> Dialogue<'a, R> {
    fn is_mine(&self) -> bool {
        match self.game.status() {
            Status::ToMove(player) => self.opponent == Opponent::None || Some(player) == self.side,
            Status::Over => true,
        }
    }

    fn board(&self) -> String {
        let mut text = drawing(&self.game, !self.session.paint.unicode);
        match self.game.status() {
            Status::Over => {
                let repeated = self.game.is_drawn_by_repetition();
                let how = if repeated { ", a draw by repetition" } else { "" };
                let _ = writeln!(text, "the game is over: {}{how}", self.game.result());
            }
            Status::ToMove(_) if self.opponent != Opponent::None && self.side.is_some() => {
                text.push_str("it is your turn\n");
            }
            Status::ToMove(_) => {}
        }
        text
    }

    /// Makes a move of the opponent, and says what is known about it if it is not proved to be best.
    fn choose(&mut self) -> String {
        let (state, random) = (self.game.state(), &mut self.random);
        let (session, engine) = (self.session, &mut self.engine);
        let (choice, _) = session.compute(|control| {
            let control = session.at_move(control.clone(), self.think);
            self.opponent.choose(engine, state, &control, |number| random.usize(0..number))
        });
        let mut said = self.rules.write_move(state, &choice.played);
        if self.opponent.is_engine() && !choice.proved {
            let _ = write!(said, " ({})", unproved(choice.bounds, choice.opinion.as_ref()));
        }
        self.game.make(choice.played);
        said
    }

    /// Makes the opponent's moves up to the user's turn. Returns a line for each player that lists them.
    fn answer(&mut self) -> String {
        let mut text = String::new();
        let mut last = None;
        while let Status::ToMove(player) = self.game.status()
            && !self.is_mine()
        {
            if last != Some(player) {
                let end = if last.is_some() { "\n" } else { "" };
                let who = match self.players {
                    2 => "the opponent".to_owned(),
                    _ => format!("player {}", player + 1),
                };
                let _ = write!(text, "{end}{who} plays");
            }
            last = Some(player);
            let _ = write!(text, " {}", self.choose());
        }
        if last.is_some() {
            text.push('\n');
        }
        text
    }

    /// Lets the opponent play against itself, and prints each move as soon as it is made.
    fn watched(&mut self) -> Outcome {
        output::answer(&self.board())?;
        while let Status::ToMove(player) = self.game.status() {
            let made = self.choose();
            if self.session.is_cancelled() {
                return Ok(Exit::Limit);
            }
            let number = self.game.moves().len();
            output::answer(&format!("{number}. player {}: {made}\n", player + 1))?;
        }
        output::answer(&self.board())?;
        Ok(Exit::Answered)
    }

    /// The solver's result within the limits, if it passes the check.
    fn analyse(&mut self) -> Option<Analysis<R::Move>> {
        let (session, engine) = (self.session, &mut self.engine);
        let (found, _) = session.compute(|control| {
            let control = session.at_move(control.clone(), self.think);
            R::analyse(engine, self.game.state(), &control)
        });
        found.ok()
    }

    fn obey(&mut self, action: Action<'_>) -> String {
        match action {
            Action::Undo(number) => match self.turns(number, Playthrough::undo) {
                0 => "nothing to undo\n".to_owned(),
                moves => self.shown(&format!("took back {}\n", counted(moves, "move"))),
            },
            Action::Redo(number) => match self.turns(number, Playthrough::redo) {
                0 => "nothing to redo\n".to_owned(),
                moves => self.shown(&format!("made {} again\n", counted(moves, "move"))),
            },
            Action::Restart => {
                self.game = Playthrough::new(self.rules);
                self.shown("")
            }
            Action::Board => self.board(),
            Action::Moves => format!("{}\n", self.record()),
            Action::Help => HELP.to_owned(),
            Action::Hint | Action::Solve if self.game.status() == Status::Over => {
                "the game is over\n".to_owned()
            }
            Action::Hint => self.hint(),
            Action::Solve => self.values(),
            Action::Notation(_) => "a game has one notation\n".to_owned(),
            Action::Save(path) => self.save(path),
            Action::Load(name) => self.load(name),
            Action::Jumps(text) => self.play(text),
            Action::Nothing | Action::Quit => String::new(),
        }
    }

    fn shown(&mut self, said: &str) -> String {
        let answer = self.answer();
        let board = if self.session.options.quiet { String::new() } else { self.board() };
        format!("{said}{answer}{board}")
    }

    fn play(&mut self, text: &str) -> String {
        let replay = replay_on(self.game.clone(), text);
        // If all moves were legal, the turn may continue.
        if let Some(fault) = replay.fault
            && !(fault.illegal.reason == "too-few-actions" && fault.span.is_empty())
        {
            let word = text.get(fault.span).unwrap_or("").trim();
            let what = if word.is_empty() { String::new() } else { format!("{word}: ") };
            return format!("{}\n", verdict(false, format!("{what}{}", fault.illegal.message)));
        }
        self.game = replay.game;
        self.shown("")
    }

    /// Undoes or redoes moves up to the user's turn, `number` times. Returns the number of moves.
    fn turns(&mut self, number: usize, step: fn(&mut Playthrough<'a, R>) -> bool) -> usize {
        let before = self.game.moves().len();
        let mut turns = 0;
        while turns < number && step(&mut self.game) {
            while !self.is_mine() && step(&mut self.game) {}
            turns += 1;
        }
        before.abs_diff(self.game.moves().len())
    }

    fn hint(&mut self) -> String {
        let found = self.analyse();
        let state = self.game.state();
        let write = |played: &R::Move| self.rules.write_move(state, played);
        let strategy = || {
            let (played, _) = self.session.compute(|control| {
                self.rules.text_move(state, &control.clone().within_usual(THINKING))
            });
            format!("the text's strategy: {}", write(&played))
        };
        match found {
            Some(Analysis { value: Some(value), best, .. }) => {
                let best: Vec<String> = best.iter().map(write).collect();
                format!("best: {} (value {value})\n", best.join(" "))
            }
            Some(Analysis { best, bounds, opinion, .. }) if !best.is_empty() => {
                let known = unproved(bounds, opinion.as_ref());
                format!("best move found: {} ({known}); {}\n", write(&best[0]), strategy())
            }
            _ => format!("{}\n", strategy()),
        }
    }

    fn values(&mut self) -> String {
        let Some(found) = self.analyse() else { return "no values\n".to_owned() };
        let write = |played: &R::Move| self.rules.write_move(self.game.state(), played);
        let mut text = String::new();
        let mut values = found.moves;
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        for (played, value) in &values {
            if let Some(value) = value {
                let _ = writeln!(text, "{value:>5}  {}", write(played));
            }
        }
        let open = values.iter().filter(|(_, value)| value.is_none()).count();
        if open > 0 {
            let best: Vec<String> = found.best.iter().take(1).map(write).collect();
            let known = unproved(found.bounds, found.opinion.as_ref());
            let open = counted(open, "move");
            let _ = writeln!(text, "    ?  {open} not proved; best: {} ({known})", best.join(" "));
        }
        text
    }

    fn record(&self) -> String {
        if self.game.moves().is_empty() {
            return "# no move yet".to_owned();
        }
        let over = self.game.status() == Status::Over;
        let result = if over { format!("\n{}", self.game.result()) } else { String::new() };
        self.game.record() + &result
    }

    fn save(&self, path: &str) -> String {
        if path.is_empty() {
            return "say where: save FILE\n".to_owned();
        }
        match targets::replace(std::path::Path::new(path), (self.record() + "\n").as_bytes()) {
            Ok(()) => {
                format!("saved {} to {}\n", counted(self.game.moves().len(), "move"), shown(path))
            }
            Err(error) => {
                format!("{}\n", verdict(false, format!("cannot write {}: {error}", shown(path))))
            }
        }
    }

    fn load(&mut self, name: &str) -> String {
        let source = match prompt::record(self.session, name) {
            Ok(source) => source,
            Err(said) => return said,
        };
        let replay = replay(self.rules, &source.text);
        self.game = replay.game;
        let loaded = counted(self.game.moves().len(), "move");
        self.shown(&match replay.fault {
            Some(fault) => {
                format!("loaded the first {loaded}; the next is wrong: {}\n", fault.illegal.message)
            }
            None => format!("loaded {loaded}\n"),
        })
    }
}
