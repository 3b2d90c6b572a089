//! How soon a computation ends after its flag is set.
#![cfg(feature = "milp")]

use crate::common;
use crate::common::interruption;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use interruption::{MOST_SECONDS, moment};
use soliter::{Control, Method, What, count, solve};

/// A long computation.
type Work<'a> = Box<dyn Fn(&Control) + Sync + 'a>;

#[test]
fn the_library_answers_its_flag() {
    let puzzle = |model: &str, hole: &str| {
        common::parse(&format!(
            "model = '{model}'\nstart = {{ all_but = ['{hole}'] }}\nfinish = ['{hole}']"
        ))
    };
    let (central, wiegleb) = (puzzle("english", "44"), puzzle("wiegleb", "55"));
    let works: [(&str, Work<'_>); 6] = [
        ("search", Box::new(|control| drop(solve(&wiegleb, &Method::Search.into(), control)))),
        ("dfs", Box::new(|control| drop(solve(&wiegleb, &Method::Dfs.into(), control)))),
        ("sweep", Box::new(|control| drop(solve(&central, &Method::Milp.into(), control)))),
        ("mirror", Box::new(|control| drop(solve(&central, &Method::ByJump.into(), control)))),
        ("games", Box::new(|control| drop(count(&wiegleb, What::Games, control)))),
        ("minimal", Box::new(|control| drop(count(&central, What::Shortest, control)))),
    ];
    let mut worst = 0.0_f64;
    for (number, (name, work)) in (100..).zip(&works) {
        let flag = Arc::new(AtomicBool::new(false));
        let control = Control::default().memory(1 << 30).cancelled_by(Arc::clone(&flag));
        std::thread::scope(|scope| {
            let running = scope.spawn(|| work(&control));
            std::thread::sleep(moment(number));
            flag.store(true, Ordering::Relaxed);
            let clock = Instant::now();
            assert!(running.join().is_ok(), "{name}");
            let seconds = clock.elapsed().as_secs_f64();
            println!("{seconds:5.2} s after {:4} ms: {name}", moment(number).as_millis());
            assert!(seconds < MOST_SECONDS, "{seconds} s: {name}");
            worst = worst.max(seconds);
        });
    }
    println!("the slowest answer: {worst:.2} s");
}
