//! The screen of `soliter --help`, with the commands in groups, and the topics of `soliter help TOPIC`.

use std::sync::LazyLock;

const OVERVIEW: &str = include_str!("overview.txt");

/// The text of `soliter --help`: the commands that were compiled in.
pub(crate) fn overview() -> String {
    let built = |line: &&str| cfg!(feature = "milp") || !line.starts_with("  run ");
    OVERVIEW.split_inclusive('\n').filter(built).collect()
}

/// The text of `soliter --version`, with the methods that were compiled in.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let mut text = format!("{}\nmethods: search, dfs", env!("CARGO_PKG_VERSION"));
        if cfg!(feature = "sat") {
            text += ", sat (CaDiCaL)";
        }
        #[cfg(feature = "milp")]
        {
            text = format!("{text}, milp (HiGHS {})", soliter::highs::version::running());
        }
        text
    });
    &VERSION
}

/// The meaning of the exit codes; the manual page includes it too.
pub(crate) const EXIT_CODES: &str = include_str!("exit-codes.txt");

const WORDS: &str = include_str!("words.txt");

/// The topics and their texts, in the order in which they are listed.
pub(crate) const TOPICS: [(&str, &str); 7] = [
    ("options", include_str!("options.txt")),
    ("files", include_str!("files.txt")),
    ("solutions", include_str!("solutions.txt")),
    ("notations", include_str!("notations.txt")),
    ("limits", include_str!("limits.txt")),
    ("words", WORDS),
    ("exit-codes", EXIT_CODES),
];

/// The entries of the topic `words` for a term such as `pagoda`, or else those whose explanations contain it, such as
/// `integer-program`.
pub(crate) fn words(term: &str) -> String {
    let plain = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        format!(" {} ", words.collect::<Vec<_>>().join(" ").to_lowercase())
    };
    let wanted = [plain(term), plain(term.trim_end_matches('s'))];
    let is_in = |text: &str| wanted.iter().any(|wanted| plain(text).contains(wanted));
    let mut entries: Vec<String> = Vec::new();
    for line in WORDS.split_inclusive('\n').take_while(|line| *line != "\n") {
        match entries.last_mut().filter(|_| line.starts_with(' ')) {
            Some(entry) => entry.push_str(line),
            None => entries.push(line.to_owned()),
        }
    }
    let is_term = |entry: &&String| entry.split("  ").next().is_some_and(is_in);
    let is_mentioned = |entry: &&String| is_in(entry);
    let mut found: Vec<&String> = entries.iter().filter(is_term).collect();
    if found.is_empty() {
        found = entries.iter().filter(is_mentioned).collect();
    }
    found.into_iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Args;

    #[test]
    fn each_command_is_in_the_overview_or_with_the_options_and_each_topic_is_named() {
        let both = overview() + include_str!("options.txt");
        for command in Args::command().get_subcommands() {
            let name = command.get_name();
            let is_of = |line: &&str| {
                let line = line.trim_start().trim_start_matches("soliter ");
                line.strip_prefix(name).is_some_and(|rest| rest.starts_with("  "))
            };
            assert_eq!(both.lines().filter(is_of).count(), 1, "{name}");
        }
        assert!(OVERVIEW.lines().count() <= 35);
        for (topic, text) in TOPICS {
            assert!(OVERVIEW.contains(topic), "{topic}");
            assert!(text.lines().all(|line| line.chars().count() <= 96), "{topic}");
        }
        assert!(OVERVIEW.lines().all(|line| line.chars().count() <= 100));
    }
}
