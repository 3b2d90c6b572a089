//! The rules of the board games in pictures: a page without any script.

use std::fmt::Write as _;

use crate::draw::escape;
use crate::games::lessons::{LESSONS, Lesson, Shown};
use crate::pages::html::{SERVED_HEAD, STYLE, fill};

/// What a browser is told to refuse of a page that has nothing but its own style.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                      style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">";

/// The page. `play` is the address of the page of games, as `soliter serve` has it beside
/// `page.css`; without it the page is a file of its own, which links to nothing.
pub fn page(play: Option<&str>) -> String {
    let style = format!("<style>\n{STYLE}</style>");
    let (policy, style) = if play.is_some() { ("", SERVED_HEAD) } else { (POLICY, &*style) };
    let (mut links, mut lessons) = (String::new(), String::new());
    for lesson in &LESSONS {
        let _ = writeln!(links, "<a href=\"#{}\">{}</a>", lesson.kind, lesson.title);
        lessons.push_str(&section(lesson, play));
    }
    let parts = [("POLICY", policy), ("STYLE", style), ("LINKS", &links), ("LESSONS", &lessons)];
    fill(include_str!("page/rules.html"), &parts)
}

fn section(lesson: &Lesson, play: Option<&str>) -> String {
    let Lesson { kind, title, goal, puzzle, .. } = lesson;
    let mut text = format!(
        "<section class=\"card\" id=\"{kind}\" aria-labelledby=\"{kind}-title\">\n\
         <h2 id=\"{kind}-title\">{title}</h2>\n<p>{goal}</p>\n<div class=\"boards\">\n"
    );
    for (number, one) in (1..).zip(lesson.pictures()) {
        text.push_str(&figure(number, &one));
    }
    text.push_str("</div>\n");
    if let Some(games) = play {
        let games = escape::text(games);
        let _ = writeln!(text, "<p><a href=\"{games}#{puzzle}\">Play {title}</a></p>");
    }
    text + "</section>\n"
}

fn figure(number: usize, shown: &Shown) -> String {
    let Shown { picture, status, position, caption } = shown;
    format!(
        "<figure><svg class=\"board game\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" \
         xmlns=\"http://www.w3.org/2000/svg\">{}</svg>\n<figcaption>{number}. {}</figcaption></figure>\n",
        picture.width,
        picture.height,
        escape::text(&format!("{status}. {position}")),
        picture.svg().trim_end(),
        escape::text(caption)
    )
}
