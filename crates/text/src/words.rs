//! The words that state a jump or a direction, in seven languages.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// A step on the board: rows down, columns right.
pub(crate) type Step = (i32, i32);

/// The role that a word gives to the hole named after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
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
    /// It can mean either: `take 44 away`, `take 45 over 44 to 43`.
    Take,
    /// No role: an article, a noun, `and`.
    Filler,
    /// Never part of a jump, even if holes are called by one letter: `not`, `so`.
    Aside,
}

impl Role {
    /// Whether a word with this role states a part of a jump.
    pub(crate) fn is_of_jumps(self) -> bool {
        !matches!(self, Self::Take | Self::Filler | Self::Aside)
    }
}

/// A known word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) role: Role,
    /// Whether a number before it counts something: `5 moves`.
    pub(crate) counted: bool,
    /// Whether a 1 before it does: `1 move`.
    pub(crate) one: bool,
    /// Whether a number after it is not a hole: `move 3`.
    pub(crate) numbering: bool,
}

/// The words by meaning. Each word is listed once, whatever its language.
const WORDS: [(Role, &str); 10] = [
    (
        Role::From,
        "from out start starts started starting begin begins beginning von aus depuis desde \
         partant partindo saindo partendo с со из от source src",
    ),
    (Role::MaybeFrom, "de del du des d da do dal dalla dallo das dos"),
    (
        Role::Over,
        "over across above past via through jumping über ueber dessus encima cima através atraves \
         sopra oltre scavalca scavalcando через над",
    ),
    (
        Role::To,
        "to into onto towards toward until land lands landed landing end ends ended ending \
         nach auf zu zum zur bis ins landet landen lande \
         vers à au aux jusque jusqu sur dans arrive arriver arrivant atterrit atterrir \
         al hasta hacia para cae llega aterriza termina \
         até ate ao pousa pousando aterrissa chega verso alla allo nel nella fino arriva atterra \
         finisce на в во до к приземляется попадает встаёт встает",
    ),
    (Role::MaybeTo, "a"),
    (
        Role::Jump,
        "jump jumps jumped hop hops hopped hopping leap leaps leapt leaped leaping \
         move moves moved moving go goes went going play plays played \
         springe springt springen sprang sprung sprünge überspringt überspringe ziehe zieht ziehen \
         zug züge hüpft bewege setze \
         saute sauter sautez saut sauts sautant bouge bouger déplace deplace déplacer déplacez \
         joue va passe coup coups \
         salta saltar salte salto saltos saltando mueve mover mueva movimiento movimientos \
         pula pular pule pulo pulos mova movimento movimentos jogada jogadas lance lances \
         saltare salti muovi muove muovere sposta spostare mossa mosse \
         прыгает прыгни прыжок прыжка прыжков прыгнуть перепрыгивает перепрыгни перепрыгнуть ход \
         хода ходов ходит ходом идёт идет перемести переместить перемещается",
    ),
    (
        Role::Remove,
        "remove removes removed removing capture captures captured capturing taken eat eats eating \
         eliminate eliminates eliminated eliminating clear clears \
         clearing entferne entfernt entfernen schlage schlägt schlagen \
         enlève enleve enlever enlevez enlevant retire retirer retirez retirant \
         supprime supprimant élimine \
         quita quitar quitando retirar elimina eliminando captura capturando come comiendo saca \
         removendo remova retira retirando comendo \
         rimuove rimuovi rimuovere rimuovendo mangia mangiando cattura togli toglie togliendo \
         убрать убери убирает убираем снять сними снимает снимаем берёт берет бьёт бьет съедает \
         удалить",
    ),
    (Role::Take, "take takes took taking nimm nimmt prend prendre prenant"),
    (
        Role::Filler,
        "peg pegs marble marbles tee tees ball balls pin pins piece pieces stone stones bead \
         beads hole holes position positions pos square squares space spaces spot place cell \
         field slot number no nr the an and then next now first finally lastly last after that \
         with in at on is it its of this which one empty vacant also you we i can let came comes \
         back step steps \
         turn turns solution answer page figure fig problem puzzle level chapter diagram game \
         stift stifte stein steine kugel kugeln murmel pflock figur loch löcher feld platz nummer \
         der die das den dem dann danach und im mit weg jetzt zuerst ein eine einen zuletzt \
         schritt schritte lösung \
         pion pions bille billes fiche cheville trou trous case numéro numero le la les l un une \
         puis ensuite et par alors enfin en étape \
         ficha fichas bola canica clavija agujero hoyo casilla posición posicion número el los \
         las una y e luego después despues entonces por paso pasos solución \
         peça peças pino pinos pedra bolinha casa buraco furo posição o os as um uma depois então \
         por passo passos solução \
         pedina pedine pezzo piolo pioli biglia buco foro casella posizione il lo gli poi quindi \
         dopo infine soluzione \
         колышек колышка колышком колышки фишка фишку фишки фишкой шарик шашка шашку лунка лунку \
         лунки лунке клетка клетку клетки клетке поле поля позиция позицию номер и затем потом \
         далее шаг решение",
    ),
    (
        Role::Aside,
        "not or if but my so ok he she me us am be oh hi was nicht oder wenn aber non ou ma \
         seconds minute minutes hour hours day days week weeks tries attempt attempts sekunden minuten stunden versuche \
         secondes heures jours essais segundos minutos horas días dias intentos tentativas secondi \
         minuti ore giorni tentativi секунд минут часов дней попыток",
    ),
];

