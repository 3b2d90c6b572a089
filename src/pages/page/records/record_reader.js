/** Reads a record in one notation: makes jumps of its words. `read` throws a [`Refusal`]. */
class RecordReader extends RecordWords {
  constructor(...of) {
    super(...of);
    this.jumps = [];
    this.moves = 0;
    this.numbered = 0;
    this.landed = undefined;
    this.isBracketed = false;
    this.begin();
  }

  /** Begins a clause, which goes up to the end of a line, `;`, `.` or a bracket. */
  begin() {
    this.clause = [];
    this.ahead = 0;
    this.last = undefined;
    this.leapAt = undefined;
  }

  read() {
    const begin = this.titles();
    for (let at = begin; at < this.text.length;) at = this.lexeme(at);
    for (let i = 0; i < this.tokens.length;) i = this.token(i);
    this.endClause();
    if (this.jumps.length === 0) throw new Refusal(begin, "There is no jump in this.", `Write jumps as ${this.example}, separated by commas.`);
    return this;
  }

  /** Takes the token of an index, and gives the index after what was taken. */
  token(i) {
    const token = this.tokens[i];
    const { kind, at, word } = token;
    if (kind === "word") return this.word(i);
    if (kind === "place") this.name(token.hole, token);
    else if (kind === "number") this.number(token);
    else if (kind === "leap" || (kind === "colon" && this.last && this.leapAt === undefined)) this.leap(at);
    else if (kind === "colon") throw new Refusal(at, "The colon has no meaning here.", "Write move numbers as “1.”.");
    else if (kind === "end" && word === "\n" && this.leapAt !== undefined) return i + 1;
    else if (kind === "comma") {
      this.endLeap();
      this.clause.push({ isComma: true });
      this.last = undefined;
    } else {
      this.endClause();
      if (kind === "open") this.landed = undefined;
      if (kind !== "end") this.isBracketed = kind === "open";
    }
    return i + 1;
  }

  word(i) {
    const token = this.tokens[i];
    const { at, word } = token;
    if (this.isNumbering(i)) {
      this.number(token);
      return i + 2;
    }
    if (this.hole(word) !== undefined) {
      this.name(this.hole(word), token);
      return i + 1;
    }
    const next = this.tokens[i + 1];
    const both = next && next.kind === "word" && word.length + next.word.length <= 3 && /^[ \t]+$/.test(this.text.slice(token.end, next.at))
      && this.hole(next.word) === undefined ? this.hole(word + next.word) : undefined;
    if (both !== undefined) {
      this.name(both, { at, word: this.text.slice(at, next.end), end: next.end });
      return i + 2;
    }
    const ways = this.chains(word);
    if (ways.length > 1) {
      const [one, other] = ways.map((way) => this.chain(way.map(({ hole }) => hole)));
      throw new Refusal(at, `${word} can be ${one} or ${other}.`, "Put a - between the holes.");
    }
    if (ways.length === 1) {
      ways[0].forEach((part, number) => {
        if (number > 0) this.leapAt = at;
        this.name(part.hole, { at, word: part.word });
      });
    } else if (/^to$/i.test(word) && this.last && this.leapAt === undefined) this.leap(at);
    else if (WRITTEN.digits.test(word)) this.name(undefined, token);
    else this.refuseWord(token);
    return i + 1;
  }

  refuseWord({ at, word }) {
    const isDirected = [1, 2, 3].some((end) => this.hole(word.slice(0, end)) !== undefined && WRITTEN.keyword.test(word.slice(end)));
    if (isDirected || (WRITTEN.keyword.test(word) && (this.last || word.length > 1))) {
      throw new Refusal(at, `“${word}” is not understood here.`, `Write the hole where the peg starts and the hole where it lands: ${this.example}.`);
    }
    if (this.isProse(word)) throw new Refusal(at, `“${word}” is not understood.`, "Write # before a comment.");
    const help = `Holes are called ${this.names[0]} to ${this.names.at(-1)} (${this.scheme}).`;
    throw new Refusal(at, `No hole is called ${word}.`, help, /[0-9]/.test(word) || word.length <= 2);
  }

  /** Whether the word of an index is the number of a move: `1.`, `1)` or `1:`. */
  isNumbering(i) {
    const { word, end } = this.tokens[i];
    const sign = this.tokens[i + 1];
    const isLone = this.last && !this.last.isLeapt;
    if (this.leapAt !== undefined || isLone || !WRITTEN.digits.test(word) || !sign || sign.at !== end) return false;
    if (sign.kind === "end") return sign.word === ".";
    if (sign.kind === "close") return !this.isBracketed;
    const next = this.tokens[i + 2];
    if (sign.kind !== "colon" || !next) return false;
    const isNext = this.tokens[i + 3]?.kind === "leap" && this.isNext(word, this.ahead);
    return next.at > sign.end || this.hole(word) === undefined || isNext;
  }

