//! Makes the columns of the groups, with their names.

use crate::np::milp::lowered::Columns;
use crate::np::milp::{Lowering, Stated};

impl Lowering<'_, '_> {
    /// Adds a column with whole values from 0 to `most`.
    pub(super) fn column(&mut self, name: String, most: usize) -> usize {
        let handle =
            if most == 1 { self.program.binary(name) } else { self.program.whole(name, most) };
        self.handles.push(handle);
        self.handles.len() - 1
    }

    pub(super) fn make_columns(&mut self) -> Stated {
        for number in 0..self.tables.groups.len() {
            let group = &self.tables.groups[number];
            let names: Vec<String> =
                group.variables.iter().map(|&v| self.forms().variables[v].name.clone()).collect();
            let longest: usize = names.iter().map(String::len).sum();
            self.step(group.tuples.len() * (256 + 32 * names.len() + longest))?;
            let tuples = group.tuples.clone();
            let columns = match tuples.len() {
                0 | 1 => Columns::None,
                2 => {
                    let name = match (names.as_slice(), tuples[0].as_slice(), tuples[1].as_slice())
                    {
                        ([name], [0], [1]) => name.clone(),
                        _ => tuple_name(&names, &tuples[1]),
                    };
                    Columns::Two(self.column(name, 1))
                }
                many if group.is_whole => {
                    let start = tuples[0][0];
                    let step = tuples[1][0] - start;
                    let name = match (start, step) {
                        (0, 1) => names[0].clone(),
                        _ => format!("{}[from={start},by={step}]", names[0]),
                    };
                    Columns::Whole(self.column(name, many - 1))
                }
                _ => {
                    let name = |tuple: &Vec<i64>| tuple_name(&names, tuple);
                    let names: Vec<String> = tuples.iter().map(name).collect();
                    Columns::OneHot(names.into_iter().map(|name| self.column(name, 1)).collect())
                }
            };
            self.columns.push(columns);
        }
        Ok(())
    }
}

/// The name of a tuple's column: `Coin(1)[Side=2,Value=5]`, or `X[5]`.
fn tuple_name(names: &[String], tuple: &[i64]) -> String {
    if let ([name], [value]) = (names, tuple) {
        return format!("{name}[{value}]");
    }
    let split = |name: &String| {
        name.split_once('.').map_or((String::new(), name.clone()), |(r, n)| (r.into(), n.into()))
    };
    let parts: Vec<(String, String)> = names.iter().map(split).collect();
    let record = &parts[0].0;
    let shared = parts.iter().all(|(other, _)| other == record);
    let inner: Vec<String> = parts
        .iter()
        .zip(names)
        .zip(tuple)
        .map(|(((_, short), long), value)| format!("{}={value}", if shared { short } else { long }))
        .collect();
    let (record, inner) = (if shared { record.as_str() } else { "" }, inner.join(","));
    // In a file, the name of a column has at most 255 characters.
    if inner.len() > 180 {
        let values: Vec<String> = tuple.iter().map(i64::to_string).collect();
        let values: String = values.join(",").chars().take(120).collect();
        return format!("{}[{values}]", names[0]);
    }
    format!("{record}[{inner}]")
}
