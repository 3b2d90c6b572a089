//! Writes certificates: verified answers that independent programs can check, namely [`soliter_checker`] and
//! `tools/check_layers.py`. The format is described in docs/explanation/certificates.md.

use std::fmt::Write as _;
use std::path::Path;

use soliter_base::clock::Instant;
use soliter_base::control::{Control, Stop};
use soliter_base::wording::joined;
use soliter_boards::line::{Line, Move};
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::verify::Verified;
use soliter_boards::{answer::claim::Claim, answer::evidence::Detail};
use soliter_boards::{
    board::Board,
    board::position::{Hole, Position},
};
use soliter_boards::{bounds::class, bounds::pagoda::DualBound, bounds::regions::Regions};
use soliter_checker::{
    CertificateError, Certified, CheckContext, HoleSet, MOST_BYTES, StatedBoard,
};
pub use soliter_search::{bounds::random_games::choose_counts, space::MoveTables};

use crate::solve::{Options, solve};

/// The number of jumps from which layers are pruned by pagoda functions. For shorter solutions, choosing the
/// functions takes longer than it saves.
const MANY_JUMPS: usize = 24;

/// The layers of an unproved solution may take this many times as long as the search that found it. If it has the fewest
/// moves, they take two to three times as long on the French board.
const PATIENCE: f64 = 4.0;

/// Why an answer on a board of more than 64 holes has no certificate.
const TOO_WIDE: Stop = Stop::Size(
    "certificates by layers take at most 64 holes, and no marking or weights prove this answer",
);
/// Why an answer has no certificate that the checkers accept.
const TOO_LONG: Stop = Stop::Size("certificates have at most 16 MiB");

/// The optional contents of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Contents {
    /// Whether to include the positions of the layers, and not only their digest.
    pub layers: bool,
    /// Whether to include the solution. Together with the lower bound, it proves the exact minimum.
    pub line: bool,
}

