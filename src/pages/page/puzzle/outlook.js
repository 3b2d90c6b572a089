/** What is known of which positions: whether the finish is within reach. The library found it, before the page was made or when
 * the server or the engine was asked. */
class Outlook {
  constructor(data) {
    this.points = data.points;
    this.alive = solvablePositions(data.solvable, this.pack(data.start), this.changes(data), data.jumps_needed);
    /** With marked pegs, the jumps made count too, so what is known is known of them. */
    this.isMarked = Object.keys(data.marked).length > 0;
    this.told = new Map();
  }

  /** Of each listed jump, the holes that it needs `full` and `free`, and those `turned`, packed. */
  changes({ jumps, jump: { before, after } }) {
    return jumps.map((holes) => {
      const where = (isWanted) => this.pack(holes.filter((_, i) => isWanted(i)));
      return { full: where((i) => before[i]), free: where((i) => !before[i]), turned: where((i) => before[i] !== after[i]) };
    });
  }

  /** Holes as two numbers of 32 bits; enough where the library lists solvable positions. */
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

  /** True or false, and undefined where it is not known; some jumps led to the position. */
  canFinish(position, jumps) {
    const told = this.told.get(this.key(position, jumps));
    if (told !== undefined || !this.alive) return told;
    return this.alive.has(this.pack(position.flatMap((isPeg, hole) => (isPeg ? [hole] : []))).join(" "));
  }
}
