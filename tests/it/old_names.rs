//! Names of earlier versions: options, words, keys, files, and the JSON of `--schema 1`. They work until version 1.0.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const LATIN: &str = "gardner/latin-cross";

fn soliter(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("it runs")
}

/// The output of a command without its times, `<1 s` and `1.2 s`.
fn printed(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = soliter(folder, arguments);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(!text.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let is_unit = |word: &str| word.trim_end_matches([',', ';']) == "s";
    let timeless = |line: &str| -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let kept = (0..words.len()).filter(|&at| {
            let is_number = words.get(at + 1).is_some_and(|next| is_unit(next));
            !is_number && !is_unit(words[at])
        });
        kept.map(|at| words[at]).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = text.lines().map(timeless).collect();
    // Files of the old and of the new option are in separate folders.
    (output.status.code(), lines.join("\n").replace("b/table", "a/table"))
}

fn object(folder: &Path, arguments: &[&str]) -> Value {
    let output = soliter(folder, &[arguments, &["--format", "json"]].concat());
    let text = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().next().unwrap_or_else(|| {
        panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    });
    serde_json::from_str(line).expect("an object")
}

#[test]
fn an_old_option_does_what_the_new_one_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut pairs: Vec<(Vec<&str>, Vec<&str>)> = vec![
        (vec!["plan", LATIN, "-q"], vec!["estimate", LATIN, "-q"]),
        (vec!["table", "triangle10"], vec!["survey", "triangle10"]),
        (
            vec!["find", "triangle10", "--finish", "11", "--by", "luck"],
            vec!["generate", "triangle10", "--finish", "11", "--by", "win-probability"],
        ),
        (
            vec!["solve", LATIN, "--lines", "3", "--images"],
            vec!["solve", LATIN, "--solutions", "3", "--all-symmetries"],
        ),
        (
            vec!["marked", LATIN, "--finisher", "46", "--catch", "45"],
            vec!["marked", LATIN, "--survivor", "46", "--last-captured", "45"],
        ),
        (
            vec!["show", LATIN, "--record", "records/latin-cross-gardner"],
            vec!["show", LATIN, "--solution", "solutions/latin-cross-gardner"],
        ),
        (vec!["count", LATIN, "--what", "minimal"], vec!["count", LATIN, "--what", "shortest"]),
        (vec!["count", LATIN, "--what", "luck"], vec!["count", LATIN, "--what", "win-probability"]),
        (vec!["help", "records"], vec!["help", "solutions"]),
        (
            vec!["show", "marked/latin-cross-catch"],
            vec!["show", "marked/latin-cross-last-captured"],
        ),
        (
            vec!["certify", LATIN, "--line", "-o", "-"],
            vec!["certify", LATIN, "--with-solution", "-o", "-"],
        ),
    ];
    if cfg!(feature = "milp") {
        pairs.extend([
            (
                vec!["solve", LATIN, "--method", "milp", "--believe-once", "-q"],
                vec!["solve", LATIN, "--method", "milp", "--no-recheck", "-q"],
            ),
            (
                vec!["export", LATIN, "--to", "lp", "--formulation", "mirror"],
                vec!["export", LATIN, "--to", "lp", "--formulation", "by-jump"],
            ),
            (
                vec!["export", LATIN, "--to", "lp", "--formulation", "sweep"],
                vec!["export", LATIN, "--to", "lp", "--formulation", "by-move"],
            ),
            (
                vec!["certify", LATIN, "--bound", "a.bound", "--formulation", "sweep"],
                vec!["certify", LATIN, "--bound", "b.bound", "--formulation", "by-move"],
            ),
            (
                vec!["run", "eight-queens", "--engine", "milp", "-q"],
                vec!["run", "eight-queens", "--method", "milp", "-q"],
            ),
            (
                vec!["run", "marked", "--data", "marked/latin-cross-catch", "--set", "Finisher=46"],
                vec!["run", "marked", "--data", "marked/latin-cross-catch", "--set", "Survivor=46"],
            ),
        ]);
    }
    if cfg!(feature = "sat") {
        pairs.extend([
            (
                vec!["certify", LATIN, "--cubes", "a", "--after", "2", "-q"],
                vec!["certify", LATIN, "--cubes", "b", "--split-depth", "2", "-q"],
            ),
            (
                vec!["verify", "a/table.cubes", LATIN, "--again", "all"],
                vec!["verify", "a/table.cubes", LATIN, "--recheck", "all"],
            ),
        ]);
    }
    for (old, new) in pairs {
        let (code, text) = printed(folder.path(), &old);
        assert_eq!((code, &text), (Some(0), &printed(folder.path(), &new).1), "{old:?}");
    }
}