/// The reason why an answer has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// Neither the minimum nor impossibility is proved.
    #[error("the answer is not proved, so there is nothing to certify")]
    NotProved,
    /// Start and finish have the same number of pegs.
    #[error("start and finish have the same number of pegs, so there is nothing to certify")]
    NoJumps,
    /// The puzzle is a reverse game whose finish is a number of pegs, so the ordinary game would have no fixed start.
    #[error("a reverse game with a finish by its number of pegs has no certificate")]
    NoForm,
    /// A limit was reached.
    #[error("no certificate: {}", .0.phrase())]
    Stopped(#[from] Stop),
    /// The checker rejects the certificate.
    #[error("the certificate was made but rejected: {0}")]
    Refused(#[from] CertificateError),
}

/// Whether a check may continue with tables of this number of bytes.
pub fn may_go_on(control: &Control, bytes: u64) -> bool {
    control.check().and_then(|()| control.check_memory(bytes)).is_ok()
}

/// Makes or checks layers within the limits; progress is reported after `word`.
pub fn in_room<T>(
    control: &Control,
    folder: Option<&Path>,
    word: &str,
    work: impl FnOnce(&CheckContext<'_>) -> T,
) -> T {
    let go_on = |bytes| may_go_on(control, bytes);
    let say = |phrase: &str| control.report_progress(|| format!("{word}: {phrase}"));
    work(&CheckContext { go_on: &go_on, folder, say: &say })
}

/// Writes the certificate of an answer. It passes [`soliter_checker`], which makes the layers in memory.
pub fn certify(
    puzzle: &Puzzle,
    answer: &Verified,
    contents: Contents,
    control: &Control,
) -> Result<Vec<u8>, NoCertificate> {
    let go_on = |bytes| may_go_on(control, bytes);
    let made = certify_in(&CheckContext::in_memory(&go_on), puzzle, answer, contents, control);
    made.map(|(file, _)| file)
}

/// Like [`certify`], with the resources of `room` for large layers. Also returns the checker's result. The
/// layers do not depend on any search.
///
/// An answer of [`Options::BEFORE_LAST_BOUND`](crate::solve::Options::BEFORE_LAST_BOUND) may lack the last part of its proof. Its solution probably has the
/// fewest moves, and then the layers prove it; otherwise the puzzle is solved, which takes longer.
pub fn certify_in(
    room: &CheckContext<'_>,
    puzzle: &Puzzle,
    answer: &Verified,
    contents: Contents,
    control: &Control,
) -> Result<(Vec<u8>, Certified), NoCertificate> {
    if puzzle.jumps() == 0 {
        return Err(NoCertificate::NoJumps);
    }
    let fewest = match answer.claim() {
        Claim::Optimal { moves } => moves,
        // Every move has at least one jump.
        Claim::Infeasible => puzzle.jumps() + 1,
        Claim::Feasible { moves, .. }
            if answer.evidence().iter().all(|one| one.stopped.is_none()) =>
        {
            // Layers for a limit within which there is a line are large, so they get a limited time.
            let clock = Instant::now();
            let most = PATIENCE * answer.seconds();
            let in_time = |bytes| clock.elapsed().as_secs_f64() < most && (room.go_on)(bytes);
            let patient = CheckContext { go_on: &in_time, folder: room.folder, say: room.say };
            return match by_layers(&patient, puzzle, (moves, answer.line()), contents, control) {
                Err(NoCertificate::Refused(
                    CertificateError::Meeting(_) | CertificateError::Limit,
                )) => {
                    let answer = solve(puzzle, &Options::FIRST_PROOF, control)
                        .map_err(|_| Stop::Fault("two methods disagree"))?;
                    certify_in(room, puzzle, &answer, contents, control)
                }
                made => made,
            };
        }
        Claim::Feasible { .. } | Claim::Unknown { .. } => return Err(NoCertificate::NotProved),
    };
    if let Some(proof) = short_proof(puzzle, answer) {
        let head = head(puzzle, fewest)?;
        return checked(format!("{head}{proof}ends\n"), room);
    }
    by_layers(room, puzzle, (fewest, answer.line()), contents, control)
}

/// Writes a certificate that a given solution has the fewest moves, whatever its origin: the checker rejects
/// a solution that is illegal or not minimal.
pub fn certify_line(
    room: &CheckContext<'_>,
    puzzle: &Puzzle,
    line: &Line,
    control: &Control,
) -> Result<(Vec<u8>, Certified), NoCertificate> {
    let contents = Contents { layers: false, line: true };
    by_layers(room, puzzle, (line.moves().len(), Some(line)), contents, control)
}

fn by_layers(
    room: &CheckContext<'_>,
    puzzle: &Puzzle,
    (fewest, line): (usize, Option<&Line>),
    contents: Contents,
    control: &Control,
) -> Result<(Vec<u8>, Certified), NoCertificate> {
    let (start, finish) = ends(puzzle)?;
    puzzle.board().fits_u64().map_err(|_| TOO_WIDE)?;
    let mut text = head(puzzle, fewest)?;
    if let (true, Some(line)) = (contents.line, line) {
        add_line(&mut text, puzzle, line);
    }
    let regions = Regions::new(puzzle.board(), &start, &finish);
    add_regions(&mut text, regions.masks().iter().copied().map(Position::from));
    if puzzle.jumps() >= MANY_JUMPS {
        let game = puzzle.ordinary_between(start, finish);
        let counts = choose_counts(&MoveTables::new(&game)?, control)?;
        for (key, sign, counts) in [("F", 1, &counts[0]), ("B", -1, &counts[1])] {
            let weights =
                counts.weights(puzzle.board().holes()).map(|weight| format!(" {}", sign * weight));
            let weights = joined(weights, "");
            if !weights.is_empty() {
                let _ = writeln!(text, "pagodas-{key}{weights}");
            }
        }
    }
    let mut data = Vec::new();
    let wanted = contents.layers.then_some(&mut data);
    let (certified, lines) = soliter_checker::make_layers(room, &text, wanted)?;
    let end = if contents.layers { "data" } else { "ends" };
    let mut file = format!("{text}{lines}{end}\n").into_bytes();
    file.extend(data);
    Ok((file, certified))
}

fn add_line(text: &mut String, puzzle: &Puzzle, line: &Line) {
    let line = if puzzle.reverse() { line.reversed() } else { line.clone() };
    let chains = line.moves().iter().map(|one| chain(puzzle.board(), one));
    let _ = writeln!(text, "line {}", joined(chains, " "));
}

/// A move as hole numbers: the visited holes or, on a board that lists its jumps, the captured holes as well.
fn chain(board: &Board, one: &Move) -> String {
    if !board.is_changed() {
        return joined(one.holes(), "-");
    }
    let jumps = one.jumps().filter_map(|hop| board.find(hop));
    let rest = jumps.map(|jump| format!("-{}-{}", jump.over, jump.to));
    format!("{}{}", one.holes()[0], joined(rest, ""))
}

fn checked(text: String, room: &CheckContext<'_>) -> Result<(Vec<u8>, Certified), NoCertificate> {
    if text.len() as u64 > MOST_BYTES {
        return Err(TOO_LONG.into());
    }
    let certified = soliter_checker::check_in(room, text.as_bytes())?;
    Ok((text.into_bytes(), certified))
}

/// Writes the certificate of a lower bound, or of impossibility, that a [`DualBound`] proves. With a solution in
/// exactly that number of moves, it certifies the minimum.
pub fn certify_dual_bound(
    puzzle: &Puzzle,
    bound: &DualBound,
    line: Option<&Line>,
    room: &CheckContext<'_>,
) -> Result<(Vec<u8>, Certified), NoCertificate> {
    let mut text = head(puzzle, bound.least_moves.min(puzzle.jumps() + 1))?;
    if let Some(line) = line {
        add_line(&mut text, puzzle, line);
    }
    add_regions(&mut text, bound.regions.iter().cloned());
    for (key, numbers) in [
        ("weights", &bound.weights),
        ("potentials", &bound.chain_potentials),
        ("duals", &bound.region_duals),
    ] {
        let words = numbers.iter().map(|number| format!(" {number}"));
        let _ = writeln!(text, "{key}{}", joined(words, ""));
    }
    checked(format!("{text}ends\n"), room)
}

/// The start and finish of the ordinary game. For a reverse game, they are exchanged.
fn ends(puzzle: &Puzzle) -> Result<(Position, Finish), NoCertificate> {
    puzzle.marked().unfollowed()?;
    match (puzzle.reverse(), puzzle.finish()) {
        // The head of a certificate has a single start, and at most one position as its finish.
        (_, Finish::Holes { .. }) | (true, Finish::Pegs(_)) => Err(NoCertificate::NoForm),
        (false, finish) => Ok((puzzle.start().clone(), finish.clone())),
        (true, Finish::Exactly(finish)) => {
            Ok((finish.clone(), Finish::Exactly(puzzle.start().clone())))
        }
    }
}

/// The statement that a certificate proves, as written in its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The board.
    pub board: StatedBoard,
    /// The start of the ordinary game.
    pub start: Position,
    /// The finish of the ordinary game; `None` if every position of `pegs` pegs is a finish.
    pub finish: Option<Position>,
    /// The number of pegs of the finish.
    pub pegs: usize,
}

impl Statement {
    /// The statement that a certificate of this puzzle proves.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NoCertificate> {
        let (start, finish) = ends(puzzle)?;
        let board = puzzle.board();
        let row = |row: i32| {
            let symbol = |column| if board.hole_at(row, column).is_some() { 'o' } else { '.' };
            (0..board.columns()).map(symbol).collect::<String>()
        };
        let (finish, pegs) = (finish.position().cloned(), finish.pegs());
        let board = if board.is_changed() {
            let mut jumps: Vec<[usize; 3]> = (board.jumps().iter())
                .map(|jump| [jump.from, jump.over, jump.to].map(usize::from))
                .collect();
            jumps.sort_unstable();
            StatedBoard::Listed { holes: board.holes(), jumps }
        } else {
            let (drawing, directions) =
                (joined((0..board.rows()).map(row), "/"), board.directions());
            StatedBoard::Drawn { drawing, directions: directions.as_str().to_owned() }
        };
        Ok(Self { board, start, finish, pegs })
    }

    /// How a checked certificate differs from this statement, in words such as `another start`; `None` if it agrees.
    pub fn difference(&self, certified: &Certified) -> Option<&'static str> {
        let finish = certified.finish.as_ref().map(pegs_of);
        let is_drawing = match (&self.board, &certified.board) {
            (StatedBoard::Drawn { drawing, .. }, StatedBoard::Drawn { drawing: certified, .. }) => {
                drawing == certified
            }
            _ => false,
        };
        let differences = [
            (self.board != certified.board && !is_drawing, "another board"),
            (self.board != certified.board, "other directions of jumps"),
            (self.start != pegs_of(&certified.start), "another start"),
            (finish != self.finish || self.pegs != certified.pegs as usize, "another finish"),
        ];
        differences.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }
}

