//! The command line of the `soliter` library.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::run()
}
