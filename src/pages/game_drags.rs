//! Moves that are made by dragging parts of a picture: where each begins, and where it ends.

use crate::draw::picture::{Picture, Shape};

/// The width of the space beyond an end of the columns.
const BEYOND: f64 = 0.7;

/// A rectangle of a picture.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn of(shape: &Shape) -> Option<Self> {
        match *shape {
            Shape::Rect { x, y, width, height } => Some(Self { x, y, width, height }),
            _ => None,
        }
    }

    fn shape(self) -> Shape {
        let Self { x, y, width, height } = self;
        Shape::Rect { x, y, width, height }
    }
}

/// The ways to drag a move of Palisade, whose columns are parts of the picture: a column onto another swaps them, its upper
/// stones beyond an end become a column there, and the whole column beyond an end is sown that way.
pub(super) fn of_move(
    written: &str,
    (column, second): (&Shape, Option<&Shape>),
    columns: usize,
    picture: &Picture,
) -> Vec<[Shape; 2]> {
    let Some(column) = Area::of(column) else { return Vec::new() };
    if let Some(second) = second.and_then(Area::of) {
        return vec![[column.shape(), second.shape()], [second.shape(), column.shape()]];
    }
    let left = (picture.width - columns as f64) / 2.0;
    let right = left + columns as f64;
    let x = if written.contains('<') { left - BEYOND } else { right };
    let end = Area { x, width: BEYOND, ..column }.shape();
    let stones = written.strip_prefix('s').and_then(|rest| rest.split_once(':'));
    let stones = stones.and_then(|(_, rest)| rest.trim_end_matches(['<', '>']).parse().ok());
    let from = stones.map_or(Some(column), |stones: usize| upper(column, stones, picture));
    from.map(|from| [from.shape(), end]).into_iter().collect()
}

/// The part of a column with its upper stones.
fn upper(column: Area, stones: usize, picture: &Picture) -> Option<Area> {
    let inside = |x: f64| column.x < x && x < column.x + column.width;
    let bottom = |(_, shape): &(_, Shape)| match *shape {
        Shape::Circle { x, y, r } if inside(x) => Some(y + r),
        _ => None,
    };
    let mut bottoms: Vec<f64> = picture.shapes.iter().filter_map(bottom).collect();
    bottoms.sort_by(f64::total_cmp);
    let bottom = bottoms.get(stones.checked_sub(1)?)?;
    Some(Area { height: bottom - column.y, ..column })
}
