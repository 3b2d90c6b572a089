//! A connection to another process of a cluster, and a second one that nothing is sent through. Only the second one
//! tells when a host is gone: what a process does not read because it is stopped piles up in the first, and to the
//! system that looks as if its host were gone.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use socket2::{SockRef, TcpKeepalive};

use crate::base::control::{Control, Stop};
use crate::peg::search::disk::cluster::frame::{Receiver, framed, is_pause};
use crate::peg::search::disk::fault::{Fault, Peer};
use crate::peg::search::disk::folder::runs::{self, Arrival};
use crate::peg::search::disk::{store::lock, weight::Weight};

/// A host that is silent for this long is probed ...
const KEEPALIVE_TIME: Duration = Duration::from_secs(10);
/// ... again and again at this interval ...
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// ... and counts as gone when it has not answered for this long.
#[cfg(any(target_os = "linux", target_os = "android"))]
const USER_TIMEOUT: Duration = Duration::from_secs(30);
/// The time between two checks of the limits while a process waits for another.
const TICK: Duration = Duration::from_millis(50);
/// More bytes than any body has.
pub(crate) const MAX_BODY: usize = 1 << 26;
/// Packets are sent when they take this many bytes.
const PARCEL: usize = 1 << 16;
const UNUSABLE: &str = "the connections cannot be used";

/// A connection to another process.
pub(crate) struct Link {
    stream: TcpStream,
    /// The second connection, which the system ends when the host is gone.
    pulse: Option<TcpStream>,
    pub(super) peer: Peer,
    /// Whether a folder holds the levels that have been completed.
    kept: bool,
    /// The time that a deadline is away when the process begins to wait.
    wait: Duration,
    control: Control,
    /// Packets of arrivals that have not been sent yet.
    parcel: Mutex<Vec<u8>>,
    /// The numbers of bytes sent and received.
    pub(super) traffic: [AtomicU64; 2],
    /// The microseconds for which threads have waited to send packets.
    pub(crate) blocked: AtomicU64,
}

