//! `soliter certify` and `soliter verify`: answers that others can check, and the check. This file handles
//! certificates by layers; `lrat` handles clauses, and `bound` mixed-integer programs.

mod bound;
pub(crate) mod lrat;
pub(crate) mod refused;

use std::ffi::OsStr;
use std::time::Instant;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::wording::{joined, typed};
use soliter::boards::board::position::Position;
#[cfg(feature = "milp")]
use soliter::boards::bounds::pagoda::DualBound;
use soliter::boards::draw::text::{Panel, beside};
#[cfg(feature = "milp")]
use soliter::boards::line::Line;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::verify::Verified;
use soliter::checker::{self, CertificateError, Certified, HoleSet, StatedBoard};
use soliter::library;
use soliter::prove::certify::{Contents, NoCertificate, Statement, certify_in, in_room, pegs_of};
use soliter::prove::solve::{Options, solve, solve_by};
#[cfg(feature = "milp")]
use soliter::prove::{certify::certify_dual_bound, milp::weights::dual_bound::dual_bound};
use soliter::reports::{certificate, proved};
use soliter::{search::disk::fewest::fewest_on_disk, search::disk::folder::Place};

use crate::cli::args::{CertifyArgs, LayerContents, LayerFolder, VerifyArgs, file_name::FileName};
use crate::cli::certify::refused::{FAULT, WIDE, no_layers, refused, refused_as, unchecked};
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::levels::{reason, usual};
use crate::cli::output::failure::{Failure, Outcome, RAISE, Reason, advice};
use crate::cli::output::paint::{Paint, counted, shown, strong, verdict};
use crate::cli::{files, files::targets, output::exit::Exit, output::paint, session::Session};

/// Writes the certificate of a puzzle's answer. It is checked before it is reported as written.
pub(crate) fn run(session: &Session, args: &CertifyArgs) -> Outcome {
    #[cfg(feature = "sat")]
    if let Some(proof) = &args.lrat {
        lrat::run(session, args, proof)?;
    }
    #[cfg(feature = "milp")]
    if let Some(path) = &args.bound {
        bound::run(session, args, path)?;
    }
    let Some(path) = &args.output else {
        if !args.has_output() {
            let help = "add -o FILE, for example -o proof.layers; `soliter help certify` shows other kinds";
            return Err(Failure::usage("no output file is given", help));
        }
        return no_layers(&args.folder).map(|()| Exit::Answered);
    };
    let target = Target { what: "a certificate", path, endings: &["layers"] };
    targets::check([target], &[&args.file], session.options.json())?;
    may_go_into(&args.folder, "layers")?;
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let (made, _) = session.compute(|control| {
        let clock = Instant::now();
        let found = find(session, &puzzle, args, control)?;
        let seconds = clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let (file, certified) = make(&puzzle, &found, args, control)?;
        Ok::<_, Failure>((file, certified, seconds, clock.elapsed().as_secs_f64()))
    });
    let (file, certified, seconds, check_seconds) = made?;
    targets::write(path, &file)?;
    if is_stdout(path) {
        return Ok(Exit::Answered);
    }
    let mut report = certificate(&args.file, &certified, Some(puzzle.title()), seconds);
    report["bytes"] = json!(file.len());
    report["check_seconds"] = json!(check_seconds);
    session.answer(&report, || {
        let size = counted(file.len(), "byte");
        format!(
            "{}\n{}, {size}, {}\n{}",
            strong(format!("{}: {}", puzzle.title(), proved(certified.proved))),
            positions(&certified),
            paint::seconds(seconds + check_seconds),
            believed(&certified)
        )
    })?;
    Ok(Exit::Answered)
}

/// Refuses a folder that has layers, unless `--resume` is given.
fn may_go_into(room: &LayerFolder, part: &str) -> Result<(), Failure> {
    let Some(folder) = &room.dir else { return Ok(()) };
    if room.resume || !folder.join(part).join("layers").is_file() {
        return Ok(());
    }
    let message = format!("{} already contains layers", shown(&folder.to_string_lossy()));
    Err(Failure::usage(message, "add --resume to continue, or choose another folder"))
}

/// The result that a certificate is to prove.
enum Found {
    Answer(Verified),
    #[cfg(feature = "milp")]
    Dual(DualBound, Option<Line>),
}

