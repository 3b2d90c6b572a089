//! The verdicts of the programs in `tools/` on files that were made to deceive them, and their messages about missing
//! requirements.

use std::path::Path;
use std::process::{Command, Output};

/// Runs Python in the folder of the tools.
fn python3(arguments: &[&str], path: &Path) -> Output {
    let mut command = Command::new("python3");
    let command = command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tools"));
    command.args(arguments).env("PYTHONPATH", path).output().expect("python3 runs")
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_without_numpy_says_how_to_get_it() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("numpy.py"), "raise ImportError\n").expect("a file");
    let output = python3(&["check_layers.py", "none.layers"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, "numpy is missing: run `./setup.sh --with-python` or `pip install numpy`\n");
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_checkers_explain_themselves() {
    for (file, wanted) in [
        ("check_layers.py", "check_layers.py FILE.layers [FILE.layers ..]"),
        ("check_lrat.py", "tools/check_lrat.py FILE.cnf FILE.lrat"),
        ("check_bound.py", "tools/check_bound.py FILE.bound"),
        ("check_program.py", "tools/check_program.py FILE.cnf"),
        ("check_survey.py", "tools/check_survey.py FILE .."),
        ("encode.py", "tools/encode.py PUZZLE.toml MOVES"),
    ] {
        let output = python3(&[file, "--help"], Path::new(""));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(wanted) && said.contains("Exit code 0:"), "{said}");
        assert!(output.status.success() && output.stderr.is_empty(), "{file}");
    }
}

/// A program of one variable, whose last constraint has this title and statement, and no clause.
fn program(head: &str, title: &str, statement: &str) -> String {
    format!(
        "c soliter program 1\n{head}\nc impossible\nc sha256 0\np cnf 1 1\n1 0\nc x In {{1}}\nc line 1: {title}\nc {statement}\n"
    )
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_statements_of_programs_are_plain_and_shallow() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.cnf");
    let deep = format!("{}true{}", "(".repeat(20_000), ")".repeat(20_000));
    let long = format!("{} <= 0", "1".repeat(5_000));
    let cases = [
        (program("c Title", "Fits", "true"), "correct: "),
        (program("c Title", "Fits\x1b[2K\rcorrect", "true"), "a byte is not visible ASCII"),
        (program("1 0", "Fits", "true"), "there is more than comments before the clauses"),
        (program("c Title", "Fits", &deep), "it is nested too deeply"),
        (program("c Title", "Fits", &long), "is expected"),
    ];
    for (text, wanted) in cases {
        std::fs::write(&path, &text).expect("a file");
        let output = python3(&["check_program.py", &path.to_string_lossy()], folder.path());
        let said = String::from_utf8_lossy(&output.stdout);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(wanted) && told.is_empty(), "{wanted}: {said}{told}");
        assert_eq!(output.status.code(), Some(i32::from(wanted != "correct: ")), "{said}");
    }
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_another_number_of_moves_is_not_the_one_of_the_table() {
    let script = "import atlas; print([atlas.says(f'correct: {n} moves, the fewest possible', '5 moves, the fewest') for n in (5, 15)])";
    let output = python3(&["-c", script], Path::new(""));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[True, False]\n");
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_the_tables_of_the_atlas_are_up_to_date() {
    let output = python3(&["atlas.py", "--compare"], Path::new(""));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_an_entry_of_a_collection_is_read_as_a_file_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let entries = "model = \"english\"\n[[puzzle]]\nname = \"a\"\nstart = [\"43\", \"44\", \"46\"]\nfinish = [\"44\"]\n\
                   [[puzzle]]\nname = \"b\"\nmodel = \"french\"\nstart = [\"43\", \"44\"]\nfinish = [\"45\"]\n";
    std::fs::write(&file, entries).expect("a file");
    let encoded = |name: &str| {
        let output =
            python3(&["encode.py", &format!("{}{name}", file.display()), "1"], folder.path());
        (output.status.code(), output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, clauses, _) = encoded("#b");
    assert_eq!(code, Some(0));
    std::fs::write(
        folder.path().join("b.toml"),
        "title = \"b\"\nmodel = \"french\"\nstart = [\"43\", \"44\"]\nfinish = [\"45\"]\n",
    )
    .expect("a file");
    let single = folder.path().join("b.toml");
    let output = python3(&["encode.py", &single.to_string_lossy(), "1"], folder.path());
    assert_eq!(output.stdout, clauses);
    assert!(encoded("").2.contains("name an entry, FILE#NAME"));
    assert!(encoded("#c").2.contains("has 0 entries called"));
}
