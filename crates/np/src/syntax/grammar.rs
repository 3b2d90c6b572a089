//! The vocabulary of expressions: quantifiers, global constraints, and operators with their precedence.

/// Defines an enumeration in which each member has a word of the language.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $member:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $(#[doc = ""] #[$doc])* $member,)*
        }

        impl $name {
            /// All members.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$member),*];

            /// The word of the member.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$member => $word,)* }
            }

            /// The member that has this word.
            pub(crate) fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.as_str() == word)
            }
        }
    };
}

words! {
    /// How the values of the body for each element are combined.
    pub enum Quantifier {
        /// Whether the body is true for all elements.
        ForAll = "ForAll",
        /// Whether the body is true for at least one element.
        Exists = "Exists",
        /// The sum of the values.
        Sum = "Sum",
        /// The number of elements for which the body is true.
        Count = "Count",
        /// Whether no two values are equal.
        AllDifferent = "AllDifferent",
        /// The least value.
        Min = "Min",
        /// The greatest value.
        Max = "Max",
    }
}

impl Quantifier {
    /// Whether its values may also be listed, without a set to range over.
    pub fn takes_a_list(self) -> bool {
        matches!(self, Self::AllDifferent | Self::Min | Self::Max)
    }
}

words! {
    /// A global constraint on a list of tuples, all with the same parts: `start : length`.
    pub enum Global {
        /// The successors of the elements form a single circuit through all of them.
        Circuit = "Circuit",
        /// No two tasks run at the same time.
        NoOverlap = "NoOverlap",
        /// Tasks that run at the same time together need at most the capacity.
        Cumulative = "Cumulative",
    }
}

impl Global {
    /// The names of the parts of each tuple.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Circuit => &["next"],
            Self::NoOverlap => &["start", "length"],
            Self::Cumulative => &["start", "length", "need"],
        }
    }

    /// Whether the last argument is a capacity.
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

/// The associativity of an operator.
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
    /// The precedence of the operator, where 1 binds least tightly, and its associativity.
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
