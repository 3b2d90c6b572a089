//! The value of a field, in the syntax of `--set`.

use soliter::Source;
use soliter::np::syntax::data::Data;

use super::faults;

/// Reads it; the printed value is read as the same value.
pub fn run(data: &[u8]) {
    let Ok(source) = Source::from_bytes("--set", data.to_vec()) else { return };
    match Data::parse(&source) {
        Ok(value) => {
            let printed = value.to_string();
            let again = Data::parse(&Source::new("printed", printed.as_str()));
            assert_eq!(again.as_ref(), Ok(&value), "{printed}");
            assert_eq!(again.map(|value| value.shape()), Ok(value.shape()));
        }
        Err(faults) => faults::diagnostics(&faults),
    }
}
