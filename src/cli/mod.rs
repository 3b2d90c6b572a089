//! The command line: arguments, text or JSON output, and the exit code. No other module reads files or
//! prints.
//!
//! A command reads its files, calls the library, and writes an answer. An error along the way is a `Failure`
//! (`output/failure.rs`), which is returned up to [`run`] and reported there.

mod args;
mod certify;
mod check;
mod columns;
mod count;
mod export;
mod files;
mod games;
mod help;
mod levels;
mod list;
mod output;
mod pictures;
mod play;
mod prompt;
mod questions;
mod rules;
#[cfg(feature = "milp")]
mod run;
mod serve;
mod session;
mod show;
mod site;
mod solve;
mod survey;
mod survey_graphs;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::{io, iter};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Shells};

use args::{Args, Command, SurveySubject};
use output::exit::Exit;
use output::failure::{Failure, Outcome};
use output::report::Reporter;
use session::Session;
use soliter::base::{diagnostic, wording::shown};

pub(crate) fn run() -> ExitCode {
    // Does nothing, unless the script of `soliter completions` started the program.
    CompleteEnv::with_factory(Args::command).var(COMPLETE).complete();
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (Args { command, options }, arguments) = match parse(arguments) {
        Ok(args) => args,
        Err(fault) => return usage(&fault),
    };
    options.color.write_global();
    let session = Session::new(arguments, options, command.subject());
    let outcome = match command {
        Command::Solve(args) => solve::run(&session, &args),
        Command::Check(args) => check::run(&session, &args),
        Command::Count(args) => count::run(&session, &args),
        Command::Survey(args) => match (args.subject, args.board) {
            (Some(SurveySubject::Graphs(args)), _) => survey_graphs::run(&session, &args),
            (None, Some(args)) => survey::run(&session, &args),
            (None, None) => unreachable!("a board is required without a subcommand"),
        },
        Command::Army(args) => questions::army::run(&session, &args),
        Command::Generate(args) => questions::generate::run(&session, &args),
        Command::Show(args) => show::run(&session, &args),
        Command::Export(args) => export::run(&session, &args),
        Command::Certify(args) => certify::run(&session, &args),
        #[cfg(all(feature = "milp", feature = "sat"))]
        Command::Verify(args) if args.is_of_program() => run::verify::verify(&session, &args),
        Command::Verify(args) => certify::verify(&session, &args),
        Command::Play(args) => play::run(&session, &args),
        Command::Serve(args) => serve::run(&session, &args),
        Command::Site(args) => site::run(&session, &args),
        #[cfg(feature = "milp")]
        Command::Run(args) => run::run(&session, &args),
        Command::Rules { name } => rules::run(&session, &name),
        Command::List(args) => list::run(&session, &args),
        Command::Completions { shell } => completions(shell),
        Command::Man => man(),
    };
    session.reporter.finish(outcome).into()
}

/// Parses the arguments. If they name a puzzle and no command, the command is `solve`.
fn parse(arguments: Vec<OsString>) -> Result<(Args, Vec<OsString>), clap::Error> {
    let fault = match args_of(&arguments) {
        Ok(args) => return Ok((args, arguments)),
        Err(fault) => fault,
    };
    let Some(ContextValue::String(word)) = fault.get(ContextKind::InvalidSubcommand) else {
        return Err(fault);
    };
    if is_topic(word) {
        return Err(fault);
    }
    if misspelt_command(word).is_some()
        && !files::names::is_known(word)
        && !Path::new(word).exists()
    {
        return Err(fault);
    }
    let arguments: Vec<OsString> = iter::once("solve".into()).chain(arguments).collect();
    args_of(&arguments).map(|args| (args, arguments))
}

/// The command whose name is misspelt like this, if any.
fn misspelt_command(word: &str) -> Option<String> {
    let command = Args::command();
    let names = command.get_subcommands().map(clap::Command::get_name).chain(["help"]);
    diagnostic::misspelt(word, names).map(str::to_owned)
}

fn args_of(arguments: &[OsString]) -> Result<Args, clap::Error> {
    let name = iter::once("soliter".into());
    let command = with_short_help(Args::command());
    let mut matches = command.try_get_matches_from(name.chain(arguments.iter().cloned()))?;
    Args::from_arg_matches_mut(&mut matches)
}

/// The command line in which the help of each command has one line instead of the global options.
fn with_short_help(command: clap::Command) -> clap::Command {
    fn with_note(command: clap::Command) -> clap::Command {
        command.mut_subcommands(|sub| {
            let examples = sub.get_after_help();
            let examples = examples.map(|text| format!("{text}\n\n")).unwrap_or_default();
            with_note(sub.after_help(format!(
                "{examples}Options of every command: see `soliter help options`"
            )))
        })
    }
    with_note(command.mut_args(|arg| if arg.is_global_set() { arg.hide(true) } else { arg }))
}

