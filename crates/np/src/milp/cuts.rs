//! Rows that exclude some points and keep others.

use crate::meter::Meter;
use soliter_base::control::Stop;

/// A row `coefficients * x <= bound`, or `coefficients * x = bound`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) coefficients: Vec<i64>,
    pub(crate) bound: i64,
    pub(crate) is_equality: bool,
}

impl Cut {
    fn value(&self, point: &[i64]) -> i64 {
        self.coefficients.iter().zip(point).map(|(a, b)| a * b).sum()
    }

    pub(crate) fn keeps(&self, point: &[i64]) -> bool {
        let value = self.value(point);
        if self.is_equality { value == self.bound } else { value <= self.bound }
    }
}

/// The greatest number of coordinates, for which all rows with the coefficients -1, 0 and 1 are tried.
const MAX_DIMENSIONS: usize = 6;

/// Few rows that `kept` points satisfy and that exclude all `others`; `None` if there is no point to keep, or there are
/// too many coordinates. The next row is always one that excludes the most points.
///
/// A row is an equality if it can be one, and touches as many kept points as it can, so most are facets of the convex
/// hull of the kept points. All can be excluded if points choose classes: the row that adds up the chosen coordinates,
/// and subtracts those of the groups in which the first class is chosen, excludes one point alone.
pub(crate) fn cuts(
    kept: &[Vec<i64>],
    others: &[Vec<i64>],
    meter: &Meter,
) -> Result<Option<Vec<Cut>>, Stop> {
    let Some(first) = kept.first().filter(|first| first.len() <= MAX_DIMENSIONS) else {
        return Ok(None);
    };
    let mut tried: Vec<(usize, Cut)> = Vec::new();
    let mut left: Vec<&Vec<i64>> = others.iter().collect();
    for number in 1..3usize.pow(first.len() as u32) {
        meter.step(64 * (kept.len() + others.len()))?;
        let coefficients =
            (0..first.len() as u32).map(|place| [0, 1, -1][number / 3usize.pow(place) % 3]);
        let mut cut = Cut { coefficients: coefficients.collect(), bound: 0, is_equality: false };
        let values = || kept.iter().map(|point| cut.value(point));
        let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let touched = values().filter(|value| *value == most).count();
        (cut.bound, cut.is_equality) = (most, least == most);
        tried.push((touched, cut));
    }
    let mut chosen = Vec::new();
    while !left.is_empty() {
        meter.step(64 * tried.len() * left.len())?;
        let excluded = |cut: &Cut| left.iter().filter(|point| !cut.keeps(point)).count();
        let best = tried.iter().max_by_key(|(touched, cut)| {
            let length = cut.coefficients.iter().filter(|c| **c != 0).count();
            (excluded(cut), *touched, std::cmp::Reverse(length))
        });
        let Some((_, best)) = best.filter(|(_, cut)| excluded(cut) > 0) else { return Ok(None) };
        left.retain(|point| best.keeps(point));
        chosen.push(best.clone());
    }
    Ok(Some(chosen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use soliter_base::control::Control;
    use soliter_testing::cases::cases;

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn exactly_the_kept_points_remain(bits in prop::collection::vec(any::<bool>(), 16)) {
            let all = (0..16).map(|n| (0..4).map(|bit| n >> bit & 1).collect::<Vec<i64>>());
            let (kept, others): (Vec<_>, Vec<_>) = all.zip(bits).partition(|(_, bit)| *bit);
            let points = |list: Vec<(Vec<i64>, bool)>| list.into_iter().map(|(point, _)| point);
            let (kept, others): (Vec<_>, Vec<_>) =
                (points(kept).collect(), points(others).collect());
            let found = cuts(&kept, &others, &Meter::new(&Control::default())).expect("no limit");
            prop_assert_eq!(found.is_some(), !kept.is_empty());
            for cut in found.iter().flatten() {
                prop_assert!(kept.iter().all(|point| cut.keeps(point)));
            }
            for point in others.iter().filter(|_| !kept.is_empty()) {
                prop_assert!(found.iter().flatten().any(|cut| !cut.keeps(point)));
            }
        }
    }

    /// A peg's place after a jump: a single equality.
    #[test]
    fn an_equality_is_found() {
        let all = (0..8).map(|n| (0..3).map(|bit| n >> bit & 1).collect::<Vec<i64>>());
        let (kept, others): (Vec<_>, Vec<_>) = all.partition(|p| p[0] + p[1] == 1 + p[2]);
        let found = cuts(&kept, &others, &Meter::new(&Control::default())).expect("no limit");
        let found = found.expect("few coordinates");
        assert!(found.len() == 1 && found[0].is_equality, "{found:?}");
    }
}
