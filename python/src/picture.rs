//! Pictures for notebooks, where one page has many of them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The identifiers that a picture gives to its parts.
const IDS: [&str; 4] = ["title", "description", "board", "peg"];

/// A picture whose parts have unique identifiers: in one page, the same identifier would refer to the first
/// picture's part.
pub(crate) fn inline(svg: &str) -> String {
    let mut hasher = DefaultHasher::new();
    svg.hash(&mut hasher);
    let own = format!("{:016x}", hasher.finish());
    let mut picture = svg.replace(
        "aria-labelledby=\"title description\"",
        &format!("aria-labelledby=\"title-{own} description-{own}\""),
    );
    for id in IDS {
        for (before, after) in [("id=\"", "\""), ("href=\"#", "\"")] {
            let (old, new) = (format!("{before}{id}{after}"), format!("{before}{id}-{own}{after}"));
            picture = picture.replace(&old, &new);
        }
    }
    picture
}