#[test]
fn help_shows_the_new_names_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let olds = [
        "--believe-once",
        "--engine",
        "--lines",
        "--images",
        "--record",
        "--line ",
        "--after",
        "--again",
        "--finisher",
        "--catch",
        "minimal:",
        "luck:",
        "soliter table",
        "soliter plan",
        "soliter find",
    ];
    let commands = ["solve", "check", "count", "estimate", "survey", "marked", "generate", "show"];
    for command in commands.iter().chain(&["certify", "verify"]) {
        let (_, text) = printed(folder.path(), &[command, "--help"]);
        for old in olds {
            assert!(!text.contains(old), "{command}: {old}");
        }
    }
}

#[test]
fn an_old_key_means_what_the_new_one_means() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    let reverse = "model = 'english'\nbuilding = true\nstart = ['44']\nfinish = { pegs = 3 }\n";
    let cross =
        "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']\n";
    let marked = format!("{cross}marked = {{ finisher = '46', catch = '45' }}\n");
    write("reverse-old.toml", reverse);
    write("reverse-new.toml", &reverse.replace("building", "reverse"));
    write("both.toml", &format!("reverse = true\n{reverse}"));
    write("marked-old.toml", &marked);
    write(
        "marked-new.toml",
        &marked.replace("finisher", "survivor").replace("catch", "last_captured"),
    );
    let toml = |name: &str| printed(folder.path(), &["show", name, "--to", "toml"]).1;
    assert_eq!(toml("reverse-old.toml"), toml("reverse-new.toml"));
    assert!(toml("reverse-old.toml").contains("reverse = true"));
    let shown = |name: &str| printed(folder.path(), &["show", name]).1;
    assert_eq!(shown("marked-old.toml"), shown("marked-new.toml"));
    assert!(shown("marked-old.toml").contains("the peg of 46 survives"));
    let both = soliter(folder.path(), &["show", "both.toml"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&both.stderr).contains("unknown key \"building\""));
}

#[cfg(feature = "milp")]
#[test]
fn a_program_with_the_old_fields_gets_its_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = include_str!("../../models/marked.np");
    let old = program.replace("Survivor", "Finisher").replace("LastCaptured", "Catch");
    std::fs::write(folder.path().join("old.np"), old).expect("a file");
    let puzzle = "marked/latin-cross-last-captured";
    let old = object(folder.path(), &["run", "old.np", "--data", puzzle]);
    let new = object(folder.path(), &["run", "marked", "--data", puzzle]);
    assert_eq!(old["objective"], 5);
    assert_eq!(old["solution"], new["solution"]);
}

#[test]
fn a_survey_continues_from_an_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let survey = ["survey", "triangle10", "--csv", "table.csv", "-q"];
    assert_eq!(printed(folder.path(), &survey).0, Some(0));
    let path = folder.path().join("table.csv");
    let new = std::fs::read_to_string(&path).expect("the table");
    let old = new.replacen(",solution,", ",line,", 1);
    assert_ne!(old, new);
    std::fs::write(&path, old).expect("written");
    let survey = ["survey", "triangle10", "--csv", "table.csv"];
    let output = soliter(folder.path(), &survey);
    assert!(String::from_utf8_lossy(&output.stderr).contains("known from the file"));
    assert_eq!(std::fs::read_to_string(&path).expect("the table"), new);
}

