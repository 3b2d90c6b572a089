//! Process 0 opens the folder, and the other processes check that they see the same one.

use std::net::TcpStream;
use std::time::SystemTime;

use crate::base::control::Stop;
use crate::peg::puzzle::Puzzle;
use crate::peg::search::disk::cluster::frame::Message;
use crate::peg::search::disk::cluster::handshake::Handshake;
use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::{Folder, Place};

/// The file that shows whether the processes share a folder.
const TOKEN: &str = "cluster.part";

/// The folder that all processes work with. Process 0 opens it and tells the others which levels it holds; they
/// check that they see the same folder.
pub(super) fn agreed_folder(
    handshake: &Handshake<'_>,
    streams: &mut [Option<TcpStream>],
    (puzzle, what): (&Puzzle, &str),
    place: &Place,
    buckets: usize,
) -> Result<Folder, Fault> {
    let token_path = place.folder.join(TOKEN);
    if handshake.process == 0 {
        handshake.all_ready(streams)?;
        let folder = Folder::open(place, puzzle, what, buckets, handshake.control)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let token = format!("{} {}", now.as_nanos(), std::process::id());
        std::fs::write(&token_path, &token).map_err(|error| Fault::io(&token_path, error))?;
        for (process, stream) in streams.iter_mut().enumerate() {
            if let Some(stream) = stream {
                let go = Message::Go(folder.levels().to_vec(), token.clone());
                handshake.send_to(process, stream, &go)?;
            }
        }
        return Ok(folder);
    }
    let Some(Some(first)) = streams.first_mut() else {
        return Err(Fault::Stopped(Stop::Fault("no connection to process 0")));
    };
    handshake.send_to(0, first, &Message::Ready)?;
    let (levels, token) = handshake.receive_go(first)?;
    let sees_token = || std::fs::read_to_string(&token_path).is_ok_and(|text| text == token);
    if handshake.common.folder && !sees_token() {
        return Err(Fault::Refused {
            folder: place.folder.clone(),
            why: "it is not the folder of process 0".to_owned(),
            help: "--dir has to be one folder that all processes share; it can be left out",
        });
    }
    Ok(Folder::joined(place, puzzle, what, buckets, levels))
}

/// Removes the token when the work is done.
pub(super) fn remove_token(place: &Place) {
    // If it cannot be removed, it takes up space and does no other harm.
    let _ = std::fs::remove_file(place.folder.join(TOKEN));
}
