//! The convex hull of a few points as equalities and facets. It is computed exactly, by trying all
//! hyperplanes through the points.

use std::collections::BTreeSet;

use num_integer::{gcd, lcm};

use crate::meter::Meter;
use soliter_base::control::Stop;

/// A facet `coefficients * x <= bound`, or an equality `coefficients * x = bound`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Facet {
    pub(crate) coefficients: Vec<i64>,
    pub(crate) bound: i64,
    pub(crate) is_equality: bool,
}

const MAX_TRIES: u64 = 30_000;

/// The facets of the hull of points with small whole coordinates, unless a limit is reached first. `None` if
/// there are no points, or if it is too much work.
pub(crate) fn hull(points: &[Vec<i64>], meter: &Meter) -> Option<Result<Vec<Facet>, Stop>> {
    let first = points.first()?;
    let dimensions = first.len();
    let directions: Vec<Vec<i128>> = points[1..]
        .iter()
        .map(|point| point.iter().zip(first).map(|(a, b)| i128::from(a - b)).collect())
        .collect();
    let (basis, pivots) = echelon(directions, dimensions);
    let mut facets = BTreeSet::new();
    for free in (0..dimensions).filter(|column| !pivots.contains(column)) {
        let coefficients = null_vector(&basis, &pivots, free, dimensions);
        let bound = dot(&coefficients, first);
        facets.insert(facet(coefficients, bound, true)?);
    }
    let rank = pivots.len();
    let mut tries = 1u64;
    for n in 0..rank as u64 {
        tries = tries.checked_mul(points.len() as u64 - n)? / (n + 1);
        if tries > MAX_TRIES {
            return None;
        }
    }
    let flat: Vec<Vec<i64>> =
        points.iter().map(|point| pivots.iter().map(|&p| point[p]).collect()).collect();
    let mut chosen: Vec<usize> = (0..rank).collect();
    let mut left = rank > 0;
    while left {
        if let Err(stop) = meter.step(16 * rank * rank * rank + 16 * rank * flat.len()) {
            return Some(Err(stop));
        }
        if let Some((normal, bound)) = hyperplane(&flat, &chosen) {
            let sides: Vec<i128> = flat.iter().map(|point| dot(&normal, point) - bound).collect();
            let (below, above) = (sides.iter().all(|&s| s <= 0), sides.iter().all(|&s| s >= 0));
            if below || above {
                let sign = if below { 1 } else { -1 };
                let mut coefficients = vec![0; dimensions];
                for (&pivot, &value) in pivots.iter().zip(&normal) {
                    coefficients[pivot] = sign * value;
                }
                facets.insert(facet(coefficients, sign * bound, false)?);
            }
        }
        left = advance(&mut chosen, flat.len());
    }
    Some(Ok(facets.into_iter().collect()))
}

fn dot(a: &[i128], b: &[i64]) -> i128 {
    a.iter().zip(b).map(|(&a, &b)| a * i128::from(b)).sum()
}

/// A facet or an equality divided by the common factor of its numbers; `None` if a number exceeds 64 bits.
fn facet(coefficients: Vec<i128>, bound: i128, is_equality: bool) -> Option<Facet> {
    let divisor = coefficients.iter().fold(bound, |all, &c| gcd(all, c)).max(1);
    // An equation is stored with a positive first coefficient.
    let flip = is_equality && coefficients.iter().find(|c| **c != 0).is_some_and(|c| *c < 0);
    let sign = if flip { -1 } else { 1 };
    let small = |value: i128| i64::try_from(sign * value / divisor).ok();
    Some(Facet {
        coefficients: coefficients.into_iter().map(small).collect::<Option<_>>()?,
        bound: small(bound)?,
        is_equality,
    })
}