fn find(
    session: &Session,
    puzzle: &Puzzle,
    args: &CertifyArgs,
    control: &Control,
) -> Result<Found, Failure> {
    #[cfg(feature = "milp")]
    if args.layers == LayerContents::None {
        // A bound of one move needs no proof, and weights may give no better one.
        let bound = dual_bound(puzzle, control).filter(|bound| bound.least_moves > 1);
        control.check().map_err(|stop| none(&NoCertificate::Stopped(stop)))?;
        let message = "no weights bound the moves of this puzzle";
        let bound = bound.ok_or(Failure::usage(message, "drop --layers none"))?;
        let is_impossible = bound.least_moves > puzzle.jumps();
        let line = if args.with_solution && !is_impossible {
            Some(solution(puzzle, bound.least_moves, control)?)
        } else {
            None
        };
        return Ok(Found::Dual(bound, line));
    }
    let answer = if let Some(folder) = &args.folder.dir {
        let place = Place {
            folder: folder.join("search"),
            resume: args.folder.resume,
            lasting: true,
            in_memory: usual(session),
        };
        let search = |control: &Control| fewest_on_disk(puzzle, &place, control);
        solve_by(puzzle, search, control).map_err(|fault| {
            Failure::new(reason(&fault), format!("no certificate: {fault}"), fault.help())
        })?
    } else {
        solve(puzzle, &Options::BEFORE_LAST_BOUND, control)
    };
    let answer = answer.map_err(|refusal| Failure::disagreement(refusal.to_string(), FAULT))?;
    Ok(Found::Answer(answer))
}

/// A solution of as few moves as weights prove to be necessary.
#[cfg(feature = "milp")]
fn solution(puzzle: &Puzzle, least: usize, control: &Control) -> Result<Line, Failure> {
    let answer = solve(puzzle, &Options::FIRST_PROOF, control)
        .map_err(|refusal| Failure::disagreement(refusal.to_string(), FAULT))?;
    let found = match answer.line() {
        Some(line) if line.moves().len() == least => return Ok(line.clone()),
        Some(line) => format!("the solution found has {}", line.moves().len()),
        None => "no solution was found".to_owned(),
    };
    let message = format!("weights prove at least {}, and {found}", counted(least, "move"));
    Err(Failure::unfit(message, "drop --with-solution to certify the lower bound alone"))
}

fn make(
    puzzle: &Puzzle,
    found: &Found,
    args: &CertifyArgs,
    control: &Control,
) -> Result<(Vec<u8>, Certified), Failure> {
    let folder = args.folder.dir.as_ref().map(|folder| folder.join("layers"));
    let made = in_room(control, folder.as_deref(), "certify", |room| match found {
        #[cfg(feature = "milp")]
        Found::Dual(bound, line) => certify_dual_bound(puzzle, bound, line.as_ref(), room),
        Found::Answer(answer) => {
            let layers = args.layers == LayerContents::Full;
            certify_in(room, puzzle, answer, Contents { layers, line: args.with_solution }, control)
        }
    });
    made.map_err(|why| match why {
        NoCertificate::NotProved | NoCertificate::Stopped(Stop::Size(_))
            if puzzle.board().fits_u64().is_err() =>
        {
            Failure::unfit(why.to_string(), WIDE)
        }
        why => none(&why),
    })
}

fn none(why: &NoCertificate) -> Failure {
    let message = why.to_string();
    match why {
        NoCertificate::NoJumps => Failure::unfit(message, "compare the two positions"),
        NoCertificate::NoForm => Failure::usage(message, "give the finish as a list of holes"),
        NoCertificate::Refused(why @ CertificateError::Unreadable(_)) => {
            Failure::new(Reason::Unwritable, why.to_string(), "is the disk full?")
        }
        NoCertificate::Refused(refusal) => unchecked("certificate", RAISE, refusal),
        NoCertificate::Stopped(Stop::Fault(_)) => Failure::disagreement(message, FAULT),
        NoCertificate::Stopped(stop) => Failure::limit(message, advice(*stop)),
        NoCertificate::NotProved => Failure::limit(message, RAISE),
    }
}

