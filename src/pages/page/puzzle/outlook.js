/** What is known about positions: whether the finish is within reach. The library found this before the page was made, or when the
 * server or engine answered a request. */
class Outlook {
  constructor(data) {
    this.points = data.points;
    this.alive = solvablePositions(data.solvable, this.pack(data.start), this.changes(data), data.jumps_needed);
    /** With marked pegs, the answer depends on the jumps made, so it is stored for these. */
    this.isMarked = Object.keys(data.marked).length > 0;
    this.told = new Map();
  }

  /** For each listed jump, the holes that must be `full` and `free`, and those that are `turned`, as packed bits. */
  changes({ jumps, jump: { before, after } }) {
    return jumps.map((holes) => {
      const where = (isWanted) => this.pack(holes.filter((_, i) => isWanted(i)));
      return { full: where((i) => before[i]), free: where((i) => !before[i]), turned: where((i) => before[i] !== after[i]) };
    });
  }

  /** A set of holes as two 32-bit numbers, which is enough for boards whose solvable positions the library lists. */
  pack(holes) {
    const words = [0, 0];
    for (const hole of holes) words[hole >> 5] |= 1 << (hole & 31);
    return words;
  }

  key(position, jumps) {
    return JSON.stringify(this.isMarked ? jumps : position);
  }

  learn(position, jumps, canFinish) {
    this.told.set(this.key(position, jumps), canFinish);
  }

  /** Whether the finish is within reach of a position, to which the given jumps led; undefined if it is not known. */
  canFinish(position, jumps) {
    const told = this.told.get(this.key(position, jumps));
    if (told !== undefined || !this.alive) return told;
    return this.alive.has(this.pack(position.flatMap((isPeg, hole) => (isPeg ? [hole] : []))).join(" "));
  }
}
