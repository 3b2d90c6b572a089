//! Certificates: answers that other programs can check, and the check.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use soliter::base::control::Control;
use soliter::boards::draw::svg;
use soliter::checker::{self, CertificateError, Certified, CheckContext, Proved, StatedBoard};
use soliter::prove::certify::{Contents, NoCertificate, Statement, certify_in, pegs_of};
use soliter::{Finish, PuzzleSetup};

use crate::answer::Answer;
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::picture::inline;
use crate::puzzle::Puzzle;
use crate::work::{Limits, run};

/// A certificate that was checked; unchecked ones cannot be constructed. Unpickling checks it again.
///
/// >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
/// >>> certificate = soliter.certify(soliter.solve(puzzle))
/// >>> certificate.proved, certificate.move_count
/// ('exact-moves', 5)
/// >>> soliter.verify(bytes(certificate), puzzle) == certificate
/// True
#[pyclass(frozen, eq, hash, module = "soliter._soliter", name = "Certificate")]
pub(crate) struct Certificate {
    bytes: Vec<u8>,
    certified: Certified,
    /// The puzzle in the file itself, whatever its title there.
    stated: Puzzle,
    /// The title of the puzzle that it was made from or compared with.
    title: Option<String>,
    picture: String,
}

impl PartialEq for Certificate {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Hash for Certificate {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

/// A certificate from its pickled form, checked again.
#[pyfunction]
pub(crate) fn _certificate(
    py: Python<'_>,
    bytes: Vec<u8>,
    title: Option<String>,
    picture: String,
) -> Outcome<Certificate> {
    let certified = checked(py, &Limits::new(None, None, None, None)?, &bytes)?;
    certificate(bytes, certified, title, Some(picture))
}

/// Writes the certificate of an answer, and checks it.
///
/// With `layers`, the file has the positions of its layers, not only their digest; without `solution`, it proves only
/// the lower bound.
///
/// >>> answer = soliter.solve(soliter.Puzzle.built_in("gardner/latin-cross"))
/// >>> print(soliter.certify(answer))
/// Latin cross: 5 moves, and no solution has fewer
#[pyfunction]
#[pyo3(signature = (answer, *, layers = false, solution = true, seconds = None, memory = None,
    threads = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn certify(
    py: Python<'_>,
    answer: &Answer,
    layers: bool,
    solution: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Certificate> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let puzzle = answer.puzzle.plain("certify")?;
    let made = run(py, &limits, |control| {
        with_room(control, |room| {
            certify_in(
                room,
                &puzzle,
                &answer.verified,
                Contents { layers, line: solution },
                control,
            )
        })
    })?;
    let (bytes, certified) = made.map_err(|none| match none {
        NoCertificate::NotProved => Failure::unfit(none.to_string(), "solve it with more time"),
        NoCertificate::NoJumps => Failure::unfit(none.to_string(), "compare the two positions"),
        NoCertificate::NoForm => {
            Failure::unfit(none.to_string(), "give the finish as a list of holes")
        }
        NoCertificate::Stopped(stop) => stopped(stop),
        NoCertificate::Refused(CertificateError::Limit) => Failure::Limit(none.to_string()),
        NoCertificate::Refused(_) => Failure::Fault(none.to_string()),
    })?;
    let picture = Some(answer.picture());
    certificate(bytes, certified, Some(puzzle.title().to_owned()), picture)
}

/// Checks a certificate and, if a puzzle is given, that it belongs to this puzzle. Raises `Rejected` if it does not hold.
///
/// The certificate is given as bytes, as a file, or as a `Certificate`.
///
/// >>> puzzle = soliter.Puzzle.built_in("gardner/latin-cross")
/// >>> certificate = bytes(soliter.certify(soliter.solve(puzzle)))
/// >>> soliter.verify(certificate, puzzle).proved
/// 'exact-moves'
#[pyfunction]
#[pyo3(signature = (certificate, of = None, *, seconds = None, memory = None, threads = None,
    progress = None))]
pub(crate) fn verify(
    py: Python<'_>,
    certificate: &Bound<'_, PyAny>,
    of: Option<&Puzzle>,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Certificate> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let wanted = match of {
        Some(puzzle) => {
            let puzzle = puzzle.plain("verify")?;
            let statement = Statement::of(&puzzle).map_err(|none| {
                Failure::unfit(none.to_string(), "give the finish as a list of holes")
            })?;
            Some((puzzle, statement))
        }
        None => None,
    };
    let bytes = contents(py, certificate)?;
    let certified = checked(py, &limits, &bytes)?;
    if let Some((puzzle, statement)) = &wanted
        && let Some(other) = statement.difference(&certified)
    {
        let title = puzzle.title();
        return Err(Failure::Rejected(format!(
            "this certificate is for {other}, not for {title:?}"
        )));
    }
    let title = wanted.map(|(puzzle, _)| puzzle.title().to_owned());
    self::certificate(bytes, certified, title, None)
}

fn checked(py: Python<'_>, limits: &Limits, bytes: &[u8]) -> Outcome<Certified> {
    let checked =
        run(py, limits, |control| with_room(control, |room| checker::check_in(room, bytes)))?;
    checked.map_err(|refusal| match refusal {
        CertificateError::Limit => Failure::Limit(refusal.to_string()),
        refusal => Failure::Rejected(refusal.to_string()),
    })
}

