//! Surveys of graphs. `soliter/graphs.py` converts graphs from Python libraries.

use std::time::Instant;

use pyo3::prelude::*;
use soliter::Source;
use soliter::base::control::Control;
use soliter::graphs::{Graph, SurveyReport, Wanted, read_line, survey_all};

use crate::answer::to_python;
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::work::{Limits, run};

type Edges = Vec<(usize, usize)>;

/// The number of graphs between two reports of progress.
const PART: usize = 1 << 10;

/// The number of vertices and the edges of a graph on one line of text.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn _graph(text: &str) -> Outcome<(usize, Edges)> {
    let fault = match read_line(text) {
        Ok(Some(graph)) => return Ok((graph.vertices(), graph.edges().collect())),
        Ok(None) => {
            return Err(Failure::unfit(
                "a text without a graph",
                "an edge list, graph6 or sparse6",
            ));
        }
        Err(fault) => fault,
    };
    Err(Failure::Text(fault.of(&Source::new("graph", text)).into()))
}

/// Surveys graphs, each given by its number of vertices and its edges.
#[pyfunction]
#[pyo3(signature = (graphs, /, witness, evidence, seconds, memory, threads, progress))]
#[allow(clippy::too_many_arguments, reason = "called by name from soliter/graphs.py only")]
pub(crate) fn _survey(
    py: Python<'_>,
    graphs: Vec<(usize, Edges)>,
    witness: bool,
    evidence: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> Outcome<Py<PyAny>> {
    let limits = Limits::new(seconds, memory, threads, progress)?;
    let made = |(at, (vertices, edges)): (usize, (usize, Edges))| {
        let help = "a simple graph with 2 to 32 vertices";
        Graph::new(vertices, edges)
            .map_err(|why| Failure::unfit(format!("graph {at}: {why}"), help))
    };
    let graphs = graphs.into_iter().enumerate().map(made).collect::<Result<Vec<_>, _>>()?;
    let wanted = Wanted { solutions: witness, evidence };
    let clock = Instant::now();
    let work = |control: &Control| {
        let mut reports = Vec::with_capacity(graphs.len());
        for part in graphs.chunks(PART) {
            for (graph, survey) in part.iter().zip(survey_all(part, wanted, control)) {
                reports.push(SurveyReport::new(graph, &survey?));
            }
            let (done, seconds) = (reports.len(), clock.elapsed().as_secs());
            control.report_progress(|| {
                format!("survey: {done} of {} graphs, {seconds} s", graphs.len())
            });
        }
        Ok(reports)
    };
    let reports = run(py, &limits, work)?.map_err(stopped)?;
    Ok(to_python(py, &reports)?.unbind())
}
