//! The programs of this folder, as they would be written manually for `HiGHS`.

use good_lp::solvers::highs::highs as backend;
use good_lp::{
    Constraint, Expression, ProblemVariables, SolverModel, Variable, constraint, variable,
};
use highs::HighsModelStatus;

/// Columns, rows and the objective to be minimised.
#[derive(Default)]
pub(crate) struct Hand {
    variables: ProblemVariables,
    columns: usize,
    rows: Vec<Constraint>,
    goal: Expression,
}

/// The result of a handwritten model.
pub(crate) struct HandAnswer {
    pub(crate) columns: usize,
    /// `None` if the time limit was reached.
    pub(crate) objective: Option<i64>,
}

fn sum(list: impl IntoIterator<Item = Variable>) -> Expression {
    list.into_iter().sum()
}

/// The value that a list of columns encodes, counted from `first`.
fn value(list: &[Variable], first: usize) -> Expression {
    (first..).zip(list).map(|(value, &column)| value as f64 * column).sum()
}

impl Hand {
    fn whole(&mut self, low: i64, high: i64) -> Variable {
        self.columns += 1;
        self.variables.add(variable().integer().bounds(low as f64..=high as f64))
    }

    fn binaries(&mut self, count: usize) -> Vec<Variable> {
        self.columns += count;
        (0..count).map(|_| self.variables.add(variable().binary())).collect()
    }

    /// One binary column for each value, exactly one of which is 1.
    fn choice(&mut self, count: usize) -> Vec<Variable> {
        let list = self.binaries(count);
        self.rows.push(constraint!(sum(list.iter().copied()) == 1.0));
        list
    }

    fn row(&mut self, row: Constraint) {
        self.rows.push(row);
    }

    /// Each value occurs at most once among lists of the same values.
    fn different(&mut self, lists: &[Vec<Variable>]) {
        for value in 0..lists[0].len() {
            self.row(constraint!(sum(lists.iter().map(|list| list[value])) <= 1.0));
        }
    }

    /// Either `a + takes <= b` or `b + back <= a`, with all columns between 0 and `most`.
    fn apart(&mut self, (a, takes): (Variable, f64), (b, back): (Variable, f64), most: f64) {
        let first = self.binaries(1)[0];
        self.row(constraint!(a + takes - b <= (most + takes) * (1.0 - first)));
        self.row(constraint!(b + back - a <= (most + back) * first));
    }

