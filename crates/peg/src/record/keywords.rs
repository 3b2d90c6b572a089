//! The words that state a jump, in English, German, French, Spanish and Russian.

/// The role that a word gives to the hole named after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    /// The peg starts there.
    From,
    /// The peg starts there, unless a start has been named: `de` also occurs in other phrases.
    MaybeFrom,
    /// The peg leaps over it.
    Over,
    /// The peg lands there.
    To,
    /// The peg lands there, if a start has been named: `a` is an article in English.
    MaybeTo,
    /// A verb of motion: the start follows, or the hole leapt over.
    Jump,
    /// The peg there is removed from the board.
    Remove,
    /// No role: an article, a noun, `and`.
    Filler,
}

use Keyword::{Filler, From, Jump, MaybeFrom, MaybeTo, Over, Remove, To};

/// The words by meaning. Each word is listed once, whatever its language.
const WORDS: [(Keyword, &str); 8] = [
    (From, "from out von aus depuis desde partant с со из от"),
    (MaybeFrom, "de del du des d"),
    (
        Over,
        "over across above past via through jumping über ueber dessus sobre encima cima через над",
    ),
    (
        To,
        "to into onto towards toward until land lands landed landing end ends ended ending \
         nach auf zu zum zur bis ins landet landen lande \
         vers à au aux jusque jusqu sur dans arrive arriver arrivant atterrit atterrir \
         al hasta hacia para cae llega aterriza termina \
         на в во до к приземляется попадает встаёт встает",
    ),
    (MaybeTo, "a"),
    (
        Jump,
        "jump jumps jumped hop hops hopped hopping leap leaps leapt leaped leaping \
         move moves moved moving go goes went going play plays played \
         springe springt springen sprang überspringt überspringe ziehe zieht ziehen zug sprung \
         hüpft bewege setze \
         saute sauter sautez saut sautant bouge bouger déplace deplace déplacer déplacez joue va \
         passe \
         salta saltar salte salto saltando mueve mover mueva \
         прыгает прыгни прыжок прыгнуть перепрыгивает перепрыгни перепрыгнуть ход ходит ходом \
         идёт идет перемести переместить перемещается",
    ),
    (
        Remove,
        "remove removes removed removing capture captures captured capturing take takes took \
         taking taken eat eats eating eliminate eliminates eliminated eliminating clear clears \
         clearing \
         entferne entfernt entfernen schlage schlägt schlagen nimm nimmt \
         enlève enleve enlever enlevez retire retirer retirez prend prendre supprime élimine \
         quita quitar retirar elimina captura come saca \
         убрать убери убирает убираем снять сними снимает снимаем берёт берет бьёт бьет съедает \
         удалить",
    ),
    (
        Filler,
        "peg pegs marble marbles tee tees ball balls pin pins piece pieces stone stones bead \
         beads hole holes position positions pos square squares space spaces spot place cell \
         field slot number no nr the an and then next now first finally lastly last after that \
         with in at on is it its of this which one empty vacant also you we i can let step steps \
         turn \
         stift stein kugel murmel pflock figur loch feld platz nummer der die das den dem dann \
         danach und im mit weg jetzt zuerst ein eine einen zuletzt \
         pion pions bille billes fiche cheville trou case numéro numero le la les l un une puis \
         ensuite et par alors enfin en \
         ficha fichas bola canica clavija agujero hoyo casilla posición posicion número el los \
         las una y e luego después despues entonces por \
         колышек колышка колышком фишка фишку фишки фишкой шарик шашка шашку лунка лунку лунки \
         лунке клетка клетку клетки клетке поле поля позиция позицию номер и затем потом далее",
    ),
];

/// The meaning of a word, whatever its case.
pub(super) fn keyword(word: &str) -> Option<Keyword> {
    let word = word.to_lowercase();
    let has = |words: &str| words.split_whitespace().any(|known| known == word);
    WORDS.iter().find(|(_, words)| has(words)).map(|(meaning, _)| *meaning)
}
