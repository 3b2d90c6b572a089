//! README's commands and the transcripts, with their exact output.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C.UTF-8")
        .env("NO_COLOR", "1")
        .case("README.md")
        .case("tests/first_steps.md")
        .case("docs/games.md")
        .case("docs/glossary.md")
        .case("docs/json.md")
        .case("docs/provers.md")
        .case("docs/guides/*.md")
        .case("docs/questions.md")
        .case("docs/styles.md")
        .case("tests/cmd/*.md")
        .case("tests/bad/*.md");
}
