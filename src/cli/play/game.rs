//! The jumps made so far, and those taken back.

use soliter::base::diagnostic;
use soliter::peg::board::Jump;
use soliter::peg::class;
use soliter::peg::line::Line;
use soliter::peg::notation::{Names, Scheme};
use soliter::peg::position::{Hole, Position};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::record::{self, Record};
use soliter::peg::rules;
use soliter::peg::search::oracle::Oracle;

use crate::cli::paint::counted;
use crate::cli::play::command::WORDS;

/// Start and landing hole.
pub(crate) type Pair = (Hole, Hole);

/// What an oracle says of a game.
pub(crate) struct Hint {
    /// A jump that keeps the finish within reach.
    pub(crate) best: Option<Pair>,
    /// The number of such jumps.
    good: usize,
    /// The number of legal jumps.
    legal: usize,
    /// Jumps to take back to where the finish was within reach; `None` if it never was.
    back: Option<usize>,
}

impl Hint {
    /// There is none.
    pub(crate) const NEVER: Self = Self { best: None, good: 0, legal: 0, back: None };

    /// The hint in a sentence.
    pub(crate) fn text(&self, names: &Names) -> String {
        match (self.best, self.back) {
            (Some((from, to)), _) => {
                let jump = format!("{}-{}", names.name(from), names.name(to));
                let of = counted(self.legal, "jump");
                format!("{jump} keeps the finish within reach ({} of {of})", self.good)
            }
            (None, Some(back)) => format!(
                "no jump leads to the finish from here; undo {back} goes back to where one did"
            ),
            (None, None) => "no jump helps: the puzzle has no solution".to_owned(),
        }
    }
}

/// A line that is being played.
pub(crate) struct Game {
    puzzle: Puzzle,
    jumps: Vec<Pair>,
    /// The start, and the position after each jump.
    positions: Vec<Position>,
    /// Jumps taken back, the next one last.
    undone: Vec<Pair>,
}

impl Game {
    pub(crate) fn new(puzzle: Puzzle) -> Self {
        Self { positions: vec![puzzle.start], puzzle, jumps: Vec::new(), undone: Vec::new() }
    }

    pub(crate) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub(crate) fn jumps(&self) -> &[Pair] {
        &self.jumps
    }

    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    pub(crate) fn position(&self) -> Position {
        self.positions[self.jumps.len()]
    }

    pub(crate) fn line(&self) -> Line {
        Line::from_jumps(self.jumps.iter().copied())
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.puzzle.finish.accepts(self.position())
    }

    /// The puzzle from here; `None` where there are no pegs left to jump with.
    pub(crate) fn rest(&self) -> Option<Puzzle> {
        let rest = Puzzle { start: self.position(), ..self.puzzle.clone() };
        let (now, end) = (rest.start.len(), rest.finish.pegs());
        (if rest.building { now < end } else { now > end }).then_some(rest)
    }

    /// The legal jumps, each with the position after it.
    pub(crate) fn targets(&self) -> Vec<(Pair, Position)> {
        let legal = |jump: &Jump| {
            let after = rules::apply(&self.puzzle, self.position(), jump.from, jump.to).ok()?;
            Some(((jump.from, jump.to), after))
        };
        self.puzzle.board.jumps().iter().filter_map(legal).collect()
    }

    /// Whether position classes alone tell that there never was a solution.
    pub(crate) fn is_refuted(&self) -> bool {
        class::refute(&self.puzzle).is_some()
    }

    /// Which jumps keep the finish within reach.
    pub(crate) fn hint(&self, oracle: &Oracle) -> Hint {
        let legal = self.targets();
        let good: Vec<Pair> = legal
            .iter()
            .filter(|(_, after)| oracle.can_finish(*after))
            .map(|(jump, _)| *jump)
            .collect();
        // The peg that moved last goes on without a new move.
        let last = self.jumps.last().map(|&(_, to)| to);
        let best = good.iter().find(|(from, _)| Some(*from) == last).or(good.first()).copied();
        let solvable = self.positions.iter().rposition(|&p| oracle.can_finish(p));
        let back = solvable.map(|jumps| self.jumps.len() - jumps);
        Hint { best, good: good.len(), legal: legal.len(), back }
    }

