//! Runs the examples of the language reference; the last line of each states its result.

#![cfg(feature = "milp")]

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{Failure, ProgramStatus, solve};
use soliter::np::syntax::data::FieldValues;

const REFERENCE: &str = include_str!("../../docs/reference/language.md");

/// The result of a program, in the words of the reference.
fn outcome(text: &str) -> Result<Vec<String>, String> {
    let model =
        Model::parse(&Source::new("example.np", text)).map_err(|faults| faults.to_string())?;
    let answer = match solve(&model, &FieldValues::new(), &Control::default()) {
        Ok(answer) => answer,
        Err(Failure::Faults(faults)) => return Err(faults.to_string()),
        Err(other) => panic!("{other:?}"),
    };
    assert_eq!(answer.status, ProgramStatus::Solved, "{text}");
    let mut given = vec!["a solution".to_owned()];
    given.extend(answer.objective.map(|objective| format!("objective {objective}")));
    for shown in answer.stored {
        let record = shown.record.map_or_else(String::new, |record| format!("{record}."));
        let value = shown.word.unwrap_or_else(|| shown.value.to_string());
        given.push(format!("{record}{} = {value}", shown.name));
    }
    given.extend(answer.printed);
    Ok(given)
}

#[test]
fn every_example_gives_what_it_says() {
    let mut examples = 0;
    for block in REFERENCE.split("```np\n").skip(1) {
        let text = block.split("```").next().expect("a block");
        let (_, expected) = text.trim_end().rsplit_once("' gives ").expect("a last line");
        let program = if text.contains("Project") {
            text.to_owned()
        } else {
            format!("Project Example\nModule Main\n{text}")
        };
        match (outcome(&program), expected.strip_prefix("the error: ")) {
            (Ok(given), None) => {
                for part in expected.split(", ") {
                    assert!(given.iter().any(|g| g == part), "{part}: {given:?}\n{program}");
                }
            }
            (Err(faults), Some(fault)) => assert!(faults.contains(fault), "{faults}\n{program}"),
            (outcome, _) => panic!("{expected}: {outcome:?}\n{program}"),
        }
        examples += 1;
    }
    assert!(examples >= 12, "{examples} examples");
    for built_in in [
        "ForAll",
        "Exists",
        "Sum",
        "Count",
        "AllDifferent",
        "If",
        "Abs",
        "Append",
        "Minimize",
        "Maximize",
        "Hint",
        "Store",
        "Mod",
        "Not",
        "Xor",
        "Min",
        "Max",
        "Table",
        "Circuit",
        "NoOverlap",
        "Cumulative",
        "Has",
        "Soft",
        "Print",
        "Include",
        "Enum",
    ] {
        assert!(REFERENCE.contains(&format!("`{built_in}")) || REFERENCE.contains(built_in));
    }
}
