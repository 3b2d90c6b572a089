//! A program with the values of its fields, as given by the arguments.

use soliter::base::control::Stop;
use soliter::base::diagnostic::{Source, TextFault};
use soliter::base::wording::{short, typed};
use soliter::boards::puzzle::Puzzle;
use soliter::library;
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::np::{input, resolve::names::Model};
use soliter::prove::milp::fields::{fields_in, puzzle_fields, unfit};

use crate::cli::args::file_name::FileName;
use crate::cli::{files, files::names, output::failure::Failure, run::include, session::Session};

/// The bytes needed to read a program, for each character: `1,` is two tokens and an element.
const BYTES_A_LETTER: u64 = 320;

/// The given arguments: a program, `--data` and `--set`.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) file: &'a FileName,
    pub(super) data: Option<&'a FileName>,
    pub(super) set: &'a [String],
}

/// A program after reading.
pub(super) struct Read {
    pub(super) model: Model,
    pub(super) puzzle: Option<Puzzle>,
    pub(super) given: FieldValues,
}

/// Reads a program and its data, which must match.
pub(super) fn read(session: &Session, args: Asked<'_>) -> Result<Read, Failure> {
    let joined = include::program(session, args.file)?;
    check_memory(session, joined.len() as u64)?;
    let model = match session.parse(args.file, || Model::parse_joined(joined)) {
        Err(_) if names::is_toml(args.file.path()) => return Err(puzzle(args.file)),
        model => model?,
    };
    let (puzzle, fields) = data(session, args, &model)?;
    let given = given(args, &model, fields)?;
    check_puzzle(session, args, puzzle.as_ref(), &model, &given)?;
    Ok(Read { model, puzzle, given })
}

/// Says that a file is no program, and which commands take it.
fn puzzle(name: &FileName) -> Failure {
    let message = format!("\"{name}\" is a puzzle or data, not a program");
    let typed = typed(name);
    let help = format!(
        "`soliter solve {typed}` solves it; `soliter run solitaire --data {typed}` puts it into the program"
    );
    Failure::unfit(message, help)
}

/// Refuses a program whose text takes more memory than allowed.
fn check_memory(session: &Session, letters: u64) -> Result<(), Failure> {
    let bytes = letters * BYTES_A_LETTER;
    session.bare_control().check_memory(bytes).map_err(|stop| {
        let message = format!(
            "{}: reading a program of {} takes up to {} of memory",
            stop.phrase(),
            bytesize::ByteSize(letters).display().si(),
            bytesize::ByteSize(bytes).display().si(),
        );
        Failure::limit(message, "raise --memory-limit, or make the program smaller")
    })
}

/// Refuses a puzzle that a program does not fit, and a peg-solitaire program without a puzzle.
fn check_puzzle(
    session: &Session,
    args: Asked<'_>,
    puzzle: Option<&Puzzle>,
    model: &Model,
    given: &FieldValues,
) -> Result<(), Failure> {
    if let Some(puzzle) = puzzle {
        return match unfit(puzzle, model, given, &session.bare_control()).map_err(stopped)? {
            Some(TextFault { message, help, .. }) => Err(Failure::usage(message, help)),
            None => Ok(()),
        };
    }
    // Only a puzzle provides these: start and finish.
    let wants_puzzle = ["Starts", "Ends"].into_iter().all(|end| {
        !given.contains_key(end) && model.fields_without_value().any(|name| name == end)
    });
    if !wants_puzzle {
        return Ok(());
    }
    let message =
        format!("{} needs a puzzle: its pegs before the first jump and after the last", args.file);
    let by_hand = "--set Starts=\"{35, 43}\" --set Ends=\"{44}\"";
    let help = if takes_latin_cross(session, model, given)? {
        format!(
            "`soliter run {} --data gardner/latin-cross` takes them from a puzzle, {by_hand} gives them by hand",
            args.file
        )
    } else {
        format!("give them by hand: {by_hand}")
    };
    Err(Failure::usage(message, help))
}

/// Whether the puzzle that is recommended fits a program, which may have jumps of its own.
fn takes_latin_cross(
    session: &Session,
    model: &Model,
    given: &FieldValues,
) -> Result<bool, Failure> {
    let Some(source) = library::puzzle("gardner/latin-cross") else { return Ok(false) };
    let Ok(puzzle) = Puzzle::parse(&source, &library::model) else { return Ok(false) };
    let mut given = given.clone();
    given.extend(fields_in(model, &puzzle));
    let fault = unfit(&puzzle, model, &given, &session.bare_control()).map_err(stopped)?;
    Ok(fault.is_none())
}

/// The values that `--data` gives: those of a puzzle for the fields that the program has, or those in a file.
fn data(
    session: &Session,
    args: Asked<'_>,
    model: &Model,
) -> Result<(Option<Puzzle>, FieldValues), Failure> {
    let Some(name) = args.data else { return Ok((None, FieldValues::new())) };
    let source = files::find(session, name, files::Kind::Puzzle)?;
    if !input::is_puzzle(model, &source) {
        return Ok((None, input::read(model, &source)?));
    }
    let puzzle = files::peg_puzzle_of(session, name, &source)?;
    let fields = fields_in(model, &puzzle);
    if fields.is_empty() {
        let names: Vec<String> = puzzle_fields(&puzzle).into_keys().collect();
        let message = format!("{} has none of the fields that a puzzle fills", args.file);
        return Err(Failure::usage(message, format!("these are: {}", names.join(", "))));
    }
    Ok((Some(puzzle), fields))
}

/// Values of fields: those of `--data`, then those given individually.
fn given(args: Asked<'_>, model: &Model, mut given: FieldValues) -> Result<FieldValues, Failure> {
    let mut settings = FieldValues::new();
    let set = |setting: &String| set(setting, model, &mut settings).err();
    let wrong: Vec<Failure> = args.set.iter().filter_map(set).collect();
    if !wrong.is_empty() {
        return Err(Failure::Several(wrong));
    }
    // The number of pegs is changed together with the pegs.
    for (set, count) in [("Starts", "StartCount"), ("Ends", "EndCount")] {
        if let (Some(Data::Set(holes)), Some(number)) = (settings.get(set), given.get_mut(count)) {
            *number = Data::Number(holes.len() as i64);
        }
    }
    given.extend(settings);
    Ok(given)
}

/// Reads `Name=VALUE`.
fn set(setting: &str, model: &Model, settings: &mut FieldValues) -> Result<(), Failure> {
    let Some((name, value)) = setting.split_once('=') else {
        let help = "write --set Name=VALUE, for example --set Starts=\"{35, 43}\"";
        return Err(Failure::usage(format!("--set {setting} has no '='"), help));
    };
    let name = name.trim();
    if let Some(help) = input::unknown_field(model, name) {
        return Err(Failure::usage(format!("the program has no field {name}"), help));
    }
    let data = model.data(&Source::new(format!("--set {name}"), value))?;
    match settings.insert(name.to_owned(), data) {
        None => Ok(()),
        Some(before) => Err(Failure::usage(
            format!("--set gives the field {name} twice"),
            format!("leave one out; the first gives {}", short(&before.to_string())),
        )),
    }
}

pub(super) fn stopped(stop: Stop) -> Failure {
    Failure::limit(stop.phrase(), "raise the limit, or make the program smaller")
}
