//! Limits on time and memory.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use soliter_base::control::{Control, Stop};
use soliter_graphs::{Graph, Wanted, survey, survey_all};

use crate::families::path;

#[test]
fn limits_stop_a_survey() {
    let large = Graph::new(32, path(32)).expect("a graph");
    let control = Control::default().within(Duration::from_millis(100));
    assert_eq!(survey(&large, Wanted::default(), &control), Err(Stop::Time));
    let control = Control::default().memory((1 << 30) - 1);
    assert_eq!(survey(&large, Wanted::default(), &control), Err(Stop::Memory));
    let control = Control::default().cancelled_by(Arc::new(AtomicBool::new(true)));
    let all = survey_all(&[large.clone(), large], Wanted::default(), &control);
    assert_eq!(all, [Err(Stop::Cancelled), Err(Stop::Cancelled)]);
}
