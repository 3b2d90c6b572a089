//! A record of a board game: a byte for the built-in puzzle, and the text.

use soliter::games::BoardGame;
use soliter::games::Visitor;
use soliter::games::record::replay;

use super::{faults, games};

/// Plays it.
pub fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    games::built_in(*first, |game| game.visit(Record(text)));
}

struct Record<'a>(&'a str);

impl Visitor for Record<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        let played = replay(rules, self.0);
        for ply in &played.plies {
            faults::place(&ply.span, self.0);
            assert!(ply.player < rules.about().players && ply.before < played.game.states().len());
        }
        assert_eq!(played.game.states().len(), played.game.moves().len() + 1);
        games::position(rules, played.last());
        if let Some(fault) = &played.fault {
            faults::place(&fault.span, self.0);
            assert_eq!(fault.index, played.plies.len() + 1);
            assert!(!fault.illegal.reason.is_empty() && !fault.illegal.message.is_empty());
            return;
        }
        // The moves are written as a record, which is played again.
        let record = played.game.record();
        let again = replay(rules, &record);
        assert_eq!(again.fault, None, "{record}");
        assert_eq!(again.last(), played.last(), "{record}");
    }
}
