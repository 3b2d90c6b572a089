//! The extreme rays of a cone, by the double description method (Motzkin, Raiffa, Thompson and Thrall, 1953;
//! Fukuda and Prodon, 1996), in integer arithmetic.

use num_integer::gcd;

use soliter_base::control::{Control, Stop};

/// Sets of rows are the bits of a `u128`.
const MOST_ROWS: usize = 128;

/// A vector, and the set of the rows added so far that are 0 on it.
struct Ray {
    vector: Vec<i64>,
    zeros: u128,
}

/// The extreme rays of the cone of all x with `row` x >= 0 for each row, in smallest integers. Every x in the
/// cone is a nonnegative combination of the rays, and no ray is one of the others. `None` if the cone
/// contains a line (some x and -x), for more than 128 rows or `most` rays, or if numbers exceed 64 bits.
pub fn extreme_rays(
    rows: &[Vec<i64>],
    most: usize,
    control: &Control,
) -> Result<Option<Vec<Vec<i64>>>, Stop> {
    let Some(wide) = rows.first().map(Vec::len).filter(|_| rows.len() <= MOST_ROWS) else {
        return Ok(None);
    };
    let mut left: Vec<&[i64]> = rows.iter().map(Vec::as_slice).collect();
    let Some(mut rays) = first_rays(&mut left, wide) else { return Ok(None) };
    while !left.is_empty() {
        let bit = 1u128 << (rows.len() - left.len());
        let Some(values) = next(&mut left, &rays) else { return Ok(None) };
        let mut fresh = Vec::new();
        for (up, &above) in rays.iter().zip(&values).filter(|(_, value)| **value > 0) {
            control.check()?;
            for (down, &below) in rays.iter().zip(&values).filter(|(_, value)| **value < 0) {
                let zeros = up.zeros & down.zeros;
                if !adjacent(&rays, zeros, wide) {
                    continue;
                }
                let Some(vector) = sum(&up.vector, below, &down.vector, above) else {
                    return Ok(None);
                };
                fresh.push(Ray { vector, zeros: zeros | bit });
            }
        }
        let kept = rays.into_iter().zip(values).filter(|(_, value)| *value >= 0);
        rays = kept
            .map(|(ray, value)| Ray { zeros: ray.zeros | if value == 0 { bit } else { 0 }, ..ray })
            .chain(fresh)
            .collect();
        if rays.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(rays.into_iter().map(|ray| ray.vector).collect()))
}

/// Removes the row with the fewest pairs of rays on opposite sides, and returns its values on the rays.
fn next(left: &mut Vec<&[i64]>, rays: &[Ray]) -> Option<Vec<i64>> {
    let on_rays =
        |row: &&[i64]| rays.iter().map(|ray| dot(row, &ray.vector)).collect::<Option<_>>();
    let all: Vec<Vec<i64>> = left.iter().map(on_rays).collect::<Option<_>>()?;
    let pairs = |values: &[i64]| {
        let of_sign = |sign: i64| values.iter().filter(|value| value.signum() == sign).count();
        of_sign(1) * of_sign(-1)
    };
    let (number, values) = all.into_iter().enumerate().min_by_key(|(_, values)| pairs(values))?;
    left.remove(number);
    Some(values)
}

/// The rays of the cone of `wide` linearly independent rows, if there are that many; removes these rows from `left`.
fn first_rays(left: &mut Vec<&[i64]>, wide: usize) -> Option<Vec<Ray>> {
    let unit = |at: usize| (0..wide).map(|column| i64::from(column == at)).collect();
    let mut lines: Vec<Vec<i64>> = (0..wide).map(unit).collect();
    let mut rays: Vec<Ray> = Vec::new();
    while let Some(mut line) = lines.pop() {
        let cuts = |row: &&[i64]| dot(row, &line).is_some_and(|value| value != 0);
        let row = left.remove(left.iter().position(cuts)?);
        let mut along = dot(row, &line)?;
        if along < 0 {
            line = line.into_iter().map(|value| -value).collect();
            along = -along;
        }
        // All other vectors are moved along the line until the row is 0 on them.
        let moved = |vector: &[i64]| sum(vector, along, &line, -dot(row, vector)?);
        lines = lines.iter().map(|other| moved(other)).collect::<Option<_>>()?;
        let bit = 1u128 << rays.len();
        for ray in &mut rays {
            *ray = Ray { vector: moved(&ray.vector)?, zeros: ray.zeros | bit };
        }
        rays.push(Ray { vector: line, zeros: bit - 1 });
    }
    Some(rays)
}

/// Whether two rays are adjacent, given the rows that are 0 on both: no third ray may have all of these at 0.
fn adjacent(rays: &[Ray], zeros: u128, wide: usize) -> bool {
    zeros.count_ones() as usize + 2 >= wide
        && rays.iter().filter(|ray| ray.zeros & zeros == zeros).take(3).count() == 2
}

fn dot(row: &[i64], vector: &[i64]) -> Option<i64> {
    let mut all = row.iter().zip(vector);
    all.try_fold(0i64, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
}

/// The vector |a| x + b y, in smallest integers; `None` if numbers exceed 64 bits.
fn sum(x: &[i64], a: i64, y: &[i64], b: i64) -> Option<Vec<i64>> {
    let a = a.checked_abs()?;
    let terms = x.iter().zip(y).map(|(x, y)| a.checked_mul(*x)?.checked_add(b.checked_mul(*y)?));
    let sum: Vec<i64> = terms.collect::<Option<_>>()?;
    let divisor = sum.iter().fold(0u64, |divisor, value| gcd(divisor, value.unsigned_abs()));
    let divisor = i64::try_from(divisor.max(1)).ok()?;
    Some(sum.into_iter().map(|value| value / divisor).collect())
}
