//! Prints the page of benchmarks: `cargo bench --bench table > docs/explanation/benchmarks.md`. To print only some
//! sections, give part of their titles: `cargo bench --bench table "fewest moves"`.
//!
//! Every figure comes from one run of the program in its own process, as the page's first paragraph says.

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("the table is measured on Linux, which reports the memory of a process");
}

#[cfg(target_os = "linux")]
#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod hints;

#[cfg(target_os = "linux")]
fn main() {
    page::print();
}

#[cfg(target_os = "linux")]
mod page {
    use std::ffi::OsStr;
    use std::fs;
    use std::io::Read;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use wait4::Wait4;

    use super::common::wanted;
    use super::hints;

    const SOLITER: &str = env!("CARGO_BIN_EXE_soliter");
    const PLAIN_CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/check_layers.py");

    /// A title, and the function that prints the rows; it may write to a temporary folder.
    type Section = (&'static str, fn(&Path));

    pub(super) fn print() {
        let sections: [Section; 7] = [
            ("The fewest moves", fewest_moves),
            ("In memory and on disk", memory_and_disk),
            ("Certificates", certificates),
            ("SAT proofs", sat_proofs),
            ("MILP bounds", milp_bounds),
            ("Board games", board_games),
            ("Hints", |_| hints::table()),
        ];
        let wanted = wanted();
        let is_wanted = |title: &str| {
            wanted.is_empty() || wanted.iter().any(|part| title.contains(part.as_str()))
        };
        println!("# Benchmarks\n\n{}", machine());
        for (title, section) in sections.into_iter().filter(|(title, _)| is_wanted(title)) {
            println!("\n## {title}\n");
            let folder = tempfile::tempdir().expect("a temporary folder");
            section(folder.path());
        }
        println!("\n[Other programs](other-programs.md) compares Soliter with other solvers.");
    }

    /// How the figures were measured.
    fn machine() -> String {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let (processor, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
        let model =
            processor.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
        let cores = processor.lines().filter(|line| line.starts_with("processor")).count();
        let kibibytes =
            memory.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok());
        let printed = |program: &str, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).output();
            output.map_or_else(
                |_| String::new(),
                |told| String::from_utf8_lossy(&told.stdout).trim().to_owned(),
            )
        };
        let commit = printed("git", &["rev-parse", "--short=8", "HEAD"]);
        format!(
            "`cargo bench --bench table > docs/explanation/benchmarks.md` measured all figures on this page in one run on {}, commit `{commit}`,\n\
             on a virtual machine with {cores} cores ({}) and {:.0} GiB of memory. Each row is one run with one thread. Seconds are CPU seconds and MiB is\n\
             peak memory, both for the complete process. A command that is in two tables ran twice, so its figures may differ by a third.",
            printed("date", &["-u", "+%-d %B %Y"]),
            model.unwrap_or("unknown processor"),
            kibibytes.unwrap_or_default() / f64::from(1 << 20),
        )
    }

    /// One process.
    struct Run {
        stdout: String,
        /// CPU seconds, in user mode and in the system.
        cpu: f64,
        wall: f64,
        mib: u64,
    }

    impl Run {
        fn of(program: &str, arguments: &[impl AsRef<OsStr>], folder: &Path) -> Run {
            let clock = Instant::now();
            let mut child = Command::new(program)
                .args(arguments)
                .current_dir(folder)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .expect("a program that starts");
            let mut stdout = String::new();
            child.stdout.take().expect("a pipe").read_to_string(&mut stdout).expect("text");
            let used = child.wait4().expect("the usage of a process");
            assert!(used.status.success(), "{program} fails: {stdout}");
            let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
            Run { stdout, cpu, wall: clock.elapsed().as_secs_f64(), mib: used.rusage.maxrss >> 20 }
        }

        /// The program, with words separated by spaces.
        fn soliter(words: &str, folder: &Path) -> Run {
            Run::of(SOLITER, &words.split(' ').collect::<Vec<_>>(), folder)
        }

        fn seconds(&self) -> String {
            rounded(self.cpu)
        }

        /// The first number of the answer, after the title.
        fn number(&self) -> &str {
            let answer = self.stdout.split_once(": ").map_or("", |(_, answer)| answer);
            answer
                .split(' ')
                .find(|word| word.contains(|c: char| c.is_ascii_digit()))
                .unwrap_or("?")
        }
    }

    fn rounded(seconds: f64) -> String {
        let digits = [0.1, 1.0, 10.0].iter().filter(|&&bound| seconds < bound).count();
        format!("{seconds:.*}", digits.clamp(0, 2))
    }

    fn head(columns: &str) {
        println!("{columns}\n{}", "|---".repeat(columns.matches('|').count() - 1) + "|");
    }

    fn fewest_moves(folder: &Path) {
        println!(
            "`soliter solve PUZZLE --method search -q`, with `--threads 1` and `--threads 2`:\n"
        );
        head(
            "| puzzle | moves | seconds | MiB | two threads: wall-clock seconds | times as fast |",
        );
        for puzzle in [
            "gardner/lamp",
            "gardner/inclined-square",
            "gardner/central-game",
            "boards/square6-34-to-34",
            "french/46-to-45",
            "triangle36/21-to-any",
            "boards/diamond-57-to-53",
            "english-diagonal/central-game",
        ] {
            let command = format!("solve {puzzle} --method search -q --threads");
            let one = Run::soliter(&format!("{command} 1"), folder);
            let two = Run::soliter(&format!("{command} 2"), folder);
            let (moves, seconds, mib) = (one.number(), one.seconds(), one.mib);
            let (wall, ratio) = (rounded(two.wall), one.wall / two.wall);
            println!("| `{puzzle}` | {moves} | {seconds} | {mib} | {wall} | {ratio:.2} |");
        }
    }

    fn memory_and_disk(folder: &Path) {
        println!(
            "`soliter count PUZZLE --what QUANTITY --threads 1 -q` and `soliter solve`, also with `--dir FOLDER`:\n"
        );
        head("| puzzle, quantity | answer | seconds | MiB | on disk | seconds | MiB |");
        for (at, (puzzle, what, disk)) in [
            ("gardner/central-game", "positions", "--spill 16MiB"),
            ("gardner/central-game", "solutions", "--spill 16MiB"),
            ("gardner/central-game", "games", "--spill 64MiB"),
            ("gardner/central-game", "moves", "--spill 16MiB"),
            ("french/46-to-45", "moves", "--memory-limit 1GiB"),
        ]
        .into_iter()
        .enumerate()
        {
            let command = match what {
                "moves" => format!("solve {puzzle} --threads 1 -q --method search"),
                _ => format!("count {puzzle} --what {what} --threads 1 -q"),
            };
            let memory = Run::soliter(&command, folder);
            // The search on disk is a separate method.
            let on_disk = command.replace(" --method search", "");
            let spilled = Run::soliter(&format!("{on_disk} --dir levels{at} {disk}"), folder);
            assert_eq!(memory.number(), spilled.number(), "{puzzle}: {what}");
            let (answer, seconds, mib) = (memory.number(), memory.seconds(), memory.mib);
            println!(
                "| `{puzzle}`, {what} | {answer} | {seconds} | {mib} | `{disk}` | {} | {} |",
                spilled.seconds(),
                spilled.mib
            );
        }
    }

    fn certificates(folder: &Path) {
        println!(
            "`soliter certify PUZZLE --with-solution -o FILE`, which includes a search, `soliter verify FILE`, and the plain checker\n\
             `tools/check_layers.py FILE`:\n"
        );
        head(
            "| puzzle | positions | bytes | `certify`: seconds | MiB | `verify`: seconds | MiB | Python: seconds | MiB |",
        );
        for puzzle in ["gardner/lamp", "gardner/central-game", "french/46-to-45"] {
            let certify = format!("certify {puzzle} --with-solution -o file.layers --threads 1");
            let made = Run::soliter(&certify, folder);
            let verified = Run::soliter("verify file.layers --threads 1", folder);
            let plain = Run::of("python3", &[PLAIN_CHECKER, "file.layers"], folder);
            let positions = made.stdout.lines().last().and_then(|line| line.split(' ').next());
            println!(
                "| `{puzzle}` | {} | {} | {} | {} | {} | {} | {} | {} |",
                positions.unwrap_or("?"),
                size(folder, "file.layers"),
                made.seconds(),
                made.mib,
                verified.seconds(),
                verified.mib,
                plain.seconds(),
                plain.mib,
            );
        }
    }

    fn size(folder: &Path, file: &str) -> u64 {
        fs::metadata(folder.join(file)).expect("a written file").len()
    }

    fn sat_proofs(folder: &Path) {
        println!(
            "`soliter certify PUZZLE --lrat FILE`, for one move fewer than the minimum, or `soliter run PROGRAM --certify FILE`, and\n\
             `soliter verify FILE`:\n"
        );
        head("| puzzle or program | clauses | bytes of the proof | seconds | `verify`: seconds |");
        let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs");
        for (name, command) in [
            ("gardner/latin-cross", "certify gardner/latin-cross --lrat file.lrat".to_owned()),
            ("gardner/lamp", "certify gardner/lamp --lrat file.lrat".to_owned()),
            ("benches/programs/ft06.np", format!("run {programs}/ft06.np --certify file.lrat")),
            (
                "benches/programs/golomb-7.np",
                format!("run {programs}/golomb-7.np --certify file.lrat"),
            ),
        ] {
            let made = Run::soliter(&command, folder);
            let verified = Run::soliter("verify file.lrat", folder);
            let clauses = fs::read_to_string(folder.join("file.cnf")).expect("the clauses");
            let head = clauses.lines().find(|line| line.starts_with("p cnf")).unwrap_or_default();
            println!(
                "| `{name}` | {} | {} | {} | {} |",
                head.split(' ').next_back().unwrap_or("?"),
                size(folder, "file.lrat"),
                made.seconds(),
                verified.seconds(),
            );
        }
    }

    fn milp_bounds(folder: &Path) {
        println!(
            "`soliter certify PUZZLE --bound FILE`, by the relaxation or, with `--formulation by-move`, by the program with one move fewer than\n\
             the minimum, and `soliter verify FILE`:\n"
        );
        head("| puzzle | program | answer | bytes | seconds | `verify`: seconds |");
        for (puzzle, options, program) in [
            ("gardner/lamp", "", "relaxation"),
            ("gardner/central-game", "", "relaxation"),
            ("impossible/greek-cross", "", "relaxation"),
            ("gardner/latin-cross", " --formulation by-move", "`by-move`"),
            ("gardner/inclined-square", " --formulation by-move", "`by-move`"),
        ] {
            let made =
                Run::soliter(&format!("certify {puzzle} --bound file.bound{options}"), folder);
            let verified = Run::soliter(&format!("verify file.bound {puzzle}"), folder);
            let answer = made.stdout.lines().next().and_then(|line| line.split_once(": "));
            println!(
                "| `{puzzle}` | {program} | {} | {} | {} | {} |",
                answer.map_or("?", |(_, answer)| answer),
                size(folder, "file.bound"),
                made.seconds(),
                verified.seconds(),
            );
        }
    }

    fn board_games(folder: &Path) {
        println!(
            "`soliter solve FILE -q` for the value, `soliter count FILE --what perft --depth N -q` for sequences of N moves:\n"
        );
        head("| game | answer | seconds | MiB |");
        let row = |title: &str, setup: &str, command: &str| {
            fs::write(folder.join("game.toml"), format!("title = 'game'\n{setup}\n"))
                .expect("a file");
            let run = Run::soliter(&format!("{command} -q --threads 1"), folder);
            println!(
                "| {title} | {} | {} | {} |",
                run.number().trim_matches(','),
                run.seconds(),
                run.mib
            );
        };
        for base in [14, 16, 17, 18] {
            row(
                &format!("Pyramid, base {base}: value"),
                &format!("model = 'pyramid'\nbase = {base}"),
                "solve game.toml",
            );
        }
        for (title, model) in [("Corridor", "corridor"), ("Quoridor", "quoridor")] {
            let title = format!("{title}: sequences of 4 moves");
            row(&title, &format!("model = '{model}'"), "count game.toml --what perft --depth 4");
        }
        row(
            "Corridor, 4 by 4, 2 sticks each: value",
            "model = 'corridor'\nn = 4\nwalls = 2",
            "solve game.toml",
        );
    }
}
