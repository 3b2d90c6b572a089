//! A connection to another process in the form that timely uses.
//!
//! When a connection breaks, timely ends the thread by a panic. A link lets the thread wait instead, and
//! records in the [`Outage`] which process is gone.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::peg::search::disk::cluster::fault::{ClusterFault, Peer};
use crate::peg::search::disk::cluster::outage::Outage;
use crate::peg::search::disk::fault::Fault;

/// A host that is silent for this long is probed ...
const KEEPALIVE_TIME: Duration = Duration::from_secs(10);
/// ... again and again at this interval ...
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// ... and counts as gone when it has not answered for this long.
#[cfg(any(target_os = "linux", target_os = "android"))]
const USER_TIMEOUT: Duration = Duration::from_secs(30);

/// The length in bytes of the header with which timely ends a stream: six numbers that are all 0. Nothing
/// else ends in that many zero bytes, since our own data ends in a byte that is not 0, and that of timely in
/// a number that is not 0.
const LAST: usize = 48;

/// A connection to another process.
pub(super) struct Link {
    stream: TcpStream,
    peer: Peer,
    kept: bool,
    outage: Arc<Outage>,
    /// The number of zero bytes at the end of what was read, at most [`LAST`].
    zeros: usize,
}

impl Link {
    /// Prepares a connection. `kept` says whether a folder holds the levels that have been completed.
    pub(super) fn new(
        stream: TcpStream,
        peer: Peer,
        kept: bool,
        outage: Arc<Outage>,
    ) -> io::Result<Self> {
        stream.set_read_timeout(None)?;
        stream.set_nodelay(true)?;
        let keepalive =
            TcpKeepalive::new().with_time(KEEPALIVE_TIME).with_interval(KEEPALIVE_INTERVAL);
        let socket = SockRef::from(&stream);
        socket.set_tcp_keepalive(&keepalive)?;
        #[cfg(any(target_os = "linux", target_os = "android"))]
        socket.set_tcp_user_timeout(Some(USER_TIMEOUT))?;
        Ok(Self { stream, peer, kept, outage, zeros: 0 })
    }

    /// Records that the peer is gone, and waits for the end of the process.
    fn lost(&self) -> ! {
        let (peer, kept) = (self.peer.clone(), self.kept);
        self.outage.end(Fault::Cluster(ClusterFault::Lost { peer, kept }));
        loop {
            std::thread::park();
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) if self.zeros >= LAST => return Ok(0),
                Ok(read) if read > 0 => {
                    self.outage.received.fetch_add(read as u64, Relaxed);
                    let zeros = buffer[..read].iter().rev().take_while(|&&byte| byte == 0).count();
                    let before = if zeros == read { self.zeros } else { 0 };
                    self.zeros = (before + zeros).min(LAST);
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => self.lost(),
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(bytes) {
                Ok(written) => {
                    self.outage.sent.fetch_add(written as u64, Relaxed);
                    return Ok(written);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.lost(),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        let (peer, outage) = (self.peer.clone(), Arc::clone(&self.outage));
        Ok(Self { stream, peer, kept: self.kept, outage, zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Everything has been sent by now, and the peer may have closed the connection already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
