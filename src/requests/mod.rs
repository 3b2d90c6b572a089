//! The requests of the pages, as docs/reference/http.md describes them. Both the server and the engine that runs in the
//! page (`web/`) answer them. [`read`] reads a request, does the quick part, and returns the rest as work.

mod context;
mod fault;
mod games;
mod peg;
mod questions;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use context::{Context, TABLES};
pub use fault::{Fault, REPORT};

use crate::base::control::Control;

/// The requests with a body.
pub const WITH_BODY: [&str; 10] = [
    "api/read",
    "api/solve",
    "api/hint",
    "api/check",
    "api/certify",
    "api/count",
    "api/game/position",
    "api/game/reply",
    "api/game/values",
    "api/game/analysis",
];

/// The rest of a request, which may take long.
pub type Work = Box<dyn FnOnce(&Context, &Control) -> Result<Value, Fault> + Send>;

/// A valid request.
pub enum Reply {
    /// Its answer.
    Ready(Value),
    /// The computation of its answer.
    Work(Work),
}

impl Reply {
    fn work(
        work: impl FnOnce(&Context, &Control) -> Result<Value, Fault> + Send + 'static,
    ) -> Self {
        Self::Work(Box::new(work))
    }
}

/// Reads the request of a path, `api/solve`, with its JSON.
pub fn read(path: &str, body: &[u8], context: &Context) -> Result<Reply, Fault> {
    match path {
        "api/list" => Ok(Reply::Ready(context.list().clone())),
        "api/read" => peg::read(parse(body)?, context).map(Reply::Ready),
        "api/solve" => peg::solve(parse(body)?, context),
        "api/hint" => peg::hint(parse(body)?, context),
        "api/check" => peg::check(parse(body)?, context),
        "api/certify" => questions::certify(parse(body)?, context),
        "api/count" => questions::count(parse(body)?, context),
        _ => {
            if let Some(question) = path.strip_prefix("api/game/").and_then(games::Question::named)
            {
                return games::read(parse(body)?, question, context);
            }
            let name = path
                .strip_prefix("api/puzzle/")
                .ok_or_else(|| Fault::new("no-such-page", "there is nothing here"))?;
            peg::by_name(name.to_owned(), context).map(Reply::Ready)
        }
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|error| Fault::new("bad-json", error.to_string()))
}

/// The JSON object for a rejected request.
pub fn refused(fault: &Fault) -> Value {
    json!({ "error": fault })
}
