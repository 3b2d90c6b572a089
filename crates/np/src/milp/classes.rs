//! States truths about a few groups by rows over classes of their tuples.
//!
//! Take `X = 1 Or Y = 1` with X and Y from 1 to 3, each a group of three tuples. No part of the truth
//! distinguishes X = 2 from X = 3, so the tuples of X fall into two classes, "not 1" and "1", and so do
//! those of Y. Three of the four combinations of classes are allowed. A combination becomes a point with a
//! coordinate for each class except the first of each group, here (x, y) with x = 1 if X is 1: the points
//! are (1, 0), (0, 1) and (1, 1). The row x + y >= 1 excludes the fourth, in which x and y are the sums of the
//! columns of their classes: a single row for a truth with two parts.
//!
//! Rows are cached, since every record of a class has the same pattern of classes and combinations.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ground::formula::{Formula, FormulaId, Function, Sum, Var};
use crate::milp::{Lowering, Stated, affine::Affine, cuts::cuts};
use soliter_base::control::Stop;

/// The greatest number of combinations of classes.
const MAX_POINTS: usize = 64;
const MAX_CLASSES: usize = 8;

impl Lowering<'_, '_> {
    /// Rows for a truth, given the truths already stated about some of its groups, each as a sum that is at most 0, or
    /// equal to 0 if the flag is set. `None` if computing them is too much work.
    pub(super) fn by_classes(&mut self, truth: FormulaId) -> Stated<Option<Vec<(Affine, bool)>>> {
        let support = self.support(truth)?;
        if !(2..=5).contains(&support.len()) {
            return Ok(None);
        }
        let mut truths = vec![truth];
        for subset in 1u32..(1 << support.len()) - 1 {
            let part: Rc<[usize]> =
                (0..support.len()).filter(|n| subset >> n & 1 == 1).map(|n| support[n]).collect();
            truths.extend(self.stated.get(&part).into_iter().flatten());
        }
        let mut classes = Vec::new();
        let mut points = 1;
        for &group in &*support {
            let Some(class) = self.classes(group, &truths)? else { return Ok(None) };
            points *= class.1.len();
            classes.push(class);
        }
        if points > MAX_POINTS {
            return Ok(None);
        }
        let counts: Vec<usize> = classes.iter().map(|(_, samples)| samples.len()).collect();
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for point in 0..points {
            let chosen = mixed_radix(point, &counts);
            let value = |var: Var| {
                let (group, place) = self.tables.home[var];
                let n = support.iter().position(|&b| b == group).unwrap_or(0);
                let sample = classes[n].1[chosen[n]];
                self.tables.groups[group].tuples[sample][place]
            };
            let mut holds = truths.iter().map(|&truth| self.forms().holds(truth, &value));
            let own = holds.next().unwrap_or(Ok(true))?;
            // Combinations that the other truths exclude need no row.
            if holds.try_fold(true, |all, one| one.map(|one| all && one))? {
                (if own { &mut kept } else { &mut others }).push(coordinates(&chosen, &counts));
            }
        }
        let pattern = (kept, others);
        let cuts = if let Some(known) = self.cuts.get(&pattern) {
            known.clone()
        } else {
            let found = cuts(&pattern.0, &pattern.1, &self.forms().meter)?.map(Rc::new);
            self.cuts.insert(pattern, found.clone());
            found
        };
        let Some(cuts) = cuts else { return Ok(None) };
        let mut rows = Vec::new();
        for cut in cuts.iter() {
            let mut affine = Affine::number(-cut.bound);
            let mut rest = &cut.coefficients[..];
            for (&group, (class_of, samples)) in support.iter().zip(&classes) {
                let (own, others) = rest.split_at(samples.len() - 1);
                rest = others;
                // The first class of a group has no coordinate.
                let of_class = |&class: &usize| if class == 0 { 0 } else { own[class - 1] };
                let values: Vec<i64> = class_of.iter().map(of_class).collect();
                affine = affine.add(&self.on_group(group, &values)?, 1);
            }
            rows.push((affine, cut.is_equality));
        }
        Ok(Some(rows))
    }

    /// The classes of a group's tuples: two tuples are in the same class if no part of the truths
    /// distinguishes them. The first class has the most tuples. `None` if there are too many classes.
    fn classes(&self, group: usize, truths: &[FormulaId]) -> Stated<Option<Classes>> {
        let list = &self.tables.groups[group];
        if list.is_whole || list.tuples.is_empty() {
            return Ok(None);
        }
        let mut probes = Vec::new();
        for &truth in truths {
            self.probes(truth, group, &mut probes)?;
        }
        let mut known: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
        for (number, tuple) in list.tuples.iter().enumerate() {
            let signature = probes.iter().map(|probe| match probe {
                Probe::Test(truth) => self.tables.holds(self.forms(), *truth, tuple).map(i64::from),
                Probe::Function(var, f) => {
                    self.forms().meter.step(16)?;
                    Ok(self.forms().apply(*var, f, tuple[self.tables.home[*var].1]))
                }
            });
            let signature: Vec<i64> = signature.collect::<Result<_, Stop>>()?;
            known.entry(signature).or_default().push(number);
            if known.len() > MAX_CLASSES {
                return Ok(None);
            }
        }
        let mut members: Vec<Vec<usize>> = known.into_values().collect();
        members.sort_by_key(|list| std::cmp::Reverse(list.len()));
        let mut class = vec![0; list.tuples.len()];
        for (number, tuples) in members.iter().enumerate() {
            for &tuple in tuples {
                class[tuple] = number;
            }
        }
        Ok(Some((class, members.iter().map(|list| list[0]).collect())))
    }

    /// Collects the tests and functions by which a truth depends on a group.
    fn probes(&self, truth: FormulaId, group: usize, probes: &mut Vec<Probe>) -> Stated {
        self.step(64 * (1 + probes.len()))?;
        let formula = self.forms().formula(truth);
        if let Formula::In(var, _) = formula
            && self.tables.home[*var].0 == group
            && !probes.contains(&Probe::Test(truth))
        {
            probes.push(Probe::Test(truth));
        }
        let (truths, sums) = formula.parts();
        truths.iter().try_for_each(|&part| self.probes(part, group, probes))?;
        sums.iter().try_for_each(|sum| self.probes_of_sum(sum, group, probes))
    }

    fn probes_of_sum(&self, sum: &Sum, group: usize, probes: &mut Vec<Probe>) -> Stated {
        for (&var, function) in &sum.functions {
            self.step(64 * (1 + probes.len()))?;
            if self.tables.home[var].0 != group {
                continue;
            }
            let probe = Probe::Function(var, function.clone());
            if !probes.contains(&probe) {
                probes.push(probe);
            }
        }
        sum.truths.keys().try_for_each(|&truth| self.probes(truth, group, probes))
    }
}

/// The class of each tuple, and a representative of each class.
type Classes = (Vec<usize>, Vec<usize>);

#[derive(PartialEq)]
enum Probe {
    Test(FormulaId),
    Function(Var, Function),
}

/// The digits of a number in a mixed radix, the lowest first.
fn mixed_radix(mut number: usize, bases: &[usize]) -> Vec<usize> {
    let digit = |&base: &usize| {
        let digit = number % base;
        number /= base;
        digit
    };
    bases.iter().map(digit).collect()
}

/// The point of a combination of classes: for each group, a coordinate for each class except the first.
fn coordinates(chosen: &[usize], counts: &[usize]) -> Vec<i64> {
    let parts = chosen.iter().zip(counts);
    parts.flat_map(|(&c, &count)| (1..count).map(move |n| i64::from(n == c))).collect()
}
