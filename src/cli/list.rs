//! `soliter list`.

use std::fmt::Write as _;

use serde::Serialize;
use soliter::library;
use soliter::peg::model::Model;

use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::paint::strong;
use crate::cli::session::Session;

/// Something that ships, as JSON tells it.
#[derive(Serialize)]
struct ListReport {
    kind: &'static str,
    name: String,
    about: String,
}

/// Lists what ships with the program.
pub(crate) fn run(session: &Session) -> std::io::Result<Exit> {
    let models = library::models().into_iter().map(|name| {
        let about = library::model(&name).ok().and_then(|source| match Model::parse(&source) {
            Ok(model) => Some(format!("{}, {} holes", model.title, model.board.holes())),
            Err(_) => library::title(&source),
        });
        ListReport { kind: "model", name, about: about.unwrap_or_default() }
    });
    let puzzles = library::puzzles().into_iter().map(|name| {
        let about = library::puzzle(&name).and_then(|source| library::title(&source));
        ListReport { kind: "puzzle", name, about: about.unwrap_or_default() }
    });
    let records = library::records().into_iter().map(|name| {
        let first_line = library::record(&name)
            .and_then(|source| source.text.lines().next().map(str::to_owned))
            .filter(|line| line.starts_with('#'));
        let about = first_line.map(|line| line.trim_start_matches(['#', ' ']).to_owned());
        ListReport { kind: "record", name, about: about.unwrap_or_default() }
    });
    let programs = library::programs().into_iter().map(|name| {
        let source = library::program(&name);
        let remark = source.as_ref().and_then(|s| s.text.lines().find(|l| l.starts_with('\'')));
        let about =
            remark.map_or_else(String::new, |l| l.trim_start_matches(['\'', ' ']).to_owned());
        ListReport { kind: "program", name, about }
    });
    let all: Vec<ListReport> = models.chain(puzzles).chain(records).chain(programs).collect();
    if session.options.json() {
        return all.iter().try_for_each(output::object).map(|()| Exit::Answered);
    }
    let mut text = String::new();
    let mut section = "";
    for ListReport { kind, name, about } in &all {
        if section != *kind {
            let _ =
                writeln!(text, "{}{}s", if section.is_empty() { "" } else { "\n" }, strong(kind));
            section = kind;
        }
        let _ = writeln!(text, "  {name:<40} {about}");
    }
    output::answer(&text)?;
    Ok(Exit::Answered)
}
