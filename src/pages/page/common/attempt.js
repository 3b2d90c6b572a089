/** A puzzle being played: the board, and the jumps made and taken back, which the browser stores. Subclasses define
 * `say(text, tone)`, and `tellProgress(jump)` for a jump that neither solves the puzzle nor ends the game. */
class Attempt {
  constructor() {
    this.payoff = new Payoff(this);
    for (const name of ["undo", "restart"]) byId(name).addEventListener("click", () => this[name]());
    whenKept(() => this.data && this.keptName, () => this.follow());
  }

  /** Starts a puzzle, with the jumps stored in the browser. */
  begin(data) {
    this.data = data;
    this.listed = new ListedJumps(data);
    this.start = data.points.map((_, hole) => data.start.includes(hole));
    this.view = new BoardView(byId("board"), data, {
      pick: (hole) => this.pick(hole),
      grab: (hole) => this.select(hole),
      drop: (from, to) => this.jump(from, to) || this.refuse(from, to),
      escape: () => this.select(undefined),
    });
    this.restore();
  }

  /** Makes the jumps stored in the browser. */
  restore() {
    this.tried = this.listed.playable(this.start, kept.get(this.keptName));
    this.undone = [];
    this.selected = undefined;
  }

  /** Another tab has played this puzzle, so adopt its newer game. */
  follow() {
    if (this.isAt(kept.get(this.keptName) ?? [])) return;
    this.restore();
    this.resume();
    this.say("You have played on elsewhere: this is the board from there.");
  }

  /** Shows the board as it was left; a solved puzzle looks as it did when it was solved. */
  resume() {
    this.show();
    if (this.isSolved) this.celebrate(false);
    else if (this.tried.length > 0 && this.isEnded) this.judge();
  }

  /** The key under which the browser stores the jumps. */
  get keptName() {
    const { title, model, reverse, start, finish } = this.data;
    return JSON.stringify([title, model, reverse, start, finish]);
  }

  /** The key of the puzzle in data stored for all puzzles. */
  get ownName() {
    return this.data.name ?? this.keptName;
  }

  /** Stores the jumps made and, for the home page, whether the puzzle has been started but not solved. */
  keep() {
    const { name, title } = this.data;
    const isBegun = this.tried.length > 0;
    kept.set(this.keptName, isBegun ? this.tried : undefined);
    if (name) keepBegun("puzzle", name, isBegun && !this.isSolved ? title : undefined);
  }

  /** Whether these are the jumps made. */
  isAt(jumps) {
    return JSON.stringify(jumps) === JSON.stringify(this.tried);
  }

  /** The position after some jumps. */
  after(jumps) {
    return this.listed.play(this.start, jumps);
  }

  get now() {
    return this.after(this.tried);
  }

  /** The jumps that are legal now. */
  get legal() {
    return this.listed.fitting(this.now);
  }

  /** The jumps between two holes that are legal now. */
  ways(from, to) {
    return this.legal.filter((jump) => jump[0] === from && jump[1] === to);
  }

  /** The jumps made, joined into chains. */
  get line() {
    return chainsOf(this.tried);
  }

  get isSolved() {
    return this.tried.length === this.data.jumps_needed && isAtFinish(this.data.finish, this.now);
  }

  /** Whether the game is over: no jump is possible, or the puzzle's number of jumps has been made. */
  get isEnded() {
    return this.legal.length === 0 || this.tried.length >= this.data.jumps_needed;
  }

  get names() {
    return this.data.names;
  }

  /** Whether the board shows the names of holes, so that texts can use them. */
  get isNamed() {
    return false;
  }

  /** The puzzle's name and address in a shared result. */
  get heading() {
    return this.data.title;
  }