/// Words that count: `5 moves`.
const COUNTED: &str = "moves jumps hops leaps steps turns pegs holes marbles pieces stones züge \
    sprünge schritte stifte steine kugeln löcher coups sauts pions billes trous movimientos saltos \
    fichas pasos movimentos jogadas pulos lances pinos peças passos mosse salti pedine pioli ходов \
    хода прыжков прыжка колышки фишки seconds minutes hours days weeks tries attempts sekunden minuten \
    stunden versuche secondes heures jours essais segundos minutos horas días dias intentos \
    tentativas secondi minuti ore giorni tentativi секунд минут часов дней попыток";

/// Nouns with one number before them: `1 peg`.
const ONE: &str = "move jump hop leap step turn peg hole marble piece stone zug sprung schritt stift stein \
    kugel loch coup saut pion bille trou movimiento salto ficha paso movimento jogada pulo lance pino \
    peça passo mossa pedina pezzo ход прыжок колышек фишка minute hour day week attempt";

/// Nouns whose number is not a hole: `move 3`.
const NUMBERING: &str = "page figure fig problem puzzle level chapter diagram game solution number nr \
    step move jump turn zug schritt sprung coup étape saut paso movimiento \
    passo jogada movimento mossa salto ход шаг";

/// Words for directions.
const STEPS: [(Step, &str); 8] = [
    (
        (-1, 0),
        "n north u up upward upwards hoch oben aufwärts rauf hinauf nord norden haut arriba norte \
         cima acima su alto вверх север",
    ),
    (
        (1, 0),
        "s south d down downward downwards runter unten abwärts hinunter süd süden bas sud abajo \
         sur baixo abaixo sul giù giu basso sotto вниз юг",
    ),
    (
        (0, 1),
        "e east r right rightward rightwards rechts ost osten droite est derecha este direita \
         leste destra вправо \
         восток",
    ),
    (
        (0, -1),
        "w west l left leftward leftwards links westen gauche ouest izquierda oeste esquerda \
         sinistra ovest влево \
         запад",
    ),
    ((-1, 1), "ne northeast ur nordost"),
    ((-1, -1), "nw northwest ul nordwest"),
    ((1, 1), "se southeast dr südost"),
    ((1, -1), "sw southwest dl südwest"),
];

type Table = FxHashMap<&'static str, (Option<Known>, Option<Step>)>;

/// What a word means in any notation, whatever its case.
pub(crate) fn known(word: &str) -> (Option<Known>, Option<Step>) {
    static TABLE: OnceLock<Table> = OnceLock::new();
    const LONGEST: usize = 32;
    if word.len() > LONGEST {
        return (None, None);
    }
    let table = TABLE.get_or_init(|| {
        let mut table = Table::default();
        for (role, words) in WORDS {
            let known = Known { role, counted: false, one: false, numbering: false };
            for word in words.split_whitespace() {
                table.entry(word).or_insert((Some(known), None));
            }
        }
        for (step, words) in STEPS {
            words.split_whitespace().for_each(|word| table.entry(word).or_default().1 = Some(step));
        }
        let mut mark = |words: &'static str, mark: fn(&mut Known)| {
            for word in words.split_whitespace() {
                if let Some((Some(known), _)) = table.get_mut(word) {
                    mark(known);
                }
            }
        };
        mark(COUNTED, |known| known.counted = true);
        mark(ONE, |known| known.one = true);
        mark(NUMBERING, |known| known.numbering = true);
        table
    });
    let found = if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        table.get(word)
    } else {
        table.get(&*word.to_lowercase())
    };
    found.copied().unwrap_or_default()
}

/// The direction of an arrow that is not a leap.
pub(crate) fn arrow(sign: char) -> Option<Step> {
    Some(match sign {
        '↑' | '⬆' | '⇑' => (-1, 0),
        '↓' | '⬇' | '⇓' => (1, 0),
        '←' | '⬅' | '⇐' => (0, -1),
        '↗' => (-1, 1),
        '↖' => (-1, -1),
        '↘' => (1, 1),
        '↙' => (1, -1),
        _ => return None,
    })
}

/// The largest place up to `at` at which a text can be cut.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