#[test]
fn schema_1_has_the_old_keys_and_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let keys = |object: &Value| -> Vec<String> {
        object.as_object().expect("an object").keys().cloned().collect()
    };
    let old = |arguments: &[&str]| {
        let told = object(folder.path(), &[arguments, &["--schema", "1"]].concat());
        assert_eq!(told["schema"], 1, "{arguments:?}");
        assert_eq!(object(folder.path(), arguments)["schema"], 2, "{arguments:?}");
        told
    };
    let solved = old(&["solve", LATIN, "--solutions", "2", "--method", "search"]);
    let (line, holes) = (&solved["line"], &solved["line_holes"]);
    assert!(line.is_string() && holes.is_array() && solved["lines"].is_array(), "{solved}");
    assert!(solved["lines_holes"].is_array() && solved["solution"].is_null(), "{solved}");
    let position = |object: &Value, key| keys(object).iter().position(|one| one == key);
    assert_eq!(position(&solved, "schema"), Some(0));
    assert!(position(&solved, "moves") < position(&solved, "line"), "the order stays");
    let checked = old(&["check", LATIN, "--moves", "45-25, 99"]);
    assert_eq!(
        (&checked["verdict"], &checked["record"]),
        (&"not-understood".into(), &"--moves".into())
    );
    let counted = old(&["count", LATIN, "--what", "shortest"]);
    assert_eq!(counted["what"], "minimal");
    let counted = old(&["count", LATIN, "--what", "win-probability"]);
    assert_eq!(counted["what"], "luck");
    assert!(old(&["count", LATIN, "--what", "dead-ends"])["line"].is_string());
    let planned = old(&["estimate", LATIN]);
    assert!(planned["arrivals"].is_u64() && planned["doubt"].is_number(), "{planned}");
    let surveyed = old(&["survey", "triangle10", "--count"]);
    let problem = &surveyed["problems"][0];
    assert!(problem["solutions"].is_string() || problem["solutions"].is_null(), "{problem}");
    assert!(keys(problem).contains(&"line".to_owned()), "{problem}");
    let marked = old(&["marked", LATIN, "--survivor", "46", "--last-captured", "45"]);
    assert_eq!((&marked["finisher"], &marked["catch"]), (&"46".into(), &"45".into()));
    assert_eq!(old(&["show", "leibniz/latin-cross"])["building"], true);
    assert_eq!(old(&["show", "marked/latin-cross-last-captured"])["marked"]["catch"], "45");
    assert_eq!(old(&["list", "bergholt-1912"])["kind"], "record");
    let game = old(&["solve", "pyramid/base-4"]);
    assert!(game["line"].is_string() && game["readings"].is_object(), "{game}");
    let unread = old(&["solve", "pyramid/base-5", "none.toml"]);
    assert!(unread["readings"].is_object(), "{unread}");
    std::fs::write(folder.path().join("wrong.toml"), "model = 'english'\nstart = 1\nfinish = 2")
        .expect("a file");
    assert!(old(&["solve", "wrong.toml"])["faults"].is_array());
    let usage = object(folder.path(), &["solve", "--schema", "1"]);
    assert_eq!(usage["schema"], 1, "errors of the command line too");
    std::fs::write(folder.path().join("none.layers"), "nothing").expect("a file");
    assert_eq!(old(&["verify", "none.layers"])["error"]["reason"], "refused");
    if cfg!(feature = "milp") {
        let solved = old(&["solve", LATIN, "--method", "milp", "--formulation", "by-jump"]);
        assert_eq!(solved["evidence"][0]["formulation"], "mirror");
    }
    if cfg!(feature = "sat") {
        assert_eq!(
            soliter(folder.path(), &["certify", LATIN, "--lrat", "a.lrat"]).status.code(),
            Some(0)
        );
        assert_eq!(old(&["verify", "a.lrat"])["proved"], "clauses-contradict");
    }
}