/// Two examples of the command whose arguments are missing.
fn examples(command: &clap::Command) -> String {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1).take(2);
    // An example may be followed by an explanation.
    let examples = lines.filter_map(|line| line.trim().split("  ").next());
    let examples: Vec<String> = examples.map(|example| format!("`{example}`")).collect();
    format!("for example, {}", examples.join(" or "))
}

/// Reports an error in the arguments, or prints the text for `help` or `--help`.
fn usage(fault: &clap::Error) -> ExitCode {
    let outcome = match fault.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if is_topic(word) => topic(word),
        Some(ContextValue::String(word)) => {
            let message = format!("unknown command, file or built-in puzzle: \"{}\"", shown(word));
            let like = misspelt_command(word);
            Err(Failure::usage(message, files::names::meant(word, like.as_deref())))
        }
        _ if fault.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            output::note(&fault.render().ansi().to_string());
            Ok(Exit::BadInput)
        }
        _ if fault.use_stderr() => {
            let all = Args::command();
            // The innermost command: `graphs` in `survey graphs`.
            let (mut command, mut path) = (&all, "soliter".to_owned());
            for word in std::env::args_os().skip(1) {
                if let Some(sub) = command.find_subcommand(word) {
                    command = sub;
                    path = format!("{path} {}", sub.get_name());
                }
            }
            let missing = fault.kind() == ErrorKind::MissingRequiredArgument;
            if missing && path == "soliter" {
                let help = "give one, as in `soliter solve gardner/latin-cross`; `soliter --help` lists the commands";
                Err(Failure::usage("there is no command and no puzzle", help))
            } else {
                let is_json = fault.get(ContextKind::InvalidArg)
                    == Some(&ContextValue::String("--json".to_owned()));
                let help = match () {
                    () if missing => Some(examples(command)),
                    () if is_json => Some("write --format json".to_owned()),
                    () => None,
                };
                Err(Failure::of_arguments(fault, &path, help))
            }
        }
        _ => printed(&fault.render().ansi().to_string()),
    };
    let is_json = is_given("--format", "json", std::env::args_os().skip(1));
    let mut words = std::env::args_os().skip(1).take_while(|word| word != "--");
    let is_quiet = words.any(|word| word == "-q" || word == "--quiet");
    Reporter::new(is_json, is_quiet, None).finish(outcome).into()
}

/// Whether a word that is not a command follows `help`.
fn is_topic(word: &str) -> bool {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    arguments.windows(2).any(|two| two[0] == "help" && two[1] == word)
}

fn topic(word: &str) -> Outcome {
    if let Some((_, text)) = help::TOPICS.iter().find(|(topic, _)| *topic == word) {
        return printed(text);
    }
    let explained = help::words(word);
    if !explained.is_empty() {
        return printed(&explained);
    }
    let command = Args::command();
    let commands: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let known = help::TOPICS.iter().map(|(topic, _)| *topic).chain(commands.iter().copied());
    let message = format!("unknown command or help topic: \"{}\"", shown(word));
    Err(Failure::usage(message, diagnostic::suggestion(word, known)))
}

fn printed(text: &str) -> Outcome {
    output::answer(text)?;
    Ok(Exit::Answered)
}

/// Whether arguments that are invalid as a whole give an option this value.
fn is_given(option: &str, value: &str, arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.take_while(|one| one != "--").collect();
    arguments.iter().any(|one| *one == *format!("{option}={value}"))
        || arguments.windows(2).any(|two| two[0] == option && two[1] == value)
}

/// The environment variable in which the completion script passes the name of its shell.
const COMPLETE: &str = "COMPLETE";

/// Prints the script with which a shell gets completions from this program.
fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    if let Some(shell) = shells.completer(&shell.to_string()) {
        shell.write_registration(COMPLETE, "soliter", "soliter", "soliter", &mut script)?;
    }
    output::bytes(&script)?;
    Ok(Exit::Answered)
}

fn man() -> Outcome {
    let mut text = Vec::new();
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    pages(&command, "soliter", &mut text)?;
    output::bytes(&text)?;
    Ok(Exit::Answered)
}

/// Appends the manual pages of the subcommands of a command.
fn pages(command: &clap::Command, name: &str, text: &mut Vec<u8>) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = format!("{name}-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().display_name(&name)).render(text)?;
        pages(sub, &name, text)?;
    }
    Ok(())
}
