//! `soliter play`: a puzzle jump by jump, on a terminal or through a pipe.

pub(crate) mod words;

use std::fmt::Write as _;
use std::path::Path;

use soliter::base::control::{Control, Stop};
use soliter::base::race::within_work;
use soliter::boards::draw::text::{Panel, beside};
use soliter::boards::session::Attempt;
use soliter::prove::judge::{Lost, judge};
use soliter::prove::reach::{Continuations, Hint};
use soliter::prove::solve::{Options, solve};
use soliter::reports;
use soliter::text::play;
use soliter::{
    boards::answer::Claim, boards::board::position::Position, boards::line::Line,
    boards::notation::Scheme, boards::puzzle::Finish,
};

use crate::cli::files::{Loaded, targets};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, shown, strong, verdict};
use crate::cli::prompt::action::{Action, HELP};
use crate::cli::session::{Session, THINKING};
use crate::cli::{args::PlayArgs, games::play::Play, prompt::Prompt};
use crate::cli::{files, output, prompt};

/// Plays until `quit` or the end of the input.
pub(crate) fn run(session: &Session, args: &PlayArgs) -> Outcome {
    if session.options.json() {
        let help = "leave --format json out; `check` judges a record";
        return Err(Failure::usage("play is interactive and has no JSON output", help));
    }
    let puzzle = match files::load(session, &args.file)? {
        Loaded::Peg(puzzle) => puzzle,
        Loaded::Open(_) => return Err(files::open_finish(&args.file)),
        Loaded::Game(puzzle) => {
            return puzzle.game.visit(Play { session, args, title: &puzzle.title });
        }
    };
    files::without_marks(&args.file, &puzzle)?;
    let PlayArgs { file: _, opponent, side, think, seed } = args;
    if opponent.is_some() || side.is_some() || think.is_some() || seed.is_some() {
        return Err(Failure::usage(
            "--opponent, --side, --think and --seed are for games",
            "peg solitaire is played alone",
        ));
    }
    let mut prompt = Prompt::open()?;
    let mut table = Table {
        session,
        continuations: Continuations::new(&puzzle, &session.bare_control()),
        game: Attempt::new(puzzle),
        lost: None,
    };
    output::answer(&table.welcome())?;
    prompt.converse(session, |action| table.obey(action))
}

/// The work for a warning after a jump: about a third of a second.
const WARNING: u64 = 3_000_000;

/// A game in progress, with what is known of its positions.
struct Table<'a> {
    session: &'a Session,
    game: Attempt,
    continuations: Continuations,
    /// The last warning to the player: after this many jumps there was no solution left.
    lost: Option<usize>,
}

