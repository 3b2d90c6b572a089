//! Reads a record and judges it by the rules alone.

use serde::Serialize;

use soliter_base::diagnostic::TextFault;
use soliter_base::wording::{joined, short};
use soliter_peg::board::Symmetry;
use soliter_peg::board::position::{Hole, Position};
use soliter_peg::line::{Hop, Line};
use soliter_peg::puzzle::{Puzzle, open::OpenPuzzle};
use soliter_peg::record::style::{Form, Style};
use soliter_peg::record::{self, Reading, Record, RecordFault, Subject, WrittenJump};
use soliter_peg::verify::{Replay, replay};
use soliter_peg::{answer::Claim, notation::Scheme, rules};

/// The first mistake of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("jump {index}, {text}: {message}")]
pub struct Mistake {
    /// The number of the jump, from 1.
    pub index: usize,
    /// The text of the jump: `45-43`.
    pub text: String,
    /// The stable word for programs: `start-empty`, `no-such-hole`, `syntax`.
    pub reason: &'static str,
    /// The mistake in a sentence without a full stop.
    pub message: String,
}

/// The verdict on a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is legal and ends at the finish.
    Correct,
    /// It is legal, but does not end at the finish.
    Incomplete,
    /// It is understood, and one of its jumps is illegal.
    Illegal,
    /// It cannot be read, or has several meanings. Whether it is correct is not known.
    Unreadable,
}

/// A record judged by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The jumps of the record, with all errors of its text.
    pub record: Record,
    /// The form in which it was read.
    pub form: Form,
    /// The notation in which it was read: the puzzle's own, or another one.
    pub scheme: Scheme,
    /// The number of readings with different jumps that the whole text has.
    pub readings: usize,
    /// The styles of equally good readings with other jumps. If there are any, a readable text is still ambiguous.
    pub others: Vec<String>,
    /// The style of a reading that is equal up to a symmetry of the puzzle.
    pub mirrored: Option<String>,
    /// Whether the text can be read in the puzzle's own notation.
    pub own_is_understood: bool,
    /// The legal part, replayed from the puzzle's start.
    pub replay: Replay,
    /// The first mistake; `None` for a legal record.
    pub mistake: Option<Mistake>,
    /// Whether the record is legal and ends at the finish.
    pub finish_reached: bool,
}

/// A reading with its verdict under the rules.
struct Judged {
    reading: Reading,
    replay: Replay,
    mistake: Option<Mistake>,
    solves: bool,
}

/// Judges a record of a puzzle under every reading that its text has. See [`judge_as`].
pub fn judge(puzzle: &Puzzle, text: &str) -> Judgement {
    judge_as(puzzle, text, &[])
}

/// Judges a record of a puzzle whose finish names some holes, under every reading in the wanted styles. A
/// record may end with any number of pegs.
pub fn judge_open(open: &OpenPuzzle, text: &str, wanted: &[Style]) -> Judgement {
    let is_finish = |last: Position| {
        open.numbers().contains(&last.len()) && open.with_pegs(last.len()).finish().accepts(&last)
    };
    judge_by(open.puzzle(), &is_finish, text, wanted)
}

/// Judges a record of a puzzle under every reading in the wanted styles, or under all readings if `wanted` is empty.
///
/// A reading that is legal and reaches the finish is chosen, preferably one in the puzzle's own notation. If
/// there are several in other notations, they must have the same jumps up to a symmetry of the puzzle. If
/// there is none, the reading that gets clearly furthest is chosen, and its first illegal jump is the
/// mistake. The verdict is correct or illegal only if the complete text is understood.
pub fn judge_as(puzzle: &Puzzle, text: &str, wanted: &[Style]) -> Judgement {
    judge_by(puzzle, &|last| puzzle.finish().accepts(&last), text, wanted)
}

