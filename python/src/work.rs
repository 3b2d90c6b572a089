//! Runs the library in a separate thread: without the interpreter's lock, within limits, and until Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use soliter::Control;

use crate::errors::{Failure, Outcome};

/// The interval at which signals are checked for and progress is reported.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a worker, as large as that of a program's main thread.
const STACK: usize = 8 << 20;

/// The limits of a call: the arguments that all long calls have.
#[derive(Default)]
pub(crate) struct Limits {
    seconds: Option<Duration>,
    memory: Option<u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
}

impl Limits {
    /// `memory` is in GiB. The default of `threads` is the number of processors.
    pub(crate) fn new(
        seconds: Option<f64>,
        memory: Option<f64>,
        threads: Option<i64>,
        progress: Option<Py<PyAny>>,
    ) -> Outcome<Self> {
        let wrong = |name: &str, help| Err(Failure::unfit(format!("{name} is out of range"), help));
        let seconds = match seconds.map(Duration::try_from_secs_f64) {
            Some(Err(_)) => return wrong("seconds", "a number of 0 or more; None for no limit"),
            Some(Ok(seconds)) => Some(seconds),
            None => None,
        };
        let memory = match memory {
            Some(memory) if !(memory > 0.0 && memory < 1e9) => {
                return wrong("memory", "GiB, a number above 0; None for 4");
            }
            memory => memory.map(|memory| (memory * f64::from(1 << 30)) as u64),
        };
        if let Some(progress) = &progress
            && !Python::attach(|py| progress.bind(py).is_callable())
        {
            return Err(PyTypeError::new_err("progress is a function of a text").into());
        }
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = match threads {
            None => cores,
            // More threads than processors would only use memory.
            Some(threads) if threads >= 1 => cores.min(threads as usize),
            Some(_) => return wrong("threads", "1 or more; None for one for each processor"),
        };
        Ok(Self { seconds, memory, threads, progress })
    }

    fn control(&self) -> Control {
        let control = Control::default().threads(self.threads);
        let control = match self.memory {
            Some(bytes) => control.memory(bytes),
            None => control,
        };
        match self.seconds {
            Some(limit) => control.within(limit),
            None => control,
        }
    }
}

/// Runs the work. An exception from a signal handler or from the progress callback cancels it, and is raised
/// when the worker has ended.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Control) -> T + Send,
) -> Outcome<T> {
    let cancelled = Arc::new(AtomicBool::new(false));
    // If several phrases arrive between two ticks, the last one is reported.
    let phrase: Arc<Mutex<Option<String>>> = Arc::default();
    let mut control = limits.control().cancelled_by(Arc::clone(&cancelled));
    if limits.progress.is_some() {
        let slot = Arc::clone(&phrase);
        control = control.reporting(Arc::new(move |said: &str| {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(said.to_owned());
        }));
    }
    let tell = || -> PyResult<()> {
        let said = phrase.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(said), Some(progress)) = (said, &limits.progress) {
            progress.call1(py, (said,))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let (sender, mut receiver) = sync_channel(1);
        let worker = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&control)));
            // The receiver waits until this arrives.
            let _ = sender.send(result);
        };
        thread::Builder::new()
            .name("soliter".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, worker)
            .map_err(|error| Failure::Limit(format!("could not start a thread: {error}")))?;
        let mut raised = None;
        loop {
            let waited = py.detach(|| {
                let receiver = &mut receiver;
                receiver.recv_timeout(TICK)
            });
            if raised.is_none()
                && let Err(error) = py.check_signals().and_then(|()| tell())
            {
                cancelled.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
            match (waited, &mut raised) {
                (Err(RecvTimeoutError::Timeout), _) => {}
                (_, raised) if raised.is_some() => {
                    return Err(raised.take().map_or_else(broken, Failure::Python));
                }
                (Ok(Ok(done)), _) => return Ok(done),
                (Ok(Err(_)) | Err(RecvTimeoutError::Disconnected), _) => return Err(broken()),
            }
        }
    })
}

fn broken() -> Failure {
    Failure::Fault("soliter broke; what it wrote to standard error says where".to_owned())
}
