//! A connection between two hosts that takes its time, and is cut now and then.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long each byte is on its way.
const DELAY: Duration = Duration::from_millis(5);
/// The most bytes that travel together ...
const PIECE: usize = 1 << 14;
/// ... and the most such pieces on their way.
const ON_THE_WAY: usize = 64;

/// Relays what connects to one address to another, until it is dropped.
pub(crate) struct Relay {
    at: SocketAddr,
    ended: Arc<AtomicBool>,
    cuts: Arc<Mutex<Cuts>>,
    listener: Option<JoinHandle<()>>,
}

/// The cuts that are to come, the next one last: each after so many bytes, from the one before.
struct Cuts(Vec<usize>);

impl Cuts {
    /// Whether the connection is cut at these bytes.
    fn cut(&mut self, bytes: usize) -> bool {
        let Some(left) = self.0.last_mut() else { return false };
        *left = left.saturating_sub(bytes);
        let now = *left == 0;
        if now {
            self.0.pop();
        }
        now
    }
}

impl Relay {
    pub(crate) fn new(at: SocketAddr, to: SocketAddr, cuts: Vec<usize>) -> Self {
        let port = TcpListener::bind(at).expect("a free port");
        let (ended, cuts) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Cuts(cuts))));
        let (stop, all) = (Arc::clone(&ended), Arc::clone(&cuts));
        let listener = thread::spawn(move || {
            while let Ok((one, _)) = port.accept() {
                if stop.load(Relaxed) {
                    return;
                }
                // Where nobody listens, who has connected is sent away.
                let Ok(other) = TcpStream::connect(to) else { continue };
                for (from, to) in [(&one, &other), (&other, &one)] {
                    let copy = |stream: &TcpStream| stream.try_clone().expect("a copy");
                    let (from, to, cuts) = (copy(from), copy(to), Arc::clone(&all));
                    thread::spawn(move || carry(&from, &to, &cuts));
                }
            }
        });
        Self { at, ended, cuts, listener: Some(listener) }
    }

    /// How many cuts are still to come.
    pub(crate) fn cuts_left(&self) -> usize {
        self.cuts.lock().unwrap_or_else(PoisonError::into_inner).0.len()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.ended.store(true, Relaxed);
        // The listener wakes up.
        let _ = TcpStream::connect(self.at);
        if let Some(listener) = self.listener.take() {
            let _ = listener.join();
        }
    }
}

/// Carries bytes one way until one side ends or the connection is cut.
fn carry(from: &TcpStream, to: &TcpStream, cuts: &Mutex<Cuts>) {
    let _ = to.set_nodelay(true);
    let (leave, arrive) = sync_channel::<(Instant, Vec<u8>)>(ON_THE_WAY);
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut to = to;
            for (due, bytes) in arrive {
                thread::sleep(due.saturating_duration_since(Instant::now()));
                if to.write_all(&bytes).is_err() {
                    // Who sends learns it, too.
                    let _ = from.shutdown(Shutdown::Both);
                    return;
                }
            }
            let _ = to.shutdown(Shutdown::Write);
        });
        let (mut piece, mut source) = (vec![0; PIECE], from);
        while let Ok(read) = source.read(&mut piece)
            && read > 0
        {
            if cuts.lock().unwrap_or_else(PoisonError::into_inner).cut(read) {
                let _ = from.shutdown(Shutdown::Both);
                let _ = to.shutdown(Shutdown::Both);
                break;
            }
            if leave.send((Instant::now() + DELAY, piece[..read].to_vec())).is_err() {
                break;
            }
        }
        drop(leave);
    });
}
