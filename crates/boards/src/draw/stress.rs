//! Places for the holes of a board without a drawing: by their distances along its lines.
//!
//! The places minimise the *stress*, the squared differences between distances in the picture and along lines, each
//! divided by the square of the latter. Every step moves each hole to the mean of where the others want it, which never
//! raises the stress (E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, 2004). Only sums,
//! products, quotients and square roots are taken, in a fixed order, so every machine draws the same picture.

use std::collections::VecDeque;

use crate::board::position::Hole;

/// The number of steps; fewer on a board so large that they would exceed [`MOST_WORK`].
const STEPS: usize = 300;
/// The limit on steps times pairs of holes.
const MOST_WORK: usize = 60_000_000;
/// No two holes are nearer than this, in units of the distance of neighbours of a lattice ...
const NEAREST: f64 = 1.0;
/// ... unless the picture would have to be enlarged more than this.
const LARGEST: f64 = 3.0;

/// More holes stay on a circle: time and memory grow with the square of their number.
const MOST_HOLES: usize = 1024;

/// The places of holes between some of which there are lines.
pub(super) fn places(holes: usize, lines: &[(Hole, Hole)]) -> Vec<(f64, f64)> {
    let mut at = on_a_circle(holes);
    if holes > MOST_HOLES {
        return at;
    }
    let distances = distances(holes, lines);
    let steps = STEPS.min(MOST_WORK / (holes * holes).max(1));
    for _ in 0..steps {
        let mut next = Vec::with_capacity(holes);
        for (one, &(x, y)) in at.iter().enumerate() {
            let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
            for (other, &(u, v)) in at.iter().enumerate().filter(|(other, _)| *other != one) {
                let wanted = distances[one][other];
                let weight = 1.0 / (wanted * wanted);
                let (across, down) = (x - u, y - v);
                let apart = (across * across + down * down).sqrt().max(1e-6);
                sum.0 += weight * (u + wanted * across / apart);
                sum.1 += weight * (v + wanted * down / apart);
                weights += weight;
            }
            next.push(if weights > 0.0 { (sum.0 / weights, sum.1 / weights) } else { (x, y) });
        }
        at = next;
    }
    let apart =
        |(x, y): (f64, f64), (u, v): (f64, f64)| ((x - u) * (x - u) + (y - v) * (y - v)).sqrt();
    let nearest = at
        .iter()
        .enumerate()
        .flat_map(|(n, &one)| at[..n].iter().map(move |&other| apart(one, other)));
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    let scale = (NEAREST / nearest).clamp(1.0, LARGEST);
    at.into_iter().map(|(x, y)| (x * scale, y * scale)).collect()
}

/// The numbers of lines from hole to hole. Holes that no lines join are further apart than all others.
fn distances(holes: usize, lines: &[(Hole, Hole)]) -> Vec<Vec<f64>> {
    let mut near = vec![Vec::new(); holes];
    for &(one, other) in lines {
        near[usize::from(one)].push(usize::from(other));
        near[usize::from(other)].push(usize::from(one));
    }
    let from = |start: usize| {
        let mut known = vec![None; holes];
        known[start] = Some(0);
        let mut open = VecDeque::from([start]);
        while let Some(hole) = open.pop_front() {
            for &other in &near[hole] {
                if known[other].is_none() {
                    known[other] = known[hole].map(|steps: usize| steps + 1);
                    open.push_back(other);
                }
            }
        }
        known
    };
    let known: Vec<Vec<Option<usize>>> = (0..holes).map(from).collect();
    let most = known.iter().flatten().flatten().max().copied().unwrap_or(0);
    let distance = |steps: &Option<usize>| steps.unwrap_or(most + 1).max(1) as f64;
    known.iter().map(|row| row.iter().map(distance).collect()).collect()
}

/// Places on a circle whose circumference is about the number of holes.
fn on_a_circle(holes: usize) -> Vec<(f64, f64)> {
    let radius = holes as f64 / 6.0;
    let place = |hole: usize| {
        // Half a turn from each end of the diameter, by rational points: no sine differs from machine to machine.
        let (half, rest) = (holes.div_ceil(2), hole % holes.div_ceil(2).max(1));
        let t = (2 * rest) as f64 / half as f64 - 1.0;
        let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        if hole < half { (radius * x, radius * y) } else { (-radius * x, -radius * y) }
    };
    (0..holes).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_round_and_paths_are_straight() {
        let cycle: Vec<(Hole, Hole)> = (0..8).map(|hole| (hole, (hole + 1) % 8)).collect();
        let at = places(8, &cycle);
        let middle =
            at.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0 / 8.0, sum.1 + one.1 / 8.0));
        let apart = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).hypot(one.1 - other.1);
        let radii: Vec<f64> = at.iter().map(|&one| apart(one, middle)).collect();
        assert!(radii.iter().all(|radius| (radius / radii[0] - 1.0).abs() < 0.05), "{radii:?}");
        for (n, &one) in at.iter().enumerate() {
            assert!(at[..n].iter().all(|&other| apart(one, other) > 0.99));
        }
        let path: Vec<(Hole, Hole)> = (0..5).map(|hole| (hole, hole + 1)).collect();
        let at = places(6, &path);
        assert!(apart(at[0], at[5]) > 4.5, "{at:?}");
        // Every machine has these places.
        assert_eq!(places(6, &path), at);
        assert_eq!(places(1, &[]).len(), 1);
    }
}