/// Bytes as they are, or the bytes of a file.
fn contents(py: Python<'_>, certificate: &Bound<'_, PyAny>) -> Outcome<Vec<u8>> {
    if let Ok(made) = certificate.cast::<Certificate>() {
        return Ok(made.get().bytes.clone());
    }
    if let Ok(bytes) = certificate.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let path: PathBuf = certificate.extract()?;
    py.detach(|| std::fs::read(&path)).map_err(|cause| Failure::file(&path, cause))
}

fn with_room<T>(control: &Control, work: impl FnOnce(&CheckContext<'_>) -> T) -> T {
    let go_on = |bytes| control.check().and_then(|()| control.check_memory(bytes)).is_ok();
    let say = |phrase: &str| control.report_progress(|| format!("certificate: {phrase}"));
    work(&CheckContext { go_on: &go_on, folder: None, say: &say })
}

fn certificate(
    bytes: Vec<u8>,
    certified: Certified,
    title: Option<String>,
    picture: Option<String>,
) -> Outcome<Certificate> {
    let phrase = phrase(certified.proved);
    let stated = Puzzle::from(stated(&certified, format!("Certified: {phrase}"))?);
    let picture = picture.unwrap_or_else(|| svg::puzzle(&stated.shared));
    Ok(Certificate { bytes, certified, stated, title, picture })
}

fn phrase(proved: Proved) -> String {
    match proved {
        Proved::MovesAtLeast(moves) => format!("no solution has fewer than {moves} moves"),
        Proved::ExactMoves(moves) => format!("{moves} moves, and no solution has fewer"),
        Proved::Impossible => "there is no solution".to_owned(),
    }
}

/// The puzzle in a checked file.
fn stated(certified: &Certified, title: String) -> Outcome<soliter::Puzzle> {
    let broken =
        |why: String| Failure::Fault(format!("a checked certificate is of no puzzle: {why}"));
    let board = match &certified.board {
        StatedBoard::Drawn { drawing, directions } => {
            let directions: soliter::Directions =
                directions.parse().map_err(|_| broken(directions.clone()))?;
            let drawing = drawing.replace('/', "\n").replace('.', " ");
            soliter::Board::from_drawing(&drawing, directions.lattice(), directions)
        }
        StatedBoard::Listed { holes, jumps } => {
            let names = (0..*holes).map(|hole| hole.to_string()).collect();
            // A checked file has at most 65,535 holes.
            let jumps = jumps.iter().map(|three| {
                let [from, over, to] = three.map(|hole| hole as u16);
                soliter::boards::board::Jump { from, over, to }
            });
            soliter::Board::listed(names, jumps.collect(), Vec::new())
        }
    };
    let board = board.map_err(|fault| broken(fault.to_string()))?;
    let finish = match &certified.finish {
        Some(finish) => Finish::Exactly(pegs_of(finish)),
        None => Finish::Pegs(certified.pegs as usize),
    };
    let setup = PuzzleSetup { title, ..PuzzleSetup::new(board, pegs_of(&certified.start), finish) };
    setup.puzzle().map_err(|faults| broken(faults.to_string()))
}

#[pymethods]
impl Certificate {
    /// `moves-at-least`, `exact-moves` or `impossible`.
    #[getter]
    fn proved(&self) -> &'static str {
        match self.certified.proved {
            Proved::MovesAtLeast(_) => "moves-at-least",
            Proved::ExactMoves(_) => "exact-moves",
            Proved::Impossible => "impossible",
        }
    }

    /// The number of moves in the claim; `None` if the claim is impossibility.
    #[getter]
    fn move_count(&self) -> Option<usize> {
        match self.certified.proved {
            Proved::MovesAtLeast(moves) | Proved::ExactMoves(moves) => Some(moves),
            Proved::Impossible => None,
        }
    }

    /// The number of positions in its layers, up to symmetry; 0 if the proof has no layers.
    #[getter]
    fn position_count(&self) -> usize {
        self.certified.positions
    }

    /// The title of the puzzle that it was made from or compared with; `None` if there was no such puzzle.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The puzzle that the file states.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.stated.clone()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// Writes the file.
    #[pyo3(signature = (path, /))]
    fn save(&self, path: PathBuf) -> Outcome<()> {
        std::fs::write(&path, &self.bytes).map_err(|cause| Failure::file(&path, cause))
    }

    fn _repr_svg_(&self) -> String {
        inline(&self.picture)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = (PyBytes::new(py, &self.bytes), &self.title, &self.picture);
        let make = py.import("soliter._soliter")?.getattr("_certificate")?;
        Ok((make, state).into_pyobject(py)?.into_any())
    }

    fn __str__(&self) -> String {
        let of = self.title.as_deref().map_or_else(String::new, |title| format!("{title}: "));
        format!("{of}{}", phrase(self.certified.proved))
    }

    fn __repr__(&self) -> String {
        format!("<Certificate {}, {} bytes>", self.__str__(), self.bytes.len())
    }
}
