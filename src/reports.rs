//! Texts that the program and the pages share: hints, counts and certificates in words, and certificates as JSON.

use serde_json::{Value, json};

use crate::base::wording::{counted, counted_large, grouped, joined};
use crate::boards::board::Jump;
use crate::boards::board::position::{Hole, Position};
use crate::boards::notation::Names;
use crate::boards::puzzle::Puzzle;
use crate::boards::refutation::Refutation;
use crate::boards::share::share;
use crate::checker::{Certified, HoleSet, Proved, StatedBoard};
use crate::prove::reach::Hint;
use crate::prove::report::CountReport;
use crate::search::count::What;

/// The number of digits in a share that is shown.
const SHARE_DIGITS: u32 = 6;

/// A hint in a sentence without a full stop.
pub fn hint(hint: &Hint, names: &Names) -> String {
    const NONE: &str = "no jump leads to the finish from here";
    match hint {
        Hint::Finished => "the finish is reached".to_owned(),
        Hint::Try { jump, good, legal } => {
            let of = match good.as_ref().map(Vec::len) {
                None => String::new(),
                Some(1) if *legal == 1 => ", the only jump".to_owned(),
                Some(1) if *legal == 2 => "; the other possible jump does not".to_owned(),
                Some(1) => format!("; the other {} possible jumps do not", legal - 1),
                Some(2) if *legal == 2 => ", as both possible jumps do".to_owned(),
                Some(good) if good == *legal => format!(", as all {legal} possible jumps do"),
                Some(good) => format!(", as {good} of the {legal} possible jumps do"),
            };
            format!("{} keeps the finish within reach{of}", names.hop(*jump))
        }
        Hint::Lost { back: Some(back) } => {
            format!("{NONE}; undo {back} returns to a position that can be solved")
        }
        Hint::Lost { back: None } => NONE.to_owned(),
        Hint::Never => "no jump helps: the puzzle has no solution".to_owned(),
        Hint::Unknown(stop) => {
            format!("whether a jump leads to the finish from here is not known yet ({stop})")
        }
    }
}

/// Why a position is lost: `text` with the names of the holes; `plain` without them; `holes`, those that `plain` calls
/// ringed; and `tried`, whether only a search of all play shows it.
pub fn refutation(reason: &Refutation, puzzle: &Puzzle) -> Value {
    let holes = match reason {
        Refutation::Stuck(hole) | Refutation::Unreachable(hole) => Position::EMPTY.with(*hole),
        Refutation::TooMany(holes) | Refutation::LastPeg(holes) => holes.clone(),
        _ => Position::EMPTY,
    };
    let tried = matches!(
        reason,
        Refutation::TooFewJumps { .. } | Refutation::LastPeg(_) | Refutation::Ends(_)
    );
    let (text, plain) = (lost(reason, puzzle, true), lost(reason, puzzle, false));
    json!({ "text": text, "plain": plain, "holes": holes, "tried": tried })
}

/// Why a position is lost, in one or two sentences.
fn lost(reason: &Refutation, puzzle: &Puzzle, is_named: bool) -> String {
    let named = |holes: &Position, noun: &str, connective: &str| {
        let ringed = if holes.len() == 1 {
            format!("the ringed {noun}")
        } else {
            format!("the {} ringed {noun}s", holes.len())
        };
        if !is_named {
            return ringed;
        }
        let names: Vec<_> = holes.holes().map(|hole| puzzle.names().name(hole)).collect();
        let list = match &names[..] {
            [before @ .., last] if !before.is_empty() => {
                format!("{} {connective} {last}", before.join(", "))
            }
            names => names.concat(),
        };
        if noun == "hole" { list } else { format!("the {} at {list}", plural(noun, holes.len())) }
    };
    let never =
        if puzzle.reverse() { "never jump again" } else { "never jump or be captured again" };
    let one = |hole: Hole| Position::EMPTY.with(hole);
    let sentence = match reason {
        Refutation::NoJump => "no jump is left".to_owned(),
        Refutation::Stuck(hole) => {
            format!(
                "{} can {never}, and the finish has no peg there",
                named(&one(*hole), "peg", "")
            )
        }
        Refutation::Unreachable(hole) => {
            let hole = named(&one(*hole), "hole", "");
            format!("no peg can reach {hole} any more, and the finish has one there")
        }
        Refutation::TooMany(holes) => {
            let pegs = counted(puzzle.finish().pegs(), "peg");
            format!("{} can {never}, and the finish has only {pegs}", named(holes, "peg", "and"))
        }
        Refutation::EachJump(each) => return each_jump(each, puzzle, is_named),
        Refutation::TooFewJumps { most, needed } => {
            let more = counted(*most, "more jump");
            let away = counted(*needed, "jump");
            format!(
                "every way to continue was tried: at most {more} can follow, and the finish is {away} away"
            )
        }
        Refutation::LastPeg(holes) => {
            let holes = named(holes, "hole", "or");
            format!("every way to continue was tried: the last peg can only end in {holes}")
        }
        Refutation::Ends(number) => {
            let ends = if *number == 1 {
                "one position, which is not".to_owned()
            } else {
                format!("{} positions, none of which is", grouped(*number as u128))
            };
            format!("every way to continue was tried: the last jump leads to {ends} the finish")
        }
    };
    capitalised(&sentence) + "."
}