/// The normal and the bound of the hyperplane through the chosen points, if they span one.
fn hyperplane(points: &[Vec<i64>], chosen: &[usize]) -> Option<(Vec<i128>, i128)> {
    let size = chosen.len() + 1;
    let rows = chosen
        .iter()
        .map(|&n| points[n].iter().map(|&x| i128::from(x)).chain([-1]).collect())
        .collect();
    let (rows, pivots) = echelon(rows, size);
    if rows.len() + 1 != size {
        return None;
    }
    let free = (0..size).find(|column| !pivots.contains(column))?;
    let mut normal = null_vector(&rows, &pivots, free, size);
    let bound = normal.pop()?;
    normal.iter().any(|&x| x != 0).then_some((normal, bound))
}

/// A vector in the null space of a matrix in echelon form: that of a free column.
fn null_vector(rows: &[Vec<i128>], pivots: &[usize], free: usize, columns: usize) -> Vec<i128> {
    // x_free is set to the common denominator; x_pivot is -row[free] / row[pivot] times that.
    let common = rows.iter().zip(pivots).fold(1, |all, (row, &p)| lcm(all, row[p]));
    let mut vector = vec![0; columns];
    vector[free] = common;
    for (row, &pivot) in rows.iter().zip(pivots) {
        vector[pivot] = -row[free] * (common / row[pivot]);
    }
    vector
}

/// The reduced row echelon form of an integer matrix: its nonzero rows, and their pivots.
fn echelon(mut rows: Vec<Vec<i128>>, columns: usize) -> (Vec<Vec<i128>>, Vec<usize>) {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(done, found);
        let pivot = rows[done].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != done && row[column] != 0 {
                let (a, b) = (pivot[column], row[column]);
                for (x, p) in row.iter_mut().zip(&pivot) {
                    *x = *x * a - p * b;
                }
                let divisor = row.iter().fold(0, |all, &x| gcd(all, x)).max(1);
                for x in row.iter_mut() {
                    *x /= divisor;
                }
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    (rows, pivots)
}

/// Advances to the next combination of numbers below `end`. Returns false after the last one.
fn advance(chosen: &mut [usize], end: usize) -> bool {
    let size = chosen.len();
    for place in (0..size).rev() {
        if chosen[place] + size - place < end {
            chosen[place] += 1;
            for later in place + 1..size {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use soliter_base::control::Control;
    use soliter_testing::cases::cases;

    fn facets(points: &[Vec<i64>]) -> Vec<Facet> {
        let meter = Meter::new(&Control::default());
        hull(points, &meter).expect("a small hull").expect("no limit")
    }

    fn inside(facets: &[Facet], point: &[i64]) -> bool {
        facets.iter().all(|facet| {
            let value: i64 = facet.coefficients.iter().zip(point).map(|(a, b)| a * b).sum();
            if facet.is_equality { value == facet.bound } else { value <= facet.bound }
        })
    }

    #[test]
    fn a_square_and_a_segment() {
        let square = [[0, 0], [0, 1], [1, 0], [1, 1]].map(Vec::from);
        assert_eq!(facets(&square).len(), 4);
        let segment = facets(&[vec![0, 1], vec![1, 0]]);
        assert_eq!(segment.iter().filter(|facet| facet.is_equality).count(), 1);
        assert_eq!(segment.len(), 3);
    }

    proptest! {
        #![proptest_config(cases(256))]

        /// The hull contains no other 0-1 points than those that it was computed from.
        #[test]
        fn no_other_point_is_inside(bits in prop::collection::vec(any::<bool>(), 16)) {
            let all: Vec<Vec<i64>> =
                (0..16).map(|n| (0..4).map(|bit| n >> bit & 1).collect()).collect();
            let chosen: Vec<Vec<i64>> =
                all.iter().zip(&bits).filter(|(_, b)| **b).map(|(p, _)| p.clone()).collect();
            prop_assume!(!chosen.is_empty());
            let facets = facets(&chosen);
            for (point, &bit) in all.iter().zip(&bits) {
                prop_assert_eq!(inside(&facets, point), bit);
            }
        }
    }
}
