//! Explains the rules of each game in five pictures. The positions are reached by legal moves.

use crate::view::status;
use crate::{BoardGame, Game, Visitor, playthrough::Playthrough};
use soliter_base::draw::picture::Picture;

/// An introduction to a game for beginners.
pub struct Lesson {
    /// The kind of model: `pyramid`.
    pub kind: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// The goal of the game, in a sentence.
    pub goal: &'static str,
    /// The built-in puzzle that the pictures start from.
    pub puzzle: &'static str,
    /// The built-in puzzle for a first game, of medium size.
    pub play: &'static str,
    /// Built-in puzzles of several sizes, each with a description of its size.
    pub sizes: &'static [(&'static str, &'static str)],
    /// Moves from the puzzle's position, separated by spaces, and the caption of the position after them.
    steps: [(&'static str, &'static str); 5],
}

/// A position of a lesson.
pub struct Shown {
    /// The position, with its last move marked.
    pub picture: Picture,
    /// The player to move, or how the game ended.
    pub status: String,
    /// The position, in the game's notation.
    pub position: String,
    /// A caption of one or two sentences.
    pub caption: &'static str,
}

/// The lessons, the easiest game first.
pub const LESSONS: [Lesson; 4] = [
    Lesson {
        kind: "pyramid",
        title: "Pyramid of Cheops",
        goal: "Build the pyramid together, and get more points than the other player.",
        puzzle: "pyramid/base-4",
        play: "pyramid/base-6",
        sizes: &[
            ("pyramid/base-4", "base 4"),
            ("pyramid/base-6", "base 6"),
            ("pyramid/base-8", "base 8"),
            ("pyramid/base-10", "base 10"),
            ("pyramid/three-players", "three players"),
        ],
        steps: [
            ("", "The bottom row lies ready. Take turns: a dashed ring is a place for a stone."),
            ("2.2", "Player 1 has laid a stone. Every stone needs two stones under it."),
            (
                "2.2 2.2>",
                "Or push a stone one place to the right, as player 2 did. It must land on two \
                 stones, and nothing may lie on it.",
            ),
            (
                "2.2 2.2> 2.1 2.2",
                "Player 2 has laid the last stone of a row of three. That makes 3 points, and \
                 nobody can push the stones of this row any more.",
            ),
            (
                "2.2 2.2> 2.1 2.2 3.1 3.2 4.1",
                "The pyramid is done, and the game is over. Player 2 has 5 points to 1 and wins.",
            ),
        ],
    },
    Lesson {
        kind: "corridor",
        title: "Corridor",
        goal: "Walk your pawn across first. Sticks are one square long and may shut a pawn in.",
        puzzle: "corridor/5x5-three-sticks",
        play: "corridor/5x5-three-sticks",
        sizes: &[
            ("corridor/4x4-three-sticks", "4 by 4"),
            ("corridor/5x5-three-sticks", "5 by 5"),
            ("corridor/9x9-ten-sticks", "9 by 9"),
            ("corridor/four-players", "four players"),
        ],
        steps: [
            (
                "",
                "Pawn 1 must get to the blue line at the top, pawn 2 to the red line at the \
                 bottom. Take turns.",
            ),
            ("c2", "On your turn you may walk one square: up, down, left or right."),
            (
                "c2 c2h",
                "Or you lay a stick between two squares, and nobody can walk through it. Player 2 \
                 has used one of three sticks.",
            ),
            (
                "c2 c2h d2 c4 d3 d4 d1h d2",
                "You may jump over a pawn beside yours to the square behind it, if no stick is in \
                 the way. Pawn 2 has jumped.",
            ),
            (
                "c2 c2h d2 c4 d3 d4 d1h d2 d4 c2 d5",
                "Pawn 1 is at the top first and wins. If sticks shut both pawns in, nobody wins.",
            ),
        ],
    },
    Lesson {
        kind: "quoridor",
        title: "Quoridor",
        goal: "Walk your pawn across first. Walls are two squares long and must leave a way.",
        puzzle: "quoridor/5x5-three-walls",
        play: "quoridor/5x5-three-walls",
        sizes: &[
            ("quoridor/3x3-two-walls", "3 by 3"),
            ("quoridor/4x4-three-walls", "4 by 4"),
            ("quoridor/5x5-three-walls", "5 by 5"),
            ("quoridor/9x9", "9 by 9"),
        ],
        steps: [
            (
                "",
                "Pawn 1 must get to the blue line at the top, pawn 2 to the red line at the \
                 bottom. Take turns.",
            ),
            (
                "c2 c2h",
                "On your turn, walk one square or put up a wall. A wall is two squares long, and \
                 walls may not cross.",
            ),
            (
                "c2 c2h b2 a2h",
                "You may never shut a pawn in. Pawn 1 still has a way around the walls, on the right.",
            ),
            (
                "c2 c2h b2 a2h c2 c4 d2 d4 e2 d3 e3 e2",
                "Pawns side by side may jump over each other. The edge was behind pawn 1, so pawn 2 \
                 has jumped to a square beside it.",
            ),
            (
                "c2 c2h b2 a2h c2 c4 d2 d4 e2 d3 e3 e2 e4 e1",
                "Pawn 2 is at the bottom first and wins.",
            ),
        ],
    },
    Lesson {
        kind: "palisade",
        title: "Palisade",
        goal: "Make two columns of stones equally high, and get more points than the other player.",
        puzzle: "palisade/1423",
        play: "palisade/13425",
        sizes: &[
            ("palisade/1234", "10 stones"),
            ("palisade/13425", "15 stones"),
            ("palisade/four-fives", "20 stones"),
            ("palisade/three-players", "three players"),
        ],
        steps: [
            (
                "",
                "Your turn is three actions. You may take a fourth one, but next time you have only \
                 two.",
            ),
            ("x1-2", "You may swap two columns: here the first two have changed places."),
            (
                "x1-2 s1:1>",
                "You may split a column: some of its stones go to the left or right end, as a new one.",
            ),
            (
                "x1-2 s1:1> o2>-3",
                "You may sow a column: lift it, and drop its stones one by one on the next ones. If \
                 that makes two columns equal, take one away (red cross) for a point.",
            ),
            (
                "x1-2 s1:1> o2>-3 end s1:1< o2<-4 o2<-1",
                "With three stones or fewer the game is over, or after two turns without a point. \
                 Player 2 wins by 2 points to 1.",
            ),
        ],
    },
];

impl Lesson {
    /// The pictures of the game of [`Self::puzzle`]. A picture with illegal moves is omitted, since its
    /// caption would be false.
    pub fn pictures(&self, game: &Game) -> Vec<Shown> {
        game.visit(Teach(self))
    }
}

struct Teach<'a>(&'a Lesson);

impl Visitor for Teach<'_> {
    type Output = Vec<Shown>;

    fn visit<R: BoardGame>(self, rules: &R) -> Vec<Shown> {
        let shown = |&(moves, caption): &(&str, &'static str)| {
            let mut game = Playthrough::new(rules);
            let mut moves = moves.split_whitespace();
            moves.try_for_each(|text| game.make_written(text)).ok()?;
            Some(Shown {
                picture: rules.picture(game.state(), game.last()),
                status: status(rules, game.state(), game.is_repeated()),
                position: rules.write_position(game.state()),
                caption,
            })
        };
        self.0.steps.iter().filter_map(shown).collect()
    }
}
