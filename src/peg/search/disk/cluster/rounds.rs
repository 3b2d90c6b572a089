//! Work in rounds: when a process has been lost, the others wait for it and resume from the complete levels of the
//! folder that all share.
//!
//! Suppose that process 1 of three is killed while level 17 is made. Process 0 finds that the connection to it is
//! gone, and ends the one to process 2, which therefore stops too. Both connect again, and wait for process 1 for
//! as long as they waited in the beginning. If it is started again, the three make level 17 once more, with every
//! third bucket each; if it is not, and two processes are enough, the two make it with every second.

use std::time::Duration;

use crate::base::control::Control;
use crate::peg::search::disk::cluster::handshake::Handshake;
use crate::peg::search::disk::{fault::Fault, folder::Place};

/// After so many rounds without a new level the work ends.
const MOST_FRUITLESS: u32 = 20;
/// The time between two looks at the limits.
const TICK: Duration = Duration::from_millis(50);

/// Does the work of `round` again and again, until it does not end with a fault that may pass. It is given how to
/// connect and the folder, and says how many levels are complete. From the second round on, `enough` processes suffice.
pub(super) fn in_rounds<T>(
    mut handshake: Handshake<'_>,
    enough: usize,
    place: &Place,
    mut round: impl FnMut(&Handshake<'_>, &Place, &mut usize) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut place = place.clone();
    let (mut most, mut fruitless) = (0, 0);
    loop {
        let mut levels = 0;
        let fault = match round(&handshake, &place, &mut levels) {
            Ok(answer) => return Ok(answer),
            Err(fault) => fault,
        };
        fruitless = if levels > most { 0 } else { fruitless + 1 };
        most = most.max(levels);
        // A folder in which no level was ever written is no disk that is full for a while.
        let passing = match fault {
            Fault::Lost { .. } => true,
            Fault::Io { .. } => most > 0,
            _ => false,
        };
        if !handshake.shared || !passing || fruitless == MOST_FRUITLESS {
            return Err(fault);
        }
        let control = handshake.control;
        control.say(|| format!("cluster: {fault}; tries again from the last whole level"));
        if matches!(fault, Fault::Io { .. }) {
            // A full disk may be emptied.
            pause(handshake.wait / MOST_FRUITLESS, control)?;
        }
        place.resume = true;
        handshake.enough = enough;
    }
}

fn pause(time: Duration, control: &Control) -> Result<(), Fault> {
    let mut left = time;
    while !left.is_zero() {
        control.check()?;
        let step = left.min(TICK);
        std::thread::sleep(step);
        left -= step;
    }
    Ok(())
}
