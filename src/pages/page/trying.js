/** The visitor's own jumps, made on the player's board. */
class Trying {
  constructor(player) {
    this.player = player;
    this.clear();
    this.bind();
  }

  /** Forgets all jumps. */
  clear() {
    this.tried = [];
    this.undone = [];
    this.selected = undefined;
  }

  /** What the board does with clicks, drags and keys. */
  get handlers() {
    return {
      pick: (hole) => this.pick(hole),
      grab: (hole) => this.select(hole),
      drop: (from, to) => this.jump(from, to),
      escape: () => this.select(undefined),
    };
  }

  get now() {
    return this.tried.reduce((position, [from, to]) => this.player.rules.after(position, from, to), this.player.start);
  }

  /** The jumps made, joined into chains. */
  get ownLine() {
    const chains = [];
    for (const [from, to] of this.tried) {
      if (chains.length > 0 && chains.at(-1).at(-1) === from) chains.at(-1).push(to);
      else chains.push([from, to]);
    }
    return chains;
  }

  /** Shows the position that was tried; `moved` animates one jump. */
  show(moved) {
    const position = this.now;
    this.player.view.show(position, moved);
    const last = this.tried.at(-1);
    this.player.view.trail(last || [], last ? [this.player.rules.middle(...last)] : []);
    this.player.view.open(true, (hole) => `${this.player.names[hole]}, ${position[hole] ? "peg" : "empty"}`);
    byId("board").setAttribute("aria-label", `Board, ${counted(position.filter(Boolean).length, "peg")}`);
    this.player.count(this.ownLine.length, undefined, this.tried.length, position);
    byId("own-line").value = this.ownLine.map((chain) => this.player.chain(chain)).join(", ");
    this.select(undefined);
    byId("undo").disabled = this.tried.length === 0;
    byId("redo").disabled = this.undone.length === 0;
    byId("restart").disabled = this.tried.length === 0;
  }

  select(hole) {
    if (this.player.mode !== "try") return;
    const position = this.now;
    const movable = position.flatMap((_, from) => (this.player.rules.targets(position, from).length > 0 ? [from] : []));
    const targets = hole === undefined ? [] : this.player.rules.targets(position, hole);
    this.selected = hole;
    this.player.view.offer(hole, targets, movable);
    if (hole !== undefined) {
      this.player.say(`${this.player.names[hole]} can land in ${targets.map((to) => this.player.names[to]).join(" or ")}.`);
    }
  }

  pick(hole) {
    if (this.player.mode !== "try") return;
    if (this.selected === hole) {
      this.select(undefined);
      this.player.say("");
    } else if (this.selected !== undefined && this.jump(this.selected, hole)) {
      // Done; the peg may go on from where it landed.
    } else if (this.player.rules.targets(this.now, hole).length > 0) {
      this.select(hole);
    } else {
      this.select(undefined);
      this.player.say(this.now[hole] ? `${this.player.names[hole]} cannot jump now.` : `${this.player.names[hole]} is empty.`);
    }
  }

  /** Makes a jump if it is legal. */
  jump(from, to) {
    if (this.player.mode !== "try" || !this.player.rules.isLegal(this.now, from, to)) return false;
    this.tried.push([from, to]);
    this.undone = [];
    this.player.view.focused = to;
    this.show([from, to]);
    this.judge(from, to);
    return true;
  }

  judge(from, to) {
    const position = this.now;
    const left = position.filter(Boolean).length;
    const moves = this.ownLine.length;
    const claim = this.player.data.claim;
    if (this.tried.length === this.player.data.jumps_needed && this.player.isFinish(position)) {
      let praise = `Solved in ${counted(moves, "move")}.`;
      if (claim && claim.status === "optimal") {
        praise += moves === claim.moves ? " That is the fewest possible!" : ` The fewest is ${claim.moves}.`;
      }
      this.player.say(praise, "good");
    } else if (this.player.rules.isStuck(position)) {
      this.player.say(`No jump is left, ${counted(left, "peg")} remain${left === 1 ? "s" : ""}. Take some jumps back.`, "bad");
    } else if (this.tried.length >= this.player.data.jumps_needed) {
      this.player.say("All jumps are made, but this is not the finish. Take some back.", "bad");
    } else {
      this.player.say(`${this.player.names[from]} over ${this.player.names[this.player.rules.middle(from, to)]} to ${this.player.names[to]}; ${counted(left, "peg")}.`);
    }
  }

  undo() {
    if (this.tried.length === 0) return;
    const [from, to] = this.tried.pop();
    this.undone.push([from, to]);
    this.show([to, from]);
    this.player.say(`Took back ${this.player.names[from]} to ${this.player.names[to]}.`);
    this.keepFocus("undo");
  }

  redo() {
    const jump = this.undone.pop();
    if (!jump) return;
    this.tried.push(jump);
    this.show(jump);
    this.judge(...jump);
    this.keepFocus("redo");
  }

  restart() {
    this.undone = [...this.undone, ...this.tried.reverse()];
    this.tried = [];
    this.show();
    this.player.say("From the start.");
    this.keepFocus("restart");
  }

  /** A button that has just become disabled hands the focus on. */
  keepFocus(id) {
    if (byId(id).disabled && document.activeElement === document.body) byId("hint").focus();
  }

  /** The next jump of the first line that goes through a position, if one does. */
  known() {
    const same = (a, b) => a.every((isPeg, hole) => isPeg === b[hole]);
    for (const line of this.player.data.lines) {
      let position = this.player.start;
      const jumps = line.flatMap((chain) => chain.slice(1).map((to, i) => [chain[i], to]));
      for (const [i, jump] of jumps.entries()) {
        if (i === this.tried.length && same(position, this.now)) return jump;
        position = this.player.rules.after(position, ...jump);
      }
    }
    return undefined;
  }

  async hint() {
    const jump = this.known();
    if (jump) return this.showHint(jump, `Try ${this.player.chain(jump)}.`);
    if (this.player.data.claim && this.player.data.claim.status === "infeasible") return this.player.say("This puzzle has no solution.", "bad");
    if (this.player.askHint) return this.player.askHint();
    if (this.player.data.lines.length === 0) return this.player.say("No solution is stored in this page.");
    if (this.player.rules.isStuck(this.now)) return this.player.say("No jump is left. Take some jumps back.", "bad");
    return this.player.say("You have left the solution of this page. It may still be solvable; take jumps back to be sure.");
  }

  showHint([from, to], text) {
    this.select(undefined);
    this.player.view.trail([from, to], [], true);
    this.player.say(text);
  }

  bind() {
    for (const name of ["undo", "redo", "restart", "hint"]) byId(name).addEventListener("click", () => this[name]());
  }

  /** Does what a letter stands for. */
  key(letter) {
    const act = { u: () => this.undo(), r: () => this.redo(), h: () => this.hint() }[letter.toLowerCase()];
    if (act) act();
  }
}