/// Does the work of [`judge_as`] for a puzzle with other finishes.
fn judge_by(
    puzzle: &Puzzle,
    is_finish: &dyn Fn(Position) -> bool,
    text: &str,
    wanted: &[Style],
) -> Judgement {
    let subject = Subject {
        board: puzzle.board(),
        names: puzzle.names(),
        start: puzzle.start().clone(),
        reverse: puzzle.reverse(),
    };
    let mut all: Vec<Judged> = record::readings(text, &subject, wanted)
        .into_iter()
        .map(|reading| judged(puzzle, is_finish, text, reading))
        .collect();
    let own = puzzle.names().scheme();
    let is_own = |one: &Judged| one.reading.scheme == own;
    let own_is_understood = all.iter().any(|one| is_own(one) && one.reading.record.is_understood());
    let says_nothing = |one: &Judged| one.reading.record.jumps.is_empty() && has_words(text);
    if !all.iter().any(|one| one.reading.record.is_understood() && !says_nothing(one)) {
        let first = if all.is_empty() { unread(puzzle, wanted) } else { all.swap_remove(0) };
        return first.unreadable(text, own_is_understood);
    }
    let mut complete = all;
    complete.retain(|one| one.reading.record.is_understood());
    let readings = distinct(&complete);
    // Keeps the readings that reach the finish, or otherwise those that get furthest.
    if complete.iter().any(|one| one.solves) {
        complete.retain(|one| one.solves);
    } else {
        // A few jumps of a wrong solution are legal in some reading by chance, so another notation replaces
        // the puzzle's own only if it gets clearly further.
        let furthest = complete.iter().map(|one| one.replay.jumps()).max().unwrap_or(0);
        let own = complete.iter().filter(|one| is_own(one)).map(|one| one.replay.jumps()).max();
        let wanted = own.filter(|own| own + CLEARLY > furthest).unwrap_or(furthest);
        complete.retain(|one| one.replay.jumps() == wanted);
    }
    let taken = complete.iter().position(is_own).unwrap_or(0);
    let chosen = complete.swap_remove(taken);
    let symmetries: Vec<&Symmetry> = puzzle.symmetries().collect();
    let same = |one: &Judged, symmetry: &Symmetry| {
        let image = |hole: Hole| symmetry[usize::from(hole)];
        one.jumps().map(|hop| hop.map(image)).eq(chosen.jumps())
    };
    let (mut others, mut mirrored, mut same_form) = (Vec::new(), None, false);
    for one in complete.iter().filter(|one| !one.jumps().eq(chosen.jumps())) {
        let style = one.reading.style();
        if symmetries.iter().any(|symmetry| same(one, symmetry)) {
            // The same form in another scheme is the most informative.
            if mirrored.is_none() || one.reading.form == chosen.reading.form && !same_form {
                same_form = one.reading.form == chosen.reading.form;
                mirrored = Some(style);
            }
        } else {
            others.push(style);
        }
    }
    let is_open = !is_own(&chosen) && chosen.mistake.is_none() && !others.is_empty();
    let verdict = match &chosen {
        _ if is_open => Verdict::Unreadable,
        one if one.solves => Verdict::Correct,
        one if one.mistake.is_none() => Verdict::Incomplete,
        _ => Verdict::Illegal,
    };
    let mut judgement = chosen.judgement(verdict, own_is_understood);
    (judgement.readings, judgement.mirrored) = (readings, mirrored);
    if is_open {
        let style = judgement.style();
        judgement.mistake = Some(Mistake {
            index: 1,
            text: short(text.trim()).into_owned(),
            reason: "ambiguous",
            message: format!(
                "this is legal read as {style} and, with other jumps, as {}",
                joined(&others, " or ")
            ),
        });
        judgement.finish_reached = false;
    }
    judgement.others = others;
    judgement
}

/// How many jumps further another reading must get to replace the one in the puzzle's own notation.
const CLEARLY: usize = 3;

/// Whether a text has words outside comments, which begin with `#`.
fn has_words(text: &str) -> bool {
    let code = |line: &str| line.split(['#']).next().unwrap_or("").contains(char::is_alphanumeric);
    text.lines().any(code)
}

/// The number of readings with different jumps.
fn distinct(all: &[Judged]) -> usize {
    let mut seen: Vec<Vec<Hop>> = Vec::new();
    for one in all {
        let jumps: Vec<_> = one.jumps().collect();
        if !seen.contains(&jumps) {
            seen.push(jumps);
        }
    }
    seen.len()
}

