//! Arguments in, text or JSON out, and the exit code. Nothing else reads files or prints.

mod args;
mod certify;
mod check;
mod count;
mod evidence;
mod exit;
mod export;
mod files;
mod games;
mod list;
mod output;
mod paint;
mod pictures;
mod play;
mod prompt;
#[cfg(feature = "milp")]
mod run;
mod serve;
mod session;
mod show;
mod solve;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
use exit::Exit;
use session::Session;

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let Args { command, options } = Args::parse();
    options.color.write_global();
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
        Command::List => list::run(&session),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "soliter", &mut text);
            output::bytes(&text).map(|()| Exit::Answered)
        }
        Command::Man => man(),
    };
    let exit = match result {
        Ok(exit) => exit,
        // The reader went away; there is nobody left to tell.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Answered,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            Exit::BadInput
        }
    };
    exit.into()
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
