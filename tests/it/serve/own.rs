//! Your own collection on the pages of the server.

use serde_json::Value;

use super::client::{get, post, serve, talk};
use super::last;
use crate::collections::{MINE, folder};

#[test]
fn the_pages_show_and_solve_the_puzzles_of_a_file() {
    let folder = folder(MINE);
    let file = folder.path().join("mine.toml");
    let server = serve(&[&file.to_string_lossy()]);
    let list = last(&talk(&server, get("/api/list")).body);
    assert_eq!(list["own"], serde_json::json!([{ "id": "mine", "title": "My figures" }]));
    assert_eq!(
        (&list["puzzles"][0]["name"], &list["puzzles"][0]["shelf"]),
        (&"mine/heart".into(), &"mine".into())
    );
    assert!(talk(&server, get("/list.js")).body.contains("\"gardner/lamp\""));
    let heart = last(&talk(&server, get("/api/puzzle/mine/heart")).body);
    assert_eq!(
        (&heart["data"]["title"], &heart["data"]["claim"]["moves"]),
        (&"heart".into(), &2.into())
    );
    assert!(heart["text"].as_str().is_some_and(|text| !text.contains("Latin")));
    let body = r#"{"puzzle":{"name":"mine/Latin cross","notation":"number"}}"#;
    let solved: Value = last(&talk(&server, post("/api/solve", body)).body);
    assert_eq!(solved["answer"]["moves"], 5);
    assert_eq!(talk(&server, get("/api/puzzle/mine/Latin%20cross")).status, 200);
    assert_ne!(talk(&server, get("/api/puzzle/mine/other")).status, 200);
}
