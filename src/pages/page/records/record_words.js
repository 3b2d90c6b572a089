/** What a record is written with. A record is read by the rules of docs/reference/solutions.md as far as they go here: by names,
 * leaps, numbers, comments and titles. What is not understood is refused, so that nothing is read in another way than
 * `soliter check` reads it. */
const WRITTEN = {
  word: /[\p{Alphabetic}\p{N}](?:(?![xX])[\p{Alphabetic}\p{N}])*/uy,
  wordWithX: /[\p{Alphabetic}\p{N}]+/uy,
  leap: /[-*>=~_|/\u2010-\u2015−→↦⇒⇨⟶⟹⟼⇝↝⤳➔➙-➾⭢🡒🠖▶►▸]+/uy,
  bullet: /[-*+•–—·◦‣▪](?=[ \t])/uy,
  blank: /[\s\u200b"'`“”„«»‘’]/uy,
  comment: /(?:#(?!\d)|\/\/)[^\n]*|\{[^}]{0,300}\}/uy,
  keyword: /^(?:to|over|jumps|takes|captures|n|s|e|w|u|d|l|r|[ns][ew]|[ud][lr]|(?:north|south)?(?:east|west)|north|south|up|down|left|right)$/i,
  prose: /^\p{Alphabetic}{3,}$/u,
  digits: /^[0-9]+$/,
};

/** Longer texts are refused. */
const LONGEST_RECORD = 20000;

/** Why a text cannot be read: from where, and what to write. `isName` where some other notation may have the name. */
class Refusal {
  constructor(at, message, help, isName = false) {
    Object.assign(this, { at, message, help, isName });
  }
}

/** The words and signs of a record in one notation. */
class RecordWords {
  constructor(data, rules, scheme, text) {
    Object.assign(this, { data, rules, scheme, text });
    this.names = data.names[scheme];
    this.holes = new Map(this.names.map((name, hole) => [this.plain(name), hole]));
    this.remarks = [];
    this.tokens = [];
    const [from, , to] = data.jumps[0] || [0, 0, 0];
    this.example = this.chain([from, to]);
  }

  /** A name as it is compared: only letters that stand for a hole each differ from their capitals. */
  plain(name) {
    if (this.scheme === "letters") return name;
    return this.scheme.startsWith("number") ? name.replace(/^0(?=.)/, "") : name.toLowerCase();
  }

  hole(word) {
    return /^[\x21-\x7e]+$/.test(word) ? this.holes.get(this.plain(word)) : undefined;
  }

  joined(from, to) {
    return this.rules.middle(from, to) !== undefined;
  }

  chain(holes) {
    return holes.map((hole) => this.names[hole]).join("-");
  }

  words(text) {
    return text.split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean);
  }

  /** Whether a word is of ordinary language, and no part of a jump. */
  isProse(word) {
    const isWord = WRITTEN.prose.test(word) && !WRITTEN.keyword.test(word);
    return isWord && (this.scheme !== "letters" || !this.isOfLetters(word));
  }

  /** Whether a word can be part of a jump where each letter is a hole: `j`, `jh`, `jn` (to the north), `to`. */
  isOfLetters(word) {
    const isDirected = this.hole(word[0]) !== undefined && WRITTEN.keyword.test(word.slice(1));
    return this.hole(word) !== undefined || isDirected || WRITTEN.keyword.test(word) || this.chains(word).length > 0;
  }

  /** The end of the titles: first lines with words and no jump, and the words before a colon. */
  titles() {
    let at = 0;
    let end = 0;
    const take = (title) => {
      end = at + title.length;
      this.remarks.push(`“${title.trim()}” is read as a title.`);
    };
    for (const line of this.text.match(/[^\n]*\n|[^\n]+$/g) || []) {
      if (this.isTitle(line)) take(line);
      else if (!/^\s*(?:$|#|\/\/|\{)/.test(line)) {
        const heading = line.slice(0, line.indexOf(":") + 1);
        const isHead = /^[^#/{}()[\]]+$/.test(heading) && this.isTitle(heading);
        const isOpen = (part, jumps) => this.words(part).some((word) => this.isProse(word)) && !this.hasClearJump(jumps);
        if (isHead ? isOpen(line, line.slice(heading.length)) : isOpen(line, line) || isOpen(heading, heading)) {
          throw new Refusal(at, "This can be a title or moves.", `Write # before a title, and jumps as ${this.example}.`);
        }
        if (isHead) take(heading);
        break;
      }
      at += line.length;
    }
    return end;
  }

  /** Whether a jump is written beyond doubt, and not in a comment. */
  hasClearJump(text) {
    const plain = text.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^}]*\}/g, " ").replace(/(?:#|\/\/)[^]*/, "");
    return /[0-9a-z] *(?:[-–—>→*]+|[x×]) *[0-9a-z]|[0-9a-z] to [0-9a-z]/i.test(plain);
  }

  isTitle(text) {
    if (/^\s*(?:#|\/\/|\{)/.test(text)) return false;
    const words = this.words(text);
    const numbers = words.filter((word) => !/^\p{Alphabetic}+$/u.test(word));
    const isPlain = numbers.length === 0 || (numbers.length === 1 && /^[0-9]{1,4}$/.test(numbers[0])
      && this.chains(numbers[0]).length === 0 && !words.some((word) => WRITTEN.keyword.test(word)) && !/[←-⇿⬀-⬍]/u.test(text));
    const isClear = this.scheme !== "letters" || !words.some((word) => this.isOfLetters(word));
    return isPlain && isClear && words.some((word) => this.isProse(word));
  }

  /* ---- words and signs ---- */

  match(kind, at) {
    WRITTEN[kind].lastIndex = at;
    const found = WRITTEN[kind].exec(this.text);
    return found && found[0];
  }

  push(kind, at, word) {
    this.tokens.push({ kind, at, word, end: at + word.length });
    return at + word.length;
  }

  /** Reads the word or sign at a place, and says where to go on. */
  lexeme(at) {
    const { text } = this;
    const sign = text[at];
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const isFirst = /^[ \t]*$/.test(text.slice(lineStart, at)) && this.tokens.at(-1)?.kind !== "leap";
    if (isFirst && this.match("bullet", at)) return at + 1;
    if ("\n;.".includes(sign)) return this.push("end", at, sign);
    if (sign === ",") return this.push("comma", at, sign);
    if (sign === ":") return this.push("colon", at, sign);
    if ("([".includes(sign)) return this.bracket(at, sign);
    if (")]".includes(sign)) return this.push("close", at, sign);
    if ("!?+†".includes(sign) && /[\p{Alphabetic}\p{N})!?+†]/u.test(text[at - 1] ?? "")) return at + 1;
    const skipped = this.match("blank", at) || this.match("comment", at);
    if (skipped) return at + skipped.length;
    const leap = this.match("leap", at) || (sign === "×" ? sign : undefined);
    if (leap) return this.push("leap", at, leap);
    const hasX = this.scheme === "letters";
    const isColumn = /^[0-9]$/.test(text[at + 1] ?? "") && this.names.some((name) => name.startsWith("x"));
    if (!hasX && !isColumn && "xX".includes(sign)) return this.push("leap", at, sign);
    const word = this.match(hasX ? "wordWithX" : "word", at);
    if (word) return this.push("word", at, word);
    const help = sign === "#" ? "Write move numbers as “1.”, and a blank after the # of a comment."
      : `Write jumps as ${this.example}, separated by commas; # starts a comment.`;
    throw new Refusal(at, `“${String.fromCodePoint(text.codePointAt(at))}” is not understood here.`, help);
  }

  /** Reads an opening bracket: of a place `(4,6)`, a number `(1)`, a comment, or moves. */
  bracket(at, open) {
    const length = this.text.slice(at + 1, at + 300).search(/[()[\]]/);
    if (length < 0) throw new Refusal(at, "This bracket is not closed soon.", "Leave it out, or close it.");
    const end = at + 1 + length;
    if (this.text[end] !== (open === "(" ? ")" : "]")) return this.push("open", at, open);
    const inside = this.text.slice(at + 1, end);
    const whole = this.text.slice(at, end + 1);
    const place = inside.match(/^([^,;|]*)[,;|]([^]*)$/);
    const hole = place && !/^(?:number|letters)/.test(this.scheme) ? this.hole(place[1].trim() + place[2].trim()) : undefined;
    if (hole !== undefined) {
      this.tokens.push({ kind: "place", at, word: whole, end: end + 1, hole });
      return end + 1;
    }
    const words = this.words(inside);
    const holes = words.map((word) => this.hole(word));
    if (words.some((word) => this.isProse(word))) {
      const hasJump = holes.some((to, i) => i > 0 && this.joined(holes[i - 1], to));
      if (hasJump) this.remarks.push(`“${whole}” is read as a comment.`);
      return end + 1;
    }
    if (words.length === 0) return end + 1;
    if (words.length === 1 && WRITTEN.digits.test(words[0])) {
      this.tokens.push({ kind: "number", at, word: words[0], end: end + 1 });
      return end + 1;
    }
    const isOfJump = (word, i) => holes[i] !== undefined || /^to$/i.test(word) || this.chains(word).length > 0;
    if (words.length > 1 && words.every(isOfJump)) return this.push("open", at, open);
    throw new Refusal(at, `“${whole}” can be a comment or moves.`, "Write moves without brackets, and # before a comment.");
  }

  /** The first two ways to read names written together, each a jump from the one before: `4644`. */
  chains(word) {
    const found = [];
    const dead = new Set();
    const cut = (at, begun) => {
      if (at === word.length && begun.length > 1) found.push(begun);
      const key = `${at} ${begun.at(-1)?.hole}`;
      if (dead.has(key)) return;
      const before = found.length;
      for (let end = at + 1; end <= Math.min(at + 3, word.length) && found.length < 2; end += 1) {
        const hole = this.hole(word.slice(at, end));
        const fits = hole !== undefined && (begun.length === 0 || this.joined(begun.at(-1).hole, hole));
        if (fits) cut(end, [...begun, { hole, word: word.slice(at, end) }]);
      }
      if (found.length === before) dead.add(key);
    };
    if (word.length <= 64) cut(0, []);
    return found;
  }
}
