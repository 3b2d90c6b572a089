//! The losing moves of a game, over HTTP, and the page of the rules.

use serde_json::{Value, json};

use super::client::{get, post, serve, talk};
use super::{game, last, reason};

#[test]
fn the_largest_mistake_comes_with_the_position_before_it() {
    let server = serve(&[]);
    let ask = |more: &Value| {
        let answer = talk(&server, post("/api/game/analysis", &game(more)));
        assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
        last(&answer.body)["analysis"].clone()
    };
    let moves = ["2.1", "2.1>", "2.1", "2.3+3"];
    // Instead of the third move, player 1 should have shifted the stone that player 2 had shifted.
    let told = ask(&json!({ "moves": moves, "side": 1 }));
    assert_eq!((&told["moves"], &told["open"]), (&json!(2), &json!(0)), "{told}");
    let largest = &told["largest"];
    assert_eq!((&largest["ply"], &largest["move"]), (&json!(3), &json!("2.1")));
    assert_eq!((&largest["loss"], &largest["best"]), (&json!(8), &json!(["2.2>"])));
    assert_eq!(told["proved"], json!([3]));
    assert_eq!(told["before"]["position"], "n=4;2:.x.;p1;0:0");
    let whole = ask(&json!({ "moves": ["2.2"] }));
    assert_eq!(whole["largest"]["loss"], 8);
    assert_eq!(whole["largest"]["best"], json!(["2.1", "2.3"]));
    assert_eq!(whole["before"]["position"], "n=4;p1;0:0");
    assert_eq!(whole["before"]["legal"].as_array().map(Vec::len), Some(3));
    // The other side has not moved, so it has made no mistake.
    let other = ask(&json!({ "moves": ["2.2"], "side": 2 }));
    assert_eq!((&other["moves"], &other["largest"]), (&json!(0), &Value::Null));
    let over = ["2.1", "2.3", "2.2+3", "3.1", "3.2+2", "4.1+1"];
    let good = ask(&json!({ "moves": over }));
    assert_eq!(
        (&good["moves"], &good["open"], &good["largest"], &good["before"]),
        (&json!(6), &json!(0), &Value::Null, &Value::Null)
    );
    let refused = talk(&server, post("/api/game/analysis", &game(&json!({ "moves": ["9.9"] }))));
    assert_eq!((refused.status, reason(&refused.body)), (400, "illegal-move".into()));
}

#[test]
fn the_rules_are_a_page_with_the_theme_as_its_only_script() {
    let server = serve(&[]);
    let answer = talk(&server, get("/rules"));
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    let scripts: Vec<_> = answer.body.split("<script").skip(1).collect();
    assert!(answer.body.contains("page.css") && scripts.len() == 1, "{}", answer.body);
    assert!(scripts[0].contains("src=\"plain.js\""), "{}", scripts[0]);
    assert!(answer.body.contains("href=\"games#quoridor/5x5-three-walls\""));
}
