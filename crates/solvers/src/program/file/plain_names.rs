//! Names of rows and columns that every reader of LP and MPS files accepts.

use rustc_hash::FxHashSet;

/// Readers accept 255 characters. A number that makes a name unique fits behind this many.
const LONGEST: usize = 240;

/// Words of the LP and MPS formats in one reader or another, in lower case. Readers ignore case.
const KEYWORDS: [&str; 56] = [
    "bin",
    "binaries",
    "binary",
    "bound",
    "bounds",
    "constraints",
    "e",
    "end",
    "endata",
    "free",
    "gen",
    "general",
    "generals",
    "inf",
    "infinity",
    "int",
    "integer",
    "integers",
    "lazy",
    "marker",
    "max",
    "maximise",
    "maximize",
    "maximum",
    "min",
    "minimise",
    "minimize",
    "minimum",
    "name",
    "nan",
    "obj",
    "objective",
    "objsense",
    "one",
    "range",
    "ranges",
    "rhs",
    "rows",
    "columns",
    "s1",
    "s2",
    "sec",
    "semi",
    "semis",
    "sin",
    "sos",
    "sos1",
    "sos2",
    "st",
    "st.",
    "s.t.",
    "subject",
    "such",
    "that",
    "to",
    "user",
];

/// Replaces names by ones of letters, digits, dots and underscores, no two of which differ by case only:
/// `Jump[1,45-25]` becomes `Jump_1_45_25`. A name that a reader would take for a number or a word of the
/// format is prefixed with `v_`.
pub(super) fn plain_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    names
        .map(|name| {
            let plain = plain(name);
            let mut unique = plain.clone();
            let mut number = 2;
            while !seen.insert(unique.to_ascii_lowercase()) {
                unique = format!("{plain}__{number}");
                number += 1;
            }
            unique
        })
        .collect()
}

fn plain(name: &str) -> String {
    let plain: String = name
        .chars()
        .filter(|symbol| !matches!(symbol, ']' | '='))
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' })
        .take(LONGEST)
        .collect();
    let mut symbols = plain.chars().map(|c| c.to_ascii_lowercase());
    let (first, second) = (symbols.next(), symbols.next());
    let like_number = match first {
        None | Some('0'..='9' | '.') => true,
        // 1e5 is a number; some readers also take e5 and ee for numbers.
        Some('e') => second.is_none_or(|c| !c.is_ascii_lowercase() || c == 'e'),
        Some(_) => false,
    };
    if like_number || KEYWORDS.contains(&plain.to_ascii_lowercase().as_str()) {
        format!("v_{plain}")
    } else {
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_different() {
        let names = ["Jump[1,45-25]", "Check.ValidJump[j=3,44]", "a[1,-2]", "a[1_-2]", "A[1_-2]"];
        let plain = plain_names(names.into_iter());
        let wanted = ["Jump_1_45_25", "Check.ValidJump_j3_44", "a_1__2", "a_1__2__2", "A_1__2__3"];
        assert_eq!(plain, wanted);
    }

    #[test]
    fn no_name_is_a_number_or_a_word_of_a_format() {
        let long = "x".repeat(1000);
        let names = ["end", "End", "FREE", "st", "1a", ".5", "e5", "E", "e_5", "", "[]", "Edge"];
        let plain = plain_names(names.into_iter().chain([&*long, &*long]));
        let wanted = [
            "v_end", "v_End__2", "v_FREE", "v_st", "v_1a", "v_.5", "v_e5", "v_E", "v_e_5", "v_",
            "_", "Edge",
        ];
        assert_eq!(plain[..12], wanted);
        assert!(plain.iter().all(|name| name.len() <= 255));
        assert_ne!(plain[12], plain[13]);
    }
}
