//! Arguments in, text or JSON out, and the exit code. Nothing else reads files or prints.

mod args;
mod certify;
mod check;
mod count;
mod evidence;
mod exit;
mod export;
mod faults;
mod file_name;
mod files;
mod games;
mod list;
mod output;
mod paint;
mod patience;
mod pictures;
mod piped;
mod play;
mod prompt;
mod rules;
#[cfg(feature = "milp")]
mod run;
mod serve;
mod session;
mod show;
mod solve;
mod targets;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
use exit::Exit;
use faults::Reason;
use session::Session;

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let Args { command, options } = match Args::try_parse() {
        Ok(args) => args,
        Err(fault) => return usage(&fault),
    };
    options.color.write_global();
    if options.json() {
        faults::speak_json();
    }
    if let Some((key, name)) = command.subject() {
        faults::begin(key, name);
    }
    let session = Session::new(options);
    let result = match command {
        Command::Solve(args) => solve::run(&session, &args),
        Command::Check(args) => check::run(&session, &args),
        Command::Count(args) => count::run(&session, &args),
        Command::Show(args) => show::run(&session, &args),
        Command::Export(args) => export::run(&session, &args),
        Command::Certify(args) => certify::run(&session, &args),
        Command::Verify(args) => certify::verify(&session, &args),
        Command::Play(args) => play::run(&session, &args),
        Command::Serve(args) => serve::run(&session, &args),
        #[cfg(feature = "milp")]
        Command::Run(args) => run::run(&session, &args),
        Command::Rules { name } => rules::run(&session, &name),
        Command::List => list::run(&session),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "soliter", &mut text);
            output::bytes(&text).map(|()| Exit::Answered)
        }
        Command::Man => man(),
    };
    ended(result)
}

/// The exit code, with the last object of what went wrong.
fn ended(result: std::io::Result<Exit>) -> ExitCode {
    let failed = |error: std::io::Error| {
        // Where the reader went away there is nobody left to tell.
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Exit::Answered;
        }
        let help = "is the disk full, or standard output closed?";
        output::refuse(Reason::Unwritable, &format!("cannot write: {error}"), help);
        Exit::BadInput
    };
    let exit = result.unwrap_or_else(failed);
    output::end(exit).unwrap_or_else(failed).into()
}

/// What is wrong with the arguments, or what `--help` asked for.
fn usage(fault: &clap::Error) -> ExitCode {
    // There is nowhere to report that it cannot be written.
    let _ = fault.print();
    if !fault.use_stderr() {
        return Exit::Answered.into();
    }
    if wants_json(std::env::args_os().skip(1)) {
        faults::speak_json();
    }
    let text = fault.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    faults::keep(|| faults::Fault::usage(first.trim_start_matches("error: "), rest.trim()));
    ended(Ok(Exit::BadInput))
}

/// Whether arguments that make no sense as a whole ask for JSON.
fn wants_json(arguments: impl Iterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.take_while(|one| one != "--").collect();
    arguments.iter().any(|one| one == "--format=json")
        || arguments.windows(2).any(|two| two[0] == "--format" && two[1] == "json")
}

fn man() -> std::io::Result<Exit> {
    let mut text = Vec::new();
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = format!("soliter-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().display_name(name)).render(&mut text)?;
    }
    output::bytes(&text)?;
    Ok(Exit::Answered)
}
