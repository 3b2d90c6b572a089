//! The page of a survey: a list of its problems, and the line of the chosen problem, which can be played.

use serde_json::{Value, json};
use soliter::pages::{html, puzzle_data};

use crate::cli::files::named_board::NamedBoard;
use crate::cli::survey::{csv_file::line_of, row::Row};

pub(super) fn page(board: &NamedBoard, rows: &[Row]) -> String {
    let rows = rows.iter().filter_map(|row| Some((row, row.puzzle.as_ref()?)));
    // The data that all problems of a board have in common are stored once.
    let (mut common, mut problems) = (Value::Null, Vec::new());
    for (row, puzzle) in rows {
        let line = row.solution.as_deref().and_then(|line| line_of(puzzle, line));
        let mut data = puzzle_data::data(puzzle, line.as_slice(), None);
        let mut own = json!({});
        for key in ["title", "aim", "start", "finish", "jumps_needed", "lines"] {
            own[key] = data[key].take();
        }
        let status = if row.status == "open" { "unknown" } else { &row.status };
        own["claim"] = json!({
            "status": status, "moves": row.moves, "lower_bound": row.lower_bound,
        });
        own["figure"] = json!(row.figure());
        own["sha256"] = json!(row.certificate.as_ref().map(|one| &one.sha256));
        problems.push(own);
        common = data;
    }
    // The page has a list of tables, with a single table in this case.
    let tables = json!([{ "common": common, "problems": problems }]);
    html::table(&board.model.title, &tables.to_string())
}
