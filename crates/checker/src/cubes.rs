//! Checks tables of cubes. A cube is a position after a few moves, and its row records a SAT refutation of
//! the remaining moves. This checker proves that the cubes cover the puzzle: every solution within the
//! refuted number of moves would pass through one of them. It does not check the refutations (`soliter verify
//! --recheck` does).

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, BufReader, Read};

use sha2::{Digest, Sha256};

use super::game::Game;
use super::head::{Checked, Head, PAGODAS, Proof, Refusal, decimal, hex, hexadecimal, need, wrong};
use super::layers::each_from_start;
use super::puzzle::Puzzle;
use super::{Certified, Proved};

/// The maximum size of the head and of a row, in bytes.
const LONGEST: [u64; 2] = [1 << 22, 1 << 9];

/// The contents of a row. They are not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The pegs of the cube, bit `i` for hole `i`.
    pub position: u64,
    /// The number of moves refuted from the cube on.
    pub slots: usize,
    /// The number of clauses of the unsatisfiable formula.
    pub clauses: u64,
    /// The number of steps of the refutation.
    pub steps: u64,
    /// The duration of the refutation, in milliseconds.
    pub milliseconds: u64,
    /// The SHA-256 of the clauses, in hexadecimal.
    pub sha256: String,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, slots, clauses, steps, milliseconds, sha256 } = self;
        write!(f, "{position:x} {slots} {clauses} {steps} {milliseconds} {sha256}")
    }
}

/// The cubes of a table, recomputed from its head.
pub struct Cubes {
    /// The claim that follows if every row is true.
    pub claim: Certified,
    /// The number of moves that the rows together refute.
    pub refuted_moves: usize,
    /// The number of moves that lead to each cube.
    pub after: usize,
    positions: Vec<u64>,
    /// The number of lines in the head.
    lines: u64,
    digest: Sha256,
}

impl Cubes {
    /// Reads a head with its last line, and computes the cubes.
    ///
    /// # Errors
    /// The head is wrong, or its layers are not those of the game.
    pub fn read(file: &mut dyn BufRead, go_on: &dyn Fn(u64) -> bool) -> Result<Self, Refusal> {
        let (mut text, mut lines) = (Vec::new(), 0_u64);
        let mut file = file.take(LONGEST[0]);
        loop {
            let start = text.len();
            let read = file.read_until(b'\n', &mut text)?;
            lines = lines.saturating_add(1);
            if read == 0 || text.get(start..) == Some(b"ends\n") {
                break;
            }
        }
        let head = Head::read(&mut &*text)?;
        need(head.proof == Proof::Layers && !head.has_data, "this is not a table of cubes")?;
        for key in ["B", "sha256", "regions", PAGODAS[0], PAGODAS[1], "line"] {
            head.need(key, !head.has(key), "a table of cubes has none")?;
        }
        let puzzle = Puzzle::new(&head, go_on)?;
        let game = Game::new(&head, &puzzle)?;
        let fewest = head.word("moves-at-least", |word| usize::try_from(decimal(word)?).ok())?;
        let fits = (2..=game.most_moves().saturating_add(1)).contains(&fewest);
        head.need("moves-at-least", fits, "there is nothing to refute, or no line is so long")?;
        let refuted_moves = fewest.saturating_sub(1);
        let (mut positions, after) = layer(&head, &game, refuted_moves)?;
        let count = positions.len();
        // A position without a surplus peg cannot reach the finish.
        positions.retain(|position| position.count_ones() > game.pegs);
        let claim = Certified {
            proved: if fewest > game.most_moves() {
                Proved::Impossible
            } else {
                Proved::MovesAtLeast(fewest)
            },
            positions: count,
            believed: 0,
            board: puzzle.board,
            start: puzzle.start,
            finish: puzzle.finish,
            pegs: puzzle.pegs,
        };
        let digest = Sha256::new_with_prefix(&text);
        Ok(Self { claim, refuted_moves, after, positions, lines, digest })
    }

    /// The cubes in ascending order, each the least of its symmetric images.
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// The number of moves to refute from a cube. It is at most the number of remaining jumps, since every
    /// move contains a jump.
    pub fn slots(&self, position: u64) -> usize {
        let jumps = position.count_ones().saturating_sub(self.claim.pegs) as usize;
        self.refuted_moves.saturating_sub(self.after).min(jumps)
    }

    /// A row as it stands in the table, followed by its seal: the SHA-256 of the head and the row.
    pub fn sealed(&self, row: &Row) -> String {
        let text = format!("{row} ");
        let seal = hex(self.digest.clone().chain_update(&text).finalize());
        format!("{text}{seal}\n")
    }

