//! The words and signs of expressions: quantifiers, global constraints and operators, and how tightly
//! operators bind.

/// An enumeration whose members each have a word of the language.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $member:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $(#[doc = ""] #[$doc])* $member,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$member),*];

            /// How it is written.
            pub fn word(self) -> &'static str {
                match self { $(Self::$member => $word,)* }
            }

            /// The one that is written so.
            pub(crate) fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.word() == word)
            }
        }
    };
}

words! {
    /// What is said of each element.
    pub enum Quantifier {
        /// True if all are.
        ForAll = "ForAll",
        /// True if one is.
        Exists = "Exists",
        /// The sum.
        Sum = "Sum",
        /// How many are true.
        Count = "Count",
        /// No two are equal.
        AllDifferent = "AllDifferent",
        /// The least.
        Min = "Min",
        /// The largest.
        Max = "Max",
    }
}

impl Quantifier {
    /// Whether its numbers may be listed, without a set to run over.
    pub fn takes_a_list(self) -> bool {
        matches!(self, Self::AllDifferent | Self::Min | Self::Max)
    }
}

words! {
    /// A constraint on a list of things of which each is given by so many numbers: `start : length`.
    pub enum Global {
        /// From each element to its next one: a single circuit through all.
        Circuit = "Circuit",
        /// No two tasks run at the same time.
        NoOverlap = "NoOverlap",
        /// What runs at the same time needs no more than there is.
        Cumulative = "Cumulative",
        /// The first numbers are, in the order of words, at most the second ones.
        Lex = "Lex",
    }
}

impl Global {
    /// What is said of each thing.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Circuit => &["next"],
            Self::NoOverlap => &["start", "length"],
            Self::Cumulative => &["start", "length", "need"],
            Self::Lex => &["first", "second"],
        }
    }

    /// Whether a last number says how much there is.
    pub fn has_capacity(self) -> bool {
        self == Self::Cumulative
    }
}

words! {
    /// An operator between two operands.
    pub enum Operator {
        Implies = "==>",
        Same = "<=>",
        Or = "Or",
        Xor = "Xor",
        And = "And",
        Equal = "=",
        NotEqual = "<>",
        Less = "<",
        AtMost = "<=",
        Greater = ">",
        AtLeast = ">=",
        In = "In",
        Plus = "+",
        Minus = "-",
        Mod = "Mod",
        Quotient = "\\",
        Times = "*",
        Over = "/",
    }
}

/// Which operand of a chain is grouped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a ==> b ==> c` is `a ==> (b ==> c)`.
    Right,
    /// `a < b < c` is an error.
    None,
}

/// The level of `Not`.
pub const NOT_LEVEL: u8 = 5;
/// The level of comparisons.
pub const COMPARISON_LEVEL: u8 = 6;
/// The level of `-` before an operand.
pub const MINUS_LEVEL: u8 = 11;
/// The level of `.` and `( )` after an operand.
pub const POSTFIX_LEVEL: u8 = 12;

impl Operator {
    /// Whether it has a meaning for sets: union, difference, intersection.
    pub(crate) fn joins_sets(self) -> bool {
        matches!(self, Self::Plus | Self::Minus | Self::Times)
    }

    /// How tightly it binds, from 1, and how chains of its level group.
    pub fn level(self) -> (u8, Grouping) {
        match self {
            Self::Implies => (1, Grouping::Right),
            Self::Same => (2, Grouping::Left),
            Self::Or | Self::Xor => (3, Grouping::Left),
            Self::And => (4, Grouping::Left),
            Self::Equal
            | Self::NotEqual
            | Self::Less
            | Self::AtMost
            | Self::Greater
            | Self::AtLeast
            | Self::In => (COMPARISON_LEVEL, Grouping::None),
            Self::Plus | Self::Minus => (7, Grouping::Left),
            Self::Mod => (8, Grouping::Left),
            Self::Quotient => (9, Grouping::Left),
            Self::Times | Self::Over => (10, Grouping::Left),
        }
    }
}
