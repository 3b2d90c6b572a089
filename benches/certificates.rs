//! Certificates of the figures and of the central game, and refutations of one move fewer by clauses, as two tables for
//! README: `cargo bench --bench certificates`. One thread; times are CPU seconds where the system reports them (Linux),
//! and otherwise wall-clock seconds.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use soliter::base::control::Control;
use soliter::checker::{Certified, Proved, check};
use soliter::library;
use soliter::peg::certify::{Contents, certify};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

const PUZZLES: [&str; 7] = [
    "latin-cross",
    "greek-cross",
    "fireplace",
    "pyramid",
    "lamp",
    "inclined-square",
    "central-game",
];

/// CPU seconds of this process and of the child processes it has waited for.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may contain spaces: the 12th to the 15th value, in hundredths of a second.
    let values = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(4);
    let ticks: Option<Vec<f64>> = values.map(|value| value.parse().ok()).collect();
    Some(ticks?.iter().sum::<f64>() / 100.0)
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let (clock, before) = (Instant::now(), processor_seconds());
    let result = run();
    let spent = processor_seconds().zip(before).map(|(after, before)| after - before);
    (result, spent.unwrap_or_else(|| clock.elapsed().as_secs_f64()))
}

fn python(checker: &str, files: &[&Path]) -> String {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools").join(checker);
    let (output, seconds) = timed(|| Command::new("python3").arg(checker).args(files).output());
    match output {
        Ok(output) if output.status.success() => format!("{seconds:.1}"),
        _ => "-".to_owned(),
    }
}

fn main() {
    println!("| puzzle | moves | positions | bytes: digest, layers | make | check | in Python |");
    println!("|---|---|---|---|---|---|---|");
    let folder = tempfile::tempdir().expect("a folder");
    let mut refuted = Vec::<String>::new();
    for name in PUZZLES {
        let source = library::puzzle(&format!("gardner/{name}")).expect("a built-in puzzle");
        let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle without faults");
        let control = Control::default();
        let write = |layers| {
            let answer = solve(&puzzle, Method::Search, &control).expect("an answer");
            let contents = Contents { layers, line: true };
            certify(&puzzle, &answer, contents, &control).expect("a certificate")
        };
        let digest = write(false);
        let (file, make) = timed(|| write(true));
        let (checked, check) = timed(|| check(&*file, &|_| true));
        let Ok(Certified { proved: Proved::ExactMoves(moves), positions, .. }) = checked else {
            panic!("{name}: {checked:?}");
        };
        let path = folder.path().join(name);
        std::fs::write(&path, &file).expect("a file");
        println!(
            "| {} | {moves} | {positions} | {}, {} | {make:.2} | {check:.2} | {} |",
            puzzle.title(),
            digest.len(),
            file.len(),
            python("check_layers.py", &[&path])
        );
        #[cfg(feature = "sat")]
        if moves < 10 {
            refuted.push(clauses(&puzzle, moves - 1, folder.path()));
        }
    }
    println!(
        "\n| puzzle | moves refuted | clauses | steps | bytes: clauses, proof | make | check | in Python |"
    );
    println!("|---|---|---|---|---|---|---|---|\n{}", refuted.join("\n"));
}

/// A row of the second table.
#[cfg(feature = "sat")]
fn clauses(puzzle: &Puzzle, moves: usize, folder: &Path) -> String {
    let (made, make) =
        timed(|| soliter::peg::sat::proof::refute(puzzle, moves, &Control::default()));
    let made = made.expect("a refutation");
    let (clauses, proof) = (made.clauses.as_bytes(), made.proof.as_bytes());
    let (checked, check) = timed(|| soliter::checker::lrat::check(clauses, proof, &|_| true));
    let checked = checked.expect("a proof");
    let files = [folder.join("refuted.cnf"), folder.join("refuted.lrat")];
    for (file, text) in files.iter().zip([clauses, proof]) {
        std::fs::write(file, text).expect("a file");
    }
    format!(
        "| {} | {moves} | {} | {} | {}, {} | {make:.2} | {check:.2} | {} |",
        puzzle.title(),
        checked.clauses,
        checked.steps,
        clauses.len(),
        proof.len(),
        python("check_lrat.py", &[&files[0], &files[1]])
    )
}