/// The reading of a text that cannot be read in the wanted styles.
fn unread(puzzle: &Puzzle, wanted: &[Style]) -> Judged {
    let mut record = Record::default();
    let styles = joined(wanted, ", ");
    let help = "`soliter help solutions` shows each style with an example";
    let fault = TextFault::at(0, format!("this cannot be read as {styles}"), help);
    record.faults.push(RecordFault { index: 1, reason: "syntax", fault });
    let reading = Reading { form: Form::Notation, scheme: puzzle.names().scheme(), record };
    judged(puzzle, &|_| false, "", reading)
}

fn judged(
    puzzle: &Puzzle,
    is_finish: &dyn Fn(Position) -> bool,
    text: &str,
    reading: Reading,
) -> Judged {
    let record = &reading.record;
    let replay = replay(puzzle, record.hops());
    let mistake = if let Some((index, fault)) = replay.fault {
        let hop = record.jumps[index - 1].hop();
        let next = record.jumps.get(index).map(WrittenJump::hop);
        Some(Mistake {
            index,
            text: puzzle.names().hop(hop),
            reason: fault.reason(),
            message: rules::explain_in_line(puzzle, fault, hop, next),
        })
    } else {
        record.faults.first().map(|first| Mistake {
            index: first.index,
            text: short(text.get(first.fault.span.clone()).unwrap_or("")).into_owned(),
            reason: first.reason,
            message: first.fault.message.clone(),
        })
    };
    let solves = mistake.is_none() && is_finish(replay.last().clone());
    Judged { reading, replay, mistake, solves }
}

impl Judged {
    fn jumps(&self) -> impl Iterator<Item = Hop> + '_ {
        self.reading.record.hops()
    }

    fn judgement(self, verdict: Verdict, own_is_understood: bool) -> Judgement {
        let Self { reading: Reading { form, scheme, record }, replay, mistake, solves } = self;
        Judgement {
            verdict,
            record,
            form,
            scheme,
            readings: 1,
            others: Vec::new(),
            mirrored: None,
            own_is_understood,
            replay,
            mistake,
            finish_reached: solves,
        }
    }

    /// The judgement of a text that no reading understands completely. The first error of the text is the mistake.
    fn unreadable(self, text: &str, own_is_understood: bool) -> Judgement {
        let mut judgement = self.judgement(Verdict::Unreadable, own_is_understood);
        let fault = judgement.record.faults.iter().find(|fault| fault.is_of_text());
        judgement.mistake = Some(match fault {
            Some(first) => Mistake {
                index: first.index,
                text: short(text.get(first.fault.span.clone()).unwrap_or("")).into_owned(),
                reason: first.reason,
                message: first.fault.message.clone(),
            },
            None => Mistake {
                index: 1,
                text: short(text.trim()).into_owned(),
                reason: "syntax",
                message: "no jump can be read in this text".to_owned(),
            },
        });
        (judgement.readings, judgement.finish_reached) = (0, false);
        judgement
    }
}

impl Judgement {
    /// The style in which the record was read: `letter-row`, `sentences with number`.
    pub fn style(&self) -> String {
        record::style_of(self.form, self.scheme)
    }

    /// The legal part of the record.
    pub fn line(&self) -> Line {
        Line::from_jumps(self.jumps().take(self.replay.jumps()))
    }

    /// The illegal jump, if the record has one.
    pub fn illegal_jump(&self) -> Option<Hop> {
        self.replay.fault.and_then(|(index, _)| self.jumps().nth(index - 1))
    }

    /// Every jump up to the first error of the text.
    pub fn jumps(&self) -> impl Iterator<Item = Hop> + '_ {
        self.record.hops()
    }

    /// Whether the record has fewer moves than a claim about its puzzle allows, so that the claim is false.
    pub fn beats(&self, claim: Claim) -> bool {
        self.finish_reached && claim.excludes(self.replay.moves)
    }
}
