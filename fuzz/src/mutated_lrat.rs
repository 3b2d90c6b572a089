//! Clauses and proofs derived from valid ones by random changes: steps dropped, hints in another order,
//! clauses deleted that are still used, literals beyond the last variable, an empty clause without hints. No
//! satisfiable clauses may be refuted; enumerating all values shows which clauses are satisfiable.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use soliter::checker::lrat::{About, check};

use super::mutated_layers::Choices;

/// A step of a proof: the clause that it derives with the clauses that it names, or the clauses that it
/// deletes.
#[derive(Clone)]
enum Step {
    Derive(Vec<i64>, Vec<i64>),
    Delete(Vec<i64>),
}

/// Clauses and a proof, and texts that are inserted into the files.
#[derive(Clone)]
pub struct Mutated {
    variables: i64,
    clauses: Vec<Vec<i64>>,
    steps: Vec<Step>,
    /// The errors in the numbers of steps, and in the counts of the head.
    off: [i64; 3],
    /// The subject of the clauses according to their head, and the claim that they refute.
    about: (&'static str, &'static str),
    /// A strange text at a place of either file.
    strange: Option<(bool, usize, &'static str)>,
}

/// The number of variables for which all values are enumerated; all clauses over them can be derived.
const VARIABLES: usize = 4;

impl Mutated {
    /// Random clauses and, if they are unsatisfiable, the proof that enumerates all values.
    fn of(choices: &mut Choices<'_>) -> Self {
        let mut clauses: Vec<Vec<i64>> = Vec::new();
        for _ in 0..choices.below(14) + 6 {
            let mut clause = Vec::new();
            for variable in 1..=VARIABLES as i64 {
                match choices.below(4) {
                    0 => clause.push(variable),
                    1 => clause.push(-variable),
                    _ => {}
                }
            }
            if !clause.is_empty() {
                clauses.push(clause);
            }
        }
        let mut mutated = Self {
            variables: VARIABLES as i64,
            clauses,
            steps: Vec::new(),
            off: [0; 3],
            about: ("sweep", "moves 3"),
            strange: None,
        };
        mutated.refute(&mut Vec::new());
        mutated
    }

    /// The number of a clause that is false if these literals are true: a given one, or one derived from the
    /// clauses for both values of the next variable.
    fn refute(&mut self, trail: &mut Vec<i64>) -> i64 {
        let is_false = |clause: &Vec<i64>| clause.iter().all(|literal| trail.contains(&-literal));
        if let Some(place) = self.clauses.iter().position(is_false) {
            return place as i64 + 1;
        }
        let variable = trail.len() as i64 + 1;
        if variable > VARIABLES as i64 {
            // The clauses are satisfiable: anything derived from here on does not follow.
            return 1;
        }
        let hints = [variable, -variable].map(|literal| {
            trail.push(literal);
            let number = self.refute(trail);
            trail.pop();
            number
        });
        let derived = trail.iter().map(|literal| -literal).collect();
        self.steps.push(Step::Derive(derived, hints.to_vec()));
        (self.clauses.len() + self.steps.len()) as i64
    }

    /// The texts of both files.
    pub fn files(&self) -> (Vec<u8>, Vec<u8>) {
        let joined = |numbers: &[i64]| {
            numbers.iter().fold(String::new(), |text, number| format!("{text}{number} "))
        };
        let mut rest = format!(
            "p cnf {} {}\n",
            self.variables + self.off[1],
            self.clauses.len() as i64 + self.off[2]
        );
        for clause in &self.clauses {
            let _ = writeln!(rest, "{}0", joined(clause));
        }
        let mut last = self.clauses.len() as i64;
        let mut proof = String::new();
        for step in &self.steps {
            match step {
                Step::Derive(literals, hints) => {
                    last += 1;
                    let number = last + self.off[0];
                    let _ = writeln!(proof, "{number} {}0 {}0", joined(literals), joined(hints));
                }
                Step::Delete(ids) => {
                    let _ = writeln!(proof, "{last} d {}0", joined(ids));
                }
            }
        }
        if let Some((of_proof, at, text)) = self.strange {
            let place = if of_proof { &mut proof } else { &mut rest };
            let at = at.min(place.len());
            place.insert_str(at, text);
        }
        let digest = Sha256::digest(&rest).iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        let (kind, about) = self.about;
        let head = format!("c soliter {kind} 1\nc mutated\nc {about}\nc sha256 {digest}\n");
        ((head + &rest).into_bytes(), proof.into_bytes())
    }

