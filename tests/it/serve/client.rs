//! A server process, and requests written byte by byte.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(["serve", "-q", "--threads", "2", "--port", "0"]).args(arguments);
    command
}

pub(crate) fn serve(arguments: &[&str]) -> Server {
    let mut process = command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("soliter starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("a pipe"))
        .read_line(&mut line)
        .expect("an address");
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    Server { process, address }
}

/// A response split into its parts.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// `None` if the server closed the connection without a response.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (head, body) = text.split_once("\r\n\r\n")?;
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| {
            let (key, value) = line.split_once(": ")?;
            Some((key.to_lowercase(), value.to_owned()))
        });
        let headers: Vec<_> = headers.collect();
        let chunked =
            headers.iter().any(|(key, value)| key == "transfer-encoding" && value == "chunked");
        let body = if chunked { unchunk(body) } else { body.to_owned() };
        Some(Self { status, headers, body })
    }
}

fn unchunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        body.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

pub(crate) fn post(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Opens a connection and sends bytes; it is not an error if the server stops reading.
pub(crate) fn send(server: &Server, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(180))).expect("a time limit");
    let _ = stream.write_all(text.as_bytes());
    stream
}

/// All bytes until the connection is closed.
pub(crate) fn read_all(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes) {
        assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "no answer in its time");
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// All text received up to and including a phrase.
pub(crate) fn read_until(stream: &mut TcpStream, phrase: &str) -> String {
    let mut text = String::new();
    let mut bytes = [0; 4096];
    while !text.contains(phrase) {
        let count = stream.read(&mut bytes).expect("an answer in its time");
        assert!(count > 0, "the connection was closed after {text:?}");
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    text
}

/// Sends a request, and returns the complete response.
pub(crate) fn talk(server: &Server, text: impl AsRef<str>) -> Answer {
    let answer = read_all(&mut send(server, text.as_ref()));
    Answer::parse(&answer).unwrap_or_else(|| panic!("no answer but {answer:?}"))
}
