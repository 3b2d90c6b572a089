/** Checks the record of a puzzle by the rules alone, without asking a server. `scheme` is the notation that is meant;
 * where it is not said, a text that cannot be read in the puzzle's own notation is read in the others.
 *
 * The object that comes back has a `status` and the `scheme` that was read:
 * `right` (legal, and the finish is reached), `unfinished` (legal), `wrong` (`wrong` is the first jump that is not legal:
 * its `number`, `from`, `to`, `line`, `column`, `reason`), `unread` (`refusal`: `line`, `column`, `message`, `help`), or
 * `which` (`choices`: what each notation gives, for the visitor to choose).
 * What was read has the `jumps`, how many are legal (`played`) in how many `moves`, the `position` after them (holes),
 * the pegs `missing` there and those `extra` where the finish has exact holes, `remarks`, and the notations `otherwise` in
 * which it would be right. */
function checkRecord(data, text, scheme) {
  const rules = new Rules(data);
  const read = (name) => {
    try {
      if (text.length > LONGEST_RECORD) throw new Refusal(0, "This is too long for a record.", "Paste the moves alone.");
      return { scheme: name, ...judgeRecord(data, rules, new RecordReader(data, rules, name, text).read()) };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return { status: "unread", scheme: name, refusal: { ...refusal, ...placeIn(text, refusal.at) } };
    }
  };
  const own = read(scheme ?? data.scheme);
  if (scheme !== undefined) return own;
  const others = Object.keys(data.names).filter((name) => name !== own.scheme).map(read);
  const isSame = (one, other) => JSON.stringify(one.jumps) === JSON.stringify(other.jumps);
  if (own.status !== "unread") {
    const better = others.filter((other) => own.status !== "right" && other.status === "right" && !isSame(own, other));
    return { ...own, otherwise: better.map((other) => other.scheme) };
  }
  // Where the text is not understood in itself, no notation is tried on it.
  const unclear = [own, ...others].find(({ refusal }) => refusal && !refusal.isName);
  if (unclear) return unclear;
  const all = others.filter(({ status }) => status !== "unread");
  const legal = all.filter(({ status }) => status !== "wrong");
  const choices = legal.length > 0 ? legal : all;
  if (choices.length === 0) return others.reduce((best, other) => (other.refusal.at > best.refusal.at ? other : best), own);
  return choices.every((other) => isSame(choices[0], other)) ? choices[0] : { status: "which", scheme: own.scheme, choices };
}

/** Line and column of a place in a text, from 1. */
function placeIn(text, at) {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 };
}

/** Plays the jumps of a record that was read. */
function judgeRecord(data, rules, { text, scheme, jumps: written, remarks }) {
  const holesOf = (pegs) => pegs.flatMap((isPeg, hole) => (isPeg ? [hole] : []));
  const jumps = written.map(({ from, to }) => [from, to]);
  let pegs = data.points.map((_, hole) => data.start.includes(hole));
  let moves = 0;
  let played = 0;
  let wrong;
  for (const [from, to] of jumps) {
    const reason = whyIllegal(data, rules, data.names[scheme], pegs, jumps.slice(played, played + 2))
      || rules.brokenMark(data.marked, jumps.slice(0, played + 1), data.jumps_needed);
    if (reason) {
      wrong = { number: played + 1, from, to, reason, ...placeIn(text, written[played].at) };
      break;
    }
    if (played === 0 || jumps[played - 1][1] !== from) moves += 1;
    pegs = rules.after(pegs, from, to);
    played += 1;
  }
  const position = holesOf(pegs);
  const finish = data.finish.holes;
  const missing = finish ? finish.filter((hole) => !pegs[hole]) : [];
  const extra = finish ? position.filter((hole) => !finish.includes(hole)) : [];
  const isFinish = finish ? missing.length + extra.length === 0 : position.length === data.finish.pegs;
  const legal = isFinish ? "right" : "unfinished";
  return { status: wrong ? "wrong" : legal, jumps, moves, played, position, missing, extra, remarks, wrong };
}

/** Why a jump is illegal, in a sentence; undefined where it is legal. The jump after it may show what was meant. */
function whyIllegal(data, rules, names, pegs, [[from, to], next]) {
  const over = rules.middle(from, to);
  const named = `${names[from]} to ${names[to]}`;
  if (over === undefined) {
    if (next && next[0] === to && rules.middle(from, next[1]) === to) {
      return `${names[to]} is the hole leapt over: write ${names[from]}-${names[next[1]]}.`;
    }
    if (from === to) return `${named} goes nowhere.`;
    const isNear = data.neighbours.some(([a, b]) => (a === from && b === to) || (a === to && b === from));
    return isNear ? `${names[from]} and ${names[to]} are neighbours; a jump lands two holes away.` : `The board has no jump from ${named}.`;
  }
  if (!pegs[from]) return `Hole ${names[from]} is empty, there is no peg to jump with.`;
  if (pegs[over] && data.reverse) return `Hole ${names[over]} has a peg; in the reverse game a peg leaps over an empty hole.`;
  if (!pegs[over] && !data.reverse) return `Hole ${names[over]} is empty, nothing to leap over.`;
  return pegs[to] ? `Hole ${names[to]} has a peg, no room to land.` : undefined;
}

/** What [`checkRecord`] found, in sentences. */
function recordVerdict(data, result) {
  const { status, scheme, played, moves, position, missing, extra, wrong, refusal } = result;
  if (status === "unread") return `Line ${refusal.line}, column ${refusal.column}: ${refusal.message} ${refusal.help}`;
  if (status === "which") {
    const words = { right: "correct", unfinished: "legal, but the finish is not reached" };
    const told = result.choices.map((one) => `${one.scheme} (${words[one.status] || `jump ${one.wrong.number} is illegal`})`);
    return `This can be read in several notations: ${told.join(", ")}. Choose the one that is meant.`;
  }
  const names = data.names[scheme];
  const list = (holes) => holes.map((hole) => names[hole]).join(", ");
  const length = `${counted(moves, "move")} (${counted(played, "jump")})`;
  const told = [];
  if (status === "right") told.push(`Correct: ${length}, and the finish is reached.`);
  if (wrong) {
    const before = played === 0 ? "" : ` ${played === 1 ? "The jump" : `The ${played} jumps`} before ${played === 1 ? "is" : "are"} legal.`;
    told.push(`Jump ${wrong.number}, ${names[wrong.from]}-${names[wrong.to]} (line ${wrong.line}, column ${wrong.column}), is illegal. ${wrong.reason}${before}`);
  }
  if (status === "unfinished") {
    told.push(`All is legal, ${length}, but the finish is not reached.`);
    if (missing.length > 0) told.push(`Pegs missing: ${list(missing)}.`);
    if (extra.length > 0) told.push(`Pegs too many: ${list(extra)}.`);
    if (data.finish.pegs !== undefined) told.push(`${counted(position.length, "peg")} on the board; the finish has ${data.finish.pegs}.`);
  }
  if (scheme !== data.scheme) told.push(`Read in the notation ${scheme}.`);
  if (result.otherwise?.length > 0) told.push(`Read in the notation ${result.otherwise.join(" or ")} it would be correct.`);
  return [...told, ...result.remarks].join(" ");
}
