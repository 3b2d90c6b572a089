//! Surveys of graphs. `soliter/_graphs.py` reads graphs from Python libraries.

use pyo3::prelude::*;
use soliter::Source;
use soliter::base::control::Control;
use soliter::graphs::{Graph, SurveyReport, Wanted, read_line, survey_all};

use crate::answer::to_python;
use crate::count::stopped;
use crate::errors::{Failure, Outcome};
use crate::work::{Limits, run};

type Edges = Vec<(usize, usize)>;

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

fn simple(vertices: usize, edges: Edges) -> Result<Graph, String> {
    Graph::new(vertices, edges).map_err(|why| why.to_string())
}

/// Refuses a graph that cannot be surveyed, and names its number.
#[pyfunction]
pub(crate) fn _simple(number: usize, vertices: usize, edges: Edges) -> Outcome<()> {
    let help = "a simple graph with 2 to 32 vertices";
    simple(vertices, edges)
        .map(drop)
        .map_err(|why| Failure::unfit(format!("graph {number}: {why}"), help))
}

/// Surveys graphs, each given by its number of vertices and its edges. If a limit is reached first, the reports of the
/// first graphs are returned, with the exception to raise after them.
#[pyfunction]
#[pyo3(signature = (graphs, /, witness, evidence, seconds, memory, threads))]
pub(crate) fn _survey(
    py: Python<'_>,
    graphs: Vec<(usize, Edges)>,
    witness: bool,
    evidence: bool,
    seconds: Option<f64>,
    memory: Option<f64>,
    threads: Option<i64>,
) -> Outcome<(Py<PyAny>, Option<PyErr>)> {
    let limits = Limits::new(seconds, memory, threads, None)?;
    let made = |(vertices, edges)| simple(vertices, edges).map_err(|why| Failure::unfit(why, ""));
    let graphs = graphs.into_iter().map(made).collect::<Outcome<Vec<_>>>()?;
    let wanted = Wanted { solutions: witness, evidence };
    let work = |control: &Control| {
        let mut reports = Vec::with_capacity(graphs.len());
        for (graph, survey) in graphs.iter().zip(survey_all(&graphs, wanted, control)) {
            match survey {
                Ok(survey) => reports.push(SurveyReport::new(graph, &survey)),
                Err(stop) => return (reports, Some(stop)),
            }
        }
        (reports, None)
    };
    let (reports, stop) = run(py, &limits, work)?;
    let stop = stop.map(|stop| PyErr::from(stopped(stop)));
    Ok((to_python(py, &reports)?.unbind(), stop))
}