/// Checks a certificate and, if a puzzle is named, whether it is for that puzzle.
pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> Outcome {
    let is_certificate = |name: &FileName| {
        let path = name.path();
        let is_layers = path.extension() == Some(OsStr::new("layers"));
        is_layers || lrat::is_proof(path) || bound::is_bound(path)
    };
    if let Some(of) =
        args.of.as_ref().filter(|of| is_certificate(of) && !is_certificate(&args.file))
    {
        let help = format!("`soliter verify {} {}`", typed(of), typed(&args.file));
        return Err(Failure::usage(format!("\"{of}\" is a certificate, and comes first"), help));
    }
    if lrat::is_proof(args.file.path()) {
        return lrat::verify(session, args);
    }
    if bound::is_bound(args.file.path()) {
        return bound::verify(session, args);
    }
    let puzzle = args.of.as_ref().map(|name| files::plain_puzzle(session, name)).transpose()?;
    let wanted = puzzle.as_ref().map(Statement::of).transpose();
    let wanted = wanted
        .map_err(|none| Failure::usage(none.to_string(), "give the finish as a list of holes"))?;
    may_go_into(&args.folder, "")?;
    let (checked, seconds) = session.compute(|control| {
        let (control, folder) = (control.clone(), args.folder.dir.clone());
        files::certificate(session, &args.file, move |file| {
            in_room(&control, folder.as_deref(), "verify", |room| checker::check_in(room, file))
        })
    });
    let certified = match checked? {
        Ok(certified) => certified,
        Err(refusal) => return refused(session, args, &refusal),
    };
    let title = match (&puzzle, &wanted) {
        (Some(puzzle), Some(wanted)) => {
            if let Some(other) = wanted.difference(&certified) {
                let title = shown(puzzle.title());
                let why = format!("this certificate is for {other}, not for \"{title}\"");
                return refused_as(session, args, &why);
            }
            Some(puzzle.title().to_owned())
        }
        _ => built_in_title(&certified),
    };
    let report = certificate(&args.file, &certified, title.as_deref(), seconds);
    session.answer(&report, || {
        let of = title.as_deref().unwrap_or("the puzzle below");
        let head = verdict(true, format!("correct: {of}: {}", proved(certified.proved)));
        let positions = positions(&certified);
        let (drawn, took) = (drawn(&session.paint, &certified), paint::seconds(seconds));
        let believed = believed(&certified);
        format!("{head}\n\n{drawn}\n{positions}, {took}\n{believed}")
    })?;
    Ok(Exit::Answered)
}

/// Title and name of the built-in puzzle to which a certificate belongs. The title in the file itself is not
/// checked.
fn built_in_title(certified: &Certified) -> Option<String> {
    library::puzzles().into_iter().find_map(|name| {
        let puzzle = Puzzle::parse(&library::puzzle(&name)?, &library::model).ok()?;
        let same = Statement::of(&puzzle).ok()?.difference(certified).is_none();
        same.then(|| format!("{} ({name})", puzzle.title()))
    })
}

/// Start and finish side by side, as drawn in the file.
fn drawn(paint: &Paint, certified: &Certified) -> String {
    let (drawing, directions) = match &certified.board {
        StatedBoard::Drawn { drawing, directions } => (drawing, directions),
        StatedBoard::Listed { holes, jumps } => return listed(certified, *holes, jumps.len()),
    };
    let finish = if let Some(pegs) = &certified.finish {
        panel(paint, "finish".to_owned(), drawing, &pegs_of(pegs))
    } else {
        let pegs = counted(certified.pegs as usize, "peg");
        panel(paint, format!("finish: any {pegs}"), "", &Position::EMPTY)
    };
    let start = panel(paint, "start".to_owned(), drawing, &pegs_of(&certified.start));
    let jumps = match directions.as_str() {
        "orthogonal" => "along rows and columns",
        "lines" | "skew" => "along rows, columns and the falling diagonal",
        _ => "along rows, columns and diagonals",
    };
    format!("{}jumps {jumps}\n", beside(&[start, finish], paint.columns))
}

/// Start and finish as lists, for a file without a drawing.
fn listed(certified: &Certified, holes: usize, jumps: usize) -> String {
    let list = |pegs: &HoleSet| joined(pegs.holes(), " ");
    let finish = match &certified.finish {
        Some(pegs) => list(pegs),
        None => format!("any {}", counted(certified.pegs as usize, "peg")),
    };
    format!(
        "start:  {}\nfinish: {finish}\n{}, numbered from 0, and {} as listed in the file\n",
        list(&certified.start),
        counted(holes, "hole"),
        counted(jumps, "jump")
    )
}

fn panel(paint: &Paint, caption: String, board: &str, pegs: &Position) -> Panel {
    let mut holes = 0..;
    let mut symbol = |mark| match mark {
        'o' => holes.next().map_or("", |hole| paint.hole(pegs.has(hole))),
        _ => " ",
    };
    let rows: Vec<String> = board
        .split('/')
        .map(|row| row.chars().map(&mut symbol).collect::<Vec<_>>().join(" ").trim_end().to_owned())
        .collect();
    let row_widths = rows.iter().map(|row| row.chars().count()).collect();
    Panel { caption, rows, row_widths }
}

/// The number of positions in the layers. On a board that lists its jumps, no symmetries are used.
fn positions(certified: &Certified) -> String {
    let number = counted(certified.positions, "position");
    match certified.board {
        StatedBoard::Drawn { .. } => format!("{number} up to symmetry"),
        StatedBoard::Listed { .. } => number,
    }
}

/// The assumptions of the check, besides the file.
fn believed(certified: &Certified) -> String {
    match certified.believed {
        0 => String::new(),
        layers => format!(
            "{} read from the folder of --dir and not recomputed: the result assumes that its files are unchanged\n",
            if layers == 1 { "1 layer was".to_owned() } else { format!("{layers} layers were") }
        ),
    }
}