    pub(crate) fn solve(self, seconds: f64) -> HandAnswer {
        let mut problem = self.variables.minimise(self.goal).using(backend);
        for row in self.rows {
            problem.add_constraint(row);
        }
        let mut problem = problem.try_into_inner().expect("a model");
        problem.make_quiet();
        for (option, value) in [("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0), ("time_limit", seconds)]
        {
            problem.set_option(option, value);
        }
        problem.set_option("random_seed", 1);
        problem.set_option("threads", 1);
        let solved = problem.solve();
        let optimal = solved.status() == HighsModelStatus::Optimal;
        let objective = optimal.then(|| solved.objective_value().round() as i64);
        HandAnswer { columns: self.columns, objective }
    }
}

pub(crate) fn lot_sizing() -> Hand {
    let mut hand = Hand::default();
    let mut before: Option<Variable> = None;
    for demand in [12.0, 25.0, 31.0, 8.0, 44.0, 20.0, 37.0, 15.0, 29.0, 50.0, 6.0, 33.0] {
        let (amount, stock) = (hand.whole(0, 80), hand.whole(0, 60));
        let setup = hand.binaries(1)[0];
        let had = before.map_or_else(Expression::default, Expression::from);
        hand.row(constraint!(had + amount - stock == demand));
        hand.row(constraint!(amount <= 80.0 * setup));
        hand.goal += 40.0 * setup + stock;
        before = Some(stock);
    }
    hand
}

pub(crate) fn magic_square_4() -> Hand {
    let mut hand = Hand::default();
    let cells: Vec<Vec<Variable>> = (0..16).map(|_| hand.choice(16)).collect();
    hand.different(&cells);
    let mut lines: Vec<Vec<usize>> = (0..4).map(|r| (0..4).map(|c| 4 * r + c).collect()).collect();
    lines.extend((0..4).map(|c| (0..4).map(|r| 4 * r + c).collect()));
    lines.extend([vec![0, 5, 10, 15], vec![3, 6, 9, 12]]);
    for line in lines {
        let total: Expression = line.into_iter().map(|cell| value(&cells[cell], 1)).sum();
        hand.row(constraint!(total == 34.0));
    }
    hand
}

pub(crate) fn ft06() -> Hand {
    let machines = [
        [3, 1, 2, 4, 6, 5],
        [2, 3, 5, 6, 1, 4],
        [3, 4, 6, 1, 2, 5],
        [2, 1, 3, 4, 5, 6],
        [3, 2, 5, 6, 1, 4],
        [2, 4, 6, 1, 5, 3],
    ];
    let takes: [[u32; 6]; 6] = [
        [1, 3, 6, 7, 3, 6],
        [8, 5, 10, 10, 10, 4],
        [5, 4, 8, 9, 1, 7],
        [5, 5, 5, 3, 8, 9],
        [9, 3, 5, 4, 3, 1],
        [3, 3, 9, 10, 4, 1],
    ];
    let mut hand = Hand::default();
    let end = hand.whole(0, 199);
    let starts: Vec<Vec<Variable>> =
        (0..6).map(|_| (0..6).map(|_| hand.whole(0, 199)).collect()).collect();
    let long = |j: usize, k: usize| f64::from(takes[j][k]);
    for j in 0..6 {
        for k in 1..6 {
            hand.row(constraint!(starts[j][k - 1] + long(j, k - 1) <= starts[j][k]));
        }
        hand.row(constraint!(starts[j][5] + long(j, 5) <= end));
        for i in 0..j {
            for k in 0..6 {
                for l in (0..6).filter(|&l| machines[i][l] == machines[j][k]) {
                    let (a, b) = ((starts[j][k], long(j, k)), (starts[i][l], long(i, l)));
                    hand.apart(a, b, 199.0);
                }
            }
        }
    }
    hand.goal = end.into();
    hand
}

pub(crate) fn queens(n: usize) -> Hand {
    let mut hand = Hand::default();
    let rows: Vec<Vec<Variable>> = (0..n).map(|_| hand.choice(n)).collect();
    hand.different(&rows);
    for diagonal in 0..2 * n - 1 {
        let on = |rising: bool| {
            let at = move |r: usize, c: usize| if rising { r + c } else { r + n - 1 - c };
            let all = (0..n).flat_map(move |r| (0..n).map(move |c| (r, c)));
            all.filter(move |&(r, c)| at(r, c) == diagonal)
        };
        for rising in [true, false] {
            let line = sum(on(rising).map(|(r, c)| rows[r][c]));
            hand.row(constraint!(line <= 1.0));
        }
    }
    hand
}

pub(crate) fn golomb(marks: usize, most: usize) -> Hand {
    let mut hand = Hand::default();
    let places: Vec<Variable> = (0..marks).map(|_| hand.whole(0, most as i64)).collect();
    hand.row(constraint!(places[0] == 0.0));
    let mut distances = Vec::new();
    for b in 0..marks {
        for a in 0..b {
            let distance = hand.choice(most);
            hand.row(constraint!(value(&distance, 1) == places[b] - places[a]));
            distances.push(distance);
        }
    }
    hand.different(&distances);
    let last = places[marks - 1] - places[marks - 2];
    hand.row(constraint!(places[1] - places[0] + 1.0 <= last));
    hand.goal = places[marks - 1].into();
    hand
}

pub(crate) fn knapsack() -> Hand {
    let weights = [12, 7, 19, 23, 31, 5, 17, 29, 11, 13, 37, 3, 26, 9, 21];
    let worths = [25, 15, 41, 44, 68, 9, 36, 66, 22, 29, 80, 5, 57, 18, 43];
    let mut hand = Hand::default();
    let taken: Vec<Variable> = weights.iter().map(|_| hand.whole(0, 3)).collect();
    let weight: Expression = taken.iter().zip(weights).map(|(&t, w)| f64::from(w) * t).sum();
    hand.row(constraint!(weight <= 150.0));
    hand.goal = taken.iter().zip(worths).map(|(&t, w)| -f64::from(w) * t).sum();
    hand
}

pub(crate) fn tour() -> Hand {
    let towns: [(i32, i32); 8] =
        [(0, 0), (12, 21), (25, 4), (31, 17), (8, 9), (19, 30), (3, 26), (28, 11)];
    let mut hand = Hand::default();
    let places: Vec<Variable> = (1..8).map(|_| hand.whole(2, 8)).collect();
    let arcs: Vec<Vec<Variable>> = (0..8).map(|_| hand.binaries(8)).collect();
    hand.columns -= 8;
    for a in 0..8 {
        let others = || (0..8).filter(move |&b| b != a);
        hand.row(constraint!(arcs[a][a] == 0.0));
        hand.row(constraint!(sum(others().map(|b| arcs[a][b])) == 1.0));
        hand.row(constraint!(sum(others().map(|b| arcs[b][a])) == 1.0));
        for b in others() {
            let way = (towns[a].0 - towns[b].0).abs() + (towns[a].1 - towns[b].1).abs();
            hand.goal += f64::from(way) * arcs[a][b];
            if a > 0 && b > 0 {
                let (from, to) = (places[a - 1], places[b - 1]);
                hand.row(constraint!(from + 1.0 - to <= 7.0 * (1.0 - arcs[a][b])));
            }
        }
    }
    hand
}

pub(crate) fn petersen() -> Hand {
    let mut hand = Hand::default();
    let colours: Vec<Vec<Variable>> = (0..10).map(|_| hand.choice(5)).collect();
    let most = hand.whole(1, 5);
    let next = [2, 3, 4, 5, 1, 8, 9, 10, 6, 7];
    let edges = (1..=10).zip(next).chain((1..=5).map(|p| (p, p + 5)));
    for (a, b) in edges {
        for (&a, &b) in colours[a - 1].iter().zip(&colours[b - 1]) {
            hand.row(constraint!(a + b <= 1.0));
        }
    }
    for list in &colours {
        hand.row(constraint!(value(list, 1) <= most));
    }
    hand.goal = most.into();
    hand
}

pub(crate) fn bin_packing() -> Hand {
    let sizes = [24, 13, 31, 8, 19, 27, 11, 35, 16, 22, 9, 29];
    let mut hand = Hand::default();
    let open = hand.binaries(7);
    let places: Vec<Vec<Variable>> = sizes.iter().map(|_| hand.choice(7)).collect();
    for bin in 0..7 {
        let load: Expression =
            places.iter().zip(sizes).map(|(list, size)| f64::from(size) * list[bin]).sum();
        hand.row(constraint!(load <= 50.0 * open[bin]));
        if bin > 0 {
            hand.row(constraint!(open[bin] <= open[bin - 1]));
        }
    }
    hand.goal = sum(open);
    hand
}

pub(crate) fn sudoku() -> Hand {
    let given = [
        "53..7....",
        "6..195...",
        ".98....6.",
        "8...6...3",
        "4..8.3..1",
        "7...2...6",
        ".6....28.",
        "...419..5",
        "....8..79",
    ];
    let mut hand = Hand::default();
    let cells: Vec<Vec<Variable>> = (0..81).map(|_| hand.choice(9)).collect();
    for (cell, digit) in given.concat().bytes().enumerate() {
        if digit.is_ascii_digit() {
            hand.row(constraint!(cells[cell][usize::from(digit - b'1')] == 1.0));
        }
    }
    for n in 0..9 {
        let lines: [Vec<usize>; 3] = [
            (0..9).map(|k| 9 * n + k).collect(),
            (0..9).map(|k| 9 * k + n).collect(),
            (0..9).map(|k| 9 * (n / 3 * 3 + k / 3) + n % 3 * 3 + k % 3).collect(),
        ];
        for line in lines {
            let lists: Vec<Vec<Variable>> = line.iter().map(|&cell| cells[cell].clone()).collect();
            hand.different(&lists);
        }
    }
    hand
}

pub(crate) fn assignment() -> Hand {
    let mut hand = Hand::default();
    let people: Vec<Vec<Variable>> = (0..10).map(|_| hand.choice(10)).collect();
    hand.different(&people);
    for (p, list) in (1u32..).zip(&people) {
        for (t, &task) in (1u32..).zip(list) {
            hand.goal += f64::from((p * 17 + t * t * 7 + p * t * 5) % 41) * task;
        }
    }
    hand
}

pub(crate) fn set_cover() -> Hand {
    let mut hand = Hand::default();
    let open = hand.binaries(20);
    for p in 1..=30 {
        let near = (1..=20).filter(|s| (s * s * 3 + p * 7 + s * p) % 11 < 3);
        let cover = sum(near.map(|s| open[s - 1]));
        hand.row(constraint!(cover >= 1.0));
    }
    hand.goal = (1u32..).zip(&open).map(|(s, &o)| f64::from(3 + s % 5) * o).sum();
    hand
}

pub(crate) fn setup_scheduling() -> Hand {
    let (takes, due) = ([7.0, 4.0, 9.0, 3.0, 6.0, 5.0], [12.0, 20.0, 25.0, 9.0, 30.0, 33.0]);
    let mut hand = Hand::default();
    let starts: Vec<Variable> = (0..6).map(|_| hand.whole(0, 60)).collect();
    for (job, &start) in starts.iter().enumerate() {
        let late = hand.whole(0, 60);
        hand.row(constraint!(late >= start + takes[job] - due[job]));
        hand.goal += late;
    }
    for a in 0..6usize {
        for b in a + 1..6 {
            let gap = |a: usize, b: usize| ((a + 1 + 2 * (b + 1)) % 4) as f64;
            let (first, second) = (takes[a] + gap(a, b), takes[b] + gap(b, a));
            hand.apart((starts[a], first), (starts[b], second), 60.0);
        }
    }
    hand
}

pub(crate) fn latin_square() -> Hand {
    let mut hand = Hand::default();
    // A column for each pair in each cell.
    let cells: Vec<Vec<Variable>> = (0..25).map(|_| hand.choice(25)).collect();
    hand.different(&cells);
    for line in 0..5 {
        for digit in 0..5 {
            for second in [false, true] {
                let has = |pair: usize| (if second { pair % 5 } else { pair / 5 }) == digit;
                let of = |cell: usize| (0..25).filter(|&p| has(p)).map(move |p| (cell, p));
                let row = (0..5).flat_map(|k| of(5 * line + k));
                hand.row(constraint!(sum(row.map(|(c, p)| cells[c][p])) == 1.0));
                let column = (0..5).flat_map(|k| of(5 * k + line));
                hand.row(constraint!(sum(column.map(|(c, p)| cells[c][p])) == 1.0));
            }
        }
        hand.row(constraint!(cells[line][6 * line] == 1.0));
    }
    hand
}

pub(crate) fn send_more_money() -> Hand {
    let mut hand = Hand::default();
    let letters: Vec<Vec<Variable>> = (0..8).map(|_| hand.choice(10)).collect();
    hand.different(&letters);
    // S, E, N, D, M, O, R, Y
    let weights = [1000.0, 91.0, -90.0, 1.0, -9000.0, -900.0, 10.0, -1.0];
    let total: Expression = letters.iter().zip(weights).map(|(l, w)| w * value(l, 0)).sum();
    hand.row(constraint!(total == 0.0));
    for first in [0, 4] {
        hand.row(constraint!(letters[first][0] == 0.0));
    }
    hand
}

pub(crate) fn river_crossing() -> Hand {
    let mut hand = Hand::default();
    let loads: Vec<Vec<Variable>> = (0..7).map(|_| hand.choice(4)).collect();
    let over: Vec<Vec<Variable>> = (0..8).map(|_| hand.binaries(3)).collect();
    for (&before, &after) in over[0].iter().zip(&over[7]) {
        hand.row(constraint!(before == 0.0));
        hand.row(constraint!(after == 1.0));
    }
    for t in 1..=7 {
        let far = if t % 2 == 1 { 1.0 } else { -1.0 };
        for good in 0..3 {
            let moved = far * loads[t - 1][good + 1];
            hand.row(constraint!(over[t][good] == over[t - 1][good] + moved));
        }
        // Wolf and goat, goat and cabbage are not left together on the other bank.
        for other in [0, 2] {
            let both = over[t][1] + over[t][other];
            if t % 2 == 1 {
                hand.row(constraint!(both >= 1.0));
            } else {
                hand.row(constraint!(both <= 1.0));
            }
        }
    }
    hand.goal = loads.iter().flat_map(|load| load[1..].iter().copied()).sum();
    hand
}
