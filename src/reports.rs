//! Texts that the program and the pages share: hints, counts and certificates in words, and certificates as JSON.

use serde_json::{Value, json};

use crate::base::wording::{counted, counted_large, grouped};
use crate::checker::{Certified, HoleSet, Proved, StatedBoard};
use crate::peg::notation::Names;
use crate::peg::report::CountReport;
use crate::peg::search::count::What;
use crate::peg::search::questions::win_probability::Chance;
use crate::peg::session::Hint;

/// The digits of a share for people.
const SHARE_DIGITS: u32 = 6;

/// A hint in a sentence without a full stop.
pub fn hint(hint: &Hint, names: &Names) -> String {
    match (hint.best, hint.back) {
        (Some(hop), _) => {
            let of = counted(hint.legal, "jump");
            let jump = names.hop(hop);
            format!("{jump} keeps the finish within reach ({} of {of})", hint.good)
        }
        (None, Some(back)) => {
            format!("no jump leads to the finish from here; undo {back} goes back to where one did")
        }
        (None, None) => "no jump helps: the puzzle has no solution".to_owned(),
    }
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

/// The number of those that are won, and their share.
fn won(what: What, report: &CountReport) -> Option<String> {
    let (won, share) =
        (report.won?, Chance::share(report.won?, report.value).decimal(SHARE_DIGITS));
    let number = grouped(won);
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
