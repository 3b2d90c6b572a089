const SOLVABLE_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The reachable positions from which the finish can be reached, decoded from a precomputed text, as a set of strings `low high`.
 * Undefined if there is no such text, or if it belongs to another puzzle.
 *
 * The text has a bit for the start and for each position one jump after a position in the set, level by level, in the order in
 * which the jumps lead there. A position is a pair of 32-bit numbers, and so are the holes that a jump needs `full` and `free`
 * and those that are `turned` by it. */
function solvablePositions(text, start, jumps, needed) {
  if (typeof text !== "string") return undefined;
  const alive = new Set();
  let read = 0;
  let level = [start];
  for (let made = 0; made <= needed; made += 1) {
    const kept = level.filter(() => {
      const sign = SOLVABLE_SIGNS.indexOf(text[Math.floor(read / 6)] ?? "");
      read += 1;
      return (sign >> ((read - 1) % 6)) & 1;
    });
    const next = new Map();
    for (const [low, high] of kept) {
      alive.add(`${low} ${high}`);
      for (const { full, free, turned } of jumps) {
        if ((low & full[0]) !== full[0] || (high & full[1]) !== full[1] || low & free[0] || high & free[1]) continue;
        const after = [low ^ turned[0], high ^ turned[1]];
        next.set(after.join(" "), after);
      }
    }
    level = [...next.values()];
  }
  return Math.ceil(read / 6) === text.length ? alive : undefined;
}
