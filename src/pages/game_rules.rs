//! The rules of the board games in pictures: a page whose only script is that of its settings.

use std::fmt::Write as _;

use crate::draw::escape;
use crate::games::lessons::{LESSONS, Lesson, Shown};
use crate::library;
use crate::load::{Loaded, load};
use crate::pages::html::{Place, RULES_SKELETON, fill};
use crate::pages::linked::{bar, plain_head};

/// The page, next to the home page of its place. If games can be played there, it links to them.
pub fn page(place: Place<'_>) -> String {
    let policy = place.policy_tag();
    let mut links = String::new();
    let mut lessons = String::new();
    for lesson in &LESSONS {
        let _ = writeln!(links, "<a href=\"#{}\">{}</a>", lesson.kind, lesson.title);
        lessons.push_str(&section(lesson, place));
    }
    let parts = [
        ("POLICY", &*policy),
        ("TITLE", "Four board games in pictures"),
        ("STYLE", &plain_head("")),
        ("NAV", &bar(place, "", false)),
        ("LINKS", &links),
        ("LESSONS", &lessons),
    ];
    fill(RULES_SKELETON, &parts)
}

/// The pictures of a lesson, which begin with a built-in puzzle.
pub(super) fn pictures(lesson: &Lesson) -> Vec<Shown> {
    let puzzle = library::puzzle(lesson.puzzle);
    let loaded = puzzle.and_then(|source| load(&source, &library::model).ok());
    loaded.and_then(Loaded::game).map(|it| lesson.pictures(&it.game)).unwrap_or_default()
}

fn section(lesson: &Lesson, place: Place<'_>) -> String {
    let Lesson { kind, title, goal, play, .. } = lesson;
    let mut text = format!(
        "<section class=\"card\" id=\"{kind}\" aria-labelledby=\"{kind}-title\">\n\
         <h2 id=\"{kind}-title\">{title}</h2>\n<p>{goal}</p>\n<div class=\"boards\">\n"
    );
    for (number, one) in (1..).zip(pictures(lesson)) {
        text.push_str(&figure(number, &one));
    }
    text.push_str("</div>\n");
    if place.has_answers() {
        let games = place.address("games");
        let _ = writeln!(text, "<p><a href=\"{games}#{play}\">Play {title}</a></p>");
    }
    text + "</section>\n"
}

fn figure(number: usize, shown: &Shown) -> String {
    let caption = escape::text(shown.caption);
    format!("<figure>{}\n<figcaption>{number}. {caption}</figcaption></figure>\n", drawn(shown))
}

/// A position of a lesson as a picture.
pub(super) fn drawn(Shown { picture, status, position, .. }: &Shown) -> String {
    format!(
        "<svg class=\"board game\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" \
         xmlns=\"http://www.w3.org/2000/svg\">{}</svg>",
        picture.width,
        picture.height,
        escape::text(&format!("{status}. {position}")),
        picture.svg().trim_end(),
    )
}
