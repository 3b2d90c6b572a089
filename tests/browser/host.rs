//! A plain host of static files, on which a site can be put.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A host of static files that runs until it is dropped.
pub(crate) struct Host {
    pub(crate) address: String,
    has_ended: Arc<AtomicBool>,
}

impl Host {
    pub(crate) fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (folder, has_ended) = (folder.to_owned(), Arc::new(AtomicBool::new(false)));
        let ended = Arc::clone(&has_ended);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::SeqCst) {
                    return;
                }
                // A browser may open connections and send nothing on them for a while.
                let (folder, ended) = (folder.clone(), Arc::clone(&ended));
                std::thread::spawn(move || answer(stream?, &folder, &ended));
            }
        });
        Self { address: format!("http://127.0.0.1:{port}/"), has_ended }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::SeqCst);
        // The thread notices the end at the next connection, and then releases the port.
        let address = self.address.trim_start_matches("http://").trim_end_matches('/');
        let _ = TcpStream::connect(address);
    }
}

fn answer(mut stream: TcpStream, folder: &Path, ended: &AtomicBool) -> std::io::Result<()> {
    let mut request = String::new();
    BufReader::new(&stream).read_line(&mut request)?;
    if ended.load(Ordering::SeqCst) {
        return Ok(());
    }
    let path = request.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let path = path.split('?').next().filter(|path| !path.is_empty()).unwrap_or("index.html");
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let (status, bytes) = match std::fs::read(folder.join(path)) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = bytes.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&bytes)
}