    /// Whether all clauses can be true, by enumerating all values.
    fn is_satisfiable(&self) -> bool {
        let most = self.variables.max(VARIABLES as i64);
        (0..1_u64 << most).any(|values| {
            let holds = |literal: &i64| (values >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
            self.clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }
}

const NUMBERS: [i64; 14] = [
    0,
    1,
    -1,
    4,
    5,
    -5,
    6,
    i32::MAX as i64,
    i32::MIN as i64,
    i32::MAX as i64 + 1,
    i32::MIN as i64 - 1,
    i64::MAX,
    i64::MIN,
    1 << 32,
];
const KINDS: [&str; 4] = ["sweep", "program", "program", "programs"];
const ABOUT: [&str; 24] = [
    "moves 0",
    "moves 03",
    "moves +3",
    "moves -1",
    "moves ",
    "moves 3 ",
    "moves 4294967295",
    "moves 4294967296",
    "moves 18446744073709551615",
    "moves 18446744073709551616",
    "impossible",
    "impossible ",
    " impossible",
    "objective impossible",
    "objective at-least 0",
    "objective at-least -0",
    "objective at-least -12",
    "objective at-least 9223372036854775807",
    "objective at-least 9223372036854775808",
    "objective at-most -9223372036854775808",
    "objective at-most -9223372036854775809",
    "objective at-most 07",
    "objective at-most",
    "objective  at-most 7",
];
const STRANGE: [&str; 14] = [
    " ",
    "\t",
    "\r",
    "\u{c}",
    "\u{2028}",
    "\0",
    "\n",
    "+",
    "0",
    "-",
    "c a remark\n",
    " 0",
    "1 d 1 0\n",
    "d",
];

/// Clauses and a proof derived from valid ones by up to three edits that `data` chooses.
pub fn mutated(data: &[u8]) -> Mutated {
    let mut choices = Choices(data);
    let mut mutated = Mutated::of(&mut choices);
    for _ in 0..choices.below(4) {
        edit(&mut mutated, &mut choices);
    }
    mutated
}

fn edit(mutated: &mut Mutated, choices: &mut Choices<'_>) {
    let place = choices.below(mutated.steps.len());
    let number = choices.of(&NUMBERS);
    let near = choices.below(mutated.clauses.len() + mutated.steps.len() + 2) as i64;
    match choices.below(13) {
        0 if !mutated.steps.is_empty() => drop(mutated.steps.remove(place)),
        1 => {
            if let Some(Step::Derive(_, hints)) = mutated.steps.get_mut(place) {
                hints.reverse();
            }
        }
        2 => {
            if let Some(Step::Derive(_, hints)) = mutated.steps.get_mut(place) {
                hints.pop();
                hints.push(if choices.below(2) == 0 { near } else { number });
            }
        }
        3 => mutated.steps.insert(place, Step::Delete(vec![near])),
        4 => mutated.steps.insert(place, Step::Delete(vec![number, near])),
        5 => {
            if let Some(Step::Derive(literals, _)) = mutated.steps.get_mut(place) {
                literals.pop();
            }
        }
        6 => {
            if let Some(Step::Derive(literals, _)) = mutated.steps.get_mut(place) {
                literals.push(number);
            }
        }
        7 => mutated.steps.push(Step::Derive(Vec::new(), vec![near])),
        8 => {
            let clause = choices.below(mutated.clauses.len());
            if choices.below(2) == 0 && mutated.clauses.len() > 1 {
                mutated.clauses.remove(clause);
            } else if let Some(clause) = mutated.clauses.get_mut(clause) {
                clause.push(number);
            }
        }
        9 => mutated.off[choices.below(3)] += choices.of(&[-1, 1, 1 << 31, -(1 << 31)]),
        10 => {
            mutated.strange =
                Some((choices.below(2) == 0, choices.below(256), choices.of(&STRANGE)));
        }
        11 => {
            if let Some(Step::Derive(literals, _)) = mutated.steps.get_mut(place) {
                *literals = vec![1, -1];
            }
        }
        _ => mutated.about = (choices.of(&KINDS), choices.of(&ABOUT)),
    }
}

/// Whether a proof is accepted.
///
/// # Panics
/// Panics if the proof is accepted although the clauses are satisfiable, or state something else than they are
/// taken for.
pub fn judged(mutated: &Mutated) -> bool {
    let (clauses, proof) = mutated.files();
    let refuted = check(&*clauses, &*proof, &|bytes| bytes < 1 << 28).ok();
    if let Some(refuted) = &refuted {
        let (kind, about) = match refuted.about {
            About::Sweep { moves } => ("sweep", format!("moves {moves}")),
            About::Program(bound) => ("program", bound.to_string()),
        };
        assert_eq!((kind, &*about), mutated.about);
    }
    let accepted = refuted.is_some();
    // The inserted text may have led to other clauses: a given clause is read from the file.
    let is_plain = mutated.strange.is_none_or(|(of_proof, ..)| of_proof);
    if accepted && is_plain {
        let text = String::from_utf8_lossy(&clauses);
        assert!(!mutated.is_satisfiable(), "{text}{}", String::from_utf8_lossy(&proof));
    }
    accepted
}

/// Generates files and judges them.
pub fn run(data: &[u8]) {
    judged(&mutated(data));
}
