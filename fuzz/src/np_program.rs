//! A constraint program's text.

use std::time::Duration;

use soliter::np::milp::prepare;
use soliter::np::refusal::Refusal;
use soliter::np::resolve::names::Model;
use soliter::np::syntax::data::FieldValues;
use soliter::np::syntax::parser;
use soliter::{Control, Source};

use soliter_testing::np_print;

use super::faults;

/// Reads it, prints it, reads the output, and converts it to rows and columns.
pub fn run(data: &[u8]) {
    let Ok(source) = Source::from_bytes("program.np", data.to_vec()) else { return };
    match parser::parse(&source) {
        Ok(project) => {
            let printed = np_print::project(&project);
            let again = parser::parse(&Source::new("printed.np", printed.as_str()));
            let again = again.unwrap_or_else(|faults| panic!("{faults}\n{printed}"));
            assert_eq!(np_print::project(&again), printed, "printed otherwise the second time");
        }
        Err(faults) => faults::diagnostics(&faults),
    }
    match Model::parse(&source) {
        Ok(model) => prepared(&model),
        Err(faults) => faults::diagnostics(&faults),
    }
}

fn prepared(model: &Model) {
    let control = Control::default().within(Duration::from_millis(200)).memory(64 << 20);
    let given = FieldValues::new();
    let result = prepare(model, &given, &control);
    if let Err(Refusal::Faults(faults)) = &result {
        faults::diagnostics(faults);
    }
}
