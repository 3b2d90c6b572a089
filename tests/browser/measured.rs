//! Times on a slow phone. They depend on the machine, so they are measured on request, and the test asserts only that
//! the times are reported: `SOLITER_BROWSER=1 BINARY measured --ignored --nocapture`.

use crate::driver::{Look, start};
use crate::served::serve;

/// The number of times that each page is opened; the median counts.
const TIMES: usize = 5;

pub(crate) async fn first_paint_and_first_move_on_a_slow_phone() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    for (page, board) in [("", "#board"), ("play#gardner/latin-cross", "#board")] {
        let (mut paints, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            browser.open("about:blank").await;
            browser.forget_files().await;
            browser.slow_4g().await;
            browser.slow_processor(4).await;
            browser.open(&format!("{}{page}", server.address)).await;
            browser
                .until("performance.getEntriesByName('first-contentful-paint').length > 0")
                .await;
            browser
                .until(&format!("document.querySelectorAll('{board} .movable').length > 0"))
                .await;
            // The scripts that make the board are the last ones that the page waits for.
            paints.push(milliseconds(
                &browser
                    .ask("performance.getEntriesByName('first-contentful-paint')[0].startTime")
                    .await,
            ));
            moves.push(milliseconds(
                &browser
                    .ask("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
                    .await,
            ));
        }
        assert!(paints.iter().chain(&moves).all(|&time| time > 0.0));
        eprintln!(
            "/{page}: first paint {:.0} ms, first move {:.0} ms",
            median(paints),
            median(moves)
        );
    }
    browser.slow_processor(1).await;
    browser.slow_network(false).await;
    browser.close().await;
}

fn milliseconds(value: &serde_json::Value) -> f64 {
    value.as_f64().expect("a time")
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
