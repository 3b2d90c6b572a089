//! What a count of positions with levels on disk takes, by one process or by several, told from a plan of it.
//!
//! How many arrivals are sent, and in how many bytes, depends on the board: a level that was counted is followed
//! by one jump in memory, packets and all. docs/cluster.md holds the model against runs.

use std::cell::Cell;

use crate::peg::puzzle::Puzzle;
use crate::peg::search::count::plan::Plan;
use crate::peg::search::disk::folder::{runs, runs::Arrival, share::Share};
use crate::peg::search::disk::{
    fault::Fault,
    index::Index,
    packets::{BLOCK, Packets},
    store,
};
use crate::peg::search::space::{Space, open};

/// The time of an arrival, in that of an arrival of a count in memory (central game: 5.0 s instead of 4.0).
const MADE: f64 = 1.25;
/// The time that sending and receiving an arrival adds (central game: 6.4 s with two processes, of which 36 %
/// are sent; 7.3 s with four, 58 %).
const SENT: f64 = 0.95;
/// The time that writing an arrival to a run and reading it adds (central game: 7.7 s with `--spill 1MiB`, 93 %).
const SPILLED: f64 = 0.7;
/// Seconds of a level beside that (triangle of 15 holes, with and without `--dir`: 0.01 to 0.02).
const A_LEVEL: f64 = 0.02;
/// Bytes of a position in the file of a level, and in a run (docs/disk.md: 1.3 to 1.5 in the largest levels).
const IN_FILE: f64 = 1.4;
/// Bytes of memory of a position of the level in the making (central game: 10 to 12; French board from 44: 14 to 16).
const IN_STORE: f64 = 14.0;
/// Bytes of memory of a process beside that.
const BESIDE: f64 = 20.0 * (1 << 20) as f64;
/// About so many positions of a level are looked at.
const SAMPLE: usize = 1 << 18;

/// Who counts.
#[derive(Clone, Copy, Debug)]
pub struct Team {
    /// The number of processes.
    pub processes: usize,
    /// Bytes of memory that each has for the positions of the level in the making (`--spill`).
    pub in_memory: u64,
    /// Bytes that each can send in a second, while it receives as many.
    pub bandwidth: f64,
}

/// What each process takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    /// Bytes of memory.
    pub memory: f64,
    /// Bytes on disk: two levels, and the runs of the later one.
    pub disk: f64,
    /// Bytes sent to other processes.
    pub sent: f64,
    /// Seconds, on hosts that are as fast as the one that planned.
    pub seconds: f64,
}

/// What each process of a team would take for a count that was planned.
pub fn taken(puzzle: &Puzzle, plan: &Plan, team: &Team) -> Result<Taken, Fault> {
    let index = Index::new(&puzzle.board, puzzle.start).ok_or(Fault::TooLarge)?;
    let n = team.processes as f64;
    let packed = packed(puzzle, &index, &plan.largest_counted, team.processes)?;
    let buckets = index.buckets() as f64;
    let share = team.in_memory as f64 / (buckets / n).max(1.0) / size_of::<Arrival<()>>() as f64;
    let in_memory = team.in_memory as f64;
    let mut all = Taken {
        memory: BESIDE + (IN_STORE * plan.largest() / n).min(1.2 * in_memory),
        ..Taken::default()
    };
    for levels in plan.levels.windows(2) {
        let [from, to] = [levels[0], levels[1]];
        let arrivals = from.arrivals / n;
        let spilled = arrivals * store::spilled(to.classes / buckets, share);
        let on_disk = IN_FILE * (from.classes + to.classes) / n + IN_FILE * spilled;
        all.disk = all.disk.max(on_disk);
        let sent = arrivals * packed.sent_bytes;
        all.sent += sent;
        let work = arrivals * (MADE + SENT * packed.sent) + SPILLED * spilled;
        all.seconds += (work / plan.arrivals_a_second).max(sent / team.bandwidth) + A_LEVEL;
    }
    Ok(all)
}

/// Arrivals in packets.
struct Packed {
    /// The share of the arrivals that fall into buckets of other processes.
    sent: f64,
    /// Bytes sent for each arrival, whether it is sent or not.
    sent_bytes: f64,
}

/// Puts the arrivals from some of the buckets of the first process into packets.
fn packed(
    puzzle: &Puzzle,
    index: &Index,
    level: &[u64],
    processes: usize,
) -> Result<Packed, Fault> {
    let buckets = index.buckets();
    let own = Share::equal(0, processes.min(buckets), buckets);
    let enough = SAMPLE * buckets / level.len().max(1) * processes;
    let places = level.iter().map(|&position| index.place(position));
    let mut sample: Vec<_> =
        places.filter(|&(bucket, _)| own.has(bucket) && bucket <= enough).collect();
    sample.sort_unstable();
    let [all, sent, sent_bytes] = [const { Cell::new(0) }; 3];
    let deliver = |bucket: usize, packet: &mut Vec<Arrival<()>>| {
        all.update(|n| n + packet.len());
        if !own.has(bucket) {
            sent.update(|n| n + packet.len());
            let mut bytes = Vec::new();
            runs::fold(packet)?;
            runs::write_packet(&mut bytes, bucket, packet);
            sent_bytes.update(|n| n + bytes.len());
        }
        Ok(())
    };
    let open = open(puzzle);
    let space = Space::new(&open)?;
    let mut packets = Packets::new(buckets, &deliver);
    let positions: Vec<u64> = sample.iter().map(|&(b, key)| index.position(b, key)).collect();
    let mut arrivals = Vec::new();
    for block in positions.chunks(BLOCK) {
        space.forward.each_successor(block, |position| arrivals.push(index.place(position)));
        arrivals.drain(..).try_for_each(|place| packets.send(place, ()))?;
    }
    packets.finish()?;
    let part = |of: Cell<usize>| of.get() as f64 / all.get().max(1) as f64;
    Ok(Packed { sent: part(sent), sent_bytes: part(sent_bytes) })
}
