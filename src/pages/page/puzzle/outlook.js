/** So many positions are looked at for one question; what is not settled by then stays open. */
const LOOKS = 10000;

/** Whether the finish is within reach of a position: the set of all solvable positions says it where the data has that;
 * else everything that may follow is looked at, and what was found is kept. A position is two numbers of 32 bits, one a hole. */
class Outlook {
  constructor(data) {
    this.found = new Map();
    const packed = (holes) => this.pack(data.points.map((_, hole) => holes.includes(hole)));
    this.finish = data.finish.holes && packed(data.finish.holes);
    this.needed = data.jumps_needed;
    // Marked pegs are not supported here.
    this.isMarked = Object.keys(data.marked).length > 0;
    this.jumps = data.jumps.map(([from, over, to]) => {
      const bits = (...holes) => [0, 1].map((word) => holes.reduce((all, hole) => (hole >> 5 === word ? all | (1 << (hole & 31)) : all), 0));
      return data.reverse
        ? { full: bits(from), free: bits(over, to), turned: bits(from, over, to) }
        : { full: bits(from, over), free: bits(to), turned: bits(from, over, to) };
    });
    this.alive = solvablePositions(data.solvable, packed(data.start), this.jumps, this.needed);
  }

  pack(pegs) {
    const words = [0, 0];
    pegs.forEach((isPeg, hole) => { if (isPeg) words[hole >> 5] |= 1 << (hole & 31); });
    return words;
  }

  /** True or false, and undefined where that was not settled; `made` jumps led to the position. */
  canFinish(pegs, made) {
    if (this.isMarked) return undefined;
    if (this.alive) return this.alive.has(this.pack(pegs).join(" "));
    this.left = LOOKS;
    return this.look(...this.pack(pegs), this.needed - made);
  }

  look(low, high, jumps) {
    if (jumps <= 0) return jumps === 0 && (!this.finish || (low === this.finish[0] && high === this.finish[1]));
    const key = `${low} ${high}`;
    if (this.found.has(key)) return this.found.get(key);
    this.left -= 1;
    if (this.left < 0) return undefined;
    let known = false;
    for (const { full, free, turned } of this.jumps) {
      if ((low & full[0]) !== full[0] || (high & full[1]) !== full[1] || low & free[0] || high & free[1]) continue;
      known = this.look(low ^ turned[0], high ^ turned[1], jumps - 1);
      if (known !== false) break;
    }
    if (known !== undefined) this.found.set(key, known);
    return known;
  }
}