  get link() {
    return location.href.replace(/#.*$/, "");
  }

  /** Shows the position. `moved` is a jump to animate, backwards if `isBack`. */
  show(moved, isBack) {
    const position = this.now;
    const last = this.tried.at(-1);
    this.view.show(position, moved, isBack);
    this.listed.trail(this.view, last ? [last] : []);
    this.view.open(true, (hole) => `${this.names[hole]}, ${position[hole] ? "peg" : "empty"}`);
    byId("board").setAttribute("aria-label", `Board, ${counted(position.filter(Boolean).length, "peg")}`);
    byId("undo").disabled = !last;
    byId("restart").disabled = !last;
    byId("back-offer").hidden = true;
    this.payoff.hide();
    this.select(undefined);
  }

  /** Picks up the peg in a hole, or lets go of it; `hopes` is passed to the board. */
  select(hole, hopes) {
    if (hole !== this.selected) this.goesOn = false;
    this.selected = hole;
    this.open = undefined;
    this.view.offer(hole, hole === undefined ? [] : this.listed.targets(this.now, hole), this.legal.map(([from]) => from), hopes);
  }

  pick(hole) {
    if (this.open?.middles.includes(hole)) {
      this.jump(this.open.from, this.open.to, hole);
    } else if (this.selected === hole && !this.goesOn) {
      this.select(undefined);
      this.say("");
    } else if (this.selected !== undefined && this.jump(this.selected, hole)) {
      // Done.
    } else if (this.listed.targets(this.now, hole).length > 0) {
      this.select(hole);
      this.goesOn = false;
    } else {
      this.select(undefined);
      const which = this.isNamed ? this.names[hole] : `This ${this.now[hole] ? "peg" : "hole"}`;
      this.say(`${which} ${this.now[hole] ? "cannot jump now" : "is empty"}.`);
    }
  }

  /** Makes a jump if it is legal. If several jumps join the two holes, the visitor chooses the peg to jump over. */
  jump(from, to, over) {
    const ways = this.ways(from, to).filter((way) => over === undefined || way[2] === over);
    if (ways.length === 0) return false;
    if (ways.length > 1) {
      this.askOver(from, to, ways.map((way) => way[2]));
      return true;
    }
    const [jump] = ways;
    this.tried.push(jump);
    this.undone = [];
    this.view.focused = to;
    settings.knock();
    this.keep();
    this.show(jump);
    this.goOn(to);
    this.judge(jump);
    return true;
  }

  /** Keeps the peg that has just jumped picked up while it can jump again. Touching it once does not yet let go. */
  goOn(hole) {
    if (this.isEnded || this.listed.targets(this.now, hole).length === 0) return;
    this.select(hole);
    this.goesOn = true;
  }

  /** Explains why a dropped peg goes back. */
  refuse(from, to) {
    if (from === to) return false;
    this.select(undefined);
    const place = to === undefined ? "There is no hole there" : "No jump of this peg ends there";
    this.say(`${place}, so the peg goes back.`);
    return false;
  }

  /** Asks which peg to jump over, by rings that can be touched. */
  askOver(from, to, middles) {
    this.select(from);
    this.open = { from, to, middles };
    this.view.put(this.view.pegs.get(from), from);
    this.view.offer(from, middles, middles);
    const named = this.isNamed ? `: ${middles.map((hole) => this.names[hole]).join(" or ")}` : "";
    this.say(`${counted(middles.length, "jump")} lead there. Touch the ${this.data.reverse ? "hole" : "peg"} to jump over${named}.`);
  }

  /** Reports the result of the last jump. */
  judge(jump) {
    if (this.isSolved) this.celebrate(true);
    else if (this.isEnded) this.tellDeadEnd();
    else this.tellProgress(jump);
  }

  tellDeadEnd() {
    const left = this.now.filter(Boolean).length;
    this.say(this.legal.length === 0
      ? `No jump is left, ${counted(left, "peg")} remain${left === 1 ? "s" : ""}. Take some jumps back.`
      : "All jumps are made, but this is not the finish. Take some back.", "bad");
  }

  /** Reports and stores that the jumps made are a solution; `isNew` says whether it was just found. */
  celebrate(isNew) {
    const moves = this.line.length;
    this.view.trail([], []);
    this.say(`Solved in ${counted(moves, "move")}.${this.praise(moves)}`, "good");
    this.payoff.show(moves, isNew);
  }

  /** A sentence that compares a solution's number of moves with the minimum. */
  praise(moves) {
    const { status, moves: best } = this.data.claim ?? {};
    if (status === "optimal") return moves === best ? " That is the fewest possible!" : ` The fewest is ${best}.`;
    if (status === "feasible") return moves < best ? ` The best known was ${best}!` : ` The best known is ${best}.`;
    return "";
  }

  undo(number = 1) {
    if (this.tried.length === 0) return;
    const taken = this.tried.splice(-number).reverse();
    const [[from, to]] = taken;
    this.undone.push(...taken);
    this.keep();
    this.show(number === 1 ? [to, from] : undefined, true);
    this.keepFocus("undo");
  }

  /** After a solution, starts a new attempt, with no hints used and nothing to redo. */
  restart() {
    if (this.isSolved) {
      keepHints(this.ownName, 0);
      this.undone = [];
    } else {
      this.undone.push(...this.tried.reverse());
    }
    this.tried = [];
    this.keep();
    this.show();
    this.say("From the start.");
    this.keepFocus("restart");
  }

  /** Moves the focus away from a button that has just become disabled. */
  keepFocus(id) {
    if (byId(id).disabled && document.activeElement === document.body) byId("hint").focus();
  }
}
