//! The goals of the search, each compared with another binary: `cargo bench --bench table -- --before PATH`.
//!
//! Both programs run the same puzzles one after the other, with one thread and at most `SOLITER_GIB` GiB (9).
//! The table compares CPU seconds in user mode and peak resident memory, both from `/proc`. `--french` adds
//! the ten problems of the French board, 10 minutes each.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use soliter::library;

/// The interval at which a running program is measured.
const LOOK: Duration = Duration::from_millis(20);

/// The resources that a run used, and its output.
struct Run {
    objects: Vec<Value>,
    processor: f64,
    seconds: f64,
    mebibytes: u64,
}

/// Runs a program to its end.
fn run(program: &str, arguments: &[&str]) -> Run {
    let gib = std::env::var("SOLITER_GIB").unwrap_or_else(|_| "9".to_owned());
    let clock = Instant::now();
    let out = tempfile::NamedTempFile::new().expect("a file for the answers");
    let mut child = Command::new(program)
        .args(arguments)
        .args(["--format", "json", "--memory-limit", &gib])
        .stdout(out.reopen().expect("the file opened again"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let of_child = |name: &str| {
        std::fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default()
    };
    let (mut processor, mut kibibytes) = (0.0, 0);
    loop {
        // The state is the first field after the name in brackets, and hundredths of seconds are the 12th;
        // both can be read until the program has been waited for.
        let stat = of_child("stat");
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let hundredths = fields.get(11).and_then(|field| field.parse::<f64>().ok());
        processor = hundredths.map_or(processor, |hundredths| hundredths / 100.0);
        if fields.first().is_none_or(|state| *state == "Z") {
            break;
        }
        let status = of_child("status");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let peak = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        kibibytes = peak.unwrap_or(kibibytes);
        std::thread::sleep(LOOK);
    }
    child.wait().expect("the program ends");
    let text = std::fs::read_to_string(out.path()).expect("the answers");
    let objects = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let seconds = clock.elapsed().as_secs_f64();
    Run { objects, processor, seconds, mebibytes: kibibytes / 1024 }
}

/// The answers of a run in short form: moves, ranges, values; equal ones once.
fn answers(run: &Run) -> String {
    let of = |object: &Value| match (&object["moves"], &object["lower_bound"], &object["value"]) {
        (_, _, Value::String(value)) => value.clone(),
        (Value::Null, Value::Null, _) => object["status"].as_str().unwrap_or("-").to_owned(),
        (Value::Null, bound, _) => format!("{bound}.."),
        (moves, bound, _) if moves == bound => moves.to_string(),
        (moves, bound, _) => format!("{bound}..{moves}"),
    };
    let problems = run.objects.iter().flat_map(|object| match &object["problems"] {
        Value::Array(problems) => problems.iter().collect::<Vec<_>>(),
        _ => vec![object],
    });
    let mut answers: Vec<String> = problems.map(of).collect();
    answers.sort();
    answers.dedup();
    answers.join(" ")
}

fn row(title: &str, goal: &str, before: Option<&Run>, now: &Run) {
    let ratio = before.map(|before| format!("{:.2}", now.processor / before.processor));
    let old = before.map(|before| format!("{:.1} s, {} MiB", before.processor, before.mebibytes));
    println!(
        "| {title} | {} | {} | {:.1} s, {} MiB | {} | {goal} |",
        answers(now),
        old.unwrap_or_default(),
        now.processor,
        now.mebibytes,
        ratio.unwrap_or_default(),
    );
}

/// Prints the table.
pub(crate) fn run_all(before: &str) {
    let now = env!("CARGO_BIN_EXE_soliter");
    let mut english = library::puzzles();
    english.retain(|name| name.starts_with("english/") && !name.ends_with("-any"));
    let solve = |program: &str, threads: &str, puzzles: &[&str]| {
        let ways = ["--method", "search", "--threads", threads];
        run(program, &[&["solve"], puzzles, &ways].concat())
    };
    println!(
        "| work | answer | before | now | ratio of CPU seconds | goal |\n|---|---|---|---|---|---|"
    );
    for (title, name, goal) in [
        ("English with diagonals, centre", "english-diagonal/central-game", "0.4"),
        ("French 46 to 45", "french/46-to-45", "0.35, 1 GB"),
        ("central game", "gardner/central-game", "0.8"),
    ] {
        row(title, goal, Some(&solve(before, "1", &[name])), &solve(now, "1", &[name]));
    }
    let count = |program| {
        let ways = ["--what", "solutions", "--threads", "1"];
        run(program, &[&["count", "gardner/central-game"][..], &ways].concat())
    };
    row("central game, solutions", "0.8", Some(&count(before)), &count(now));
    let english: Vec<&str> = english.iter().map(String::as_str).collect();
    let one_by_one = solve(before, "1", &english);
    row("21 English problems", "0.7", Some(&one_by_one), &solve(now, "1", &english));
    let table = run(now, &["survey", "english", "--threads", "1"]);
    row("21 English problems as a table", "0.4", Some(&one_by_one), &table);
    for (title, arguments, goal) in [
        ("6 by 6, all problems", &["survey", "square6"][..], "120 s"),
        (
            "triangle of side 8, any survivor, 20 s each",
            &["survey", "triangle36", "--finish", "any", "--each", "20s"],
            "best of the board 13",
        ),
        (
            "diamond 57 to 53, 60 s",
            &["solve", "boards/diamond-57-to-53", "--time-limit", "60"],
            "26",
        ),
        (
            "diamond 48 to 68, 60 s",
            &["solve", "boards/diamond-48-to-68", "--time-limit", "60"],
            "26",
        ),
    ] {
        row(title, goal, None, &run(now, &[arguments, &["--threads", "1"]].concat()));
    }
    println!(
        "\n| two threads | seconds, one thread | two | faster | goal |\n|---|---|---|---|---|"
    );
    for name in ["gardner/central-game", "french/46-to-45"] {
        let [one, two] = ["1", "2"].map(|threads| solve(now, threads, &[name]).seconds);
        println!("| {name} | {one:.1} | {two:.1} | {:.2} | 1.6 |", one / two);
    }
    if std::env::args().any(|argument| argument == "--french") {
        println!("\n| French | answer | CPU seconds, MiB |\n|---|---|---|");
        let french = run(now, &["survey", "french", "--each", "10m", "--threads", "1"]);
        for problem in french.objects.iter().filter_map(|one| one["problems"].as_array()).flatten()
        {
            let [start, finish, bound, moves] =
                ["start", "finish", "lower_bound", "moves"].map(|key| problem[key].to_string());
            println!("| {start} to {finish} | {bound}..{moves} | {} |", problem["seconds"]);
        }
    }
}
