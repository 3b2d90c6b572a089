//! The engine of the pages: answers the requests of `soliter::requests` in the page itself, as the server answers them.
//!
//! A worker of the page (`src/pages/page/common/engine_worker.js`) instantiates it with two functions, and calls three:
//!
//! * it imports `now() -> f64`, the milliseconds since some moment, and `progress(pointer, length)`, which receives a
//!   phrase on what is computed, in UTF-8;
//! * it exports `room(length) -> pointer`, to which the worker writes a call as JSON; `answer() -> length`, which
//!   answers it; and `answered() -> pointer`, where the answer is, as JSON in UTF-8.
//!
//! A call is `{"path": "api/solve", "body": {...}, "seconds": 60, "bytes": 536870912}`. The answer is the same object as the server's
//! last line, without its `schema`. To cancel, the page ends the worker. A panic ends the instance, and the worker with it.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use soliter::base::clock;
use soliter::base::control::Control;
use soliter::requests::{self, Context, Fault, Reply, refused};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn now() -> f64;
    /// The pointer and length of a text that lives during the call.
    safe fn progress(text: *const u8, length: usize);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call<'a> {
    path: &'a str,
    /// Null for requests without a body.
    #[serde(borrow)]
    body: &'a RawValue,
    /// The limits on time and memory.
    seconds: f64,
    bytes: u64,
}

#[derive(Default)]
struct Engine {
    /// The call, and then its answer.
    text: Vec<u8>,
    context: Context,
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Makes room for a call of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        engine.text = vec![0; length];
        engine.text.as_mut_ptr()
    })
}

/// Answers the call that was written there; returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    ENGINE.with_borrow_mut(|engine| {
        let told =
            answered_to(&engine.text, &engine.context).unwrap_or_else(|fault| refused(&fault));
        engine.text = told.to_string().into_bytes();
        engine.text.len()
    })
}

/// The pointer to the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ENGINE.with_borrow(|engine| engine.text.as_ptr())
}

fn answered_to(call: &[u8], context: &Context) -> Result<Value, Fault> {
    let call: Call = serde_json::from_slice(call)
        .map_err(|error| Fault::internal(format!("the page's call cannot be read: {error}")))?;
    let reply = requests::read(call.path, call.body.get().as_bytes(), context)?;
    let limit = Duration::try_from_secs_f64(call.seconds).unwrap_or(Duration::MAX);
    let report = |phrase: &str| progress(phrase.as_ptr(), phrase.len());
    let control = Control::default().memory(call.bytes).within(limit).reporting(Arc::new(report));
    match reply {
        Reply::Ready(told) => Ok(told),
        Reply::Work(work) => work(context, &control),
    }
}
