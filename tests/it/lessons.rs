//! The rules of the games in pictures: the positions after the moves, and the page that shows them.

use scraper::{ElementRef, Html, Selector};
use soliter::games::lessons::LESSONS;
use soliter::pages::{game_rules::page, html::Place};
use soliter::{library, load};

/// The position of each picture, derived manually from the rules.
const POSITIONS: [(&str, [&str; 5]); 4] = [
    (
        "pyramid",
        [
            "n=4;p1;0:0",
            "n=4;2:.x.;p2;0:0",
            "n=4;2:..x;p1;0:0",
            "n=4;2:xxx;p1;0:3",
            "n=4;2:xxx;3:xx;4:x;p2;1:5",
        ],
    ),
    (
        "corridor",
        [
            "c1,c5/h:/v:/3,3/1",
            "c2,c5/h:/v:/3,3/2",
            "c2,c5/h:c2/v:/3,2/1",
            "d3,d2/h:c2,d1/v:/2,2/1",
            "d5,c2/h:c2,d1/v:/2,2/2",
        ],
    ),
    (
        "quoridor",
        [
            "c1,c5/h:/v:/3,3/1",
            "c2,c5/h:c2/v:/3,2/1",
            "b2,c5/h:a2,c2/v:/3,1/1",
            "e3,e2/h:a2,c2/v:/3,1/1",
            "e4,e1/h:a2,c2/v:/3,1/1",
        ],
    ),
    (
        "palisade",
        [
            "1 4 2 3 / debts 0 0 / scoreless 0 / p1 / 0:0",
            "4 1 2 3 / debts 0 0 / scoreless 0 / p1 / 0:0 / made 1 / gained 0",
            "3 1 2 3 1 / debts 0 0 / scoreless 0 / p1 / 0:0 / made 2 / gained 0",
            "3 3 1 / debts 0 0 / scoreless 0 / p1 / 1:0 / made 3 / gained 1",
            "3 / debts 0 0 / scoreless 0 / p2 / 1:2 / made 3 / gained 2",
        ],
    ),
];

fn select<'a>(document: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    document.select(&Selector::parse(selector).expect("a selector")).collect()
}

#[test]
fn every_picture_is_what_its_caption_tells() {
    for (lesson, (kind, positions)) in LESSONS.iter().zip(POSITIONS) {
        assert_eq!(lesson.kind, kind);
        let source = library::puzzle(lesson.puzzle).expect("a puzzle");
        let game = load(&source, &library::model).expect("no fault").game().expect("a game").game;
        let pictures = lesson.pictures(&game);
        let told: Vec<&str> = pictures.iter().map(|shown| shown.position.as_str()).collect();
        assert_eq!(told, positions);
        let status: Vec<&str> = pictures.iter().map(|shown| shown.status.as_str()).collect();
        assert!(status[..4].iter().all(|status| status.ends_with("to move")), "{status:?}");
        assert!(status[4].starts_with("over"), "{status:?}");
        for shown in &pictures {
            let sentences = shown.caption.matches(['.', '?']).count();
            assert!((1..=3).contains(&sentences) && shown.caption.ends_with('.'));
            assert!(shown.caption.len() < 170, "{}", shown.caption);
        }
    }
}

#[test]
fn the_page_is_valid_in_a_folder_and_served() {
    for place in [Place::Folder(None), Place::Server(None)] {
        let text = page(place);
        let document = Html::parse_document(&text);
        assert!(document.errors.is_empty(), "{:?}", document.errors);
        assert!(select(&document, "[style], [onclick], form").is_empty());
        // Its only script and its only button are those of the settings.
        let scripts = select(&document, "script, [src]");
        let scripts: Vec<_> = scripts.iter().map(|script| script.attr("src")).collect();
        assert_eq!(scripts, [Some("plain.js")]);
        let buttons = select(&document, "button");
        let buttons: Vec<_> = buttons.iter().map(|button| button.attr("popovertarget")).collect();
        assert_eq!(buttons, [Some("settings")]);
        assert!(!text.contains("<!--"), "a place of the skeleton stayed empty");
        let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"));
        let policies = select(&document, "meta[http-equiv=Content-Security-Policy]");
        assert_eq!(policies.len(), usize::from(place == Place::Folder(None)));
        for lesson in &LESSONS {
            let own = |what: &str| select(&document, &format!("section#{} {what}", lesson.kind));
            assert_eq!(own("figure > svg[aria-label]").len(), 5);
            assert_eq!(own("figure > figcaption").len(), 5);
            let links: Vec<_> = own("a").iter().filter_map(|link| link.attr("href")).collect();
            let game = format!("games#{}", lesson.play);
            assert_eq!(
                links,
                if place == Place::Server(None) { vec![game.as_str()] } else { vec![] }
            );
            assert!(library::puzzles().iter().any(|name| name == lesson.puzzle));
            assert!(library::puzzles().iter().any(|name| name == lesson.play));
            assert_eq!(select(&document, &format!("nav a[href=\"#{}\"]", lesson.kind)).len(), 1);
        }
    }
}
