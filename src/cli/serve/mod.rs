//! `soliter serve`: the page, with the solver behind it.

mod addresses;
mod connections;
mod fault;
mod fixed;
mod guard;
mod hosts;
mod job;
mod request;
mod routes;

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderValue;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use soliter::base::control::Control;
use soliter::pages::html::Place;
use soliter::requests::{Context, TABLES};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;

use crate::cli::files::engine::{self, EngineScript};
use crate::cli::files::shelves;
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::serve::connections::{Connection, Watched};
use crate::cli::serve::job::{Jobs, Shared};
use crate::cli::{args::ServeArgs, serve::hosts::Hosts, session::Session};
use crate::cli::{output, output::exit::Exit};

/// The time limit of a request if there is no `--time-limit`.
const COMPUTING: Duration = Duration::from_secs(60);
/// The port without `--port`: PEGS on the keys of a telephone. At the same address, browsers find what they have kept.
const PORT: u16 = 7347;
/// The most open connections. If another one arrives, the connection that has waited longest without a request
/// is closed; until it has closed, the new one waits to be accepted.
const CONNECTIONS: usize = 128;
/// The most simultaneous computations for each processor.
const PER_PROCESSOR: usize = 4;
/// The time within which the head of a request has to arrive, and its greatest length in bytes.
const HEAD: Duration = Duration::from_secs(10);
const HEAD_BYTES: usize = 16 << 10;
/// In addition to the time for computing, a request with its answer may last this long.
const LINGERING: Duration = Duration::from_secs(60);
/// The interval at which Ctrl-C is checked for.
const TICK: Duration = Duration::from_millis(100);
/// The interval at which the number of connections is checked when there are too many.
const ROOM: Duration = Duration::from_millis(5);

pub(crate) fn run(session: &Session, args: &ServeArgs) -> Outcome {
    let (own, worst) = shelves::read(session, &args.files)?;
    if own.len() < args.files.len() {
        return Ok(worst);
    }
    let limit = session.options.time_limit.map_or(COMPUTING, |limit| limit.0);
    let solves = places(args.solves.get());
    // In addition to the tables of computations, some are kept for further requests.
    let tables = solves + TABLES;
    let control = Control::default()
        .memory(session.options.memory_bytes() / tables as u64)
        .threads(session.options.thread_count() / solves);
    let engine = engine::find(args.engine.as_deref())?;
    let policy = Place::Server(engine.as_ref().map(|engine| &*engine.name)).policy();
    let shared = Arc::new(Shared {
        jobs: Jobs::new(solves, limit, control, Context::with(own)),
        hosts: Hosts::new(args.bind, &args.host),
        // All its characters are allowed in a header; if one were not, pages would load nothing.
        policy: HeaderValue::try_from(policy)
            .unwrap_or(HeaderValue::from_static("default-src 'none'")),
        connections: Arc::default(),
    });
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let exit = runtime.block_on(async {
        let listener = listen(args).await?;
        let local = listener.local_addr()?;
        let url = addresses::on_this_machine(local);
        announce(session, local, &url, engine.as_ref())?;
        if args.open
            && let Err(error) = open::that_detached(&url)
        {
            output::note(&format!("warning: no browser was opened: {error}; open {url} yourself"));
        }
        let routes = routes::router(Arc::clone(&shared), engine);
        accept(session, &listener, (&shared, &routes), limit + LINGERING).await;
        Ok(Exit::Answered)
    });
    // The clients are disconnected by now, so running computations are cancelled; they get this long to end.
    runtime.shutdown_timeout(Duration::from_secs(2));
    exit
}

/// Listens on the port of `--port`, or else on [`PORT`], or on any if another program has that.
async fn listen(args: &ServeArgs) -> Result<TcpListener, Failure> {
    let at = |port| SocketAddr::new(args.bind, port);
    let address = at(args.port.unwrap_or(PORT));
    let mut listener = TcpListener::bind(address).await;
    if let (Err(error), None) = (&listener, args.port)
        && error.kind() == ErrorKind::AddrInUse
    {
        output::note(&format!(
            "warning: port {PORT} is in use, so the page has another address this time, and the progress that your browser \
             has saved does not appear there"
        ));
        listener = TcpListener::bind(at(0)).await;
    }
    listener.map_err(|error| {
        let message = format!("cannot listen on {address}: {error}");
        let help = match error.kind() {
            ErrorKind::AddrInUse | ErrorKind::PermissionDenied => "give another --port",
            _ => "--bind takes an address of this machine, such as 127.0.0.1 or 0.0.0.0",
        };
        Failure::usage(message, help)
    })
}

/// The number of simultaneous computations: `asked`, limited by the number of processors.
fn places(asked: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let most = PER_PROCESSOR * processors;
    if asked > most {
        output::note(&format!(
            "warning: --solves {asked} is too many for this machine; using {most}"
        ));
    }
    asked.min(most)
}

/// Prints the address of the page: on this machine, and then for other machines.
fn announce(
    session: &Session,
    local: SocketAddr,
    url: &str,
    engine: Option<&EngineScript>,
) -> std::io::Result<()> {
    let others = addresses::for_others(local);
    if session.options.json() {
        let engine = engine.map(|engine| &engine.name);
        let report = serde_json::json!({ "url": url, "others": others, "engine": engine });
        return output::object(&report);
    }
    output::answer(&format!("{url}\n"))?;
    for other in &others {
        output::answer(&format!("{other}\n"))?;
    }
    if !session.options.quiet {
        output::note("open this address in a browser; Ctrl-C ends the server");
        if engine.is_none() && session.options.verbose {
            output::note(
                "after Ctrl-C, open pages still play puzzles, but do not solve, check solutions or play board games; \
                 `web/build.sh`, in a clone of Soliter, writes the engine.wasm that they need for that",
            );
        }
        if let Some(code) = others.first().and_then(|other| addresses::code(other)) {
            output::note(&format!("a phone in the same network reads it from here:\n{code}"));
        }
        if !local.ip().is_loopback() {
            output::note("warning: every machine that reaches this address may use the solver");
        }
    }
    Ok(())
}

async fn accept(
    session: &Session,
    listener: &TcpListener,
    (shared, routes): (&Shared, &axum::Router),
    lasting: Duration,
) {
    let connections = &shared.connections;
    while !session.is_cancelled() {
        let Ok(accepted) = tokio::time::timeout(TICK, listener.accept()).await else { continue };
        let Ok((stream, _)) = accepted else {
            // There may be no free descriptors: try again a little later.
            tokio::time::sleep(TICK).await;
            continue;
        };
        while connections.count() >= CONNECTIONS {
            if session.is_cancelled() {
                return;
            }
            connections.ask_oldest_idle();
            tokio::time::sleep(ROOM).await;
        }
        let connection = connections.open();
        let routes = routes.clone();
        tokio::spawn(async move {
            // An error is caused by the client: it closed the connection, or did not speak HTTP.
            let _ = serve_connection(stream, routes, &connection, lasting).await;
        });
    }
}

async fn serve_connection(
    stream: TcpStream,
    routes: axum::Router,
    connection: &Arc<Connection>,
    lasting: Duration,
) -> std::io::Result<()> {
    // A second handle shows whether data have arrived that have not been read.
    let stream = stream.into_std()?;
    let heard = stream.try_clone()?;
    let stream = TokioIo::new(TcpStream::from_std(stream)?);
    let watched = Watched { stream, connection: Arc::clone(connection) };
    let routes = routes.layer(axum::Extension(Arc::clone(connection)));
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(watched, TowerToHyperService::new(routes));
    connection.last(&heard, served, lasting).await;
    Ok(())
}