/// The position of a set of holes in a checked file, whose holes are below [`MAX_HOLES`](soliter_boards::board::MAX_HOLES).
pub fn pegs_of(set: &HoleSet) -> Position {
    set.holes().map(|hole| hole as Hole).collect()
}

fn add_regions(text: &mut String, regions: impl Iterator<Item = Position>) {
    let words = joined(regions.map(|region| format!(" {region:x}")), "");
    if !words.is_empty() {
        let _ = writeln!(text, "regions{words}");
    }
}

/// A proof by a marking that separates start and finish, or by weights, if the answer has one.
fn short_proof(puzzle: &Puzzle, answer: &Verified) -> Option<String> {
    let finish = puzzle.finish().position()?;
    answer.evidence().iter().find_map(|evidence| match &evidence.detail {
        Detail::Markings(markings) => {
            let separates = |m: &&Position| class::separates(m, puzzle.start(), finish);
            let marking = markings.iter().find(separates)?;
            let marks = puzzle.board().all_holes().map(|hole| u8::from(marking.has(hole)));
            Some(format!("marking {}\n", joined(marks, " ")))
        }
        // No move raises the weight, so all potentials are 0.
        Detail::Weights(weights) => {
            let potentials = vec![0; weights.len()];
            Some(format!(
                "weights {}\npotentials {}\n",
                joined(weights, " "),
                joined(potentials, " ")
            ))
        }
        _ => None,
    })
}

/// The head of a certificate: the board, both ends, the number of symmetries that keep them, and the claim.
pub fn head(puzzle: &Puzzle, fewest: usize) -> Result<String, NoCertificate> {
    let Statement { board, start, finish, pegs } = Statement::of(puzzle)?;
    let (board, symmetries) = match board {
        StatedBoard::Drawn { drawing, directions } => {
            (format!("board {drawing}\ndirections {directions}"), puzzle.symmetries().count())
        }
        // The checker ignores symmetries of listed jumps.
        StatedBoard::Listed { holes, jumps } => {
            let jumps = jumps.iter().map(|three| format!(" {}", joined(three, "-")));
            (format!("holes {holes}\njumps{}", joined(jumps, "")), 1)
        }
    };
    let title: String = puzzle.title().chars().filter(|c| !c.is_control()).take(200).collect();
    Ok(format!(
        "soliter layers 2\n# {title}\n{board}\nstart {:x}\n\
         finish {:x}\npegs {pegs}\nsymmetries {symmetries}\nmoves-at-least {fewest}\n",
        start,
        finish.unwrap_or(Position::EMPTY),
    ))
}
