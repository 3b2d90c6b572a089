//! The published atlas of trees and unicyclic graphs (tests/data/harish-atlas.txt), line by line.

use soliter_base::control::Control;
use soliter_graphs::{Wanted, read_line, survey};

#[test]
fn the_published_atlas_is_reproduced() {
    let text = include_str!("../data/harish-atlas.txt");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [graph, fewest, most, positions] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let graph = read_line(graph).expect("sparse6").expect("a graph");
        let found = survey(&graph, Wanted::default(), &Control::default()).expect("no limit");
        let digits = |pegs: &[u8]| -> String {
            pegs.iter().filter_map(|&one| char::from_digit(one.into(), 36)).collect()
        };
        let positions: u64 = positions.parse().expect("a number");
        let published = (fewest.to_owned(), most.to_owned(), positions);
        assert_eq!(
            (digits(&found.fewest), digits(&found.most), found.positions),
            published,
            "{line}"
        );
        lines += 1;
    }
    assert_eq!(lines, 2023);
}
