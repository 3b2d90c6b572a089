//! The requests of the pages, as docs/reference/http.md describes them. The server answers them, and so does the engine
//! that runs in the page (`web/`). [`read`] reads a request, does what is quick, and returns the rest as work.

mod fault;
mod games;
mod peg;
mod questions;
mod solver_cache;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use fault::{Fault, REPORT};
pub use solver_cache::{SolverCache, TABLES};

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
pub type Work = Box<dyn FnOnce(&SolverCache, &Control) -> Result<Value, Fault> + Send>;

/// A valid request.
pub enum Reply {
    /// Its answer.
    Ready(Value),
    /// The computation of its answer.
    Work(Work),
}

impl Reply {
    fn work(
        work: impl FnOnce(&SolverCache, &Control) -> Result<Value, Fault> + Send + 'static,
    ) -> Self {
        Self::Work(Box::new(work))
    }
}

/// Reads the request of a path, `api/solve`, with its JSON.
pub fn read(path: &str, body: &[u8], kept: &SolverCache) -> Result<Reply, Fault> {
    match path {
        "api/list" => Ok(Reply::Ready(kept.list().clone())),
        "api/read" => peg::read(parse(body)?, kept).map(Reply::Ready),
        "api/solve" => peg::solve(parse(body)?, kept),
        "api/hint" => peg::hint(parse(body)?, kept),
        "api/check" => peg::check(parse(body)?, kept),
        "api/certify" => questions::certify(parse(body)?, kept),
        "api/count" => questions::count(parse(body)?, kept),
        _ => {
            if let Some(question) = path.strip_prefix("api/game/").and_then(games::Question::named)
            {
                return games::read(parse(body)?, question, kept);
            }
            let name = path
                .strip_prefix("api/puzzle/")
                .ok_or_else(|| Fault::new("no-such-page", "there is nothing here"))?;
            peg::built_in(name.to_owned(), kept).map(Reply::Ready)
        }
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(body).map_err(|error| Fault::new("bad-json", error.to_string()))
}

/// The object of a refusal.
pub fn refused(fault: &Fault) -> Value {
    json!({ "error": fault })
}