/// The noun for a number.
fn plural(noun: &str, number: usize) -> String {
    if number == 1 { noun.to_owned() } else { format!("{noun}s") }
}

fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Why a position with few jumps is lost. Without names, the holes of the parts are not ringed, so the parts name none.
fn each_jump(each: &[(Jump, Refutation)], puzzle: &Puzzle, is_named: bool) -> String {
    let name = |hole: Hole| puzzle.names().name(hole);
    let leaves = |reason: &Refutation| match reason {
        Refutation::Stuck(hole) if is_named => format!("leaves the peg at {} stuck", name(*hole)),
        Refutation::Stuck(_) => "leaves a peg stuck".to_owned(),
        Refutation::Unreachable(hole) if is_named => {
            format!("leaves no peg that can reach {}", name(*hole))
        }
        Refutation::Unreachable(_) => "leaves a hole of the finish out of reach".to_owned(),
        Refutation::TooMany(holes) => format!("leaves {} pegs stuck", holes.len()),
        _ => "leaves no jump".to_owned(),
    };
    let reasons: Vec<_> = each.iter().map(|(_, reason)| leaves(reason)).collect();
    let same = reasons.windows(2).all(|pair| pair[0] == pair[1]);
    match each.len() {
        1 => return format!("Only one jump is left, and it {}.", reasons[0]),
        number if same => return format!("Only {number} jumps are left, and each {}.", reasons[0]),
        _ => {}
    }
    let jump = |number: usize| {
        if is_named {
            return puzzle.names().hop(puzzle.board().hop(each[number].0));
        }
        let other = if each.len() == 2 { "the other" } else { "another" };
        ["one", other, "the third"][number.min(2)].to_owned()
    };
    let parts =
        reasons.iter().enumerate().map(|(number, reason)| format!("{} {reason}", jump(number)));
    format!("Only {} jumps are left: {}.", each.len(), joined(parts, ", "))
}

/// A count in words.
pub fn count(what: What, report: &CountReport) -> String {
    let fewest = report.moves.map(|moves| format!(" of {}", counted(moves, "move")));
    number(what, report.value)
        + &fewest.unwrap_or_default()
        + &won(what, report).unwrap_or_default()
}

/// A number with the noun of what is counted.
fn number(what: What, number: u128) -> String {
    let noun = match what {
        What::Positions => return counted_large(number, "position"),
        What::Games => return counted_large(number, "game"),
        What::Shortest => "shortest solution",
        What::Solutions => "solution",
    };
    let sequences = if number == 1 { "sequence" } else { "sequences" };
    format!("{} (jump {sequences})", counted_large(number, noun))
}

/// The number of games that are won, and their share.
fn won(what: What, report: &CountReport) -> Option<String> {
    let won = report.won?;
    let (number, share) = (grouped(won), share(won, report.value, SHARE_DIGITS));
    Some(if what == What::Games {
        format!(", {number} of them won: {share} of all")
    } else {
        format!(", {number} of which can still be won: {share} of all")
    })
}

/// The claim of a certificate, in words.
pub fn proved(proved: Proved) -> String {
    match proved {
        Proved::MovesAtLeast(moves) => {
            format!("no solution has fewer than {}", counted(moves, "move"))
        }
        Proved::ExactMoves(moves) => format!("{}, the fewest possible", counted(moves, "move")),
        Proved::Impossible => "there is no solution".to_owned(),
    }
}

/// A certificate that the checker has accepted, as an object.
pub fn certificate(name: &str, certified: &Certified, title: Option<&str>, seconds: f64) -> Value {
    let (claim, moves) = match certified.proved {
        Proved::MovesAtLeast(moves) => ("moves-at-least", Some(moves)),
        Proved::ExactMoves(moves) => ("exact-moves", Some(moves)),
        Proved::Impossible => ("impossible", None),
    };
    let holes = |pegs: &HoleSet| pegs.holes().collect::<Vec<_>>();
    let mut report = json!({
        "certificate": name, "proved": claim, "moves": moves, "title": title,
    });
    match &certified.board {
        StatedBoard::Drawn { drawing, directions } => {
            (report["board"], report["directions"]) = (json!(drawing), json!(directions));
        }
        StatedBoard::Listed { holes, jumps } => {
            (report["holes"], report["jumps"]) = (json!(holes), json!(jumps));
        }
    }
    report["start"] = json!(holes(&certified.start));
    report["finish"] = json!(certified.finish.as_ref().map(holes));
    report["pegs"] = json!(certified.pegs);
    report["positions"] = json!(certified.positions);
    report["layers_trusted"] = json!(certified.believed);
    report["seconds"] = json!(seconds);
    report
}
