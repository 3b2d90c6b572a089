//! Beams: after each jump, the positions with the best ratings are kept, up to a fixed number.

use rustc_hash::FxHashMap;

use super::{Game, Wide};
use soliter_base::control::{Control, Stop};
use soliter_boards::line::Line;

/// The positions that beams keep on each level, one beam after the other.
pub(super) const WIDTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// The work of one successor, in units of [`Control::check_work`].
const WORK: usize = 2;

/// How a position was reached.
struct Node {
    parent: u32,
    leap: u32,
}

/// A solution that a beam of this width finds; `None` proves nothing.
pub(super) fn line<const N: usize>(
    game: &Game<'_, N>,
    width: usize,
    entered: &mut u64,
    control: &Control,
) -> Result<Option<Line>, Stop> {
    let jumps = game.puzzle.jumps();
    if jumps == 0 {
        return Ok(None);
    }
    let mut beam: Vec<Wide<N>> = vec![game.start];
    let mut levels: Vec<Vec<Node>> = Vec::new();
    for level in 0..jumps {
        control.report_progress(|| format!("beam of {width}: jump {level} of {jumps}"));
        let held = levels.iter().map(|nodes| size_of_val(&nodes[..]) as u64).sum::<u64>();
        let mut next: FxHashMap<Wide<N>, Node> = FxHashMap::default();
        for (parent, position) in beam.iter().enumerate() {
            let fitting = game.leaps.iter().zip(0..).filter(|(leap, _)| leap.fits(position));
            let before = next.len();
            for (leap, number) in fitting {
                let node = || Node { parent: parent as u32, leap: number };
                next.entry(leap.after(position)).or_insert_with(node);
            }
            *entered += 1;
            control.check_work(game.leaps.len() / 16 + WORK * (next.len() - before) + 1)?;
            if parent % 1024 == 0 {
                control
                    .check_memory(held + crate::map_bytes::<(Wide<N>, Node)>(next.capacity()))?;
            }
        }
        if level + 1 == jumps {
            next.retain(|position, _| game.accepts(position));
        }
        let mut rated: Vec<(u32, Wide<N>, Node)> = next
            .into_iter()
            .map(|(position, node)| (rating(game, &position), position, node))
            .collect();
        control.check_work(rated.len() * game.leaps.len() / 16)?;
        // Positions decide between equal ratings, so that every run keeps the same.
        if rated.len() > width {
            rated.select_nth_unstable_by_key(width, |(rating, position, _)| (*rating, *position));
            rated.truncate(width);
        }
        rated.sort_unstable_by_key(|(rating, position, _)| (*rating, *position));
        let nodes;
        (beam, nodes) = rated.into_iter().map(|(_, position, node)| (position, node)).unzip();
        levels.push(nodes);
        if beam.is_empty() {
            return Ok(None);
        }
    }
    let (mut at, mut back) = (0, Vec::new());
    for nodes in levels.iter().rev() {
        let Node { parent, leap } = nodes[at];
        back.push(leap as usize);
        at = parent as usize;
    }
    Ok(Some(game.line(back.into_iter().rev())))
}

/// The rating of a position, smaller for better ones: its burden, reduced by the number of legal jumps.
fn rating<const N: usize>(game: &Game<'_, N>, position: &Wide<N>) -> u32 {
    let mobility = game.leaps.iter().filter(|leap| leap.fits(position)).count() as u32;
    (1 << 20) + game.burden(position) - mobility.min(1 << 20)
}