  /** Passes over the number of a move, where it can be nothing else. */
  number({ at, word }) {
    this.endLeap();
    const isLone = this.last && !this.last.isLeapt;
    const isInOrder = Number(word) === this.numbered + 1 || this.isNext(word, this.ahead);
    if (isLone || (this.hole(word) !== undefined && !isInOrder)) {
      throw new Refusal(at, `${word} can be a hole, or a number out of order.`, "Leave move numbers out, or number from 1.");
    }
    this.numbered = Number(word);
    this.last = undefined;
  }

  /** Whether digits number the next move, or the next jump after some of this clause. */
  isNext(word, ahead) {
    const number = WRITTEN.digits.test(word) ? Number(word) : 0;
    return number === this.jumps.length + 1 + ahead || number === this.moves + 1;
  }

  leap(at) {
    if (!this.last || this.leapAt !== undefined) throw new Refusal(at, "A hole is missing before this leap.", `Write a jump as ${this.example}.`);
    this.leapAt = at;
  }

  name(hole, { at, word }) {
    const isLeapt = this.leapAt !== undefined;
    this.leapAt = undefined;
    this.ahead += isLeapt ? 1 : 0;
    this.last = { hole, at, word, isLeapt };
    this.clause.push(this.last);
  }

  endLeap() {
    if (this.leapAt !== undefined) throw new Refusal(this.leapAt, "The hole to land in is missing.", `Write a jump as ${this.example}.`);
  }

  endClause() {
    this.endLeap();
    const clause = this.clause;
    this.begin();
    const readings = this.loneNames(clause).map((part) => this.readings(part));
    if (readings.length === 0 || readings.some((ways) => ways.length === 0)) {
      this.addJoined(clause);
      return;
    }
    for (const ways of readings) {
      if (ways.length > 1) {
        const [one, other] = ways.map((moves) => moves.map((move) => this.chain(move.map(({ hole }) => hole))).join(", "));
        throw new Refusal(ways[0][0][0].at, `This can be ${one} or ${other}.`, "Put a - between the holes of a move.");
      }
      for (const move of ways[0]) this.add(move);
    }
  }

  /** The names of a clause without leaps, between its commas; none for any other clause. */
  loneNames(clause) {
    let parts = [[]];
    for (const piece of clause) {
      if (piece.isComma) parts.push([]);
      else parts.at(-1).push(piece);
    }
    // A number before the names of a part is passed over.
    parts = parts.map((part) => (part[0] && part[0].hole === undefined ? part.slice(1) : part)).filter((part) => part.length > 0);
    if (parts.every((part) => part.length === 1)) parts = [parts.flat()];
    const isLone = (part) => part.length > 1 && part.every(({ hole, isLeapt }) => hole !== undefined && !isLeapt);
    return parts.every(isLone) ? parts : [];
  }

  /** The ways to read names without leaps: one move, or jumps two by two, perhaps after a number. */
  readings(part) {
    const isChain = (names) => names.every(({ hole }, i) => i === 0 || this.joined(names[i - 1].hole, hole));
    const found = [];
    const isNumbered = part.length > 2 && this.isNext(part[0].word, 0);
    for (const names of isNumbered ? [part, part.slice(1)] : [part]) {
      const pairs = names.flatMap((_, i) => (i % 2 === 0 ? [names.slice(i, i + 2)] : []));
      if (names.length === 2 || (names.length > 2 && isChain(names))) found.push([names]);
      if (names.length > 2 && names.length % 2 === 0 && pairs.every(isChain)) found.push(pairs);
    }
    return found;
  }

  addJoined(clause) {
    let move = [];
    clause.forEach((piece, i) => {
      if (!piece.isLeapt) {
        this.add(move);
        move = [];
      }
      if (!piece.isComma && !this.isNumber(piece, clause.slice(i + 1, i + 3))) move.push(piece);
    });
    this.add(move);
  }

  /** Whether a name without a leap is the number of the move after it: `1 45-25`. */
  isNumber({ word, hole, isLeapt }, [first, second]) {
    const isFree = !isLeapt && WRITTEN.digits.test(word) && (hole === undefined || this.isNext(word, 0));
    return isFree && first && second && !first.isComma && !first.isLeapt && second.isLeapt;
  }

  /** Adds the jumps of a move. */
  add(move) {
    if (move.length === 0) return;
    const unknown = move.find(({ hole }) => hole === undefined);
    if (unknown) this.refuseWord(unknown);
    if (move.length === 1) throw new Refusal(move[0].at, "A move needs at least two holes.", `Write a jump as ${this.example}.`);
    const goesOn = this.isBracketed && this.landed === move[0].hole;
    if (!goesOn) this.moves += 1;
    for (let i = 1; i < move.length; i += 1) this.jumps.push({ from: move[i - 1].hole, to: move[i].hole, at: move[i - 1].at });
    this.landed = move.at(-1).hole;
  }
}