impl Link {
    /// Prepares a connection.
    pub(super) fn new(
        stream: TcpStream,
        peer: Peer,
        kept: bool,
        wait: Duration,
        control: &Control,
    ) -> Result<Self, Fault> {
        let prepare = || {
            stream.set_nonblocking(false)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(TICK))?;
            stream.set_write_timeout(Some(TICK))?;
            SockRef::from(&stream).set_tcp_keepalive(
                &TcpKeepalive::new().with_time(KEEPALIVE_TIME).with_interval(KEEPALIVE_INTERVAL),
            )
        };
        prepare().map_err(|_| Stop::Fault(UNUSABLE))?;
        let (control, traffic) = (control.clone(), <[AtomicU64; 2]>::default());
        let (parcel, blocked) = (Mutex::default(), AtomicU64::default());
        Ok(Self { stream, pulse: None, peer, kept, wait, control, parcel, traffic, blocked })
    }

    /// Adds a second connection to the same process.
    pub(super) fn with_pulse(mut self, second: Self) -> Result<Self, Fault> {
        let pulse = second.stream;
        let prepare = || {
            #[cfg(any(target_os = "linux", target_os = "android"))]
            SockRef::from(&pulse).set_tcp_user_timeout(Some(USER_TIMEOUT))?;
            pulse.set_nonblocking(true)
        };
        prepare().map_err(|_| Stop::Fault(UNUSABLE))?;
        self.pulse = Some(pulse);
        Ok(self)
    }

    /// Sends a value as JSON.
    pub(crate) fn send<T: Serialize>(&self, value: &T) -> Result<(), Fault> {
        let text = serde_json::to_vec(value);
        self.send_bytes(&text.map_err(|_| Stop::Fault("a value cannot be sent"))?)
    }

    /// Waits for a value, at most until the deadline `until`.
    pub(crate) fn receive<T: DeserializeOwned>(&self, until: Option<Instant>) -> Result<T, Fault> {
        serde_json::from_slice(&self.receive_bytes(until, MAX_BODY)?).map_err(|_| self.lost())
    }

    /// Sends a packet of arrivals for a bucket, at the latest when the packets end; folds the packet.
    pub(crate) fn send_packet<W: Weight>(
        &self,
        bucket: usize,
        packet: &mut Vec<Arrival<W>>,
    ) -> Result<(), Fault> {
        runs::fold(packet)?;
        let clock = Instant::now();
        let mut parcel = lock(&self.parcel);
        let mut waited = clock.elapsed();
        runs::write_packet(&mut parcel, bucket, packet);
        if parcel.len() >= PARCEL {
            let clock = Instant::now();
            self.send_bytes(&parcel)?;
            waited += clock.elapsed();
            parcel.clear();
        }
        self.blocked.fetch_add(waited.as_micros() as u64, Relaxed);
        Ok(())
    }

    /// Sends what is left of the packets of a level, and then an empty body, which ends them.
    pub(crate) fn end_packets(&self) -> Result<(), Fault> {
        let parcel = std::mem::take(&mut *lock(&self.parcel));
        if !parcel.is_empty() {
            self.send_bytes(&parcel)?;
        }
        self.send_bytes(&[])
    }

    pub(super) fn send_bytes(&self, body: &[u8]) -> Result<(), Fault> {
        let bytes = framed(body);
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let stopped = match (&self.stream).write(rest) {
                Ok(written) if written > 0 => {
                    rest = &rest[written..];
                    None
                }
                Err(error) if is_pause(&error) => self.check().err(),
                _ => Some(self.lost()),
            };
            if let Some(fault) = stopped {
                // No other thread may go on where this one has sent half of its bytes.
                self.close();
                return Err(fault);
            }
        }
        self.traffic[0].fetch_add(bytes.len() as u64, Relaxed);
        Ok(())
    }

    /// Waits for a value, as long as the connections to some other processes have not ended.
    pub(super) fn receive_beside<T: DeserializeOwned>(
        &self,
        others: &[Option<Self>],
    ) -> Result<T, Fault> {
        let watch = || match others.iter().flatten().find(|other| other.has_ended()) {
            Some(ended) => Err(ended.lost()),
            None => Ok(()),
        };
        serde_json::from_slice(&self.receive_watching(None, MAX_BODY, watch)?)
            .map_err(|_| self.lost())
    }

    /// Waits for a body of at most `most` bytes, at most until the deadline `until`.
    pub(crate) fn receive_bytes(
        &self,
        until: Option<Instant>,
        most: usize,
    ) -> Result<Vec<u8>, Fault> {
        self.receive_watching(until, most, || Ok(()))
    }

    fn receive_watching(
        &self,
        until: Option<Instant>,
        most: usize,
        watch: impl Fn() -> Result<(), Fault>,
    ) -> Result<Vec<u8>, Fault> {
        let mut receiver = Receiver::new(most);
        loop {
            self.check()?;
            watch()?;
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(Fault::Late(self.peer.clone(), self.wait));
            }
            if let Some(bytes) = receiver.receive(&self.stream).map_err(|_| self.lost())? {
                self.traffic[1].fetch_add(bytes.len() as u64, Relaxed);
                return Ok(bytes);
            }
        }
    }

    /// Checks the limits, and that the other host is there.
    fn check(&self) -> Result<(), Fault> {
        self.control.check()?;
        // A process that ends may have sent something before that is still on its way.
        if self.pulse().is_ok() {
            return Ok(());
        }
        // The system tells it once, and other threads have to find it too.
        self.close();
        Err(self.lost())
    }

    /// Whether the other process has ended the connection, or its host is gone. Nobody may read from the link at the
    /// same time.
    pub(super) fn has_ended(&self) -> bool {
        !matches!(self.pulse(), Ok(true))
    }

    /// Whether the second connection is there; an error if the system has ended it.
    fn pulse(&self) -> Result<bool, io::Error> {
        let Some(mut pulse) = self.pulse.as_ref() else { return Ok(true) };
        match pulse.read(&mut [0]) {
            Ok(read) => Ok(read > 0),
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    /// Ends the connection. Whoever waits for the other process finds that it is gone.
    pub(crate) fn close(&self) {
        for stream in [Some(&self.stream), self.pulse.as_ref()].into_iter().flatten() {
            // The other process may have ended it before.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// The fault when the other process has ended, or does not follow the protocol. If a limit of this process
    /// has been reached, this process has ended the connection itself.
    pub(super) fn lost(&self) -> Fault {
        match self.control.check() {
            Ok(()) => Fault::Lost { peer: self.peer.clone(), kept: self.kept },
            Err(stop) => stop.into(),
        }
    }
}