    /// The moves, numbered, one a line.
    pub(crate) fn record(&self) -> String {
        let line = self.line();
        let moves = line.moves().iter().enumerate();
        let rows: Vec<String> =
            moves.map(|(i, one)| format!("{}. {}", i + 1, self.puzzle.names.chain(one))).collect();
        if rows.is_empty() { "# no jump yet".to_owned() } else { rows.join("\n") }
    }

    /// Takes back up to `number` jumps; how many that were.
    pub(crate) fn undo(&mut self, number: usize) -> usize {
        let number = number.min(self.jumps.len());
        for _ in 0..number {
            self.undone.extend(self.jumps.pop());
            self.positions.pop();
        }
        number
    }

    /// Makes up to `number` jumps again that were taken back; how many that were.
    pub(crate) fn redo(&mut self, number: usize) -> usize {
        let number = number.min(self.undone.len());
        let again: Vec<Pair> = (0..number).filter_map(|_| self.undone.pop()).collect();
        // They were legal here before.
        let _ = self.make(&again);
        number
    }

    /// Plays legal jumps from the start instead of what was played.
    pub(crate) fn replace(&mut self, jumps: &[Pair]) {
        self.undo(usize::MAX);
        self.undone.clear();
        let _ = self.make(jumps);
    }

    pub(crate) fn rename(&mut self, names: Names) {
        self.puzzle.names = names;
    }

    /// Makes the jumps of a text, all or none; a remark if it was read in another notation.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, String> {
        let record = record::read(text, &self.puzzle.names);
        if !record.faults.is_empty() {
            if let Some((scheme, jumps)) = self.in_another_notation(text) {
                self.undone.clear();
                self.make(&jumps)?;
                let line = self.puzzle.names.line(&Line::from_jumps(jumps));
                return Ok(format!("read as {}: {line}", scheme.word()));
            }
            return Err(complaint(text, &record));
        }
        if record.jumps.is_empty() {
            return Err("there is no jump in this".to_owned());
        }
        self.make(&pairs(&record))?;
        self.undone.clear();
        Ok(String::new())
    }

    /// The one other notation in which a text is legal jumps from here; `None` if there are several
    /// that do not mean the same.
    fn in_another_notation(&self, text: &str) -> Option<(Scheme, Vec<Pair>)> {
        let mut found: Option<(Scheme, Vec<Pair>)> = None;
        for scheme in Scheme::ALL {
            let Ok(names) = Names::new(&self.puzzle.board, scheme) else { continue };
            let record = record::read(text, &names);
            let jumps = pairs(&record);
            if !record.faults.is_empty() || jumps.is_empty() || self.after(&jumps).is_err() {
                continue;
            }
            if found.as_ref().is_some_and(|(_, other)| *other != jumps) {
                return None;
            }
            found.get_or_insert((scheme, jumps));
        }
        found
    }

    /// The positions after each of some jumps from here.
    fn after(&self, jumps: &[Pair]) -> Result<Vec<Position>, String> {
        let mut position = self.position();
        let mut after = Vec::new();
        for &(from, to) in jumps {
            position = rules::apply(&self.puzzle, position, from, to).map_err(|fault| {
                let names = &self.puzzle.names;
                let why = rules::explain(&self.puzzle, fault, from, to);
                format!("{}-{}: {why}", names.name(from), names.name(to))
            })?;
            after.push(position);
        }
        Ok(after)
    }

    /// Makes jumps, all or none.
    ///
    /// # Errors
    /// Why one of them is illegal.
    pub(crate) fn make(&mut self, jumps: &[Pair]) -> Result<(), String> {
        let after = self.after(jumps)?;
        self.jumps.extend_from_slice(jumps);
        self.positions.extend(after);
        Ok(())
    }
}

fn pairs(record: &Record) -> Vec<Pair> {
    record.jumps.iter().map(|jump| (jump.from, jump.to)).collect()
}

/// What is wrong with a text that is neither a command nor jumps.
fn complaint(text: &str, record: &Record) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    match first {
        "undo" | "redo" => return format!("{first} takes a number, or nothing"),
        word if WORDS.contains(&word) => return format!("nothing is said after {word}"),
        _ => {}
    }
    let is_word = first.len() > 2 && first.chars().all(char::is_alphabetic);
    if let (true, Some(near)) = (is_word, diagnostic::nearest(first, WORDS)) {
        return format!("no command is called {first}: did you mean {near}?");
    }
    if is_word {
        return format!("no command is called {first}: help lists them");
    }
    record.faults.first().map_or_else(String::new, |fault| fault.fault.to_string())
}