impl Table<'_> {
    fn welcome(&self) -> String {
        let puzzle = self.game.puzzle();
        let wanted = match puzzle.finish() {
            Finish::Exactly(finish) => {
                format!("finish: {}", puzzle.names().position(finish).join(" "))
            }
            Finish::Pegs(pegs) | Finish::Holes { pegs, .. } => {
                format!("finish: any {}", counted(*pegs, "peg"))
            }
        };
        let head = strong(puzzle.title());
        let jumps = counted(puzzle.jumps(), "jump");
        if self.session.options.quiet {
            return format!("{head}, {jumps}, {wanted}\n");
        }
        format!("{head}, {jumps}, {wanted}\n\n{}\nType help for the commands.\n", self.board(0))
    }

    /// The current position; the holes that have changed since the first `earlier` jumps are marked.
    fn board(&self, earlier: usize) -> String {
        let Self { session, game, .. } = self;
        let now = game.position();
        let changed = game
            .positions()
            .get(earlier)
            .map_or(Position::EMPTY, |before| before.symmetric_difference(now));
        let caption = if game.jumps().is_empty() {
            "start".to_owned()
        } else {
            format!(
                "{}, {}, {}",
                counted(game.jumps().len(), "jump"),
                counted(game.line().moves().len(), "move"),
                counted(now.len(), "peg")
            )
        };
        let board = game.puzzle().board();
        let panel: Panel = session.paint.position(caption, board, now, &changed);
        beside(&[panel], session.paint.columns)
    }

    /// A warning if the last jump made the puzzle impossible; empty if there is nothing new to report.
    fn warning(&mut self) -> String {
        let (positions, marked) = (self.game.positions(), self.game.marked());
        let ask = |control: &Control| self.continuations.lost(positions, marked, control);
        let lost = match within_work(WARNING, &self.session.bare_control(), ask) {
            Lost::Unknown => return String::new(),
            lost => lost.after(),
        };
        if lost == self.lost {
            return String::new();
        }
        self.lost = lost;
        let text = match lost {
            None => return String::new(),
            Some(0) => "this puzzle has no solution from its start".to_owned(),
            Some(jumps) => {
                let jump = self.game.puzzle().names().hop(self.game.jumps()[jumps - 1]);
                format!("{jump} made the puzzle impossible; undo takes it back")
            }
        };
        format!("{}\n", verdict(false, text))
    }

    fn obey(&mut self, action: Action<'_>) -> String {
        let before = self.game.jumps().len();
        match action {
            Action::Undo(number) => match self.game.undo(number) {
                0 => "nothing to undo\n".to_owned(),
                number => self.changed(before, &format!("took back {}", counted(number, "jump"))),
            },
            Action::Redo(number) => match self.game.redo(number) {
                0 => "nothing to redo\n".to_owned(),
                number => self.changed(before, &format!("made {} again", counted(number, "jump"))),
            },
            Action::Restart => {
                self.game.undo(usize::MAX);
                self.board(0)
            }
            Action::Board => self.board(before),
            Action::Moves => format!("{}\n", self.game.record()),
            Action::Help => HELP.to_owned(),
            Action::Hint => self.hint(),
            Action::Solve => self.solve(),
            Action::Notation(name) => self.rename(name),
            Action::Save(path) => self.save(path),
            Action::Load(name) => self.load(name),
            Action::Jumps(text) => match play(&mut self.game, text, &self.session.control().0) {
                Ok(None) => self.changed(before, ""),
                Ok(Some(scheme)) => {
                    let made = Line::from_jumps(self.game.jumps()[before..].iter().copied());
                    let line = self.game.puzzle().names().line(&made);
                    self.changed(before, &format!("read as {}: {line}", scheme.as_str()))
                }
                Err(fault) => {
                    format!("{}\n", verdict(false, words::complaint(text, &fault)))
                }
            },
            Action::Nothing => self.warning(),
            Action::Quit => String::new(),
        }
    }

    /// The board after a change, and the result if the game is over.
    fn changed(&self, before: usize, said: &str) -> String {
        let mut text = if said.is_empty() { String::new() } else { format!("{said}\n") };
        if !self.session.options.quiet {
            let _ = write!(text, "\n{}\n", self.board(before));
        }
        let (jumps, moves) = (self.game.jumps().len(), self.game.line().moves().len());
        if jumps == self.game.puzzle().jumps() && self.game.is_finished() {
            let done = format!("solved: {} in {}", counted(jumps, "jump"), counted(moves, "move"));
            let _ = writeln!(text, "{}", verdict(true, done));
        } else if self.game.legal().next().is_none() {
            let left = self.game.position().len();
            let remain = if left == 1 { "remains" } else { "remain" };
            let stuck = format!("no jumps left; {} {remain}", counted(left, "peg"));
            let _ = writeln!(text, "{}", verdict(false, stuck));
        }
        text
    }

    fn hint(&self) -> String {
        if self.game.is_finished() {
            return "the finish is reached\n".to_owned();
        }
        let control = self.session.bare_control().within_usual(THINKING);
        let hint = self.continuations.hint(&self.game, &control);
        if matches!(hint, Hint::Unknown(Stop::Cancelled)) {
            return "no hint yet\n".to_owned();
        }
        format!("{}\n", reports::hint(&hint, self.game.puzzle().names()))
    }

    fn solve(&self) -> String {
        if self.game.is_finished() {
            return "the finish is reached\n".to_owned();
        }
        let puzzle = match self.game.rest() {
            Ok(Some(puzzle)) => puzzle,
            Ok(None) => {
                return format!("{}\n", verdict(false, "impossible from here: no pegs to spare"));
            }
            Err(stop) => return format!("not solved from here: {stop}\n"),
        };
        let (control, bar) = self.session.control();
        let answer = solve(&puzzle, &Options::FIRST_PROOF, &control.within_usual(THINKING));
        bar.finish_and_clear();
        let answer = match answer {
            Ok(answer) => answer,
            Err(refusal) => return format!("a bug in soliter: {refusal}\n"),
        };
        let line = answer.line().map(|line| puzzle.names().line(line)).unwrap_or_default();
        match answer.claim() {
            Claim::Optimal { moves } => format!("{} from here: {line}\n", counted(moves, "move")),
            Claim::Feasible { moves, lower_bound } => {
                let moves = counted(moves, "move");
                format!("{moves} from here (at least {lower_bound}): {line}\n")
            }
            Claim::Infeasible => format!("{}\n", verdict(false, "impossible from here")),
            Claim::Unknown { .. } => "not found within the limits\n".to_owned(),
        }
    }

    fn rename(&mut self, name: &str) -> String {
        let scheme = name.parse::<Scheme>().map_err(|fault| fault.to_string());
        let renamed = scheme.and_then(|it| self.game.rename(it).map_err(|fault| fault.to_string()));
        if let Err(fault) = renamed {
            return format!("{}\n", verdict(false, fault));
        }
        format!("holes are called {}\n", self.game.puzzle().names().examples())
    }

    fn save(&self, path: &str) -> String {
        if path.is_empty() {
            return "say where: save FILE\n".to_owned();
        }
        let record = format!("# {}\n{}\n", shown(self.game.puzzle().title()), self.game.record());
        match targets::replace(Path::new(path), record.as_bytes()) {
            Ok(()) => {
                format!("saved {} to {}\n", counted(self.game.jumps().len(), "jump"), shown(path))
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
        let control = self.session.control().0;
        let judgement = match judge(self.game.puzzle(), &source.text, &[], &control) {
            Ok(judgement) => judgement,
            Err(stop) => return format!("{}\n", verdict(false, format!("not loaded: {stop}"))),
        };
        // The jumps are legal, according to the judgement.
        let _ = self.game.replace(&judgement.line().jumps().collect::<Vec<_>>());
        let jumps = counted(self.game.jumps().len(), "jump");
        let said = if judgement.mistake.is_none() {
            format!("loaded {jumps}")
        } else {
            format!("loaded the first {jumps} of it; the next is wrong: `soliter check` says why")
        };
        self.lost = None;
        self.changed(self.game.jumps().len(), &format!("{}: {said}", shown(name)))
    }
}
