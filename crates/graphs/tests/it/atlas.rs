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

/// The summary in docs/atlas/graphs covers all graphs of each size: OEIS A000055, A001429 and A001349.
#[test]
fn the_atlas_of_graphs_is_complete() {
    let known: [(&str, usize, &[u64]); 3] = [
        (
            "trees",
            2,
            &[
                1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741, 19_320, 48_629,
                123_867, 317_955, 823_065,
            ],
        ),
        ("unicyclic", 3, &[1, 2, 5, 13, 33, 89, 240, 657, 1806, 5026, 13_999, 39_260]),
        ("connected", 2, &[1, 2, 6, 21, 112, 853, 11_117, 261_080, 11_716_571]),
    ];
    let summary = include_str!("../../../../docs/atlas/graphs/summary.csv");
    let mut rows = 0;
    for row in summary.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let number = |at: usize| -> u64 { cells[at].parse().expect(row) };
        let (_, first, sizes) =
            known.iter().find(|(family, ..)| *family == cells[0]).expect("a family");
        let size = sizes.get(number(1) as usize - first);
        assert_eq!(size, Some(&number(2)), "{row}");
        assert_eq!((3..=6).map(number).sum::<u64>(), number(2), "{row}");
        assert_eq!(cells[12].len(), 64, "{row}");
        rows += 1;
    }
    assert!(rows >= 29, "{rows} rows");
}