    /// Reads rows to the end of the file, in any order and at most one per cube. Cubes may be missing.
    ///
    /// # Errors
    /// A row does not have the form of [`Self::sealed`], belongs to no cube, or repeats a cube.
    pub fn rows(
        &self,
        file: &mut dyn BufRead,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Result<BTreeMap<u64, Row>, Refusal> {
        let (mut rows, mut number) = (BTreeMap::new(), self.lines);
        loop {
            let mut line = Vec::new();
            (&mut *file).take(LONGEST[1]).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(rows);
            }
            number = number.saturating_add(1);
            let row = str::from_utf8(&line).ok().and_then(read_row);
            // Only the canonical form of a row yields the same bytes.
            let row = row.filter(|row| self.sealed(row).as_bytes() == line);
            let Some(row) = row else {
                return wrong(format!("line {number} is not a row of this table, or was changed"));
            };
            let position = row.position;
            let known = self.positions.binary_search(&position).is_ok();
            need(known, format!("line {number}: {position:x} is not a cube"))?;
            let right = row.slots == self.slots(position);
            need(
                right,
                format!(
                    "line {number}: {position:x} is not a cube to refute for this number of moves"
                ),
            )?;
            let twice = rows.insert(position, row).is_some();
            need(!twice, format!("line {number}: {position:x} is there twice"))?;
            if !go_on((rows.len() as u64).saturating_mul(256)) {
                return Err(Refusal::Limit);
            }
        }
    }
}

/// Checks that a table has a row for every cube. The contents of the rows are not checked.
///
/// # Errors
/// The head or a row is wrong, or a row is missing.
pub fn check(
    mut file: impl Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<(Cubes, BTreeMap<u64, Row>), Refusal> {
    check_file(&mut file, go_on)
}

fn check_file(
    file: &mut dyn Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<(Cubes, BTreeMap<u64, Row>), Refusal> {
    let mut file = BufReader::new(file);
    let cubes = Cubes::read(&mut file, go_on)?;
    let rows = cubes.rows(&mut file, go_on)?;
    let mut missing = cubes.positions.iter().filter(|position| !rows.contains_key(position));
    if let Some(first) = missing.next() {
        let number = missing.count().saturating_add(1);
        let all = cubes.positions.len();
        return wrong(format!("{number} of {all} rows are missing, the first that of {first:x}"));
    }
    Ok((cubes, rows))
}

fn read_row(line: &str) -> Option<Row> {
    let words: Vec<&str> = line.split(' ').collect();
    let [position, slots, clauses, steps, milliseconds, sha256, _] = words[..] else { return None };
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let sha256 = (sha256.len() == 64 && sha256.bytes().all(is_hex)).then(|| sha256.to_owned())?;
    let (position, slots) = (hexadecimal(position)?, usize::try_from(decimal(slots)?).ok()?);
    let [clauses, steps, milliseconds] = [clauses, steps, milliseconds].map(decimal);
    Some(Row {
        position,
        slots,
        clauses: clauses?,
        steps: steps?,
        milliseconds: milliseconds?,
        sha256,
    })
}

/// The last layer of `F`, in ascending order, and the number of its moves. Let `k` be that number. No layer
/// contains a finish, so a shortest solution has more than `k` moves. Its position after `k` moves cannot be
/// reached in fewer, so it lies in this layer.
fn layer(head: &Head, game: &Game, most: usize) -> Checked<(Vec<u64>, usize)> {
    let counts = head.words("F", |word| usize::try_from(decimal(word)?).ok())?;
    let after = counts.len().saturating_sub(1);
    let fits = !counts.is_empty() && after < most;
    head.need("F", fits, "it has no layer, or none are left to be refuted")?;
    let mut positions = Vec::new();
    each_from_start(game, |moves, layer| {
        let (made, count) = (layer.len(), counts.get(moves).copied().unwrap_or(0));
        let why = format!("layer {moves} has a count of {made}, not {count}");
        head.need("F", made == count, why)?;
        let is_end = |&position: &u64| match game.finish {
            0 => position.count_ones() == game.pegs,
            finish => position == finish,
        };
        let ends = layer.iter().any(is_end);
        head.need("F", !ends, format!("a line has {moves} moves"))?;
        positions = layer.to_vec();
        Ok(moves < after)
    })?;
    Ok((positions, after))
}

/// The line `F` for a head that lacks it: the number of new positions after 0, 1, 2 .. moves. It ends after
/// `moves` moves, or before a layer of more than `most` positions.
///
/// # Errors
/// The head is wrong, or `go_on` returned `false`.
pub fn layers(
    head: &str,
    (moves, most): (usize, usize),
    go_on: &dyn Fn(u64) -> bool,
) -> Result<String, Refusal> {
    // A head without the line `F` would be rejected.
    let head = Head::read(&mut format!("{head}F 1\nends\n").as_bytes())?;
    let game = Game::new(&head, &Puzzle::new(&head, go_on)?)?;
    let mut line = "F".to_owned();
    each_from_start(&game, |made, layer| {
        let fits = made == 0 || layer.len() <= most;
        if fits {
            line = format!("{line} {}", layer.len());
        }
        Ok(fits && made < moves)
    })?;
    Ok(line)
}
