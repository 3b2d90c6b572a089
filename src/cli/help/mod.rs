//! The screen of `soliter --help`, with the commands in groups, and the topics of `soliter help TOPIC`.

use soliter::base::diagnostic::suggestion;
use soliter::base::wording::shown;

use crate::cli::output::failure::Failure;

const OVERVIEW: &str = include_str!("overview.txt");

/// What `soliter --help` prints: the commands that this program was built with.
pub(crate) fn overview() -> String {
    let without_milp = ["  run ", "  weights "];
    let built = |line: &&str| {
        cfg!(feature = "milp") || !without_milp.iter().any(|command| line.starts_with(command))
    };
    OVERVIEW.lines().filter(built).map(|line| format!("{line}\n")).collect()
}

/// What the numbers mean that the program ends with; the manual page has it too.
pub(crate) const EXIT_CODES: &str = include_str!("exit-codes.txt");

/// The topics, in the order in which they are offered.
const TOPICS: [(&str, &str); 6] = [
    ("files", include_str!("files.txt")),
    ("records", include_str!("records.txt")),
    ("notations", include_str!("notations.txt")),
    ("limits", include_str!("limits.txt")),
    ("words", include_str!("words.txt")),
    ("exit-codes", EXIT_CODES),
];

/// The text of a topic.
///
/// # Errors
///
/// That there is no such topic, and no such command of those given.
pub(crate) fn topic(word: &str, commands: &[&str]) -> Result<&'static str, Failure> {
    if let Some((_, text)) = TOPICS.iter().find(|(topic, _)| *topic == word) {
        return Ok(text);
    }
    let known = TOPICS.iter().map(|(topic, _)| *topic).chain(commands.iter().copied());
    let message = format!("\"{}\" is no command and no topic", shown(word));
    Err(Failure::usage(message, suggestion(word, known)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Args;

    #[test]
    fn the_overview_has_each_command_once_and_each_topic() {
        let overview = overview();
        for command in Args::command().get_subcommands() {
            let start = format!("  {} ", command.get_name());
            assert_eq!(
                overview.lines().filter(|line| line.starts_with(&start)).count(),
                1,
                "{start}"
            );
        }
        for (topic, text) in TOPICS {
            assert!(OVERVIEW.contains(topic), "{topic}");
            assert!(text.lines().all(|line| line.chars().count() <= 96), "{topic}");
        }
        assert!(OVERVIEW.lines().all(|line| line.chars().count() <= 100));
    }
}
